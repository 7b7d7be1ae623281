"""Plans that a table with heights asks for: a list whose entries are put together from slots, places over one another, shares that add
up, companions beside a walk or a throw, several ways up one piece; by mouse, finger, keys and words."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Seated
from tests.browser.tables import PHONE, Room, Window
from tests.support.server import RunningServer

pytestmark = pytest.mark.e2e

PAIR = ({"kind": "human", "name": "Ana"}, {"kind": "human", "name": "Luis"})
SMALL = {"build": "small", "colours": ["red"], "count": 3}
PLACES = {
    "a": ((300, 200, 0), (300, 250, 0), (450, 400, 60)),
    "b": ((700, 200, 0), (700, 300, 0), (450, 200, 120)),
}


def room_of(server: RunningServer) -> Room:
    return Room(server, "ledges", "bridge", PAIR)


def in_play(server: RunningServer) -> Room:
    """Three on each side: two on the table, one on the ledge, one of Luis's over it on the bridge."""
    room = room_of(server)
    for seat in PLACES:
        assert room.act(seat, {"type": "lock", "members": [SMALL]}).is_success
    for seat, places in PLACES.items():
        for n, (x, y, z) in enumerate(places, 1):
            act = {"type": "put", "unit": f"{seat}{n}", "x_mm": x, "y_mm": y, "z_mm": z}
            assert room.act(seat, act).is_success
    return room


def figures(room: Room, seat: str = "a") -> dict[str, Any]:
    return {each["id"]: each for each in room._get("position", seat)["view"]["position"]["figures"]}


def bands(room: Room, seat: str) -> list[tuple[str, list[str], bool]]:
    found = (each for each in figures(room).values() if each["seat"] == seat)
    return [(each["build"], each["colours"], each.get("captain", False)) for each in found]


def total(window: Window) -> Locator:
    return window.locator("#plan [data-total]")


def slot(window: Window, name: str) -> Locator:
    return window.locator(f'#plan [data-focus="slot-{name}"]')


def says(window: Window, *lines: str) -> None:
    for line in lines:
        window.locator("#words-line").fill(line)
        window.press("Enter")


def test_an_entry_is_put_together_added_changed_and_taken_off(seated: Seated, table_server: RunningServer) -> None:
    room = room_of(table_server)
    ana = seated(room, "a")
    slot(ana, "build-big").click()
    ana.locator('[data-focus="slot-of-colours"]').click()  # there are many of them
    slot(ana, "colours-blue").click()
    expect(ana.locator(".maker__held")).to_have_text("Red (1), Blue (1)")
    slot(ana, "captain-true").click()
    expect(ana.locator("#plan .maker__made")).to_have_text("Big · Red · Blue · Captain Cost 9")
    ana.locator("#plan [data-make]").click()
    expect(total(ana)).to_have_attribute("data-total", "9")
    expect(ana.locator("#plan [data-make]")).to_have_attribute("aria-disabled", "true")
    expect(ana.locator("#why-make")).to_contain_text("over the limit of 13")

    # Two of another kind, cheaper in place of dearer.
    slot(ana, "captain-true").click()
    slot(ana, "build-small").click()
    slot(ana, "colours-red").click()
    expect(ana.locator("#plan .maker__made")).to_have_text("Small · Blue Cost 3")
    ana.locator("#plan [data-make]").click()
    expect(total(ana)).to_have_attribute("data-total", "12")
    ana.locator('#plan [data-focus="change-big/red+blue/true"]').click()
    expect(slot(ana, "captain-true")).to_have_attribute("aria-pressed", "true")
    slot(ana, "captain-true").click()
    ana.locator("#plan [data-make]").click()
    expect(total(ana)).to_have_attribute("data-total", "9")
    ana.locator('#plan [data-focus="more-small/blue/"]').click()
    expect(total(ana)).to_have_attribute("data-total", "12")
    ana.locator('#plan [data-focus="chip-small/blue/"]').click()
    expect(total(ana)).to_have_attribute("data-total", "9")
    ana.page.reload()
    ana.knows_its_offers()
    expect(total(ana)).to_have_attribute("data-total", "9")  # it is kept
    ana.allows()
    ana.commit()

    assert bands(room, "a") == [("big", ["red", "blue"], False), ("small", ["blue"], False)]
    assert ana.problems == []


UNDER_THE_SCALE = """() => {
  const { x, y, width, height } = document.querySelector('#scale-bar').getBoundingClientRect();
  return width > 0 && document.elementFromPoint(x + width / 2, y + height / 2).closest('#scale-bar') === null;
}"""


