"""Armies: their value, what a list must be, who sees it."""

from __future__ import annotations

import pytest

from app.engine.refusal import Refusal
from app.systems.splatball.muster.armies import army_value, judge_army, plain_army, without_room
from app.systems.splatball.position import actions as a
from app.systems.splatball.position import events_setup as es
from tests.games.splatball.muster.setting_up import A, B, C, SetUp, before
from tests.games.splatball.table import book, ground, piece, rules


@pytest.mark.rule("SPL-ARMY-01", "SPL-ARMY-04")
def test_the_value_is_what_the_room_says_or_what_is_proposed() -> None:
    assert army_value(rules(), before()) == 450
    assert army_value(rules(army_value=300), before()) == 300
    assert army_value(rules(), before(3, size=(18, 18), edges=("N", "E", "S", "W"))) == 450
    assert judge_army(rules(), 450, ("scamp",)) is None  # what is left over is lost


@pytest.mark.rule("SPL-ARMY-03")
def test_a_list_costs_no_more_than_the_value_and_has_one_unit_to_fifty() -> None:
    assert judge_army(rules(), 450, ("scamp",) * 6) is None
    assert judge_army(rules(), 431, ("scamp",) * 6) == Refusal("SPL-ARMY-03", {"cost": 432, "value": 431})
    assert judge_army(rules(), 9999, ("cart",) * 50) is None
    for kinds in ((), ("cart",) * 51):
        refusal = judge_army(rules(), 9999, kinds)
        assert refusal is not None
        assert (refusal.rule, refusal.facts["units"]) == ("SPL-ARMY-03", len(kinds))


@pytest.mark.rule("SPL-ARMY-03")
def test_prices() -> None:
    prices = {kind: unit.cost for kind, unit in rules().units.items()}
    assert prices == {
        "scamp": 72,
        "lobber": 88,
        "camo": 96,
        "hoser": 72,
        "sniper": 56,
        "slinger": 60,
        "badger": 80,
        "armadillo": 60,
        "cart": 40,
        "marmot": 95,
    }


@pytest.mark.rule("SPL-ARMY-02", "SPL-HID-01")
def test_all_hand_in_at_once_and_lists_are_shown_when_all_are_in() -> None:
    game = SetUp(before(3, size=(18, 18), edges=("N", "E", "S", "W")))
    assert game.asked == ("army", None)
    game.do(C, a.SubmitArmy(("scamp",))).do(A, a.SubmitArmy(("cart", "sniper")))
    assert game.asked == ("army", None)
    assert not game.told(es.ArmiesShown)
    game.do(B, a.SubmitArmy(("badger",)))
    assert game.told(es.ArmiesShown) == [es.ArmiesShown({A: ("cart", "sniper"), B: ("badger",), C: ("scamp",)})]
    assert game.asked == ("edge", A)
    assert game.position.seats[A].left == ("cart", "sniper")


@pytest.mark.rule("SPL-HID-01")
def test_lists_stay_hidden_where_units_may_be() -> None:
    assert not SetUp(before(camo_markers=1)).armies("scamp").told(es.ArmiesShown)
    assert SetUp(before(camo_markers=1, camo_identity="open")).armies("scamp").told(es.ArmiesShown)


@pytest.mark.rule("SPL-ARMY-03")
def test_a_list_that_costs_too_much_is_refused_at_the_table() -> None:
    game = SetUp(before())
    assert game.check(A, a.SubmitArmy(("marmot",) * 5)) == "SPL-ARMY-03"
    assert game.check(A, a.SubmitArmy(("marmot",) * 4)) is None


@pytest.mark.rule("SPL-ARMY-02")
def test_whoever_hands_in_nothing_has_the_suggested_list_or_scamps() -> None:
    plain = before(scenario="standard_evening")
    assert plain_army(rules(), plain, B) == ("camo", "scamp", "scamp", "slinger", "marmot", "cart")
    assert plain_army(rules(army_value=300), plain, B) == ("scamp",) * 4
    assert plain_army(rules(army_value=100), before(), A) == ("scamp",)


@pytest.mark.rule("SPL-DEP-09")
def test_units_that_will_find_no_room_are_counted_when_armies_are_handed_in() -> None:
    full = [piece(f"p{x}-{y}", "hedge", (x, y)) for x in range(12) for y in range(3)]
    at = before(pieces=full)
    ten = ground(*full, size=(12, 18))  # 12 squares, less headquarters and ammunition
    assert without_room(rules(), ten, at, ("scamp",) * 10) == 0
    assert without_room(rules(), ten, at, ("scamp",) * 12) == 2
    assert without_room(rules(), ten, at, ("armadillo", *("scamp",) * 12)) == 0
    assert without_room(rules(), ten, at, ("armadillo", *("sniper",) * 12)) == 1
    assert without_room(book().rules(), ground(size=(12, 18)), before(), ("cart",) * 46) == 0
    assert without_room(book().rules(), ground(size=(12, 18)), before(), ("cart",) * 48) == 2
