"""What processes tell each other over a real PostgreSQL: everything to the others, nothing to oneself, in order, again
after the line broke; and which of them plays the bots of a room."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AsyncExitStack
from typing import Any

import asyncpg
import pytest
import pytest_asyncio

from app.engine.types import Viewer
from app.rooms.values.ports import StoreUnavailable
from app.storage.relay import CHANNEL, PostgresRelay

A = Viewer("a")
PATIENCE_S = 20


class Heard:
    """Ears that remember; ``news`` is set whenever they hear anything."""

    def __init__(self, news: asyncio.Event) -> None:
        self.news = news
        self.versions: dict[str, int] = {}
        self.gone: list[tuple[str, Viewer]] = []
        self.notes: list[tuple[str, Mapping[str, Any]]] = []
        self.misses = 0
        self.faults: list[Exception] = []

    def notes_of(self, room_id: str) -> list[Mapping[str, Any]]:
        return [note for room, note in self.notes if room == room_id]

    async def grown(self, room_id: str, version: int) -> None:
        if self.faults:
            self.news.set()
            raise self.faults.pop()
        self.versions[room_id] = version
        self.news.set()

    async def revoked(self, room_id: str, viewer: Viewer) -> None:
        self.gone.append((room_id, viewer))
        self.news.set()

    async def shared(self, room_id: str, note: Mapping[str, Any]) -> None:
        self.notes.append((room_id, note))
        self.news.set()

    async def missed(self) -> None:
        self.misses += 1
        self.news.set()


class Process:
    """A relay and its ears, as one server process has them."""

    def __init__(self, url: str, news: asyncio.Event) -> None:
        self.relay = PostgresRelay(url)
        self.heard = Heard(news)
        self.relay.listen(self.heard)


class Processes(list[Process]):
    """Those of one test."""

    def __init__(self, url: str) -> None:
        self._news = asyncio.Event()
        super().__init__(Process(url, self._news) for _ in range(3))

    async def until(self, happened: Callable[[], bool]) -> None:
        """Waits until something that any of them hears makes this true."""
        async with asyncio.timeout(PATIENCE_S):
            while not happened():
                self._news.clear()
                await self._news.wait()


@pytest_asyncio.fixture
async def processes(database_url: str) -> AsyncIterator[Processes]:
    """Three processes with lines that work."""
    opened = Processes(database_url)
    async with AsyncExitStack() as stack:
        for process in opened:
            stack.push_async_callback(process.relay.close)
            await process.relay.opened()
        yield opened


async def break_lines(url: str) -> None:
    """Ends the connection of every relay, as a restart of the database does."""
    connection = await asyncpg.connect(url)
    await connection.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE application_name = 'tapete relay' AND datname = current_database()"
    )
    await connection.close()


async def test_the_others_hear_and_the_speaker_does_not(processes: Processes) -> None:
    speaker, *others = processes

    speaker.relay.announce("r1", 7)
    speaker.relay.revoke("r1", A)
    speaker.relay.share("r1", {"at": [1, 2]})

    await processes.until(lambda: all(other.heard.notes_of("r1") == [{"at": [1, 2]}] for other in others))
    for other in others:
        assert other.heard.versions == {"r1": 7}
        assert other.heard.gone == [("r1", A)]
    others[0].relay.announce("r2", 1)
    await processes.until(lambda: "r2" in speaker.heard.versions)
    assert speaker.heard.versions == {"r2": 1}
    assert speaker.heard.gone == []


async def test_what_is_shared_comes_in_order(processes: Processes) -> None:
    speaker, listener, _ = processes

    for number in range(500):
        speaker.relay.share("r1", {"number": number, "padding": "x" * 100})
        if number % 50 == 0:
            await asyncio.sleep(0)

    await processes.until(lambda: len(listener.heard.notes_of("r1")) == 500)
    assert [note["number"] for note in listener.heard.notes_of("r1")] == list(range(500))


async def test_many_rooms_travel_in_few_messages_that_postgresql_takes(processes: Processes, database_url: str) -> None:
    speaker, listener, _ = processes
    payloads: list[str] = []
    overhearing = await asyncpg.connect(database_url)
    await overhearing.add_listener(CHANNEL, lambda *told: payloads.append(told[3]))

    for number in range(2000):
        speaker.relay.announce(f"room-{number:04}", number)
    await processes.until(lambda: len(listener.heard.versions) == 2000)
    await overhearing.fetchval("SELECT 1")
    await overhearing.close()

    assert listener.heard.versions == {f"room-{number:04}": number for number in range(2000)}
    assert len(payloads) < 20
    assert max(len(payload.encode()) for payload in payloads) < 8000


async def test_only_the_newest_version_of_a_room_is_worth_telling(processes: Processes) -> None:
    speaker, listener, _ = processes

    for version in (1, 2, 5, 4):
        speaker.relay.announce("r1", version)

    await processes.until(lambda: "r1" in listener.heard.versions)
    assert listener.heard.versions == {"r1": 5}


async def test_a_note_too_large_is_dropped_and_hurts_no_other(processes: Processes) -> None:
    speaker, listener, _ = processes

    speaker.relay.share("r1", {"text": "x" * 9000})
    speaker.relay.share("r1", {"text": "ñ" * 2000})
    speaker.relay.announce("r1", 2)

    await processes.until(lambda: "r1" in listener.heard.versions and len(listener.heard.notes_of("r1")) == 1)
    assert listener.heard.notes_of("r1") == [{"text": "ñ" * 2000}]


async def test_a_broken_line_is_made_again_and_whoever_had_it_looks_around(
    processes: Processes, database_url: str
) -> None:
    await break_lines(database_url)

    processes[0].relay.announce("r1", 3)
    await processes.until(lambda: all(process.heard.misses > 0 for process in processes))
    processes[1].relay.announce("r2", 4)
    await processes.until(lambda: "r2" in processes[0].heard.versions)


async def test_whoever_is_alone_says_nothing_until_somebody_comes(database_url: str) -> None:
    payloads: list[str] = []
    overhearing = await asyncpg.connect(database_url)
    await overhearing.add_listener(CHANNEL, lambda *told: payloads.append(told[3]))
    news = asyncio.Event()
    alone = Process(database_url, news)
    await alone.relay.opened()
    async with asyncio.timeout(PATIENCE_S):
        version = 0
        while not alone.relay._is_alone:
            version += 1
            alone.relay.announce("r1", version)
            await overhearing.fetchval("SELECT 1 FROM pg_sleep(0.05)")
    said = len(payloads)

    alone.relay.announce("r1", version + 1)
    alone.relay.share("r1", {})
    guest = Process(database_url, news)
    await guest.relay.opened()
    while alone.relay._is_alone:
        await overhearing.fetchval("SELECT 1")
    assert len(payloads) <= said + 2  # what was under way, and the guest's greeting

    alone.relay.announce("r2", 5)
    async with asyncio.timeout(PATIENCE_S):
        while not guest.heard.versions:
            news.clear()
            await news.wait()
    assert guest.heard.versions == {"r2": 5}
    for closing in (alone.relay, guest.relay, overhearing):
        await closing.close()


async def test_what_another_program_says_on_our_channel_is_no_harm(processes: Processes, database_url: str) -> None:
    stranger = await asyncpg.connect(database_url)
    for payload in ("", "hello", "{}", '["x",{"r1":"many"}]', "[1]"):
        await stranger.execute("SELECT pg_notify($1, $2)", CHANNEL, payload)
    await stranger.close()

    processes[0].relay.announce("r1", 3)
    await processes.until(lambda: processes[1].heard.versions == {"r1": 3})


async def test_ears_that_fail_hear_the_next_thing_all_the_same(
    processes: Processes, caplog: pytest.LogCaptureFixture
) -> None:
    speaker, listener, _ = processes
    listener.heard.faults.append(ZeroDivisionError("a fault"))
    speaker.relay.announce("r1", 1)
    await processes.until(lambda: not listener.heard.faults)

    speaker.relay.announce("r1", 2)

    await processes.until(lambda: listener.heard.versions == {"r1": 2})
    assert "what another process said was lost" in caplog.text


# -- who plays the bots ----------------------------------------------------------------------------------


async def test_one_process_at_a_time_plays_the_bots_of_a_room(processes: Processes) -> None:
    first, second, _ = (process.relay for process in processes)

    assert await first.claim("r1")
    assert await first.claim("r1")
    assert not await second.claim("r1")
    assert await second.claim("r2")

    await first.release("r1")
    assert await second.claim("r1")
    assert not await first.claim("r1")
    await second.release("unknown")


async def test_a_process_that_ends_leaves_its_bots_to_the_others_and_they_are_told(processes: Processes) -> None:
    first, *others = processes
    assert await first.relay.claim("r1")

    await first.relay.close()

    await processes.until(lambda: all(other.heard.misses > 0 for other in others))
    assert await others[0].relay.claim("r1")
    assert not await others[1].relay.claim("r1")


async def test_a_broken_line_loses_what_was_claimed_on_both_sides(processes: Processes, database_url: str) -> None:
    first, second, _ = processes
    assert await first.relay.claim("r1")

    await break_lines(database_url)
    await processes.until(lambda: all(process.heard.misses > 0 for process in processes))

    assert await second.relay.claim("r1")
    assert not await first.relay.claim("r1")


async def test_without_a_line_nobody_may_claim_and_everything_else_waits(
    processes: Processes, database_url: str
) -> None:
    lonely = PostgresRelay(database_url.replace("/postgres/run", "/postgres/nowhere"))
    lonely.announce("r1", 1)
    lonely.revoke("r1", A)
    lonely.share("r1", {})

    with pytest.raises(StoreUnavailable):
        await lonely.claim("r1")
    await lonely.release("r1")
    await lonely.close()
