"""Effective values, entry, stacks: what cards and tokens are worth."""

from __future__ import annotations

import pytest

from app.systems.open_wars.book.kinds import UnitRef
from app.systems.open_wars.field import values
from app.systems.open_wars.field.field import Field
from tests.games.open_wars.fields import A, B, field, marked, stack
from tests.games.open_wars.tables import rules


def kind(code: str):
    return rules().units[code]


def card(code: str):
    return rules().cards[code]


@pytest.mark.rule("OW-UNIT-02", "OW-UNIT-03", "OW-UNIT-05", "OW-UNIT-06", "OW-UNIT-07")
def test_a_token_carries_its_printed_numbers():
    archer = kind("dwarves.archer")

    assert (archer.cost, archer.value) == (5, 5)
    assert (archer.printed.initiative, archer.printed.movement) == (2, 2)
    assert (archer.printed.attack, archer.printed.range) == (3, 1)
    assert kind("inferno.diablo").value == 0


@pytest.mark.rule("OW-UNIT-08", "OW-STK-01", "OW-STK-03")
def test_any_number_of_a_normal_unit_may_be_had_in_different_places():
    spread = field(*stack(A, "orcs.axer", "A1", 4), *stack(A, "orcs.axer", "B1", 4, first=5))

    assert len(spread.unit(UnitRef("A1", A, "orcs.axer"))) == 4
    assert values.stack_refusal(rules(), kind("orcs.axer"), spread.counts("C1", A), 4) is None
    assert values.stack_refusal(rules(), kind("orcs.axer"), spread.counts("A1", A), 1) == "OW-STK-02"
    assert values.stack_refusal(rules(), kind("orcs.axer"), spread.counts("A1", B), 4) is None


@pytest.mark.rule("OW-UNIT-10", "OW-HERO-02")
def test_hit_points_are_those_of_the_tokens():
    hero, hurt = stack(A, "orcs.gorath", "A1")[0], stack(A, "orcs.gorath", "A1", wounded=True)[0]
    here = field(hero)

    assert here.hit_points(hero) == 2
    assert here.hit_points(hurt) == 1
    assert here.hit_points(stack(A, "orcs.axer", "A1")[0]) == 1


@pytest.mark.rule("OW-HERO-03", "OW-CARD-04")
def test_what_changes_values_changes_both_sides_of_a_hero():
    hero, hurt = stack(A, "elves.elyria", "A1")[0], stack(A, "elves.elyria", "B1", wounded=True, first=2)[0]
    woods = field(hero, hurt, rows=(("elderwood", "elderwood"),), effects=(marked("arcane_wind", 1, 2, movement=1),))

    assert (woods.values(hero).attack, woods.values(hero).movement) == (4, 5)
    assert (woods.values(hurt).attack, woods.values(hurt).movement) == (3, 3)


@pytest.mark.rule("OW-UNIT-13", "OW-MAG-15", "OW-MAG-16")
def test_a_spell_marks_tokens_and_not_the_unit_they_are_in():
    first, second = stack(A, "orcs.axer", "A1", 2)
    winds = (marked("arcane_wind", 1, movement=1), marked("arcane_wind", 1, number=2, movement=1))
    here = field(first, second, effects=winds)

    assert (here.values(first).movement, here.values(second).movement) == (4, 2)
    assert here.points_left(first) == 4


@pytest.mark.rule("OW-MOV-06", "OW-MOV-07")
def test_points_left_follow_every_change_and_are_never_below_zero():
    token = stack(A, "orcs.axer", "A1", spent=2)[0]

    assert field(token).points_left(token) == 0
    assert field(token, effects=(marked("arcane_wind", 1, movement=1),)).points_left(token) == 1
    assert field(token, effects=(marked("frozen_peaks", 1, movement=-1),)).points_left(token) == 0


@pytest.mark.rule("OW-LOC-06", "OW-MOV-04")
@pytest.mark.parametrize(
    ("unit", "on", "cost"),
    [("barbarians.berserker", "mountain", 1), ("elves.warrior", "twisted_forest", 1), ("orcs.shaman", "mountain", 2)],
)
def test_a_card_is_cheaper_for_units_of_its_type(unit, on, cost):
    assert values.entry_cost(rules(), kind(unit), card(on)) == cost


@pytest.mark.rule("OW-LOC-05", "OW-FLY-03", "OW-WAT-01")
def test_water_is_for_ships_and_wings():
    for unit, rule in (("orcs.axer", "OW-LOC-05"), ("orcs.wyvern_rider", None), ("orcs.raider_raft", None)):
        assert values.entry_refusal(rules(), kind(unit), card("water"), card("water")) == rule


