"""Climbing, at its boundaries: hold, crest, headroom, and where one ends."""

from __future__ import annotations

from typing import Any

import pytest

from app.engine.refusal import Refusal
from app.systems.tierras_distantes.march.climbing import Ascended, Ascent, actions_for, climb
from app.systems.tierras_distantes.space.land import Block, Body
from tests.games.tierras_distantes.space.scenes import CM, TABLE, body, land, nm, piece
from tests.games.tierras_distantes.table import rules

HOUSE = piece("building", (20, 5, 40, 25), z1=6, name="house")
WALL = piece("wall", (20, 0, 21, 20), z1=3, name="wall")


def climbed(
    mini: Body, block: Block, to_z: float, *others: Block, at: Any = None, over: bool = False, **given: Any
) -> Ascended | str:
    """What comes of a climb, or the rule that refuses it."""
    place = None if at is None else (nm(at[0]), nm(at[1]))
    found = climb(
        rules(),
        land(block, *others),
        mini,
        block,
        Ascent(nm(to_z), over, place),
        climbing=given.get("climbing"),
        most=nm(given.get("most", 3)),
        table=given.get("table", TABLE),
        others=given.get("bodies", ()),
    )
    return str(found.rule) if isinstance(found, Refusal) else found


@pytest.mark.rule("TD-CLB-03")
@pytest.mark.parametrize(("x", "expected"), [(18.25, None), (18.24, "TD-CLB-03"), (18.75, None)])
def test_one_holds_on_from_half_a_centimetre(x: float, expected: str | None) -> None:
    found = climbed(body(x, 15), HOUSE, 3)

    assert (found if isinstance(found, str) else None) == expected


@pytest.mark.rule("TD-CLB-03")
def test_a_raised_piece_is_climbed_beside_it_not_under_it() -> None:
    floor = piece("platform", (20, 5, 40, 25), z0=5, z1=6, name="floor")

    assert isinstance(climbed(body(18.5, 15), floor, 3), Ascended)
    assert climbed(body(19, 15), floor, 3) == "TD-CLB-03"
    assert climbed(body(30, 15), floor, 3) == "TD-CLB-03"


@pytest.mark.rule("TD-CLB-03", "TD-CLB-11")
def test_who_hangs_on_a_piece_goes_on_with_that_piece() -> None:
    hanging = body(18.5, 15, 3)

    assert climbed(hanging, HOUSE, 6, climbing="house") == Ascended(hanging._replace(z=6 * CM), True, 3 * CM)
    assert climbed(hanging, HOUSE, 6, climbing="wall") == "TD-CLB-03"


@pytest.mark.rule("TD-CLB-10", "TD-CLB-08")
def test_down_to_the_ground_is_standing() -> None:
    hanging = body(18.5, 15, 3)

    assert climbed(hanging, HOUSE, 0, climbing="house") == Ascended(hanging._replace(z=0), False, 3 * CM)


@pytest.mark.rule("TD-CLB-12", "TD-CLB-05")
def test_over_the_crest_counts_up_and_down() -> None:
    over = climbed(body(18.5, 10), WALL, 0, at=(22.5, 10), over=True, most=6)

    assert isinstance(over, Ascended)
    assert (over.travel, over.is_climbing, over.end.at, over.end.z) == (6 * CM, False, (nm(22.5), nm(10)), 0)
    assert climbed(body(18.5, 10), WALL, 0, at=(22.5, 10), over=True, most=5.9) == "TD-CLB-01"


@pytest.mark.rule("TD-CLB-13")
def test_what_leads_nowhere_is_refused() -> None:
    on_top = body(21.5, 15, 6)

    assert climbed(on_top, HOUSE, 6, at=(18.6, 15)) == "TD-CLB-13"
    assert climbed(on_top, HOUSE, 4, at=(18.6, 15), over=True) == "TD-CLB-13"
    assert climbed(body(18.5, 15, 3), HOUSE, 3, climbing="house") == "TD-CLB-13"
    assert climbed(body(18.5, 15), HOUSE, 6.1, most=9) == "TD-CLB-13"
    assert climbed(body(18.5, 10), WALL, 3, at=(22.5, 10), over=True) == "TD-CLB-13"


@pytest.mark.rule("TD-CLB-07")
def test_a_place_is_named_where_one_shifts_and_only_there() -> None:
    assert climbed(body(18.5, 15), HOUSE, 3, at=(18.5, 16)) == "TD-CLB-07"
    assert climbed(body(21.5, 15, 6), HOUSE, 3) == "TD-CLB-07"
    assert climbed(body(18.5, 15, 3), HOUSE, 6, at=(18.6, 15), climbing="house") == "TD-CLB-07"  # not on the roof
    box = piece("container", (20, 5, 40, 25), z0=6, z1=8.9, name="box")
    low = piece("hill", (20, 5, 40, 25), z0=6, z1=7, name="low")
    assert climbed(body(18.5, 15, 3), HOUSE, 6, low, at=(21.5, 15), climbing="house") == "TD-CLB-07"
    assert climbed(body(18.5, 15, 3), HOUSE, 6, box, at=(21.5, 15), climbing="house") == "TD-MOV-07"


