"""Rooms played by a clock: what the server does when time is up, over restarts and several processes."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from app.engine.refusal import InvalidInput
from app.engine.types import SPECTATOR, Seat, Viewer
from app.rooms.archive.export import parse
from app.rooms.archive.proof import verify
from app.rooms.live.feeds import Subscription
from app.rooms.values.errors import Forbidden, NotNow, Refused
from app.rooms.values.ports import HOST, Clock, DaysClock, LiveClock
from app.rooms.values.values import ClockInfo, CreatedRoom, NewProposal, NewRoom
from tests.parts.rooms.table import BOT, HUMAN, OPEN, A, B, Table, other

MINUTE = LiveClock(bank_s=60, increment_s=5)
NOON = datetime(2024, 5, 1, 12, tzinfo=UTC)


class Hands:
    """The time of day, which passes only when a test says so."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> datetime:
        return self.now

    def turn(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)


def timed(table: Table, hands: Hands) -> Table:
    """A table whose server goes by these hands."""
    rooms = table.rooms
    rooms._clock = rooms._live._clock = rooms.timekeeper._clock = hands
    return table


async def opened(table: Table, clock: Clock = MINUTE, seats: Any = (HUMAN, HUMAN), **more: Any) -> CreatedRoom:
    return await table.rooms.create(NewRoom("pebbles", "open", seats, clock=clock, **more))


async def clock_of(table: Table, room_id: str) -> ClockInfo:
    info = await table.rooms.info(room_id, HOST)
    assert info.clock is not None
    return info.clock


async def left_s(table: Table, room_id: str) -> dict[str, float]:
    clock = await clock_of(table, room_id)
    return {side.side: side.left_ms / 1000 for side in clock.sides}


async def times_of(table: Table, room_id: str) -> dict[str, int]:
    return {side.side: side.times for side in (await clock_of(table, room_id)).sides}


async def side_of(table: Table, room_id: str, viewer: Any) -> str:
    return (await table.rooms.room(room_id)).side_of(viewer)


async def looks(table: Table, room_id: str, viewer: Viewer) -> Subscription:
    """Somebody opens a line to the table."""
    line = table.rooms._hub.subscribe(room_id, viewer, None, lambda change: change, "all")
    await table.rooms._work.close()  # until everything that was begun is done
    return line


async def running(table: Table, room_id: str) -> list[str]:
    return [side.side for side in (await clock_of(table, room_id)).sides if side.runs]


async def test_a_live_clock_begins_when_its_player_has_the_table_before_them(table: Table) -> None:
    hands = Hands()
    timed(table, hands)
    made = await opened(table, seats=(OPEN, OPEN))
    for seat in ("a", "b"):
        await table.rooms.claim(made.id, Seat(seat), seat)
    first = await table.turn(made.id)
    mine = await side_of(table, made.id, first)
    hands.turn(5000)
    await table.rooms.timekeeper.look()
    assert (await running(table, made.id), set((await left_s(table, made.id)).values())) == ([], {60})

    await looks(table, made.id, other(first))
    assert await running(table, made.id) == []
    await looks(table, made.id, first)
    assert await running(table, made.id) == [mine]
    before = await table.types(made.id, A)
    assert before.count("table_seen") == 2
    await looks(table, made.id, first)
    assert await table.types(made.id, A) == before

    hands.turn(60)
    await table.rooms.timekeeper.look()
    assert "time_up" in await table.types(made.id, SPECTATOR)
    await table.rooms.resign(made.id, first)
    data = await table.rooms.export(made.id, HOST)
    verify(parse(data))
    assert (await table.rooms.import_room(data)).id != made.id  # decided again by the same rules


