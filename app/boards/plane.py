"""The plane in whole numbers: distances, polygons and lines, judged exactly.

Nothing here knows a game or rounds anything: every verdict compares whole numbers (fractions by multiplying across), and
every test looks at bounding boxes first. Distances compared with are whole numbers of the same unit as the coordinates.

Points and polygons
    ``Point``                               (x, y)
    ``Polygon``                             points with their sides and bounding box; ``polygon(points)`` makes one
    ``is_simple(points)``                   may it be the outline of a polygon
Discs and points
    ``squared_distance(a, b)``              exact
    ``point_segment(p, a, b)``              squared distance as a fraction (numerator, denominator)
    ``nearest_on_segment(p, a, b)``         t in [0, 1] of the nearest point, as a fraction
    ``point_segment_at_least / at_most(p, a, b, distance)``   at least: also "free of a disc"; its negation: "the open
                                            disc round p is met" (WOP: a shot line meets a base)
    ``point_polygon_at_least / at_most(p, polygon, distance)``
Segments
    ``segments_meet(a, b, c, d)``           closed segments share a point
    ``segment_segment_at_least(a, b, c, d, distance)``
    ``segment_meets_polygon(a, b, polygon)``                  closed polygon
    ``segment_polygon_at_least(a, b, polygon, distance)``     0 inside
    ``segment_within(a, b, polygon)``       the whole segment lies in the closed polygon
    ``stretches(a, b, polygon)``            the parts of a-b strictly inside, as pairs of fractions t
    ``stretches_at_most(parts, a, b, distance)``   their total length, compared exactly
Polygons
    ``contains(polygon, p)``                closed;  ``contains_strictly(polygon, p)``  the interior
    ``polygons_meet(one, two)``             closed polygons share a point
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cmp_to_key, lru_cache
from typing import NamedTuple

Point = tuple[int, int]
Fraction = tuple[int, int]
"""Numerator and denominator; the denominator is above 0. Not always in lowest terms."""

Stretch = tuple[Fraction, Fraction]
"""Part of a line a-b: from t1 to t2, where t = 0 is a and t = 1 is b; t1 < t2 (or 0 and 1 if a is b)."""


class Polygon(NamedTuple):
    """A closed simple polygon: its corners in order, its sides as (ax, ay, bx, by) and its bounding box."""

    points: tuple[Point, ...]
    sides: tuple[tuple[int, int, int, int], ...]
    west: int
    south: int
    east: int
    north: int


@lru_cache(maxsize=4096)
def polygon(points: tuple[Point, ...]) -> Polygon:
    """The polygon with these corners (at least one); kept, so that asking again costs a look-up."""
    xs = [x for x, _ in points]
    ys = [y for _, y in points]
    sides = tuple((*points[i - 1], *points[i]) for i in range(len(points)))
    return Polygon(tuple(points), sides, min(xs), min(ys), max(xs), max(ys))


def is_simple(points: Sequence[Point]) -> bool:
    """Whether the points make a simple polygon: three or more, none repeated, no sides that touch but at their corner."""
    count = len(points)
    if count < 3 or len(set(points)) != count:
        return False
    for i in range(count):
        a, b, c = points[i - 1], points[i], points[(i + 1) % count]
        if _cross(a, b, c) == 0 and _dot(b, a, c) > 0:
            return False  # the outline turns back on itself
        for j in range(i + 2, count - (i == 0)):
            if segments_meet(points[i], points[i + 1], points[j], points[(j + 1) % count]):
                return False
    return True


def squared_distance(a: Point, b: Point) -> int:
    """|ab|²."""
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def nearest_on_segment(p: Point, a: Point, b: Point) -> Fraction:
    """t of the point of a-b nearest to p: 0 at a, 1 at b (and 0 if a is b)."""
    along = _dot(a, p, b)
    if along <= 0:
        return (0, 1)
    length = squared_distance(a, b)
    return (1, 1) if along >= length else (along, length)


def point_segment(p: Point, a: Point, b: Point) -> Fraction:
    """The squared distance from p to the segment a-b, exactly."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    px, py = p[0] - a[0], p[1] - a[1]
    along = px * dx + py * dy
    if along <= 0:
        return (px * px + py * py, 1)
    length = dx * dx + dy * dy
    if along >= length:
        return ((px - dx) ** 2 + (py - dy) ** 2, 1)
    across = dx * py - dy * px
    return (across * across, length)


def point_segment_at_least(p: Point, a: Point, b: Point, distance: int) -> bool:
    """Whether every point of a-b is at least ``distance`` from p: an open disc of that radius round p is not met."""
    if distance <= 0:
        return True
    x, y = p
    (ax, ay), (bx, by) = a, b
    if (ax >= x + distance and bx >= x + distance) or (ax <= x - distance and bx <= x - distance):
        return True
    if (ay >= y + distance and by >= y + distance) or (ay <= y - distance and by <= y - distance):
        return True
    numerator, denominator = point_segment(p, a, b)
    return numerator >= distance * distance * denominator


