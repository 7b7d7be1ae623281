"""Areas of effect: who is caught, in which order, and by which roll."""

from __future__ import annotations

import pytest

from app.systems.war_of_plastic.book.state import Mode
from app.systems.war_of_plastic.fire.resolution import AreaEffect, AreaShotResult, Damaged
from app.systems.war_of_plastic.fire.shooting import designate_assault
from app.systems.war_of_plastic.ground.area import area_of_hit, area_of_stray, caught_by_area, stray_victim
from tests.games.war_of_plastic.battlefield import (
    accepted,
    box,
    by_id,
    damages,
    field,
    fire,
    hits,
    jeep,
    rolled,
    soldier,
    tank,
)

THROWER = soldier("g", 100, 300)
TARGET = soldier("t", 290, 300, "B")


def caught(*things, centre="t", threshold=1, only_army=None, **options):
    where = field(*things, **options)
    units = caught_by_area(where, by_id(where, "g"), by_id(where, centre), threshold=threshold, only_army=only_army)
    return [unit.id for unit in units]


# ------------------------------------------------------------------------------------------------- who is caught


@pytest.mark.rule("WOP-AREA-01", "WOP-AREA-02")
@pytest.mark.parametrize(("y", "found"), [(390, ["u"]), (391, [])])
def test_the_area_reaches_six_centimetres_from_base_to_base(y, found):
    assert caught(THROWER, TARGET, soldier("u", 290, y, "B")) == found


@pytest.mark.rule("WOP-AREA-02")
def test_the_area_keeps_to_its_level_and_walls_do_not_matter():
    house = box("h", "house", 240, 260, 300, 340, levels=2)
    things = soldier("t", 290, 300, "B", level=1), soldier("u", 320, 300, "B"), soldier("v", 260, 300, "B", level=1)

    assert caught(THROWER, *things, house, threshold=3) == ["v"]
    assert caught(THROWER, TARGET, soldier("u", 320, 300, "B"), house, threshold=3) == ["u"]


@pytest.mark.rule("WOP-AREA-02", "WOP-VEH-10")
def test_passengers_reserves_and_the_dead_are_not_caught():
    things = (
        jeep("j", 330, 360, "B"),
        soldier("p", 0, 0, "B", aboard="j"),
        soldier("r", 290, 330, "B", status="reserve", x_mm=None, y_mm=None),
        soldier("d", 290, 330, "B", status="destroyed", x_mm=None, y_mm=None),
    )

    assert caught(THROWER, TARGET, *things, threshold=3) == ["j"]


@pytest.mark.rule("WOP-AREA-04")
@pytest.mark.parametrize(
    ("threshold", "found"), [(1, ["open"]), (2, ["open", "covered", "jeep"]), (3, ["open", "covered", "jeep", "tank"])]
)
def test_only_the_same_or_lower_protection_is_caught(threshold, found):
    things = (
        soldier("open", 290, 335, "B"),
        soldier("covered", 290, 260, "B"),
        box("b", "barricade", 255, 235, 271, 275),
        jeep("jeep", 350, 310, "B"),
        tank("tank", 380, 340, "B"),
    )

    assert sorted(caught(THROWER, TARGET, *things, threshold=threshold)) == sorted(found)


@pytest.mark.rule("WOP-AREA-05")
@pytest.mark.parametrize("room_catches_him", [True, False])
def test_friends_enemies_and_the_shooter_are_caught_alike(room_catches_him):
    near = soldier("t", 190, 300, "B")
    things = soldier("friend", 190, 340), soldier("enemy", 190, 250, "B")

    found = caught(THROWER, near, *things, area_hits_shooter=room_catches_him)

    assert found == (["friend", "enemy", "g"] if room_catches_him else ["friend", "enemy"])


@pytest.mark.rule("WOP-AREA-06", "WOP-GEO-13")
def test_the_caught_are_ordered_by_gap_and_equal_gaps_by_id():
    things = soldier("z", 290, 335, "B"), soldier("y", 290, 350, "B"), soldier("x", 290, 250, "B")

    assert caught(THROWER, TARGET, *things) == ["z", "x", "y"]


@pytest.mark.rule("WOP-PROT-12", "WOP-AREA-04")
def test_the_protection_of_the_caught_is_reckoned_from_the_shooter():
    # The barricade stands between him and the thrower, not between him and the blast.
    sheltered = soldier("u", 290, 350, "B")
    barricade = box("b", "barricade", 252, 330, 268, 370)

    assert caught(THROWER, TARGET, sheltered, barricade) == []
    assert caught(soldier("g", 480, 330), TARGET, sheltered, barricade) == ["u"]


# --------------------------------------------------------------------------------------------------- resolving it


