"""A measured table: discs on a rectangle, lengths in whole millimetres, no grid.

x runs from 0 (west) to ``width_mm`` (east), y from 0 (south) to ``height_mm`` (north). Like ``plane``, on which it
stands, everything here is whole numbers and exact; a disc is anything with ``x``, ``y`` and ``radius``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import isqrt
from typing import Final, Literal, NamedTuple, Protocol

from app.boards import plane
from app.boards.plane import Point, Polygon

Edge = Literal["south", "north", "west", "east"]
EDGES: Final[tuple[Edge, ...]] = ("south", "north", "west", "east")


class Disc(Protocol):
    """A round base: its centre and radius in mm."""

    @property
    def x(self) -> int: ...
    @property
    def y(self) -> int: ...
    @property
    def radius(self) -> int: ...


class Rectangle(NamedTuple):
    """A rectangle of a table, limits included."""

    west: int
    south: int
    east: int
    north: int

    def holds(self, x: int, y: int, radius: int) -> bool:
        """Whether a whole disc lies in it."""
        return self.west + radius <= x <= self.east - radius and self.south + radius <= y <= self.north - radius


class Table(NamedTuple):
    """The size of a table."""

    width_mm: int
    height_mm: int

    def holds(self, x: int, y: int, radius: int) -> bool:
        """Whether a whole disc lies on the table; touching the limit is allowed."""
        return radius <= x <= self.width_mm - radius and radius <= y <= self.height_mm - radius

    def holds_points(self, points: Iterable[Point]) -> bool:
        """Whether every point lies on the table, limits included."""
        return all(0 <= x <= self.width_mm and 0 <= y <= self.height_mm for x, y in points)

    def gap_to_edge_mm(self, disc: Disc, edge: Edge) -> int:
        """The gap between a disc and an edge; below 0 if it sticks out."""
        if edge == "south":
            return disc.y - disc.radius
        if edge == "north":
            return self.height_mm - disc.y - disc.radius
        if edge == "west":
            return disc.x - disc.radius
        return self.width_mm - disc.x - disc.radius

    def along(self, edge: Edge, along_mm: int, inward_mm: int) -> Point:
        """The point ``inward_mm`` inside from the place ``along_mm`` of an edge (x on south and north, y on west and
        east)."""
        if edge == "south":
            return (along_mm, inward_mm)
        if edge == "north":
            return (along_mm, self.height_mm - inward_mm)
        if edge == "west":
            return (inward_mm, along_mm)
        return (self.width_mm - inward_mm, along_mm)

    def strip(self, edge: Edge, depth_mm: int) -> Rectangle:
        """The part of the table that is at most ``depth_mm`` from an edge, over its full length."""
        width, height = self
        if edge == "south":
            return Rectangle(0, 0, width, depth_mm)
        if edge == "north":
            return Rectangle(0, height - depth_mm, width, height)
        if edge == "west":
            return Rectangle(0, 0, depth_mm, height)
        return Rectangle(width - depth_mm, 0, width, height)

    def length_of(self, edge: Edge) -> int:
        """How long an edge is."""
        return self.width_mm if edge in ("south", "north") else self.height_mm

    def across(self, edge: Edge) -> int:
        """How far the opposite edge is."""
        return self.height_mm if edge in ("south", "north") else self.width_mm


class Turning(Protocol):
    """A table of whole-number cosines and sines times ``scale``, one pair for each step of a full turn."""

    @property
    def scale(self) -> int: ...
    @property
    def cos(self) -> tuple[int, ...]: ...
    @property
    def sin(self) -> tuple[int, ...]: ...


def ceil_sqrt(square: int) -> int:
    """The smallest whole n with n² at least ``square``."""
    return isqrt(square - 1) + 1 if square > 0 else 0


def leg_length_mm(a: Point, b: Point) -> int:
    """The length of a straight leg, rounded up to whole mm.

    >>> leg_length_mm((100, 100), (241, 241))
    200
    """
    return ceil_sqrt(plane.squared_distance(a, b))


def gap_at_most(a: Disc, b: Disc, gap_mm: int) -> bool:
    """Whether two discs are at most ``gap_mm`` apart, edge to edge."""
    reach = a.radius + b.radius + gap_mm
    return reach >= 0 and (a.x - b.x) ** 2 + (a.y - b.y) ** 2 <= reach * reach


def overlap(a: Disc, b: Disc) -> bool:
    """Whether two discs share more than a point of their rims."""
    return (a.x - b.x) ** 2 + (a.y - b.y) ** 2 < (a.radius + b.radius) ** 2


def gap_mm(a: Disc, b: Disc) -> int:
    """The gap between two discs rounded up, so that it is at most g exactly when ``gap_at_most(a, b, g)``; below 0 if
    they overlap."""
    return ceil_sqrt((a.x - b.x) ** 2 + (a.y - b.y) ** 2) - a.radius - b.radius


def gap_um(a: Disc, b: Disc) -> int:
    """The gap in micrometres, rounded down: only to put things in order of nearness."""
    return isqrt(1_000_000 * ((a.x - b.x) ** 2 + (a.y - b.y) ** 2)) - 1000 * (a.radius + b.radius)


def rim_points(disc: Disc) -> tuple[Point, ...]:
    """Eight points of a disc's rim: east, west, north, south, then the four between, just inside the rim."""
    x, y, r = disc.x, disc.y, disc.radius
    k = 707 * r // 1000
    return (
        (x + r, y),
        (x - r, y),
        (x, y + r),
        (x, y - r),
        (x + k, y + k),
        (x + k, y - k),
        (x - k, y + k),
        (x - k, y - k),
    )


