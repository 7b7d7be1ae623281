"""Lists in real browsers: composed by mouse, finger and keyboard, judged as they grow, kept, saved and passed on to friends."""

from __future__ import annotations

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.conftest import Seated
from tests.browser.tables import DESKTOP, LYING, PHONE, SOLDIERS, Room, Window
from tests.support.server import RunningServer

pytestmark = pytest.mark.e2e

PAIR = ({"kind": "human", "name": "Ana", "faction": "orcs"}, {"kind": "human", "name": "Luis", "faction": "orcs"})
FREE = {"army_lists": "free", "symmetric_armies": False}


@pytest.fixture
def crown(table_server: RunningServer) -> Room:
    """Two seats of the same faction that muster for fourteen gold."""
    return Room(table_server, "open_wars", "arcanums_crown", PAIR, duplicate_factions=True)


# Asked until it is so: the row may just be drawn anew.
_FITS_A_FINGER = """(selector) => {
  const box = document.querySelector(selector)?.getBoundingClientRect();
  return box !== undefined && Math.min(box.width, box.height) >= 44;
}"""


def add(window: Window, *units: str) -> None:
    for unit in units:
        window.locator(f'[data-focus="more-{unit}"]').click()


def open_shelf(window: Window, drawer: str) -> None:
    """Unfolds the tools, if they are not, and a drawer of them."""
    tools = window.locator('[data-focus="list-tools"]')
    if tools.get_attribute("aria-expanded") == "false":
        tools.click()
    window.locator(f'[data-focus="{drawer}"]').click()


def total(window: Window) -> str:
    return window.locator("[data-total]").inner_text()


def test_a_list_is_composed_by_mouse_says_what_it_cannot_hold_and_is_there_after_a_reload(
    seated: Seated, crown: Room
) -> None:
    ana = seated(crown, "a")
    add(ana, "orcs.gorath", "orcs.shaman", "orcs.slynn", "orcs.slynn")
    expect(ana.locator("[data-verdict]")).to_have_attribute("data-verdict", "legal")
    expect(ana.locator(".tally__list li")).to_have_count(3)

    shaman = ana.locator('[data-row="orcs.shaman"]')
    expect(shaman).to_contain_text("One of each magic unit on a card.")
    assassin = ana.locator('[data-row="orcs.assassin"]')
    assassin.locator('[data-focus^="more-"]').focus()
    expect(assassin).to_contain_text("over the limit of 14")
    before = total(ana)
    ana.press("Enter")
    assert total(ana) == before
    raft = ana.locator('[data-row="orcs.raider_raft"]')
    expect(raft).to_contain_text("port")
    expect(raft.locator("[data-focus^=more]")).to_have_count(0)
    assert ana.breaches() == []

    ana.page.reload()
    expect(ana.locator("[data-total]")).to_have_text(before)
    ana.locator('[data-focus="chip-orcs.slynn"]').click()
    expect(ana.locator('[data-row="orcs.slynn"] output')).to_have_text("1")
    ana.locator("#commit").click()
    expect(ana.locator(".plan__doubt")).to_contain_text("You could still afford more: 3 left.")
    ana.commit()
    expect(ana.locator("#prompt")).to_contain_text("Your list is in")
    assert ana.problems == []


def test_a_list_is_composed_by_the_keyboard_alone(seated: Seated, table_server: RunningServer) -> None:
    room = Room(table_server, "war_of_plastic", "crossroads", SOLDIERS, **FREE)
    ana = seated(room, "a")
    ana.press("Enter")  # the list that lies there by itself is not handed in by a key that meant nothing
    lock = ana.locator('[data-offer="lock_army"]').last
    expect(lock).to_be_visible()
    lock.focus()
    ana.press("Enter")
    ana.locator('[data-focus="list-tools"]').focus()
    ana.press("Enter")
    ana.locator('[data-focus="list-clear"]').focus()
    ana.press("Enter")
    expect(ana.locator("[data-total]")).to_have_attribute("data-total", "0")

    ana.locator('[data-focus="more-soldier"]').focus()
    ana.press("5", "ArrowDown", "ArrowRight", "ArrowRight", "ArrowLeft")
    expect(ana.locator('[data-row="soldier"] output')).to_have_text("5")
    expect(ana.locator(".tally__list li")).to_have_count(2)
    ana.press("ArrowUp", "-")
    expect(ana.locator('[data-row="soldier"] output')).to_have_text("4")

    ana.locator('[data-focus="list-filter"]').focus()
    ana.page.keyboard.type("tank")
    expect(ana.locator(".composer__row")).to_have_count(1)
    ana.locator('[data-focus="commit"]').focus()
    ana.press("Enter")
    expect(ana.locator("#commit")).to_have_text("Commit anyway")
    ana.press("Enter")
    expect(ana.locator("#prompt")).not_to_contain_text("Compose")
    assert [event["type"] for event in room.events("a")].count("army_locked") == 1


