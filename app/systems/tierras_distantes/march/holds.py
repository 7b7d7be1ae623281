"""The faces that a miniature holds on to, and the climbs worth proposing: to the top, onto it, across its crest and down (TD-CLB)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, Literal, NamedTuple

from app.boards import plane
from app.boards.measured import Table, ceil_sqrt
from app.boards.plane import Point
from app.engine.refusal import Refusal
from app.systems.tierras_distantes.book.kinds import NM_PER_MM
from app.systems.tierras_distantes.book.tables import Rules
from app.systems.tierras_distantes.march.climbing import Ascended, Ascent, actions_for, climb
from app.systems.tierras_distantes.march.walking import BODIES_OVERLAP, IN_THE_WAY
from app.systems.tierras_distantes.space.land import Block, Body, Land, step_of, surface

INWARD: Final = (1, 4, 8)
"""How far inside a side landings are tried, in quarters of the radius."""
ASIDE: Final = (0, 1, -1, 2, -2, 3, -3)
"""How far along a side places are tried, in radii."""
MAY_BE_AVOIDED: Final = frozenset({IN_THE_WAY, BODIES_OVERLAP})
"""What refuses a climb but perhaps not the same one a little elsewhere."""
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
    each side of the piece; past what is in the way there, else short of it. Every one is legal."""
    body = climber.body
    reach = body.radius + rules.constants.climb_reach_nm

    def judge(block: Block, ascent: Ascent) -> Ascended | Refusal:
        on, most, others = climber.climbing, climber.most, climber.others
        return climb(rules, land, body, block, ascent, climbing=on, most=most, table=table, others=others)

    for block in land.near(body.at, body.at, reach) if climber.climbing is None else land.blocks:
        if not block.ground.solid or climber.climbing not in (None, block.id):
            continue
        for way, ascents in _Proposing(land, climber, block, reach, step_of(rules, body)).all():
            found = _first_legal(judge, block, ascents)
            if found is not None:
                yield Hold(block, way, *found)


def _first_legal(
    judge: Callable[[Block, Ascent], Ascended | Refusal], block: Block, ascents: Iterator[Ascent]
) -> tuple[Ascent, Ascended] | None:
    """The best of some climbs, or the next one that is legal if only something is in the way of it."""
    for number, ascent in enumerate(ascents):
        found = judge(block, ascent)
        if not isinstance(found, Refusal):
            return ascent, found
        if number == 0 and found.rule not in MAY_BE_AVOIDED:
            return None
    return None


class _Proposing(NamedTuple):
    """What may be worth climbing on a piece, legal or not; the best first, then what else there is if something is in the way of it."""

    land: Land
    climber: Climber
    block: Block
    reach: int
    step: int

    def all(self) -> Iterator[tuple[Way, Iterator[Ascent]]]:
        """Way by way, side by side."""
        body, most, top = self.climber.body, self.climber.most, self.block.z1
        is_on_top = self.climber.climbing is None and body.z == top
        left, hand = most - (top - body.z), (body.radius + self.reach) // 2
        if not is_on_top and body.z < top:
            yield "up", map(Ascent, self.rising(min(top, _down_to_mm(body.z + most))))
        if self.climber.climbing is not None:
            yield "down", map(Ascent, self.sinking(body.at, body.z, most))
        if left < 0:
            return
        for side in self.block.shape.sides:
            if is_on_top:
                ways = ((at, z) for at in _along(body, side, hand) for z in self.sinking(at, top, most))
                yield "down", (Ascent(z, at=at) for at, z in ways)
                continue
            inside = (at for deep in INWARD for at in _along(body, side, -(body.radius * deep // 4)))
            yield "land", (Ascent(top, at=at) for at in inside)
            ways = ((at, z) for at in _along(body, side, hand) for z in self.sinking(at, top, left))
            yield "cross", (Ascent(z, over=True, at=at) for at, z in ways)

    def rising(self, goal: int) -> Iterator[int]:
        """How high one gets: to the goal, else to where the head meets what is overhead (TD-MOV-07, TD-MOV-13)."""
        body = self.climber.body
        yield goal
        over = (*(each.z0 for each in self.solids(body.at)), *(each.z for each in self.climber.others))
        stops = {_down_to_mm(bottom - body.height) for bottom in over}
        yield from sorted((z for z in stops if body.z < z < goal), reverse=True)

    def sinking(self, at: Point, crest: int, most: int) -> Iterator[int]:
        """How far down one gets from a crest, in whole millimetres: to the ground, or as far as an action leads, else to what stands there,
        over the heads of others or so that it could be stepped on (TD-MOV-07, TD-MOV-13)."""
        ground = surface(self.land.at(at), crest, 0)
        goal = max(ground, _up_to_mm(crest - most))
        yield goal
        under = (*(each.z1 - self.step for each in self.solids(at)), *(each.head for each in self.climber.others))
        yield from sorted(z for z in {_up_to_mm(top) for top in under} if goal < z < crest)

    def solids(self, at: Point) -> list[Block]:
        """The other solid pieces that a base may be near to at a place."""
        near = self.land.near(at, at, self.climber.body.radius)
        return [each for each in near if each.ground.solid and each.id != self.block.id]


def _along(body: Body, side: tuple[int, int, int, int], distance: int) -> Iterator[Point]:
    """Places so far outside a side, or inside it if below 0: the nearest to a body, then to either hand of it, as long as they are beside the side."""
    ax, ay, bx, by = side
    dx, dy = bx - ax, by - ay
    length = ceil_sqrt(dx * dx + dy * dy)
    for aside in ASIDE:
        x, y = body.x + dx * body.radius * aside // length, body.y + dy * body.radius * aside // length
        yield _beside(body._replace(x=x, y=y), side, distance)


def _beside(body: Body, side: tuple[int, int, int, int], distance: int) -> Point:
    """The place in whole millimetres so far outside a side, or inside it if below 0, that is nearest to a body."""
    ax, ay, bx, by = side
    top, bottom = plane.nearest_on_segment(body.at, (ax, ay), (bx, by))
    dx, dy = bx - ax, by - ay
    length = ceil_sqrt(dx * dx + dy * dy)
    x, y = ax + dx * top // bottom + dy * distance // length, ay + dy * top // bottom - dx * distance // length
    return (_whole(x), _whole(y))


def _down_to_mm(length: int) -> int:
    return length // NM_PER_MM * NM_PER_MM


def _up_to_mm(length: int) -> int:
    return -(-length // NM_PER_MM) * NM_PER_MM


def _whole(length: int) -> int:
    return (2 * length + NM_PER_MM) // (2 * NM_PER_MM) * NM_PER_MM
