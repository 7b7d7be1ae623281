"""How far a base gets, as an outline to draw: a shape that bends round obstacles.

The only module of the boards that uses floats, because it never decides anything: whether a path is allowed is judged
exactly elsewhere, and this outline is an outer picture of the places worth trying. It looks out from the start, then round
each corner in sight with what is left of the length, nearest corners first, and keeps the farthest point of every direction.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from heapq import heappop, heappush
from math import atan2, ceil, cos, floor, hypot, inf, pi, sin, sqrt
from typing import Final, NamedTuple

FloatPoint = tuple[float, float]
RAYS: Final = 180
STEP: Final = 2 * pi / RAYS
MOST_CORNERS: Final = 80
"""Corners looked round at most; enough for a crowded table, and a bound for the time it takes."""

OFF_RIM_MM: Final = 0.6
LEAST_LEFT_MM: Final = 10
LEAST_GAIN_MM: Final = 25
"""Corners with less way left, or with less to show, are not looked round."""
WINDOW_RAYS: Final = 20
"""How many directions to either side of a corner are asked whether looking round it shows anything new."""

SHARP: Final = 0.5
"""1 + cosine of the turn of a corner, below which its grown corner is cut off."""


class Blockers(NamedTuple):
    """What a base cannot pass: polygons by their corners, and discs as (x, y, radius); the length unit is the table's."""

    polygons: Sequence[Sequence[tuple[int, int]]]
    discs: Sequence[tuple[int, int, int]]


class _Corner(NamedTuple):
    """An outer corner one may go round, just off the rim, with its neighbours."""

    x: float
    y: float
    before: FloatPoint
    after: FloatPoint


class _Obstacle(NamedTuple):
    """A blocker grown by the radius of the base: where its centre cannot be. ``around`` is the radius of a circle about
    (x, y) that holds it."""

    rim: Sequence[FloatPoint]
    corners: Sequence[_Corner]
    x: float
    y: float
    around: float


def reach(
    start: tuple[int, int],
    longest_mm: int,
    radius: int,
    blockers: Blockers,
    table: tuple[int, int],
    *,
    within: Sequence[tuple[int, int]] | None = None,
) -> tuple[FloatPoint, ...]:
    """The outline of where the centre of a base may get with a path of at most ``longest_mm``, one point for each of 180
    directions from the start, counter-clockwise from east. The base stays on the table, its centre inside the polygon
    ``within`` if there is one."""
    origin = (float(start[0]), float(start[1]))
    bounds = (float(radius), float(radius), float(table[0] - radius), float(table[1] - radius))
    obstacles = [o for o in _grown(blockers, radius) if hypot(o.x - origin[0], o.y - origin[1]) < longest_mm + o.around]
    if within is not None:
        obstacles.append(_obstacle([(float(x), float(y)) for x, y in within], ()))
    corners = [corner for obstacle in obstacles for corner in obstacle.corners]
    cost = [inf] * len(corners)
    waiting: list[tuple[float, int]] = []
    farthest = _look(origin, longest_mm, obstacles, bounds)
    _round_corners(_Eye(*origin, 0.0), longest_mm, farthest, obstacles, corners, cost, waiting)
    looked = 0
    while waiting and looked < MOST_CORNERS:
        spent, index = heappop(waiting)
        corner = corners[index]
        if spent > cost[index] or not _can_widen(farthest, origin, corner, longest_mm - spent):
            continue
        looked += 1
        seen = _look((corner.x, corner.y), longest_mm - spent, obstacles, bounds)
        _widen(farthest, origin, (corner.x, corner.y), seen)
        _round_corners(_Eye(corner.x, corner.y, spent), longest_mm, seen, obstacles, corners, cost, waiting)
    return tuple(
        (round(origin[0] + length * x, 1), round(origin[1] + length * y, 1))
        for length, (x, y) in zip(farthest, _directions(), strict=True)
    )


class _Eye(NamedTuple):
    """A point looked from, and the length of the way there."""

    x: float
    y: float
    spent: float


@lru_cache(maxsize=1)
def _directions() -> tuple[FloatPoint, ...]:
    return tuple((cos(i * STEP), sin(i * STEP)) for i in range(RAYS))