async def test_whoever_is_at_the_table_as_the_game_begins_is_seen_at_once_and_days_run_from_the_beginning(
    table: Table,
) -> None:
    made = await opened(table, seats=(OPEN, OPEN))
    await table.rooms.claim(made.id, Seat("a"), "Ana")
    await looks(table, made.id, A)
    assert "table_seen" not in await table.types(made.id, A)
    await table.rooms.claim(made.id, Seat("b"), "Bea")
    await table.rooms._work.close()
    assert (await table.types(made.id, A)).count("table_seen") == 1

    # Whoever made the room may be elsewhere, too; the computers that a host begins with are not.
    hosted = await opened(table, seats=(HUMAN, OPEN))
    await table.rooms.claim(hosted.id, Seat("b"), "Bea")
    started = next(event for event in await table.rooms.events(hosted.id, A) if event["type"] == "game_started")
    assert started["awaited"] == ["a", "b"]
    alone = await opened(table, seats=(HUMAN, OPEN))
    await table.rooms.begin(alone.id)
    started = next(event for event in await table.rooms.events(alone.id, A) if event["type"] == "game_started")
    assert started["awaited"] == ["a"]

    days = await opened(table, DaysClock(days=2), (OPEN, OPEN))
    for seat in ("a", "b"):
        await table.rooms.claim(days.id, Seat(seat), seat)
    assert len(await running(table, days.id)) == 1


async def test_a_room_without_a_clock_has_none(table: Table) -> None:
    made = await table.open()

    assert (await table.rooms.info(made.id, A)).clock is None
    assert made.id not in await table.store.playing_with_clocks()


async def test_a_turn_that_takes_too_long_is_ended_and_its_dice_are_provable(table: Table) -> None:
    hands = Hands()
    timed(table, hands)
    made = await opened(table)
    first = await table.turn(made.id)
    mine = await side_of(table, made.id, first)

    hands.turn(59.9)
    await table.rooms.timekeeper.look()
    assert await table.turn(made.id) == first
    hands.turn(0.1)
    await table.rooms.timekeeper.look()

    assert await table.turn(made.id) == other(first)
    told = (await table.rooms.events(made.id, B))[-3:]
    assert [(event["type"], event.get("seat")) for event in told] == [
        ("time_up", None),
        ("turn_passed", first),
        ("turn_began", other(first)),
    ]
    assert (told[0]["side"], told[0]["times"]) == (mine, 1)
    assert (await times_of(table, made.id))[mine] == 1
    assert (await left_s(table, made.id))[mine] == 17  # a fifth of the bank, and the increment
    await table.rooms.close_room(made.id)
    verify(parse(await table.rooms.export(made.id, HOST)))


async def test_what_is_left_counts_down_while_asked_and_the_increment_comes_with_handing_on(table: Table) -> None:
    hands = Hands()
    timed(table, hands)
    made = await opened(table)
    first = await table.turn(made.id)
    hands.turn(20)
    await table.play(made.id, "pass")

    left = await left_s(table, made.id)
    assert left == {await side_of(table, made.id, first): 45, await side_of(table, made.id, other(first)): 60}
    clock = await clock_of(table, made.id)
    assert clock.since == clock.now == "2024-05-01T12:00:20.000Z"


async def test_another_process_takes_over_and_a_restart_keeps_the_deadline(table: Table) -> None:
    hands = Hands()
    timed(table, hands)
    made = await opened(table, DaysClock(1))
    first = await table.turn(made.id)
    hands.turn(3600)
    await table.rooms.close()  # the only process that ever saw the room is gone

    again = timed(table.another(), hands)
    again.rooms.timekeeper.start(await table.store.playing_with_clocks())
    assert again.rooms.timekeeper._waker is not None
    await again.rooms.timekeeper._waker
    hands.turn(23 * 3600 - 1)
    await again.rooms.timekeeper.look()
    assert await again.turn(made.id) == first
    hands.turn(1)
    await again.rooms.timekeeper.look()

    assert await again.turn(made.id) == other(first)
    assert await times_of(again, made.id) == {
        await side_of(again, made.id, first): 1,
        await side_of(again, made.id, other(first)): 0,
    }


