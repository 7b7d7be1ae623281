"""The cards board in real browsers: mustering, moving, casting and answering, fighting, by mouse, finger and keyboard."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Seated
from tests.browser.tables import DESKTOP, PHONE, Room, Window
from tests.support.random_play import bounded
from tests.support.server import RunningServer

pytestmark = pytest.mark.e2e

GAME = "open_wars"
ORCS = [("orcs.shaman", 1), ("orcs.slynn", 3), ("orcs.axer", 2)]
ELVES = [("elves.magician", 1), ("elves.archer", 3), ("elves.warrior", 2)]
SOLDIERS = ({"kind": "human", "name": "Ana"}, {"kind": "human", "name": "Luis"})
PAIR = ({"kind": "human", "name": "Ana", "faction": "orcs"}, {"kind": "human", "name": "Luis", "faction": "elves"})
SEVEN = tuple(
    {"kind": "human", "name": name, "faction": faction}
    for name, faction in zip(
        ("Ana", "Luis", "Eva", "Iker", "Marta", "Pablo", "Zoe"),
        ("orcs", "elves", "demons", "undead", "dwarves", "amazons", "barbarians"),
        strict=True,
    )
)

# The colour of each seat's mark in the standings.
PRESENCE_MARKS = """() => Object.fromEntries([...document.querySelectorAll('#standings .standing')].map((each) => [
  each.dataset.seat, getComputedStyle(each.querySelector('.standing__open'), '::after').backgroundColor]))"""
LEAST_CARD = "Math.min(...[...document.querySelectorAll('.card-paper')].map((e) => e.getBoundingClientRect().width))"

LEAST_STACK = LEAST_CARD.replace(".card-paper", ".stack .base")


# In any frame after the table has asked something else, what of the old question can still be pressed.
# Odds that lie over what is printed in the head of a card.
_OVER_HEADS = """() => {
  const heads = [...document.querySelectorAll('.card-tab, .card-name, .card-figures, .card-flag')].map(each => each.getBoundingClientRect());
  return [...document.querySelectorAll('[data-aim] text')].filter(text => {
    const box = text.getBoundingClientRect();
    return heads.some(head => Math.min(head.right, box.right) - Math.max(head.left, box.left) > 2 && Math.min(head.bottom, box.bottom) - Math.max(head.top, box.top) > 4);
  }).map(text => text.textContent);
}"""
_WATCH_PRESSABLE = """() => {
  const { textContent: first } = document.getElementById('prompt');
  const offers = document.getElementById('offers');
  window.pressable = [];
  const look = () => {
    const isOld = document.getElementById('prompt').textContent !== first && offers.dataset.seq !== document.body.dataset.seq;
    if (isOld) window.pressable.push(...[...offers.querySelectorAll('[data-offer]:not([aria-disabled])')].map((each) => each.textContent));
    requestAnimationFrame(look);
  };
  look();
}"""


# Takes one of the other side's stacks in hand, as a tap on it does where it is no target.
_LOOK_AT_ANOTHER = """() => {
  const mine = document.querySelector('#board .stack.is-active');
  const side = [...mine.classList].find((name) => name.startsWith('side-'));
  const other = [...document.querySelectorAll('#board .stack')].find((each) => !each.classList.contains(side));
  document.querySelector(`.panels [data-pick="${other.dataset.unit}"]`).click();
}"""


def muster(units: list[tuple[str, int]]) -> dict[str, Any]:
    return {"type": "muster", "list": [{"unit": unit, "count": count} for unit, count in units]}


@pytest.fixture
def crown(table_server: RunningServer) -> Room:
    """A standard game of two with both armies on the map; every spell can be answered. The elves move first."""
    room = Room(table_server, GAME, "arcanums_crown", PAIR, dispel_reach="unlimited")
    for seat, army in (("a", ORCS), ("b", ELVES)):
        assert room.act(seat, muster(army)).status_code == 200
    assert [offer["type"] for offer in room.offers("b")].count("end_movement") == 1
    return room


@pytest.fixture
def march(table_server: RunningServer) -> Room:
    """A standard game of two without magic, so that nothing can be answered. The elves move first."""
    room = Room(table_server, GAME, "arcanums_crown", PAIR)
    for seat, army in (("a", ORCS[1:]), ("b", ELVES[1:])):
        assert room.act(seat, muster(army)).status_code == 200
    return room


@pytest.fixture
def bridge(table_server: RunningServer) -> Room:
    """Two warbands that meet on the bridge, with the first blow to be struck."""
    room = Room(table_server, GAME, "clash_at_the_bridge", SOLDIERS)
    until(room, lambda offer: offer["type"] == "attack")
    return room


def until(room: Room, wanted: Callable[[dict[str, Any]], bool]) -> str:
    """Everybody goes on towards the middle until somebody is offered what is wanted; answers who."""
    for _ in range(60):
        for seat in room.tokens:
            found = room.offers(seat)
            if any(wanted(offer) for offer in found):
                return seat
            if found:
                assert room.act(seat, onwards(found)).status_code == 200
    raise AssertionError("expected what was wanted to be offered within 60 rounds of asking")


def onwards(offers: list[dict[str, Any]]) -> dict[str, Any]:
    """To the bridge if anything can go there, else no further."""
    for offer in offers:
        for example in offer["examples"]:
            if offer["type"] == "move" and example["path"][-1] == "B2":
                return dict(example)
    return dict(offers[-1]["examples"][0])


def stack(window: Window, unit: str) -> Any:
    return window.locator(f'#board [data-unit="{unit}"]')


def left_of(window: Window, selector: str) -> float:
    box = window.locator(selector).bounding_box()
    assert box is not None
    return box["x"]


def touch_card(window: Window, cell: str, *, finger: bool = False) -> None:
    """Clicks or taps the middle of a card's figures, where no stack lies."""
    card = window.locator(f'[data-card="{cell}"] .card-figures')
    box = card.bounding_box()
    assert box is not None
    place = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    if finger:
        window.page.touchscreen.tap(*place)
    else:
        window.page.mouse.click(*place)


