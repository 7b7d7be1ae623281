"""Flames Hexwar in real windows: planned, moved, answered and shot by mouse and finger, to the end of the game; and what stays secret."""

from __future__ import annotations

import itertools
import random
import re
import tomllib
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import expect

from app.boards import hexes
from tests.browser.conftest import Seated
from tests.browser.tables import DESKTOP, LYING, PHONE, Room, Window
from tests.browser.test_planning import finger, touch
from tests.support.catalogue import APP
from tests.support.server import RunningServer

pytestmark = pytest.mark.e2e

PAIR = ({"kind": "human", "name": "Ana"}, {"kind": "human", "name": "Luis"})
MOST_ACTS = 600
GAME = APP / "systems" / "flames_hexwar"
TURN = {"en": "Turn 10 of 12", "es": "Turno 10 de 12"}
LOW = {"width": 1024, "height": 768}

# A button with nothing to weigh does it at once; else Commit waits.
_CALLED = """() => Object.fromEntries([...document.querySelectorAll('#board [data-unit]')]
  .map((each) => [each.dataset.unit, [each.ariaLabel, each.dataset.state]]))"""
_DONE_OR_ASKED = """heard => document.body.dataset.seq !== heard || document.querySelector('#commit:enabled')"""


def crossroads(server: RunningServer) -> Room:
    """The first scenario, both sides deployed as the scenario has them: orders are written."""
    room = Room(server, "flames_hexwar", "quick_crossroads", PAIR)
    for seat in "ba":
        do(room, seat, {"type": "commit"})
    return room


def do(room: Room, seat: str, action: Mapping[str, Any]) -> None:
    answer = room.act(seat, action)
    assert answer.status_code == 200, answer.text


def known(room: Room, seat: str) -> Any:
    """The position as a seat knows it."""
    return room._get("position", seat)["view"]["known"]


def kinds(room: Room, seat: str) -> set[str]:
    return {offer["type"] for offer in room.offers(seat)}


def plays_until(
    room: Room, is_there: Callable[[str], bool], prefer: tuple[str, ...] = (), *, seed: int = 1
) -> str | None:
    """Everybody plays by program, what is preferred before anything else, until a seat is asked what is waited for, or it is over."""
    chance = random.Random(seed)
    for _ in range(MOST_ACTS):
        seat = next(iter(room.to_act()), None)
        if seat is None or is_there(seat):
            return seat
        offers = room.offers(seat)
        wanted = [offer for kind in prefer for offer in offers if offer["type"] == kind]
        # Who holds is asked again: the next window may be the one that is waited for.
        wanted.sort(key=lambda offer: offer["examples"][0].get("until", "window") != "window")
        offer = wanted[0] if wanted else chance.choice(offers)
        do(room, seat, chance.choice(offer["examples"]))
    raise AssertionError("it never came about")


def presses(window: Window, name: str) -> None:
    """A button that does it, at once or once more."""
    heard = window.seq
    window.locator("#offers").get_by_role("button", name=name).first.click()
    window.page.wait_for_function(_DONE_OR_ASKED, arg=str(heard))
    if window.seq == heard:
        window.commit()
    window.hears_more_than(heard)
    window.knows_its_offers()


def writes(window: Window, platoon: str, order: str, *, key: str | None = None) -> None:
    """An order on a card: the card is touched, then the order; then Commit, or a key."""
    window.locator(f'[data-pick="{platoon}"]:visible').first.click()
    heard = window.seq
    window.locator("#plan").get_by_role("button", name=order).first.click()
    window.page.wait_for_function(_DONE_OR_ASKED, arg=str(heard))
    if window.seq == heard and key is not None:
        window.press(key)
    elif window.seq == heard:
        window.commit()
    window.hears_more_than(heard)
    window.knows_its_offers()
    window.press("Escape")


def ordered(room: Room, seat: str) -> dict[str, str]:
    return {name: card["order"] for name, card in known(room, seat)["seats"][seat]["drafts"]["orders"].items()}


