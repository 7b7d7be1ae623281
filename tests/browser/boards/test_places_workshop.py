"""The workshop on squares and hexes: ground, fences and figures by mouse, finger and keys, hosted and played."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser import test_workshop
from tests.browser.tables import PHONE
from tests.support import axe

pytestmark = pytest.mark.e2e

Shop = test_workshop.Shop
shop = test_workshop.shop
GAMES = ("daubs", "scouts")


def key(game: str, column: int, row: int) -> str:
    return f"{column},{row}" if game == "daubs" else f"{column:02}{row:02}"


def place(here: Shop, game: str, column: int, row: int) -> tuple[float, float]:
    x, y = here.locator(f'#board [data-cell="{key(game, column, row)}"]').evaluate(
        "e => [Number(e.dataset.x), Number(e.dataset.y)]"
    )
    return x, y


@pytest.mark.parametrize("game", GAMES)
def test_a_battle_is_made_from_nothing_by_mouse_hosted_and_played(shop: Callable[..., Shop], game: str) -> None:
    here = shop(f"/games/{game}/workshop")
    here.faults(2)
    here.put("figure-a", place(here, game, 0, 2))
    here.put("figure-b", place(here, game, 5, 2))
    here.faults(0)
    here.put("tree", place(here, game, 2, 2), place(here, game, 2, 3))
    here.put("fence", place(here, game, 3, 1))
    expect(here.locator("#board [data-edge]")).to_have_count(1)
    assert [each["at"] for each in here.battle()["grounds"]] == [[2, 2], [2, 3]]

    here.after(lambda: here.drag(place(here, game, 0, 2), place(here, game, 1, 3)))
    assert here.battle()["figures"][0]["at"] == [1, 3]
    was = here.battle()["figures"][0]["facing"]
    here.after(lambda: here.press("r"))
    assert here.battle()["figures"][0]["facing"] != was

    here.after(lambda: here.click(*place(here, game, 2, 3)))
    here.after(lambda: here.press("Delete"))
    assert len(here.battle()["grounds"]) == 1
    here.after(lambda: here.press("Control+z"))
    assert len(here.battle()["grounds"]) == 2
    assert axe.breaches(here.page) == []

    here.locator('[data-do="host"]').click()
    here.page.wait_for_url("**/rooms/battle")
    assert here.problems == []


@pytest.mark.parametrize("game", GAMES)
def test_the_keyboard_alone_puts_things_into_cells(shop: Callable[..., Shop], game: str) -> None:
    here = shop(f"/games/{game}/workshop", theme="dark")
    here.take("tree")
    here.locator("#board").focus()
    here.press("ArrowRight", "ArrowDown")
    here.after(lambda: here.press("Enter"))

    assert here.battle()["grounds"] == [{"at": [1, 1], "kind": "tree"}]
    assert here.problems == []


@pytest.mark.parametrize("game", GAMES)
def test_a_finger_on_a_phone_puts_and_chooses(shop: Callable[..., Shop], game: str) -> None:
    here = shop(f"/games/{game}/workshop?scenario=yard", size=PHONE, theme="dark")
    here.faults(0)
    here.after(lambda: here.click(*place(here, game, 1, 2)))
    expect(here.locator("#thing-name")).to_contain_text("A in ")
    assert axe.breaches(here.page) == []
    assert here.problems == []


def row(here: Shop, game: str, *columns: int) -> list[tuple[float, float]]:
    return [place(here, game, column, 1) for column in columns]


@pytest.mark.parametrize("game", GAMES)
def test_a_drag_paints_every_cell_it_goes_over_in_one_step(shop: Callable[..., Shop], game: str) -> None:
    here = shop(f"/games/{game}/workshop")
    here.take("tree")
    here.after(lambda: here.drag(*row(here, game, 1, 4)))
    assert [each["at"] for each in here.battle()["grounds"]] == [[1, 1], [2, 1], [3, 1], [4, 1]]
    before = here.battle()["grounds"]

    here.take("rough")
    here.after(lambda: here.drag(*row(here, game, 2, 3)))
    assert {tuple(each["at"]): each["kind"] for each in here.battle()["grounds"]} == {
        (1, 1): "tree",
        (2, 1): "rough",
        (3, 1): "rough",
        (4, 1): "tree",
    }
    here.press("Escape")
    here.after(lambda: here.press("Control+z"))
    assert here.battle()["grounds"] == before
    here.after(lambda: here.press("Control+z"))
    assert here.battle()["grounds"] == []
    assert here.problems == []


@pytest.mark.parametrize("game", GAMES)
def test_a_finger_paints_and_two_still_move_the_board(shop: Callable[..., Shop], game: str) -> None:
    here = shop(f"/games/{game}/workshop", size=PHONE)
    here.take("tree")
    start, end = (here.screen(*each) for each in row(here, game, 1, 3))
    finger = here.page.context.new_cdp_session(here.page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        touches = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    touch("touchStart", start)
    for share in (0.25, 0.5, 0.75, 1):
        touch("touchMove", (start[0] + (end[0] - start[0]) * share, start[1]))
    expect(here.locator("#layer-plan .ghost-cell").nth(2)).to_be_attached()
    here.after(lambda: touch("touchEnd"))
    assert [each["at"] for each in here.battle()["grounds"]] == [[1, 1], [2, 1], [3, 1]]

    seen = here.locator("#board").get_attribute("viewBox")
    touch("touchStart", start, end)
    touch("touchMove", (start[0] - 20, start[1]), (end[0] + 30, end[1]))
    touch("touchEnd")
    expect(here.locator("#board")).not_to_have_attribute("viewBox", seen or "")
    assert len(here.battle()["grounds"]) == 3
    assert here.problems == []


@pytest.mark.parametrize("game", GAMES)
def test_arrow_keys_lead_back_to_where_they_came_from(shop: Callable[..., Shop], game: str) -> None:
    here = shop(f"/games/{game}/workshop?scenario=yard")
    here.faults(0)
    for column, start in ((1, 2), (1, 5)):  # an even row and an odd one
        here.after(lambda column=column, start=start: here.click(*place(here, game, column, start)))
        number = 0 if start == 2 else 1
        seen = []
        for key_pressed in ("ArrowUp", "ArrowUp", "ArrowDown", "ArrowDown", "ArrowRight", "ArrowLeft"):
            here.after(lambda key_pressed=key_pressed: here.press(key_pressed))
            seen.append(here.battle()["figures"][number]["at"])
        assert seen == [[1, start - 1], [1, start - 2], [1, start - 1], [1, start], [2, start], [1, start]]
    assert here.problems == []


@pytest.mark.parametrize(("game", "size"), [("daubs", "9 × 7 squares"), ("scouts", "9 × 7 hexes")])
def test_a_board_of_cells_is_counted_and_has_no_steps_to_snap_to(
    shop: Callable[..., Shop], game: str, size: str
) -> None:
    here = shop(f"/games/{game}/workshop")
    assert here.locator("#snap").count() == 0
    here.page.goto(f"/games/{game}")
    expect(here.locator("#yard .facts")).to_contain_text(size)
