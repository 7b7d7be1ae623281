"""What hits come to is told before they are given out, those of a strike, too."""

from __future__ import annotations

import tomllib
from fractions import Fraction
from typing import Any

import pytest

from app.engine.offers import Offer
from app.engine.types import Seat
from app.systems.flames_hexwar.assault.odds import strike_loss, strike_odds
from app.systems.flames_hexwar.choices.offers import offers
from app.systems.flames_hexwar.position import actions as a
from tests.games.flames_hexwar.fights.test_assaults import writing, written
from tests.games.flames_hexwar.scenes import Table, act, shot, squad
from tests.games.flames_hexwar.table import FOLDER
from tests.games.flames_hexwar.told.rolls import odds_of, share_of, told
from tests.games.flames_hexwar.told.test_plans_odds import lost, out

FOE = squad("B1", "ger_grenadiers_small", {0: "1406", 1: "1406"})


def defending(own: dict[str, Any], foe: dict[str, Any]) -> Table:
    """An assault whose teams stay where they are, before defensive fire."""
    at = written(writing([own], [foe]), "A1", on="1406").do("a", a.NextAssault("1406"))
    if at.prompt == "assault_move":
        at.do("a", a.Done())
    assert at.prompt == "defend"
    return at


def struck(*dice: int) -> Table:
    """Two hits of submachine guns on a command and a team beside it."""
    at = defending(squad("A1", "sov_smg", {0: "1306", 1: "1306"}), FOE)
    return at.do("b", a.Defend(()), *dice)


def the(at: Table, kind: str) -> Offer:
    seat = Seat(at.asked)
    return next(offer for offer in offers(at.moment, seat) if offer.type == kind)


@pytest.mark.rule("FHW-ASLT-19", "FHW-ASLT-17")
@pytest.mark.parametrize("foe", ["ger_grenadiers_small", "ger_panzer4"])
def test_what_a_strike_does_to_a_tank_is_what_the_judge_makes_of_it(foe: str) -> None:
    striker = {1: "1406"} if foe == "ger_grenadiers_small" else {1: "1406>3"}
    at = defending(squad("A1", "sov_t34_76_4", {0: "1306>0"}), squad("B1", foe, striker))
    field = at.moment.field

    loss, odds = strike_loss(field, at.team("A1.0"), at.team("B1.1")), strike_odds(field, [at.team("B1.1")])

    hit = Fraction(odds.at_least(1), odds.of)
    dice = ("strike", "armour", "firepower")
    gone, bailed = lost("A1.0"), out("A1.0")  # a crew that is out may be captured at the end
    found = share_of(at, "b", a.Defend(()), lambda step: gone(step) and not bailed(step), bailed, only=dice)
    assert found == [hit * loss.destroyed, hit * loss.bailed]
    assert loss.bailed > 0


@pytest.mark.rule("FHW-ASLT-19", "FHW-BAIL-03")
def test_a_strike_at_a_crew_that_is_out_destroys_or_leaves_it_there() -> None:
    at = defending(squad("A1", "sov_t34_76_4", {0: "1306>0"}), squad("B1", "ger_grenadiers_small", {1: "1406"}))
    whole = strike_loss(at.moment.field, at.team("A1.0"), at.team("B1.1"))
    at.change("A1.0", bailed_out=True)

    found = strike_loss(at.moment.field, at.team("A1.0"), at.team("B1.1"))

    assert found.bailed == 0
    assert whole.destroyed < found.destroyed < whole.destroyed + whole.bailed


@pytest.mark.rule("FHW-ASLT-18", "FHW-ASLT-19")
def test_strikes_are_told_with_who_strikes_and_who_falls() -> None:
    at = struck(4, 1, 1, 1)
    assert (at.prompt, at.asked) == ("hits", "b")

    found = told(at, "b", act("allocate", teams=("B1.1",))).chances

    assert (found[0].text.en, found[0].numerator, found[0].denominator) == ("At least one team destroyed", 1, 1)
    assert odds_of(found, "Rifle/MG team B1.1: destroyed") == 1
    assert [step.en for step in found[1].steps] == ["falls without a save"]
    assert [step.en for step in found[0].steps] == ["One hit"]
    domain = the(at, "allocate").domain
    assert domain is not None
    assert domain.rows[0].name.en.startswith("Strike 1: ")
    assert domain.rows[0].name.en.endswith("A1.0")


@pytest.mark.rule("FHW-ASLT-20", "FHW-ASLT-21", "FHW-ASLT-22")
def test_whether_to_fight_on_is_asked_with_strengths_and_odds_of_both_sides() -> None:
    at = struck(1, 1, 1, 1)
    assert (at.prompt, at.asked) == ("withdraw", "a")

    about = the(at, "stay").about

    assert about is not None
    assert about.en.startswith("Strength 2 against 2. You hold with ")


