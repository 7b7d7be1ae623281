"""Sight: how much of an upright axis solid terrain hides, and how deep soft terrain lies on the line (TD-SEE, TD-COV).

What is looked at is the axis of the target, from its feet to its head; the eye is the top of the viewer (TD-SEE-03). A piece that the line
crosses in plan hides a stretch of heights of the axis: those that rays from the eye through the piece lead to (*Board and geometry*, 4).
Sight is all round (TD-SEE-02).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import isqrt
from typing import Final, NamedTuple

from app.boards import convex, plane
from app.boards.measured import round_half_away
from app.boards.plane import Fraction, Stretch
from app.systems.tierras_distantes.book.kinds import NM_PER_MM
from app.systems.tierras_distantes.book.tables import Rules
from app.systems.tierras_distantes.space.land import Block, Body, Land

BEYOND: Final = 10**30
"""Higher than anything: what a ray that goes straight up leads to."""
SAME_POINT: Final = NM_PER_MM
"""Nearer than this in plan, one is over the other (TD-SEE-08)."""

Heights = tuple[int, int]
"""A stretch of heights of the axis, from lower to higher."""


class Shadow(NamedTuple):
    """What a piece hides of the axis: from where to where."""

    by: str
    low: int
    high: int

    @property
    def depth(self) -> int:
        """How much that is."""
        return self.high - self.low


class Sighting(NamedTuple):
    """What is seen of a target, in nanometres: hidden by terrain, showing (bodies counted if they block), soft terrain on the line; the
    bonus of its cover and the id of the piece that gives it; and each piece's part."""

    visible: bool
    hidden: int
    showing: int
    soft: int
    cover: int
    cover_by: str | None
    shadows: tuple[Shadow, ...]
    woods: tuple[str, ...]


def sight(rules: Rules, land: Land, viewer: Body, target: Body, bodies: Iterable[Body] = ()) -> Sighting:
    """What a viewer sees of a target (TD-SEE-04, TD-SEE-05, TD-SEE-06) and its cover (TD-COV-01, TD-COV-02, TD-COV-03, TD-COV-04, TD-COV-06).
    ``bodies`` are the other living miniatures: they hide only where ``minis_block_sight`` says so, and cover nobody (TD-SEE-07)."""
    constants = rules.constants
    woods: tuple[str, ...] = ()
    blockers: Sequence[Heights] = ()
    if _is_same_point(viewer, target):
        shadows, soft = _over_one_another(land, viewer, target), 0
    else:
        near = land.near(viewer.at, target.at, 0)
        shadows = _shadows(near, viewer, target)
        soft, woods = _soft(near, viewer, target)
        blockers = _behind_bodies(viewer, target, bodies) if rules.options.minis_block_sight else ()
    hidden = _union([(shadow.low, shadow.high) for shadow in shadows])
    dark = _union([*((shadow.low, shadow.high) for shadow in shadows), *blockers]) if blockers else hidden
    showing = target.height - dark
    cover, by = _cover(rules, land, target, hidden, soft, shadows, woods)
    visible = showing >= constants.see_min_nm and soft <= constants.soft_block_nm
    return Sighting(visible, hidden, showing, soft, cover, by, shadows, woods)


def culprit(rules: Rules, seen: Sighting) -> str | None:
    """What is most in the way of a target that is not seen: woods that are too deep where enough of it would show, else the piece that hides
    most of it; ``None`` if it is bodies (TD-SEE-05, TD-SEE-06)."""
    if seen.showing >= rules.constants.see_min_nm:
        return next(iter(seen.woods), None)
    return max(seen.shadows, key=lambda shadow: shadow.depth).by if seen.shadows else None


def burst_cover(rules: Rules, land: Land, point: Body, target: Body) -> Sighting:
    """The cover of a target against a burst, seen from a little above its point (TD-AREA-06). One that stands at the very point has only what
    its ground gives."""
    eye = point._replace(height=rules.constants.burst_height_nm)
    if not _is_same_point(eye, target):
        return sight(rules, land, eye, target)
    return ground_cover(land, target)


def ground_cover(land: Land, target: Body) -> Sighting:
    """What the ground that a target stands in gives it, whoever looks (TD-COV-02)."""
    cover, by = _inside(land, target)
    return Sighting(True, 0, target.height, 0, cover, by, (), ())


def sees_point(rules: Rules, land: Land, viewer: Body, point: Body) -> bool:
    """Whether a viewer sees a point of area fire: the place 1.0 cm above it is not hidden, with soft terrain of at most 10 cm on the way;
    bodies never hide it (TD-AREA-02)."""
    above = rules.constants.burst_height_nm
    if _is_same_point(viewer, point):
        return not _over_one_another(land, viewer, point._replace(height=above))
    spot = point._replace(z=point.z + above, height=0)
    near = land.near(viewer.at, spot.at, 0)
    if any(low < spot.z < high for _, low, high in _stretches(near, viewer, spot)):
        return False
    return _soft(near, viewer, spot)[0] <= rules.constants.soft_block_nm


def _is_same_point(one: Body, two: Body) -> bool:
    return (one.x - two.x) ** 2 + (one.y - two.y) ** 2 < SAME_POINT * SAME_POINT


def _over_one_another(land: Land, viewer: Body, target: Body) -> tuple[Shadow, ...]:
    """One over the other: only a floor between the lower one's head and the higher one's feet hides, and then everything (TD-SEE-08)."""
    lower, higher = (viewer, target) if viewer.z < target.z else (target, viewer)
    return tuple(
        Shadow(block.id, target.z, target.head)
        for block in land.solids
        if block.z0 >= lower.head and block.z1 <= higher.z and block.covers(target.at)
    )


# ------------------------------------------------------------------------------------------------------ solid terrain


