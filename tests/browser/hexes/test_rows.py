"""An act that is put together row by row, and rows that are put in order: by mouse, finger, keys and words."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.boards.test_places_inputs import allowed
from tests.browser.boards.test_places_table import PAIR, middle
from tests.browser.conftest import Seated
from tests.browser.tables import PHONE, Room, Window
from tests.support.random_play import bounded
from tests.support.server import RunningServer

pytestmark = pytest.mark.e2e


@pytest.fixture
def room(table_server: RunningServer) -> Room:
    """The depot of the scouts: three against two, three in reserve."""
    return Room(table_server, "scouts", "depot", PAIR, rounds=20)


def begin(window: Window, act: str) -> None:
    window.locator(f'#offers [data-offer="{act}"]').click()
    expect(window.locator("#plan .rows")).to_be_visible()


def row(window: Window, name: str) -> Locator:
    return window.locator(f'#plan .rows__row[data-row="{name}"]')


def chosen(window: Window, *words: str) -> None:
    expect(window.locator("#plan .rows__chosen")).to_have_text(list(words))


def order(window: Window, *names: str) -> None:
    words = [f"{name.upper()} in reserve" for name in names]
    expect(window.locator("#plan .rows__words b")).to_have_text(words)


def reserves(room: Room) -> list[str]:
    found: list[dict[str, Any]] = room._get("position", "a")["view"]["position"]["reserves"]
    return [each["id"] for each in found if each["seat"] == "a"]


def shots(room: Room) -> list[Any]:
    events = room._get("events", "a")["events"]
    return [(each["unit"], each["target"]) for each in events if each["type"] == "shot"]


def target(window: Window, name: str) -> None:
    window.click(*middle(window, f'[data-unit="{name}"]'))


def test_a_touch_means_every_empty_row_then_the_one_in_hand(seated: Seated, room: Room) -> None:
    ana = seated(room, "a")
    begin(ana, "volley")
    chosen(ana, *["Nothing"] * 3)
    expect(ana.locator("#commit")).to_be_disabled()
    expect(ana.locator("#layer-rings .is-candidate")).to_have_count(2)

    target(ana, "u4")
    chosen(ana, *["At U4"] * 3)
    allowed(ana)
    expect(ana.locator("#plan .plan__odds, #plan .outcomes").first).to_contain_text("50")
    row(ana, "u2").locator(".rows__name").click()
    target(ana, "u5")
    chosen(ana, "At U4", "At U5", "At U4")
    row(ana, "u3").locator(".rows__name").click()
    row(ana, "u3").locator('[data-focus="choice-u3-none"]').click()
    chosen(ana, "At U4", "At U5", "Nothing")
    ana.press("Backspace")
    chosen(ana, "At U4", "At U5", "At U4")
    ana.click(*middle(ana, '[data-cell="0800"]'))  # means nothing, and loses nothing
    chosen(ana, "At U4", "At U5", "At U4")
    allowed(ana)
    ana.commit()

    assert shots(room) == [("u1", "u4"), ("u2", "u5"), ("u3", "u4")]
    assert ana.problems == []


def test_a_ready_made_filling_is_one_press_and_a_figure_takes_its_row_in_hand(seated: Seated, room: Room) -> None:
    ana = seated(room, "a")
    begin(ana, "volley")
    ana.locator('[data-ready="1"]').click()
    chosen(ana, *["At U5"] * 3)
    expect(ana.locator('[data-ready="1"]')).to_have_attribute("aria-pressed", "true")
    target(ana, "u3")
    expect(row(ana, "u3").locator(".rows__name")).to_have_attribute("aria-expanded", "true")
    row(ana, "u3").locator('[data-choice="0"]').click()
    chosen(ana, "At U5", "At U5", "At U4")
    allowed(ana)
    ana.commit()

    assert shots(room) == [("u1", "u5"), ("u2", "u5"), ("u3", "u4")]
    assert ana.problems == []


@pytest.mark.parametrize("theme", bounded(["dark"], ["light", "dark"]))
def test_a_finger_fills_rows_in_on_a_phone(seated: Seated, room: Room, theme: str) -> None:
    ana = seated(room, "a", viewport=PHONE, color_scheme=theme)
    begin(ana, "volley")
    target(ana, "u4")
    chosen(ana, *["At U4"] * 3)
    row(ana, "u1").locator(".rows__name").tap()
    expect(row(ana, "u1").locator('[data-choice="1"]')).to_be_visible()
    allowed(ana)
    heights = ana.locator("#plan .rows button").evaluate_all(
        "found => found.map((e) => e.getBoundingClientRect().height)"
    )
    assert min(heights) >= 44
    row(ana, "u1").locator('[data-choice="1"]').tap()
    chosen(ana, "At U5", "At U4", "At U4")
    allowed(ana)
    box = ana.locator("#commit").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= PHONE["height"]
    assert ana.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert ana.breaches() == []
    ana.commit()

    assert shots(room) == [("u1", "u5"), ("u2", "u4"), ("u3", "u4")]
    assert ana.problems == []


def test_keys_go_from_row_to_row_and_from_choice_to_choice(seated: Seated, room: Room) -> None:
    ana = seated(room, "a")
    ana.locator("#board").focus()
    ana.press(ana.locator('#offers [data-offer="volley"]').get_attribute("data-n") or "")
    expect(ana.locator("#plan .rows")).to_be_visible()
    ana.press("ArrowDown", "ArrowRight", "ArrowDown", "ArrowRight", "ArrowRight")
    chosen(ana, "At U4", "At U5", "Nothing")
    ana.press("ArrowUp", "ArrowLeft")
    chosen(ana, "Nothing", "At U5", "Nothing")
    ana.locator("#board").focus()
    ana.press("]", " ")
    chosen(ana, "At U4", "At U5", "Nothing")
    allowed(ana)
    heard = ana.seq
    ana.locator("#board").focus()
    ana.press("Enter")
    ana.hears_more_than(heard)

    assert shots(room) == [("u1", "u4"), ("u2", "u5")]
    assert ana.problems == []


def test_words_fill_rows_in(seated: Seated, room: Room) -> None:
    ana = seated(room, "a")
    ana.press("v")
    for said in ("volley", "all at u4", "u2 in 0203: at u5"):
        ana.locator("#words-line").fill(said)
        ana.press("Enter")
    expect(ana.locator("#words-said")).to_contain_text("U2 in 0203: At U5")
    expect(ana.locator("#words-said")).to_contain_text("Allowed")
    ana.locator("#words-line").fill("done")
    heard = ana.seq
    ana.press("Enter")
    ana.hears_more_than(heard)

    assert shots(room) == [("u1", "u4"), ("u2", "u5"), ("u3", "u4")]
    assert ana.problems == []


# -- their order --------------------------------------------------------------------------------------


def test_rows_are_dragged_into_order_by_a_mouse_and_moved_by_buttons(seated: Seated, room: Room) -> None:
    ana = seated(room, "a")
    begin(ana, "queue")
    allowed(ana)
    order(ana, "r1", "r3", "r5")
    drag(ana, row(ana, "r5"), row(ana, "r1"))
    order(ana, "r5", "r1", "r3")
    row(ana, "r1").locator('[data-focus="down-r1"]').click()
    order(ana, "r5", "r3", "r1")
    ana.press("Backspace")
    order(ana, "r5", "r1", "r3")
    allowed(ana)
    ana.commit()

    assert reserves(room) == ["r5", "r1", "r3"]
    assert ana.problems == []


def drag(window: Window, one: Locator, other: Locator) -> None:
    """Onto the far side of another, by the mouse."""
    start, end = one.bounding_box(), other.bounding_box()
    assert start is not None
    assert end is not None
    mouse = window.page.mouse
    mouse.move(start["x"] + 40, start["y"] + start["height"] / 2)
    mouse.down()
    up = end["y"] < start["y"] or (end["y"] == start["y"] and end["x"] < start["x"])
    share = 0.2 if up else 0.8
    mouse.move(end["x"] + end["width"] * share, end["y"] + end["height"] * share, steps=8)
    mouse.up()


def test_a_row_that_is_dragged_lies_under_the_pointer_as_it_was_grasped_and_stays_in_its_list(
    seated: Seated, room: Room
) -> None:
    ana = seated(room, "a")
    begin(ana, "queue")
    allowed(ana)
    start, end = row(ana, "r1").bounding_box(), row(ana, "r5").bounding_box()
    assert start is not None
    assert end is not None
    mouse = ana.page.mouse
    mouse.move(start["x"] + 10, start["y"] + 12)
    mouse.down()
    mouse.move(start["x"] + 10, start["y"] + 32, steps=4)
    shown = row(ana, "r1").bounding_box()
    assert shown is not None
    assert (shown["x"], shown["y"]) == pytest.approx((start["x"], start["y"] + 20), abs=1)

    # Left of the list it is still its row that is meant; beyond its end there is no place.
    mouse.move(start["x"] - 60, end["y"] + end["height"] + 40, steps=8)
    shown, whole = row(ana, "r1").bounding_box(), ana.locator("#plan .rows").bounding_box()
    assert shown is not None
    assert whole is not None
    assert shown["x"] == pytest.approx(start["x"], abs=1)
    assert shown["y"] + shown["height"] == pytest.approx(whole["y"] + whole["height"], abs=1)
    mouse.up()
    order(ana, "r3", "r5", "r1")
    assert ana.problems == []


def test_a_finger_that_rests_first_drags_a_row(seated: Seated, room: Room) -> None:
    ana = seated(room, "a", viewport=PHONE)
    begin(ana, "queue")
    allowed(ana)
    start, end = row(ana, "r1").bounding_box(), row(ana, "r5").bounding_box()
    assert start is not None
    assert end is not None
    line = ana.page.context.new_cdp_session(ana.page)
    x = start["x"] + 60

    def touch(kind: str, *points: float) -> None:
        line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for y in points]})

    touch("touchStart", start["y"] + 20)
    expect(ana.locator("#plan .is-dragged")).to_have_count(1)
    for share in (0.25, 0.5, 0.75, 1):
        touch("touchMove", start["y"] + 20 + share * (end["y"] + end["height"] - 26 - start["y"]))
    touch("touchEnd")
    expect(ana.locator("#plan .is-dragged")).to_have_count(0)
    order(ana, "r3", "r5", "r1")
    assert ana.breaches() == []
    allowed(ana)
    ana.commit()

    assert reserves(room) == ["r3", "r5", "r1"]
    assert ana.problems == []


def test_alt_and_arrows_move_a_row_and_words_do(seated: Seated, room: Room) -> None:
    ana = seated(room, "a")
    begin(ana, "queue")
    ana.locator("#board").focus()
    ana.press("ArrowDown", "Alt+ArrowDown")
    order(ana, "r3", "r1", "r5")
    ana.press("ArrowDown", "Alt+ArrowUp", "Alt+ArrowUp")
    order(ana, "r5", "r3", "r1")
    allowed(ana)
    ana.press("v")
    ana.locator("#words-line").fill("put r1 in reserve first")
    ana.press("Enter")
    expect(ana.locator("#words-said")).to_contain_text("1. R1 in reserve")
    ana.locator("#words-line").fill("done")
    heard = ana.seq
    ana.press("Enter")
    ana.hears_more_than(heard)

    assert reserves(room) == ["r1", "r5", "r3"]
    assert ana.problems == []


# -- cards beside the board ---------------------------------------------------------------------------


def cards(window: Window) -> Locator:
    return window.locator('#hands [data-hand="queue-a"] [data-card].is-sortable')


def lie(window: Window, *names: str) -> None:
    expect(cards(window).locator(".hand__name")).to_have_text([f"{name.upper()} in reserve" for name in names])


def test_cards_of_a_hand_are_dragged_into_order_at_once(seated: Seated, room: Room) -> None:
    ana, luis = seated(room, "a"), seated(room, "b")
    lie(ana, "r1", "r3", "r5")
    expect(luis.locator('#hands [data-hand="queue-a"] .hand__back')).to_have_count(3)
    heard = ana.seq
    drag(ana, cards(ana).nth(0), cards(ana).nth(2))
    ana.hears_more_than(heard)

    lie(ana, "r3", "r5", "r1")
    assert reserves(room) == ["r3", "r5", "r1"]
    expect(ana.locator("#live")).to_have_attribute("data-my-go", "true")
    assert ana.problems == luis.problems == []


def test_keys_move_the_card_that_has_the_focus(seated: Seated, room: Room) -> None:
    ana = seated(room, "a")
    lie(ana, "r1", "r3", "r5")
    cards(ana).nth(2).locator("button").focus()
    heard = ana.seq
    ana.press("Alt+ArrowLeft")
    ana.hears_more_than(heard)

    lie(ana, "r1", "r5", "r3")
    assert reserves(room) == ["r1", "r5", "r3"]
    assert ana.problems == []


def test_a_finger_that_rests_on_a_card_drags_it(seated: Seated, room: Room) -> None:
    ana = seated(room, "a", viewport=PHONE)
    ana.locator("#tab-units").tap()
    lie(ana, "r1", "r3", "r5")
    start, end = cards(ana).nth(0).bounding_box(), cards(ana).nth(1).bounding_box()
    assert start is not None
    assert end is not None
    line = ana.page.context.new_cdp_session(ana.page)
    y = start["y"] + 30

    def touch(kind: str, *points: float) -> None:
        line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x in points]})

    heard = ana.seq
    touch("touchStart", start["x"] + 30)
    expect(ana.locator("#hands .is-dragged")).to_have_count(1)
    for share in (0.25, 0.5, 0.75, 1):
        touch("touchMove", start["x"] + 30 + share * (end["x"] + end["width"] - 40 - start["x"]))
    touch("touchEnd")
    ana.hears_more_than(heard)

    assert reserves(room) == ["r3", "r1", "r5"]
    assert ana.breaches() == []
    assert ana.problems == []
