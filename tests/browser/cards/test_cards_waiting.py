"""What a table of cards shows while an answer is under way, or never comes whole."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.cards.test_cards_table import march, stack
from tests.browser.conftest import Seated
from tests.browser.tables import Room

__all__ = ["march"]
pytestmark = pytest.mark.e2e


def test_an_answer_of_which_half_came_is_none(seated: Seated, march: Room) -> None:
    luis = seated(march, "b")
    luis.page.route("**/offers?*unit=*", lambda route: route.fulfill(status=200, body='{"offers": ['))

    with luis.page.expect_response("**/offers?*unit=*"):
        stack(luis, "E5.b.elves.archer").click()
    expect(luis.locator("#who")).to_contain_text("Archer")
    luis.page.unroute_all()

    assert luis.problems == []


def test_a_stack_that_has_gone_is_not_named_until_it_is_known_what_it_may_do(seated: Seated, march: Room) -> None:
    luis = seated(march, "b")
    expect(luis.locator("#offers .coach")).to_contain_text("Warrior · E5")
    luis.page.route("**/offers?*", lambda route: None)

    move = next(
        offer for offer in march.offers("b") if offer["type"] == "move" and offer["unit"] == "E5.b.elves.warrior"
    )
    goes = next(each for each in move["examples"] if each["path"] == ["E4"] and len(each["tokens"]) == 2)
    assert march.act("b", goes).is_success
    expect(stack(luis, "E4.b.elves.warrior")).to_be_visible()

    stack(luis, "E5.b.elves.archer").click()
    expect(luis.locator("#who")).to_contain_text("Archer")
    luis.press("Escape")

    expect(luis.locator("#offers .coach")).to_contain_text("Archer · E5")
    expect(luis.locator("#offers")).not_to_contain_text("elves.warrior")
    assert luis.problems == []
