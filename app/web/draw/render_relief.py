"""What makes a flat shape stand on a table: edges that catch the light or lie in shade, small things strewn over it or laid in a
row along it. Coordinates are those of the screen, y southwards; the light comes from the north-west. A drawing, never a verdict."""

from __future__ import annotations

import math
import zlib
from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from app.engine.scene import Disc, Point, Shape
from app.web.draw.render_words import number

LIGHT: Final = (-0.6, -0.8)
"""Where the light comes from: a unit vector."""
LONG: Final = 0.5
"""How long the shadow of what rises by one is, on a table with heights."""
SLANT: Final = 0.42
"""How much of the way to its middle a shape's edge may slope."""
MOST_STREWN: Final = 60
"""So many small things lie in one area at most."""


class Relief(msgspec.Struct, frozen=True):
    """The edge of a shape as paths: its side that is lit and its side in shade, what lies level within, the shadow that the lit
    side of a wall throws on it, and the line along the middle of the edge."""

    lit: str
    shade: str
    top: str
    fall: str
    wall: str


class Spot(msgspec.Struct, frozen=True):
    """One small thing: where its middle is, how it is turned (degrees, clockwise), how it is stretched, and which of its kind."""

    x: str
    y: str
    turn: str = "0"
    long: str = "1"
    deep: str = "1"
    which: int = 0


def ring_of(shape: Shape, height: float) -> list[Point]:
    """The outline of a shape on the screen, clockwise to the eye; a disc has eighteen corners."""
    if isinstance(shape, Disc):
        turns = (math.tau * step / 18 for step in range(18))
        found = [(shape.x + shape.radius * math.cos(a), height - shape.y + shape.radius * math.sin(a)) for a in turns]
    else:
        found = [(x, height - y) for x, y in shape.points]
    return found if _area(found) > 0 else found[::-1]


def relief(ring: Sequence[Point], width: float) -> Relief | None:
    """The edge of a ring sloping inwards by ``width``, or by as much as there is room for; ``None`` if it has no middle."""
    room = _room(ring)
    inner = inset(ring, min(width, room * SLANT))
    if room <= 0 or _area(inner) <= 0:
        return None
    lit, shade, fall = "", "", ""
    for (a, b), (d, c) in zip(_edges(ring), _edges(inner), strict=True):
        if _is_lit(a, b):
            lit += path((a, b, c, d))
            fall += path((d, c, _shadow(c, width), _shadow(d, width)))
        else:
            shade += path((a, b, c, d))
    return Relief(lit, shade, path(inner), fall, path(inset(ring, min(width, room * SLANT) / 2)))


def cast(ring: Sequence[Point], bottom: float, top: float, light: Point = LIGHT) -> str:
    """The shadow on the ground of what fills the space over a ring: the ring itself where what hangs there would throw it, and all that
    lies beyond its sides in shade."""
    near, far = bottom * LONG, (top - bottom) * LONG
    begun = [_shadow(point, near, light) for point in ring]
    beyond = [
        (a, _shadow(a, far, light), _shadow(b, far, light), b) for a, b in _edges(begun) if not _is_lit(a, b, light)
    ]
    return path(begun) + "".join(path(each) for each in beyond)


def grip(at: Point, ring: Sequence[Point]) -> float:
    """Which way the nearest face of a ring lies, in degrees clockwise from the east."""
    x, y = min((_foot(at, a, b) for a, b in _edges(ring)), key=lambda foot: math.dist(at, foot))
    return math.degrees(math.atan2(y - at[1], x - at[0]))


def inset(ring: Sequence[Point], by: float) -> list[Point]:
    """A ring drawn in on all sides alike; corners stay corners."""
    moved = []
    for (ax, ay), (bx, by_) in _edges(ring):
        length = math.hypot(bx - ax, by_ - ay) or 1
        nx, ny = -(by_ - ay) / length * by, (bx - ax) / length * by
        moved.append(((ax + nx, ay + ny), (bx + nx, by_ + ny)))
    return [_meet(moved[here - 1], moved[here]) for here in range(len(moved))]


