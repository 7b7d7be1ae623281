"""Killed at any moment, the server keeps what it acknowledged: exactly once, whole, under the same numbers."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import asyncpg
import httpx
import msgspec
import psutil
import pytest

from app.engine.play import encode
from app.engine.registry import discover
from app.engine.types import Viewer
from app.rooms.room.room import Room as FoldedRoom
from app.rooms.values.ports import Stored
from app.storage.embedded import Embedded
from app.storage.postmaster import Postmaster, servers_in
from tests.parts.storage.conftest import opened_store
from tests.support.crowd import Ledger, Room, Site, events_of, resent, seat_players
from tests.support.postgres import temporary_home
from tests.support.random_play import SOAK, bounded
from tests.support.server import RunningServer, running_server

TOYS = "tests.support.toy_systems"
ACTS = bounded(100, max(200, SOAK))
KILLS = max(bounded(4, 6), ACTS // 80)
SEED = 20_261_121
PEOPLE = [{"kind": "human"}, {"kind": "human"}]
ROOMS: tuple[dict[str, Any], ...] = (
    {"game": "pebbles", "scenario": "duel", "options": {"rounds": 20}, "seats": PEOPLE},
    {"game": "pebbles", "scenario": "duel", "options": {"rounds": 3}, "seats": PEOPLE},
    {"game": "pebbles", "scenario": "ring", "options": {"rounds": 20}, "seats": [*PEOPLE, *PEOPLE]},
    {"game": "war_of_plastic", "scenario": "garden_skirmish", "seats": PEOPLE},
)


@pytest.fixture(scope="module")
def home(seed: Path) -> Iterator[Path]:
    """The home of the server that the tests share."""
    with temporary_home(seed) as home:
        yield home


@pytest.fixture(scope="module")
def server(home: Path) -> Iterator[RunningServer]:
    """A server over an embedded database of its own, with fsync."""
    with running_server(TAPETE_HOME=str(home), TAPETE_SYSTEMS=TOYS) as running:
        yield running


async def test_soak_every_acknowledged_action_survives_kills_at_random_moments(
    server: RunningServer, home: Path
) -> None:
    ledger, site = Ledger(), Site(server.url, ACTS)
    async with asyncio.TaskGroup() as group:
        group.create_task(kill_again_and_again(server, site, home))
        group.create_task(seat_players(site, ledger, ROOMS, SEED))

    assert len(ledger.acts) >= ACTS
    assert {len(room.tokens) for room in ledger.rooms} == {3, 5}
    with httpx.Client(base_url=server.url, timeout=60, trust_env=False) as client:
        told = {room.id: check_numbers(client, room, ledger) for room in ledger.rooms}
        check_answers(client, ledger)
        check_chat_and_proposals(ledger, told)
        for room in ledger.rooms:
            assert check_numbers(client, room, ledger) == told[room.id], "a key that is sent again rolls nothing"
        await check_store(client, ledger, home)


async def test_every_acknowledged_action_survives_kills_of_the_database_alone(
    server: RunningServer, home: Path
) -> None:
    pid, wanted, so_far = server.pid, bounded(75, 150), len(server.output)
    ledger, site = Ledger(), Site(server.url, wanted, may_be_away=True)
    async with asyncio.TaskGroup() as group:
        group.create_task(kill_parts_of_the_database(site, home, wanted))
        group.create_task(seat_players(site, ledger, ROOMS, SEED))

    assert (server.pid, server.process.poll()) == (pid, None)
    assert server.output[so_far:].count("the database runs again") == 2
    with httpx.Client(base_url=server.url, timeout=60, trust_env=False) as client:
        told = {room.id: check_numbers(client, room, ledger) for room in ledger.rooms}
        check_answers(client, ledger)
        check_chat_and_proposals(ledger, told)
        await check_store(client, ledger, home)


async def kill_parts_of_the_database(site: Site, home: Path, wanted: int) -> None:
    """In mid-game: its first process alone, then one that serves somebody, then all of them."""
    data = Embedded(home).data
    await site.until(wanted // 5)
    postmaster(data).kill()
    await site.until(wanted * 2 // 5)
    serving = next(each for each in servers_in(data) if "tapete postgres" in each.cmdline()[0])
    serving.kill()
    await site.until(wanted * 3 // 5)
    kill_database(home)


def postmaster(data: Path) -> psutil.Process:
    """The process that all others of the database are children of."""
    found = Postmaster.of(data)
    assert found is not None
    return psutil.Process(found.pid)


async def kill_again_and_again(server: RunningServer, site: Site, home: Path) -> None:
    """Kills the server at random moments, every other time with its database, and starts it again."""
    chance = random.Random(SEED)
    loop = asyncio.get_running_loop()
    for number, moment in enumerate(sorted(chance.sample(range(ACTS), KILLS))):
        await site.until(moment)
        is_dead = asyncio.Event()

        def kill(event: asyncio.Event = is_dead, with_database: bool = number % 2 == 1) -> None:
            site.is_up.clear()
            server.process.kill()
            if with_database:
                kill_database(home)
            event.set()

        # Somewhere between the questions and the answers that are under way.
        loop.call_later(chance.uniform(0, 0.02), kill)
        await is_dead.wait()
        await asyncio.to_thread(start_again, server)
        site.url = server.url
        site.is_up.set()


def kill_database(home: Path) -> None:
    """SIGKILL to every process of the embedded database; those whose postmaster died may be gone by themselves."""
    for process in servers_in(Embedded(home).data):
        with contextlib.suppress(psutil.NoSuchProcess, ProcessLookupError):
            process.kill()


def start_again(server: RunningServer) -> None:
    server.wait()
    server.start_again()
    assert server.is_ready(), server.output


def check_numbers(client: httpx.Client, room: Room, ledger: Ledger) -> dict[str, list[bytes]]:
    """Every viewer's numbers run from 1 without holes, and under each stands what was told before any kill."""
    found = {viewer: events_of(client, room, viewer) for viewer in room.tokens}
    for viewer, events in found.items():
        assert [msgspec.json.decode(event)["seq"] for event in events] == list(range(1, len(events) + 1))
        known = {seq: told for (id_, who, seq), told in ledger.told.items() if (id_, who) == (room.id, viewer)}
        assert known == {seq: events[seq - 1] for seq in known}
    return found


