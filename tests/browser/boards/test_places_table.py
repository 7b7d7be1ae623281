"""Squares and hexes in real browsers: moving, turning and shooting by mouse, finger, keys and words. The games bring only geometry,
words and drawings, so all else is the table's."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Seated
from tests.browser.tables import DESKTOP, PHONE, Room, Window
from tests.support.random_play import bounded
from tests.support.server import RunningServer

pytestmark = pytest.mark.e2e

PAIR = ({"kind": "human", "name": "Ana"}, {"kind": "human", "name": "Luis"})
GAMES = ("daubs", "scouts")
FIRST = {"daubs": "2,4", "scouts": "0204"}
"""Two steps from where the first figure stands, round a fence, by the cell's id."""
LABEL = {"daubs": "C5", "scouts": "0204"}
NORTH_EAST = "-45", "-60"


@pytest.fixture(params=GAMES)
def room(request: pytest.FixtureRequest, table_server: RunningServer) -> Room:
    found = Room(table_server, request.param, "yard", PAIR, rounds=20)  # long enough for somebody to be hit
    found.game = request.param  # type: ignore[attr-defined]
    return found


def game_of(room: Room) -> str:
    return str(room.game)  # type: ignore[attr-defined]


def figures(room: Room) -> dict[str, Any]:
    return {each["id"]: each for each in room._get("position", "a")["view"]["position"]["figures"]}


def middle(window: Window, what: str) -> tuple[float, float]:
    x, y = window.locator(f"#board {what}").evaluate("e => [Number(e.dataset.x), Number(e.dataset.y)]")
    return x, y


def at_cell(window: Window, cell: str) -> tuple[float, float]:
    return middle(window, f'[data-cell="{cell}"]')


def test_a_figure_goes_and_turns_by_mouse_and_everybody_sees_which_way_it_looks(seated: Seated, room: Room) -> None:
    ana, luis = seated(room, "a"), seated(room, "b")
    ana.click(*middle(ana, '[data-unit="u1"]'))
    expect(ana.locator("#layer-survey .tint").first).to_be_attached()
    assert "1" in ana.locator("#layer-survey .tint-word").all_text_contents()

    ana.click(*at_cell(ana, FIRST[game_of(room)]))
    expect(ana.locator("#layer-plan .step-line").first).to_be_attached()
    expect(ana.locator("[data-steps]")).to_contain_text(LABEL[game_of(room)])
    ana.locator('[data-look="1"]').click()
    expect(ana.locator("#layer-plan .plan-front")).to_be_attached()
    expect(ana.locator("[data-verdict]").first).to_have_attribute("data-verdict", "legal")
    ana.commit()

    expect(luis.unit("u1")).to_have_attribute("data-on", FIRST[game_of(room)])
    turned = luis.unit("u1").locator(".front").get_attribute("transform") or ""
    assert turned in [f"rotate({deg}.0)" for deg in NORTH_EAST]
    assert figures(room)["u1"]["at"] == [2, 4]
    assert ana.problems == luis.problems == []


def test_a_shot_along_a_line_has_its_odds_and_leaves_a_stain(seated: Seated, room: Room) -> None:
    shooter = next(offer["unit"] for offer in room.offers("a") if offer["type"] == "shoot")
    ana = seated(room, "a")
    ana.click(*middle(ana, f'[data-unit="{shooter}"]'))
    target = next(o for o in room.offers("a") if o["type"] == "shoot" and o["unit"] == shooter)["examples"][0]["target"]
    while True:
        ana.locator("#offers .offer", has_text="Shoot").first.click()
        expect(ana.locator("#plan, .plan").first).to_contain_text("3")
        ana.commit()
        if figures(room)[target]["hits"]:
            break
        assert room.act("b", {"type": "pass"}).status_code == 200
        ana.knows_its_offers()
        if not ana.is_my_go():
            ana.page.wait_for_function("() => document.querySelector('#live').dataset.myGo === 'true'")
        ana.knows_its_offers()
        ana.click(*middle(ana, f'[data-unit="{shooter}"]'))

    expect(ana.locator("#layer-stains .stain")).to_have_count(1)
    expect(ana.unit(target).locator(".dots .is-filled")).to_have_count(1)
    assert ana.problems == []


