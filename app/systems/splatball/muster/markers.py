"""Camouflage markers where identities are open (SPL-CAMO-03, SPL-CAMO-04)."""

from __future__ import annotations

from typing import Final

from app.engine.refusal import Refusal
from app.engine.types import RuleId, Seat
from app.systems.splatball.muster.deploying import NOT_HIDDEN, may_hide
from app.systems.splatball.park.field import Field
from app.systems.splatball.position import events_setup as es
from app.systems.splatball.position.actions import AssignMarkers
from app.systems.splatball.position.state import Position, Unit
from app.systems.splatball.score.story import Story

NOT_ONES_OWN: Final = RuleId("SPL-GEN-04")


def may_bear(field: Field, unit: Unit) -> bool:
    """Whether a marker may lie on a unit: on foot, on the board, without a gift of its own (SPL-CAMO-04)."""
    return unit.at is not None and may_hide(field.rules, unit.type)


def bearers(field: Field, seat: Seat) -> tuple[Unit, ...]:
    """The units of a seat on which a marker may lie."""
    return tuple(unit for unit in field.units.values() if unit.seat == seat and may_bear(field, unit))


def judge_markers(field: Field, position: Position, seat: Seat, action: AssignMarkers) -> Refusal | None:
    """Whether a seat may lay its markers so: no more than it has, then each on a unit of its own that may bear one, and on none twice;
    fewer may be laid (SPL-CAMO-04)."""
    most = position.seats[seat].markers_left
    if len(action.units) > most:
        return Refusal(NOT_HIDDEN, {"units": len(action.units), "markers": most})
    for number, name in enumerate(action.units):
        unit = field.units.get(name)
        if unit is None or unit.seat != seat:
            return Refusal(NOT_ONES_OWN, {"unit": name})
        if not may_bear(field, unit) or name in action.units[:number]:
            return Refusal(NOT_HIDDEN, {"unit": name})
    return None


def assign_markers(story: Story, seat: Seat, action: AssignMarkers) -> None:
    """The markers lie; whoever lays none passes."""
    for unit in action.units:
        story.add(es.MarkerPlaced(unit))
    if not action.units:
        story.add(es.Passed(seat))
