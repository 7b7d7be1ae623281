"""Who is in hand, and how one gets one's hands free again."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Seated
from tests.browser.hexes.test_flames_table import crossroads, do, takes
from tests.support.server import RunningServer

pytestmark = pytest.mark.e2e


def test_what_a_unit_alone_can_do_is_left_by_one_press(seated: Seated, table_server: RunningServer) -> None:
    room = crossroads(table_server)
    for seat, name, order in (("a", "A1", "FO"), ("a", "A2", "MD"), ("b", "B1", "FO"), ("b", "B2", "FO")):
        do(room, seat, {"type": "order", "platoon": name, "order": order})
    for seat in "ab":
        do(room, seat, {"type": "commit"})
    do(room, "a", {"type": "activate", "platoon": "A2"})
    do(room, "a", {"type": "move", "team": "A2.7", "path": ["0103"], "halt": True})
    if room.to_act() == ["b"]:
        do(room, "b", {"type": "hold", "until": "activation"})
    ana = seated(room, "a")
    takes(ana, "A2.7")
    expect(ana.locator("#plan")).to_contain_text("Mount")
    ana.press("Escape")
    expect(ana.locator("#plan")).not_to_contain_text("Mount")
    expect(ana.locator('#board [data-unit][aria-pressed="true"]')).to_have_count(0)
