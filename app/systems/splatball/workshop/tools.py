"""What can be put into a battle in the making: ground, pieces, markers, bases, units, squares of an ambush."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from app.engine.types import SEATS
from app.engine.workshop.forms import say
from app.engine.workshop.workshop import Tool
from app.systems.splatball.book.kinds import KINDS
from app.systems.splatball.book.tables import Rules
from app.systems.splatball.words.names import kind_name, piece_name
from app.systems.splatball.workshop.document import Battle
from app.systems.splatball.workshop.forms import gang
from app.systems.splatball.workshop.things import LAID

QUARTER: Final = 90
EIGHTH: Final = 45


def tools_of(rules: Rules, battle: Battle) -> Iterator[Tool]:
    """Every tool, those of a group together."""
    scenery, is_own = battle.scenery, battle.board.size == "fixed"
    if scenery.mode == "configurator":
        group = say(rules, "tool_groups", "configurator")
        for name in ("another_seed", "take_over"):
            yield Tool(name, say(rules, "tools", name), group, "add", about=say(rules, "about", name))
    if scenery.mode == "fixed" and is_own:
        yield from _scenery(rules, battle)
    if battle.deployment == "fixed" and is_own:
        for number in range(battle.players[1]):
            yield from _gang(rules, number)
    if is_own:
        group, about = say(rules, "tool_groups", "board"), say(rules, "about", "gap")
        yield Tool("gap", say(rules, "tools", "gap"), group, "place", "mark-hidden", about=about)


def _scenery(rules: Rules, battle: Battle) -> Iterator[Tool]:
    group = say(rules, "tool_groups", "pieces")
    for kind in LAID:
        yield Tool(f"piece.{kind}", piece_name(rules, kind), group, "place", f"piece-{kind}")
    group, about = say(rules, "tool_groups", "ground"), say(rules, "about", "fence")
    yield Tool("road", say(rules, "tools", "road"), group, "paint", "cell-road_along")
    yield Tool("grass", say(rules, "tools", "grass"), group, "paint", "cell-grass_daisies")
    yield Tool("fence", piece_name(rules, "fence"), group, "place", "edge-fence", turn_deg=QUARTER, about=about)
    if battle.objectives == "fixed":
        group, about = say(rules, "tool_groups", "markers"), say(rules, "about", "marker")
        for number in range(battle.players[1]):
            name = say(rules, "tools", "marker", who=gang(rules, number))
            yield Tool(f"marker.{number}", name, group, "place", "mark-flag", SEATS[number].upper(), about=about)


def _gang(rules: Rules, number: int) -> Iterator[Tool]:
    group, side = say(rules, "tool_groups", "gang", who=gang(rules, number)), SEATS[number].upper()
    for kind in KINDS:
        name = kind_name(rules, kind)
        yield Tool(f"unit.{number}.{kind}", name, group, "place", f"unit-{kind}", side, turn_deg=EIGHTH)
    for base in ("hq", "ammo"):
        yield Tool(f"{base}.{number}", piece_name(rules, base), group, "place", f"piece-{base}", side)
    about = say(rules, "about", "ambush")
    yield Tool(f"ambush.{number}", say(rules, "tools", "ambush"), group, "place", "unit-marker", side, about=about)
