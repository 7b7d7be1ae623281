"""The workshop on squares and hexes: ground, fences and figures by mouse, finger and keys, hosted and played."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser import test_workshop
from tests.browser.tables import PHONE
from tests.support import axe

pytestmark = pytest.mark.e2e

Shop = test_workshop.Shop
shop = test_workshop.shop
GAMES = ("daubs", "scouts")


def key(game: str, column: int, row: int) -> str:
    return f"{column},{row}" if game == "daubs" else f"{column:02}{row:02}"


def place(here: Shop, game: str, column: int, row: int) -> tuple[float, float]:
    x, y = here.locator(f'#board [data-cell="{key(game, column, row)}"]').evaluate(
        "e => [Number(e.dataset.x), Number(e.dataset.y)]"
    )
    return x, y


@pytest.mark.parametrize("game", GAMES)
def test_a_battle_is_made_from_nothing_by_mouse_hosted_and_played(shop: Callable[..., Shop], game: str) -> None:
    here = shop(f"/games/{game}/workshop")
    here.faults(2)
    here.put("figure-a", place(here, game, 0, 2))
    here.put("figure-b", place(here, game, 5, 2))
    here.faults(0)
    here.put("tree", place(here, game, 2, 2), place(here, game, 2, 3))
    here.put("fence", place(here, game, 3, 1))
    expect(here.locator("#board [data-edge]")).to_have_count(1)
    assert [each["at"] for each in here.battle()["grounds"]] == [[2, 2], [2, 3]]

    here.after(lambda: here.drag(place(here, game, 0, 2), place(here, game, 1, 3)))
    assert here.battle()["figures"][0]["at"] == [1, 3]
    was = here.battle()["figures"][0]["facing"]
    here.after(lambda: here.press("r"))
    assert here.battle()["figures"][0]["facing"] != was

    here.after(lambda: here.click(*place(here, game, 2, 3)))
    here.after(lambda: here.press("Delete"))
    assert len(here.battle()["grounds"]) == 1
    here.after(lambda: here.press("Control+z"))
    assert len(here.battle()["grounds"]) == 2
    assert axe.breaches(here.page) == []

    here.locator('[data-do="host"]').click()
    here.page.wait_for_url("**/rooms/battle")
    assert here.problems == []


@pytest.mark.parametrize("game", GAMES)
def test_the_keyboard_alone_puts_things_into_cells(shop: Callable[..., Shop], game: str) -> None:
    here = shop(f"/games/{game}/workshop", theme="dark")
    here.take("tree")
    here.locator("#board").focus()
    here.press("ArrowRight", "ArrowDown")
    here.after(lambda: here.press("Enter"))

    assert here.battle()["grounds"] == [{"at": [1, 1], "kind": "tree"}]
    assert here.problems == []


@pytest.mark.parametrize("game", GAMES)
def test_a_finger_on_a_phone_puts_and_chooses(shop: Callable[..., Shop], game: str) -> None:
    here = shop(f"/games/{game}/workshop?scenario=yard", size=PHONE, theme="dark")
    here.faults(0)
    here.after(lambda: here.click(*place(here, game, 1, 2)))
    expect(here.locator("#thing-name")).to_contain_text("A in ")
    assert axe.breaches(here.page) == []
    assert here.problems == []
