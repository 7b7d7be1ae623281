"""How far a base gets, as an outline to draw: a shape that bends round obstacles and leaves out where it may not stop.

It never decides anything: whether a path is allowed is judged exactly elsewhere. The outline lies inside the truth, a little,
never outside: it looks out from the start, then round each corner in sight with what is left of the length, nearest corners
first, as paths of whole millimetres with no leg shorter than the least would go (``rays`` does the looking).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from math import atan2, ceil, cos, hypot, pi, sin
from typing import Final, NamedTuple

from app.boards import rays
from app.boards.rays import FloatPoint, Rim, Stretch, View

MOST_CORNERS: Final = 16
"""Corners looked round at most; enough for a crowded table, and a bound for the time it takes."""

MARGIN_MM: Final = 0.1
"""Kept from everything, so that rounding what is drawn takes nobody outside."""
OFF_RIM_MM: Final = 1.5
"""How far from a rim a corner is turned, so that the turn can be a whole place."""
ARC: Final = pi / 6
"""The rim about a corner is drawn by sides of at most this turn."""
SHARP: Final = 0.6 * pi
"""The turn from which on a corner is gone round in two turns."""
DISC_SIDES: Final = 14
DISC_CORNERS: Final = 8
WORTH_TRYING: Final = 12
"""Places about a corner of which one at least must be new, or it is not looked round."""


class Shapes(NamedTuple):
    """Polygons by their corners, and discs as (x, y, radius); the length unit is the table's."""

    polygons: Sequence[Sequence[tuple[int, int]]] = ()
    discs: Sequence[tuple[int, int, int]] = ()


class Ground(NamedTuple):
    """Where a base of a radius may go: on the ``table`` (width, height), past ``blockers`` but not over them. It may pass over
    ``no_stop`` but not end there, nor, for the ``rooms``, in their walls; ``within`` is a polygon its centre stays inside."""

    table: tuple[int, int]
    radius: int
    blockers: Shapes = Shapes()
    no_stop: Shapes = Shapes()
    rooms: Sequence[Sequence[tuple[int, int]]] = ()
    within: Sequence[tuple[int, int]] | None = None


class Reach(NamedTuple):
    """One part of what is in reach: its outline, and the holes in it."""

    outline: tuple[FloatPoint, ...]
    holes: tuple[tuple[FloatPoint, ...], ...]


class _Eye(NamedTuple):
    """A view from the start or from a turn, and the length of the way there."""

    view: View
    spent: int


class _Corner(NamedTuple):
    """A whole place just off a corner of what cannot be passed, and the corners before and after it."""

    at: FloatPoint
    before: FloatPoint
    after: FloatPoint

    def is_passed(self, dx: float, dy: float) -> bool:
        """Whether a taut string that comes in that direction would not bend here: the shape lies on both sides of it."""
        side = dx * (self.before[1] - self.at[1]) - dy * (self.before[0] - self.at[0])
        other = dx * (self.after[1] - self.at[1]) - dy * (self.after[0] - self.at[0])
        clearly = 2 * OFF_RIM_MM * hypot(dx, dy)
        return min(side, other) < -clearly and max(side, other) > clearly


class _Land(NamedTuple):
    """What every look needs: the lines that stop it, the walls it stays within, and the bounds of the table."""

    rims: Sequence[Rim]
    walls: Rim | None
    bounds: tuple[float, float, float, float]

    def look(self, at: FloatPoint, far: float, *, but: Sequence[Rim] = ()) -> list[float]:
        """How far one gets straight from a place."""
        stops = [rim for rim in self.rims if rim not in but]
        return rays.look(at, far, [*stops, self.walls] if self.walls else stops, self.bounds)

    def is_open(self, at: FloatPoint) -> bool:
        """Whether one can be at a place."""
        west, south, east, north = self.bounds
        if not (west <= at[0] <= east and south <= at[1] <= north) or (self.walls and not self.walls.holds(at)):
            return False
        return not any(rim.holds(at) for rim in self.rims)

    def is_clear(self, a: FloatPoint, b: FloatPoint) -> bool:
        """Whether nothing stands between two places."""
        if any(rim.is_crossed(a, b) for rim in self.rims):
            return False
        return self.walls is None or not self.walls.is_crossed(a, b)


