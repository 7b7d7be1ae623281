"""Secret links: issued once, kept as hashes, exchanged for cookies, replaced and dead."""

from __future__ import annotations

import asyncio
import hashlib
from typing import Any

import pytest

from app.engine.types import SPECTATOR, Seat
from app.rooms.values.errors import Forbidden, NotFound, UnknownToken
from app.rooms.values.ports import HOST, Link
from app.rooms.values.tokens import REMEMBERED_S, Doorkeeper, new_secret
from tests.parts.rooms.table import BOT, HUMAN, A, B, Table
from tests.support.memory_store import MemoryStore


def test_a_secret_has_192_random_bits() -> None:
    secrets = {new_secret() for _ in range(100)}

    assert len(secrets) == 100
    assert {len(secret) for secret in secrets} == {32}


async def test_an_unknown_secret_opens_nothing(table: Table) -> None:
    await table.open()

    assert await table.rooms.identify("no such secret") is None
    with pytest.raises(UnknownToken):
        await table.rooms.exchange("no such secret")


async def test_a_link_is_exchanged_for_a_cookie_of_the_same_viewer(table: Table) -> None:
    made = await table.open()
    link_secret = dict(made.seats)[Seat("a")]

    cookie, cookie_secret = await table.rooms.exchange(link_secret)

    found = await table.rooms.identify(cookie_secret)
    assert found == cookie
    assert (cookie.room_id, cookie.viewer, cookie.kind) == (made.id, "a", "cookie")
    assert cookie.parent == hashlib.sha256(link_secret.encode()).digest()
    assert cookie_secret != link_secret


async def test_a_cookie_is_not_exchanged_again(table: Table) -> None:
    made = await table.open()
    _, cookie_secret = await table.rooms.exchange(made.spectator_token)

    with pytest.raises(UnknownToken):
        await table.rooms.exchange(cookie_secret)


async def test_a_new_link_kills_the_old_one_its_cookies_and_its_sockets(table: Table) -> None:
    made = await table.open()
    old = dict(made.seats)[Seat("a")]
    _, cookie = await table.rooms.exchange(old)
    assert await table.rooms.identify(old) is not None
    socket, neighbour = (table.hub.subscribe(made.id, viewer, None, lambda delta: delta, "x") for viewer in (A, B))

    new = await table.rooms.replace_link(made.id, A)

    assert [await table.rooms.identify(secret) for secret in (old, cookie)] == [None, None]
    link = await table.rooms.identify(new)
    assert link is not None
    assert (link.room_id, link.viewer) == (made.id, "a")
    assert socket.closed_with == "revoked"
    assert neighbour.closed_with is None
    assert await table.rooms.identify(dict(made.seats)[Seat("b")]) is not None


async def test_the_spectators_link_can_be_replaced_too_and_the_host_stays(table: Table) -> None:
    made = await table.open()

    await table.rooms.replace_link(made.id, SPECTATOR)

    assert await table.rooms.identify(made.spectator_token) is None
    assert await table.rooms.identify(made.host_token) is not None


async def test_what_has_no_link_gets_none(memory_table: Table) -> None:
    made = await memory_table.open([HUMAN, BOT])

    with pytest.raises(Forbidden):
        await memory_table.rooms.replace_link(made.id, B)
    for viewer in ("c", HOST, "nobody"):
        with pytest.raises(NotFound):
            await memory_table.rooms.replace_link(made.id, viewer)


async def test_no_secret_is_stored(memory_table: Table) -> None:
    made = await memory_table.open()
    _, cookie = await memory_table.rooms.exchange(made.host_token)

    kept = repr(vars(memory_table.store))

    for secret in (made.host_token, made.spectator_token, cookie, *dict(made.seats).values()):
        assert secret not in kept


class CountingStore(MemoryStore):
    """Counts how often links are looked up."""

    looked_up = 0

    async def find_link(self, digest: bytes) -> Link | None:
        self.looked_up += 1
        return await super().find_link(digest)


async def test_a_link_is_looked_up_once_in_a_while_and_a_dead_one_is_soon_noticed() -> None:
    store, now = CountingStore(), [100.0]
    doors = Doorkeeper(store, now=lambda: now[0])
    secret, link = doors.issue("room", A)
    await store.add_link(link)

    found: list[Any] = [await doors.identify(secret) for _ in range(5)]
    assert found == [link] * 5
    assert store.looked_up == 1

    await Doorkeeper(store).replace("room", A)
    now[0] += REMEMBERED_S
    assert await doors.identify(secret) is None


async def test_a_link_replaced_here_is_dead_at_once() -> None:
    store = MemoryStore()
    doors = Doorkeeper(store, now=lambda: 100.0)
    secret, link = doors.issue("room", A)
    await store.add_link(link)
    await doors.identify(secret)

    await doors.replace("room", A)

    assert await doors.identify(secret) is None


class PatientStore(MemoryStore):
    """Found what it was asked for, it waits before it answers."""

    def __init__(self) -> None:
        super().__init__()
        self.found, self.may_answer = asyncio.Event(), asyncio.Event()

    async def find_link(self, digest: bytes) -> Link | None:
        link = await super().find_link(digest)
        self.found.set()
        await self.may_answer.wait()
        return link


async def test_a_link_replaced_while_it_is_looked_up_is_not_believed_afterwards() -> None:
    store = PatientStore()
    doors = Doorkeeper(store, now=lambda: 100.0)
    secret, link = doors.issue("room", A)
    await store.add_link(link)
    asked = asyncio.create_task(doors.identify(secret))
    await store.found.wait()

    await doors.replace("room", A)
    store.may_answer.set()
    await asked

    assert await doors.identify(secret) is None


async def test_only_so_many_links_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.rooms.values.tokens.REMEMBERED", 2)
    store = CountingStore()
    doors = Doorkeeper(store, now=lambda: 100.0)
    issued = [doors.issue("room", A) for _ in range(3)]
    for secret, link in issued:
        await store.add_link(link)
        await doors.identify(secret)

    await doors.identify(issued[2][0])
    await doors.identify(issued[0][0])

    assert store.looked_up == 4
