"""Victory points: what everything that scores is worth (SPL-VP)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from app.engine.types import Seat
from app.systems.splatball.book.tables import Rules, UnitType
from app.systems.splatball.position.state import Position, Side, Unit


def of_lives(kind: UnitType, removed: int, *, eliminated: bool) -> int:
    """Points for lives that a foot unit lost, and for its elimination (SPL-VP-01); lost once more after a healing, they count once more
    (SPL-VP-07)."""
    return removed * kind.vp_life + (kind.vp_eliminate if eliminated else 0)


def of_impact(rules: Rules, kind: UnitType, damage: int, before: int, *, eliminated: bool) -> int:
    """Points for an impact of so much damage on a vehicle that had ``before`` already (SPL-VP-02)."""
    scored = 1 if rules.options.vehicle_vp == "impact" else min(damage, kind.damage_to_eliminate - before)
    return scored * kind.vp_impact + (kind.vp_eliminate if eliminated else 0)


def still_in(kind: UnitType, lives: int, damage: int) -> int:
    """What is still to be had for a unit: scored when it leaves, is a chicken, or is lost with its vehicle (SPL-VP-06, SPL-MOVE-12)."""
    if kind.is_foot:
        return of_lives(kind, lives, eliminated=True)
    return (kind.damage_to_eliminate - damage) * kind.vp_impact + kind.vp_eliminate


def worth_of(rules: Rules, units: Iterable[Unit]) -> int:
    """The same of several units."""
    return sum(still_in(rules.units[unit.type], unit.lives, unit.damage) for unit in units)


def for_enemies(position: Position, seat: Seat, points: int) -> Mapping[Side, int]:
    """So many points for every side but a seat's own (SPL-VP-06)."""
    own = position.seats[seat].side
    return {side: points for side in position.points if side != own and points}