def reach(
    start: tuple[int, int], limits_mm: Sequence[int], ground: Ground, *, least_leg_mm: int = 1
) -> tuple[tuple[Reach, ...], ...]:
    """For each limit where the centre of a base may end with a path not longer than that. Legs of a path of several are at
    least ``least_leg_mm`` long; every leg counts in whole millimetres, rounded up."""
    origin = (float(start[0]), float(start[1]))
    eyes = _eyes(origin, max(limits_mm), ground, least_leg_mm)
    barred = _no_stop(origin, ground)
    return tuple(_within(origin, limit, eyes, barred, least_leg_mm) for limit in limits_mm)


def turns(
    start: tuple[int, int], longest_mm: int, ground: Ground, *, least_leg_mm: int = 1
) -> tuple[tuple[int, int], ...]:
    """The places at which the ways turn that the outline is drawn from, the nearest first."""
    eyes = _eyes((float(start[0]), float(start[1])), longest_mm, ground, least_leg_mm)
    return tuple((round(eye.view.x), round(eye.view.y)) for eye in eyes[1:])


def _within(
    origin: FloatPoint, limit: int, eyes: Sequence[_Eye], barred: Sequence[Sequence[Stretch]], least: int
) -> tuple[Reach, ...]:
    """What is in reach with one limit: the union of all views, as far as the length lasts."""
    found: list[list[Stretch]] = [
        [(0.0, min(length, limit - MARGIN_MM))] if length > rays.LEAST_STRETCH_MM else []
        for length in eyes[0].view.seen
    ]
    for eye in eyes[1:]:
        left = limit - eye.spent - MARGIN_MM
        if left > least:
            _add(found, origin, eye.view, left, least, limit)
    whole = [rays.without(each, barred[i]) for i, each in enumerate(found)]
    calm = [rays.shared(rays.shared(whole[i - 1], whole[i]), whole[(i + 1) % rays.RAYS]) for i in range(rays.RAYS)]
    loops = rays.outlines(calm, origin)
    holes = [loop for loop in loops if rays.area(loop) < 0]
    return tuple(
        Reach(tuple(loop), tuple(tuple(hole) for hole in holes if Rim.of(loop).holds(hole[0])))
        for loop in loops
        if rays.area(loop) > 0
    )


def _add(found: list[list[Stretch]], origin: FloatPoint, view: View, left: float, least: int, limit: int) -> None:
    """Adds what is seen from a turn, but not what is nearer to it than a leg may be short; nor to rays that are seen whole."""
    wanted = [len(each) != 1 or each[0][0] > 0 or each[0][1] < limit - rays.LEAST_STRETCH_MM for each in found]
    clipped = view._replace(seen=[length if length < left else left for length in view.seen])
    inside = rays.inside_of(clipped.ends(), origin, wanted)
    near = rays.in_circle((view.x, view.y), least + 0.5, origin, [bool(stretches) for stretches in inside])
    for i, stretches in enumerate(inside):
        if not stretches:
            continue
        dx, dy = rays.directions()[i]
        for a, b in rays.without(stretches, near[i]):
            middle = (a + b) / 2
            if clipped.holds((origin[0] + middle * dx, origin[1] + middle * dy)):
                found[i] = rays.together([*found[i], (a, b)])


# ------------------------------------------------------------------------------------------------------------- turns


