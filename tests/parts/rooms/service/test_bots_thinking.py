"""Bots think in processes of their own: they hold up nobody, and whoever takes too long or breaks down plays at random."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from typing import Any

import msgspec
import psutil
import pytest
import pytest_asyncio

from app.engine.registry import discover
from app.engine.types import SPECTATOR
from app.rooms.service import bots
from app.rooms.values.values import CreatedRoom, NewProposal, NewRoom
from app.rooms.workers.workers import Workers
from tests.parts.rooms.service.test_bots import until
from tests.parts.rooms.table import BOT, HUMAN, OPEN, TOYS, A, Table, Thinker, seat, thinking
from tests.support.memory_store import MemoryStore
from tests.support.slow_systems.ponder import DEADLY_ROUNDS, SLOW_ROUNDS

SLOW = "tests.support.slow_systems"
GREEDY: Mapping[str, Any] = {"kind": "bot", "strategy": "greedy"}


@pytest_asyncio.fixture
async def ponderers() -> AsyncIterator[Table]:
    """A service with games that take long to think about, and one process to think in."""
    workers = Workers((TOYS, SLOW), processes=1)
    opened = Table(MemoryStore(), workers, discover(TOYS, SLOW))
    yield opened
    await opened.rooms.close()
    await workers.close()


async def pondering(table: Table, rounds: int) -> CreatedRoom:
    """A room in which a greedy bot is asked, or will be."""
    new = NewRoom("ponder", "open", [HUMAN, GREEDY], {"charms": False, "rounds": rounds})
    made = await table.rooms.create(new)
    if await table.turn(made.id) == A:
        await table.play(made.id, "pass")
    return made


async def thinking_process(table: Table) -> psutil.Process:
    """The process that thinks, as soon as it does."""
    (worker,) = table.workers._workers
    async with asyncio.timeout(60):
        while True:
            if table.workers._idle.empty() and worker._line is not None:
                return psutil.Process(worker._process.pid)
            await asyncio.sleep(0.01)


async def test_a_bot_that_thinks_for_a_minute_holds_up_nobody_in_another_room(
    ponderers: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bots, "THINKING_S", 120)
    slow = await pondering(ponderers, SLOW_ROUNDS)
    await thinking_process(ponderers)
    before = (await ponderers.rooms.room(slow.id)).version
    friends = await ponderers.open([HUMAN, HUMAN], rounds=20)

    async with asyncio.timeout(30):
        for _ in range(30):
            await ponderers.play(friends.id)

    assert len(await ponderers.types(friends.id, SPECTATOR)) > 30
    assert ponderers.workers._idle.empty()  # it is still at it
    assert (await ponderers.rooms.room(slow.id)).version == before


async def test_nor_does_it_hold_up_the_people_of_its_own_room(
    ponderers: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bots, "THINKING_S", 120)
    slow = await pondering(ponderers, SLOW_ROUNDS)
    await thinking_process(ponderers)

    async with asyncio.timeout(30):
        await ponderers.rooms.say(slow.id, A, "take your time")
        await ponderers.rooms.resign(slow.id, A)

    assert (await ponderers.rooms.info(slow.id, A)).status == "finished"


async def test_a_bot_that_takes_too_long_plays_at_random(ponderers: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "THINKING_S", 1)
    slow = await pondering(ponderers, SLOW_ROUNDS)

    await until(ponderers, slow.id, to_act=("a",))


async def test_a_bot_whose_thinking_breaks_the_process_plays_at_random(ponderers: Table) -> None:
    deadly = await pondering(ponderers, DEADLY_ROUNDS)

    await until(ponderers, deadly.id, to_act=("a",))


async def test_a_bot_whose_process_is_killed_plays_at_random(ponderers: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "THINKING_S", 120)
    slow = await pondering(ponderers, SLOW_ROUNDS)

    (await thinking_process(ponderers)).kill()

    await until(ponderers, slow.id, to_act=("a",))


@pytest.mark.parametrize("game", ["pebbles", "masks"])
async def test_greedy_bots_play_a_whole_game_by_themselves(memory_table: Table, game: str) -> None:
    scenario = {"pebbles": "duel", "masks": "ball"}[game]

    made = await memory_table.rooms.create(NewRoom(game, scenario, [GREEDY, GREEDY], {}))

    await until(memory_table, made.id, status="finished")


async def test_bots_put_in_play_by_the_host_play_as_the_host_says(memory_table: Table) -> None:
    made = await memory_table.open([OPEN, OPEN], rounds=1)

    info = await memory_table.rooms.begin(made.id, "greedy")

    assert [seat["strategy"] for seat in info.seats] == ["greedy", "greedy"]
    await until(memory_table, made.id, status="finished")


async def test_the_seat_says_how_its_bot_plays(memory_table: Table) -> None:
    made = await memory_table.open([HUMAN, GREEDY, {**BOT, "team": "red"}], scenario="open", rounds=20)

    info = await memory_table.rooms.info(made.id, A)

    assert [seat.get("strategy") for seat in info.seats] == [None, "greedy", "random"]


@pytest.mark.parametrize("strategy", ["random", "greedy"])
async def test_a_bot_that_has_chosen_in_secret_waits_for_the_others(memory_table: Table, strategy: str) -> None:
    """It could choose anew as long as somebody else has not chosen, and so do nothing else for ever."""
    bot = {"kind": "bot", "strategy": strategy}
    made = await memory_table.rooms.create(NewRoom("masks", "ball", [HUMAN, bot], {}))
    (task,) = memory_table.rooms._bots._tasks.values()
    async with asyncio.timeout(30):
        await task
    room = await memory_table.rooms.room(made.id)
    assert set(room.state.chosen) == {"b"}
    chosen = room.version

    await memory_table.rooms.say(made.id, A, "have you?")
    async with asyncio.timeout(30):
        await asyncio.gather(*memory_table.rooms._bots._tasks.values())

    assert (await memory_table.rooms.room(made.id)).version == chosen + 1
    _, offers = await memory_table.rooms.offers(made.id, A)
    await memory_table.rooms.act(made.id, A, msgspec.to_builtins(offers[0].examples[0]))
    assert (await memory_table.rooms.room(made.id)).state.phase != "choose"


async def test_a_greedy_bot_agrees_to_whatever_is_proposed(memory_table: Table) -> None:
    made = await memory_table.open([HUMAN, GREEDY], rounds=20)
    await until(memory_table, made.id, to_act=("a",))

    await memory_table.rooms.propose(made.id, A, NewProposal("draw"))

    await until(memory_table, made.id, status="finished")
    assert (await memory_table.rooms.info(made.id, A)).result.winners == ()


async def test_a_bot_goes_on_while_it_is_asked_and_then_the_next_one_round_the_table(memory_table: Table) -> None:
    """So that none comes between what belongs together, and each has its go."""
    thinking(memory_table, Thinker()).may_answer.clear()
    made = await memory_table.rooms.create(NewRoom("masks", "ball", [BOT, BOT, BOT], {}))
    room = await memory_table.rooms.room(made.id)
    turns = bots._Turns()

    assert [turns.next(room), turns.next(room)] == ["a", "a"]
    assert turns.may_wait(seat(A), room)
    order = []
    while (asked := turns.next(room)) is not None:
        order.append(asked)
        may_wait = turns.may_wait(asked, room)
        turns.wait(asked, room.version)

    assert order == ["a", "b", "c"]
    assert not may_wait  # the last one who is asked must act
