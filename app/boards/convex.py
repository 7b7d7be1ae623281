"""Convex polygons of the plane, exactly: what part of a line lies in one, how far that part is from something, areas.

A convex polygon is a ``plane.Polygon`` whose corners run counter-clockwise (``is_convex``). Nothing is rounded: where a line
enters and leaves is told in fractions of it, and what is asked about a part between two fractions is asked of whole numbers.

Shapes
    ``is_convex(points)``                   corners of a convex polygon, counter-clockwise
    ``twice_area(points)``                  twice the area of a polygon, so that it is a whole number
    ``interiors_meet(one, two)``            more in common than outlines
Lines
    ``part_within(a, b, outline)``          the part of a-b in the closed polygon, which may be one point
    ``part_inside(a, b, outline)``          the part in the open interior; running along a side or through a corner is none
    ``part_in_disc(a, b, centre, radius)``  the part in an open disc, to a whole unit of length
Parts of lines
    ``part_clears_polygon(a, b, part, outline, distance)`` ``part_clears_point(a, b, part, point, distance)``
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt
from typing import Final

from app.boards import plane
from app.boards.plane import Fraction, Point, Polygon, Stretch

ZERO: Final[Fraction] = (0, 1)
ONE: Final[Fraction] = (1, 1)
WHOLE: Final[Stretch] = (ZERO, ONE)
"""All of a line."""


def is_convex(points: Sequence[Point]) -> bool:
    """Whether the points are the corners of a convex polygon in counter-clockwise order: every turn goes left, once round."""
    if len(points) < 3 or not plane.is_simple(points):
        return False
    return all(_left_of(points[i - 2], points[i - 1], points[i]) > 0 for i in range(len(points)))


def twice_area(points: Sequence[Point]) -> int:
    """Twice the area of a polygon; below 0 if its corners run clockwise.

    >>> twice_area([(0, 0), (4, 0), (4, 3)])
    12
    """
    return sum(points[i - 1][0] * y - points[i - 1][1] * x for i, (x, y) in enumerate(points))


def interiors_meet(one: Polygon, two: Polygon) -> bool:
    """Whether two convex polygons have more in common than points of their outlines: no side parts them."""
    if one.east <= two.west or two.east <= one.west or one.north <= two.south or two.north <= one.south:
        return False
    return not (_is_parted(one, two) or _is_parted(two, one))


def part_within(a: Point, b: Point, outline: Polygon) -> Stretch | None:
    """The part of a-b that lies in the closed convex polygon; from a fraction to the same one where it only touches."""
    return _clip(a, b, outline, touching=True)


def part_inside(a: Point, b: Point, outline: Polygon) -> Stretch | None:
    """The part of a-b that lies in the open interior of the convex polygon, or rather its two ends."""
    return _clip(a, b, outline, touching=False)


def part_in_disc(a: Point, b: Point, centre: Point, radius: int) -> Stretch | None:
    """The part of a-b in an open disc: its chord, from which the square root, rounded down, takes less than a unit."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    wx, wy = centre[0] - a[0], centre[1] - a[1]
    length, along = dx * dx + dy * dy, wx * dx + wy * dy
    square = along * along - length * (wx * wx + wy * wy - radius * radius)
    if square <= 0:
        return None
    root = isqrt(square)
    start, end = max(0, along - root), min(length, along + root)
    return ((start, length), (end, length)) if start < end else None


def part_clears_polygon(a: Point, b: Point, part: Stretch, outline: Polygon, distance: int) -> bool:
    """Whether a part of a-b is everywhere at least ``distance`` from the closed polygon."""
    p, q, scale = _scaled_ends(a, b, part)
    grown = plane.Polygon(
        tuple((x * scale, y * scale) for x, y in outline.points),
        tuple((ax * scale, ay * scale, bx * scale, by * scale) for ax, ay, bx, by in outline.sides),
        *(limit * scale for limit in outline[2:]),
    )
    return plane.segment_polygon_at_least(p, q, grown, distance * scale)


def part_clears_point(a: Point, b: Point, part: Stretch, point: Point, distance: int) -> bool:
    """Whether a part of a-b is everywhere at least ``distance`` from a point."""
    p, q, scale = _scaled_ends(a, b, part)
    return plane.point_segment_at_least((point[0] * scale, point[1] * scale), p, q, distance * scale)


def _clip(a: Point, b: Point, outline: Polygon, *, touching: bool) -> Stretch | None:
    """What every side leaves of a-b. A line along a side, and a single point, count only if ``touching``."""
    (px, py), (qx, qy) = a, b
    if (px > outline.east and qx > outline.east) or (px < outline.west and qx < outline.west):
        return None
    if (py > outline.north and qy > outline.north) or (py < outline.south and qy < outline.south):
        return None
    start, start_of, end, end_of = 0, 1, 1, 1
    for ax, ay, bx, by in outline.sides:
        sx, sy = bx - ax, by - ay
        here, there = sx * (py - ay) - sy * (px - ax), sx * (qy - ay) - sy * (qx - ax)
        if here >= 0 and there >= 0:
            if not touching and here == 0 == there:
                return None
        elif here < 0:
            if there < 0 or (there == 0 and not touching):
                return None
            if -here * start_of > start * (there - here):
                start, start_of = -here, there - here
        elif here * end_of < end * (here - there):
            end, end_of = here, here - there
    difference = end * start_of - start * end_of
    if difference < 0 or (difference == 0 and not touching):
        return None
    return (start, start_of), (end, end_of)


def _scaled_ends(a: Point, b: Point, part: Stretch) -> tuple[Point, Point, int]:
    """Both ends of a part as whole numbers, and what everything else is to be multiplied by."""
    (n, d), (m, e) = part
    (ax, ay), dx, dy, scale = a, b[0] - a[0], b[1] - a[1], d * e
    first, last = n * e, m * d
    p = (ax * scale + first * dx, ay * scale + first * dy)
    return p, (ax * scale + last * dx, ay * scale + last * dy), scale


def _is_parted(one: Polygon, two: Polygon) -> bool:
    """Whether a side of the one has all of the other on its right, or along it."""
    return any(
        all((bx - ax) * (y - ay) - (by - ay) * (x - ax) <= 0 for x, y in two.points) for ax, ay, bx, by in one.sides
    )


def _left_of(a: Point, b: Point, c: Point) -> int:
    return (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])
