"""Connections that say nothing, say it slowly or never listen: let go in time, and never in anybody's way."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress

import httpx
import pytest

from app.web.wire.door import Waits
from app.web.wire.limits import DEFAULT, Kind
from tests.parts.web.api_site import HUMANS, TOYS, Room, bearer
from tests.support import impatient_server
from tests.support.impatient_server import patience
from tests.support.server import RunningServer, running_server

PATIENCE_S = 40.0
LONG_S = 600.0
"""Longer than any test: what is let go sooner was not let go for this."""
STRANGER = "127.0.0.31"
PROXY = "127.0.0.32"
OTHER = "127.0.0.33"
UNREAD = 'tapete_lines_let_go_total{kind="unread"}'
BUSY = (
    b"POST /rooms/new HTTP/1.1\r\nhost: x\r\norigin: http://x\r\nexpect: 100-continue\r\ncontent-length: 9\r\n"
    b"content-type: application/x-www-form-urlencoded\r\n\r\n"
)
"""A request for whose body the server then waits."""


@contextmanager
def impatient(database_url: str, waits: Waits, **environment: str) -> Iterator[RunningServer]:
    with running_server(
        database_url,
        impatient_server.MODULE,
        TAPETE_SYSTEMS=TOYS,
        FORWARDED_ALLOW_IPS=PROXY,
        **patience(waits),
        **environment,
    ) as running:
        yield running


@pytest.fixture(scope="module")
def hasty(module_database_url: str) -> Iterator[RunningServer]:
    """A server that waits for heads and bodies hardly at all, and for nothing else less than usual."""
    waits = Waits(head_s=1.0, rest_s=LONG_S, unread_s=LONG_S)
    with impatient(module_database_url, waits, **{impatient_server.READING_S: "1.0"}) as running:
        yield running


def line_to(server: RunningServer, own: str = STRANGER, receive_bytes: int | None = None) -> socket.socket:
    """A connection from the address ``own``."""
    line = socket.socket()
    if receive_bytes is not None:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_bytes)
    line.settimeout(PATIENCE_S)
    line.bind((own, 0))
    line.connect(("127.0.0.1", int(server.url.rpartition(":")[2])))
    return line


def rest_of(line: socket.socket) -> bytes:
    """Whatever comes until the other side closes; fails if it does not within the patience of the tests."""
    found = b""
    with suppress(ConnectionError):
        while part := line.recv(65536):
            found += part
    return found


def trickle(line: socket.socket, part: bytes) -> Callable[[], None]:
    """Sends ``part`` again and again until the line breaks; answers what stops it."""
    over = threading.Event()

    def send() -> None:
        with suppress(OSError):
            while not over.wait(0.05):
                line.sendall(part)

    sender = threading.Thread(target=send, daemon=True)
    sender.start()

    def stop() -> None:
        over.set()
        sender.join()

    return stop


def lines_of(server: RunningServer, own: str = OTHER) -> dict[str, float]:
    """What the server has counted of its lines."""
    with httpx.Client(transport=httpx.HTTPTransport(local_address=own), timeout=PATIENCE_S) as client:
        found = client.get(f"{server.url}/metrics").text
    counted = [line.rsplit(" ", 1) for line in found.splitlines() if line.startswith("tapete_lines_")]
    return {name: float(number) for name, number in counted}


def until(happened: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while not happened():
        assert time.monotonic() < deadline


# -- heads and bodies --------------------------------------------------------------------------------------------------


def test_a_head_must_be_complete_within_ten_seconds() -> None:
    waits = Waits()

    assert (waits.head_s, waits.rest_s) == (10, 5)
    assert waits.unread_s + 2 * waits.look_s <= 40


@pytest.mark.parametrize("said", [b"", b"\r\n", b"GET /healthz HTTP/1.1\r\nhost: x\r\n", b"G"])
def test_whoever_says_nothing_or_half_a_head_is_let_go(hasty: RunningServer, said: bytes) -> None:
    with line_to(hasty) as line:
        line.sendall(said)

        assert rest_of(line) == b""


def test_a_head_that_trickles_in_gains_no_time(hasty: RunningServer) -> None:
    before = lines_of(hasty)['tapete_lines_let_go_total{kind="head"}']
    with line_to(hasty) as line:
        line.sendall(b"GET /healthz HTTP/1.1\r\nhost: x\r\nx-more: ")
        stop = trickle(line, b"x")

        assert rest_of(line) == b""
        stop()

    assert lines_of(hasty)['tapete_lines_let_go_total{kind="head"}'] > before


def test_the_next_head_on_a_line_that_was_answered_must_be_complete_in_time_too(hasty: RunningServer) -> None:
    with line_to(hasty) as line:
        line.sendall(b"GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n")
        answer = line.recv(65536)
        while not answer.endswith(b"ok\n"):
            answer += line.recv(65536)
        line.sendall(b"GET /healthz HTTP/1.1\r\nx-more: ")
        stop = trickle(line, b"x")

        assert rest_of(line) == b""
        stop()


def test_a_line_that_asks_nothing_more_is_let_go(module_database_url: str) -> None:
    with (
        impatient(module_database_url, Waits(head_s=LONG_S, rest_s=0.2)) as server,
        line_to(server) as line,
    ):
        line.sendall(b"GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n")

        assert rest_of(line).endswith(b"ok\n")


def test_a_body_that_trickles_in_is_refused_and_its_line_let_go(hasty: RunningServer) -> None:
    with line_to(hasty) as line:
        line.sendall(b"POST /api/v1/rooms HTTP/1.1\r\nhost: x\r\ncontent-length: 60000\r\n\r\n")
        stop = trickle(line, b" ")
        answer = rest_of(line)
        stop()

    assert answer.startswith(b"HTTP/1.1 400 ")
    assert b"did not arrive in time" in answer


def test_a_body_that_nobody_wants_does_not_keep_its_line(hasty: RunningServer) -> None:
    with line_to(hasty) as line:
        line.sendall(b"GET /healthz HTTP/1.1\r\nhost: x\r\ncontent-length: 60000\r\n\r\n")
        stop = trickle(line, b" ")

        assert rest_of(line).endswith(b"ok\n")
        stop()


def test_a_head_without_end_is_refused(hasty: RunningServer) -> None:
    with line_to(hasty) as line:
        line.sendall(b"GET / HTTP/1.1\r\nhost: x\r\nx-much: ")
        stop = trickle(line, b"x" * 20_000)
        answer = rest_of(line)
        stop()

    assert answer == b"" or answer.startswith(b"HTTP/1.1 431 ")


# -- how many ----------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def patient(module_database_url: str) -> Iterator[RunningServer]:
    """A server with limits that lets nobody go for being slow."""
    waits = Waits(head_s=LONG_S, rest_s=LONG_S, unread_s=LONG_S)
    with impatient(module_database_url, waits, LIMITS="default") as running:
        yield running


def limit_of(kind: Kind) -> int:
    figure = DEFAULT[kind].address
    assert figure is not None
    return figure.open or figure.burst


def test_silent_lines_of_one_address_make_room_for_whoever_asks_there(patient: RunningServer) -> None:
    with ExitStack() as silent:
        lines = [silent.enter_context(line_to(patient)) for _ in range(limit_of(Kind.LINES) + 50)]
        until(lambda: lines_of(patient)['tapete_lines_let_go_total{kind="room"}'] >= 50)

        assert rest_of(lines[0]) == b""
        with line_to(patient) as family:
            family.sendall(b"GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n")
            assert rest_of(family).startswith(b"HTTP/1.1 200 ")
        assert lines_of(patient)["tapete_lines_open"] <= limit_of(Kind.LINES) + 2


def test_lines_that_are_busy_count_together_whatever_they_are_for(patient: RunningServer) -> None:
    with ExitStack() as busy:
        for _ in range(limit_of(Kind.LINES)):
            line = busy.enter_context(line_to(patient, "127.0.0.41"))
            line.sendall(BUSY)
            assert line.recv(1024).startswith(b"HTTP/1.1 100 ")
        with line_to(patient, "127.0.0.41") as refused, line_to(patient, "127.0.0.42") as other:
            refused.sendall(b"GET / HTTP/1.1\r\nhost: x\r\n\r\n")
            answer = rest_of(refused)
            other.sendall(b"GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n")

            assert rest_of(other).startswith(b"HTTP/1.1 200 ")
        with line_to(patient, "127.0.0.41") as health:
            health.sendall(b"GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n")
            assert rest_of(health).endswith(b"ok\n")

    head, _, body = answer.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 429 ")
    assert b"retry-after: 10" in head
    assert b"connection: close" in head
    assert json.loads(body)["code"] == "too_fast"


def test_a_named_proxy_is_not_one_client_and_each_it_speaks_for_is(patient: RunningServer) -> None:
    def ask(line: socket.socket, address: str) -> bytes:
        line.sendall(BUSY[:-2] + f"x-forwarded-for: {address}\r\n\r\n".encode())
        return line.recv(65536)

    most = limit_of(Kind.LINES)
    with ExitStack() as lines:
        by_proxy = [lines.enter_context(line_to(patient, PROXY)) for _ in range(most + 3)]
        for line in by_proxy[:most]:
            assert ask(line, "198.51.100.7").startswith(b"HTTP/1.1 100 ")

        assert ask(by_proxy[most], "198.51.100.7").startswith(b"HTTP/1.1 429 ")
        assert ask(by_proxy[most + 1], "198.51.100.8").startswith(b"HTTP/1.1 100 ")


def test_health_is_told_and_room_is_made_when_every_descriptor_is_taken(module_database_url: str) -> None:
    waits = Waits(head_s=LONG_S, rest_s=LONG_S, unread_s=LONG_S)
    with (
        impatient(module_database_url, waits, **{impatient_server.DESCRIPTORS: "400"}) as server,
        ExitStack() as lines,
    ):
        silent = [lines.enter_context(line_to(server, f"127.0.2.{number % 250 + 1}")) for number in range(700)]

        assert httpx.get(f"{server.url}/healthz", timeout=PATIENCE_S).status_code == 200
        assert httpx.get(f"{server.url}/", timeout=PATIENCE_S).status_code == 200
        assert rest_of(silent[0]) == b""
        assert 50 < lines_of(server)["tapete_lines_open"] < 400


def test_health_is_told_when_everybody_who_is_there_asks_something(module_database_url: str) -> None:
    waits = Waits(head_s=LONG_S, rest_s=LONG_S, unread_s=LONG_S)
    with (
        impatient(module_database_url, waits, **{impatient_server.DESCRIPTORS: "400"}) as server,
        ExitStack() as lines,
    ):
        refused = b""
        while b" 503 " not in refused:
            line = lines.enter_context(line_to(server))
            line.sendall(BUSY)
            refused = line.recv(65536)

        for path in ("/healthz", "/readyz"):
            assert httpx.get(server.url + path, timeout=PATIENCE_S).status_code == 200
        silent = [lines.enter_context(line_to(server)) for _ in range(100)]
        for path in ("/healthz", "/readyz"):
            assert httpx.get(server.url + path, timeout=PATIENCE_S).status_code == 200
        answer = httpx.get(f"{server.url}/api/v1/games", timeout=PATIENCE_S)

        assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
        assert answer.headers["retry-after"] == "2"
        assert rest_of(silent[0]) == b""


# -- readers -----------------------------------------------------------------------------------------------------------


def test_a_stream_and_an_answer_that_nobody_reads_are_let_go_and_readers_stay(module_database_url: str) -> None:
    waits = Waits(head_s=LONG_S, unread_s=1.0, look_s=0.2)
    with (
        impatient(module_database_url, waits, **{impatient_server.SEND_BYTES: "4096"}) as server,
        httpx.Client(base_url=server.url, timeout=PATIENCE_S) as client,
        ExitStack() as lines,
    ):
        seats = {"game": "pebbles", "scenario": "open", "seats": HUMANS}
        room = Room(client.post("/api/v1/rooms", json=seats).json())
        answer = lines.enter_context(line_to(server, receive_bytes=2048))
        answer.sendall(b"GET /api/openapi.json HTTP/1.1\r\nhost: x\r\n\r\n")
        until(lambda: lines_of(server)[UNREAD] == 1)

        headers = bearer(room.tokens["a"])
        mute = lines.enter_context(line_to(server, receive_bytes=2048))
        mute.sendall(
            f"GET {room.path}/stream HTTP/1.1\r\nhost: x\r\nauthorization: {headers['Authorization']}\r\n\r\n".encode()
        )
        reader = lines.enter_context(client.stream("GET", f"{room.path}/stream", headers=headers))
        told = (line for line in reader.iter_lines() if line)
        assert json.loads(next(told))["type"] == "room_full"
        while lines_of(server)[UNREAD] < 2:
            said = client.post(f"{room.path}/messages", json={"text": "x" * 400}, headers=headers)
            assert said.status_code == 200
            while json.loads(next(told)).get("type") != "message":
                pass

        until(lambda: 'tapete_sockets_open{kind="streams"} 1.0' in client.get("/metrics").text)
        rest_of(mute)


def test_a_stream_that_nobody_reads_is_let_go_in_a_quiet_room_though_all_of_it_lies_in_the_machine(
    module_database_url: str,
) -> None:
    waits = Waits(head_s=LONG_S, unread_s=1.0, look_s=0.2)
    with (
        impatient(module_database_url, waits) as server,
        httpx.Client(base_url=server.url, timeout=PATIENCE_S) as client,
        ExitStack() as lines,
    ):
        seats = {"game": "pebbles", "scenario": "open", "seats": HUMANS}
        room = Room(client.post("/api/v1/rooms", json=seats).json())
        headers = bearer(room.tokens["a"])
        mute = lines.enter_context(line_to(server, receive_bytes=2048))
        mute.sendall(
            f"GET {room.path}/stream HTTP/1.1\r\nhost: x\r\nauthorization: {headers['Authorization']}\r\n\r\n".encode()
        )
        reader = lines.enter_context(client.stream("GET", f"{room.path}/stream", headers=headers))
        told = (line for line in reader.iter_lines() if line)
        assert json.loads(next(told))["type"] == "room_full"
        until(lambda: 'tapete_sockets_open{kind="streams"} 2.0' in client.get("/metrics").text)
        for _ in range(40):
            said = client.post(f"{room.path}/messages", json={"text": "x" * 400}, headers=headers)
            assert said.status_code == 200
            while json.loads(next(told)).get("type") != "message":
                pass

        until(lambda: lines_of(server)[UNREAD] == 1)
        until(lambda: 'tapete_sockets_open{kind="streams"} 1.0' in client.get("/metrics").text)
        rest_of(mute)


# -- guesses -----------------------------------------------------------------------------------------------------------


def test_secrets_that_open_nothing_are_slowed_down_and_good_ones_work_at_once(patient: RunningServer) -> None:
    def get(path: str, headers: dict[str, str]) -> httpx.Response:
        return client.get(path, headers=headers)

    with httpx.Client(
        base_url=patient.url, transport=httpx.HTTPTransport(local_address="127.0.0.51"), timeout=PATIENCE_S
    ) as client:
        made = client.post("/api/v1/rooms", json={"game": "pebbles", "scenario": "open", "seats": HUMANS})
        room = Room(made.json())
        good = bearer(room.tokens["a"])
        guesses = []
        for number in range(limit_of(Kind.GUESSES) + 60):
            guesses.append(get(room.path, bearer(f"{number:0>32}")))
            assert get(room.path, good).status_code == 200
        cookie = get(room.path, {"cookie": f"t_{room.id}_a={'x' * 32}"})
        link = get(f"/join/{'y' * 32}", {})
        watched = get(f"/replay/{'z' * 32}", {})
        nothing = get(room.path, {})

    statuses = [guess.status_code for guess in guesses]
    assert statuses[: limit_of(Kind.GUESSES)] == [401] * limit_of(Kind.GUESSES)
    assert set(statuses) == {401, 429}
    slowed = next(guess for guess in guesses if guess.status_code == 429)
    assert slowed.json()["code"] == "too_fast"
    assert 0 < int(slowed.headers["retry-after"]) <= 60
    assert [answer.status_code for answer in (cookie, link, watched)].count(429) >= 2
    assert nothing.status_code == 401
    with httpx.Client(base_url=patient.url, transport=httpx.HTTPTransport(local_address=OTHER)) as elsewhere:
        assert elsewhere.get(room.path, headers=bearer("w" * 32)).status_code == 401