def sweep_clears_disc(a: Point, b: Point, radius: int, disc: Disc) -> bool:
    """Whether a disc of ``radius`` moved straight from a to b never overlaps another disc (touching is no overlap)."""
    return plane.point_segment_at_least((disc.x, disc.y), a, b, radius + disc.radius)


def sweep_clears_polygon(a: Point, b: Point, radius: int, outline: Polygon) -> bool:
    """Whether a disc of ``radius`` moved straight from a to b never overlaps a polygon (touching is no overlap)."""
    return plane.segment_polygon_at_least(a, b, outline, radius)


def round_half_away(number: int, scale: int) -> int:
    """``number / scale`` as a whole number, halves away from zero; ``scale`` is above 0.

    >>> [round_half_away(n, 10) for n in (14, 15, -14, -15)]
    [1, 2, -1, -2]
    """
    size = (2 * abs(number) + scale) // (2 * scale)
    return size if number >= 0 else -size


def part_of_way(a: Point, b: Point, part: int, full: int) -> Point:
    """The place ``part`` of ``full`` on the way from a to b, rounded.

    >>> part_of_way((0, 10), (30, 10), 1, 3)
    (10, 10)
    """
    return (a[0] + round_half_away((b[0] - a[0]) * part, full), a[1] + round_half_away((b[1] - a[1]) * part, full))


def turned(point: Point, step: int, turning: Turning) -> Point:
    """A point turned counter-clockwise about the origin by ``step`` steps of the table, rounded."""
    step %= len(turning.cos)
    cos, sin, scale = turning.cos[step], turning.sin[step], turning.scale
    x, y = point
    return (round_half_away(x * cos - y * sin, scale), round_half_away(x * sin + y * cos, scale))


def placed(points: Sequence[Point], step: int, at: Point, turning: Turning) -> tuple[Point, ...]:
    """A shape given relative to its own origin, turned by ``step`` steps and put at a place."""
    turned_points = (turned(point, step, turning) for point in points)
    return tuple((x + at[0], y + at[1]) for x, y in turned_points)


def spot_around(centre: Point, distance_mm: int, step: int, turning: Turning) -> Point:
    """The point ``distance_mm`` from a centre in the direction of a step (0 is east), rounded."""
    x, y = turned((distance_mm, 0), step, turning)
    return (centre[0] + x, centre[1] + y)
