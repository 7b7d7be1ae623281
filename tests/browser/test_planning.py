"""Planning on a board of centimetres: the tape and the ghost at once, the odds both ways, places among friends and floors, pieces
that are turned and kept apart, by mouse and by finger."""

from __future__ import annotations

import re
from itertools import combinations
from typing import Any

import pytest
from playwright.sync_api import CDPSession, expect

from tests.browser.conftest import Seated
from tests.browser.tables import PHONE, SOLDIERS, Room, Window
from tests.browser.test_table_before_battle import do, rolled
from tests.support.server import RunningServer

pytestmark = pytest.mark.e2e

GAME = "war_of_plastic"
LABELS = """layer => [...document.querySelectorAll(`${layer} :is(.overlay-label, .unit-label, .area-name)`)]
.filter(label => label.checkVisibility()).map(label => {
  const {x, y, width, height} = label.getBoundingClientRect();
  return [label.textContent, x, y, x + width, y + height];
})"""

# A thing that has to stand beside another, placed by a tap: where it comes to stand, and whether the same tap then means its end.
BESIDE = """async ([region, tap]) => {
  const { PointPlan } = await import('/static/js/plans/points.js');
  const board = { unit: () => null, whole: ({ x, y }) => ({ x: Math.round(x), y: Math.round(y) }) };
  const plan = new PointPlan({ type: 'place', examples: [{ type: 'place' }], domain: { region: [region] } }, board);
  plan.tapPlace(tap, 1);
  return [Math.hypot(plan.at.x - region.x, plan.at.y - region.y), plan.isAt(tap, 1)];
}"""

DASHES = "[...document.querySelectorAll('.tape-leg')].map(leg => getComputedStyle(leg).strokeDasharray)"


def over_one_another(window: Window, layer: str) -> list[tuple[str, str]]:
    """The words of a layer that lie over others by more than their halo."""
    labels = window.page.evaluate(LABELS, layer)
    return [
        (a[0], b[0])
        for a, b in combinations(labels, 2)
        if min(a[3], b[3]) - max(a[1], b[1]) > 4 and min(a[4], b[4]) - max(a[2], b[2]) > 4
    ]


def finger(window: Window) -> CDPSession:
    """A hand on the screen."""
    return window.page.context.new_cdp_session(window.page)


def touch(hand: CDPSession, kind: str, *points: tuple[float, float]) -> None:
    """Fingers set down, moved or lifted."""
    found = [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(points)]
    hand.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": found})


def builder_of(server: RunningServer) -> tuple[Room, str]:
    """A room in which one seat places all obstacles, and that seat."""
    room = rolled(Room(server, GAME, "horde_against_armour", SOLDIERS))
    seat = next(seat for seat in "ab" if room.offers(seat))
    do(room, seat, "choose_role", role="place")
    return room, seat


def test_a_drag_shows_the_ghost_its_tape_and_the_odds_both_ways(seated: Seated, garden: Room) -> None:
    ana = seated(garden, "a")

    ana.drag((400, 120), (400, 310))
    expect(ana.locator('[data-verdict="legal"]')).to_be_visible()

    expect(ana.locator("#layer-plan .ghost-figure")).to_have_count(1)
    expect(ana.locator("#layer-plan .tape-total")).to_have_text("19.0 cm")
    expect(ana.locator("#layer-plan .tape-mode")).to_have_text("moving")
    sight = ana.locator('#layer-plan [data-sight="B-05"]')
    expect(sight.locator(".sight-aim")).to_contain_text("5+ · 33%")
    expect(sight.locator(".sight-threat")).to_contain_text("◂")
    expect(ana.locator("#plan .plan__threats summary")).to_contain_text("What could hit it there")
    expect(ana.locator("#layer-survey .is-filled")).to_have_count(2)
    assert over_one_another(ana, "#layer-plan") == []


def test_on_a_phone_words_lie_apart_and_in_view_and_units_have_their_names(seated: Seated, garden: Room) -> None:
    ana = seated(garden, "a", viewport=PHONE)
    for unit in ("A-01", "A-02", "B-03"):
        expect(ana.unit(unit).locator(".unit-label")).to_be_visible()
    field = ana.locator("#board .field").bounding_box()
    assert field is not None
    assert field["width"] > 0.97 * PHONE["width"], "the field has all of the width"

    ana.click(400, 120)
    ana.click(400, 230)
    ana.click(300, 230)
    expect(ana.locator("#layer-plan .tape-total")).to_have_text(re.compile(r"^2[01]\.\d cm$"))
    expect(ana.locator('[data-verdict="legal"]')).to_be_visible()
    ana.page.evaluate("() => new Promise(requestAnimationFrame).then(() => new Promise(requestAnimationFrame))")

    assert over_one_another(ana, "#board") == []
    beyond = [each for each in ana.page.evaluate(LABELS, "#board") if each[1] < 0 or each[3] > PHONE["width"]]
    assert beyond == []
    expect(ana.unit("A-02").locator(".unit-label")).to_be_visible()


