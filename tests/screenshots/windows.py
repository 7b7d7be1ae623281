"""Browser windows of every size, theme and language in which states are looked at."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final, Literal, NamedTuple

import httpx
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, expect

from tests.screenshots.rooms import Site
from tests.screenshots.states import State

PATIENCE_MS: Final = 15_000
Theme = Literal["light", "dark"]


class Device(NamedTuple):
    """What somebody looks with."""

    name: str
    width: int
    height: int
    has_touch: bool


DESKTOP: Final = Device("desktop", 1440, 900, False)
PHONE: Final = Device("phone", 390, 844, True)
TABLET: Final = Device("tablet", 820, 1180, True)
LAPTOP: Final = Device("laptop", 1024, 768, False)
LYING: Final = Device("phone-lying", 844, 390, True)
DEVICES: Final = (DESKTOP, LAPTOP, PHONE, LYING, TABLET)
LANGUAGES: Final = ("es", "en")
THEMES: Final[tuple[Theme, ...]] = ("light", "dark")

# Where a place of a measured board is in the window.
_ON_SCREEN: Final = """([x, y]) => {
  const board = document.querySelector('#board');
  const at = new DOMPoint(x, Number(board.dataset.height) - y).matrixTransform(board.getScreenCTM());
  return [at.x, at.y];
}"""
# Nothing moves any more, and the board has made room for what opened beside it.
_AT_REST: Final = """async () => {
  await document.fonts.ready;
  const lie = () => { const m = document.querySelector('#board')?.getScreenCTM(); return m ? `${m.a} ${m.e} ${m.f}` : ''; };
  for (let calm = 0, before = ''; calm < 3; before = lie()) {
    await new Promise(requestAnimationFrame);
    calm = lie() === before ? calm + 1 : 0;
  }
}"""


class Window:
    """Somebody's window at a page; ``problems`` are what its console complained about."""

    def __init__(self, page: Page, device: Device, language: str) -> None:
        self.page = page
        self.device = device
        self.language = language
        self.problems: list[str] = []
        page.on("console", lambda said: self.problems.append(said.text) if _is_ours(said) else None)
        page.on("pageerror", lambda error: self.problems.append(str(error)))

    @property
    def is_wide(self) -> bool:
        """Whether the panels stand beside the board."""
        return self.device.width >= 900

    def locator(self, selector: str, **which: Any) -> Locator:
        """Part of the page."""
        return self.page.locator(selector, **which)

    def see(self, selector: str, **which: Any) -> None:
        """Waits until the first such part is seen."""
        expect(self.page.locator(selector, **which).first).to_be_visible()

    def press(self, *keys: str) -> None:
        """Presses keys, one after the other."""
        for key in keys:
            self.page.keyboard.press(key)

    def click(self, selector: str, **which: Any) -> None:
        """Clicks or taps the first such part."""
        part = self.page.locator(selector, **which).first
        part.tap() if self.device.has_touch else part.click()

    def click_at(self, x: float, y: float) -> None:
        """Clicks or taps a place of a measured board, in millimetres."""
        self.page.evaluate(_AT_REST)
        left, top = self.page.evaluate(_ON_SCREEN, [x, y])
        if self.device.has_touch:
            self.page.touchscreen.tap(left, top)
        else:
            self.page.mouse.click(left, top)

    def tab(self, name: str) -> None:
        """Opens a panel: ``dock``, ``units``, ``record`` or ``talk``."""
        tab = self.page.locator(f"#tab-{name}")
        if tab.is_visible():
            self.click(f"#tab-{name}")

    def unit(self, unit: str) -> None:
        """Clicks or taps a unit where it stands on a measured board."""
        piece = self.page.locator(f'#board [data-unit="{unit}"]')
        self.click_at(float(piece.get_attribute("data-x") or 0), float(piece.get_attribute("data-y") or 0))

    @property
    def seq(self) -> int:
        """The number of the last event that the page was told."""
        return int(self.page.locator("body").get_attribute("data-seq") or "")

    def commit(self) -> None:
        """Presses Commit, and waits until the page has heard what came of it."""
        before = self.seq
        self.click("#commit")
        expect(self.page.locator("body")).not_to_have_attribute("data-seq", str(before))

    def knows_its_offers(self) -> None:
        """Waits until the page shows what can be done now."""
        expect(self.page.locator(f'#offers[data-seq="{self.seq}"]')).to_be_attached(timeout=PATIENCE_MS)

    def rest(self) -> None:
        """Waits until nothing moves any more."""
        self.page.evaluate(_AT_REST)


def _is_ours(said: ConsoleMessage) -> bool:
    """Whether a page complains of itself: that an error's page has an error's status is as it should be."""
    return said.type == "error" and "Failed to load resource" not in said.text


class Windows:
    """The windows of one person: one browser context for each device and language, used again and again."""

    def __init__(self, browser: Browser, site: Site) -> None:
        self._browser = browser
        self._site = site
        self._contexts: dict[tuple[Device, str], BrowserContext] = {}

    def close(self) -> None:
        """Closes them all."""
        for context in self._contexts.values():
            context.close()

    @contextmanager
    def showing(self, state: State, device: Device, language: str, theme: Theme = "light") -> Iterator[Window]:
        """A window that shows a state; closed afterwards."""
        view = state.at(self._site)
        context = self._context(device, language)
        context.clear_cookies()
        cookies = dict(view.cookies)
        path = view.path
        for link in view.links:
            taken = httpx.post(link, headers={"origin": self._site.url}, timeout=PATIENCE_MS / 1000)
            assert taken.status_code == 303, taken.text
            cookies |= dict(taken.cookies.items())
            path = view.path or taken.headers["location"]
        context.add_cookies([{"name": name, "value": value, "url": self._site.url} for name, value in cookies.items()])
        page = context.new_page()
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        window = Window(page, device, language)
        try:
            page.goto(path, wait_until="load")
            if page.locator("#wire").count():
                expect(page.locator("#connection")).to_have_attribute("data-state", "online")
                if page.locator("#dock").count():
                    window.knows_its_offers()
            state.show(window)
            window.rest()
            yield window
        finally:
            context.set_offline(False)
            page.close()

    def _context(self, device: Device, language: str) -> BrowserContext:
        if (device, language) not in self._contexts:
            context = self._browser.new_context(
                base_url=self._site.url,
                locale=language,
                viewport={"width": device.width, "height": device.height},
                has_touch=device.has_touch,
                is_mobile=device.has_touch,
                reduced_motion="reduce",
            )
            context.set_default_timeout(PATIENCE_MS)
            self._contexts[device, language] = context
        return self._contexts[device, language]


def file_name(state: State, device: Device, language: str, theme: str) -> str:
    """Where a picture is kept."""
    return f"{re.sub(r'[^a-z0-9/-]+', '-', state.name)}.{device.name}.{language}.{theme}.png"
