"""Taking back: one's own plain choices freely, everything else by consent, and never to peek or to roll again."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from app.engine.refusal import InvalidInput
from app.engine.types import SPECTATOR, Viewer
from app.rooms.values.errors import Forbidden, NotFound
from app.rooms.values.values import CreatedRoom, NewProposal
from tests.parts.rooms.table import BOT, HUMAN, A, B, C, D, Table, Thinker, other, thinking


async def undo(table: Table, room_id: str, viewer: Viewer, **more: Any) -> int:
    return await table.rooms.propose(room_id, viewer, NewProposal("undo", **more))


async def hidden_picks(table: Table, seats: int = 3) -> CreatedRoom:
    """A room in which everybody has still to pick a charm in secret."""
    return await table.open([HUMAN] * seats, scenario="ring")


# -- freely ------------------------------------------------------------------------------------------


async def test_ones_own_last_choice_is_taken_back_at_once(table: Table) -> None:
    made = await table.open()
    before = await table.state(made.id)
    seat, acted = await table.play(made.id, "move")

    await undo(table, made.id, seat)

    assert await table.state(made.id) == before
    assert await table.turn(made.id) == seat
    for viewer in (seat, other(seat), SPECTATOR):
        last = (await table.rooms.events(made.id, viewer))[-1]
        assert (last["type"], last["seat"], last["to"], last["seq"]) == ("undone", seat, 4, acted.seq + 1)


async def test_an_undo_deletes_nothing(table: Table) -> None:
    made = await table.open()
    seat, _ = await table.play(made.id, "move")

    await undo(table, made.id, seat)

    assert (await table.types(made.id, SPECTATOR))[-3:] == ["unit_moved", "turn_began", "undone"]


async def test_a_room_read_anew_has_taken_back_too(table: Table) -> None:
    made = await table.open()
    seat, _ = await table.play(made.id, "move")
    await undo(table, made.id, seat)
    await table.play(made.id, "move", number=3)

    fresh = await table.another().rooms.room(made.id)

    assert fresh.state == await table.state(made.id)
    assert fresh.place == 1
    assert json(fresh.info(A)) == json(await table.rooms.info(made.id, A))


async def test_the_same_act_at_the_same_place_gets_the_same_dice(table: Table) -> None:
    made = await table.open(take_back="consent", rounds=9)
    seat = await table.turn(made.id)
    throw = await table.choice(made.id, seat, "throw")
    first = await table.rooms.act(made.id, seat, throw)
    dice = []
    for action in (throw, await any_other_throw(table, made.id, seat, throw), throw):
        n = await undo(table, made.id, seat)
        await table.rooms.answer(made.id, other(seat), n, True)
        acted = await table.rooms.act(made.id, seat, action)
        dice.append((action, acted.events[0]["die"]))

    entries = await table.store.entries(made.id, 0)
    acts = [entry.act for entry in entries if entry.kind == "game"]
    assert [die for action, die in dice if action == throw] == [first.events[0]["die"]] * 2
    assert acts[0] == acts[1] == acts[3] != acts[2]


async def any_other_throw(table: Table, room_id: str, seat: Viewer, throw: dict[str, Any]) -> dict[str, Any]:
    """A different throw, from the position before any was made."""
    return {**throw, "target": f"{other(seat)}{1 - int(throw['target'][1])}"}


async def test_everything_since_a_number_is_taken_back_together(table: Table) -> None:
    made = await table.open()
    before = await table.state(made.id)
    first, acted = await table.play(made.id, "move")
    second, _ = await table.play(made.id, "move")

    n = await table.rooms.propose(made.id, second, NewProposal("undo", to_seq=acted.seq - len(acted.events)))
    assert (await table.rooms.room(made.id)).proposals[n].waiting == (first,)
    await table.rooms.answer(made.id, first, n, True)

    assert await table.state(made.id) == before


@pytest.mark.parametrize("by_number", [False, True])
async def test_what_others_did_in_secret_meanwhile_is_neither_taken_back_nor_told(
    table: Table, by_number: bool
) -> None:
    made = await hidden_picks(table)
    seq = (await table.rooms.info(made.id, A)).seq
    await table.pick_charm(made.id, A)
    await table.pick_charm(made.id, B, "reach")
    told = {viewer: await table.types(made.id, viewer) for viewer in (B, C, SPECTATOR)}

    await table.rooms.propose(made.id, A, NewProposal("undo", to_seq=seq if by_number else None))

    assert (await table.rooms.info(made.id, A)).proposals == ()
    assert {viewer: await table.types(made.id, viewer) for viewer in (B, C, SPECTATOR)} == told
    for process in (table, table.another()):
        players = (await process.rooms.room(made.id)).state.players
        assert [player.charm for player in players] == [None, "reach", None]
    with pytest.raises(Forbidden):
        await table.rooms.propose(made.id, A, NewProposal("undo", to_seq=seq))

    await undo(table, made.id, B)

    assert [player.charm for player in (await table.state(made.id)).players] == [None, None, None]


async def test_what_was_done_in_secret_after_a_proposal_stands(table: Table) -> None:
    made = await hidden_picks(table, 4)
    seq = (await table.rooms.info(made.id, A)).seq
    await table.rooms.resign(made.id, D)
    n = await undo(table, made.id, A, to_seq=seq)
    for viewer in (A, B):
        await table.pick_charm(made.id, viewer)
    assert (await table.rooms.info(made.id, C)).proposals[0].waiting == (B, C, D)

    for viewer in (B, C, D):
        await table.rooms.answer(made.id, viewer, n, True)

    for process in (table, table.another()):
        info = await process.rooms.info(made.id, C)
        assert info.to_act == (C, D)
        assert info.proposals == ()
    await undo(table, made.id, A)
    assert (await table.rooms.info(made.id, C)).to_act == (A, C, D)


@pytest.mark.parametrize("to_seq", [-1, 99])
async def test_a_number_never_told_cannot_be_gone_back_to(memory_table: Table, to_seq: int) -> None:
    made = await memory_table.open()
    seat, _ = await memory_table.play(made.id, "move")

    with pytest.raises(InvalidInput):
        await undo(memory_table, made.id, seat, to_seq=to_seq)


async def test_the_opening_of_the_game_cannot_be_taken_back(table: Table) -> None:
    made = await table.open()
    for to_seq in (None, 0, 2, 4):
        with pytest.raises(Forbidden):
            await undo(table, made.id, A, to_seq=to_seq)
    seat, _ = await table.play(made.id, "move")

    await undo(table, made.id, seat, to_seq=0)

    assert (await table.rooms.info(made.id, A)).status == "playing"
    assert (await table.rooms.room(made.id)).place == 0


async def test_whoever_has_done_nothing_has_nothing_to_take_back(table: Table) -> None:
    made = await table.open()
    seat, _ = await table.play(made.id, "move")

    with pytest.raises(Forbidden) as raised:
        await undo(table, made.id, other(seat))

    assert raised.value.reason is not None


async def test_after_taking_back_one_decides_anew_and_old_numbers_are_stale(table: Table) -> None:
    made = await table.open()
    seat, acted = await table.play(made.id, "move")
    await undo(table, made.id, seat)

    again = await table.rooms.act(
        made.id, seat, await table.choice(made.id, seat, "move", 2), seq=acted.seq + 1, key="again"
    )

    assert again.events[0]["type"] == "unit_moved"


# -- secrets -----------------------------------------------------------------------------------------


async def test_a_secret_choice_taken_back_is_told_to_its_seat_alone(table: Table) -> None:
    made = await hidden_picks(table)
    before = {viewer: await table.types(made.id, viewer) for viewer in (B, C, SPECTATOR)}
    await table.pick_charm(made.id, A)

    await undo(table, made.id, A)

    assert (await table.types(made.id, A))[-2:] == ["charm_picked", "undone"]
    assert {viewer: await table.types(made.id, viewer) for viewer in (B, C, SPECTATOR)} == before
    assert A in (await table.rooms.info(made.id, B)).to_act


async def test_what_brought_something_to_light_needs_consent(table: Table) -> None:
    made = await hidden_picks(table)
    for viewer in (A, B, C):
        await table.pick_charm(made.id, viewer)

    await undo(table, made.id, C)

    proposal = (await table.rooms.info(made.id, C)).proposals[0]
    assert (proposal.kind, proposal.seat, proposal.waiting) == ("undo", C, (A, B))
    assert (await table.state(made.id)).phase == "play"


async def test_what_brings_nothing_to_light_is_settled_by_nobody(table: Table) -> None:
    made = await hidden_picks(table)
    for viewer in (A, B, C):
        await table.pick_charm(made.id, viewer)
    await table.play(made.id, "move")

    settled = [entry.settled for entry in await table.store.entries(made.id, 0)]

    assert settled == [True, False, False, True, False]


# -- by consent --------------------------------------------------------------------------------------


async def test_a_die_that_fell_is_taken_back_only_by_consent(table: Table) -> None:
    made = await table.open()
    before = await table.state(made.id)
    seat, _ = await table.play(made.id, "throw")

    n = await undo(table, made.id, seat)

    assert await table.state(made.id) != before
    made_event = (await table.rooms.events(made.id, other(seat)))[-1]
    assert (made_event["type"], made_event["n"], made_event["kind"]) == ("proposal_made", n, "undo")
    assert made_event["to"] == 4
    assert "place" not in made_event

    await table.rooms.answer(made.id, other(seat), n, True)

    assert await table.state(made.id) == before
    assert (await table.types(made.id, SPECTATOR))[-2:] == ["proposal_answered", "undone"]
    assert (await table.rooms.info(made.id, A)).proposals == ()


async def test_a_final_action_is_taken_back_only_by_consent(table: Table) -> None:
    made = await table.open()
    seat, _ = await table.play(made.id, "pass")

    n = await undo(table, made.id, seat)

    assert (await table.rooms.info(made.id, A)).proposals[0].n == n


async def test_what_others_answered_is_taken_back_only_by_their_consent(table: Table) -> None:
    made = await table.open()
    before = await table.state(made.id)
    first, _ = await table.play(made.id, "move")
    second, _ = await table.play(made.id, "move")

    n = await undo(table, made.id, first)
    assert (await table.rooms.info(made.id, A)).proposals[0].waiting == (second,)
    await table.rooms.answer(made.id, second, n, True)

    assert await table.state(made.id) == before
    last = (await table.rooms.events(made.id, SPECTATOR))[-1]
    assert (last["seat"], last["to"]) == (first, 4)


async def test_a_no_leaves_everything_as_it_is(table: Table) -> None:
    made = await table.open()
    seat, _ = await table.play(made.id, "pass")
    state = await table.state(made.id)
    n = await undo(table, made.id, seat)

    await table.rooms.answer(made.id, other(seat), n, False)

    assert await table.state(made.id) is state
    assert (await table.rooms.info(made.id, A)).proposals == ()
    assert (await table.rooms.events(made.id, A))[-1]["outcome"] == "refused"
    with pytest.raises(NotFound):
        await table.rooms.answer(made.id, other(seat), n, True)


async def test_all_who_are_asked_must_agree(table: Table) -> None:
    made = await table.open([HUMAN] * 3, scenario="open")
    before = await table.state(made.id)
    seat, _ = await table.play(made.id, "pass")
    others = [viewer for viewer in (A, B, C) if viewer != seat]
    n = await undo(table, made.id, seat)

    await table.rooms.answer(made.id, others[0], n, True)
    assert await table.state(made.id) != before
    assert (await table.rooms.info(made.id, A)).proposals[0].waiting == (others[1],)
    with pytest.raises(Forbidden):
        await table.rooms.answer(made.id, others[0], n, True)
    await table.rooms.answer(made.id, others[1], n, True)

    assert await table.state(made.id) == before


async def test_the_maker_withdraws_but_does_not_consent_for_others(table: Table) -> None:
    made = await table.open()
    seat, _ = await table.play(made.id, "pass")
    n = await undo(table, made.id, seat)
    with pytest.raises(Forbidden):
        await table.rooms.answer(made.id, seat, n, True)

    await table.rooms.answer(made.id, seat, n, False)

    assert (await table.rooms.info(made.id, A)).proposals == ()


async def test_the_same_is_not_proposed_twice_at_once(table: Table) -> None:
    made = await table.open()
    seat, _ = await table.play(made.id, "pass")
    await undo(table, made.id, seat)

    with pytest.raises(Forbidden):
        await undo(table, made.id, seat)


async def test_playing_on_answers_a_proposal_too(table: Table) -> None:
    made = await table.open()
    seat, _ = await table.play(made.id, "pass")
    n = await undo(table, made.id, seat)

    await table.play(made.id, "move")

    assert (await table.rooms.info(made.id, A)).proposals == ()
    with pytest.raises(NotFound):
        await table.rooms.answer(made.id, other(seat), n, True)
    assert (await table.another().rooms.info(made.id, A)).proposals == ()


async def test_bots_are_not_asked(memory_table: Table) -> None:
    thinking(memory_table, Thinker())
    made = await memory_table.open([HUMAN, BOT, {**HUMAN, "team": "blue"}], scenario="open", rounds=20)
    while await until_a_person_is_asked(memory_table, made.id) != A:
        await memory_table.play(made.id, "pass")
    await memory_table.play(made.id, "pass")

    await undo(memory_table, made.id, A)

    assert (await memory_table.rooms.room(made.id)).proposals[1].waiting == (C,)


async def test_against_bots_alone_anything_is_taken_back_at_once(memory_table: Table) -> None:
    thinking(memory_table, Thinker())
    made = await memory_table.open([HUMAN, BOT], rounds=20)
    await until_a_person_is_asked(memory_table, made.id)
    before = await memory_table.state(made.id)
    await memory_table.play(made.id, "throw")

    await undo(memory_table, made.id, A)

    types = await memory_table.types(made.id, A)
    assert "undone" in types
    assert "proposal_made" not in types
    assert await memory_table.state(made.id) == before


async def until_a_person_is_asked(table: Table, room_id: str) -> Viewer:
    """Waits until no bot is asked any more; answers whose turn it is."""
    subscription = table.hub.subscribe(room_id, SPECTATOR, None, lambda delta: delta.seq, "test")
    while (await table.turn(room_id)) == B:
        await anext(subscription)
    subscription.close("seen")
    return await table.turn(room_id)


# -- the room's option -------------------------------------------------------------------------------


async def test_where_taking_back_wants_consent_a_plain_move_does_too(table: Table) -> None:
    made = await table.open(take_back="consent")
    seat, _ = await table.play(made.id, "move")

    await undo(table, made.id, seat)

    assert (await table.rooms.info(made.id, A)).proposals[0].waiting == (other(seat),)


async def test_where_nothing_is_taken_back_the_reason_is_given(table: Table) -> None:
    made = await table.open(take_back="never")
    seat, _ = await table.play(made.id, "move")

    with pytest.raises(Forbidden) as raised:
        await undo(table, made.id, seat)

    assert raised.value.reason is not None


async def test_the_option_is_the_rooms_and_not_the_games(table: Table) -> None:
    made = await table.open(take_back="never", rounds=3)

    assert (await table.state(made.id)).rounds == 3


def json(value: object) -> bytes:
    return msgspec.json.encode(value)
