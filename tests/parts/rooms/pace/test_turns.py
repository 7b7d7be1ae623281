"""Turns: one thing of a link at a time, and nobody who asks much keeps others waiting."""

from __future__ import annotations

import asyncio

import pytest

from app.rooms.pace.turns import MOST_WAITING, Turns, Who
from app.rooms.values.errors import TooFast

ANA, ANAS_SISTER, LUIS = Who("192.0.2.1", "room/a"), Who("192.0.2.1", "room/b"), Who("192.0.2.2", "other/a")

pytestmark = pytest.mark.asyncio


class Work:
    """Things that take turns, each done when the test says so."""

    def __init__(self, places: int) -> None:
        self.turns = Turns(places)
        self.begun: list[str] = []
        self._may_end: dict[str, asyncio.Event] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}

    async def ask(self, who: Who, name: str, seconds: float = 60) -> None:
        self._may_end[name] = asyncio.Event()
        self._tasks[name] = asyncio.create_task(self._do(who, name, seconds))
        await settled()

    async def _do(self, who: Who, name: str, seconds: float) -> None:
        async with self.turns.turn(who, seconds):
            self.begun.append(name)
            await self._may_end[name].wait()

    async def end(self, name: str) -> None:
        self._may_end[name].set()
        await self._tasks[name]
        await settled()

    async def give_up(self, name: str) -> None:
        self._tasks[name].cancel()
        await asyncio.wait([self._tasks[name]])
        await settled()

    async def end_all(self) -> list[str]:
        """In what order everything that was still to be done is begun, one thing ending after the other."""
        done = 0
        while done < len(self.begun):
            if not self._tasks[self.begun[done]].done():
                await self.end(self.begun[done])
            done += 1
        return self.begun


async def settled() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


async def test_one_link_has_one_thing_done_at_a_time() -> None:
    work = Work(3)
    for name in ("ana 1", "ana 2", "ana 3"):
        await work.ask(ANA, name)

    assert work.begun == ["ana 1"]
    await work.end("ana 1")
    assert work.begun == ["ana 1", "ana 2"]


async def test_one_address_leaves_a_place_for_others() -> None:
    work = Work(2)
    await work.ask(ANA, "ana")
    await work.ask(ANAS_SISTER, "sister")
    await work.ask(LUIS, "luis")

    assert work.begun == ["ana", "luis"]
    assert await work.end_all() == ["ana", "luis", "sister"]


async def test_with_a_single_place_everybody_has_his_turn() -> None:
    work = Work(1)
    for number in range(3):
        await work.ask(ANA, f"ana {number}")
    await work.ask(ANAS_SISTER, "sister")
    await work.ask(LUIS, "luis 0")
    await work.ask(LUIS, "luis 1")

    assert await work.end_all() == ["ana 0", "luis 0", "sister", "luis 1", "ana 1", "ana 2"]


async def test_of_one_link_only_so_many_wait() -> None:
    work = Work(1)
    for number in range(MOST_WAITING + 1):
        await work.ask(ANA, f"ana {number}")

    with pytest.raises(TooFast):
        async with work.turns.turn(ANA, 60):
            pass

    await work.ask(LUIS, "luis")
    assert len(await work.end_all()) == MOST_WAITING + 2


async def test_whoever_waits_too_long_is_told_to_come_again() -> None:
    work = Work(1)
    await work.ask(ANA, "ana")

    with pytest.raises(TooFast):
        async with work.turns.turn(LUIS, 0.01):
            pass

    assert work.turns.waiting == 0


async def test_whoever_goes_away_leaves_his_place_to_the_next() -> None:
    work = Work(1)
    await work.ask(ANA, "ana")
    await work.ask(ANAS_SISTER, "sister")
    await work.ask(LUIS, "luis")

    await work.give_up("luis")
    assert work.begun == ["ana"]
    await work.give_up("ana")
    assert work.begun == ["ana", "sister"]
    await work.end("sister")

    assert (work.turns.waiting, dict(work.turns._links), dict(work.turns._served)) == (0, {}, {})


async def test_whoever_goes_away_just_as_his_place_comes_leaves_it_too() -> None:
    work = Work(1)
    await work.ask(ANA, "ana")
    await work.ask(LUIS, "luis")
    work._may_end["ana"].set()
    await asyncio.sleep(0)  # ana goes on, and hands the place over, before luis is woken
    work._tasks["luis"].cancel()
    await settled()

    await work.ask(ANAS_SISTER, "sister")

    assert work.begun[-1] == "sister"
