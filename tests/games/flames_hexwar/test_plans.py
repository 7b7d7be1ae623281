"""Planning and the cards: orders, decks, who is asked, alternation, passing."""

from __future__ import annotations

import pytest

from app.engine.types import SPECTATOR, Viewer
from app.systems.flames_hexwar.judge.view import tell, view
from app.systems.flames_hexwar.position import actions as a
from app.systems.flames_hexwar.position import events_plans as ep
from app.systems.flames_hexwar.turn import steps
from tests.games.flames_hexwar.scenes import Table, platoon

TANKS = platoon("A1", "sov_t34_76_4", {0: "0104", 1: "0105", 2: "0106", 3: "0107"})
SMG = platoon("A2", "sov_smg", {n: "0201" if n < 3 else "0202" if n < 6 else "0203" for n in range(9)} | {9: "0301"})
RIFLES = platoon("B1", "ger_grenadiers_small", {n: "1503" if n < 3 else "1504" for n in range(5)})
GUN = platoon("B2", "ger_pak40_section", {0: "1607", 1: "1607>3"})


def table(**more: object) -> Table:
    return Table([TANKS, SMG], [RIFLES, GUN], **more)  # type: ignore[arg-type]


@pytest.mark.rule("FHW-PLAN-01", "FHW-PLAN-12", "FHW-TURN-05")
def test_nobody_commits_with_blank_cards_unless_they_are_filled() -> None:
    at = table()
    assert (at.prompt, at.asked) == ("plan", "ab")
    assert at.refused("a", a.Commit()) == "PLAN-01"
    assert at.refused("a", a.Activate("A1")) == "TURN-05"  # type: ignore[arg-type]
    at.do("a", a.Commit(fill=True))
    assert at.asked == "b"
    assert at.refused("a", a.GiveOrder("A1", "MD")) == "TURN-05"  # type: ignore[arg-type]
    at.do("b", a.Commit(fill=True))
    revealed = at.told(ep.PlansRevealed)[0]
    assert {name: order for name, (order, _) in revealed.orders.items()} == dict.fromkeys(
        ("A1", "A2", "B1", "B2"), "FO"
    )
    assert (at.position.turn, at.prompt) == (2, "plan")  # nobody had anything to decide


@pytest.mark.rule("FHW-PLAN-02", "FHW-PLAN-09", "FHW-PLAN-10", "FHW-SEAT-02", "FHW-WEA-03")
def test_orders_are_refused_in_their_order() -> None:
    at = table(weather="rain")
    order = a.GiveOrder
    assert at.refused("a", order("B1", "MD")) == "SEAT-02"  # type: ignore[arg-type]
    assert at.refused("a", order("A9", "MD")) == "SEAT-02"  # type: ignore[arg-type]
    assert at.refused("a", order("A1.0", "MD")) == "SEAT-02"  # type: ignore[arg-type]
    assert at.refused("a", order("A1", "MT")) == "WEA-03"  # type: ignore[arg-type]
    assert at.refused("a", order("A1", "AE")) == "PLAN-10"  # type: ignore[arg-type]
    assert at.refused("a", order("A1", "MD", "dig_in")) == "PLAN-10"  # type: ignore[arg-type]
    assert at.refused("a", order("A1", "AE", "dig_in")) == "PLAN-10"  # type: ignore[arg-type]
    assert at.refused("a", order("A2", "AE", "dig_in")) is None  # type: ignore[arg-type]
    assert at.refused("a", order("A2", "AE", "recce_reorganise")) == "PLAN-10"  # type: ignore[arg-type]
    assert at.refused("b", order("B2", "AE", "bring_on")) == "PLAN-10"  # type: ignore[arg-type]
    assert at.refused("b", order("B2", "AE", "appoint_command")) is None  # type: ignore[arg-type]


@pytest.mark.rule("FHW-PLAN-03", "FHW-PLAN-05", "FHW-PLAN-07")
def test_a_deck_lies_as_it_was_ordered_and_a_card_that_is_set_aside_leaves_it() -> None:
    at = table()
    assert at.refused("a", a.Deck("1", ("A2",))) == "PLAN-03"  # type: ignore[arg-type]
    assert at.refused("a", a.Deck("9", ("A2", "A1"))) == "SEAT-02"  # type: ignore[arg-type]
    at.do("a", a.Deck("1", ("A2", "A1")))  # type: ignore[arg-type]
    at.do("a", a.GiveOrder("A2", "FO"))  # type: ignore[arg-type]
    assert at.refused("a", a.Deck("1", ("A2", "A1"))) == "PLAN-03"  # type: ignore[arg-type]
    at.do("a", a.GiveOrder("A2", "MD"))  # type: ignore[arg-type]
    at.plan(A1="MD", B1="FO", B2="FO")
    company = at.position.companies["A1"]  # type: ignore[index]
    assert (company.deck, company.aside) == (("A1", "A2"), ())
    assert at.position.companies["B1"].aside == ("B1", "B2")  # type: ignore[index]
    at.until("c")
    assert at.refused("a", a.Activate("A2")) == "PLAN-07"  # type: ignore[arg-type]
    assert at.refused("a", a.Activate("A1")) is None  # type: ignore[arg-type]


