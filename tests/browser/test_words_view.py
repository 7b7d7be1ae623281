"""The board in words: a turn of each game played through it alone, by typed words and by its list."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Seated
from tests.browser.tables import Room, Window
from tests.support.server import RunningServer

pytestmark = pytest.mark.e2e

PAIR = ({"kind": "human", "name": "Ana", "faction": "orcs"}, {"kind": "human", "name": "Luis", "faction": "elves"})
ORCS = [{"unit": "orcs.slynn", "count": 3}]
ELVES = [{"unit": "elves.archer", "count": 3}, {"unit": "elves.warrior", "count": 2}]


def in_words(window: Window) -> None:
    """Opens the board in words; the line to type in has the focus."""
    window.press("v")
    expect(window.locator("#words-line")).to_be_focused()


def type_in(window: Window, words: str, *, answer: str) -> None:
    """Types a line and waits for what is said to it."""
    window.page.keyboard.type(words)
    window.press("Enter")
    expect(window.locator("#words-said p", has_text=answer).last).to_be_attached()


def done(window: Window, *, answer: str) -> None:
    """Commits by a word and waits for what is told of it; the line keeps the focus."""
    heard = window.seq
    type_in(window, "done", answer="› done")
    window.hears_more_than(heard)
    window.knows_its_offers()
    expect(window.locator("#words-said .is-told", has_text=answer).last).to_be_attached()
    expect(window.locator("#words-line")).to_be_focused()


def test_a_turn_of_the_measured_table_is_played_through_words_alone(seated: Seated, garden: Room) -> None:
    ana = seated(garden, "a")
    in_words(ana)
    house = ana.locator("#words-found li", has_text="House:")
    expect(house).to_contain_text("middle 60.0 cm east, 40.0 cm north, 16.0 by 12.0 cm, its length along 090°")

    type_in(ana, "A-02", answer="Soldier A-02. Move: Type a bearing and a distance")
    type_in(ana, "house", answer="Not allowed: Too far")
    type_in(ana, "back", answer="Soldier A-02")
    type_in(ana, "0 44", answer="Not allowed: Too far")
    type_in(ana, "back", answer="Soldier A-02")
    type_in(ana, "0 19", answer="19.0 cm")
    expect(ana.locator("#words-said")).to_contain_text("Allowed")
    assert ana.breaches() == []
    done(ana, answer="A-02 moves 19.0 cm (moving).")

    expect(ana.locator("#words-found .words-list li", has_text="B-05")).to_contain_text("33% (1 in 3)")
    type_in(ana, "shoot", answer="Shoot: Rifle: Name the target.")
    type_in(ana, "B-02", answer="Soldier B-02: Not allowed: The target is not in view.")
    type_in(ana, "shoot", answer="Shoot: Rifle: Name the target.")
    type_in(ana, "B-05", answer="33% (1 in 3)")
    done(ana, answer="A-02 shoots at B-05")
    type_in(ana, "A-02", answer="Soldier A-02")
    type_in(ana, "shoot", answer="Shoot: Rifle: Not allowed: ")
    type_in(ana, "end turn", answer="Allowed")
    done(ana, answer="Luis's turn")

    expect(ana.locator("#words-found .words-asked")).to_contain_text("Luis's turn: waiting")
    assert ana.problems == []
    ana.press("Escape")
    expect(ana.locator("#words-view")).to_be_hidden()


def test_a_turn_of_the_map_of_cards_is_played_through_words_alone(seated: Seated, table_server: RunningServer) -> None:
    room = Room(table_server, "open_wars", "arcanums_crown", PAIR)
    luis = seated(room, "b")
    assert room.act("a", {"type": "muster", "list": ORCS}).is_success
    in_words(luis)

    for unit in ("archer", "archer", "archer", "warrior", "warrior"):
        luis.locator("#words-found button", has_text=f"Add {unit.capitalize()}").focus()
        luis.press("Enter")
    expect(luis.locator("#words-found button", has_text="Remove Warrior (2)")).to_be_attached()
    expect(luis.locator("#words-found button", has_text=re.compile(r"Add Archer \(3\), costs \d"))).to_be_attached()
    expect(luis.locator("#words-said")).to_contain_text(
        re.compile(r"3 × Archer, 2 × Warrior\)\. Total: \d+ of \d+, \d+ left")
    )
    luis.locator("#words-line").focus()
    type_in(luis, "done", answer="once more to commit anyway")
    done(luis, answer="Turn 1")

    type_in(luis, "warrior", answer="Warrior E5")
    type_in(luis, "D5", answer="1 card: E5 → D5: Allowed")
    type_in(
        luis, "E3", answer="2 cards: E5 → E4 → E3: Not allowed: It has too few movement points: cost 2, 1 left, at E3"
    )
    type_in(luis, "D5, C5", answer="2 cards: E5 → D5 → C5: Allowed")
    type_in(luis, "D5", answer="1 card: E5 → D5: Allowed")
    assert luis.breaches() == []
    done(luis, answer="Luis moves Warrior ×2: E5 → D5.")
    type_in(luis, "end your movement", answer="Allowed")
    done(luis, answer="Ana moves")
    assert luis.problems == []


def test_what_is_not_understood_is_said_and_nothing_happens_and_a_reload_comes_back_to_it(
    seated: Seated, garden: Room
) -> None:
    ana = seated(garden, "a", locale="es")
    in_words(ana)

    type_in(ana, "volar", answer="No se entiende: volar.")
    type_in(ana, "hecho", answer="No has elegido nada que confirmar")
    type_in(ana, "soldado", answer="¿Cuál?")

    assert [event["type"] for event in garden.events("a")].count("unit_moved") == 0

    ana.page.reload()
    expect(ana.locator("#words-line")).to_be_focused()
    ana.knows_its_offers()
    type_in(ana, "A-02", answer="Soldado A-02. Mover: Escribe rumbo y distancia")
    ana.press("Escape")
    expect(ana.locator("#words-view")).to_be_hidden()
    ana.page.reload()
    ana.knows_its_offers()
    expect(ana.locator("#words-view")).to_be_hidden()
