"""The shot table, the mode a unit shoots with, and what may be designated."""

from __future__ import annotations

import pytest

from app.engine.refusal import Refusal
from app.engine.scene import Disc
from app.engine.telling import Line, Ring, Spot
from app.engine.types import Text
from app.systems.war_of_plastic.book.state import Mode
from app.systems.war_of_plastic.fire.shooting import designate_assault, effective_mode, may_shoot, need, shooting_mode
from tests.games.war_of_plastic.battlefield import (
    accepted,
    box,
    by_id,
    field,
    jeep,
    refused_by,
    rules,
    shot,
    soldier,
    tank,
)

STATIONARY, MOVING, FORCED = Mode.STATIONARY, Mode.MOVING, Mode.FORCED
SHOOTER = soldier("s", 100, 300)
TARGET = soldier("t", 500, 300, "B")
GUNNER = soldier("s", 100, 300, special=("machine_gun",))
MORTAR = soldier("s", 100, 300, special=("artillery",))


def needs(designation):
    return [aim.need for aim in accepted(designation).aims]


# ------------------------------------------------------------------------------------------------- the shot table


@pytest.mark.rule("WOP-SHOT-21", "WOP-SHOT-19", "WOP-SHOT-16")
@pytest.mark.parametrize("mode", list(Mode))
@pytest.mark.parametrize("power", [1, 2, 3])
@pytest.mark.parametrize("protection", [1, 2, 3])
def test_every_cell_of_the_shot_table_follows_one_law(mode, power, protection):
    by_law = 4 + protection - power + [STATIONARY, MOVING, FORCED].index(mode)

    assert need(rules(), mode, power, protection) == (by_law if by_law <= 6 else None)


@pytest.mark.rule("WOP-SHOT-24", "WOP-SHOT-22")
@pytest.mark.parametrize(("damage", "lowest"), [(0, 4), (1, 5), (2, 6), (3, None)])
def test_each_damage_of_the_shooter_takes_one_off_the_die(damage, lowest):
    assert need(rules(), STATIONARY, 3, 3, damage) == lowest


@pytest.mark.rule("WOP-SHOT-22", "WOP-SHOT-24")
def test_no_penalty_turns_an_impossible_shot_into_a_possible_one():
    assert need(rules(), FORCED, 1, 3, 0) is None
    assert need(rules(), FORCED, 1, 3, 2) is None


# --------------------------------------------------------------------------------------------- the mode of a shot


@pytest.mark.rule("WOP-VEH-06", "WOP-VEH-07", "WOP-SHOT-20")
@pytest.mark.parametrize("own", list(Mode))
@pytest.mark.parametrize("carried", [None, *Mode])
@pytest.mark.parametrize("left", [None, *Mode])
def test_the_worst_of_own_move_transport_and_vehicle_left_counts(own, carried, left):
    order = [STATIONARY, MOVING, FORCED]

    found = effective_mode(own, carried_by=carried, left_vehicle=left)

    assert order.index(found) == max(order.index(mode) for mode in (own, carried, left) if mode is not None)


@pytest.mark.rule("WOP-RES-04")
@pytest.mark.parametrize(("own", "found"), [(STATIONARY, MOVING), (MOVING, MOVING), (FORCED, FORCED)])
def test_a_unit_from_reserve_is_never_stationary(own, found):
    assert effective_mode(own, entered=True) is found


@pytest.mark.rule("WOP-ARTY-01", "WOP-ARTY-03", "WOP-VEH-09")
def test_artillery_fires_only_when_stationary_and_on_the_ground_and_rolls_as_if_moving():
    artillery = rules().weapons["artillery"]

    assert shooting_mode(artillery, STATIONARY) == (MOVING, True)
    assert shooting_mode(artillery, MOVING) == (MOVING, False)
    assert shooting_mode(artillery, FORCED) == (MOVING, False)
    assert shooting_mode(artillery, STATIONARY, aboard=True) == (MOVING, False)


@pytest.mark.rule("WOP-CCV-03", "WOP-CCV-04")
def test_an_assault_counts_as_not_having_moved_and_uses_no_artillery():
    weapons = rules().weapons

    assert shooting_mode(weapons["grenade"], FORCED, assault=True) == (STATIONARY, True)
    assert shooting_mode(weapons["artillery"], STATIONARY, assault=True) == (STATIONARY, False)
    assert shooting_mode(weapons["grenade"], STATIONARY, assault=True, aboard=True) == (STATIONARY, False)
    assert shooting_mode(None, MOVING) == (MOVING, True)


