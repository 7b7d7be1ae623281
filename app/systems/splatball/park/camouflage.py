"""Camouflage: who is revealed by where units stand (SPL-CAMO-08)."""

from __future__ import annotations

from collections.abc import Iterator

from app.boards import squares
from app.boards.squares import Square
from app.systems.splatball.book.tables import Rules
from app.systems.splatball.park.field import Field
from app.systems.splatball.position.state import Position, Unit


def any_marked(position: Position) -> bool:
    """Whether there is anybody under a marker who could be revealed."""
    return any(unit.marker and not unit.revealed for unit in position.units.values())


def revealed_now(field: Field) -> Iterator[Unit]:
    """The hidden units that an enemy on the board, hidden or not, stands near enough to, in the order of the units (SPL-CAMO-08).
    Passengers are not on the board (SPL-TRN-10)."""
    for unit in field.units.values():
        if field.is_hidden(unit) and unit.at is not None and _is_seen(field, unit, unit.at):
            yield unit


def is_within_sight(rules: Rules, at: Square, enemy: Square) -> bool:
    """Whether an enemy on one square reveals a hidden unit on another; no line of sight is needed (SPL-CAMO-08)."""
    return squares.distance(at, enemy, diagonals=rules.options.diagonals) <= rules.constants.marker_distance


def _is_seen(field: Field, unit: Unit, at: Square) -> bool:
    return any(
        field.are_enemies(unit.seat, other.seat) and is_within_sight(field.rules, at, there)
        for there, other in field.unit_at.items()
    )
