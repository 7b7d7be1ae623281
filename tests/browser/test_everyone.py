"""For everyone: pages and states in all sizes, themes and languages, looked at by axe and read; the keyboard's way over the table."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle

import pytest
from playwright.sync_api import Browser, expect

from tests.screenshots.checks import findings
from tests.screenshots.rooms import Site
from tests.screenshots.serving import repeatable_server
from tests.screenshots.states import State, all_states
from tests.screenshots.windows import DESKTOP, PHONE, TABLET, Device, Theme, Window, Windows
from tests.support.random_play import bounded

pytestmark = pytest.mark.e2e

WAYS: tuple[tuple[Device, str, Theme], ...] = (
    (DESKTOP, "es", "dark"),
    (PHONE, "en", "light"),
    (TABLET, "es", "light"),
    (PHONE, "es", "dark"),
    (DESKTOP, "en", "light"),
)
VISITED = (
    *(
        "pages/home",
        "pages/import-refused",
        "pages/rooms-nowhere",
        "pages/join",
        "pages/links-playing",
        "pages/campaign-deciding",
    ),
    *("pages/war_of_plastic-tables", "pages/war_of_plastic-host", "pages/about"),
    *(
        "war_of_plastic/waiting",
        "war_of_plastic/deployment-planned",
        "war_of_plastic/in-words",
        "war_of_plastic/paused",
    ),
    *("war_of_plastic/correction-proposed", "war_of_plastic/replay", "war_of_plastic/end", "war_of_plastic/offline"),
    *("open_wars/waivers", "open_wars/assign-hit", "open_wars/in-words", "open_wars/seven", "open_wars/end"),
    *("splatball/planned", "splatball/in-words", "splatball/four-gangs", "splatball/end"),
    *("flames_hexwar/card", "flames_hexwar/covering", "flames_hexwar/strikes"),
    *("tierras_distantes/aiming", "tierras_distantes/squads"),
)
"""A state of every kind; ``python -m tests.screenshots --check`` visits all of them in every way."""


@pytest.fixture(scope="module")
def windows(browser: Browser, module_database_url: str) -> Iterator[Windows]:
    """Windows at a server whose dice are always the same."""
    with repeatable_server(module_database_url) as server:
        site = Site(server.url)
        found = Windows(browser, site)
        yield found
        found.close()
        site.close()


def state_of(name: str) -> State:
    """A state by its name."""
    return next(state for state in all_states(name) if state.name == name)


@pytest.mark.parametrize(
    ("name", "way"),
    list(zip(VISITED, cycle(WAYS), strict=False)),
    ids=lambda each: each if isinstance(each, str) else each[0].name,
)
def test_nothing_is_wrong_with_it(windows: Windows, name: str, way: tuple[Device, str, Theme]) -> None:
    with windows.showing(state_of(name), *way) as window:
        assert list(findings(window)) == []


# Everything in the order in which Tab comes to it, until it leaves the page; and what of it cannot be seen to have the focus.
_FOCUSED = """() => {
  const at = document.activeElement;
  if (!at || at === document.body) return null;
  const style = getComputedStyle(at);
  const isSeen = at.closest('.skip') !== null || style.outlineStyle !== 'none' || style.boxShadow !== 'none' || at.closest('#board') !== null;
  return {name: at.id || at.dataset.do || at.dataset.zoom || at.dataset.tab || at.dataset.offer || at.dataset.pick || at.dataset.unit
    || at.getAttribute('aria-label') || at.textContent.trim().slice(0, 30), isSeen};
}"""


def test_tab_goes_over_every_control_of_the_table_and_is_never_caught(windows: Windows) -> None:
    with windows.showing(state_of("war_of_plastic/idle"), DESKTOP, "en") as window:
        way = []
        for _ in range(120):
            window.press("Tab")
            focused = window.page.evaluate(_FOCUSED)
            if focused is None:
                break
            way.append(focused)

        names = [each["name"] for each in way]
        assert [each["name"] for each in way if not each["isSeen"]] == []
        assert len(names) < 119, f"Tab never left the page: {names[-20:]}"
        wanted = ["d-A-01", "fit", "undo", "ruler", "help", "menu", "end_turn", "log", "say-text"]
        places = [names.index(name) for name in wanted if name in names]
        assert [name for name in wanted if name not in names] == []
        assert places == sorted(places), names


def test_the_focus_comes_back_to_where_a_window_was_opened(windows: Windows) -> None:
    with windows.showing(state_of("war_of_plastic/idle"), DESKTOP, "en") as window:
        for opener, window_id in (("help", "help"), ("menu", "rules")):
            focus_comes_back(window, opener, window_id)


def focus_comes_back(window: Window, opener: str, window_id: str) -> None:
    button = window.locator(f'.bar [data-do="{opener}"]')
    button.focus()
    window.press("Enter")
    if window_id != opener:
        window.locator(f'#menu [data-do="{window_id}"]').focus()
        window.press("Enter")
    expect(window.locator(f"#{window_id}")).to_be_visible()

    window.press("Escape")

    expect(window.locator(f"#{window_id}")).to_be_hidden()
    expect(button).to_be_focused()


# All that shifted since the page was opened, without anybody having touched it.
_SHIFTED = """() => new Promise((told) => {
  let sum = 0;
  new PerformanceObserver((list) => list.getEntries().forEach((each) => { sum += each.value; }))
    .observe({type: 'layout-shift', buffered: true});
  setTimeout(() => told(sum), 50);
})"""
_HAS_COME = """() => document.querySelector('#connection[data-state="online"]') !== null
  && document.querySelector('#sheet:not(.is-coming) #offers[data-seq]') !== null"""


@pytest.mark.parametrize("device", [DESKTOP, PHONE], ids=lambda device: device.name)
@pytest.mark.parametrize("name", ["war_of_plastic/idle", "open_wars/respond", *bounded([], ["open_wars/idle"])])
def test_nothing_moves_while_a_table_comes(windows: Windows, name: str, device: Device) -> None:
    with windows.showing(state_of(name), device, "es") as window:
        assert window.page.evaluate(_SHIFTED) < 0.001

        # On a slow machine whatever comes late would be seen to come.
        window.page.context.new_cdp_session(window.page).send("Emulation.setCPUThrottlingRate", {"rate": 6})
        window.page.reload(wait_until="commit")
        window.page.wait_for_function(_HAS_COME, timeout=60_000)
        assert window.page.evaluate(_SHIFTED) < 0.001
