"""What is to be decided at a table of cards is in sight, on whatever screen: the fight, its odds, the answers, the list."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.cards.test_cards_table import GAME, SEVEN, SOLDIERS, bridge, crown, march, stack
from tests.browser.conftest import Seated
from tests.browser.tables import DESKTOP, LYING, PHONE, Room, Window
from tests.support.server import RunningServer

__all__ = ["bridge", "crown", "march"]  # what these tests are given

pytestmark = pytest.mark.e2e

LOW = {"width": 1024, "height": 768}
# What of a card lies under the plaques, the strip or the sheet, or out of sight.
_COVERED = """card => {
  const own = document.querySelector(`#board [data-card="${card}"] .card-paper`).getBoundingClientRect();
  const [plaques, dice] = ['#standings', '#dice'].map((part) => document.querySelector(part).getBoundingClientRect());
  return [own.top >= plaques.bottom - 1, own.bottom <= dice.top + 1, own.left >= -1, own.right <= innerWidth + 1];
}"""
_UNDER_PLAQUES = """() => {
  const plaques = document.querySelector('#standings').getBoundingClientRect();
  const hit = document.elementFromPoint(plaques.left + plaques.width / 2, plaques.bottom - 1);
  return hit?.closest('#board') !== null;
}"""

_PLACES = "() => ['#sheet', '.composer__tools', '#commit'].map((each) => document.querySelector(each).getBoundingClientRect().y)"


def box(window: Window, selector: str) -> dict[str, float]:
    found = window.locator(selector).first.bounding_box()
    assert found is not None
    return dict(found)


def asked(room: Room) -> str:
    return next(seat for seat in room.tokens if room.offers(seat))


@pytest.mark.parametrize("viewport", [PHONE, LYING])
def test_on_a_telephone_who_is_to_act_lies_clear_of_the_plaques(
    seated: Seated, bridge: Room, viewport: dict[str, int]
) -> None:
    for seat in bridge.tokens:
        window = seated(bridge, seat, viewport=viewport, reduced_motion="reduce")
        expect(window.locator("#spotlight .is-active")).to_be_attached()
        assert window.page.evaluate(_COVERED, "B2") == [True, True, True, True]
        assert not window.page.evaluate(_UNDER_PLAQUES), "plaques have a row of their own"


@pytest.mark.parametrize("viewport", [DESKTOP, LOW, PHONE, LYING])
def test_odds_both_ways_stand_right_above_the_button(seated: Seated, bridge: Room, viewport: dict[str, int]) -> None:
    attacker = seated(bridge, asked(bridge), viewport=viewport, reduced_motion="reduce")
    log = box(attacker, "#log")["height"] if viewport == DESKTOP else 0

    attacker.locator('[data-offer="attack"]').click()

    odds = attacker.locator("#plan .plan__odds .chance")
    expect(odds).to_have_count(2)
    for each in (odds.first, odds.last):
        expect(each).to_have_text(re.compile(r"\d+\s*% *\d+ in \d+"))
        expect(each).to_be_in_viewport(ratio=1)
    expect(attacker.locator("#commit")).to_be_in_viewport(ratio=1)
    last, button = odds.last.bounding_box(), box(attacker, "#commit")
    assert last is not None
    assert 0 <= button["y"] - last["y"] - last["height"] < 24
    if viewport == DESKTOP:
        assert 40 < box(attacker, "#log")["height"] < log, "the log makes room, and keeps its last lines"
        attacker.press("Escape")
        expect(attacker.locator("#plan")).to_be_hidden()
        assert box(attacker, "#log")["height"] == log
    assert attacker.breaches() == []


def test_every_answer_to_a_spell_is_in_sight_on_a_telephone_on_its_side(seated: Seated, crown: Room) -> None:
    ana = seated(crown, "a", viewport=LYING)
    cast = next(
        example
        for offer in crown.offers("b")
        if offer["type"] == "cast"
        for example in offer["examples"]
        if "arcane_wind" in str(example)
    )
    assert crown.act("b", cast).is_success

    expect(ana.locator('[data-offer="pass"]')).to_be_in_viewport(ratio=1)
    expect(ana.locator("#offers .offer", has_text="Dispel")).to_be_in_viewport(ratio=1)
    expect(ana.locator('[data-waive^="turn."]').first).to_be_in_viewport(ratio=1)
    title = ana.locator("#spotlight .row__title").first.bounding_box()
    assert title is not None
    assert title["width"] <= 1, "the sentence above says it"
    assert ana.breaches() == []


def test_what_was_passed_beforehand_is_remembered_as_no_decision(seated: Seated, crown: Room) -> None:
    ana = seated(crown, "a")
    casts = [
        example
        for offer in crown.offers("b")
        if offer["type"] == "cast"
        for example in offer["examples"]
        if "arcane_wind" in str(example)
    ]
    assert crown.act("b", casts[0]).is_success
    ana.locator('#offers [data-waive^="turn."]').click()
    expect(ana.locator("#prompt")).not_to_contain_text("Do you respond?")

    kept = "Object.keys(localStorage).filter(key => key.startsWith('tapete:passes:')).flatMap(key => JSON.parse(localStorage[key]))"
    (first, *_) = ana.page.evaluate(kept)
    assert first[0] < first[1] <= ana.seq


@pytest.fixture
def recruiting(table_server: RunningServer) -> tuple[Room, str]:
    """The second turn of a small game in which nobody has moved, and who puts a list together."""
    room = Room(table_server, GAME, "clash_at_the_bridge", SOLDIERS)
    for _ in range(40):
        for seat in room.tokens:
            found = room.offers(seat)
            if any(offer["type"] == "recruit" and offer["input"] == "list" for offer in found):
                return room, seat
            ends = [offer for offer in found if offer["type"] == "end_movement"]
            for offer in (ends or found)[-1:]:
                room.act(seat, offer["examples"][0])
    raise AssertionError("expected somebody to recruit in the second turn")


_ROWS_IN_SIGHT = """() => {
  const [above, below] = ['.plan__top', '.plan__ways'].map((part) => document.querySelector(part).getBoundingClientRect());
  const rows = [...document.querySelectorAll('.composer__row')].map((row) => row.getBoundingClientRect());
  return rows.filter((row) => row.top >= above.bottom && row.bottom <= below.top).length;
}"""


@pytest.mark.parametrize(("viewport", "least"), [(DESKTOP, 5), (PHONE, 3)])
def test_a_list_that_opens_by_itself_has_its_height_from_the_start_and_is_not_handed_in_empty_by_mistake(
    seated: Seated, recruiting: tuple[Room, str], viewport: dict[str, int], least: int
) -> None:
    room, seat = recruiting
    window = seated(room, seat, viewport=viewport)
    expect(window.locator(".composer__row").first).to_be_visible()
    expect(window.locator("#commit")).to_be_visible()
    assert window.page.evaluate(_ROWS_IN_SIGHT) >= least
    places = window.page.evaluate(_PLACES)
    for line in ('[data-focus="list-filter"]', ".tally__line"):
        assert window.locator(line).evaluate("each => each.scrollWidth - each.clientWidth") <= 0
    assert window.locator(".tally__line").evaluate("each => each.offsetHeight") < 40, "nothing of it is broken in two"

    window.locator('[data-focus^="more-"]').first.click()
    expect(window.locator(".tally__chip")).to_have_count(1)
    assert window.page.evaluate(_PLACES) == places

    window.locator(".tally__chip").click()
    window.locator("#commit").click()
    expect(window.locator(".plan__doubt")).to_contain_text("The list is empty.")
    window.commit()
    expect(window.locator("#offers")).to_contain_text("You handed in an empty list")
    expect(window.locator("#offers .panel__count")).to_have_count(0)


def test_a_list_of_ones_own_is_in_at_once_though_others_dice_are_still_seen(
    seated: Seated, table_server: RunningServer
) -> None:
    room = Room(table_server, GAME, "seven_crowns", SEVEN)
    for seat in list(room.tokens)[1:]:
        assert room.act(seat, room.offers(seat)[0]["examples"][0]).is_success
    ana = seated(room, "a", dice="slow")
    expect(ana.locator("#seats .is-me")).to_have_class(re.compile("is-to-act"))
    ana.locator('[data-focus^="more-"]:not([aria-disabled="true"])').first.click()
    ana.locator("#commit").click()
    expect(ana.locator(".plan__doubt")).to_be_visible()  # gold is left
    ana.locator("#commit").click()

    expect(ana.locator("#prompt")).to_have_text("Done. First you see what has happened.")
    expect(ana.locator("#seats .is-me")).not_to_have_class(re.compile("is-to-act"))
    assert ana.problems == []


def test_a_card_of_its_own_goes_when_the_table_is_turned_and_is_not_doubled(seated: Seated, march: Room) -> None:
    luis = seated(march, "b")
    stack(luis, "E5.b.elves.archer").hover()
    expect(luis.locator(".reader")).to_be_visible()
    expect(luis.locator("#about")).to_be_visible()
    expect(luis.locator(".reader")).to_be_hidden()

    luis.press("t")

    expect(luis.locator("#about")).to_be_hidden()


def test_what_was_taken_back_is_no_news_once_something_else_happens(seated: Seated, march: Room) -> None:
    luis = seated(march, "b")
    moves = [offer for offer in march.offers("b") if offer["type"] == "move"]
    assert march.act("b", moves[0]["examples"][0]).is_success
    luis.knows_its_offers()
    expect(luis.locator("#log")).to_contain_text("Luis moves")
    luis.locator('.bar [data-do="undo"]').click()
    expect(luis.locator("#dice .dice__news")).to_contain_text("takes back")

    assert march.act("b", moves[0]["examples"][0]).is_success

    expect(luis.locator("#dice .dice__news")).to_have_count(0)


def test_what_is_downloaded_is_named(seated: Seated, bridge: Room) -> None:
    winner = seated(bridge, "a")
    luis: Any = seated(bridge, "b")
    luis.locator('[data-do="menu"]').click()
    luis.locator('#menu [data-do="resign"]').click()
    luis.page.get_by_role("button", name="Yes").click()
    report = winner.page.get_by_role("link", name="Download the report")
    expect(report).to_be_visible()

    with winner.page.expect_download() as coming:
        report.click()

    expect(winner.locator("#notice")).to_contain_text(coming.value.suggested_filename)
    expect(winner.locator("#notice")).to_be_in_viewport(ratio=1)