def test_a_list_is_saved_by_name_passed_on_as_text_and_survives_what_others_do(seated: Seated, crown: Room) -> None:
    ana = seated(crown, "a")
    add(ana, "orcs.axer", "orcs.axer", "orcs.shaman")
    open_shelf(ana, "shelf-saved")
    ana.locator('[data-focus="list-name"]').fill("Greenskins")
    ana.locator('[data-focus="list-save"]').click()
    expect(ana.locator(".shelf__told")).to_contain_text("Greenskins")
    open_shelf(ana, "shelf-text")
    text = ana.locator('[data-focus="list-text"]').input_value()
    assert "2 × Axer [orcs.axer]" in text
    assert ana.breaches() == []

    luis = seated(crown, "b", viewport=PHONE, locale="es")
    open_shelf(luis, "shelf-text")
    luis.locator('[data-focus="list-text"]').fill(f"{text}\n3 × Grifo")
    luis.locator('[data-focus="list-load"]').tap()
    expect(luis.locator("[data-total]")).to_have_text("Total: 8 de 14")
    expect(luis.locator(".shelf__told")).to_contain_text("sin uso aquí: 1")
    expect(luis.locator("[data-total]")).to_be_in_viewport()
    luis.page.wait_for_function(_FITS_A_FINGER, arg='[data-focus="more-orcs.slynn"]')
    assert luis.breaches() == []
    luis.locator("#commit").tap()  # six of its gold are not spent
    expect(luis.locator(".plan__doubt")).to_be_visible()
    luis.commit()

    ana.wait_for_seq(luis.seq)
    expect(ana.locator("[data-total]")).to_have_text("Total: 8 of 14")
    open_shelf(ana, "list-clear")
    open_shelf(ana, "shelf-saved")
    ana.locator('[data-focus="saved-Greenskins"]').click()
    expect(ana.locator("[data-total]")).to_have_text("Total: 8 of 14")
    open_shelf(ana, "shelf-examples")
    ana.locator(".shelf__list").first.click()
    expect(ana.locator("[data-verdict]")).to_have_attribute("data-verdict", "legal")


def test_what_the_judge_refuses_is_worded_and_marked(seated: Seated, table_server: RunningServer) -> None:
    room = Room(
        table_server, "open_wars", "arcanums_crown", PAIR, duplicate_factions=True, magic_per_location="one_in_all"
    )
    ana = seated(room, "a")
    open_shelf(ana, "shelf-text")
    ana.locator('[data-focus="list-text"]').fill("1 × Shaman\n9 × Axer")
    ana.locator('[data-focus="list-load"]').click()

    expect(ana.locator("[data-verdict]")).to_have_attribute("data-verdict", "illegal")
    expect(ana.locator("#plan .refusal")).to_be_in_viewport()
    expect(ana.locator("#commit")).to_be_disabled()
    expect(ana.locator(".tally__bar")).to_have_class("tally__bar is-over")

    open_shelf(ana, "shelf-text")
    ana.locator('[data-focus="list-text"]').fill("5 × Slynn [orcs.slynn]\n1 × Axer")
    ana.locator('[data-focus="list-load"]').click()
    expect(ana.locator("#plan .refusal")).to_contain_text("Slynn")
    expect(ana.locator(".composer__row.is-bad")).to_have_attribute("data-row", "orcs.slynn")
    expect(ana.locator(".tally__chip.is-bad")).to_have_count(1)
    ana.locator(".tally__chip.is-bad").click()
    expect(ana.locator("[data-verdict]")).to_have_attribute("data-verdict", "legal")
    expect(ana.locator(".is-bad")).to_have_count(0)


_UNITS_IN_SIGHT = """() => {
  const [above, below] = ['.plan__top', '.plan__ways'].map((part) => document.querySelector(part).getBoundingClientRect());
  const rows = [...document.querySelectorAll('.composer__row')].map((row) => row.getBoundingClientRect());
  return rows.filter((row) => row.top >= above.bottom && row.bottom <= below.top).length;
}"""
_JUTS = """() => {
  const [column, dock] = ['#sheet', '#dock'].map((part) => document.querySelector(part));
  const search = document.querySelector('.composer__search').getBoundingClientRect();
  const sort = document.querySelector('[data-focus="list-sort"]').getBoundingClientRect();
  return [dock.scrollWidth > dock.clientWidth, dock.getBoundingClientRect().left < column.getBoundingClientRect().left, search.top !== sort.top];
}"""


