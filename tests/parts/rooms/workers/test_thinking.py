"""What people ask the rules at a table: worked out elsewhere, once, paid by whoever asks, and holding up nobody."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from typing import Any

import msgspec
import pytest
import pytest_asyncio

from app.engine.registry import discover
from app.engine.types import UnitId, Viewer
from app.rooms.pace.turns import Who
from app.rooms.values.errors import Busy, Refused, TooFast
from app.rooms.values.values import CreatedRoom, NewRoom
from app.rooms.workers import thinking
from app.rooms.workers.room_work import without_nulls
from app.rooms.workers.workers import Answered, Workers
from tests.parts.rooms.table import HUMAN, PASS, TOYS, A, B, C, Table, other
from tests.support.memory_store import MemoryStore
from tests.support.slow_systems.ponder import ENDLESS_ROUNDS, HARD_S, HEAVY_ROUNDS

SLOW = "tests.support.slow_systems"

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.long]


class Noted(Workers):
    """Real workers that note what they are asked."""

    def __init__(self) -> None:
        super().__init__((TOYS, SLOW), processes=2)
        self.asked: list[str] = []

    async def answer(self, kind: str, game: str, payload: Mapping[str, Any], seconds: float) -> Answered:
        self.asked.append(kind)
        return await super().answer(kind, game, payload, seconds)


class Purse:
    """Somebody who pays out of what the test gives them."""

    def __init__(self, name: str, seconds: float = 60) -> None:
        self.who = Who(name, name)
        self.left = seconds
        self.paid: list[float] = []

    def afford(self) -> None:
        if self.left <= 0:
            raise TooFast(1)

    def pay(self, seconds: float) -> None:
        self.paid.append(seconds)
        self.left -= seconds


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def noted() -> AsyncIterator[Noted]:
    """Workers for all tests of this file."""
    workers = Noted()
    yield workers
    await workers.close()


@pytest_asyncio.fixture(loop_scope="module")
async def hall(noted: Noted) -> AsyncIterator[Table]:
    """A service with a game that is hard to think about, its workers begun."""
    opened = Table(MemoryStore(), noted, discover(TOYS, SLOW))
    easy = await opened.open()
    for viewer in (A, B):
        await opened.rooms.offers(easy.id, viewer)
    noted.asked.clear()
    yield opened
    await opened.rooms.close()


async def hard(table: Table, rounds: int = HEAVY_ROUNDS, seats: int = 2) -> CreatedRoom:
    """A room in which it takes long to say what may be done."""
    new = NewRoom("ponder", "open" if seats == 2 else "ring", [HUMAN] * seats, {"charms": False, "rounds": rounds})
    return await table.rooms.create(new)


async def told(table: Table, made: CreatedRoom, viewer: Viewer, unit: str | None = None) -> Any:
    """What a seat is told that it may do, read."""
    _, found = await table.rooms.offers_told(made.id, viewer, None if unit is None else UnitId(unit))
    return {name: msgspec.json.decode(part) for name, part in found.items()}


async def of_the_game(table: Table, made: CreatedRoom, viewer: Viewer) -> Any:
    """What the game itself says that a seat may do."""
    room = await table.rooms.room(made.id)
    offers = room.system.offers(room.state, viewer)
    return msgspec.json.decode(msgspec.json.encode([without_nulls(each) for each in offers]))


# -- off the loop ------------------------------------------------------------------------------------------------------


async def test_the_event_loop_goes_on_while_heavy_offers_are_worked_out(hall: Table) -> None:
    made = await hard(hall)
    friends = await hall.open()
    asked = asyncio.ensure_future(told(hall, made, A))
    said = 0
    while not asked.done() and said < 100:
        await hall.rooms.say(friends.id, A, "meanwhile")
        said += 1

    assert (await asked).keys() == {"offers"}
    assert said > 2, "were they worked out in the loop, they would be there after the first"


async def test_a_decision_is_compared_with_what_happened_since_while_the_room_goes_on(hall: Table) -> None:
    made = await hard(hall, seats=3)
    seq = (await hall.rooms.info(made.id, C)).seq
    first = await hall.turn(made.id)
    await hall.rooms.act(made.id, first, PASS)
    second = await hall.turn(made.id)
    third = next(each for each in (A, B, C) if each not in (first, second))

    acted = asyncio.ensure_future(hall.rooms.act(made.id, third, PASS, seq=seq))
    said = 0
    while not acted.done() and said < 100:
        await hall.rooms.say(made.id, first, "hm")
        said += 1

    assert said > 2
    with pytest.raises(Refused):  # nothing changed for it: it is simply not its turn
        await acted


async def test_answers_are_those_of_the_game(hall: Table) -> None:
    made = await hall.open()
    turn = await hall.turn(made.id)

    assert (await told(hall, made, turn))["offers"] == await of_the_game(hall, made, turn)
    assert (await hall.rooms.offers(made.id, turn))[1] == list(
        (room := await hall.rooms.room(made.id)).system.offers(room.state, turn)
    )
    assert await told(hall, made, other(turn)) == {"offers": []}
    assert (await told(hall, made, turn, f"{turn}1")).keys() == {"offers", "aims", "withheld"}


# -- kept --------------------------------------------------------------------------------------------------------------


async def test_what_is_known_is_not_worked_out_again(hall: Table, noted: Noted) -> None:
    made = await hall.open()
    seat = await hall.turn(made.id)
    move = await hall.choice(made.id, seat, "move")

    for _ in range(3):
        await hall.rooms.offers_told(made.id, seat)
        await hall.rooms.offers_told(made.id, seat, UnitId(f"{seat}0"))
        await hall.rooms.preview(made.id, seat, move)
        await hall.rooms.survey(made.id, seat, UnitId(f"{seat}0"))

    assert noted.asked == ["room_offers", "room_offers", "room_preview", "room_survey"]


async def test_an_answer_is_never_given_for_another_position_seat_unit_or_room(hall: Table) -> None:
    one, two = await hall.open(rounds=5), await hall.open(rounds=5)
    for _ in range(4):
        for made in (one, two, one):
            for viewer in (A, B):
                assert (await told(hall, made, viewer))["offers"] == await of_the_game(hall, made, viewer)
                mine = await told(hall, made, viewer, f"{viewer}0")
                everything = await of_the_game(hall, made, viewer)
                assert mine["offers"] == [each for each in everything if each.get("unit") == f"{viewer}0"]
        await hall.play(one.id, "move", 1)
        if (await hall.rooms.info(two.id, A)).seq % 2:
            await hall.play(two.id, "pass")


async def test_what_was_known_of_a_room_is_forgotten_when_it_moves_on(hall: Table) -> None:
    made = await hall.open()
    seat = await hall.turn(made.id)
    await hall.rooms.offers_told(made.id, seat)
    assert made.id in hall.rooms.thinking._positions

    await hall.rooms.say(made.id, A, "talk changes no position")
    assert made.id in hall.rooms.thinking._positions
    await hall.play(made.id, "pass")
    assert made.id not in hall.rooms.thinking._positions


async def test_only_so_much_is_kept(hall: Table, noted: Noted, monkeypatch: pytest.MonkeyPatch) -> None:
    rooms = [await hall.open() for _ in range(3)]
    turns = [await hall.turn(made.id) for made in rooms]
    monkeypatch.setattr(thinking, "MOST_POSITIONS", 2)
    for made, seat in zip(rooms, turns, strict=True):
        await hall.rooms.offers_told(made.id, seat)
    assert [made.id for made in rooms[1:]] == list(hall.rooms.thinking._positions)

    monkeypatch.setattr(thinking, "MOST_ANSWERS", 1)
    for unit in ("0", "1"):
        await hall.rooms.survey(rooms[2].id, turns[2], UnitId(turns[2] + unit))
    position = hall.rooms.thinking._positions[rooms[2].id]
    assert len(position.answers) == 1

    monkeypatch.setattr(thinking, "MOST_BYTES", position.size)
    await hall.rooms.survey(rooms[2].id, turns[2], UnitId(f"{turns[2]}0"))
    assert list(hall.rooms.thinking._positions) == [rooms[2].id]


async def test_whoever_asks_what_is_being_worked_out_waits_for_the_same(hall: Table, noted: Noted) -> None:
    made, purse = await hard(hall), Purse("ana")

    found = await asyncio.gather(*(hall.rooms.offers_told(made.id, A, payer=purse) for _ in range(5)))

    assert noted.asked == ["room_offers"]
    assert all(each == found[0] for each in found)
    assert len(purse.paid) == 1


async def test_whoever_goes_away_leaves_the_answer_to_the_others(hall: Table, noted: Noted) -> None:
    made = await hard(hall)
    gone, here = (asyncio.ensure_future(told(hall, made, A)) for _ in range(2))
    await asyncio.sleep(0)
    gone.cancel()

    assert (await here).keys() == {"offers"}
    assert noted.asked == ["room_offers"]


# -- paid, and in turn -------------------------------------------------------------------------------------------------


async def test_a_question_costs_the_time_that_it_took_and_a_known_answer_nothing(hall: Table) -> None:
    made, purse = await hard(hall), Purse("ana")

    for _ in range(3):
        await hall.rooms.offers_told(made.id, A, payer=purse)

    assert len(purse.paid) == 1
    assert purse.paid[0] >= HARD_S


async def test_whoever_is_in_debt_asks_nothing_new(hall: Table, noted: Noted) -> None:
    made, purse = await hard(hall), Purse("ana", seconds=HARD_S / 10)
    await hall.rooms.offers_told(made.id, A, payer=purse)  # it may be dearer than what is there
    assert purse.left < 0

    with pytest.raises(TooFast):
        await hall.rooms.offers_told(made.id, B, payer=purse)
    await hall.rooms.offers_told(made.id, A, payer=purse)

    assert noted.asked == ["room_offers"]


async def test_what_waits_for_its_turn_is_not_begun_by_somebody_who_is_in_debt_by_then(
    hall: Table, noted: Noted
) -> None:
    made, purse = await hard(hall), Purse("ana", seconds=HARD_S / 10)

    answers = await asyncio.gather(
        *(hall.rooms.offers_told(made.id, viewer, payer=purse) for viewer in (A, B)), return_exceptions=True
    )

    assert [type(answer) for answer in answers] == [tuple, TooFast]
    assert noted.asked == ["room_offers"]


async def test_who_asks_little_does_not_wait_for_who_asks_much(hall: Table) -> None:
    much, little = Purse("ana"), Purse("luis")
    heavy = [asyncio.ensure_future(hall.rooms.offers_told((await hard(hall)).id, A, payer=much)) for _ in range(4)]
    friends = await hall.open()
    await asyncio.sleep(0)

    for viewer in (A, B):
        await hall.rooms.offers_told(friends.id, viewer, payer=little)

    assert sum(each.done() for each in heavy) <= 1
    await asyncio.gather(*heavy)


# -- what never ends ---------------------------------------------------------------------------------------------------


async def test_a_question_that_takes_too_long_ends_and_is_paid(hall: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    made, purse = await hard(hall, ENDLESS_ROUNDS), Purse("ana")
    monkeypatch.setattr(thinking, "WORK_S", 0.3)

    with pytest.raises(Busy):
        await hall.rooms.offers_told(made.id, A, payer=purse)

    monkeypatch.undo()
    assert purse.paid[0] >= 0.3
    friends = await hall.open()
    assert (await told(hall, friends, A)).keys() == {"offers"}


async def test_what_is_still_asked_when_the_server_stops_ends_with_it(noted: Noted) -> None:
    table = Table(MemoryStore(), noted, discover(TOYS, SLOW))
    made = await hard(table)
    asked = [asyncio.ensure_future(told(table, made, viewer)) for viewer in (A, B)]
    await asyncio.sleep(0)

    await table.rooms.close()

    answers = await asyncio.gather(*asked, return_exceptions=True)
    assert [type(answer) for answer in answers] == [Busy, Busy]


async def test_a_worker_that_is_begun_waits_for_the_first_question() -> None:
    workers = Workers((TOYS,), processes=2)
    try:
        workers.begin()
        assert workers._beginning is not None
        await workers._beginning
        (first,) = (worker for worker in workers._workers if worker._line is not None)
        process = first._process.pid

        await workers.ask("query", "pebbles", {"query": "chance", "given": {"need": 4}}, 20)

        assert [worker._process and worker._process.pid for worker in workers._workers if worker._line] == [process]
    finally:
        await workers.close()
