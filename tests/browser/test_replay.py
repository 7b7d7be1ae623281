"""The replay in real windows: slider, buttons and keys show the room as each viewer saw it; saved games open again."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Route, expect

from tests.browser.conftest import Seated
from tests.browser.tables import DESKTOP, PATIENCE_S, PEBBLES, PHONE, Room, Window
from tests.support.server import RunningServer

pytestmark = pytest.mark.e2e

Place = tuple[int, int]

# Whether these units stand at these places, and no others on the board.
_STAND = """standing => {
    const pieces = [...document.querySelectorAll('#board [data-unit]')];
    return pieces.length === Object.keys(standing).length
        && pieces.every(({dataset: {unit, x, y}}) => standing[unit] && x === `${standing[unit][0]}` && y === `${standing[unit][1]}`);
}"""


# How much of the page was pushed aside while it came.
_SHIFTED = """() => new Promise((done) => {
  let sum = 0;
  const look = new PerformanceObserver((list) => list.getEntries().forEach((each) => { sum += each.value; }));
  look.observe({type: 'layout-shift', buffered: true});
  setTimeout(() => done(sum), 50);
})"""


def places(window: Window) -> dict[str, Place]:
    """Where every unit on the board of a window stands."""
    pieces = window.locator("#board [data-unit]")
    found = pieces.evaluate_all("all => all.map(({dataset: d}) => [d.unit, Number(d.x), Number(d.y)])")
    return {unit: (x, y) for unit, x, y in found}


def seen(room: Room, seat: str) -> tuple[int, dict[str, Place]]:
    """A seat's number and where it sees every unit, as a program is told."""
    headers = {"authorization": f"Bearer {room.tokens[seat]}"}
    told = httpx.get(f"{room.url}/position", headers=headers, timeout=PATIENCE_S).json()
    return told["seq"], {unit["id"]: (unit["x_mm"], unit["y_mm"]) for unit in told["view"]["position"]["units"]}


def short_game(room: Room) -> list[tuple[int, dict[str, Place]]]:
    """Two moves of each side; what seat a saw after each act, from before the first."""
    film = [seen(room, "a")]
    for _ in range(4):
        seat = next(seat for seat in "ab" if room.offers(seat))
        for kind in ("move", "pass"):
            offers = [offer for offer in room.offers(seat) if offer["type"] == kind]
            if offers:
                assert room.act(seat, offers[0]["examples"][-1]).status_code == 200
                film.append(seen(room, "a"))
    return film


def give_up(room: Room, seat: str) -> None:
    answer = httpx.post(
        f"{room.url}/resign", headers={"authorization": f"Bearer {room.tokens[seat]}"}, timeout=PATIENCE_S
    )
    assert answer.status_code == 200


def open_replay(window: Window, room: Room, viewer: str, seq: int | None = None) -> None:
    """Goes from the table to the replay."""
    there = f"/rooms/{room.url.rpartition('/')[2]}/replay?as={viewer}"
    window.page.goto(there if seq is None else f"{there}&seq={seq}")
    expect(window.locator("#slider")).to_be_visible()


def look_back(window: Window, room: Room, viewer: str, seq: int | None = None) -> None:
    """Goes from the table to the replay, and waits until its script has run: keys are heard."""
    open_replay(window, room, viewer, seq)
    expect(window.locator("[data-step]:not([tabindex])")).to_have_count(0)


# The lines of the log in order, the last one told by then.
_TOLD = """seq => {
  const lines = [...document.querySelectorAll('#log .told')].map(line => Number(line.dataset.seq));
  return lines.length && lines.at(-1) <= seq && lines.every((each, n) => n === 0 || lines[n - 1] <= each);
}"""


def shows(window: Window, moment: tuple[int, dict[str, Place]]) -> None:
    """Waits until the window shows a moment: slider, address, board and log."""
    seq, standing = moment
    window.wait_for_seq(seq)
    expect(window.locator("#slider")).to_have_value(str(seq))
    expect(window.locator("#moment")).to_contain_text(f"{seq} of ")
    expect(window.page).to_have_url(re.compile(rf"[?&]seq={seq}$"))
    window.page.wait_for_function(_STAND, arg={unit: list(place) for unit, place in standing.items()})
    window.page.wait_for_function(_TOLD, arg=seq)


def test_buttons_and_keys_step_through_the_game_and_pieces_keep_their_elements(seated: Seated, pebbles: Room) -> None:
    film = short_game(pebbles)
    ana = seated(pebbles, "a")
    look_back(ana, pebbles, "a", film[-1][0])
    for unit in places(ana):
        ana.unit(unit).evaluate("piece => { piece.mine = true; }")

    for moment in film[-2::-1]:
        ana.press("ArrowLeft")
        shows(ana, moment)
    for moment in film[1:]:
        ana.locator('[data-step="forward"]').click()
        shows(ana, moment)
    ana.press("Home")
    ana.wait_for_seq(0)
    expect(ana.locator("#prompt")).to_have_text("The game has not begun yet.")
    expect(ana.locator("#log .told")).to_have_count(0)
    ana.locator('[data-step="last"]').click()
    shows(ana, film[-1])

    expect(ana.locator('[data-step="last"]')).to_have_attribute("aria-disabled", "true")
    expect(ana.locator('[data-step="last"]')).to_be_focused()
    ana.press("Home", "ArrowRight", "End")
    shows(ana, film[-1])
    assert ana.problems == []


