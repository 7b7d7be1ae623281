"""What a process does with what others tell it, and what it finds out by itself when nobody tells it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Mapping, Set
from typing import Any

import pytest

from app.engine.types import SPECTATOR, Seat
from app.rooms.live.feeds import Subscription
from app.rooms.room.deltas import Delta, Passing
from app.rooms.values.ports import StoreUnavailable
from app.rooms.values.tokens import hash_of
from tests.parts.rooms.table import BOT, HUMAN, OPEN, A, B, Table, Thinker, thinking
from tests.support.memory_store import MemoryStore
from tests.support.relay import NoRelay


def whole(change: Delta | Passing) -> Delta | None:
    """Entries as they are; who comes and goes meanwhile is no matter here."""
    return change if isinstance(change, Delta) else None


async def change(subscription: Subscription) -> Delta:
    """The next change of the room; who comes and goes meanwhile does not count."""
    async for message in subscription:
        if isinstance(message, Delta):
            return message
    raise AssertionError("the subscription ended")


class CountingStore(MemoryStore):
    """Counts the questions that are asked now and then."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[Collection[Any]] = []

    async def versions(self, room_ids: Collection[str]) -> Mapping[str, int]:
        self.asked.append(room_ids)
        return await super().versions(room_ids)

    async def living_links(self, digests: Collection[bytes]) -> Set[bytes]:
        self.asked.append(digests)
        return await super().living_links(digests)


# -- what grew ---------------------------------------------------------------------------------------


async def test_what_grew_elsewhere_is_told_here_in_order(table: Table) -> None:
    made = await table.open()
    near = table.another()
    page = await near.rooms.scene(made.id, B)
    subscription = near.hub.subscribe(made.id, B, page.seq, whole, "delta")
    for number in range(5):
        await table.rooms.say(made.id, A, str(number))

    for version in (3, 2, 6, 6, 5):
        await near.rooms.ears.grown(made.id, version)

    told = [await change(subscription) for _ in range(5)]
    assert [delta.events[0]["text"] for delta in told] == list("01234")


async def test_a_room_that_is_slow_to_catch_up_keeps_no_other_waiting(table: Table) -> None:
    slow, quick = await table.open(), await table.open()
    near = table.another()
    await near.rooms.info(slow.id, B)
    page = await near.rooms.scene(quick.id, B)
    subscription = near.hub.subscribe(quick.id, B, page.seq, whole, "delta")
    for made in (slow, quick):
        await table.rooms.say(made.id, A, "hello")

    async with (await near.rooms._live.get(slow.id)).lock:
        for made in (slow, quick):
            await near.rooms.ears.grown(made.id, 2)
        assert (await change(subscription)).events[0]["text"] == "hello"