def test_forced_and_too_long_stretches_have_patterns_and_words_of_their_own(seated: Seated, garden: Room) -> None:
    ana = seated(garden, "a")

    ana.drag((400, 120), (400, 560))
    expect(ana.locator(".tape-mode")).to_have_text("14.0 cm too far")
    expect(ana.locator(".plan__verdict.is-illegal")).to_be_visible()
    dashes = ana.page.evaluate(DASHES)
    assert len(dashes) == len(set(dashes)) == 3

    ana.press("Escape")
    ana.drag((400, 120), (400, 400))
    expect(ana.locator(".tape-mode")).to_have_text("forced")


def test_a_blocked_stretch_is_drawn_over_the_tape_with_its_number(seated: Seated, garden: Room) -> None:
    ana = seated(garden, "a")

    ana.drag((600, 150), (600, 420))

    expect(ana.locator(".plan__verdict.is-illegal")).to_be_visible()
    expect(ana.locator("#layer-plan .plan-refusing .overlay-label")).to_contain_text("✕ 17")
    expect(ana.locator(".refusal__bar")).to_have_text("In the way: House.")
    ana.press("Escape")

    # Beyond the table its edge is meant, as where one enters.
    ana.drag((600, 150), (600, -40))
    expect(ana.locator('[data-verdict="legal"]')).to_be_visible()
    expect(ana.locator(".plan__tape")).to_contain_text("13.")


def test_a_way_that_may_not_end_somewhere_gets_another_end_by_the_next_tap(seated: Seated, garden: Room) -> None:
    ana = seated(garden, "a")
    ana.unit("A-03").click()
    ana.click(600, 400)  # into the house
    expect(ana.locator(".plan__verdict.is-illegal")).to_be_visible()
    ana.click(640, 260)
    expect(ana.locator('[data-verdict="legal"]')).to_be_visible()
    expect(ana.locator("#layer-plan .tape-total")).to_have_text("11.8 cm")


def test_of_whoever_has_nothing_left_to_do_no_reach_is_drawn(seated: Seated, garden: Room) -> None:
    do(garden, "a", "move", unit="A-02", path_mm=[[400, 310]])
    do(garden, "a", "end_manoeuvre")
    ana = seated(garden, "a")
    with ana.page.expect_response(lambda answer: "/survey" in answer.url):
        ana.unit("A-02").click()
    expect(ana.locator("#offers")).to_contain_text("It can do nothing now.")
    expect(ana.locator("#layer-survey .is-filled")).to_have_count(0)
    ana.unit("A-04").click()
    expect(ana.locator("#layer-survey .is-filled")).to_have_count(2)


def test_a_tap_takes_the_act_whose_odds_stand_beside_its_target(seated: Seated, garden: Room) -> None:
    ana = seated(garden, "a")
    found = ana.page.evaluate(
        """async () => {
          const { Aims } = await import('/static/js/plans/aims.js');
          const aims = new Aims();
          const told = [['rifle', 1], ['grenade', 2]].map(([by, n]) => ({ action: { by, at: 'B-01' }, numerator: n, denominator: 4 }));
          aims.learn(told);
          const plans = told.map(({ action }) => ({ name: action.by, plan: { aimable: [{ id: 'B-01', action }] } }));
          const [best] = aims.byShare([...plans, { name: 'fist', plan: { aimable: [] } }], 'B-01');
          const likeliest = aims.best(plans.map(({ plan }) => plan)).get('B-01');
          aims.learn([{ action: { by: 'nobody' }, numerator: 1, denominator: 1 }], true);
          aims.learn([]);
          return [best.name, likeliest, aims.of({ by: 'nobody' }), aims.of(told[0].action)];
        }"""
    )
    assert found == ["grenade", "50%", "100%", ""]


