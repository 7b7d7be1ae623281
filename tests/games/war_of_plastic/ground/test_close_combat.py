"""Contact, close combat, fights and assaults."""

from __future__ import annotations

import pytest

from app.engine.dice import GivenDice
from app.systems.war_of_plastic.fire.resolution import Damaged, FightResult, resolve_fight
from app.systems.war_of_plastic.ground.close_combat import (
    assault_refusal,
    assault_targets,
    contact,
    contacts,
    engaged_pairs,
    engaged_with,
    fight_refusal,
    fight_targets,
    is_engaged,
)
from tests.games.war_of_plastic.battlefield import box, by_id, damages, field, jeep, refused_by, soldier, tank

ATTACKER = soldier("a", 100, 300)


def touch(*things):
    where = field(*things)
    return contact(where, by_id(where, "a"), by_id(where, "b"))


def fought(attacker, defender, dice):
    where = field(attacker, defender)
    given = GivenDice(dice)
    result = resolve_fight(where, by_id(where, attacker.id), by_id(where, defender.id), given)
    assert given.left_over == 0
    return result


# --------------------------------------------------------------------------------------------------------- contact


@pytest.mark.rule("WOP-GEO-12", "WOP-GEO-03")
@pytest.mark.parametrize(("x", "found"), [(135, True), (136, False)])
def test_contact_is_a_gap_of_at_most_five_millimetres(x, found):
    assert touch(ATTACKER, soldier("b", x, 300, "B")) is found


@pytest.mark.rule("WOP-GEO-12", "WOP-BLDG-11")
def test_there_is_no_contact_between_levels_or_through_the_wall_of_a_building():
    house = box("h", "house", 115, 200, 300, 400, levels=2)

    assert not touch(soldier("a", 150, 300, level=1), soldier("b", 180, 300, "B"), house)
    assert touch(soldier("a", 150, 300, level=1), soldier("b", 180, 300, "B", level=1), house)
    assert not touch(soldier("a", 100, 300), soldier("b", 130, 300, "B"), house)
    assert touch(soldier("a", 100, 300), soldier("b", 130, 300, "B"), box("w", "wood", 115, 200, 300, 400))


@pytest.mark.rule("WOP-VEH-11", "WOP-GEO-12")
def test_a_passenger_is_in_contact_with_nobody():
    transport = jeep("j", 100, 300)

    assert not touch(soldier("a", 0, 0, aboard="j"), transport, soldier("b", 155, 300, "B"))
    assert not touch(soldier("a", 155, 300), transport, soldier("b", 0, 0, "B", aboard="j"))


@pytest.mark.rule("WOP-GEO-12")
def test_contacts_are_listed_by_id():
    where = field(ATTACKER, soldier("z", 130, 300, "B"), jeep("j", 100, 355), soldier("far", 300, 300))

    assert [unit.id for unit in contacts(where, by_id(where, "a"))] == ["j", "z"]


# --------------------------------------------------------------------------------------------------------- engaged


@pytest.mark.rule("WOP-CC-01", "WOP-CC-02", "WOP-CC-06", "WOP-CC-12", "WOP-CCV-06", "WOP-CCV-08")
@pytest.mark.parametrize(
    ("other", "tied"),
    [
        (soldier("b", 130, 300, "B"), True),
        (soldier("b", 130, 300), False),
        (soldier("b", 130, 300, "B", damage=1), False),
        (soldier("b", 130, 300, "B", stunned=True), False),
        (tank("b", 165, 300, "B"), False),
    ],
)
def test_only_fit_enemy_infantry_in_contact_ties(other, tied):
    where = field(ATTACKER, other)

    assert is_engaged(where, by_id(where, "a")) is tied
    assert is_engaged(where, by_id(where, "b")) is tied
    assert engaged_pairs(where) == ((("a", "b"),) if tied else ())
    assert [unit.id for unit in engaged_with(where, by_id(where, "a"))] == (["b"] if tied else [])