@pytest.mark.rule("WOP-AREA-03", "WOP-AREA-06", "WOP-DICE-05")
def test_a_hit_damages_the_target_first_and_each_of_the_caught_with_a_die_of_his_own():
    where = field(THROWER, TARGET, soldier("u", 290, 390, "B"), soldier("f", 335, 300))

    result = fire(where, "g", "grenade", "t", dice=[3, 1, 4, 6])

    assert damages(result) == [("t", "dead"), ("f", "wounded"), ("u", "stunned")]
    assert AreaEffect("t", ("f", "u")) in result.outcomes


@pytest.mark.rule("WOP-AREA-07")
def test_a_miss_affects_nobody():
    where = field(THROWER, TARGET, soldier("u", 290, 340, "B"))

    result = fire(where, "g", "grenade", "t", dice=[2])

    assert (hits(result), damages(result)) == ([False], [])


@pytest.mark.rule("WOP-AREA-03")
def test_a_room_may_shoot_at_each_of_the_caught_instead():
    where = field(
        tank("g", 100, 300, damage=1),
        jeep("t", 500, 300, "B"),
        soldier("u", 500, 380, "B"),
        soldier("f", 500, 215),
        area_effect_roll="shot",
    )

    # Stationary with power 3: the jeep needs 3+, the soldiers 2+, each 1 more for the damage of the tank.
    result = fire(where, "g", "heavy_weapon", "t", dice=[4, 6, 2, 3, 5])

    assert damages(result) == [("t", "stunned"), ("f", "stunned")]
    assert [part for part in result.outcomes if isinstance(part, AreaShotResult)] == [
        AreaShotResult("u", 3, 2, hit=False),
        AreaShotResult("f", 3, 3, hit=True),
    ]


@pytest.mark.rule("WOP-AREA-03", "WOP-SHOT-22", "WOP-CCS-05")
def test_who_cannot_be_harmed_is_spared_without_a_die():
    # A damaged gun on the move misses e (5+); f, in the emplacement, takes it; against the tank beside him it has a "-".
    where = field(
        tank("g", 100, 300, damage=2),
        soldier("e", 400, 300, "B"),
        soldier("f", 400, 332),
        box("n", "emplacement", 380, 316, 420, 400),
        tank("k", 500, 332),
        area_effect_roll="shot",
    )

    result = fire(where, "g", "heavy_weapon", "e", dice=[4, 6], mode=Mode.MOVING)

    assert damages(result) == [("f", "stunned")]
    assert AreaShotResult("k", None, None, hit=False) in result.outcomes


@pytest.mark.rule("WOP-AREA-06", "WOP-AREA-08", "WOP-DMG-05", "WOP-DICE-05")
def test_passengers_roll_right_after_their_vehicle_and_neither_they_nor_the_wreck_are_caught_again():
    where = field(
        tank("g", 100, 300),
        jeep("t", 500, 300, "B"),
        soldier("p2", 0, 0, "B", aboard="t"),
        soldier("p1", 0, 0, "B", aboard="t"),
        soldier("u", 500, 380, "B"),
    )

    result = fire(where, "g", "heavy_weapon", "t", dice=[3, 1, 5, 3, 2])

    assert damages(result) == [("t", "destroyed"), ("p1", "stunned"), ("p2", "wounded"), ("u", "dead")]
    assert [piece.id for piece in result.field.pieces] == ["wreck-t"]


@pytest.mark.rule("WOP-AREA-05", "WOP-VEH-10", "WOP-DMG-05")
def test_a_thrower_aboard_is_in_danger_only_through_his_vehicle():
    where = field(
        soldier("g", 0, 0, aboard="j"), jeep("j", 100, 300), jeep("t", 230, 300, "B"), area_hits_shooter=False
    )

    result = fire(where, "g", "grenade", "t", dice=[4, 6, 1, 2])

    assert damages(result) == [("t", "stunned"), ("j", "destroyed"), ("g", "dead")]
    last = [part for part in result.outcomes if isinstance(part, Damaged)][-1]
    assert last.aboard == "j"


@pytest.mark.rule("WOP-CCV-05", "WOP-DICE-08")
def test_a_grenade_in_an_assault_catches_the_attacker():
    where = field(soldier("g", 100, 300), tank("k", 167, 300, "B"))
    assault = accepted(designate_assault(where, by_id(where, "g"), "k", "grenade"))

    assert damages(rolled(where, "g", assault, [5, 3, 4])) == [("k", "damaged"), ("g", "wounded")]
    assert damages(rolled(where, "g", assault, [4])) == []


# ------------------------------------------------------------------------------------------- into close combat


MELEE = soldier("e", 400, 300, "B"), soldier("f", 400, 332)


