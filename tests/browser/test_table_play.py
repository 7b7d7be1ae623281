"""The table in real browsers: planning, committing, watching, and games played to their end."""

from __future__ import annotations

import json
import re

import httpx
import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Seated
from tests.browser.tables import PATIENCE_S, PHONE, Room, Window

pytestmark = pytest.mark.e2e


def play_with_keys_alone(window: Window) -> None:
    """One act, whatever is asked, without a mouse."""
    window.knows_its_offers()
    if window.locator('[data-offer="place_unit"]').count():
        window.press("Enter", "Enter")
    else:
        window.press("n", "]", "Enter")


def play_with_the_mouse(window: Window, room: Room, seat: str) -> None:
    """One act, whatever is asked, without the keyboard."""
    window.knows_its_offers()
    offer = next(each for each in room.offers(seat) if each["type"] in ("place_unit", "throw", "pass"))
    if offer["type"] == "place_unit":
        window.click(offer["examples"][0]["x_mm"], offer["examples"][0]["y_mm"])
    elif offer["type"] == "throw":
        window.unit(offer["unit"]).click()
        window.unit(offer["examples"][0]["target"]).click()
    else:
        window.locator('[data-offer="pass"]').click()
    window.commit()


def test_a_game_is_played_to_its_end_by_a_mouse_here_and_a_keyboard_there(seated: Seated, pebbles: Room) -> None:
    ana, luis = seated(pebbles, "a"), seated(pebbles, "b", locale="es")

    while ana.locator("#live").get_attribute("data-over") == "false":
        heard = ana.seq
        if ana.is_my_go():
            play_with_the_mouse(ana, pebbles, "a")
        else:
            play_with_keys_alone(luis)
        ana.hears_more_than(heard)
        luis.wait_for_seq(ana.seq)

    for window in (ana, luis):
        expect(window.locator(".ending__card")).to_be_visible()
    expect(ana.locator(".ending__card")).to_contain_text("Commitment")
    expect(luis.locator(".ending__card")).to_contain_text("Compromiso")
    secret = ana.locator(".ending__dice code").last.text_content() or ""
    assert re.fullmatch(r"[0-9a-f]{64}", secret)
    assert ana.problems == []
    assert luis.problems == []


def test_nothing_is_posted_before_commit(seated: Seated, pebbles: Room) -> None:
    ana = seated(pebbles, "a")
    posts: list[str] = []
    ana.page.on("request", lambda sent: posts.append(sent.url) if sent.method == "POST" else None)

    ana.unit("a0").click()
    ana.unit("b0").click()
    expect(ana.locator('[data-verdict="legal"]')).to_be_visible()
    ana.press("Escape", "Escape")
    ana.locator('[data-offer="pass"]').click()
    expect(ana.locator('[data-verdict="legal"]')).to_be_visible()

    assert posts
    assert {url.split("?")[0].rsplit("/", 1)[1] for url in posts} == {"previews"}


def test_odds_stand_beside_the_target_before_anything_is_committed(seated: Seated, pebbles: Room) -> None:
    ana = seated(pebbles, "a")

    ana.unit("a0").click()
    ana.unit("b0").click()

    expect(ana.locator("#plan")).to_contain_text("50%")
    expect(ana.locator("#plan")).to_contain_text("3 in 6")
    expect(ana.locator('#offers [data-offer="throw"]')).to_have_attribute("aria-pressed", "true")

    # An act that the server cannot read is refused in its words, and cannot be committed.
    ana.press("Escape")
    unreadable = {"action": {"type": "throw", "unit": "a0", "target": ["b0"]}}
    ana.page.route("**/previews?*", lambda route: route.continue_(post_data=json.dumps(unreadable)))
    ana.unit("b0").click()
    expect(ana.locator("#plan .refusal")).to_contain_text("action.target")
    expect(ana.locator("#commit")).to_be_disabled()


def test_the_tape_reads_tenths_and_turns_red_where_the_way_is_too_long(seated: Seated, garden: Room) -> None:
    ana = seated(garden, "a")

    ana.drag((400, 120), (400, 310))
    expect(ana.locator(".plan__tape")).to_contain_text("19.0 cm")
    expect(ana.locator(".tape-leg")).to_have_count(1)
    expect(ana.locator("#commit")).to_be_enabled()

    ana.press("Escape")
    ana.drag((400, 120), (400, 560))
    expect(ana.locator(".plan__tape")).to_contain_text("44.0 cm")
    expect(ana.locator(".tape-leg.is-over")).to_have_count(1)
    expect(ana.locator(".refusal")).to_contain_text("WOP-MOVE-05")
    expect(ana.locator("#commit")).to_be_disabled()


