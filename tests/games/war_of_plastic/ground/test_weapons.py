"""Dropping, picking up and taking weapons."""

from __future__ import annotations

import pytest

from app.engine.types import UnitId
from app.systems.war_of_plastic.book.state import Piece, WeaponToken
from app.systems.war_of_plastic.ground.weapons import (
    is_within_reach,
    pick_up_refusal,
    take_refusal,
    tokens_in_reach,
)
from tests.games.war_of_plastic.battlefield import by_id, field, jeep, refused_by, soldier

TAKER = soldier("a", 100, 100)
GUNNER = soldier("b", 130, 100, special=("machine_gun",))


def token(x, y, level=0, on_wreck=None):
    return WeaponToken("k", "machine_gun", x, y, level, on_wreck)


@pytest.mark.rule("WOP-DROP-05", "WOP-DROP-03", "WOP-DROP-06")
@pytest.mark.parametrize(("x", "rule"), [(100, None), (130, None), (131, "WOP-DROP-05")])
def test_a_token_is_picked_up_from_next_to_it_or_from_upon_it(x, rule):
    assert refused_by(pick_up_refusal(field(TAKER), TAKER, token(x, 100))) == rule


@pytest.mark.rule("WOP-DROP-05")
def test_a_token_on_another_level_is_out_of_reach():
    upstairs = soldier("a", 100, 100, level=1)

    assert not is_within_reach(field(TAKER), TAKER, token(100, 100, level=1))
    assert is_within_reach(field(upstairs), upstairs, token(100, 100, level=1))


@pytest.mark.rule("WOP-DROP-05", "WOP-DMG-17")
@pytest.mark.parametrize(("x", "reach"), [(160, True), (161, False)])
def test_a_token_on_a_wreck_is_reached_by_contact_with_the_wreck(x, reach):
    wreck = Piece("wreck-j", "wreck", x_mm=100, y_mm=100, radius_mm=40)
    where = field(soldier("a", x, 100), wreck)

    assert is_within_reach(where, by_id(where, "a"), token(100, 100, on_wreck="wreck-j")) is reach


@pytest.mark.rule("WOP-DROP-04", "WOP-VEH-11")
def test_a_vehicle_picks_up_and_takes_nothing():
    where = field(jeep("j", 100, 100), soldier("b", 155, 100, special=("machine_gun",)))
    vehicle = by_id(where, "j")

    assert refused_by(pick_up_refusal(where, vehicle, token(100, 100))) == "WOP-DROP-04"
    assert refused_by(take_refusal(where, vehicle, "b", "machine_gun")) == "WOP-DROP-04"


@pytest.mark.rule("WOP-DROP-04", "WOP-VEH-11")
def test_vehicles_and_passengers_reach_no_token():
    where = field(jeep("j", 100, 100), soldier("p", 0, 0, aboard="j"))

    assert tokens_in_reach(where, by_id(where, "j"), (token(100, 100),)) == ()
    assert tokens_in_reach(where, by_id(where, "p"), (token(100, 100),)) == ()
    assert not is_within_reach(where, by_id(where, "p"), token(100, 100))


@pytest.mark.rule("WOP-DROP-05")
def test_only_the_tokens_in_reach_are_listed():
    near, far = token(110, 100), token(300, 100)

    assert tokens_in_reach(field(TAKER), TAKER, (far, near)) == (near,)


@pytest.mark.rule("WOP-DROP-05")
def test_a_token_that_does_not_exist_is_out_of_reach():
    assert refused_by(pick_up_refusal(field(TAKER), TAKER, None)) == "WOP-DROP-05"


@pytest.mark.rule("WOP-DROP-07")
@pytest.mark.parametrize(("most", "rule"), [(1, "WOP-DROP-07"), (2, None)])
def test_hands_are_full_with_as_many_special_weapons_as_the_room_allows(most, rule):
    where = field(GUNNER, max_special_weapons=most)

    assert refused_by(pick_up_refusal(where, GUNNER, token(130, 100))) == rule


@pytest.mark.rule("WOP-DROP-05", "WOP-DROP-07")
def test_reach_is_judged_before_hands():
    assert refused_by(pick_up_refusal(field(GUNNER), GUNNER, token(500, 100))) == "WOP-DROP-05"


@pytest.mark.rule("WOP-DROP-08")
@pytest.mark.parametrize(
    ("giver", "rule"),
    [
        (GUNNER, None),
        (soldier("b", 130, 100, special=("machine_gun",), damage=1), None),
        (soldier("b", 130, 100, special=("machine_gun",), stunned=True), None),
        (soldier("b", 136, 100, special=("machine_gun",)), "WOP-DROP-05"),
        (soldier("b", 130, 100, "B", special=("machine_gun",)), "WOP-DROP-05"),
        (soldier("b", 130, 100, special=("artillery",)), "WOP-DROP-05"),
        (soldier("b", 130, 100, weapons=("machine_gun",)), "WOP-DROP-05"),
        (soldier("c", 130, 100, special=("machine_gun",)), "WOP-DROP-05"),
    ],
)
def test_a_weapon_is_taken_from_a_friend_in_contact_who_carries_it(giver, rule):
    where = field(TAKER, giver)

    assert refused_by(take_refusal(where, by_id(where, "a"), "b", "machine_gun")) == rule


@pytest.mark.rule("WOP-DROP-08")
def test_nothing_is_taken_from_a_friend_in_close_combat_or_from_oneself():
    where = field(TAKER, GUNNER, soldier("e", 160, 100, "B"))

    assert refused_by(take_refusal(where, by_id(where, "a"), "b", "machine_gun")) == "WOP-DROP-05"
    assert refused_by(take_refusal(where, by_id(where, "b"), "b", "machine_gun")) == "WOP-DROP-05"
    alone = field(GUNNER, max_special_weapons=2)
    assert refused_by(take_refusal(alone, GUNNER, "b", "machine_gun")) == "WOP-DROP-05"
    captive = field(TAKER, soldier("b", 130, 100, "B", special=("machine_gun",), stunned=True))
    assert refused_by(take_refusal(captive, by_id(captive, "a"), "b", "machine_gun")) == "WOP-DROP-05"


@pytest.mark.rule("WOP-DROP-08", "WOP-VEH-11")
def test_nothing_is_taken_from_a_passenger():
    where = field(TAKER, jeep("j", 155, 100), soldier("b", 0, 0, aboard="j", special=("machine_gun",)))

    assert refused_by(take_refusal(where, by_id(where, "a"), "b", "machine_gun")) == "WOP-DROP-05"


@pytest.mark.rule("WOP-DROP-07", "WOP-DROP-08")
def test_whose_hands_are_full_takes_nothing():
    full = soldier("a", 100, 100, special=("artillery",))
    where = field(full, GUNNER)

    assert refused_by(take_refusal(where, by_id(where, "a"), "b", "machine_gun")) == "WOP-DROP-07"
    assert UnitId("a") in where.units
