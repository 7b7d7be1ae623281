"""Rays from a point and what they make: how far one sees between obstacles, and outlines of what lies along the rays.

Like ``reach``, for which it works, it uses floats and only draws. Everything errs to the inside: what is said to be free is
free, for where something is looked for between two rays, the nearer of both counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from math import atan2, cos, floor, hypot, pi, sin, sqrt
from typing import Final, NamedTuple

FloatPoint = tuple[float, float]
Stretch = tuple[float, float]
"""A part of a ray, from nearer to farther."""

RAYS: Final = 240
STEP: Final = 2 * pi / RAYS
LEAST_STRETCH_MM: Final = 1.0


class Rim(NamedTuple):
    """A closed line of points that cannot be crossed; ``around`` is the radius of a circle about (x, y) that holds it."""

    points: Sequence[FloatPoint]
    x: float
    y: float
    around: float

    @classmethod
    def of(cls, points: Sequence[FloatPoint]) -> Rim:
        """The rim through these points."""
        x = sum(p[0] for p in points) / len(points)
        y = sum(p[1] for p in points) / len(points)
        return cls(points, x, y, max(hypot(p[0] - x, p[1] - y) for p in points))

    def holds(self, at: FloatPoint) -> bool:
        """Whether a point is inside."""
        x, y = at
        if hypot(x - self.x, y - self.y) > self.around:
            return False
        inside = False
        px, py = self.points[-1]
        for qx, qy in self.points:
            if (py > y) != (qy > y) and x < px + (y - py) * (qx - px) / (qy - py):
                inside = not inside
            px, py = qx, qy
        return inside

    def is_crossed(self, a: FloatPoint, b: FloatPoint) -> bool:
        """Whether the straight way from a to b crosses the line."""
        (ax, ay), dx, dy = a, b[0] - a[0], b[1] - a[1]
        length = hypot(dx, dy)
        ox, oy = self.x - ax, self.y - ay
        along = (ox * dx + oy * dy) / length
        if abs(ox * dy - oy * dx) / length >= self.around or not -self.around < along < length + self.around:
            return False
        px, py = self.points[-1]
        last = dx * (py - ay) - dy * (px - ax)
        for qx, qy in self.points:
            this = dx * (qy - ay) - dy * (qx - ax)
            if (last > 0) != (this > 0):
                sx, sy = qx - px, qy - py
                if (sx * (ay - py) - sy * (ax - px) > 0) != (sx * (b[1] - py) - sy * (b[0] - px) > 0):
                    return True
            px, py, last = qx, qy, this
        return False


class View(NamedTuple):
    """What is seen from a point: for each ray how far. A place between two rays is in view on the near side of the straight
    line between their ends."""

    x: float
    y: float
    seen: Sequence[float]

    def holds(self, at: FloatPoint) -> bool:
        """Whether a place is in view."""
        dx, dy = at[0] - self.x, at[1] - self.y
        ray = floor(atan2(dy, dx) / STEP) % RAYS
        after = (ray + 1) % RAYS
        (ax, ay), (bx, by) = directions()[ray], directions()[after]
        one, two = self.seen[ray], self.seen[after]
        if not one or not two:
            return False
        ax, ay, bx, by = ax * one, ay * one, bx * two, by * two
        return (bx - ax) * (dy - ay) - (by - ay) * (dx - ax) >= 0

    def ends(self) -> list[FloatPoint]:
        """The outline of what is in view."""
        x, y = self.x, self.y
        return [(x + far * dx, y + far * dy) for far, (dx, dy) in zip(self.seen, directions(), strict=True)]


@lru_cache(maxsize=1)
def directions() -> tuple[FloatPoint, ...]:
    """The rays, counter-clockwise from east."""
    return tuple((cos(i * STEP), sin(i * STEP)) for i in range(RAYS))


def look(eye: FloatPoint, far: float, rims: Iterable[Rim], bounds: tuple[float, float, float, float]) -> list[float]:
    """How far one gets straight from a point in each direction, inside bounds (west, south, east, north)."""
    ex, ey = eye
    west, south, east, north = bounds
    seen = [far] * RAYS
    if ex - far < west or ex + far > east or ey - far < south or ey + far > north:
        for i, (dx, dy) in enumerate(directions()):
            across = (east - ex) / dx if dx > 1e-9 else (west - ex) / dx if dx < -1e-9 else far
            along = (north - ey) / dy if dy > 1e-9 else (south - ey) / dy if dy < -1e-9 else far
            seen[i] = max(0.0, min(far, across, along))
    for rim in rims:
        if hypot(rim.x - ex, rim.y - ey) < far + rim.around:
            _shade(seen, ex, ey, rim.points)
    return seen


def _shade(seen: list[float], ex: float, ey: float, points: Sequence[FloatPoint]) -> None:
    """Shortens every ray that meets a side, and the two rays beside a corner to the corner's distance: so no side reaches in
    between two rays."""
    every = directions()
    px, py = points[-1][0] - ex, points[-1][1] - ey
    bucket = floor(atan2(py, px) / STEP) % RAYS
    for x, y in points:
        qx, qy = x - ex, y - ey
        after = floor(atan2(qy, qx) / STEP) % RAYS
        length = hypot(qx, qy)
        if length < seen[after]:
            seen[after] = length
        if length < seen[(after + 1) % RAYS]:
            seen[(after + 1) % RAYS] = length
        top = px * qy - py * qx
        first, count = (bucket, (after - bucket) % RAYS) if top > 0 else (after, (bucket - after) % RAYS)
        sx, sy = qx - px, qy - py
        for number in range(first + 1, first + count + 1):
            dx, dy = every[number % RAYS]
            bottom = dx * sy - dy * sx
            if bottom:
                cut = top / bottom
                if 0 <= cut < seen[number % RAYS]:
                    seen[number % RAYS] = cut
        px, py, bucket = qx, qy, after


def shade_near(seen: list[float], eye: FloatPoint, shape: Sequence[FloatPoint], radius: float) -> None:
    """Shortens every ray that leads nearer than ``radius`` to a shape (one point: a disc's middle) that a point is about
    that near to already: exact where a rim about the shape would hold the point itself."""
    for i, (dx, dy) in enumerate(directions()):
        for n, (px, py) in enumerate(shape):
            ox, oy = eye[0] - px, eye[1] - py
            seen[i] = min(seen[i], _to_circle(ox, oy, dx, dy, radius))
            if len(shape) > 1:
                qx, qy = shape[n - 1]
                seen[i] = min(seen[i], _to_side(ox, oy, dx, dy, qx - px, qy - py, radius))


def _to_circle(ox: float, oy: float, dx: float, dy: float, radius: float) -> float:
    """How far from o in direction d until the origin is nearer than ``radius``."""
    nearer = ox * dx + oy * dy
    if nearer >= -1e-9:
        return float("inf")
    square = nearer * nearer - (ox * ox + oy * oy - radius * radius)
    return max(0.0, -nearer - sqrt(square)) if square > 1e-6 else float("inf")


def _to_side(ox: float, oy: float, dx: float, dy: float, sx: float, sy: float, radius: float) -> float:
    """How far from o in direction d until the side from the origin to s is nearer than ``radius``, its ends apart."""
    length = hypot(sx, sy)
    nx, ny = -sy / length, sx / length
    off, pace = ox * nx + oy * ny, dx * nx + dy * ny
    if off < 0:
        off, pace = -off, -pace
    if pace >= -1e-9 or off < radius - 1e-6:
        return float("inf")
    far = max(0.0, (off - radius) / -pace)
    along = ((ox + far * dx) * sx + (oy + far * dy) * sy) / length
    return far if 0 <= along <= length else float("inf")


# ------------------------------------------------------------------------------------------------ stretches of rays


def inside_of(
    points: Sequence[FloatPoint], origin: FloatPoint, wanted: Sequence[bool] = (True,) * RAYS
) -> list[list[Stretch]]:
    """For each ray from an origin that is wanted, the stretches of it that lie inside a closed line."""
    cuts: list[list[float]] = [[] for _ in range(RAYS)]
    every = directions()
    ox, oy = origin
    px, py = points[-1][0] - ox, points[-1][1] - oy
    bucket = floor(atan2(py, px) / STEP) % RAYS
    for x, y in points:
        qx, qy = x - ox, y - oy
        after = floor(atan2(qy, qx) / STEP) % RAYS
        if after != bucket:
            top = px * qy - py * qx
            first, count = (bucket, (after - bucket) % RAYS) if top > 0 else (after, (bucket - after) % RAYS)
            sx, sy = qx - px, qy - py
            for number in range(first + 1, first + count + 1):
                ray = number % RAYS
                if wanted[ray]:
                    dx, dy = every[ray]
                    bottom = dx * sy - dy * sx
                    if bottom:
                        cut = top / bottom
                        cuts[ray].append(cut if cut > 0 else 0.0)
        px, py, bucket = qx, qy, after
    return [_pairs(distances) if distances else [] for distances in cuts]


def _pairs(distances: list[float]) -> list[Stretch]:
    """Stretches from one crossing of a closed line to the next, from the origin if that lies inside."""
    if len(distances) % 2:
        distances.append(0.0)
    distances.sort()
    return list(zip(distances[::2], distances[1::2], strict=True))


def across(points: Sequence[FloatPoint], origin: FloatPoint) -> dict[int, Stretch]:
    """For each ray from an origin that meets a convex closed line, its corners counter-clockwise, the stretch of it that lies inside: it
    enters over a side that turns its back on the origin, and leaves over one that does not."""
    enters: dict[int, float] = {}
    leaves: dict[int, float] = {}
    every = directions()
    ox, oy = origin
    px, py = points[-1][0] - ox, points[-1][1] - oy
    bucket = floor(atan2(py, px) / STEP) % RAYS
    for x, y in points:
        qx, qy = x - ox, y - oy
        after = floor(atan2(qy, qx) / STEP) % RAYS
        if after != bucket:
            top = px * qy - py * qx
            first, count = (bucket, (after - bucket) % RAYS) if top > 0 else (after, (bucket - after) % RAYS)
            met = leaves if top > 0 else enters
            sx, sy = qx - px, qy - py
            for number in range(first + 1, first + count + 1):
                ray = number % RAYS
                dx, dy = every[ray]
                bottom = dx * sy - dy * sx
                if bottom:
                    met[ray] = top / bottom
        px, py, bucket = qx, qy, after
    return {ray: (enters.get(ray, 0.0), end) for ray, end in leaves.items()}


def in_circle(
    centre: FloatPoint, radius: float, origin: FloatPoint, wanted: Sequence[bool] = (True,) * RAYS
) -> list[list[Stretch]]:
    """For each ray from an origin that is wanted, the stretch of it that lies in a circle."""
    cx, cy = centre[0] - origin[0], centre[1] - origin[1]
    beyond = cx * cx + cy * cy - radius * radius
    found: list[list[Stretch]] = []
    for (dx, dy), is_wanted in zip(directions(), wanted, strict=True):
        if not is_wanted:
            found.append([])
            continue
        middle = cx * dx + cy * dy
        square = middle * middle - beyond
        root = sqrt(square) if square > 0 else 0.0
        found.append([(max(0.0, middle - root), middle + root)] if root and middle + root > 0 else [])
    return found


def without(stretches: Iterable[Stretch], barred: Sequence[Stretch]) -> list[Stretch]:
    """What is left of stretches."""
    left = list(stretches)
    for low, high in barred:
        left = [
            part
            for a, b in left
            for part in ((a, min(b, low)), (max(a, high), b))
            if part[1] - part[0] > LEAST_STRETCH_MM
        ]
    return left


def together(stretches: list[Stretch]) -> list[Stretch]:
    """Stretches put together where they meet, in order."""
    stretches.sort()
    found: list[Stretch] = []
    for a, b in stretches:
        if found and a <= found[-1][1]:
            found[-1] = (found[-1][0], max(found[-1][1], b))
        else:
            found.append((a, b))
    return found


def shared(one: Sequence[Stretch], two: Sequence[Stretch]) -> list[Stretch]:
    """What lies in both."""
    return [(max(a, c), min(b, d)) for a, b in one for c, d in two if min(b, d) - max(a, c) > LEAST_STRETCH_MM]


# ---------------------------------------------------------------------------------------------------------- outlines

_Vertex = tuple[int, float]


def outlines(rays: Sequence[Sequence[Stretch]], origin: FloatPoint) -> list[list[FloatPoint]]:
    """Closed lines round everything between neighbouring stretches: counter-clockwise round the outside, clockwise round
    holes."""
    follows: dict[_Vertex, _Vertex] = {}
    for i in range(RAYS):
        follows.update(_sector(rays, i))
    loops = []
    every = directions()
    while follows:
        start, at = follows.popitem()
        loop = [start]
        while at != start and at in follows:
            loop.append(at)
            at = follows.pop(at)
        points = [(round(origin[0] + r * every[i][0], 1), round(origin[1] + r * every[i][1], 1)) for i, r in loop]
        if abs(area(points)) > 1:
            loops.append(points)
    return loops


def area(points: Sequence[FloatPoint]) -> float:
    """The area inside a closed line, below 0 if it runs clockwise."""
    return sum(points[i - 1][0] * y - points[i - 1][1] * x for i, (x, y) in enumerate(points)) / 2


def _sector(rays: Sequence[Sequence[Stretch]], i: int) -> Iterator[tuple[_Vertex, _Vertex]]:
    """The sides of what lies between a ray and the next: along the far ends forwards, along the near ends back."""
    j = (i + 1) % RAYS
    pairs = [(p, q) for p in rays[i] for q in rays[j] if min(p[1], q[1]) > max(p[0], q[0])]
    for n, (p, q) in enumerate(pairs):
        before, after = pairs[n - 1] if n else None, pairs[n + 1] if n + 1 < len(pairs) else None
        low_i, low_j, high_i, high_j = p[0], q[0], p[1], q[1]
        if before and before[0] is p:
            low_i = _split(p, before[1], q)
        if before and before[1] is q:
            low_j = _split(q, before[0], p)
        if after and after[0] is p:
            high_i = _split(p, q, after[1])
        if after and after[1] is q:
            high_j = _split(q, p, after[0])
        yield (i, high_i), (j, high_j)
        yield (j, low_j), (i, low_i)
    for p in rays[i]:
        if not any(pair[0] is p for pair in pairs):
            yield (i, p[1]), (i, p[0])
    for q in rays[j]:
        if not any(pair[1] is q for pair in pairs):
            yield (j, q[0]), (j, q[1])


def _split(whole: Stretch, lower: Stretch, upper: Stretch) -> float:
    """Where a stretch is divided between two neighbours: in the middle of the gap between them."""
    return min(whole[1], max(whole[0], (lower[1] + upper[0]) / 2))
