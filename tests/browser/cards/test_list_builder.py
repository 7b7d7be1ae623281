"""Lists in real browsers: composed by mouse, finger and keyboard, judged as they grow, kept, saved and passed on to friends."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Seated
from tests.browser.tables import PHONE, SOLDIERS, Room, Window
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
    expect(ana.locator("#prompt")).not_to_contain_text("Compose")
    assert [event["type"] for event in room.events("a")].count("army_locked") == 1


def test_a_list_is_saved_by_name_passed_on_as_text_and_survives_what_others_do(seated: Seated, crown: Room) -> None:
    ana = seated(crown, "a")
    add(ana, "orcs.axer", "orcs.axer", "orcs.shaman")
    ana.locator('[data-focus="shelf-saved"]').click()
    ana.locator('[data-focus="list-name"]').fill("Greenskins")
    ana.locator('[data-focus="list-save"]').click()
    expect(ana.locator(".shelf__told")).to_contain_text("Greenskins")
    ana.locator('[data-focus="shelf-text"]').click()
    text = ana.locator('[data-focus="list-text"]').input_value()
    assert "2 × Axer [orcs.axer]" in text
    assert ana.breaches() == []

    luis = seated(crown, "b", viewport=PHONE, locale="es")
    luis.locator('[data-focus="shelf-text"]').tap()
    luis.locator('[data-focus="list-text"]').fill(f"{text}\n3 × Grifo")
    luis.locator('[data-focus="list-load"]').tap()
    expect(luis.locator("[data-total]")).to_have_text("Total: 8 de 14")
    expect(luis.locator(".shelf__told")).to_contain_text("sin uso aquí: 1")
    expect(luis.locator("[data-total]")).to_be_in_viewport()
    luis.page.wait_for_function(_FITS_A_FINGER, arg='[data-focus="more-orcs.slynn"]')
    assert luis.breaches() == []
    luis.commit()

    ana.wait_for_seq(luis.seq)
    expect(ana.locator("[data-total]")).to_have_text("Total: 8 of 14")
    ana.locator('[data-focus="list-clear"]').click()
    ana.locator('[data-focus="shelf-saved"]').click()
    ana.locator('[data-focus="saved-Greenskins"]').click()
    expect(ana.locator("[data-total]")).to_have_text("Total: 8 of 14")
    ana.locator('[data-focus="shelf-examples"]').click()
    ana.locator(".shelf__list").first.click()
    expect(ana.locator("[data-verdict]")).to_have_attribute("data-verdict", "legal")


def test_what_the_judge_refuses_is_worded_and_marked(seated: Seated, table_server: RunningServer) -> None:
    room = Room(
        table_server, "open_wars", "arcanums_crown", PAIR, duplicate_factions=True, magic_per_location="one_in_all"
    )
    ana = seated(room, "a")
    ana.locator('[data-focus="shelf-text"]').click()
    ana.locator('[data-focus="list-text"]').fill("1 × Shaman\n9 × Axer")
    ana.locator('[data-focus="list-load"]').click()

    expect(ana.locator("[data-verdict]")).to_have_attribute("data-verdict", "illegal")
    expect(ana.locator("#plan .refusal")).to_be_in_viewport()
    expect(ana.locator("#commit")).to_be_disabled()
    expect(ana.locator(".tally__bar")).to_have_class("tally__bar is-over")

    ana.locator('[data-focus="shelf-text"]').click()
    ana.locator('[data-focus="list-text"]').fill("5 × Slynn [orcs.slynn]\n1 × Axer")
    ana.locator('[data-focus="list-load"]').click()
    expect(ana.locator("#plan .refusal")).to_contain_text("Slynn")
    expect(ana.locator(".composer__row.is-bad")).to_have_attribute("data-row", "orcs.slynn")
    expect(ana.locator(".tally__chip.is-bad")).to_have_count(1)
    ana.locator(".tally__chip.is-bad").click()
    expect(ana.locator("[data-verdict]")).to_have_attribute("data-verdict", "legal")
    expect(ana.locator(".is-bad")).to_have_count(0)