@pytest.mark.parametrize("theme", bounded(["dark"], ["light", "dark"]))
def test_a_finger_on_a_phone_does_the_same(seated: Seated, room: Room, theme: str) -> None:
    ana = seated(room, "a", viewport=PHONE, color_scheme=theme)
    ana.click(*middle(ana, '[data-unit="u1"]'))
    expect(ana.locator("#layer-survey .tint").first).to_be_attached()
    ana.click(*at_cell(ana, FIRST[game_of(room)]))
    ana.commit()

    assert figures(room)["u1"]["at"] == [2, 4]
    assert ana.breaches() == []
    assert ana.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert ana.problems == []


def test_keys_go_from_cell_to_cell_turn_and_commit(seated: Seated, room: Room) -> None:
    ana = seated(room, "a", color_scheme="dark", viewport=DESKTOP)
    ana.locator("#board").focus()
    ana.press("n")
    expect(ana.unit("u1")).to_have_attribute("aria-pressed", "true")
    ana.press("ArrowDown")
    expect(ana.locator("#layer-plan .is-cursor")).to_be_attached()
    ana.press(" ")
    expect(ana.locator("[data-steps]")).to_be_visible()
    ana.press("[")
    expect(ana.locator("#layer-plan .plan-front")).to_be_attached()
    expect(ana.locator("[data-verdict]").first).to_have_attribute("data-verdict", "legal")
    heard = ana.seq
    ana.press("Enter")
    ana.hears_more_than(heard)

    assert figures(room)["u1"]["at"] == [1, 3]
    assert figures(room)["u1"]["facing"] not in (0, "E")
    assert ana.breaches() == []
    assert ana.problems == []


def test_words_say_the_board_and_play_on_it(seated: Seated, room: Room) -> None:
    ana = seated(room, "a")
    ana.press("v")
    found = ana.locator("#words-found")
    expect(found).to_contain_text("Tree: ")
    expect(found).to_contain_text("Fence, ")
    for said in ("u1", LABEL[game_of(room)], "facing north-east"):
        ana.locator("#words-line").fill(said)
        ana.press("Enter")
    expect(ana.locator("#words-said")).to_contain_text("north-east: Allowed")
    ana.locator("#words-line").fill("done")
    heard = ana.seq
    ana.press("Enter")
    ana.hears_more_than(heard)

    assert figures(room)["u1"]["at"] == [2, 4]
    assert ana.problems == []


@pytest.mark.parametrize("start", [(3, 2), (3, 5)], ids=["even", "odd"])
def test_arrow_keys_go_from_row_to_row_and_come_back(seated: Seated, room: Room, start: tuple[int, int]) -> None:
    column, row = start
    cell = f"{column},{row}" if game_of(room) == "daubs" else f"{column:02}{row:02}"
    ana = seated(room, "a")
    ana.page.mouse.click(*ana.screen(*middle(ana, '[data-unit="u1"]')))
    ana.locator("#board").focus()
    ana.press("ArrowRight")

    def stands() -> str:
        found: str = ana.page.evaluate("""() => {
            const {e, f} = document.querySelector('#layer-plan .is-cursor').transform.baseVal.consolidate().matrix;
            const board = document.querySelector('#board');
            const cells = [...board.querySelectorAll('[data-cell]')];
            const far = (cell) => Math.hypot(cell.dataset.x - e, board.dataset.height - cell.dataset.y - f);
            return cells.sort((a, b) => far(a) - far(b))[0].dataset.cell;
        }""")
        return found

    def place(of: str) -> tuple[int, int]:
        element = ana.locator(f'#board [data-cell="{of}"]')
        return int(element.get_attribute("data-column") or ""), int(element.get_attribute("data-row") or "")

    while place(stands())[0] < column:
        ana.press("ArrowRight")
    while place(stands())[1] < row:
        ana.press("ArrowDown")
    assert stands() == cell
    for there, back in (("ArrowUp", "ArrowDown"), ("ArrowDown", "ArrowUp"), ("ArrowLeft", "ArrowRight")):
        ana.press(there)
        assert stands() != cell
        ana.press(back)
        assert stands() == cell
    ana.press(*["ArrowUp"] * 12)  # at the rim they stay
    assert place(stands()) == (column, 0)
    ana.press(*["ArrowDown"] * row)
    assert stands() == cell
    assert ana.problems == []
