"""What boards of cells ask for besides a way: a cell and which way to look there, and a line between two cells; by mouse, finger, keys
and words. A square's way to look may be left out, a hex's may not."""

from __future__ import annotations

import math
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.boards import test_places_table
from tests.browser.boards.test_places_table import at_cell, figures, game_of, middle
from tests.browser.conftest import Seated
from tests.browser.tables import PHONE, Room, Window
from tests.support.random_play import bounded

pytestmark = pytest.mark.e2e

room = test_places_table.room
HOME = {"daubs": "0,3", "scouts": "0003"}
"""A free cell at the first seat's own rim."""
OTHER = {"daubs": "1,3", "scouts": "0103"}
LOOKS = {"daubs": "N", "scouts": 1}
DEGREES = {"daubs": 90, "scouts": 60}


def fences(room: Room) -> Any:
    return room._get("position", "a")["view"]["position"]["fences"]


def begin(window: Window, unit: str) -> None:
    """Takes a reserve in hand by its line beside the board: its only act asks for a cell at once."""
    window.locator(f'[data-pick="{unit}"]').first.click()
    expect(window.locator("#plan .plan__ask")).to_contain_text("which way it looks")


def towards(window: Window, cell: str, degrees: float, far: float) -> tuple[float, float]:
    x, y = at_cell(window, cell)
    return x + far * math.cos(math.radians(degrees)), y + far * math.sin(math.radians(degrees))


def handle(window: Window, deg: float) -> tuple[float, float, float]:
    """The middle of the handle for a way to look, in the window, and how wide it is, once nothing is drawn anew."""
    allowed(window)
    x, y, wide = window.page.evaluate(
        """turned => {
            const found = [...document.querySelectorAll('.turn-handle')].find((each) => each.getAttribute('transform').includes(turned));
            const circle = found.querySelector('circle');
            const {a, b, e, f} = circle.getScreenCTM();
            return [e, f, 2 * circle.r.baseVal.value * Math.hypot(a, b)];
        }""",
        f"rotate({-deg:g})",
    )
    return x, y, wide


def allowed(window: Window) -> None:
    expect(window.locator("[data-verdict]").first).to_have_attribute("data-verdict", "legal")


def test_a_mouse_chooses_a_cell_and_its_direction_the_facing(seated: Seated, room: Room) -> None:
    game = game_of(room)
    ana = seated(room, "a")
    begin(ana, "r1")
    expect(ana.locator("#layer-rings .is-candidate").first).to_be_attached()
    ana.click(*at_cell(ana, HOME[game]))
    expect(ana.locator("[data-cell-chosen]")).to_be_visible()
    expect(ana.locator("#layer-plan .turn-handle")).to_have_count(8 if game == "daubs" else 6)

    ana.page.mouse.move(*ana.screen(*towards(ana, HOME[game], DEGREES[game], 80)))
    expect(ana.locator("[data-cell-chosen]")).to_contain_text("Facing north")
    ana.page.mouse.down()
    ana.page.mouse.up()
    allowed(ana)
    ana.click(*at_cell(ana, HOME[game]))  # a second time does it
    ana.page.wait_for_function("() => document.querySelector('#board [data-unit=\"r1\"]') !== null")

    assert figures(room)["r1"]["at"] == [0, 3]
    assert figures(room)["r1"]["facing"] == LOOKS[game]
    assert ana.problems == []


def test_enter_does_what_the_pointer_shows(seated: Seated, room: Room) -> None:
    game = game_of(room)
    ana = seated(room, "a")
    begin(ana, "r1")
    ana.click(*at_cell(ana, HOME[game]))
    ana.locator("#board").focus()
    ana.page.mouse.move(*ana.screen(*towards(ana, HOME[game], DEGREES[game], 80)))
    expect(ana.locator("[data-cell-chosen]")).to_contain_text("Facing north")
    allowed(ana)
    heard = ana.seq
    ana.press("Enter")
    ana.hears_more_than(heard)

    assert figures(room)["r1"]["facing"] == LOOKS[game]
    assert ana.problems == []


