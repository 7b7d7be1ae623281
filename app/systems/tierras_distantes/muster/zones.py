"""Places in deployment: whether one is legal, and the first free one (TD-DEP-02, TD-DEP-03, TD-DEP-06, TD-DEP-08)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from app.boards import convex, plane
from app.boards.measured import Edge, Rectangle, Table
from app.boards.plane import Point
from app.engine.refusal import Refusal
from app.engine.types import RuleId
from app.systems.tierras_distantes.book.kinds import NM_PER_CM
from app.systems.tierras_distantes.book.tables import Rules
from app.systems.tierras_distantes.march.walking import (
    IMPASSABLE,
    IN_THE_WAY,
    NO_STANDING,
    blocked,
    centimetres,
    crowding,
    spot,
)
from app.systems.tierras_distantes.space.land import (
    PER_CENT,
    Block,
    Body,
    Land,
    impassable,
    is_standing_ground,
    overlapped,
    step_of,
    surface,
)

OFF_TABLE: Final = RuleId("TD-BRD-03")
OUTSIDE: Final = RuleId("TD-DEP-03")
WRONG_HEIGHT: Final = RuleId("TD-DEP-06")
ABOUT_CM: Final = 15
"""So far about a place another one is looked for, each way."""


class Zone(NamedTuple):
    """Where a player deploys: on a side of a table with its terrain."""

    rules: Rules
    land: Land
    table: Table
    side: Edge

    @property
    def depth(self) -> int:
        """How deep it is: a quarter of the table across it (TD-DEP-02)."""
        return self.table.across(self.side) * self.rules.constants.deployment_pct // PER_CENT

    @property
    def area(self) -> Rectangle:
        """Where the bases lie, limits included."""
        return self.table.strip(self.side, self.depth)


def deploy_refusal(zone: Zone, body: Body, others: Sequence[Body]) -> Refusal | None:
    """Whether a miniature may be set where it is: on the table (TD-BRD-03), its whole base in the zone (TD-DEP-03), on a surface (TD-DEP-06)
    where it may end a move (TD-MOV-12, TD-MOV-10, TD-MOV-07, TD-MOV-13). In blind deployment only one's own are among ``others``."""
    if not zone.table.holds(body.x, body.y, body.radius):
        return Refusal(OFF_TABLE, {"unit": body.id}, (spot(body),))
    if not zone.area.holds(body.x, body.y, body.radius):
        return Refusal(OUTSIDE, {"unit": body.id, "depth_cm": centimetres(zone.depth)}, (spot(body),))
    return _ground_refusal(zone, body) or crowding(body, others)


def _ground_refusal(zone: Zone, body: Body) -> Refusal | None:
    """What the ground says against a place."""
    near = zone.land.near(body.at, body.at, body.radius)
    fault = _fault(near, body, step_of(zone.rules, body))
    if fault is None:
        return None
    rule, block = fault
    return Refusal(rule, {"unit": body.id}, (spot(body),)) if block is None else blocked(rule, body, block.id)


def _fault(near: Sequence[Block], body: Body, step: int) -> tuple[RuleId, Block | None] | None:
    """The rule by which a place cannot be stood on, and the piece that is in the way (TD-DEP-06)."""
    at, z = body.at, body.z
    under = [block for block in near if block.covers(at)]
    if surface(under, z, step) != z:
        return WRONG_HEIGHT, None
    if not is_standing_ground(under, z):
        return NO_STANDING, None
    pool = impassable(under, z)
    if pool is not None:
        return IMPASSABLE, pool
    for block in near:
        if block.is_obstacle(body, z, step) and not plane.point_polygon_at_least(at, block.shape, body.radius):
            return IN_THE_WAY, block
    return None


def first_free(zone: Zone, body: Body, others: Sequence[Body], suggested: Body | None = None) -> Body | None:
    """Where a miniature comes to that is put by nobody: its suggested place, else the first legal point of whole centimetres in from the
    own edge, along it from the middle outwards, the lowest surface first; ``None`` if there is none (TD-DEP-08)."""
    if suggested is not None and deploy_refusal(zone, suggested, others) is None:
        return suggested
    return first_with_room(places(zone, body), others)