@pytest.mark.rule("WOP-CC-02", "WOP-CC-06")
@pytest.mark.parametrize("state", [{"damage": 1}, {"stunned": True}])
def test_a_wounded_or_stunned_soldier_is_not_tied_himself(state):
    where = field(soldier("a", 100, 300, **state), soldier("b", 130, 300, "B"))

    assert not is_engaged(where, by_id(where, "a"))


@pytest.mark.rule("WOP-CC-02", "WOP-CC-08")
def test_one_soldier_may_be_tied_by_several():
    where = field(ATTACKER, soldier("c", 130, 300, "B"), soldier("b", 70, 300, "B"))

    assert engaged_pairs(where) == (("a", "b"), ("a", "c"))


# ----------------------------------------------------------------------------------------------------------- fights


@pytest.mark.rule("WOP-CC-04", "WOP-DICE-07")
@pytest.mark.parametrize(
    ("dice", "loser", "damage"),
    [([5, 3, 1], "b", [("b", "dead")]), ([2, 6, 4], "a", [("a", "wounded")]), ([4, 4], None, [])],
)
@pytest.mark.rule("WOP-CC-05")
def test_the_higher_die_damages_the_other_and_equal_dice_do_nothing(dice, loser, damage):
    result = fought(ATTACKER, soldier("b", 130, 300, "B"), dice)

    assert result.outcomes[0] == FightResult("a", "b", (dice[0], dice[1]), loser)
    assert damages(result) == damage


@pytest.mark.rule("WOP-CC-07", "WOP-DICE-07")
@pytest.mark.parametrize(("state", "end"), [({"damage": 1}, "dead"), ({"stunned": True}, "wounded")])
def test_a_wounded_or_stunned_opponent_is_damaged_without_a_duel(state, end):
    result = fought(ATTACKER, soldier("b", 130, 300, "B", **state), [3])

    assert result.outcomes[0] == FightResult("a", "b", None, "b")
    assert damages(result) == [("b", end)]


@pytest.mark.rule("WOP-DMG-17", "WOP-CC-04")
def test_the_loser_of_a_fight_leaves_his_special_weapon():
    result = fought(ATTACKER, soldier("b", 130, 300, "B", special=("machine_gun",)), [5, 3, 3])

    done = result.outcomes[-1]
    assert isinstance(done, Damaged)
    assert done.weapons == ("machine_gun",)


@pytest.mark.rule("WOP-CC-09", "WOP-CC-11")
@pytest.mark.parametrize(
    ("enemy", "rule"),
    [
        (soldier("b", 130, 300, "B"), None),
        (soldier("b", 130, 300, "B", damage=1), None),
        (soldier("b", 130, 300, "B", stunned=True), None),
        (soldier("b", 136, 300, "B"), "WOP-CC-09"),
        (soldier("b", 130, 300, "A"), "WOP-CC-09"),
        (tank("b", 165, 300, "B"), "WOP-CC-09"),
        (soldier("c", 130, 300, "B"), "WOP-CC-09"),
    ],
)
def test_only_enemy_infantry_in_contact_is_fought(enemy, rule):
    where = field(ATTACKER, enemy)

    assert refused_by(fight_refusal(where, by_id(where, "a"), "b")) == rule


@pytest.mark.rule("WOP-CC-09")
@pytest.mark.parametrize(
    "attacker",
    [
        soldier("a", 100, 300, damage=1),
        soldier("a", 100, 300, stunned=True),
        tank("a", 65, 300),
        soldier("a", 0, 0, aboard="j"),
    ],
)
def test_only_a_fit_soldier_on_foot_fights(attacker):
    where = field(attacker, jeep("j", 75, 300), soldier("b", 130, 300, "B"))

    assert refused_by(fight_refusal(where, by_id(where, "a"), "b")) == "WOP-CC-09"


@pytest.mark.rule("WOP-CC-11")
def test_an_engaged_soldier_may_name_a_wounded_enemy_instead():
    where = field(ATTACKER, soldier("b", 130, 300, "B"), soldier("c", 70, 300, "B", damage=1))

    assert [unit.id for unit in fight_targets(where, by_id(where, "a"))] == ["b", "c"]


# --------------------------------------------------------------------------------------------------------- assault