def _look(eye: FloatPoint, far: float, obstacles: Iterable[_Obstacle], bounds: tuple[float, ...]) -> list[float]:
    """How far one gets straight from a point in each direction."""
    ex, ey = eye
    west, south, east, north = bounds
    seen = [far] * RAYS
    directions = _directions()
    if ex - far < west or ex + far > east or ey - far < south or ey + far > north:
        for i, (dx, dy) in enumerate(directions):
            across = (east - ex) / dx if dx > 1e-9 else (west - ex) / dx if dx < -1e-9 else far
            along = (north - ey) / dy if dy > 1e-9 else (south - ey) / dy if dy < -1e-9 else far
            seen[i] = max(0.0, min(far, across, along))
    for obstacle in obstacles:
        if hypot(obstacle.x - ex, obstacle.y - ey) < far + obstacle.around:
            _shade(seen, ex, ey, obstacle.rim, directions)
    return seen


def _shade(
    seen: list[float], ex: float, ey: float, rim: Sequence[FloatPoint], directions: Sequence[FloatPoint]
) -> None:
    """Shortens every ray that meets a side of an obstacle."""
    px, py = rim[-1][0] - ex, rim[-1][1] - ey
    from_angle = atan2(py, px)
    for x, y in rim:
        qx, qy = x - ex, y - ey
        to_angle = atan2(qy, qx)
        turn = (to_angle - from_angle + pi) % (2 * pi) - pi
        low = from_angle if turn > 0 else to_angle
        sx, sy = qx - px, qy - py
        top = px * sy - py * sx
        for number in range(ceil(low / STEP), floor((low + abs(turn)) / STEP) + 1):
            dx, dy = directions[number % RAYS]
            bottom = dx * sy - dy * sx
            if bottom:
                length = top / bottom
                if 0 <= length < seen[number % RAYS]:
                    seen[number % RAYS] = length
        px, py, from_angle = qx, qy, to_angle


def _round_corners(
    eye: _Eye,
    longest: float,
    seen: Sequence[float],
    obstacles: Sequence[_Obstacle],
    corners: Sequence[_Corner],
    cost: list[float],
    waiting: list[tuple[float, int]],
) -> None:
    """Puts on the waiting list every corner in sight that a taut string from here would bend round."""
    for index, corner in enumerate(corners):
        dx, dy = corner.x - eye.x, corner.y - eye.y
        length = hypot(dx, dy)
        total = eye.spent + length
        if total >= cost[index] or total > longest - LEAST_LEFT_MM:
            continue
        side = dx * (corner.before[1] - corner.y) - dy * (corner.before[0] - corner.x)
        other = dx * (corner.after[1] - corner.y) - dy * (corner.after[0] - corner.x)
        if (side > 0 > other) or (side < 0 < other):
            continue
        ray = floor(atan2(dy, dx) / STEP)
        one, two = seen[ray % RAYS], seen[(ray + 1) % RAYS]
        if length <= min(one, two) or _is_clear(eye, corner, obstacles):
            cost[index] = total
            heappush(waiting, (total, index))


def _is_clear(eye: _Eye, corner: _Corner, obstacles: Iterable[_Obstacle]) -> bool:
    """Whether nothing stands between a point and a corner."""
    ax, ay = eye.x, eye.y
    dx, dy = corner.x - ax, corner.y - ay
    length = hypot(dx, dy)
    if length == 0:
        return False
    for obstacle in obstacles:
        ox, oy = obstacle.x - ax, obstacle.y - ay
        along = (ox * dx + oy * dy) / length
        off = abs(ox * dy - oy * dx) / length
        if off >= obstacle.around or along <= -obstacle.around or along >= length + obstacle.around:
            continue
        px, py = obstacle.rim[-1]
        last = dx * (py - ay) - dy * (px - ax)
        for qx, qy in obstacle.rim:
            this = dx * (qy - ay) - dy * (qx - ax)
            if (last > 0) != (this > 0):
                sx, sy = qx - px, qy - py
                from_eye = sx * (ay - py) - sy * (ax - px)
                from_corner = sx * (corner.y - py) - sy * (corner.x - px)
                if (from_eye > 0) != (from_corner > 0):
                    return False
            px, py, last = qx, qy, this
    return True