def test_only_what_can_be_shot_at_has_a_line_until_something_is_pointed_at(seated: Seated, garden: Room) -> None:
    ana = seated(garden, "a")

    with ana.page.expect_response(lambda answer: "/survey" in answer.url):
        ana.unit("A-02").click()
    expect(ana.locator("#layer-survey .is-filled")).to_have_count(2)
    expect(ana.locator("#layer-survey [data-sight]")).to_have_count(0)

    ana.page.mouse.move(*ana.screen(400, 680))
    pointed = ana.locator("#layer-survey [data-sight], #layer-plan [data-sight]")
    expect(pointed.first).to_have_class(re.compile("is-pointed"))
    expect(pointed.filter(has_text="cm")).to_have_count(1)

    do(garden, "a", "move", unit="A-02", path_mm=[[400, 310]])
    ana.page.mouse.move(*ana.screen(100, 100))
    ana.locator('#offers [data-offer="shoot"]').first.click()
    # The odds stand beside every target and on its button before anything is pointed at.
    expect(ana.locator("[data-target]")).to_have_count(3)
    for target in ("B-03", "B-04", "B-05"):
        expect(ana.locator(f'[data-target="{target}"] .offer__odds')).to_have_text("33%")
        expect(ana.locator(f'#layer-plan [data-aim="{target}"]')).to_have_text("▸ 33%")


def test_a_place_beside_a_friend_is_planned_not_him(seated: Seated, garden: Room) -> None:
    ana = seated(garden, "a")
    ana.unit("A-02").click()

    ana.click(279, 165)

    expect(ana.locator("#who")).to_contain_text("A-02")
    expect(ana.locator(".plan__tape")).to_be_visible()
    ana.press("Escape")
    ana.click(254, 152)
    expect(ana.locator("#who")).to_contain_text("A-01")


def test_whoever_has_nothing_left_to_do_makes_way_for_the_next_who_is_chosen(seated: Seated, garden: Room) -> None:
    ana = seated(garden, "a")
    do(garden, "a", "move", unit="A-01", path_mm=[[100, 150]])
    expect(ana.locator('[data-offer="end_manoeuvre"]')).to_be_visible()

    ana.unit("A-03").click()

    expect(ana.locator("#who")).to_contain_text("A-03")
    expect(ana.locator('#offers [data-offer="move"]')).to_be_visible()
    ana.click(600, 250)
    ana.commit()
    assert [event["type"] for event in garden.events("a")].count("manoeuvre_opened") == 2


def test_of_two_soldiers_on_floors_over_one_another_one_is_asked_for(
    seated: Seated, table_server: RunningServer
) -> None:
    room = rolled(Room(table_server, GAME, "house_to_house", SOLDIERS))
    if not room.offers("a"):
        do(room, "b", "end_turn")
    do(room, "a", "move", unit="A-01", path_mm=[[250, 404]])
    do(room, "a", "end_manoeuvre")
    do(room, "a", "move", unit="A-02", path_mm=[[300, 404]])
    do(room, "a", "end_turn")
    do(room, "b", "end_turn")
    do(room, "a", "move", unit="A-01", path_mm=[[300, 500, 0], [300, 500, 1]])
    do(room, "a", "end_manoeuvre")
    do(room, "a", "move", unit="A-02", path_mm=[[300, 500, 0]])
    do(room, "a", "end_turn")
    do(room, "b", "end_turn")
    window = seated(room, "a")

    window.click(300, 500)
    chooser = window.locator(".chooser")
    expect(chooser).to_be_visible()
    expect(chooser.locator("button")).to_have_count(2)
    chooser.locator('[data-which="A-02"]').click()

    expect(window.locator("#who")).to_contain_text("A-02")
    expect(chooser).to_be_hidden()
    window.press("Escape", "Escape")
    window.click(300, 500)
    window.locator('[data-which="A-01"]').click()
    expect(window.locator("#who")).to_contain_text("A-01")


def test_the_only_target_there_is_needs_no_choosing_and_is_not_hit_by_the_first_tap(
    seated: Seated, garden: Room
) -> None:
    do(garden, "a", "move", unit="A-01", path_mm=[[225, 400]])
    do(garden, "a", "end_turn")
    do(garden, "b", "end_turn")
    do(garden, "a", "move", unit="A-01", path_mm=[[300, 619]])
    ana = seated(garden, "a")

    expect(ana.locator("#plan")).to_contain_text("A-01 beats B-05")
    expect(ana.locator("#commit")).to_be_enabled()
    heard = ana.seq
    ana.click(300, 650)
    expect(ana.locator('#plan [data-target="B-05"]')).to_have_attribute("aria-pressed", "true")
    assert ana.seq == heard
    ana.click(300, 650)
    ana.hears_more_than(heard)
    expect(ana.locator("#log")).to_contain_text("A-01 fights B-05")


