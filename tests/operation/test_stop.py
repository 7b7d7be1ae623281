"""SIGTERM in the midst of everything: what was begun is finished, whoever listens is told, and it takes no ten seconds."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.operation.test_serving import TOYS, TWO_PEOPLE, Table, until
from tests.support.server import STOP_S, RunningServer, running_server

RESTART = 1012


@pytest.fixture
def server(database_url: str) -> Iterator[RunningServer]:
    with running_server(database_url, TAPETE_SYSTEMS=TOYS) as running:
        yield running


def half_a_request(server: RunningServer) -> tuple[socket.socket, bytes]:
    """A connection on which making a room was begun and the server waits for the body, and that body."""
    body = json.dumps(TWO_PEOPLE).encode()
    line = socket.create_connection(("127.0.0.1", int(server.url.rpartition(":")[2])), timeout=STOP_S)
    head = "POST /api/v1/rooms HTTP/1.1\r\nhost: tapete\r\nexpect: 100-continue\r\ncontent-length: {}\r\n\r\n"
    line.sendall(head.format(len(body)).encode())
    assert line.recv(1024).startswith(b"HTTP/1.1 100 ")
    return line, body


def read_all(line: socket.socket) -> bytes:
    """Everything until the other side closes."""
    return b"".join(iter(lambda: line.recv(65536), b""))


def close_code(line: ClientConnection) -> int | None:
    """Reads to the end; answers what it ended with."""
    with suppress(ConnectionClosed):
        while True:
            line.recv(STOP_S)
    return line.close_code


def test_requests_in_flight_are_finished_and_every_live_connection_is_told(server: RunningServer) -> None:
    tables = [Table(server) for _ in range(3)]
    with ExitStack() as stack:
        sockets = []
        for table in tables:
            for token in table.tokens.values():
                headers = {"Authorization": f"Bearer {token}"}
                line = stack.enter_context(connect(table.socket_url(), additional_headers=headers, proxy=None))
                assert json.loads(line.recv())["type"] == "room_full"
                sockets.append(line)
        headers = {"Authorization": f"Bearer {tables[0].tokens['a']}"}
        page = tables[0].socket_url().replace("/api/v1", "")
        watching = stack.enter_context(connect(page, additional_headers=headers, proxy=None))
        assert "<" in str(watching.recv())
        url = f"{server.url}/api/v1/rooms/{tables[0].id}/stream"
        stream = stack.enter_context(httpx.stream("GET", url, headers=headers, timeout=STOP_S))
        told = stream.iter_lines()
        assert json.loads(next(told))["type"] == "room_full"
        begun, rest = half_a_request(server)
        stack.callback(begun.close)

        since = time.monotonic()
        server.process.terminate()
        until(lambda: "Shutting down" in server.output)
        begun.sendall(rest)

        assert read_all(begun).startswith(b"HTTP/1.1 201 ")
        assert [close_code(line) for line in (*sockets, watching)] == [RESTART] * 7
        assert [line for line in told if line] == []
    assert server.wait() == 0
    assert time.monotonic() - since < STOP_S


def test_nobody_new_is_let_in_while_it_stops(server: RunningServer) -> None:
    begun, rest = half_a_request(server)
    with begun:
        server.process.terminate()
        until(lambda: "Shutting down" in server.output)

        with pytest.raises(httpx.TransportError):
            httpx.get(f"{server.url}/healthz")

        begun.sendall(rest)
        assert read_all(begun).startswith(b"HTTP/1.1 201 ")
    assert server.wait() == 0
