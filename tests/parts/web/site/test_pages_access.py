"""The pages in a real browser: axe finds nothing, everything fits a telephone, the keyboard is enough, scripts are extra."""

from __future__ import annotations

import re
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.parts.web.pages_server import GAME
from tests.support import axe
from tests.support.server import RunningServer

AXE: dict[str, Any] = {"rules": {"target-size": {"enabled": True}}}
LAPTOP = {"width": 1440, "height": 900}
TELEPHONE = {"width": 390, "height": 844}
NARROWEST = {"width": 320, "height": 640}
OPEN_EVERYTHING = "document.querySelectorAll('details').forEach((part) => (part.open = true))"
READ = ("/", "/about", f"/games/{GAME}", f"/games/{GAME}/rules", f"/games/{GAME}/tables", "/nowhere", "/rooms/new")


def opened(
    browser: Browser,
    server: RunningServer,
    *,
    viewport: dict[str, int],
    theme: Literal["light", "dark"] = "light",
    language: str = "en",
    scripts: bool = True,
) -> Page:
    context = browser.new_context(
        base_url=server.url,
        viewport={"width": viewport["width"], "height": viewport["height"]},
        color_scheme=theme,
        locale=language,
        java_script_enabled=scripts,
    )
    return context.new_page()


def findings(page: Page) -> list[str]:
    """What axe finds on the page as it stands, everything folded out."""
    page.evaluate(OPEN_EVERYTHING)
    return axe.breaches(page, AXE)


def too_wide(page: Page) -> int:
    """By how many pixels the page is wider than the window."""
    return int(page.evaluate("document.documentElement.scrollWidth - window.innerWidth"))


def hosted(page: Page) -> None:
    page.goto(f"/rooms/new?game={GAME}")
    page.get_by_role("textbox", name=re.compile("Name|Nombre")).first.fill("Ana")
    page.locator(".host__end button").click()
    page.wait_for_url("**/links")


LOOKS = [(LAPTOP, "light", "en"), (TELEPHONE, "dark", "es")]


@pytest.mark.parametrize(("viewport", "theme", "language"), LOOKS, ids=["laptop", "telephone"])
def test_axe_finds_nothing_on_the_pages_to_read(
    browser: Browser, server: RunningServer, viewport: dict[str, int], theme: Literal["light", "dark"], language: str
) -> None:
    page = opened(browser, server, viewport=viewport, theme=theme, language=language)

    for path in (*READ, f"/rooms/new?game={GAME}"):
        page.goto(path)
        assert findings(page) == [], path
        assert too_wide(page) <= 0, path

    page.context.close()


@pytest.mark.parametrize(("viewport", "theme", "language"), LOOKS, ids=["laptop", "telephone"])
def test_axe_finds_nothing_on_the_way_to_a_seat(
    browser: Browser, server: RunningServer, viewport: dict[str, int], theme: Literal["light", "dark"], language: str
) -> None:
    page = opened(browser, server, viewport=viewport, theme=theme, language=language)

    page.goto(f"/rooms/new?game={GAME}&scenario=ring")
    page.locator("select[data-kind]").first.select_option("nobody")
    page.locator("select[data-kind]").nth(1).select_option("nobody")
    page.locator(".host__end button").click()
    expect(page.get_by_role("alert")).to_be_focused()
    assert findings(page) == [], "a refused form"

    hosted(page)
    assert findings(page) == [], "links"
    assert too_wide(page) <= 0, "links"
    addresses = {viewer: page.locator(f"[data-link={viewer}]").input_value() for viewer in ("b", "spectator")}
    for viewer, address in addresses.items():
        page.goto(address)
        assert findings(page) == [], viewer
        assert too_wide(page) <= 0, viewer
    page.goto(addresses["b"])
    page.locator(".join button").click()
    expect(page.locator("#name-error")).to_be_visible()
    assert findings(page) == [], "a name is missing"

    page.context.close()


def test_the_narrowest_telephone_shows_every_page_without_scrolling_sideways(
    browser: Browser, server: RunningServer
) -> None:
    page = opened(browser, server, viewport=NARROWEST, language="es")

    for path in (*READ, f"/rooms/new?game={GAME}"):
        page.goto(path)
        page.evaluate(OPEN_EVERYTHING)
        assert too_wide(page) <= 0, path

    page.context.close()


def test_pages_stay_within_their_policy_and_say_nothing_on_the_console(browser: Browser, server: RunningServer) -> None:
    page = opened(browser, server, viewport=LAPTOP)
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))

    for path in (*READ, f"/rooms/new?game={GAME}"):
        if path != "/nowhere":
            page.goto(path)
    hosted(page)

    assert said == []
    page.context.close()


