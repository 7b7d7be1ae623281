"""The whole life of a room, with everything that can go wrong in it, leaves no secret in the log."""

from __future__ import annotations

import base64
import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, Final

import asyncpg
import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from tests.operation.test_serving import TOYS, Table
from tests.support.command import run
from tests.support.postgres import in_thread
from tests.support.server import ROOT, RunningServer, running_server

PASSWORD = "s3cr3t-pa55w0rd"
SLOW = "tests.support.slow_systems"


def with_password(url: str) -> str:
    """The address of a database with a password, which ours does not ask for."""
    return url.replace("tapete@", f"tapete:{PASSWORD}@")


def execute(url: str, statement: str) -> Any:
    async def work() -> Any:
        connection = await asyncpg.connect(url)
        try:
            return await connection.fetch(statement)
        finally:
            await connection.close()

    return in_thread(work())


def lines_of(server: RunningServer) -> list[dict[str, Any]]:
    """Every line that the server wrote to standard error, each an object."""
    written = [line for line in server.output.splitlines() if not line.startswith("Tapete is at ")]
    found = [json.loads(line) for line in written]
    assert all({"time", "level", "logger", "message"} <= line.keys() for line in found)
    return found


def read_to_its_end(line: ClientConnection) -> Iterator[str | bytes]:
    """Whatever comes until the other side closes the line."""
    with suppress(ConnectionClosed):
        while True:
            yield line.recv()


def browser_of(server: RunningServer) -> httpx.Client:
    """Keeps cookies and follows redirects."""
    return httpx.Client(base_url=server.url, follow_redirects=True, timeout=30, trust_env=False)


class Life:
    """What people do with a room, rightly and wrongly; ``secrets`` collects what must not be written down."""

    def __init__(self, server: RunningServer, browser: httpx.Client) -> None:
        self.server = server
        self.browser = browser
        self.table = Table(server)
        self.secrets: set[str] = {PASSWORD, *self.table.tokens.values()}

    def take_the_seats(self) -> None:
        """By the pages, with cookies."""
        for link in self.table.links.values():
            page = self.browser.get(link, headers={"Accept": "text/html"})
            assert page.status_code == 200, page.text
            taken = self.browser.post(link, data={"name": "Ana"}, headers={"Origin": self.server.url})
            assert taken.status_code == 200, taken.text
        cookies = {cookie.value for cookie in self.browser.cookies.jar if cookie.name.startswith("t_")}
        assert len(cookies) == 2
        self.secrets |= {cookie for cookie in cookies if cookie}

    def ask_wrongly(self) -> None:
        """With secrets where they do not belong."""
        token, path = self.table.tokens["a"], f"/api/v1/rooms/{self.table.id}"
        for wrong in (
            f"{path}?token={token}",
            f"/join/{token}/more?as={token}",
            f"/watch/{token}",
            f"/nowhere/{token}",
        ):
            httpx.get(self.server.url + wrong)
            httpx.post(self.server.url + wrong, json={"token": token})
        for headers in (f"Bearer {token}x", f"Basic {token}", token):
            assert httpx.get(self.server.url + path, headers={"Authorization": headers}).status_code == 401
        bad = {"action": {"type": token}, "key": token}
        headers_of_a = {"Authorization": f"Bearer {token}"}
        assert httpx.post(f"{self.server.url}{path}/actions", headers=headers_of_a, json=bad).status_code == 422
        assert httpx.post(f"{self.server.url}{path}/actions", headers=headers_of_a, content=b"\xff").status_code == 400

    def listen(self) -> None:
        """By sockets, rightly and wrongly, and by a stream that is broken off."""
        token = self.table.tokens["a"]
        url = self.table.socket_url()
        with connect(f"{url}?secret={token}", subprotocols=[f"bearer.{token}"], proxy=None) as line:
            line.recv()
            line.send(json.dumps({"type": "act", "action": {"type": token}, "key": token}))
            while json.loads(line.recv())["type"] != "refused":
                pass
            line.send("no JSON: " + token)
            line.send(b"\x00" + token.encode())
            assert list(read_to_its_end(line))
        with pytest.raises(InvalidStatus):
            connect(url, subprotocols=[f"bearer.{token}x"], proxy=None)
        headers = {"Authorization": f"Bearer {token}"}
        with httpx.stream("GET", f"{self.server.url}/api/v1/rooms/{self.table.id}/stream", headers=headers) as stream:
            next(stream.iter_lines())

    def break_the_database(self, url: str) -> None:
        """What nobody expects, while a room is made and while one acts."""
        for table in ("rooms", "links"):
            execute(url, f"ALTER TABLE {table} RENAME TO elsewhere")
            made = httpx.post(f"{self.server.url}/api/v1/rooms", json={"game": "pebbles", "scenario": "duel"} | PEOPLE)
            assert made.status_code == 500
            execute(url, f"ALTER TABLE elsewhere RENAME TO {table}")

    def finish(self) -> None:
        """Plays to the end, where the secret of the dice is told to the players."""
        while self.table.get()["status"] == "playing":
            self.table.act()
        self.table.get("/events")


