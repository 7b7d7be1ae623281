"""One plan for several of a platoon, or of a pile: by mouse, finger and keys; who cannot go is named, and whoever is asked is waited for."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest
from playwright.sync_api import expect

from app.boards import hexes
from tests.browser.conftest import Seated
from tests.browser.hexes.test_flames_table import crossroads, do, kinds, known, plays_until, takes, touches
from tests.browser.tables import DESKTOP, PHONE, SOLDIERS, Room, Window
from tests.support.server import RunningServer

pytestmark = pytest.mark.e2e


def marching(server: RunningServer, *, watched: bool = False) -> Room:
    """The infantry of the crossroads, ten in three piles, is about to move; ``watched``: by those who may fire at any step."""
    room = crossroads(server)
    waits = "FO" if watched else "FC"
    for seat, orders in (("a", {"A1": "FC", "A2": "MD"}), ("b", {"B1": waits, "B2": waits})):
        for platoon, order in orders.items():
            do(room, seat, {"type": "order", "platoon": platoon, "order": order})
        do(room, seat, {"type": "commit"})
    assert plays_until(room, lambda seat: "move" in kinds(room, seat), ("commit", "activate")) == "a"
    return room


def village(server: RunningServer) -> Room:
    """The evening village, both sides deployed as the scenario has them: several cards each, batteries off the board, commands of companies."""
    room = Room(server, "flames_hexwar", "evening_village", SOLDIERS)
    for seat in "ba":
        do(room, seat, {"type": "commit"})
    return room


def marching_with_strangers(server: RunningServer) -> Room:
    """The first rifle platoon of the village is about to move, and with it commands and an observer that are of none."""
    room = village(server)
    for seat in "ab":
        for offer in room.offers(seat):
            if offer["type"] == "order":
                orders = {example["order"]: example for example in offer["examples"]}
                do(room, seat, orders.get("MD" if seat == "a" else "FC", offer["examples"][0]))
        do(room, seat, {"type": "commit"})

    def is_there(seat: str) -> bool:
        return any(offer["type"] == "move" and offer["unit"] == "A1.0" for offer in room.offers(seat))

    assert plays_until(room, is_there, ("commit", "activate", "hold", "close")) == "a"
    return room


def places(room: Room) -> dict[str, hexes.Hex]:
    return {name: hexes.Hex(*team["at"]) for name, team in known(room, "a")["teams"].items() if team.get("at")}


def moved(room: Room, before: Mapping[str, hexes.Hex]) -> set[str]:
    return {name for name, at in places(room).items() if at != before[name]}


@pytest.mark.parametrize("view", [DESKTOP, PHONE], ids=["mouse", "phone"])
def test_a_platoon_goes_one_way_by_one_plan_and_who_cannot_is_named_and_stays(
    seated: Seated, table_server: RunningServer, view: Mapping[str, int]
) -> None:
    room = marching(table_server)
    before = places(room)
    ana = seated(room, "a", viewport=view)
    takes(ana, "A2.0")
    touches(ana, '[data-cell="0302"]')
    ana.allows()
    expect(ana.locator("#commit")).to_have_text("Commit")
    stands_below_the_verdict(ana, ".plan__head")

    ana.locator('#plan [data-focus="same-for"]').click()
    if view is PHONE:
        ana.locator('#plan [data-lot="same_group"]').click()
    else:
        ana.locator('#plan [data-lot="same_here"]').click()
        expect(ana.locator("#commit")).to_have_text("Commit × 4")
        for pile in ("0201", "0102"):
            ana.page.keyboard.down("Shift")
            touches(ana, f'[data-cell="{pile}"]')
            ana.page.keyboard.up("Shift")
    expect(ana.locator("#plan [data-not]")).to_have_attribute("data-not", "A2.7 A2.8 A2.9")
    expect(ana.locator("#commit")).to_have_text("Commit × 7")
    expect(ana.locator("#layer-rings .ring.is-picked")).to_have_count(6)
    assert ana.breaches() == []
    ana.commit()
    ana.knows_its_offers()

    assert moved(room, before) == {f"A2.{n}" for n in range(7)}
    after = places(room)
    assert {after[name].q - before[name].q for name in moved(room, before)} == {1}
    assert ana.problems == []


def test_by_keys_the_next_and_all_go_along(seated: Seated, table_server: RunningServer) -> None:
    room = marching(table_server)
    before = places(room)
    ana = seated(room, "a")
    takes(ana, "A2.4")
    ana.press("x", "x")
    expect(ana.locator('#plan [data-same][aria-pressed="true"]')).to_have_count(2)
    ana.press("X", "ArrowUp", " ")
    ana.allows()
    expect(ana.locator("#commit")).to_have_text("Commit × 10")
    ana.does("Enter")

    assert moved(room, before) == {f"A2.{n}" for n in range(10)}


def test_the_way_of_each_is_drawn_and_enter_does_it_after_all_were_chosen(
    seated: Seated, table_server: RunningServer
) -> None:
    room = marching(table_server)
    before = places(room)
    ana = seated(room, "a")
    takes(ana, "A2.4")
    touches(ana, '[data-cell="0200"]')
    ana.allows()
    ana.locator('#plan [data-focus="same-for"]').click()
    everybody = ana.locator('#plan [data-lot="same_group"]')
    everybody.click()
    expect(ana.locator("#commit")).to_have_text("Commit × 10")
    expect(ana.locator("#plan details")).to_contain_text("Each is judged by itself")
    expect(ana.locator("#board .plan-others .step-line")).to_have_count(9)
    expect(everybody).to_be_focused()
    ana.press(" ")
    expect(everybody).to_have_attribute("aria-pressed", "false")
    expect(ana.locator("#board .plan-others .step-line")).to_have_count(0)
    expect(everybody).to_be_focused()
    ana.press(" ")
    expect(ana.locator("#commit")).to_have_text("Commit × 10")
    ana.does("Enter")

    assert moved(room, before) == {f"A2.{n}" for n in range(10)}


def test_whoever_is_asked_meanwhile_stops_the_others(seated: Seated, table_server: RunningServer) -> None:
    room = marching(table_server, watched=True)
    before = places(room)
    ana = seated(room, "a")
    takes(ana, "A2.0")
    touches(ana, '[data-cell="0302"]')
    ana.allows()
    ana.press("X")
    expect(ana.locator("#commit")).to_have_text("Commit × 7")
    ana.commit()
    expect(ana.locator("#notice")).to_contain_text(
        "Done by 1 of 7; now others are asked. Still to come: 6, chosen as before."
    )
    assert plays_until(room, lambda seat: "close" in kinds(room, seat), ("hold",)) == "a"
    assert moved(room, before) == {"A2.0"}

    expect(ana.locator("#commit")).to_have_text("Commit × 6")
    ana.allows()
    ana.commit()
    expect(ana.locator("#notice")).to_contain_text("Done by 1 of 6")
    assert plays_until(room, lambda seat: "close" in kinds(room, seat), ("hold",)) == "a"
    assert len(moved(room, before)) == 2
    assert ana.problems == []


def test_who_finds_no_room_left_stays_and_is_named_with_the_reason(seated: Seated, table_server: RunningServer) -> None:
    room = marching(table_server)
    for n in range(3):
        do(room, "a", {"type": "move", "team": f"A2.{n}", "path": ["0302"]})
    before = places(room)
    ana = seated(room, "a")
    takes(ana, "A2.7")
    touches(ana, '[data-cell="0302"]')
    ana.allows()
    ana.locator('#plan [data-focus="same-for"]').click()
    ana.locator('#plan [data-lot="same_here"]').click()
    expect(ana.locator("#commit")).to_have_text("Commit × 3")
    ana.commit()

    expect(ana.locator("#notice")).to_contain_text("Done by 1 of 3.")
    expect(ana.locator("#notice")).to_contain_text(
        "Not done by SMG team A2.8 · 0102, SMG team A2.9 · 0102: There is no room left"
    )
    assert moved(room, before) == {"A2.7"}
    notice, card = (ana.locator(part).last.bounding_box() for part in ("#notice", "#standings .standing"))
    assert notice is not None
    assert card is not None
    assert notice["x"] >= card["x"] + card["width"]
    ana.page.set_viewport_size({"width": 1024, "height": 768})
    notice, card = (ana.locator(part).last.bounding_box() for part in ("#notice", "#standings .standing"))
    assert notice is not None
    assert card is not None
    assert notice["y"] >= card["y"] + card["height"]
    assert ana.problems == []


def stands_below_the_verdict(window: Window, said: str) -> None:
    """What lets others be picked comes right after the verdict, before everything that follows from the act, and is in sight."""
    expect(window.locator(f'#plan {said}:has([data-verdict="legal"]) + .plan__shared')).to_have_count(1)
    expect(window.locator("#plan .plan__shared + .plan__body")).to_have_count(1)
    expect(window.locator('#plan [data-focus="same-for"]')).to_be_in_viewport(ratio=1)


def test_its_platoon_comes_first_and_whoever_stays_of_the_strangers_is_named(
    seated: Seated, table_server: RunningServer
) -> None:
    room = marching_with_strangers(table_server)
    before = places(room)
    ana = seated(room, "a")
    takes(ana, "A1.0")
    touches(ana, '[data-cell="0503"]')
    ana.allows()
    stands_below_the_verdict(ana, ".plan__head")
    ana.locator('#plan [data-focus="same-for"]').click()
    lots = ana.locator("#plan [data-lot]")
    expect(lots).to_have_text(["Rifle platoon A1: 10", "All in this place: 3", "All: 13"])

    lots.first.click()
    expect(ana.locator("#commit")).to_have_text("Commit × 11")
    chosen = ana.locator('#plan [data-same][aria-pressed="true"]')
    assert {each.get_attribute("data-same") for each in chosen.all()} == {f"A1.{n}" for n in range(1, 11)}
    ana.press("X")
    expect(ana.locator("#plan [data-not]")).to_have_attribute("data-not", "AHQ.0 AHQ.1")
    ana.commit()
    ana.knows_its_offers()

    assert moved(room, before) == {*(f"A1.{n}" for n in range(11)), "A6.1"}
    notice = ana.locator("#notice")
    expect(notice).to_contain_text("Done by 12 of 14. Not done by Company command AHQ.0")
    expect(notice).to_contain_text("Second in command AHQ.1")
    assert ana.problems == []


@pytest.mark.parametrize("view", [DESKTOP, PHONE], ids=["mouse", "phone"])
def test_a_card_to_which_an_order_is_not_open_says_why_by_the_rule(
    seated: Seated, table_server: RunningServer, view: Mapping[str, int]
) -> None:
    room = village(table_server)
    ana = seated(room, "a", viewport=view)
    ana.locator('[data-pick="A1"]:visible').first.click()
    ana.locator("#plan").get_by_role("button", name="Move and shoot").first.click()
    ana.allows()
    stands_below_the_verdict(ana, ".plan__answer")
    ana.press("X")

    stays = ana.locator("#plan [data-not]")
    expect(stays.first).to_contain_text("105 mm battery A7")
    expect(stays.first).to_contain_text("That order is not for that platoon now.")
    expect(ana.locator("#commit")).to_have_text("Commit × 7")
    ana.commit()
    expect(ana.locator("#notice")).to_contain_text(
        "Done by 7 of 8. Not done by 105 mm battery A7: That order is not for that platoon now."
    )
    assert ana.problems == []


@pytest.mark.parametrize("view", [DESKTOP, PHONE], ids=["mouse", "phone"])
def test_a_deck_to_be_sorted_opens_with_its_rows_and_ready_made_orders_are_folded_after_them(
    seated: Seated, table_server: RunningServer, view: Mapping[str, int]
) -> None:
    ana = seated(village(table_server), "a", viewport=view)
    ana.locator("#offers").get_by_role("button", name="Sort the deck").first.click()
    ana.allows()

    for n in range(3):
        expect(ana.locator("#plan .rows__row").nth(n)).to_be_in_viewport(ratio=1)
    expect(ana.locator("#plan .rows ~ details:not([open])")).to_have_text(re.compile(r"^Ready-made \(9\)"))
    ana.locator("#plan .rows ~ details > summary").click()
    ana.locator('#plan [data-ready="1"]').click()
    expect(ana.locator("#plan .rows__words b").first).to_have_text("Rifle platoon A2")
    assert ana.problems == []


# The lines on which each word of the cards lies, by the word.
_LINES = """() => [...document.querySelectorAll('.hand__name')].flatMap((name) => {
  const text = name.firstChild;
  return [...text.data.matchAll(/\\S+/g)].map(({0: word, index}) => {
    const range = document.createRange();
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    return [word, new Set([...range.getClientRects()].map(({top}) => top)).size];
  });
})"""


@pytest.mark.parametrize("locale", ["en", "es"])
def test_no_word_on_a_card_is_broken(seated: Seated, table_server: RunningServer, locale: str) -> None:
    room = village(table_server)
    for offer in room.offers("a"):
        if offer["type"] == "order":
            do(room, "a", offer["examples"][0])
    ana = seated(room, "a", locale=locale)

    lines = ana.page.evaluate(_LINES)
    assert {"en": "reconnaissance", "es": "reconocimiento"}[locale] in [word for word, _ in lines]
    assert [word for word, n in lines if n != 1] == []