def is_in_sight(window: Window, cell: str) -> bool:
    """Whether a finger finds the middle of a card's figures where the board lies now; whose unit it is, is drawn by lot."""
    return bool(
        window.locator(f'[data-card="{cell}"] .card-figures').evaluate(
            "e => { const at = e.getBoundingClientRect();"
            " return e.ownerSVGElement.contains(document.elementFromPoint(at.x + at.width / 2, at.y + at.height / 2)); }"
        )
    )


def test_an_army_is_mustered_with_gold_left_in_sight_and_stays_secret(
    seated: Seated, table_server: RunningServer
) -> None:
    room = Room(table_server, GAME, "arcanums_crown", PAIR)
    ana, luis = seated(room, "a"), seated(room, "b")
    expect(ana.locator("#board")).to_have_attribute("data-board", "cards")
    expect(ana.locator("[data-total]")).to_have_text("Total: 0 of 14")

    for unit in ("orcs.shaman", "orcs.slynn", "orcs.slynn"):
        ana.locator(f'[data-focus="more-{unit}"]').click()

    expect(ana.locator("[data-total]")).to_have_text("Total: 6 of 14")
    expect(ana.locator('[data-focus="more-orcs.shaman"]')).to_be_disabled()
    assert ana.breaches() == []
    ana.locator("#commit").click()
    ana.commit()
    expect(ana.locator("#prompt")).to_contain_text("Your list is in")
    expect(luis.locator('#standings [data-seat="a"]')).to_contain_text("list handed in")
    expect(luis.locator("#board [data-unit]")).to_have_count(0)

    luis.locator('[data-focus="more-elves.archer"]').click()
    luis.locator("#commit").click()
    luis.commit()

    for window in (ana, luis):
        expect(stack(window, "A1.a.orcs.slynn")).to_have_attribute("data-count", "2")
        expect(stack(window, "E5.b.elves.archer")).to_be_visible()


