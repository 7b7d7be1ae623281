"""The server as a process: ready when it should be, stopped as the contract says, nothing lost when it is killed."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import asyncpg
import httpx
import pytest
from websockets.exceptions import ConnectionClosedError
from websockets.sync.client import connect

from app.storage.embedded import Embedded
from app.storage.migrate import newest_revision
from app.storage.postmaster import servers_in
from tests.support import playing
from tests.support.command import run
from tests.support.postgres import in_thread, temporary_home
from tests.support.server import COMMAND, STOP_S, RunningServer, running_server

TOYS = "tests.support.toy_systems"
TWO_PEOPLE = {"game": "pebbles", "scenario": "duel", "seats": [{"kind": "human"}, {"kind": "human"}]}


@pytest.fixture(scope="module")
def shared_home(seed: Path) -> Iterator[Path]:
    """The home of the embedded server that is killed, and stopped in the end."""
    with temporary_home(seed) as home:
        yield home


@pytest.fixture(scope="module")
def lasting_server(module_database_url: str) -> Iterator[RunningServer]:
    """A server for the tests that leave it running."""
    with running_server(module_database_url, TAPETE_SYSTEMS=TOYS) as running:
        yield running


@pytest.fixture
def server(database_url: str) -> Iterator[RunningServer]:
    """A server to be stopped."""
    with running_server(database_url, TAPETE_SYSTEMS=TOYS) as running:
        yield running


@pytest.fixture(scope="module")
def embedded_server(shared_home: Path) -> Iterator[RunningServer]:
    """A server over an embedded database of its own."""
    with running_server(TAPETE_HOME=str(shared_home), TAPETE_SYSTEMS=TOYS, program=COMMAND) as running:
        yield running


PATIENCE_S = 60.0
"""The first offers wait until a worker process has begun."""


class Table:
    """A room that two people play through the public API, always doing the first thing on offer."""

    def __init__(self, server: RunningServer) -> None:
        self.server = server
        made = httpx.post(f"{server.url}/api/v1/rooms", json=TWO_PEOPLE)
        assert made.status_code == 201, made.text
        self.id = made.json()["id"]
        self.links = {seat["seat"]: seat["url"] for seat in made.json()["seats"]}
        self.tokens = {seat["seat"]: seat["token"] for seat in made.json()["seats"]}

    def get(self, what: str = "", seat: str = "a") -> Any:
        answer = httpx.get(self._url(what), headers=self._headers(seat), timeout=PATIENCE_S)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def act(self) -> dict[str, Any]:
        """Plays one action; answers what was acknowledged."""
        seat = self.get()["to_act"][0]
        action = self.get("/offers", seat)["offers"][0]["examples"][0]
        answer = httpx.post(self._url("/actions"), headers=self._headers(seat), json={"action": action})
        assert answer.status_code == 200, answer.text
        acknowledged: dict[str, Any] = answer.json()
        return acknowledged

    def socket_url(self) -> str:
        return self._url("/socket").replace("http://", "ws://")

    def _url(self, what: str) -> str:
        return f"{self.server.url}/api/v1/rooms/{self.id}{what}"

    def _headers(self, seat: str) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.tokens[seat]}"}


def until(happened: Callable[[], bool]) -> None:
    """Waits for something to become true, no longer than a stop may take."""
    playing.until(happened, STOP_S)


def test_it_is_alive_ready_and_counts(lasting_server: RunningServer) -> None:
    server = lasting_server
    before = counted(server, "tapete_entries_appended_total")
    table = Table(server)
    table.act()

    assert httpx.get(f"{server.url}/healthz").status_code == 200
    assert httpx.get(f"{server.url}/readyz").status_code == 200
    metrics = httpx.get(f"{server.url}/metrics")
    assert metrics.headers["content-type"].startswith("text/plain")
    assert counted(server, "tapete_entries_appended_total") == before + 1
    assert counted(server, 'tapete_http_request_seconds_count{method="POST",route="/api/v1/rooms",status="201"}') >= 1
    assert table.id not in metrics.text


def counted(server: RunningServer, name: str) -> float:
    """A figure of the metrics."""
    lines = httpx.get(f"{server.url}/metrics").text.splitlines()
    return next(float(line.removeprefix(name)) for line in lines if line.startswith(f"{name} "))


def test_it_is_not_ready_while_the_schema_is_not_the_codes(
    lasting_server: RunningServer, module_database_url: str
) -> None:
    server = lasting_server
    set_revision(module_database_url, "0000")
    try:
        found = httpx.get(f"{server.url}/readyz")
        alive = httpx.get(f"{server.url}/healthz")
    finally:
        set_revision(module_database_url, newest_revision())

    assert found.status_code == 503
    assert found.text == f"expected schema {newest_revision()}, found 0000: run python -m app migrate\n"
    assert alive.status_code == 200
    assert server.is_ready()


def set_revision(database_url: str, revision: str) -> None:
    async def run() -> None:
        connection = await asyncpg.connect(database_url)
        await connection.execute("UPDATE alembic_version SET version_num = $1", revision)
        await connection.close()

    in_thread(run())


def test_it_is_not_ready_while_the_database_is_away(prepared_home: Path) -> None:
    embedded = Embedded(prepared_home, durable=False)
    try:
        with running_server(embedded.start(), TAPETE_SYSTEMS=TOYS) as server:
            table = Table(server)
            embedded.stop()

            assert httpx.get(f"{server.url}/readyz").status_code == 503
            assert httpx.get(f"{server.url}/healthz").status_code == 200

            embedded.start()
            assert server.is_ready()
            table.act()
    finally:
        embedded.stop()


def test_a_stop_ends_streams_and_people_who_do_not_answer(server: RunningServer) -> None:
    table = Table(server)
    headers = {"Authorization": f"Bearer {table.tokens['a']}"}
    mute = socket.create_connection(("127.0.0.1", int(server.url.rpartition(":")[2])))
    mute.sendall(b"POST /api/v1/rooms HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{")
    url = f"{server.url}/api/v1/rooms/{table.id}/stream"
    with httpx.stream("GET", url, headers=headers, timeout=STOP_S) as stream:
        lines = stream.iter_lines()
        assert json.loads(next(lines))["type"] == "room_full"
        begun = time.monotonic()
        server.process.terminate()

        assert [line for line in lines if line] == []

    assert server.wait() == 0
    assert time.monotonic() - begun < STOP_S
    mute.close()


def test_what_was_acknowledged_survives_a_kill_and_the_next_start_works(
    embedded_server: RunningServer, shared_home: Path
) -> None:
    server = embedded_server
    table = Table(server)
    acknowledged = [table.act() for _ in range(4)]
    before = table.get("/events")["events"]

    server.kill()
    assert servers_in(Embedded(shared_home).data) != []
    server.start_again()
    until(server.is_ready)

    assert table.get()["seq"] >= acknowledged[-1]["seq"]
    assert table.get("/events")["events"] == before
    table.act()


def test_a_stop_closes_sockets_with_1012_and_takes_the_embedded_database_along(
    embedded_server: RunningServer, shared_home: Path
) -> None:
    server = embedded_server
    table = Table(server)
    headers = {"Authorization": f"Bearer {table.tokens['a']}"}
    with connect(table.socket_url(), additional_headers=headers, proxy=None) as websocket:
        assert json.loads(websocket.recv())["type"] == "room_full"
        begun = time.monotonic()
        server.process.terminate()

        with pytest.raises(ConnectionClosedError):
            list(websocket)

        assert websocket.close_code == 1012
    assert server.wait() == 0
    assert time.monotonic() - begun < STOP_S
    assert servers_in(Embedded(shared_home).data) == []


def test_a_port_that_is_taken_is_code_3_and_leaves_no_database_behind(prepared_home: Path) -> None:
    home = prepared_home
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        refused = run("serve", PORT=port, TAPETE_HOME=str(home), TAPETE_SYSTEMS=TOYS)

    assert refused.returncode == 3
    assert "address already in use" in refused.stderr
    assert servers_in(Embedded(home).data) == []


def test_pages_are_compressed_and_named_files_kept_for_ever(lasting_server: RunningServer) -> None:
    server = lasting_server
    page = httpx.get(f"{server.url}/", headers={"Accept-Encoding": "gzip"})
    assert page.headers["content-encoding"] == "gzip"
    address = page.text.partition('href="/static/')[2].partition('"')[0]
    assert "?v=" in address

    named = httpx.get(f"{server.url}/static/{address}")
    unnamed = httpx.get(f"{server.url}/static/{address.partition('?')[0]}")

    assert named.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert unnamed.headers["cache-control"] == "no-cache"
    assert httpx.get(f"{server.url}/static/none.css?v=1").status_code == 404


@pytest.mark.parametrize("path", ["/", "/healthz", "/readyz", "/about"])
def test_a_head_is_that_of_the_page_without_its_body(lasting_server: RunningServer, path: str) -> None:
    head, page = httpx.head(lasting_server.url + path), httpx.get(lasting_server.url + path)

    assert head.status_code == page.status_code == 200
    assert head.content == b""
    assert head.headers["content-type"] == page.headers["content-type"]


def test_a_finished_game_is_exported_verified_and_played_again(
    lasting_server: RunningServer, module_database_url: str, tmp_path: Path
) -> None:
    table = Table(lasting_server)
    while table.get()["status"] == "playing":
        table.act()

    exported = run("export", table.id, DATABASE_URL=module_database_url)
    file = tmp_path / "game.jsonl"
    file.write_text(exported.stdout)
    verified = run("verify-dice", str(file), TAPETE_SYSTEMS=TOYS)
    replayed = run("replay", str(file), TAPETE_SYSTEMS=TOYS)

    assert exported.returncode == 0, exported.stderr
    assert verified.stdout.startswith("verified: "), verified.stdout
    assert replayed.returncode == 0, replayed.stderr
    assert replayed.stdout.splitlines()[-1].endswith(table.get()["result"]["text"]["en"])


def test_no_secret_of_a_link_is_ever_logged(lasting_server: RunningServer) -> None:
    """The last of those that use this server: it is stopped, so that all it wrote is there."""
    server = lasting_server
    table = Table(server)
    table.act()
    for link in table.links.values():
        httpx.get(f"{link}?lang=es")
        httpx.get(f"{link}/unknown?token={table.tokens['a']}")
    httpx.get(f"{server.url}/rooms/{table.id}?secret={table.tokens['a']}")
    protocols = [f"bearer.{table.tokens['a']}"]
    with connect(f"{table.socket_url()}?secret={table.tokens['b']}", subprotocols=protocols, proxy=None) as websocket:
        websocket.recv()
    assert server.terminate() == 0

    assert "GET /join/..." in server.output
    for token in table.tokens.values():
        assert token not in server.output
