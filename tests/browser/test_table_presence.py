"""Who is at the table, what they point at and measure, as the others see it in their windows."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Seated
from tests.browser.tables import DESKTOP, PEBBLES, PHONE, Room, Window
from tests.support.server import RunningServer

pytestmark = pytest.mark.e2e

# Every way in which a mark looked from now on.
_WATCH = """mark => {
  window.looks = [];
  new MutationObserver(() => window.looks.push(document.getElementById('here-b').className))
    .observe(document.getElementById('seats'), {subtree: true, childList: true, attributes: true});
}"""

# Where everything lies in the bar that can be pressed.
_LIES = """() => [...document.querySelectorAll('.bar :is(a, button)')].map((each) => {
  const {x, y, width, height} = each.getBoundingClientRect();
  return [each.className, x, y, width, height].join(' ');
})"""
# A push that comes while a button is held down, and what it waits for, before the click and after it.
_PRESSED = """async (name) => {
  const button = document.querySelector(name);
  button.dispatchEvent(new PointerEvent('pointerdown', {bubbles: true}));
  let shown = false;
  const detail = {message: {data: '<span></span>'}, waitUntil: (done) => done.then(() => { shown = true; })};
  document.dispatchEvent(new CustomEvent('htmx:ws:before:message:incoming', {detail}));
  await new Promise((then) => setTimeout(then, 100));
  const meanwhile = shown;
  button.click();
  await new Promise((then) => setTimeout(then, 100));
  return [meanwhile, shown];
}"""


def is_here(window: Window, seat: str) -> None:
    """Waits until the window says that a seat's player is here, to the eye and in words."""
    expect(window.locator(f"#here-{seat}")).to_have_class("here is-here")
    expect(window.locator(f"#here-{seat}")).to_have_text("here")


def is_away(window: Window, seat: str) -> None:
    """Waits until the window says that a seat's player is away."""
    expect(window.locator(f"#here-{seat}")).to_have_class("here is-away")
    expect(window.locator(f"#here-{seat} .here__words")).to_be_visible()
    expect(window.locator(f"#here-{seat}")).to_have_text("away")


def spectators(window: Window, count: int) -> None:
    """Waits until the window says how many spectators there are."""
    expect(window.locator("#spectators")).to_have_attribute("data-count", str(count))


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("scenario", ["open", "ring"])
def test_no_name_in_the_bar_moves_when_somebody_comes_or_goes(
    seated: Seated, table_server: RunningServer, scenario: str, viewport: Any
) -> None:
    eva = {"kind": "human", "name": "Eva", "team": "red"}
    room = Room(table_server, "pebbles", scenario, (*PEBBLES, eva)[: 2 if scenario == "open" else 3])
    ana = seated(room, "a", viewport=viewport)
    lies = ana.page.evaluate(_LIES)

    luis, watcher = seated(room, "b"), seated(room, "spectator")
    expect(ana.locator("#here-b")).to_have_class("here is-here")
    spectators(ana, 1)
    assert ana.page.evaluate(_LIES) == lies

    luis.page.close()
    watcher.page.close()
    expect(ana.locator("#here-b")).to_have_class("here is-away")
    spectators(ana, 0)
    assert ana.page.evaluate(_LIES) == lies


def test_a_push_waits_until_a_press_is_over(seated: Seated, pebbles: Room) -> None:
    """Else a click would end on another thing than it began on, and be none."""
    ana = seated(pebbles, "a")

    assert ana.page.evaluate(_PRESSED, '[data-seat-card="b"]') == [False, True]
    expect(ana.locator("#seat-card")).to_be_visible()


def test_everybody_sees_who_comes_and_who_goes(seated: Seated, garden: Room) -> None:
    luis = seated(garden, "b")
    is_here(luis, "b")
    is_away(luis, "a")

    ana = seated(garden, "a")
    is_here(luis, "a")
    is_here(ana, "b")
    watcher = seated(garden, "spectator")
    spectators(ana, 1)
    expect(ana.locator("#spectators .visually-hidden")).to_have_text("1 spectator")
    is_here(watcher, "a")

    watcher.page.close()
    luis.page.close()
    is_away(ana, "b")
    is_here(ana, "a")
    expect(ana.locator("#spectators")).to_be_hidden()
    assert ana.breaches() == []
    assert ana.problems == []


