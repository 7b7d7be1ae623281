"""Rooms made over the API, opened in real browser windows; and where things are on their boards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import httpx
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from tests.support import axe
from tests.support.server import RunningServer

DESKTOP = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
LYING = {"width": 844, "height": 390}
PATIENCE_S = 30
PATIENCE_MS = 1000 * PATIENCE_S
PEBBLES = ({"kind": "human", "name": "Ana", "team": "red"}, {"kind": "human", "name": "Luis", "team": "blue"})
SOLDIERS = ({"kind": "human", "name": "Ana"}, {"kind": "human", "name": "Luis"})

# Where a place of a measured board is on the screen.
_ON_SCREEN = """([x, y]) => {
  const board = document.querySelector('#board');
  const view = board.viewBox.baseVal;
  const box = board.getBoundingClientRect();
  const south = Number(board.dataset.height) - y;
  return [box.left + (x - view.x) / view.width * box.width, box.top + (south - view.y) / view.height * box.height];
}"""

# Asked with every frame: a locator's expectations look at once, then after 100, 350 and 850 ms, and every second.
_KNOWS_ITS_OFFERS = """() => document.getElementById('offers')?.dataset.seq === document.body.dataset.seq
  && document.querySelector('#sheet.is-coming') === null"""
_IS_ONLINE = "() => document.getElementById('connection')?.dataset.state === 'online'"
_HEARS = "seq => document.body.dataset.seq === seq"
_HEARS_MORE_THAN = "seq => document.body.dataset.seq !== seq"


def knows_its_offers(page: Page) -> None:
    """Waits until a page shows what can be done now, not what could be done before."""
    page.wait_for_function(_KNOWS_ITS_OFFERS)


class Room:
    """A room in play and the links of everybody in it."""

    def __init__(
        self,
        server: RunningServer,
        game: str,
        scenario: str,
        seats: tuple[Mapping[str, Any], ...],
        tables: Mapping[str, object] | None = None,
        **options: object,
    ) -> None:
        self.server = server
        wanted = {"game": game, "scenario": scenario, "seats": list(seats), "options": options, "tables": tables or {}}
        made = httpx.post(f"{server.url}/api/v1/rooms", json=wanted, timeout=PATIENCE_S)
        assert made.status_code == 201, made.text
        answer = made.json()
        self.url = f"{server.url}/api/v1/rooms/{answer['id']}"
        self.tokens = {seat["seat"]: seat["token"] for seat in answer["seats"]}
        self.links = {seat["seat"]: seat["url"] for seat in answer["seats"]}
        self.links["spectator"] = answer["spectator"]["url"]

    def act(self, seat: str, action: Mapping[str, Any]) -> httpx.Response:
        """Plays an action as a program would."""
        return httpx.post(f"{self.url}/actions", json={"action": action}, headers=self._as(seat), timeout=PATIENCE_S)

    def events(self, seat: str) -> list[dict[str, Any]]:
        """Everything a seat was told."""
        found: list[dict[str, Any]] = self._get("events", seat)["events"]
        return found

    def offers(self, seat: str) -> list[dict[str, Any]]:
        """What a seat may do now."""
        found: list[dict[str, Any]] = self._get("offers", seat)["offers"]
        return found

    def units(self, seat: str) -> Any:
        """The units as a seat sees them."""
        return self._get("position", seat)["view"]["units"]

    def to_act(self) -> list[str]:
        """The seats that the game waits for; others may have something they could do, too."""
        found: list[str] = self._get("", "a")["to_act"]
        return found

    def _get(self, what: str, seat: str) -> Any:
        answer = httpx.get(f"{self.url}/{what}".rstrip("/"), headers=self._as(seat), timeout=PATIENCE_S)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def _as(self, seat: str) -> dict[str, str]:
        return {"authorization": f"Bearer {self.tokens[seat]}"}


class Window:
    """Somebody's browser at a table. ``problems`` are what its console complained about."""

    def __init__(self, page: Page, *, has_touch: bool) -> None:
        self.page = page
        self.problems: list[str] = []
        self._has_touch = has_touch
        page.on("console", lambda said: self.problems.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: self.problems.append(str(error)))

    def locator(self, selector: str, **which: Any) -> Locator:
        """Part of the page."""
        return self.page.locator(selector, **which)

    def unit(self, name: str) -> Locator:
        """A unit on the board."""
        return self.page.locator(f'#board [data-unit="{name}"]')

    def screen(self, x: float, y: float) -> tuple[float, float]:
        """Where a place of the board is in the window."""
        left, top = self.page.evaluate(_ON_SCREEN, [x, y])
        return left, top

    def click(self, x: float, y: float) -> None:
        """Clicks or taps a place of the board."""
        left, top = self.screen(x, y)
        if self._has_touch:
            self.page.touchscreen.tap(left, top)
        else:
            self.page.mouse.click(left, top)

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Drags from one place of the board to another."""
        self.page.mouse.move(*self.screen(*start))
        self.page.mouse.down()
        self.page.mouse.move(*self.screen(*end), steps=6)
        self.page.mouse.up()

    def press(self, *keys: str) -> None:
        """Presses keys, one after the other."""
        for key in keys:
            self.page.keyboard.press(key)

    def commit(self) -> None:
        """Presses Commit, and waits until the page has heard what came of it."""
        heard = self.seq
        self.locator("#commit").click()
        self.hears_more_than(heard)

    @property
    def seq(self) -> int:
        """The number of the last event that this page was told."""
        return int(self.locator("body").get_attribute("data-seq") or "")

    def wait_for_seq(self, seq: int) -> None:
        """Waits until the page has heard of an event."""
        self.page.wait_for_function(_HEARS, arg=str(seq))

    def hears_more_than(self, seq: int) -> None:
        """Waits until the page has heard of another event than this."""
        self.page.wait_for_function(_HEARS_MORE_THAN, arg=str(seq))

    def knows_its_offers(self) -> None:
        """Waits until the page shows what can be done now, not what could be done before."""
        knows_its_offers(self.page)

    def allows(self) -> None:
        """Waits until the server says that what is planned may be done."""
        expect(self.locator("#plan [data-verdict]")).to_have_attribute("data-verdict", "legal")

    def does(self, *keys: str) -> None:
        """Presses keys, one after the other, the last of which does something; waits until the page has heard of it."""
        heard = self.seq
        self.press(*keys)
        self.hears_more_than(heard)
        self.knows_its_offers()

    def says(self, *lines: str) -> None:
        """Words, line by line, until the plan is allowed; then that it be done."""
        for line in lines:
            self.locator("#words-line").fill(line)
            self.press("Enter")
        self.allows()
        self.locator("#words-line").fill("done")
        self.does("Enter")

    def is_my_go(self) -> bool:
        """Whether the page says that its player is asked."""
        return self.locator("#live").get_attribute("data-my-go") == "true"

    def breaches(self) -> list[str]:
        """What axe finds wrong with the page as it is now."""
        return axe.breaches(self.page)


def dice_stay(setting: str) -> str:
    """What a browser does first, so that results of dice stay as long as a setting says until its owner chooses another."""
    return f"if (location.origin !== 'null') localStorage['tapete:dice'] ??= '{setting}'"


def sit_down(
    browser: Browser,
    room: Room,
    viewer: str,
    *,
    locale: str = "en",
    viewport: Mapping[str, int] = DESKTOP,
    dice: str = "at_once",
    **more: Any,
) -> Window:
    """Comes to the table in a browser of its own, where results of ``dice`` stay as long as that setting says. Its link is exchanged
    without the page that shows the seat behind it: the way over that page is what the tests of hosting and joining go."""
    has_touch = viewport["width"] < 600
    context: BrowserContext = browser.new_context(
        base_url=room.server.url, locale=locale, viewport=dict(viewport), has_touch=has_touch, **more
    )
    context.set_default_timeout(PATIENCE_MS)
    context.add_init_script(dice_stay(dice))
    taken = context.request.post(room.links[viewer], headers={"origin": room.server.url}, max_redirects=0)
    assert taken.status == 303, taken.text()
    window = Window(context.new_page(), has_touch=has_touch)
    window.page.goto(taken.headers["location"])
    expect(window.locator("body")).to_have_attribute("data-viewer", viewer)
    window.page.wait_for_function(_IS_ONLINE)
    if viewer != "spectator":
        window.knows_its_offers()
    return window
