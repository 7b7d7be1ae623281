"""A room outlives the version of the rules that it was begun with: what happened stands, and it is played on by the new ones."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import asyncpg
import httpx
import msgspec
import pytest

from tests.operation.test_serving import Table
from tests.support.postgres import in_thread
from tests.support.server import COMMAND, ROOT, RunningServer, running_server

TOYS = "tests.support.toy_systems"
ENTRIES_OF_A_SNAPSHOT = 64


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """A folder for versions of the toy game, found by Python."""
    return tmp_path


def version_of_the_game(games: Path, package: str, number: str, reach_mm: int) -> None:
    """The toy game as a package of its own, in another version with another house value."""
    folder = games / package
    shutil.copytree(
        ROOT / "tests/support/toy_systems/pebbles", folder / "pebbles", ignore=shutil.ignore_patterns("__*__")
    )
    shutil.copy(ROOT / "tests/support/toy_systems/pebbles/__init__.py", folder / "pebbles")
    (folder / "__init__.py").write_text('"""Games of one day."""\n')
    for path in (folder / "pebbles").glob("*.py"):
        text = path.read_text("utf-8").replace(TOYS, package)
        path.write_text(text.replace('rules_version="1"', f'rules_version="{number}"'), "utf-8")
    tables = folder / "pebbles" / "data" / "tables.toml"
    text = tables.read_text("utf-8")
    assert "longest_mm = 150\n" in text
    tables.write_text(text.replace("longest_mm = 150", f"longest_mm = {reach_mm}"), "utf-8")


def server_with(url: str, games: Path, package: str) -> Any:
    return running_server(url, program=COMMAND, TAPETE_SYSTEMS=package, PYTHONPATH=str(games))


def snapshot_of(url: str, room: str) -> dict[str, Any] | None:
    async def read() -> Any:
        connection = await asyncpg.connect(url)
        try:
            return await connection.fetchval("SELECT payload FROM snapshots WHERE room_id = $1", room)
        finally:
            await connection.close()

    payload = in_thread(read())
    return None if payload is None else dict(msgspec.json.decode(payload))


def put_snapshot(url: str, room: str, saved: dict[str, Any]) -> None:
    async def write() -> None:
        connection = await asyncpg.connect(url)
        try:
            payload = msgspec.json.encode(saved)
            await connection.execute("UPDATE snapshots SET payload = $2 WHERE room_id = $1", room, payload)
        finally:
            await connection.close()

    in_thread(write())


def chat(server: RunningServer, table: Table, lines: int) -> None:
    """Entries enough for a snapshot."""
    headers = {"Authorization": f"Bearer {table.tokens['a']}"}
    with httpx.Client(base_url=server.url, headers=headers, trust_env=False) as client:
        for number in range(lines):
            answer = client.post(f"/api/v1/rooms/{table.id}/messages", json={"text": f"line {number}"})
            assert answer.status_code == 200, answer.text


def test_a_room_is_played_on_by_a_new_version_of_its_rules(database_url: str, games: Path) -> None:
    version_of_the_game(games, "games_of_today", "1", 150)
    version_of_the_game(games, "games_of_tomorrow", "2", 160)
    with server_with(database_url, games, "games_of_today") as server:
        table = Table(server)
        for _ in range(4):
            table.act()
        chat(server, table, ENTRIES_OF_A_SNAPSHOT)
        events, position = table.get("/events")["events"], table.get("/position")
    old = snapshot_of(database_url, table.id)
    assert old is not None
    # Whoever loaded the room from this snapshot would see another table.
    put_snapshot(database_url, table.id, old | {"state": old["state"] | {"width_mm": 333}})

    with server_with(database_url, games, "games_of_today") as server:
        table.server = server
        assert table.get("/position") != position

    with server_with(database_url, games, "games_of_tomorrow") as server:
        table.server = server
        assert table.get("/events")["events"] == events
        assert table.get("/position") == position
        seq = table.get()["seq"]
        assert table.act()["seq"] > seq
        assert table.get("/events")["events"][: len(events)] == events
        chat(server, table, ENTRIES_OF_A_SNAPSHOT)
        new = snapshot_of(database_url, table.id)

    assert new is not None
    assert new["rules_hash"] != old["rules_hash"]
