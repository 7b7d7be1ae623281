"""Understanding the table: what is not possible and why, who may still act, what things are, what happened meanwhile."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Seated
from tests.browser.tables import DESKTOP, PHONE, SOLDIERS, Room, Window
from tests.support.server import RunningServer

pytestmark = pytest.mark.e2e


def settled(window: Window) -> None:
    """The controls are those of now."""
    window.wait_for_seq(int(window.locator("#live").get_attribute("data-seq") or ""))
    window.knows_its_offers()


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_what_wins_stands_above_the_board_in_the_help_and_on_a_card_for_whoever_meets_it(
    seated: Seated, table_server: RunningServer, viewport: dict[str, int]
) -> None:
    room = Room(table_server, "war_of_plastic", "garden_skirmish", SOLDIERS)
    window = seated(room, "a", viewport=viewport)
    line, card = window.locator("#goals"), window.locator("#aims")
    expect(line).to_contain_text("Enemies destroyed")
    expect(line).to_contain_text("0 of 5")
    bar, goals = window.locator(".bar").bounding_box(), line.bounding_box()
    assert bar is not None
    assert goals is not None
    assert goals["y"] >= bar["y"] + bar["height"] - 1
    expect(card).to_contain_text("The first to do this wins: destroy every enemy unit.")
    assert window.breaches() == []

    card.get_by_role("button", name="Got it").click()
    expect(card).to_be_hidden()
    window.locator('[data-do="help"]').click()
    expect(window.locator("#help .goals-list")).to_contain_text("Counted at the end of round 8.")
    expect(window.locator("#legend")).to_contain_text("Stunned: before anything else it has to recover.")
    expect(window.locator("#legend svg").first).to_be_visible()
    assert window.breaches() == []
    window.page.reload()
    window.knows_its_offers()
    expect(card).to_be_hidden()


def test_what_a_unit_cannot_do_is_listed_with_the_reason_and_its_rule_opens_in_place(
    seated: Seated, garden: Room
) -> None:
    ana = seated(garden, "a")
    told = ana.locator(".withheld__line", has_text="Throw grenade")

    ana.unit("A-01").click()
    expect(ana.locator(".withheld")).to_be_visible()
    expect(told).to_be_hidden()
    expect(ana.locator('[data-offer="end_turn"]')).to_be_in_viewport(ratio=1)
    ana.locator(".withheld > summary").click()

    expect(told).to_contain_text("Out of range. (distance 47.3 cm, reach 20 cm)")
    rule = told.get_by_role("button", name="Rule WOP-SHOT-18")
    expect(told.locator(".rule-text")).to_be_hidden()
    rule.click()
    expect(told.locator(".rule-text")).to_contain_text("Shooting")
    expect(told.locator(".rule-text")).to_contain_text("Beyond range the shot is refused")
    assert ana.breaches() == []
    rule.press("Enter")
    expect(told.locator(".rule-text")).to_be_hidden()
    assert ana.problems == []


def test_odds_are_a_fraction_and_a_percentage_and_every_modifier_has_its_rule(seated: Seated, garden: Room) -> None:
    ana = seated(garden, "a", locale="es")

    ana.unit("A-01").click()
    ana.unit("B-05").click()

    odds, why = ana.locator(".plan__ways .chance").first, ana.locator(".plan__body .chance__steps").first
    expect(odds.locator(".chance__odds")).to_have_text(re.compile(r"50\s%\s*1 de 2"))
    expect(why.locator("li")).to_have_count(3)
    expect(why.locator(".rule-link")).to_have_text(["WOP-SHOT-19", "WOP-PROT-01", "WOP-SHOT-21"])
    why.locator(".rule-link").last.click()
    expect(why.locator(".rule-text").last).to_contain_text("Disparo")


def test_the_coach_names_who_may_still_act_and_speaks_before_a_turn_is_ended_unless_told_not_to(
    seated: Seated, garden: Room
) -> None:
    ana = seated(garden, "a")

    expect(ana.locator(".coach").first).to_contain_text("may still move")
    ana.locator(".coach").get_by_role("button", name="A-03").click()
    expect(ana.locator("#who")).to_contain_text("A-03")
    ana.press("Escape", "Escape")
    ana.locator('[data-offer="end_turn"]').click()
    last = ana.locator(".coach--last")
    expect(last).to_contain_text("Before you end it")
    expect(last).to_contain_text("A-04")
    assert ana.breaches() == []
    last.get_by_label("Remind me").uncheck()
    expect(last.get_by_role("button", name="A-04")).to_have_count(0)

    ana.page.reload()
    settled(ana)
    ana.locator('[data-offer="end_turn"]').click()

    expect(last.get_by_label("Remind me")).not_to_be_checked()
    expect(last).not_to_contain_text("Before you end it")
    ana.commit()


def test_anything_says_what_it_is_to_a_mouse_at_rest_and_to_the_key_i(seated: Seated, garden: Room) -> None:
    ana = seated(garden, "a")
    about = ana.locator("#about")

    ana.unit("B-05").hover()
    expect(about).to_contain_text("Machine gunner B-05")
    expect(about).to_contain_text("50.0 cm, power 1")
    about.get_by_role("button", name="Machine gun: burst.").click()
    expect(about.locator("h2")).to_have_text("Machine gun")
    expect(about).to_contain_text("Up to three independent shots")
    about.get_by_role("button", name="Back to the previous one").click()
    expect(about.locator("h2")).to_contain_text("B-05")
    assert ana.breaches() == []
    ana.press("Escape")
    expect(about).to_be_hidden()

    ana.locator('[data-area="house-1"]').hover(force=True)
    expect(about).to_contain_text("Protection inside")
    ana.page.mouse.move(5, 5)
    expect(about).to_be_hidden()

    ana.press("n", "i")
    expect(about).to_be_focused()
    expect(about.locator("h2")).to_contain_text("A-01")
    ana.press("i")
    expect(about).to_be_hidden()
    assert ana.problems == []


def test_the_card_of_a_resting_pointer_makes_way_for_pieces(seated: Seated, garden: Room) -> None:
    ana = seated(garden, "a")
    about = ana.locator("#about")
    ana.locator('[data-area="tree-2"]').hover(force=True)
    expect(about).to_contain_text("Tree 2")
    covered = ana.page.evaluate(
        """() => {
            const card = document.querySelector('#about').getBoundingClientRect();
            return [...document.querySelectorAll('#board [data-unit]')].filter((each) => {
                const {x, y, width, height} = each.getBoundingClientRect();
                const [left, top] = [x + width / 2, y + height / 2];
                return left > card.left && left < card.right && top > card.top && top < card.bottom;
            }).map(({dataset}) => dataset.unit);
        }"""
    )
    assert covered == []

    # Where there is no room beside the pieces, a press on the bare card is theirs.
    place = ana.unit("A-03").bounding_box()
    assert place is not None
    x, y = place["x"] + place["width"] / 2, place["y"] + place["height"] / 2
    about.evaluate("(card, [x, y]) => { card.style.left = `${x - 60}px`; card.style.top = `${y - 50}px`; }", [x, y])
    ana.page.mouse.move(x, y)
    expect(about).to_be_visible()
    ana.page.mouse.click(x, y)
    expect(about).to_be_hidden()
    expect(ana.locator("#who")).to_contain_text("A-03")
    assert ana.problems == []


def test_a_long_press_says_what_it_is_and_can_point_it_out(seated: Seated, garden: Room) -> None:
    ana = seated(garden, "a", viewport=PHONE)
    luis = seated(garden, "b")
    left, top = ana.screen(300, 650)  # B-05
    touch = ana.page.context.new_cdp_session(ana.page)

    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": left, "y": top}]})
    expect(ana.locator("#about")).to_contain_text("B-05")
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    ana.locator("#about").get_by_role("button", name="Point it out").click()
    expect(luis.locator("#pointed")).to_contain_text("B-05")
    expect(ana.locator("#about")).to_be_hidden()


def test_what_others_did_stays_traced_until_i_act_also_over_a_reload(seated: Seated, garden: Room) -> None:
    luis = seated(garden, "b")
    assert garden.act("a", {"type": "move", "unit": "A-02", "path_mm": [[400, 310]]}).status_code == 200
    assert garden.act("a", {"type": "end_manoeuvre"}).status_code == 200
    assert garden.act("a", {"type": "move", "unit": "A-04", "path_mm": [[800, 310]]}).status_code == 200
    assert garden.act("a", {"type": "end_turn"}).status_code == 200

    expect(luis.locator("#layer-trace .trace-step")).to_have_count(2)
    luis.page.reload()
    settled(luis)
    expect(luis.locator("#layer-trace .trace-step")).to_have_count(2)
    expect(luis.locator("#layer-trace .trace-step.is-older")).to_have_count(1)
    expect(luis.locator("#layer-trace .overlay-arrow")).to_have_count(2)  # which way each of them went

    luis.unit("B-01").click()
    luis.locator('[data-offer="end_turn"]').click()
    luis.commit()
    expect(luis.locator("#layer-trace .trace-step")).to_have_count(0)


def test_what_the_others_did_last_is_shown_again_whenever_it_is_wanted(seated: Seated, garden: Room) -> None:
    garden.act("a", {"type": "end_turn"})
    garden.act("b", {"type": "move", "unit": "B-01", "path_mm": [[950, 600]]})
    garden.act("b", {"type": "end_turn"})
    luis = seated(garden, "b", reduced_motion="reduce")
    stood = luis.unit("A-02").get_attribute("transform")
    garden.act("a", {"type": "move", "unit": "A-02", "path_mm": [[400, 310]]})
    garden.act("a", {"type": "end_manoeuvre"})
    garden.act("a", {"type": "move", "unit": "A-04", "path_mm": [[800, 310]]})
    garden.act("a", {"type": "end_turn"})
    expect(luis.locator("#layer-trace .trace-step")).to_have_count(2)
    now = luis.unit("A-04").get_attribute("transform")

    luis.locator('[data-do="again"]').click()
    player = luis.locator("#notice")
    expect(player).to_contain_text("What the others did · 1 of 2")
    expect(player).to_contain_text("A-02 moves")
    expect(luis.unit("A-02")).not_to_have_attribute("transform", stood or "")
    expect(luis.unit("A-04")).not_to_have_attribute("transform", now or "")
    luis.press("Escape")
    expect(player).to_be_empty()
    expect(luis.unit("A-04")).to_have_attribute("transform", now or "")


def test_what_one_only_let_pass_is_no_decision_of_ones_own(seated: Seated, garden: Room) -> None:
    garden.act("a", {"type": "end_turn"})
    before = max(event["seq"] for event in garden.events("b"))
    garden.act("b", {"type": "move", "unit": "B-01", "path_mm": [[950, 600]]})
    after = max(event["seq"] for event in garden.events("b"))
    garden.act("b", {"type": "end_turn"})
    luis = seated(garden, "b", reduced_motion="reduce")
    luis.page.evaluate(
        "([from, to]) => { const { room, viewer } = document.body.dataset;"
        " localStorage.setItem(`tapete:passes:${room}:${viewer}`, JSON.stringify([[from, to]])); }",
        [before, after],
    )
    luis.page.reload()
    garden.act("a", {"type": "move", "unit": "A-02", "path_mm": [[400, 310]]})
    expect(luis.locator("#log")).to_contain_text("A-02 moves")

    luis.locator('[data-do="again"]').click()

    player = luis.locator("#notice")
    expect(player).to_contain_text(re.compile(r"What the others did · 1 of ([3-9]|\d\d)"))  # the first rolls, too
    for _ in range(10):
        if "B-01 moves" in player.inner_text():
            break
        player.get_by_role("button", name="Step forward").click()
    expect(player).to_contain_text("B-01 moves")


def test_what_happened_meanwhile_is_played_step_by_step_from_where_it_was(seated: Seated, garden: Room) -> None:
    luis = seated(garden, "b", locale="es", reduced_motion="reduce")
    place = luis.unit("A-02").get_attribute("transform")
    luis.page.goto("about:blank")
    garden.act("a", {"type": "move", "unit": "A-02", "path_mm": [[400, 310]]})
    garden.act("a", {"type": "end_manoeuvre"})
    garden.act("a", {"type": "move", "unit": "A-04", "path_mm": [[800, 310]]})
    luis.page.go_back()
    player = luis.locator("#notice")
    expect(player).to_contain_text("Mientras no estabas, novedades: 2")
    now = luis.unit("A-04").get_attribute("transform")

    player.get_by_role("button", name="Ver").click()
    expect(player).to_contain_text("1 de 2")
    expect(player).to_contain_text("A-02 mueve")
    expect(luis.unit("A-02")).not_to_have_attribute("transform", place or "")
    expect(luis.unit("A-04")).not_to_have_attribute("transform", now or "")
    expect(luis.locator("#layer-trace path").first).to_be_attached()
    assert luis.breaches() == []
    player.get_by_role("button", name="Paso adelante").click()
    expect(player).to_contain_text("A-04 mueve")
    expect(luis.unit("A-04")).to_have_attribute("transform", now or "")
    player.get_by_role("button", name="Paso atrás").click()
    expect(luis.unit("A-04")).not_to_have_attribute("transform", now or "")

    luis.press("Escape")
    expect(player).to_be_empty()
    expect(luis.unit("A-04")).to_have_attribute("transform", now or "")
    assert luis.problems == []


def test_the_log_is_grouped_by_turns_filtered_and_gone_through_by_keys(seated: Seated, garden: Room) -> None:
    ana = seated(garden, "a")
    garden.act("a", {"type": "move", "unit": "A-02", "path_mm": [[400, 310]]})
    garden.act("a", {"type": "end_turn"})
    garden.act("b", {"type": "move", "unit": "B-01", "path_mm": [[950, 560]]})
    expect(ana.locator("#log .entry", has_text="B-01 moves")).to_be_visible()

    expect(ana.locator("#log").get_by_role("heading", name="Round 1: Ana's turn.")).to_be_attached()
    expect(ana.locator("#log .entry", has_text="A-02 moves")).to_have_class(re.compile("is-mine"))
    expect(ana.locator("#log .entry", has_text="B-01 moves").locator(".entry__side")).to_have_text("B")
    ana.locator('[data-filter="mine"]').click()
    expect(ana.locator("#log .entry", has_text="B-01 moves")).to_be_hidden()
    expect(ana.locator("#log .entry", has_text="A-02 moves")).to_be_visible()
    ana.locator('[data-filter="all"]').click()

    ana.locator("#log .entry", has_text="A-02 moves").locator("button.entry__head").focus()
    ana.press("ArrowDown")
    expect(ana.locator("#log .entry", has_text="B-01 moves").locator("button.entry__head")).to_be_focused()
    ana.press("Enter")
    expect(ana.locator("#log .entry.is-drawn")).to_contain_text("B-01 moves")
    expect(ana.locator("#layer-trace path").first).to_be_attached()
    ana.locator("#log .entry", has_text="A-02 moves").locator("button.entry__head").click()
    expect(ana.locator("#layer-trace .trace-step")).to_have_count(0)
    ana.press("Escape")
    expect(ana.locator("#log .entry.is-drawn")).to_have_count(0)
    expect(ana.locator("#layer-trace .trace-step")).to_have_count(1)  # what Luis did, as before

    garden.act("b", {"type": "end_turn"})
    theirs = ana.locator("#log .entry.is-heading", has_text="Luis's turn.")
    expect(ana.locator("#log .entry.is-heading", has_text="Round 2")).to_be_visible()
    expect(theirs).to_be_visible()
    ana.locator('[data-filter="mine"]').click()
    expect(theirs).to_be_hidden()


def test_on_a_map_of_cards_units_cards_spells_and_figures_say_what_they_are(
    seated: Seated, table_server: RunningServer
) -> None:
    seats = ({"kind": "human", "name": "Ana"}, {"kind": "human", "name": "Luis"})
    room = Room(table_server, "open_wars", "clash_at_the_bridge", seats)
    seat = next(letter for letter in "ab" if room.offers(letter))
    ana = seated(room, seat)
    about = ana.locator("#about")

    ana.locator('#board [data-card="B2"]').hover(force=True)
    expect(about).to_contain_text("Bridge of the Brave")
    expect(about).to_contain_text("OW-CARD-23")
    ana.locator(".standing [data-figure=gold]").first.hover()
    expect(about).to_contain_text("OW-GEN-05")
    ana.press("Escape")
    mine = next(offer["unit"] for offer in room.offers(seat) if offer.get("unit"))
    ana.page.keyboard.press("n")
    ana.page.keyboard.press("i")
    expect(about).to_contain_text("Movement left")
    assert ana.breaches() == []
    ana.press("Escape")
    expect(ana.locator(".about")).to_be_hidden()
    assert mine
    assert ana.problems == []
