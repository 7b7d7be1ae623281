"""The workshop on a map of cards: tokens, flags, events and faults by mouse, hosted and played; axe finds nothing."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser import test_workshop
from tests.browser.tables import DESKTOP, PHONE
from tests.support import axe

pytestmark = pytest.mark.e2e

SIEGE = f"{test_workshop.WARS}?scenario=siege_of_the_infernal_bastion"
Shop = test_workshop.Shop
shop = test_workshop.shop


def place(here: Shop, cell: str) -> tuple[float, float]:
    """The lower part of a card, where stacks lie, in board units."""
    x, y, height = here.locator(f'#board [data-card="{cell}"]').evaluate(
        "({dataset: d}) => [Number(d.x), Number(d.y), Number(d.height)]"
    )
    return x, y - height * 0.15


def lay(here: Shop, tool: str, *cells: str) -> None:
    here.put(tool, *(place(here, cell) for cell in cells))


def test_a_siege_is_changed_card_by_card_hosted_and_played(shop: Callable[..., Shop]) -> None:
    here = shop(SIEGE)
    here.faults(0)
    expect(here.locator("#battle-name")).to_have_text("The Siege of the Infernal Bastion")

    lay(here, "force.c.demons.azrak", "B3", "C3")
    here.faults(1)
    expect(here.locator("#layer-plan .is-fault")).to_have_count(1)
    here.locator("#tab-faults").click()
    expect(here.locator("#faults")).to_contain_text("There is but one Azrak")
    here.after(lambda: here.locator("#faults .fault").first.click())
    here.after(lambda: here.press("Delete"))
    here.faults(0)

    here.after(lambda: here.drag(place(here, "B3"), place(here, "B2")))
    expect(here.unit("B2.c.demons.azrak")).to_be_visible()
    lay(here, "start.c", "B3")
    expect(here.locator('#board [data-card="B3"]')).to_have_attribute(
        "aria-label", re.compile("Plains · Entry cost 1,\nC starts here$")
    )

    here.locator("#tab-lists").click()
    here.after(lambda: here.locator('#lists [data-thing="event.0"]').click())
    here.after(lambda: here.locator("#thing-count_2").fill("4") or here.locator("#thing-count_2").blur())
    assert here.battle()["event"][0]["units"][1]["count"] == 4
    here.faults(0)

    here.locator('[data-do="host"]').click()
    for seat in "bc":
        here.locator(f"#seat_{seat}_kind").select_option("me")
    here.page.get_by_role("button", name="Host a private room").click()
    here.page.get_by_role("link", name="To the table").first.click()
    expect(here.unit("B2.c.demons.azrak")).to_be_visible()
    expect(here.locator("#log")).to_contain_text("The Siege of the Infernal Bastion")
    assert here.problems == []


@pytest.mark.parametrize(("size", "theme"), [(DESKTOP, "light"), (PHONE, "dark")])
def test_axe_finds_nothing_wrong_with_a_map_in_the_making(shop: Callable[..., Shop], size: Any, theme: str) -> None:
    here = shop(f"{test_workshop.WARS}?scenario=the_last_stand", size=size, theme=theme, lang="es")
    expect(here.locator("#board .kind-hole")).to_have_count(4)
    for tab in ("lists", "settings", "faults"):
        here.locator(f"#tab-{tab}").click()
        assert axe.breaches(here.page) == []
    here.locator("#tab-lists").click()
    here.after(lambda: here.locator('#lists [data-thing="modifier.0"]').click())
    assert axe.breaches(here.page) == []
