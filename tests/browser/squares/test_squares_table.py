"""Splatball in real windows: declared, moved, shot and ended by mouse and finger, to the end of the game; and paint that stays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Seated
from tests.browser.tables import PHONE, Room, Window
from tests.support.server import RunningServer

pytestmark = pytest.mark.e2e

PAIR = ({"kind": "human", "name": "Ana"}, {"kind": "human", "name": "Luis"})
Action = dict[str, Any]
PROMPTS = ("retreat_to", "advance", "benefit")

# A button with nothing to weigh does it at once; else Commit waits.
_DONE_OR_ASKED = """heard => document.body.dataset.seq !== heard || document.querySelector('#commit:enabled')"""
_IS_SEEN = "([x, y]) => document.elementFromPoint(x, y)?.closest('#board') != null"


def after_school(server: RunningServer, rounds: int) -> Room:
    """The first scenario, in which Ana begins."""
    while True:
        room = Room(server, "splatball", "quick_start", PAIR, rounds=rounds)
        if room.offers("a"):
            return room


def place_of(window: Window, what: str) -> tuple[float, float]:
    x, y = window.locator(f"#board {what}").evaluate("e => [Number(e.dataset.x), Number(e.dataset.y)]")
    return x, y


def cell(at: list[int]) -> str:
    return f'[data-cell="{at[0]},{at[1]}"]'


def offered(room: Room, seat: str, kind: str) -> list[Action]:
    return [example for offer in room.offers(seat) if offer["type"] == kind for example in offer["examples"]]


def do(room: Room, seat: str, action: Mapping[str, Any]) -> None:
    answer = room.act(seat, action)
    assert answer.status_code == 200, answer.text


def declares_everybody(window: Window) -> None:
    window.page.get_by_role("button", name="All of them").click()
    window.commit()
    window.knows_its_offers()


def is_seen(window: Window, what: str) -> bool:
    """Whether the middle of a thing is in sight: on a phone the window holds a part of the board, and the sheet covers some."""
    return bool(window.page.evaluate(_IS_SEEN, window.screen(*place_of(window, what))))


def walks(window: Window, ways: Sequence[Action], row: int) -> None:
    """A unit in sight goes as near to a row as it gets within what is seen: touched, then where to; the page finds the way itself."""
    units = dict.fromkeys(each["unit"] for each in ways)
    unit = next(each for each in units if is_seen(window, f'[data-unit="{each}"]'))
    window.click(*place_of(window, f'[data-unit="{unit}"]'))
    expect(window.locator("#layer-survey .tint-word").first).to_be_attached()
    near = sorted((each for each in ways if each["unit"] == unit), key=lambda move: towards(move, row))
    move = next(each for each in near if is_seen(window, cell(each["path"][-1])))
    window.click(*place_of(window, cell(move["path"][-1])))
    window.allows()
    window.commit()
    window.knows_its_offers()
    expect(window.unit(move["unit"])).to_have_attribute("data-on", ",".join(map(str, move["path"][-1])))


def shoots(window: Window, shot: Action) -> None:
    """A unit is touched, then its target; the odds are told before."""
    window.page.keyboard.press("Escape")
    window.click(*place_of(window, f'[data-unit="{shot["unit"]}"]'))
    window.locator("#offers .offer", has_text="Attack").first.click()
    window.click(*place_of(window, f'[data-unit="{shot["target"]}"]'))
    window.allows()
    expect(window.locator("#plan")).to_contain_text("%")
    window.commit()


def ends_the_turn(window: Window) -> None:
    window.page.keyboard.press("Escape")
    window.page.keyboard.press("Escape")
    heard = window.seq
    window.locator("#offers").get_by_role("button", name="End your turn").click()
    window.page.wait_for_function(_DONE_OR_ASKED, arg=str(heard))
    if window.seq == heard:
        window.commit()


def towards(move: Action, row: int) -> int:
    """How far from a row a move ends."""
    return abs(move["path"][-1][1] - row)


def answers(room: Room) -> None:
    """Whoever is hit goes back, whoever may follow does, by the first of what is offered."""
    while asked := next((seat for seat in "ab" if room.offers(seat) and room.offers(seat)[0]["type"] in PROMPTS), None):
        do(room, asked, room.offers(asked)[0]["examples"][0])


def whose_turn(room: Room) -> str:
    return "a" if room.offers("a") else "b"


@pytest.mark.parametrize("view", [None, PHONE], ids=["mouse", "phone"])
def test_two_friends_play_after_school_to_its_end(
    seated: Seated, table_server: RunningServer, view: Mapping[str, int] | None
) -> None:
    room = after_school(table_server, rounds=2)
    ana, luis = seated(room, "a", **({"viewport": view} if view else {})), seated(room, "b")
    windows = {"a": ana, "b": luis}
    while any(room.offers(seat) for seat in windows):
        seat = whose_turn(room)
        mine = windows[seat]
        mine.knows_its_offers()
        declares_everybody(mine)
        goal = 6 if seat == "a" else 5
        ways = [move for move in offered(room, seat, "move") if "path" in move]
        walks(mine, ways, goal)
        shots = [
            shot
            for shot in offered(room, seat, "attack")
            if all(is_seen(mine, f'[data-unit="{shot[part]}"]') for part in ("unit", "target"))
        ]
        if shots:
            shoots(mine, shots[0])
            answers(room)
            mine.wait_for_seq(len(room.events(seat)))  # its dice may still be falling
            mine.knows_its_offers()
        ends_the_turn(mine)
        for window in windows.values():
            window.wait_for_seq(len(room.events("a")))

    for window in windows.values():
        expect(window.locator("#ending .ending__verdict")).to_be_visible()
        assert window.problems == []


def splattered(room: Room) -> int:
    """Plays by program until paint has landed and the game is over; answers how many splats lie."""
    while asked := next((seat for seat in "ab" if room.offers(seat)), None):
        offers = {offer["type"]: offer for offer in room.offers(asked)}
        goal = 6 if asked == "a" else 5
        ways = [move for move in offered(room, asked, "move") if "path" in move]
        if "attack" in offers:
            do(room, asked, offered(room, asked, "attack")[0])
        elif ways:
            do(room, asked, min(ways, key=lambda move: towards(move, goal)))
        else:
            do(room, asked, room.offers(asked)[0]["examples"][0])
    return len(room._get("position", "a")["view"]["splats"])


def paint(window: Window) -> list[str]:
    stains = window.locator("#board .stain")
    return [str(each) for each in stains.evaluate_all("all => all.map((each) => each.getAttribute('transform'))")]


def test_paint_stays_after_a_reload_in_the_replay_and_in_the_report(
    seated: Seated, table_server: RunningServer
) -> None:
    room = after_school(table_server, rounds=3)
    assert splattered(room) > 0
    luis = seated(room, "b")
    landed = paint(luis)
    assert landed

    luis.page.reload()
    expect(luis.locator("#board .stain")).to_have_count(len(landed))
    assert paint(luis) == landed

    table, _, seat = luis.page.url.partition("?")
    luis.page.goto(f"{table}/replay?{seat}")
    luis.press("Home")
    expect(luis.locator("#board .stain")).to_have_count(0)
    luis.press("End")
    expect(luis.locator("#board .stain")).to_have_count(len(landed))
    assert paint(luis) == landed

    report = luis.page.request.get(f"{table}/report?{seat}")
    assert report.ok
    assert report.text().count('class="stain') >= len(landed)
    assert luis.problems == []


def test_a_refused_shot_says_why_and_shows_the_line(seated: Seated, table_server: RunningServer) -> None:
    room = after_school(table_server, rounds=5)
    while True:  # until somebody could shoot at one enemy and not at another
        seat = whose_turn(room)
        aims = [offer for offer in room.offers(seat) if offer["type"] == "attack"]
        if aims:
            break
        ways = [move for move in offered(room, seat, "move") if "path" in move]
        goal = 6 if seat == "a" else 5
        do(room, seat, min(ways, key=lambda move: towards(move, goal)) if ways else room.offers(seat)[0]["examples"][0])
    shooter, legal = aims[0]["unit"], aims[0]["domain"]["units"]
    other = next(name for name in room.units(seat) if name[:2] != shooter[:2] and name not in legal)
    window = seated(room, seat)
    window.click(*place_of(window, f'[data-unit="{shooter}"]'))
    window.locator("#offers .offer", has_text="Attack").first.click()
    window.click(*place_of(window, f'[data-unit="{other}"]'))

    expect(window.locator("#plan [data-verdict]")).to_have_attribute("data-verdict", "illegal")
    expect(window.locator("#plan")).to_contain_text("SPL-")
    expect(window.locator("#board .on-tone-bad .overlay-line").first).to_be_attached()
    expect(window.locator("#commit")).to_be_disabled()
    assert window.problems == []


def label(window: Window, at: str) -> str:
    return str(window.locator(f'#board [data-cell="{at}"]').get_attribute("data-label"))


def test_a_turn_is_played_by_keys_alone(seated: Seated, table_server: RunningServer) -> None:
    room = after_school(table_server, rounds=3)
    ana = seated(room, "a")
    ana.knows_its_offers()
    ana.page.get_by_role("button", name="All of them").focus()
    ana.press(" ")
    ana.allows()
    ana.locator("#commit").focus()
    ana.does("Enter")
    ana.press("n")
    unit = str(ana.locator('#board [data-unit][aria-pressed="true"]').get_attribute("data-unit"))
    start = ana.unit(unit).get_attribute("data-on")
    ana.press("ArrowDown", "ArrowDown", " ")
    ana.allows()
    ana.does("Enter")
    assert ana.unit(unit).get_attribute("data-on") != start

    ana.press("Escape", "Escape")
    button = ana.locator("#offers").get_by_role("button", name="End your turn")
    heard = ana.seq
    ana.press(str(button.get_attribute("data-n")))
    ana.page.wait_for_function(_DONE_OR_ASKED, arg=str(heard))
    if ana.seq == heard:
        ana.does("Enter")
    assert whose_turn(room) == "b"
    assert ana.breaches() == []
    assert ana.problems == []


def test_a_turn_is_played_in_words_alone(seated: Seated, table_server: RunningServer) -> None:
    room = after_school(table_server, rounds=3)
    ana = seated(room, "a")
    ana.knows_its_offers()
    ana.press("v")
    for relation, way in (("own", "south"), ("enemy", "north")):
        unit = ana.locator("#words-found .words-list li", has_text=f"({relation})").first
        expect(unit).to_contain_text(f", facing {way}, ")
    ana.says("All of them")
    move = min((each for each in offered(room, "a", "move") if "path" in each), key=lambda each: towards(each, 6))
    start = str(ana.unit(move["unit"]).get_attribute("data-on"))
    named = f"{ana.unit(move['unit']).get_attribute('data-name')} {label(ana, start)}"
    ana.says(named, label(ana, ",".join(map(str, move["path"][-1]))))
    expect(ana.unit(move["unit"])).to_have_attribute("data-on", ",".join(map(str, move["path"][-1])))
    ana.locator("#words-line").fill("End your turn")
    heard = ana.seq
    ana.press("Enter")
    ana.page.wait_for_function(_DONE_OR_ASKED, arg=str(heard))
    if ana.seq == heard:
        ana.says()
    assert whose_turn(room) == "b"
    assert ana.problems == []