def test_a_finger_takes_a_ready_made_band_and_words_put_another_together(
    seated: Seated, table_server: RunningServer
) -> None:
    room = room_of(table_server)
    ana, luis = seated(room, "a", viewport=PHONE), seated(room, "b", locale="es")
    assert ana.breaches() == []
    assert ana.page.evaluate(UNDER_THE_SCALE), "a finger reaches the board there"
    ana.locator("#shelf .shelf__list", has_text="With a captain").tap()
    expect(ana.locator("#plan .tally__chip")).to_have_count(2)
    expect(total(ana)).to_have_attribute("data-total", "13")
    ana.locator("#plan .tally__chip").last.tap()
    slot(ana, "build-small").tap()
    expect(slot(ana, "build-small")).to_have_attribute("aria-pressed", "true")
    assert ana.breaches() == []
    ana.allows()
    ana.commit()

    luis.press("v")
    says(luis, "Talla: Grande", "Colores: Verde", "Añadir 1 ×")
    expect(luis.locator("#words-said p").last).to_contain_text("1 × Grande · Rojo · Verde")
    heard = luis.seq
    says(luis, "hecho")
    luis.hears_more_than(heard)
    assert bands(room, "b") == [("big", ["red", "green"], False)]
    assert bands(room, "a") == [("big", ["red", "blue"], True)]
    assert ana.problems == luis.problems == []


def test_where_things_stand_over_one_another_it_is_chosen_on_what(seated: Seated, table_server: RunningServer) -> None:
    room = room_of(table_server)
    for seat in PLACES:
        assert room.act(seat, {"type": "lock", "members": [SMALL]}).is_success
    ana = seated(room, "a")
    ana.locator('[data-pick="a1"]').first.click()
    ana.click(450, 450)
    level = ana.locator("#plan [data-level]")
    expect(level).to_have_attribute("data-level", "120")
    expect(level).to_contain_text("Bridge, 12.0 cm up")
    expect(ana.locator("#plan [data-surface]")).to_have_count(3)
    ana.locator('#plan [data-surface="60"]').click()
    expect(level).to_have_attribute("data-level", "60")
    ana.drag((450, 450), (480, 480))
    expect(level).to_have_attribute("data-level", "60")  # what was chosen is kept
    ana.press("-")
    expect(level).to_have_attribute("data-level", "0")
    ana.press("+", "+", "+")
    expect(level).to_have_attribute("data-level", "120")
    ana.drag((480, 480), (250, 480))
    expect(level).to_have_attribute("data-level", "60")  # there is no bridge there
    expect(ana.locator("#plan [data-surface]")).to_have_count(2)
    ana.allows()
    ana.commit()
    assert figures(room)["a1"]["place"][2] == 60

    ana.knows_its_offers()
    ana.press("v")
    says(ana, "a2", "at 45 45", "Ledge")
    expect(ana.locator("#words-said p").last).to_contain_text("Ledge, 6.0 cm up: Allowed")
    ana.says()
    assert figures(room)["a2"]["place"] == [450, 450, 60]
    assert ana.problems == []


def test_a_second_target_divides_and_the_shares_add_up(seated: Seated, table_server: RunningServer) -> None:
    room = in_play(table_server)
    ana, luis = seated(room, "a"), seated(room, "b")
    ana.click(*PLACES["a"][0][:2])
    ana.click(*PLACES["b"][0][:2])
    ana.allows()
    expect(ana.locator("#plan [data-share]")).to_have_count(0)
    ana.click(*PLACES["b"][1][:2])
    counts = ana.locator("#plan [data-share] output")
    expect(counts).to_have_text(["2", "2"])
    ana.locator('#plan [data-focus="share-more-b2"]').click()
    expect(counts).to_have_text(["1", "3"])
    expect(ana.locator('#plan [data-focus="share-less-b1"]')).to_be_disabled()
    ana.press("-")
    expect(counts).to_have_text(["2", "2"])
    ana.locator('#plan [data-target="b3"]').click()
    expect(counts).to_have_text(["2", "1", "1"])
    ana.locator('#plan [data-target="b3"]').click()
    ana.press("Backspace")
    expect(counts).to_have_count(0)
    ana.click(*PLACES["b"][1][:2])
    ana.press("+")
    expect(counts).to_have_text(["1", "3"])
    ana.allows()
    assert ana.breaches() == []
    ana.commit()
    assert {id: each["bruises"] for id, each in figures(room).items() if each["seat"] == "b"} == {
        "b1": 1,
        "b2": 3,
        "b3": 0,
    }

    luis.knows_its_offers()
    luis.press("v")
    says(luis, "b1", "throw stones", "figure a1", "figure a2", "one more for figure a1")
    expect(luis.locator("#words-said p").last).to_contain_text("Figure A1 3, Figure A2 1")
    luis.says()
    assert [figures(room)[id]["bruises"] for id in ("a1", "a2")] == [3, 1]
    assert ana.problems == luis.problems == []


