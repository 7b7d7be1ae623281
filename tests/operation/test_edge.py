"""The edge of the real server: what it takes from strangers, and what it says and writes down about them."""

from __future__ import annotations

import re
import socket
import struct
from collections.abc import Iterator

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from tests.operation.test_lines import PATIENCE_S, line_to, rest_of
from tests.parts.web.api_site import HUMANS, TOYS, Room, bearer
from tests.support.playing import until
from tests.support.server import RunningServer, running_server

PROXY = "127.0.0.9"
STRANGER = "127.0.0.10"
HTTPS = {"X-Forwarded-Proto": "https"}
YEAR = "max-age=31536000"


@pytest.fixture(scope="module")
def server(module_database_url: str) -> Iterator[RunningServer]:
    """A server that believes one proxy and writes text."""
    with running_server(
        module_database_url, TAPETE_SYSTEMS=TOYS, FORWARDED_ALLOW_IPS=PROXY, LOG_FORMAT="text"
    ) as running:
        yield running


def caller(server: RunningServer, own: str) -> httpx.Client:
    transport = httpx.HTTPTransport(local_address=own)
    return httpx.Client(base_url=server.url, transport=transport, timeout=PATIENCE_S)


def new_room(server: RunningServer) -> Room:
    body = {"game": "pebbles", "scenario": "open", "seats": list(HUMANS)}
    return Room(httpx.post(f"{server.url}/api/v1/rooms", json=body).json())


def said_since(server: RunningServer, before: int) -> str:
    """What the server wrote, up to a line that was written last."""
    mark = f"/mark-{before}"
    httpx.get(server.url + mark)
    until(lambda: mark in server.output[before:], PATIENCE_S)
    return server.output[before:]


# -- what is written down ----------------------------------------------------------------------------------------------


def test_no_line_of_the_log_is_forged_by_an_address_or_a_header(server: RunningServer) -> None:
    before = len(server.output)
    httpx.get(f"{server.url}/a%0A12:00:00%20INFO%20app:%20forged%1B%5B2K%C2%85%E2%80%A8b")
    with line_to(server, STRANGER) as line:
        line.sendall(b"GET /b HTTP/1.1\r\nhost: x\x1b[2K\r\nx-forwarded-for: \x85\x1b[2K\r\nconnection: close\r\n\r\n")
        rest_of(line)

    said = said_since(server, before)

    assert "forged" in said
    assert all(re.match(r"\d\d:\d\d:\d\d [A-Z]+ [\w.]+: ", line) for line in said.splitlines())
    assert not re.search(r"\d\d:\d\d:\d\d INFO app: forged", said)
    assert "\x1b" not in said


def test_whoever_goes_away_in_mid_upload_is_no_error(server: RunningServer) -> None:
    before = len(server.output)
    for path in ("/api/v1/rooms", "/api/v1/rooms/import", "/rooms/new"):
        with line_to(server, STRANGER) as line:
            line.sendall(
                f"POST {path} HTTP/1.1\r\nhost: x\r\norigin: http://x\r\nexpect: 100-continue\r\ncontent-length: 99\r\n".encode()
                + b"content-type: application/x-www-form-urlencoded\r\n\r\n"
            )
            assert line.recv(1024).startswith(b"HTTP/1.1 100 ")
            line.sendall(b"{")
    until(lambda: server.output[before:].count("POST /") == 3, PATIENCE_S)

    said = said_since(server, before)

    assert "Traceback" not in said
    assert " ERROR " not in said


def test_whoever_goes_away_before_all_requests_of_a_line_are_answered_is_no_error(server: RunningServer) -> None:
    room = new_room(server)
    before = len(server.output)
    ask = (
        f"GET /rooms/{room.id} HTTP/1.1\r\nhost: x\r\nauthorization: {bearer(room.tokens['a'])['Authorization']}\r\n\r\n"
    ).encode()
    for _ in range(10):
        with line_to(server, STRANGER) as line:
            line.sendall(ask * 20)
            line.recv(1)
            line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    until(lambda: server.output[before:].count(f"GET /rooms/{room.id}") >= 10, PATIENCE_S)

    said = said_since(server, before)

    assert "Traceback" not in said
    assert " ERROR " not in said