def plastic(table_server: RunningServer) -> Room:
    return Room(table_server, "war_of_plastic", "crossroads", SOLDIERS, **FREE)


@pytest.mark.parametrize(("viewport", "least"), [(DESKTOP, 8), (PHONE, 3), (LYING, 2)])
@pytest.mark.parametrize("game", ["war_of_plastic", "open_wars"])
def test_units_are_in_sight_and_the_button_too(
    seated: Seated, table_server: RunningServer, game: str, viewport: ViewportSize, least: int
) -> None:
    room = (
        plastic(table_server)
        if game == "war_of_plastic"
        else Room(table_server, "open_wars", "arcanums_crown", PAIR, duplicate_factions=True)
    )
    window = seated(room, "a", viewport=viewport)

    expect(window.locator(".composer__tools")).to_be_visible()
    assert window.page.evaluate(_UNITS_IN_SIGHT) >= least
    assert window.page.evaluate(_JUTS) == [False, False, False]
    expect(window.locator("#commit")).to_be_in_viewport(ratio=1)
    expect(window.locator("#shelf")).to_be_hidden()


# At one stroke: the list is drawn anew at any time.
_WHERE = """name => {
  const box = document.querySelector(`[data-focus="${name}"]`)?.getBoundingClientRect();
  return box?.width ? [box.x, box.y] : null;
}"""


@pytest.mark.parametrize("viewport", [DESKTOP, {"width": 1024, "height": 768}])
def test_rows_stay_under_the_pointer_however_much_is_chosen(
    seated: Seated, crown: Room, viewport: ViewportSize
) -> None:
    ana = seated(crown, "a", viewport=viewport)
    first = ana.locator('[data-focus^="more-"]:not([aria-disabled="true"])').first.get_attribute("data-focus")

    def where() -> list[float]:
        found: list[float] = ana.page.wait_for_function(_WHERE, arg=first).json_value()
        return found

    expect(ana.locator(".tally__none")).to_have_text("Nothing yet: press + beside what you want.")
    before = where()
    for _ in range(2):
        known = total(ana)
        ana.locator(f'[data-focus="{first}"]').click()
        expect(ana.locator("[data-total]")).not_to_have_text(known)
        assert where() == before


def test_the_keys_go_to_the_list_at_once_and_do_not_zoom(seated: Seated, crown: Room) -> None:
    ana = seated(crown, "a")
    box = ana.locator("#board").get_attribute("viewBox")

    ana.press("+", "+")
    expect(ana.locator("[data-total]")).to_have_attribute("data-total", "10")
    ana.press("-", "ArrowDown", "+")
    expect(ana.locator('[data-row="orcs.slynn"] output')).to_have_text("1")
    assert ana.locator("#board").get_attribute("viewBox") == box
    assert ana.problems == []


def test_the_log_and_the_talk_come_at_a_press_and_go_at_the_next(seated: Seated, crown: Room) -> None:
    ana = seated(crown, "a")

    expect(ana.locator("#log")).to_be_hidden()
    ana.locator("#tab-record").click()
    expect(ana.locator("#log")).to_be_visible()
    ana.locator("#tab-record").click()
    expect(ana.locator("#log")).to_be_hidden()


@pytest.mark.rule("OW-HID-03", "WOP-HID-02")
@pytest.mark.parametrize("game", ["war_of_plastic", "open_wars"])
def test_whoever_handed_a_list_in_can_look_at_it_and_nobody_else(
    seated: Seated, table_server: RunningServer, crown: Room, game: str
) -> None:
    room = crown if game == "open_wars" else plastic(table_server)
    unit = "orcs.axer" if game == "open_wars" else "tank"
    ana, luis, guest = seated(room, "a"), seated(room, "b"), seated(room, "spectator")
    add(ana, unit)
    name = ana.locator(f'[data-row="{unit}"] .composer__name').inner_text().split()[0]
    ana.locator("#commit").click()
    ana.commit()

    expect(ana.locator("#offers .panel")).to_contain_text(name)
    ana.page.reload()
    expect(ana.locator("#offers .panel")).to_contain_text(name)
    assert ana.breaches() == []
    for other in (luis, guest):
        other.page.reload()
        expect(other.locator("#panel-own-list")).to_have_count(0)
        expect(other.locator("#units")).not_to_contain_text(name)


def test_examples_have_names(seated: Seated, crown: Room) -> None:
    ana = seated(crown, "a")
    open_shelf(ana, "shelf-examples")
    expect(ana.locator(".shelf__name").first).to_be_visible()
    names = ana.locator(".shelf__name").all_inner_texts()
    assert len(names) == ana.locator(".shelf__list").count()
    assert len(set(names)) == len(names)
    ana.press("Escape")
    assert ana.breaches() == []