def point_segment_at_most(p: Point, a: Point, b: Point, distance: int) -> bool:
    """Whether some point of a-b is at most ``distance`` from p."""
    if distance < 0:
        return False
    numerator, denominator = point_segment(p, a, b)
    return numerator <= distance * distance * denominator


def segments_meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether the closed segments a-b and c-d share a point."""
    if max(a[0], b[0]) < min(c[0], d[0]) or max(c[0], d[0]) < min(a[0], b[0]):
        return False
    if max(a[1], b[1]) < min(c[1], d[1]) or max(c[1], d[1]) < min(a[1], b[1]):
        return False
    # The boxes overlap, so two segments on one line share a point, and others do if each straddles the other's line.
    first, second = _cross(a, b, c), _cross(a, b, d)
    if (first > 0 and second > 0) or (first < 0 and second < 0):
        return False
    third, fourth = _cross(c, d, a), _cross(c, d, b)
    return not ((third > 0 and fourth > 0) or (third < 0 and fourth < 0))


def segment_segment_at_least(a: Point, b: Point, c: Point, d: Point, distance: int) -> bool:
    """Whether the segments a-b and c-d are at least ``distance`` apart everywhere."""
    if distance <= 0:
        return True
    if max(a[0], b[0]) + distance <= min(c[0], d[0]) or max(c[0], d[0]) + distance <= min(a[0], b[0]):
        return True
    if max(a[1], b[1]) + distance <= min(c[1], d[1]) or max(c[1], d[1]) + distance <= min(a[1], b[1]):
        return True
    return (
        point_segment_at_least(c, a, b, distance)
        and point_segment_at_least(d, a, b, distance)
        and point_segment_at_least(a, c, d, distance)
        and point_segment_at_least(b, c, d, distance)
        and not segments_meet(a, b, c, d)
    )


def contains(outline: Polygon, p: Point) -> bool:
    """Whether p is in the closed polygon: inside or on the outline."""
    return _where(outline, p[0], p[1], 1) >= 0


def contains_strictly(outline: Polygon, p: Point) -> bool:
    """Whether p is in the interior of the polygon."""
    return _where(outline, p[0], p[1], 1) > 0


def point_polygon_at_least(p: Point, outline: Polygon, distance: int) -> bool:
    """Whether p is at least ``distance`` from the closed polygon (0 inside it)."""
    return segment_polygon_at_least(p, p, outline, distance)


def point_polygon_at_most(p: Point, outline: Polygon, distance: int) -> bool:
    """Whether p is at most ``distance`` from the closed polygon (0 inside it)."""
    x, y = p
    if distance < 0 or not _in_box(outline, x, y, distance):
        return False
    if contains(outline, p):
        return True
    return any(point_segment_at_most(p, (ax, ay), (bx, by), distance) for ax, ay, bx, by in outline.sides)


def segment_meets_polygon(a: Point, b: Point, outline: Polygon) -> bool:
    """Whether a point of a-b is in the closed polygon."""
    if _apart(a, b, outline, 0):
        return False
    if contains(outline, a):
        return True
    return any(segments_meet(a, b, (cx, cy), (dx, dy)) for cx, cy, dx, dy in outline.sides)


def segment_polygon_at_least(a: Point, b: Point, outline: Polygon, distance: int) -> bool:
    """Whether a-b is at least ``distance`` from the closed polygon everywhere: a disc of that radius swept along a-b
    does not overlap it."""
    if distance <= 0 or _apart(a, b, outline, distance - 1):
        return True
    if contains(outline, a):
        return False
    return all(segment_segment_at_least(a, b, (cx, cy), (dx, dy), distance) for cx, cy, dx, dy in outline.sides)


def segment_within(a: Point, b: Point, outline: Polygon) -> bool:
    """Whether the whole of a-b lies in the closed polygon."""
    if not (contains(outline, a) and contains(outline, b)):
        return False
    cuts = _cuts(a, b, outline)
    return all(_where(outline, *_middle(a, b, cuts[i], cuts[i + 1])) >= 0 for i in range(len(cuts) - 1))


def stretches(a: Point, b: Point, outline: Polygon) -> tuple[Stretch, ...]:
    """The parts of the line a-b in the interior of the polygon, in order from a, neighbours joined.

    Running along the outline or touching a corner is no stretch. The line runs through the polygon if there is one.
    """
    if _apart(a, b, outline, -1):
        return ()
    cuts = _cuts(a, b, outline)
    found: list[Stretch] = []
    joins = False
    for i in range(len(cuts) - 1):
        inside = _where(outline, *_middle(a, b, cuts[i], cuts[i + 1])) > 0
        if inside and joins:
            found[-1] = (found[-1][0], cuts[i + 1])
        elif inside:
            found.append((cuts[i], cuts[i + 1]))
        joins = inside
    return tuple(found)


def stretches_at_most(parts: Iterable[Stretch], a: Point, b: Point, distance: int) -> bool:
    """Whether the parts of the line a-b (of one polygon or of several) are together at most ``distance`` long."""
    numerator, denominator = 0, 1
    for (n1, d1), (n2, d2) in parts:
        numerator = numerator * d1 * d2 + (n2 * d1 - n1 * d2) * denominator
        denominator *= d1 * d2
    return numerator * numerator * squared_distance(a, b) <= distance * distance * denominator * denominator


def polygons_meet(one: Polygon, two: Polygon) -> bool:
    """Whether the closed polygons share a point, be it only of their outlines."""
    if one.east < two.west or two.east < one.west or one.north < two.south or two.north < one.south:
        return False
    if contains(one, two.points[0]) or contains(two, one.points[0]):
        return True
    return any(
        segments_meet((ax, ay), (bx, by), (cx, cy), (dx, dy))
        for ax, ay, bx, by in one.sides
        for cx, cy, dx, dy in two.sides
    )


def _cross(a: Point, b: Point, c: Point) -> int:
    """ab × ac: above 0 if c is left of the line a-b."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _dot(a: Point, b: Point, c: Point) -> int:
    """ab · ac."""
    return (b[0] - a[0]) * (c[0] - a[0]) + (b[1] - a[1]) * (c[1] - a[1])