def spot(window: Window, what: str) -> tuple[float, float]:
    """Where a thing lies on the board."""
    found = window.locator(f"#board {what}").first
    x, y = found.evaluate("each => [Number(each.dataset.x), Number(each.dataset.y)]")
    return x, y


def box(window: Window, what: str) -> dict[str, float]:
    """Where the first such thing lies on the page, as it is drawn at this moment."""
    found: dict[str, float] = window.page.evaluate(
        "what => document.querySelector(what).getBoundingClientRect().toJSON()", what
    )
    return found


def touches(window: Window, what: str) -> None:
    """A thing is touched where it lies on the board."""
    window.click(*spot(window, what))


def drags(window: Window, start: tuple[float, float], end: tuple[float, float]) -> None:
    """From one place of the board to another with one finger."""
    (x, y), (to_x, to_y) = window.screen(*start), window.screen(*end)
    hand = finger(window)
    touch(hand, "touchStart", (x, y))
    for share in (0.4, 0.8, 1.0):
        touch(hand, "touchMove", (x + share * (to_x - x), y + share * (to_y - y)))
    touch(hand, "touchEnd")


@pytest.mark.parametrize("view", [DESKTOP, PHONE], ids=["mouse", "phone"])
def test_a_turn_is_planned_moved_and_answered_on_the_page(
    seated: Seated, table_server: RunningServer, view: Mapping[str, int]
) -> None:
    room = crossroads(table_server)
    ana, luis = seated(room, "a", viewport=view), seated(room, "b", viewport=view)
    touches(ana, '[data-unit="A1.1"]')
    expect(ana.locator('#hands [data-pick="A1"]')).to_have_attribute("aria-pressed", "true")
    ana.press("Escape")
    writes(ana, "A1", "Move and shoot")
    writes(ana, "A2", "At the double", key="Enter")
    assert ordered(room, "a") == {"A1": "MD", "A2": "MT"}
    assert known(room, "b")["seats"]["a"].get("drafts", {}) == {}
    presses(ana, "Commit")
    luis.locator('[data-pick="B1"]:visible').first.click()
    if view is PHONE:
        luis.locator('#plan [data-focus="same-for"]').click()
        luis.locator('#plan [data-same="B2"]').click()
    else:
        luis.locator('#hands [data-pick="B2"]').click(modifiers=["Shift"])
    luis.locator("#plan").get_by_role("button", name="Opportunity fire").first.click()
    expect(luis.locator("#commit")).to_have_text("Commit × 2")
    luis.commit()
    expect(luis.locator("[data-card].is-blank")).to_have_count(0)
    luis.knows_its_offers()
    assert ordered(room, "b") == {"B1": "FO", "B2": "FO"}
    presses(luis, "Commit")
    assert plays_until(room, lambda seat: "move" in kinds(room, seat), ("commit", "activate")) == "a"

    ana.knows_its_offers()
    way = next(
        example
        for offer in room.offers("a")
        if offer["type"] == "move"
        for example in offer["examples"]
        if example["path"]
    )
    touches(ana, f'[data-unit="{way["team"]}"]')
    expect(ana.locator("#layer-survey .tint").first).to_be_attached()
    do(room, "a", way)
    assert plays_until(room, lambda seat: "hold" in kinds(room, seat)) == "b"
    luis.knows_its_offers()
    presses(luis, "Hold for this activation")
    for window in (ana, luis):
        window.wait_for_seq(len(room.events("a" if window is ana else "b")))
        assert window.breaches() == []
        assert window.problems == []


