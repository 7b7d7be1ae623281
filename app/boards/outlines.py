"""Outlines on a measured table: polygons and discs alike, with their boxes; what lies in, near, across or over them, exactly.

Every question looks at the boxes first, since nearly everything on a table is far from nearly everything else.
"""

from __future__ import annotations

from typing import NamedTuple

from app.boards import measured, plane
from app.boards.measured import Disc
from app.boards.plane import Point, Polygon


class Round(NamedTuple):
    """A disc: its centre and radius."""

    x: int
    y: int
    radius: int


class Outline(NamedTuple):
    """A closed shape: a polygon, or a disc where ``polygon`` is ``None``; and its bounding box."""

    polygon: Polygon | None
    disc: Round
    west: int
    south: int
    east: int
    north: int

    @classmethod
    def of(cls, points: tuple[Point, ...]) -> Outline:
        """The outline of the polygon with these corners."""
        shape = plane.polygon(points)
        return cls(shape, Round(0, 0, 0), shape.west, shape.south, shape.east, shape.north)

    @classmethod
    def of_disc(cls, disc: Disc) -> Outline:
        """The outline of a disc."""
        x, y, r = disc.x, disc.y, disc.radius
        return cls(None, Round(x, y, r), x - r, y - r, x + r, y + r)

    def contains(self, x: int, y: int) -> bool:
        """Whether a point is inside or on the rim."""
        if not (self.west <= x <= self.east and self.south <= y <= self.north):
            return False
        if self.polygon is not None:
            return plane.contains(self.polygon, (x, y))
        disc = self.disc
        return (x - disc.x) ** 2 + (y - disc.y) ** 2 <= disc.radius * disc.radius

    def is_near(self, base: Disc, gap: int) -> bool:
        """Whether the gap between a base and the outline is at most ``gap``."""
        x, y, reach = base.x, base.y, base.radius + gap
        if x < self.west - reach or x > self.east + reach or y < self.south - reach or y > self.north + reach:
            return False
        if self.polygon is not None:
            return plane.point_polygon_at_most((x, y), self.polygon, reach)
        return measured.gap_at_most(base, self.disc, gap)

    def is_under(self, base: Disc) -> bool:
        """Whether a base overlaps it; touching is no overlap."""
        if self.polygon is None:
            return measured.overlap(base, self.disc)
        return not plane.point_polygon_at_least((base.x, base.y), self.polygon, base.radius)

    def is_crossed(self, a: Point, b: Point) -> bool:
        """Whether the line a-b runs through the inside."""
        if self.polygon is not None:
            return bool(plane.stretches(a, b, self.polygon))
        return not plane.point_segment_at_least((self.disc.x, self.disc.y), a, b, self.disc.radius)

    def clears(self, a: Point, b: Point, radius: int) -> bool:
        """Whether a base moved straight from a to b never overlaps it."""
        (ax, ay), (bx, by) = a, b
        east, west = self.east + radius, self.west - radius
        if (ax >= east and bx >= east) or (ax <= west and bx <= west):
            return True
        north, south = self.north + radius, self.south - radius
        if (ay >= north and by >= north) or (ay <= south and by <= south):
            return True
        if self.polygon is None:
            return measured.sweep_clears_disc(a, b, radius, self.disc)
        return measured.sweep_clears_polygon(a, b, radius, self.polygon)

    def meets(self, other: Outline) -> bool:
        """Whether two closed outlines share a point."""
        if self.polygon is not None and other.polygon is not None:
            return plane.polygons_meet(self.polygon, other.polygon)
        if self.polygon is not None:
            return plane.point_polygon_at_most((other.disc.x, other.disc.y), self.polygon, other.disc.radius)
        if other.polygon is not None:
            return plane.point_polygon_at_most((self.disc.x, self.disc.y), other.polygon, self.disc.radius)
        return measured.gap_at_most(self.disc, other.disc, 0)
