"""What people at a table propose to one another, and what its host does, as everybody's windows show it."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.conftest import Seated
from tests.browser.tables import DESKTOP, PATIENCE_MS, PATIENCE_S, PHONE, Room, Window
from tests.support.server import RunningServer

pytestmark = pytest.mark.e2e

# Whether the end screen is one column, as wide as it is, with the proposal in it.
_FITS = """() => {
  const card = document.querySelector('.ending__card');
  const [outer, inner] = [card, card.querySelector('.proposal')].map(each => each.getBoundingClientRect());
  return card.scrollWidth <= card.clientWidth && inner.width > 0.8 * outer.width;
}"""
CHANGE = "A-02, x (mm from the west): 400 → 430"
TARGET_PX = 44


def choose(window: Window, what: str) -> None:
    """Opens the menu and presses one of its items."""
    window.locator('[data-do="menu"]').click()
    window.locator(f'#menu [data-do="{what}"]').click()


def answer(window: Window, *, yes: bool) -> None:
    """Answers the one proposal that waits for it."""
    window.locator(f'#proposals [data-answer="{"yes" if yes else "no"}"]').click()


def change_value(window: Window, field: str, value: str) -> None:
    """Types a value of a correction in the making."""
    window.locator(f'#correction-fields [data-field="{field}"]').fill(value)
    window.locator(f'#correction-fields [data-field="{field}"]').press("Tab")


def propose_a_correction(window: Window, reason: str = "") -> None:
    """Proposes that A-02 stood 3 cm further east."""
    choose(window, "correction")
    window.locator("#correction-unit").select_option("A-02")
    change_value(window, "x_mm", "430")
    window.locator("#correction-reason").fill(reason)
    window.locator("#correction-propose").click()
    expect(window.locator("#correction")).to_be_hidden()


def test_a_correction_is_read_agreed_to_and_made_on_every_board(seated: Seated, garden: Room) -> None:
    ana, luis, watching = seated(garden, "a"), seated(garden, "b", locale="es"), seated(garden, "spectator")

    propose_a_correction(ana, "it was knocked over")

    expect(ana.locator(".proposal__changes")).to_have_text(CHANGE)
    expect(ana.locator(".proposal")).to_contain_text("Waiting for an answer from Luis")
    expect(luis.locator(".proposal")).to_contain_text("Ana propone corregir esto:")
    expect(luis.locator(".proposal__changes")).to_have_text("A-02, x (mm desde el oeste): 400 → 430")
    expect(luis.locator(".proposal__reason")).to_have_text("«it was knocked over»")
    luis.locator('[data-show="A-02"]').click()
    expect(luis.locator("#layer-trace .is-meant")).to_be_attached()
    expect(watching.locator(".proposal")).to_contain_text(CHANGE)
    assert watching.locator("[data-answer]").count() == 0
    assert luis.breaches() == []
    answer(luis, yes=True)

    for window in (ana, luis, watching):
        expect(window.unit("A-02")).to_have_attribute("transform", "translate(430 680)")
        expect(window.locator("#proposals")).to_be_empty()
    expect(ana.locator("#log")).to_contain_text(f"Put right, as Ana proposed: {CHANGE}. «it was knocked over»")
    expect(luis.locator("#log")).to_contain_text("Corregido, como propuso Ana")
    assert ana.problems == luis.problems == []


def test_a_correction_is_refused_by_others_or_withdrawn_by_its_maker(seated: Seated, garden: Room) -> None:
    ana, luis = seated(garden, "a"), seated(garden, "b")

    propose_a_correction(ana)
    answer(luis, yes=False)
    expect(ana.locator("#proposals")).to_be_empty()
    expect(ana.locator("#log")).to_contain_text("Luis declines.")
    expect(ana.locator("#notice")).to_contain_text("Luis declines.")
    expect(luis.locator("#notice")).to_be_empty()

    propose_a_correction(ana)
    expect(luis.locator(".proposal")).to_be_visible()
    answer(ana, yes=False)
    expect(luis.locator("#proposals")).to_be_empty()
    expect(luis.locator("#log")).to_contain_text("Ana withdraws the proposal.")
    expect(luis.unit("A-02")).to_have_attribute("transform", "translate(400 680)")


def test_several_changes_are_collected_and_one_is_left_out_again(seated: Seated, garden: Room) -> None:
    ana, luis = seated(garden, "a"), seated(garden, "b")
    ana.unit("A-03").click()

    choose(ana, "correction")
    expect(ana.locator("#correction-unit")).to_have_value("A-03")
    ana.locator('[data-field="stunned"]').check()
    ana.locator('[data-field="status"]').select_option("destroyed")
    ana.locator("#correction-unit").select_option("A-02")
    change_value(ana, "x_mm", "430")
    expect(ana.locator("#correction-changes li")).to_have_count(3)
    expect(ana.locator("#correction-changes")).to_contain_text("A-03, State: on the table → destroyed")
    ana.locator("#correction-changes button").nth(1).click()
    expect(ana.locator("#correction-changes li")).to_have_count(2)
    assert ana.breaches() == []
    ana.locator("#correction-propose").click()

    expect(luis.locator(".proposal__changes li")).to_have_text(["A-03, Stunned: no → yes", CHANGE])


def test_what_cannot_be_is_said_beside_its_field_and_nothing_typed_is_lost(seated: Seated, garden: Room) -> None:
    ana = seated(garden, "a", locale="es")

    choose(ana, "correction")
    ana.locator("#correction-unit").select_option("A-02")
    change_value(ana, "x_mm", "99999")
    expect(ana.locator("#correction-fields .field__error")).to_have_text("Tiene que ser un número entero de 0 a 1200.")
    expect(ana.locator('[data-field="x_mm"]')).to_have_attribute("aria-invalid", "true")
    expect(ana.locator("#correction-propose")).to_be_disabled()
    assert ana.breaches() == []

    change_value(ana, "x_mm", "430")
    change_value(ana, "level", "7")
    ana.locator("#correction-reason").fill("por probar")
    ana.locator("#correction-propose").click()
    expect(ana.locator("#correction-errors")).to_contain_text("Así no podría quedar el tablero")
    expect(ana.locator('[data-field="level"]')).to_have_value("7")
    expect(ana.locator("#correction-reason")).to_have_value("por probar")
    assert [event for event in garden.events("a") if event["type"] == "proposal_made"] == []


def test_a_correction_is_made_with_the_keyboard_alone(seated: Seated, garden: Room) -> None:
    ana, luis = seated(garden, "a"), seated(garden, "b")

    ana.locator('[data-do="menu"]').focus()
    ana.press("Enter")
    ana.locator('#menu [data-do="correction"]').focus()
    ana.press("Enter")
    expect(ana.locator("#correction-unit")).to_be_focused()
    ana.press("ArrowDown")
    ana.press("Tab")
    expect(ana.locator('[data-field="x_mm"]')).to_be_focused()
    ana.page.keyboard.press("Control+a")
    ana.page.keyboard.type("430")
    ana.press("Enter")
    expect(ana.locator("#correction-changes li")).to_have_count(1)
    ana.press("Enter")

    expect(luis.locator(".proposal__changes")).to_have_text(CHANGE)


def test_the_game_rests_and_goes_on_when_everybody_wants_to(seated: Seated, garden: Room) -> None:
    ana, luis = seated(garden, "a"), seated(garden, "b", locale="es")

    choose(ana, "pause")
    expect(luis.locator(".proposal")).to_contain_text("Ana propone una pausa.")
    answer(luis, yes=True)

    for window, words in ((ana, "The game is paused."), (luis, "La partida está en pausa.")):
        expect(window.locator(".paused")).to_contain_text(words)
        expect(window.locator("#prompt")).to_have_text(words)
        assert "is-my-go" not in (window.locator("#prompt").get_attribute("class") or "")
        for hidden in ("undo", "pause", "draw", "resign", "correction"):
            expect(window.locator(f'[data-do="{hidden}"]')).to_be_hidden()
    expect(ana.locator("#dock")).to_contain_text("nothing can be played until everybody wants to go on")
    expect(ana.locator("#offers button")).to_have_count(0)
    assert ana.breaches() == []
    ana.press("Control+z")
    ana.page.reload()
    expect(ana.locator(".paused")).to_be_visible()

    luis.locator(".paused button").click()
    expect(ana.locator(".proposal")).to_contain_text("Luis proposes to go on.")
    answer(ana, yes=True)
    for window in (ana, luis):
        expect(window.locator(".paused")).to_be_hidden()
        expect(window.locator('.bar__tools [data-do="undo"]')).to_be_visible()
    expect(ana.locator("#offers button").first).to_be_visible()
    expect(ana.locator("#log")).to_contain_text("The game goes on.")
    assert luis.problems == []


def test_on_a_phone_everything_of_it_fits_a_finger(seated: Seated, garden: Room) -> None:
    ana, luis = seated(garden, "a", viewport=PHONE), seated(garden, "b", viewport=PHONE, locale="es")

    choose(ana, "correction")
    change_value(ana, "x_mm", "430")
    too_small = ana.locator("#correction").evaluate(
        """(dialog, least) => [...dialog.querySelectorAll('button, input:not([type=checkbox]), select, label.tick')]
             .filter(each => each.getBoundingClientRect().height < least).map(each => each.outerHTML)""",
        TARGET_PX,
    )
    assert too_small == []
    assert ana.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert ana.breaches() == []
    ana.locator("#correction-propose").click()

    expect(luis.locator(".proposal")).to_be_visible()
    for button in luis.locator(".proposal button").all():
        box = button.bounding_box()
        assert box is not None
        assert box["height"] >= TARGET_PX
    assert luis.breaches() == []


# -- the host ------------------------------------------------------------------------------------------------------------


@pytest.fixture
def person(browser: Browser, table_server: RunningServer) -> Iterator[Callable[[], BrowserContext]]:
    """Browsers of one person each, closed after the test."""
    expect.set_options(timeout=PATIENCE_MS)
    contexts: list[BrowserContext] = []

    def come() -> BrowserContext:
        context = browser.new_context(base_url=table_server.url, locale="en", viewport=dict(DESKTOP))  # type: ignore[arg-type]
        context.set_default_timeout(PATIENCE_MS)
        contexts.append(context)
        return context

    yield come
    for context in contexts:
        context.close()
    expect.set_options(timeout=5_000)


def hosted_game(person: Callable[[], BrowserContext]) -> tuple[Page, Window, Window]:
    """Ana hosts and plays, Luis came by his link: the host's page, and both tables."""
    host = person().new_page()
    host.goto("/rooms/new?game=war_of_plastic&scenario=garden_skirmish")
    host.get_by_label("Name").first.fill("Ana")
    host.get_by_role("button", name="Host a private room").click()
    link = host.locator("[data-link=b]").input_value()
    luis = Window(person().new_page(), has_touch=False)
    luis.page.goto(link)
    luis.page.get_by_label("Your name").fill("Luis")
    luis.page.locator("form button").last.click()
    ana = Window(host.context.new_page(), has_touch=False)
    ana.page.goto(host.get_by_role("link", name="To the table").get_attribute("href") or "")
    for window in (ana, luis):
        expect(window.locator("#connection")).to_have_attribute("data-state", "online")
    expect(ana.locator("#here-b")).to_have_class("here is-here")
    host.reload()
    return host, ana, luis


