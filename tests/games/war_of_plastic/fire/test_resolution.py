"""Every die of a shot, a burst or an assault in its order, and what follows from it."""

from __future__ import annotations

import pytest

from app.engine.dice import GivenDice
from app.engine.refusal import OutOfDice
from app.systems.war_of_plastic.book.state import Mode
from app.systems.war_of_plastic.fire.resolution import Damaged, ShotFired, StrayHit, resolve_shots
from app.systems.war_of_plastic.fire.shooting import designate_assault
from tests.games.war_of_plastic.battlefield import (
    accepted,
    by_id,
    damages,
    field,
    fire,
    hits,
    jeep,
    rolled,
    shot,
    soldier,
    tank,
)

SHOOTER = soldier("s", 100, 300)
TARGET = soldier("t", 400, 300, "B")
GUNNER = soldier("s", 100, 300, special=("machine_gun",))


@pytest.mark.rule("WOP-SHOT-26", "WOP-SHOT-27", "WOP-DICE-03")
@pytest.mark.parametrize(("dice", "hit", "damage"), [([4, 3], True, [("t", "wounded")]), ([3], False, [])])
def test_a_shot_rolls_to_hit_and_only_a_hit_rolls_damage(dice, hit, damage):
    result = fire(field(SHOOTER, TARGET), "s", "rifle", "t", dice=dice)

    assert (hits(result), damages(result)) == ([hit], damage)


@pytest.mark.rule("WOP-DICE-03", "WOP-GEN-03")
def test_each_die_is_labelled_with_what_it_is_for():
    where = field(SHOOTER, TARGET)
    dice = GivenDice([4, 3])

    resolve_shots(where, by_id(where, "s"), accepted(shot(where, "s", "rifle", "t")), dice)

    assert [(roll.purpose, roll.value) for roll in dice.rolls] == [("shot s -> t", 4), ("damage t", 3)]


@pytest.mark.rule("WOP-DICE-01")
def test_too_few_dice_are_an_error_of_the_caller():
    where = field(SHOOTER, TARGET)
    designation = accepted(shot(where, "s", "rifle", "t"))

    with pytest.raises(OutOfDice):
        resolve_shots(where, by_id(where, "s"), designation, GivenDice([4]))


@pytest.mark.rule("WOP-DICE-09", "WOP-SHOT-18")
def test_a_shot_out_of_range_rolls_nothing():
    where = field(SHOOTER, soldier("t", 900, 300, "B"), premeasure=False)

    result = fire(where, "s", "rifle", "t", dice=[])

    assert result.outcomes == (ShotFired("t", None, None, hit=False),)


@pytest.mark.rule("WOP-SHOT-24", "WOP-DMG-21")
def test_the_penalty_counts_for_the_shot_and_not_for_the_damage():
    where = field(tank("s", 100, 300, damage=1), TARGET)

    assert damages(fire(where, "s", "machine_gun", "t", dice=[5, 3])) == [("t", "wounded")]
    assert damages(fire(where, "s", "machine_gun", "t", dice=[4])) == []


@pytest.mark.rule("WOP-DMG-05", "WOP-DICE-03", "WOP-VEH-10")
def test_everybody_aboard_a_destroyed_vehicle_rolls_by_id():
    aboard = [soldier(name, 0, 0, "B", aboard="j") for name in ("p3", "p1", "p2")]
    where = field(SHOOTER, jeep("j", 400, 300, "B"), *aboard)

    result = fire(where, "s", "rifle", "j", dice=[5, 1, 2, 4, 6])

    assert damages(result) == [("j", "destroyed"), ("p1", "dead"), ("p2", "wounded"), ("p3", "stunned")]


@pytest.mark.rule("WOP-DMG-05")
@pytest.mark.parametrize("die", [3, 6])
def test_nobody_aboard_rolls_while_the_vehicle_lives(die):
    where = field(SHOOTER, jeep("j", 400, 300, "B"), soldier("p", 0, 0, "B", aboard="j"))

    assert [unit for unit, _ in damages(fire(where, "s", "rifle", "j", dice=[5, die]))] == ["j"]


