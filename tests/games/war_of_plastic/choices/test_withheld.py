"""What a unit may not do now: the judge's own refusal, with its rule, of every kind of act it has in the game."""

from __future__ import annotations

import time

import pytest

from app.engine.about import Withheld
from app.engine.types import Seat, UnitId
from app.systems.war_of_plastic.position import actions as a
from tests.games.war_of_plastic.battlefield import box, jeep, soldier, tank
from tests.games.war_of_plastic.matches import Match, game, kept_in_reserve, turn_of_a
from tests.support.random_play import played

ENEMY = soldier("B-01", 900, 700, "B")


def refused(match: Match, unit: str, seat: str = "a") -> dict[str, str]:
    """Every act withheld from a unit, by its English words, with the rule that refuses it."""
    return {each.label.in_("en"): each.refusal.rule for each in withheld(match, unit, seat)}


def withheld(match: Match, unit: str, seat: str = "a") -> tuple[Withheld, ...]:
    return tuple(game().withheld(match.position, Seat(seat), UnitId(unit)))


def said(match: Match, seat: str, action: a.AnyAction) -> str:
    """The refusal of an act in English."""
    refusal = game().check(match.position, Seat(seat), action)
    assert refusal is not None
    return game().explain(refusal).in_("en")


@pytest.mark.rule("WOP-SHOT-18", "WOP-CC-09")
def test_a_weapon_without_a_target_says_how_far_the_nearest_enemy_is():
    match = turn_of_a(soldier("A-01", 300, 300), soldier("B-01", 300, 700, "B"), soldier("B-02", 900, 700, "B"))

    grenade = next(each for each in withheld(match, "A-01") if "Grenade" in each.label.in_("en"))

    assert refused(match, "A-01") == {"Throw grenade: Grenade": "WOP-SHOT-18", "Close combat": "WOP-CC-09"}
    assert (grenade.whom, grenade.refusal.facts["distance_cm"]) == ("B-01", 37.0)
    assert game().explain(grenade.refusal).in_("en") == "Out of range. (distance 37 cm, reach 20 cm)"


@pytest.mark.rule("WOP-SHOT-04", "WOP-SIGHT-02")
def test_an_enemy_in_range_behind_a_house_is_why_nobody_can_be_shot_at():
    match = turn_of_a(
        soldier("A-01", 300, 200), soldier("B-01", 300, 500, "B"), box("house-1", "house", 200, 300, 400, 400)
    )

    assert refused(match, "A-01")["Shoot: Rifle"] == "WOP-SHOT-04"


@pytest.mark.rule("WOP-DMG-06", "WOP-MAN-11", "WOP-CC-03", "WOP-MAN-13")
def test_what_state_forbids_is_told_by_the_rule_of_that_state():
    wounded = turn_of_a(soldier("A-01", 300, 300, damage=1), ENEMY)
    stunned = turn_of_a(soldier("A-01", 300, 300, stunned=True), ENEMY)
    engaged = turn_of_a(soldier("A-01", 300, 300), soldier("B-01", 330, 300, "B"))

    assert refused(wounded, "A-01")["Shoot: Rifle"] == "WOP-DMG-06"
    assert refused(stunned, "A-01")["Move"] == "WOP-MAN-11"
    assert refused(engaged, "A-01")["Move"] == refused(engaged, "A-01")["Shoot: Rifle"] == "WOP-CC-03"
    assert "Close combat" not in refused(engaged, "A-01")


@pytest.mark.rule("WOP-MAN-05", "WOP-MAN-06", "WOP-MAN-14")
def test_while_one_manoeuvres_and_in_the_others_turn_everything_is_withheld():
    match = turn_of_a(soldier("A-01", 300, 300), soldier("A-02", 500, 300), ENEMY)
    match.does("a", a.Move("A-01", ((300, 350),)))

    assert refused(match, "A-01")["Move"] == "WOP-MAN-06"
    assert set(refused(match, "A-02").values()) == {"WOP-MAN-05"}
    assert set(refused(match, "B-01", "b").values()) == {"WOP-MAN-14"}
    assert said(match, "b", a.Move("B-01", ((900, 650),))) == "It is not your turn: Army A plays."
    assert said(match, "b", a.EndTurn()) == "It is not your turn: Army A plays."
    assert said(match, "a", a.Roll()) == "That is for another time; now: Turn."
    match.does("a", a.EndManoeuvre())
    assert said(match, "a", a.EndManoeuvre()) == "There is nothing of the kind to do now."


@pytest.mark.rule("WOP-CCV-07", "WOP-DROP-07")
def test_assaults_are_spoken_of_only_where_the_enemy_has_vehicles():
    with_tank = turn_of_a(soldier("A-01", 300, 300), tank("B-01", 900, 700, "B"))

    assert refused(with_tank, "A-01")["Assault vehicle"] == "WOP-CCV-07"
    assert "Assault vehicle" not in refused(turn_of_a(soldier("A-01", 300, 300), ENEMY), "A-01")
    assert "Drop weapon" not in refused(turn_of_a(jeep("A-01", 300, 300), ENEMY), "A-01")


def test_nothing_is_told_of_units_that_are_not_ones_own():
    match = turn_of_a(soldier("A-01", 300, 300), ENEMY)

    assert withheld(match, "B-01") == withheld(match, "nobody") == ()


@pytest.mark.rule("WOP-HID-04")
def test_without_measuring_first_no_distance_chooses_whom_a_refusal_is_about():
    match = turn_of_a(
        soldier("A-01", 300, 300), soldier("B-01", 900, 700, "B"), soldier("B-02", 400, 300, "B"), premeasure=False
    )

    fight = next(each for each in withheld(match, "A-01") if each.type == "fight")

    assert fight.whom == "B-01"
    assert "distance_cm" not in fight.refusal.facts


@pytest.mark.rule("WOP-RES-06", "WOP-HEAL-08")
def test_one_in_reserve_says_why_it_does_not_enter():
    match = turn_of_a(soldier("A-02", 300, 300), ENEMY, kept_in_reserve(soldier("A-01", 0, 0, damage=1)))

    assert refused(match, "A-01") == {"Enter from reserve": "WOP-RES-06"}


def test_nothing_is_both_offered_and_withheld_and_it_takes_no_more_than_10_ms():
    played_game = played("war_of_plastic", "horde_against_armour", 2, 0)
    system, took = played_game.system, []
    for moment in played_game.moments[40:200:40]:
        offered = {(offer.unit, offer.type, offer.label) for offer in system.offers(moment.state, moment.seat)}
        for unit in moment.state.units:
            began = time.process_time()
            found = system.withheld(moment.state, moment.seat, unit)
            took.append(time.process_time() - began)
            assert not {(unit, each.type, each.label) for each in found} & offered
            assert all(system.explain(each.refusal).in_("es") for each in found)

    assert sorted(took)[int(len(took) * 0.99)] < 0.010