def _can_widen(farthest: Sequence[float], origin: FloatPoint, corner: _Corner, left: float) -> bool:
    """Whether some direction about a corner reaches clearly less far than one might get from there in the open."""
    dx, dy = corner.x - origin[0], corner.y - origin[1]
    length = hypot(dx, dy)
    ray = round(atan2(dy, dx) / STEP)
    for turn in range(-WINDOW_RAYS, WINDOW_RAYS + 1):
        off = length * sin(turn * STEP)
        if abs(off) < left:
            most = length * cos(turn * STEP) + sqrt(left * left - off * off)
            if farthest[(ray + turn) % RAYS] < most - LEAST_GAIN_MM:
                return True
    return False


def _widen(farthest: list[float], origin: FloatPoint, eye: FloatPoint, seen: Sequence[float]) -> None:
    """Keeps, of what is reached from a corner, the farthest point of every direction from the origin."""
    directions = _directions()
    bx, by = eye[0] - origin[0], eye[1] - origin[1]
    px, py = bx + seen[-1] * directions[-1][0], by + seen[-1] * directions[-1][1]
    from_angle = atan2(py, px)
    for length, (dx, dy) in zip(seen, directions, strict=True):
        qx, qy = bx + length * dx, by + length * dy
        to_angle = atan2(qy, qx)
        turn = (to_angle - from_angle + pi) % (2 * pi) - pi
        low = from_angle if turn > 0 else to_angle
        sx, sy = qx - px, qy - py
        top = px * sy - py * sx
        for number in range(ceil(low / STEP), floor((low + abs(turn)) / STEP) + 1):
            ux, uy = directions[number % RAYS]
            bottom = ux * sy - uy * sx
            if bottom and top / bottom > farthest[number % RAYS]:
                farthest[number % RAYS] = top / bottom
        px, py, from_angle = qx, qy, to_angle


def _grown(blockers: Blockers, radius: int) -> Iterable[_Obstacle]:
    """The blockers grown by a hair less than the radius, so that a base that touches one is not caught in it."""
    grow = max(radius - 1.0, 0.5)
    for points in blockers.polygons:
        yield _obstacle(_grown_polygon(points, grow), _grown_polygon(points, grow + OFF_RIM_MM))
    for x, y, size in blockers.discs:
        yield _obstacle(_ring(x, y, size + grow), _ring(x, y, size + grow + OFF_RIM_MM))


def _obstacle(rim: Sequence[FloatPoint], outer: Sequence[FloatPoint]) -> _Obstacle:
    x = sum(p[0] for p in rim) / len(rim)
    y = sum(p[1] for p in rim) / len(rim)
    corners = []
    for i, (cx, cy) in enumerate(outer):
        before, after = outer[i - 1], outer[(i + 1) % len(outer)]
        if (cx - before[0]) * (after[1] - cy) - (cy - before[1]) * (after[0] - cx) > 0:
            corners.append(_Corner(cx, cy, before, after))
    return _Obstacle(rim, corners, x, y, max(hypot(p[0] - x, p[1] - y) for p in rim))


def _ring(x: int, y: int, size: float) -> list[FloatPoint]:
    """A circle as a polygon of ten corners."""
    return [(x + size * cos(a * pi / 5), y + size * sin(a * pi / 5)) for a in range(10)]


def _grown_polygon(points: Sequence[tuple[int, int]], grow: float) -> list[FloatPoint]:
    """A polygon whose sides are moved outwards to where they meet; sharp corners are cut off."""
    area = sum(points[i - 1][0] * y - points[i - 1][1] * x for i, (x, y) in enumerate(points))
    corners = list(points) if area > 0 else list(reversed(points))
    rim: list[FloatPoint] = []
    for i, (x, y) in enumerate(corners):
        ax, ay = _outwards(corners[i - 1], (x, y))
        bx, by = _outwards((x, y), corners[(i + 1) % len(corners)])
        together = 1 + ax * bx + ay * by
        if together < SHARP:
            rim += [(x + grow * (ax - ay), y + grow * (ay + ax)), (x + grow * (bx + by), y + grow * (by - bx))]
        else:
            rim.append((x + grow * (ax + bx) / together, y + grow * (ay + by) / together))
    return rim


def _outwards(a: tuple[int, int], b: tuple[int, int]) -> FloatPoint:
    """The direction that leads out of a counter-clockwise polygon across its side a-b."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = hypot(dx, dy)
    return (dy / length, -dx / length)