def test_others_come_along_and_join_and_stay_with_an_act_that_is_changed(
    seated: Seated, table_server: RunningServer
) -> None:
    room = in_play(table_server)
    ana, luis = seated(room, "a"), seated(room, "b", viewport=PHONE)
    ana.click(*PLACES["a"][0][:2])
    tape = ana.locator("#plan .plan__tape")
    ana.click(300, 60)
    expect(tape).to_have_text("14.0 cm · counts as 28.0 cm · 2.0 cm left")  # in a bog
    ana.drag((300, 60), (300, 40))
    expect(tape).to_have_text("16.0 cm · counts as 32.0 cm · 2.0 cm too far")
    expect(ana.locator("#plan .refusal")).to_contain_text("LED-04")
    ana.drag((300, 40), (300, 120))
    expect(tape).to_have_text("8.0 cm · 22.0 cm left")
    parts = ana.locator("#plan [data-part]")
    ana.locator('#plan [data-also="A2 comes along"]').click()
    ana.locator('#plan [data-also="A3 comes along"]').click()
    expect(parts).to_have_text(["A2 comes along", "A3 comes along"])
    ana.drag((300, 120), (340, 120))
    expect(parts).to_have_text(["A2 comes along", "A3 comes along"])  # the same, along another way
    ana.locator('#plan [data-focus="part-off-0"]').click()
    expect(parts).to_have_text(["A3 comes along"])
    ana.allows()
    assert ana.breaches() == []
    ana.commit()
    found = figures(room)
    assert [found[id]["place"][:2] for id in ("a1", "a2", "a3")] == [[340, 120], [300, 250], [490, 320]]

    luis.knows_its_offers()
    luis.click(*PLACES["b"][0][:2])
    luis.click(340, 120)
    luis.locator('#plan [data-also="Another joins"]').tap()
    expect(luis.locator("#layer-rings .is-candidate")).to_have_count(2)
    luis.click(*PLACES["b"][1][:2])
    expect(luis.locator("#plan [data-part]")).to_have_text(["Another joins: Figure B2"])
    luis.allows()
    luis.commit()
    assert figures(room)["a1"]["bruises"] == 5

    ana.knows_its_offers()
    ana.press("v")
    says(ana, "a2", "throw stones", "figure b1")
    expect(ana.locator("#words-said p").last).to_contain_text("Allowed")
    says(ana, "another joins", "figure a3")
    expect(ana.locator("#words-said p").last).to_contain_text("Another joins: Figure A3: Allowed")
    ana.says()
    assert figures(room)["b1"]["bruises"] == 5
    assert ana.problems == luis.problems == []


def test_one_piece_may_be_gone_up_in_several_ways_and_a_lob_lands_on_any_level(
    seated: Seated, table_server: RunningServer
) -> None:
    room = in_play(table_server)
    ana = seated(room, "a")
    ana.click(*PLACES["a"][2][:2])
    ana.locator('#offers [data-offer="scale"]').click()
    expect(ana.locator("#layer-rings path.is-candidate")).to_have_count(2)
    ana.click(450, 650)  # the bridge alone
    choices = ana.locator("#plan .plan__choices .offer")
    expect(choices).to_have_text(["Up to 9 cm", "Up to 12 cm"])
    expect(ana.locator("#layer-rings path.is-picked")).to_have_count(1)
    choices.last.click()
    ana.allows()
    ana.commit()
    assert figures(room)["a3"]["place"] == [450, 400, 120]

    assert room.act("b", {"type": "pass"}).is_success
    ana.knows_its_offers()
    ana.click(*PLACES["a"][0][:2])
    ana.locator('#offers [data-offer="lob"]').click()
    ana.click(450, 450)
    expect(ana.locator("#plan [data-level]")).to_have_attribute("data-level", "120")
    ana.press("-")
    expect(ana.locator("#plan [data-level]")).to_have_attribute("data-level", "60")
    ana.allows()
    ana.commit()
    assert ana.problems == []