def test_a_turn_is_played_by_keys_alone_and_in_words_alone_and_the_game_seen_through_to_its_end(
    seated: Seated, table_server: RunningServer
) -> None:
    room = crossroads(table_server)
    ana, luis = seated(room, "a"), seated(room, "b")
    luis.press("v")
    ana.knows_its_offers()
    ana.press("n", "x")
    expect(ana.locator('#plan [data-same][aria-pressed="true"]')).to_have_count(1)
    ana.press("Escape", "n")
    for times in (3, 4):  # the next blank card comes to hand by itself
        ana.knows_its_offers()
        ana.press(*["]"] * times)
        ana.allows()
        ana.does("Enter")
    assert ordered(room, "a") == {"A1": "MD", "A2": "MT"}
    ana.press("Escape")
    ends(ana, "Commit the plan")
    for platoon in ("Understrength grenadier platoon B1", "Anti-tank section B2"):
        luis.says(platoon, "opportunity fire")
    luis.says("Commit the plan")

    for step, platoon in (("b", "A2"), ("c", "A1")):
        ana.wait_for_seq(len(room.events("a")))
        ana.knows_its_offers()
        assert known(room, "a")["phase"] == step
        ana.does("Enter")
        ana.press("n")
        team = str(ana.locator('#board [data-unit][aria-pressed="true"]').get_attribute("data-unit"))
        assert team.startswith(platoon)
        start = ana.unit(team).get_attribute("data-on")
        ana.press("ArrowDown", " ")
        ana.allows()
        ana.does("Enter")
        luis.wait_for_seq(len(room.events("b")))
        luis.says("Hold for this activation")
        ana.wait_for_seq(len(room.events("a")))
        assert ana.unit(team).get_attribute("data-on") != start
        ana.press("Escape", "Escape")
        ends(ana, "End with")
    assert plays_until(room, lambda seat: "order" in kinds(room, seat), ("commit",)) == "a"
    assert known(room, "a")["turn"] == 2
    ana.wait_for_seq(len(room.events("a")))
    heard = ana.page.evaluate(_CALLED)
    assert any(label.endswith(f", {state}") for label, state in heard.values() if state)
    ana.page.reload()
    assert ana.page.evaluate(_CALLED) == heard, "what is pushed of a team is what is printed of it"
    assert ana.problems == luis.problems == []

    acts = itertools.count()

    def is_seen_by_both(seat: str) -> bool:
        """Now and then both pages are let come up with the program; it is never waited for."""
        if next(acts) % 20 == 0:
            for window, viewer in ((ana, "a"), (luis, "b")):
                window.wait_for_seq(len(room.events(viewer)))
        return False

    assert plays_until(room, is_seen_by_both, ("hold",)) is None
    for window in (ana, luis):
        expect(window.locator("#ending .ending__verdict")).to_be_visible()
        assert window.breaches() == []


def takes(window: Window, team: str) -> None:
    """A team is taken in hand, out of its pile where it lies in one."""
    touches(window, f'[data-unit="{team}"]')
    pile = window.locator(f'.fan .token[data-unit="{team}"]')
    if pile.count():
        pile.click()
    expect(window.unit(team)).to_have_attribute("aria-pressed", "true")


def ends(window: Window, name: str) -> None:
    """By the digit that what is offered bears, and Enter."""
    button = window.locator("#offers").get_by_role("button", name=name).first
    window.press(str(button.get_attribute("data-n")))
    window.allows()
    window.does("Enter")


@pytest.mark.parametrize("view", [DESKTOP, PHONE], ids=["mouse", "phone"])
def test_whoever_is_in_hand_goes_into_a_hex_where_others_of_its_own_stand(
    seated: Seated, table_server: RunningServer, view: Mapping[str, int]
) -> None:
    room = crossroads(table_server)
    for seat, tanks, men in (("a", "A1", "A2"), ("b", "B2", "B1")):
        do(room, seat, {"type": "order", "platoon": tanks, "order": "FC"})
        do(room, seat, {"type": "order", "platoon": men, "order": "MD"})
        do(room, seat, {"type": "commit"})
    found = plays_until(room, lambda seat: shared_end(room, seat) is not None, ("commit", "activate", "close"))
    seat = str(found)
    end = shared_end(room, seat)
    assert end is not None
    hex_, names = end
    for name in names[1:]:
        do(room, seat, {"type": "move", "team": name, "path": [hex_], "halt": True})
        assert plays_until(room, lambda each: "move" in kinds(room, each), ("hold",)) == seat
    window = seated(room, seat, viewport=view)
    window.knows_its_offers()
    takes(window, names[0])

    touches(window, f'[data-cell="{hex_}"]')

    expect(window.locator(".fan__ground")).to_have_count(0)
    window.allows()
    window.commit()
    assert plays_until(room, lambda each: "close" in kinds(room, each), ("hold",)) == seat
    teams = known(room, seat)["teams"]
    assert teams[names[0]]["at"] == teams[names[1]]["at"]


