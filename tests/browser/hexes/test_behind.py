"""A page that is still being shown dice asks nothing about what the game may have taken meanwhile."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Seated
from tests.browser.hexes.test_flames_table import crossroads, do, kinds, known, plays_until, touches
from tests.browser.tables import DESKTOP, Room
from tests.browser.test_feeling import READ_FOR_EVER
from tests.support.server import RunningServer

pytestmark = pytest.mark.e2e

ROOMS = 6
"""In so many games somebody is lost at last."""


def in_a_window(server: RunningServer) -> Room:
    """Side B may fire at whoever moves."""
    room = crossroads(server)
    for seat, order in (("a", "MT"), ("b", "FO")):
        for name in "12":
            do(room, seat, {"type": "order", "platoon": f"{seat.upper()}{name}", "order": order})
        do(room, seat, {"type": "commit"})
    ready = ("commit", "activate", "move", "hold")
    assert plays_until(room, lambda seat: "opportunity" in kinds(room, seat), ready) == "b"
    return room


def lost_of(room: Room) -> list[str]:
    return [name for name in known(room, "b")["gone"] if name[0] == "A"]


def test_of_a_team_that_is_lost_but_still_shown_no_reach_is_asked(seated: Seated, table_server: RunningServer) -> None:
    prefer = ("opportunity", "allocate", "hold", "activate", "move", "close")
    for _ in range(ROOMS):  # as the dice will
        room = in_a_window(table_server)
        ana = seated(room, "a", viewport=DESKTOP, dice="slow", reduced_motion="reduce")
        ana.page.evaluate(READ_FOR_EVER)
        plays_until(room, lambda seat: bool(lost_of(room)), prefer)  # noqa: B023
        if lost_of(room):
            break
    (lost, *_) = lost_of(room)
    expect(ana.locator("#dice .dice__throw").first).to_be_visible()
    asked: list[str] = []
    ana.page.on("request", lambda request: asked.append(request.url))

    touches(ana, f'[data-unit="{lost}"]')

    expect(ana.unit(lost)).to_have_attribute("aria-pressed", "true")
    assert [url for url in asked if "/survey" in url] == []
    assert ana.problems == []
