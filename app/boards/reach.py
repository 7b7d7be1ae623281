"""How far a base gets, as an outline to draw: a shape that bends round obstacles and leaves out where it may not stop.

It never decides anything: whether a path is allowed is judged exactly elsewhere. The outline lies inside the truth, a little,
never outside: it looks out from the start, then round each corner in sight with what is left of the length, nearest corners
first, as paths of whole millimetres with no leg shorter than the least would go (``rays`` does the looking).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from math import ceil, cos, hypot, pi, sin
from typing import Final, NamedTuple

from app.boards import rays
from app.boards.rays import FloatPoint, Rim, Stretch, View
from app.boards.rims import MARGIN_MM, OFF_RIM_MM, Corner, counter_clockwise, disc_corners, rim_about, shape_corners

MOST_CORNERS: Final = 16
"""Corners looked round at most; enough for a crowded table, and a bound for the time it takes."""

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
            add(found, origin, eye.view, left, least, limit)
    return outlined(found, barred, origin)


def outlined(
    found: Sequence[Sequence[Stretch]], barred: Sequence[Sequence[Stretch]], origin: FloatPoint
) -> tuple[Reach, ...]:
    """The outlines of what lies along the rays from an origin and between them, but for what is barred."""
    whole = [rays.without(each, barred[i]) for i, each in enumerate(found)]
    calm = [rays.shared(rays.shared(whole[i - 1], whole[i]), whole[(i + 1) % rays.RAYS]) for i in range(rays.RAYS)]
    loops = rays.outlines(calm, origin)
    holes = [loop for loop in loops if rays.area(loop) < 0]
    return tuple(
        Reach(tuple(loop), tuple(tuple(hole) for hole in holes if Rim.of(loop).holds(hole[0])))
        for loop in loops
        if rays.area(loop) > 0
    )


def add(found: list[list[Stretch]], origin: FloatPoint, view: View, left: float, least: int, limit: int) -> None:
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
            if Rim.of(rim_about(shape, size + MARGIN_MM)).holds(origin):
                rays.shade_near(seen, origin, shape, size)
    return seen


def _turns(
    eye: _Eye,
    longest: int,
    land: _Land,
    corners: Sequence[Corner],
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
        yield [(float(x), float(y)) for x, y in counter_clockwise(points)], float(radius)
    for x, y, size in shapes.discs:
        yield [(float(x), float(y))], float(size + radius)


def _rims(ground: Ground) -> Iterator[Rim]:
    """Where the centre of a base cannot be."""
    for shape, size in _grown_shapes(ground.blockers, ground.radius):
        yield Rim.of(rim_about(shape, size + MARGIN_MM))


def _no_stop(origin: FloatPoint, ground: Ground) -> list[list[Stretch]]:
    """For each ray where the base may pass but not stop."""
    barred: list[list[Stretch]] = [[] for _ in range(rays.RAYS)]
    for shape, size in _grown_shapes(ground.no_stop, ground.radius):
        for i, stretches in enumerate(rays.inside_of(rim_about(shape, size + MARGIN_MM), origin)):
            barred[i] += stretches
    for room, _ in _grown_shapes(Shapes(ground.rooms), 0):
        inner = rays.inside_of(room, origin)
        for i, stretches in enumerate(rays.inside_of(rim_about(room, ground.radius + MARGIN_MM), origin)):
            free = [(a + MARGIN_MM, b - MARGIN_MM) for a, b in inner[i]]
            barred[i] += rays.without(stretches, free)
    return barred


def _corners(ground: Ground) -> Iterator[Corner]:
    """Where ways turn: about the outer corners of what cannot be passed, and inside a room about those that point into it."""
    for shape, size in _grown_shapes(ground.blockers, ground.radius):
        yield from (
            disc_corners(shape[0], size + OFF_RIM_MM) if len(shape) == 1 else shape_corners(shape, size + OFF_RIM_MM)
        )
    if ground.within is not None:
        room = [(float(x), float(y)) for x, y in reversed(counter_clockwise(ground.within))]
        yield from shape_corners(room, 2)