def test_a_drag_turns_and_another_cell_may_be_chosen_after_all(seated: Seated, room: Room) -> None:
    game = game_of(room)
    ana = seated(room, "a")
    begin(ana, "r1")
    ana.click(*at_cell(ana, OTHER[game]))
    ana.drag(at_cell(ana, OTHER[game]), towards(ana, OTHER[game], DEGREES[game], 90))
    expect(ana.locator("[data-cell-chosen]")).to_contain_text("Facing north")
    ana.press("Backspace", "Backspace")
    expect(ana.locator("[data-cell-chosen]")).to_have_count(0)
    ana.click(*at_cell(ana, HOME[game]))
    allowed(ana)
    ana.commit()

    assert figures(room)["r1"]["facing"] == ("E" if game == "daubs" else 0)
    assert ana.problems == []


def test_a_cell_that_cannot_be_chosen_says_why(seated: Seated, room: Room) -> None:
    ana = seated(room, "a")
    begin(ana, "r1")
    ana.click(*at_cell(ana, "4,1" if game_of(room) == "daubs" else "0401"))
    expect(ana.locator("#plan")).to_contain_text("its own rim")
    assert ana.locator("#commit").is_disabled()


@pytest.mark.parametrize("theme", bounded(["dark"], ["light", "dark"]))
def test_a_finger_turns_by_handles_that_are_large_enough(seated: Seated, room: Room, theme: str) -> None:
    game = game_of(room)
    ana = seated(room, "a", viewport=PHONE, color_scheme=theme)
    ana.locator("[data-pick='r1']").first.evaluate("e => e.click()")
    expect(ana.locator("#plan .plan__ask")).to_contain_text("which way it looks")
    ana.click(*at_cell(ana, HOME[game]))
    expect(ana.locator("[data-cell-chosen]")).to_be_visible()
    x, y, wide = handle(ana, DEGREES[game])
    assert wide == pytest.approx(44)
    assert 0 < x < PHONE["width"], "a handle is in view"
    ana.page.touchscreen.tap(x, y)
    expect(ana.locator("[data-cell-chosen]")).to_contain_text("Facing north")
    allowed(ana)
    assert ana.breaches() == []
    ana.commit()

    assert figures(room)["r1"]["facing"] == LOOKS[game]
    assert ana.problems == []


def test_a_handle_that_covers_a_corner_of_the_cell_turns_and_does_not_commit(seated: Seated, room: Room) -> None:
    game = game_of(room)
    ana = seated(room, "a", viewport=PHONE)
    ana.locator("[data-pick='r1']").first.evaluate("e => e.click()")
    ana.click(*at_cell(ana, HOME[game]))
    expect(ana.locator("#layer-plan .turn-handle").first).to_be_attached()
    deg = 45 if game == "daubs" else 60
    x, y, wide = handle(ana, deg)
    inwards = 0.43 * wide  # towards the middle of the cell, still on the handle
    heard = ana.seq
    ana.page.touchscreen.tap(x - inwards * math.cos(math.radians(deg)), y + inwards * math.sin(math.radians(deg)))
    expect(ana.locator("[data-cell-chosen]")).to_contain_text("Facing north-east")
    allowed(ana)
    assert ana.seq == heard
    assert ana.problems == []


def test_who_stands_where_is_said_by_the_names_of_cells(seated: Seated, room: Room) -> None:
    ana = seated(room, "a")
    ana.press("Escape")
    place = "B3" if game_of(room) == "daubs" else "0102"
    expect(ana.locator("#offers [data-pick='u1']")).to_contain_text(f"U1 · {place}")


def test_keys_choose_turn_and_confirm(seated: Seated, room: Room) -> None:
    game = game_of(room)
    ana = seated(room, "a")
    begin(ana, "r1")
    ana.locator("#board").focus()
    start = 'document.querySelector("#layer-plan .is-cursor") !== null'
    ana.press("ArrowLeft")
    ana.page.wait_for_function(f"() => {start}")
    ana.press(*["ArrowLeft"] * 8, "Enter")
    expect(ana.locator("[data-cell-chosen]")).to_be_visible()
    ana.press(*["ArrowLeft"] * (2 if game == "daubs" else 1))
    expect(ana.locator("[data-cell-chosen]")).to_contain_text("Facing north")
    ana.press("ArrowRight")
    allowed(ana)
    heard = ana.seq
    ana.press("Enter")
    ana.hears_more_than(heard)

    assert figures(room)["r1"]["at"][0] == 0
    assert figures(room)["r1"]["facing"] == ("NE" if game == "daubs" else 0)
    assert ana.problems == []


