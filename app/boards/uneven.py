"""How far a base gets over heights and slow ground, as an outline to draw.

Like ``reach``, it never decides anything and errs to the inside. It looks out from the start and round corners; but what lies between two
neighbouring rays, a wedge, is gone along from the eye outwards: what every way in the wedge is on, and what some may be on, at which heights
they may be there, what is in the way at any of those, and at what pace. A wedge ends where some way in it might be stopped.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from heapq import heappop, heappush
from itertools import pairwise
from math import atan2, cos, floor, hypot
from typing import Final, NamedTuple

from app.boards import rays
from app.boards.rays import RAYS, STEP, FloatPoint, Rim, Stretch, View
from app.boards.reach import Reach, add, outlined
from app.boards.rims import MARGIN_MM, OFF_RIM_MM, Corner, disc_corners, rim_about, shape_corners

MOST_EYES: Final = 6
"""Places looked out from at most, the start among them: a bound for the time it takes."""
FAR: Final = 1e9
ON_TABLE: Final = (0.0,)
"""The height of the table."""
FLAT: Final = cos(STEP / 2)
"""How much nearer than at both rays something may be between them."""


class Slab(NamedTuple):
    """A piece of ground: its corners, counter-clockwise, its bottom and top. ``solid``: one steps on it, or it is in the way; ``stand``: one may
    stop on it; ``slow``, ``barred``: whoever is in it at its level is slowed, or cannot be there."""

    points: Sequence[FloatPoint]
    bottom: float
    top: float
    solid: bool = False
    stand: bool = True
    slow: bool = False
    barred: bool = False


class Pillar(NamedTuple):
    """A body: the middle of its base, its radius, its feet and its head."""

    x: float
    y: float
    radius: float
    bottom: float
    top: float


class Walker(NamedTuple):
    """Who walks: where from, how wide and how high, and what height he steps up or down."""

    x: float
    y: float
    z: float
    radius: float
    height: float
    step: float


class Uneven(NamedTuple):
    """Where one walks: a ``table`` (width, height), ground, bodies that cannot be passed and bodies that may be passed but not stopped on; a way
    in slow ground counts ``slowness`` times."""

    table: tuple[float, float]
    slabs: Sequence[Slab]
    blockers: Sequence[Pillar] = ()
    no_stop: Sequence[Pillar] = ()
    slowness: float = 2


class Run(NamedTuple):
    """A part of a wedge: from where to where, at which heights one may be there, the cost of the way to its beginning, and the pace."""

    start: float
    end: float
    levels: tuple[float, ...]
    spent: float
    pace: float


class _Met(NamedTuple):
    """Something in a wedge: where some way may be on it (in it, nearer to it than one may come), and where all are."""

    thing: Slab | Pillar
    is_foot: bool
    start: float
    end: float
    all_from: float = FAR
    all_to: float = -FAR


class _Shape(NamedTuple):
    """Something one meets, with the lines about it: of the ground itself a little farther out and a little farther in, and where one comes too
    near, if one may; that line is about a ``core``, with a distance."""

    thing: Slab | Pillar
    outer: Sequence[FloatPoint]
    inner: Sequence[FloatPoint]
    rim: Rim
    is_near: bool
    core: Sequence[FloatPoint]
    distance: float


class _Eye(NamedTuple):
    """A place looked out from: the cost of the way there, and what every wedge about it is like."""

    x: float
    y: float
    spent: float
    wedges: Sequence[Sequence[Run]]


def reach(walker: Walker, limits_mm: Sequence[float], uneven: Uneven) -> tuple[tuple[Reach, ...], ...]:
    """For each limit where the centre of a base may end with a path that costs no more."""
    origin = (walker.x, walker.y)
    eyes = _eyes(walker, max(limits_mm), uneven)
    barred = _no_stop(walker, uneven, {z for eye in eyes for runs in eye.wedges for run in runs for z in run.levels})
    return tuple(_within(origin, limit, eyes, barred) for limit in limits_mm)


def turns(walker: Walker, longest_mm: float, uneven: Uneven) -> tuple[tuple[int, int], ...]:
    """The places at which the ways turn that the outline is drawn from, the cheapest first."""
    return tuple((round(eye.x), round(eye.y)) for eye in _eyes(walker, longest_mm, uneven)[1:])


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


def _eyes(walker: Walker, longest: float, uneven: Uneven) -> list[_Eye]:
    """The start and the corners worth turning at, the cheapest first."""
    corners = [
        corner
        for corner in _corners(walker, uneven)
        if hypot(corner.at[0] - walker.x, corner.at[1] - walker.y) < longest
    ]
    shapes = _shapes(walker, uneven)
    eyes: list[_Eye] = []
    known: set[FloatPoint] = set()
    waiting: list[tuple[float, FloatPoint, float]] = [(0.0, (walker.x, walker.y), walker.z)]
    while waiting and len(eyes) < MOST_EYES:
        spent, (x, y), z = heappop(waiting)
        if (x, y) in known:
            continue
        known.add((x, y))
        here = walker._replace(x=x, y=y, z=z)
        eye = _Eye(x, y, spent, _wedges(here, longest - spent, uneven, shapes, is_start=not eyes))
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


def _corners(walker: Walker, uneven: Uneven) -> Iterator[Corner]:
    """Where ways turn: about what may be in the way, and about slow and barred ground."""
    for slab in uneven.slabs:
        if slab.slow or slab.barred:
            yield from shape_corners(slab.points, OFF_RIM_MM)
        elif slab.solid and slab.top > walker.step:
            yield from shape_corners(slab.points, walker.radius + OFF_RIM_MM)
    for pillar in uneven.blockers:
        yield from disc_corners((pillar.x, pillar.y), pillar.radius + walker.radius + OFF_RIM_MM)


def _no_stop(walker: Walker, uneven: Uneven, levels: Iterable[float]) -> list[list[Stretch]]:
    """For each ray from the start where one may pass but not stop: over friends, and on what cannot be stood on, at any height come to."""
    origin, heights = (walker.x, walker.y), sorted(levels)
    barred: list[list[Stretch]] = [[] for _ in range(RAYS)]
    rims = [
        rim_about([(each.x, each.y)], each.radius + walker.radius + MARGIN_MM)
        for each in uneven.no_stop
        if any(z < each.top and each.bottom < z + walker.height for z in heights)
    ]
    rims += [
        rim_about(slab.points, MARGIN_MM)
        for slab in uneven.slabs
        if slab.solid and not slab.stand and slab.top in heights
    ]
    for rim in rims:
        for i, stretches in enumerate(rays.inside_of(rim, origin)):
            barred[i] += stretches
    return barred


# ------------------------------------------------------------------------------------------------------------ wedges


def _shapes(walker: Walker, uneven: Uneven) -> list[_Shape]:
    """Everything one may meet, with its lines."""
    found = []
    for slab in uneven.slabs:
        rim = Rim.of(rim_about(slab.points, walker.radius + MARGIN_MM))
        outer, inner = rim_about(slab.points, MARGIN_MM), _shrunk(slab.points)
        may_be_near = slab.solid and slab.top > walker.step
        found.append(_Shape(slab, outer, inner, rim, may_be_near, slab.points, walker.radius))
    for pillar in uneven.blockers:
        core, size = [(pillar.x, pillar.y)], pillar.radius + walker.radius
        found.append(_Shape(pillar, (), (), Rim.of(rim_about(core, size + MARGIN_MM)), True, core, size))
    return found


def _wedges(
    walker: Walker, longest: float, uneven: Uneven, shapes: Sequence[_Shape], *, is_start: bool
) -> list[Sequence[Run]]:
    """What lies between each ray and the next, as far as a way may lead."""
    met: list[list[_Met]] = [[] for _ in range(RAYS)]
    eye = (walker.x, walker.y)
    for shape in shapes:
        rim = shape.rim
        if hypot(rim.x - eye[0], rim.y - eye[1]) > longest + rim.around:
            continue
        if shape.outer:
            _meet(met, eye, shape.thing, shape.outer, shape.inner)
        if not shape.is_near:
            continue
        if is_start and rim.holds(eye) and not Rim.of(shape.core).holds(eye):
            _meet_touched(met, eye, shape)
        else:
            _meet(met, eye, shape.thing, rim.points, ())
    edge = walker.radius + MARGIN_MM / 2
    width, height = uneven.table
    bounds = rays.look(eye, longest, (), (edge, edge, width - edge, height - edge))
    open_ground = walker.z <= walker.step
    found: list[Sequence[Run]] = []
    for i, things in enumerate(met):
        far = min(bounds[i], bounds[(i + 1) % RAYS])
        if things:
            found.append(_runs(walker, things, far, uneven.slowness))
        else:
            found.append((Run(0.0, far, ON_TABLE, 0.0, 1.0),) if open_ground else ())
    return found


def _meet_touched(met: list[list[_Met]], eye: FloatPoint, shape: _Shape) -> None:
    """What the start touches, beside it and inside its rim: there counts where one comes nearer to it."""
    nearer = [FAR] * RAYS
    rays.shade_near(nearer, eye, shape.core, shape.distance)
    for i in range(RAYS):
        start = min(nearer[i], nearer[(i + 1) % RAYS])
        if start < FAR:
            met[i].append(_Met(shape.thing, False, max(0.0, start - MARGIN_MM), FAR))


def _meet(
    met: list[list[_Met]],
    eye: FloatPoint,
    thing: Slab | Pillar,
    outer: Sequence[FloatPoint],
    inner: Sequence[FloatPoint],
) -> None:
    """Notes in every wedge where a convex shape begins and ends in it, at its rays and at the corners between them; and where all of the
    wedge is on a piece of ground, if that is what the shape is."""
    spans = rays.inside_of(outer, eye)
    well = rays.inside_of(inner, eye) if inner else ()
    between: dict[int, list[float]] = {}
    for x, y in outer:
        dx, dy = x - eye[0], y - eye[1]
        between.setdefault(floor(atan2(dy, dx) / STEP) % RAYS, []).append(hypot(dx, dy))
    crossed = [i for i, span in enumerate(spans) if span]
    for i in {*crossed, *((i - 1) % RAYS for i in crossed), *between}:
        j = (i + 1) % RAYS
        found = [t for span in (*spans[i], *spans[j]) for t in span] + between.get(i, [])
        start, end = min(found) * FLAT, max(found)
        if well and well[i] and well[j]:
            (one, one_end), (two, two_end) = well[i][0], well[j][0]
            met[i].append(_Met(thing, True, start, end, max(one, two), min(one_end, two_end) * FLAT))
        else:
            met[i].append(_Met(thing, bool(inner), start, end))


def _shrunk(points: Sequence[FloatPoint]) -> list[FloatPoint]:
    """A convex shape within another one, nowhere nearer than the margin to its sides."""
    x, y = sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points)
    gaps = [
        abs((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / hypot(bx - ax, by - ay)
        for (ax, ay), (bx, by) in zip(points, (*points[1:], points[0]), strict=True)
    ]
    share = 1 - min(1.0, MARGIN_MM / min(gaps))
    return [(x + share * (px - x), y + share * (py - y)) for px, py in points]


def _runs(walker: Walker, met: Sequence[_Met], far: float, slowness: float) -> tuple[Run, ...]:
    """Goes along a wedge until something may stop a way in it."""
    cuts = {0.0, far}
    for each in met:
        cuts.update(t for t in (each.start, each.end, each.all_from, each.all_to) if 0 < t < far)
    ordered = sorted(cuts)
    runs: list[Run] = []
    levels: tuple[float, ...] = (walker.z,)
    spent = 0.0
    for start, end in pairwise(ordered):
        here = [each for each in met if each.start < end and each.end > start]
        found = _levels(walker, levels, here, start, end)
        if found is None or _is_stopped(walker, found, here):
            break
        levels = found
        pace = slowness if _is_slow(levels, here) else 1.0
        runs.append(Run(start, end, levels, spent, pace))
        spent += (end - start) * pace
    return tuple(runs)


def _levels(
    walker: Walker, levels: tuple[float, ...], here: Sequence[_Met], start: float, end: float
) -> tuple[float, ...] | None:
    """The heights at which one may be, of those one may come at; ``None`` if one of them would be too deep a drop."""
    under = [each for each in here if each.is_foot and isinstance(each.thing, Slab) and each.thing.solid]
    if not under:
        return ON_TABLE if levels[-1] <= walker.step else None
    found: set[float] = set()
    waiting = list(levels)
    while waiting:
        z = waiting.pop()
        tops = [(each, each.thing.top) for each in under if each.thing.top <= z + walker.step]
        base = max((top for each, top in tops if each.all_from <= start and each.all_to >= end), default=0.0)
        if base < z - walker.step:
            return None
        for level in {base, *(top for _, top in tops if top > base)}:
            if level not in found:
                found.add(level)
                waiting.append(level)
    return tuple(sorted(found))


def _is_stopped(walker: Walker, levels: Sequence[float], here: Sequence[_Met]) -> bool:
    """Whether something is in the way of one at any of these heights."""
    for each in here:
        thing = each.thing
        if isinstance(thing, Pillar):
            stops = any(z < thing.top and thing.bottom < z + walker.height for z in levels)
        elif each.is_foot:
            stops = thing.barred and _holds(thing, levels)
        else:
            stops = any(thing.top > z + walker.step and thing.bottom < z + walker.height for z in levels)
        if stops:
            return True
    return False


def _is_slow(levels: Sequence[float], here: Sequence[_Met]) -> bool:
    """Whether the ground slows one at any of these heights."""
    return any(
        each.is_foot and isinstance(each.thing, Slab) and each.thing.slow and _holds(each.thing, levels)
        for each in here
    )


def _holds(slab: Slab, levels: Iterable[float]) -> bool:
    """Whether one is in a piece of ground at any of these heights: at its bottom, or below its top."""
    return any(slab.bottom == z or slab.bottom <= z < slab.top for z in levels)
