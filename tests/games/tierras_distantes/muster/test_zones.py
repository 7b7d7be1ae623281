"""Places in deployment, at their boundaries, and the first free ones."""

from __future__ import annotations

from itertools import islice

import pytest

from app.boards.measured import Edge, Table
from app.engine.scene import Disc
from app.engine.telling import Spot
from app.systems.tierras_distantes.muster.zones import (
    Zone,
    deploy_refusal,
    first_free,
    first_with_room,
    places,
    places_for_all,
)
from app.systems.tierras_distantes.space.land import Block, Body
from tests.games.tierras_distantes.space.scenes import CM, body, land, piece
from tests.games.tierras_distantes.table import rules

NOWHERE = body(0, 0)


def zone(*pieces: Block, side: Edge = "south", size: tuple[int, int] = (100, 100)) -> Zone:
    return Zone(rules(), land(*pieces), Table(size[0] * CM, size[1] * CM), side)


def refused(where: Zone, mini: Body) -> str | None:
    found = deploy_refusal(where, mini, ())
    return None if found is None else found.rule


@pytest.mark.rule("TD-DEP-02", "TD-DEP-03")
@pytest.mark.parametrize(
    ("side", "at", "beyond"),
    [
        ("south", (75, 28.75), (75, 28.8)),
        ("north", (75, 91.25), (75, 91.2)),
        ("west", (36.25, 60), (36.3, 60)),
        ("east", (113.75, 60), (113.7, 60)),
    ],
)
def test_a_zone_is_a_quarter_of_the_table_across_it(
    side: Edge, at: tuple[float, float], beyond: tuple[float, float]
) -> None:
    where = zone(side=side, size=(150, 120))

    assert refused(where, body(*at)) is None
    assert refused(where, body(*beyond)) == "TD-DEP-03"


@pytest.mark.rule("TD-BRD-03")
def test_the_whole_base_is_on_the_table() -> None:
    assert refused(zone(), body(1.25, 1.25)) is None
    assert refused(zone(), body(1.25, 1.24)) == "TD-BRD-03"
    found = deploy_refusal(zone(), body(1.25, 1.24), ())
    assert found is not None
    assert found.overlays == (Spot(Disc(12.5, 12.4, 12.5), "bad", outline=True),)


@pytest.mark.rule("TD-DEP-06", "TD-MOV-10", "TD-MOV-12")
@pytest.mark.parametrize(
    ("kind", "top", "z", "rule"),
    [
        ("barricade", 1.4, 0, "TD-DEP-06"),
        ("barricade", 1.4, 1.4, "TD-MOV-12"),
        ("hill", 1, 1, None),
        ("hill", 1, 0.5, "TD-DEP-06"),
        ("building", 6, 6, None),
        ("building", 6, 0, "TD-MOV-07"),
        ("water", 0, 0, "TD-MOV-10"),
        ("swamp", 0, 0, None),
    ],
)
def test_one_is_set_on_a_surface_where_a_move_may_end(kind: str, top: float, z: float, rule: str | None) -> None:
    assert refused(zone(piece(kind, (40, 5, 60, 20), z1=top)), body(50, 12, z)) == rule


@pytest.mark.rule("TD-DEP-06", "TD-MOV-10")
def test_water_far_below_bars_nobody_from_what_crosses_it() -> None:
    bridge = piece("platform", (40, 5, 60, 20), z0=2, z1=2.5)

    assert refused(zone(piece("water", (40, 5, 60, 20)), bridge), body(50, 12, 2.5)) is None
    assert refused(zone(piece("water", (40, 5, 60, 20)), bridge), body(50, 12)) == "TD-MOV-10"


@pytest.mark.rule("TD-DEP-08")
def test_places_where_one_can_stand_are_tried_from_the_edge_and_from_the_middle() -> None:
    roof = piece("building", (52, 0, 54, 10), z1=6)
    found = [(place.x // CM, place.y // CM, place.z // CM) for place in islice(places(zone(roof), NOWHERE), 6)]

    assert found == [(50, 2, 0), (49, 2, 0), (52, 2, 6), (48, 2, 0), (53, 2, 6), (47, 2, 0)]
    west = [(place.x // CM, place.y // CM) for place in islice(places(zone(side="west", size=(150, 121)), NOWHERE), 3)]
    assert west == [(2, 60), (2, 61), (2, 59)]


@pytest.mark.rule("TD-DEP-08", "TD-DEP-06", "TD-MOV-13")
@pytest.mark.parametrize("side", ["south", "west", "north", "east"])
def test_the_first_free_places_are_those_that_the_judge_of_deployment_allows(side: Edge) -> None:
    corners = [(x, y, x + 8, y + 6) for x in (4, 26) for y in (3, 46)]
    middles = [(x, y, x + 3, y + 9) for x in (2, 46) for y in (14, 31)]
    walls = [piece("wall", box, z1=5) for box in (*corners, *middles)]
    at = zone(
        *walls, piece("water", (14, 0, 25, 60)), piece("building", (40, 48, 44, 53), z1=6), side=side, size=(60, 60)
    )
    standing = [body(11, 12), body(46, 5), body(50, 51)]
    every = [NOWHERE._replace(x=x * CM, y=y * CM, z=z * CM) for x in range(60) for y in range(60) for z in (0, 6)]
    allowed = {place for place in every if deploy_refusal(at, place, standing) is None}
    found = [place for place in places(at, NOWHERE) if first_with_room([place], standing)]

    assert len(found) == len(allowed) > 100
    assert set(found) == allowed


@pytest.mark.rule("TD-DEP-08")
def test_a_suggested_place_comes_first_while_it_is_free() -> None:
    suggested = body(20, 10)

    found = places_for_all(zone(), [(NOWHERE, suggested), (NOWHERE, suggested), (NOWHERE, None)], ())

    assert [place and (place.x // CM, place.y // CM) for place in found] == [(20, 10), (50, 2), (53, 2)]


@pytest.mark.rule("TD-DEP-08")
def test_in_a_zone_without_room_there_is_no_first_free_place() -> None:
    flooded = zone(piece("water", (0, 0, 100, 25)))

    assert first_free(flooded, NOWHERE, ()) is None
    assert places_for_all(flooded, [(NOWHERE, None)], ()) == [None]


@pytest.mark.rule("TD-DEP-03", "TD-DEP-08")
def test_places_that_touch_the_limits_of_a_zone_are_tried_too() -> None:
    """A base of 2 cm radius, in a strip 25 cm deep and 100 cm long."""
    found = [(place.x // CM, place.y // CM) for place in places(zone(), body(0, 0, radius=2))]

    assert (min(found), max(found)) == ((2, 2), (98, 23))
