"""Worker processes: they answer, they are stopped when they think too long, and they never hold anything up."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from typing import Any

import msgspec
import psutil
import pytest
import pytest_asyncio

from app.engine import play
from app.engine.dice import GivenDice
from app.engine.refusal import InvalidInput, InvalidPosition, OutOfDice
from app.engine.registry import discover
from app.engine.system import Setup
from app.rooms.values.errors import Busy, Refused
from app.rooms.workers.workers import MOST_WAITING, NoWorkerFree, Workers, WorkTimeout
from tests.parts.rooms.table import PASS, TOYS

SLOW = "tests.support.slow_systems"
SETUP = {"scenario": "open", "seats": [{}, {}], "options": {}, "tables": {}}

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def workers() -> AsyncIterator[Workers]:
    """Workers that know the toy game and one that thinks for ever."""
    pool = Workers((TOYS, SLOW), processes=2, memory_bytes=1 << 30)
    yield pool
    await pool.close()


def position(dice: int = 1) -> Any:
    """An opening of the toy game, as JSON: seat ``a`` for 1, ``b`` for 2."""
    setup = Setup("open", ({}, {}))
    return play.encode(play.start(discover(TOYS)["pebbles"], setup, GivenDice([dice])).state)


async def ask(workers: Workers, kind: str, **payload: Any) -> Any:
    return await workers.ask(kind, "pebbles", payload, 20)


async def test_a_game_is_opened_with_given_dice(workers: Workers) -> None:
    opened = await ask(workers, "positions", **SETUP, dice=[2, 5])

    assert msgspec.json.encode(opened["position"]) == msgspec.json.encode(position(2))
    assert [event["type"] for event in opened["events"]] == ["game_set", "turn_began"]
    assert opened["dice_used"] == 1


async def test_a_seed_gives_the_same_opening_every_time(workers: Workers) -> None:
    one, two = [await ask(workers, "positions", **SETUP, seed="any words") for _ in range(2)]

    assert one == two


async def test_too_few_dice_are_said_to_be_missing(workers: Workers) -> None:
    with pytest.raises(OutOfDice) as raised:
        await ask(workers, "positions", **SETUP, dice=[])

    assert (raised.value.given, raised.value.purpose) == (0, "first")


async def test_offers_are_told_without_what_is_absent(workers: Workers) -> None:
    offers = (await ask(workers, "offers", position=position(), seat="a"))["offers"]

    assert {offer["type"] for offer in offers} == {"move", "throw", "pass"}
    assert all(None not in offer.values() for offer in offers)
    assert (await ask(workers, "offers", position=position(), seat="b"))["offers"] == []


async def test_offers_of_one_unit(workers: Workers) -> None:
    offers = (await ask(workers, "offers", position=position(), seat="a", unit="a1"))["offers"]

    assert {offer["unit"] for offer in offers} == {"a1"}


async def test_the_judge_answers_yes_or_no_with_the_reason(workers: Workers) -> None:
    assert await ask(workers, "check", position=position(), seat="a", action=PASS) == {"legal": True}

    far = {"type": "move", "unit": "a0", "path_mm": [[100, 300]]}
    refused = await ask(workers, "check", position=position(), seat="a", action=far)

    assert (refused["legal"], refused["rule"]) == (False, "PEB-MOVE-01")
    assert refused["facts"] == {"length_mm": 200, "longest_mm": 150}
    assert refused["text"]["es"]
    assert refused["overlays"]


async def test_an_action_is_applied_with_given_dice(workers: Workers) -> None:
    throw = {"type": "throw", "unit": "a0", "target": "b0"}

    applied = await ask(workers, "apply", position=position(), seat="a", action=throw, dice=[6, 1, 1])

    assert applied["events"][0]["hit"] is True
    assert applied["dice_used"] == 1
    assert applied["position"]["placing"] == "b0"


async def test_what_is_refused_is_not_applied(workers: Workers) -> None:
    with pytest.raises(Refused) as raised:
        await ask(workers, "apply", position=position(), seat="b", action=PASS)

    assert raised.value.refusal.rule == "PEB-TURN-01"
    assert raised.value.text.en


async def test_what_a_viewer_sees(workers: Workers) -> None:
    view = await ask(workers, "view", position=position(), viewer="spectator")

    assert view["viewer"] == "spectator"


async def test_questions_by_name(workers: Workers) -> None:
    given = {"path_mm": [[0, 0], [30, 40]]}

    assert await ask(workers, "query", query="length", given=given) == {"answer": {"length_mm": 50}}


@pytest.mark.parametrize(
    ("kind", "payload", "field"),
    [
        ("offers", {"position": position(), "seat": "x"}, "seat"),
        ("offers", {"position": {"phase": 3}, "seat": "a"}, "position"),
        ("view", {"position": position(), "viewer": "host"}, "viewer"),
        ("check", {"position": position(), "seat": "a", "action": {"type": "fly"}}, "action"),
        ("positions", {**SETUP, "scenario": "moon", "dice": []}, "scenario"),
        ("positions", {**SETUP, "dice": [9]}, "dice[0]"),
        ("query", {"query": "chance", "given": {"need": 9}}, "given.need"),
    ],
)
async def test_what_is_wrong_with_a_question_is_named(
    workers: Workers, kind: str, payload: dict[str, Any], field: str
) -> None:
    with pytest.raises(InvalidInput) as raised:
        await ask(workers, kind, **payload)

    assert raised.value.errors[0].field.startswith(field)


async def test_an_impossible_position_is_refused_with_the_reasons(workers: Workers) -> None:
    impossible = position() | {"turn": "g"}

    with pytest.raises(InvalidInput) as raised:
        await ask(workers, "offers", position=impossible, seat="a")

    assert raised.value.errors[0].found == "nobody sits at g"
    assert issubclass(InvalidPosition, InvalidInput)


async def test_a_fault_of_the_rules_is_told_as_an_input_they_cannot_work_out(workers: Workers) -> None:
    with pytest.raises(InvalidInput) as raised:
        await workers.ask("query", "slow", {"query": "break", "given": None}, 20)

    assert raised.value.errors[0].found == "ZeroDivisionError"


async def test_endless_thought_is_stopped_and_the_next_question_answered(workers: Workers) -> None:
    began = time.monotonic()
    with pytest.raises(WorkTimeout):
        await workers.ask("query", "slow", {"query": "think", "given": 60}, 0.3)

    assert time.monotonic() - began < 30
    assert (await ask(workers, "query", query="chance", given={"need": 4}))["answer"]["numerator"] == 3


async def test_a_worker_that_dies_is_replaced(workers: Workers) -> None:
    with pytest.raises(Busy):
        await workers.ask("query", "slow", {"query": "die", "given": None}, 20)

    for _ in range(2):
        assert (await ask(workers, "query", query="chance", given={"need": 4}))["answer"]["numerator"] == 3


async def test_a_question_may_not_eat_all_memory(workers: Workers) -> None:
    with pytest.raises(Busy):
        await workers.ask("query", "slow", {"query": "eat", "given": 4 << 30}, 20)

    assert (await ask(workers, "query", query="chance", given={"need": 4}))["answer"]["numerator"] == 3


async def test_the_event_loop_goes_on_while_workers_think(workers: Workers) -> None:
    await ask(workers, "query", query="chance", given={"need": 4})
    thinking = asyncio.ensure_future(workers.ask("query", "slow", {"query": "think", "given": 0.5}, 20))
    turns = 0
    while not thinking.done():
        turns += 1
        await asyncio.sleep(0.01)

    assert turns > 10
    assert await thinking == {"answer": "done"}


async def test_questions_beyond_the_number_of_workers_wait_their_turn(workers: Workers) -> None:
    asked = [workers.ask("query", "slow", {"query": "think", "given": 0.05}, 20) for _ in range(6)]

    assert await asyncio.gather(*asked) == [{"answer": "done"}] * 6


async def test_without_a_free_worker_a_question_gives_up() -> None:
    pool = Workers((SLOW,), processes=1)
    try:
        await pool.ask("query", "slow", {"query": "think", "given": 0}, 20)
        long = asyncio.ensure_future(pool.ask("query", "slow", {"query": "think", "given": 60}, 60))
        await asyncio.sleep(0)
        with pytest.raises(NoWorkerFree):
            await pool.ask("query", "slow", {"query": "think", "given": 0}, 0.1)
    finally:
        await pool.close()
    with pytest.raises(Busy):
        await long


async def test_beyond_a_number_of_questions_that_wait_no_more_are_taken() -> None:
    pool = Workers((SLOW,), processes=1)
    question = {"query": "think", "given": 60}
    try:
        asked = [asyncio.ensure_future(pool.ask("query", "slow", question, 60)) for _ in range(MOST_WAITING + 1)]
        await asyncio.sleep(0)
        assert pool.waiting == MOST_WAITING

        with pytest.raises(NoWorkerFree) as refused:
            await pool.ask("query", "slow", question, 60)

        assert refused.value.retry_after_s > 0
        assert pool.waiting == MOST_WAITING
    finally:
        await pool.close()
    assert all(isinstance(found, Busy) for found in await asyncio.gather(*asked, return_exceptions=True))


async def test_an_asker_who_goes_away_gives_the_worker_back() -> None:
    pool = Workers((SLOW,), processes=1)
    try:
        await pool.ask("query", "slow", {"query": "think", "given": 0}, 20)
        gone = asyncio.ensure_future(pool.ask("query", "slow", {"query": "think", "given": 0.2}, 20))
        await asyncio.sleep(0)
        gone.cancel()

        assert await pool.ask("query", "slow", {"query": "think", "given": 0}, 20) == {"answer": "done"}
    finally:
        await pool.close()


async def test_workers_begin_when_first_asked_and_end_when_closed() -> None:
    before = children()
    pool = Workers((TOYS,), processes=2)
    assert children() == before

    await pool.ask("query", "pebbles", {"query": "chance", "given": {"need": 4}}, 20)
    started = children() - before
    await pool.close()

    assert started
    assert not started & children()
    with pytest.raises(Busy):
        await pool.ask("query", "pebbles", {"query": "chance", "given": {"need": 4}}, 20)


def children() -> set[int]:
    """The process ids of the rules workers below this process: all that were forked from its fork server."""
    forks = (child for child in psutil.Process().children() if "forkserver" in " ".join(child.cmdline()))
    return {worker.pid for fork in forks for worker in fork.children()}
