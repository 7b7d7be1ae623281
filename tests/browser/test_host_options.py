"""The form that hosts a room, in a real browser: numbers that are drawn, options that a scenario settles, a picture of the opening that
follows them."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from tests.browser.tables import DESKTOP, PHONE
from tests.support import axe
from tests.support.random_play import bounded
from tests.support.server import RunningServer

pytestmark = pytest.mark.e2e

SHIFTS = """() => {
  window.shifted = 0;
  new PerformanceObserver((list) => {
    for (const each of list.getEntries()) window.shifted += each.value;
  }).observe({type: 'layout-shift'});
}"""
"""What moves from now on, whatever the reader did just before."""


@pytest.fixture(params=[DESKTOP, PHONE], ids=["desktop", "phone"])
def page(request: pytest.FixtureRequest, browser: Browser, table_server: RunningServer) -> Iterator[Page]:
    """The form for a game of Daubs, its options open."""
    is_phone = request.param is PHONE
    theme = "dark" if is_phone else "light"
    context = browser.new_context(
        base_url=table_server.url, locale="en", viewport=request.param, has_touch=is_phone, color_scheme=theme
    )
    found = context.new_page()
    problems: list[str] = []
    found.on("pageerror", lambda error: problems.append(str(error)))
    found.goto("/rooms/new?game=daubs")
    found.locator("summary", has_text="Game options").click()
    yield found
    context.close()
    assert problems == []


def picture(page: Page, scenario: str = "yard") -> Locator:
    return page.locator(f".choice:has(input[value={scenario}]) .picture")


def drawn(page: Page, scenario: str = "yard") -> str:
    return picture(page, scenario).inner_html()


def is_drawn_anew(page: Page, before: str, scenario: str = "yard") -> None:
    page.wait_for_function(
        "([scenario, before]) => document.querySelector(`.choice:has(input[value=${scenario}]) .picture`).innerHTML !== before",
        arg=[scenario, before],
    )


def choose(page: Page, scenario: str) -> None:
    page.locator(f".choice:has(input[value={scenario}]) strong").click()


def seed(page: Page) -> Locator:
    return page.get_by_label("Seed", exact=True)


def test_another_number_is_drawn_and_the_picture_follows_it(page: Page) -> None:
    before = drawn(page)
    page.get_by_role("button", name="Another: Seed").scroll_into_view_if_needed()
    place = picture(page).bounding_box()
    page.evaluate(SHIFTS)
    page.get_by_role("button", name="Another: Seed").click()
    is_drawn_anew(page, before)

    assert 0 <= int(seed(page).input_value()) <= 2**32 - 1
    assert picture(page).bounding_box() == place
    expect(page.locator("[data-opening-view] .picture")).to_have_count(1)
    assert page.locator("[data-opening-view] .picture").inner_html() == drawn(page)
    assert page.evaluate("shifted") == 0
    missing = page.evaluate(
        """() => [...document.querySelectorAll('.choice .picture use')].map((each) => each.getAttribute('href').slice(1))
            .filter((id) => document.getElementById(id) === null)"""
    )
    assert missing == []
    ids = page.evaluate("[...document.querySelectorAll('.sprite [id]')].map((each) => each.id)")
    assert len(ids) == len(set(ids))
    assert axe.breaches(page) == []


def test_what_cannot_be_leaves_the_picture_as_it_is(page: Page) -> None:
    before = drawn(page)
    with page.expect_response(re.compile("/opening")) as answered:
        seed(page).fill("4294967296")
    assert answered.value.status == 422
    assert drawn(page) == before
    seed(page).fill("5")
    is_drawn_anew(page, before)
    seed(page).fill("")
    expect(picture(page)).to_have_count(1)
    page.wait_for_function(
        "before => document.querySelector('.choice:has(input[value=yard]) .picture').innerHTML === before", arg=before
    )


def test_the_old_picture_stays_until_the_new_one_is_there(page: Page) -> None:
    before = drawn(page)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/opening?*", hold)
    with page.expect_request("**/opening?*"):
        seed(page).fill("5")
    assert drawn(page) == before
    with page.expect_request("**/opening?*option_seed=6*"):
        seed(page).fill("6")
    assert drawn(page) == before
    held[-1].continue_()
    is_drawn_anew(page, before)


def test_what_a_scenario_settles_is_shown_and_what_was_typed_comes_back(page: Page) -> None:
    seed(page).fill("12")
    choose(page, "lawn")
    expect(seed(page)).to_be_disabled()
    expect(seed(page)).to_have_value("0")
    expect(page.locator("[data-taken-of=option_seed]")).to_have_text("The scenario settles it.")
    expect(page.get_by_role("button", name="Another: Seed")).to_be_disabled()
    choose(page, "yard")
    expect(seed(page)).to_be_enabled()
    expect(seed(page)).to_have_value("12")
    expect(page.locator("[data-taken-of=option_seed]")).to_have_text("")


def test_the_room_is_made_with_what_was_drawn(page: Page) -> None:
    page.get_by_role("button", name="Another: Seed").click()
    number = int(seed(page).input_value())
    page.get_by_role("button", name="Host a private room").click()
    page.wait_for_url("**/links")
    room = page.url.split("/")[-2]
    options = page.evaluate(f"fetch('/api/v1/rooms/{room}?as=a').then((answer) => answer.json())")["options"]

    assert options == {"seed": number}


@pytest.mark.parametrize("scenario", bounded(["lawn"], ["lawn", "yard"]))
def test_what_is_settled_is_not_sent(page: Page, scenario: str) -> None:
    seed(page).fill("12")
    choose(page, scenario)
    page.get_by_role("button", name="Host a private room").click()
    page.wait_for_url("**/links")
    room = page.url.split("/")[-2]
    options = page.evaluate(f"fetch('/api/v1/rooms/{room}?as=a').then((answer) => answer.json())")["options"]

    assert options == ({} if scenario == "lawn" else {"seed": 12})
