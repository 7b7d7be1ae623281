"""Several people, several processes, a store that fails: nothing twice, nothing lost, nothing told too soon."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest

from app.engine.types import SPECTATOR, Viewer
from app.rooms.values.errors import NotNow, Refused, Stale
from app.rooms.values.ports import Append, Entry, StoreUnavailable
from tests.parts.rooms.table import HUMAN, A, B, C, D, Table
from tests.support.memory_store import MemoryStore


async def test_of_two_acts_at_once_one_is_played_and_the_other_judged_anew(table: Table) -> None:
    made = await table.open()
    seat = await table.turn(made.id)
    moves = [await table.choice(made.id, seat, "move", number) for number in range(2)]
    far = table.another()
    await far.rooms.info(made.id, A)

    answers = await asyncio.gather(
        table.rooms.act(made.id, seat, moves[0]), far.rooms.act(made.id, seat, moves[1]), return_exceptions=True
    )

    assert sorted(type(answer).__name__ for answer in answers) == ["Acted", "Refused"]
    assert len(await entries(table, made.id)) == 2


async def test_a_lost_race_that_changes_nothing_for_the_loser_is_not_noticed(table: Table) -> None:
    made = await table.open([HUMAN] * 4, scenario="ring")
    doors = [table, table.another(), table.another(), table.another()]
    for door in doors:
        await door.rooms.info(made.id, A)

    seq = (await table.rooms.info(made.id, A)).seq
    picks = [door.pick_charm(made.id, viewer, seq=seq) for door, viewer in zip(doors, (A, B, C, D), strict=True)]
    answers = await asyncio.gather(*picks)

    assert [answer.events[0]["seq"] for answer in answers] == [seq + 1] * 4
    assert len(await entries(table, made.id)) == 5


async def test_many_people_at_many_doors_leave_one_true_story(table: Table) -> None:
    made = await table.open([HUMAN] * 3, scenario="ring", rounds=3)
    doors = [table, table.another(), table.another()]

    async def play(door: Table, viewer: Viewer) -> None:
        """Does whatever is offered until the game is over; what comes too late is refused and no harm."""
        while (await door.rooms.info(made.id, viewer)).status == "playing":
            seq, offers = await door.rooms.offers(made.id, viewer)
            try:
                if offers:
                    await door.rooms.act(made.id, viewer, msgspec.to_builtins(offers[-1].examples[0]), seq=seq)
                else:
                    await door.rooms.say(made.id, viewer, "?")
            except (Stale, Refused, NotNow):
                pass

    await asyncio.gather(*(play(door, viewer) for door in doors for viewer in (A, B, C)))

    fresh = await table.another().rooms.room(made.id)
    assert fresh.status == "finished"
    assert [entry.version for entry in await entries(table, made.id)] == list(range(1, fresh.version + 1))
    for door in doors:
        assert (await door.rooms.room(made.id)).state == fresh.state


async def test_dice_of_an_append_that_was_lost_are_never_seen(memory_table: Table) -> None:
    table, store = memory_table, memory_table.store
    assert isinstance(store, MemoryStore)
    made = await table.open()
    tried: list[Append] = []
    far = table.another()
    await far.rooms.info(made.id, A)
    seat = await table.turn(made.id)
    throw = await table.choice(made.id, seat, "throw")
    await far.rooms.say(made.id, A, "first!")

    store.before_append = tried.append
    acted = await table.rooms.act(made.id, seat, throw)

    assert [request.entry.version for request in tried] == [2, 3]
    assert acted.events[0]["seq"] == 6
    assert await table.types(made.id, A, 4) == ["message", *(event["type"] for event in acted.events)]


async def test_nobody_hears_of_an_action_before_it_is_durable(memory_table: Table) -> None:
    table, store = memory_table, memory_table.store
    made = await table.open()
    heard: list[int] = []
    table.hub.subscribe(made.id, SPECTATOR, None, lambda delta: heard.append(delta.seq), "test")
    seen: list[tuple[int, list[int]]] = []

    async def look() -> None:
        seen.append(((await table.rooms.info(made.id, A)).seq, list(heard)))

    looks: list[asyncio.Task[None]] = []
    store.before_append = lambda _: looks.append(asyncio.ensure_future(look()))
    state = await table.state(made.id)
    await table.play(made.id, "move")
    await asyncio.gather(*looks)

    assert heard == [6]
    assert len(looks) == 1
    assert await table.state(made.id) is not state


async def test_without_a_store_nothing_is_accepted_and_nothing_changes(memory_table: Table) -> None:
    table, store = memory_table, memory_table.store
    made = await table.open()
    seat = await table.turn(made.id)
    action = await table.choice(made.id, seat, "throw")
    before = await table.state(made.id)

    store.is_away = True
    with pytest.raises(StoreUnavailable):
        await table.rooms.act(made.id, seat, action, key="k")
    assert await table.state(made.id) is before
    store.is_away = False

    acted = await table.rooms.act(made.id, seat, action, key="k")
    assert acted.events[0]["type"] == "pebble_thrown"


async def test_an_append_whose_answer_was_lost_is_found_out_and_told(memory_table: Table) -> None:
    table, store = memory_table, memory_table.store
    made = await table.open()
    seat = await table.turn(made.id)
    action = await table.choice(made.id, seat, "throw")
    subscription = table.hub.subscribe(made.id, SPECTATOR, None, lambda delta: delta.seq, "test")
    append = store.append

    async def stored_but_not_answered(request: Append) -> Any:
        await append(request)
        raise StoreUnavailable("the line broke")

    store.append = stored_but_not_answered
    with pytest.raises(StoreUnavailable):
        await table.rooms.act(made.id, seat, action, key="k")
    store.append = append
    again = await table.rooms.act(made.id, seat, action, key="k")

    assert len(await entries(table, made.id)) == 2
    await table.rooms.say(made.id, A, "and?")
    assert await anext(subscription) == again.seq
    assert await anext(subscription) == again.seq + 1


async def test_whoever_goes_away_while_his_act_is_stored_has_acted(memory_table: Table) -> None:
    table = memory_table
    made = await table.open()
    gate = Gate(table)
    subscription = table.hub.subscribe(made.id, SPECTATOR, None, lambda delta: delta.seq, "test")

    caller = asyncio.ensure_future(table.play(made.id, "move"))
    await gate.arrived.wait()
    caller.cancel()
    with pytest.raises(asyncio.CancelledError):
        await caller
    gate.opened.set()

    assert await anext(subscription) == 6
    assert (await table.rooms.info(made.id, A)).seq == 6
    await table.play(made.id, "move")


async def test_closing_waits_for_what_is_under_way(memory_table: Table) -> None:
    table = memory_table
    made = await table.open()
    gate = Gate(table)

    caller = asyncio.ensure_future(table.play(made.id, "move"))
    await gate.arrived.wait()
    closing = asyncio.ensure_future(table.rooms.close())
    gate.opened.set()
    await closing

    assert caller.done() or len(await entries(table, made.id)) == 2
    _, acted = await caller
    assert acted.seq == 6


class Gate:
    """Holds every append up until it is opened."""

    def __init__(self, table: Table) -> None:
        self.arrived = asyncio.Event()
        self.opened = asyncio.Event()
        self._append = table.store.append
        table.store.append = self._wait

    async def _wait(self, request: Append) -> Any:
        self.arrived.set()
        await self.opened.wait()
        return await self._append(request)


async def entries(table: Table, room_id: str) -> list[Entry]:
    return list(await table.store.entries(room_id, 0))
