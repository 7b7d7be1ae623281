"""The table page as a page: access, weight, calm, and what it keeps when the line or the page goes."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from playwright.sync_api import expect

from app.web.table.table_parts import LOG_SHOWN
from tests.browser.conftest import Seated
from tests.browser.tables import DESKTOP, PHONE, SOLDIERS, Room
from tests.support.server import RunningServer

pytestmark = pytest.mark.e2e


@pytest.mark.parametrize(
    ("viewport", "locale", "scheme"),
    [(DESKTOP, "es", "dark"), (PHONE, "en", "light")],
)
def test_axe_finds_nothing_wrong_in_any_state(
    seated: Seated, garden: Room, viewport: Any, locale: str, scheme: str
) -> None:
    ana = seated(garden, "a", viewport=viewport, locale=locale, color_scheme=scheme, reduced_motion="reduce")
    assert ana.breaches() == []

    ana.click(400, 120)
    expect(ana.locator("#layer-survey path").first).to_be_attached()
    assert ana.breaches() == []

    ana.click(400, 310)
    expect(ana.locator('[data-verdict="legal"]')).to_be_visible()
    assert ana.breaches() == []
    ana.locator("#commit").click()

    expect(ana.locator('[data-offer="shoot"]')).to_be_visible()
    ana.locator('[data-offer="shoot"]').click()
    ana.press("]")
    expect(ana.locator('[data-verdict="legal"]')).to_be_visible()
    assert ana.breaches() == []
    ana.locator("#commit").click()
    expect(ana.locator("#dice .roll:visible").first).to_be_visible()  # on a phone the newest throw alone
    assert ana.breaches() == []


def test_axe_finds_nothing_wrong_with_what_opens_over_the_table(seated: Seated, garden: Room) -> None:
    ana = seated(garden, "a", reduced_motion="reduce")

    for key, window in (("?", "#help"), ("v", "#words-view")):
        ana.press(key)
        expect(ana.locator(window)).to_be_visible()
        assert ana.breaches() == []
        ana.press("Escape")
    ana.locator('[data-do="menu"]').click()
    assert ana.breaches() == []
    ana.locator('[data-do="rules"]').click()
    expect(ana.locator("#rules-found .rule").first).to_be_visible()
    assert ana.breaches() == []
    ana.press("Escape")
    ana.locator('[data-do="menu"]').click()
    ana.locator('[data-do="resign"]').click()
    assert ana.breaches() == []
    ana.locator('#question button[value="yes"]').click()
    expect(ana.locator(".ending__card")).to_be_visible()
    assert ana.breaches() == []


def test_the_board_in_words_tells_bearing_and_distance_from_the_selected_unit(seated: Seated, garden: Room) -> None:
    ana = seated(garden, "a")

    ana.unit("A-03").click()
    ana.press("v")

    line = ana.locator("#words-found li", has_text="B-03")
    expect(line).to_contain_text("bearing 000°, 50.0 cm away")
    expect(line).to_contain_text("enemy")
    expect(ana.locator("#words-found li", has_text="House:")).to_contain_text("bearing 000°, 25.0 cm away")


def test_every_own_unit_that_can_act_is_reached_by_tab_and_the_board_is_no_trap(seated: Seated, garden: Room) -> None:
    ana = seated(garden, "a")

    ana.locator("#board").focus()
    reached = []
    for _ in range(5):
        ana.press("Tab")
        reached.append(ana.page.evaluate("document.activeElement.dataset.unit"))
    ana.press("Tab")

    assert reached == ["A-01", "A-02", "A-03", "A-04", "A-05"]
    assert ana.page.evaluate("document.activeElement.closest('#board')") is None


def test_no_key_acts_while_a_text_field_has_the_focus(seated: Seated, garden: Room) -> None:
    ana = seated(garden, "a")

    ana.press("c")
    ana.page.keyboard.type("n?m1v0")

    expect(ana.locator("#say-text")).to_have_value("n?m1v0")
    expect(ana.locator("#who")).to_be_empty()
    assert ana.locator("dialog[open]").count() == 0


def test_a_place_can_be_typed_as_bearing_and_distance(seated: Seated, garden: Room) -> None:
    ana = seated(garden, "a")

    ana.unit("A-02").click()
    ana.locator('[data-offer="move"]').click()
    ana.locator('[data-focus="typed-summary"]').click()
    ana.locator('[data-focus="typed-1"]').fill("0")
    ana.locator('[data-focus="typed-2"]').fill("12.5")
    ana.locator('[data-focus="typed-go"]').click()

    expect(ana.locator(".plan__tape")).to_contain_text("12.5 cm")


def test_an_unsent_line_of_chat_survives_a_reload(seated: Seated, pebbles: Room) -> None:
    ana = seated(pebbles, "a")
    ana.locator("#say-text").fill("wait for me")

    ana.page.reload()

    expect(ana.locator("#say-text")).to_have_value("wait for me")


def test_earlier_lines_come_when_a_button_is_pressed_or_a_hand_scrolls_up_and_the_reader_stays_there(
    seated: Seated, pebbles: Room
) -> None:
    lines = 2 * LOG_SHOWN + 20
    for n in range(lines):
        said = {"text": f"line {n}.", "to": "table"}
        headers = {"authorization": f"Bearer {pebbles.tokens['b']}"}
        assert httpx.post(f"{pebbles.url}/messages", json=said, headers=headers).status_code == 200
    ana = seated(pebbles, "a")
    chat, said, button = ana.locator("#chat"), ana.locator("#chat .said"), ana.locator("#earlier-chat")
    expect(said).to_have_count(LOG_SHOWN)
    for width, height in ((1440, 900), (1024, 768), (844, 390), (390, 844)):
        ana.page.set_viewport_size({"width": width, "height": height})
        if width < 1024:
            ana.page.get_by_role("tab", name="Chat").click()
        assert chat.evaluate("list => list.clientHeight") >= 70, "what was said is in sight beside the button"
    ana.page.set_viewport_size({"width": 1440, "height": 900})

    button.focus()
    ana.press("Enter")
    expect(said).to_have_count(2 * LOG_SHOWN)
    expect(button).to_be_focused()
    assert chat.evaluate("list => list.scrollTop + list.clientHeight < list.scrollHeight - 100")
    chat.hover()
    ana.page.mouse.wheel(0, -100_000)

    expect(said).to_have_count(lines)
    expect(said.first).to_contain_text("line 0.")
    expect(button).to_be_hidden()
    assert chat.evaluate("list => list.scrollTop > 100"), "what was read stays in sight"


def test_what_happened_while_nobody_looked_is_shown_again(seated: Seated, garden: Room) -> None:
    luis = seated(garden, "b")
    luis.page.goto("about:blank")
    assert garden.act("a", {"type": "move", "unit": "A-02", "path_mm": [[400, 310]]}).status_code == 200

    luis.page.go_back()

    expect(luis.locator("#notice")).to_contain_text("While you were away")
    luis.locator("#notice button").first.click()
    expect(luis.locator("#layer-trace path").first).to_be_attached()


def test_an_action_sent_into_a_dead_line_is_sent_again_and_done_once(seated: Seated, pebbles: Room) -> None:
    ana = seated(pebbles, "a")
    ana.locator('[data-offer="pass"]').click()
    expect(ana.locator("#commit")).to_be_enabled()

    ana.page.context.set_offline(True)
    ana.locator("#commit").click()
    expect(ana.locator("#commit")).to_contain_text("sending again")
    expect(ana.locator("#connection")).to_have_attribute("data-state", "offline")
    ana.page.context.set_offline(False)

    expect(ana.locator("#plan")).to_be_hidden()
    assert [event["type"] for event in pebbles.events("a")].count("turn_passed") == 1
    expect(ana.locator("#connection")).to_have_attribute("data-state", "online")


def test_a_hidden_tab_stays_connected(seated: Seated, pebbles: Room) -> None:
    ana = seated(pebbles, "a")
    ana.page.evaluate(
        "Object.defineProperty(document, 'hidden', {get: () => true});"
        "document.dispatchEvent(new Event('visibilitychange'))"
    )

    assert pebbles.act("a", {"type": "pass"}).status_code == 200

    ana.wait_for_seq(len(pebbles.events("a")))
    expect(ana.locator("#connection")).to_have_attribute("data-state", "online")


def test_pieces_do_not_move_at_all_for_those_who_want_calm(seated: Seated, garden: Room) -> None:
    luis = seated(garden, "b", reduced_motion="reduce")

    assert luis.unit("A-02").evaluate("piece => getComputedStyle(piece).transitionDuration") == "0s"


# What stays where it is: the tabs and the log, with as much of it as can be read.
_LIES = """() => ['.sheet__tabs', '#log', '#say', '#stage'].map((each) => {
  const {x, y, width, height} = document.querySelector(each).getBoundingClientRect();
  return [each, x, y, width, height].join(' ');
})"""


@pytest.mark.parametrize(
    ("game", "scenario", "viewport"),
    [
        ("war_of_plastic", "garden_skirmish", DESKTOP),
        ("war_of_plastic", "garden_skirmish", PHONE),
        ("open_wars", "clash_at_the_bridge", DESKTOP),
    ],
)
def test_nothing_moves_while_others_act(
    seated: Seated, table_server: RunningServer, game: str, scenario: str, viewport: Any
) -> None:
    room = Room(table_server, game, scenario, SOLDIERS)
    luis = seated(room, "b", viewport=viewport, reduced_motion="reduce")
    lies = luis.page.evaluate(_LIES)

    for _ in range(10):
        seat, offers = next((seat, found) for seat in "ab" if (found := room.offers(seat)))
        assert room.act(seat, offers[-1]["examples"][0]).status_code == 200
        luis.wait_for_seq(len(room.events("b")))
        luis.knows_its_offers()
        if luis.locator("#sheet.is-composing").count():
            return  # a list of one's own has the whole height from the start, so that nothing moves at its first touch
        assert luis.page.evaluate(_LIES) == lies


def test_an_empty_chat_is_a_line_and_leaves_the_log_room(seated: Seated, garden: Room) -> None:
    ana = seated(garden, "a")
    ana.click(400, 120)
    expect(ana.locator("#offers [data-offer]").first).to_be_visible()

    talk, log = (ana.locator(each).bounding_box() for each in ("#talk", "#log"))
    assert talk is not None
    assert log is not None
    assert talk["height"] < 75
    assert log["height"] > 6 * 24, "six lines"


def test_the_first_paint_of_a_crowded_table_weighs_less_than_200_kb(
    seated: Seated, table_server: RunningServer
) -> None:
    room = Room(table_server, "war_of_plastic", "horde_against_armour", SOLDIERS)
    ana = seated(room, "a")
    expect(ana.locator("#offers [data-offer]").first).to_be_visible()

    weight = ana.page.evaluate(
        "performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation'))"
        ".reduce((sum, entry) => sum + entry.encodedBodySize, 0)"
    )

    assert weight < 200_000


def test_every_control_of_the_phone_is_large_enough_for_a_finger(seated: Seated, garden: Room) -> None:
    ana = seated(garden, "a", viewport=PHONE)
    ana.click(400, 120)
    ana.click(400, 300)
    expect(ana.locator("#commit")).to_be_enabled()

    small = ana.page.evaluate(
        "[...document.querySelectorAll('button, a, select, input, summary')]"
        ".filter(each => each.checkVisibility() && !each.closest('.skip, #board') && !each.matches('.skip'))"
        ".map(each => [each.outerHTML.slice(0, 90), each.getBoundingClientRect()])"
        ".filter(([, box]) => box.height < 44 || box.width < 36).map(([html, box]) => `${box.width}x${box.height} ${html}`)"
    )

    assert small == []
