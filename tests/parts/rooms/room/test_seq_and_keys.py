"""What comes with an action: the number its seat knew, and a key that makes sending it twice harmless."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest

from app.engine.refusal import InvalidInput
from app.rooms.live.live import SNAPSHOT_EVERY
from app.rooms.values.errors import KeyReused, Refused, Stale
from app.rooms.values.ports import Entry
from app.rooms.values.values import NewProposal
from tests.parts.rooms.table import HUMAN, PASS, A, B, D, Table, other

# -- seq: what the seat knew when it decided ---------------------------------------------------------


async def test_a_decision_on_the_present_state_is_accepted(table: Table) -> None:
    made = await table.open()
    seat, first = await table.play(made.id, "move", seq=4)

    _, second = await table.play(made.id, "move", seq=first.seq)

    assert second.seq == first.seq + 2
    assert second.events[0]["seat"] == other(seat)


async def test_a_decision_made_before_the_turn_began_is_stale(table: Table) -> None:
    made = await table.open()
    await table.play(made.id, "move")
    seat = await table.turn(made.id)

    with pytest.raises(Stale) as raised:
        await table.rooms.act(made.id, seat, PASS, seq=4)

    assert raised.value.seq == 6


async def test_a_decision_made_before_ones_own_last_act_is_stale(table: Table) -> None:
    made = await table.open()
    seat, _ = await table.play(made.id, "move")

    with pytest.raises(Stale):
        await table.rooms.act(made.id, seat, PASS, seq=4)


async def test_talk_makes_no_decision_stale(table: Table) -> None:
    made = await table.open()
    await table.rooms.say(made.id, A, "hello")
    await table.rooms.say(made.id, B, "hello")

    _, acted = await table.play(made.id, "move", seq=4)

    assert acted.seq == 8


async def test_a_proposal_makes_no_decision_stale(table: Table) -> None:
    made = await table.open(take_back="consent")
    seat, first = await table.play(made.id, "move")
    _, second = await table.play(made.id, "move")
    await table.rooms.propose(made.id, other(seat), NewProposal("undo"))

    _, third = await table.play(made.id, "move", seq=second.seq)

    assert third.seq == second.seq + 3
    assert first.seq < second.seq


async def test_a_secret_choice_of_another_makes_no_decision_stale(table: Table) -> None:
    made = await table.open(scenario="duel")
    seq = (await table.rooms.info(made.id, A)).seq
    await table.pick_charm(made.id, B)

    acted = await table.pick_charm(made.id, A, seq=seq)

    assert acted.events[0]["seq"] == seq + 1


async def test_an_open_act_that_leaves_ones_choices_alone_makes_no_decision_stale(table: Table) -> None:
    made = await table.open([HUMAN] * 4, scenario="ring")
    seq = (await table.rooms.info(made.id, A)).seq
    await table.rooms.resign(made.id, D)
    assert (await table.rooms.info(made.id, A)).seq > seq

    acted = await table.pick_charm(made.id, A, seq=seq)

    assert acted.events[0]["type"] == "charm_picked"


async def test_being_asked_again_after_others_acted_is_a_change(table: Table) -> None:
    made = await table.open([HUMAN, HUMAN], scenario="duel")
    seq = (await table.pick_charm(made.id, A)).seq
    await table.pick_charm(made.id, B)
    first = await table.turn(made.id)

    with pytest.raises(Stale):
        await table.rooms.act(made.id, first, PASS, seq=seq)


async def test_offering_a_draw_makes_no_decision_stale(table: Table) -> None:
    made = await table.open()
    await table.rooms.propose(made.id, A, NewProposal("draw"))
    n = (await table.rooms.info(made.id, A)).proposals[0].n
    await table.rooms.answer(made.id, B, n, False)

    _, acted = await table.play(made.id, "move", seq=4)

    assert acted.seq == 10


async def test_what_a_seat_may_do_is_compared_after_a_restart_too(table: Table) -> None:
    """Also when the room was read from a snapshot, which knows no earlier states."""
    made = await table.open([HUMAN] * 4, scenario="ring")
    seq = (await table.rooms.info(made.id, A)).seq
    await table.rooms.resign(made.id, D)
    for number in range(SNAPSHOT_EVERY + 1):
        await table.rooms.say(made.id, B, str(number))
    far = table.another()
    assert (await table.store.load(made.id)).snapshot is not None

    acted = await far.pick_charm(made.id, A, seq=seq)

    assert acted.events[0]["type"] == "charm_picked"


async def test_a_change_before_a_snapshot_is_a_change_after_it(table: Table) -> None:
    made = await table.open(rounds=20)
    await table.play(made.id, "move")
    for number in range(SNAPSHOT_EVERY + 1):
        await table.rooms.say(made.id, B, str(number))
    far = table.another()

    with pytest.raises(Stale):
        await far.play(made.id, "move", seq=4)


async def test_a_number_that_was_never_told_is_invalid(table: Table) -> None:
    made = await table.open()

    with pytest.raises(InvalidInput):
        await table.play(made.id, "move", seq=99)


async def test_a_stale_decision_is_stale_for_another_process_too(table: Table) -> None:
    made = await table.open()
    await table.play(made.id, "move")
    far = table.another()

    with pytest.raises(Stale):
        await far.rooms.act(made.id, await far.turn(made.id), PASS, seq=4)


# -- keys: the same act twice ------------------------------------------------------------------------


async def test_the_same_key_and_body_play_once_and_answer_twice(table: Table) -> None:
    made = await table.open()
    seat = await table.turn(made.id)
    action = await table.choice(made.id, seat, "throw")

    answers = [await table.rooms.act(made.id, seat, action, seq=4, key="k") for _ in range(3)]
    answers.append(await table.another().rooms.act(made.id, seat, action, seq=4, key="k"))

    assert len({json(answer) for answer in answers}) == 1
    assert len(await entries(table, made.id)) == 2


async def test_a_known_key_with_another_body_is_refused(table: Table) -> None:
    made = await table.open()
    seat = await table.turn(made.id)
    action = await table.choice(made.id, seat, "move")
    await table.rooms.act(made.id, seat, action, seq=4, key="k")

    for wrong, seq in ((PASS, 4), ({"type": "fly"}, 4), (action, 3), (action, None)):
        with pytest.raises(KeyReused):
            await table.rooms.act(made.id, seat, wrong, seq=seq, key="k")

    assert len(await entries(table, made.id)) == 2


async def test_refusals_are_not_remembered(table: Table) -> None:
    made = await table.open()
    seat = await table.turn(made.id)
    with pytest.raises(Refused):
        await table.rooms.act(made.id, other(seat), PASS, key="k")
    await table.play(made.id, "move")

    acted = await table.rooms.act(made.id, other(seat), PASS, key="k")

    assert acted.events[0]["type"] == "turn_passed"


async def test_keys_of_different_seats_and_rooms_are_different_keys(table: Table) -> None:
    made, another = await table.open(), await table.open()

    for room_id in (made.id, another.id):
        await table.play(room_id, "pass", key="k")
        await table.play(room_id, "pass", key="k")

    assert len(await entries(table, made.id)) == len(await entries(table, another.id)) == 3


async def test_a_known_key_is_answered_after_the_end_of_the_game(table: Table) -> None:
    made = await table.open(rounds=1)
    await table.play(made.id, "pass")
    seat, acted = await table.play(made.id, "pass", key="last")

    assert json(await table.rooms.act(made.id, seat, PASS, key="last")) == json(acted)


async def test_the_same_act_sent_ten_times_at_once_is_played_once(table: Table) -> None:
    made = await table.open()
    seat = await table.turn(made.id)
    action = await table.choice(made.id, seat, "throw")
    doors = [table, table.another()]

    answers = await asyncio.gather(
        *(doors[number % 2].rooms.act(made.id, seat, action, key="k") for number in range(10))
    )

    assert len({json(answer) for answer in answers}) == 1
    assert len(await entries(table, made.id)) == 2


async def entries(table: Table, room_id: str) -> list[Entry]:
    return list(await table.store.entries(room_id, 0))


def json(value: Any) -> bytes:
    return msgspec.json.encode(value)
