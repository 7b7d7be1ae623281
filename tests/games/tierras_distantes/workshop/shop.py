"""The workshop of the game for tests, in a few words."""

from __future__ import annotations

from functools import cache
from typing import Any

from app.engine.dice import StreamDice
from app.engine.refusal import InvalidInput
from app.engine.system import Setup
from app.engine.workshop.workshop import OWN, Battle, Place, workshop_of
from tests.support.random_play import registry

SCENARIOS = [scenario.id for scenario in registry()["tierras_distantes"].manifest.scenarios]


@cache
def game() -> Any:
    return registry()["tierras_distantes"]


@cache
def shop() -> Any:
    return workshop_of(game())


def made(*edits: Any, start: Battle | None = None) -> Any:
    """A battle after these edits, else a bare table."""
    battle = start or shop().start()
    for edit in edits:
        battle = shop().edit(battle, edit).battle
    return battle


def refused(edit: Any, start: Battle | None = None) -> str:
    """The field that an edit is refused at."""
    try:
        made(edit, start=start)
    except InvalidInput as error:
        return error.errors[0].field
    raise AssertionError(edit)


def told(battle: Battle) -> list[tuple[str | None, str]]:
    """Its faults in English, each with the thing at fault."""
    return [(fault.thing, fault.text.in_("en")) for fault in shop().faults(battle)]


def terrain(battle: Battle) -> list[tuple[Any, ...]]:
    """Kind, feature, bottom, top and base of every piece."""
    return [(row["kind"], row["feature"], row["z0"], row["z1"], row["base"]) for row in battle["terrain"]]


def is_taken(battle: Battle) -> bool:
    """Whether a room can be made of it."""
    try:
        game().setup(Setup(OWN, ({}, {}), battle=battle), StreamDice(bytes(32), "taken"))
    except InvalidInput:
        return False
    return True


def covered() -> Any:
    """A table that is covered enough, with room in the north and the south: what tests begin with."""
    woods = [Place("piece:woods", x, y) for y in (500, 720) for x in (150, 400, 650, 900)]
    return made(*woods, Place("piece:woods", 1050, 940), Place("piece:woods", 300, 940))