def shared_end(room: Room, seat: str) -> tuple[str, list[str]] | None:
    """An empty hex next to three men that may all go there."""
    teams = known(room, seat)["teams"]
    taken = [team["at"] for team in teams.values() if team.get("at")]
    ends: dict[str, dict[str, None]] = {}
    for offer in room.offers(seat):
        if offer["type"] != "move":
            continue
        for cell in offer.get("domain", {}).get("cells", ()):
            at, start = hexes.named(cell), hexes.Hex(*teams[offer["unit"]]["at"])
            is_man = "facing" not in teams[offer["unit"]]
            if at is not None and is_man and [*at] not in taken and hexes.distance(at, start) == 1:
                ends.setdefault(cell, {})[offer["unit"]] = None
    return next(((cell, list(names)[:3]) for cell, names in ends.items() if len(names) > 2), None)


def before_a_window(server: RunningServer, *, armed: bool = True) -> Room:
    """The defender may fire at somebody who moves; not ``armed``: is asked, and cannot."""
    room = crossroads(server)
    for seat, order in (("a", "MT"), ("b", "FO")):
        for name in "12":
            do(room, seat, {"type": "order", "platoon": f"{seat.upper()}{name}", "order": order})
        do(room, seat, {"type": "commit"})

    def is_there(seat: str) -> bool:
        found = kinds(room, seat)
        return "hold" in found and ("opportunity" in found) == armed

    assert plays_until(room, is_there, ("commit", "activate", "move", "hold")) == "b"
    return room


@pytest.mark.parametrize("view", [PHONE, LYING], ids=["phone", "lying"])
def test_dice_on_a_phone_say_whose_they_are_in_full(
    seated: Seated, table_server: RunningServer, view: Mapping[str, int]
) -> None:
    room = before_a_window(table_server)
    ana = seated(room, "a", viewport=view)
    do(room, "b", next(offer for offer in room.offers("b") if offer["type"] == "opportunity")["examples"][0])
    ana.wait_for_seq(len(room.events("a")))

    name = ana.locator("#dice .dice__whose:visible").first
    expect(name).to_be_visible()
    # Whatever fell, and whoever rolled: as little room as there ever is, and a long name.
    cut = """(name) => {
      name.closest('.dice__throw').classList.add('is-tight');
      name.closest('.dice__head').style.width = '7rem';
      name.textContent = 'Rifle/MG team B1.3';
      return name.scrollWidth > name.clientWidth || name.scrollHeight > name.clientHeight;
    }"""
    assert not name.evaluate(cut)
    low = "(name) => name.closest('.dice__head').scrollHeight <= document.getElementById('dice').clientHeight"
    assert name.evaluate(low)


