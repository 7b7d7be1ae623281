"""How the table feels: dice tumble and land on the truth, the tab calls its player back, sounds wait to be asked for."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

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
# The faces that lie in the strip, and those of the log. The strip puts each side's dice together, so that those of a tie that was rolled
# again stand in another order there.
_FACES = """() => [...document.querySelectorAll('#dice .die > use')].map((use) => use.getAttribute('href')).sort()"""
_LOGGED = """() => [...document.querySelectorAll('#log .entry__more .die > use')].map((use) => use.getAttribute('href')).sort()"""
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
# Whoever reads slowly reads for ever: only what skips goes on. Nothing else of the page waits so long.
READ_FOR_EVER = """() => {
  localStorage.setItem('tapete:dice', 'slow');
  const real = window.setTimeout;
  window.setTimeout = (act, ms, ...more) => (ms > 2000 && ms <= 2400 ? 0 : real(act, ms, ...more));
}"""
# When each throw was laid down, by the page's own clock.
_TIMES = """() => {
  window.laid = [];
  new MutationObserver((changes) => {
    if (changes.some((change) => [...change.addedNodes].some((node) => node.matches?.('.dice__throw')))) window.laid.push(performance.now());
  }).observe(document.getElementById('dice'), { childList: true });
}"""
_WAITS = "seq => document.body.dataset.seq === String(seq)"
# Where the strip is, and what of the rest of the page it touches.
_STRIP = """() => {
  const box = (each) => document.querySelector(each).getBoundingClientRect();
  const { x, y, width, height } = box('#dice');
  const touched = ['#board', '#sheet', '.bar', '#standings'].filter((each) => {
    const other = box(each);
    return other.width && other.height && other.left < x + width - 1 && other.right > x + 1 && other.top < y + height - 1 && other.bottom > y + 1;
  });
  return { lies: [x, y, width, height].join(' '), board: JSON.stringify(box('#board')), touched };
}"""
_FOUR_SIZES = ((1440, 900), (1024, 768), (844, 390), (390, 844))


@pytest.fixture
def roll_off(table_server: RunningServer) -> Room:
    """A skirmish in the garden whose armies have still to roll for who begins."""
    return Room(table_server, "war_of_plastic", "garden_skirmish", SOLDIERS)


def test_dice_tumble_land_on_the_truth_and_are_skipped_and_lie_still_without_motion(
    seated: Seated, roll_off: Room
) -> None:
    ana = seated(roll_off, "a", dice="quick")
    still = seated(roll_off, "b", dice="quick", reduced_motion="reduce")
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


@pytest.fixture
def long_game(table_server: RunningServer) -> Room:
    """A game of Pebbles in which many pebbles can be thrown."""
    return Room(table_server, "pebbles", "open", PEBBLES, {"values.range_mm": 900, "values.bruises_out": 9}, rounds=20)


def _throw(room: Room, count: int) -> list[int]:
    """Plays on by program until so many pebbles were thrown; how much a spectator was told after each throw."""
    found: list[int] = []
    while len(found) < count:
        seat, offers = next((seat, offers) for seat in "ab" if (offers := room.offers(seat)))
        wanted = ("place_unit", "throw")
        offer = min((each for each in offers if each["type"] in wanted), key=lambda each: wanted.index(each["type"]))
        assert room.act(seat, offer["examples"][0]).status_code == 200
        if offer["type"] == "throw":
            found.append(_told(room))
    return found


def _told(room: Room) -> int:
    """How much everybody was told."""
    return len(room.events("a"))


def _to_the_dice(room: Room) -> tuple[str, dict[str, Any]]:
    """Plays on by program, towards the middle of a map, until somebody can roll: who, and by which act."""
    while True:
        seat, offers = next((seat, offers) for seat in "ab" if (offers := room.offers(seat)))
        acts = [(offer["type"], example) for offer in offers for example in offer["examples"]]
        for kind, act in acts:
            if kind in ("roll", "attack"):
                return seat, act
        onwards = [act for kind, act in acts if kind == "move" and act["path"][-1] == "B2"]
        assert room.act(seat, onwards[0] if onwards else offers[-1]["examples"][0]).status_code == 200


@pytest.mark.parametrize("game", ["war_of_plastic", "open_wars"])
def test_dice_have_a_place_of_their_own_that_covers_nothing_with_dice_or_without(
    seated: Seated, table_server: RunningServer, game: str
) -> None:
    scenario = {"war_of_plastic": "garden_skirmish", "open_wars": "clash_at_the_bridge"}[game]
    room = Room(table_server, game, scenario, SOLDIERS)
    seat, action = _to_the_dice(room)
    windows = []
    for width, height in _FOUR_SIZES:
        viewport = {"width": width, "height": height}
        window = seated(room, "b", dice="quick", viewport=viewport, reduced_motion="reduce")
        windows.append((window, window.page.evaluate(_STRIP)))

    assert room.act(seat, action).status_code == 200

    for window, before in windows:
        expect(window.locator("#dice .dice__group").last).to_be_visible()
        expect(window.locator("#dice .dice__whose").last).not_to_be_empty()
        assert before["touched"] == []
        assert window.page.evaluate(_STRIP) == before
        assert window.breaches() == []
        window.locator("#dice").click()
        expect(window.locator("#dice")).to_be_empty()
        assert window.page.evaluate(_STRIP) == before


def test_each_result_of_others_is_read_before_the_next_at_the_pace_that_was_chosen(
    seated: Seated, long_game: Room
) -> None:
    watching = seated(long_game, "spectator", dice="quick", reduced_motion="reduce")
    watching.locator('[data-do="menu"]').click()
    assert watching.locator("#dice-pace").input_value() == "quick"
    watching.locator("#dice-pace").select_option("slow")
    watching.page.reload()
    expect(watching.locator("#connection")).to_have_attribute("data-state", "online")
    assert watching.locator("#dice-pace").input_value() == "slow"
    watching.page.evaluate(_TIMES)

    first, second, third = _throw(long_game, 3)

    watching.page.wait_for_function("() => window.laid.length === 3")
    assert first < second < third
    times = watching.page.evaluate("window.laid")
    assert all(after - before >= 2390 for before, after in pairwise(times))  # its clock is rounded
    watching.page.wait_for_function(_WAITS, arg=third)
    assert watching.problems == []


def test_a_tap_on_the_dice_goes_on_to_the_next_and_any_key_to_what_is_now(seated: Seated, long_game: Room) -> None:
    watching = seated(long_game, "spectator", dice="quick", reduced_motion="reduce")
    watching.page.add_init_script(f"({READ_FOR_EVER})()")
    watching.page.reload()
    expect(watching.locator("#connection")).to_have_attribute("data-state", "online")
    watching.page.evaluate(_TIMES)

    _throw(long_game, 4)
    watching.page.wait_for_function("() => window.laid.length === 1")
    watching.locator("#dice").click()
    watching.page.wait_for_function("() => window.laid.length === 2")
    watching.press("Shift")

    watching.page.wait_for_function(_WAITS, arg=_told(long_game))
    assert watching.page.evaluate("window.laid.length") == 4
    watching.locator("#dice").click()
    expect(watching.locator("#dice")).to_be_empty()


def test_what_piled_up_or_asks_at_once_is_not_read_result_by_result(seated: Seated, long_game: Room) -> None:
    watching = seated(long_game, "spectator", dice="quick", reduced_motion="reduce")
    behind = seated(long_game, "spectator", dice="quick", reduced_motion="reduce")
    for window in (watching, behind):
        window.page.add_init_script(f"({READ_FOR_EVER})()")
        window.page.reload()
        expect(window.locator("#connection")).to_have_attribute("data-state", "online")
    behind.page.evaluate(_HIDE)

    _throw(long_game, 3)
    behind.page.wait_for_function(_WAITS, arg=_told(long_game))  # nobody looks at it
    _throw(long_game, 8)

    watching.page.wait_for_function(_WAITS, arg=_told(long_game))
    assert watching.problems == behind.problems == []


def test_the_tab_says_whose_go_it_is_by_its_title_and_its_icon(seated: Seated, pebbles: Room) -> None:
    ana, luis = seated(pebbles, "a", dice="quick"), seated(pebbles, "b", dice="quick")
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
    plain = seated(pebbles, "a", dice="quick")
    expect(plain.locator('[data-do="hook"]')).to_have_count(0)
    with running_server(module_database_url, TAPETE_SYSTEMS=TOY, LIMITS="off", WEBHOOKS="on") as server:
        room = Room(server, "pebbles", "open", PEBBLES)
        ana = seated(room, "a", dice="quick", viewport=PHONE, color_scheme="dark")
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
    luis = seated(pebbles, "b", dice="quick")
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


def test_what_only_wants_to_be_read_goes_once_something_else_is_done(seated: Seated, garden: Room) -> None:
    ana = seated(garden, "a", dice="quick")
    notice = ana.locator("#notice")
    save = """() => {
        const link = Object.assign(document.createElement('a'), {download: 'garden.json', href: '#'});
        document.body.append(link);
        link.addEventListener('click', (event) => event.preventDefault());
        link.click();
    }"""
    ana.page.evaluate(save)
    expect(notice).to_contain_text("garden.json")
    ana.press("Escape")
    expect(notice).to_be_empty()

    ana.page.evaluate(save)
    expect(notice).to_contain_text("garden.json")
    ana.drag((400, 120), (400, 310))
    ana.commit()
    expect(notice).to_be_empty()


def test_a_units_name_is_not_broken_over_two_lines_of_the_sentence(seated: Seated, garden: Room) -> None:
    luis = seated(garden, "b", dice="quick")
    assert garden.act("a", {"type": "move", "unit": "A-02", "path_mm": [[400, 310]]}).status_code == 200
    expect(luis.locator("#prompt")).to_contain_text("A-02")
    name = luis.locator("#prompt .whole")
    expect(name).to_have_text("A-02")
    expect(name).to_have_css("white-space-collapse", "collapse")
    expect(name).to_have_css("text-wrap-mode", "nowrap")


def test_the_scale_ends_before_the_dice_begin(seated: Seated, garden: Room) -> None:
    ana = seated(garden, "a")
    for _ in range(6):
        assert ana.page.evaluate("""() => {
            const dice = document.querySelector('#dice');
            const start = dice.getBoundingClientRect().left + parseFloat(getComputedStyle(dice).paddingInlineStart);
            return document.querySelector('#scale-bar text').getBoundingClientRect().right < start;
        }""")
        ana.press("+")


def test_the_one_sentence_says_what_can_be_done_with_what_is_in_hand(seated: Seated, garden: Room) -> None:
    ana = seated(garden, "a", dice="quick")
    asked, in_hand = ana.locator("#prompt"), ana.locator("#in-hand")
    expect(in_hand).to_be_hidden()

    ana.unit("A-02").click()
    expect(in_hand).to_have_text("Soldier A-\u206002: mark where it goes, or choose what it does.")
    expect(asked).to_be_hidden()
    ana.click(400, 310)
    expect(in_hand).to_have_text("A path of 19.0 cm: Commit or Esc.")
    ana.press("Escape")
    ana.click(400, 700)
    expect(in_hand).to_have_text(
        re.compile(r"^A path of 5\d\.\d cm: not allowed\. Try something else, or press Esc\.$")
    )
    assert ana.breaches() == []
    ana.press("Escape")
    ana.click(400, 310)
    ana.commit()
    ana.knows_its_offers()
    expect(in_hand).to_have_text("Shoot: Rifle: Choose the target.")

    ana.press("Escape")
    expect(in_hand).to_be_hidden()
    expect(asked).to_have_text("Go on with A-02: act if it can, or end the manoeuvre.")
