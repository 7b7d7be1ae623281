"""Wedges: what lies between two neighbouring rays over heights and slow ground, gone along from an eye outwards.

What every way in a wedge is on, and what some may be on, at which heights they may be there, what is in the way at any of those, and at what
pace. A wedge ends where some way in it might be stopped. ``uneven`` draws with them; like ``rays``, they use floats and err to the inside.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import atan2, cos, floor, hypot
from typing import Final, NamedTuple

from app.boards import rays
from app.boards.rays import RAYS, STEP, FloatPoint, Rim, Stretch
from app.boards.rims import MARGIN_MM, rim_about

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


class Shape(NamedTuple):
    """Something one meets, with a line about it, and the heights at which that line stops one, or what is inside slows one; ``top`` is what
    one steps on, with a line a little ``inner``. What must not be come near to keeps a ``distance`` from its ``core``."""

    thing: Slab | Pillar
    rim: Rim
    stops: frozenset[float] = frozenset()
    slows: frozenset[float] = frozenset()
    top: float | None = None
    inner: Sequence[FloatPoint] = ()
    core: Sequence[FloatPoint] = ()
    distance: float = 0.0


class _Going:
    """How one goes on over shapes, which have numbers; what is asked again in another wedge is remembered."""

    __slots__ = ("_known", "shapes", "slowness", "walker")

    def __init__(self, walker: Walker, shapes: Sequence[Shape], slowness: float) -> None:
        self.walker: Final = walker
        self.shapes: Final = shapes
        self.slowness: Final = slowness
        self._known: Final[dict[tuple[tuple[float, ...], tuple[int, ...]], tuple[tuple[float, ...], float]]] = {}

    def on(self, levels: tuple[float, ...], here: tuple[int, ...]) -> tuple[tuple[float, ...], float]:
        """The heights at which one may be, come to at ``levels``, and the pace; no heights where one might be stopped. ``here`` are twice
        the numbers of the shapes that one may be on, one more of those that one surely is on."""
        found = self._known.get((levels, here))
        if found is None:
            found = self._known[levels, here] = self._onto(levels, here)
        return found

    def _onto(self, levels: tuple[float, ...], here: tuple[int, ...]) -> tuple[tuple[float, ...], float]:
        step, among = self.walker.step, [self.shapes[code // 2] for code in here]
        maybe = [shape.top for shape in among if shape.top is not None]
        if maybe:
            surely = [top for code in here if code % 2 and (top := self.shapes[code // 2].top) is not None]
            levels = _levels(step, levels, maybe, surely)
        else:
            levels = ON_TABLE if levels[-1] <= step else ()
        if not all(shape.stops.isdisjoint(levels) for shape in among):
            return (), 1.0
        is_free = all(shape.slows.isdisjoint(levels) for shape in among)
        return levels, 1.0 if is_free else self.slowness


class _Met(NamedTuple):
    """Something in a wedge, by its number: where some way may be in its line, and where all ways are in its inner one."""

    number: int
    start: float
    end: float
    all_from: float = FAR
    all_to: float = -FAR


def heights(walker: Walker, slabs: Iterable[Slab]) -> tuple[float, ...]:
    """The heights that a walker may ever come to, by steps from one surface to another, wherever they are."""
    tops = {0.0, *(slab.top for slab in slabs if slab.solid)}
    found, waiting = {walker.z}, [walker.z]
    while waiting:
        z = waiting.pop()
        for top in tops - found:
            if abs(top - z) <= walker.step:
                found.add(top)
                waiting.append(top)
    return tuple(sorted(found))


def shapes(walker: Walker, uneven: Uneven, levels: Sequence[float]) -> list[Shape]:
    """Everything that one may meet at some heights, with its lines."""
    found = []
    for slab in uneven.slabs:
        if slab.solid:
            stops = frozenset(z for z in levels if slab.top > z + walker.step and slab.bottom < z + walker.height)
            if stops:
                rim = Rim.of(rim_about(slab.points, walker.radius + MARGIN_MM))
                found.append(Shape(slab, rim, stops, core=slab.points, distance=walker.radius))
            if slab.top in levels:
                rim = Rim.of(rim_about(slab.points, MARGIN_MM))
                found.append(Shape(slab, rim, top=slab.top, inner=_shrunk(slab.points)))
            continue
        inside = frozenset(z for z in levels if slab.bottom == z or slab.bottom <= z < slab.top)
        if inside and (slab.slow or slab.barred):
            nowhere: frozenset[float] = frozenset()
            rim = Rim.of(rim_about(slab.points, MARGIN_MM))
            found.append(Shape(slab, rim, inside if slab.barred else nowhere, inside if slab.slow else nowhere))
    for pillar in uneven.blockers:
        stops = frozenset(z for z in levels if z < pillar.top and pillar.bottom < z + walker.height)
        if stops:
            core, size = [(pillar.x, pillar.y)], pillar.radius + walker.radius
            found.append(Shape(pillar, Rim.of(rim_about(core, size + MARGIN_MM)), stops, core=core, distance=size))
    return found


def wedges(
    walker: Walker, longest: float, uneven: Uneven, known: Sequence[Shape], *, levels: int, is_start: bool
) -> list[Sequence[Run]]:
    """What lies between each ray and the next, as far as a way may lead; what stops one at every one of so many ``levels`` is looked at first."""
    eye = (walker.x, walker.y)
    near = [each for each in known if hypot(each.rim.x - eye[0], each.rim.y - eye[1]) <= longest + each.rim.around]
    touched = [each for each in near if is_start and _is_beside(each, eye)]
    edge = walker.radius + MARGIN_MM / 2
    width, height = uneven.table
    hard = [each.rim for each in near if len(each.stops) == levels and each not in touched]
    seen = rays.look(eye, longest, hard, (edge, edge, width - edge, height - edge))
    met: list[list[_Met]] = [[] for _ in range(RAYS)]
    for number, each in enumerate(near):
        if each in touched:
            _meet_touched(met, eye, number, each)
        elif len(each.stops) < levels:
            _meet(met, eye, number, each)
    going = _Going(walker, near, uneven.slowness)
    stands = walker.z <= walker.step
    found: list[Sequence[Run]] = []
    for i, things in enumerate(met):
        far = min(seen[i], seen[(i + 1) % RAYS])
        if things:
            found.append(_runs(going, things, far))
        else:
            found.append((Run(0.0, far, ON_TABLE, 0.0, 1.0),) if stands else ())
    return found


def _is_beside(shape: Shape, eye: FloatPoint) -> bool:
    """Whether an eye is inside the rim of what it must not come nearer to, but not on it."""
    return bool(shape.core) and shape.rim.holds(eye) and not Rim.of(shape.core).holds(eye)


def _meet_touched(met: list[list[_Met]], eye: FloatPoint, number: int, shape: Shape) -> None:
    """What the start touches: there counts where one comes nearer to it."""
    nearer = [FAR] * RAYS
    rays.shade_near(nearer, eye, shape.core, shape.distance)
    for i in range(RAYS):
        start = min(nearer[i], nearer[(i + 1) % RAYS])
        if start < FAR:
            met[i].append(_Met(number, max(0.0, start - MARGIN_MM), FAR))


def _meet(met: list[list[_Met]], eye: FloatPoint, number: int, shape: Shape) -> None:
    """Notes in every wedge where a convex shape begins and ends in it, and where all of the wedge is on a piece of ground."""
    well = rays.across(shape.inner, eye) if shape.inner else {}
    for i, (start, end) in parts(shape.rim.points, eye):
        one, two = well.get(i), well.get((i + 1) % RAYS)
        if one and two:
            met[i].append(_Met(number, start, end, max(one[0], two[0]), min(one[1], two[1]) * FLAT))
        else:
            met[i].append(_Met(number, start, end))


def parts(points: Sequence[FloatPoint], eye: FloatPoint) -> Iterator[tuple[int, Stretch]]:
    """Every wedge about an eye in which some way may be in a convex line, and from where to where: at its rays and at the corners between them."""
    ends = rays.across(points, eye)
    corners: dict[int, list[float]] = {}
    for x, y in points:
        dx, dy = x - eye[0], y - eye[1]
        corners.setdefault(floor(atan2(dy, dx) / STEP) % RAYS, []).append(hypot(dx, dy))
    for i in {*ends, *((ray - 1) % RAYS for ray in ends), *corners}:
        start, end = _both(ends.get(i), ends.get((i + 1) % RAYS))
        if i in corners:
            start, end = min(start, *corners[i]), max(end, *corners[i])
        yield i, (start * FLAT, end)


def _both(one: Stretch | None, two: Stretch | None) -> Stretch:
    """From where to where two neighbouring rays are in something that either may miss."""
    if one is None or two is None:
        return one or two or (FAR, 0.0)
    return (one[0] if one[0] < two[0] else two[0], one[1] if one[1] > two[1] else two[1])


def _shrunk(points: Sequence[FloatPoint]) -> list[FloatPoint]:
    """A convex shape within another one, nowhere nearer than the margin to its sides."""
    x, y = sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points)
    gaps = [
        abs((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / hypot(bx - ax, by - ay)
        for (ax, ay), (bx, by) in zip(points, (*points[1:], points[0]), strict=True)
    ]
    share = 1 - min(1.0, MARGIN_MM / min(gaps))
    return [(x + share * (px - x), y + share * (py - y)) for px, py in points]


def _runs(going: _Going, met: Sequence[_Met], far: float) -> tuple[Run, ...]:
    """Goes along a wedge until something may stop a way in it."""
    walker = going.walker
    met = [each for each in met if each.start < far]
    if all(going.shapes[each.number].top is None for each in met):
        return _on_table(going, met, far) if walker.z <= walker.step else ()
    cuts = {0.0, far}
    for _, *ends in met:
        cuts.update(t for t in ends if 0 < t < far)
    runs: list[Run] = []
    levels: tuple[float, ...] = (walker.z,)
    spent = 0.0
    for start, end in pairwise(sorted(cuts)):
        here = [
            2 * number + (all_from <= start and all_to >= end)
            for number, begins, ends, all_from, all_to in met
            if begins < end and ends > start
        ]
        levels, pace = going.on(levels, tuple(here))
        if not levels:
            break
        runs.append(Run(start, end, levels, spent, pace))
        spent += (end - start) * pace
    return tuple(runs)


def _on_table(going: _Going, met: Sequence[_Met], far: float) -> tuple[Run, ...]:
    """Goes along a wedge in which nothing is stepped on."""
    slow = []
    for each in met:
        shape = going.shapes[each.number]
        if 0.0 in shape.stops:
            far = min(far, each.start)
        if 0.0 in shape.slows:
            slow.append((each.start, each.end))
    runs: list[Run] = []
    at, spent = 0.0, 0.0
    for start, end in rays.together(slow):
        if start >= far:
            break
        if start > at:
            runs.append(Run(at, start, ON_TABLE, spent, 1.0))
            spent += start - at
        at = min(end, far)
        runs.append(Run(start, at, ON_TABLE, spent, going.slowness))
        spent += (at - start) * going.slowness
    if at < far:
        runs.append(Run(at, far, ON_TABLE, spent, 1.0))
    return tuple(runs)


def _levels(
    step: float, levels: tuple[float, ...], maybe: Sequence[float], surely: Sequence[float]
) -> tuple[float, ...]:
    """The heights at which one may be, of those one may come at, among tops that one may be on and tops that one is on in any case; none if
    one of them would be too deep a drop."""
    found: set[float] = set()
    waiting = list(levels)
    while waiting:
        z = waiting.pop()
        base = max((top for top in surely if top <= z + step), default=0.0)
        if base < z - step:
            return ()
        for level in (base, *(top for top in maybe if base < top <= z + step)):
            if level not in found:
                found.add(level)
                waiting.append(level)
    return tuple(sorted(found))
