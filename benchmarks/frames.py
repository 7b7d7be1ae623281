"""The tape under the pointer: how often a real browser draws while a way is dragged over the largest table.

Chromium without a graphics card, 1440 by 900, breakthrough with six seats and everybody on the table. The pointer moves for every
frame; a frame at 60 a second has 16.7 ms. ``script`` is what the page's own code takes of it.
"""

from __future__ import annotations

import random
import statistics
import tempfile
from itertools import pairwise
from typing import Any

import httpx
from playwright.sync_api import Page

from benchmarks.previews import LARGEST, PEACEFUL
from benchmarks.rules import SEED
from tests.support.browser import launched_browser
from tests.support.server import RunningServer

GAME = "war_of_plastic"
SCENARIO, SEATS = LARGEST[GAME]

WINDOW = {"width": 1440, "height": 900}
ROUNDS = 2
STEPS = 40

# Before the page's own script: every frame is noted, and how long the page's callbacks took in it.
WATCH = """
  window.frames_ = []; window.script_ = [];
  const real = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (work) => real((at) => {
    const from = performance.now(); work(at); window.script_.push(performance.now() - from);
  });
  const beat = (at) => { window.frames_.push(at); real(beat); };
  real(beat);
"""

PLACE = """([x, y]) => {
  const board = document.querySelector('#board');
  const at = new DOMPoint(x, Number(board.dataset.height) - y).matrixTransform(board.getScreenCTM());
  return [at.x, at.y];
}"""


def measure(seconds: float) -> dict[str, str]:
    """The figures by name."""
    with tempfile.TemporaryDirectory(prefix="tapete-bench-") as home:
        server = RunningServer({"PORT": "0", "TAPETE_HOME": home, "LIMITS": "off"})
        try:
            link = crowded(server.url)
            with launched_browser() as browser:
                context = browser.new_context(base_url=server.url, viewport=WINDOW, locale="en")
                taken = context.request.post(link, headers={"origin": server.url}, max_redirects=0)
                page = context.new_page()
                page.add_init_script(WATCH)
                page.goto(taken.headers["location"])
                page.wait_for_selector("#offers[data-seq] [data-pick], #board .can-act")
                return drag(page, seconds)
        finally:
            server.terminate()


def crowded(url: str) -> str:
    """The link of a seat whose turn it is at a table to which everybody has come."""
    pick = random.Random(SEED)
    with httpx.Client(base_url=url, timeout=30) as client:
        seats = [{"kind": "human"} for _ in range(SEATS)]
        made = client.post("/api/v1/rooms", json={"game": GAME, "scenario": SCENARIO, "seats": seats}).json()
        room = f"/api/v1/rooms/{made['id']}"
        tokens = {seat["seat"]: {"Authorization": f"Bearer {seat['token']}"} for seat in made["seats"]}
        while True:
            state = client.get(room, headers=tokens["a"]).json()
            seat = pick.choice(state["to_act"])
            if client.get(f"{room}/position", headers=tokens[seat]).json()["view"]["round"] > ROUNDS:
                return next(each["url"] for each in made["seats"] if each["seat"] == seat)
            offers = client.get(f"{room}/offers", headers=tokens[seat]).json()["offers"]
            best = [offer for offer in offers if offer["type"] in PEACEFUL] or offers
            action = pick.choice(pick.choice(best)["examples"])
            client.post(f"{room}/actions", json={"action": action}, headers=tokens[seat]).raise_for_status()


def drag(page: Page, seconds: float) -> dict[str, str]:
    """Drags a way to and fro for that long."""
    unit = page.locator("#board .can-act").first
    x, y = (float(unit.get_attribute(name) or 0) for name in ("data-x", "data-y"))
    width, height = (float(page.locator("#board").get_attribute(f"data-{name}") or 0) for name in ("width", "height"))
    idle = frames_of(page, seconds / 2)
    start, middle = page.evaluate(PLACE, [x, y]), page.evaluate(PLACE, [(x + width) / 2, (y + height) / 2])
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*middle, steps=4)
    page.evaluate("window.frames_.length = 0; window.script_.length = 0;")
    begun = page.evaluate("performance.now()")
    ends, n = (start, middle), 0
    while page.evaluate("performance.now()") - begun < 1000 * seconds:
        page.mouse.move(ends[n % 2][0] + 40, ends[n % 2][1] + 40, steps=STEPS)
        n += 1
    found: dict[str, Any] = page.evaluate("({frames: window.frames_, script: window.script_})")
    page.mouse.up()
    between = apart(found["frames"])
    script = sorted(found["script"])
    units = page.locator("#board [data-unit]").count()
    return {
        f"frames while a way is dragged, {units} units on the table": (
            f"{1000 / statistics.mean(between):.0f} a second; {told(between)} apart ({len(between)} frames)"
        ),
        "script of a frame in which the tape was drawn": told(script),
        "frames while nobody touches the table": f"{1000 / statistics.mean(idle):.0f} a second; {told(idle)} apart",
    }


def frames_of(page: Page, seconds: float) -> list[float]:
    """How far apart frames are that nobody asks for: what this machine can do at the moment."""
    page.evaluate("window.frames_.length = 0")
    page.wait_for_timeout(1000 * seconds)
    return apart(page.evaluate("window.frames_"))


def apart(times: list[float]) -> list[float]:
    """The time from each frame to the next, sorted."""
    return sorted(b - a for a, b in pairwise(times))


def told(times: list[float]) -> str:
    """Median and 95th percentile of sorted times."""
    return f"{statistics.median(times):.1f} ms, 95 % within {times[int(len(times) * 0.95)]:.1f} ms"