@pytest.mark.rule("WOP-CCV-01", "WOP-CCV-07")
@pytest.mark.parametrize(
    ("vehicle", "rule"),
    [
        (tank("b", 170, 300, "B"), None),
        (jeep("b", 155, 300, "B", damage=2, stunned=True), None),
        (tank("b", 171, 300, "B"), "WOP-CCV-07"),
        (tank("b", 165, 300, "A"), "WOP-CCV-07"),
        (soldier("b", 130, 300, "B", damage=1), "WOP-CCV-07"),
        (tank("c", 165, 300, "B"), "WOP-CCV-07"),
    ],
)
def test_only_an_enemy_vehicle_in_contact_is_assaulted(vehicle, rule):
    where = field(ATTACKER, vehicle)

    assert refused_by(assault_refusal(where, by_id(where, "a"), "b", "grenade")) == rule


@pytest.mark.rule("WOP-CCV-07")
@pytest.mark.parametrize(
    "attacker",
    [
        soldier("a", 100, 300, damage=1),
        soldier("a", 100, 300, stunned=True),
        tank("a", 65, 300),
        soldier("a", 0, 0, aboard="j"),
    ],
)
def test_only_a_fit_soldier_on_foot_assaults(attacker):
    where = field(attacker, jeep("j", 75, 300), tank("b", 165, 300, "B"))

    assert refused_by(assault_refusal(where, by_id(where, "a"), "b", "grenade")) == "WOP-CCV-07"


@pytest.mark.rule("WOP-CCV-07", "WOP-CC-03")
def test_an_engaged_soldier_assaults_nothing():
    where = field(ATTACKER, soldier("e", 100, 330, "B"), tank("b", 165, 300, "B"))

    assert refused_by(assault_refusal(where, by_id(where, "a"), "b", "grenade")) == "WOP-CCV-07"
    assert assault_targets(where, by_id(where, "a")) == ()


@pytest.mark.rule("WOP-CCV-04", "WOP-SHOT-02")
@pytest.mark.parametrize(
    ("weapon", "rule"),
    [("rifle", None), ("artillery", "WOP-CCV-04"), ("heavy_weapon", "WOP-SHOT-02"), ("sword", "WOP-SHOT-02")],
)
def test_an_assault_uses_a_weapon_carried_and_no_artillery(weapon, rule):
    where = field(ATTACKER, tank("b", 165, 300, "B"))

    assert refused_by(assault_refusal(where, by_id(where, "a"), "b", weapon)) == rule


@pytest.mark.rule("WOP-CCV-07")
def test_assault_targets_are_the_enemy_vehicles_in_contact():
    wounded = soldier("w", 70, 300, "B", damage=1)
    where = field(ATTACKER, wounded, tank("k", 165, 300, "B"), jeep("j", 100, 355, "B"), jeep("own", 100, 245))

    assert [unit.id for unit in assault_targets(where, by_id(where, "a"))] == ["j", "k"]


@pytest.mark.rule("WOP-CCV-07")
@pytest.mark.parametrize("state", [{"damage": 1}, {"stunned": True}])
def test_whoever_is_not_fit_has_no_assault_targets(state):
    where = field(soldier("a", 100, 300, **state), tank("k", 165, 300, "B"))

    assert assault_targets(where, by_id(where, "a")) == ()


@pytest.mark.rule("WOP-CC-09", "WOP-CCV-07")
def test_a_refused_attack_tells_how_far_apart_they_are():
    where = field(ATTACKER, soldier("b", 141, 300, "B"), soldier("p", 0, 0, "B", aboard="j"), jeep("j", 300, 300, "B"))

    apart = fight_refusal(where, by_id(where, "a"), "b")
    aboard = fight_refusal(where, by_id(where, "a"), "p")

    assert apart is not None
    assert apart.facts == {"unit": "a", "target": "b", "distance_cm": 1.1, "reach_cm": 0.5}
    assert aboard is not None
    assert aboard.facts == {"unit": "a", "target": "p"}
    rider = fight_refusal(where, by_id(where, "p"), "a")
    assert rider is not None
    assert rider.facts == {"unit": "p", "target": "a"}