@pytest.mark.rule("FHW-PLAN-08")
def test_a_plan_is_reopened_a_few_times_while_others_have_not_committed() -> None:
    at = table(options={"plan_reopens": 1})
    assert at.refused("a", a.Reopen()) == "TURN-05"
    at.do("a", a.Commit(fill=True)).do("a", a.Reopen())
    assert at.asked == "ab"
    at.do("a", a.Commit())
    assert at.refused("a", a.Reopen()) == "PLAN-08"


@pytest.mark.rule("FHW-END-02")
def test_drafts_are_counted_for_each_state() -> None:
    at = table(options={"draft_limit": 100})
    for number in range(100):
        at.do("a", a.GiveOrder("A1", ("MD", "FO")[number % 2]))  # type: ignore[arg-type]
    assert at.refused("a", a.GiveOrder("A2", "MD")) == "END-02"  # type: ignore[arg-type]
    assert at.refused("a", a.Commit(fill=True)) is None


@pytest.mark.rule("FHW-PLAN-04", "FHW-HID-01", "FHW-HID-02", "FHW-HID-03", "FHW-HID-08")
def test_others_see_how_many_cards_lie_where_and_no_more() -> None:
    at = table().plan(A1="MD", A2="FO", B1="FO", B2="FC")
    revealed = next(event for event in at.events if isinstance(event, ep.PlansRevealed))
    for viewer in (Viewer("b"), SPECTATOR):
        seen = view(at.moment.field, viewer)
        assert (seen.decks["A1"].size, seen.decks["A1"].aside) == (1, 1)  # type: ignore[index]
        assert seen.known.companies["A1"].deck == ()  # type: ignore[index]
        assert seen.known.platoons["A1"].order is None  # type: ignore[index]
        told = tell(at.position, revealed, viewer)
        assert isinstance(told, ep.PlansRevealed)
        assert "A1" not in told.orders
        assert told.sizes == {"A1": (1, 1), "B1": (1, 1)}
    own = view(at.moment.field, Viewer("a"))
    assert own.known.platoons["A1"].order == "MD"  # type: ignore[index]
    assert own.known.platoons["B1"].order is None  # type: ignore[index]


@pytest.mark.rule("FHW-EXEC-01", "FHW-EXEC-02", "FHW-EXEC-03", "FHW-EXEC-05", "FHW-MT-01")
def test_whoever_has_more_cards_of_a_step_begins_and_the_other_follows() -> None:
    at = table().plan(A1="MT", A2="MT", B1="MT", B2="FO").until("b")
    assert steps.left_of(at.moment.field) == {"A": 2, "B": 1}
    assert at.asked == "a"
    at.do("a", a.Activate("A1")).do("a", a.Close())  # type: ignore[arg-type]
    assert at.asked == "b"
    at.do("b", a.Activate("B1")).do("b", a.Close())  # type: ignore[arg-type]
    assert at.asked == "a"
    at.do("a", a.Activate("A2"))  # type: ignore[arg-type]
    assert at.prompt == "activation"


@pytest.mark.rule("FHW-EXEC-01", "FHW-END-06")
def test_equal_numbers_are_rolled_for_until_the_dice_differ() -> None:
    at = table().plan(4, 4, 2, 5, A1="MD", A2="FO", B1="MD", B2="FO")
    assert at.asked == "b"
    rolled = [event.dice for event in at.events if isinstance(event, ep.RolledOff)]
    assert rolled == [(4, 4), (2, 5)]


@pytest.mark.rule("FHW-EXEC-04")
def test_only_a_side_with_fewer_cards_passes() -> None:
    at = table().plan(A1="MD", A2="MD", B1="MD", B2="FO").until("c")
    assert at.refused("a", a.Pass()) == "EXEC-04"
    at.do("a", a.Activate("A1")).do("a", a.Close())  # type: ignore[arg-type]
    assert steps.left_of(at.moment.field) == {"A": 1, "B": 1}
    assert at.refused("b", a.Pass()) == "EXEC-04"

    last = table().plan(5, 2, A1="MD", A2="MD", B1="MD", B2="MD").until("c")
    last.do("a", a.Activate("A1")).do("a", a.Close())  # type: ignore[arg-type]
    assert last.refused("b", a.Pass()) == "EXEC-04"
    last.do("b", a.Activate("B1")).do("b", a.Close())  # type: ignore[arg-type]
    last.do("a", a.Activate("A2"))  # type: ignore[arg-type]
    assert last.refused("b", a.Pass()) == "TURN-05"
