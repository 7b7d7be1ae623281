"""How far a base gets over heights and slow ground, as an outline to draw.

Like ``reach``, it never decides anything and errs to the inside. It looks out from the start and round corners, wedge by wedge (``wedges``).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from heapq import heappop, heappush
from math import atan2, floor, hypot
from typing import Final, NamedTuple

from app.boards import rays
from app.boards.rays import RAYS, STEP, FloatPoint, Rim, Stretch, View
from app.boards.reach import Reach, add, outlined
from app.boards.rims import MARGIN_MM, OFF_RIM_MM, Corner, disc_corners, rim_about, shape_corners
from app.boards.wedges import FAR, Pillar, Run, Shape, Slab, Uneven, Walker, heights, parts, shapes, wedges

MOST_EYES: Final = 8
"""Places looked out from at most, the start among them: a bound for the time it takes."""
ON_RAY: Final = 1e-6
"""A way that leads so nearly along a ray lies in both wedges beside it, and may take the better one."""
MOST_STOPS: Final = 6
"""Places more at most, beside those whom no way may be left off on."""
OFF_MM: Final = 5.0
"""How far from a body a way turns about it: so far that the wedge which leads there from afar is clear."""


class _Eye(NamedTuple):
    """A place looked out from: the cost of the way there, what every wedge about it is like, where one may not stop in each, and the cost at
    which the way there may have been left off last."""

    x: float
    y: float
    spent: float
    wedges: Sequence[Sequence[Run]]
    barred: Sequence[Sequence[Stretch]]
    stop: float


class _Turn(NamedTuple):
    """A corner to look out from: the cost of the way there, where it is, and the cost at which that way may have been left off last."""

    spent: float
    at: FloatPoint
    z: float
    stop: float


class _Land(NamedTuple):
    """What every look needs: the ground, all that one may meet on it, the number of heights, lines about where one may not stop, and the
    most that a part of a way may cost."""

    uneven: Uneven
    met: Sequence[Shape]
    levels: int
    no_stop: Sequence[Rim]
    part: float

    def look(self, here: Walker, spent: float, longest: float, stop: float, *, is_start: bool) -> _Eye:
        """The view from a place."""
        runs = wedges(here, longest - spent, self.uneven, self.met, levels=self.levels, is_start=is_start)
        barred: list[list[Stretch]] = [[] for _ in range(RAYS)]
        if spent < self.part < FAR:
            for rim in self.no_stop:
                for i, stretch in parts(rim.points, (here.x, here.y)):
                    barred[i].append(stretch)
        return _Eye(here.x, here.y, spent, runs, [rays.together(each) for each in barred], stop)

    def stop(self, eye: _Eye, wedge: int, far: float = FAR) -> float:
        """The cost at which a way that leads so far out may be left off last, before a part of it would cost too much."""
        if eye.spent >= self.part or self.part == FAR:
            return eye.stop
        runs = eye.wedges[wedge]
        far = min(far, _far(runs, self.part - eye.spent))
        for start, end in reversed(eye.barred[wedge]):
            if start < far < end:
                far = start
        return eye.spent + _cost(runs, far) if far > 0 else eye.stop

    def stop_at(self, eye: _Eye, wedge: int, at: FloatPoint, far: float, cost: float) -> float:
        """The same of a way that leads to a place: there itself, if one may stop on it in time."""
        if cost <= self.part and not any(rim.holds(at) for rim in self.no_stop):
            return cost
        return self.stop(eye, wedge, far)

    def beside(self, walker: Walker) -> list[Corner]:
        """Places round those whom straight ways out of the start lead over when they are to be left off: one stops there instead."""
        found: list[Corner] = []
        for each in self.uneven.no_stop:
            size = each.radius + walker.radius
            if abs(hypot(each.x - walker.x, each.y - walker.y) - self.part) < size:
                found += disc_corners((each.x, each.y), size + OFF_MM)
        return found

    def most(self, eye: _Eye, wedge: int) -> float:
        """What a way that goes on in a wedge may cost in all."""
        return self.stop(eye, wedge) + self.part


def reach(
    walker: Walker, limits_mm: Sequence[float], uneven: Uneven, *, part_mm: float = FAR
) -> tuple[tuple[Reach, ...], ...]:
    """For each limit where the centre of a base may end with a path that costs no more. A path that costs more than ``part_mm`` is gone in two
    parts of at most so much, between which one must be able to stop."""
    origin, longest = (walker.x, walker.y), max(limits_mm)
    land = _land(walker, longest, uneven, part_mm)
    eyes = _eyes(walker, longest, land)
    barred = _barred(origin, land.no_stop)
    return tuple(_within(origin, limit, eyes, barred, land) for limit in limits_mm)


def turns(walker: Walker, longest_mm: float, uneven: Uneven) -> tuple[tuple[int, int], ...]:
    """The places at which the ways turn that the outline is drawn from, the cheapest first."""
    eyes = _eyes(walker, longest_mm, _land(walker, longest_mm, uneven, FAR))
    return tuple((round(eye.x), round(eye.y)) for eye in eyes[1:])


def _land(walker: Walker, longest: float, uneven: Uneven, part: float) -> _Land:
    uneven = _nearby(walker, longest, uneven)
    levels = heights(walker, uneven.slabs)
    met = [
        shape
        for shape in shapes(walker, uneven, levels)
        if hypot(shape.rim.x - walker.x, shape.rim.y - walker.y) <= longest + shape.rim.around
    ]
    return _Land(uneven, met, len(levels), _no_stop(walker, uneven, levels), part if part < longest else FAR)


def _nearby(walker: Walker, longest: float, uneven: Uneven) -> Uneven:
    """The ground without the pieces that are too far away to be met, to whose heights one never comes."""

    def is_near(slab: Slab) -> bool:
        rim = Rim.of(slab.points)
        return hypot(rim.x - walker.x, rim.y - walker.y) <= longest + walker.radius + MARGIN_MM + rim.around

    return uneven._replace(slabs=[slab for slab in uneven.slabs if is_near(slab)])


def _within(
    origin: FloatPoint, limit: float, eyes: Sequence[_Eye], barred: Sequence[Sequence[Stretch]], land: _Land
) -> tuple[Reach, ...]:
    """What is in reach with one limit: what is seen from all eyes, as far as the cost allows."""
    found: list[list[Stretch]] = [
        [(0.0, far)] if far > rays.LEAST_STRETCH_MM else [] for far in _seen(eyes[0], limit, land)
    ]
    for eye in eyes[1:]:
        if limit - eye.spent - MARGIN_MM > rays.LEAST_STRETCH_MM:
            add(found, origin, View(eye.x, eye.y, _seen(eye, limit, land)), FAR, 0, int(limit))
    return outlined(found, barred, origin)


def _seen(eye: _Eye, limit: float, land: _Land) -> list[float]:
    """How far one gets along each ray until all of the way costs so much: in both wedges beside it."""
    spent = eye.spent + MARGIN_MM
    far = [_far(runs, min(limit, land.most(eye, i)) - spent) for i, runs in enumerate(eye.wedges)]
    return [min(far[i - 1], far[i]) for i in range(RAYS)]


def _far(runs: Sequence[Run], left: float) -> float:
    """How far one gets in a wedge for a cost."""
    for run in runs:
        if run.spent + (run.end - run.start) * run.pace > left:
            return max(0.0, run.start + (left - run.spent) / run.pace)
    return runs[-1].end if runs else 0.0


def _cost(runs: Sequence[Run], far: float) -> float:
    """What it costs to get so far in a wedge."""
    run = next((run for run in runs if far <= run.end), runs[-1])
    return run.spent + (far - run.start) * run.pace


# -------------------------------------------------------------------------------------------------------------- eyes


def _eyes(walker: Walker, longest: float, land: _Land) -> list[_Eye]:
    """The start and the corners worth turning at, the cheapest first."""
    beside = land.beside(walker)
    corners = [corner for shape in land.met for corner in _corners(walker, shape)]
    most = MOST_EYES + min(len(beside), MOST_STOPS)
    eyes: list[_Eye] = []
    known: set[FloatPoint] = set()
    waiting: list[_Turn] = [_Turn(0.0, (walker.x, walker.y), walker.z, 0.0)]
    while waiting and len(eyes) < most:
        spent, (x, y), z, stop = heappop(waiting)
        if (x, y) in known:
            continue
        known.add((x, y))
        eye = land.look(walker._replace(x=x, y=y, z=z), spent, longest, stop, is_start=not eyes)
        for corner in corners if eyes else (*corners, *beside):
            _wait(waiting, eye, corner, land)
        eyes.append(eye)
    return eyes


def _wait(waiting: list[_Turn], eye: _Eye, corner: Corner, land: _Land) -> None:
    """Puts a corner on the waiting list if a straight way leads there and would bend there, at a height that is certain."""
    dx, dy = corner.at[0] - eye.x, corner.at[1] - eye.y
    length = hypot(dx, dy)
    if length < 1 or corner.is_passed(dx, dy):
        return
    turn = atan2(dy, dx) / STEP
    for wedge in {floor(turn - ON_RAY) % RAYS, floor(turn + ON_RAY) % RAYS}:
        run = next((run for run in eye.wedges[wedge] if run.start <= length <= run.end), None)
        if run is not None and len(run.levels) == 1:
            cost = eye.spent + run.spent + (length - run.start) * run.pace
            stop = land.stop_at(eye, wedge, corner.at, length, cost)
            if cost < stop + land.part:
                heappush(waiting, _Turn(cost + MARGIN_MM, corner.at, run.levels[0], stop))


def _corners(walker: Walker, shape: Shape) -> Iterable[Corner]:
    """Where ways turn: about what may be in the way, and about slow and barred ground."""
    if isinstance(shape.thing, Pillar):
        return disc_corners((shape.thing.x, shape.thing.y), shape.distance + OFF_MM)
    if shape.core:
        return shape_corners(shape.core, walker.radius + OFF_RIM_MM)
    return () if shape.top is not None else shape_corners(shape.thing.points, OFF_RIM_MM)


def _no_stop(walker: Walker, uneven: Uneven, levels: Sequence[float]) -> list[Rim]:
    """Lines about where one may pass but not stop: over friends, and on what cannot be stood on, at any height come to."""
    rims = [
        rim_about([(each.x, each.y)], each.radius + walker.radius + MARGIN_MM)
        for each in uneven.no_stop
        if any(z < each.top and each.bottom < z + walker.height for z in levels)
    ]
    rims += [
        rim_about(slab.points, MARGIN_MM)
        for slab in uneven.slabs
        if slab.solid and not slab.stand and slab.top in levels
    ]
    return [Rim.of(rim) for rim in rims]


def _barred(origin: FloatPoint, no_stop: Iterable[Rim]) -> list[list[Stretch]]:
    """For each ray from the start where one may not stop."""
    barred: list[list[Stretch]] = [[] for _ in range(RAYS)]
    for rim in no_stop:
        for i, stretches in enumerate(rays.inside_of(rim.points, origin)):
            barred[i] += stretches
    return barred