def test_words_choose_a_cell_and_say_which_way(seated: Seated, room: Room) -> None:
    game = game_of(room)
    ana = seated(room, "a")
    ana.press("v")
    for said in ("r1", "A4" if game == "daubs" else "0003", "facing north"):
        ana.locator("#words-line").fill(said)
        ana.press("Enter")
    expect(ana.locator("#words-said")).to_contain_text("Allowed")
    ana.locator("#words-line").fill("done")
    heard = ana.seq
    ana.press("Enter")
    ana.hears_more_than(heard)

    assert figures(room)["r1"]["at"] == [0, 3]
    assert figures(room)["r1"]["facing"] == LOOKS[game]
    assert ana.problems == []


# -- a line between two cells -------------------------------------------------------------------------


def build(window: Window) -> None:
    window.locator('#offers [data-offer="build"]').click()
    expect(window.locator("#plan .plan__ask")).to_contain_text("line between")
    expect(window.locator("#layer-plan .between-line.is-candidate").first).to_be_attached()


def line(window: Window, one: str, other: str) -> tuple[float, float]:
    (x1, y1), (x2, y2) = at_cell(window, one), at_cell(window, other)
    return (x1 + x2) / 2, (y1 + y2) / 2


LINE = {"daubs": ("1,2", "2,2"), "scouts": ("0102", "0202")}
"""East of where the first figure stands."""


def test_a_mouse_chooses_a_line_between_two_cells(seated: Seated, room: Room) -> None:
    ana, luis = seated(room, "a"), seated(room, "b")
    ana.click(*middle(ana, '[data-unit="u1"]'))
    build(ana)
    ana.click(*line(ana, *LINE[game_of(room)]))
    expect(ana.locator("[data-between]")).to_be_visible()
    allowed(ana)
    before = len(fences(room))
    ana.click(*line(ana, *LINE[game_of(room)]))
    expect(luis.locator("#board [data-edge]")).to_have_count(before + 1)

    assert [[1, 2], [2, 2]] in fences(room)
    assert ana.problems == luis.problems == []


@pytest.mark.parametrize("theme", bounded(["light"], ["light", "dark"]))
def test_a_finger_chooses_the_line_near_it(seated: Seated, room: Room, theme: str) -> None:
    ana = seated(room, "a", viewport=PHONE, color_scheme=theme)
    ana.click(*middle(ana, '[data-unit="u1"]'))
    build(ana)
    x, y = line(ana, *LINE[game_of(room)])
    ana.click(x + 20, y)  # beside it, within the neighbour
    expect(ana.locator("[data-between]")).to_be_visible()
    allowed(ana)
    assert ana.breaches() == []
    ana.commit()

    assert [[1, 2], [2, 2]] in fences(room)
    assert ana.problems == []


def test_keys_go_from_line_to_line_and_back(seated: Seated, room: Room) -> None:
    ana = seated(room, "a")
    ana.locator("#board").focus()
    ana.press("n")
    build(ana)
    ana.locator("#board").focus()
    ana.press("ArrowRight")
    first = ana.locator("[data-between]").get_attribute("data-between")
    ana.press("ArrowRight")
    expect(ana.locator("[data-between]")).not_to_have_attribute("data-between", first or "")
    ana.press("ArrowLeft")
    expect(ana.locator("[data-between]")).to_have_attribute("data-between", first or "")
    allowed(ana)
    before = len(fences(room))
    heard = ana.seq
    ana.press("Enter")
    ana.hears_more_than(heard)

    assert len(fences(room)) == before + 1
    assert ana.problems == []


def test_words_name_a_line_by_its_two_cells(seated: Seated, room: Room) -> None:
    game = game_of(room)
    ana = seated(room, "a")
    ana.press("v")
    for said in ("u1", "put up a fence", "C3, B3" if game == "daubs" else "0202, 0102"):
        ana.locator("#words-line").fill(said)
        ana.press("Enter")
    expect(ana.locator("#words-said")).to_contain_text("Allowed")
    ana.locator("#words-line").fill("done")
    heard = ana.seq
    ana.press("Enter")
    ana.hears_more_than(heard)

    assert [[1, 2], [2, 2]] in fences(room)
    assert ana.problems == []
