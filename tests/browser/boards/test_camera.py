"""How near a board is looked at: the whole of it by one press, and by fingers or a wheel no farther than that."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Seated
from tests.browser.tables import DESKTOP, LYING, PHONE, SOLDIERS, Room, Window
from tests.browser.test_planning import finger, touch
from tests.support.server import RunningServer

pytestmark = pytest.mark.e2e

TARGET_PX = 44


@pytest.fixture(scope="module")
def village(table_server: RunningServer) -> Room:
    """A board that is larger than a phone."""
    return Room(table_server, "flames_hexwar", "evening_village", SOLDIERS)


def is_whole(window: Window) -> bool:
    """Whether all of the board is in sight."""
    seen: bool = window.page.evaluate("""() => {
      const { x, y, width, height } = document.querySelector('#board').viewBox.baseVal;
      const [w, h] = ['width', 'height'].map((side) => Number(document.querySelector('#board').dataset[side]));
      return x <= 0 && y <= 0 && x + width >= w && y + height >= h;
    }""")
    return seen


def seen(window: Window) -> str:
    return window.locator("#board").get_attribute("viewBox") or ""


@pytest.mark.parametrize("view", [PHONE, LYING], ids=["phone", "lying"])
def test_a_phone_sees_the_whole_table_by_one_press_and_pinches_no_farther(
    seated: Seated, village: Room, view: Mapping[str, int]
) -> None:
    window = seated(village, "b", viewport=view)
    assert not is_whole(window)
    fit = window.locator('[data-zoom="fit"]')
    box = fit.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= TARGET_PX

    fit.click()
    assert is_whole(window)
    whole = seen(window)
    for _ in range(3):
        pinch(window, 1 / 2)
    assert seen(window).split()[2] == whole.split()[2]
    pinch(window, 3)
    assert not is_whole(window)
    for _ in range(3):
        pinch(window, 1 / 2)
    assert seen(window) == whole
    assert window.breaches() == []


def test_a_wheel_goes_no_farther_than_the_whole(seated: Seated, village: Room) -> None:
    window = seated(village, "b", viewport=DESKTOP)
    whole = seen(window)
    window.page.locator('[data-zoom="in"]').click()
    expect(window.locator("#board")).not_to_have_attribute("viewBox", whole)
    for _ in range(3):
        window.page.locator('[data-zoom="out"]').click()
    assert seen(window) == whole


def pinch(window: Window, factor: float) -> None:
    """Two fingers amid the board, drawn apart or together."""
    box = window.locator("#board").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 3, box["y"] + box["height"] / 2
    hand, apart = finger(window), 80 / max(factor, 1)
    touch(hand, "touchStart", (x - apart / 2, y), (x + apart / 2, y))
    for step in (1, 2, 3):
        wide = apart * (1 + (factor - 1) * step / 3)
        touch(hand, "touchMove", (x - wide / 2, y), (x + wide / 2, y))
    touch(hand, "touchEnd")
