"""What dice do, and how likely it is."""

from itertools import product

import pytest

from app.systems.splatball.fire import hits
from app.systems.splatball.fire.odds import (
    Chances,
    impact_odds,
    odds,
    removed_odds,
    retreat_after,
    retreat_odds,
)
from tests.games.splatball.table import rules

LOST = {"scamp": 2, "lobber": 2, "camo": 2, "hoser": 3, "sniper": 4, "slinger": 4}
NEED = {"scamp": 4, "lobber": 4, "camo": 4, "hoser": 5, "sniper": 6, "slinger": 6}
PER_LIFE = {"scamp": 1, "lobber": 1, "camo": 1, "hoser": 2, "sniper": 3, "slinger": 3}
STRENGTH = {"cart": 6, "badger": 8, "armadillo": 9, "marmot": 10}


@pytest.mark.parametrize("kind", LOST)
@pytest.mark.rule("SPL-POW-01")
def test_every_life_lost_costs_power(kind):
    of = rules().units[kind]

    assert [hits.power_loss(of, of.lives - lost) for lost in (0, 1, of.lives)] == [0, LOST[kind], of.lives * LOST[kind]]


@pytest.mark.rule("SPL-POW-01")
def test_a_vehicle_loses_none():
    assert [hits.power_loss(rules().units[kind], 0) for kind in STRENGTH] == [0] * 4


@pytest.mark.rule("SPL-POW-03")
def test_power_is_the_sum_less_the_deduction_and_never_below_nothing():
    assert [hits.power((6, 5, 2), lost) for lost in (0, 3, 13, 20)] == [13, 10, 0, 0]


@pytest.mark.parametrize("kind", NEED)
@pytest.mark.rule("SPL-HIT-01", "SPL-HIT-02")
def test_each_kind_is_hit_by_its_number_or_more(kind):
    need = rules().units[kind].to_hit

    assert need == NEED[kind]
    assert [hits.successes((die,), need) for die in range(1, 7)] == [0] * (need - 1) + [1] * (7 - need)


@pytest.mark.rule("SPL-HIT-03")
def test_without_a_deduction_every_success_hits_whatever_the_rule():
    for dice, need in product(product(range(1, 7), repeat=3), (4, 5, 6)):
        found = {hits.hits(dice, need, 0, rule) for rule in ("pool", "best_die", "each_die")}
        assert found == {hits.successes(dice, need)}


@pytest.mark.rule("SPL-HIT-03")
def test_points_are_taken_off_in_three_ways():
    assert hits.hits((4, 4, 1), 4, 2, "pool") == 1
    assert hits.hits((6, 6, 5, 5), 5, 9, "best_die") == 2
    assert hits.hits((6, 1, 1), 4, 7, "best_die") == 0
    assert hits.hits((6, 5, 4), 4, 2, "each_die") == 1


@pytest.mark.rule("SPL-HIT-04", "SPL-HIT-05", "SPL-VP-01")
@pytest.mark.parametrize("kind", PER_LIFE)
def test_each_hit_removes_a_life_and_none_beyond_the_last(kind):
    of = rules().units[kind]
    wounded, gone = hits.on_foot(of, of.lives, 1), hits.on_foot(of, of.lives, of.lives + 2)

    assert (wounded.removed, wounded.left, wounded.points) == (1, of.lives - 1, PER_LIFE[kind])
    assert (gone.removed, gone.is_eliminated, gone.points) == (of.lives, True, of.lives * PER_LIFE[kind] + 1)


@pytest.mark.rule("SPL-RET-01", "SPL-DICE-03")
def test_survivors_roll_a_die_for_each_life_lost_the_eliminated_none():
    scamp = rules().units["scamp"]

    assert [hits.on_foot(scamp, 4, made).retreat_dice for made in range(5)] == [0, 1, 2, 3, 0]


@pytest.mark.parametrize("kind", STRENGTH)
@pytest.mark.rule("SPL-VHIT-01", "SPL-VHIT-02", "SPL-VP-02")
def test_power_meets_strength_for_one_impact_at_most(kind):
    of, strength = rules().units[kind], STRENGTH[kind]
    made = {power: hits.on_vehicle(rules(), of, 0, power) for power in range(4 * strength)}
    points = 3 if kind == "cart" else 4

    assert {found.impact for power, found in made.items() if power < strength} == {"none"}
    assert {(f.impact, f.damage, f.points) for p, f in made.items() if strength <= p < 2 * strength} == {
        ("single", 1, points)
    }
    assert {(f.impact, f.damage, f.points) for p, f in made.items() if p >= 2 * strength} == {("double", 2, points)}