# ------------------------------------------------------------------------------------------------- who may shoot


@pytest.mark.rule("WOP-SHOT-23", "WOP-DMG-06", "WOP-DMG-13")
@pytest.mark.parametrize(
    ("shooter", "rule"),
    [
        (SHOOTER, None),
        (soldier("s", 100, 300, stunned=True), "WOP-MAN-11"),
        (soldier("s", 100, 300, damage=1), "WOP-DMG-06"),
        (soldier("s", 100, 300, damage=1, stunned=True), "WOP-MAN-11"),
        (tank("s", 100, 300, stunned=True), "WOP-MAN-11"),
        (tank("s", 100, 300, damage=3), None),
    ],
)
def test_stunned_units_and_wounded_soldiers_do_not_shoot_damaged_vehicles_do(shooter, rule):
    where = field(shooter, TARGET)

    assert refused_by(may_shoot(where, by_id(where, "s"))) == rule


@pytest.mark.rule("WOP-SHOT-23")
def test_a_room_may_bar_damaged_vehicles_from_shooting_but_not_their_passengers():
    where = field(tank("s", 100, 300, damage=1), TARGET, damaged_vehicles_shoot=False)
    riding = field(soldier("s", 0, 0, aboard="j"), jeep("j", 100, 300, damage=1), TARGET, damaged_vehicles_shoot=False)

    assert refused_by(may_shoot(where, by_id(where, "s"))) == "WOP-SHOT-23"
    assert may_shoot(riding, by_id(riding, "s")) is None


@pytest.mark.rule("WOP-CC-03")
def test_an_engaged_soldier_does_not_shoot():
    where = field(SHOOTER, soldier("e", 130, 300, "B"), TARGET)

    assert refused_by(may_shoot(where, by_id(where, "s"))) == "WOP-CC-03"


@pytest.mark.rule("WOP-VEH-12")
def test_a_passenger_of_a_stunned_vehicle_shoots():
    where = field(soldier("s", 0, 0, aboard="j"), jeep("j", 100, 300, stunned=True), TARGET)

    assert may_shoot(where, by_id(where, "s")) is None


# ---------------------------------------------------------------------------------------------- weapon and targets


@pytest.mark.rule("WOP-SHOT-02", "WOP-WEAP-02")
@pytest.mark.parametrize(
    ("weapon", "rule"),
    [("rifle", None), ("grenade", "WOP-SHOT-18"), ("machine_gun", "WOP-SHOT-02"), ("halberd", "WOP-SHOT-02")],
)
def test_one_shoots_with_what_one_carries(weapon, rule):
    assert refused_by(shot(field(SHOOTER, TARGET), "s", weapon, "t")) == rule


@pytest.mark.rule("WOP-SHOT-02")
def test_a_token_in_hand_is_a_weapon_carried():
    assert needs(shot(field(GUNNER, TARGET), "s", "machine_gun", "t")) == [4]


@pytest.mark.rule("WOP-WEAP-01", "WOP-SHOT-17")
@pytest.mark.parametrize(
    ("weapon", "range_mm", "power"),
    [
        ("rifle", 500, 1),
        ("machine_gun", 500, 1),
        ("grenade", 200, 2),
        ("heavy_weapon", 700, 3),
        ("artillery", 1000, 2),
        ("pistol", 200, 1),
    ],
)
def test_each_weapon_reaches_exactly_its_range_from_base_to_base(weapon, range_mm, power):
    shooter = soldier("s", 0, 300, weapons=(weapon,))
    mode = STATIONARY
    row = MOVING if weapon == "artillery" else STATIONARY

    at_the_limit = shot(field(shooter, soldier("t", range_mm + 30, 300, "B")), "s", weapon, "t", mode=mode)
    one_more = shot(field(shooter, soldier("t", range_mm + 31, 300, "B")), "s", weapon, "t", mode=mode)

    assert needs(at_the_limit) == [need(rules(), row, power, 1)]
    assert refused_by(one_more) == "WOP-SHOT-18"


