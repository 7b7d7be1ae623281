"""What is touched on a board of cells."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.screenshots.windows import Window

# The middle of the first cell of which all is true, in units of the board: seen, under no unit, lit or not.
_CELL = """(isLit) => {
  const lit = [...document.querySelectorAll('#layer-survey .tint-word')].map((word) => word.getBoundingClientRect());
  const taken = new Set([...document.querySelectorAll('#board [data-on]')].map((unit) => unit.dataset.on));
  for (const cell of document.querySelectorAll('#board [data-cell]')) {
    const box = cell.getBoundingClientRect(), x = box.x + box.width / 2, y = box.y + box.height / 2;
    const isSeen = document.elementFromPoint(x, y)?.closest('#board') != null;
    const has = lit.some((word) => Math.abs(word.x + word.width / 2 - x) < box.width / 2 && Math.abs(word.y + word.height / 2 - y) < box.height / 2);
    if (isSeen && has === isLit && !taken.has(cell.dataset.cell)) return [Number(cell.dataset.x), Number(cell.dataset.y)];
  }
}"""


def touch(window: Window, what: str) -> None:
    """Clicks or taps a thing where it lies on the board."""
    found = window.locator(f"#board {what}").first
    window.click_at(float(found.get_attribute("data-x") or 0), float(found.get_attribute("data-y") or 0))


def own(window: Window) -> Any:
    """The id of the first unit of the viewer's on the board."""
    viewer = window.locator("body").get_attribute("data-viewer")
    return window.locator(f'#board [data-unit][data-seat="{viewer}"]').first.get_attribute("data-unit")


def touch_lit(window: Window, *, is_lit: bool) -> None:
    """Clicks or taps the first empty cell in sight that is lit, or is not."""
    found = window.page.evaluate(_CELL, is_lit)
    window.click_at(*found)
