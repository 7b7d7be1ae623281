"""What a new player does before and around the first shot, by mouse and by touch: lists, obstacles, deploying, getting in and
off, coming in from reserve, climbing."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Seated
from tests.browser.tables import PHONE, SOLDIERS, Room, Window
from tests.support.server import RunningServer

pytestmark = pytest.mark.e2e

GAME = "war_of_plastic"


def rolled(room: Room) -> Room:
    """The room after every roll-off that is asked for now."""
    while any(offer["type"] == "roll" for seat in "ab" for offer in room.offers(seat)):
        if room.act("a", {"type": "roll"}).status_code != 200:
            room.act("b", {"type": "roll"})
    return room


def do(room: Room, seat: str, kind: str, **fields: Any) -> None:
    """An act that must be legal."""
    answer = room.act(seat, {"type": kind, **fields})
    assert answer.status_code == 200, answer.text


def told(window: Window, room: Room, seat: str) -> None:
    """Waits until a page knows of everything that was done, and what can be done now."""
    window.wait_for_seq(room.events(seat)[-1]["seq"])
    window.knows_its_offers()


def deploying(server: RunningServer) -> tuple[Room, str, str]:
    """A crossroads whose edges are chosen; the seat that deploys now in the south, and the other."""
    room = rolled(Room(server, GAME, "crossroads", SOLDIERS))
    winner = next(seat for seat in "ab" if room.offers(seat))
    do(room, winner, "choose_edge", edge="south")
    first = next(seat for seat in "ab" if room.offers(seat))
    return room, first, "b" if first == "a" else "a"


def far_side(room: Room, seat: str) -> bool:
    """Whether a seat deploys in the north."""
    example = next(each for each in room.offers(seat) if each["type"] == "deploy")["examples"][0]
    return bool(example["y_mm"] > 600)


def test_units_are_deployed_by_two_clicks_the_next_in_hand_and_one_into_the_truck_by_a_click_on_it(
    seated: Seated, table_server: RunningServer
) -> None:
    room, first, second = deploying(table_server)
    y = 1000 if far_side(room, first) else 200
    army, other = first.upper(), second.upper()
    do(room, first, "deploy", unit=f"{army}-10", x_mm=900, y_mm=y)
    do(room, second, "deploy", unit=f"{other}-10", x_mm=900, y_mm=1200 - y)
    window = seated(room, first)

    expect(window.locator("#offers .coach")).to_contain_text("units are still to be placed")
    expect(window.locator("#offers .coach")).not_to_contain_text("may still")
    window.locator(f'#offers [data-pick="{army}-01"]').click()
    window.click(900, y)
    window.commit()
    expect(window.locator("#log")).to_contain_text(f"{army}-01 is deployed aboard {army}-10.")

    do(room, second, "deploy", unit=f"{other}-01", x_mm=600, y_mm=1200 - y)
    expect(window.locator("#who")).to_contain_text(f"{army}-02")
    expect(window.locator("#plan [data-verdict]")).to_have_count(0)
    window.click(1200, y)
    expect(window.locator('#plan [data-verdict="legal"]')).to_be_visible()
    window.click(1200, y)
    expect(window.unit(f"{army}-02")).to_have_attribute("data-x", "1200")

    do(room, second, "deploy", unit=f"{other}-02", x_mm=500, y_mm=1200 - y)
    expect(window.locator("#who")).to_contain_text(f"{army}-03")
    window.locator(f'#offers [data-pick="{army}-11"]').click()
    expect(window.locator("#who")).to_contain_text(f"{army}-11")


def test_a_place_outside_the_area_is_refused_with_its_depth_and_commit_looks_disabled(
    seated: Seated, table_server: RunningServer
) -> None:
    room, first, _ = deploying(table_server)
    window = seated(room, first)
    window.locator(f'#offers [data-pick="{first.upper()}-11"]').click()
    window.click(900, 450)

    expect(window.locator("#plan .refusal")).to_contain_text("depth 30 cm")
    commit = window.locator("#commit")
    expect(commit).to_be_disabled()
    expect(commit).to_have_css("cursor", "not-allowed")


def test_soldiers_get_into_the_truck_by_its_button_and_at_the_end_of_a_way_and_out_again(
    seated: Seated, table_server: RunningServer
) -> None:
    room, first, second = deploying(table_server)
    y = 1000 if far_side(room, first) else 200
    army = first.upper()
    do(room, first, "deploy", unit=f"{army}-10", x_mm=900, y_mm=y)
    do(room, second, "finish_deployment")
    do(room, first, "deploy", unit=f"{army}-01", x_mm=980, y_mm=y)
    do(room, first, "deploy", unit=f"{army}-02", x_mm=1000, y_mm=y - 50)
    do(room, first, "finish_deployment")
    rolled(room)
    if not room.offers(first):
        do(room, second, "end_turn")
    window = seated(room, first)

    window.unit(f"{army}-01").click()
    window.locator(f'#offers [data-into="{army}-10"]').click()
    window.commit()
    expect(window.locator("#log")).to_contain_text(f"{army}-01 boards {army}-10.")
    window.locator("#tab-units").click()
    truck = window.locator(f'#units [data-pick="{army}-10"]')
    expect(truck).to_contain_text(f"Carries {army}-01")

    do(room, first, "end_manoeuvre")
    told(window, room, first)
    window.unit(f"{army}-02").click()
    window.click(1010, y + 60)
    window.click(900, y)
    expect(window.locator("#who")).to_contain_text(f"{army}-02")
    expect(window.locator("#plan .notes, #plan .plan__body")).to_contain_text(f"Boards {army}-10")
    heard = window.seq
    window.click(920, y + 10)
    window.hears_more_than(heard)
    expect(truck).to_contain_text(f"{army}-02")

    do(room, first, "end_turn")
    expect(window.locator("#offers")).to_contain_text("It is not your turn.")
    do(room, second, "end_turn")
    told(window, room, first)
    window.unit(f"{army}-10").click()
    window.locator(f'#offers [data-out="{army}-01"]').click()
    expect(window.locator("#layer-survey .is-filled")).to_have_count(2)
    expect(window.locator("#layer-rings .is-selected")).to_have_count(1)


def test_a_unit_comes_in_at_its_own_edge_and_the_tape_begins_inside_it(
    seated: Seated, table_server: RunningServer
) -> None:
    room, first, second = deploying(table_server)
    edge = 1200 if far_side(room, first) else 0
    do(room, first, "finish_deployment")
    do(room, second, "finish_deployment")
    rolled(room)
    if not room.offers(first):
        do(room, second, "end_turn")
    window = seated(room, first)

    window.locator(f'#offers [data-pick="{first.upper()}-09"]').click()
    expect(window.locator("#board .edge-line")).to_have_count(1)
    window.click(600, abs(edge - 10))
    window.click(600, abs(edge - 240))
    tape = window.locator("#plan .plan__tape")
    expect(tape).to_contain_text("20.0 cm")
    window.commit()
    expect(window.locator("#log")).to_contain_text("comes in from reserve and moves 20.0 cm")


def test_floors_are_asked_for_only_in_a_building_that_has_them(seated: Seated, table_server: RunningServer) -> None:
    room = rolled(Room(table_server, GAME, "house_to_house", SOLDIERS))
    if not room.offers("a"):
        do(room, "b", "end_turn")
    do(room, "a", "move", unit="A-01", path_mm=[[250, 404]])
    do(room, "a", "end_turn")
    do(room, "b", "end_turn")
    window = seated(room, "a")

    window.unit("A-01").click()
    window.click(120, 380)
    expect(window.locator("#plan [data-verdict]")).to_be_visible()
    expect(window.locator('[data-focus="up"]')).to_have_count(0)
    window.press("Backspace")
    window.click(300, 500)
    expect(window.locator(".plan__level")).to_have_text("Ground floor")
    window.locator('[data-focus="up"]').click()
    expect(window.locator(".plan__level")).to_have_text("Floor 1")
    expect(window.locator("#layer-plan .level")).to_have_text("1")
    expect(window.locator("#layer-plan .tape")).to_contain_text("▲ 10.0")
    expect(window.locator('[data-focus="up"]')).to_be_disabled()
    window.commit()
    expect(window.unit("A-01")).to_have_attribute("data-level", "1")
    window.locator("#tab-units").click()
    expect(window.locator('#units [data-pick="A-01"]')).to_contain_text("On floor 1")

    do(room, "a", "end_turn")
    do(room, "b", "move", unit="B-04", path_mm=[[150, 650]])
    do(room, "b", "end_turn")
    told(window, room, "a")
    with window.page.expect_response(lambda answer: "/survey" in answer.url):
        window.unit("A-01").click()
    window.unit("B-04").click()
    expect(window.locator("#notice")).to_contain_text("B-04")

    window.locator('#offers [data-focus="level_down"]').click()
    expect(window.locator("#plan .plan__tape")).to_contain_text("10.0 cm")
    window.commit()
    expect(window.unit("A-01")).to_have_attribute("data-level", "0")


def test_where_floors_are_higher_ways_up_are_longer_and_whoever_stands_there_is_too_far(
    seated: Seated, table_server: RunningServer
) -> None:
    """The height of a floor is a house value: the page has it from the offer."""
    room = rolled(Room(table_server, GAME, "house_to_house", SOLDIERS, tables={"constants.floor_mm.value": 250}))
    if not room.offers("a"):
        do(room, "b", "end_turn")
    for path in ([[250, 404]], [[300, 500, 0]], [[300, 500, 1]]):
        do(room, "a", "move", unit="A-01", path_mm=path)
        if len(path[0]) == 2:
            do(room, "a", "end_manoeuvre")
            do(room, "a", "move", unit="A-02", path_mm=[[300, 404]])
        do(room, "a", "end_turn")
        do(room, "b", "end_turn")
    window = seated(room, "a")

    window.unit("A-02").click()
    expect(window.locator("#who")).to_contain_text("A-02")
    window.page.mouse.move(*window.screen(400, 404))
    expect(window.locator("#layer-plan .tape-total")).to_have_text("10.0 cm")
    window.page.mouse.move(*window.screen(300, 500))
    expect(window.locator("#layer-plan .tape")).to_have_count(0)

    window.click(260, 460)
    window.locator('[data-focus="up"]').click()
    expect(window.locator("#layer-plan .tape")).to_contain_text("▲ 25.0")
    expect(window.locator("#layer-plan .tape-total")).to_have_text("31.9 cm")
    expect(window.locator("#plan .plan__tape")).to_contain_text("31.9 cm")
    expect(window.locator("#layer-plan .tape-leg.is-over")).not_to_have_count(0)
    expect(window.locator('#plan [data-verdict="illegal"]')).to_be_visible()


def test_an_enemy_out_of_reach_and_sight_says_why_when_it_is_clicked(
    seated: Seated, table_server: RunningServer
) -> None:
    room = rolled(Room(table_server, GAME, "house_to_house", SOLDIERS))
    if not room.offers("a"):
        do(room, "b", "end_turn")
    window = seated(room, "a")

    with window.page.expect_response(lambda answer: "/survey" in answer.url):
        window.unit("A-04").click()
    expect(window.locator('#offers [data-focus="sight"]')).to_be_visible()
    window.unit("B-04").click()
    expect(window.locator("#notice")).to_contain_text("B-04")


def test_a_piece_is_chosen_turned_and_placed_on_a_phone(seated: Seated, table_server: RunningServer) -> None:
    room = rolled(Room(table_server, GAME, "horde_against_armour", SOLDIERS))
    builder = next(seat for seat in "ab" if room.offers(seat))
    do(room, builder, "choose_role", role="place")
    window: Window = seated(room, builder, viewport=PHONE)
    pieces = window.locator('#offers [data-offer="place_obstacle"]')
    expect(pieces.first).to_be_visible()
    names = pieces.all_inner_texts()
    assert len(set(names)) == len(names)

    window.page.get_by_role("button", name="Ruins").tap()
    expect(window.locator("#plan .plan__ask")).to_be_in_viewport()
    window.click(700, 500)
    window.locator('[data-focus="turn-left"]').tap()
    expect(window.locator("#plan")).to_contain_text("15°")
    window.commit()
    expect(window.locator('#board [data-kind="ruins"]')).to_have_count(1)


def test_the_total_of_a_list_is_seen_above_its_composer(seated: Seated, table_server: RunningServer) -> None:
    room = Room(table_server, GAME, "crossroads", SOLDIERS, army_lists="free", symmetric_armies=False)
    window: Window = seated(room, "a", viewport=PHONE)

    window.page.get_by_role("button", name="Compose and lock the list").tap()
    total = window.locator("#plan [data-total]")
    before = int(total.get_attribute("data-total") or "")
    window.locator('[data-focus="more-soldier"]').tap()
    expect(total).to_have_attribute("data-total", str(before + 2))
    expect(total).to_be_in_viewport()


def test_a_piece_of_terrain_lies_with_its_corner_where_it_is_put_however_it_is_turned(
    seated: Seated, table_server: RunningServer
) -> None:
    room = Room(table_server, "tierras_distantes", "two_halves", SOLDIERS)
    for seat in "ab":
        (squad,) = (offer for offer in room.offers(seat) if offer["type"] == "lock_squad")
        assert room.act(seat, squad["examples"][0]).is_success
    builder = next(seat for seat in "ab" if room.offers(seat))
    pieces = [offer for offer in room.offers(builder) if offer["type"] == "place_piece"]
    number, wide, deep = next(
        (number, *offer["domain"]["ghost"]["points"][2])
        for number, offer in enumerate(pieces)
        if len(set(offer["domain"]["ghost"]["points"][2])) == 2
    )
    window: Window = seated(room, builder)

    window.locator('#offers [data-offer="place_piece"]').nth(number).click()
    window.click(600, 500)
    window.locator('[data-focus="turn-left"]').click()
    outline = f"M{deep} 0L{deep} {-wide}L0 {-wide}L0 0Z"
    expect(window.locator("#layer-plan .ghost")).to_have_attribute("d", outline)
    expect(window.locator("#layer-plan .ghost")).to_have_attribute("transform", "translate(600 500) rotate(0)")

    window.commit()
    (laid,) = (event for event in room.events(builder) if event["type"] == "piece_placed")
    assert [600 + deep, 500 + wide] in laid["pieces"][0]["footprint"]
