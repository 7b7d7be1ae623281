"""Counters on a board of hexes: a pile of them is spread out where a finger could not tell one from another."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Seated
from tests.browser.tables import DESKTOP, PHONE, SOLDIERS, Room, knows_its_offers
from tests.support.server import RunningServer

FINGER_PX = 44


@pytest.fixture(scope="module")
def village(table_server: RunningServer) -> Room:
    """The defender of the village deploys; the attacker's infantry stands four to a hex."""
    return Room(table_server, "flames_hexwar", "evening_village", SOLDIERS)


def pile_in_view(page: Page) -> tuple[str, float, float]:
    """A pile of at least three counters that lies in view: its hex, and where its topmost counter is on the screen."""
    found = page.evaluate("""() => {
      for (const token of document.querySelectorAll('.token.is-counter:has(.piled)')) {
        const box = token.querySelector('.base').getBoundingClientRect();
        const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
        const isAlone = Number(token.querySelector('.piled text').textContent) < 3;
        if (!isAlone && document.elementFromPoint(x, y)?.closest('.token') === token) return [token.dataset.on, x, y];
      }
      return null;
    }""")
    assert found is not None
    return found[0], found[1], found[2]


def test_a_tap_on_a_pile_spreads_it_out_and_a_tap_on_one_of_it_selects_that(seated: Seated, village: Room) -> None:
    page = seated(village, "b", viewport=PHONE).page
    cell, x, y = pile_in_view(page)
    own = page.locator(f'.token[data-on="{cell}"]')

    page.touchscreen.tap(x, y)
    spread = page.locator(".fan .token")
    expect(spread).to_have_count(own.count())
    boxes = [box for each in spread.all() if (box := each.bounding_box())]
    assert len({(round(box["x"]), round(box["y"])) for box in boxes}) == len(boxes)
    ground = page.locator(".fan__ground").bounding_box()
    assert ground is not None
    assert ground["width"] * ground["height"] >= len(boxes) * FINGER_PX**2

    page.touchscreen.tap(ground["x"] + FINGER_PX / 2, ground["y"] + FINGER_PX / 2)
    expect(page.locator(".fan .token")).to_have_count(0)
    knows_its_offers(page)
    expect(page.locator(".ring.is-selected")).to_have_count(1)


def test_a_tap_elsewhere_puts_a_pile_together_again(seated: Seated, village: Room) -> None:
    page = seated(village, "b", viewport=PHONE).page
    _, x, y = pile_in_view(page)
    page.touchscreen.tap(x, y)
    expect(page.locator(".fan__ground")).to_have_count(1)

    page.keyboard.press("Escape")

    expect(page.locator(".fan__ground")).to_have_count(0)


def test_a_mouse_that_can_tell_counters_from_one_another_takes_one_at_once(seated: Seated, village: Room) -> None:
    page = seated(village, "b", viewport=DESKTOP).page
    page.locator('[data-zoom="in"]').click()
    page.locator('[data-zoom="in"]').click()
    _, x, y = pile_in_view(page)

    page.mouse.click(x, y)

    expect(page.locator(".fan__ground")).to_have_count(0)
    expect(page.locator(".ring.is-selected")).to_have_count(1)
