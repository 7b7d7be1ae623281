"""Seats played by strategies: they see what a player sees, never hold anybody up, and play on after a restart."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import msgspec
import pytest

from app.engine.refusal import InvalidInput
from app.engine.types import SPECTATOR, Viewer
from app.rooms.service.bots import TRIES, rest_s
from app.rooms.values.errors import Refused
from app.rooms.values.ports import StoreUnavailable
from app.rooms.values.values import NewProposal, NewRoom
from app.rooms.workers.workers import NoWorkerFree, WorkTimeout
from tests.parts.rooms.table import BOT, HUMAN, OPEN, PASS, A, B, C, Table, Thinker, seat, thinking
from tests.support.memory_store import MemoryStore


async def until(table: Table, room_id: str, viewer: Viewer = SPECTATOR, **wanted: Any) -> Any:
    """Waits until one of the room's public facts is as wanted, or one of a list; answers it."""
    ((name, choices),) = wanted.items()
    subscription = table.hub.subscribe(room_id, viewer, None, lambda delta: delta, "until")
    await table.rooms.scene(room_id, viewer)  # a page also hears of what only changes the picture
    found = getattr(await table.rooms.info(room_id, viewer), name)
    async with asyncio.timeout(30):
        while found not in (choices if isinstance(choices, list) else [choices]):
            await anext(subscription)
            found = getattr(await table.rooms.info(room_id, viewer), name)
    subscription.close("seen")
    return found


async def test_bots_play_a_whole_game_by_themselves(table: Table) -> None:
    made = await table.open([BOT, BOT], scenario="duel", rounds=3)

    await until(table, made.id, status="finished")

    events = await table.rooms.events(made.id, SPECTATOR)
    assert {
        event.get("seat") for event in events if event["type"] in ("unit_moved", "pebble_thrown", "turn_passed")
    } <= {A, B}
    assert events[-1]["type"] == "game_finished"


async def test_a_person_plays_against_a_bot(table: Table) -> None:
    made = await table.open([HUMAN, BOT], scenario="open", rounds=3)
    while await until(table, made.id, to_act=[("a",), ()]) == ("a",):
        _, offers = await table.rooms.offers(made.id, A)
        await table.rooms.act(made.id, A, msgspec.to_builtins(offers[-1].examples[0]))

    assert (await table.rooms.info(made.id, A)).status == "finished"


async def test_bots_that_the_host_put_in_play_too(table: Table) -> None:
    made = await table.open([OPEN, OPEN], rounds=1)

    await table.rooms.begin(made.id)

    await until(table, made.id, status="finished")


async def test_a_bot_sees_only_what_its_seat_may_know(memory_table: Table) -> None:
    """What others picked in secret reaches the strategy as anything at all, not as what it was."""
    thinker = thinking(memory_table, Thinker())
    made = await memory_table.open([HUMAN] * 3, scenario="ring")
    for viewer in (A, B):
        await memory_table.pick_charm(made.id, viewer, "reach")
    room = await memory_table.rooms.room(made.id)

    for _ in range(20):
        await memory_table.rooms._bots._decide(room, seat(C), 0)

    worlds = [msgspec.json.decode(asked["state"], type=room.system.state_type) for asked in thinker.asked]
    assert {player.charm for world in worlds for player in world.players[:2]} == {"luck", "reach"}
    assert all(room.system.view(world, C) == room.system.view(room.state, C) for world in worlds)
    assert {asked["seat"] for asked in thinker.asked} == {"c"}


async def test_a_slow_bot_delays_nobody(memory_table: Table) -> None:
    thinker = thinking(memory_table, Thinker())
    thinker.may_answer.clear()
    made = await memory_table.open([HUMAN, BOT], scenario="duel")

    await memory_table.rooms.say(made.id, A, "well?")
    await memory_table.pick_charm(made.id, A)

    assert (await memory_table.rooms.info(made.id, A)).to_act == ("b",)


def test_a_bot_acts_after_a_whole_number_of_delays_however_long_it_thought() -> None:
    """Whether there was much to weigh is its seat's secret."""
    acts = [thought + rest_s(thought, 0.5) for thought in (0, 0.125, 0.5, 0.625, 1)]

    assert acts == [0.5, 0.5, 0.5, 1, 1]
    assert rest_s(0.125, 0) == 0


async def test_a_refused_decision_is_thought_over_again(memory_table: Table) -> None:
    illegal = {"type": "place_unit", "unit": "a0", "x_mm": 1, "y_mm": 1}
    wrong = {"type": "fly"}
    good = {"type": "pick_charm", "charm": "reach"}
    thinker = thinking(memory_table, Thinker(illegal, wrong, WorkTimeout("slow"), good))
    made = await memory_table.open([HUMAN, BOT], scenario="duel")

    await until(memory_table, made.id, to_act=("a",))

    assert len(thinker.asked) == 4
    assert (await memory_table.state(made.id)).players[1].charm == "reach"