def test_an_absent_player_gives_way_to_the_computer_once_the_other_agrees(
    person: Callable[[], BrowserContext],
) -> None:
    host, ana, luis = hosted_game(person)
    luis.page.goto("/about")
    expect(ana.locator("#here-b")).to_have_class("here is-away")

    host.locator("#card-b summary", has_text="Give the seat").click()
    host.get_by_role("button", name="Propose it: Seat B").click()
    expect(host.get_by_text("Still to answer: Ana.")).to_be_visible()
    assert Window(host, has_touch=False).breaches() == []
    expect(ana.locator(".proposal")).to_contain_text("The host proposes that the computer plays on for Luis (seat B).")
    answer(ana, yes=True)

    expect(ana.locator('#seats [data-seat="b"]')).to_contain_text("bot")
    expect(ana.locator("#log")).to_contain_text("Seat B is given to the computer.")
    host.get_by_role("link", name="See how it stands").click()
    expect(host.locator("#card-b")).to_contain_text("The computer plays it")
    luis.page.go_back()
    expect(luis.page.get_by_role("heading", level=1)).to_have_text("This link no longer opens the table")


def test_a_player_who_is_here_agrees_himself_and_his_page_says_that_he_left(
    person: Callable[[], BrowserContext],
) -> None:
    host, ana, luis = hosted_game(person)

    host.locator("#card-b summary", has_text="Give the seat").click()
    host.get_by_role("button", name="Propose it: Seat B").click()
    expect(luis.locator(".proposal")).to_contain_text("plays on for you. If you agree, you leave the table.")
    answer(ana, yes=True)
    answer(luis, yes=True)

    expect(luis.locator("#notice")).to_contain_text("Your seat is somebody else's now")
    expect(luis.locator("#dock")).to_be_hidden()
    assert luis.breaches() == []
    luis.locator("#notice a").click()
    expect(luis.page.get_by_role("heading", level=1)).to_have_text("This link no longer opens the table")
    assert luis.breaches() == []