def test_a_stack_is_split_and_moved_card_by_card_and_the_others_see_it(seated: Seated, march: Room) -> None:
    ana, luis = seated(march, "a"), seated(march, "b")
    stack(luis, "E5.b.elves.warrior").click()
    expect(luis.locator("#layer-survey .overlay-label").first).to_be_attached()

    touch_card(luis, "E4")
    expect(luis.locator("[data-steps]")).to_have_text("1 card: E5 → E4 · costs 1")
    touch_card(luis, "E3")
    luis.locator('[data-focus="fewer-0"]').click()
    expect(luis.locator('[data-verdict="illegal"]')).to_be_visible()
    expect(luis.locator(".refusal")).to_contain_text("too few movement points")
    luis.press("Backspace")
    expect(luis.locator('[data-verdict="legal"]')).to_be_visible()
    luis.commit()

    for window in (ana, luis):
        expect(stack(window, "E4.b.elves.warrior")).to_have_attribute("data-count", "1")
        expect(stack(window, "E5.b.elves.warrior")).to_have_attribute("data-count", "1")
        expect(window.locator('[data-card="E4"]')).to_have_class(re.compile("is-held"))
    expect(ana.locator("#log")).to_contain_text("Luis moves Warrior: E5 → E4.")

    # Whoever stands where the stack in hand may go is the place, not the next to be taken; a second tap goes there.
    stack(luis, "E5.b.elves.archer").click()
    stack(luis, "E4.b.elves.warrior").click()
    expect(luis.locator("[data-steps]")).to_have_text("1 card: E5 → E4 · costs 1")
    luis.locator('[data-focus="other"]').click()
    expect(luis.locator("#who")).to_contain_text("Warrior")
    luis.press("Escape")
    stack(luis, "E5.b.elves.archer").click()
    stack(luis, "E4.b.elves.warrior").click()
    expect(luis.locator('[data-verdict="legal"]')).to_be_visible()
    stack(luis, "E4.b.elves.warrior").click()
    expect(stack(luis, "E4.b.elves.archer")).to_be_visible()


def test_a_move_is_dragged_over_the_cards(seated: Seated, march: Room) -> None:
    luis = seated(march, "b")
    stack(luis, "E5.b.elves.warrior").click()
    touch_card(luis, "C4")  # the way over the mountain is as short, but dearer
    expect(luis.locator("[data-steps]")).to_have_text("3 cards: E5 → D5 → C5 → C4 · costs 3")
    expect(luis.locator("#plan")).to_contain_text("It has too few movement points: cost 1, 0 left, at C4.")
    luis.press("Escape")
    luis.press("Escape")
    start = stack(luis, "E5.b.elves.warrior").bounding_box()
    goal = luis.locator('[data-card="D5"]').bounding_box()
    assert start is not None
    assert goal is not None

    luis.page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    luis.page.mouse.down()
    luis.page.mouse.move(goal["x"] + goal["width"] / 2, goal["y"] + goal["height"] / 2, steps=8)
    luis.page.mouse.up()

    expect(luis.locator("[data-steps]")).to_have_text("1 card: E5 → D5 · costs 1")
    luis.commit()
    expect(stack(luis, "D5.b.elves.warrior")).to_be_visible()


def test_a_stack_glides_from_its_card_but_not_for_those_who_want_calm(seated: Seated, march: Room) -> None:
    lively, calm = seated(march, "a"), seated(march, "spectator", reduced_motion="reduce")
    for window in (lively, calm):
        window.page.evaluate(
            "window.glided = []; const own = Element.prototype.animate;"
            "Element.prototype.animate = function (...how) {"
            " if (this.dataset.unit) window.glided.push(this.dataset.unit); return own.apply(this, how); }; null"
        )
    moves = next(o for o in march.offers("b") if o["type"] == "move" and o["unit"] == "E5.b.elves.warrior")
    whole = next(move for move in moves["examples"] if move["path"] == ["E4"] and len(move["tokens"]) == 2)

    assert march.act("b", whole).is_success

    for window in (lively, calm):
        expect(stack(window, "E4.b.elves.warrior")).to_have_attribute("data-count", "2")
        expect(stack(window, "E5.b.elves.warrior")).to_have_count(0)
    lively.page.wait_for_function("window.glided.length > 0")
    assert lively.page.evaluate("window.glided") == ["E4.b.elves.warrior"]
    assert calm.page.evaluate("window.glided") == []