async def test_after_failures_only_what_is_offered_is_tried(memory_table: Table) -> None:
    wrong = [{"type": "fly"}] * (TRIES // 3)
    thinker = thinking(memory_table, Thinker(*wrong, {"type": "pick_charm", "charm": "luck"}))
    made = await memory_table.open([HUMAN, BOT], scenario="duel")

    await until(memory_table, made.id, to_act=("a",))

    assert [asked["only_offers"] for asked in thinker.asked] == [False] * (TRIES // 3) + [True]


async def test_a_bot_at_its_wits_end_says_so_rests_and_tries_again(
    memory_table: Table, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.rooms.service.bots.REST_S", 0)
    wrong = [{"type": "fly"}] * TRIES
    thinker = thinking(memory_table, Thinker(*wrong, {"type": "pick_charm", "charm": "luck"}))
    with caplog.at_level(logging.ERROR):
        made = await memory_table.open([HUMAN, BOT], scenario="duel")
        await until(memory_table, made.id, to_act=("a",))

    assert "found nothing to do" in caplog.text
    assert len(thinker.asked) == TRIES + 1


async def test_a_bot_that_finds_no_free_worker_waits_for_one(
    memory_table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.rooms.service.bots.AWAY_S", 0)
    busy = [NoWorkerFree("busy")] * (TRIES * 2)
    thinker = thinking(memory_table, Thinker(*busy, {"type": "pick_charm", "charm": "luck"}))
    made = await memory_table.open([HUMAN, BOT], scenario="duel")

    await until(memory_table, made.id, to_act=("a",))

    assert not any(asked["only_offers"] for asked in thinker.asked)


async def test_a_strategy_that_finds_nothing_to_do_is_asked_again(memory_table: Table) -> None:
    thinker = thinking(memory_table, Thinker({"type": "pick_charm", "charm": "luck"}, None, {"type": "pass"}))
    made = await memory_table.open([HUMAN, BOT], scenario="duel", rounds=1)
    await until(memory_table, made.id, to_act=("a",))
    await memory_table.pick_charm(made.id, A)
    if await memory_table.turn(made.id) == A:
        await memory_table.rooms.act(made.id, A, PASS)

    await until(memory_table, made.id, to_act=[("a",), ()])

    assert [asked["may_wait"] for asked in thinker.asked] == [True, False, False]


async def test_a_fault_stops_the_bots_of_one_room_until_something_happens_there(
    memory_table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    thinker = thinking(memory_table, Thinker(ZeroDivisionError("oh"), {"type": "pick_charm", "charm": "luck"}))
    thinker.may_answer.clear()
    made = await memory_table.open([HUMAN, BOT], scenario="duel")
    (task,) = memory_table.rooms._bots._tasks.values()
    with caplog.at_level(logging.ERROR):
        thinker.may_answer.set()
        await task
    assert "stopped" in caplog.text

    await memory_table.rooms.say(made.id, A, "wake up!")

    await until(memory_table, made.id, to_act=("a",))


async def test_a_bot_waits_for_a_store_that_is_away(memory_table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.rooms.service.bots.AWAY_S", 0)
    thinker = thinking(memory_table, Thinker({"type": "pick_charm", "charm": "luck"}))
    store = memory_table.store
    assert isinstance(store, MemoryStore)
    thinker.may_answer.clear()
    made = await memory_table.open([HUMAN, BOT], scenario="duel")
    failures = [StoreUnavailable("away")] * 3

    def fail(request: object) -> None:
        if failures:
            thinker.answers.append({"type": "pick_charm", "charm": "luck"})
            raise failures.pop()

    store.before_append = fail
    thinker.may_answer.set()

    await until(memory_table, made.id, to_act=("a",))
    assert not failures


async def test_bots_agree_to_a_draw(table: Table) -> None:
    made = await table.open([HUMAN, BOT], scenario="open", rounds=20)
    await until(table, made.id, to_act=("a",))

    await table.rooms.propose(made.id, A, NewProposal("draw"))

    await until(table, made.id, status="finished")
    assert (await table.rooms.info(made.id, A)).result.winners == ()


async def test_bots_play_on_after_a_restart(memory_table: Table) -> None:
    thinker = thinking(memory_table, Thinker())
    thinker.may_answer.clear()
    made = await memory_table.open([BOT, BOT], scenario="duel", rounds=1)
    over = await memory_table.open([HUMAN, BOT])
    await memory_table.rooms.resign(over.id, A)
    await memory_table.rooms.close()

    restarted = memory_table.another()
    await restarted.rooms.start()

    await until(restarted, made.id, status="finished")


async def test_a_room_that_is_broken_keeps_no_other_asleep(memory_table: Table) -> None:
    thinker = thinking(memory_table, Thinker())
    thinker.may_answer.clear()
    made = await memory_table.open([BOT, BOT], scenario="duel", rounds=1)
    await memory_table.rooms.close()
    restarted = memory_table.another()

    restarted.rooms._bots.start(["no such room", made.id])

    await until(restarted, made.id, status="finished")


async def test_nobody_watches_yet_bots_play(memory_table: Table) -> None:
    made = await memory_table.rooms.create(NewRoom("pebbles", "duel", [BOT, BOT], {"rounds": 1}))
    (task,) = memory_table.rooms._bots._tasks.values()

    await task

    assert (await memory_table.rooms.info(made.id, SPECTATOR)).status == "finished"


async def test_the_judge_is_no_kinder_to_bots(memory_table: Table) -> None:
    thinking(memory_table, Thinker()).may_answer.clear()
    made = await memory_table.open([HUMAN, BOT], scenario="duel")

    with pytest.raises(Refused):
        await memory_table.rooms.act_for_bot(made.id, "b", {"type": "pass"})
    with pytest.raises(InvalidInput):
        await memory_table.rooms.act_for_bot(made.id, "b", {"type": "fly"})