def test_a_reload_is_no_coming_and_going(seated: Seated, garden: Room) -> None:
    ana, luis = seated(garden, "a"), seated(garden, "b")
    is_here(ana, "b")
    ana.locator("#here-b").evaluate(_WATCH)

    luis.page.reload()
    expect(luis.locator("#connection")).to_have_attribute("data-state", "online")
    is_here(luis, "a")
    seated(garden, "spectator")
    spectators(ana, 1)

    assert not any("is-away" in look for look in ana.page.evaluate("window.looks"))


def test_spectators_talk_among_themselves_under_a_name_that_is_remembered(seated: Seated, garden: Room) -> None:
    ana, one, two = seated(garden, "a"), seated(garden, "spectator"), seated(garden, "spectator", locale="es")

    one.press("c")
    one.locator("#say-text").fill("she will lose")
    one.locator("#say-name").fill("Eva")
    one.locator("#say-name").press("Enter")
    for window in (one, two):
        expect(window.locator("#chat .said.to-spectators")).to_contain_text("she will lose")
    expect(two.locator("#chat .said__who")).to_have_text("Eva (el público)")
    two.locator("#say-text").fill("no")
    two.locator("#say-text").press("Enter")
    expect(one.locator("#chat .said__who").last).to_have_text("Spectator (spectators)")
    ana.locator("#say-text").fill("hello")
    ana.locator("#say-text").press("Enter")
    for window in (ana, one, two):
        expect(window.locator("#chat .said.to-table")).to_have_text("Ana hello")

    expect(ana.locator("#chat .said")).to_have_count(1)
    one.page.reload()
    expect(one.locator("#say-name")).to_have_value("Eva")
    expect(one.locator("#chat .said")).to_have_count(3)
    assert one.breaches() == []
    assert one.problems == []


def test_army_chat_is_offered_where_there_is_an_army_to_talk_to(seated: Seated, garden: Room) -> None:
    four = tuple({"kind": "human", "name": name} for name in ("Ana", "Luis", "Eva", "Juan"))
    alone = seated(garden, "a")
    allied = seated(Room(garden.server, "war_of_plastic", "garden_skirmish", four), "a")
    with_bots = [{"kind": "human", "name": "Ana"}, {"kind": "human"}, {"kind": "bot"}, {"kind": "bot"}]
    with_bot = seated(Room(garden.server, "war_of_plastic", "garden_skirmish", tuple(with_bots)), "a")

    expect(allied.locator("#say-to")).to_be_visible()
    expect(alone.locator("#say-to")).to_be_hidden()
    expect(with_bot.locator("#say-to")).to_be_hidden()


def test_on_a_phone_a_dot_says_that_somebody_spoke(seated: Seated, garden: Room) -> None:
    ana, luis = seated(garden, "a", viewport=PHONE), seated(garden, "b")
    dot = ana.locator(".sheet__news")
    expect(dot).to_be_hidden()

    luis.locator("#say-text").fill("are you there?")
    luis.locator("#say-text").press("Enter")
    expect(dot).to_be_visible()
    ana.locator("#tab-talk").click()
    expect(ana.locator("#chat")).to_contain_text("are you there?")

    expect(dot).to_be_hidden()


def test_a_bot_and_an_open_seat_are_neither_here_nor_away(seated: Seated, garden: Room) -> None:
    seats = ({"kind": "human", "name": "Ana"}, {"kind": "bot"})
    ana = seated(Room(garden.server, "war_of_plastic", "garden_skirmish", seats), "a")

    expect(ana.locator("#here-a .here__dot")).to_be_visible()
    expect(ana.locator("#here-b")).to_be_hidden()
    ana.locator('[data-seat-card="b"]').click()
    expect(ana.locator("#seat-card-body")).to_contain_text("Seat B is played by the computer.")
    expect(ana.locator("#seat-card-body")).not_to_contain_text("null")


def test_what_somebody_does_keeps_the_marks_as_they_are(seated: Seated, garden: Room) -> None:
    ana, luis = seated(garden, "a"), seated(garden, "b")
    is_here(ana, "b")

    ana.locator("#say-text").fill("hello")
    ana.locator("#say-text").press("Enter")
    for window in (ana, luis):
        expect(window.locator("#chat .said")).to_have_count(1)

    is_here(ana, "b")
    is_here(luis, "a")


