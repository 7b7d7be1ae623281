"""What may be added to a way: a fence on one of the sides of where it ends, paint on the ground there; by mouse, finger, keys and words.
What may be is the server's word, so it is asked anew with every other way, also with none."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.boards import test_places_table
from tests.browser.boards.test_places_inputs import allowed, fences
from tests.browser.boards.test_places_table import at_cell, figures, game_of, middle
from tests.browser.conftest import Seated
from tests.browser.tables import PHONE, Room, Window
from tests.support.random_play import bounded

pytestmark = pytest.mark.e2e

room = test_places_table.room
FENCE, PAINT = "Put a fence beside it", "Paint the ground"
END = {"daubs": "1,1", "scouts": "0101"}
"""North of where the first figure stands."""
EAST = {"daubs": "2,1", "scouts": "0201"}
"""East of that."""
LINE = [[1, 1], [2, 1]]


def splashes(room: Room) -> Any:
    return room._get("position", "a")["view"]["position"]["splashes"]


def take(window: Window) -> None:
    """Takes the first figure in hand, and waits for what it could do where it stands."""
    window.click(*middle(window, '[data-unit="u1"]'))
    expect(window.locator("#offers [data-also]")).to_have_count(2)


def go(window: Window, cell: str) -> None:
    window.click(*at_cell(window, cell))
    allowed(window)


def also(window: Window, what: str, *, planned: bool = True) -> Locator:
    return window.locator(f'{"#plan" if planned else "#offers"} [data-also="{what}"]')


def parts(window: Window) -> Locator:
    return window.locator("#plan [data-part]")


def test_a_mouse_adds_one_of_several_and_the_only_one_at_once(seated: Seated, room: Room) -> None:
    game = game_of(room)
    ana, luis = seated(room, "a"), seated(room, "b")
    take(ana)
    go(ana, END[game])
    also(ana, FENCE).click()
    expect(ana.locator("#plan .plan__ask")).to_contain_text(FENCE)
    expect(ana.locator("#in-hand")).to_contain_text(FENCE)
    expect(ana.locator("#layer-rings .is-candidate")).to_have_count(5 if game == "daubs" else 7)
    expect(ana.locator("#commit")).to_be_disabled()

    ana.click(*at_cell(ana, "7,6" if game == "daubs" else "0706"))  # means nothing now
    expect(ana.locator("#plan .plan__ask")).to_contain_text(FENCE)
    ana.click(*at_cell(ana, EAST[game]))
    expect(parts(ana)).to_have_text([f"{FENCE}: {'C2' if game == 'daubs' else '0201'}"])
    expect(also(ana, FENCE)).to_have_count(0)
    also(ana, PAINT).click()
    expect(parts(ana)).to_have_count(2)
    expect(parts(ana).last).to_have_text(PAINT)
    allowed(ana)
    before = len(fences(room))
    ana.commit()

    expect(luis.locator("#board [data-edge]")).to_have_count(before + 1)
    expect(luis.unit("u1")).to_have_attribute("data-on", END[game])
    assert LINE in fences(room)
    assert splashes(room) == [[[1, 1], "a"]]
    assert ana.problems == luis.problems == []


def test_what_is_added_last_is_taken_back_first_and_another_way_has_none_of_it(seated: Seated, room: Room) -> None:
    game = game_of(room)
    ana = seated(room, "a")
    take(ana)
    go(ana, END[game])
    ana.locator('[data-look="1"]').click()
    allowed(ana)
    also(ana, PAINT).click()
    expect(parts(ana)).to_have_count(1)
    also(ana, FENCE).click()
    ana.press("Escape")  # no fence after all
    expect(ana.locator("#plan .plan__ask")).to_have_count(0)
    expect(parts(ana)).to_have_count(1)
    ana.press("Backspace")
    expect(parts(ana)).to_have_count(0)
    expect(ana.locator("[data-steps]")).to_contain_text("Facing")
    ana.press("Backspace")
    expect(ana.locator("[data-steps]")).not_to_contain_text("Facing")

    also(ana, PAINT).click()
    expect(parts(ana)).to_have_count(1)
    ana.locator("#plan [data-focus='back']").click()
    expect(parts(ana)).to_have_count(0)
    expect(ana.locator("[data-steps]")).to_have_attribute("data-steps", "1")
    also(ana, PAINT).click()
    expect(parts(ana)).to_have_count(1)
    ana.click(*at_cell(ana, EAST[game]))
    expect(ana.locator("[data-steps]")).to_have_attribute("data-steps", "2")
    expect(parts(ana)).to_have_count(0)
    allowed(ana)
    ana.commit()

    assert figures(room)["u1"]["at"] == [2, 1]
    assert splashes(room) == []
    assert ana.problems == []


def test_an_act_may_be_made_of_parts_alone(seated: Seated, room: Room) -> None:
    ana = seated(room, "a")
    take(ana)
    also(ana, PAINT, planned=False).click()
    expect(parts(ana)).to_have_text([PAINT])
    expect(ana.locator("#plan [data-steps]")).to_contain_text("At ")
    allowed(ana)
    ana.commit()
    room.act("b", {"type": "pass"})

    assert figures(room)["u1"]["at"] == [1, 2]
    assert splashes(room) == [[[1, 2], "a"]]
    ana.knows_its_offers()
    ana.click(*middle(ana, '[data-unit="u1"]'))
    expect(also(ana, FENCE, planned=False)).to_be_visible()
    expect(also(ana, PAINT, planned=False)).to_have_count(0)  # it is painted already
    assert ana.problems == []


def test_what_could_mean_several_leaves_these_to_choose_from(seated: Seated, room: Room) -> None:
    game = game_of(room)
    ana = seated(room, "a")
    take(ana)
    also(ana, FENCE, planned=False).click()
    ana.click(*middle(ana, '[data-unit="u1"]'))  # its cell has many sides
    expect(ana.locator("#plan [data-added]")).to_have_count(4 if game == "daubs" else 6)
    expect(parts(ana)).to_have_count(0)
    ana.locator("#plan [data-added]").first.click()
    expect(parts(ana)).to_have_count(1)
    assert ana.problems == []


@pytest.mark.parametrize("theme", bounded(["dark"], ["light", "dark"]))
def test_a_finger_picks_where_it_goes(seated: Seated, room: Room, theme: str) -> None:
    game = game_of(room)
    ana = seated(room, "a", viewport=PHONE, color_scheme=theme)
    take(ana)
    go(ana, END[game])
    also(ana, FENCE).click()
    expect(ana.locator("#layer-rings .is-candidate").first).to_be_attached()
    assert ana.breaches() == []
    ana.click(*at_cell(ana, EAST[game]))
    expect(parts(ana)).to_have_count(1)
    allowed(ana)
    assert ana.breaches() == []
    ana.commit()

    assert LINE in fences(room)
    assert ana.problems == []


def test_keys_go_from_one_to_the_next_and_take_it(seated: Seated, room: Room) -> None:
    ana = seated(room, "a")
    ana.locator("#board").focus()
    ana.press("n")
    expect(ana.locator("#offers [data-also]")).to_have_count(2)
    ana.press(also(ana, FENCE, planned=False).get_attribute("data-n") or "")
    expect(ana.locator("#plan .plan__ask")).to_contain_text(FENCE)
    ana.press("ArrowRight")
    expect(ana.locator("#layer-rings .is-picked")).to_have_count(1)
    expect(ana.locator("#plan [data-added='0']")).to_have_attribute("aria-pressed", "true")
    ana.press("ArrowRight", "ArrowLeft", "]", "[")
    expect(ana.locator("#plan [data-added='0']")).to_have_attribute("aria-pressed", "true")
    before = len(fences(room))
    ana.press("Enter")
    expect(parts(ana)).to_have_count(1)
    allowed(ana)
    heard = ana.seq
    ana.press("Enter")
    ana.hears_more_than(heard)

    assert len(fences(room)) == before + 1
    assert figures(room)["u1"]["at"] == [1, 2]
    assert ana.problems == []


def test_words_name_what_is_added_and_where(seated: Seated, room: Room) -> None:
    game = game_of(room)
    ana = seated(room, "a")
    ana.press("v")
    for said in ("u1", "B2" if game == "daubs" else END[game]):
        ana.locator("#words-line").fill(said)
        ana.press("Enter")
    expect(ana.locator("#words-said")).to_contain_text("Allowed")
    for said in ("put a fence beside", "E4" if game == "daubs" else "0403"):
        ana.locator("#words-line").fill(said)
        ana.press("Enter")
    expect(ana.locator("#words-said")).to_contain_text("cannot be chosen")
    ana.locator("#words-line").fill("C2" if game == "daubs" else EAST[game])
    ana.press("Enter")
    expect(ana.locator("#words-said p").last).to_contain_text(f"{FENCE}: ")
    ana.locator("#words-line").fill("back")
    ana.press("Enter")
    expect(parts(ana)).to_have_count(0)
    expect(ana.locator("#words-found")).to_contain_text(PAINT)
    ana.locator("#words-line").fill("paint the ground")
    ana.press("Enter")
    expect(ana.locator("#words-said p").last).to_contain_text(PAINT)
    ana.locator("#words-line").fill("done")
    heard = ana.seq
    ana.press("Enter")
    ana.hears_more_than(heard)

    assert splashes(room) == [[[1, 1], "a"]]
    assert LINE not in fences(room)
    assert ana.problems == []
