"""The quick start of War of Plastic, played by people in real windows against the real server: the proof of the whole."""

from __future__ import annotations

import math
import re
import socket
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.playing import (
    GAME,
    SLOW_MS,
    Overheard,
    People,
    Table,
    arrived,
    come_in,
    expect_same_everywhere,
    mirrored,
    roll_off,
    told_everywhere,
)
from tests.support.server import RunningServer, running_server

pytestmark = pytest.mark.e2e


@pytest.fixture(scope="module")
def server(module_database_url: str) -> Iterator[RunningServer]:
    """A server that comes back at the same port after a kill."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with running_server(module_database_url, PORT=str(port)) as running:
        yield running


@pytest.fixture
def people(browser: Browser, server: RunningServer) -> Iterator[People]:
    with ExitStack() as stack:
        yield People(browser, server, stack)


def host_quick_start(page: Page, *, rounds: int, against: str = "friend") -> None:
    """Hosts the quick start by the form, from the home page on."""
    page.goto("/")
    page.locator(f"a[href='/games/{GAME}']").last.click()
    page.get_by_role("link", name=re.compile("Host this one: Skirmish in the garden")).click()
    page.get_by_label("Name").first.fill("Ana")
    page.locator("select[data-kind]").nth(1).select_option(against)
    page.get_by_text("Game options").click()
    page.get_by_label("Round limit").fill(str(rounds))
    page.get_by_role("button", name="Host a private room").click()


def copied(page: Page, what: str) -> str:
    """Copies a link by its button."""
    page.get_by_role("button", name=f"Copy: {what}").click()
    expect(page.get_by_text("Copied").first).to_be_visible()
    return str(page.evaluate("navigator.clipboard.readText()"))


def test_two_friends_play_the_quick_start_to_its_end_while_a_third_watches(people: People) -> None:
    at_home = people.window()
    at_home.grant_permissions(["clipboard-read", "clipboard-write"])
    page = at_home.new_page()
    host_quick_start(page, rounds=2)
    friends_link, watching_link = copied(page, "Seat B"), copied(page, "To watch")
    page.get_by_role("link", name="To the table").click()
    ana = arrived(page)
    ana.expect_not_my_go(re.compile("Still to come: B"))
    luis = come_in(people.window(), friends_link, "Luis")
    third = come_in(people.window(), watching_link)
    everybody = (ana, luis, third)
    assert [table.seat for table in everybody] == ["a", "b", "spectator"]
    for table in (ana, luis):
        table.expect_my_go("Roll the dice: who plays first.")
        expect(table.page.locator("#seats")).to_contain_text("Luis")
    third.expect_not_my_go(re.compile("must roll the dice"))

    with told_everywhere(everybody):
        first, second = roll_off(ana, luis)

    moves_shoots_and_ends_the_turn_by_mouse(first, second, everybody)
    plays_a_turn_without_the_mouse(second, first, everybody)
    shoots_by_the_button_of_the_weapon(first, second, everybody)
    drags_a_move_and_ends_the_game(second, first, everybody)

    verdicts = {table.seat: table.ending.locator(".ending__verdict").inner_text() for table in everybody}
    assert (verdicts["a"], verdicts["b"]) in {
        ("You have won", "You have lost"),
        ("You have lost", "You have won"),
        ("A draw", "A draw"),
    }
    assert verdicts["spectator"] not in {"You have won", "You have lost"}
    (title,) = {table.ending.locator("#ending-title").inner_text() for table in everybody}
    assert "Army" not in title  # whoever won is told by name


def moves_shoots_and_ends_the_turn_by_mouse(me: Table, other: Table, everybody: tuple[Table, ...]) -> None:
    """The first turn: a move, a shot at an enemy clicked on, the end of the turn."""
    waiting = f"{me.player}'s turn: waiting for their manoeuvres."
    me.expect_my_go("Your turn: choose a unit. 3 manoeuvres left.")
    for table in everybody:
        if table is not me:
            table.expect_not_my_go(waiting)

    walker, destination = f"{me.army}-04", mirrored(me.army, 800, 300)
    me.select(walker)
    me.tap(destination)
    me.expect_allowed()
    expect(me.page.locator("#plan .plan__tape")).to_contain_text("18.0 cm")
    assert other.places()[walker] != destination, "a plan is nobody else's business"
    with told_everywhere(everybody):
        me.commit()
        for table in everybody:
            table.expect_unit_at(walker, destination)
    assert me.log[-1] == f"{walker} moves 18.0 cm (moving)."
    me.expect_my_go(f"Go on with {walker}: act if it can, or end the manoeuvre.")
    with told_everywhere(everybody):
        me.do("End manoeuvre")

    gunner, target = f"{me.army}-05", f"{other.army}-01"
    me.expect_my_go("Your turn: choose a unit. 2 manoeuvres left.")
    me.select(gunner)
    me.tap(me.places()[target])
    me.expect_allowed()
    odds = me.page.locator("#plan .chance").first
    expect(odds).to_contain_text("50%")
    expect(odds).to_contain_text("1 in 2")
    expect(odds).to_contain_text("4+")
    with told_everywhere(everybody):
        me.commit()
    shots = [line for line in other.log if line.startswith(f"{gunner} shoots at {target} with Rifle")]
    assert len(shots) == 1
    die = third_of(everybody).page.locator("#log .entry", has_text=shots[0]).locator("svg.die").first
    assert re.match(r"[1-6], needs 4\+", die.get_attribute("aria-label") or "")

    me.expect_my_go("Your turn: choose a unit. One manoeuvre left.")
    with told_everywhere(everybody):
        me.do("End turn")


def plays_a_turn_without_the_mouse(me: Table, other: Table, everybody: tuple[Table, ...]) -> None:
    """The second turn, by keys only: the next unit, a path by arrows, the acts by their numbers."""
    me.expect_my_go("Your turn: choose a unit. 3 manoeuvres left.")
    other.expect_not_my_go(f"{me.player}'s turn: waiting for their manoeuvres.")
    keys, who = me.page.keyboard, me.page.locator("#who")
    walker, destination = f"{me.army}-03", mirrored(me.army, 600, 250)
    me.expect_to_know_what_it_can_do()
    for _ in range(5):
        keys.press("n")
        expect(who).not_to_be_empty()
        if walker in who.inner_text():
            break
    expect(who).to_contain_text(walker)
    expect(me.unit(walker)).to_be_focused()
    forward = "ArrowUp" if me.army == "A" else "ArrowDown"
    keys.press(f"Control+{forward}")
    keys.press(f"Control+{forward}")
    keys.press("Enter")
    with told_everywhere(everybody):
        keys.press("Enter")  # at once: the act waits for its verdict
        for table in everybody:
            table.expect_unit_at(walker, destination)
    me.expect_my_go(f"Go on with {walker}: act if it can, or end the manoeuvre.")
    with told_everywhere(everybody):
        by_number(me, "End turn")


def by_number(me: Table, name: str) -> None:
    """An act by the number on its button, committed by Enter."""
    me.expect_to_know_what_it_can_do()
    number = me.page.locator("#offers").get_by_role("button", name=name).get_attribute("data-n")
    me.page.keyboard.press(str(number))
    me.expect_allowed()
    before = me.seq
    me.page.keyboard.press("Enter")
    me.expect_heard(before)


def shoots_by_the_button_of_the_weapon(me: Table, other: Table, everybody: tuple[Table, ...]) -> None:
    """The third turn: the weapon by its button, the target by its name."""
    me.expect_my_go("Your turn: choose a unit. 3 manoeuvres left.")
    shooter, target = f"{me.army}-01", f"{other.army}-05"
    me.page.get_by_role("tab", name="Units").click()
    me.page.locator(f"#units [data-pick='{shooter}']").click()
    me.press("Shoot: Rifle")
    me.page.locator(f"#plan [data-target='{target}']").click()
    me.expect_allowed()
    with told_everywhere(everybody):
        me.commit()
    assert any(line.startswith(f"{shooter} shoots at {target} with Rifle") for line in other.log)
    with told_everywhere(everybody):
        me.do("End turn")


def drags_a_move_and_ends_the_game(me: Table, other: Table, everybody: tuple[Table, ...]) -> None:
    """The last turn: a move by dragging; its end is the end of the second round, so of the game."""
    me.expect_my_go("Your turn: choose a unit. 3 manoeuvres left.")
    walker, destination = f"{me.army}-02", mirrored(me.army, 400, 270)
    me.drag(me.places()[walker], destination)
    me.expect_allowed()
    with told_everywhere(everybody):
        me.commit()
        for table in everybody:
            expect(table.unit(walker)).not_to_have_attribute("data-y", str(mirrored(me.army, 400, 120)[1]))
    for table in everybody:
        expect(table.ending).to_be_hidden()
    with told_everywhere(everybody):
        me.do("End turn")
    for table in everybody:
        expect(table.ending).to_be_visible(timeout=SLOW_MS)
        table.expect_not_my_go("The game is over.")
        expect(table.page.locator("#offers button")).to_have_count(0)


def third_of(everybody: tuple[Table, ...]) -> Table:
    """Who watches."""
    return everybody[-1]


def test_a_reload_in_mid_game_loses_nothing(people: People) -> None:
    first, second = roll_off(*people.two_at_a_table())
    walker, destination = f"{first.army}-04", mirrored(first.army, 800, 300)
    first.select(walker)
    first.tap(destination)
    first.expect_allowed()
    first.commit()
    second.expect_unit_at(walker, destination)
    known = (first.seat, first.places(), first.log, first.prompt.inner_text())
    seq = first.seq

    for table in (first, second):
        table.page.reload()
        table.expect_online()

    assert (first.seat, first.places(), first.log, first.prompt.inner_text()) == known
    assert first.seq == seq
    expect_same_everywhere((first, second))
    with told_everywhere((first, second)):
        first.do("End manoeuvre")
    with told_everywhere((first, second)):
        first.do("End turn")
    second.expect_my_go("Your turn: choose a unit. 3 manoeuvres left.")


def test_a_turn_is_played_on_a_phone_by_taps_and_in_both_languages(people: People) -> None:
    phone = people.window(phone=True)
    links = people.laid_table()[:2]
    me, other = roll_off(*(come_in(phone, link, touch=True) for link in links))
    me.page.bring_to_front()
    me.expect_no_sideways_scroll()
    walker, destination = f"{me.army}-04", mirrored(me.army, 800, 300)

    me.select(walker)
    me.expect_no_sideways_scroll()
    x, y = me.places()[walker]
    me.tap((x + 35, y))
    me.expect_allowed()
    me.page.keyboard.press("Escape")
    me.select(walker)
    me.tap(destination)
    me.expect_allowed()
    me.expect_no_sideways_scroll()
    me.commit()
    stands = me.places()[walker]
    assert math.dist(stands, destination) < 3, "a pixel of a phone"
    other.expect_unit_at(walker, stands)
    me.expect_my_go(f"Go on with {walker}: act if it can, or end the manoeuvre.")

    me.page.get_by_role("button", name="Menu").tap()
    me.page.locator("#menu").get_by_role("link", name=re.compile("Español|ES")).tap()
    expect(me.page.locator("html")).to_have_attribute("lang", "es")
    me.expect_online()
    me.expect_my_go(f"Sigue con {walker}: actúa si puede, o termina la maniobra.")
    me.expect_unit_at(walker, stands)
    assert re.fullmatch(rf"{walker} mueve (17,9|18,[01]) cm \(en movimiento\)\.", me.log[-1])
    me.do("Terminar maniobra")
    me.expect_my_go("Te toca: elige una unidad. Quedan 2 maniobras.")
    me.expect_no_sideways_scroll()
    me.do("Terminar turno")
    me.expect_not_my_go(f"Turno de {other.player}: espera a sus maniobras.")
    me.expect_no_sideways_scroll()

    for table, act in ((other, "End turn"), (me, "Terminar turno"), (other, "End turn")):
        table.page.bring_to_front()
        table.do(act)
    me.page.bring_to_front()
    expect(me.ending).to_be_visible(timeout=SLOW_MS)
    expect(me.ending).to_contain_text("La suerte")
    me.expect_no_sideways_scroll()


def test_one_person_plays_against_the_computer_to_the_end(people: People) -> None:
    page = people.window().new_page()
    host_quick_start(page, rounds=2, against="bot")
    page.get_by_role("link", name="To the table").click()
    me = arrived(page)
    for turn in (1, 2):
        me.expect_my_go("Your turn: choose a unit. 3 manoeuvres left.", patience_ms=2 * SLOW_MS)
        if turn == 1 and "A-04" in me.places():
            me.select("A-04")
            me.tap((800, 250))
            me.expect_allowed()
            me.commit()
            me.expect_unit_at("A-04", (800, 250))
        me.do("End turn")

    expect(me.ending).to_be_visible(timeout=4 * SLOW_MS)
    log = me.log
    assert "Round 1: Babbage's turn." in log
    assert "Round 2: Babbage's turn." in log
    assert any(re.match(r"B-0\d ", line) for line in log), "the computer did something with its soldiers"


def overhear_from_the_start(table: Table) -> Overheard:
    """Everything a table's page is told from its first byte on; what an earlier page was still asking for is not among it."""
    address = table.page.url
    table.page.goto("about:blank")
    overheard = Overheard(table.page)
    table.page.goto(address)
    table.expect_online()
    return overheard


