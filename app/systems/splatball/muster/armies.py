"""Armies: what they may cost, what a list must be, and the least one (SPL-ARMY)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from app.engine.refusal import Refusal
from app.engine.types import RuleId, Seat
from app.systems.splatball.book.kinds import UnitKind
from app.systems.splatball.book.tables import Rules, UnitType
from app.systems.splatball.configurator.numbers import proposed_value
from app.systems.splatball.park.aboard import fits, has_places
from app.systems.splatball.park.ground import Ground, board_of
from app.systems.splatball.park.zones import zone
from app.systems.splatball.position import events_setup as es
from app.systems.splatball.position.actions import SubmitArmy
from app.systems.splatball.position.state import Position
from app.systems.splatball.score.story import Story

BAD_LIST: Final = RuleId("SPL-ARMY-03")
BASES: Final = 2
"""Squares of a zone that headquarters and ammunition take."""


def army_value(rules: Rules, position: Position) -> int:
    """What an army may cost: what the room says, else what is proposed for this board and number of seats (SPL-ARMY-01, SPL-ARMY-04)."""
    return rules.options.army_value or proposed_value(rules, board_of(position.board, rules), len(position.seats))


def cost_of(rules: Rules, kinds: Sequence[UnitKind]) -> int:
    """What a list costs: every unit whole (SPL-ARMY-03)."""
    return sum(rules.units[kind].cost for kind in kinds)


def judge_army(rules: Rules, value: int, kinds: Sequence[UnitKind]) -> Refusal | None:
    """Whether a list is one unit at least, fifty at most, of any kinds, and costs no more than the value; what is left over is lost
    (SPL-ARMY-01, SPL-ARMY-02, SPL-ARMY-03)."""
    most = rules.constants.army_units_max
    if not 1 <= len(kinds) <= most:
        return Refusal(BAD_LIST, {"units": len(kinds), "least": 1, "most_units": most})
    cost = cost_of(rules, kinds)
    return Refusal(BAD_LIST, {"cost": cost, "value": value}) if cost > value else None


def submit_army(story: Story, seat: Seat, action: SubmitArmy) -> None:
    """A list is in, in secret and for good (SPL-ARMY-02)."""
    story.add(es.ArmyReady(seat, action.list))


def are_lists_open(rules: Rules) -> bool:
    """Whether lists are shown when all are in (SPL-HID-01)."""
    return rules.options.camo_identity == "open" or not rules.options.camo_markers


def suggested_army(rules: Rules, position: Position, seat: Seat) -> tuple[UnitKind, ...]:
    """The list that the scenario suggests to a seat, empty if it suggests none."""
    given = rules.scenarios[position.scenario].seat_of(tuple(position.seats).index(seat))
    return () if given is None else tuple(kind for kind, count in given.suggested_army.items() for _ in range(count))


def plain_army(rules: Rules, position: Position, seat: Seat) -> tuple[UnitKind, ...]:
    """The list for whoever hands in none: the suggested one if it fits, else as many recruits as the value buys (section 24)."""
    suggested, value = suggested_army(rules, position, seat), army_value(rules, position)
    if judge_army(rules, value, suggested) is None:
        return suggested
    recruit = rules.constants.recruit
    return (recruit,) * min(rules.constants.army_units_max, value // rules.units[recruit].cost)


def without_room(rules: Rules, ground: Ground, position: Position, kinds: Sequence[UnitKind]) -> int:
    """How many units of a list would find no room in the smallest zone there is now, with as many aboard as fit one after the other
    (SPL-DEP-09): what a player is warned of before the list is handed in."""
    edges = position.board.edges
    zones = (zone(rules, ground.board, edge, edges) for edge in edges)
    room = min((sum(at not in ground.piece_at for at in each) for each in zones), default=0) - BASES
    return max(0, len(kinds) - _aboard(rules, kinds) - max(0, room))


def _aboard(rules: Rules, kinds: Sequence[UnitKind]) -> int:
    """How many units of a list ride in its transports, the first ones first."""
    units = [rules.units[kind] for kind in kinds]
    loads: list[tuple[UnitType, list[UnitType]]] = [(unit, []) for unit in units if has_places(unit)]
    for unit in units:
        riders = next((riders for vehicle, riders in loads if fits(rules, vehicle, (*riders, unit))), None)
        if riders is not None:
            riders.append(unit)
    return sum(len(riders) for _, riders in loads)