@pytest.mark.rule("SPL-VHIT-03", "SPL-VP-02")
def test_three_damage_eliminate():
    badger = rules().units["badger"]
    ways = {
        (before, power): hits.on_vehicle(rules(), badger, before, power) for before in range(3) for power in (8, 16)
    }

    assert [way for way, found in ways.items() if found.is_eliminated] == [(1, 16), (2, 8), (2, 16)]
    assert [found.points for found in ways.values()] == [4, 4, 4, 6, 6, 6]
    assert [found.effect for found in ways.values()] == [
        "halved", "immobilised", "immobilised", "eliminated", "eliminated", "eliminated",
    ]  # fmt: skip
    assert {found.inflicted for found in ways.values()} == {1, 2}
    assert ways[2, 16].inflicted == 1


@pytest.mark.rule("SPL-VP-02")
def test_points_by_damage_count_what_was_left_to_be_had():
    by_damage = rules(vehicle_vp="damage")
    badger = by_damage.units["badger"]

    assert [hits.on_vehicle(by_damage, badger, before, 16).points for before in range(3)] == [8, 10, 6]


@pytest.mark.rule("SPL-RET-02", "SPL-RET-03")
def test_retreat_dice_and_the_first_result_that_is_ignored():
    scamp, hoser = (rules().units[kind] for kind in ("scamp", "hoser"))

    assert [hits.retreat_count(scamp, (die,), ignore_first=False) for die in range(1, 7)] == [1, 0, 0, 0, 0, 0]
    assert [hits.retreat_count(hoser, (die,), ignore_first=False) for die in range(1, 7)] == [1, 1, 0, 0, 0, 0]
    assert [hits.retreat_count(scamp, dice, ignore_first=True) for dice in ((1,), (1, 1), (2,))] == [0, 1, 0]


# ---------------------------------------------------------------------------------------------------------------------- odds


@pytest.mark.parametrize("rule", ["pool", "best_die", "each_die"])
@pytest.mark.rule("SPL-HIT-03", "SPL-FIRE-10")
def test_odds_count_every_outcome(rule):
    for dice, need, lost in product(range(1, 5), (4, 5, 6), (0, 1, 3, 5, 9)):
        counts = [0] * (dice + 1)
        for faces in product(range(1, 7), repeat=dice):
            counts[hits.hits(faces, need, lost, rule)] += 1
        assert odds(dice, need, lost, rule) == Chances(tuple(counts), 6**dice)


@pytest.mark.rule("SPL-VHIT-02")
def test_odds_of_impacts_count_every_outcome():
    for kind, dice, lost in product(STRENGTH, range(1, 5), (0, 3, 7)):
        strength = rules().units[kind].strength
        counts = {"none": 0, "single": 0, "double": 0}
        for faces in product(range(1, 7), repeat=dice):
            counts[hits.impact(hits.power(faces, lost), strength)] += 1
        assert impact_odds(dice, lost, strength) == Chances(tuple(counts.values()), 6**dice)


@pytest.mark.rule("SPL-HIT-03")
def test_as_many_dice_as_a_room_may_have_are_counted():
    found = odds(8, 4, 6, "best_die")

    assert sum(found.counts) == found.of == 6**8


@pytest.mark.rule("SPL-HIT-04", "SPL-HIT-05")
def test_lives_removed_end_with_the_last():
    found = removed_odds(odds(4, 4, 0, "pool"), 2)

    assert found.counts == (81, 324, 891)
    assert removed_odds(odds(1, 4, 0, "pool"), 4).counts == (3, 3, 0, 0, 0)


@pytest.mark.parametrize("ignored", [True, False])
@pytest.mark.parametrize("kind", ["scamp", "hoser"])
@pytest.mark.rule("SPL-RET-02", "SPL-RET-03")
def test_odds_of_a_retreat_count_every_outcome(kind, ignored):
    of = rules().units[kind]
    for dice in range(4):
        counts = [0] * (dice + 1)
        for faces in product(range(1, 7), repeat=dice):
            counts[hits.retreat_count(of, faces, ignore_first=ignored)] += 1
        assert retreat_odds(dice, of.retreat_on, ignore_first=ignored) == Chances(tuple(counts), 6**dice)


@pytest.mark.rule("SPL-RET-01")
def test_the_retreat_to_be_expected_goes_over_attack_and_retreat_dice():
    scamp = rules().units["scamp"]
    counts = [0] * 3
    for faces, backs in product(product(range(1, 7), repeat=3), product(range(1, 7), repeat=2)):
        result = hits.on_foot(scamp, 3, hits.hits(faces, 4, 2, "pool"))
        counts[hits.retreat_count(scamp, backs[: result.retreat_dice], ignore_first=False)] += 1

    found = retreat_after(odds(3, 4, 2, "pool"), scamp, 3, ignore_first=False)

    assert found == Chances(tuple(counts), 6**5)