async def test_a_store_that_is_away_costs_a_hint_and_no_more(
    memory_table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    made = await memory_table.open()
    near = memory_table.another()
    page = await near.rooms.scene(made.id, B)
    subscription = near.hub.subscribe(made.id, B, page.seq, whole, "delta")
    await memory_table.rooms.say(made.id, A, "hello")

    memory_table.store.is_away = True
    await near.rooms.ears.grown(made.id, 2)
    await near.rooms.ears.missed()
    memory_table.store.is_away = False

    assert "nobody looked around" in caplog.text
    await near.rooms._housekeeping.sweep()
    assert (await change(subscription)).events[0]["text"] == "hello"


async def test_whoever_may_have_missed_something_looks_at_every_room_with_one_question() -> None:
    store = CountingStore()
    async with Table.over(store) as table:
        made = [await table.open() for _ in range(3)]
        near = table.another()
        subscriptions = []
        for room in made:
            page = await near.rooms.scene(room.id, B)
            subscriptions.append(near.hub.subscribe(room.id, B, page.seq, whole, "delta"))
            await table.rooms.say(room.id, A, room.id)

        await near.rooms.ears.missed()

        for room, subscription in zip(made, subscriptions, strict=True):
            assert (await change(subscription)).events[0]["text"] == room.id
        assert [sorted(asked) for asked in store.asked] == [sorted(room.id for room in made)]


async def test_a_sweep_of_nothing_asks_nothing() -> None:
    store = CountingStore()
    async with Table.over(store) as table:
        await table.rooms._housekeeping.sweep()
        await table.rooms._housekeeping.check_links()

        assert store.asked == []


# -- what is read and refused far from where things happen ----------------------------------------------


async def test_whoever_catches_up_reads_everything_that_was_acknowledged_anywhere(table: Table) -> None:
    made = await table.open()
    near = table.another()
    await near.rooms.info(made.id, B)
    _, acted = await table.play(made.id, "move")

    await near.rooms.catch_up(made.id)
    await near.rooms.catch_up("unknown")

    assert (await near.rooms.info(made.id, B)).seq == acted.seq


async def test_what_has_become_legal_elsewhere_is_not_refused_here(table: Table) -> None:
    made = await table.open()
    near = table.another()
    first = await table.turn(made.id)
    await near.rooms.info(made.id, B)
    await table.rooms.act(made.id, first, {"type": "pass"})
    second = await table.turn(made.id)
    assert second != first

    acted = await near.rooms.act(made.id, second, {"type": "pass"})

    assert acted.events[0]["type"] == "turn_passed"


# -- who was sent away ---------------------------------------------------------------------------------


async def test_a_link_replaced_elsewhere_is_dead_here_at_the_first_word(table: Table) -> None:
    made = await table.open()
    near = table.another()
    old = dict(made.seats)[Seat("a")]
    assert await near.rooms.identify(old) is not None
    socket, neighbour = (near.hub.subscribe(made.id, viewer, None, whole, "x") for viewer in (A, B))

    await table.rooms.replace_link(made.id, A)
    await near.rooms.ears.revoked(made.id, A)

    assert socket.closed_with == "revoked"
    assert neighbour.closed_with is None
    assert await near.rooms.identify(old) is None


async def test_a_link_replaced_elsewhere_is_found_dead_here_without_a_word() -> None:
    store = CountingStore()
    async with Table.over(store) as table:
        made = await table.open()
        near = table.another()
        old = dict(made.seats)[Seat("a")]
        _, cookie = await near.rooms.exchange(old)
        dead = [near.hub.subscribe(made.id, A, None, whole, "x", hash_of(secret)) for secret in (old, cookie)]
        alive = [
            near.hub.subscribe(made.id, B, None, whole, "x", hash_of(dict(made.seats)[Seat("b")])),
            near.hub.subscribe(made.id, SPECTATOR, None, whole, "x", hash_of(made.spectator_token)),
            near.hub.subscribe(made.id, A, None, whole, "x"),
        ]

        await table.rooms.replace_link(made.id, A)
        await near.rooms._housekeeping.check_links()

        assert [socket.closed_with for socket in dead] == ["revoked", "revoked"]
        assert [socket.closed_with for socket in alive] == [None, None, None]
        assert [len(asked) for asked in store.asked] == [4]


class Told(NoRelay):
    """Remembers whose links this process said were replaced."""

    def __init__(self) -> None:
        self.revoked: list[tuple[str, str]] = []

    def revoke(self, room_id: str, viewer: str) -> None:
        self.revoked.append((room_id, viewer))


async def test_the_others_are_told_of_every_link_that_is_replaced(table: Table) -> None:
    wire = Told()
    near = table.another(wire)
    made = await near.open([HUMAN, OPEN, OPEN])

    await near.rooms.replace_link(made.id, SPECTATOR)
    await near.rooms.begin(made.id)

    assert wire.revoked == [(made.id, "spectator"), (made.id, "b"), (made.id, "c")]


# -- what is passed on -----------------------------------------------------------------------------------


async def test_what_is_shared_is_handed_to_whoever_wants_it_whatever_the_others_do_with_it(
    memory_table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    heard: list[tuple[str, Mapping[str, Any]]] = []
    ears = memory_table.rooms.ears

    def fails(room_id: str, note: Mapping[str, Any]) -> None:
        raise ZeroDivisionError

    ears.on_shared(fails)
    ears.on_shared(lambda room_id, note: heard.append((room_id, note)))
    await ears.shared("r1", {"at": [1, 2]})

    assert heard == [("r1", {"at": [1, 2]})]
    assert "a note from another process was lost" in caplog.text


# -- bots -------------------------------------------------------------------------------------------------


class Referee(NoRelay):
    """Lets one process at a time play the bots of a room: the one whose name stands in ``player``."""

    def __init__(self, name: str, player: list[str]) -> None:
        self._name = name
        self._player = player
        self.asked = asyncio.Event()

    async def claim(self, room_id: str) -> bool:
        self.asked.set()
        if self._player == ["nobody"]:
            raise StoreUnavailable("away")
        return self._player == [self._name]


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots ask again at once."""
    monkeypatch.setattr("app.rooms.service.bots.AWAY_S", 0.01)


class Tiring(Thinker):
    """Answers so many times and then no more."""

    def __init__(self, answers: int) -> None:
        super().__init__()
        self._left = answers

    async def ask(self, kind: str, game: str, payload: Mapping[str, Any], seconds: float) -> Any:
        if self._left == 0:
            self.may_answer.clear()
        self._left -= 1
        return await super().ask(kind, game, payload, seconds)


@pytest.mark.usefixtures("patient")
async def test_bots_are_played_by_one_process_and_taken_over_by_another(memory_table: Table) -> None:
    player = ["nobody"]
    referees = [Referee(name, player) for name in ("first", "second")]
    first, second = (memory_table.another(referee) for referee in referees)
    tired, fresh = thinking(first, Tiring(3)), thinking(second, Thinker())
    made = await first.open([BOT, BOT], rounds=5)
    await second.rooms.room(made.id)
    for referee in referees:
        await referee.asked.wait()
    assert [tired.asked, fresh.asked] == [[], []]

    player[:] = ["first"]
    await until(lambda: len(tired.asked) == 4, second, made.id)
    assert fresh.asked == []
    player[:] = ["second"]
    await until(lambda: second_sees_the_end(second, made.id), second, made.id)

    assert len(tired.asked) == 4
    assert fresh.asked


def second_sees_the_end(table: Table, room_id: str) -> bool:
    return table.rooms._live._rooms[room_id].room.status == "finished"


async def until(happened: Callable[[], bool], table: Table, room_id: str) -> None:
    """Waits until something that happens in a room makes this true."""
    subscription = table.hub.subscribe(room_id, SPECTATOR, None, whole, "until")
    async with asyncio.timeout(30):
        while not happened():
            await anext(subscription)
    subscription.close("seen")


@pytest.mark.usefixtures("patient")
async def test_a_bot_answers_what_happened_on_another_process(memory_table: Table) -> None:
    near, far = memory_table.another(), memory_table.another()
    thinker = thinking(near, Thinker())
    for silent in (memory_table, far):
        silent.rooms._bots._is_closed = True
    made = await memory_table.open([HUMAN, BOT], rounds=5)
    room = await near.rooms.room(made.id)
    await until(lambda: room.to_act == ("a",), near, made.id)
    thought = len(thinker.asked)

    await far.rooms.act(made.id, A, {"type": "pass"})
    await near.rooms.ears.grown(made.id, room.version + 1)
    await until(lambda: len(thinker.asked) > thought and room.to_act == ("a",), near, made.id)


async def test_rooms_whose_bots_came_later_are_woken_at_a_start_too(table: Table) -> None:
    made = await table.open([HUMAN, OPEN])
    plain = await table.open([HUMAN, OPEN])
    await table.rooms.begin(made.id)

    waiting = await table.store.playing_with_bots()

    assert made.id in waiting
    assert plain.id not in waiting
