"""What every test in a real browser shares: one browser and one server with the toy game, windows closed after each test."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.tables import PATIENCE_MS, PEBBLES, SOLDIERS, Room, Window, sit_down
from tests.parts.web.pages_server import TOY
from tests.support.browser import launched_browser
from tests.support.postgres import Databases
from tests.support.server import RunningServer, running_server

TALL = "tests.support.tall_systems"
Seated = Callable[..., Window]


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """A real headless Chromium for all of them; it leaves before anything that has an event loop of its own begins."""
    with launched_browser() as launched:
        yield launched


@pytest.fixture(scope="package")
def table_server(databases: Databases) -> Iterator[RunningServer]:
    """The real server, the toy games beside the real ones, without limits on how fast somebody asks."""
    url = databases.fresh()
    with running_server(url, TAPETE_SYSTEMS=f"{TOY},{TALL}", LIMITS="off") as running:
        yield running
    databases.drop(url)


@pytest.fixture
def seated(browser: Browser) -> Iterator[Seated]:
    """Opens windows at tables; closes them afterwards."""
    expect.set_options(timeout=PATIENCE_MS)
    windows: list[Window] = []

    def sit(room: Room, viewer: str, **how: object) -> Window:
        window = sit_down(browser, room, viewer, **how)  # type: ignore[arg-type]
        windows.append(window)
        return window

    yield sit
    for window in windows:
        window.page.context.close()
    expect.set_options(timeout=5_000)


@pytest.fixture
def pebbles(table_server: RunningServer) -> Room:
    """A game of Pebbles just begun, in which the lot made Ana the first to act."""
    while True:
        room = Room(table_server, "pebbles", "open", PEBBLES)
        if room.offers("a"):
            return room


@pytest.fixture
def garden(table_server: RunningServer) -> Room:
    """A skirmish in the garden after its roll-off, with Ana's army to act."""
    while True:
        room = Room(table_server, "war_of_plastic", "garden_skirmish", SOLDIERS)
        while any(offer["type"] == "roll" for offer in room.offers("a") + room.offers("b")):
            if room.act("a", {"type": "roll"}).status_code != 200:
                room.act("b", {"type": "roll"})
        if room.offers("a"):
            return room