def test_a_card_is_read_out_to_whoever_points_at_it(seated: Seated, crown: Room) -> None:
    luis = seated(crown, "b", locale="es")

    luis.locator('[data-card="C3"]').hover()

    reader = luis.locator(".reader")
    expect(reader).to_contain_text("Ciudad de los magos")
    expect(reader).to_contain_text("Los hechizos de las unidades mágicas que estén aquí cuestan 1 menos")
    expect(reader).to_contain_text("Punto de control ×2")
    assert left_of(luis, ".reader") >= left_of(luis, "#sheet"), "the reader lies over the log, never over a card"

    luis.locator("#log").hover()
    expect(reader).to_be_hidden()
    luis.page.set_viewport_size(PHONE)
    mine, other = (luis.locator("#standings .standing").nth(n).bounding_box() for n in (0, 1))
    assert mine is not None
    assert other is not None
    assert abs(mine["x"] - other["x"]) >= min(mine["width"], other["width"]), "two share the width"
    assert luis.page.evaluate("standings.scrollWidth - standings.clientWidth") == 0

    touch_card(luis, "E4")
    expect(reader).to_contain_text("Bosque")
    told, chosen = reader.bounding_box(), luis.locator("#dock").bounding_box()
    assert told is not None
    assert chosen is not None
    assert told["y"] >= chosen["y"] + chosen["height"] - 1, "in the sheet it lies below what can be done, over nothing"
    luis.locator("#tab-units").click()
    expect(reader).to_be_hidden()


def test_a_spell_is_cast_and_the_other_passes_by_one_press_and_then_beforehand_for_the_turn(
    seated: Seated, crown: Room
) -> None:
    ana, luis = seated(crown, "a"), seated(crown, "b")
    stack(luis, "E5.b.elves.magician").click()
    luis.locator("#offers .offer", has_text="Arcane Wind").click()
    expect(luis.locator(".plan__about")).to_contain_text("+1 Movement")
    expect(luis.locator("#layer-rings .card-ring.is-candidate").first).to_be_attached()
    stack(luis, "E5.b.elves.archer").click()
    expect(luis.locator('[data-verdict="legal"]')).to_be_visible()
    luis.commit()

    expect(ana.locator("#prompt")).to_have_text("Luis casts Arcane Wind: Archer (Luis, E5). Do you respond?")
    expect(ana.locator('[data-offer="pass"]')).to_be_visible()
    expect(ana.locator("#plan")).to_be_hidden()
    expect(ana.locator("#spotlight")).to_contain_text("Luis casts Arcane Wind")
    expect(ana.locator("#spotlight .row__detail").first).to_contain_text("+1 Movement")
    expect(ana.locator("#dice .dice__news")).to_contain_text("Luis casts Arcane Wind")
    assert luis.locator("#dice .dice__news").count() == 0, "one's own spell is no news"
    expect(ana.locator("#offers .offer", has_text="Dispel")).to_be_visible()
    assert ana.breaches() == []
    ana.locator('#offers [data-waive^="turn."]').click()
    expect(luis.locator("#prompt")).to_contain_text("Your movement")
    expect(stack(luis, "E5.b.elves.archer").locator(".is-up")).to_have_text("2")
    expect(ana.locator("[data-waived]")).to_contain_text("Passing for you")

    luis.locator('[data-offer="end_movement"]').click()
    luis.commit()
    expect(ana.locator("#prompt")).to_contain_text("Your movement")
    expect(ana.locator('[data-waived="apart"]')).to_contain_text("Pass when nothing of yours is concerned")
    ana.locator('[data-offer="end_movement"]').click()
    ana.commit()
    expect(ana.locator("#log")).to_contain_text("— Turn 2 —")
    assert [(event["type"], event.get("window")) for event in crown.events("a") if event["type"] == "passed"][:2] == [
        ("passed", "dispel"),
        ("passed", "end_move"),
    ]


