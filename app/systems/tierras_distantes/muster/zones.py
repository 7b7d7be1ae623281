"""Places in deployment: whether one is legal, and the first free one (TD-DEP-02, TD-DEP-03, TD-DEP-06, TD-DEP-08)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from app.boards import plane
from app.boards.measured import Edge, Rectangle, Table
from app.engine.refusal import Fact, Refusal
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
    Body,
    Land,
    impassable,
    is_standing_ground,
    step_of,
    surface,
)

OFF_TABLE: Final = RuleId("TD-BRD-03")
OUTSIDE: Final = RuleId("TD-DEP-03")
WRONG_HEIGHT: Final = RuleId("TD-DEP-06")


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
    step = step_of(zone.rules, body)
    near = zone.land.near(body.at, body.at, body.radius)
    under = [block for block in near if block.covers(body.at)]
    facts: dict[str, Fact] = {"unit": body.id}
    if surface(under, body.z, step) != body.z:
        return Refusal(WRONG_HEIGHT, facts, (spot(body),))
    if not is_standing_ground(under, body.z):
        return Refusal(NO_STANDING, facts, (spot(body),))
    pool = impassable(under, body.z)
    if pool is not None:
        return blocked(IMPASSABLE, body, pool.id)
    for block in near:
        if block.is_obstacle(body, body.z, step) and not plane.point_polygon_at_least(
            body.at, block.shape, body.radius
        ):
            return blocked(IN_THE_WAY, body, block.id)
    return None


def first_free(zone: Zone, body: Body, others: Sequence[Body], suggested: Body | None = None) -> Body | None:
    """Where a miniature comes to that is put by nobody: its suggested place, else the first legal point of whole centimetres in from the
    own edge, along it from the middle outwards, the lowest surface first; ``None`` if there is none (TD-DEP-08)."""
    if suggested is not None and deploy_refusal(zone, suggested, others) is None:
        return suggested
    return next((place for place in places(zone, body) if deploy_refusal(zone, place, others) is None), None)


def places(zone: Zone, body: Body) -> Iterator[Body]:
    """The places that are tried, in their order (TD-DEP-08): those whose base lies on the table and in the zone."""
    length = zone.table.length_of(zone.side)
    for inward in range(NM_PER_CM, zone.depth - body.radius + 1, NM_PER_CM):
        if inward < body.radius:
            continue
        for along in _outwards(length):
            if body.radius <= along <= length - body.radius:
                x, y = zone.table.along(zone.side, along, inward)
                for z in _surfaces(zone.land, (x, y)):
                    yield body._replace(x=x, y=y, z=z)


def places_for_all(zone: Zone, minis: Sequence[tuple[Body, Body | None]], others: Sequence[Body]) -> list[Body | None]:
    """The first free place of each miniature, with its suggested one, one after the other; nobody is placed who has none (TD-DEP-08). What
    was not free for one of some size is not for another later, so the search goes on from there."""
    standing, tried = list(others), dict[Body, Iterator[Body]]()
    found: list[Body | None] = []
    for body, suggested in minis:
        place = suggested
        if place is None or deploy_refusal(zone, place, standing) is not None:
            left = tried.setdefault(body, places(zone, body))
            place = next((each for each in left if deploy_refusal(zone, each, standing) is None), None)
        found.append(place)
        if place is not None:
            standing.append(place)
    return found


def _outwards(length: int) -> Iterator[int]:
    """Whole centimetres along an edge: the middle, then one further to the east or north, one to the west or south, and so on."""
    middle = length // 2 // NM_PER_CM * NM_PER_CM
    yield middle
    for away in range(NM_PER_CM, length - middle + NM_PER_CM, NM_PER_CM):
        yield middle + away
        yield middle - away


def _surfaces(land: Land, at: tuple[int, int]) -> list[int]:
    """The table, and the tops of what can be stood on at a point, the lowest first."""
    tops = {block.z1 for block in land.solids if block.ground.stand and block.covers(at)}
    return sorted({0, *tops})
