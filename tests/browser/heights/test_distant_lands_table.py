"""Distant Lands in real windows: sides, deployment, batches with walks in company and shots, by mouse, finger, keys and words, to the end of
the game."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Seated
from tests.browser.tables import PHONE, Room, Window
from tests.support.server import RunningServer

pytestmark = pytest.mark.e2e

PAIR = ({"kind": "human", "name": "Ana"}, {"kind": "human", "name": "Luis"})
MOST_ACTS = 300
NEAR_MM = 30
"""A finger is no finer, and what it ends beside draws it."""


def outpost(server: RunningServer, turns: int) -> Room:
    """The quick start, in which Ana has chosen the south."""
    while True:
        room = Room(server, "tierras_distantes", "outpost", PAIR, turn_limit=turns)
        if room.offers("a"):
            do(room, "a", {"type": "choose_side", "side": "south"})
            return room


def do(room: Room, seat: str, action: Mapping[str, Any]) -> None:
    answer = room.act(seat, action)
    assert answer.status_code == 200, answer.text


def units(room: Room) -> dict[str, Any]:
    return dict(room.units("a"))


def at(room: Room, unit: str) -> tuple[int, int]:
    found = units(room)[unit]
    return found["x_mm"], found["y_mm"]


def apart(room: Room, place: Sequence[int]) -> float:
    """How far from everybody a place is."""
    return min(math.dist(place, at(room, unit)) for unit in units(room))


STILL = """() => new Promise((done) => {
  const board = document.querySelector('#board');
  let [before, frames] = ['', 0];
  const look = () => {
    const { a, e, f } = board.getScreenCTM();
    frames = before === `${a} ${e} ${f}` ? frames + 1 : 0;
    before = `${a} ${e} ${f}`;
    if (frames > 24) done(true);
    else requestAnimationFrame(look);
  };
  look();
})"""
"""Answers once the board has lain still for a while: what comes into view beside it moves it, and two quick taps are one of another kind."""


def kinds(room: Room, seat: str) -> list[str]:
    return [offer["type"] for offer in room.offers(seat)]


def deployed(server: RunningServer, turns: int) -> Room:
    """Both have deployed as the program would, and it is Ana who has the initiative."""
    while True:
        room = outpost(server, turns)
        for seat in "ab":
            do(room, seat, {"type": "deploy_rest"})
            do(room, seat, {"type": "confirm_deployment"})
        if kinds(room, "a") == ["activate"]:  # who rolls as many as there are names nobody
            return room


def hears_all(window: Window, room: Room, seat: str) -> None:
    """Waits until a window has heard of all that its seat was told, and knows what can be done now."""
    window.wait_for_seq(room.events(seat)[-1]["seq"])
    window.knows_its_offers()


def named(room: Room, seat: str) -> list[str]:
    """The first set of those who may act that is offered."""
    (offer,) = room.offers(seat)
    assert offer["type"] == "activate"
    found: list[str] = offer["examples"][0]["units"]
    return found


def plays_on(room: Room) -> None:
    """To the end, by any of what is offered, but shots before walks, and walks before the end of a batch."""
    chance = random.Random(7)
    for _ in range(MOST_ACTS):
        asked = room.to_act()
        if not asked:
            return
        offers = room.offers(asked[0])
        first = [offer for offer in offers if offer["type"] in ("activate", "fire", "fire_area")]
        offer = chance.choice(first or [each for each in offers if each["type"] != "end_batch"][:1] or offers)
        if offer["type"] == "move" and chance.random() < 0.7:
            offer = offers[-1]
        do(room, asked[0], chance.choice(offer["examples"]))
    raise AssertionError("expected the game to end")


def test_a_battle_is_deployed_walked_and_seen_through_to_its_end_by_mouse_and_finger(
    seated: Seated, table_server: RunningServer
) -> None:
    room = outpost(table_server, turns=1)
    ana, luis = seated(room, "a"), seated(room, "b", viewport=PHONE, locale="es")
    ana.locator('[data-pick="A01"]').first.click()
    ana.click(500, 120)
    ana.allows()
    ana.commit()
    ana.knows_its_offers()
    expect(ana.locator("#who")).to_contain_text("A02")  # the next comes to hand
    ana.click(560, 120)
    ana.allows()
    ana.commit()
    assert (at(room, "A01"), at(room, "A02")) == ((500, 120), (560, 120))
    assert luis.locator("#board [data-unit]").count() == 0, "nobody sees where the others are placed"
    for seat, window in (("a", ana), ("b", luis)):
        hears_all(window, room, seat)
        window.press("Escape")
        for act in ("deploy_rest", "confirm_deployment"):
            window.locator(f'#offers [data-offer="{act}"]').first.click()
            window.allows()
            window.commit()
            window.knows_its_offers()

    seat = room.to_act()[0]
    window = {"a": ana, "b": luis}[seat]
    hears_all(window, room, seat)
    if kinds(room, seat) == ["activate"]:
        chosen = named(room, seat)
        for unit in chosen:
            expect(window.locator("#commit")).to_be_disabled()
            window.locator(f'#plan [data-target="{unit}"]').click()
        window.allows()
        window.commit()
        window.knows_its_offers()
        assert {each for each, of in units(room).items() if of["status"] == "active"} == set(chosen)

    walks = [
        each
        for offer in room.offers(seat)
        if offer["type"] == "move"
        for each in offer["examples"]
        if not each.get("with")
    ]
    walk = max(
        walks, key=lambda each: apart(room, each["path_mm"][-1])
    )  # where a finger means nobody that stands beside it
    assert window.page.evaluate(STILL)
    window.click(*at(room, walk["unit"]))
    expect(window.locator("#who")).to_contain_text(walk["unit"])
    assert window.page.evaluate(STILL)
    window.click(*walk["path_mm"][-1])
    window.allows()
    window.commit()
    assert math.dist(at(room, walk["unit"]), walk["path_mm"][-1]) < NEAR_MM

    assert ana.problems == luis.problems == []
    plays_on(room)
    for each in (ana, luis):
        expect(each.locator("#ending .ending__verdict")).to_be_visible()
        assert each.breaches() == []


def test_who_was_placed_is_dragged_to_another_place(seated: Seated, table_server: RunningServer) -> None:
    room = outpost(table_server, turns=1)
    for unit, x in (("A01", 500), ("A02", 560)):
        do(room, "a", {"type": "deploy", "unit": unit, "x_mm": x, "y_mm": 120})
    ana = seated(room, "a")

    ana.drag((500, 120), (440, 100))
    ana.allows()
    ana.commit()

    assert math.dist(at(room, "A01"), (440, 100)) < NEAR_MM
    assert at(room, "A02") == (560, 120)
    assert ana.problems == []


def test_a_batch_is_played_by_keys_alone_and_another_in_words_alone(
    seated: Seated, table_server: RunningServer
) -> None:
    room = deployed(table_server, turns=2)
    ana = seated(room, "a")
    count = len(named(room, "a"))
    ana.locator("#board").focus()
    ana.press(*["]", " "] * count)
    ana.allows()
    ana.does("Enter")
    active = [each for each, of in units(room).items() if of["status"] == "active"]
    assert len(active) == count
    ana.press("n")
    unit = str(ana.locator('#board [data-unit][aria-pressed="true"]').get_attribute("data-unit"))
    before = at(room, unit)
    ana.press("ArrowDown", "ArrowDown", "ArrowDown", " ")
    ana.allows()
    ana.does("Enter")
    assert at(room, unit)[1] == before[1] - 30
    ana.press("Escape", "Escape")
    end = ana.locator('#offers [data-offer="end_batch"]')
    ana.press(end.get_attribute("data-n") or "")
    ana.allows()
    ana.does("Enter")

    assert room.to_act() == ["b"]
    luis = seated(room, "b")
    luis.press("v")
    if kinds(room, "b") == ["activate"]:
        luis.says(*named(room, "b"))
    walk = next(each for offer in room.offers("b") if offer["type"] == "move" for each in offer["examples"])
    luis.says(walk["unit"], "180 3")
    luis.says("cancel", "End the batch")
    assert [each["seat"] for each in room.events("a") if each["type"] == "batch_ended"][:2] == ["a", "b"]
    assert ana.problems == luis.problems == []
