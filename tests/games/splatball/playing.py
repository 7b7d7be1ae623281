"""Acts done at positions by the game itself, with the dice that fall."""

from __future__ import annotations

from typing import Any

from app.engine import play
from app.engine.dice import GivenDice
from app.engine.types import Action, RuleId, Seat
from app.systems.splatball.position.state import Position
from tests.support.random_play import registry

SEATS = "abcd"


def game() -> Any:
    return registry()["splatball"]


def step(at: Position, seat: str, action: Action, *dice: int) -> play.Step:
    """What follows from a legal act."""
    found = play.step(game(), at, Seat(seat), action, GivenDice(dice))
    assert isinstance(found, play.Step), found
    return found


def after(at: Position, seat: str, action: Action, *dice: int) -> Position:
    """The position after a legal act."""
    found: Position = step(at, seat, action, *dice).state
    return found


def refused(at: Position, seat: str, action: Action) -> RuleId | None:
    """The rule that refuses an act, ``None`` for a legal one."""
    refusal = game().check(at, Seat(seat), action)
    return None if refusal is None else refusal.rule
