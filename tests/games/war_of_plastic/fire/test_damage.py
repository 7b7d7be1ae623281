"""What a damage die does, and what it leaves behind."""

from __future__ import annotations

import pytest

from app.systems.war_of_plastic.book.tables import Caps
from app.systems.war_of_plastic.fire.shooting import penalty_of
from app.systems.war_of_plastic.position.damage import DamageResult, harm, weapons_left, wreck_of
from app.systems.war_of_plastic.position.field import Place
from tests.games.war_of_plastic.battlefield import jeep, rules, soldier, tank


@pytest.mark.rule("WOP-DMG-01", "WOP-DMG-02", "WOP-DMG-03")
@pytest.mark.parametrize(
    ("unit_type", "die", "result"),
    [
        ("infantry", 1, "dead"),
        ("infantry", 2, "dead"),
        ("infantry", 3, "wounded"),
        ("infantry", 4, "wounded"),
        ("infantry", 5, "stunned"),
        ("infantry", 6, "stunned"),
        ("light", 2, "destroyed"),
        ("light", 3, "damaged"),
        ("light", 5, "stunned"),
        ("heavy", 2, "destroyed"),
        ("heavy", 4, "damaged"),
        ("heavy", 6, "stunned"),
    ],
)
def test_a_fresh_unit_takes_what_the_table_says(unit_type, die, result):
    assert harm(rules(), unit_type, 0, die).result == result


@pytest.mark.rule("WOP-DMG-07", "WOP-DMG-09", "WOP-DMG-11", "WOP-DMG-16", "WOP-ARMY-04")
@pytest.mark.parametrize(
    ("unit_type", "limit", "end"), [("infantry", 1, "dead"), ("light", 2, "destroyed"), ("heavy", 3, "destroyed")]
)
def test_a_unit_bears_its_limit_of_hurts_and_no_more(unit_type, limit, end):
    last_borne = harm(rules(), unit_type, limit - 1, 3)
    one_more = harm(rules(), unit_type, limit, 3)

    assert (last_borne.destroyed, last_borne.damage) == (False, limit)
    assert (one_more.result, one_more.destroyed, one_more.damage) == (end, True, limit)


@pytest.mark.rule("WOP-DMG-15", "WOP-DMG-12")
@pytest.mark.parametrize("unit_type", ["infantry", "light", "heavy"])
def test_a_stun_neither_adds_up_nor_touches_the_hurts(unit_type):
    stunned_again = harm(rules(), unit_type, 1, 5, stunned=True)

    assert (stunned_again.result, stunned_again.damage, stunned_again.stunned) == (DamageResult.STUNNED, 1, True)


@pytest.mark.rule("WOP-DMG-15")
def test_a_stunned_unit_that_is_hurt_stays_stunned():
    done = harm(rules(), "heavy", 0, 3, stunned=True)

    assert (done.damage, done.stunned) == (1, True)


@pytest.mark.rule("WOP-DMG-17", "WOP-DMG-18")
@pytest.mark.parametrize(
    ("result", "left"),
    [(DamageResult.DEAD, ("machine_gun",)), (DamageResult.WOUNDED, ("machine_gun",)), (DamageResult.STUNNED, ())],
)
def test_the_dead_and_the_wounded_lose_their_special_weapons_the_stunned_do_not(result, left):
    assert weapons_left(("machine_gun",), result) == left


@pytest.mark.rule("WOP-DMG-04", "WOP-PROT-10")
def test_a_destroyed_vehicle_becomes_a_wreck_of_its_base():
    wreck = wreck_of(tank("B-03", 400, 300), Place(400, 300, 50, 0))

    assert (wreck.id, wreck.kind, wreck.x_mm, wreck.y_mm, wreck.radius_mm) == ("wreck-B-03", "wreck", 400, 300, 50)
    terrain = rules().terrain[wreck.kind]
    assert (terrain.sight, terrain.stop, terrain.cross) == ("open", frozenset(), frozenset())


@pytest.mark.rule("WOP-DMG-22")
@pytest.mark.parametrize("unit_type", ["light", "heavy"])
def test_a_wound_of_a_vehicle_is_a_damage_of_the_same_counter(unit_type):
    done = harm(rules(), unit_type, 0, 3)

    assert (done.result, done.damage) == (DamageResult.DAMAGED, 1)


@pytest.mark.rule("WOP-DMG-08", "WOP-DMG-10", "WOP-SHOT-24")
@pytest.mark.parametrize(("make", "caps"), [(jeep, Caps(150, None)), (tank, Caps(150, None))])
def test_a_damaged_vehicle_is_slower_and_shoots_worse(make, caps):
    vehicle = make("v", 100, 100, damage=2)

    assert rules().caps(vehicle.type, vehicle.damage) == caps
    assert penalty_of(vehicle) == 2
    assert penalty_of(soldier("s", 100, 100)) == 0
