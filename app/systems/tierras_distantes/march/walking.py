"""Walking: whether a path may be walked, over which heights it leads and what it costs (TD-MOV, *Board and geometry* 6).

Each straight piece of a path is cut where it enters or leaves a footprint; between two cuts it is over the same pieces all the way, so that
every part is judged once. What is far from a whole piece is not looked at again in its parts.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cmp_to_key
from typing import Final, NamedTuple

from app.boards import convex, plane
from app.boards.convex import ONE, ZERO
from app.boards.measured import Table, ceil_sqrt
from app.boards.plane import Fraction, Point, Stretch
from app.engine import scene
from app.engine.refusal import Fact, Refusal
from app.engine.telling import Line, Ring, Spot
from app.engine.types import RuleId
from app.systems.tierras_distantes.book.kinds import NM_PER_CM, NM_PER_MM
from app.systems.tierras_distantes.book.tables import Rules
from app.systems.tierras_distantes.space.land import (
    Block,
    Body,
    Land,
    impassable,
    is_standing_ground,
    overlapped,
    overlaps_in_height,
    step_of,
    surface,
)

TOO_FAR: Final = RuleId("TD-MOV-01")
TOO_SHORT: Final = RuleId("TD-MOV-02")
TOO_DEEP: Final = RuleId("TD-MOV-06")
IN_THE_WAY: Final = RuleId("TD-MOV-07")
ENEMY_IN_THE_WAY: Final = RuleId("TD-MOV-08")
IMPASSABLE: Final = RuleId("TD-MOV-10")
OFF_THE_TABLE: Final = RuleId("TD-MOV-11")
NO_STANDING: Final = RuleId("TD-MOV-12")
BODIES_OVERLAP: Final = RuleId("TD-MOV-13")

LEAST_MOVE: Final = NM_PER_MM
"""A shorter move is none (TD-MOV-02); not scaled (TD-GEN-02)."""


class Stage(NamedTuple):
    """A part of a straight piece over the same ground: from where to where of it, the height of the feet, and whether it is slow."""

    start: Fraction
    end: Fraction
    z: int
    slow: bool


OPEN: Final = Stage(ZERO, ONE, 0, slow=False)
END: Final = Stage(ONE, ONE, 0, slow=False)
"""A straight piece over the bare table, and its end."""


class Leg(NamedTuple):
    """A straight piece that may be walked: its ends, its parts and its cost."""

    a: Point
    b: Point
    parts: tuple[Stage, ...]
    cost: int


class Walked(NamedTuple):
    """A path that may be walked: where it ends, its pieces and its cost."""

    end: Body
    legs: tuple[Leg, ...]
    cost: int


class Way(NamedTuple):
    """What every step of a walk reads: the ground, who walks, how high a step is, and the enemies."""

    rules: Rules
    land: Land
    body: Body
    step: int
    enemies: Sequence[Body]


def walk(
    rules: Rules,
    land: Land,
    body: Body,
    path: Sequence[Point],
    *,
    allowance: int,
    table: Table | None,
    enemies: Sequence[Body],
) -> Walked | Refusal:
    """The verdict on a path, whose points are the ends of its pieces (TD-MOV-04): the first rule that refuses it (TD-MOV-01 to the place it
    ends on, TD-MOV-12), but for other bodies there (``crowding``). Friends are no hindrance on the way (TD-MOV-08)."""
    pieces = _pieces(body.at, path)
    refusal = _too_short(pieces, body) or _off_the_table(path, body, table)
    if refusal is not None:
        return refusal
    way = Way(rules, land, body, step_of(rules, body), enemies)
    z, legs = body.z, []
    for number, (a, b) in enumerate(pieces, start=1):
        leg = _leg(way, a, b, z, is_last=number == len(pieces))
        if isinstance(leg, Refusal):
            return leg
        legs.append(leg)
        z = leg.parts[-1].z
    return _arrived(way, legs, allowance)


def crowding(body: Body, others: Iterable[Body]) -> Refusal | None:
    """Whether a body has room where it is (TD-MOV-13). Touching somebody does nothing (TD-MOV-14)."""
    other = overlapped(body, others)
    if other is None:
        return None
    return Refusal(BODIES_OVERLAP, {"unit": body.id, "blocker": other.id}, (spot(body), Ring(other.id, "bad")))


def allowance_of(rules: Rules, move: int, *, has_slow_part: bool) -> int:
    """What a walk may cost: less where a whole action suffers from slow ground (TD-MOV-01, TD-MOV-09)."""
    halved = has_slow_part and rules.options.difficult_ground == "whole_action"
    return move // rules.constants.difficult_factor if halved else move


def blocked(rule: RuleId, body: Body, blocker: str, line: tuple[Point, Point] | None = None, **lengths: int) -> Refusal:
    """What refuses because something is in the way."""
    drawn = spot(body) if line is None else Line((millimetres(line[0]), millimetres(line[1])), "bad")
    told = {name: centimetres(length) for name, length in lengths.items()}
    return Refusal(rule, {"unit": body.id, "blocker": blocker, **told}, (drawn, Ring(blocker, "bad")))


def spot(body: Body) -> Spot:
    """A base that cannot be where it is."""
    x, y = millimetres(body.at)
    return Spot(scene.Disc(x, y, body.radius / NM_PER_MM), "bad", outline=True)


def millimetres(point: Point) -> tuple[float, float]:
    """A point as it is drawn."""
    return (point[0] / NM_PER_MM, point[1] / NM_PER_MM)


def centimetres(length: int) -> float:
    """A length as people read it: to a hundredth, upwards, so that what is too long looks too long."""
    return -(-length * 100 // NM_PER_CM) / 100


# ---------------------------------------------------------------------------------------------------- the whole path


def _pieces(start: Point, path: Sequence[Point]) -> list[tuple[Point, Point]]:
    """The straight pieces; a point equal to the one before adds nothing."""
    found, a = [], start
    for b in path:
        if a != b:
            found.append((a, b))
        a = b
    return found


def _too_short(pieces: Sequence[tuple[Point, Point]], body: Body) -> Refusal | None:
    """A move that only wastes the action (TD-MOV-02)."""
    length = 0
    for a, b in pieces:
        length += ceil_sqrt(plane.squared_distance(a, b))
        if length >= LEAST_MOVE:
            return None
    return Refusal(TOO_SHORT, {"unit": body.id})


def _off_the_table(path: Sequence[Point], body: Body, table: Table | None) -> Refusal | None:
    """The whole base stays on the table (TD-MOV-11, TD-BRD-03): if it does at both ends of a piece, it does between them."""
    for x, y in path:
        if table is not None and not table.holds(x, y, body.radius):
            return Refusal(OFF_THE_TABLE, {"unit": body.id}, (spot(body._replace(x=x, y=y)),))
    return None


def _arrived(way: Way, legs: Sequence[Leg], allowance: int) -> Walked | Refusal:
    """What the end allows: the length (TD-MOV-01), and the ground one stops on (TD-MOV-12)."""
    body, cost = way.body, sum(leg.cost for leg in legs)
    has_slow_part = any(part.slow and part.start != part.end for leg in legs for part in leg.parts)
    most = allowance_of(way.rules, allowance, has_slow_part=has_slow_part)
    end = body._replace(x=legs[-1].b[0], y=legs[-1].b[1], z=legs[-1].parts[-1].z)
    if cost > most:
        facts: dict[str, Fact] = {"unit": body.id, "length_cm": centimetres(cost), "reach_cm": centimetres(most)}
        line = tuple(millimetres(point) for point in (legs[0].a, *(leg.b for leg in legs)))
        return Refusal(TOO_FAR, facts, (Line(line, "bad"),))
    if end.z and not is_standing_ground(way.land.at(end.at), end.z):
        return Refusal(NO_STANDING, {"unit": body.id}, (spot(end),))
    return Walked(end, tuple(legs), cost)


# ------------------------------------------------------------------------------------------------- one straight piece


class _Passing(NamedTuple):
    """A straight piece among what is near it: the pieces it runs over, each from one cut to another, the cuts, and what a base that goes
    along it does not clear everywhere."""

    a: Point
    b: Point
    over: Sequence[tuple[Block, int, int]]
    cuts: Sequence[Fraction]
    walls: Sequence[Block]
    enemies: Sequence[Body]


def _leg(way: Way, a: Point, b: Point, z: int, *, is_last: bool) -> Leg | Refusal:
    """A straight piece, part by part (TD-MOV-06, TD-MOV-10, TD-MOV-07, TD-MOV-08); its last part is its very end if the path ends there."""
    passing = _passing(way, a, b)
    if not (z or passing.over or passing.walls or passing.enemies):
        stages = (OPEN, END) if is_last else (OPEN,)
        return Leg(a, b, stages, ceil_sqrt(plane.squared_distance(a, b)))
    last = len(passing.cuts) - 1
    parts = []
    for number in range(last + is_last):
        under = [block for block, first, end in passing.over if first <= number and end > min(number, last - 1)]
        stretch = (passing.cuts[number], passing.cuts[min(number + 1, last)])
        part = _part(way, passing, stretch, under, z)
        if isinstance(part, Refusal):
            return part
        parts.append(part)
        z = part.z
    return Leg(a, b, tuple(parts), _cost(way.rules, a, b, parts))


def _passing(way: Way, a: Point, b: Point) -> _Passing:
    radius = way.body.radius
    near = way.land.near(a, b, radius)
    crossed = [(block, part) for block in near if (part := convex.part_within(a, b, block.shape)) is not None]
    cuts: list[Fraction] = [ZERO, ONE]
    if crossed:
        cuts = _in_order([*cuts, *(t for _, part in crossed for t in part)])
    over = [(block, _place(cuts, part[0]), _place(cuts, part[1])) for block, part in crossed]
    walls = [
        block for block in near if block.ground.solid and not plane.segment_polygon_at_least(a, b, block.shape, radius)
    ]
    enemies = [enemy for enemy in way.enemies if _may_meet(a, b, enemy, radius + enemy.radius)]
    return _Passing(a, b, over, cuts, walls, enemies)


def _may_meet(a: Point, b: Point, enemy: Body, reach: int) -> bool:
    """Whether the base comes nearer to an enemy than it may; boxes first, since most are far away."""
    x, y = enemy.x, enemy.y
    if (a[0] >= x + reach and b[0] >= x + reach) or (a[0] <= x - reach and b[0] <= x - reach):
        return False
    return not plane.point_segment_at_least((x, y), a, b, reach)


def _in_order(cuts: list[Fraction]) -> list[Fraction]:
    """Fractions in order, none twice."""
    cuts.sort(key=cmp_to_key(_difference))
    return [t for i, t in enumerate(cuts) if i == 0 or _difference(cuts[i - 1], t)]


def _difference(one: Fraction, two: Fraction) -> int:
    return one[0] * two[1] - two[0] * one[1]


def _place(cuts: Sequence[Fraction], t: Fraction) -> int:
    return next(number for number, cut in enumerate(cuts) if not _difference(cut, t))


def _part(way: Way, passing: _Passing, stretch: Stretch, under: Sequence[Block], z: int) -> Stage | Refusal:
    """A part over the same pieces all the way, come to at a height: its own, whether it is slow, or what refuses it."""
    body, step = way.body, way.step
    level = surface(under, z, step)
    if level < z - step:
        facts: dict[str, Fact] = {"unit": body.id, "drop_cm": centimetres(z - level), "step_cm": centimetres(step)}
        return Refusal(TOO_DEEP, facts, (_drawn(passing, stretch),))
    pool = impassable(under, level)
    if pool is not None:
        return Refusal(
            IMPASSABLE, {"unit": body.id, "blocker": pool.id}, (_drawn(passing, stretch), Ring(pool.id, "bad"))
        )
    wall = _wall(passing, stretch, body, level, step)
    if wall is not None:
        return blocked(IN_THE_WAY, body, wall.id, (passing.a, passing.b), rise_cm=wall.z1 - level)
    enemy = _enemy(passing, stretch, body._replace(z=level))
    if enemy is not None:
        return blocked(ENEMY_IN_THE_WAY, body, enemy.id, (passing.a, passing.b))
    slow = any(block.ground.half and (block.z0 <= level < block.z1 or level == block.z0) for block in under)
    return Stage(*stretch, level, slow)


def _wall(passing: _Passing, stretch: Stretch, body: Body, z: int, step: int) -> Block | None:
    """The piece that the base would come too near to on a part (TD-MOV-07)."""
    for block in passing.walls:
        if block.is_obstacle(body, z, step) and (
            stretch == convex.WHOLE
            or not convex.part_clears_polygon(passing.a, passing.b, stretch, block.shape, body.radius)
        ):
            return block
    return None


def _enemy(passing: _Passing, stretch: Stretch, body: Body) -> Body | None:
    """The enemy whose body would be met on a part (TD-MOV-08)."""
    for enemy in passing.enemies:
        if overlaps_in_height(body, enemy) and (
            stretch == convex.WHOLE
            or not convex.part_clears_point(passing.a, passing.b, stretch, enemy.at, body.radius + enemy.radius)
        ):
            return enemy
    return None


def _drawn(passing: _Passing, stretch: Stretch) -> Line:
    """A part of a piece, for drawing."""
    (ax, ay), (bx, by) = millimetres(passing.a), millimetres(passing.b)
    ends = [t[0] / t[1] for t in stretch]
    return Line(tuple((round(ax + t * (bx - ax), 1), round(ay + t * (by - ay), 1)) for t in ends), "bad")


def _cost(rules: Rules, a: Point, b: Point, parts: Iterable[Stage]) -> int:
    """What a piece costs, rounded up: its length, and its slow parts as often as they count, unless the whole action suffers (TD-MOV-04,
    TD-MOV-09, TD-GEN-07)."""
    square = plane.squared_distance(a, b)
    slow = [part for part in parts if part.slow and part.start != part.end]
    if not slow or rules.options.difficult_ground == "whole_action":
        return ceil_sqrt(square)
    top, bottom = 0, 1  # the share of it that is slow
    for (n1, d1), (n2, d2), *_ in slow:
        top, bottom = top * d1 * d2 + (n2 * d1 - n1 * d2) * bottom, bottom * d1 * d2
    whole = bottom + (rules.constants.difficult_factor - 1) * top
    return ceil_sqrt(-(-square * whole**2 // bottom**2))
