"""Whether anybody is destroyed is told before anything else: exactly, or between bounds where its owner gives the hits out."""

from __future__ import annotations

import random
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest

from app.engine.refusal import Refusal
from app.engine.telling import Sight
from app.engine.types import Seat, UnitId
from app.systems.flames_hexwar.choices.answers import ANSWERS
from app.systems.flames_hexwar.choices.looking.lookout import best_shot
from app.systems.flames_hexwar.choices.plans import survey
from app.systems.flames_hexwar.fire.fates import Dice, any_hit, bounds, lost_to
from app.systems.flames_hexwar.fire.numbers import Number
from app.systems.flames_hexwar.fire.odds import Loss, Salvo, hits_odds
from app.systems.flames_hexwar.judge import acts
from app.systems.flames_hexwar.position import actions as a
from app.systems.flames_hexwar.position.actions import Shot
from app.systems.flames_hexwar.turn.machine import prompt_of
from tests.games.flames_hexwar.scenes import Table, platoon
from tests.games.flames_hexwar.told.rolls import every_roll, odds_of, share_of, told
from tests.games.flames_hexwar.told.test_plans_odds import FAR_AWAY, SHOTS, firing, lost

FOOT = {n: FAR_AWAY[n][:4] for n in range(2, 5)}


def dug_in_and_not() -> Table:
    """Two teams before a tank, one of them in a foxhole."""
    foot = platoon("B1", "ger_grenadiers_small", {**FOOT, 0: "0706", 1: "0706"})
    return firing("sov_t34_76_4", "0306>0", foot).change("B1.0", foxhole=True)


def given_out(at: Table, act: a.Fire) -> tuple[Fraction, Fraction]:
    """How likely anybody is lost if the hits are given out as spares most, and as costs most."""
    gone, least, most = lost("B1.0", "B1.1"), Fraction(0), Fraction(0)
    for share, step in every_roll(at, "a", act, only=SHOTS):
        if prompt_of(step.state) != "hits":
            least, most = least + share * gone(step), most + share * gone(step)
            continue
        there: Any = SimpleNamespace(moment=acts.Moment.of(step.state, at.moment.rules))
        found = [
            share_of(there, "b", answer, gone, only=SHOTS)[0]
            for answer in ANSWERS["hits"](there.moment.field, Seat("b"))
            if not isinstance(acts.check(there.moment, Seat("b"), answer), Refusal)
        ]
        least, most = least + share * min(found), most + share * max(found)
    return least, most


@pytest.mark.rule("FHW-ALLOC-01", "FHW-SAVE-02")
def test_where_hits_may_be_given_to_the_better_covered_both_bounds_are_told_and_hold() -> None:
    at = dug_in_and_not()
    act = a.Fire("A1", (Shot("A1.0", "tg76su", 1, "B1"),))  # type: ignore[arg-type]

    found = told(at, "a", act).chances

    least, most = given_out(at, act)
    assert found[0].text.en == "At least one team destroyed, whoever takes the hits"
    assert odds_of(found, "At least one team destroyed, whoever") == least
    assert odds_of(found, "At least one team destroyed, if the weakest") == most
    assert 0 < least < most


@pytest.mark.rule("FHW-ALLOC-01", "FHW-SAVE-02")
def test_bounds_hold_for_two_dice_too() -> None:
    at = dug_in_and_not()
    act = a.Fire("A1", (Shot("A1.0", "tg76su", 2, "B1"),))  # type: ignore[arg-type]

    found = told(at, "a", act).chances

    least, most = given_out(at, act)
    assert odds_of(found, "At least one team destroyed, whoever") <= least
    assert most <= odds_of(found, "At least one team destroyed, if the weakest")


@pytest.mark.rule("FHW-SAVE-03")
def test_who_cannot_be_hurt_is_told_so_before_how_likely_a_hit_is() -> None:
    tanks = platoon("B1", "ger_panzer4", {**{n: FAR_AWAY[n] for n in range(1, 5)}, 0: "0806>3"})
    at = firing("sov_smg", "0706", tanks, others={n: f"00{n:02d}" for n in range(1, 12)})
    act = a.Fire("A1", (Shot("A1.0", "smg", 1, "B1"),))  # type: ignore[arg-type]

    first, second, *_ = told(at, "a", act).chances

    assert (first.text.en, first.numerator) == ("At least one team destroyed: this cannot hurt it", 0)
    assert second.text.en.startswith("At least one hit on")
    assert share_of(at, "a", act, lost("B1.0"), only=SHOTS) == [0]


