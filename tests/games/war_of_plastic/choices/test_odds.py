"""Odds before a die is rolled, and the words and lines for them."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.engine.dice import GivenDice
from app.engine.telling import Ring, Sight, Spot
from app.systems.war_of_plastic.book.state import Mode
from app.systems.war_of_plastic.choices.forecast import preview_fight, preview_shot
from app.systems.war_of_plastic.choices.lookout import look_round, threats_at
from app.systems.war_of_plastic.choices.odds import (
    Visibility,
    damage_odds,
    danger_of_shot,
    fight_odds,
    reckon,
    shot_odds,
    survey_targets,
)
from app.systems.war_of_plastic.fire.resolution import resolve_fight
from app.systems.war_of_plastic.fire.shooting import designate_assault
from tests.games.war_of_plastic.battlefield import accepted, book, box, by_id, field, jeep, rules, shot, soldier, tank

SHOOTER = soldier("s", 100, 300)
TARGET = soldier("t", 500, 300, "B")


def odds(*things, weapon="rifle", mode=Mode.STATIONARY, **options):
    where = field(*things, **options)
    return shot_odds(where, by_id(where, "s"), weapon, by_id(where, "t"), mode=mode)


@pytest.mark.rule("WOP-SHOT-21")
@pytest.mark.parametrize(("mode", "chance"), [(Mode.STATIONARY, 3), (Mode.MOVING, 2), (Mode.FORCED, 1)])
def test_the_chance_of_a_hit_counts_the_dice_that_hit(mode, chance):
    assert odds(SHOOTER, TARGET, mode=mode).chance == Fraction(chance, 6)


@pytest.mark.rule("WOP-SHOT-21", "WOP-SHOT-24")
@given(st.sampled_from(list(Mode)), st.integers(1, 3), st.integers(1, 3), st.integers(0, 3))
def test_the_chance_is_what_counting_all_six_dice_gives(mode, power, protection, penalty):
    reckoning = reckon(rules(), mode, power, protection, penalty)
    dice_that_hit = [die for die in range(1, 7) if reckoning.need is not None and die >= reckoning.need]

    assert reckoning.chance == Fraction(len(dice_that_hit), 6)
    assert (reckoning.table is None) <= (reckoning.need is None)


@pytest.mark.rule("WOP-SHOT-22", "WOP-SHOT-18")
def test_a_refused_or_too_distant_shot_has_no_chance():
    assert odds(SHOOTER, tank("t", 500, 300, "B"), mode=Mode.MOVING).chance == 0
    assert odds(SHOOTER, soldier("t", 900, 300, "B")).chance == 0
    assert odds(SHOOTER, soldier("t", 900, 300, "B"), premeasure=False).chance == 0
    mortar = soldier("s", 100, 300, special=("artillery",))
    assert odds(mortar, TARGET, weapon="artillery").chance == Fraction(3, 6)
    assert odds(mortar, TARGET, weapon="artillery", mode=Mode.MOVING).chance == 0


@pytest.mark.rule("WOP-SHOT-04", "WOP-SHOT-05", "WOP-PROT-01")
@pytest.mark.parametrize(
    ("more", "visibility"),
    [
        ((), Visibility.CLEAR),
        ((box("b", "barricade", 439, 250, 455, 350),), Visibility.COVERED),
        ((box("w", "high_wall", 300, 200, 316, 400),), Visibility.BLOCKED),
        ((soldier("c", 300, 300),), Visibility.BLOCKED),
    ],
)
def test_a_target_is_clear_covered_or_blocked(more, visibility):
    assert odds(SHOOTER, TARGET, *more).visibility is visibility


@pytest.mark.rule("WOP-PROT-02")
def test_a_vehicle_in_view_is_never_called_covered():
    assert odds(SHOOTER, jeep("t", 500, 300, "B")).visibility is Visibility.CLEAR


@pytest.mark.rule("WOP-AREA-01", "WOP-CCS-02", "WOP-CCS-05")
def test_the_danger_names_the_caught_and_the_friend_who_takes_a_miss():
    things = tank("s", 100, 300), soldier("e", 400, 300, "B"), soldier("f", 400, 332), soldier("f2", 450, 380)
    where = field(*things)
    shooter, enemy = by_id(where, "s"), by_id(where, "e")

    with_area = danger_of_shot(where, shooter, enemy, threshold=1, has_area=True)
    without = danger_of_shot(where, shooter, enemy, threshold=1, has_area=False)

    assert (with_area.centre, with_area.caught, with_area.stray, with_area.stray_caught) == ("e", ("f",), "f", ("f2",))
    assert (without.centre, without.caught, without.stray, without.stray_caught) == (None, (), "f", ())


@pytest.mark.rule("WOP-DMG-01", "WOP-DMG-16")
@pytest.mark.parametrize(
    ("unit", "expected"),
    [
        (soldier("u", 0, 0), {"dead": 2, "wounded": 2, "stunned": 2}),
        (soldier("u", 0, 0, damage=1), {"dead": 4, "stunned": 2}),
        (jeep("u", 0, 0, damage=1), {"destroyed": 2, "damaged": 2, "stunned": 2}),
        (tank("u", 0, 0, damage=3), {"destroyed": 4, "stunned": 2}),
    ],
)
def test_damage_comes_in_thirds(unit, expected):
    results = damage_odds(rules(), unit).results

    assert {result.value: chance for result, chance in results} == {
        name: Fraction(dice, 6) for name, dice in expected.items()
    }


@pytest.mark.rule("WOP-CC-04", "WOP-CC-05", "WOP-CC-07")
@pytest.mark.parametrize("state", [{}, {"damage": 1}, {"stunned": True}])
def test_the_odds_of_a_fight_are_those_of_all_its_dice(state):
    where = field(soldier("a", 100, 100), soldier("b", 130, 100, "B", **state))
    losers: list[str | None] = []
    for first in range(1, 7):
        for second in range(1, 7):
            dice = GivenDice([first, second, 5])
            outcomes = resolve_fight(where, by_id(where, "a"), by_id(where, "b"), dice).outcomes
            losers.append(outcomes[0].loser)  # type: ignore[union-attr]

    found = fight_odds(rules(), by_id(where, "b"))

    assert found.wins == Fraction(losers.count("b"), 36)
    assert found.loses == Fraction(losers.count("a"), 36)
    assert found.draws == Fraction(losers.count(None), 36)


def test_a_survey_lists_every_enemy_on_the_table_and_nobody_else():
    where = field(
        SHOOTER, TARGET, soldier("friend", 300, 500), jeep("j", 600, 500, "B"), soldier("p", 0, 0, "B", aboard="j")
    )

    found = survey_targets(where, by_id(where, "s"), ("rifle", "grenade"), mode=Mode.STATIONARY)

    assert [(each.target, each.weapon) for each in found] == [
        ("j", "rifle"),
        ("j", "grenade"),
        ("t", "rifle"),
        ("t", "grenade"),
    ]


# ------------------------------------------------------------------------------------------------------- in words


def test_a_preview_of_a_shot_shows_every_step_and_the_thirds():
    where = field(tank("s", 100, 300, damage=1), TARGET, box("b", "barricade", 439, 250, 455, 350))

    seen = preview_shot(book().words, where, by_id(where, "s"), accepted(shot(where, "s", "heavy_weapon", "t")))

    hit, dead, *_ = seen.chances
    assert Fraction(hit.numerator, hit.denominator) == Fraction(3, 6)
    assert [step.en for step in hit.steps] == [
        "Heavy weapon: power 3",
        "Protection 2: In cover or behind obstacles",
        "Stationary: 3+",
        "Damage −1: 4+",
    ]
    assert Fraction(dead.numerator, dead.denominator) == Fraction(3, 18)
    assert seen.facts["need t"] == 4
    assert seen.facts["distance_cm t"] == 33.5


@pytest.mark.rule("WOP-PROT-02", "WOP-PROT-03")
def test_a_vehicle_is_protected_by_what_it_is_not_by_cover():
    where = field(SHOOTER, jeep("j", 300, 300, "B"), tank("t", 300, 450, "B"))

    steps = [
        preview_shot(book().words, where, by_id(where, "s"), accepted(shot(where, "s", "grenade", target)))
        .chances[0]
        .steps
        for target in ("j", "t")
    ]

    assert [each[1].en for each in steps] == ["Protection 2: Light vehicle", "Protection 3: Heavy vehicle"]


def test_a_preview_warns_of_friends_in_the_area_and_of_the_friend_who_takes_a_miss():
    where = field(tank("s", 100, 300), soldier("e", 400, 300, "B"), soldier("f", 400, 332), soldier("n", 440, 280, "B"))

    seen = preview_shot(book().words, where, by_id(where, "s"), accepted(shot(where, "s", "heavy_weapon", "e")))

    assert [(note.unit, note.tone) for note in seen.notes] == [("f", "bad"), ("n", "good"), ("f", "bad")]
    assert Ring("f", "bad") in seen.overlays
    assert any(isinstance(part, Spot) and part.outline for part in seen.overlays)


@pytest.mark.rule("WOP-CCV-05")
def test_a_preview_of_an_assault_with_a_grenade_warns_the_attacker_himself():
    where = field(soldier("s", 100, 300), tank("k", 167, 300, "B"))

    seen = preview_shot(
        book().words, where, by_id(where, "s"), accepted(designate_assault(where, by_id(where, "s"), "k", "grenade"))
    )

    assert [(note.unit, note.tone, note.text.en) for note in seen.notes] == [("s", "bad", "The area catches s himself")]


def test_a_survey_draws_a_line_to_each_enemy_and_says_what_blocks_it():
    where = field(
        SHOOTER,
        soldier("clear", 300, 500, "B"),
        soldier("covered", 100, 600, "B"),
        box("b", "barricade", 50, 555, 150, 571),
        soldier("hidden", 500, 300, "B"),
        box("other", "high_wall", 700, 200, 716, 400),
        box("w", "high_wall", 300, 200, 316, 400),
    )

    seen = look_round(book().words, where, by_id(where, "s"), ("rifle",), mode=Mode.STATIONARY)

    sights = {part.unit: part for part in seen.overlays if isinstance(part, Sight)}
    assert {unit: part.tone for unit, part in sights.items()} == {"clear": "good", "covered": "warn", "hidden": "muted"}
    assert sights["hidden"].blockers == ("w",)
    assert sights["hidden"].blocked.en == "High wall 2"
    assert (sights["hidden"].aim, sights["hidden"].threat) == (None, None)
    assert sights["clear"].aim.en == sights["clear"].threat.en == "4+ · 50%"
    assert [(note.unit, note.text.en) for note in seen.notes] == [("hidden", "hidden: blocked by High wall 2")]
    assert len(seen.chances) == 2
    assert sum(isinstance(part, Spot) for part in seen.overlays) == 1


@pytest.mark.rule("WOP-HID-04")
def test_without_measuring_nothing_tells_a_distance_or_a_chance():
    where = field(SHOOTER, TARGET, soldier("u", 500, 340, "B"), premeasure=False)
    shooter = by_id(where, "s")

    survey = look_round(book().words, where, shooter, ("rifle",), mode=Mode.STATIONARY)
    preview = preview_shot(book().words, where, shooter, accepted(shot(where, "s", "rifle", "t")))

    assert survey.chances == preview.chances == ()
    assert not any(isinstance(part, Spot) for part in (*survey.overlays, *preview.overlays))
    assert survey.threats == ()
    assert {(each.distance, each.aim, each.threat, each.near) for each in survey.overlays} == {
        (None, None, None, False)
    }
    assert set(preview.facts) == {"weapon", "mode"}


def test_what_could_shoot_at_a_place_is_told_with_its_best_odds_and_soldiers_aboard_shoot_from_their_vehicle():
    where = field(
        SHOOTER,
        soldier("near", 300, 450, "B"),
        soldier("stunned", 340, 450, "B", stunned=True),
        jeep("jeep", 600, 300, "B"),
        soldier("rider", 0, 0, "B", aboard="jeep"),
        soldier("far", 300, 1190, "B"),
    )

    threats = threats_at(where, by_id(where, "s"))
    seen = look_round(book().words, where, by_id(where, "s"), (), mode=Mode.STATIONARY)

    assert {threat.shooter.id for threat in threats} == {"near", "rider"}
    assert [chance.unit for chance in seen.threats] == [threat.shooter.id for threat in threats]
    assert seen.chances == ()
    assert {part.unit for part in seen.overlays if isinstance(part, Sight)} == {"near", "jeep"}


def test_a_preview_of_a_fight_gives_both_sides_their_chances():
    where = field(soldier("a", 100, 100), soldier("b", 130, 100, "B"))

    seen = preview_fight(book().words, where, by_id(where, "a"), by_id(where, "b"))

    total = sum(Fraction(chance.numerator, chance.denominator) for chance in seen.chances[:3])
    assert total == 1
    assert [chance.text.en for chance in seen.chances[3:6]] == ["b: dead", "b: wounded", "b: stunned"]


def test_every_sentence_exists_in_both_languages():
    where = field(tank("s", 100, 300), soldier("e", 400, 300, "B"), soldier("f", 400, 332))
    seen = preview_shot(book().words, where, by_id(where, "s"), accepted(shot(where, "s", "heavy_weapon", "e")))

    texts = [*(chance.text for chance in seen.chances), *(note.text for note in seen.notes)]
    texts += [step for chance in seen.chances for step in chance.steps]
    assert texts
    assert all((text.es and text.en and text.es != text.en) or "+" in text.es for text in texts)