def test_what_is_taken_back_stays_in_the_log_struck_out(seated: Seated, garden: Room) -> None:
    ana = seated(garden, "a")
    for x in (380, 420):
        assert garden.act("a", {"type": "move", "unit": "A-02", "path_mm": [[x, 310]]}).status_code == 200
        if x == 380:
            ana.locator('.bar__tools [data-do="undo"]').click()
            expect(ana.locator(".proposal")).to_contain_text("«A-02 moves 19.")
            headers = {"authorization": f"Bearer {garden.tokens['b']}"}
            yes = httpx.post(f"{garden.url}/proposals/1", json={"accept": True}, headers=headers, timeout=PATIENCE_S)
            assert yes.status_code == 200
            expect(ana.locator("#log")).to_contain_text("takes back the last decision")
            expect(ana.locator("#log .is-undone .entry__words")).to_contain_text("Taken back: A-02 moves 19")
            expect(ana.locator("#dice")).to_contain_text("takes back the last decision")
            expect(ana.locator("#layer-trace .overlay-line")).to_have_count(0)
    expect(ana.locator("#log .entry", has_text="A-02 moves")).to_have_count(2)
    expect(ana.locator("#log .is-undone")).to_have_count(1)
    ana.page.reload()
    expect(ana.locator("#log .is-undone")).to_have_count(1)


def test_a_refusal_opens_its_rule(seated: Seated, garden: Room) -> None:
    ana = seated(garden, "a")

    ana.drag((400, 120), (400, 560))
    ana.locator(".refusal button").first.click()
    expect(ana.locator(".refusal .rule-text")).to_contain_text("may not exceed the forced distance")
    ana.locator(".refusal").get_by_role("button", name="See all the rules").click()

    expect(ana.locator("#rules")).to_be_visible()
    expect(ana.locator("#rules-found .rule")).to_have_count(1)
    expect(ana.locator("#rules-found")).to_contain_text("WOP-MOVE-05")


def test_waypoints_are_added_click_by_click_and_taken_back_one_by_one(seated: Seated, garden: Room) -> None:
    ana = seated(garden, "a")

    ana.unit("A-02").click()
    ana.click(400, 230)
    expect(ana.locator(".plan__tape")).to_contain_text("11.0 cm")
    ana.click(510, 230)
    expect(ana.locator(".plan__tape")).to_contain_text("22.0 cm")
    expect(ana.locator(".tape-leg.limit-2")).to_have_count(1)
    ana.press("Backspace")
    expect(ana.locator(".plan__tape")).to_contain_text("11.0 cm")
    ana.press("Backspace", "Escape")
    expect(ana.locator("#plan")).to_be_hidden()


def test_a_move_is_seen_by_everybody_and_the_piece_glides(seated: Seated, garden: Room) -> None:
    ana, luis, watching = seated(garden, "a"), seated(garden, "b"), seated(garden, "spectator")
    for window in (luis, watching):
        window.unit("A-02").evaluate("piece => { piece.sameAsBefore = true; }")

    ana.drag((400, 120), (400, 310))
    ana.commit()

    for window in (ana, luis, watching):
        expect(window.unit("A-02")).to_have_attribute("transform", "translate(400 490)")
    for window in (luis, watching):
        assert window.unit("A-02").evaluate("piece => piece.sameAsBefore")
        assert "transform" in window.unit("A-02").evaluate("piece => getComputedStyle(piece).transitionProperty")
        expect(window.locator("#log")).to_contain_text("19.0 cm")
        expect(window.locator("#layer-trace path").first).to_be_attached()


def test_dice_are_seen_to_fall_and_the_log_draws_them_again(seated: Seated, garden: Room) -> None:
    ana, luis = seated(garden, "a"), seated(garden, "b")
    assert garden.act("a", {"type": "move", "unit": "A-02", "path_mm": [[400, 310]]}).status_code == 200

    expect(ana.locator('[data-offer="shoot"]')).to_be_visible()
    ana.unit("B-05").click()
    expect(ana.locator("#plan")).to_contain_text("1 in 3")
    expect(ana.locator("#plan .chance__steps")).to_contain_text("power 1")
    ana.commit()

    expect(luis.locator("#dice .dice__head").first).to_have_text(re.compile(r"^A-\u2060?02needs 5\+$"))
    expect(luis.locator("#dice .dice__head").first).to_have_class("dice__head side-1")
    entry = luis.locator("#log .entry", has_text="shoots at B-05").last
    luis.locator("#layer-trace").evaluate("layer => layer.replaceChildren()")
    entry.locator("button").click()
    expect(entry.locator(".entry__more")).to_be_visible()
    expect(luis.locator("#layer-trace path").first).to_be_attached()


def test_one_who_watches_sees_the_game_and_can_do_nothing(seated: Seated, pebbles: Room) -> None:
    watching = seated(pebbles, "spectator")

    watching.unit("a0").click()

    assert pebbles.act("a", {"type": "pass"}).status_code == 200
    expect(watching.locator("#log")).to_contain_text("a passes.")
    for gone in ("#dock", "#say", '[data-do="undo"]', '[data-do="resign"]'):
        assert watching.locator(gone).count() == 0
    assert watching.problems == []