def test_a_fight_is_shown_in_its_order_and_fought_step_by_step(seated: Seated, bridge: Room) -> None:
    seat = next(seat for seat in bridge.tokens if bridge.offers(seat))
    attacker, other = seated(bridge, seat), seated(bridge, "b" if seat == "a" else "a")
    light = attacker.locator("#spotlight")
    expect(light).to_contain_text("Combat in Bridge of the Brave (B2), melee")
    expect(light.locator('[aria-current="step"]')).to_have_count(1)
    expect(attacker.locator('[data-card="B2"]')).to_have_class(re.compile("is-contested"))
    expect(other.locator("#prompt")).to_contain_text("decides what")

    attacker.press("Escape")
    expect(attacker.locator('[data-offer="attack"]')).to_be_visible()  # whoever alone may act stays at hand
    with attacker.page.expect_response(lambda answer: "/survey" in answer.url):
        attacker.page.evaluate(_LOOK_AT_ANOTHER)
    expect(attacker.locator('[data-offer="attack"]')).to_be_visible()  # also while another is looked at
    attacker.press("]")
    expect(attacker.locator('[data-offer="attack"]')).to_have_attribute("aria-pressed", "true")
    expect(attacker.locator(".chance", has_text="At least one token falls")).to_be_visible()
    assert attacker.breaches() == []
    expect(attacker.locator("[data-aim]")).not_to_have_count(0)
    for width, height, least in (
        (1024, 768, 250),
        (1440, 900, 300),
    ):  # there is room for what is planned, with its odds
        attacker.page.set_viewport_size({"width": width, "height": height})
        attacker.page.evaluate(
            "() => new Promise(requestAnimationFrame).then(() => new Promise(requestAnimationFrame))"
        )
        assert attacker.page.evaluate("document.getElementById('dock').clientHeight") >= least
        assert attacker.page.evaluate(_OVER_HEADS) == []
    attacker.page.evaluate(_WATCH_PRESSABLE)
    attacker.commit()
    attacker.knows_its_offers()
    assert attacker.page.evaluate("window.pressable") == []

    for window in (attacker, other):
        expect(window.locator("#log .entry__dice .die").first).to_be_attached()
        expect(window.locator("#dice .roll").first).to_be_visible()


def test_ones_own_attack_is_seen_and_is_no_news_though_the_line_was_lost(seated: Seated, bridge: Room) -> None:
    seat = next(seat for seat in bridge.tokens if bridge.offers(seat))
    attacker = seated(bridge, seat)
    heard = attacker.seq
    attacker.page.context.set_offline(True)
    expect(attacker.locator("#connection")).to_have_attribute("data-state", "offline")
    attack = next(offer for offer in bridge.offers(seat) if offer["type"] == "attack")
    assert bridge.act(seat, attack["examples"][0]).status_code == 200

    attacker.page.context.set_offline(False)
    attacker.hears_more_than(heard)

    expect(attacker.locator("#dice .roll").first).to_be_visible()
    expect(attacker.locator("#notice")).to_be_empty()


def test_on_a_low_screen_the_bar_keeps_its_height_and_cards_their_places_names(
    seated: Seated, table_server: RunningServer
) -> None:
    seven = ({"kind": "human", "name": "Ana"}, *({"kind": "bot", "strategy": "random"},) * 6)
    ana = seated(Room(table_server, GAME, "seven_crowns", seven), "a", viewport={"width": 1024, "height": 768})
    names = ana.locator(".card-names text")
    for words in ("A", "H", "1", "7"):
        expect(names.filter(has_text=re.compile(f"^{words}$"))).to_be_visible()
    first = ana.locator("#standings").bounding_box()
    column = names.filter(has_text=re.compile("^A$")).bounding_box()
    assert first is not None
    assert column is not None
    assert column["y"] + column["height"] / 2 > first["y"] + first["height"]

    long = "document.querySelector('.headline__words').textContent = 'Turn 10 of 15 · Movement · Bartholomew the Elder'"
    height = "document.querySelector('.bar').offsetHeight"
    before = ana.page.evaluate(height)
    ana.page.evaluate(long)
    assert ana.page.evaluate(height) == before


