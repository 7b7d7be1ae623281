"""axe on a page: only what it finds wrong crosses over to us, and its program goes into a page once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

_RUN: Final = """async (options) => {
    const {violations} = await axe.run({resultTypes: ['violations'], ...options});
    return violations.flatMap(({id, nodes}) => nodes.map(({html}) => `${id}: ${html.slice(0, 200)}`));
}"""


def breaches(page: Page, options: Mapping[str, Any] | None = None) -> list[str]:
    """What axe finds wrong with the page as it is now: the rule and the element, one line each."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    found: list[str] = page.evaluate(_RUN, dict(options or {}))
    return found
