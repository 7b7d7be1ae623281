"""``python -m app prune``, beside a server that plays on; and the server that prunes by itself."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import asyncpg
import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from app.engine.types import Viewer
from app.rooms.values import retention
from app.rooms.values.errors import NotFound
from tests.parts.rooms.table import Table as Rooms
from tests.parts.storage.conftest import opened_store
from tests.parts.web.api_site import running_site
from tests.support.command import run
from tests.support.playing import PASS, PATIENCE_S, TOYS, Room, until
from tests.support.postgres import in_thread
from tests.support.server import RunningServer, running_server

OPEN = {"kind": "open"}
HUMAN = {"kind": "human"}
HEAD = "kind      kept for    rooms  idle since        bytes"


@pytest.fixture
def server(database_url: str) -> Iterator[RunningServer]:
    with running_server(database_url, TAPETE_SYSTEMS=TOYS) as running:
        yield running


def sql(url: str, statement: str, *values: Any) -> list[asyncpg.Record]:
    """Done by somebody else, who has the database."""

    async def ask() -> list[asyncpg.Record]:
        connection = await asyncpg.connect(url)
        try:
            return list(await connection.fetch(statement, *values))
        finally:
            await connection.close()

    found: list[asyncpg.Record] = in_thread(ask())
    return found


def pass_days(url: str, days: int) -> None:
    """So long nothing happened to any room."""
    sql(url, "UPDATE rooms SET idle_since = idle_since - make_interval(days => $1)", days)


def is_there(url: str, room: Room) -> bool:
    return bool(sql(url, "SELECT FROM rooms WHERE id = $1", room.id))


def as_nobody(server: RunningServer, room: Room) -> tuple[int, str]:
    """What a room that never was answers to a secret that nobody was given."""
    url = f"{server.url}/api/v1/rooms/{'0' * len(room.id)}"
    answer = httpx.get(url, headers={"Authorization": f"Bearer {'x' * 32}"}, timeout=PATIENCE_S)
    return answer.status_code, answer.text


def test_the_command_shows_what_would_leave_and_lets_it_go_only_when_told_to(
    server: RunningServer, database_url: str
) -> None:
    playing, waiting = Room(server), Room(server, HUMAN, OPEN)
    pass_days(database_url, 31)

    shown = run("prune", DATABASE_URL=database_url)

    assert shown.returncode == 0, shown.stderr
    head, unbegun, imports, finished = shown.stdout.splitlines()
    assert head == HEAD
    assert unbegun.split()[:4] == ["unbegun", "30", "days", "1"]
    assert int(unbegun.split()[-1]) > 500
    assert imports.split() == ["imports", "30", "days", "0", "-", "0"]
    assert finished.split() == ["finished", "ever", "0", "-", "0"]
    assert is_there(database_url, waiting)

    done = run("prune", "--do", DATABASE_URL=database_url)

    assert done.returncode == 0, done.stderr
    assert done.stdout == shown.stdout + "1 rooms and campaigns are gone\n"
    assert not is_there(database_url, waiting)
    assert playing.act(server) > 0


def test_whoever_comes_to_a_room_that_left_finds_what_never_was(server: RunningServer, database_url: str) -> None:
    room = Room(server, HUMAN, OPEN)
    cookie = room.cookie(server, "a")
    room.get(server)  # it is in memory
    with room.socket(server, "a") as program:
        pass_days(database_url, 31)

        assert run("prune", "--do", DATABASE_URL=database_url).returncode == 0

        until(lambda: room.ask(server).status_code == 401)
        answer = room.ask(server)
        assert (answer.status_code, answer.text) == as_nobody(server, room)
        assert room.post(server, "/seats/b/claim", "b", {"name": "Bo"}).status_code == 401
        with pytest.raises(ConnectionClosed):
            list(program)  # whatever it was told, to its end
    assert httpx.get(server.url + room.paths["b"], timeout=PATIENCE_S).status_code == 404
    page = httpx.get(f"{server.url}/rooms/{room.id}", headers={"cookie": cookie}, timeout=PATIENCE_S)
    assert page.status_code == 401
    assert run("export", room.id, DATABASE_URL=database_url).returncode == 1
    assert "ERROR" not in server.output


def test_times_are_the_hosts_and_a_game_in_play_outlasts_all_of_them(server: RunningServer, database_url: str) -> None:
    playing, over, waiting = Room(server), Room(server), Room(server, HUMAN, OPEN)
    assert over.post(server, "/resign", "a").status_code == 200
    pass_days(database_url, 1000)
    times = {"KEEP_UNBEGUN_DAYS": "off", "KEEP_IMPORTS_DAYS": "1", "KEEP_FINISHED_DAYS": "999"}

    done = run("prune", "--do", DATABASE_URL=database_url, **times)

    assert done.returncode == 0, done.stderr
    assert not is_there(database_url, over)
    assert is_there(database_url, waiting)
    assert playing.act(server) > 0
    assert playing.post(server, "/actions", playing.turn(server), {"action": PASS}).status_code == 200


def test_a_file_that_nobody_opens_leaves_and_whoever_opens_it_keeps_it(
    server: RunningServer, database_url: str
) -> None:
    over = Room(server)
    assert over.post(server, "/resign", "a").status_code == 200
    file = over.ask(server, "/export").content
    made = [httpx.post(f"{server.url}/api/v1/rooms/import", content=file, timeout=PATIENCE_S).json() for _ in range(2)]
    pass_days(database_url, 29)
    token = {"Authorization": f"Bearer {made[0]['host_token']}"}
    opened = httpx.get(f"{server.url}/api/v1/rooms/{made[0]['id']}", headers=token, timeout=PATIENCE_S)
    assert opened.status_code == 200
    pass_days(database_url, 2)

    assert run("prune", "--do", DATABASE_URL=database_url).returncode == 0

    found = {row["id"] for row in sql(database_url, "SELECT id FROM rooms")}
    assert found == {over.id, made[0]["id"]}


def test_a_database_that_is_not_migrated_is_left_alone(empty_database_url: str) -> None:
    refused = run("prune", "--do", DATABASE_URL=empty_database_url)

    assert refused.returncode == 1
    assert "python -m app migrate" in refused.stderr


async def test_the_server_prunes_by_itself(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retention, "FIRST_S", 0.05)
    monkeypatch.setattr(retention, "ROUND_S", 0.05)
    connection = await asyncpg.connect(database_url)
    async with running_site(database_url) as site, asyncio.timeout(60):
        seats = [dict(HUMAN), dict(OPEN)]
        waiting, playing = await site.make_room(seats=seats), await site.make_room()
        await connection.execute("UPDATE rooms SET idle_since = idle_since - interval '31 days'")

        while await connection.fetchval("SELECT count(*) FROM rooms") > 1:  # noqa: ASYNC110 - nobody tells
            await asyncio.sleep(0.02)

        assert (await site.get(playing)).status_code == 200
        while (await site.get(waiting)).status_code != 401:  # noqa: ASYNC110 - its link is believed for half a second
            await asyncio.sleep(0.02)
    await connection.close()


@pytest.mark.parametrize("way", ["claim", "begin", "close", "read", "refused"])
async def test_a_room_in_memory_that_left_is_no_room_any_more(database_url: str, way: str) -> None:
    async with opened_store(database_url) as store, Rooms.over(store) as table:
        made = await table.open([OPEN, OPEN])
        room = await table.rooms.room(made.id)
        connection = await asyncpg.connect(database_url)
        await connection.execute("DELETE FROM rooms")
        await connection.close()
        doing = {
            "claim": lambda: table.rooms.claim(made.id, room.seats[1], "Bo"),
            "begin": lambda: table.rooms.begin(made.id),
            "close": lambda: table.rooms.close_room(made.id),
            "read": lambda: table.rooms.catch_up(made.id),
            "refused": lambda: table.rooms.resign(made.id, Viewer("a")),  # it has not begun
        }

        with pytest.raises(NotFound):
            await doing[way]()

        with pytest.raises(NotFound):
            await table.rooms.room(made.id)
