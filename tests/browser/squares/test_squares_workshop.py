"""A battle of Splatball made in a real browser: pieces, fences, roads, units, an ambush; chosen by a touch, moved, mirrored, hosted."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser import test_workshop
from tests.browser.tables import PHONE

pytestmark = pytest.mark.e2e

Shop = test_workshop.Shop
shop = test_workshop.shop
PATH = "/games/splatball/workshop"


def square(here: Shop, x: int, y: int) -> tuple[float, float]:
    found = here.locator(f'#board [data-cell="{x},{y}"]').evaluate("e => [Number(e.dataset.x), Number(e.dataset.y)]")
    return found[0], found[1]


def test_a_battle_is_made_by_mouse_and_hosted(shop: Callable[..., Shop]) -> None:
    here = shop(PATH)
    here.faults(0)
    here.put("piece.fountain", square(here, 2, 4))
    here.put("marker.1", square(here, 3, 5))
    here.put("fence", square(here, 6, 5))
    here.put("road", square(here, 9, 6))
    here.put("unit.0.marmot", square(here, 8, 2))
    scenery = here.battle()["scenery"]
    assert scenery["pieces"] == [{"id": "p1", "kind": "fountain", "at": [2, 4]}]
    assert scenery["objective_markers"] == [{"piece": "p1", "owner": 1}]
    assert (len(scenery["fences"]), scenery["roads"]) == (1, [[9, 6]])

    here.after(lambda: here.click(*square(here, 3, 5)))  # any square of a large piece is the piece
    expect(here.locator("#chosen, #main").first).to_contain_text("Fountain")
    here.after(lambda: here.drag(square(here, 2, 4), square(here, 3, 7)))
    assert here.battle()["scenery"]["pieces"][0]["at"] == [3, 7]
    here.after(lambda: here.click(*square(here, 8, 2)))
    was = here.battle()["seat"][0]["units"][1]["facing"]
    here.after(lambda: here.press("r"))
    assert here.battle()["seat"][0]["units"][1]["facing"] != was
    here.after(lambda: here.press("Delete"))
    assert len(here.battle()["seat"][0]["units"]) == 1
    here.after(lambda: here.press("Control+z"))
    assert len(here.battle()["seat"][0]["units"]) == 2

    here.locator('[data-do="host"]').click()
    here.page.wait_for_url("**/rooms/battle")
    assert here.problems == []


def test_faults_are_told_as_one_goes_by_touch_too(shop: Callable[..., Shop]) -> None:
    here = shop(PATH, size=PHONE, theme="dark")
    here.put("ambush.1", square(here, 9, 9))
    assert here.battle()["seat"][1]["ambush"]["squares"] == [[9, 9]]
    here.put("piece.tree", square(here, 5, 2))
    here.faults(1)
    assert here.problems == []