def _eyes(origin: FloatPoint, longest: int, ground: Ground, least: int) -> list[_Eye]:
    """The start and every turn worth making, the nearest first."""
    rims = [rim for rim in _rims(ground) if hypot(rim.x - origin[0], rim.y - origin[1]) < longest + rim.around]
    edge = ground.radius + MARGIN_MM / 2
    walls = Rim.of([(float(x), float(y)) for x, y in ground.within]) if ground.within else None
    land = _Land(rims, walls, (edge, edge, ground.table[0] - edge, ground.table[1] - edge))
    corners = [each for each in _corners(ground) if hypot(each.at[0] - origin[0], each.at[1] - origin[1]) < longest]
    eyes = [_Eye(View(*origin, _from_start(origin, longest, ground, land)), 0)]
    known: set[FloatPoint] = set()
    waiting: list[tuple[int, FloatPoint]] = []
    _turns(eyes[0], longest, land, corners, waiting, least)
    while waiting and len(eyes) <= MOST_CORNERS:
        spent, at = heappop(waiting)
        if at in known:
            continue
        known.add(at)
        if land.is_open(at) and _shows_more(eyes, at, longest - spent, least, land):
            eyes.append(_Eye(View(*at, land.look(at, longest - spent)), spent))
            _turns(eyes[-1], longest, land, corners, waiting, least)
    return eyes


def _from_start(origin: FloatPoint, longest: int, ground: Ground, land: _Land) -> list[float]:
    """What is seen from the start, which may touch what it cannot pass."""
    touching = [rim for rim in land.rims if rim.holds(origin)]
    seen = land.look(origin, longest - MARGIN_MM, but=touching)
    if touching:
        for shape, size in _grown_shapes(ground.blockers, ground.radius):
            if Rim.of(_rim_about(shape, size + MARGIN_MM)).holds(origin):
                rays.shade_near(seen, origin, shape, size)
    return seen


def _turns(
    eye: _Eye,
    longest: int,
    land: _Land,
    corners: Sequence[_Corner],
    waiting: list[tuple[int, FloatPoint]],
    least: int,
) -> None:
    """Puts on the waiting list every corner in sight that a way would bend round, and a place beyond it, where the leg is
    long enough to turn."""
    x, y = eye.view.x, eye.view.y
    for corner in corners:
        dx, dy = corner.at[0] - x, corner.at[1] - y
        length = hypot(dx, dy)
        if not 0 < length < longest - eye.spent - least or corner.is_passed(dx, dy):
            continue
        if not eye.view.holds(corner.at) and not land.is_clear((x, y), corner.at):
            continue
        beyond = least + 2 if length < least else length + least / 2
        further = (float(round(x + dx / length * beyond)), float(round(y + dy / length * beyond)))
        for turn in (corner.at, further):
            leg = hypot(turn[0] - x, turn[1] - y)
            if (
                leg >= least
                and eye.spent + ceil(leg) < longest - least
                and (turn is corner.at or land.is_clear((x, y), further))
            ):
                heappush(waiting, (eye.spent + ceil(leg), turn))


def _shows_more(eyes: Sequence[_Eye], at: FloatPoint, left: float, least: int, land: _Land) -> bool:
    """Whether some place about a turn is in no view yet."""
    if left <= least:
        return False
    west, south, east, north = land.bounds
    for n in range(WORTH_TRYING):
        for share in (0.1, 0.6):
            far = least + share * (left - least)
            x, y = at[0] + far * cos(n * 2 * pi / WORTH_TRYING), at[1] + far * sin(n * 2 * pi / WORTH_TRYING)
            is_new = west < x < east and south < y < north and not any(eye.view.holds((x, y)) for eye in eyes)
            if is_new and land.is_open((x, y)):
                return True
    return False


# ------------------------------------------------------------------------------------------------------------ shapes


def _grown_shapes(shapes: Shapes, radius: int) -> Iterator[tuple[Sequence[FloatPoint], float]]:
    """Shapes with how near to them the centre of a base may come; a disc is its middle."""
    for points in shapes.polygons:
        yield [(float(x), float(y)) for x, y in _counter_clockwise(points)], float(radius)
    for x, y, size in shapes.discs:
        yield [(float(x), float(y))], float(size + radius)


def _rims(ground: Ground) -> Iterator[Rim]:
    """Where the centre of a base cannot be."""
    for shape, size in _grown_shapes(ground.blockers, ground.radius):
        yield Rim.of(_rim_about(shape, size + MARGIN_MM))