def test_a_ruler_is_seen_with_the_name_of_who_measures_unless_it_is_private(seated: Seated, garden: Room) -> None:
    ana, luis = seated(garden, "a"), seated(garden, "b")

    luis.press("m")
    luis.click(200, 400)
    luis.click(400, 400)
    expect(ana.locator("#ruler-b text")).to_have_text("Luis: 20.0 cm")
    luis.press("Escape")
    expect(ana.locator("#ruler-b")).to_have_count(0)
    expect(luis.locator('[data-do="ruler"][aria-pressed="true"]')).to_have_count(0)

    luis.page.keyboard.down("Control")
    luis.drag((200, 420), (300, 420))
    luis.page.keyboard.up("Control")
    expect(ana.locator("#ruler-b text")).to_have_text("Luis: 10.0 cm")

    luis.press("m")
    expect(ana.locator("#ruler-b")).to_have_count(0)
    luis.page.keyboard.down("Alt")
    luis.click(200, 400)
    luis.click(500, 400)
    luis.page.keyboard.up("Alt")
    expect(luis.locator("#ruler-mine text")).to_have_text("30.0 cm")
    point(luis, 600, 400)
    expect(ana.locator("#pointer-b")).to_be_attached()
    expect(ana.locator("#ruler-b")).to_have_count(0)


def point(window: Window, x: float, y: float) -> None:
    """Points at a place of the board with the mouse and P."""
    window.page.mouse.move(*window.screen(x, y))
    window.press("p")


def test_a_pointer_is_seen_with_a_name_and_goes_by_itself(seated: Seated, garden: Room) -> None:
    ana, luis = seated(garden, "a"), seated(garden, "b")

    point(luis, 600, 400)

    expect(luis.locator("#pointer-b")).to_be_attached()
    expect(ana.locator('#pointer-b.side-2[transform="translate(600 400)"] text')).to_have_text("Luis")
    expect(ana.locator("#pointed")).to_have_text("Luis points: 60.0 cm east, 40.0 cm north")
    expect(ana.locator("#pointer-b")).to_have_count(0)


def test_pressing_long_points_and_does_nothing_else(seated: Seated, garden: Room) -> None:
    ana, luis = seated(garden, "a"), seated(garden, "b")
    place = ana.screen(400, 120)  # where A-02 stands

    ana.page.mouse.move(*place)
    ana.page.mouse.down()
    expect(luis.locator("#pointer-a text")).to_have_text("Ana")
    ana.page.mouse.up()

    expect(luis.locator("#pointed")).to_contain_text("A-02")
    expect(ana.locator("#who")).to_be_empty()
    ana.page.mouse.click(*place)
    expect(ana.locator("#who")).to_contain_text("A-02")


def test_on_a_phone_a_finger_held_still_points(seated: Seated, garden: Room) -> None:
    ana, luis = seated(garden, "a", viewport=PHONE), seated(garden, "b")
    x, y = ana.screen(650, 250)  # where there is nothing that the finger could ask about
    finger = ana.page.context.new_cdp_session(ana.page)

    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    expect(luis.locator("#pointer-a text")).to_have_text("Ana")
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    assert ana.problems == []


def test_nothing_ripples_for_who_wants_no_motion(seated: Seated, garden: Room) -> None:
    ana, luis = seated(garden, "a", reduced_motion="reduce"), seated(garden, "b", reduced_motion="no-preference")

    point(luis, 600, 400)

    running = "group => group.getAnimations({subtree: true}).length"
    expect(ana.locator("#pointer-b text")).to_have_text("Luis")
    assert ana.locator("#pointer-b").evaluate(running) == 0
    assert luis.locator("#pointer-b").evaluate(running) > 0


def test_what_a_spectator_points_at_only_spectators_see(seated: Seated, garden: Room) -> None:
    ana, luis = seated(garden, "a"), seated(garden, "b")
    one, two = seated(garden, "spectator"), seated(garden, "spectator")
    spectators(two, 2)

    point(one, 300, 300)
    expect(two.locator("#pointer-spectator text")).to_have_text("Spectator")
    point(ana, 500, 500)
    for window in (luis, one, two):
        expect(window.locator("#pointer-a text")).to_have_text("Ana")

    expect(ana.locator("#pointer-spectator")).to_have_count(0)
    expect(luis.locator("#pointer-spectator")).to_have_count(0)