def test_a_final_move_is_taken_back_by_a_key_once_the_other_side_agrees(seated: Seated, garden: Room) -> None:
    ana, luis = seated(garden, "a"), seated(garden, "b")
    ana.drag((400, 120), (400, 310))
    ana.commit()
    expect(luis.unit("A-02")).to_have_attribute("transform", "translate(400 490)")

    ana.press("Control+z")
    expect(ana.locator("#proposals")).to_contain_text("Waiting for an answer")
    luis.locator('#proposals [data-answer="yes"]').click()

    for window in (ana, luis):
        expect(window.unit("A-02")).to_have_attribute("transform", "translate(400 680)")
        expect(window.locator("#log")).to_contain_text("Ana takes back the last decision.")
        expect(window.locator("#proposals")).to_be_empty()


def test_a_draw_is_offered_asked_about_and_accepted(seated: Seated, pebbles: Room) -> None:
    ana, luis = seated(pebbles, "a"), seated(pebbles, "b", locale="es")

    ana.locator('[data-do="menu"]').click()
    ana.locator('[data-do="draw"]').click()
    ana.locator('#question button[value="yes"]').click()
    expect(luis.locator("#proposals")).to_contain_text("Ana ofrece tablas.")
    luis.locator('[data-answer="yes"]').click()

    expect(ana.locator(".ending__verdict")).to_have_text("A draw")
    expect(luis.locator(".ending__verdict")).to_have_text("Tablas")


def test_resigning_asks_first(seated: Seated, pebbles: Room) -> None:
    ana = seated(pebbles, "a")

    ana.locator('[data-do="menu"]').click()
    ana.locator('[data-do="resign"]').click()
    ana.locator('#question button[value="no"]').click()
    assert ana.locator("#live").get_attribute("data-over") == "false"

    ana.locator('[data-do="menu"]').click()
    ana.locator('[data-do="resign"]').click()
    ana.locator('#question button[value="yes"]').click()
    expect(ana.locator(".ending__verdict")).to_have_text("You have lost")


def test_what_is_said_reaches_the_others_and_not_the_other_sides_secrets(seated: Seated, pebbles: Room) -> None:
    four = tuple({"kind": "human", "name": name} for name in ("Ana", "Luis", "Eva", "Juan"))
    room = Room(pebbles.server, "war_of_plastic", "garden_skirmish", four)
    ana, luis, eva = (seated(room, seat) for seat in "abc")

    ana.press("c")
    ana.locator("#say-text").fill("my plan")
    ana.locator("#say-to").select_option("army")
    ana.press("Enter")
    for window in (ana, eva):
        expect(window.locator("#chat .said.to-army")).to_contain_text("Ana (my side) my plan")
    ana.locator("#say-to").select_option("table")
    ana.locator("#say-text").fill("hello <b>all</b>")
    ana.locator("#say-text").press("Enter")

    expect(luis.locator("#chat .said")).to_have_count(1)
    expect(luis.locator("#chat")).to_contain_text("hello <b>all</b>")
    expect(ana.locator("#say-text")).to_have_value("")


def test_a_ruler_is_seen_by_the_others_unless_it_is_private(seated: Seated, garden: Room) -> None:
    ana, luis = seated(garden, "a"), seated(garden, "b")

    ana.press("m")
    ana.click(200, 400)
    ana.click(400, 400)

    expect(luis.locator("#ruler-a text")).to_contain_text("Ana: 20.0 cm")
    ana.press("m")
    expect(luis.locator("#ruler-a")).to_have_count(0)


def test_on_a_phone_a_tap_shows_and_a_second_tap_does(seated: Seated, garden: Room) -> None:
    ana = seated(garden, "a", viewport=PHONE)
    assert garden.act("a", {"type": "move", "unit": "A-02", "path_mm": [[400, 310]]}).status_code == 200
    expect(ana.locator('[data-offer="shoot"]')).to_be_visible()

    ana.click(300, 650)
    expect(ana.locator("#plan")).to_contain_text("1 in 3")
    expect(ana.locator("#commit")).to_be_enabled()
    ana.click(300, 650)

    expect(ana.locator("#dice .roll").last).to_be_visible()


def test_on_a_phone_a_place_tapped_twice_is_gone_to(seated: Seated, garden: Room) -> None:
    ana = seated(garden, "a", viewport=PHONE)

    ana.click(400, 120)
    expect(ana.locator("#who")).to_contain_text("A-02")
    ana.click(400, 300)
    expect(ana.locator("#commit")).to_be_enabled()
    ana.click(400, 300)

    expect(ana.locator("#log")).to_contain_text("A-02 moves")
    moved = next(unit for name, unit in garden.units("a").items() if name == "A-02")
    assert abs(moved["y_mm"] - 300) < 5