def _no_stop(origin: FloatPoint, ground: Ground) -> list[list[Stretch]]:
    """For each ray where the base may pass but not stop."""
    barred: list[list[Stretch]] = [[] for _ in range(rays.RAYS)]
    for shape, size in _grown_shapes(ground.no_stop, ground.radius):
        for i, stretches in enumerate(rays.inside_of(_rim_about(shape, size + MARGIN_MM), origin)):
            barred[i] += stretches
    for room, _ in _grown_shapes(Shapes(ground.rooms), 0):
        inner = rays.inside_of(room, origin)
        for i, stretches in enumerate(rays.inside_of(_rim_about(room, ground.radius + MARGIN_MM), origin)):
            free = [(a + MARGIN_MM, b - MARGIN_MM) for a, b in inner[i]]
            barred[i] += rays.without(stretches, free)
    return barred


def _rim_about(shape: Sequence[FloatPoint], size: float) -> list[FloatPoint]:
    """A line about a shape (one point: a disc's middle) that nowhere comes nearer to it than ``size``: round its corners by
    sides that touch the circle about the corner."""
    if len(shape) == 1:
        far = size / cos(pi / DISC_SIDES)
        (x, y), turn = shape[0], 2 * pi / DISC_SIDES
        return [(x + far * cos(n * turn), y + far * sin(n * turn)) for n in range(DISC_SIDES)]
    rim: list[FloatPoint] = []
    for i, (x, y) in enumerate(shape):
        first, second = _outwards(shape[i - 1], (x, y)), _outwards((x, y), shape[(i + 1) % len(shape)])
        turn = (second - first + pi) % (2 * pi) - pi
        if turn < 0:
            far = size / cos(turn / 2)
            rim.append((x + far * cos(first + turn / 2), y + far * sin(first + turn / 2)))
            continue
        parts = max(1, ceil(turn / ARC))
        far = size / cos(turn / parts / 2)
        for part in range(parts):
            angle = first + turn * (part + 0.5) / parts
            rim.append((x + far * cos(angle), y + far * sin(angle)))
    return rim


def _corners(ground: Ground) -> Iterator[_Corner]:
    """Where ways turn: about the outer corners of what cannot be passed, and inside a room about those that point into it."""
    for shape, size in _grown_shapes(ground.blockers, ground.radius):
        yield from (
            _disc_corners(shape[0], size + OFF_RIM_MM) if len(shape) == 1 else _shape_corners(shape, size + OFF_RIM_MM)
        )
    if ground.within is not None:
        room = [(float(x), float(y)) for x, y in reversed(_counter_clockwise(ground.within))]
        yield from _shape_corners(room, 2)


def _disc_corners(middle: FloatPoint, size: float) -> Iterator[_Corner]:
    far = size / cos(pi / DISC_CORNERS)
    ring = [
        (middle[0] + far * cos(2 * pi * n / DISC_CORNERS), middle[1] + far * sin(2 * pi * n / DISC_CORNERS))
        for n in range(DISC_CORNERS)
    ]
    for n, at in enumerate(ring):
        yield _Corner(_whole(at), ring[n - 1], ring[(n + 1) % DISC_CORNERS])


def _shape_corners(shape: Sequence[FloatPoint], size: float) -> Iterator[_Corner]:
    """One place for each outer corner, two if it is sharp."""
    for i, (x, y) in enumerate(shape):
        before, after = shape[i - 1], shape[(i + 1) % len(shape)]
        first = _outwards(before, (x, y))
        turn = (_outwards((x, y), after) - first + pi) % (2 * pi) - pi
        parts = 0 if turn <= 0 else 1 if turn < SHARP else 2
        for part in range(parts):
            angle, far = first + turn * (part + 0.5) / parts, size / cos(turn / parts / 2)
            yield _Corner(_whole((x + far * cos(angle), y + far * sin(angle))), before, after)


def _whole(at: FloatPoint) -> FloatPoint:
    return (float(round(at[0])), float(round(at[1])))


def _counter_clockwise(points: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    return list(points) if rays.area(points) > 0 else list(reversed(points))


def _outwards(a: FloatPoint, b: FloatPoint) -> float:
    """The direction that leads out of a counter-clockwise polygon across its side a-b."""
    return atan2(a[0] - b[0], b[1] - a[1])