def test_what_has_to_stand_beside_a_wreck_is_drawn_to_its_rim(seated: Seated, garden: Room) -> None:
    ana = seated(garden, "a")
    region = {"type": "disc", "x": 300, "y": 262, "radius": 70}

    for x, y in ((301, 262), (400, 300), (300, 100), (250, 262)):
        far, is_end = ana.page.evaluate(BESIDE, [region, {"x": x, "y": y}])
        assert 68 <= far <= 70
        assert is_end


def test_a_piece_is_turned_by_wheel_and_keys_and_its_gaps_are_shown(
    seated: Seated, table_server: RunningServer
) -> None:
    room, seat = builder_of(table_server)
    window = seated(room, seat)
    window.page.get_by_role("button", name="Ruins").click()
    window.page.mouse.move(*window.screen(300, 300))
    expect(window.locator("#layer-plan .gap")).not_to_have_count(0)

    window.page.mouse.wheel(0, -100)
    expect(window.locator("#plan")).to_contain_text("15°")
    window.press("[")
    expect(window.locator("#plan")).to_contain_text("30°")
    window.press("]", "]")
    expect(window.locator("#plan")).to_contain_text("0°")
    window.click(300, 300)
    window.commit()

    window.knows_its_offers()
    window.locator('#offers [data-offer="place_obstacle"]').first.click()
    window.page.mouse.move(*window.screen(330, 330))
    expect(window.locator("#layer-plan .gap.is-bad")).not_to_have_count(0)
    expect(window.locator(".refusal")).to_contain_text("WOP-OBST-08")
    window.page.mouse.move(*window.screen(700, 500))
    expect(window.locator("#layer-plan .gap.is-bad")).to_have_count(0)
    assert over_one_another(window, "#layer-plan") == []


def test_two_fingers_turn_a_piece_and_one_that_drags_it_has_a_lens(seated: Seated, table_server: RunningServer) -> None:
    room, seat = builder_of(table_server)
    window: Window = seated(room, seat, viewport=PHONE)
    window.page.get_by_role("button", name="Ruins").tap()
    window.click(700, 500)
    expect(window.locator("#layer-plan .ghost")).to_have_count(1)
    hand = finger(window)
    x, y = window.screen(700, 500)

    touch(hand, "touchStart", (x, y))
    touch(hand, "touchMove", (x + 30, y + 5))
    touch(hand, "touchMove", (x + 40, y + 5))
    expect(window.locator(".lens")).to_be_visible()
    touch(hand, "touchEnd")
    expect(window.locator(".lens")).to_have_count(0)

    touch(hand, "touchStart", (x - 40, y), (x + 40, y))
    touch(hand, "touchMove", (x - 40, y), (x + 36, y - 24))
    touch(hand, "touchMove", (x - 40, y), (x + 24, y - 48))
    touch(hand, "touchEnd")
    expect(window.locator("#plan")).to_contain_text("30°")


def test_the_way_of_a_stack_tells_what_each_card_costs(seated: Seated, table_server: RunningServer) -> None:
    pair: tuple[dict[str, Any], ...] = (
        {"kind": "human", "name": "Ana", "faction": "orcs"},
        {"kind": "human", "name": "Luis", "faction": "elves"},
    )
    room = Room(table_server, "open_wars", "arcanums_crown", pair)
    for seat, unit in (("a", "orcs.slynn"), ("b", "elves.warrior")):
        do(room, seat, "muster", list=[{"unit": unit, "count": 2}])
    mover = next(seat for seat in "ab" if room.offers(seat))
    window = seated(room, mover)
    piece = window.locator(f'#board [data-unit*=".{mover}."]')
    start = piece.bounding_box()
    offer = next(each for each in room.offers(mover) if each["input"] == "steps")
    path = max((example["path"] for example in offer["examples"]), key=len)
    goals = [window.locator(f'[data-card="{cell}"]').bounding_box() for cell in path]
    assert start is not None

    window.page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    window.page.mouse.down()
    for goal in goals:
        assert goal is not None
        window.page.mouse.move(goal["x"] + goal["width"] / 2, goal["y"] + goal["height"] / 2, steps=6)
    window.page.mouse.up()

    expect(window.locator("[data-steps]")).to_contain_text(path[-1])
    costs = window.locator("#layer-plan .overlay-label", has_text="−")
    expect(costs).to_have_count(len(path))
    expect(window.locator("#plan")).to_contain_text("movement")
