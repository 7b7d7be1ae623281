"""Lines of sight: exactly, with what breaks them (SPL-LOS, SPL-GEO-06)."""

from __future__ import annotations

from collections.abc import Callable, Container
from typing import NamedTuple

from app.boards import squares
from app.boards.squares import Corner, Line, Square
from app.engine.types import UnitId
from app.systems.splatball.book.kinds import PieceId
from app.systems.splatball.park.field import Field
from app.systems.splatball.park.ground import Ground
from app.systems.splatball.position.state import Unit


class Sight(NamedTuple):
    """A line between the middles of two squares, and what it meets: the squares that break it, the corners closed on both hands that
    do, and the corners that it slips by although one square beside them would block."""

    line: Line
    squares: tuple[Square, ...] = ()
    closed: tuple[Corner, ...] = ()
    open: tuple[Corner, ...] = ()

    @property
    def is_clear(self) -> bool:
        """Whether nothing breaks it (SPL-LOS-01)."""
        return not self.squares and not self.closed

    @property
    def first(self) -> tuple[Square, ...]:
        """The square that breaks it, or the two squares of the corner that does: the first of them from the attacker."""
        if self.squares:
            return self.squares[:1]
        return self.closed[0].beside if self.closed else ()


def line_of_sight(ground: Ground, viewer: Square, target: Square, units_at: Container[Square]) -> Sight:
    """The line from an attacker's square to a target's past everybody else's, ``units_at``. Units intercept it, friend or enemy,
    hidden ones and vehicles alike (SPL-LOS-02, SPL-VEH-15), and pieces that block sight (SPL-LOS-03, SPL-HQ-07); hedges, playgrounds,
    fences and roads do not (SPL-LOS-04). The two squares themselves never do (SPL-LOS-08). That there is always sight in contact
    (SPL-LOS-06) is not looked at.

    ``app/boards/squares.py`` has the geometry of SPL-GEO-06: what a line runs through, and a corner closed on both hands.
    """
    line = squares.line(viewer, target)
    blocks = _blocking(ground, viewer, units_at)
    broken = squares.blocked_by(line, blocks)
    slipped = tuple(
        corner
        for corner in line.corners
        if corner not in broken.corners and any(blocks(each) for each in corner.beside)
    )
    return Sight(line, broken.squares, broken.corners, slipped)


def is_seen(field: Field, unit: Unit, viewer: Square, target: Square) -> bool:
    """Whether a unit would see a square from another; it does not stand in its own way."""
    line = squares.line(viewer, target)
    return not squares.blocked_by(line, _blocking(field.ground, viewer, _Others(field, unit.id)))


def sight(field: Field, unit: Unit, viewer: Square, target: Square) -> Sight:
    """The line from where a unit would stand to a square, with what breaks it."""
    return line_of_sight(field.ground, viewer, target, _Others(field, unit.id))


def blocker_at(field: Field, at: Square) -> UnitId | PieceId | None:
    """The id of what blocks sight on a square: its unit, else its piece."""
    unit = field.unit_at.get(at)
    if unit is not None:
        return unit.id
    piece = field.ground.piece_at.get(at)
    return None if piece is None else piece.id


class _Others:
    """The squares of all units but one."""

    __slots__ = ("_field", "_unit")

    def __init__(self, field: Field, unit: UnitId) -> None:
        self._field = field
        self._unit = unit

    def __contains__(self, at: object) -> bool:
        unit = self._field.unit_at.get(at)  # type: ignore[call-overload]  # squares alone are asked about
        return unit is not None and unit.id != self._unit


def _blocking(ground: Ground, viewer: Square, units_at: Container[Square]) -> Callable[[Square], bool]:
    """What stands in the way of a viewer: a phone box that he touches does not (SPL-LOS-07)."""
    boxes = {piece.at for piece in ground.contacts(viewer) if piece.kind == "phone"}
    pieces = ground.sight - boxes if boxes else ground.sight
    return lambda at: at in pieces or at in units_at
