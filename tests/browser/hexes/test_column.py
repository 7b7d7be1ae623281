"""The column beside the board: what is planned keeps its place, and while others are waited for the log has the room."""

from __future__ import annotations

import pytest

from tests.browser.conftest import Seated
from tests.browser.hexes.test_flames_table import LOW, takes, touches
from tests.browser.hexes.test_together import marching
from tests.browser.tables import DESKTOP, Window
from tests.support.server import RunningServer

pytestmark = pytest.mark.e2e

THREE_LINES_PX = 75


def height(window: Window, part: str) -> float:
    box = window.locator(part).bounding_box()
    assert box is not None
    return box["height"]


@pytest.mark.parametrize("view", [DESKTOP, LOW], ids=["desk", "low"])
def test_the_log_has_what_the_dock_does_not_need_while_others_are_waited_for(
    seated: Seated, table_server: RunningServer, view: dict[str, int]
) -> None:
    ana = seated(marching(table_server, watched=True), "a", viewport=view)
    ana.page.evaluate("() => document.getElementById('aims')?.remove()")
    before = height(ana, "#log")
    if view is DESKTOP:
        assert before > THREE_LINES_PX
    takes(ana, "A2.0")
    assert height(ana, "#log") == before
    touches(ana, '[data-cell="0304"]')
    ana.allows()
    ana.commit()

    ana.page.wait_for_function("() => document.querySelector('#sheet.is-waiting') !== null")
    assert height(ana, "#log") > before + THREE_LINES_PX
    cut = "part => part.scrollHeight - part.clientHeight"
    assert ana.locator("#spotlight").evaluate(cut) <= 1
    assert ana.locator("#dock").evaluate(cut) <= 1
