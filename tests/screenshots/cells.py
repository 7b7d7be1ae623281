"""What is touched on a board of cells."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

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


def touch_lit(window: Window, *, is_lit: bool) -> None:
    """Clicks or taps the first empty cell in sight that is lit, or is not."""
    found = window.page.evaluate(_CELL, is_lit)
    window.click_at(*found)


def select(window: Window, of: str = "") -> None:
    """The viewer's first unit, or the first whose id begins so, is selected: where it can come to, and what that costs."""
    viewer = window.locator("body").get_attribute("data-viewer")
    own = window.locator(f'#board [data-unit][data-seat="{viewer}"]' + (f'[data-unit^="{of}"]' if of else ""))
    window.unit(str(own.first.get_attribute("data-unit")))
    expect(window.locator("#layer-survey .tint-word").first).to_be_attached()


def plan_move(window: Window, of: str = "") -> None:
    """A move to a cell that is lit."""
    select(window, of)
    touch_lit(window, is_lit=True)
    window.see("#plan [data-verdict=legal]")


def plan_too_far(window: Window, of: str = "") -> None:
    """A move to one that is not."""
    select(window, of)
    touch_lit(window, is_lit=False)
    window.see("#plan .refusal")