def test_the_map_is_played_by_the_keyboard_alone(seated: Seated, march: Room) -> None:
    luis = seated(march, "b")

    luis.locator("#board").focus()
    luis.press("Tab")
    expect(luis.locator("#who")).to_contain_text("Archer")
    luis.press("ArrowLeft")
    expect(luis.locator(".reader")).to_contain_text("D5")
    luis.press("Space")
    expect(luis.locator("[data-steps]")).to_have_text("1 card: E5 → D5 · costs 1")
    expect(luis.locator('[data-verdict="legal"]')).to_be_visible()
    luis.press("Enter")

    expect(stack(luis, "D5.b.elves.archer")).to_have_attribute("data-count", "3")


def test_the_map_in_words_tells_every_card_and_who_stands_there(seated: Seated, crown: Room) -> None:
    luis = seated(crown, "b")

    luis.press("v")

    words = luis.locator("#words-found")
    expect(words).to_contain_text("C3, City of Mages")
    expect(words.locator("li li", has_text="Archer ×3")).to_contain_text("own, can act")
    expect(words.locator("li li", has_text="Shaman")).to_contain_text("enemy, A")


def test_seven_players_fit_a_phone_and_a_move_is_made_by_fingers(seated: Seated, table_server: RunningServer) -> None:
    room = Room(table_server, GAME, "seven_crowns", SEVEN)
    early = seated(room, "a", viewport=PHONE, reduced_motion="reduce")
    assert early.page.evaluate(LEAST_CARD) >= 44, "also on a map that is empty"
    for seat in room.tokens:
        assert room.act(seat, room.offers(seat)[0]["examples"][0]).is_success
    expect(early.locator("#board .stack.side-1").first).to_be_in_viewport()
    seat = until(room, lambda offer: offer["type"] == "move")
    window = seated(room, seat, viewport=PHONE, reduced_motion="reduce")
    move = next(offer for offer in room.offers(seat) if offer["type"] == "move")

    assert window.page.evaluate("document.documentElement.scrollWidth - window.innerWidth") <= 0
    expect(window.locator("#standings .standing")).to_have_count(7)
    expect(window.locator("#standings .is-me")).to_be_in_viewport()
    marks = window.page.evaluate(PRESENCE_MARKS)
    assert {each for each in marks if marks[each] == marks[seat]} == {"a", seat}, "the standings say who is here"
    expect(stack(window, move["unit"])).to_be_in_viewport()
    above = window.locator("#standings").bounding_box()
    seated(room, "spectator")
    expect(window.locator("#spectators")).to_have_attribute("data-count", "1")
    assert window.locator("#standings").bounding_box() == above, "whoever comes to look on moves nothing"
    assert window.page.evaluate(LEAST_CARD) >= 44, "every card is large enough for a finger"
    assert window.page.evaluate(LEAST_STACK) >= 30, "and every stack, its rim apart, to be told from the others"
    window.locator("#tab-units").tap()
    window.locator(f'#panels [data-pick="{move["unit"]}"]').tap()
    expect(window.locator("#who")).not_to_be_empty()
    expect(window.locator(".reader")).to_be_hidden()
    goal = next(each["path"][0] for each in move["examples"] if is_in_sight(window, each["path"][0]))
    touch_card(window, goal, finger=True)
    expect(window.locator("[data-steps]")).to_contain_text(goal)


@pytest.mark.parametrize(
    ("viewport", "locale", "scheme"),
    [
        *((DESKTOP, "en", "dark"), (PHONE, "es", "light")),
        *bounded([], [(DESKTOP, "es", "light"), (PHONE, "en", "dark")]),
    ],
)
def test_axe_finds_nothing_wrong_with_the_cards_board(
    seated: Seated, crown: Room, viewport: Any, locale: str, scheme: str
) -> None:
    luis = seated(crown, "b", viewport=viewport, locale=locale, color_scheme=scheme, reduced_motion="reduce")
    assert luis.breaches() == []

    luis.press("n")
    expect(luis.locator("#layer-survey rect").first).to_be_attached()
    luis.press("n")
    luis.locator("#offers .offer").nth(1).click()
    expect(luis.locator("#plan")).to_be_visible()
    assert luis.breaches() == []
    assert luis.problems == []