@pytest.mark.rule("FHW-ASLT-04", "FHW-ASLT-15")
def test_a_move_into_an_assault_tells_whom_it_could_strike_and_no_shots() -> None:
    at = writing([squad("A1", "sov_smg", {0: "1306", 1: "1306"})], [FOE])
    at = written(at, "A1", on="1406").do("a", a.NextAssault("1406"))

    beside = told(at, "a", act("assault_move", team="A1.0", at="1305"))
    away = told(at, "a", act("assault_move", team="A1.0", at="1206"))

    assert [note.text.en for note in beside.notes] == ["It could strike 2 enemies from there."]
    assert [(note.text.en, note.tone) for note in away.notes] == [("It could strike nobody from there.", "warn")]
    assert not any(type(each).__name__ == "Sight" for each in (*beside.overlays, *away.overlays))


@pytest.mark.rule("FHW-ASLT-04")
def test_a_move_of_an_assault_may_lead_anywhere_and_its_refusal_says_no_direction() -> None:
    at = writing([squad("A1", "sov_smg", {0: "1306", 1: "1306"})], [FOE])
    at = written(at, "A1", on="1406").do("a", a.NextAssault("1406"))

    assert at.refused("a", a.AssaultMove("A1.0", "1206")) is None  # type: ignore[arg-type]
    assert at.refused("a", a.AssaultMove("A1.0", "1106")) == "ASLT-04"  # type: ignore[arg-type]
    assert (
        "towards"
        not in tomllib.loads((FOLDER / "data" / "refusals.toml").read_text("utf-8"))["refusal"]["FHW-ASLT-04"]["en"]
    )


@pytest.mark.rule("FHW-ALLOC-01")
def test_the_first_way_to_give_hits_out_spares_the_command() -> None:
    at = struck(4, 1, 1, 1)

    offer = the(at, "allocate")

    assert offer.examples[0] == act("allocate", teams=("B1.1",))
    assert offer.names[0].en.startswith("Spare ")
    assert offer.names[0].en.endswith("B1.0")


@pytest.mark.rule("FHW-ALLOC-01", "FHW-ASLT-19")
def test_hits_that_come_to_the_same_however_they_are_given_out_are_one_press() -> None:
    at = struck(4, 4, 1, 1)
    assert (at.prompt, at.asked) == ("hits", "b")

    same, rows = (each for each in offers(at.moment, Seat("b")) if each.type == "allocate")

    assert (same.input, same.at_once, len(same.examples)) == ("button", True, 1)
    assert rows.input == "rows"
    for each in rows.examples:
        assert odds_of(told(at, "b", each).chances, "At least one team destroyed") == 1


@pytest.mark.rule("FHW-ALLOC-01")
def test_where_it_matters_who_takes_a_hit_there_is_no_such_press() -> None:
    assert all(not each.at_once for each in offers(struck(4, 1, 1, 1).moment, Seat("b")))


@pytest.mark.rule("FHW-ALLOC-01", "FHW-SAVE-03")
def test_any_number_of_hits_that_hurt_nobody_are_one_press() -> None:
    tanks = {n: f"120{n + 3}>0" for n in range(3)} | {3: "1306>0"}
    foe = squad("B1", "ger_grenadiers_small", dict.fromkeys(range(1, 5), "1406"))
    at = defending(squad("A1", "sov_t34_76_4", tanks), foe)
    at.change("A1.1", suppressed=True)
    shots = [shot(f"B1.{n}", "rifle_mg", 2, "A1") for n in range(1, 5)]
    at.acts("b", "defend", *[6] * 8, shots=shots)
    assert (at.prompt, at.asked) == ("hits", "a")

    first = the(at, "allocate")

    assert (first.input, first.at_once) == ("button", True)
    (whole, *_) = told(at, "a", first.examples[0]).chances
    assert (whole.numerator, [step.en for step in whole.steps]) == (0, ["8 hits"])


@pytest.mark.rule("FHW-BAIL-01", "FHW-ASLT-19", "FHW-ALLOC-01")
def test_hits_on_a_tank_tell_how_likely_its_crew_is_out() -> None:
    tanks = squad("A1", "sov_t34_76_4", {0: "1306>0", 1: "1306>0"})
    at = defending(tanks, squad("B1", "ger_grenadiers_small", {1: "1406"})).change("A1.0", bailed_out=True)
    at.do("b", a.Defend(()), 1, 6)
    assert (at.prompt, at.asked) == ("hits", "a")
    given = act("allocate", teams=("A1.1",))

    chances = told(at, "a", given).chances

    gone, bailed = lost("A1.1"), out("A1.1")
    found = share_of(at, "a", given, lambda step: gone(step) and not bailed(step), bailed, only=("armour", "firepower"))
    name = chances[1].text.en.removesuffix(": destroyed")
    assert [odds_of(chances, f"{name}: destroyed"), odds_of(chances, f"The crew of {name} bails out")] == found
    assert found[1] > 0