def first_with_room(found: Iterable[Body], others: Sequence[Body]) -> Body | None:
    """The first of some places at which a miniature overlaps nobody (TD-MOV-13). Whom it might overlap is looked up by where they stand."""
    side = max((NM_PER_CM, *(other.radius for other in others)))
    standing: dict[tuple[int, int], list[Body]] = {}
    for other in others:
        standing.setdefault((other.x // side, other.y // side), []).append(other)
    for body in found:
        far = body.radius + side
        columns = range((body.x - far) // side, (body.x + far) // side + 1)
        rows = range((body.y - far) // side, (body.y + far) // side + 1)
        if not any(overlapped(body, standing.get((column, row), ())) for column in columns for row in rows):
            return body
    return None


def places(zone: Zone, body: Body) -> Iterator[Body]:
    """The places at which the ground lets one stand, in the order in which they are tried (TD-DEP-08)."""
    length, step = zone.table.length_of(zone.side), step_of(zone.rules, body)
    for inward in range(NM_PER_CM, zone.depth - body.radius + 1, NM_PER_CM):
        if inward < body.radius:
            continue
        row = (zone.table.along(zone.side, 0, inward), zone.table.along(zone.side, length, inward))
        land = Land.of(zone.land.near(*row, body.radius))
        closed = set() if any(block.ground.stand for block in land.solids) else _closed(land, body, step, row, length)
        for along in _outwards(length):
            if body.radius <= along <= length - body.radius and along not in closed:
                yield from _standing(land, body, zone.table.along(zone.side, along, inward), step)


def places_near(zone: Zone, body: Body, along: int, inward: int) -> Iterator[Body]:
    """The places in the zone at which the ground lets one stand, the nearest to a place first, not far from it."""
    step = step_of(zone.rules, body)
    for east, north in _round_about():
        at = zone.table.along(zone.side, along + east, inward + north)
        if zone.area.holds(*at, body.radius):
            yield from _standing(zone.land, body, at, step)


def _standing(land: Land, body: Body, at: Point, step: int) -> Iterator[Body]:
    """A body on each surface at a point on which the ground lets it stand, the lowest first."""
    near = land.near(at, at, body.radius)
    for z in _surfaces(near, at):
        there = Body(body.id, *at, z, body.radius, body.height)
        if _fault(near, there, step) is None:
            yield there


def _closed(land: Land, body: Body, step: int, row: tuple[Point, Point], length: int) -> set[int]:
    """Where along a row of places nobody stands on the table: within walls and ground that cannot be entered, convex as they are
    (TD-MOV-07, TD-MOV-10)."""
    found: set[int] = set()
    for block in land.blocks:
        if block.is_obstacle(body, 0, step) or impassable((block,), 0):
            part = convex.part_within(*row, block.shape)
            if part is not None:
                (first, of), (last, of_last) = part
                low, high = -(-first * length // of), last * length // of_last
                found.update(range(-(-low // NM_PER_CM) * NM_PER_CM, high + 1, NM_PER_CM))
    return found


def places_for_all(zone: Zone, minis: Sequence[tuple[Body, Body | None]], others: Sequence[Body]) -> list[Body | None]:
    """The first free place of each miniature, with its suggested one, one after the other; nobody is placed who has none (TD-DEP-08). What
    was not free for one of some size is not for another later, so the search goes on from there."""
    standing, tried = list(others), dict[Body, Iterator[Body]]()
    found: list[Body | None] = []
    for body, suggested in minis:
        place = suggested
        if place is None or deploy_refusal(zone, place, standing) is not None:
            place = first_with_room(tried.setdefault(body, places(zone, body)), standing)
        found.append(place)
        if place is not None:
            standing.append(place)
    return found


@lru_cache(maxsize=1)
def _round_about() -> tuple[Point, ...]:
    """Whole centimetres about a place, the nearest first."""
    side = range(-ABOUT_CM, ABOUT_CM + 1)
    near = sorted(((x, y) for x in side for y in side), key=lambda at: (at[0] * at[0] + at[1] * at[1], at))
    return tuple((x * NM_PER_CM, y * NM_PER_CM) for x, y in near)


def _outwards(length: int) -> Iterator[int]:
    """Whole centimetres along an edge: the middle, then one further to the east or north, one to the west or south, and so on."""
    middle = length // 2 // NM_PER_CM * NM_PER_CM
    yield middle
    for away in range(NM_PER_CM, length - middle + NM_PER_CM, NM_PER_CM):
        yield middle + away
        yield middle - away


def _surfaces(near: Iterable[Block], at: tuple[int, int]) -> list[int]:
    """The table, and the tops of what can be stood on at a point, the lowest first."""
    return sorted({0, *(block.z1 for block in near if block.ground.solid and block.ground.stand and block.covers(at))})
