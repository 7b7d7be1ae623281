"""Paths: legs, caps, modes, what is in the way, where one may end, boarding and getting off."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from app.boards.measured import spot_around
from app.engine.refusal import Refusal
from app.engine.telling import Line, Ring
from app.engine.types import UnitId
from app.systems.war_of_plastic.book.state import Mode
from app.systems.war_of_plastic.choices.paths import example_path, sample_path
from app.systems.war_of_plastic.ground.boarding import boarding_refusal, carrying_rule
from app.systems.war_of_plastic.march.movement import (
    contacts_at,
    judge_entry,
    judge_path,
    longest_mm,
    mode_of,
)
from app.systems.war_of_plastic.position.field import Place
from tests.games.war_of_plastic.battlefield import box, by_id, disc, field, jeep, rules, soldier, tank, unit
from tests.games.war_of_plastic.walking import TABLE, judged, stopped, stopped_by, walked


def at(x=300, y=300, **more):
    return soldier("s", x, y, **more)


# ------------------------------------------------------------------------------------------------ legs and lengths


@pytest.mark.rule("WOP-MOVE-01", "WOP-MOVE-03")
@pytest.mark.parametrize("length", [1, 30, 99, 100, 300])
def test_a_single_leg_may_be_of_any_length_within_the_cap(length):
    assert walked(at(), [(300 + length, 300)]).length_mm == length


@pytest.mark.rule("WOP-MOVE-01")
def test_a_path_is_the_sum_of_its_legs():
    verdict = walked(at(), [(400, 300), (400, 420)])

    assert verdict.length_mm == 220
    assert verdict.end == Place(400, 420, 15, 0)


@pytest.mark.rule("WOP-MOVE-02")
@pytest.mark.parametrize(
    ("path", "leg", "length_cm"),
    [([(399, 300), (399, 400)], 1, 9.9), ([(400, 300), (400, 399)], 2, 9.9), ([(400, 300), (470, 370)], 2, 9.9)],
)
def test_of_several_legs_none_is_under_ten_centimetres(path, leg, length_cm):
    refusal = stopped(at(), path)

    assert refusal.rule == "WOP-MOVE-02"
    assert refusal.facts == {"unit": "s", "leg": leg, "length_cm": length_cm, "least_cm": 10}


@pytest.mark.rule("WOP-MOVE-02")
def test_of_several_legs_each_may_be_exactly_ten_centimetres():
    assert walked(at(), [(400, 300), (400, 400), (480, 460)]).length_mm == 300


@pytest.mark.rule("WOP-MOVE-02")
def test_ten_centimetres_are_measured_before_rounding():
    # 70 and 71 mm make 99.7 mm, which would be rounded up to 100.
    assert stopped_by(at(), [(400, 300), (470, 371)]) == "WOP-MOVE-02"
    assert judged(at(), [(400, 300), (471, 371)]).length_mm == 201


@pytest.mark.rule("WOP-MOVE-02")
@pytest.mark.parametrize("path", [[(300, 300)], [(400, 300), (400, 300)], [(300, 300, 0), (400, 300)]])
def test_a_leg_of_no_length_is_refused(path):
    assert stopped_by(at(), path) == "WOP-MOVE-02"


@pytest.mark.rule("WOP-MOVE-02", "WOP-BLDG-06")
def test_a_climb_of_one_level_is_a_leg_of_ten_centimetres():
    house = box("h", "house", 250, 250, 500, 500, levels=2)

    assert walked(at(), [(300, 300, 1), (400, 300, 1)], house).length_mm == 200


# --------------------------------------------------------------------------------------------------- caps and modes


@pytest.mark.rule("WOP-MOVE-04", "WOP-MOVE-05")
@pytest.mark.parametrize(
    ("walker", "reach"),
    [(at(), 300), (jeep("s", 300, 300), 500), (tank("s", 300, 300), 400)],
    ids=["soldier", "jeep", "tank"],
)
def test_a_move_is_at_most_the_forced_distance(walker, reach):
    assert walked(walker, [(300 + reach, 300)]).mode is Mode.FORCED
    assert stopped_by(walker, [(301 + reach, 300)]) == "WOP-MOVE-05"


@pytest.mark.rule("WOP-MOVE-05", "WOP-MOVE-07", "WOP-MOVE-08")
@pytest.mark.parametrize(
    ("walker", "reach"),
    [
        (at(damage=1), 100),
        (jeep("s", 300, 300, damage=1), 150),
        (jeep("s", 300, 300, damage=2), 150),
        (tank("s", 300, 300, damage=1), 150),
        (tank("s", 300, 300, damage=3), 150),
    ],
    ids=["soldier", "jeep-1", "jeep-2", "tank-1", "tank-3"],
)
def test_a_hurt_unit_moves_its_hurt_distance_and_never_forces(walker, reach):
    assert walked(walker, [(300 + reach, 300)]).mode is Mode.MOVING
    assert stopped_by(walker, [(301 + reach, 300)]) == "WOP-MOVE-05"


@pytest.mark.rule("WOP-MOVE-08")
def test_a_room_may_follow_the_damage_table_for_light_vehicles():
    damaged = jeep("s", 300, 300, damage=1)

    assert stopped_by(damaged, [(500, 300)]) == "WOP-MOVE-05"
    assert walked(damaged, [(500, 300)], damaged_light_move_mm=200).mode is Mode.MOVING
    assert stopped_by(damaged, [(501, 300)], damaged_light_move_mm=200) == "WOP-MOVE-05"
    assert longest_mm(rules(damaged_light_move_mm=200), tank("t", 0, 0, damage=1)) == 150


@pytest.mark.rule("WOP-MOVE-05")
def test_a_move_too_long_tells_its_length_and_shows_the_stretch_beyond_reach():
    refusal = stopped(at(), [(500, 300), (500, 420)])

    (line,) = refusal.overlays
    assert refusal.facts == {"unit": "s", "length_cm": 32.0, "reach_cm": 30.0}
    assert isinstance(line, Line)
    assert line.points == ((500, 400), (500, 420))
    assert line.tone == "bad"


@pytest.mark.rule("WOP-MOVE-05")
def test_the_cap_is_compared_with_the_sum_of_all_legs():
    assert walked(at(), [(400, 300), (400, 400), (500, 400)]).length_mm == 300
    assert stopped_by(at(), [(400, 300), (400, 400), (501, 400)]) == "WOP-MOVE-05"


@pytest.mark.rule("WOP-MOVE-06")
@pytest.mark.parametrize(
    ("kind", "moving"), [("infantry", 200), ("light", 300), ("heavy", 200)], ids=["soldier", "jeep", "tank"]
)
def test_the_mode_follows_from_the_length(kind, moving):
    modes = [mode_of(rules(), kind, 0, length) for length in (0, 1, moving, moving + 1)]

    assert modes == [Mode.STATIONARY, Mode.MOVING, Mode.MOVING, Mode.FORCED]


@pytest.mark.rule("WOP-MOVE-07")
def test_a_hurt_unit_that_did_not_move_is_stationary():
    assert [mode_of(rules(), "infantry", 1, length) for length in (0, 1, 100)] == [
        Mode.STATIONARY,
        Mode.MOVING,
        Mode.MOVING,
    ]


# ------------------------------------------------------------------------------------------------------ in the way


@pytest.mark.rule("WOP-MOVE-09")
@pytest.mark.parametrize("who", ["enemy", "friendly tank"])
def test_a_base_passes_no_other_base_but_may_touch_it(who):
    def bystander(y):
        return soldier("b", 400, y, "B") if who == "enemy" else tank("b", 400, y)

    clearance = 30 if who == "enemy" else 65
    path = [(560, 300)]

    assert stopped_by(at(), path, bystander(300 + clearance - 1)) == "WOP-MOVE-09"
    assert walked(at(), path, bystander(300 + clearance)).length_mm == 260


@pytest.mark.rule("WOP-MOVE-09")
def test_the_base_in_the_way_is_named_and_ringed():
    refusal = stopped(at(), [(560, 300)], soldier("b", 400, 310, "B"))

    assert refusal.facts["blocker"] == "b"
    assert Ring("b", "bad") in refusal.overlays


@pytest.mark.rule("WOP-MOVE-09", "WOP-MOVE-14")
def test_on_an_upper_level_only_the_units_of_that_level_are_in_the_way():
    house = box("h", "house", 250, 250, 700, 500, levels=2)
    barricade = box("p", "high_wall", 400, 505, 420, 520)
    upstairs = at(300, 492, level=1)

    assert walked(upstairs, [(560, 492, 1)], house, barricade, soldier("b", 400, 492, "B")).mode is Mode.FORCED
    assert stopped_by(upstairs, [(560, 492, 1)], house, soldier("b", 400, 492, "B", level=1)) == "WOP-MOVE-09"
    assert stopped_by(at(300, 492), [(560, 492)], house, barricade) == "WOP-MOVE-14"


@pytest.mark.rule("WOP-MOVE-10")
@pytest.mark.parametrize("state", [{}, {"damage": 1}, {"stunned": True}], ids=["fit", "wounded", "stunned"])
def test_infantry_passes_through_friendly_infantry_in_any_state(state):
    friend = soldier("b", 400, 300, **state)

    assert walked(at(), [(560, 300)], friend).length_mm == 260
    assert stopped_by(at(), [(560, 300)], friend, pass_through_friends=False) == "WOP-MOVE-09"


@pytest.mark.rule("WOP-MOVE-10")
@pytest.mark.parametrize(
    ("walker", "other"),
    [
        (soldier("s", 300, 300), soldier("b", 400, 300, "B", damage=1)),
        (soldier("s", 300, 300), jeep("b", 400, 300)),
        (jeep("s", 300, 300), soldier("b", 400, 300)),
        (jeep("s", 300, 300), jeep("b", 400, 300)),
    ],
    ids=["wounded enemy", "soldier through jeep", "jeep through soldier", "jeep through jeep"],
)
def test_nobody_else_passes_through_anybody(walker, other):
    assert stopped_by(walker, [(560, 300)], other) == "WOP-MOVE-09"


@pytest.mark.rule("WOP-MOVE-11")
@pytest.mark.parametrize(
    ("goal", "inside"), [((300, 15), True), ((300, 14), False), ((15, 300), True), ((14, 300), False)]
)
def test_the_whole_base_stays_on_the_table_to_the_south_and_west(goal, inside):
    assert (not isinstance(judged(at(), [goal]), Refusal)) is inside


@pytest.mark.rule("WOP-MOVE-11")
@pytest.mark.parametrize(
    ("goal", "inside"), [((1150, 600), True), ((1151, 600), False), ((1000, 750), True), ((1000, 751), False)]
)
def test_the_whole_base_stays_on_the_table_to_the_north_and_east(goal, inside):
    verdict = judged(tank("s", 1000, 600), [goal])

    assert getattr(verdict, "rule", None) == (None if inside else "WOP-MOVE-11")


@pytest.mark.rule("WOP-MOVE-11")
def test_no_waypoint_lies_off_the_table():
    assert stopped_by(at(100, 100), [(-1, 100), (110, 100)]) == "WOP-MOVE-11"


@pytest.mark.rule("WOP-MOVE-12")
def test_the_end_may_touch_a_base_but_not_overlap_it():
    assert walked(at(), [(400, 300)], soldier("b", 430, 300)).contacts == ("b",)
    refusal = stopped(at(), [(401, 300)], soldier("b", 430, 300))
    assert refusal.rule == "WOP-MOVE-12"
    assert refusal.facts == {"unit": "s", "blocker": "b"}


@pytest.mark.rule("WOP-MOVE-12", "WOP-MOVE-14")
@pytest.mark.parametrize(
    ("kind", "soldier_rule", "jeep_rule", "tank_rule"),
    [
        ("barricade", "WOP-MOVE-12", "WOP-MOVE-14", "WOP-MOVE-14"),
        ("hedge", "WOP-MOVE-12", "WOP-MOVE-14", "WOP-MOVE-12"),
        ("high_wall", "WOP-MOVE-14", "WOP-MOVE-14", "WOP-MOVE-14"),
        ("water", "WOP-MOVE-14", "WOP-MOVE-14", "WOP-MOVE-14"),
        ("wood", None, "WOP-MOVE-14", None),
        ("trench", None, "WOP-MOVE-14", "WOP-MOVE-12"),
        ("emplacement", None, "WOP-MOVE-14", "WOP-MOVE-14"),
        ("crater", None, None, None),
    ],
)
def test_terrain_lets_each_class_stop_pass_or_neither(kind, soldier_rule, jeep_rule, tank_rule):
    piece = box("p", kind, 380, 200, 420, 400)
    walkers = (at(), jeep("s", 300, 300), tank("s", 300, 300))

    found = [getattr(judged(walker, [(400, 300)], piece), "rule", None) for walker in walkers]

    assert found == [soldier_rule, jeep_rule, tank_rule]


@pytest.mark.rule("WOP-MOVE-14", "WOP-MOVE-13")
def test_infantry_steps_over_low_obstacles_without_losing_distance():
    verdict = walked(at(), [(500, 300)], box("p", "barricade", 380, 200, 396, 400))

    assert verdict.length_mm == 200
    assert verdict.mode is Mode.MOVING


@pytest.mark.rule("WOP-MOVE-13")
@pytest.mark.parametrize("kind", ["wood", "crater", "trench"])
def test_no_terrain_slows_movement(kind):
    assert walked(at(), [(600, 300)], box("p", kind, 310, 200, 800, 400)).length_mm == 300


@pytest.mark.rule("WOP-MOVE-14", "WOP-GEO-09")
def test_a_piece_stops_the_base_and_not_only_its_centre():
    def wall(south):
        return box("p", "high_wall", 380, south, 396, south + 100)

    assert stopped_by(at(), [(500, 300)], wall(314)) == "WOP-MOVE-14"
    assert walked(at(), [(500, 300)], wall(315)).length_mm == 200


@pytest.mark.rule("WOP-MOVE-14", "WOP-GEO-09")
@pytest.mark.parametrize("piece", [box("p", "high_wall", 580, 380, 620, 420), disc("p", "tree", 600, 400, 20)])
@pytest.mark.parametrize("step", range(24))
def test_a_piece_stops_a_base_from_every_side(piece, step):
    turning = rules().rotation
    start, beyond = (spot_around((600, 400), reach, step, turning) for reach in (150, -100))
    short = spot_around((600, 400), 50, step, turning)

    assert stopped_by(soldier("s", *start), [beyond], piece) == "WOP-MOVE-14"
    assert walked(soldier("s", *start), [short], piece).length_mm <= 101
    assert stopped_by(soldier("s", *start), [(600, 400)], piece) == "WOP-MOVE-14"


@pytest.mark.rule("WOP-MOVE-14")
@pytest.mark.parametrize("walker", [at(), jeep("s", 300, 300), tank("s", 300, 300)], ids=["soldier", "jeep", "tank"])
def test_wrecks_stop_everybody(walker):
    refusal = stopped(walker, [(500, 300)], disc("wreck-x", "wreck", 400, 300, 40))

    assert refusal.rule == "WOP-MOVE-14"
    assert Ring("wreck-x", "bad") in refusal.overlays


@pytest.mark.rule("WOP-MOVE-12", "WOP-GEO-07")
def test_the_end_may_touch_a_piece():
    barricade = box("p", "barricade", 400, 200, 416, 400)

    assert walked(at(), [(385, 300)], barricade).length_mm == 85
    assert stopped_by(at(), [(386, 300)], barricade) == "WOP-MOVE-12"
    assert stopped_by(at(), [(430, 300)], barricade) == "WOP-MOVE-12"
    assert walked(at(), [(431, 300)], barricade).length_mm == 131


@pytest.mark.rule("WOP-MOVE-16")
@pytest.mark.parametrize("walker", [at(), jeep("s", 300, 300), tank("s", 300, 300)], ids=["soldier", "jeep", "tank"])
def test_turning_on_the_spot_costs_nothing(walker):
    there_and_back = walked(walker, [(400, 300), (300, 300)])

    assert there_and_back.length_mm == 200


@pytest.mark.rule("WOP-MOVE-18", "WOP-CC-01")
def test_a_move_may_end_in_contact_and_tells_with_whom_it_engages():
    verdict = walked(
        at(),
        [(400, 300)],
        soldier("fit", 435, 300, "B"),
        soldier("wounded", 400, 335, "B", damage=1),
        soldier("friend", 400, 265),
        soldier("far", 425, 326, "B"),
    )

    assert verdict.contacts == ("fit", "friend", "wounded")
    assert verdict.engages == ("fit",)


@pytest.mark.rule("WOP-CC-01", "WOP-CC-02")
@pytest.mark.parametrize(
    ("walker", "enemy"),
    [
        (at(damage=1), soldier("b", 385, 300, "B")),
        (at(), soldier("b", 385, 300, "B", stunned=True)),
        (jeep("s", 300, 300), soldier("b", 410, 300, "B")),
        (at(), jeep("b", 410, 300, "B")),
    ],
    ids=["wounded walker", "stunned enemy", "vehicle", "enemy vehicle"],
)
def test_only_fit_infantry_is_engaged_by_contact(walker, enemy):
    verdict = walked(walker, [(350, 300)], enemy)

    assert verdict.contacts == (enemy.id,)
    assert verdict.engages == ()


@pytest.mark.rule("WOP-MOVE-18")
def test_passing_close_to_an_enemy_has_no_effect():
    verdict = walked(at(), [(560, 300)], soldier("b", 400, 330, "B"))

    assert verdict.contacts == ()


def test_contacts_are_looked_up_at_any_place():
    where = field(at(), soldier("b", 400, 300, "B"))

    assert contacts_at(where, by_id(where, "s"), Place(365, 300, 15, 0)) == (("b",), ("b",))
    assert contacts_at(where, by_id(where, "s"), Place(364, 300, 15, 0)) == ((), ())


# ------------------------------------------------------------------------------------------------ order of the tests


def test_the_first_rule_broken_is_the_one_named():
    house = box("h", "house", 400, 200, 560, 400, levels=2)
    wall = box("w", "high_wall", 590, 200, 610, 400)
    enemy = soldier("e", 640, 300, "B")
    everything = (house, wall, enemy)

    assert stopped_by(at(), [(399, 300), (399, 300)], *everything, boarding="e") == "WOP-VEH-01"
    assert stopped_by(at(), [(399, 300), (1300, 300)], *everything) == "WOP-MOVE-02"
    assert stopped_by(at(), [(1300, 300)], *everything) == "WOP-MOVE-05"
    assert stopped_by(at(1000, 300), [(1190, 300)], box("h", "house", 1050, 200, 1150, 400)) == "WOP-MOVE-11"
    assert stopped_by(at(350, 300), [(640, 300)], *everything) == "WOP-BLDG-03"
    assert stopped_by(at(380, 300), [(640, 300)], *everything) == "WOP-MOVE-14"
    assert stopped_by(at(570, 550), [(640, 300)], enemy) == "WOP-MOVE-09"


# --------------------------------------------------------------------------------------------------------- vehicles


def boards(vehicle, *others, path=((450, 300),), **options):
    return judged(at(), list(path), vehicle, *others, boarding=vehicle.id, **options)


@pytest.mark.rule("WOP-VEH-01")
@pytest.mark.parametrize(
    "vehicle",
    [tank("v", 500, 300), soldier("v", 500, 300), unit("heavy", "armoured_car", 45, "v", 500, 300, "A")],
    ids=["tank", "soldier", "armoured car"],
)
def test_only_light_vehicles_carry_soldiers(vehicle):
    assert boards(vehicle).rule == "WOP-VEH-01"


@pytest.mark.rule("WOP-VEH-01")
@pytest.mark.parametrize(("kind", "capacity"), [("light", 0), ("heavy", 3), ("infantry", 3)])
def test_house_values_make_no_carrier_of_other_classes(kind, capacity):
    assert carrying_rule(kind, capacity, same_army=True, passengers=0) == "WOP-VEH-01"


@pytest.mark.rule("WOP-VEH-01")
@pytest.mark.parametrize("status", ["reserve", "destroyed", "undeployed"])
def test_a_vehicle_that_is_not_on_the_table_is_not_boarded(status):
    assert boards(jeep("v", 500, 300, status=status)).rule == "WOP-VEH-01"
    assert judged(at(), [(450, 300)], boarding="nothing").rule == "WOP-VEH-01"


@pytest.mark.rule("WOP-VEH-02")
def test_only_friendly_vehicles_are_boarded():
    assert boards(jeep("v", 500, 300, "B")).rule == "WOP-VEH-02"
    team_mates = msgspec.structs.replace(jeep("v", 490, 300), owner="c", handler="c")
    assert boards(team_mates).mode is Mode.MOVING


@pytest.mark.rule("WOP-VEH-03")
@pytest.mark.parametrize(
    ("vehicle", "capacity"),
    [(jeep("v", 490, 300), 3), (unit("light", "truck", 50, "v", 500, 300, "A"), 5)],
    ids=["jeep", "truck"],
)
def test_a_vehicle_carries_its_capacity_counting_every_passenger(vehicle, capacity):
    passengers = [soldier(f"p{i}", 0, 0, aboard="v", damage=i % 2) for i in range(capacity)]

    assert boards(vehicle, *passengers[1:]).length_mm == 150
    refusal = boards(vehicle, *passengers)
    assert refusal.rule == "WOP-VEH-03"
    assert refusal.facts["capacity"] == capacity


@pytest.mark.rule("WOP-VEH-04")
def test_boarding_ends_within_the_radius_of_the_vehicle():
    truck = unit("light", "truck", 50, "v", 500, 300, "A")

    assert boards(truck, path=[(450, 300)]).length_mm == 150
    refusal = boards(truck, path=[(449, 300)])
    assert refusal.rule == "WOP-VEH-04"
    assert refusal.facts == {"unit": "s", "vehicle": "v", "distance_cm": 5.1, "reach_cm": 5.0}


@pytest.mark.rule("WOP-VEH-04")
def test_a_wounded_soldier_boards_and_a_hurt_or_stunned_vehicle_is_boarded():
    assert (
        judged(at(360, 300, damage=1), [(460, 300)], jeep("v", 500, 300, damage=2, stunned=True), boarding="v").mode
        is Mode.MOVING
    )


@pytest.mark.rule("WOP-VEH-04", "WOP-MOVE-05")
def test_the_way_to_a_vehicle_is_an_ordinary_path():
    assert boards(jeep("v", 660, 300), path=[(601, 300)]).rule == "WOP-MOVE-05"
    assert boards(jeep("v", 500, 300), soldier("b", 400, 300, "B"), path=[(460, 300)]).rule == "WOP-MOVE-09"
    assert (
        boards(jeep("v", 500, 300), box("w", "high_wall", 400, 200, 416, 400), path=[(460, 300)]).rule == "WOP-MOVE-14"
    )


@pytest.mark.rule("WOP-VEH-04", "WOP-VEH-11")
def test_a_soldier_aboard_touches_nobody():
    verdict = boards(jeep("v", 490, 300), soldier("b", 450, 340, "B"), path=[(452, 300)])

    assert verdict.contacts == ()
    assert verdict.engages == ()


@pytest.mark.rule("WOP-VEH-05", "WOP-VEH-08")
def test_getting_off_is_measured_from_the_centre_of_the_vehicle():
    truck = unit("light", "truck", 50, "v", 500, 300, "A")
    passenger = soldier("s", 0, 0, aboard="v")

    assert walked(passenger, [(565, 300)], truck).length_mm == 65
    assert walked(passenger, [(800, 300)], truck).mode is Mode.FORCED
    assert stopped_by(passenger, [(801, 300)], truck) == "WOP-MOVE-05"


@pytest.mark.rule("WOP-VEH-08", "WOP-MOVE-12")
def test_getting_off_ends_clear_of_the_vehicle():
    truck = unit("light", "truck", 50, "v", 500, 300, "A")
    passenger = soldier("s", 0, 0, aboard="v")

    assert stopped_by(passenger, [(564, 300)], truck) == "WOP-MOVE-12"
    assert walked(passenger, [(565, 300)], truck).contacts == ("v",)


@pytest.mark.rule("WOP-VEH-08")
def test_only_the_own_vehicle_is_ignored_on_getting_off():
    vehicles = (jeep("v", 500, 300), jeep("w", 580, 300))

    assert stopped_by(soldier("s", 0, 0, aboard="v"), [(680, 300)], *vehicles) == "WOP-MOVE-09"


@pytest.mark.rule("WOP-VEH-13")
def test_a_passenger_changes_vehicles_in_one_move():
    passenger = soldier("s", 0, 0, aboard="v")
    vehicles = (jeep("v", 500, 300), jeep("w", 600, 300))

    assert walked(passenger, [(560, 300)], *vehicles, boarding="w").length_mm == 60
    assert stopped_by(passenger, [(559, 300)], *vehicles, boarding="w") == "WOP-VEH-04"
    assert stopped_by(passenger, [(510, 300)], *vehicles, boarding="v") == "WOP-VEH-01"


@pytest.mark.rule("WOP-VEH-13", "WOP-VEH-01")
def test_vehicles_do_not_board_vehicles():
    where = field(jeep("s", 300, 300), unit("light", "truck", 50, "v", 500, 300, "A"))

    assert boarding_refusal(where, by_id(where, "s"), UnitId("v")).rule == "WOP-VEH-01"


# ------------------------------------------------------------------------------------------------------- from reserve


@pytest.mark.rule("WOP-RES-03", "WOP-RES-04")
@pytest.mark.parametrize(
    ("path", "mode"), [([], Mode.MOVING), ([(600, 215)], Mode.MOVING), ([(600, 216)], Mode.FORCED)]
)
def test_a_unit_from_reserve_moves_from_its_edge_and_is_never_stationary(path, mode):
    recruit = at(status="reserve", x_mm=None, y_mm=None)

    verdict = judge_entry(field(recruit), TABLE, recruit, "south", 600, path)

    assert verdict.mode is mode
    assert verdict.end == Place(600, path[0][1] if path else 15, 15, 0)


@pytest.mark.rule("WOP-RES-03", "WOP-MOVE-05")
def test_the_move_after_an_entry_is_an_ordinary_move():
    recruit = at(status="reserve", x_mm=None, y_mm=None)

    assert judge_entry(field(recruit), TABLE, recruit, "north", 600, [(600, 484)]).rule == "WOP-MOVE-05"
    blocked = field(recruit, soldier("b", 600, 700, "B"))
    assert judge_entry(blocked, TABLE, recruit, "north", 600, [(600, 500)]).rule == "WOP-MOVE-09"


@pytest.mark.rule("WOP-RES-03", "WOP-VEH-04")
def test_a_soldier_from_reserve_may_go_aboard():
    recruit = at(status="reserve", x_mm=None, y_mm=None)
    where = field(recruit, jeep("v", 600, 150))

    assert judge_entry(where, TABLE, recruit, "south", 600, [(600, 110)], boarding=UnitId("v")).length_mm == 95
    assert judge_entry(where, TABLE, recruit, "south", 600, [], boarding=UnitId("v")).rule == "WOP-VEH-04"


# ----------------------------------------------------------------------------------------------------- paths proposed

CROWD = (
    soldier("a", 300, 300),
    jeep("v", 420, 320),
    tank("t", 700, 400),
    soldier("p", 0, 0, aboard="v"),
    soldier("u", 520, 600, level=1),
    soldier("b", 360, 260, "B"),
    soldier("c", 15, 15, damage=1),
    box("h", "house", 480, 560, 600, 700, levels=3),
    box("w", "high_wall", 250, 340, 380, 350),
    disc("tree", "tree", 640, 300, 15),
)


@pytest.mark.parametrize("name", ["a", "v", "t", "p", "u", "b", "c"])
def test_every_path_proposed_at_random_is_legal(name):
    where = field(*CROWD)
    walker = by_id(where, name)

    paths = [sample_path(where, TABLE, walker, Random(seed).randrange) for seed in range(40)]

    found = [path for path in paths if path is not None]
    assert len(found) >= 35
    assert len(set(found)) >= 20
    assert not [path for path in found if isinstance(judge_path(where, TABLE, walker, path), Refusal)]


@pytest.mark.parametrize("name", ["a", "v", "t", "p", "u", "b", "c"])
def test_an_example_is_legal_and_always_the_same(name):
    where = field(*CROWD)
    walker = by_id(where, name)

    path = example_path(where, TABLE, walker)

    assert path == example_path(field(*CROWD), TABLE, walker)
    assert not isinstance(judge_path(where, TABLE, walker, path), Refusal)


def test_an_example_of_boarding_ends_aboard_or_there_is_none():
    where = field(at(), jeep("near", 420, 320), jeep("far", 1000, 700))

    path = example_path(where, TABLE, by_id(where, "s"), boarding=UnitId("near"))

    assert walked(at(), list(path), jeep("near", 420, 320), boarding="near").length_mm <= 300
    assert example_path(where, TABLE, by_id(where, "s"), boarding=UnitId("far")) is None


def test_a_random_path_aboard_ends_aboard():
    where = field(at(), jeep("v", 420, 320))

    path = sample_path(where, TABLE, by_id(where, "s"), lambda count: count // 2, boarding=UnitId("v"))

    assert path is not None
    assert not isinstance(judge_path(where, TABLE, by_id(where, "s"), path, boarding=UnitId("v")), Refusal)


def test_a_unit_with_no_room_has_no_path():
    ring = [soldier(f"b{i}", x, y, "B") for i, (x, y) in enumerate([(45, 15), (15, 45), (41, 41)])]
    where = field(soldier("s", 15, 15), *ring)

    assert example_path(where, TABLE, by_id(where, "s")) is None
    assert sample_path(where, TABLE, by_id(where, "s"), lambda _: 0) is None
