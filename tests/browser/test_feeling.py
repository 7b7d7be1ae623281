"""How the table feels: dice tumble and land on the truth, the tab calls its player back, sounds wait to be asked for."""

from __future__ import annotations

import re

import httpx
import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Seated
from tests.browser.tables import PATIENCE_S, PEBBLES, PHONE, SOLDIERS, Room
from tests.parts.web.pages_server import TOY
from tests.support.server import RunningServer, running_server

pytestmark = pytest.mark.e2e

# What a page heard of its own sounds and of dice that landed; a browser without loudspeakers plays them all the same.
_LISTEN = """() => {
  window.sounded = [];
  document.addEventListener('tapete:sounded', (event) => window.sounded.push(event.detail));
  window.contexts = 0;
  const Real = window.AudioContext;
  window.AudioContext = class extends Real { constructor() { super(); window.contexts += 1; } };
}"""
# A browser that gives leave, and what it was asked to tell; the page is hidden, as in a tab behind others.
_BEHIND = """() => {
  window.told = [];
  window.Notification = class extends EventTarget {
    static permission = 'default';
    static requestPermission() { this.permission = 'granted'; return Promise.resolve('granted'); }
    constructor(title, about) { super(); window.told.push(about.body); }
  };
}"""
_HIDE = """() => Object.defineProperty(document, 'hidden', { value: true, configurable: true })"""
_FACES = """() => [...document.querySelectorAll('#dice .die > use')].map((use) => use.getAttribute('href'))"""
_LOGGED = (
    """() => [...document.querySelectorAll('#log .entry__more .die > use')].map((use) => use.getAttribute('href'))"""
)
# How many dice have been seen to tumble at once, and what of the table changed meanwhile.
_WATCH = """() => {
  const dice = document.getElementById('dice');
  window.tumbled = 0;
  window.early = [];
  const seen = new MutationObserver((changes) => {
    if (dice.querySelector('.is-tumbling')) window.early.push(...changes.map((change) => change.target.outerHTML));
  });
  for (const id of ['prompt', 'log', 'headline', 'layer-tokens', 'live']) seen.observe(document.getElementById(id), { subtree: true, childList: true, attributes: true, attributeFilter: ['data-seq', 'data-state', 'hidden'] });
  new MutationObserver(() => { window.tumbled = Math.max(window.tumbled, dice.querySelectorAll('.is-tumbling').length); })
    .observe(dice, { subtree: true, childList: true, attributes: true });
}"""


@pytest.fixture
def roll_off(table_server: RunningServer) -> Room:
    """A skirmish in the garden whose armies have still to roll for who begins."""
    return Room(table_server, "war_of_plastic", "garden_skirmish", SOLDIERS)


def test_dice_tumble_land_on_the_truth_and_are_skipped_and_lie_still_without_motion(
    seated: Seated, roll_off: Room
) -> None:
    ana = seated(roll_off, "a")
    still = seated(roll_off, "b", reduced_motion="reduce")
    ana.page.evaluate(_WATCH)
    ana.locator('[data-offer="roll"]').click()  # all there is to do takes one press

    ana.page.wait_for_function("() => window.tumbled >= 2")  # both armies' dice, side by side
    assert ana.page.evaluate("window.early") == [], "something told of dice that had not landed"
    expect(still.locator("#dice .dice__what")).to_have_text(re.compile("plays first"))
    assert still.locator("#dice .is-tumbling").count() == 0
    assert still.page.evaluate(_FACES) == still.page.evaluate(_LOGGED)
    ana.locator("#dice").click()
    expect(ana.locator("#dice .is-tumbling")).to_have_count(0)
    ana.wait_for_seq(still.seq)
    if ana.locator("#dice .roll").count():
        assert ana.page.evaluate(_FACES) == ana.page.evaluate(_LOGGED)
    assert ana.page.evaluate("window.early") == [], "something told of dice that had not landed"
    assert ana.problems == still.problems == []


def test_the_tab_says_whose_go_it_is_by_its_title_and_its_icon(seated: Seated, pebbles: Room) -> None:
    ana, luis = seated(pebbles, "a"), seated(pebbles, "b")
    icon = 'link[rel="icon"]'

    expect(ana.page).to_have_title(re.compile(r"^▸ Your go! "))
    expect(ana.locator(icon)).to_have_attribute("href", re.compile("favicon-turn"))
    expect(luis.page).not_to_have_title(re.compile("▸"))
    expect(luis.locator(icon)).not_to_have_attribute("href", re.compile("favicon-turn"))
    assert pebbles.act("a", {"type": "pass"}).status_code == 200

    expect(luis.page).to_have_title(re.compile(r"^▸ Your go! "))
    expect(ana.page).not_to_have_title(re.compile("▸"))
    expect(ana.locator(icon)).not_to_have_attribute("href", re.compile("favicon-turn"))