PEOPLE = {"seats": [{"kind": "human", "contribution": "c0ntribution"}, {"kind": "human"}]}


def dice_secrets(url: str) -> set[str]:
    """The secrets of the dice of all rooms, in every way they might be written."""
    found = set()
    for row in execute(url, "SELECT header FROM rooms"):
        written = json.loads(row["header"])["secret"]
        raw = base64.b64decode(written)
        assert len(raw) == 32
        found |= {written, raw.hex(), repr(raw)[2:-1], base64.urlsafe_b64encode(raw).decode()}
    return found


def test_no_secret_is_in_the_log_of_the_whole_life_of_a_room(database_url: str) -> None:
    with running_server(with_password(database_url), TAPETE_SYSTEMS=TOYS) as server, browser_of(server) as browser:
        life = Life(server, browser)
        life.take_the_seats()
        life.table.act()
        life.ask_wrongly()
        life.listen()
        secrets = life.secrets | dice_secrets(database_url)
        life.break_the_database(database_url)
        life.finish()
        exported = run("export", life.table.id, DATABASE_URL=with_password(database_url))
        assert exported.returncode == 0
        assert server.terminate() == 0

    lines = lines_of(server)
    for secret in secrets:
        assert secret not in server.output
        assert secret not in exported.stderr
    broken = [line for line in lines if line["level"] == "error" and line["logger"] == "app.web.wire.errors"]
    assert [line["message"] for line in broken] == ["unexpected error at /api/v1/rooms"] * 2
    assert all("UndefinedTableError" in line["exception"] for line in broken)


def test_every_request_socket_and_refusal_is_one_line(database_url: str) -> None:
    with running_server(database_url, TAPETE_SYSTEMS=TOYS) as server:
        table = Table(server)
        headers = {"Authorization": f"Bearer {table.tokens['a']}"}
        while len(table.get()["to_act"]) > 1:
            table.act()
        (seat,) = table.get()["to_act"]
        other = "b" if seat == "a" else "a"
        action = table.get("/offers", seat)["offers"][0]["examples"][0]
        refused = httpx.post(
            f"{server.url}/api/v1/rooms/{table.id}/actions",
            headers={"Authorization": f"Bearer {table.tokens[other]}"},
            json={"action": action},
        )
        assert refused.json()["code"] == "illegal_action"
        with connect(table.socket_url(), additional_headers=headers, proxy=None) as line:
            line.recv()
        httpx.get(f"{server.url}/join/{table.tokens['a']}?lang=es")
        assert server.terminate() == 0

    lines = lines_of(server)
    (request,) = [line for line in lines if line.get("path") == "/join/..."]
    assert isinstance(request["seconds"], float)
    assert {name: request[name] for name in ("method", "route", "status", "address", "level")} == {
        "method": "GET",
        "route": "/join/{secret}",
        "status": 200,
        "address": "127.0.0.1",
        "level": "info",
    }
    (rule,) = [line for line in lines if line.get("rule")]
    assert (rule["room"], rule["seat"], rule["rule"], rule["code"], rule["level"]) == (
        table.id,
        other,
        refused.json()["rule"],
        "illegal_action",
        "info",
    )
    assert [line["path"] for line in lines if line.get("method") == "WEBSOCKET"] == [f"/api/v1/rooms/{table.id}/socket"]


BREAKS: Final = f"""
import asyncio
from functools import partial
from app import logs
from app.engine.refusal import InvalidInput
from app.rooms.workers.workers import Workers

async def ask():
    pool = Workers(("{SLOW}",), processes=1, prepare=partial(logs.configure, "json"))
    try:
        await pool.ask("query", "slow", {{"query": "think", "given": {{"seconds": "no number"}}}}, 20)
    except InvalidInput:
        print("told")
    await pool.close()

asyncio.run(ask())
"""
"""A program whose worker breaks over a question."""


def test_what_worker_processes_write_is_a_line_too() -> None:
    found = subprocess.run(
        [sys.executable, "-c", BREAKS], cwd=ROOT, capture_output=True, text=True, timeout=60, check=True
    )

    assert found.stdout == "told\n"
    (line,) = [json.loads(line) for line in found.stderr.splitlines()]
    assert line["message"] == "the rules of slow broke over a question of kind query"
    assert "TypeError" in line["exception"]