@pytest.mark.parametrize("view", [LOW, PHONE], ids=["low", "phone"])
def test_in_a_window_fire_and_holding_are_both_in_sight(
    seated: Seated, table_server: RunningServer, view: Mapping[str, int]
) -> None:
    room = before_a_window(table_server)
    for locale in ("es", "en"):
        luis = seated(room, "b", viewport=view, locale=locale)
        luis.knows_its_offers()
        dock = box(luis, "#dock")
        for offer in ("opportunity", "hold"):
            found = box(luis, f'#offers [data-offer="{offer}"]')
            assert dock["top"] <= found["top"] < found["bottom"] <= dock["bottom"], offer
    # What one press does is told before it.
    expect(luis.locator('#offers [data-offer="hold"] .offer__of').first).to_have_text("Asked again at the next step.")
    holds_by_digits(luis)
    step = luis.locator('#offers [data-waive][data-n="4"]')
    expect(step).to_contain_text("Hold for the rest of this step")
    expect(step.locator(".offer__of")).to_have_text("No fire and no questions until it ends.")
    assert luis.breaches() == []


def test_in_a_window_what_may_be_done_comes_before_whose_cards_may_do_it(
    seated: Seated, table_server: RunningServer
) -> None:
    room = Room(table_server, "flames_hexwar", "evening_village", PAIR)
    for seat in "ba":
        do(room, seat, {"type": "commit"})
    for seat, order in (("a", "MD"), ("b", "FO")):
        for name in known(room, seat)["platoons"]:
            if name[0] == seat.upper():
                room.act(seat, {"type": "order", "platoon": name, "order": order})
        do(room, seat, {"type": "commit", "fill": True})

    def several(seat: str) -> bool:
        offers = room.offers(seat)
        cards = {each.get("unit") for each in offers if each["type"] == "opportunity"} - {None}
        return len(cards) > 1

    assert plays_until(room, several, ("commit", "activate", "move", "hold")) == "b"
    for view in (LOW, DESKTOP):
        luis = seated(room, "b", viewport=view)
        luis.knows_its_offers()
        fire = box(luis, '#offers [data-offer="opportunity"]')
        assert fire["top"] < box(luis, "#offers .coach__names")["top"]
        assert fire["bottom"] <= box(luis, "#dock")["bottom"]


def test_targets_of_a_volley_stand_beside_their_odds(seated: Seated, table_server: RunningServer) -> None:
    """A volley that ends an activation is no unit's: nobody need be taken in hand for it."""
    room = crossroads(table_server)

    def several(seat: str) -> list[int]:
        """The volleys among which one chooses, by their place."""
        volleys = [each for each in room.offers(seat) if each["type"] == "fire"]
        return [n for n, each in enumerate(volleys) if each["input"] == "choice" and len(each["examples"]) > 1]

    def fires(seat: str) -> bool:
        return known(room, seat)["phase"] == "c" and bool(several(seat))

    seat = plays_until(room, fires, ("close", "hold"))
    assert seat is not None
    window = seated(room, seat)

    window.locator('#offers [data-offer="fire"]').nth(several(seat)[0]).click()

    expect(window.locator("#plan .plan__choices .offer__odds").first).to_have_text(re.compile(r"^<?\d+%$"))
    assert window.problems == []


def holds_by_digits(window: Window) -> None:
    """The first three digits hold now, for the team, for the activation."""
    for n, words in enumerate(("Hold now", "Hold for this team", "Hold for this activation"), start=1):
        expect(window.locator(f'#offers [data-offer="hold"][data-n="{n}"]')).to_contain_text(words)


@pytest.mark.rule("FHW-FO-15")
def test_digits_hold_alike_in_a_window_without_a_shot(seated: Seated, table_server: RunningServer) -> None:
    room = before_a_window(table_server, armed=False)
    luis = seated(room, "b")

    expect(luis.locator('#offers [data-offer="opportunity"]')).to_have_count(0)
    holds_by_digits(luis)
    luis.does("4")
    expect(luis.locator("[data-waived]")).to_contain_text("Hold for the rest of this step")


