"""Clocks and absent players at real tables, by a server whose time a test moves on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Seated
from tests.browser.tables import PATIENCE_S, PEBBLES, PHONE, Room, Window
from tests.parts.web.pages_server import TOY
from tests.support.server import RunningServer
from tests.support.shifted_server import Hands, shifted_server

pytestmark = pytest.mark.e2e

Served = tuple[RunningServer, Hands]


@pytest.fixture(scope="module")
def shifted(module_database_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    file = tmp_path_factory.mktemp("clock") / "hands"
    with shifted_server(module_database_url, file, TAPETE_SYSTEMS=TOY, LIMITS="off") as served:
        yield served


class TimedRoom(Room):
    """A room with a clock, in play."""

    def __init__(self, server: RunningServer, clock: dict[str, Any], rounds: int = 20, seats: Any = PEBBLES) -> None:
        self.server = server
        wanted = {
            "game": "pebbles",
            "scenario": "open",
            "seats": list(seats),
            "options": {"rounds": rounds},
            "clock": clock,
        }
        made = httpx.post(f"{server.url}/api/v1/rooms", json=wanted, timeout=PATIENCE_S)
        assert made.status_code == 201, made.text
        answer = made.json()
        self.url = f"{server.url}/api/v1/rooms/{answer['id']}"
        self.tokens = {seat["seat"]: seat["token"] for seat in answer["seats"]}
        self.links = {seat["seat"]: seat["url"] for seat in answer["seats"]}
        self.links["spectator"] = answer["spectator"]["url"]

    @property
    def asked(self) -> str:
        found: str = self.told["to_act"][0]
        return found

    @property
    def told(self) -> Any:
        return httpx.get(self.url, headers=self._as("a"), timeout=PATIENCE_S).json()

    def side(self, seat: str) -> str:
        return {"a": "red", "b": "blue"}[seat]


# On a line that broke: what the words about it lie over.
_COVERED = """() => {
  const line = document.getElementById('connection');
  const was = line.dataset.state;
  line.dataset.state = 'offline';
  const words = line.getBoundingClientRect();
  const lies = (each) => {
    const box = each.getBoundingClientRect();
    return box.left < words.right && words.left < box.right && box.top < words.bottom && words.top < box.bottom;
  };
  const covered = [...document.querySelectorAll('.clock, #prompt, #seats, .standing, .bar__tools .tool')].filter(lies);
  const isWhole = words.width > 60 && words.left >= 0 && words.right <= innerWidth;
  line.dataset.state = was;
  return [covered.map((each) => each.id || each.className), isWhole];
}"""


def test_a_clock_begins_when_its_player_has_the_table_before_them(seated: Seated, shifted: Served) -> None:
    server, hands = shifted
    free = [{"kind": "open", "team": team} for team in ("red", "blue")]
    room = TimedRoom(server, {"kind": "live", "bank_s": 300, "increment_s": 0}, seats=free)
    for seat, name in (("a", "Ana"), ("b", "Luis")):
        taken = httpx.post(
            f"{room.url}/seats/{seat}/claim", json={"name": name}, headers=room._as(seat), timeout=PATIENCE_S
        )
        assert taken.status_code == 200, taken.text
    asked = room.asked
    hands.turn(200)
    window = seated(room, "b" if asked == "a" else "a")
    expect(window.locator(".clock")).to_have_count(2)
    expect(window.locator(".clock.is-running")).to_have_count(0)

    theirs = seated(room, asked)
    expect(theirs.locator(".clock.is-running .clock__time")).to_have_text(re.compile("^(5:00|4:5.)$"))
    expect(window.locator(".clock.is-running")).to_have_count(1)


def left_s(window: Window, side: str) -> int:
    """The seconds that a clock shows."""
    words = window.locator(f'[data-clock="{side}"] .clock__time').inner_text()
    assert re.fullmatch(r"\d+:\d\d", words), words
    minutes, seconds = words.split(":")
    return 60 * int(minutes) + int(seconds)


def test_a_clock_ticks_warns_ends_the_turn_and_lets_the_other_claim_the_game(seated: Seated, shifted: Served) -> None:
    server, hands = shifted
    room = TimedRoom(server, {"kind": "live", "bank_s": 120, "increment_s": 0})
    late = room.asked
    other = "b" if late == "a" else "a"
    mine, theirs = room.side(late), room.side(other)
    one, two = seated(room, late), seated(room, other, viewport=PHONE, locale="es")

    # It ticks on both pages, for whom the game waits and for nobody else.
    shown = left_s(one, mine)
    expect(one.locator(f'[data-clock="{mine}"]')).to_have_class(re.compile("is-running"))
    expect(two.locator(f'[data-clock="{mine}"] .clock__time')).not_to_have_text(f"2:{shown % 60:02}")
    one.page.wait_for_function(
        "([side, was]) => document.querySelector(`[data-clock=${side}] .clock__time`).textContent !== was",
        arg=[mine, f"{shown // 60}:{shown % 60:02}"],
    )
    assert left_s(one, theirs) == left_s(two, theirs) == 120
    assert abs(left_s(one, mine) - left_s(two, mine)) <= 2

    # That the line is lost is said where it covers nothing, on a phone too.
    assert two.page.evaluate(_COVERED) == [[], True]

    # After a sleep it is right again: by the server's time, whatever passed meanwhile.
    hands.turn(92)
    one.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    low = one.locator(f'[data-clock="{mine}"]')
    expect(low).to_have_class(re.compile("is-low"))
    expect(low.locator(".clock__low")).to_be_visible()
    expect(one.locator("#clock-voice")).to_have_text(re.compile(r"You have 0:\d\d left"))
    assert left_s(one, mine) <= 28
    assert one.breaches() == []

    # After a reload it is what it was, and at zero the turn is the other's.
    one.page.reload()
    expect(low).to_have_class(re.compile("is-low"))
    hands.turn(30)
    expect(two.locator(f'[data-clock="{theirs}"]')).to_have_class(re.compile("is-running"))
    expect(one.locator("#log")).to_contain_text("is up: the turn ends")
    expect(two.locator("[data-claim]")).to_have_count(0)

    # Three times, and the other may claim the game.
    for _ in range(2):
        assert room.act(other, {"type": "pass"}).status_code == 200
        hands.turn(60)
        expect(two.locator(f'[data-clock="{theirs}"]')).to_have_class(re.compile("is-running"))
    expect(one.locator("[data-claim]")).to_have_count(0)
    two.locator('[data-claims-do="away"]').tap()
    expect(two.locator(f'[data-claim="{mine}"]')).to_be_hidden()
    two.locator(f'[data-clock="{theirs}"] .clock__about').tap()
    expect(two.locator("#clock-rules")).to_contain_text("Después le quedan 24 s.")
    two.locator(".claims-back").tap()
    two.locator(f'[data-claim="{mine}"]').tap()
    two.locator('#question button[value="yes"]').tap()

    expect(two.locator("#ending")).to_contain_text("Has ganado")
    expect(two.locator("#ending")).to_contain_text("se le acabó el tiempo tres veces")
    expect(one.locator("#ending")).to_contain_text("ran out three times")
    assert (one.problems, two.problems) == ([], [])


def test_the_deadline_outlives_a_server_that_is_killed(seated: Seated, shifted: Served) -> None:
    server, hands = shifted
    room = TimedRoom(server, {"kind": "days", "days": 1})
    late = room.asked

    server.kill()
    hands.turn(24 * 3600 + 1)
    server.start_again()
    room.url = re.sub(r"^http://[^/]+", server.url, room.url)
    room.links = {seat: re.sub(r"^http://[^/]+", server.url, url) for seat, url in room.links.items()}

    window = seated(room, late)
    expect(window.locator("#log")).to_contain_text("is up: the turn ends")
    assert room.asked != late
    assert [event["type"] for event in room.events("a")].count("time_up") == 1


def test_a_seat_tells_who_is_away_since_when_and_what_may_be_done(seated: Seated, shifted: Served) -> None:
    server, _ = shifted
    room = TimedRoom(server, {"kind": "days", "days": 3})
    ana = seated(room, "a")

    ana.locator('[data-seat-card="b"]').click()

    card = ana.locator("#seat-card")
    expect(card).to_contain_text("Luis")
    expect(card).to_contain_text("Away; left a moment ago.")
    expect(card).to_contain_text(re.compile(r"Clock: [23] d \d+ h"))
    expect(card).to_contain_text("After two minutes away")
    assert ana.breaches() == []

    ana.press("Escape")
    luis = seated(room, "b")
    expect(ana.locator("#here-b")).to_have_class("here is-here")
    ana.locator('[data-seat-card="b"]').click()
    expect(card).to_contain_text("At the table; came a moment ago.")

    # What somebody is asked before something final is asked no more once the game is over.
    ana.press("Escape")
    ana.locator('[data-do="menu"]').click()
    ana.locator('[data-do="resign"]').click()
    expect(ana.locator("#question")).to_be_visible()
    assert httpx.post(f"{room.url}/resign", json={}, headers=room._as("b"), timeout=PATIENCE_S).status_code == 200
    expect(ana.locator("#ending")).to_be_visible()
    expect(ana.locator("#question")).to_be_hidden()
    assert (ana.problems, luis.problems) == ([], [])


def test_players_hand_an_absent_seat_over_and_whoever_comes_back_may_say_no(seated: Seated, shifted: Served) -> None:
    server, hands = shifted
    eva = {"kind": "human", "name": "Eva", "team": "red"}
    room = Room(server, "pebbles", "ring", (*PEBBLES, eva), charms=False)
    ana, luis = seated(room, "a"), seated(room, "b", locale="es", viewport=PHONE)
    hands.turn(121)
    card = ana.locator("#seat-card")

    # Eva is away for two minutes; but she comes back and says no.
    ana.locator('[data-seat-card="c"]').click()
    expect(card).to_contain_text("Away; left 2 minutes ago.")
    assert ana.breaches() == []
    card.get_by_role("button", name="Propose that the computer plays on").click()
    expect(luis.locator(".proposal")).to_contain_text("Ana propone que la máquina siga por Eva")
    asks, tabs, strip = (luis.locator(each).bounding_box() for each in (".proposals", ".sheet__tabs", "#dice"))
    assert asks is not None
    assert tabs is not None
    assert strip is not None
    assert strip["y"] + strip["height"] <= asks["y"] + 1, "it lies over nothing of the board, nor over dice"
    assert asks["y"] + asks["height"] <= tabs["y"] + 1, "nor over what can be done"
    back = seated(room, "c")
    back.locator('.proposal [data-answer="no"]').click()
    expect(luis.locator(".proposal")).to_have_count(0)
    expect(ana.locator('#seats [data-seat="c"]')).to_have_attribute("data-kind", "human")

    # She leaves for good: somebody else plays on, by a link that Ana makes.
    back.page.close()
    expect(ana.locator("#here-c")).to_have_class("here is-away")
    hands.turn(121)
    ana.locator('[data-seat-card="c"]').click()
    card.get_by_role("button", name="Propose that another person plays on").click()
    luis.locator('.proposal [data-answer="yes"]').tap()
    expect(ana.locator('#seats [data-seat="c"]')).to_have_attribute("data-kind", "open")
    ana.locator('[data-seat-card="c"]').click()
    card.get_by_role("button", name="Make a link for this seat").click()
    expect(card.locator("input")).to_have_value(re.compile(r"/join/"))
    room.links["c"] = card.locator("input").input_value()

    taken = httpx.post(
        f"{room.url}/seats/c/claim",
        json={"name": "Max"},
        headers={"authorization": f"Bearer {room.links['c'].rsplit('/', 1)[1]}"},
        timeout=PATIENCE_S,
    )
    assert taken.status_code == 200
    expect(ana.locator('#seats [data-seat="c"]')).to_contain_text("Max")
    assert (ana.problems, luis.problems, back.problems) == ([], [], [])