def test_a_refused_socket_is_no_error(server: RunningServer) -> None:
    room = new_room(server)
    before = len(server.output)
    url = f"ws{server.url.removeprefix('http')}{room.path}/socket"
    for headers in ({}, bearer("x" * 32), bearer(room.tokens["a"]) | {"Origin": "http://elsewhere.test"}):
        with pytest.raises(InvalidStatus), connect(url, additional_headers=headers, proxy=None):
            pass
    with pytest.raises(InvalidStatus), connect(f"{url}/nowhere", proxy=None):
        pass
    until(lambda: server.output[before:].count("WEBSOCKET") == 4, PATIENCE_S)

    said = said_since(server, before)

    assert " ERROR " not in said
    assert " CRITICAL " not in said


# -- what is said ------------------------------------------------------------------------------------------------------

PATHS = ("/", "/nowhere", "/api/v1/games", "/api/v1/rooms/nowhere", "/static/css/base/tokens.css", "/healthz", "/games")


@pytest.mark.parametrize("accept", ["*/*", "text/html"])
@pytest.mark.parametrize("path", PATHS)
def test_over_https_every_answer_says_so_for_the_next_year(server: RunningServer, path: str, accept: str) -> None:
    with caller(server, PROXY) as proxy, caller(server, STRANGER) as stranger:
        secure = proxy.get(path, headers=HTTPS | {"accept": accept})
        plain = proxy.get(path, headers={"accept": accept})
        forged = stranger.get(path, headers=HTTPS | {"accept": accept})

    assert secure.headers.get_list("strict-transport-security") == [YEAR]
    assert "strict-transport-security" not in plain.headers
    assert "strict-transport-security" not in forged.headers


@pytest.mark.parametrize(
    ("own", "headers", "origin", "status"),
    [
        (PROXY, HTTPS, "https://tapete.example", 200),
        (PROXY, HTTPS, "http://tapete.example", 403),
        (PROXY, {}, "http://tapete.example", 200),
        (PROXY, {}, "https://tapete.example", 403),
        (STRANGER, {}, "http://tapete.example", 200),
        (STRANGER, HTTPS, "http://tapete.example", 200),
        (STRANGER, HTTPS, "https://tapete.example", 403),
        (STRANGER, {}, "ftp://tapete.example", 403),
    ],
)
def test_a_page_of_this_host_by_another_scheme_is_another_site(
    server: RunningServer, own: str, headers: dict[str, str], origin: str, status: int
) -> None:
    room = new_room(server)
    host = {"Host": "tapete.example"} | headers
    with caller(server, own) as client:
        taken = client.post(f"/join/{room.tokens['a']}", headers=host | {"Sec-Fetch-Site": "same-origin"})
        cookie = taken.headers["set-cookie"].partition(";")[0]
        sent = {**host, "Origin": origin, "Cookie": cookie}
        client.cookies.clear()
        answer = client.post(f"{room.path}/messages", json={"text": "hi"}, headers=sent)

    assert answer.status_code == status, answer.text
    url = f"ws{server.url.removeprefix('http')}{room.path}/socket"
    opening = {"Cookie": cookie, **headers}
    port = server.url.rpartition(":")[2]
    here = origin.replace("tapete.example", f"127.0.0.1:{port}")
    if status == 200:
        with connect(url, additional_headers=opening, origin=here, proxy=None, source_address=(own, 0)):  # type: ignore[arg-type]
            pass
    else:
        with pytest.raises(InvalidStatus) as refused:
            connect(url, additional_headers=opening, origin=here, proxy=None, source_address=(own, 0))  # type: ignore[arg-type]
        assert refused.value.response.status_code == 403


@pytest.mark.parametrize(
    "more", ["", "upgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 13\r\nsec-websocket-key: {}\r\n"]
)
@pytest.mark.parametrize("hosts", [("x", "x"), ("x", "y"), ("x", ""), ("a b",), ("",), ()])
def test_two_hosts_or_none_that_is_one_are_refused(server: RunningServer, hosts: tuple[str, ...], more: str) -> None:
    lines = "".join(f"host: {host}\r\n" for host in hosts) + more.format("dGhlIHNhbXBsZSBub25jZQ==")
    with line_to(server, STRANGER) as line:
        line.sendall(f"GET /api/v1/rooms/r/socket HTTP/1.1\r\n{lines}\r\n".encode())
        line.shutdown(socket.SHUT_WR)
        answer = b""
        while b'"code":"malformed"' not in answer:
            part = line.recv(65536)
            assert part, answer
            answer += part

    assert answer.startswith(b"HTTP/1.1 400 ")


def test_before_http_1_1_nobody_has_to_name_a_host(server: RunningServer) -> None:
    with line_to(server, STRANGER) as line:
        line.sendall(b"GET /healthz HTTP/1.0\r\n\r\n")

        assert rest_of(line).startswith(b"HTTP/1.1 200 ")
