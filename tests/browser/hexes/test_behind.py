"""A page that is still being shown dice asks nothing about what the game may have taken meanwhile."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Seated
from tests.browser.hexes.test_flames_table import crossroads, do, kinds, known, plays_until, touches
from tests.browser.tables import DESKTOP
from tests.browser.test_feeling import READ_FOR_EVER
from tests.support.server import RunningServer

pytestmark = pytest.mark.e2e


def test_of_a_team_that_is_lost_but_still_shown_no_reach_is_asked(seated: Seated, table_server: RunningServer) -> None:
    room = crossroads(table_server)
    for seat, order in (("a", "MT"), ("b", "FO")):
        for name in "12":
            do(room, seat, {"type": "order", "platoon": f"{seat.upper()}{name}", "order": order})
        do(room, seat, {"type": "commit"})
    ready = ("commit", "activate", "move", "hold")
    assert plays_until(room, lambda seat: "opportunity" in kinds(room, seat), ready) == "b"
    ana = seated(room, "a", viewport=DESKTOP, dice="slow", reduced_motion="reduce")
    ana.page.evaluate(READ_FOR_EVER)
    prefer = ("opportunity", "allocate", "activate", "move", "close")
    plays_until(room, lambda seat: any(name[0] == "A" for name in known(room, "b")["gone"]), prefer)
    lost = next(name for name in known(room, "b")["gone"] if name[0] == "A")
    expect(ana.locator("#dice .dice__throw").first).to_be_visible()
    asked: list[str] = []
    ana.page.on("request", lambda request: asked.append(request.url))

    touches(ana, f'[data-unit="{lost}"]')

    expect(ana.unit(lost)).to_have_attribute("aria-pressed", "true")
    assert [url for url in asked if "/survey" in url] == []
    assert ana.problems == []