def test_dark_and_light_are_switched_by_hand_and_remembered(browser: Browser, server: RunningServer) -> None:
    page = opened(browser, server, viewport=LAPTOP)
    page.goto("/")
    ground = "getComputedStyle(document.documentElement).backgroundColor"
    light = page.evaluate(ground)
    switch = page.get_by_role("button", name="Dark mode")
    expect(switch).to_have_attribute("aria-pressed", "false")

    switch.focus()
    page.keyboard.press("Enter")
    dark = page.evaluate(ground)
    page.goto("/about")

    assert dark != light
    assert page.evaluate(ground) == dark
    expect(page.get_by_role("button", name="Dark mode")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Dark mode").click()
    assert page.evaluate(ground) == light
    page.context.close()


def test_the_rules_are_filtered_while_typing(browser: Browser, server: RunningServer) -> None:
    page = opened(browser, server, viewport=LAPTOP, language="es")
    page.goto(f"/games/{GAME}/rules")
    every = page.locator("article").count()

    page.get_by_role("searchbox").fill("longitud páseo")

    expect(page.locator("article:visible")).to_have_count(1)
    expect(page.locator("[data-filter-count]")).to_have_text("Reglas: 1")
    page.get_by_role("searchbox").fill("nothing at all")
    expect(page.get_by_text("Ninguna regla tiene todas esas palabras")).to_be_visible()
    page.get_by_role("searchbox").fill("")
    expect(page.locator("article:visible")).to_have_count(every)
    page.context.close()


def test_the_form_shows_only_the_seats_and_fields_that_matter(browser: Browser, server: RunningServer) -> None:
    page = opened(browser, server, viewport=LAPTOP)
    page.goto(f"/rooms/new?game={GAME}")
    seats = page.locator("[data-seat]:visible")

    expect(seats).to_have_count(2)
    page.locator("input[name=scenario][value=ring]").check()
    expect(seats).to_have_count(4)
    second = page.locator("[data-seat='2']")
    expect(second.get_by_label("Name")).to_be_hidden()
    second.get_by_label("Who plays").select_option("bot")
    expect(second.get_by_label("Name")).to_be_visible()
    expect(second.get_by_label("Your word for the dice")).to_be_hidden()
    page.context.close()


def test_a_copy_button_copies_its_link(browser: Browser, server: RunningServer) -> None:
    page = opened(browser, server, viewport=LAPTOP)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    hosted(page)

    page.get_by_role("button", name="Copy: Seat B").click()

    expect(page.get_by_text("Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == page.locator("[data-link=b]").input_value()
    page.context.close()


def test_without_scripts_a_room_is_hosted_and_joined_all_the_same(browser: Browser, server: RunningServer) -> None:
    host = opened(browser, server, viewport=LAPTOP, scripts=False)
    host.goto("/")
    expect(host.get_by_role("button", name="Dark mode")).to_be_hidden()
    hosted(host)
    friend = opened(browser, server, viewport=TELEPHONE, scripts=False)

    friend.goto(host.locator("[data-link=b]").input_value())
    friend.get_by_label("Your name").fill("Luis")
    friend.get_by_role("button", name="Take seat B").click()

    friend.wait_for_url("**/rooms/*?as=b")
    expect(friend.locator("body")).to_have_attribute("data-viewer", "b")
    host.context.close()
    friend.context.close()


def test_a_room_is_hosted_with_the_keyboard_alone(browser: Browser, server: RunningServer) -> None:
    page = opened(browser, server, viewport=LAPTOP)
    page.goto("/")

    press_until(page, "Host a private room")
    page.keyboard.press("Enter")
    page.wait_for_url("**/rooms/new*")
    if page.get_by_role("link", name="Play this one").count():
        press_until(page, "Play this one: Pebbles")
        page.keyboard.press("Enter")
        page.wait_for_url(f"**/rooms/new?game={GAME}")
    press_until(page, "Host a private room", inside="form.host")
    page.keyboard.press("Enter")
    page.wait_for_url("**/links")
    press_until(page, "To the table")
    page.keyboard.press("Enter")

    page.wait_for_url("**/rooms/*?as=a")
    page.context.close()


def press_until(page: Page, words: str, inside: str = "body") -> None:
    """Presses Tab until the focus is on what carries ``words``; the focus must be seen wherever it goes."""
    for _ in range(120):
        page.keyboard.press("Tab")
        focused = page.evaluate_handle("document.activeElement").as_element()
        assert focused is not None
        name = "(node, inside) => node.closest(inside) && (node.ariaLabel ?? node.textContent.replace(/\\s+/g, ' ').trim())"
        outline = focused.evaluate(
            "(node) => getComputedStyle(node.closest('.choice') ?? node).outlineStyle + getComputedStyle(node).outlineStyle"
        )
        assert outline != "nonenone", focused.evaluate("(node) => node.outerHTML.slice(0, 200)")
        found = focused.evaluate(name, inside)
        if found == words:
            return
    raise AssertionError(f"Tab never came to {words!r}")
