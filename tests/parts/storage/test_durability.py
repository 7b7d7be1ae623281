"""What was acknowledged is there, whatever happens to the database."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator

import asyncpg
import pytest

from app.rooms.values.ports import Appended, StoreUnavailable
from app.storage.embedded import Embedded
from app.storage.migrate import upgrade
from app.storage.postmaster import servers_in
from app.storage.store import PostgresStore
from tests.parts.storage.conftest import opened_store
from tests.parts.storage.rooms import A, append, digest, entry, header, link
from tests.support.postgres import in_thread, temporary_home

ROOMS = tuple(f"r{number}" for number in range(8))


@pytest.fixture
def embedded() -> Iterator[Embedded]:
    """A server as the product runs it, with fsync."""
    with temporary_home() as home:
        made = Embedded(home)
        in_thread(upgrade(made.start()))
        yield made
        made.stop()


def kill(embedded: Embedded) -> None:
    """SIGKILL to every process of the server."""
    for process in servers_in(embedded.data):
        process.kill()


async def play(store: PostgresStore, room: str, acknowledged: dict[str, int], enough: asyncio.Event) -> None:
    """Appends to a room until the database is gone, noting what was acknowledged."""
    version = 0
    while True:
        version += 1
        try:
            result = await store.append(append(version, room=room, key=f"{version}"))
        except StoreUnavailable:
            return
        assert result == Appended()
        acknowledged[room] = version
        if sum(acknowledged.values()) >= 200:
            enough.set()


async def test_what_was_acknowledged_survives_a_kill_of_the_database(embedded: Embedded) -> None:
    acknowledged: dict[str, int] = {}
    enough = asyncio.Event()
    async with opened_store(embedded.start()) as store:
        for room in ROOMS:
            await store.create(header(room), [link(room, room=room)], [])
        players = [asyncio.create_task(play(store, room, acknowledged, enough)) for room in ROOMS]
        await enough.wait()
        kill(embedded)
        await asyncio.gather(*players)
    embedded.stop()

    async with opened_store(embedded.start()) as store:
        for room in ROOMS:
            version = await store.version(room)
            assert version is not None
            # At most the one that was never answered is there beyond what was acknowledged.
            assert acknowledged[room] <= version <= acknowledged[room] + 1
            assert [found.version for found in await store.entries(room, 0)] == list(range(1, version + 1))
            assert await store.known_key(room, A, f"{acknowledged[room]}") is not None
            assert await store.find_link(digest(room)) is not None
            assert await store.append(append(version + 1, room=room)) == Appended()


@pytest.fixture
async def busy_store(database_url: str) -> AsyncIterator[PostgresStore]:
    async with opened_store(database_url) as opened:
        await opened.create(header(), [link("a-secret")], [entry(1)])
        await opened.append(append(2))
        await opened.load("r1")
        await opened.version("r1")
        yield opened


async def end_all_connections(database_url: str) -> None:
    connection = await asyncpg.connect(database_url)
    await connection.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
    )
    await connection.close()


async def test_broken_connections_are_made_anew_without_anybody_noticing(
    busy_store: PostgresStore, database_url: str
) -> None:
    await end_all_connections(database_url)

    assert await busy_store.append(append(3)) == Appended()
    assert await busy_store.version("r1") == 3
    assert await busy_store.load("r1") is not None
    assert await busy_store.find_link(digest("a-secret")) is not None


async def test_a_database_that_is_away_is_said_to_be_and_used_again_when_it_is_back(embedded: Embedded) -> None:
    async with opened_store(embedded.start()) as store:
        await store.create(header(), [link("a-secret")], [])
        embedded.stop()

        for question in (
            store.append(append(1)),
            store.load("r1"),
            store.create(header("r2"), [], []),
            store.version("r1"),
            store.entries("r1", 0),
            store.entries_for("r1", A, 0, 10),
            store.known_key("r1", A, "k"),
            store.find_link(digest("a-secret")),
            store.add_link(link("cookie", parent="a-secret")),
            store.replace_link("r1", A, link("new")),
            store.playing_with_bots(),
        ):
            with pytest.raises(StoreUnavailable):
                await question

        embedded.start()
        assert await store.append(append(1)) == Appended()
        assert await store.find_link(digest("a-secret")) is not None
        assert await store.load("r2") is None