@pytest.mark.rule("WOP-DMG-17", "WOP-DMG-18")
@pytest.mark.parametrize(("die", "left"), [(1, ("machine_gun",)), (3, ("machine_gun",)), (5, ())])
def test_an_outcome_says_which_special_weapons_are_left(die, left):
    where = field(SHOOTER, soldier("t", 400, 300, "B", special=("machine_gun",)))

    result = fire(where, "s", "rifle", "t", dice=[4, die])

    damaged = result.outcomes[-1]
    assert isinstance(damaged, Damaged)
    assert (damaged.weapons, damaged.aboard) == (left, None)
    assert by_id(result.field, "t").special == (() if left else ("machine_gun",))


@pytest.mark.rule("WOP-DMG-17", "WOP-DMG-18")
def test_the_weapons_of_passengers_are_told_with_the_vehicle_they_were_aboard():
    rider = soldier("p", 0, 0, "B", aboard="j", special=("heavy_weapon",))
    where = field(SHOOTER, jeep("j", 400, 300, "B"), rider)

    result = fire(where, "s", "rifle", "j", dice=[5, 1, 1])

    vehicle, passenger = result.outcomes[-2:]
    assert isinstance(vehicle, Damaged)
    assert isinstance(passenger, Damaged)
    assert vehicle.wreck is not None
    assert (passenger.weapons, passenger.aboard) == (("heavy_weapon",), "j")


@pytest.mark.rule("WOP-DMG-02", "WOP-DMG-03", "WOP-DMG-04")
def test_the_field_afterwards_holds_the_states_and_the_wreck():
    where = field(SHOOTER, jeep("j", 400, 300, "B"))

    after = fire(where, "s", "rifle", "j", dice=[5, 1]).field

    assert by_id(after, "j").status == "destroyed"
    assert [(piece.id, piece.kind) for piece in after.pieces] == [("wreck-j", "wreck")]
    assert by_id(where, "j").status == "table"  # nothing passed in is changed


# --------------------------------------------------------------------------------------------------------- bursts


ROW = [soldier(name, 400, y, "B") for name, y in (("t", 300), ("u", 340), ("v", 380))]


@pytest.mark.rule("WOP-BURST-05", "WOP-DICE-04")
def test_the_shots_of_a_burst_are_resolved_completely_in_the_order_named():
    result = fire(field(GUNNER, *ROW), "s", "machine_gun", "v", "t", "u", dice=[4, 5, 3, 6, 1])

    assert hits(result) == [True, False, True]
    assert damages(result) == [("v", "stunned"), ("u", "dead")]


@pytest.mark.rule("WOP-BURST-04")
def test_repeated_shots_at_a_dead_target_are_lost_without_a_die():
    where = field(GUNNER, *ROW, burst_same_target=True)

    result = fire(where, "s", "machine_gun", "t", "t", "u", dice=[4, 1, 3])

    assert hits(result) == [True, False, False]
    assert result.outcomes[2] == ShotFired("t", 4, None, hit=False, lost=True)


@pytest.mark.rule("WOP-BURST-04", "WOP-DMG-07")
def test_repeated_shots_at_a_living_target_go_on():
    where = field(GUNNER, *ROW, burst_same_target=True)

    assert damages(fire(where, "s", "machine_gun", "t", "t", dice=[4, 3, 5, 4])) == [("t", "wounded"), ("t", "dead")]


@pytest.mark.rule("WOP-BURST-05")
def test_needs_and_protections_stay_as_they_were_named():
    # The jeep in front shelters t: 5+; it is destroyed by the first shot, its wreck or none, t still needs 5+.
    where = field(GUNNER, jeep("j", 320, 300, "B"), soldier("t", 400, 300, "B"))

    result = fire(where, "s", "machine_gun", "j", "t", dice=[5, 1, 4])

    assert [part.need for part in result.outcomes if isinstance(part, ShotFired)] == [5, 5]
    assert hits(result) == [True, False]


# ------------------------------------------------------------------------------------------- into close combat


