"""Somebody is away for a while: the others may propose that their seat is handed over, and they may come back and say no."""

from __future__ import annotations

import pytest

from app.engine.types import SPECTATOR, Viewer
from app.rooms.drafts.proposals import AWAY_ALONE_S, AWAY_S
from app.rooms.live.feeds import Subscription
from app.rooms.service import absence
from app.rooms.values.errors import Forbidden
from app.rooms.values.ports import HOST
from app.rooms.values.values import CreatedRoom, NewProposal, NewRoom
from tests.parts.rooms.table import BOT, HUMAN, A, B, C, Table

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
        await table.rooms.answer(made.id, C, n, True)  # nobody asks whether C agrees
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


# -- what nobody may learn by it -----------------------------------------------------------------------------------------


async def replaceable(table: Table, room_id: str, viewer: Viewer) -> dict[str, bool]:
    """Of whom ``viewer`` may propose that somebody else plays on."""
    return {each.seat: each.replaceable for each in (await absence.who_is_here(table.rooms, room_id, viewer)).seats}


async def charms(table: Table, minutes: Minutes) -> CreatedRoom:
    """A game of four in which everybody chooses in secret first; two minutes have passed since anybody looked on."""
    made = await table.open([HUMAN] * 4, scenario="ring")
    watch(table, made.id, A)
    minutes.now_s += AWAY_S
    return made


async def test_a_secret_act_is_no_sign_of_anybody_that_others_could_see(table: Table) -> None:
    made = await charms(table, Minutes(table))
    before = await replaceable(table, made.id, A)
    seq = (await table.rooms.info(made.id, A)).seq

    await table.pick_charm(made.id, C)

    assert before["c"]
    assert await replaceable(table, made.id, A) == before
    assert (await table.rooms.info(made.id, A)).seq == seq
    await table.rooms.propose(made.id, A, BY_BOT)


async def test_what_is_said_to_the_army_is_no_sign_of_anybody_to_the_others(table: Table) -> None:
    minutes = Minutes(table)
    made = await table.open([HUMAN] * 4, scenario="ring")
    watch(table, made.id, A)
    minutes.now_s += AWAY_S
    before = await replaceable(table, made.id, A)
    sides = {seat["seat"]: seat["side"] for seat in (await table.rooms.info(made.id, A)).seats}
    other = next(Viewer(seat) for seat, side in sides.items() if side != sides["a"])

    await table.rooms.say(made.id, other, "now", "army")
    assert before[other]
    assert await replaceable(table, made.id, A) == before

    await table.rooms.say(made.id, other, "hello", "table")
    assert not (await replaceable(table, made.id, A))[other]


async def test_what_everybody_is_told_is_a_sign_and_what_is_only_asked_is_none(table: Table) -> None:
    minutes = Minutes(table)
    made = await table.open([HUMAN] * 3)
    watch(table, made.id, A)
    minutes.now_s += AWAY_S
    turn = await table.turn(made.id)
    asker = next(viewer for viewer in (B, C) if viewer != turn)

    await table.rooms.offers(made.id, asker)
    await table.rooms.position(made.id, asker)
    assert (await replaceable(table, made.id, A))[asker]

    await table.rooms.say(made.id, asker, "hello")
    assert not (await replaceable(table, made.id, A))[asker]


async def test_a_room_that_is_loaded_tells_by_nobodys_absence_what_its_last_act_was(table: Table) -> None:
    made = await table.open([HUMAN] * 4, scenario="ring")
    await table.rooms.say(made.id, C, "hello")
    loaded = table.another()
    minutes = Minutes(loaded)
    watch(loaded, made.id, A)
    minutes.now_s += AWAY_S

    assert (await replaceable(loaded, made.id, A))["c"]


async def test_spectators_who_see_a_game_late_learn_late_that_a_seat_was_given_away(table: Table) -> None:
    made = await table.rooms.create(NewRoom("pebbles", "open", [HUMAN] * 3, {}, spectators="delayed"))
    await table.play(made.id, "pass")
    n = await table.rooms.propose(made.id, HOST, NewProposal("replace", seat=C))
    for viewer in (A, B):
        await table.rooms.answer(made.id, viewer, n, True)

    shown = {viewer: await replaceable(table, made.id, viewer) for viewer in (A, SPECTATOR)}

    assert {viewer: set(seats) for viewer, seats in shown.items()} == {A: {"a", "b"}, SPECTATOR: {"a", "b", "c"}}
