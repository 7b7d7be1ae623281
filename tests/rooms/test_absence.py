"""Somebody is away for a while: the others may propose that his seat is handed over, and he may come back and say no."""

from __future__ import annotations

import pytest

from app.engine.types import SPECTATOR, Viewer
from app.rooms import absence
from app.rooms.errors import Forbidden
from app.rooms.hub import Subscription
from app.rooms.ports import HOST
from app.rooms.proposals import AWAY_ALONE_S, AWAY_S
from app.rooms.values import NewProposal
from tests.rooms.table import BOT, HUMAN, A, B, C, Table

BY_BOT = NewProposal("replace", seat=C, by="bot")


class Minutes:
    """The steady clock of who is here: it stands still between what a test does."""

    def __init__(self, table: Table) -> None:
        self.now_s = 1000.0
        table.rooms.presence._clock = self

    def __call__(self) -> float:
        return self.now_s


def watch(table: Table, room_id: str, viewer: Viewer) -> Subscription:
    return table.hub.subscribe(room_id, viewer, None, lambda _: None, "a page")


async def waiting(table: Table, room_id: str) -> list[tuple[str, ...]]:
    return [proposal.waiting for proposal in (await table.rooms.info(room_id, A)).proposals]


async def test_whoever_is_away_for_two_minutes_may_be_replaced_with_the_others_consent(table: Table) -> None:
    minutes = Minutes(table)
    made = await table.open([HUMAN] * 3)
    watch(table, made.id, A)
    minutes.now_s += AWAY_S - 1
    with pytest.raises(Forbidden):
        await table.rooms.propose(made.id, A, BY_BOT)

    minutes.now_s += 1
    n = await table.rooms.propose(made.id, A, BY_BOT)
    assert await waiting(table, made.id) == [("b",)]
    await table.rooms.answer(made.id, B, n, True)

    assert (await table.rooms.info(made.id, A)).seats[2]["kind"] == "bot"


async def test_who_comes_back_may_say_no_and_keeps_his_seat(table: Table) -> None:
    minutes = Minutes(table)
    made = await table.open([HUMAN] * 3)
    watch(table, made.id, A)
    minutes.now_s += AWAY_S
    n = await table.rooms.propose(made.id, A, BY_BOT)

    with pytest.raises(Forbidden):
        await table.rooms.answer(made.id, C, n, True)  # nobody asks him whether he agrees
    await table.rooms.answer(made.id, C, n, False)

    info = await table.rooms.info(made.id, A)
    assert (info.proposals, info.seats[2]["kind"]) == ((), "human")


async def test_where_nobody_else_can_be_asked_it_takes_ten_minutes(table: Table) -> None:
    minutes = Minutes(table)
    made = await table.open([HUMAN, HUMAN])
    watch(table, made.id, A)
    new = NewProposal("replace", seat=B, by="human")
    minutes.now_s += AWAY_ALONE_S - 1
    with pytest.raises(Forbidden):
        await table.rooms.propose(made.id, A, new)

    minutes.now_s += 1
    await table.rooms.propose(made.id, A, new)

    assert (await table.rooms.info(made.id, A)).seats[1]["taken"] is False


async def test_nobody_proposes_it_of_himself_nor_of_who_is_here(table: Table) -> None:
    minutes = Minutes(table)
    made = await table.open([HUMAN] * 3)
    watch(table, made.id, A)
    watch(table, made.id, C)
    minutes.now_s += 10 * AWAY_S

    for new in (BY_BOT, NewProposal("replace", seat=A, by="bot")):
        with pytest.raises(Forbidden):
            await table.rooms.propose(made.id, A, new)


async def test_a_friend_may_take_the_place_of_a_bot_at_once(table: Table) -> None:
    made = await table.open([HUMAN, BOT])

    await table.rooms.propose(made.id, A, NewProposal("replace", seat=B))

    assert (await table.rooms.info(made.id, A)).seats[1]["taken"] is False


async def test_any_player_may_make_a_link_for_a_seat_that_was_given_away_and_for_no_other(table: Table) -> None:
    made = await table.open([HUMAN, BOT, HUMAN])
    assert not await absence.may_invite(table.rooms, made.id, A, B)
    n = await table.rooms.propose(made.id, A, NewProposal("replace", seat=B))
    await table.rooms.answer(made.id, C, n, True)

    asked = [(A, B), (C, B), (A, C), (SPECTATOR, B), (B, B), (A, SPECTATOR)]
    assert [await absence.may_invite(table.rooms, made.id, *pair) for pair in asked] == [
        *(True, True, False, False),
        *(True, False),  # whoever holds the link of the seat itself may as well sit down
    ]
    await table.rooms.replace_link(made.id, B)
    await table.rooms.claim(made.id, B, "Eva")
    assert not await absence.may_invite(table.rooms, made.id, A, B)


async def test_everybody_learns_since_when_who_is_here(table: Table) -> None:
    minutes = Minutes(table)
    made = await table.open([HUMAN, HUMAN, BOT])
    watch(table, made.id, A)
    minutes.now_s += 300

    found = await absence.who_is_here(table.rooms, made.id, A)

    assert [(each.seat, each.here, each.replaceable) for each in found.seats] == [
        ("a", True, False),
        ("b", False, False),  # nobody else could be asked: that takes longer
        ("c", False, True),
    ]
    assert found.now > found.seats[1].since
    spectators = await absence.who_is_here(table.rooms, made.id, SPECTATOR)
    assert [each.replaceable for each in spectators.seats] == [False] * 3
    assert (await absence.who_is_here(table.rooms, made.id, HOST)).spectators == 0