def path(points: Sequence[Point]) -> str:
    """Points as the ``d`` of a closed SVG path."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + "Z"


def strewn(ring: Sequence[Point], step: float, key: str, kinds: int = 1) -> tuple[Spot, ...]:
    """Small things about ``step`` apart all over a ring, always the same for the same ``key``, from north to south, so that what
    lies nearer covers what lies behind."""
    west, east = min(x for x, _ in ring), max(x for x, _ in ring)
    north, south = min(y for _, y in ring), max(y for _, y in ring)
    step = max(step, math.sqrt((east - west) * (south - north) / MOST_STREWN))
    rows, columns = max(1, round((south - north) / (step * 0.86))), max(1, round((east - west) / step))
    down, across = (south - north) / rows, (east - west) / columns
    found = []
    for row in range(rows):
        for column in range(columns + row % 2):
            chance = zlib.crc32(f"{key}:{row}:{column}".encode())
            x = west + (column + 0.5 * (1 - row % 2) + _lot(chance, 0) * 0.42) * across
            y = north + (row + 0.5 + _lot(chance, 8) * 0.34) * down
            if is_inside((x, y), ring, step * 0.22):
                found.append((y, x, chance >> 16))
    return tuple(Spot(number(x), number(y), which=chance % kinds) for y, x, chance in sorted(found))


def row(ring: Sequence[Point], step: float, depth: float) -> tuple[Spot, ...]:
    """Small things ``step`` long and ``depth`` deep laid end to end along a rectangle, stretched to fill it; nothing if the ring
    is no rectangle, or is as deep as it is long."""
    if len(ring) != 4:
        return ()
    a, b, c, _ = ring
    long, deep = math.dist(a, b), math.dist(b, c)
    if abs(math.dist(a, c) - math.hypot(long, deep)) > 1:
        return ()
    if deep > long:
        a, b, long, deep = b, c, deep, long
    if long < deep * 1.3 or not deep:
        return ()
    ux, uy = (b[0] - a[0]) / long, (b[1] - a[1]) / long
    if (ux, uy) < (0, 0):  # the lit side of what lies there is drawn to the north
        ux, uy = -ux, -uy
    middle = sum(x for x, _ in ring) / 4, sum(y for _, y in ring) / 4
    count = max(1, round(long / (step * deep / depth)))
    turn, each = number(math.degrees(math.atan2(uy, ux))), long / count
    alongs = [(place + 0.5) * each - long / 2 for place in range(count)]
    return tuple(
        Spot(number(middle[0] + ux * s), number(middle[1] + uy * s), turn, f"{each / step:.3g}", f"{deep / depth:.3g}")
        for s in alongs
    )


def rim(ring: Sequence[Point], step: float, depth: float) -> tuple[Spot, ...]:
    """Small things laid end to end all round a ring, just inside it."""
    found = []
    for a, b in _edges(inset(ring, depth / 2)):
        length = math.dist(a, b)
        count = max(1, round(length / step))
        turn = number(math.degrees(math.atan2(b[1] - a[1], b[0] - a[0])))
        for place in range(count):
            share = (place + 0.5) / count
            x, y = a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share
            found.append(Spot(number(x), number(y), turn, f"{length / count / step:.3g}"))
    return tuple(found)


def is_inside(point: Point, ring: Sequence[Point], away: float = 0) -> bool:
    """Whether a point lies within a ring, at least ``away`` from its edge."""
    x, y = point
    crossings = sum(
        (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax for (ax, ay), (bx, by) in _edges(ring)
    )
    return crossings % 2 == 1 and all(_gap(point, a, b) >= away for a, b in _edges(ring))


def _shadow(point: Point, far: float, light: Point = LIGHT) -> Point:
    return point[0] - light[0] * far, point[1] - light[1] * far


def _is_lit(a: Point, b: Point, light: Point = LIGHT) -> bool:
    """Whether a side of a ring looks towards the light."""
    return (b[1] - a[1]) * light[0] + (a[0] - b[0]) * light[1] > 0


def _edges(ring: Sequence[Point]) -> Iterator[tuple[Point, Point]]:
    return zip(ring, (*ring[1:], ring[0]), strict=True)


def _area(ring: Sequence[Point]) -> float:
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in _edges(ring)) / 2


def _room(ring: Sequence[Point]) -> float:
    """How far an edge may be drawn in, about: twice the area over the outline."""
    outline = sum(math.dist(a, b) for a, b in _edges(ring))
    return 2 * _area(ring) / outline if outline else 0


def _lot(chance: int, shift: int) -> float:
    return (chance >> shift & 255) / 255 - 0.5


def _gap(point: Point, a: Point, b: Point) -> float:
    return math.dist(point, _foot(point, a, b))


def _foot(point: Point, a: Point, b: Point) -> Point:
    """The point of a side that is nearest to another."""
    along = (b[0] - a[0], b[1] - a[1])
    square = along[0] ** 2 + along[1] ** 2 or 1
    share = max(0.0, min(1.0, ((point[0] - a[0]) * along[0] + (point[1] - a[1]) * along[1]) / square))
    return a[0] + along[0] * share, a[1] + along[1] * share


def _meet(first: tuple[Point, Point], second: tuple[Point, Point]) -> Point:
    """Where two straight lines meet; for parallel ones, where the second begins."""
    (ax, ay), (bx, by) = first
    (cx, cy), (dx, dy) = second
    cross = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx)
    if abs(cross) < 1e-6:
        return cx, cy
    share = ((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx)) / cross
    return ax + share * (bx - ax), ay + share * (by - ay)
