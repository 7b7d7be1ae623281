"""The line between page and server: it breaks, the server dies, links are replaced; the table stays and tells the truth."""

from __future__ import annotations

import socket
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import Seated
from tests.browser.tables import PATIENCE_MS, PEBBLES, SOLDIERS, Room
from tests.parts.web.pages_server import TOY, hosted, reader
from tests.support.server import RunningServer, running_server

pytestmark = pytest.mark.e2e


@pytest.fixture
def own_server(database_url: str) -> Iterator[RunningServer]:
    """A server of the test's own that comes back at the same port after its end."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = str(probe.getsockname()[1])
    with running_server(database_url, TAPETE_SYSTEMS=TOY, LIMITS="off", PORT=port) as running:
        yield running


def test_the_table_outlives_a_killed_server(seated: Seated, own_server: RunningServer) -> None:
    room = Room(own_server, "war_of_plastic", "garden_skirmish", SOLDIERS)
    ana = seated(room, "a")
    ana.unit("A-02").evaluate("piece => { piece.sameAsBefore = true; }")
    ana.locator("#say-text").fill("still here")

    own_server.kill()
    expect(ana.locator("#connection")).not_to_have_attribute("data-state", "online")
    own_server.start_again()
    expect(ana.locator("#connection")).to_have_attribute("data-state", "online")

    for seat in ("a", "b"):
        if any(offer["type"] == "roll" for offer in room.offers(seat)):
            room.act(seat, {"type": "roll"})
    expect(ana.locator("#log")).to_contain_text("Ana rolls")
    assert ana.unit("A-02").count() == 1
    assert ana.unit("A-02").evaluate("piece => piece.sameAsBefore")
    expect(ana.locator("#say-text")).to_have_value("still here")
    ana.wait_for_seq(len(room.events("a")))


def test_the_light_says_offline_while_the_page_goes_on_trying(seated: Seated, own_server: RunningServer) -> None:
    ana = seated(Room(own_server, "pebbles", "open", PEBBLES), "a")
    light = ana.locator("#connection")
    light.evaluate("""light => {
      window.states = [];
      window.tries = 0;
      new MutationObserver(() => window.states.push(light.dataset.state)).observe(light, {attributeFilter: ['data-state']});
      document.addEventListener('htmx:ws:close', () => { window.tries += 1; });
    }""")

    own_server.kill()
    expect(light).to_have_attribute("data-state", "reconnecting")
    expect(light).to_have_text("Reconnecting")
    expect(light).to_have_attribute("data-state", "offline")
    expect(light).to_have_text("Offline")
    tries = ana.page.evaluate("window.tries")
    ana.page.wait_for_function("tries => window.tries > tries + 1", arg=tries)
    own_server.start_again()
    expect(light).to_have_attribute("data-state", "online")

    assert tries > 1
    assert ana.page.evaluate("window.states") == ["reconnecting", "offline", "online"]


# Every state of the light from now on, and how many lines were opened.
_WATCH = """() => {
  window.states = [];
  window.opened = 0;
  const light = document.getElementById('connection');
  new MutationObserver(() => window.states.push(light.dataset.state)).observe(light, {attributeFilter: ['data-state']});
  document.addEventListener('htmx:ws:after:connection', () => { window.opened += 1; });
}"""


def test_after_a_sleep_the_page_does_not_trust_its_old_line(seated: Seated, pebbles: Room) -> None:
    ana, luis = seated(pebbles, "a"), seated(pebbles, "b")
    ana.page.clock.install()
    ana.page.reload()
    expect(ana.locator("#connection")).to_have_attribute("data-state", "online")
    ana.page.evaluate(_WATCH)

    ana.page.clock.fast_forward("10:00")
    ana.page.wait_for_function("() => window.opened === 1")

    assert ana.page.evaluate("window.states") == ["reconnecting", "online"]
    luis.locator("#say-text").fill("good morning")
    luis.locator("#say-text").press("Enter")
    expect(ana.locator("#chat")).to_contain_text("good morning")


def test_when_the_network_is_back_the_page_takes_a_new_line(seated: Seated, pebbles: Room) -> None:
    ana = seated(pebbles, "a")
    ana.page.evaluate(_WATCH)

    ana.page.context.set_offline(True)
    expect(ana.locator("#connection")).to_have_attribute("data-state", "offline")
    ana.page.context.set_offline(False)
    ana.page.wait_for_function("() => window.opened === 1")

    expect(ana.locator("#connection")).to_have_attribute("data-state", "online")
    assert ana.page.evaluate("window.states.at(-1)") == "online"


def test_a_plan_outlives_a_killed_server_and_is_done_once(seated: Seated, own_server: RunningServer) -> None:
    room = Room(own_server, "pebbles", "open", PEBBLES)
    seat = "a" if room.offers("a") else "b"
    window = seated(room, seat)
    window.locator('[data-offer="pass"]').click()
    expect(window.locator('[data-verdict="legal"]')).to_be_visible()

    own_server.kill()
    window.locator("#commit").click()
    expect(window.locator("#commit")).to_contain_text("sending again")
    notice = window.locator("#notice")
    window.locator("#say-text").fill("wait")
    window.press("Enter")
    expect(notice).to_contain_text("Try again once you are online.")
    window.locator('[data-focus="cancel"]').click()  # no more tries
    expect(notice).to_contain_text("Your plan is still here.")
    window.locator("#commit").click()
    expect(notice).to_be_empty()
    window.locator("#say-text").press("Enter")
    expect(notice).to_contain_text("Try again once you are online.")
    own_server.start_again()

    expect(window.locator("#plan")).to_be_hidden()
    expect(notice).to_be_empty()
    assert [event["type"] for event in room.events(seat)].count("turn_passed") == 1


def test_a_replaced_link_is_said_and_not_tried_for_ever(table_server: RunningServer, browser: Browser) -> None:
    host = reader(table_server)
    room_id, links = hosted(host)
    context = browser.new_context(base_url=table_server.url, locale="en")
    page = context.new_page()
    page.goto(links["b"])
    page.get_by_label("Your name").fill("Luis")
    page.locator("form button").last.click()
    expect(page.locator("#connection")).to_have_attribute("data-state", "online", timeout=PATIENCE_MS)

    answer = host.post(f"/rooms/{room_id}/links", data={"viewer": "b"})
    assert answer.status_code == 303, answer.text

    expect(page.locator("#connection")).to_have_attribute("data-state", "offline", timeout=PATIENCE_MS)
    expect(page.locator("#notice")).to_contain_text("This link no longer works.")
    context.close()
    host.close()
