"""A battle of Flames Hexwar made in a real browser: ground painted by a drag, a road drawn, a platoon put down, moved and turned, hosted."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser import test_workshop
from tests.browser.tables import PHONE

pytestmark = pytest.mark.e2e

Shop = test_workshop.Shop
shop = test_workshop.shop
PATH = "/games/flames_hexwar/workshop"


def middle(here: Shop, name: str) -> tuple[float, float]:
    """The middle of a hex on the board."""
    found = here.locator(f'#board [data-cell="{name}"]').evaluate("e => [Number(e.dataset.x), Number(e.dataset.y)]")
    return found[0], found[1]


def signs(here: Shop, name: str, *cells: str) -> str:
    rows = here.battle()[name]
    return "".join(rows[int(cell[2:])][int(cell[:2])] for cell in cells)


def test_a_battle_is_made_by_mouse_and_hosted(shop: Callable[..., Shop]) -> None:
    here = shop(PATH)
    here.faults(0)
    here.put("surface.woods", middle(here, "0302"), middle(here, "0402"))
    assert signs(here, "surface", "0302", "0402") == "ww"
    here.put("relief.hill2", middle(here, "0408"))
    assert signs(here, "relief", "0408") == "2"
    here.put("road", middle(here, "0602"), middle(here, "0702"), middle(here, "0802"))
    assert here.battle()["roads"][-1] == [[6, 2], [7, 2], [8, 2]]
    here.put("half_woods", middle(here, "0607"))
    assert here.battle()["mixed"][0]["at"] == [6, 7]

    here.put("platoon.A.sov_t34_76_4", middle(here, "0000"))
    tanks = here.battle()["side"][0]["platoon"][2]
    assert (tanks["id"], len(tanks["placements"])) == ("A3", 4)
    here.faults(0)
    here.after(lambda: here.click(*middle(here, "0302")))
    expect(here.locator("#chosen, #main").first).to_contain_text("Woods")
    here.put("relief.mountain1", middle(here, "0505"))
    expect(here.locator("#main")).to_contain_text("FHW-TERR-08")
    here.after(lambda: here.press("Control+z"))
    here.faults(0)

    here.locator('[data-do="host"]').click()
    here.page.wait_for_url("**/rooms/battle")
    assert here.problems == []


def test_what_is_missing_is_told_by_touch_too(shop: Callable[..., Shop]) -> None:
    here = shop(PATH, size=PHONE, theme="dark")
    here.put("surface.building", middle(here, "0505"))
    here.faults(1)
    here.put("no_road", middle(here, "0505"))
    here.faults(0)
    assert here.battle()["buildings"][0]["at"] == [5, 5]
    assert here.problems == []
