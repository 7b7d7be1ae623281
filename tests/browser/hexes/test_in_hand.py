"""Who is in hand, and how one gets one's hands free again."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Seated
from tests.browser.hexes.test_flames_table import (
    LOW,
    PAIR,
    crossroads,
    do,
    kinds,
    known,
    plays_until,
    spot,
    takes,
    touches,
)
from tests.browser.tables import Room
from tests.support.server import RunningServer

pytestmark = pytest.mark.e2e


def driving(server: RunningServer) -> Room:
    """The tanks of the crossroads are about to move and shoot; the gun that waits for them stands in the open."""
    room = Room(server, "flames_hexwar", "quick_crossroads", PAIR)
    do(room, "b", {"type": "deploy", "team": "B2.1", "at": "0801", "facing": 3})
    for seat in "ba":
        do(room, seat, {"type": "commit"})
    for seat, orders in (("a", {"A1": "MD", "A2": "FC"}), ("b", {"B1": "FC", "B2": "FC"})):
        for platoon, order in orders.items():
            do(room, seat, {"type": "order", "platoon": platoon, "order": order})
        do(room, seat, {"type": "commit"})
    assert plays_until(room, lambda seat: "move" in kinds(room, seat), ("commit", "activate")) == "a"
    return room


def test_whoever_is_taken_in_hand_is_not_offered_besides(seated: Seated, table_server: RunningServer) -> None:
    room = driving(table_server)
    ana = seated(room, "a")
    takes(ana, "A1.1")
    touches(ana, '[data-unit="A1.0"]')
    expect(ana.locator('#plan [data-pick="A1.0"]')).to_be_visible()
    while ana.locator("#who .row__title").count():
        ana.press("Escape")

    ana.drag(spot(ana, '[data-unit="A1.0"]'), spot(ana, '[data-cell="0503"]'))

    expect(ana.unit("A1.0")).to_have_attribute("aria-pressed", "true")
    expect(ana.locator("#plan .plan__tape")).to_be_visible()
    expect(ana.locator("#plan [data-pick]")).to_have_count(0)
    assert ana.problems == []


def test_who_went_aboard_is_placed_and_gets_out_of_its_carrier(seated: Seated, table_server: RunningServer) -> None:
    room = Room(table_server, "flames_hexwar", "quick_crossroads", PAIR)
    do(room, "b", {"type": "commit"})
    ana = seated(room, "a")
    takes(ana, "A2.1")
    ana.locator("#offers").get_by_role("button", name="Aboard").click()
    touches(ana, '[data-unit="A1.1"]')
    ana.commit()
    ana.knows_its_offers()
    assert known(room, "a")["teams"]["A2.1"]["aboard"] == "A1.1"

    expect(ana.locator("#who .row__title")).to_have_count(0)
    expect(ana.locator("#plan")).to_be_hidden()
    expect(ana.locator("#offers")).not_to_contain_text("still to be placed")
    expect(ana.locator("#offers .coach__names")).to_contain_text("aboard T-34/76 A1.1")
    takes(ana, "A1.1")
    ana.locator('#offers [data-out="A2.1"]').click()
    expect(ana.locator("#who .row__title")).to_have_text("SMG team A2.1")
    expect(ana.locator("#offers .coach")).to_have_count(0)
    assert ana.problems == []


def test_who_stands_where_the_one_in_hand_cannot_go_is_taken_instead_and_no_wheel_lies_over_the_next(
    seated: Seated, table_server: RunningServer
) -> None:
    room = Room(table_server, "flames_hexwar", "quick_crossroads", PAIR)
    do(room, "b", {"type": "commit"})
    ana = seated(room, "a")
    takes(ana, "A2.4")
    touches(ana, '[data-unit="A2.0"]')
    expect(ana.unit("A2.0")).to_have_attribute("aria-pressed", "true")
    expect(ana.locator("#plan [data-verdict]")).to_have_count(0)

    ana.press("Escape")
    takes(ana, "A1.0")
    touches(ana, '[data-cell="0203"]')
    expect(ana.locator("#board .turn-handle")).to_have_count(6)
    ana.press("Escape")
    touches(ana, '[data-cell="0304"]')
    expect(ana.locator("#plan [data-verdict]")).to_have_attribute("data-verdict", "illegal")
    expect(ana.locator("#board .turn-handle")).to_have_count(0)
    expect(ana.locator("#plan .compass")).to_have_count(0)
    touches(ana, '[data-unit="A2.0"]')
    expect(ana.unit("A2.0")).to_have_attribute("aria-pressed", "true")
    assert ana.problems == []


def test_why_rows_are_refused_is_in_sight_and_no_line_is_drawn_that_it_is_not_about(
    seated: Seated, table_server: RunningServer
) -> None:
    room = driving(table_server)
    do(room, "a", {"type": "move", "team": "A1.0", "path": ["0203", "0303", "0403", "0503"]})
    ana = seated(room, "a", viewport=LOW)
    ana.press("Escape")
    ana.locator("#offers").get_by_role("button", name="Fire: each at a target of its own").click()
    for weapon, target in (
        ("tg76su", "Anti-tank section B2: 1 die"),
        ("vehicle_mg", "Understrength grenadier platoon B1: 4 dice"),
    ):
        row = ana.locator(f'#plan .rows__row[data-row="A1.0/{weapon}"]')
        if not row.locator("[data-choice]").count():
            row.locator(".rows__name").click()
        row.get_by_role("button", name=target, exact=True).click()

    expect(ana.locator("#plan [data-verdict]")).to_have_attribute("data-verdict", "illegal")
    expect(ana.locator("#plan .refusal")).to_have_count(1)
    expect(ana.locator("#plan .refusal")).to_contain_text("a team fires at one target")
    dock, said = (ana.locator(part).bounding_box() for part in ("#dock", "#plan .refusal"))
    assert dock is not None
    assert said is not None
    assert dock["y"] <= said["y"] <= dock["y"] + dock["height"] - said["height"]
    expect(ana.locator("#board .plan-refusing > *")).to_have_count(0)
    assert ana.breaches() == []


def test_what_a_unit_alone_can_do_is_left_by_one_press(seated: Seated, table_server: RunningServer) -> None:
    room = crossroads(table_server)
    for seat, name, order in (("a", "A1", "FO"), ("a", "A2", "MD"), ("b", "B1", "FO"), ("b", "B2", "FO")):
        do(room, seat, {"type": "order", "platoon": name, "order": order})
    for seat in "ab":
        do(room, seat, {"type": "commit"})
    do(room, "a", {"type": "activate", "platoon": "A2"})
    do(room, "a", {"type": "move", "team": "A2.7", "path": ["0103"], "halt": True})
    if room.to_act() == ["b"]:
        do(room, "b", {"type": "hold", "until": "activation"})
    ana = seated(room, "a")
    takes(ana, "A2.7")
    expect(ana.locator("#plan")).to_contain_text("Mount")
    ana.press("Escape")
    expect(ana.locator("#plan")).not_to_contain_text("Mount")
    expect(ana.locator('#board [data-unit][aria-pressed="true"]')).to_have_count(0)


_COVERED = """() => {
  const cut = (a, b) => Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) * Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
  const words = [...document.querySelectorAll('#layer-plan .sight text')].map((each) => each.getBoundingClientRect());
  const things = [...words, ...[...document.querySelectorAll('#layer-plan .step-stop')].map((each) => each.getBoundingClientRect())];
  return words.map((box) => Math.max(0, ...things.filter((each) => each !== box).map((each) => cut(box, each) / (box.width * box.height))));
}"""
"""Of the odds of each line, how much lies over others, or over where the way goes."""


def test_odds_lie_over_every_line_and_off_the_way_and_one_another(seated: Seated, table_server: RunningServer) -> None:
    room = driving(table_server)
    do(room, "a", {"type": "move", "team": "A1.0", "path": ["0203", "0303", "0403", "0503"]})
    ana = seated(room, "a")
    takes(ana, "A1.1")
    expect(ana.locator("#layer-survey .sight text")).to_have_count(0)
    for cell in ("0304", "0404"):
        touches(ana, f'[data-cell="{cell}"]')
    ana.allows()

    expect(ana.locator("#layer-plan .plan-judged .sight text").first).to_be_visible()
    assert max(ana.page.evaluate(_COVERED)) < 0.2
    last = (
        "() => [...document.querySelectorAll('.plan-judged .sight')].map((each) => each.querySelector('text') !== null)"
    )
    drawn = ana.page.evaluate(last)
    assert drawn == sorted(drawn)
    assert ana.problems == []


# Lines to two teams of one stack where nothing has room: whose odds are drawn, and what they say first.
_CROWDED = """async (odds) => {
  const { Labels } = await import('/static/js/boards/labels.js');
  const { Sights } = await import('/static/js/boards/sights.js');
  const made = (name) => document.createElementNS('http://www.w3.org/2000/svg', name);
  const units = Object.fromEntries(['B1.0', 'B1.1'].map((id) => {
    const element = made('g');
    element.append(Object.assign(made('text'), { textContent: id }));
    element.firstChild.setAttribute('class', 'unit-label');
    return [id, { element, radius: 10 }];
  }));
  const board = { toSvg: (at) => at, unit: (id) => units[id] };
  const sights = Object.keys(units).map((unit) => ({ unit, tone: 'good', start: [0, 0], end: [90, 90], aim: { es: unit, en: unit } }));
  const labels = new Labels(1);
  labels.keepOff({ x: 90, y: 90 }, 900);
  const into = made('g');
  new Sights(board, made('g'), sights, null).label(labels, into, odds);
  return [...into.children].map((each) => each.textContent);
}"""


def test_of_odds_without_room_the_likeliest_are_drawn_all_the_same_and_say_whose_they_are(
    seated: Seated, table_server: RunningServer
) -> None:
    ana = seated(crossroads(table_server), "a")
    odds = [{"unit": unit, "numerator": 1, "denominator": n} for unit, n in (("B1.0", 9), ("B1.1", 2))]

    assert ana.page.evaluate(_CROWDED, odds) == ["▸ B1.1: B1.1"]
    assert ana.page.evaluate(_CROWDED, []) == []
