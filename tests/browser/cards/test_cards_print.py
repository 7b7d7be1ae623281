"""What is printed on cards and tiles can be read, by day and by night, also where much stands; a crowded map comes quickly."""

from __future__ import annotations

import pytest

from tests.browser.cards.test_cards_table import ELVES, GAME, ORCS, PAIR, SEVEN, muster
from tests.browser.conftest import Seated
from tests.browser.tables import Room
from tests.support.server import RunningServer

pytestmark = pytest.mark.e2e

# The least contrast of what is printed with what it stands on, and how many names of cells lie where stacks do.
READABLE = """() => {
  const canvas = new OffscreenCanvas(1, 1).getContext('2d');
  const light = (...layers) => {
    for (const [fill, opacity] of layers) [canvas.fillStyle, canvas.globalAlpha] = [fill, opacity], canvas.fillRect(0, 0, 1, 1);
    const part = (value) => (value <= 10 ? value / 3294 : ((value / 255 + 0.055) / 1.055) ** 2.4);
    const [r, g, b] = canvas.getImageData(0, 0, 1, 1).data;
    return 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b) + 0.05;
  };
  const grounds = { '.card-label': '.card-tab', '.tile-line': '.tile.base', '.tile-cost': '.tile-coin', '.tile-count text': '.tile-count circle' };
  const contrasts = Object.entries(grounds).flatMap(([words, ground]) => [...document.querySelectorAll(`#board ${words}`)].map((text) => {
    const under = getComputedStyle(text.closest('.card, .stack').querySelector(ground)).fill;
    const { fill, opacity } = getComputedStyle(text);
    const [one, other] = [light([under, 1]), light([under, 1], [fill, opacity])];
    return Math.max(one, other) / Math.min(one, other);
  }));
  const boxes = (found) => [...document.querySelectorAll(found)].map((each) => each.getBoundingClientRect());
  const free = boxes('rect.card-rule');
  const hidden = boxes('.card-label').filter((box) => free.some((part) =>
    box.left < part.right && part.left < box.right && box.top < part.bottom && part.top < box.bottom));
  return [Math.min(...contrasts), contrasts.length, hidden.length];
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_print_is_read_on_tiles_that_have_acted_and_on_full_cards(
    seated: Seated, table_server: RunningServer, scheme: str
) -> None:
    room = Room(table_server, GAME, "arcanums_crown", PAIR)
    for seat, army in (("a", ORCS), ("b", ELVES)):
        assert room.act(seat, muster(army)).is_success
    window = seated(room, "spectator", color_scheme=scheme, reduced_motion="reduce")
    window.page.evaluate("document.querySelectorAll('.stack').forEach((stack) => stack.classList.add('is-spent'))")

    least, count, hidden = window.page.evaluate(READABLE)

    assert least >= 4.5
    assert count > 30
    assert hidden == 0


def test_a_crowded_map_weighs_less_than_200_kb_and_shows_how_all_stand(
    seated: Seated, table_server: RunningServer
) -> None:
    room = Room(table_server, GAME, "seven_crowns", SEVEN)
    for seat in room.tokens:
        assert room.act(seat, room.offers(seat)[0]["examples"][0]).is_success
    ana = seated(room, "a")

    weight = ana.page.evaluate(
        "performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation'))"
        ".reduce((sum, entry) => sum + entry.encodedBodySize, 0)"
    )

    assert weight < 200_000
    for columns in (ana.locator("#standings"), ana.locator("#standings .figures")):
        assert columns.evaluate_all("found => found.every((each) => each.scrollWidth <= each.clientWidth)")