def test_a_piece_glides_from_moment_to_moment_without_a_new_page(seated: Seated, pebbles: Room) -> None:
    film = short_game(pebbles)
    first, second = film[0], film[1]
    moved = next(unit for unit in first[1] if first[1][unit] != second[1][unit])
    ana = seated(pebbles, "a")
    look_back(ana, pebbles, "a", first[0])
    piece = ana.unit(moved)
    piece.evaluate("piece => piece.addEventListener('transitionend', () => { piece.hasGlided = true; })")

    ana.press("ArrowRight")
    shows(ana, second)

    ana.page.wait_for_function(f"""() => document.querySelector('#board [data-unit="{moved}"]').hasGlided""")
    look_back(ana, pebbles, "a", first[0])
    ana.page.emulate_media(reduced_motion="reduce")
    assert ana.unit(moved).evaluate("piece => getComputedStyle(piece).transitionDuration") == "0s"


def test_the_slider_lands_on_moments_says_them_and_never_piles_up_requests(seated: Seated, pebbles: Room) -> None:
    film = short_game(pebbles)
    ana = seated(pebbles, "a")
    look_back(ana, pebbles, "a")
    open_now, most, asked = 0, 0, 0

    def count(route: Route) -> None:
        nonlocal open_now, most, asked
        open_now, asked = open_now + 1, asked + 1
        most = max(most, open_now)
        answer = route.fetch()
        open_now -= 1
        route.fulfill(response=answer)

    ana.page.route("**/replay?*", count)
    slider = ana.locator("#slider")
    box = slider.bounding_box()
    assert box is not None
    middle = box["y"] + box["height"] / 2
    ana.page.mouse.move(box["x"] + box["width"] - 4, middle)
    ana.page.mouse.down()
    ana.page.mouse.move(box["x"] + 2, middle, steps=40)
    ana.page.mouse.up()
    ana.wait_for_seq(0)

    assert most == 1
    assert asked < 40
    slider.focus()
    ana.press("PageUp", "End")
    shows(ana, film[-1])
    ana.press("ArrowDown")
    shows(ana, film[-2])
    expect(slider).to_have_attribute("aria-valuetext", re.compile(rf"^{film[-2][0]} of {film[-1][0]}\. \S"))
    ana.press("ArrowUp")
    shows(ana, film[-1])
    assert ana.problems == []


def test_the_address_opens_at_its_moment_and_the_current_lines_are_marked(seated: Seated, pebbles: Room) -> None:
    film = short_game(pebbles)
    ana = seated(pebbles, "a")
    look_back(ana, pebbles, "a", film[2][0])

    assert places(ana) == film[2][1]
    current = ana.locator('#log .told[aria-current="step"]')
    before = film[1][0]
    assert all(seq > before for seq in current.evaluate_all("all => all.map(line => Number(line.dataset.seq))"))
    expect(current).not_to_have_count(0)
    ana.press("ArrowRight")
    shows(ana, film[3])
    expect(ana.locator("#log .told").last).to_have_attribute("aria-current", "step")
    ana.page.reload()
    shows(ana, film[3])
    ana.locator(".bar__tools a.button").click()
    expect(ana.locator("#connection")).to_have_attribute("data-state", "online")


def test_the_steps_are_links_that_need_no_script(seated: Seated, pebbles: Room) -> None:
    film = short_game(pebbles)
    ana = seated(pebbles, "a")
    cookies = ana.page.context.cookies()
    browser = ana.page.context.browser
    assert browser is not None
    context = browser.new_context(base_url=pebbles.server.url, java_script_enabled=False)
    context.add_cookies(cookies)  # type: ignore[arg-type]
    plain = Window(context.new_page(), has_touch=False)
    open_replay(plain, pebbles, "a")
    expect(plain.locator("#play")).to_be_hidden()
    for seq, _ in film[-2::-1]:
        plain.locator('[data-step="back"]').click()
        expect(plain.locator("#slider")).to_have_value(str(seq))
        assert plain.seq == seq
    plain.locator('[data-step="first"]').click()
    expect(plain.locator("#prompt")).to_have_text("The game has not begun yet.")
    context.close()