async def test_what_another_process_left_when_it_ended_is_taken_up(table: Table) -> None:
    hands = Hands()
    timed(table, hands)
    second = timed(table.another(), hands)
    made = await opened(table)
    first = await table.turn(made.id)
    await table.rooms.close()
    await second.rooms.ears.missed()  # what the relay says of a process that ended
    assert second.rooms.timekeeper._waker is not None
    await second.rooms.timekeeper._waker

    hands.turn(61)
    await second.rooms.timekeeper.look()

    assert await second.turn(made.id) == other(first)


async def test_of_two_processes_that_see_it_at_once_one_ends_the_turn(table: Table) -> None:
    hands = Hands()
    timed(table, hands)
    second = timed(table.another(), hands)
    made = await opened(table)
    await second.rooms.room(made.id)
    first = await table.turn(made.id)

    hands.turn(61)
    await table.rooms.timekeeper.look()
    await second.rooms.timekeeper.look()

    types = await second.types(made.id, A)
    assert (types.count("time_up"), types.count("turn_passed")) == (1, 1)
    assert await second.turn(made.id) == other(first)


async def test_a_process_that_died_between_two_acts_leaves_the_rest_to_the_next(table: Table) -> None:
    hands = Hands()
    timed(table, hands)
    made = await opened(table)
    first = await table.turn(made.id)
    hands.turn(61)
    from app.rooms.drafts import clock_drafts

    await table.rooms.change(made.id, lambda room: clock_drafts.due(room, hands.now))  # says that time is up, no more
    assert await table.turn(made.id) == first

    again = timed(table.another(), hands)
    await again.rooms.room(made.id)
    await again.rooms.timekeeper.look()

    assert await again.turn(made.id) == other(first)
    assert (await again.types(made.id, A)).count("time_up") == 1


async def test_an_act_that_comes_in_before_the_turn_is_ended_counts(table: Table) -> None:
    hands = Hands()
    timed(table, hands)
    made = await opened(table)
    hands.turn(61)
    await table.play(made.id, "pass")

    await table.rooms.timekeeper.look()

    assert "time_up" not in await table.types(made.id, A)


async def test_after_a_standstill_of_the_server_nobody_acts_before_what_was_due_is_done(table: Table) -> None:
    hands = Hands()
    timed(table, hands)
    made = await opened(table)
    first = await table.turn(made.id)
    await table.rooms.close()
    hands.turn(600)

    again = timed(table.another(), hands)
    with pytest.raises(Refused):
        await again.rooms.act(made.id, first, {"type": "pass"})
    assert await times_of(again, made.id) == {
        await side_of(again, made.id, first): 1,
        await side_of(again, made.id, other(first)): 0,
    }
    hands.turn(600)
    await again.rooms.propose(made.id, other(first), NewProposal("pause"))

    assert (await again.types(made.id, A)).count("time_up") == 2
    assert await again.turn(made.id) == first


async def test_the_time_of_bots_runs_too(table: Table) -> None:
    hands = Hands()
    timed(table, hands)
    made = await opened(table, seats=(BOT, BOT))

    running = [side.side for side in (await clock_of(table, made.id)).sides if side.runs]

    assert len(running) == 1


async def test_no_time_runs_before_everybody_sits_nor_in_a_pause_nor_after_the_end(table: Table) -> None:
    hands = Hands()
    timed(table, hands)
    made = await opened(table, seats=(HUMAN, OPEN))
    assert (await clock_of(table, made.id)).sides == ()
    hands.turn(5000)
    await table.rooms.claim(made.id, "b", "Bea")  # type: ignore[arg-type]
    await looks(table, made.id, B)

    n = await table.rooms.propose(made.id, A, NewProposal("pause"))
    hands.turn(10)
    await table.rooms.answer(made.id, B, n, True)
    hands.turn(5000)
    await table.rooms.timekeeper.look()
    assert sorted((await left_s(table, made.id)).values()) == [50, 60]
    assert (await clock_of(table, made.id)).since is None

    n = await table.rooms.propose(made.id, A, NewProposal("resume"))
    await table.rooms.answer(made.id, B, n, True)
    hands.turn(20)
    await table.rooms.close_room(made.id)
    hands.turn(5000)
    await table.rooms.timekeeper.look()
    assert "time_up" not in await table.types(made.id, A)
    assert made.id not in await table.store.playing_with_clocks()