@pytest.mark.parametrize("view", [DESKTOP, PHONE], ids=["mouse", "phone"])
def test_a_piece_is_dragged_to_its_place_in_the_deployment_and_the_ground_pans(
    seated: Seated, table_server: RunningServer, view: Mapping[str, int]
) -> None:
    room = Room(table_server, "flames_hexwar", "quick_crossroads", PAIR)
    luis = seated(room, "b", viewport=view)
    luis.knows_its_offers()
    drag = luis.drag if view is DESKTOP else partial(drags, luis)
    drag(spot(luis, '[data-unit="B1.4"]'), spot(luis, '[data-cell="0906"]'))

    expect(luis.locator("[data-cell-chosen]")).to_have_attribute("data-cell-chosen", "0906")
    luis.allows()
    seen = luis.locator("#board").get_attribute("viewBox")
    luis.commit()
    assert hexes.to_offset(hexes.Hex(*known(room, "b")["teams"]["B1.4"]["at"])) == (9, 6)
    assert luis.locator("#board").get_attribute("viewBox") == seen
    luis.press("Escape")
    drag(spot(luis, '[data-cell="0706"]'), spot(luis, '[data-cell="0705"]'))
    assert luis.locator("#board").get_attribute("viewBox") != seen
    assert luis.problems == []


_HEADLINES = """said => {
  const words = document.querySelector('.headline__words');
  return said.map((each) => {
    words.textContent = each;
    return [words.scrollHeight - words.clientHeight > 1 ? each : '', document.querySelector('.bar').offsetHeight];
  });
}"""
"""For each sentence: itself where it is cut, and how high the bar is with it."""


def test_many_who_may_be_placed_stand_by_their_platoons(seated: Seated, table_server: RunningServer) -> None:
    luis = seated(Room(table_server, "flames_hexwar", "evening_village", PAIR), "b")

    lots = luis.locator("#offers .coach__names details")
    assert lots.count() > 3
    expect(luis.locator("#offers [data-pick]:visible")).to_have_count(0)
    lots.nth(1).locator("summary").click()
    name = lots.nth(1).locator("[data-pick]").first
    taken = name.get_attribute("data-pick")
    name.click()
    expect(luis.unit(taken or "")).to_have_attribute("aria-pressed", "true")
    assert (luis.problems, luis.breaches()) == ([], [])


def test_the_help_says_how_hexes_are_tinted(seated: Seated, table_server: RunningServer) -> None:
    ana = seated(crossroads(table_server), "a")
    ana.press("?")

    expect(ana.locator("#legend dt .tint")).to_have_count(5)
    expect(ana.locator("#legend")).to_contain_text("A green tint: it gets there; the number is the cost.")
    expect(ana.locator("#legend")).to_contain_text("Dashed blue: it can be chosen; touch it.")
    expect(ana.locator("#legend .signs__outline")).to_have_count(6)
    assert ana.breaches() == []


def test_the_name_of_a_zone_stands_clear_of_the_names_of_hexes(seated: Seated, table_server: RunningServer) -> None:
    luis = seated(Room(table_server, "flames_hexwar", "quick_crossroads", PAIR), "b")

    covered = """() => {
      const names = [...document.querySelectorAll('.cell-names text')].map((each) => each.getBoundingClientRect());
      const meets = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
      const zones = [...document.querySelectorAll('.area-zone .area-name')].map((each) => each.getBoundingClientRect());
      return [zones.length, zones.filter((zone) => names.some((name) => meets(zone, name))).length];
    }"""
    assert luis.page.evaluate(covered) == [2, 0]


@pytest.mark.parametrize("language", ["en", "es"])
def test_no_step_is_cut_on_a_phone_and_the_bar_keeps_its_height(
    seated: Seated, table_server: RunningServer, language: str
) -> None:
    steps = tomllib.loads((GAME / "data" / "words.toml").read_text("utf-8"))["phases"]
    ana = seated(crossroads(table_server), "a", viewport=PHONE, locale=language)

    said = ["", *(f"{TURN[language]} · {words[language]}" for words in steps.values())]
    found = ana.page.evaluate(_HEADLINES, said)

    assert [cut for cut, _ in found if cut] == []
    assert len({height for _, height in found}) == 1