@pytest.mark.rule("WOP-CCS-03")
@pytest.mark.parametrize(
    ("others", "victim"),
    [
        ((), "f"),
        ((soldier("n", 400, 269, damage=1),), "n"),
        ((soldier("n", 400, 268, stunned=True),), "f"),
        ((soldier("a", 400, 268),), "a"),
        ((tank("k", 465, 300),), "f"),
        ((soldier("n", 400, 270, level=1),), "f"),
        ((soldier("n", 400, 270, "B"),), "f"),
        ((jeep("j", 445, 300), soldier("n", 0, 0, aboard="j")), "f"),
    ],
)
def test_a_miss_hits_the_nearest_friendly_infantry_on_foot_on_that_level(others, victim):
    where = field(soldier("g", 100, 300), *MELEE, *others)

    found = stray_victim(where, by_id(where, "g"), by_id(where, "e"))

    assert found is not None
    assert found.id == victim


@pytest.mark.rule("WOP-CCS-03")
def test_the_shooter_is_never_the_victim_of_his_own_stray_shot():
    where = field(soldier("g", 400, 269), *MELEE)  # a gap of 1 mm to e, f has 2

    found = stray_victim(where, by_id(where, "g"), by_id(where, "e"))

    assert found is not None
    assert found.id == "f"


@pytest.mark.rule("WOP-CCS-05", "WOP-DICE-06")
def test_a_miss_with_an_area_catches_only_friends_round_the_victim():
    things = tank("g", 100, 300), *MELEE, soldier("f2", 450, 380), soldier("e2", 440, 340, "B")

    result = fire(field(*things), "g", "heavy_weapon", "e", dice=[1, 2, 3])

    assert damages(result) == [("f", "dead"), ("f2", "wounded")]
    assert AreaEffect("f", ("f2",)) in result.outcomes


@pytest.mark.rule("WOP-CCS-05", "WOP-AREA-05")
@pytest.mark.parametrize(("room_catches_him", "found"), [(True, ["g"]), (False, [])])
def test_the_shooter_is_caught_by_his_own_stray_shot_unless_the_room_spares_him(room_catches_him, found):
    where = field(soldier("g", 400, 420), *MELEE, area_hits_shooter=room_catches_him)

    area = area_of_stray(where, by_id(where, "g"), by_id(where, "f"))

    assert [unit.id for unit in area.caught] == found


@pytest.mark.rule("WOP-CCS-05", "WOP-AREA-04")
def test_the_victims_protection_is_the_measure_of_a_stray_area():
    things = soldier("g", 100, 332), *MELEE, jeep("j", 450, 390)
    covered = box("b", "barricade", 365, 320, 381, 350)

    in_the_open, in_cover = field(*things), field(*things, covered)

    assert [u.id for u in area_of_stray(in_the_open, by_id(in_the_open, "g"), by_id(in_the_open, "f")).caught] == []
    assert [u.id for u in area_of_stray(in_cover, by_id(in_cover, "g"), by_id(in_cover, "f")).caught] == ["j"]


@pytest.mark.rule("WOP-CCS-04", "WOP-CCS-06")
def test_a_hit_is_centred_on_the_target_or_always_on_the_friend():
    things = tank("g", 100, 300), *MELEE, soldier("f2", 450, 380), soldier("e2", 440, 340, "B")

    on_target = fire(field(*things), "g", "heavy_weapon", "e", dice=[2, 1, 3, 5])
    on_friend = fire(field(*things, cc_area_centre="always"), "g", "heavy_weapon", "e", dice=[2, 1, 3, 5, 4])

    assert damages(on_target) == [("e", "dead"), ("f", "wounded"), ("e2", "stunned")]
    assert damages(on_friend) == [("e", "dead"), ("f", "wounded"), ("e2", "stunned"), ("f2", "wounded")]


@pytest.mark.rule("WOP-CCS-06", "WOP-AREA-04")
def test_better_cover_than_the_targets_saves_the_friend_in_the_centre():
    covered = box("b", "barricade", 365, 320, 381, 350)
    where = field(soldier("g", 100, 300), *MELEE, covered, cc_area_centre="always")

    area = area_of_hit(where, by_id(where, "g"), by_id(where, "e"), threshold=1)

    assert (area.centre.id, [unit.id for unit in area.caught]) == ("f", [])


@pytest.mark.rule("WOP-AREA-03", "WOP-CCS-06")
def test_the_unit_at_the_centre_is_never_shot_at_first():
    where = field(
        tank("g", 100, 300), *MELEE, soldier("f2", 450, 380), cc_area_centre="always", area_effect_roll="shot"
    )

    result = fire(where, "g", "heavy_weapon", "e", dice=[2, 1, 3, 1])

    assert damages(result) == [("e", "dead"), ("f", "wounded")]
    assert AreaShotResult("f2", 2, 1, hit=False) in result.outcomes


@pytest.mark.rule("WOP-CCS-06")
def test_outside_close_combat_the_option_changes_nothing():
    where = field(tank("g", 100, 300), soldier("e", 400, 300, "B"), soldier("f", 400, 340), cc_area_centre="always")

    area = area_of_hit(where, by_id(where, "g"), by_id(where, "e"), threshold=1)

    assert (area.centre.id, [unit.id for unit in area.caught]) == ("e", ["f"])
