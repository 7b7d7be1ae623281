"""Riding: going aboard, getting off, and where the passengers of a wreck are placed (SPL-TRN)."""

from __future__ import annotations

from typing import Final

from app.boards import squares
from app.boards.squares import Facing, Square
from app.engine.refusal import Refusal
from app.engine.types import RuleId, Seat, UnitId
from app.systems.splatball.book.kinds import AWAY, UnitKind
from app.systems.splatball.march.stepping import Passage, Walker
from app.systems.splatball.park.aboard import fits, has_places
from app.systems.splatball.park.field import Field
from app.systems.splatball.position.actions import Unload
from app.systems.splatball.position.state import Unit

NO_ROOM: Final = RuleId("SPL-TRN-01")
NO_TRANSPORT: Final = RuleId("SPL-TRN-02")
NOT_ABOARD: Final = RuleId("SPL-TRN-03")
BOARDED: Final = RuleId("SPL-TRN-04")
NO_GETTING_OFF: Final = RuleId("SPL-TRN-05")
TOO_FAR: Final = RuleId("SPL-MOVE-04")


# -------------------------------------------------------------------------------------------------------------- going aboard


def embark_refusal(walker: Walker, unit: Unit, at: Square, vehicle_id: UnitId, *, left: int) -> Refusal | None:
    """Why a unit that has come to ``at``, with so many squares left, cannot go aboard, what stopped it apart: not an own transport on the
    board (SPL-TRN-02), no neighbour or no legal step (SPL-TRN-03), no square left (SPL-MOVE-04), no room (SPL-TRN-01), or it has
    unloaded in this turn (SPL-TRN-03)."""
    field = walker.passage.field
    vehicle = field.units.get(vehicle_id)
    facts = {"vehicle": vehicle_id}
    if vehicle is None or vehicle.at is None or not _takes(field, vehicle, unit):
        return Refusal(NO_TRANSPORT, facts)
    if not is_beside(walker, at, vehicle.at):
        return Refusal(NOT_ABOARD, facts)
    if left < 1:
        return Refusal(TOO_FAR, {"cost": walker.kind.move + 1, "most": walker.kind.move})
    riders = (*field.passengers(vehicle.id), unit)
    if not fits(field.rules, field.kind(vehicle), map(field.kind, riders)):
        return Refusal(NO_ROOM, facts)
    return Refusal(NOT_ABOARD, facts) if vehicle.has_unloaded else None


def _takes(field: Field, vehicle: Unit, unit: Unit) -> bool:
    """Only the owner's own foot units ride (SPL-TRN-02)."""
    return vehicle.seat == unit.seat and has_places(field.kind(vehicle)) and field.kind(unit).is_foot


def is_beside(walker: Walker, at: Square, to: Square) -> bool:
    """Whether a vehicle's square is one legal step off, across no fence, as far as the corner between them goes (SPL-TRN-03)."""
    diagonals = walker.passage.field.rules.options.diagonals
    if squares.distance(at, to, diagonals=diagonals) != 1 or walker.passage.crossed(at, to) is not None:
        return False
    if at[0] == to[0] or at[1] == to[1]:
        return True
    return not walker.is_squeezed(at, to) and not walker.passage.parts_fence(at, to)


# -------------------------------------------------------------------------------------------------------------- getting off


def unload_refusal(passage: Passage, vehicle: Unit, at: Square, unload: Unload) -> Refusal | None:
    """Why a passenger cannot get off a vehicle that stands at ``at``: it does not ride there, or has got off already (SPL-TRN-05), it
    went aboard in this turn (SPL-TRN-04), or the square (SPL-TRN-05)."""
    field = passage.field
    rider = field.units.get(unload.unit)
    facts = {"unit": unload.unit}
    if rider is None or rider.inside != vehicle.id or rider.id in passage.taken.values():
        return Refusal(NO_GETTING_OFF, facts)
    if rider.boarded:
        return Refusal(BOARDED, facts)
    if is_stepped_onto(Walker(passage, field.kind(rider), rider.seat), at, unload.at):
        return None
    square = {"square": squares.name(unload.at)} if min(unload.at) >= 0 else {}
    return Refusal(NO_GETTING_OFF, {**facts, **square})


def is_stepped_onto(walker: Walker, at: Square, to: Square) -> bool:
    """Whether a foot unit gets by one legal step, across no fence, onto a free square of open ground or road (SPL-TRN-05, SPL-TRN-12)."""
    passage = walker.passage
    return passage.piece_at(to) is None and passage.crossed(at, to) is None and walker.refusing(at, to) is None


def facing_of(field: Field, rider: Unit, named: Facing | None = None) -> Facing:
    """How a passenger that gets off faces: as its owner says (SPL-TRN-05), else away from its own edge, as units that are deployed
    (SPL-DEP-07). Where there are no facings, nothing that is named counts (SPL-MOVE-05)."""
    if named is not None and field.rules.options.facing:
        return named
    edge = field.edges.get(rider.seat)
    return rider.facing if edge is None else AWAY[edge]


def passenger_squares(field: Field, wreck_at: Square, kind: UnitKind, seat: Seat, *, first: bool) -> tuple[Square, ...]:
    """Where the next passenger of an eliminated transport may be placed, in row order: the first one on the vehicle's square, each other
    next to it, on a free square of open ground or road that one legal foot step reaches (SPL-TRN-12)."""
    if first:
        return (wreck_at,)
    walker = Walker(Passage(field), field.rules.units[kind], seat)
    return tuple(to for to in squares.disc(wreck_at, 1) if is_stepped_onto(walker, wreck_at, to))
