"""Several processes of one server: one address, one set of rooms, each replaced when it dies, all gone in time."""

from __future__ import annotations

import re
import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path

import httpx
import psutil
import pytest
from websockets.exceptions import ConnectionClosed

from app import processes
from app.storage.embedded import Embedded
from app.storage.postmaster import servers_in
from tests.support.command import run
from tests.support.playing import PATIENCE_S, TOYS, Room, told, until
from tests.support.postgres import temporary_home
from tests.support.server import COMMAND, STOP_S, RunningServer, running_server

RESTART_S = 60.0


@pytest.fixture(scope="module")
def home(seed: Path) -> Iterator[Path]:
    """The home of the server that the tests share."""
    with temporary_home(seed) as home:
        yield home


@pytest.fixture(scope="module")
def server(home: Path) -> Iterator[RunningServer]:
    """Two processes over an embedded database. It outlives all that is done to it but the last."""
    with running_server(TAPETE_HOME=str(home), TAPETE_SYSTEMS=TOYS, WORKERS="2", program=COMMAND) as running:
        yield running


def answering(server: RunningServer) -> int:
    """The process that answers just now."""
    metrics = httpx.get(f"{server.url}/metrics", timeout=PATIENCE_S).text
    found = re.search(r'^tapete_process\{pid="(\d+)"\} 1.0$', metrics, re.MULTILINE)
    assert found is not None
    return int(found[1])


def both_answering(server: RunningServer, without: int = 0) -> set[int]:
    """Waits until two processes, ``without`` not among them, have answered."""
    seen: set[int] = set()

    def have_answered() -> bool:
        with suppress(httpx.TransportError):
            seen.add(answering(server))
        seen.discard(without)
        return len(seen) == 2

    until(have_answered, RESTART_S)
    return seen


def test_two_processes_share_an_address_and_their_rooms(server: RunningServer) -> None:
    assert server.output.count("Tapete is at ") == 1
    pids = both_answering(server)
    assert pids <= {child.pid for child in psutil.Process(server.pid).children(recursive=True)}

    room = Room(server)
    with room.socket(server, "a") as ana, room.socket(server, "b") as luis:
        seqs = [room.act(server) for _ in range(10)]

        assert seqs == sorted(set(seqs))
        assert told(ana, seqs[-1]) == told(luis, seqs[-1])
    assert server.output.count("Tapete is at ") == 1


def test_a_process_that_is_killed_is_replaced_and_nothing_acknowledged_is_lost(server: RunningServer) -> None:
    room = Room(server)
    before = both_answering(server)
    acknowledged = room.act(server)

    victim = before.pop()
    psutil.Process(victim).kill()

    assert_still_plays(room, server, acknowledged)
    after = both_answering(server, without=victim)
    assert before < after
    assert len([room.act(server) for _ in range(6)]) == 6
    assert server.output.count("Tapete is at ") == 1


def assert_still_plays(room: Room, server: RunningServer, acknowledged: int) -> None:
    """That whoever is left answers, as soon as the dead process's connections are gone."""
    seen: list[int] = []

    def has_acted() -> bool:
        with suppress(httpx.TransportError):
            seen.append(room.act(server))
        return bool(seen)

    until(has_acted)
    assert seen[-1] > acknowledged


def test_processes_leave_when_their_launcher_is_killed_and_the_next_start_works(
    server: RunningServer, home: Path
) -> None:
    room = Room(server)
    pids = both_answering(server)
    acknowledged = room.act(server)

    server.kill()
    until(lambda: not any(is_running(pid) for pid in pids))
    server.start_again()

    assert room.get(server)["seq"] == acknowledged
    assert room.act(server) > acknowledged


def is_running(pid: int) -> bool:
    """Whether a process lives; one that nobody buries does not."""
    with suppress(psutil.NoSuchProcess):
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    return False


def test_a_port_that_is_taken_is_code_3_for_several_processes_too(server: RunningServer, seed: Path) -> None:
    port = server.url.rpartition(":")[2]
    with temporary_home(seed) as other:
        refused = run("serve", PORT=port, TAPETE_HOME=str(other), TAPETE_SYSTEMS=TOYS, WORKERS="2")

        assert refused.returncode == 3
        assert "cannot listen on 127.0.0.1" in refused.stderr
        assert servers_in(Embedded(other).data) == []


def test_a_stop_closes_every_socket_with_1012_and_leaves_nothing_behind(server: RunningServer, home: Path) -> None:
    room = Room(server)
    pids = both_answering(server)
    with room.socket(server, "a") as ana, room.socket(server, "b") as luis:
        for each in (ana, luis):
            each.recv(PATIENCE_S)
        begun = time.monotonic()
        server.process.terminate()
        for each in (ana, luis):
            with suppress(ConnectionClosed):
                while True:
                    each.recv(PATIENCE_S)
        codes = [ana.close_code, luis.close_code]

    assert codes == [1012, 1012]
    assert server.wait() == 0
    assert time.monotonic() - begun < STOP_S
    assert not any(psutil.pid_exists(pid) for pid in pids)
    assert servers_in(Embedded(home).data) == []


def test_a_game_that_is_broken_is_said_once_and_code_1(database_url: str) -> None:
    refused = run("serve", DATABASE_URL=database_url, TAPETE_SYSTEMS="tests.no_such_systems", WORKERS="2", PORT="0")

    assert refused.returncode == 1
    assert refused.stderr.count("tests.no_such_systems") == 1


def ends_at_once(listener: socket.socket, line: Connection) -> None:
    """The life of a process that cannot start."""


def test_processes_that_cannot_start_are_given_up_and_nothing_is_announced() -> None:
    announced: list[str] = []
    listener = processes.listening_socket("127.0.0.1", 0)

    assert processes.Processes(2, ends_at_once, (), listener, announced.append).run() == processes.FAILED_START

    assert announced == []
    assert listener.fileno() == -1