async def test_the_clock_survives_a_snapshot(table: Table) -> None:
    hands = Hands()
    timed(table, hands)
    made = await opened(table, options={"rounds": 20})
    for _ in range(30):
        hands.turn(1)
        await table.play(made.id, "pass")
        await table.rooms.say(made.id, A, "quick")
        await table.rooms.say(made.id, B, "very")

    again = timed(table.another(), hands)

    assert (await table.store.load(made.id)).snapshot is not None
    assert await clock_of(again, made.id) == await clock_of(table, made.id)


# -- claiming the game -------------------------------------------------------------------------------


async def timed_out(table: Table, hands: Hands, times: int) -> tuple[str, Any, str]:
    """A room in which one side's time has run out so often; the room, a seat of the others, and that side."""
    made = await opened(table, LiveClock(30), options={"rounds": 20})
    late = await table.turn(made.id)
    for _ in range(times):
        hands.turn(31)
        await table.rooms.timekeeper.look()
        await table.play(made.id, "pass")
    return made.id, other(late), await side_of(table, made.id, late)


async def test_after_three_times_the_other_side_may_claim_the_game(table: Table) -> None:
    hands = Hands()
    timed(table, hands)
    room_id, winner, side = await timed_out(table, hands, 3)

    await table.rooms.forfeit(room_id, winner, side)

    info = await table.rooms.info(room_id, winner)
    assert (info.status, info.result and info.result.winners) == ("finished", (winner,))
    assert [each.forfeit for each in (await clock_of(table, room_id)).sides if each.side == side] == [True]
    event = next(e for e in await table.rooms.events(room_id, SPECTATOR) if e["type"] == "forfeited")
    assert (event["seat"], event["side"]) == (winner, side)
    data = await table.rooms.export(room_id, HOST)
    verify(parse(data))
    assert parse(data).header["clock"] == {"kind": "live", "bank_s": 30, "increment_s": 0}
    kept = await table.rooms.import_room(data)
    assert parse(await table.rooms.export(kept.id, HOST)).header["clock"]["bank_s"] == 30
    played_on = await table.rooms.import_room(data, play_from=4)
    assert (await table.rooms.info(played_on.id, A)).clock is None


async def test_a_game_is_not_claimed_too_soon_nor_by_the_side_itself_nor_where_there_is_no_clock(table: Table) -> None:
    hands = Hands()
    timed(table, hands)
    room_id, winner, side = await timed_out(table, hands, 2)

    with pytest.raises(Forbidden):
        await table.rooms.forfeit(room_id, winner, side)
    with pytest.raises(Forbidden):
        await table.rooms.forfeit(room_id, other(winner), side)
    with pytest.raises(InvalidInput):
        await table.rooms.forfeit(room_id, winner, "purple")
    with pytest.raises(NotNow):
        await table.rooms.forfeit((await table.open()).id, winner, side)
    assert "forfeited" not in await table.types(room_id, winner)


async def test_a_game_that_knows_no_time_out_is_not_played_by_a_clock(memory_table: Table) -> None:
    with pytest.raises(InvalidInput) as refused:
        await memory_table.rooms.create(NewRoom("masks", "ball", (HUMAN, HUMAN), clock=MINUTE))

    assert [error.field for error in refused.value.errors] == ["clock"]


async def test_late_spectators_see_the_clock_stand(table: Table) -> None:
    hands = Hands()
    timed(table, hands)
    made = await opened(table, spectators="delayed")
    hands.turn(10)
    await table.play(made.id, "pass")

    late = (await table.rooms.info(made.id, SPECTATOR)).clock
    own = (await table.rooms.info(made.id, A)).clock

    assert late is not None
    assert own is not None
    assert (late.since, [side.runs for side in late.sides]) == (None, [False, False])
    assert own.since is not None
