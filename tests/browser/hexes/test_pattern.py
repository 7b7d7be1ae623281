"""Cells that grow from a corner: the corner first, then which cells besides; by mouse, finger, keys and words."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.boards.test_places_inputs import allowed
from tests.browser.boards.test_places_table import at_cell, middle
from tests.browser.conftest import Seated
from tests.browser.hexes import test_rows
from tests.browser.tables import PHONE, Room, Window
from tests.support.random_play import bounded

pytestmark = pytest.mark.e2e

room = test_rows.room
CORNER = "0202", "0302", "0203"
"""Beside the first figure, and the second."""


def begin(window: Window) -> None:
    window.click(*middle(window, '[data-unit="u1"]'))
    window.locator('#offers [data-offer="spill"]').click()
    expect(window.locator("#plan .plan__ask")).to_contain_text("corner between hexes")
    expect(window.locator("#layer-plan .corner-mark.is-candidate").first).to_be_attached()


def corner(window: Window, cells: tuple[str, ...] = CORNER) -> tuple[float, float]:
    points = [at_cell(window, cell) for cell in cells]
    return sum(x for x, _ in points) / 3, sum(y for _, y in points) / 3


def pattern(window: Window) -> list[str]:
    return (window.locator("#plan [data-pattern]").get_attribute("data-pattern") or "").split()


def has(window: Window, *cells: str) -> None:
    """The plan has these cells besides those of its corner."""
    said = window.locator("#plan [data-pattern]")
    expect(said).to_have_attribute("data-pattern", " ".join((*sorted_corner(window), *cells)))


def sorted_corner(window: Window) -> list[str]:
    return pattern(window)[:3]


def splashes(room: Room) -> Any:
    return room._get("position", "a")["view"]["position"]["splashes"]


def test_a_mouse_chooses_a_corner_and_then_other_cells(seated: Seated, room: Room) -> None:
    ana = seated(room, "a")
    begin(ana)
    ana.page.mouse.move(*ana.screen(*corner(ana)))
    expect(ana.locator("#layer-rings .is-picked")).to_have_count(5)
    ana.click(*corner(ana))
    expect(ana.locator("#plan [data-pattern]")).to_be_visible()
    assert set(pattern(ana)[:3]) == set(CORNER)
    assert len(pattern(ana)) == 5
    allowed(ana)
    expect(ana.locator(".plan-shaded .tint")).to_have_count(5)
    expect(ana.locator("#layer-rings .is-candidate")).to_have_count(0)

    first, last = pattern(ana)[3:]
    ana.click(*at_cell(ana, last))
    has(ana, first)
    expect(ana.locator("#layer-rings .is-candidate").first).to_be_attached()
    expect(ana.locator("[data-verdict]").first).to_have_attribute("data-verdict", "illegal")
    ana.click(*at_cell(ana, "0303"))
    has(ana, first, "0303")
    allowed(ana)
    ana.commit()

    assert {tuple(place) for place, _ in splashes(room)} >= {(2, 2), (3, 2), (2, 3), (3, 3)}
    assert ana.problems == []


def test_what_is_taken_off_takes_along_what_lay_next_to_it_alone(seated: Seated, room: Room) -> None:
    ana = seated(room, "a")
    begin(ana)
    ana.click(*corner(ana))
    expect(ana.locator("#plan [data-pattern]")).to_be_visible()
    for cell in pattern(ana)[3:]:
        if cell in pattern(ana):
            ana.click(*at_cell(ana, cell))
            expect(ana.locator(f'#plan [data-pattern*="{cell}"]')).to_have_count(0)
    has(ana)
    ana.click(*at_cell(ana, "0303"))
    has(ana, "0303")
    ana.click(*at_cell(ana, "0402"))  # next to the one just added
    has(ana, "0303", "0402")
    ana.click(*at_cell(ana, "0303"))
    has(ana)
    ana.press("Backspace")
    expect(ana.locator("#commit")).to_be_enabled()
    assert len(pattern(ana)) == 5
    ana.press("Backspace")
    expect(ana.locator("#plan .plan__ask")).to_contain_text("corner between hexes")
    assert ana.problems == []


def test_a_tap_beside_means_another_corner_and_one_on_the_corner_does_it(seated: Seated, room: Room) -> None:
    ana = seated(room, "a")
    begin(ana)
    ana.click(*corner(ana))
    allowed(ana)
    x, y = corner(ana, ("0103", "0104", "0204"))
    ana.click(x, y)
    expect(ana.locator("#plan [data-pattern*='0104']")).to_be_visible()
    assert set(pattern(ana)[:3]) == {"0103", "0104", "0204"}
    allowed(ana)
    heard = ana.seq
    ana.click(x, y)
    ana.hears_more_than(heard)

    assert {tuple(place) for place, _ in splashes(room)} >= {(1, 3), (1, 4), (2, 4)}
    assert ana.problems == []


@pytest.mark.parametrize("theme", bounded(["dark"], ["light", "dark"]))
def test_a_finger_does_the_same_on_a_phone(seated: Seated, room: Room, theme: str) -> None:
    ana = seated(room, "a", viewport=PHONE, color_scheme=theme)
    begin(ana)
    ana.click(*corner(ana))
    expect(ana.locator("#plan [data-pattern]")).to_be_visible()
    last = pattern(ana)[-1]
    ana.click(*at_cell(ana, last))
    expect(ana.locator(f'#plan [data-pattern*="{last}"]')).to_have_count(0)
    ana.click(*at_cell(ana, "0303"))
    expect(ana.locator("#plan [data-pattern*='0303']")).to_be_visible()
    allowed(ana)
    assert ana.breaches() == []
    box = ana.locator("#commit").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= PHONE["height"]
    ana.commit()

    assert [3, 3] in [place for place, _ in splashes(room)]
    assert ana.problems == []


def test_keys_go_from_corner_to_corner_and_then_from_cell_to_cell(seated: Seated, room: Room) -> None:
    ana = seated(room, "a")
    ana.locator("#board").focus()
    ana.press("n")
    ana.press(ana.locator('#offers [data-offer="spill"]').get_attribute("data-n") or "")
    ana.locator("#board").focus()
    ana.press("ArrowDown", "ArrowRight", "ArrowRight", "ArrowLeft")
    expect(ana.locator("#layer-plan .corner-mark.is-picked")).to_have_count(1)
    expect(ana.locator("#plan [data-pattern]")).to_have_count(0)
    ana.press("Enter")
    expect(ana.locator("#plan [data-pattern]")).to_be_visible()
    before = pattern(ana)
    ana.press("]")
    expect(ana.locator("#plan [data-pattern]")).not_to_have_attribute("data-pattern", " ".join(before))
    allowed(ana)
    last = ana.locator("#plan [data-cell-of][aria-pressed='true']").last
    cell = last.get_attribute("data-cell-of") or ""
    last.click()
    expect(ana.locator(f'#plan [data-pattern*="{cell}"]')).to_have_count(0)
    ana.locator("#plan [data-cell-of][aria-pressed='false']").first.click()
    allowed(ana)
    heard = ana.seq
    ana.locator("#board").focus()
    ana.press("Enter")
    ana.hears_more_than(heard)

    assert len(splashes(room)) == 5
    assert ana.problems == []


def test_words_name_a_corner_by_its_cells_and_change_a_cell(seated: Seated, room: Room) -> None:
    ana = seated(room, "a")
    ana.press("v")
    for said in ("u1", "spill paint", ", ".join(CORNER)):
        ana.locator("#words-line").fill(said)
        ana.press("Enter")
    expect(ana.locator("#words-said")).to_contain_text("Allowed")
    last = pattern(ana)[-1]
    for said in (last, "0303"):
        ana.locator("#words-line").fill(said)
        ana.press("Enter")
    expect(ana.locator("#words-said p").last).to_contain_text("0303")
    ana.locator("#words-line").fill("done")
    heard = ana.seq
    ana.press("Enter")
    ana.hears_more_than(heard)

    assert [3, 3] in [place for place, _ in splashes(room)]
    assert ana.problems == []
