"""From nothing to two people at a table, in two browsers: the first promise of the game."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from tests.parts.web.pages_server import GAME, server_with_toy
from tests.support.server import RunningServer

pytestmark = pytest.mark.e2e


@pytest.fixture(scope="module")
def server(module_database_url: str) -> Iterator[RunningServer]:
    with server_with_toy(module_database_url) as running:
        yield running


@pytest.fixture
def ana(browser: Browser, server: RunningServer) -> Iterator[BrowserContext]:
    context = browser.new_context(base_url=server.url, locale="en", viewport={"width": 1440, "height": 900})
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    yield context
    context.close()


@pytest.fixture
def luis(browser: Browser, server: RunningServer) -> Iterator[BrowserContext]:
    context = browser.new_context(
        base_url=server.url, locale="es", viewport={"width": 390, "height": 844}, has_touch=True
    )
    yield context
    context.close()


@pytest.mark.parametrize(("game", "scenario"), [(GAME, "Duel"), ("war_of_plastic", "Skirmish in the garden")])
def test_two_friends_come_to_the_same_table_by_a_copied_link(
    ana: BrowserContext, luis: BrowserContext, game: str, scenario: str
) -> None:
    hosting = ana.new_page()
    hosting.goto("/")
    hosting.locator(f"a[href='/games/{game}']").last.click()
    hosting.get_by_role("link", name=f"Host this one: {scenario}").click()
    hosting.get_by_label("Name").first.fill("Ana")
    hosting.get_by_role("button", name="Host a private room").click()
    hosting.get_by_role("button", name="Copy: Seat B").click()
    expect(hosting.get_by_text("Copied")).to_be_visible()
    link = hosting.evaluate("navigator.clipboard.readText()")
    hosting.get_by_role("link", name="To the table").click()
    expect(hosting.locator("body")).to_have_attribute("data-viewer", "a")

    joining = luis.new_page()
    joining.goto(link)
    expect(joining.get_by_text(re.compile(r"\bAna\b"))).to_be_visible()
    assert joining.evaluate(
        "[...document.querySelectorAll('.brand, .site-nav, .site-header__side')].every(each => each.scrollWidth <= each.clientWidth)"
    ), "what the header says has room beside one another"
    joining.get_by_label("Tu nombre").fill("Luis")
    joining.get_by_text("Añadir una palabra para los dados").click()
    joining.get_by_label("Tu palabra para los dados").fill("geranio")
    joining.get_by_role("button", name="Ocupar el asiento B").click()

    expect(joining.locator("body")).to_have_attribute("data-viewer", "b")
    expect(joining.locator("svg#board")).to_be_visible()
    expect(joining.locator("#prompt")).not_to_be_empty()
    expect(hosting.locator("svg#board [data-unit]").first).to_be_visible()
    assert hosting.locator("body").get_attribute("data-room") == joining.locator("body").get_attribute("data-room")
    assert "geranio" not in hosting.content()


def test_somebody_watches_what_the_players_play(ana: BrowserContext, luis: BrowserContext) -> None:
    hosting = ana.new_page()
    hosting.goto(f"/rooms/new?game={GAME}")
    hosting.locator("select[data-kind]").nth(1).select_option("bot")
    hosting.get_by_role("button", name="Host a private room").click()
    link = hosting.locator("[data-link=spectator]").input_value()

    watching = luis.new_page()
    watching.goto(link)
    watching.get_by_role("button", name="Mirar").click()

    expect(watching.locator("body")).to_have_attribute("data-viewer", "spectator")
    expect(watching.locator("svg#board")).to_be_visible()


def test_one_click_leads_to_a_game_against_the_computer(ana: BrowserContext) -> None:
    page = ana.new_page()
    page.goto(f"/games/{GAME}")

    page.get_by_role("button", name="Try it against the computer").click()

    expect(page.locator("body")).to_have_attribute("data-viewer", "a")
    expect(page.locator("svg#board [data-unit]").first).to_be_visible()


def test_the_host_comes_back_to_the_links_and_makes_one_anew(ana: BrowserContext, luis: BrowserContext) -> None:
    hosting = ana.new_page()
    hosting.goto(f"/rooms/new?game={GAME}")
    hosting.get_by_role("button", name="Host a private room").click()
    old = hosting.locator("[data-link=b]").input_value()
    hosting.get_by_role("link", name="Español").click()
    expect(hosting.get_by_role("heading", level=1)).to_have_text("La mesa está puesta")
    assert hosting.locator("[data-link=b]").input_value() == old

    hosting.get_by_text("Hacer un enlace nuevo").first.click()
    hosting.get_by_role("button", name="Cambiarlo: Asiento B").click()
    new = hosting.locator("[data-link=b]").input_value()

    friend = luis.new_page()
    friend.goto(old)
    expect(friend.get_by_text("Pide que te lo manden de nuevo.")).to_be_visible()
    friend.goto(new)
    expect(friend.get_by_role("button", name="Ocupar el asiento B")).to_be_visible()
