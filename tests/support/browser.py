"""A real headless Chromium: found on this machine, or installed; ``python -m tests.support.browser --install``."""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Playwright, sync_playwright

PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
"""Those of the path, the first that is there: the one without windows does the same pages for a fifth less work."""
PLACES = (Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"),)
PACKAGES = ("chromium-headless-shell", "chromium")
"""Of Debian; the first that this release has."""
FONT_PACKAGE = "fonts-dejavu-core"
UNWANTED = (
    # What Playwright turns off itself; the browser obeys the last list only.
    *("AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades", "LensOverlay"),
    *("HttpsFirstBalancedModeAutoEnable", "MediaRouter", "PaintHolding", "ThirdPartyStoragePartitioning"),
    *("OptimizationHints", "NetworkTimeServiceQuerying", "AimEnabled", "PreconnectToSearch"),
    # Pages of the address bar, which nobody sees here: more work for every window than the page that is looked at.
    *("WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup"),
    "SpareRendererForSitePerProcess",  # a process in store for every window
)
OPTIONS = (
    *("--no-sandbox", "--disable-dev-shm-usage", "--force-color-profile=srgb", "--disable-gpu"),
    f"--disable-features={','.join(UNWANTED)}",
    "--js-flags=--no-opt,--no-maglev",  # no page lives long enough for its scripts to be worth compiling well
)
FONT_FOLDERS = (Path("/usr/share/fonts"), Path("/usr/local/share/fonts"), Path("/System/Library/Fonts"))


class NoBrowser(Exception):
    """No Chromium here; the message says how to get one."""


def find_chromium() -> Path | None:
    """A Chromium of this machine: the one named by ``CHROMIUM``, one on the path, or Playwright's own."""
    named = os.environ.get("CHROMIUM")
    found = [Path(named)] if named else [Path(path) for name in PROGRAMS if (path := shutil.which(name))]
    return next((path for path in (*found, *PLACES, *_playwrights_own()) if path.exists()), None)


def has_font() -> bool:
    """Whether there is any font to draw letters with."""
    return any(next(folder.rglob("*.[to]tf"), None) or next(folder.rglob("*.ttc"), None) for folder in FONT_FOLDERS)


def install() -> Path:
    """A Chromium and a font, installed from the system's packages where they are missing."""
    found = find_chromium()
    if found is not None and (has_font() or not shutil.which("apt-get")):
        return found
    if shutil.which("apt-get") and os.geteuid() == 0:
        environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
        missing = ([] if found else [_package()]) + ([] if has_font() else [FONT_PACKAGE])
        command = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", *missing]
        subprocess.run(command, check=True, env=environment, stdout=subprocess.DEVNULL)
    elif found is None:
        subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=True)
    found = find_chromium()
    if found is None:
        raise NoBrowser("expected a Chromium, found none: install the package chromium, or name it in CHROMIUM")
    return found


@contextmanager
def launched_browser() -> Iterator[Browser]:
    """A headless Chromium, closed afterwards."""
    path = find_chromium()
    if path is None:
        raise NoBrowser("expected a Chromium, found none: run python -m tests.support.browser --install")
    with sync_playwright() as playwright:
        browser = _launch(playwright, path)
        try:
            yield browser
        finally:
            browser.close()


def _launch(playwright: Playwright, path: Path) -> Browser:
    return playwright.chromium.launch(executable_path=path, args=list(OPTIONS))


def _package() -> str:
    """The package of Chromium that this system's sources know."""
    known = (
        name for name in PACKAGES if subprocess.run(["apt-cache", "show", name], capture_output=True).returncode == 0
    )
    return next(known, PACKAGES[-1])


def _playwrights_own() -> list[Path]:
    """What ``playwright install chromium`` leaves behind."""
    cache = Path.home() / ("Library/Caches" if sys.platform == "darwin" else ".cache") / "ms-playwright"
    return sorted([*cache.glob("chromium-*/chrome-linux*/chrome"), *cache.glob("chromium-*/chrome-mac*/**/Chromium")])


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.support.browser", description=__doc__)
    parser.add_argument("--install", action="store_true", help="install what is missing")
    if parser.parse_args().install:
        install()
    with launched_browser() as browser:
        sys.stdout.write(f"Chromium {browser.version} at {find_chromium()}\n")


if __name__ == "__main__":
    main()