@pytest.mark.rule("WOP-WEAP-02", "WOP-BURST-01", "WOP-ARTY-04")
def test_the_traits_and_the_tokens_of_the_weapons():
    weapons = rules().weapons

    assert {name for name, weapon in weapons.items() if weapon.special} == {"machine_gun", "heavy_weapon", "artillery"}
    assert {name for name, weapon in weapons.items() if weapon.is_burst} == {"machine_gun"}
    assert {name for name, weapon in weapons.items() if weapon.is_area} == {"grenade", "heavy_weapon", "artillery"}
    assert {name for name, weapon in weapons.items() if weapon.is_artillery} == {"artillery"}


@pytest.mark.rule("WOP-SHOT-03", "WOP-VEH-10")
def test_only_enemies_on_the_table_and_not_aboard_are_targets():
    where = field(
        SHOOTER,
        soldier("friend", 300, 500),
        jeep("j", 400, 300, "B"),
        soldier("passenger", 0, 0, "B", aboard="j"),
        soldier("reserve", 300, 300, "B", status="reserve", x_mm=None, y_mm=None),
        soldier("dead", 300, 300, "B", status="destroyed", x_mm=None, y_mm=None),
    )

    for target in ("friend", "passenger", "reserve", "dead", "s", "nobody"):
        assert refused_by(shot(where, "s", "rifle", target)) == "WOP-SHOT-03"
    assert needs(shot(where, "s", "rifle", "j")) == [5]


@pytest.mark.rule("WOP-SHOT-12", "WOP-SHOT-25")
def test_the_wounded_and_those_in_contact_may_be_shot_at():
    where = field(SHOOTER, soldier("t", 130, 300, "B", damage=1))

    assert may_shoot(where, by_id(where, "s")) is None
    assert needs(shot(where, "s", "rifle", "t")) == [4]


@pytest.mark.rule("WOP-SHOT-25")
def test_there_is_no_minimum_range_not_even_for_artillery():
    assert needs(shot(field(MORTAR, soldier("t", 150, 300, "B")), "s", "artillery", "t")) == [4]


@pytest.mark.rule("WOP-SHOT-04", "WOP-SHOT-05", "WOP-ARTY-02")
def test_sight_and_screening_bind_every_weapon_but_artillery():
    wall, comrade = box("w", "high_wall", 300, 200, 316, 400), soldier("c", 200, 300)

    assert refused_by(shot(field(SHOOTER, TARGET, wall), "s", "rifle", "t")) == "WOP-SHOT-04"
    assert refused_by(shot(field(SHOOTER, TARGET, comrade), "s", "rifle", "t")) == "WOP-SHOT-05"
    assert needs(shot(field(MORTAR, TARGET, wall, comrade), "s", "artillery", "t")) == [4]


@pytest.mark.rule("WOP-ARTY-01")
@pytest.mark.parametrize("mode", [MOVING, FORCED])
def test_artillery_that_moved_does_not_fire(mode):
    assert refused_by(shot(field(MORTAR, TARGET), "s", "artillery", "t", mode=mode)) == "WOP-ARTY-01"


@pytest.mark.rule("WOP-VEH-09", "WOP-ARTY-01")
def test_no_artillery_from_aboard():
    rider = soldier("s", 0, 0, aboard="j", special=("artillery",))

    assert refused_by(shot(field(rider, jeep("j", 100, 300), TARGET), "s", "artillery", "t")) == "WOP-ARTY-01"


@pytest.mark.rule("WOP-VEH-09")
def test_a_passenger_shoots_from_the_base_of_his_vehicle():
    rider, transport = soldier("s", 0, 0, aboard="j"), jeep("j", 100, 300)

    assert needs(shot(field(rider, transport, soldier("t", 655, 300, "B")), "s", "rifle", "t")) == [4]
    assert refused_by(shot(field(rider, transport, soldier("t", 656, 300, "B")), "s", "rifle", "t")) == "WOP-SHOT-18"


@pytest.mark.rule("WOP-SHOT-24")
def test_the_damage_of_his_vehicle_does_not_hinder_a_passenger():
    rider, transport = soldier("s", 0, 0, aboard="j"), jeep("j", 100, 300, damage=2)

    assert needs(shot(field(rider, transport, TARGET), "s", "rifle", "t")) == [4]
    assert needs(shot(field(tank("s", 100, 300, damage=2), TARGET), "s", "machine_gun", "t")) == [6]


@pytest.mark.rule("WOP-SHOT-22")
@pytest.mark.parametrize("x", [500, 900])
def test_a_shot_that_cannot_harm_is_refused_without_telling_the_range(x):
    where = field(SHOOTER, tank("t", x, 300, "B"), premeasure=False)

    assert refused_by(shot(where, "s", "rifle", "t", mode=MOVING)) == "WOP-SHOT-22"


