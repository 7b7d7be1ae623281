"""The embedded database dies under a running server, which starts it again by itself; or ends, where that cannot be."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import psutil
import pytest

from app.storage.embedded import Embedded
from app.storage.postmaster import Postmaster, servers_in
from tests.support.playing import PASS, TOYS, Room, told, until
from tests.support.postgres import temporary_home
from tests.support.server import RunningServer, running_server

BROKEN = "no_such_setting = 1\n"


@pytest.fixture(scope="module")
def home(seed: Path) -> Iterator[Path]:
    """The home of the server that the tests share."""
    with temporary_home(seed) as home:
        yield home


@pytest.fixture(scope="module", params=["1", "2"], ids=["one process", "two processes"])
def server(home: Path, request: pytest.FixtureRequest) -> Iterator[RunningServer]:
    """A server over an embedded database of its own: one process, and several under a launcher. Whatever happened to it,
    it stops well. It is started twice in vain for deaths that follow each other soon, so the tests stand in the order in which
    it outlives them: those after which it begins anew come first."""
    with running_server(TAPETE_HOME=str(home), TAPETE_SYSTEMS=TOYS, WORKERS=request.param) as running:
        yield running
        assert running.terminate() == 0
        assert servers_in(Embedded(home).data) == []


only_one_process = pytest.mark.parametrize("server", ["1"], ids=["one process"], indirect=True)
only_two_processes = pytest.mark.parametrize("server", ["2"], ids=["two processes"], indirect=True)


def postmaster(home: Path) -> psutil.Process:
    """The first process of the database."""
    found = Postmaster.of(Embedded(home).data)
    assert found is not None
    return psutil.Process(found.pid)


def kill_postmaster(home: Path) -> None:
    postmaster(home).kill()


def kill_all(home: Path) -> None:
    first = postmaster(home)
    for process in [first, *first.children()]:
        process.kill()


def settings_of(home: Path) -> Path:
    return Embedded(home).data / "postgresql.conf"


@only_one_process
def test_what_the_database_recovers_from_by_itself_is_left_to_it(server: RunningServer, home: Path) -> None:
    room, so_far = Room(server), len(server.output)
    acknowledged = room.act(server)
    first = postmaster(home)

    next(child for child in first.children() if "tapete" in child.cmdline()[0]).kill()

    until(lambda: room.post(server, "/messages", "a", {"text": "hello"}).status_code == 200)
    assert room.act(server) > acknowledged
    assert postmaster(home) == first
    assert "the database died" not in server.output[so_far:]


@pytest.mark.parametrize(("stop", "code"), [(signal.SIGTERM, 0), (signal.SIGINT, 130)])
@only_one_process
def test_a_stop_while_the_database_is_away_is_a_stop_and_starts_nothing(
    server: RunningServer, home: Path, stop: signal.Signals, code: int
) -> None:
    good, so_far = settings_of(home).read_text(), len(server.output)
    settings_of(home).write_text(BROKEN)
    kill_postmaster(home)
    until(lambda: "could not be started (1 of 3)" in server.output[so_far:])

    server.process.send_signal(stop)
    settings_of(home).write_text(good)  # from here on it could be started

    assert server.wait() == code
    assert "runs again" not in server.output[so_far:]
    assert "in vain" not in server.output[so_far:]
    assert servers_in(Embedded(home).data) == []
    server.start_again()


def test_a_database_that_cannot_be_started_ends_the_server_with_an_error(server: RunningServer, home: Path) -> None:
    room, so_far = Room(server), len(server.output)
    good = settings_of(home).read_text()
    with room.socket(server, "a") as ana:
        ana.recv(60)
        settings_of(home).write_text(BROKEN)

        kill_postmaster(home)

        until(lambda: server.process.poll() is not None)
        until(lambda: ana.protocol.close_code is not None)
    assert server.wait() == 1
    said = server.output[so_far:]
    assert [said.count(f"({number} of 3)") for number in (1, 2, 3)] == [1, 1, 1]
    assert "the database was started 3 times in a row in vain: the server ends" in said
    assert "Traceback" not in said
    assert servers_in(Embedded(home).data) == []
    settings_of(home).write_text(good)
    server.start_again()
    assert room.get(server)["status"] == "playing"


@pytest.mark.parametrize("kill", [kill_postmaster, kill_all])
def test_a_database_that_is_killed_is_started_again_and_nobody_loses_anything(
    server: RunningServer, home: Path, kill: Callable[[Path], None]
) -> None:
    room, so_far = Room(server), len(server.output)
    first = postmaster(home)
    with room.socket(server, "a") as ana, room.socket(server, "b") as luis:
        for _ in range(3):
            room.act(server)
        turn, act = room.turn(server), {"action": PASS, "key": "while it died"}
        answers: list[httpx.Response] = []

        kill(home)
        until(lambda: answers.append(room.post(server, "/actions", turn, act)) or answers[-1].status_code == 200)  # type: ignore[func-returns-value]
        repeated: list[httpx.Response] = []  # by another process, perhaps, which has its own way back to the database
        until(lambda: repeated.append(room.post(server, "/actions", turn, act)) or repeated[-1].status_code == 200)  # type: ignore[func-returns-value]
        until(server.is_ready)
        last = room.act(server)

        stories = [told(line, last) for line in (ana, luis)]

    assert stories[0] == stories[1] == room.get(server, "/events")["events"]
    assert [event["type"] for event in stories[0]].count("turn_passed") == 5
    assert {answer.status_code for answer in (*answers[:-1], *repeated[:-1])} <= {503}
    assert repeated[-1].json() == answers[-1].json()
    assert postmaster(home).pid != first.pid
    said = server.output[so_far:]
    assert [said.count(word) for word in ("the database died", "the database runs again")] == [1, 1]


@only_two_processes
def test_bots_play_on_by_themselves_after_the_database_died(server: RunningServer, home: Path) -> None:
    so_far = len(server.output)
    room = Room(server, {"kind": "bot"}, {"kind": "bot"}, rounds=20)
    with room.socket(server, "spectator") as watching:
        told(watching, 5)

        kill_postmaster(home)

        until(lambda: "the database runs again" in server.output[so_far:])
        until(lambda: room.ask(server, viewer="spectator").status_code == 200)
        until(lambda: room.get(server, viewer="spectator")["status"] == "finished")
        last = room.get(server, viewer="spectator")["seq"]
        assert [event["seq"] for event in told(watching, last)] == list(range(6, last + 1))


def test_a_start_that_fails_is_tried_again_and_meanwhile_the_server_says_that_it_is_not_ready(
    prepared_home: Path,
) -> None:
    home = prepared_home
    with running_server(TAPETE_HOME=str(home), TAPETE_SYSTEMS=TOYS) as server:
        room = Room(server)
        acknowledged = room.act(server)
        good = settings_of(home).read_text()
        settings_of(home).write_text(BROKEN)

        kill_postmaster(home)
        until(lambda: "could not be started (1 of 3)" in server.output)
        refused = httpx.get(f"{server.url}/readyz", timeout=60)
        alive = httpx.get(f"{server.url}/healthz", timeout=60)
        settings_of(home).write_text(good)

        assert (refused.status_code, alive.status_code) == (503, 200)
        assert "the database did not answer" in refused.text
        assert "no_such_setting" in server.output
        until(server.is_ready)
        assert room.act(server) > acknowledged