def test_who_watches_has_nothing_to_press_and_nobody_is_told_a_secret(people: People, server: RunningServer) -> None:
    addresses = people.laid_table()
    contexts = [people.window() for _ in addresses]
    tables = [come_in(context, link) for context, link in zip(contexts, addresses, strict=True)]
    overheard = [overhear_from_the_start(table) for table in tables]
    ana, luis, third = tables
    roll_off(ana, luis)
    expect_same_everywhere(tables)

    for control in ("#dock", "#offers", "#commit", "#say", "[data-do=undo]", "[data-do=resign]", "[data-do=draw]"):
        expect(third.page.locator(control)).to_have_count(0)
    third.tap(third.places()["A-04"])
    third.tap((800, 300))
    room = third.page.locator("body").get_attribute("data-room")
    refused = contexts[2].request.post(
        f"/api/v1/rooms/{room}/actions?as=spectator",
        data={"action": {"type": "end_turn"}},
        headers={"Origin": server.url},
    )
    assert refused.status == 403
    assert refused.json()["code"] == "forbidden"

    secrets = [
        {
            link.rsplit("/", 1)[1],
            *(cookie.get("value", "") for cookie in context.cookies() if f"t_{room}" in cookie.get("name", "")),
        }
        for context, link in zip(contexts, addresses, strict=True)
    ]
    assert all(len(of_one) == 2 for of_one in secrets)
    for table, heard in zip(tables, overheard, strict=True):
        told = [*heard.texts(), table.page.content()]
        assert len(heard.frames) > 0
        assert any("data-seq" in text for text in heard.texts())
        for secret in set().union(*secrets):
            assert not any(secret in text for text in told)