@pytest.mark.rule("WOP-SHOT-18", "WOP-SHOT-22")
def test_with_measuring_the_range_is_judged_before_the_harm():
    where = field(SHOOTER, tank("t", 900, 300, "B"))

    assert refused_by(shot(where, "s", "rifle", "t", mode=MOVING)) == "WOP-SHOT-18"


@pytest.mark.rule("WOP-SHOT-18")
def test_without_measuring_a_target_out_of_range_is_accepted_as_a_sure_miss():
    where = field(SHOOTER, soldier("t", 631, 300, "B"), premeasure=False)

    assert needs(shot(where, "s", "rifle", "t")) == [None]


# --------------------------------------------------------------------------------------------------------- bursts


ROW = [soldier(name, 400, y, "B") for name, y in (("t", 300), ("u", 340), ("v", 380), ("w", 420))]


@pytest.mark.rule("WOP-BURST-01", "WOP-BURST-02", "WOP-BURST-06")
def test_only_a_burst_weapon_names_up_to_three_targets():
    where = field(GUNNER, *ROW)

    assert refused_by(shot(where, "s", "rifle", "t", "u")) == "WOP-BURST-01"
    for count in (1, 2, 3):
        assert needs(shot(where, "s", "machine_gun", *"tuv"[:count])) == [4] * count
    assert refused_by(shot(where, "s", "machine_gun", "t", "u", "v", "w")) == "WOP-BURST-02"


@pytest.mark.rule("WOP-BURST-04")
def test_each_target_once_unless_the_room_allows_repeating():
    assert refused_by(shot(field(GUNNER, *ROW), "s", "machine_gun", "t", "u", "t")) == "WOP-BURST-04"
    repeated = shot(field(GUNNER, *ROW, burst_same_target=True), "s", "machine_gun", "t", "t", "t")
    assert needs(repeated) == [4, 4, 4]


@pytest.mark.rule("WOP-BURST-03")
@pytest.mark.parametrize(("y", "rule"), [(430, None), (431, "WOP-BURST-03")])
def test_targets_of_a_burst_are_at_most_ten_centimetres_apart(y, rule):
    where = field(GUNNER, soldier("t", 400, 300, "B"), soldier("u", 400, y, "B"))

    assert refused_by(shot(where, "s", "machine_gun", "t", "u")) == rule


@pytest.mark.rule("WOP-BURST-03")
def test_every_pair_must_be_near_unless_the_room_chains_them():
    line = [soldier(name, 400, y, "B") for name, y in (("t", 200), ("u", 330), ("v", 460))]

    assert refused_by(shot(field(GUNNER, *line), "s", "machine_gun", "t", "u", "v")) == "WOP-BURST-03"
    chained = field(GUNNER, *line, burst_spacing="chain")
    assert needs(shot(chained, "s", "machine_gun", "t", "u", "v")) == [4, 4, 4]
    assert refused_by(shot(chained, "s", "machine_gun", "t", "v", "u")) == "WOP-BURST-03"


@pytest.mark.rule("WOP-BURST-05")
def test_every_target_of_a_burst_must_be_legal_by_itself():
    where = field(GUNNER, *ROW, soldier("friend", 380, 360))

    assert refused_by(shot(where, "s", "machine_gun", "t", "friend")) == "WOP-SHOT-03"


@pytest.mark.rule("WOP-BURST-03", "WOP-SHOT-18")
def test_the_targets_are_judged_one_by_one_before_their_spacing():
    where = field(GUNNER, soldier("t", 400, 300, "B"), soldier("u", 700, 300, "B"))

    assert refused_by(shot(where, "s", "machine_gun", "t", "u")) == "WOP-SHOT-05"
    assert (
        refused_by(
            shot(field(GUNNER, soldier("t", 400, 300, "B"), soldier("u", 700, 500, "B")), "s", "machine_gun", "t", "u")
        )
        == "WOP-SHOT-18"
    )


# ------------------------------------------------------------------------------------------- the order of the tests


