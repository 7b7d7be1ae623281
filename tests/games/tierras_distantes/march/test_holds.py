"""Climbs that are proposed: legal ones, as far as they lead, on every side."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from app.systems.tierras_distantes.march.holds import Climber, Hold, holds
from app.systems.tierras_distantes.space.land import Block, Body
from tests.games.tierras_distantes.space.scenes import CM, MM, TABLE, body, chance_land, land, nm, piece
from tests.games.tierras_distantes.table import rules

HOUSE = piece("building", (20, 5, 40, 25), z1=6, name="house")
WALL = piece("wall", (20, 0, 21, 20), z1=1.6, name="wall")


def found(mini: Body, *pieces: Block, climbing: str | None = None, most: float = 3, others: Any = ()) -> list[Hold]:
    return list(holds(rules(), land(*pieces), TABLE, Climber(mini, climbing, nm(most), others)))


def ends(climbs: list[Hold]) -> set[tuple[str, float, bool]]:
    return {(each.way, each.ends.end.z / CM, each.ends.is_climbing) for each in climbs}


@pytest.mark.rule("TD-CLB-01", "TD-CLB-03")
def test_a_house_is_climbed_half_way_and_takes_two_actions() -> None:
    mini = body(18.5, 15)
    (hold,) = found(mini, HOUSE)

    assert ends([hold]) == {("up", 3, True)}
    assert hold.actions_to_top(Climber(mini, None, 3 * CM, ())) == 2
    assert found(body(18, 15), HOUSE) == []


@pytest.mark.rule("TD-CLB-05", "TD-CLB-10")
def test_from_the_middle_of_a_face_one_lands_or_comes_down() -> None:
    climbs = found(body(18.5, 15, 3), HOUSE, climbing="house")

    assert ends(climbs) == {("up", 6, True), ("down", 0, False), ("land", 6, False)}


@pytest.mark.rule("TD-CLB-13", "TD-CLB-10")
def test_from_the_top_one_comes_down_each_side_in_hold() -> None:
    climbs = found(body(21.5, 6.5, 6), HOUSE)

    assert ends(climbs) == {("down", 3, True)}
    assert {(each.ends.end.x < nm(20), each.ends.end.y < nm(5)) for each in climbs} == {(True, False), (False, True)}


@pytest.mark.rule("TD-CLB-12")
def test_a_low_wall_is_crossed_if_there_is_height_left_for_it() -> None:
    assert ("cross", 0, False) in ends(found(body(18.5, 10), WALL, most=4))
    assert ("cross", 0.2, True) in ends(found(body(18.5, 10), WALL))
    assert not any(each.way == "cross" for each in found(body(18.5, 10), WALL, most=1.6))


@pytest.mark.rule("TD-MOV-07", "TD-MOV-13")
def test_one_climbs_as_high_as_what_is_overhead_allows() -> None:
    walkway = piece("platform", (15, 10, 25, 20), z0=5.5, z1=6, name="walkway")
    above = body(17.5, 15, 4.2, name="B01")

    assert ends(found(body(18.5, 15), HOUSE, walkway)) == {("up", 2.5, True)}
    assert ends(found(body(18.5, 15), HOUSE, others=(above,))) == {("up", 1.2, True)}


@pytest.mark.rule("TD-MOV-07", "TD-MOV-13")
def test_one_climbs_as_far_down_as_what_stands_below_allows() -> None:
    wall = piece("wall", (16.5, 10, 17.5, 20), z1=4, name="beside")
    below = body(18.5, 13, name="B01")
    hanging = body(18.5, 15, 4)

    assert ("down", 2.5, True) in ends(found(hanging, HOUSE, wall, climbing="house"))
    assert ("down", 3, True) in ends(found(hanging, HOUSE, climbing="house", most=4, others=(below,)))


@pytest.mark.rule("TD-CLB-05", "TD-MOV-13")
def test_one_lands_and_comes_down_beside_whoever_stands_in_the_way() -> None:
    up, down = body(20.5, 15, 6, name="A02"), body(18.5, 15, name="A03")
    ledge = piece("container", (20, 5, 40, 25), z1=2.9, name="box")

    (landing,) = [
        each for each in found(body(18.5, 15, 3), HOUSE, climbing="house", others=(up,)) if each.way == "land"
    ]
    (descent,) = [each for each in found(body(21.5, 15, 2.9), ledge, others=(down,)) if each.way == "down"]

    assert (landing.ends.end.z, landing.ends.is_climbing) == (6 * CM, False)
    assert landing.ends.end.at != up.at
    assert (descent.ends.end.z, descent.ends.end.x < nm(20)) == (0, True)
    assert abs(descent.ends.end.y - down.y) >= nm(2.4)


def test_one_who_hangs_on_a_piece_is_offered_no_other() -> None:
    beside = piece("rock", (10, 5, 17, 25), z1=4, name="rock")

    assert {each.block.id for each in found(body(18.5, 15, 3), HOUSE, beside, climbing="house")} <= {"house"}


@pytest.mark.rule("TD-CLB-03")
def test_one_who_was_put_right_off_the_wall_it_hangs_on_is_offered_it_still() -> None:
    assert ("down", 0, False) in ends(found(body(10, 15, 3), HOUSE, climbing="house"))


def test_places_are_whole_millimetres() -> None:
    random, count = Random(7), 0
    for _ in range(60):
        ground = chance_land(random, 5, 300)
        block = random.choice(ground.solids or (HOUSE,))
        mini = body(random.randrange(300) / 10, random.randrange(300) / 10)._replace(
            x=block.shape.west - 14 * MM, z=random.choice((0, block.z1))
        )
        for hold in holds(rules(), ground, TABLE, Climber(mini, None, 3 * CM, ())):
            end, count = hold.ends.end, count + 1
            assert all(each % MM == 0 for each in (end.x, end.y, end.z))
    assert count


@pytest.mark.rule("TD-CLB-01", "TD-GEN-02")
def test_of_a_height_that_is_no_whole_number_of_millimetres_as_many_are_climbed_as_it_holds() -> None:
    assert ("down", 4.4, True) in ends(found(body(18.5, 15, 6), HOUSE, climbing="house", most=1.65))
