"""What a table weighs: its first view in a real browser, and what each act pushes to each of its pages.

Chromium without a graphics card, 1440 by 900, the largest scenario of each game, everybody on the table. Bytes are those of the wire.
"""

from __future__ import annotations

import random
import statistics
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import httpx
from playwright.sync_api import Browser
from websockets.sync.client import ClientConnection, connect

from app.web.draw.known import known
from benchmarks.frames import WINDOW
from benchmarks.rules import SEED
from tests.support.browser import launched_browser
from tests.support.server import RunningServer

LARGEST = (
    *(("war_of_plastic", "breakthrough", 6), ("open_wars", "seven_crowns", 7), ("splatball", "four_gangs", 4)),
    ("flames_hexwar", "big_pass", 4),
    ("tierras_distantes", "reactor", 2),
)
BEFORE = (
    *("muster", "enter", "deploy", "finish_deployment", "roll"),
    *("submit_army", "choose_edge", "deploy_hq", "deploy_ammo", "finish_deploy", "place_objective", "assign_markers"),
    *("choose_side", "deploy_rest", "confirm_deployment"),
)
ACTS = 100
QUIET_S = 0.25
FIRST_VIEW_BYTES, READY_MS, PUSH_BYTES = 200_000, 1000, 3000

# Before the page's own script: what shifts, and what holds the page up.
WATCH = """
  window.shifted_ = 0; window.long_ = [];
  new PerformanceObserver((list) => list.getEntries().forEach((each) => { window.shifted_ += each.value; }))
    .observe({type: 'layout-shift', buffered: true});
  new PerformanceObserver((list) => list.getEntries().forEach((each) => window.long_.push(each.duration)))
    .observe({type: 'longtask', buffered: true});
"""
FOUND = """() => ({
  bytes: performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation'))
    .filter((each) => !/\\/(offers|survey|previews)/.test(each.name)).reduce((sum, each) => sum + each.encodedBodySize, 0),
  requests: performance.getEntriesByType('resource').length + 1,
  ready: performance.now(), shifted: window.shifted_, long: window.long_,
})"""


def measure(seconds: float) -> dict[str, str]:
    """The figures by name."""
    figures: dict[str, str] = {}
    with tempfile.TemporaryDirectory(prefix="tapete-bench-") as home, launched_browser() as browser:
        server = RunningServer({"PORT": "0", "TAPETE_HOME": home, "LIMITS": "off"})
        try:
            for game, scenario, seats in LARGEST:
                table = Table(server.url, game, scenario, seats)
                figures |= {f"{game}, {scenario}: {name}": told for name, told in table.first_view(browser).items()}
                figures[f"{game}, {scenario}: bytes of an act for a page, to stay under {PUSH_BYTES}"] = spread(
                    table.pushes(ACTS)
                )
        finally:
            server.terminate()
    return figures


class Table:
    """A room that is played over the API, with everybody already on it."""

    def __init__(self, url: str, game: str, scenario: str, seats: int) -> None:
        self._url = url
        self._pick = random.Random(SEED)
        self._client = httpx.Client(base_url=url, timeout=60)
        wanted = {"game": game, "scenario": scenario, "seats": [{"kind": "human"} for _ in range(seats)]}
        made = self._client.post("/api/v1/rooms", json=wanted).json()
        self._room = f"/api/v1/rooms/{made['id']}"
        self._page = f"/rooms/{made['id']}"
        self._tokens = {seat["seat"]: {"Authorization": f"Bearer {seat['token']}"} for seat in made["seats"]}
        self._links = {seat["seat"]: seat["url"] for seat in made["seats"]}
        self._links["spectator"] = made["spectator"]["url"]
        while (kinds := {offer["type"] for offer in self._offers(self._asked())}) & set(BEFORE):
            self.act(
                ("commit",) if "commit" in kinds else BEFORE
            )  # who may commit stands already where the scenario says

    def _asked(self) -> str:
        asked: list[str] = self._client.get(self._room, headers=self._tokens["a"]).json()["to_act"]
        return asked[0] if asked else ""

    def _offers(self, seat: str) -> list[dict[str, Any]]:
        if not seat:
            return []
        found: list[dict[str, Any]] = self._client.get(f"{self._room}/offers", headers=self._tokens[seat]).json()[
            "offers"
        ]
        return found

    def act(self, prefer: tuple[str, ...] = ()) -> bool:
        """One act of whoever is asked; false when the game is over."""
        seat = self._asked()
        offers = self._offers(seat)
        if not offers:
            return False
        wanted = [offer for offer in offers if offer["type"] in prefer] or [o for o in offers if o["type"] != "resign"]
        action = self._pick.choice(self._pick.choice(wanted)["examples"])
        self._client.post(
            f"{self._room}/actions", json={"action": action}, headers=self._tokens[seat]
        ).raise_for_status()
        return True

    def first_view(self, browser: Browser) -> dict[str, str]:
        """What the page of the seat that is asked weighs, and when its buttons do something; the second visit tells the time."""
        context = browser.new_context(base_url=self._url, viewport=WINDOW, locale="en")
        taken = context.request.post(self._links[self._asked()], headers={"origin": self._url}, max_redirects=0)
        visits = []
        for _ in range(2):
            page = context.new_page()
            page.add_init_script(WATCH)
            page.goto(taken.headers["location"])
            page.wait_for_selector("#sheet:not(.is-coming) #offers[data-seq]", state="attached")
            visits.append(page.evaluate(FOUND))
            page.close()
        context.close()
        first, second = visits
        return {
            f"bytes of the first view, to stay under {FIRST_VIEW_BYTES}": f"{first['bytes']}",
            "requests of the first view": f"{first['requests']}",
            f"interactive, to stay under {READY_MS} ms": f"{first['ready']:.0f} ms, again {second['ready']:.0f} ms",
            "shifted, to be 0": f"{first['shifted']:.4f}",
            "longest tasks": ", ".join(f"{each:.0f} ms" for each in sorted(first["long"], reverse=True)[:3]) or "none",
        }

    def pushes(self, acts: int) -> list[int]:
        """How many bytes each of so many acts sends to each page that looks on."""
        with ExitStack() as stack:
            lines = [stack.enter_context(self._line(viewer)) for viewer in self._links]
            for line in lines:
                list(waiting(line))
            found = []
            for _ in range(acts):
                if not self.act():
                    break
                found += [sum(waiting(line)) for line in lines]
            return found

    def _line(self, viewer: str) -> ClientConnection:
        with httpx.Client(base_url=self._url, headers={"origin": self._url}) as browser:
            browser.post(self._links[viewer])
            cookie = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
        url = f"{self._url.replace('http://', 'ws://')}{self._page}/socket?as={viewer}&after=0&packed={known().edition}&lang=en"
        return connect(url, additional_headers={"Cookie": cookie, "Origin": self._url}, proxy=None, max_size=None)


def waiting(line: ClientConnection) -> Iterator[int]:
    """The bytes of every message that comes before the line falls quiet."""
    patience = QUIET_S * 4
    while True:
        try:
            message = line.recv(patience)
        except TimeoutError:
            return
        yield len(message.encode() if isinstance(message, str) else message)
        patience = 0.02


def spread(found: list[int]) -> str:
    """Median, 95th percentile and greatest of some counts."""
    ordered = sorted(found)
    return f"{statistics.median(ordered):.0f}, 95 % within {ordered[int(len(ordered) * 0.95)]}, at most {ordered[-1]} ({len(ordered)})"
