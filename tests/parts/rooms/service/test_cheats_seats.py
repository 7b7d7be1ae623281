"""Nobody loses a seat to others while there: whoever came back, plays without a live line, or has days for a turn."""

from __future__ import annotations

import pytest

from app.engine.types import Seat
from app.rooms.drafts.proposals import AWAY_ALONE_S, AWAY_S
from app.rooms.service import absence
from app.rooms.values.errors import Forbidden
from app.rooms.values.ports import DaysClock
from app.rooms.values.values import NewProposal
from tests.parts.rooms.drafts.test_corrections import BRUISED
from tests.parts.rooms.service.test_absence import BY_BOT, Minutes, waiting, watch
from tests.parts.rooms.service.test_timekeeper import Hands, opened, timed
from tests.parts.rooms.table import HUMAN, PASS, A, B, C, Table, other

BY_FRIEND = NewProposal("replace", seat=B, by="human")


async def test_who_is_back_when_the_last_one_consents_keeps_his_seat(table: Table) -> None:
    minutes = Minutes(table)
    made = await table.open([HUMAN] * 3)
    watch(table, made.id, A)
    minutes.now_s += AWAY_S
    n = await table.rooms.propose(made.id, A, BY_BOT)

    watch(table, made.id, C)
    await table.rooms.answer(made.id, B, n, True)

    info = await table.rooms.info(made.id, A)
    assert (info.proposals, info.seats[2]["kind"]) == ((), "human")


async def test_who_plays_without_a_live_line_is_not_away(table: Table) -> None:
    minutes = Minutes(table)
    made = await table.open([HUMAN, HUMAN])
    watch(table, made.id, A)
    minutes.now_s += AWAY_ALONE_S
    seat = (await table.rooms.info(made.id, A)).to_act[0]
    if seat == A:
        await table.rooms.act(made.id, A, PASS)
    await table.rooms.act(made.id, B, PASS)

    minutes.now_s += AWAY_ALONE_S - 1
    with pytest.raises(Forbidden):
        await table.rooms.propose(made.id, A, BY_FRIEND)
    assert not (await absence.who_is_here(table.rooms, made.id, A)).seats[1].replaceable

    minutes.now_s += 1
    await table.rooms.propose(made.id, A, BY_FRIEND)
    assert (await table.rooms.info(made.id, A)).seats[1]["taken"] is False


async def test_where_a_turn_may_take_days_nobody_is_away_before_he_let_them_pass(table: Table) -> None:
    minutes, hands = Minutes(table), Hands()
    timed(table, hands)
    made = await opened(table, DaysClock(days=1))
    absent = await table.turn(made.id)
    mine, new = other(absent), NewProposal("replace", seat=Seat(absent), by="human")
    watch(table, made.id, mine)
    minutes.now_s += 100 * AWAY_ALONE_S
    with pytest.raises(Forbidden):
        await table.rooms.propose(made.id, mine, new)
    present = (await absence.who_is_here(table.rooms, made.id, mine)).seats
    assert not any(seat.replaceable for seat in present)

    hands.turn(24 * 3600)
    await table.rooms.timekeeper.look()
    await table.rooms.propose(made.id, mine, new)

    assert [seat["taken"] for seat in (await table.rooms.info(made.id, mine)).seats].count(False) == 1


async def test_nothing_is_put_right_behind_the_back_of_whoever_is_still_to_come(table: Table) -> None:
    minutes = Minutes(table)
    made = await table.open([HUMAN, HUMAN])
    watch(table, made.id, A)
    minutes.now_s += AWAY_ALONE_S
    await table.rooms.propose(made.id, A, BY_FRIEND)

    n = await table.rooms.propose(made.id, A, NewProposal("correction", changes=(BRUISED,)))

    assert await waiting(table, made.id) == [(B,)]
    await table.rooms.claim(made.id, B, "Luis")
    await table.rooms.answer(made.id, B, n, False)
    assert "corrected" not in await table.types(made.id, A)
