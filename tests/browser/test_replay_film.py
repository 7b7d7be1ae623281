"""The replay plays by itself, jumps by turns and to lines, changes its eyes, and is shared with whoever has no seat."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import Seated
from tests.browser.tables import LYING, PHONE, Room
from tests.browser.test_replay import give_up, look_back, short_game, shows

pytestmark = pytest.mark.e2e

# How many parts of boards are filled by a pattern where they are seen at all.
PATTERNED = """() => [...document.querySelectorAll('svg.board :not(defs *)')].filter((part) => {
  const painted = getComputedStyle(part);
  return painted.display !== 'none' && [painted.fill, painted.stroke].some((paint) => paint.startsWith('url('));
}).length"""


def test_the_film_plays_pauses_and_jumps_by_turn_and_by_line(seated: Seated, pebbles: Room) -> None:
    film = short_game(pebbles)
    ana = seated(pebbles, "a")
    look_back(ana, pebbles, "a", 0)

    ana.press("Space")
    expect(ana.locator("#play")).to_have_attribute("aria-pressed", "true")
    ana.locator("#speed").select_option("4")
    shows(ana, film[-1])
    expect(ana.locator("#play")).to_have_attribute("aria-pressed", "false")
    expect(ana.locator("#play")).to_have_attribute("aria-label", "Play")

    ana.press("Shift+ArrowLeft")
    chapters = ana.page.evaluate("JSON.parse(document.querySelector('#chapters').textContent)")
    turn = max(seq for seq in chapters if seq < film[-1][0])
    ana.wait_for_seq(turn)
    expect(ana.locator("#chapter")).to_have_value(str(turn))
    ana.locator("#chapter").select_option(str(chapters[0]))
    ana.wait_for_seq(chapters[0])
    ana.press("End")
    shows(ana, film[-1])
    slider = ana.locator("#slider").evaluate("slider => getComputedStyle(slider).paddingInlineEnd")
    assert slider == "0px", "at the end the knob stands at the end of its bar"
    ana.press("?")
    expect(ana.locator("#help")).to_contain_text("to the turn before or after")
    assert ana.breaches() == []
    ana.press("Escape")
    expect(ana.locator("#help")).to_be_hidden()
    stops = ana.page.evaluate("JSON.parse(document.querySelector('#stops').textContent)")
    line = ana.locator(".told__go").nth(3)
    seq = int(line.inner_text())
    line.click()
    ana.wait_for_seq(min(stop for stop in stops if stop >= seq))
    expect(ana.locator(".told[aria-current]").filter(has=ana.locator(f'[data-seq-to="{seq}"]'))).to_be_visible()

    ana.locator("#speed").select_option("1")
    ana.locator("#play").click()
    expect(ana.locator("#play")).to_have_attribute("aria-pressed", "true")
    ana.locator('[data-step="back"]').click()
    expect(ana.locator("#play")).to_have_attribute("aria-pressed", "false")
    assert ana.problems == []


def test_a_game_that_is_over_is_seen_by_others_eyes_shared_and_told_in_a_file(
    browser: Browser, seated: Seated, pebbles: Room, tmp_path: Path
) -> None:
    film = short_game(pebbles)
    give_up(pebbles, "b")
    ana = seated(pebbles, "a", permissions=["clipboard-read", "clipboard-write"])
    ana.page.goto(f"/rooms/{pebbles.url.rpartition('/')[2]}?as=a")
    with ana.page.expect_navigation(url=re.compile("seq=0#play$")):
        ana.locator("#ending").get_by_role("link", name="Watch it again").click()
    expect(ana.locator("#play")).to_have_attribute("aria-pressed", "true")
    look_back(ana, pebbles, "a", film[2][0])
    ana.locator("#view").select_option("b")
    ana.page.wait_for_url(re.compile("view=b"))
    expect(ana.locator("#view")).to_have_value("b")
    headline = ana.locator("#headline").inner_text()

    ana.locator("#share button").click()
    expect(ana.locator("#notice")).to_contain_text("Link copied")
    url = ana.page.evaluate("navigator.clipboard.readText()")
    assert ana.locator(".share__link").input_value() == url
    assert ana.breaches() == []

    stranger = browser.new_context(viewport=PHONE, locale="es")
    asked: list[str] = []
    page = stranger.new_page()
    page.goto(url)
    expect(page.locator("#headline")).to_be_visible()
    assert len(stranger.cookies()) == 0
    page.locator("#tab-units").click()
    page.locator('[data-step="last"]').click()
    expect(page.locator("#prompt")).not_to_be_empty()
    page.set_viewport_size(LYING)
    board = page.locator("#stage").bounding_box()
    assert board is not None
    assert board["height"] > 0.6 * LYING["height"], "on its side a phone shows the board, too"
    assert page.evaluate("document.documentElement.scrollWidth") <= LYING["width"]
    page.set_viewport_size(PHONE)
    page.locator("#tab-ways").click()
    with page.expect_download() as getting:
        page.get_by_role("link", name="Crónica").click()
    file = tmp_path / "report.html"
    getting.value.save_as(file)

    # A window of its own: the site's icon may still be asked for in the one the film was shown in.
    chronicle = stranger.new_page()
    chronicle.on("request", lambda request: asked.append(request.url))
    chronicle.goto(file.as_uri())
    expect(chronicle.locator("figure svg.board").first).to_be_visible()
    assert asked == [file.as_uri()]
    assert chronicle.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert chronicle.evaluate(PATTERNED) > 0
    chronicle.emulate_media(media="print", color_scheme="dark")
    assert chronicle.evaluate("getComputedStyle(document.documentElement).colorScheme") == "light", "paper is light"
    assert chronicle.evaluate(PATTERNED) == 0, (
        "a pattern is sent to a printer as a picture, and a report of them weighs 50 MB"
    )
    assert headline

    ana.locator("#notice").get_by_role("button", name="Withdraw").click()
    expect(ana.locator("#notice")).to_contain_text("open nothing any more")
    gone = page.goto(url)
    assert gone is not None
    assert gone.status == 404
    stranger.close()
    assert ana.problems == []