def test_a_killed_server_comes_back_and_the_game_goes_on_by_itself(people: People, server: RunningServer) -> None:
    first, second = roll_off(*people.two_at_a_table())
    tables = (first, second)
    walker, destination = f"{first.army}-04", mirrored(first.army, 800, 300)
    first.select(walker)
    first.tap(destination)
    first.expect_allowed()
    first.commit()
    second.expect_unit_at(walker, destination)
    first.press("End manoeuvre")
    first.expect_allowed()
    for table in tables:
        table.page.evaluate("window.neverReloaded = true")
    acknowledged = first.log

    try:
        server.kill()
        for table in tables:
            table.expect_light("reconnecting")
        first.commit_button.click()
        expect(first.commit_button).to_have_text("No answer; sending again…")
        assert first.commit_button.evaluate(
            "button => button.getBoundingClientRect().right <= document.getElementById('dock').clientWidth"
            " + document.getElementById('dock').getBoundingClientRect().left"
        )
    finally:
        server.start_again()

    for table in tables:
        table.expect_online()
    first.expect_my_go("Your turn: choose a unit. 2 manoeuvres left.")
    first.expect_unit_at(walker, destination)
    expect_same_everywhere(tables)
    assert first.log[: len(acknowledged)] == acknowledged
    with told_everywhere(tables):
        first.do("End turn")
    second.expect_my_go("Your turn: choose a unit. 3 manoeuvres left.")
    assert [table.page.evaluate("window.neverReloaded") for table in tables] == [True, True]

    room = first.page.locator("body").get_attribute("data-room")
    answer = first.page.context.request.get(f"/api/v1/rooms/{room}/events?as={first.seat}")
    events = answer.json()["events"]
    assert [event["seq"] for event in events] == list(range(1, first.seq + 1))
    types = [event["type"] for event in events]
    assert (types.count("moved"), types.count("manoeuvre_closed"), types.count("turn_ended")) == (1, 1, 1)