def _shadows(near: Sequence[Block], viewer: Body, target: Body) -> tuple[Shadow, ...]:
    """What each piece near the line hides of the axis, in order; pieces that hide nothing are left out."""
    found = []
    for block, low, high in _stretches(near, viewer, target):
        low, high = _cut(low, high, target)
        if low < high:
            found.append(Shadow(block.id, low, high))
    return tuple(found)


def _stretches(near: Sequence[Block], viewer: Body, target: Body) -> list[tuple[Block, int, int]]:
    """Each solid piece that the line crosses, with the open stretch of heights above the target that it hides
    (*Board and geometry*, 4)."""
    a, b, eye = viewer.at, target.at, viewer.head
    found = []
    for block in near:
        part = convex.part_inside(a, b, block.shape) if block.ground.solid else None
        if part is not None:
            found.append((block, *_hidden_heights(block.z0 - eye, block.z1 - eye, part, eye)))
    return found


def _hidden_heights(bottom: int, top: int, part: Stretch, eye: int) -> Heights:
    """The heights that a body between ``bottom`` and ``top`` above the eye hides, if the line crosses it along a part."""
    start, end = part
    low = _ray(bottom, start if bottom < 0 else end)
    high = _ray(top, start if top > 0 else end)
    return eye + low, eye + high


def _ray(rise: int, t: Fraction) -> int:
    """How far above the eye a ray is at the target that is ``rise`` above it at t, to the nearest nanometre (TD-GEN-07)."""
    if t[0] == 0:
        return 0 if rise == 0 else BEYOND if rise > 0 else -BEYOND
    return round_half_away(rise * t[1], t[0])


def _cut(low: int, high: int, target: Body) -> Heights:
    """What lies on the axis of a stretch of heights."""
    return max(low, target.z), min(high, target.head)


def _union(stretches: list[Heights]) -> int:
    """How long some stretches are together."""
    total, upto = 0, None
    for low, high in sorted(stretches):
        if upto is None or low > upto:
            total += high - low
            upto = high
        elif high > upto:
            total += high - upto
            upto = high
    return total


def _behind_bodies(viewer: Body, target: Body, bodies: Iterable[Body]) -> list[Heights]:
    """What other bodies hide of the axis, like solid cylinders crossed along their chords (TD-SEE-07)."""
    a, b, eye = viewer.at, target.at, viewer.head
    found = []
    for body in bodies:
        part = convex.part_in_disc(a, b, body.at, body.radius)
        if part is not None:
            low, high = _cut(*_hidden_heights(body.z - eye, body.head - eye, part, eye), target)
            if low < high:
                found.append((low, high))
    return found


# ------------------------------------------------------------------------------------------------------- soft terrain


def _soft(near: Sequence[Block], viewer: Body, target: Body) -> tuple[int, tuple[str, ...]]:
    """How deep soft terrain is on the straight line from the eye to the head of the target, measured in plan, and the pieces
    (*Board and geometry*, 5)."""
    a, b, eye = viewer.at, target.at, viewer.head
    rise = target.head - eye
    top, bottom = 0, 1
    names = []
    for block in near:
        part = convex.part_inside(a, b, block.shape) if block.ground.soft else None
        part = None if part is None else _between(part, eye, rise, block)
        if part is not None:
            (n1, d1), (n2, d2) = part
            top, bottom = top * d1 * d2 + (n2 * d1 - n1 * d2) * bottom, bottom * d1 * d2
            names.append(block.id)
    if top == 0:
        return 0, ()
    return _rounded_root(plane.squared_distance(a, b) * top * top, bottom * bottom), tuple(names)


def _between(part: Stretch, eye: int, rise: int, block: Block) -> Stretch | None:
    """The part of a part of the line in which it is between the bottom and the top of a piece."""
    start, end = part
    if rise == 0:
        return part if block.z0 <= eye < block.z1 else None
    size = abs(rise)
    low, high = sorted(((block.z0 - eye) * size // rise, (block.z1 - eye) * size // rise))
    start, end = _later(start, (low, size)), _earlier(end, (high, size))
    return (start, end) if start[0] * end[1] < end[0] * start[1] else None


def _later(one: Fraction, two: Fraction) -> Fraction:
    return one if one[0] * two[1] >= two[0] * one[1] else two


def _earlier(one: Fraction, two: Fraction) -> Fraction:
    return one if one[0] * two[1] <= two[0] * one[1] else two


def _rounded_root(top: int, bottom: int) -> int:
    """The square root of a fraction, to the nearest whole number, halves up."""
    return (isqrt(4 * top // bottom) + 1) // 2


# -------------------------------------------------------------------------------------------------------------- cover


def _cover(
    rules: Rules,
    land: Land,
    target: Body,
    hidden: int,
    soft: int,
    shadows: Sequence[Shadow],
    woods: Sequence[str],
) -> tuple[int, str | None]:
    """The greatest bonus, once, and the piece that gives it (TD-COV-01, TD-COV-02, TD-COV-03, TD-COV-04, TD-COV-06)."""
    constants = rules.constants
    best, by = _inside(land, target)
    if best >= constants.cover_bonus:
        return best, by
    if hidden >= constants.cover_min_nm:
        return constants.cover_bonus, max(shadows, key=lambda shadow: shadow.depth).by
    if soft >= constants.soft_cover_nm:
        return constants.cover_bonus, woods[0]
    return best, by


def _inside(land: Land, target: Body) -> tuple[int, str | None]:
    """What flat ground gives whoever stands in it, from every side (TD-COV-02)."""
    best, by = 0, None
    for block in land.shelters:
        if block.ground.inside_cover > best and block.z0 == target.z and block.covers(target.at):
            best, by = block.ground.inside_cover, block.id
    return best, by