@pytest.mark.rule("TD-CLB-06", "TD-CLB-08")
def test_on_the_crest_of_a_wall_one_still_climbs() -> None:
    found = climbed(body(18.5, 10), WALL, 3)

    assert isinstance(found, Ascended)
    assert found.is_climbing
    assert climbed(body(18.5, 10), WALL, 3, at=(20.5, 10)) == "TD-CLB-06"


@pytest.mark.rule("TD-CLB-06", "TD-CLB-07")
def test_one_comes_down_on_what_is_there() -> None:
    rock = piece("rock", (10, 5, 19.5, 25), z1=1, name="rock")
    hanging = body(18.5, 15, 3)

    assert climbed(hanging, HOUSE, 0.5, rock, climbing="house") == "TD-CLB-07"
    found = climbed(hanging, HOUSE, 1, rock, climbing="house")
    assert isinstance(found, Ascended)
    assert not found.is_climbing
    barricade = piece("barricade", (10, 5, 19.5, 25), z1=1, name="barricade")
    assert climbed(hanging, HOUSE, 1, barricade, climbing="house") == "TD-CLB-06"


@pytest.mark.rule("TD-MOV-10")
def test_nobody_comes_down_into_water() -> None:
    assert climbed(body(18.5, 15, 3), HOUSE, 0, piece("water", (10, 5, 20, 25)), climbing="house") == "TD-MOV-10"


@pytest.mark.rule("TD-MOV-07")
def test_an_overhang_stops_the_head() -> None:
    roof = piece("platform", (15, 5, 19.5, 25), z0=5, z1=5.5, name="roof")
    start = body(18.5, 15)

    assert climbed(start, HOUSE, 2, roof) != "TD-MOV-07"  # the head comes to 5.0, its bottom
    assert climbed(start, HOUSE, 2.1, roof) == "TD-MOV-07"
    assert climbed(start, HOUSE, 2.1, roof._replace(z0=nm(5.2), z1=nm(5.7))) != "TD-MOV-07"


@pytest.mark.rule("TD-MOV-07")
@pytest.mark.parametrize(("bottom", "stops"), [(3, True), (4.9, True), (5, False)])
def test_what_hangs_over_where_one_stood_counts_up_from_the_very_head(bottom: float, stops: bool) -> None:
    """Up two centimetres and onto the top, away from under the roof: the head is at 3, and comes to 5."""
    rock = piece("rock", (20, 5, 40, 25), z1=2, name="rock")
    roof = piece("platform", (15, 5, 19.5, 25), z0=bottom, z1=bottom + 1, name="roof")

    assert (climbed(body(18.5, 15), rock, 2, roof, at=(21, 15)) == "TD-MOV-07") is stops


@pytest.mark.rule("TD-MOV-07")
def test_the_head_passes_no_floor_on_the_way_up_and_down() -> None:
    # The feet come to 3.0 on the crest, the head to 6.0: what hangs at 5.0 over either side is in the way.
    over_there = piece("platform", (21.5, 0, 30, 20), z0=5, z1=5.5, name="over")

    assert climbed(body(18.5, 10), WALL, 0, over_there, at=(22.5, 10), over=True, most=6) == "TD-MOV-07"
    higher = over_there._replace(z0=6 * CM, z1=7 * CM)
    assert isinstance(climbed(body(18.5, 10), WALL, 0, higher, at=(22.5, 10), over=True, most=6), Ascended)


@pytest.mark.rule("TD-MOV-11", "TD-MOV-13")
def test_a_climb_ends_on_the_table_and_on_nobody() -> None:
    tower = piece("rock", (1, 1, 9, 9), z1=3, name="tower")

    assert climbed(body(5, 2, 3), tower, 0, at=(5, -0.5)) == "TD-MOV-11"
    assert climbed(body(18.5, 15), HOUSE, 3, bodies=[body(18.5, 13, 1)]) == "TD-MOV-13"
    assert isinstance(climbed(body(18.5, 15), HOUSE, 3, bodies=[body(18.5, 13)]), Ascended)


@pytest.mark.rule("TD-CLB-01")
@pytest.mark.parametrize(("rise", "actions"), [(0, 0), (3, 1), (3.01, 2), (6, 2)])
def test_greater_heights_take_more_actions(rise: float, actions: int) -> None:
    assert actions_for(nm(rise), 3 * CM) == actions


@pytest.mark.rule("TD-CLB-04")
def test_what_can_be_stepped_from_where_one_stands_is_not_climbed() -> None:
    rock = piece("rock", (20, 5, 40, 25), z1=2.5, name="rock")

    assert climbed(body(18.5, 15, 1), rock, 2.5, at=(21.5, 15)) == "TD-CLB-04"
    assert isinstance(climbed(body(18.5, 15, 0.9), rock, 2.5, at=(21.5, 15)), Ascended)
