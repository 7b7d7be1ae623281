"""The column beside the board: what happened stays in sight below what can be done."""

from __future__ import annotations

import pytest

from tests.browser.conftest import Seated
from tests.browser.hexes.test_flames_table import takes
from tests.browser.hexes.test_together import marching
from tests.browser.tables import DESKTOP, Window
from tests.support.server import RunningServer

pytestmark = pytest.mark.e2e

THREE_LINES_PX = 75


def height(window: Window, part: str) -> float:
    box = window.locator(part).bounding_box()
    assert box is not None
    return box["height"]


def test_beside_cards_the_log_keeps_three_lines_whoever_is_in_hand(seated: Seated, table_server: RunningServer) -> None:
    ana = seated(marching(table_server, watched=True), "a", viewport=DESKTOP)
    ana.page.evaluate("() => document.getElementById('aims')?.remove()")
    before = height(ana, "#log")
    assert before > THREE_LINES_PX
    takes(ana, "A2.0")
    assert height(ana, "#log") == before
