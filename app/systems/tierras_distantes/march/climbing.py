"""Climbing: whether a miniature may climb, face by face, and where it ends (TD-CLB, *Board and geometry* 7)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from app.boards import plane
from app.boards.measured import Table
from app.boards.plane import Point
from app.engine.refusal import Fact, Refusal
from app.engine.telling import Overlay, Ring
from app.engine.types import RuleId
from app.systems.tierras_distantes.book.tables import Rules
from app.systems.tierras_distantes.march.walking import (
    IMPASSABLE,
    IN_THE_WAY,
    OFF_THE_TABLE,
    blocked,
    centimetres,
    crowding,
    spot,
)
from app.systems.tierras_distantes.space.land import (
    Block,
    Body,
    Land,
    impassable,
    is_standing_ground,
    step_of,
    surface,
)

TOO_HIGH: Final = RuleId("TD-CLB-01")
NOT_SOLID: Final = RuleId("TD-CLB-02")
OUT_OF_HOLD: Final = RuleId("TD-CLB-03")
IS_STEPPED: Final = RuleId("TD-CLB-04")
SHIFTS_TOO_FAR: Final = RuleId("TD-CLB-05")
NO_STANDING_UP: Final = RuleId("TD-CLB-06")
NO_SUCH_PLACE: Final = RuleId("TD-CLB-07")
POINTLESS: Final = RuleId("TD-CLB-13")


class Ascent(NamedTuple):
    """What is to be climbed: up or down to a height, ``over`` the crest or not, and where to shift there (TD-CLB-05)."""

    to_z: int
    over: bool = False
    at: Point | None = None


class Ascended(NamedTuple):
    """A climb that may be made: where the miniature ends, whether it still hangs there (TD-CLB-08), and the height climbed."""

    end: Body
    is_climbing: bool
    travel: int


class _Climb(NamedTuple):
    """What every test of a climb reads."""

    rules: Rules
    land: Land
    body: Body
    block: Block
    ascent: Ascent
    from_top: bool

    @property
    def lands(self) -> bool:
        """Whether it ends on the top."""
        return self.ascent.at is not None and not self.ascent.over and not self.from_top

    @property
    def shifts(self) -> bool:
        """Whether it comes to another side of the piece, or from the top to one."""
        return self.ascent.over or self.from_top

    @property
    def end(self) -> Body:
        """The miniature where it ends."""
        x, y = self.body.at if self.ascent.at is None else self.ascent.at
        return self.body._replace(x=x, y=y, z=self.ascent.to_z)

    @property
    def reach(self) -> int:
        """How far from a footprint one can hold on."""
        return self.body.radius + self.rules.constants.climb_reach_nm

    def refused(self, rule: RuleId, overlays: Sequence[Overlay] = (), **facts: Fact) -> Refusal:
        """A refusal that names who climbs what."""
        named: dict[str, Fact] = {"unit": self.body.id, "piece": self.block.id}
        return Refusal(rule, {**named, **facts}, (Ring(self.block.id, "bad"), *overlays))


def climb(
    rules: Rules,
    land: Land,
    body: Body,
    block: Block,
    ascent: Ascent,
    *,
    climbing: str | None,
    most: int,
    table: Table | None,
    others: Iterable[Body],
) -> Ascended | Refusal:
    """The verdict on a climb, by the first rule that refuses it; ``climbing``: the piece the miniature hangs on now (TD-CLB-11), ``most``: how
    high it climbs in an action (TD-CLB-01). Nothing is free on the way, up or down (TD-CLB-10, TD-CLB-12), and nobody in the way of it is looked at
    but at its end."""
    stands = climbing is None and body.z == block.z1 and block.covers(body.at)
    climb = _Climb(rules, land, body, block, ascent, from_top=stands)
    refusal = (
        _beginning(climb, climbing)
        or _pointless(climb)
        or _travel(climb, most)
        or _shift(climb)
        or (_landing(climb) if climb.lands else _beside(climb))
        or _headroom(climb)
    )
    if refusal is not None:
        return refusal
    end = climb.end
    is_climbing = False
    if not climb.lands:
        found = _foot(climb)
        if isinstance(found, Refusal):
            return found
        is_climbing = found
    if table is not None and not table.holds(end.x, end.y, end.radius):
        return climb.refused(OFF_THE_TABLE, (spot(end),))
    return crowding(end, others) or Ascended(end, is_climbing, travel_of(block, body.z, ascent))


def travel_of(block: Block, z: int, ascent: Ascent) -> int:
    """All vertical travel, up and down (TD-CLB-12)."""
    return (block.z1 - z) + (block.z1 - ascent.to_z) if ascent.over else abs(ascent.to_z - z)


def actions_for(rise: int, most: int) -> int:
    """How many actions a height takes (TD-CLB-01)."""
    return -(-rise // most)


# ------------------------------------------------------------------------------------------------ the tests, in order


def _beginning(climb: _Climb, climbing: str | None) -> Refusal | None:
    """A solid piece (TD-CLB-02) in hold from here, from below, from its top or because one hangs on it already (TD-CLB-03), that is not
    simply stepped on (TD-CLB-04); from the top one goes down (TD-CLB-13)."""
    body, block, reach = climb.body, climb.block, climb.reach
    if not block.ground.solid:
        return climb.refused(NOT_SOLID)
    if climbing is not None:
        return None if climbing == block.id else climb.refused(OUT_OF_HOLD, climbing=climbing)
    if climb.from_top:
        sides = (((ax, ay), (bx, by)) for ax, ay, bx, by in block.shape.sides)
        if not any(plane.point_segment_at_most(body.at, *side, reach) for side in sides):
            return climb.refused(OUT_OF_HOLD)
        return climb.refused(POINTLESS) if climb.ascent.to_z >= body.z else None
    is_beside = block.z0 <= body.z or plane.point_polygon_at_least(body.at, block.shape, body.radius)
    if block.z1 <= body.z or not is_beside or not plane.point_polygon_at_most(body.at, block.shape, reach):
        return climb.refused(OUT_OF_HOLD)
    rise, step = block.z1 - body.z, step_of(climb.rules, body)
    return climb.refused(IS_STEPPED, step_cm=centimetres(step)) if rise <= step else None


def _pointless(climb: _Climb) -> Refusal | None:
    """Above the top, nowhere, or over a crest that is not crossed (TD-CLB-13)."""
    ascent, top = climb.ascent, climb.block.z1
    is_landing_from_crest = climb.body.z == top and ascent.at is not None
    stays = ascent.to_z == climb.body.z and not ascent.over and not is_landing_from_crest
    wrong_over = ascent.over and (ascent.to_z >= top or climb.from_top)
    if ascent.to_z > top or stays or wrong_over:
        return climb.refused(POINTLESS, top_cm=centimetres(top))
    return None


def _travel(climb: _Climb, most: int) -> Refusal | None:
    """What is climbed in one action (TD-CLB-01, TD-CLB-12)."""
    travel = travel_of(climb.block, climb.body.z, climb.ascent)
    if travel <= most:
        return None
    return climb.refused(TOO_HIGH, height_cm=centimetres(travel), climb_cm=centimetres(most))


def _shift(climb: _Climb) -> Refusal | None:
    """A place is named where one shifts, and only there (TD-CLB-07), not too far away (TD-CLB-05)."""
    at, shifts = climb.ascent.at, climb.shifts
    if at is None:
        return climb.refused(NO_SUCH_PLACE) if shifts else None
    if not shifts and climb.ascent.to_z != climb.block.z1:
        return climb.refused(NO_SUCH_PLACE)
    most = 2 * climb.body.radius + climb.rules.constants.climb_shift_nm
    if plane.squared_distance(climb.body.at, at) > most * most:
        return climb.refused(SHIFTS_TOO_FAR, (spot(climb.end),), reach_cm=centimetres(most))
    return None


def _landing(climb: _Climb) -> Refusal | None:
    """On the top of what one can stand on (TD-CLB-06), where its top is the ground (TD-CLB-07) and nothing is in the way (TD-MOV-07)."""
    block, end = climb.block, climb.end
    if not block.ground.stand:
        return climb.refused(NO_STANDING_UP)
    if not block.covers(end.at) or surface(climb.land.at(end.at), block.z1, step_of(climb.rules, end)) != block.z1:
        return climb.refused(NO_SUCH_PLACE, (spot(end),))
    return _obstacle(climb, end)


def _beside(climb: _Climb) -> Refusal | None:
    """On a side of the piece, in hold (TD-CLB-03), with nothing else in the way (TD-MOV-07)."""
    end, shape = climb.end, climb.block.shape
    if climb.shifts and not (
        plane.point_polygon_at_least(end.at, shape, end.radius)
        and plane.point_polygon_at_most(end.at, shape, climb.reach)
    ):
        return climb.refused(OUT_OF_HOLD, (spot(end),))
    return _obstacle(climb, end)


def _obstacle(climb: _Climb, end: Body) -> Refusal | None:
    """The first piece but the one climbed that is in the way of a body at its end (TD-MOV-07)."""
    step = step_of(climb.rules, end)
    for block in climb.land.near(end.at, end.at, end.radius):
        if block.id != climb.block.id and block.is_obstacle(end, end.z, step) and _is_nearer(end, block):
            return blocked(IN_THE_WAY, end, block.id)
    return None


def _headroom(climb: _Climb) -> Refusal | None:
    """Straight up where one is and straight down where one ends, no overhang stops the head (TD-MOV-07)."""
    body, end = climb.body, climb.end
    top = climb.block.z1 if climb.lands or climb.ascent.over else max(body.z, end.z)
    for where in (body, end):
        for block in climb.land.near(where.at, where.at, where.radius):
            is_over = block.ground.solid and block.id != climb.block.id
            if is_over and where.head <= block.z0 < top + where.height and _is_nearer(where, block):
                return blocked(IN_THE_WAY, where, block.id)
    return None


def _foot(climb: _Climb) -> bool | Refusal:
    """What is below who does not land: too high, it is refused (TD-CLB-07); at its feet, it stands there if it may (TD-CLB-06, TD-MOV-10);
    lower, it still climbs (TD-CLB-08)."""
    end = climb.end
    crest = climb.block.z1 if climb.ascent.over else climb.body.z
    below = climb.land.at(end.at)
    ground = surface(below, crest, 0)
    if end.z != ground:
        return climb.refused(NO_SUCH_PLACE) if end.z < ground else True
    if not is_standing_ground(below, ground):
        return climb.refused(NO_STANDING_UP)
    pool = impassable(below, ground)
    return False if pool is None else climb.refused(IMPASSABLE, blocker=pool.id)


def _is_nearer(body: Body, block: Block) -> bool:
    return not plane.point_polygon_at_least(body.at, block.shape, body.radius)
