"""The database goes away under an open table and comes back: the page says so, sends again, loses nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from app.storage.embedded import Embedded
from tests.browser.conftest import Seated
from tests.browser.tables import PEBBLES, Room
from tests.parts.web.pages_server import TOY
from tests.support.server import RunningServer, running_server

pytestmark = pytest.mark.e2e


@pytest.fixture
def home(prepared_home: Path) -> Path:
    return prepared_home


@pytest.fixture
def database(home: Path) -> Iterator[Embedded]:
    """A PostgreSQL of the test's own."""
    embedded = Embedded(home)
    embedded.start()
    yield embedded
    embedded.stop()


@pytest.fixture
def own_server(database: Embedded) -> Iterator[RunningServer]:
    """A server that knows the database only by its address."""
    with running_server(database.start(), TAPETE_SYSTEMS=TOY, LIMITS="off") as running:
        yield running


def test_a_table_outlives_its_database_and_what_is_done_meanwhile_is_done_once(
    seated: Seated, own_server: RunningServer, database: Embedded
) -> None:
    room = Room(own_server, "pebbles", "open", PEBBLES)
    mine, theirs = ("a", "b") if room.offers("a") else ("b", "a")
    me, other = seated(room, mine), seated(room, theirs)
    me.locator('[data-offer="pass"]').click()
    expect(me.locator('[data-verdict="legal"]')).to_be_visible()

    database.stop()
    me.locator("#commit").click()
    expect(me.locator("#commit")).to_contain_text("sending again")
    for window in (me, other):  # the line to the server is up, and so says the light
        expect(window.locator("#connection")).to_have_attribute("data-state", "online")
    database.start()

    expect(me.locator("#plan")).to_be_hidden()
    events = room.events(mine)
    assert [event["type"] for event in events].count("turn_passed") == 1
    for window in (me, other):
        window.wait_for_seq(len(events))
        expect(window.locator("#connection")).to_have_attribute("data-state", "online")

    other.knows_its_offers()
    other.locator('[data-offer="pass"]').click()
    expect(other.locator('[data-verdict="legal"]')).to_be_visible()
    other.commit()
    me.wait_for_seq(len(events) + 2)
