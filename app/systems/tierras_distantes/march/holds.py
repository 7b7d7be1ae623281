"""The faces that a miniature holds on to, and the climbs worth proposing: to the top, onto it, across its crest and down (TD-CLB)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from app.boards import plane
from app.boards.measured import Table, ceil_sqrt
from app.boards.plane import Point
from app.engine.refusal import Refusal
from app.systems.tierras_distantes.book.kinds import NM_PER_MM
from app.systems.tierras_distantes.book.tables import Rules
from app.systems.tierras_distantes.march.climbing import Ascended, Ascent, actions_for, climb
from app.systems.tierras_distantes.space.land import Block, Body, Land, surface

Way = Literal["up", "down", "land", "cross"]


class Climber(NamedTuple):
    """Who climbs: the piece the miniature hangs on, how high it climbs in an action, and who else is there."""

    body: Body
    climbing: str | None
    most: int
    others: Sequence[Body]


class Hold(NamedTuple):
    """A climb that may be made."""

    block: Block
    way: Way
    ascent: Ascent
    ends: Ascended

    def actions_to_top(self, climber: Climber) -> int:
        """How many actions the whole face takes (TD-CLB-01)."""
        return actions_for(self.block.z1 - climber.body.z, climber.most)


def holds(rules: Rules, land: Land, table: Table, climber: Climber) -> Iterator[Hold]:
    """The climbs from where a miniature is, piece by piece: as high as it gets, landings, crossings and ways down as far as they lead, one for
    each side of the piece. Every one is legal."""
    body = climber.body
    reach = body.radius + rules.constants.climb_reach_nm
    for block in land.near(body.at, body.at, reach):
        if not block.ground.solid or climber.climbing not in (None, block.id):
            continue
        for way, ascent in _proposals(land, climber, block, reach):
            found = climb(
                rules,
                land,
                body,
                block,
                ascent,
                climbing=climber.climbing,
                most=climber.most,
                table=table,
                others=climber.others,
            )
            if not isinstance(found, Refusal):
                yield Hold(block, way, ascent, found)


def _proposals(land: Land, climber: Climber, block: Block, reach: int) -> Iterator[tuple[Way, Ascent]]:
    """What may be worth climbing, legal or not."""
    body, most, top = climber.body, climber.most, block.z1
    is_on_top = climber.climbing is None and body.z == top
    left = most - (top - body.z)
    if not is_on_top and body.z < top:
        yield "up", Ascent(min(top, (body.z + most) // NM_PER_MM * NM_PER_MM))
    if climber.climbing is not None:
        yield "down", Ascent(_lowest(land, body.at, body.z, most))
    if left < 0:
        return
    for side in block.shape.sides:
        if is_on_top:
            at = _beside(body, side, (body.radius + reach) // 2)
            yield "down", Ascent(_lowest(land, at, top, most), at=at)
            continue
        yield "land", Ascent(top, at=_beside(body, side, -(body.radius // 4)))
        at = _beside(body, side, (body.radius + reach) // 2)
        yield "cross", Ascent(_lowest(land, at, top, left), over=True, at=at)


def _lowest(land: Land, at: Point, crest: int, most: int) -> int:
    """How far down one gets from a crest: to the ground, or as far as an action leads, in whole millimetres."""
    ground = surface(land.at(at), crest, 0)
    return max(ground, -(-(crest - most) // NM_PER_MM) * NM_PER_MM)


def _beside(body: Body, side: tuple[int, int, int, int], distance: int) -> Point:
    """The place in whole millimetres so far outside a side, or inside it if below 0, that is nearest to a body."""
    ax, ay, bx, by = side
    top, bottom = plane.nearest_on_segment(body.at, (ax, ay), (bx, by))
    dx, dy = bx - ax, by - ay
    length = ceil_sqrt(dx * dx + dy * dy)
    x, y = ax + dx * top // bottom + dy * distance // length, ay + dy * top // bottom - dx * distance // length
    return (_whole(x), _whole(y))


def _whole(length: int) -> int:
    return (2 * length + NM_PER_MM) // (2 * NM_PER_MM) * NM_PER_MM