def _in_box(outline: Polygon, x: int, y: int, margin: int) -> bool:
    return outline.west - margin <= x <= outline.east + margin and outline.south - margin <= y <= outline.north + margin


def _apart(a: Point, b: Point, outline: Polygon, margin: int) -> bool:
    """Whether more than ``margin`` parts the bounding boxes of a-b and of the polygon in x or in y."""
    (ax, ay), (bx, by) = a, b
    east, west = outline.east + margin, outline.west - margin
    if (ax > east and bx > east) or (ax < west and bx < west):
        return True
    north, south = outline.north + margin, outline.south - margin
    return (ay > north and by > north) or (ay < south and by < south)


def _where(outline: Polygon, x: int, y: int, w: int) -> int:
    """Where the point (x / w, y / w) is, w above 0: 1 in the interior, 0 on the outline, -1 outside."""
    if not (outline.west * w <= x <= outline.east * w and outline.south * w <= y <= outline.north * w):
        return -1
    inside = False
    for ax, ay, bx, by in outline.sides:
        above_a, above_b = ay * w > y, by * w > y
        if above_a == above_b and ay * w != y and by * w != y:
            continue
        side = (bx - ax) * (y - ay * w) - (by - ay) * (x - ax * w)
        if side == 0 and min(ax, bx) * w <= x <= max(ax, bx) * w and min(ay, by) * w <= y <= max(ay, by) * w:
            return 0
        if above_a != above_b and (side > 0) == above_b:
            inside = not inside
    return 1 if inside else -1


def _cuts(a: Point, b: Point, outline: Polygon) -> list[Fraction]:
    """The values of t, with 0 and 1, where the line a-b meets a side or a corner; rising, none twice."""
    rx, ry = b[0] - a[0], b[1] - a[1]
    length = rx * rx + ry * ry
    found: list[Fraction] = [(0, 1), (1, 1)]
    if length == 0:
        return found
    for cx, cy, dx, dy in outline.sides:
        sx, sy = dx - cx, dy - cy
        qx, qy = cx - a[0], cy - a[1]
        across = rx * sy - ry * sx
        if across:
            sign = 1 if across > 0 else -1
            t, u, bottom = (qx * sy - qy * sx) * sign, (qx * ry - qy * rx) * sign, across * sign
            if 0 < t < bottom and 0 <= u <= bottom:
                found.append((t, bottom))
        elif qx * ry == qy * rx:
            ends = (qx * rx + qy * ry, (dx - a[0]) * rx + (dy - a[1]) * ry)
            found.extend((t, length) for t in ends if 0 < t < length)
    found.sort(key=cmp_to_key(_compare))
    return [t for i, t in enumerate(found) if i == 0 or _compare(found[i - 1], t)]


def _compare(one: Fraction, two: Fraction) -> int:
    """Below 0, 0 or above 0 as ``one`` is less than, equal to or more than ``two``."""
    return one[0] * two[1] - two[0] * one[1]


def _middle(a: Point, b: Point, one: Fraction, two: Fraction) -> tuple[int, int, int]:
    """The point of the line a-b half-way between two values of t, as (x, y, w) for (x / w, y / w)."""
    t, w = one[0] * two[1] + two[0] * one[1], 2 * one[1] * two[1]
    return (a[0] * w + t * (b[0] - a[0]), a[1] * w + t * (b[1] - a[1]), w)
