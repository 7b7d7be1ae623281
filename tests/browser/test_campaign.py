"""Two people play a campaign, each in a browser of their own: the host's laptop by day, a friend's telephone at night."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.tables import knows_its_offers
from tests.parts.web.pages_server import GAME, server_with_toy
from tests.support.server import RunningServer

pytestmark = pytest.mark.e2e

AXE: dict[str, Any] = {"rules": {"target-size": {"enabled": True}}}
GIVE_UP = "(room) => fetch(`/api/v1/rooms/${room}/resign?as=a`, {method: 'POST'}).then((answer) => answer.status)"


@pytest.fixture(scope="module")
def server(module_database_url: str) -> Iterator[RunningServer]:
    with server_with_toy(module_database_url) as running:
        yield running


@pytest.fixture
def ana(browser: Browser, server: RunningServer) -> Iterator[BrowserContext]:
    context = browser.new_context(
        base_url=server.url, locale="en", viewport={"width": 1440, "height": 900}, color_scheme="light"
    )
    yield context
    context.close()


@pytest.fixture
def luis(browser: Browser, server: RunningServer) -> Iterator[BrowserContext]:
    context = browser.new_context(
        base_url=server.url, locale="es", viewport={"width": 390, "height": 844}, has_touch=True, color_scheme="dark"
    )
    yield context
    context.close()


def assert_in_order(page: Page, where: str) -> None:
    """That axe finds nothing wrong and that nothing sticks out at the side."""
    found = Axe().run(page, options=AXE).response["violations"]
    assert [(each["id"], each["nodes"][0]["html"]) for each in found] == [], where
    assert page.evaluate("document.documentElement.scrollWidth - window.innerWidth") <= 0, where


def hosted(context: BrowserContext) -> tuple[Page, str]:
    """A league hosted from the game's page; the host's page and the friend's link."""
    page = context.new_page()
    page.goto(f"/games/{GAME}")
    page.get_by_role("link", name="Host this campaign: League").click()
    page.get_by_label("Name").first.fill("Ana")
    assert_in_order(page, "the form")
    page.get_by_role("button", name="Host the campaign").click()
    link = page.locator("[data-link=b]").input_value()
    assert_in_order(page, "the links")
    page.get_by_role("link", name="To the campaign").click()
    expect(page.locator("#campaign-headline")).to_contain_text("Players are missing")
    return page, link


def test_a_campaign_is_played_from_its_page_to_the_last_game(ana: BrowserContext, luis: BrowserContext) -> None:
    host, link = hosted(ana)
    friend = luis.new_page()
    said: list[str] = []
    for page in (host, friend):
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))

    friend.goto(link)
    friend.get_by_label("Tu nombre").fill("Luis")
    friend.get_by_role("button", name="Ocupar el asiento B").click()
    expect(friend.locator("[data-game='1']")).to_have_attribute("data-game-status", "playing")
    expect(host.locator("[data-game='1']")).to_have_attribute("data-game-status", "playing")  # without reloading

    host.get_by_role("button", name="To the table").click()
    expect(host.locator("body")).to_have_attribute("data-viewer", "a")
    knows_its_offers(host)  # a page that still asks what can be done is told that the game is over
    assert host.evaluate(GIVE_UP, host.locator("body").get_attribute("data-room")) == 200
    host.get_by_role("dialog").get_by_role("link", name="To the campaign").click()

    expect(host.locator("#campaign-headline")).to_contain_text("Ana, Luis")
    expect(friend.get_by_role("heading", name="Te toca decidir")).to_be_visible()
    assert_in_order(host, "deciding on a laptop")
    assert_in_order(friend, "deciding on a telephone")
    host.get_by_label("3", exact=True).check()
    host.get_by_role("button", name="Decide: Stake").click()
    expect(host.locator("#campaign-headline")).to_contain_text("Luis")
    expect(host.get_by_role("heading", name="Yours to decide")).to_have_count(0)
    friend.get_by_label("0", exact=True).check()
    friend.get_by_role("button", name="Decidir: Apostar").click()

    for page in (host, friend):
        expect(page.locator("[data-game='2']")).to_have_attribute("data-game-status", "playing")
    expect(friend.get_by_text("Apuestas: A 3, B 0.")).to_be_visible()
    host.get_by_role("button", name="To the table").click()
    expect(host.locator("body")).to_have_attribute("data-viewer", "a")
    knows_its_offers(host)
    assert host.evaluate(GIVE_UP, host.locator("body").get_attribute("data-room")) == 200

    expect(friend.locator("#campaign-headline")).to_contain_text("Gana la liga: B.")
    expect(friend.locator("[data-seat=b]")).to_contain_text("6")
    assert_in_order(friend, "the end on a telephone")
    assert said == []


def test_without_scripts_a_campaign_is_decided_all_the_same(browser: Browser, server: RunningServer) -> None:
    context = browser.new_context(base_url=server.url, locale="en", java_script_enabled=False)
    page = context.new_page()
    page.goto(f"/campaigns/new?game={GAME}")
    page.locator("select[data-kind]").nth(1).select_option("me")
    page.get_by_role("button", name="Host the campaign").click()
    page.get_by_role("link", name="To the campaign").click()
    campaign = page.url.partition("?")[0]
    page.get_by_role("button", name="To the table").click()
    room = page.url.partition("?")[0].rpartition("/")[2]
    answer = context.request.post(
        f"{server.url}/api/v1/rooms/{room}/resign?as=b", headers={"origin": server.url}, data={}
    )
    assert answer.status == 200

    for seat in "ab":
        page.goto(f"{campaign}?as={seat}")
        page.get_by_role("button", name="Decide: Stake").click()

    expect(page.locator("[data-game='2']")).to_have_attribute("data-game-status", "playing")
    context.close()
