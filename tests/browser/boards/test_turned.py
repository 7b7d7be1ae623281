"""A table that is seen from its other side: one's own side is below, what is read is upright, and it plays as before."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Seated
from tests.browser.tables import DESKTOP, PHONE, Room, Window
from tests.support.server import RunningServer

pytestmark = pytest.mark.e2e

PAIR = ({"kind": "human", "name": "Ana"}, {"kind": "human", "name": "Luis"})

ON_SCREEN = """([x, y]) => {
  const height = Number(document.querySelector('#board').dataset.height);
  const at = new DOMPoint(x, height - y).matrixTransform(document.querySelector('#turntable').getScreenCTM());
  return [at.x, at.y];
}"""

# At one stroke: what is drawn over the board is drawn anew at any time.
MIDDLE = """selector => {
  const box = document.querySelector(selector)?.getBoundingClientRect();
  return box && [box.x + box.width / 2, box.y + box.height / 2];
}"""

# Words that stand on their heads; those along the upright edge are read from the right.
UPSIDE_DOWN = """() => [...document.querySelectorAll('#board text')].filter(text => text.checkVisibility()).filter(text => {
  const { a, b } = text.getScreenCTM();
  return a < -0.01 || b > 0.01;
}).map(text => text.textContent)"""

# How a stack lies within its card: how far below the card's upper edge and above its lower one.
WITHIN = """stack => {
  const card = document.querySelector(`#board [data-card="${stack.dataset.on}"] .card-paper`).getBoundingClientRect();
  const { top, bottom } = stack.querySelector('.tile').getBoundingClientRect();
  return [(top - card.top) / card.height, (card.bottom - bottom) / card.height];
}"""


def middle(window: Window, selector: str) -> tuple[float, float]:
    """Where something of the board is in the window, once it is there."""
    x, y = window.page.wait_for_function(MIDDLE, arg=f"#board {selector}").json_value()
    return x, y


def base(unit: str) -> str:
    return f'[data-unit="{unit}"] .base'


def turn(window: Window) -> None:
    """By the menu, as a person would."""
    window.locator('[data-do="menu"]').click()
    window.locator('#menu [data-do="turn"]').click()
    window.locator("#board.is-turned").wait_for()


def test_a_turned_table_of_centimetres_is_upright_and_takes_every_place_for_what_it_is(
    seated: Seated, garden: Room
) -> None:
    ana = seated(garden, "a")
    assert middle(ana, base("A-02"))[1] > middle(ana, base("B-02"))[1]
    before = garden.units("a")["A-02"]
    turn(ana)

    assert middle(ana, base("A-02"))[1] < middle(ana, base("B-02"))[1]
    assert ana.page.evaluate(UPSIDE_DOWN) == []
    ana.page.mouse.click(*middle(ana, base("A-02")))
    to = before["x_mm"] + 20, before["y_mm"] + 90
    ana.page.mouse.click(*ana.page.evaluate(ON_SCREEN, list(to)))
    expect(ana.locator("#layer-plan .tape-total")).to_be_visible()
    assert ana.page.evaluate(UPSIDE_DOWN) == []
    ana.commit()
    after = garden.units("a")["A-02"]
    assert (abs(after["x_mm"] - to[0]) <= 2, abs(after["y_mm"] - to[1]) <= 2) == (True, True)
    assert ana.breaches() == []
    assert ana.problems == []


def test_it_stays_turned_for_the_seat_and_a_key_turns_it_back(seated: Seated, garden: Room) -> None:
    ana = seated(garden, "a")
    turn(ana)
    ana.page.reload()
    expect(ana.locator("#board")).to_have_class("board--measured is-turned")
    ana.press("t")
    assert ana.locator("#board.is-turned").count() == 0
    assert middle(ana, base("A-02"))[1] > middle(ana, base("B-02"))[1]


def test_from_near_the_middle_stays_in_the_middle_and_keys_go_the_way_they_show(seated: Seated, garden: Room) -> None:
    ana = seated(garden, "a", viewport=DESKTOP)
    ana.press("+", "+")
    house = '[data-kind="house"] .ground'
    was = middle(ana, house)
    turn(ana)
    ana.press("t", "t")
    seen = middle(ana, house)
    ana.press("t")
    assert middle(ana, house) == pytest.approx(was, abs=1)
    ana.press("t")
    assert middle(ana, house) == pytest.approx(seen, abs=1)
    left, top = (was[n] + seen[n] for n in (0, 1))  # twice the middle of what is seen of the table
    assert 0.6 * DESKTOP["width"] < left < DESKTOP["width"]
    assert 0.9 * DESKTOP["height"] < top < 1.3 * DESKTOP["height"]

    ana.press("0")
    ana.unit("A-02").click()
    ana.locator("#board").focus()
    ana.press("ArrowDown")
    first = middle(ana, ".cross")
    ana.press("ArrowDown", "ArrowLeft")
    after = middle(ana, ".cross")
    assert after[1] > first[1]
    assert after[0] < first[0]
    assert ana.problems == []


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE])
def test_cards_stay_upright_and_stacks_lie_where_nothing_is_printed(
    seated: Seated, table_server: RunningServer, viewport: dict[str, int]
) -> None:
    room = Room(table_server, "open_wars", "clash_at_the_bridge", PAIR)
    mine = "a" if room.offers("a") else "b"
    window = seated(room, mine, viewport=viewport, reduced_motion="reduce")
    lay = window.locator("#board .stack").evaluate_all(f"stacks => stacks.map({WITHIN})")
    first, last = (middle(window, f'[data-card="{card}"] .card-paper') for card in ("A1", "C3"))
    assert first < last
    turn(window)

    assert middle(window, '[data-card="C3"] .card-paper') < middle(window, '[data-card="A1"] .card-paper')
    assert window.page.evaluate(UPSIDE_DOWN) == []
    turned = window.locator("#board .stack").evaluate_all(f"stacks => stacks.map({WITHIN})")
    for one, other in zip(lay, turned, strict=True):
        assert one == pytest.approx(other, abs=0.02)

    offer = next(each for each in room.offers(mine) if each["input"] == "steps")
    example = offer["examples"][0]
    heard = window.seq
    where = middle(window, f'[data-unit="{offer["unit"]}"] .tile')
    window.page.mouse.click(*where)
    expect(window.locator("#layer-rings .card-ring.is-selected")).to_be_attached()
    ring = middle(window, "#layer-rings .card-ring.is-selected")
    assert ring == pytest.approx(middle(window, f'[data-unit="{offer["unit"]}"] .tile'), abs=4)
    x, y = middle(window, f'[data-card="{example["path"][-1]}"] .card-name')
    window.page.mouse.click(x, y)
    window.commit()
    window.hears_more_than(heard)
    moved = window.locator("#board .stack").evaluate_all(f"stacks => stacks.map({WITHIN})")
    for one in moved:
        assert one[0] > 0.2
        assert one[1] > 0
    window.press("t")
    assert window.locator("#board .stack").evaluate_all(f"stacks => stacks.map({WITHIN})") != []
    assert window.problems == []


# What is printed on cards and lies beyond its card, and the names of cards that some words lie over.
MISPLACED = """() => {
  const lap = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
  const cards = [...document.querySelectorAll('#board .card')].map((card) => ({ card, paper: card.querySelector('.card-paper').getBoundingClientRect() }));
  const out = cards.flatMap(({ card, paper }) => [...card.querySelectorAll('.card-figures > *, .card-marks > *')].filter((each) => {
    const box = each.getBoundingClientRect();
    return box.left < paper.left - 1 || box.right > paper.right + 1 || box.bottom > paper.top + paper.height / 2;
  }));
  const words = [...document.querySelectorAll('#board .overlay-label')].map((each) => each.getBoundingClientRect());
  const names = [...document.querySelectorAll('#board .card-name')].filter((name) => words.some((each) => lap(each, name.getBoundingClientRect())));
  return [...out, ...names].map((each) => each.textContent);
}"""
SEVEN = tuple({"kind": "human", "name": name} for name in ("Ana", "Luis", "Eva", "Iker", "Marta", "Pablo", "Zoe"))


def test_on_a_turned_table_figures_stay_on_their_cards_and_words_at_their_feet(
    seated: Seated, table_server: RunningServer
) -> None:
    near = Room(table_server, "open_wars", "clash_at_the_bridge", PAIR)
    mine = "a" if near.offers("a") else "b"
    window = seated(near, mine, reduced_motion="reduce")
    turn(window)
    offer = next(each for each in near.offers(mine) if each["input"] == "steps")
    window.page.mouse.click(*middle(window, f'[data-unit="{offer["unit"]}"] .tile'))
    expect(window.locator("#layer-survey .overlay-label").first).to_be_attached()
    assert window.page.evaluate(MISPLACED) == []

    far = Room(table_server, "open_wars", "seven_crowns", SEVEN)
    for seat in far.tokens:
        assert far.act(seat, far.offers(seat)[0]["examples"][0]).is_success
    window = seated(far, "a", viewport={"width": 1024, "height": 768}, reduced_motion="reduce")
    turn(window)
    expect(window.locator("#board.is-very-far")).to_be_visible()
    assert window.page.evaluate(MISPLACED) == []


@pytest.mark.parametrize("game", ["daubs", "scouts"])
def test_cells_are_turned_with_what_looks_along_them(seated: Seated, table_server: RunningServer, game: str) -> None:
    ana = seated(Room(table_server, game, "yard", PAIR), "a")
    ana.locator("#board").focus()
    ana.press("n")
    front = ana.unit("u1").locator(".front")

    def ahead() -> tuple[float, float]:
        box, at = front.bounding_box(), middle(ana, base("u1"))
        assert box is not None
        return box["x"] + box["width"] / 2 - at[0], box["y"] + box["height"] / 2 - at[1]

    was = ahead()
    turn(ana)
    is_now = ahead()
    assert is_now == pytest.approx((-was[0], -was[1]), abs=3)
    assert ana.page.evaluate(UPSIDE_DOWN) == []
    ana.locator("#board").focus()
    ana.press("ArrowUp")
    first = middle(ana, "#layer-plan .is-cursor")
    ana.press("ArrowDown")
    assert middle(ana, "#layer-plan .is-cursor")[1] > first[1]
    assert ana.breaches() == []
    assert ana.problems == []