def test_a_seat_says_where_it_wants_to_be_called_where_the_host_allows_it(
    seated: Seated, pebbles: Room, module_database_url: str
) -> None:
    plain = seated(pebbles, "a")
    expect(plain.locator('[data-do="hook"]')).to_have_count(0)
    with running_server(module_database_url, TAPETE_SYSTEMS=TOY, LIMITS="off", WEBHOOKS="on") as server:
        room = Room(server, "pebbles", "open", PEBBLES)
        ana = seated(room, "a", viewport=PHONE, color_scheme="dark")
        ana.locator('[data-do="menu"]').click()
        ana.locator('[data-do="hook"]').click()
        expect(ana.locator("#hook-told")).to_have_text("No messages are sent now.")
        assert ana.breaches() == []
        ana.locator("#hook-url").fill("https://ana:word@hooks.example/")
        ana.press("Enter")
        expect(ana.locator("#hook-told")).not_to_have_text("No messages are sent now.")
        ana.locator("#hook-url").fill("https://hooks.example/secret")
        ana.locator("#hook-always").check()
        ana.locator("#hook").get_by_role("button", name="Message me there").click()
        expect(ana.locator("#hook-told")).to_have_text("Messages go to hooks.example.")
        ana.locator("#hook-drop").click()
        expect(ana.locator("#hook-told")).to_have_text("No messages are sent now.")


def test_sounds_are_off_wait_for_a_touch_and_are_remembered_and_a_tab_behind_calls(
    seated: Seated, pebbles: Room
) -> None:
    luis = seated(pebbles, "b")
    luis.page.add_init_script(f"({_LISTEN})(); ({_BEHIND})();")
    luis.page.reload()
    luis.locator('[data-do="menu"]').click()
    assert luis.page.evaluate("window.contexts") == 0
    expect(luis.locator("#volume")).to_be_disabled()
    assert luis.breaches() == []

    luis.locator("#sounds").check()
    luis.locator("#volume").fill("20")
    luis.locator("#calls").check()
    assert luis.page.evaluate("window.contexts") == 1
    luis.page.reload()
    assert luis.page.evaluate("window.contexts") == 0, "nothing sounds before a touch"
    luis.press("Shift")
    luis.page.wait_for_function("() => window.contexts === 1")
    luis.locator('[data-do="menu"]').click()
    expect(luis.locator("#sounds")).to_be_checked()
    expect(luis.locator("#volume")).to_have_value("20")

    assert pebbles.act("a", {"type": "pass"}).status_code == 200
    luis.page.wait_for_function("() => window.sounded.includes('turn')")
    # Whoever is not asked has nothing to ask a game that is over.
    assert pebbles.act("b", {"type": "pass"}).status_code == 200
    luis.page.evaluate("window.Notification.permission = 'granted'")
    luis.locator("#calls").uncheck()
    luis.locator("#calls").check()
    luis.page.evaluate(_HIDE)
    ana = {"authorization": f"Bearer {pebbles.tokens['a']}"}
    said = httpx.post(f"{pebbles.url}/proposals", json={"kind": "draw"}, headers=ana, timeout=PATIENCE_S)
    assert said.status_code == 200
    luis.page.wait_for_function("() => window.told.includes('Somebody proposes something.')")
    luis.knows_its_offers()
    assert httpx.post(f"{pebbles.url}/resign", headers=ana, timeout=PATIENCE_S).status_code == 200
    luis.page.wait_for_function("() => window.told.includes('The game is over.')")
    assert luis.problems == []


def test_the_one_sentence_says_what_can_be_done_with_what_is_in_hand(seated: Seated, garden: Room) -> None:
    ana = seated(garden, "a")
    asked, in_hand = ana.locator("#prompt"), ana.locator("#in-hand")
    expect(in_hand).to_be_hidden()

    ana.unit("A-02").click()
    expect(in_hand).to_have_text("Soldier A-02: mark where it goes, or choose what it does.")
    expect(asked).to_be_hidden()
    ana.click(400, 310)
    expect(in_hand).to_have_text("Way of 19.0 cm: Commit or Esc.")
    ana.press("Escape")
    ana.click(400, 700)
    expect(in_hand).to_have_text(re.compile(r"^Way of 5\d\.\d cm: not allowed\. Change it, or Esc\.$"))
    assert ana.breaches() == []
    ana.press("Escape")
    ana.click(400, 310)
    ana.commit()
    ana.knows_its_offers()
    expect(in_hand).to_have_text("Shoot: Rifle: Choose the target.")

    ana.press("Escape")
    expect(in_hand).to_be_hidden()
    expect(asked).to_have_text("Go on with A-02: act if it can, or end the manoeuvre.")