def test_odds_that_somebody_is_destroyed_come_first_with_what_led_there() -> None:
    tanks = platoon("B1", "ger_panzer4", {**{n: FAR_AWAY[n] for n in range(1, 5)}, 0: "0906>3"})
    at = firing("sov_t34_76_4", "0306>0", tanks)

    first, second, *_ = told(at, "a", a.Fire("A1", (Shot("A1.0", "tg76su", 1, "B1"),))).chances  # type: ignore[arg-type]

    assert first.text.en == "At least one team destroyed"
    assert "FHW-SHOT-04" in first.rules
    assert second.text.en.startswith("At least one hit on")
    assert not second.steps


# --------------------------------------------------------------------------------------------------------------- by reckoning


NUMBERS = [Number(3), Number(4), Number(5), Number(6)]


@pytest.mark.rule("FHW-HIT-02")
@pytest.mark.parametrize("seed", range(20))
def test_any_hit_without_counting_all_is_the_same_as_counted(seed: int) -> None:
    pick = random.Random(seed)
    found = [
        (pick.randint(1, 3), {UnitId(str(team)): pick.choice(NUMBERS) for team in range(2)})
        for _ in range(pick.randint(1, 3))
    ]

    odds = hits_odds(tuple(Salvo(count, tuple(own.values())) for count, own in found))

    assert odds is not None
    assert any_hit([Dice(count, own, frozenset()) for count, own in found]) == Fraction(odds.at_least(1), odds.of)


def test_bounds_meet_where_all_hits_are_alike() -> None:
    loss = Loss(Fraction(1, 3))
    dice = [Dice(3, {UnitId("x"): Number(4)}, frozenset({loss}))]

    found = bounds(dice, hits_odds((Salvo(3, (Number(4),)),)))

    assert found.least == found.most == bounds(dice, None).least == 1 - Fraction(5, 6) ** 3


@pytest.mark.rule("FHW-BAIL-03")
def test_a_crew_that_is_out_may_be_lost_to_the_next_die() -> None:
    shots = [(2, Fraction(1, 2), Loss(Fraction(0), Fraction(1)))]

    assert lost_to(shots, Fraction(1, 3)) == Fraction(1, 4) * Fraction(2, 3)


# ------------------------------------------------------------------------------------------------------- before it is planned


@pytest.mark.rule("FHW-SAVE-03", "FHW-BAIL-03")
@pytest.mark.parametrize(("kind", "facing"), [("ger_panzer4", "0806>3"), ("ger_panthers", "0806>3")])
def test_what_a_team_could_do_to_another_is_what_the_judge_makes_of_its_volley(kind: str, facing: str) -> None:
    tanks = platoon("B1", kind, {**{n: FAR_AWAY[n] for n in range(1, 5)}, 0: facing})
    at = firing("sov_t34_76_4", "0306>0", tanks)
    field = at.moment.field

    shot = best_shot(field, at.team("A1.0"), at.team("B1.0"), "fc")

    assert shot is not None
    act = a.Fire("A1", (Shot("A1.0", shot.weapon.id, shot.dice, "B1"),))  # type: ignore[arg-type]
    assert share_of(at, "a", act, lost("B1.0"), only=SHOTS) == [shot.lost]


def test_whom_a_team_meets_but_cannot_hurt_is_told_so_on_the_line_and_among_the_threats() -> None:
    foot = platoon("B1", "ger_grenadiers_small", {n: "0706" if n < 2 else f"19{n:02d}" for n in range(5)})
    at = firing("sov_t34_76_4", "0506>0", foot)

    found = survey(at.moment, Seat("a"), UnitId("A1.0"))

    sight = next(each for each in found.overlays if isinstance(each, Sight) and each.unit == "B1.1")
    assert sight.threat is not None
    assert sight.threat.en.endswith("cannot hurt it")
    (threat,) = found.threats
    assert (threat.text.en.endswith("could destroy it: this cannot hurt it"), threat.numerator) == (True, 0)
    assert any(step.en.endswith("for at least one hit") for step in threat.steps)