def test_each_looks_back_on_what_he_was_told_and_on_nothing_else(table_server: RunningServer, seated: Seated) -> None:
    room = Room(table_server, "pebbles", "duel", PEBBLES)
    ana, luis = seated(room, "a"), seated(room, "b")
    assert room.act("a", {"type": "pick_charm", "charm": "reach"}).status_code == 200
    hidden = max(event["seq"] for event in room.events("b"))
    assert room.act("b", {"type": "pick_charm", "charm": "luck"}).status_code == 200

    for window, seat in ((ana, "a"), (luis, "b")):
        look_back(window, room, seat)
        told = {event["seq"]: event for event in room.events(seat)}
        end, stops = max(told), []
        while window.seq > 0:
            stops.append(window.seq)
            lines = window.locator("#log .entry__words").all_inner_texts()
            picked = sum("has picked a charm" in line for line in lines)
            kinds = [told[seq]["type"] for seq in range(1, window.seq + 1)]
            assert picked == kinds.count("charm_picked")
            before = window.seq
            window.press("ArrowLeft")
            window.hears_more_than(before)
        assert stops[0] == end
    look_back(luis, room, "b", hidden)
    expect(luis.locator("#log .entry__words", has_text="has picked a charm")).to_have_count(0)
    assert not re.search(r"\breach\b", luis.page.content())
    assert ana.problems + luis.problems == []


def test_a_player_plays_on_from_a_moment_of_a_finished_game(seated: Seated, pebbles: Room) -> None:
    film = short_game(pebbles)
    give_up(pebbles, "b")
    ana = seated(pebbles, "a")
    look_back(ana, pebbles, "a")
    expect(ana.locator("#go-on button")).to_have_count(0)
    ana.page.goto(f"{ana.page.url}&seq={film[2][0]}")

    ana.locator("#go-on button").click()

    expect(ana.locator("#card-b")).to_be_visible()
    ana.locator(".actions a.button--big").click()
    expect(ana.locator("#connection")).to_have_attribute("data-state", "online")
    expect(ana.locator("body")).to_have_attribute("data-viewer", "a")
    assert places(ana) == film[2][1]


def test_a_downloaded_game_is_opened_again_and_a_tampered_one_is_not(
    seated: Seated, pebbles: Room, tmp_path: Path
) -> None:
    film = short_game(pebbles)
    give_up(pebbles, "b")
    ana = seated(pebbles, "a")
    look_back(ana, pebbles, "a")
    with ana.page.expect_download() as download:
        ana.locator(".film__download").click()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    expect(ana.locator("#saved")).to_have_text(f"To your downloads: {file.name}")
    ana.page.goto("/")
    ana.page.get_by_role("link", name="Open a saved game").click()
    tampered = tmp_path / "tampered.jsonl"
    tampered.write_bytes(file.read_bytes().replace(b'"unit_moved"', b'"unit_loved"', 1))
    assert tampered.read_bytes() != file.read_bytes()

    ana.locator("#file").set_input_files(tampered)
    ana.page.get_by_role("button", name="Open it").click()
    expect(ana.page.get_by_role("alert")).to_contain_text("This file is not as it was saved")
    assert ana.breaches() == []
    ana.locator("#file").set_input_files(file)
    ana.page.get_by_role("button", name="Open it").click()

    expect(ana.locator("body")).to_have_attribute("data-viewer", "spectator")
    ana.page.wait_for_load_state()  # its script has run: the keys are heard from here on
    ana.press("Home")
    ana.wait_for_seq(0)
    found = []
    while ana.locator('[data-step="forward"]').get_attribute("href"):
        before = ana.seq
        ana.press("ArrowRight")
        ana.hears_more_than(before)
        found.append(places(ana))
    remaining = iter(found)
    assert all(standing in remaining for _, standing in film), "every position of the game, in order"


@pytest.mark.parametrize(
    ("viewport", "locale", "scheme"),
    [(DESKTOP, "es", "dark"), (PHONE, "en", "light")],
)
def test_axe_finds_nothing_wrong_and_nothing_is_wider_than_the_window(
    seated: Seated, garden: Room, viewport: Any, locale: str, scheme: str
) -> None:
    give_up(garden, "b")
    ana = seated(garden, "a", viewport=viewport, locale=locale, color_scheme=scheme, reduced_motion="reduce")
    look_back(ana, garden, "a")
    assert ana.page.evaluate(_SHIFTED) == 0
    assert ana.breaches() == []

    ana.press("ArrowLeft")
    if viewport == PHONE:
        ana.locator("#tab-ways").click()
        assert ana.breaches() == []
    expect(ana.locator("#go-on button")).to_be_visible()
    ana.locator("#tab-units").click()
    ana.locator("[data-pick]").first.click()
    expect(ana.locator("#layer-rings .ring")).to_be_attached()
    assert ana.breaches() == []
    assert ana.page.evaluate("document.documentElement.scrollWidth - window.innerWidth") <= 0
    if viewport == DESKTOP:
        ana.page.set_viewport_size({"width": 1024, "height": 768})
        film, slider = (ana.locator(part).bounding_box() for part in ("#film", "#slider"))
        assert film is not None
        assert slider is not None
        assert slider["x"] + slider["width"] <= film["x"] + film["width"]
    ana.page.goto("/rooms/import")
    assert ana.breaches() == []
    ana.page.locator('[value="play"]').check()
    expect(ana.locator("#play_from")).to_be_visible()
    assert ana.breaches() == []
    assert ana.page.evaluate("document.documentElement.scrollWidth - window.innerWidth") <= 0
    assert ana.problems == []