@pytest.mark.rule("OW-CARD-26", "OW-WAT-04")
def test_a_free_port_lets_ships_in_from_beside_and_not_from_afar():
    ship, port, sea = kind("orcs.raider_raft"), card("free_port"), card("water")

    assert values.entry_refusal(rules(), ship, sea, port) is None
    assert values.entry_refusal(rules(), ship, sea, port, adjacent=False) == "OW-WAT-02"
    assert values.entry_refusal(rules(), ship, port, sea) is None
    assert values.entry_refusal(rules(), ship, card("town"), port) == "OW-WAT-03"


@pytest.mark.rule("OW-WAT-04", "OW-CARD-01", "OW-LOC-05")
@pytest.mark.parametrize(
    ("unit", "on", "rule"),
    [
        ("undead.ghost_ship", "plains", "OW-WAT-02"),
        ("undead.ghost_ship", "capital", "OW-WAT-02"),
        ("undead.ghost_ship", "water", None),
        ("undead.zombie", "water", "OW-LOC-05"),
        ("undead.zombie", "tidal_ford", None),
        ("undead.bone_bat", "twisted_forest", "OW-CARD-01"),
        ("undead.bone_bat", "water", None),
        ("undead.warlock", "spectral_lake", None),
    ],
)
def test_a_token_returns_only_where_it_may_be(unit, on, rule):
    assert values.return_refusal(kind(unit), card(on)) == rule


@pytest.mark.rule("OW-SCN-03", "OW-CARD-03")
def test_a_scenario_may_give_a_card_other_effects():
    heavy = stack(B, "undead.skeleton", "B2")[0]
    rows = rules().scenarios["the_last_stand"].map

    assert field(heavy, rows=rows).values(heavy).attack == 2
    assert field(heavy, rows=rows, scenario="the_last_stand").values(heavy).attack == 3


@pytest.mark.rule("OW-SCN-04")
def test_barbarians_who_outnumber_the_undead_strike_harder():
    rows = rules().scenarios["the_last_stand"].map
    two, one = stack(A, "barbarians.scout", "B1", 2), stack(B, "undead.zombie", "B1", first=9)

    def attack(*tokens) -> int:
        return field(*tokens, rows=rows, scenario="the_last_stand").values(two[0]).attack

    assert attack(*two, *one) == 2
    assert attack(two[0], *one) == 1
    assert attack(*two) == 1


@pytest.mark.rule("OW-SPELL-03")
def test_purified_units_lose_what_helps_and_keep_what_hurts():
    token = stack(A, "elves.warrior", "A1")[0]
    flame, charge = marked("purifying_flame", 1, number=1), marked("blood_corruption", 1, number=2, attack=2)
    curse = marked("valley_of_giants", 1, number=3, attack=-1)

    def attack(*effects) -> int:
        return field(token, rows=(("elderwood",),), effects=effects).values(token).attack

    assert attack(charge) == 4
    assert attack(flame, charge) == 1
    assert attack(flame, charge, curse) == 0


@pytest.mark.rule("OW-CAM-06")
def test_a_promotion_is_part_of_the_printed_values():
    token = stack(A, "orcs.axer", "A1")[0]

    assert field(token, promotions={A: {"orcs.axer": "attack"}}).printed(token).attack == 3
    assert field(token, promotions={B: {"orcs.axer": "attack"}}).printed(token).attack == 2


@pytest.mark.rule("OW-SCN-06", "OW-SCN-02")
def test_a_scenario_form_has_values_and_one_hit_point_of_its_own():
    rows = rules().scenarios["the_last_stand"].map
    token = stack(B, "undead.morven", "B3", form="imperfect")[0]
    here = field(token, rows=rows, scenario="the_last_stand")

    assert (here.printed(token).movement, here.printed(token).attack) == (2, 2)
    assert here.hit_points(token) == 1


@pytest.mark.rule("OW-GEO-04", "OW-GEO-07")
def test_a_location_has_no_inner_places():
    token, other = stack(A, "orcs.axer", "A1")[0], stack(B, "elves.warrior", "A1", first=2)[0]
    here: Field = field(token, other)

    assert here.enemies(A, "A1") == (other,)
    assert here.is_contested("A1")
    assert "x" not in token.__struct_fields__


@pytest.mark.rule("OW-LOCK-04", "OW-FLY-01", "OW-LOCK-03")
def test_a_lock_lasts_as_long_as_the_enemies():
    mine, wings = stack(A, "orcs.axer", "A1")[0], stack(A, "orcs.wyvern_rider", "A1", first=2)[0]
    enemy = stack(B, "elves.warrior", "A1", first=3)[0]

    assert field(mine, wings, enemy).is_locked(mine)
    assert not field(mine, wings, enemy).is_locked(wings)
    assert not field(mine, wings).is_locked(mine)
    assert not field(mine, enemy, under=rules(lock_mutual=False)).is_locked(mine)
