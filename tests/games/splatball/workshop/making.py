"""Battles in the making, and what is done to them."""

from __future__ import annotations

from typing import Any

from app.engine import play
from app.engine.dice import StreamDice
from app.engine.system import Setup
from app.engine.workshop.workshop import OWN, Change, workshop_of
from app.systems.splatball.position.state import Position
from tests.games.splatball.playing import game

Document = Any


def shop() -> Any:
    return workshop_of(game())


def new() -> Document:
    """A lawn for two: headquarters at F1 and G12, a unit each at F3 and G10."""
    return shop().start()


def done(battle: Document, *edits: Any) -> Document:
    """The battle after some edits."""
    for edit in edits:
        battle = shop().edit(battle, edit).battle
    return battle


def changed(battle: Document, thing: str | None = None, **values: Any) -> Document:
    """The battle with values of a thing, or of itself, set one after the other."""
    return done(battle, *(Change(field, value, thing) for field, value in values.items()))


def told(battle: Document) -> list[str]:
    """What is wrong with it, in English."""
    return [fault.text.en for fault in shop().faults(battle)]


def opened(battle: Document, seats: int = 2, **options: Any) -> Position:
    """The battle as it opens for so many."""
    setup = Setup(OWN, tuple({"kind": "human"} for _ in range(seats)), options, battle=battle)
    found: Position = play.start(game(), setup, StreamDice(bytes(32), "opening")).state
    return found