@pytest.mark.rule("WOP-CCS-01", "WOP-CCS-02", "WOP-DICE-06")
def test_a_miss_into_close_combat_damages_a_friend_without_a_test_of_power():
    where = field(SHOOTER, soldier("e", 400, 300, "B"), soldier("f", 400, 332))

    hit = fire(where, "s", "rifle", "e", dice=[4, 6])
    missed = fire(where, "s", "rifle", "e", dice=[3, 6])

    assert damages(hit) == [("e", "stunned")]
    assert damages(missed) == [("f", "stunned")]
    assert StrayHit("e", "f") in missed.outcomes


@pytest.mark.rule("WOP-CCS-08", "WOP-CC-02")
@pytest.mark.parametrize(
    "companion",
    [
        soldier("f", 400, 332, damage=1),
        soldier("f", 400, 332, stunned=True),
        tank("f", 400, 367),
        soldier("f", 400, 336),
    ],
)
def test_a_target_that_is_not_in_close_combat_with_a_friend_is_simply_missed(companion):
    where = field(SHOOTER, soldier("e", 400, 300, "B"), companion)

    assert damages(fire(where, "s", "rifle", "e", dice=[3])) == []


@pytest.mark.rule("WOP-CCS-07")
def test_each_shot_of_a_burst_looks_up_the_close_combat_when_its_die_is_read():
    # The first miss kills the only friend in contact: the second is an ordinary miss.
    where = field(GUNNER, soldier("e", 400, 300, "B"), soldier("f", 430, 300), burst_same_target=True)

    result = fire(where, "s", "machine_gun", "e", "e", dice=[1, 1, 1])

    assert (hits(result), damages(result)) == ([False, False], [("f", "dead")])


@pytest.mark.rule("WOP-CCS-07", "WOP-CCS-03")
def test_the_second_stray_shot_finds_the_next_friend():
    where = field(
        GUNNER, soldier("e", 400, 300, "B"), soldier("f", 431, 300), soldier("n", 400, 268), burst_same_target=True
    )

    result = fire(where, "s", "machine_gun", "e", "e", dice=[1, 1, 1, 5])

    assert damages(result) == [("f", "dead"), ("n", "stunned")]


@pytest.mark.rule("WOP-CCS-07", "WOP-DICE-09")
def test_out_of_range_there_is_no_stray_hit():
    where = field(SHOOTER, soldier("e", 700, 300, "B"), soldier("f", 700, 332), premeasure=False)

    assert damages(fire(where, "s", "rifle", "e", dice=[])) == []


# --------------------------------------------------------------------------------------------------------- assault


@pytest.mark.rule("WOP-CCV-01", "WOP-CCV-02", "WOP-DICE-08")
@pytest.mark.parametrize(("die", "damage"), [(4, []), (5, [("j", "stunned")])])
def test_an_assault_with_a_rifle_needs_what_a_stationary_shot_needs(die, damage):
    where = field(SHOOTER, jeep("j", 157, 300, "B"))
    assault = accepted(designate_assault(where, by_id(where, "s"), "j", "rifle"))

    assert damages(rolled(where, "s", assault, [die] if die < 5 else [die, 6])) == damage


@pytest.mark.rule("WOP-CCV-02")
def test_a_vehicle_amid_a_melee_is_no_close_combat():
    where = field(SHOOTER, jeep("j", 157, 300, "B"), soldier("f", 157, 357))
    assault = accepted(designate_assault(where, by_id(where, "s"), "j", "rifle"))

    assert damages(rolled(where, "s", assault, [1])) == []


@pytest.mark.rule("WOP-ARTY-03", "WOP-ARTY-04", "WOP-AREA-07")
def test_artillery_hits_on_the_moving_row_and_has_an_area():
    mortar = soldier("s", 100, 300, special=("artillery",))
    where = field(mortar, TARGET, soldier("u", 400, 340, "B"))

    assert damages(fire(where, "s", "artillery", "t", dice=[4, 1, 1])) == [("t", "dead"), ("u", "dead")]
    assert damages(fire(where, "s", "artillery", "t", dice=[3])) == []


@pytest.mark.rule("WOP-DICE-03")
def test_the_mode_decides_the_die_needed():
    where = field(SHOOTER, TARGET)

    assert [fire(where, "s", "rifle", "t", dice=[4], mode=Mode.MOVING).outcomes[0]] == [ShotFired("t", 5, 4, hit=False)]
