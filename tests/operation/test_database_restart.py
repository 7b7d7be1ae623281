"""The database goes away in mid-game and comes back: what was acknowledged stays, what was not is told so, all goes on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.storage.embedded import Embedded
from tests.support.playing import PASS, TOYS, Room, told, until
from tests.support.postgres import temporary_home
from tests.support.server import RunningServer, running_server

Two = tuple[RunningServer, RunningServer]


@pytest.fixture(scope="module")
def home(seed: Path) -> Iterator[Path]:
    """The home of the database that the tests share."""
    with temporary_home(seed) as home:
        yield home


@pytest.fixture(scope="module")
def database(home: Path) -> Iterator[Embedded]:
    """A PostgreSQL of the test's own, kept as carefully as a real one."""
    embedded = Embedded(home, processes=2)
    embedded.start()
    yield embedded
    embedded.stop()


@pytest.fixture(scope="module")
def two(database: Embedded) -> Iterator[Two]:
    """Two servers that know the database only by its address."""
    url = database.start()
    with (
        running_server(url, TAPETE_SYSTEMS=TOYS) as one,
        running_server(url, TAPETE_SYSTEMS=TOYS) as other,
    ):
        yield one, other


def test_a_game_goes_on_after_the_database_was_away_and_nothing_acknowledged_is_lost(
    two: Two, database: Embedded
) -> None:
    here, there = two
    room = Room(here)
    with room.socket(here, "a") as ana, room.socket(there, "b") as luis:
        acknowledged = [room.act(server) for server in (here, there, here)]
        told(ana, acknowledged[-1])
        told(luis, acknowledged[-1])
        turn = room.turn(here)

        database.stop()
        for server in two:
            refused = room.post(server, "/actions", turn, {"action": PASS, "key": "while it is away"})
            assert refused.status_code == 503
            assert refused.json()["code"] == "unavailable"
            assert not server.is_ready()
        database.start()

        answers = []
        for server in two:
            until(server.is_ready)
            answers.append(room.post(server, "/actions", turn, {"action": PASS, "key": "while it is away"}))
        assert [answer.status_code for answer in answers] == [200, 200]
        assert answers[0].json() == answers[1].json()
        last = [room.act(server) for server in (there, here)][-1]

        stories = [told(socket, last) for socket in (ana, luis)]

    events = room.get(here, "/events")["events"]
    assert stories[0] == stories[1] == [event for event in events if event["seq"] > acknowledged[-1]]
    assert [event["seq"] for event in events] == list(range(1, last + 1))
    assert [event["type"] for event in events].count("turn_passed") == 6


def test_bots_wait_for_the_database_and_play_on(two: Two, database: Embedded) -> None:
    here, there = two
    room = Room(here, {"kind": "bot"}, {"kind": "bot"}, rounds=8)
    with room.socket(there, "spectator") as watching:
        told(watching, 5)

        database.stop()
        assert room.ask(here, viewer="spectator").status_code == 503
        database.start()

        until(lambda: room.ask(there, viewer="spectator").status_code == 200)
        until(lambda: room.get(there, viewer="spectator")["status"] == "finished", 60)
        last = room.get(here, viewer="spectator")["seq"]
        assert [event["seq"] for event in told(watching, last)] == list(range(6, last + 1))


def test_links_that_are_replaced_after_the_database_was_away_die_everywhere(two: Two, database: Embedded) -> None:
    here, there = two
    room = Room(here)
    with room.socket(there, "a") as ana:
        ana.recv(20)
        database.stop()
        database.start()
        until(here.is_ready)

        until(lambda: room.post(here, "/links/a", "host").status_code == 200)

        until(lambda: ana.protocol.close_code is not None)
        assert ana.close_code == 4401
