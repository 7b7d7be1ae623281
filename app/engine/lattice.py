"""Where the cells of a board of squares or hexes are drawn: middles, outlines, the lines between them.

For drawings only, in floats: which cell is next to which, how far and in sight of what, is told exactly by ``boards``. Columns and
rows count from 0 at the north-west; places are a scene's, ``y`` from the south.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final, Literal

import msgspec

Point = tuple[float, float]
Place = tuple[int, int]
"""Column and row."""

SIZE: Final = 100.0
"""How wide a cell is, in the units of its board, unless a game says otherwise."""
_STEEP: Final = math.sqrt(3)
_SAME: Final = 0.01


class Lattice(msgspec.Struct, frozen=True):
    """How the cells of a board lie: so many ``columns`` and ``rows``, each cell ``size`` wide. Hexes stand on a point, and odd rows lie
    half a hex to the right. ``along`` are the names of the columns, ``upright`` those of the rows, written at its edges; with ``is_named``
    each cell bears its own label. ``touching`` says whether cells that share only a corner are next to one another."""

    shape: Literal["square", "hex"]
    columns: int
    rows: int
    size: float = SIZE
    along: tuple[str, ...] = ()
    upright: tuple[str, ...] = ()
    is_named: bool = False
    touching: bool = True

    @property
    def width(self) -> float:
        """How wide a board of it is."""
        return self.size * (self.columns + (0.5 if self.shape == "hex" and self.rows > 1 else 0))

    @property
    def height(self) -> float:
        """How high a board of it is."""
        if self.shape == "square":
            return self.size * self.rows
        return self._radius * (1.5 * (self.rows - 1) + 2)

    def middle(self, place: Place) -> Point:
        """The middle of the cell in a column and row."""
        column, row = place
        if self.shape == "square":
            return (self.size * (column + 0.5), self.height - self.size * (row + 0.5))
        x = self.size * (column + 0.5 + row % 2 / 2)
        return (x, self.height - self._radius * (1 + 1.5 * row))

    def outline(self, place: Place | None = None) -> tuple[Point, ...]:
        """The corners of a cell, or of any cell about its own middle."""
        x, y = (0.0, 0.0) if place is None else self.middle(place)
        half = self.size / 2
        if self.shape == "square":
            return tuple((x + a * half, y + b * half) for a, b in ((-1, 1), (1, 1), (1, -1), (-1, -1)))
        ends = ((0, 1), (1, 0.5), (1, -0.5), (0, -1), (-1, -0.5), (-1, 0.5))
        return tuple((x + a * half, y + b * self._radius) for a, b in ends)

    def side(self, one: Place, other: Place) -> tuple[Point, Point]:
        """The line between two cells that lie side by side. Raises ``ValueError`` for cells that do not."""
        ends = [point for point in self.outline(one) if any(_is_same(point, near) for near in self.outline(other))]
        if len(ends) != 2:
            raise ValueError(f"expected cells side by side, found {one} and {other}")
        return (ends[0], ends[1])

    def beside(self, place: Place) -> tuple[Place, ...]:
        """The places over each side of a cell, counter-clockwise from the east, whether anything lies there or not."""
        column, row = place
        if self.shape == "square":
            return ((column + 1, row), (column, row - 1), (column - 1, row), (column, row + 1))
        left = column - 1 + row % 2
        above, below = (left + 1, row - 1), (left + 1, row + 1)
        return ((column + 1, row), above, (left, row - 1), (column - 1, row), (left, row + 1), below)

    def falls(self, place: Place, levels: Mapping[Place, int]) -> tuple[int, ...]:
        """By how many levels the ground falls over each side of a cell, counter-clockwise from the east; ``levels`` are how high cells
        lie. Nothing falls off the board; ``()`` where nothing falls at all."""
        here = levels[place]
        found = tuple(max(0, here - levels.get(other, here)) for other in self.beside(place))
        return found if any(found) else ()

    @property
    def _radius(self) -> float:
        """From the middle of a hex to its corners."""
        return self.size / _STEEP


def _is_same(one: Point, other: Point) -> bool:
    return abs(one[0] - other[0]) < _SAME and abs(one[1] - other[1]) < _SAME