@pytest.mark.rule("WOP-SHOT-02", "WOP-ARTY-01", "WOP-BURST-01")
def test_the_first_rule_that_fails_is_named():
    where = field(MORTAR, TARGET, soldier("u", 500, 340, "B"))

    assert refused_by(shot(where, "s", "machine_gun", "t", "t", mode=MOVING)) == "WOP-SHOT-02"
    assert refused_by(shot(where, "s", "artillery", "t", "t", mode=MOVING)) == "WOP-ARTY-01"
    assert refused_by(shot(where, "s", "artillery", "t", "t")) == "WOP-BURST-01"


@pytest.mark.rule("WOP-SHOT-04", "WOP-SHOT-05", "WOP-SHOT-18")
def test_sight_comes_before_screening_and_screening_before_range():
    wall, comrade, far = box("w", "high_wall", 300, 200, 316, 400), soldier("c", 200, 300), soldier("t", 900, 300, "B")

    assert refused_by(shot(field(SHOOTER, far, wall, comrade), "s", "rifle", "t")) == "WOP-SHOT-04"
    assert refused_by(shot(field(SHOOTER, far, comrade), "s", "rifle", "t")) == "WOP-SHOT-05"
    assert refused_by(shot(field(SHOOTER, far), "s", "rifle", "t")) == "WOP-SHOT-18"


# -------------------------------------------------------------------------------------------------------- refusals


@pytest.mark.rule("WOP-SHOT-18")
def test_out_of_range_tells_the_numbers_and_draws_the_reach():
    refusal = shot(field(SHOOTER, soldier("t", 631, 300, "B")), "s", "rifle", "t")

    assert isinstance(refusal, Refusal)
    assert refusal.facts == {"target": "t", "distance_cm": 50.1, "reach_cm": 50}
    assert refusal.overlays == (
        Spot(Disc(100, 300, 515), "warn", outline=True),
        Line(((100, 300), (631, 300)), "bad", Text("50,1 cm", "50.1 cm")),
    )


@pytest.mark.rule("WOP-SHOT-04")
def test_out_of_view_names_the_blocker_and_draws_the_line_to_the_break():
    wall = box("w", "high_wall", 300, 200, 316, 400)

    refusal = shot(field(SHOOTER, TARGET, wall), "s", "rifle", "t")

    assert isinstance(refusal, Refusal)
    assert refusal.facts == {"target": "t", "blocked_by": "w"}
    assert refusal.overlays == (
        Line(((100, 300), (300, 300)), "good"),
        Line(((300, 300), (500, 300)), "bad", dashed=True),
        Ring("w", "bad"),
    )


@pytest.mark.rule("WOP-BURST-03")
def test_too_far_apart_tells_which_two_and_how_far():
    refusal = shot(
        field(GUNNER, soldier("t", 400, 300, "B"), soldier("u", 400, 431, "B")), "s", "machine_gun", "t", "u"
    )

    assert isinstance(refusal, Refusal)
    assert refusal.facts == {"targets": ["t", "u"], "distance_cm": 10.1, "reach_cm": 10}


# --------------------------------------------------------------------------------------------------------- assault


@pytest.mark.rule("WOP-CCV-02", "WOP-CCV-03", "WOP-CCV-05")
def test_an_assault_is_a_stationary_shot_at_the_vehicle():
    where = field(SHOOTER, tank("k", 167, 300, "B"))

    with_grenade = accepted(designate_assault(where, by_id(where, "s"), "k", "grenade"))
    with_rifle = accepted(designate_assault(where, by_id(where, "s"), "k", "rifle"))

    assert ([aim.need for aim in with_grenade.aims], with_grenade.has_area) == ([5], True)
    assert ([aim.need for aim in with_rifle.aims], with_rifle.has_area) == ([6], False)


@pytest.mark.rule("WOP-CCV-05")
def test_a_room_may_leave_the_area_out_of_assaults():
    where = field(SHOOTER, tank("k", 167, 300, "B"), assault_area_effect=False)

    assert not accepted(designate_assault(where, by_id(where, "s"), "k", "grenade")).has_area


@pytest.mark.rule("WOP-HID-04")
def test_without_measuring_no_refusal_tells_a_distance():
    where = field(GUNNER, soldier("t", 400, 300, "B"), soldier("u", 400, 431, "B"), premeasure=False)

    refusal = shot(where, "s", "machine_gun", "t", "u")

    assert isinstance(refusal, Refusal)
    assert refusal.facts == {"targets": ["t", "u"]}
    assert refusal.overlays == (Line(((400, 300), (400, 431)), "bad"),)