def check_answers(client: httpx.Client, ledger: Ledger) -> None:
    """Each acknowledged action, sent again with its key, gives the answer that it gave then."""
    for act in ledger.acts:
        seq, events = resent(client, act)
        assert seq == act.seq
        assert act.events is None or events == tuple(bytes(event) for event in act.events)
        for event in events:
            ledger.tell(act.room, act.seat, event)


def check_chat_and_proposals(ledger: Ledger, told: dict[str, dict[str, list[bytes]]]) -> None:
    """Chat that was acknowledged stands once, other chat at most once; every acknowledged proposal stands once."""
    events = {id_: [msgspec.json.decode(event) for event in found["spectator"]] for id_, found in told.items()}
    said = Counter(event["text"] for found in events.values() for event in found if event["type"] == "message")
    assert any(line.is_acknowledged for line in ledger.lines)
    for line in ledger.lines:
        assert said[line.text] in ((1,) if line.is_acknowledged else (0, 1)), line
    assert ledger.proposals
    for room, seat, number in ledger.proposals:
        seen = [msgspec.json.decode(event) for event in told[room.id][seat]]
        made = [event for event in seen if event["type"] == "proposal_made" and event["n"] == number]
        undone = [event for event in seen if event["type"] == "undone"]
        assert len(made) == 1 or (not made and undone), (number, seat)


async def check_store(client: httpx.Client, ledger: Ledger, home: Path) -> None:
    """Every entry is whole, the versions have no holes, each key has its one entry, and the fold leads to what is shown."""
    registry = discover("app.systems", TOYS)
    url = Embedded(home).start_or_join()
    connection = await asyncpg.connect(url)
    try:
        keys = Counter(row["room_id"] for row in await connection.fetch("SELECT room_id FROM keys"))
        versions = dict(await connection.fetch("SELECT id, version FROM rooms"))
    finally:
        await connection.close()
    async with opened_store(url) as store:
        for room in ledger.rooms:
            stored = await store.load(room.id, from_start=True)
            assert stored is not None
            folded = fold(stored, registry)
            assert [entry.version for entry in stored.entries] == list(range(1, versions[room.id] + 1))
            assert sum(entry.kind == "game" for entry in stored.entries) == keys[room.id]
            for viewer in room.tokens:
                view = view_of(client, room, viewer)
                expected = folded.system.view(folded.state, Viewer(viewer))
                assert view == msgspec.json.decode(msgspec.json.encode(encode(expected)))


def view_of(client: httpx.Client, room: Room, viewer: str) -> Any:
    return client.get(room.path("/position"), headers=room.headers(viewer)).json()["view"]


def fold(stored: Stored, registry: Any) -> FoldedRoom:
    room = FoldedRoom(stored.header, registry[stored.header.game], kept_acts=None)
    for entry in stored.entries:
        room.fold(entry)
    return room
