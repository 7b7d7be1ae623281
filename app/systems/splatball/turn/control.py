"""Who controls pieces, and what follows at the end of a turn: counters, captured markers, chickens (SPL-CTL, SPL-OBJ-07, SPL-HQ-06)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from app.engine.types import Seat, UnitId
from app.systems.splatball.book.tables import Rules
from app.systems.splatball.park.field import Field
from app.systems.splatball.park.ground import number_of
from app.systems.splatball.position.state import Piece, Side, Unit


def controllers(field: Field, piece: Piece) -> tuple[Seat, ...]:
    """The seats that control a piece (SPL-CTL-01, SPL-CTL-02): those with enough units of their own in contact with it, as long as no
    unit of another side is; units of an allied seat neither help nor hinder (SPL-CTL-03)."""
    there = field.touching.get(piece.id, ())
    sides = {field.sides.get(unit.seat, unit.seat) for unit in there}
    if len(sides) != 1:
        return ()
    constants, terrain = field.rules.constants, field.rules.terrain[piece.kind]
    found = []
    for seat in sorted({unit.seat for unit in there}):
        own = [field.kind(unit) for unit in there if unit.seat == seat]
        if not terrain.is_large:
            enough = len(own) >= constants.small_units_needed
        else:
            vehicles = sum(not kind.is_foot for kind in own)
            enough = len(own) >= constants.large_units_needed or vehicles >= constants.large_vehicles_needed
        if enough:
            found.append(seat)
    return tuple(found)


def counted(hold: Mapping[Seat, int], ending: Seat, controlling: Iterable[Seat]) -> dict[Seat, int]:
    """The counters of a piece after a seat's turn: whoever does not control it has none, the seat whose turn ends one more (SPL-CTL-04)."""
    held = {seat: hold.get(seat, 0) + (seat == ending) for seat in controlling}
    return {seat: count for seat, count in held.items() if count}


def is_captured(
    sides: Mapping[Seat, Side], seat: Seat, owner: Seat | None, *, controls: bool, counter: int, needed: int
) -> bool:
    """Whether a seat whose turn ends takes the marker of a piece (SPL-OBJ-04, SPL-OBJ-07)."""
    if owner is None or not controls or counter < needed:
        return False
    return sides.get(seat, seat) != sides.get(owner, owner)


def chicken_after(count: int, *, is_beside: bool) -> int:
    """How often a unit has lingered, after one more end of its owner's turn (SPL-HQ-06)."""
    return count + 1 if is_beside else 0


def lingers(field: Field, unit: Unit) -> bool:
    """Whether a foot unit on the board is in contact with, or inside, its owner's headquarters (SPL-HQ-06)."""
    if unit.at is None or not field.kind(unit).is_foot:
        return False
    return any(field.is_own_hq(unit.seat, piece) for piece in field.ground.contacts(unit.at))


def chickens(field: Field, seat: Seat) -> dict[UnitId, int]:
    """The counts of a seat's units that change at the end of its turn (SPL-HQ-06)."""
    if not field.rules.options.chicken:
        return {}
    found = {
        unit.id: chicken_after(unit.chicken, is_beside=lingers(field, unit))
        for unit in field.units.values()
        if unit.seat == seat
    }
    return {name: count for name, count in found.items() if count != field.units[name].chicken}


def pieces_in_order(pieces: Iterable[Piece]) -> list[Piece]:
    """Pieces in the order of their ids, ``p2`` before ``p10`` (SPL-SPC-01)."""
    return sorted(pieces, key=lambda piece: number_of(piece.id))


def is_told(rules: Rules, piece: Piece) -> bool:
    """Whether the counter of a piece matters to anybody: it bears a marker, or has a benefit."""
    return piece.objective is not None or rules.terrain[piece.kind].benefit is not None
