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
from app.boards.wedges import FAR, Pillar, Run, Shape, Slab, Uneven, Walker, heights, shapes, wedges

MOST_EYES: Final = 6
"""Places looked out from at most, the start among them: a bound for the time it takes."""


class _Eye(NamedTuple):
    """A place looked out from: the cost of the way there, and what every wedge about it is like."""

    x: float
    y: float
    spent: float
    wedges: Sequence[Sequence[Run]]


def reach(walker: Walker, limits_mm: Sequence[float], uneven: Uneven) -> tuple[tuple[Reach, ...], ...]:
    """For each limit where the centre of a base may end with a path that costs no more."""
    origin, longest = (walker.x, walker.y), max(limits_mm)
    uneven = _nearby(walker, longest, uneven)
    levels = heights(walker, uneven.slabs)
    eyes = _eyes(walker, longest, uneven, levels)
    barred = _no_stop(walker, uneven, levels)
    return tuple(_within(origin, limit, eyes, barred) for limit in limits_mm)


def turns(walker: Walker, longest_mm: float, uneven: Uneven) -> tuple[tuple[int, int], ...]:
    """The places at which the ways turn that the outline is drawn from, the cheapest first."""
    uneven = _nearby(walker, longest_mm, uneven)
    eyes = _eyes(walker, longest_mm, uneven, heights(walker, uneven.slabs))
    return tuple((round(eye.x), round(eye.y)) for eye in eyes[1:])


def _nearby(walker: Walker, longest: float, uneven: Uneven) -> Uneven:
    """The ground without the pieces that are too far away to be met, to whose heights one never comes."""

    def is_near(slab: Slab) -> bool:
        rim = Rim.of(slab.points)
        return hypot(rim.x - walker.x, rim.y - walker.y) <= longest + walker.radius + MARGIN_MM + rim.around

    return uneven._replace(slabs=[slab for slab in uneven.slabs if is_near(slab)])


def _within(
    origin: FloatPoint, limit: float, eyes: Sequence[_Eye], barred: Sequence[Sequence[Stretch]]
) -> tuple[Reach, ...]:
    """What is in reach with one limit: what is seen from all eyes, as far as the cost allows."""
    found: list[list[Stretch]] = [
        [(0.0, far)] if far > rays.LEAST_STRETCH_MM else [] for far in _seen(eyes[0], limit - MARGIN_MM)
    ]
    for eye in eyes[1:]:
        left = limit - eye.spent - MARGIN_MM
        if left > rays.LEAST_STRETCH_MM:
            add(found, origin, View(eye.x, eye.y, _seen(eye, left)), FAR, 0, int(limit))
    return outlined(found, barred, origin)


def _seen(eye: _Eye, left: float) -> list[float]:
    """How far one gets along each ray for a cost: in both wedges beside it."""
    far = [_far(runs, left) for runs in eye.wedges]
    return [min(far[i - 1], far[i]) for i in range(RAYS)]


def _far(runs: Sequence[Run], left: float) -> float:
    """How far one gets in a wedge for a cost."""
    for run in runs:
        if run.spent + (run.end - run.start) * run.pace > left:
            return max(0.0, run.start + (left - run.spent) / run.pace)
    return runs[-1].end if runs else 0.0


# -------------------------------------------------------------------------------------------------------------- eyes


def _eyes(walker: Walker, longest: float, uneven: Uneven, levels: Sequence[float]) -> list[_Eye]:
    """The start and the corners worth turning at, the cheapest first."""
    met = [
        shape
        for shape in shapes(walker, uneven, levels)
        if hypot(shape.rim.x - walker.x, shape.rim.y - walker.y) <= longest + shape.rim.around
    ]
    corners = [corner for shape in met for corner in _corners(walker, shape)]
    eyes: list[_Eye] = []
    known: set[FloatPoint] = set()
    waiting: list[tuple[float, FloatPoint, float]] = [(0.0, (walker.x, walker.y), walker.z)]
    while waiting and len(eyes) < MOST_EYES:
        spent, (x, y), z = heappop(waiting)
        if (x, y) in known:
            continue
        known.add((x, y))
        here = walker._replace(x=x, y=y, z=z)
        eye = _Eye(x, y, spent, wedges(here, longest - spent, uneven, met, levels=len(levels), is_start=not eyes))
        eyes.append(eye)
        for corner in corners:
            _wait(waiting, eye, corner)
    return eyes


def _wait(waiting: list[tuple[float, FloatPoint, float]], eye: _Eye, corner: Corner) -> None:
    """Puts a corner on the waiting list if a straight way leads there and would bend there, at a height that is certain."""
    dx, dy = corner.at[0] - eye.x, corner.at[1] - eye.y
    length = hypot(dx, dy)
    if length < 1 or corner.is_passed(dx, dy):
        return
    runs = eye.wedges[floor(atan2(dy, dx) / STEP) % RAYS]
    run = next((run for run in runs if run.start <= length <= run.end), None)
    if run is not None and len(run.levels) == 1:
        cost = eye.spent + run.spent + (length - run.start) * run.pace
        heappush(waiting, (cost + MARGIN_MM, corner.at, run.levels[0]))


def _corners(walker: Walker, shape: Shape) -> Iterable[Corner]:
    """Where ways turn: about what may be in the way, and about slow and barred ground."""
    if isinstance(shape.thing, Pillar):
        return disc_corners((shape.thing.x, shape.thing.y), shape.distance + OFF_RIM_MM)
    if shape.core:
        return shape_corners(shape.core, walker.radius + OFF_RIM_MM)
    return () if shape.top is not None else shape_corners(shape.thing.points, OFF_RIM_MM)


def _no_stop(walker: Walker, uneven: Uneven, levels: Sequence[float]) -> list[list[Stretch]]:
    """For each ray from the start where one may pass but not stop: over friends, and on what cannot be stood on, at any height come to."""
    origin = (walker.x, walker.y)
    barred: list[list[Stretch]] = [[] for _ in range(RAYS)]
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
    for rim in rims:
        for i, stretches in enumerate(rays.inside_of(rim, origin)):
            barred[i] += stretches
    return barred