def test_a_link_made_anew_ends_the_old_page_politely_and_opens_the_seat(person: Callable[[], BrowserContext]) -> None:
    host, ana, luis = hosted_game(person)

    host.locator("#card-b summary", has_text="Make a new link").click()
    host.get_by_role("button", name="Replace it: Seat B").click()
    expect(host.locator("#card-b")).to_contain_text("This is the new link.")
    expect(luis.locator("#notice")).to_contain_text("This link no longer works.")
    expect(luis.locator("#dock")).to_be_hidden()
    luis.page.reload()
    expect(luis.page.get_by_role("heading", level=1)).to_have_text("This link no longer opens the table")

    luis.page.goto(host.locator("[data-link=b]").input_value())
    luis.page.get_by_role("button", name="Come in").click()
    expect(luis.locator("#connection")).to_have_attribute("data-state", "online")
    expect(ana.locator("#here-b")).to_have_class("here is-here")


def test_a_closed_room_is_over_for_everybody_and_its_dice_can_be_checked(
    person: Callable[[], BrowserContext], tmp_path: Path
) -> None:
    host, ana, luis = hosted_game(person)
    for link in (".ending__check", '[href*="/replay"]'):
        assert ana.locator(link).count() == 0

    host.get_by_text("Close the room").click()
    host.get_by_role("button", name="Close it").click()
    expect(host.get_by_role("alert")).to_contain_text("Tick the box")
    assert Window(host, has_touch=False).breaches() == []
    host.get_by_label("Yes, end it for everybody").check()
    host.get_by_role("button", name="Close it").click()
    expect(host.get_by_text("The game is over.")).to_be_visible()

    for window in (ana, luis):
        expect(window.locator(".ending__verdict")).to_have_text("Room closed")
        expect(window.locator(".ending__title")).to_contain_text("without a winner")
        expect(window.locator("#prompt")).to_have_text("The room is closed.")
        window.locator(".ending__check summary").click()
        assert window.breaches() == []
        for gone in ("undo", "pause", "draw", "resign", "correction"):
            expect(window.locator(f'[data-do="{gone}"]')).to_be_hidden()
    ana.locator('[data-do="look"]').click()
    expect(ana.locator(".ending__verdict")).to_be_hidden()
    ana.locator('[data-do="menu"]').click()
    ana.locator('.menu [data-do="ending"]').click()
    expect(ana.locator(".ending__verdict")).to_be_visible()
    for link in ana.locator(".ending__check a").all():
        found = ana.page.request.get(link.get_attribute("href") or "")
        (tmp_path / (link.get_attribute("download") or "")).write_bytes(found.body())
    python, *told = (ana.locator(".ending__check p code").inner_text()).split()
    assert python == "python3"
    checked = subprocess.run([sys.executable, *told], cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert checked.returncode == 0, checked.stderr
    assert ana.page.request.get(ana.locator('[href*="/replay"]').get_attribute("href") or "").status == 200
    assert ana.problems == luis.problems == []


def test_two_play_again_with_seats_swapped_and_whoever_looks_on_comes_along(seated: Seated, pebbles: Room) -> None:
    ana, luis, eva = seated(pebbles, "a"), seated(pebbles, "b", viewport=PHONE), seated(pebbles, "spectator")
    resigned = httpx.post(
        f"{pebbles.url}/resign", headers={"authorization": f"Bearer {pebbles.tokens['a']}"}, timeout=PATIENCE_S
    )
    assert resigned.status_code == 200
    first = ana.page.url
    expect(eva.locator(".ending__card")).to_be_visible()
    expect(eva.locator('[data-do^="rematch"]')).to_have_count(0)

    ana.locator('[data-do="rematch_swapped"]').click()
    expect(luis.locator(".proposal")).to_contain_text("Ana proposes a rematch with seats swapped.")
    expect(ana.locator("#ending .proposal")).to_contain_text("Waiting for an answer")
    expect(ana.locator("#notice")).to_be_empty()  # said there, and nothing lies over how it ended
    assert luis.breaches() == []
    for window in (ana, luis):  # answered where it is asked, before anybody proposes another
        expect(window.locator("#ending .proposal")).to_be_visible()
        expect(window.locator('#ending [data-do^="rematch"]:visible')).to_have_count(0)
        assert window.page.evaluate(_FITS)
    luis.locator('#ending [data-do="look"]').tap()
    expect(luis.locator("#main > .proposals .proposal")).to_be_visible()
    luis.locator('.proposal [data-answer="yes"]').tap()

    for window, viewer in ((ana, "b"), (luis, "a"), (eva, "spectator")):
        window.page.wait_for_url(lambda url: url.split("?")[0] != first.split("?")[0])
        expect(window.locator("body")).to_have_attribute("data-viewer", viewer)
        expect(window.locator("#connection")).to_have_attribute("data-state", "online")
        expect(window.locator('#seats [data-seat="b"]')).to_have_attribute("data-name", "Ana")
        expect(window.locator('#seats [data-seat="a"]')).to_have_attribute("data-name", "Luis")
    assert len({window.page.url.split("?")[0] for window in (ana, luis, eva)}) == 1

    mover = ana if ana.is_my_go() else luis
    mover.knows_its_offers()
    expect(mover.locator("#offers [data-offer]").first).to_be_visible()
    ana.page.goto(first)  # what was played stays, with the way on
    expect(ana.locator("[data-rematch] button")).to_be_visible()
    ana.locator("[data-rematch] button").click()
    expect(ana.page).to_have_url(re.compile(r"as=b$"))
    assert (ana.problems, luis.problems, eva.problems) == ([], [], [])
