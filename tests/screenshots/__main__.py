"""``python -m tests.screenshots [FILTER]``: pictures of every page and state, and a page to look at them, in ``screenshots/``."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import product
from pathlib import Path
from typing import Final, NamedTuple

from playwright.sync_api import Error

from tests.screenshots.checks import findings
from tests.screenshots.contact_sheet import write_sheet
from tests.screenshots.rooms import Site
from tests.screenshots.serving import repeatable_server
from tests.screenshots.states import State, all_states
from tests.screenshots.windows import DEVICES, LANGUAGES, THEMES, Device, Window, Windows, file_name
from tests.support.browser import launched_browser
from tests.support.postgres import Databases, throw_away_server

WIDE: Final = 900
"""From here on the panels stand beside the board."""
FOLDER: Final = Path(__file__).parents[2] / "screenshots"


class Wanted(NamedTuple):
    """Which pictures are to be taken, where."""

    pattern: str
    devices: tuple[str, ...]
    languages: tuple[str, ...]
    themes: tuple[str, ...]
    folder: Path
    is_checked: bool


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; answers how many states could not be shown."""
    parser = argparse.ArgumentParser(prog="python -m tests.screenshots", description=__doc__)
    parser.add_argument("filter", nargs="?", default="", help="part of a state's name, as in open_wars/cast")
    parser.add_argument("--devices", default="", help="among desktop,laptop,phone,phone-lying,tablet; all if not given")
    parser.add_argument("--languages", default=",".join(LANGUAGES))
    parser.add_argument("--themes", default=",".join(THEMES))
    parser.add_argument("--folder", type=Path, default=FOLDER)
    parser.add_argument("--check", action="store_true", help="also say what axe, the words and the width tell")
    parser.add_argument("--list", action="store_true", help="only say what there is")
    parser.add_argument("--workers", type=int, default=2)
    given = parser.parse_args(arguments)
    if given.list:
        sys.stdout.writelines(f"{state.name}\n" for state in all_states(given.filter))
        return 0
    devices = tuple(given.devices.split(",")) if given.devices else tuple(device.name for device in DEVICES)
    wanted = Wanted(
        given.filter,
        devices,
        tuple(given.languages.split(",")),
        tuple(given.themes.split(",")),
        given.folder,
        given.check,
    )
    begun = time.monotonic()
    with (
        throw_away_server() as postgres,
        repeatable_server(Databases(postgres).fresh()) as server,
        ProcessPoolExecutor(given.workers) as pool,
    ):
        shares = [pool.submit(take_share, server.url, wanted, n, given.workers) for n in range(given.workers)]
        failures = [failure for share in shares for failure in share.result()]
    write_sheet(given.folder)
    sys.stdout.writelines(f"{failure}\n" for failure in failures)
    sys.stdout.write(f"{given.folder / 'index.html'}, {time.monotonic() - begun:.0f} s\n")
    return min(len(failures), 100)


def take_share(url: str, wanted: Wanted, share: int, shares: int) -> list[str]:
    """Takes every so manieth state's pictures; answers what could not be shown, and why."""
    failures = []
    states = [state for n, state in enumerate(all_states(wanted.pattern)) if n % shares == share]
    with launched_browser() as browser:
        site = Site(url)
        windows = Windows(browser, site)
        for state in states:
            for device, language in _ways(state, wanted):
                try:
                    with windows.showing(state, device, language) as window:
                        found = take(window, state, wanted)
                except (AssertionError, Error) as error:
                    found = [str(error).strip().replace("\n", " ")[:400]]
                failures += [f"{state.name} {device.name} {language}: {said}" for said in found]
        windows.close()
        site.close()
    return failures


def _ways(state: State, wanted: Wanted) -> list[tuple[Device, str]]:
    devices = [device for device in DEVICES if device.name in wanted.devices]
    if state.wide is not None:
        devices = [device for device in devices if (device.width >= WIDE) == state.wide]
    if not state.has_tablet:
        devices = [device for device in devices if not device.name.startswith("tablet")]
    return list(product(devices, wanted.languages))


def take(window: Window, state: State, wanted: Wanted) -> list[str]:
    """A picture in every theme; of a whole page, if it is no table. Answers what is wrong."""
    is_table = window.locator("#board").count() > 0
    found = []
    for theme in THEMES:
        if theme in wanted.themes:
            window.page.emulate_media(color_scheme=theme, reduced_motion="reduce")
            path = wanted.folder / file_name(state, window.device, window.language, theme)
            window.page.screenshot(path=path, full_page=not is_table, animations="disabled")
            if wanted.is_checked:
                found += findings(window)
    return list(dict.fromkeys(found)) if wanted.is_checked else window.problems


if __name__ == "__main__":
    sys.exit(main())
