"""Draws that everybody agrees to, and giving up."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from app.engine.refusal import InvalidInput
from app.engine.types import Viewer
from app.rooms.values.errors import Forbidden, NotFound, NotNow, Refused
from app.rooms.values.values import NewProposal
from tests.parts.rooms.table import HUMAN, PASS, A, B, C, D, Table, other


async def test_a_draw_that_everybody_accepts_ends_the_game(table: Table) -> None:
    made = await table.open([HUMAN] * 3, scenario="open")
    n = await table.rooms.propose(made.id, B, NewProposal("draw"))
    assert (await table.rooms.info(made.id, A)).proposals[0].waiting == (A, C)

    await table.rooms.answer(made.id, C, n, True)
    assert (await table.rooms.info(made.id, A)).proposals[0].waiting == (A,)
    await table.rooms.answer(made.id, A, n, True)

    info = await table.rooms.info(made.id, A)
    assert info.status == "finished"
    assert info.result is not None
    assert info.result.winners == ()
    assert info.proposals == ()
    assert (await table.types(made.id, A))[-4:] == ["proposal_answered", "draw_answered", "game_ended", "game_finished"]


async def test_a_draw_refused_is_over_and_may_be_offered_again(table: Table) -> None:
    made = await table.open()
    n = await table.rooms.propose(made.id, A, NewProposal("draw"))

    await table.rooms.answer(made.id, B, n, False)

    assert (await table.rooms.info(made.id, A)).proposals == ()
    assert await table.rooms.propose(made.id, A, NewProposal("draw")) == n + 1


async def test_a_draw_is_offered_as_the_rules_let_it(table: Table) -> None:
    made = await table.open(scenario="duel")

    with pytest.raises(Refused) as raised:
        await table.rooms.propose(made.id, A, NewProposal("draw"))

    assert raised.value.refusal.rule == "PEB-DRAW-01"


async def test_a_draw_offered_is_not_withdrawn(table: Table) -> None:
    made = await table.open()
    n = await table.rooms.propose(made.id, A, NewProposal("draw"))

    with pytest.raises(Forbidden):
        await table.rooms.answer(made.id, A, n, False)


async def test_only_those_who_are_asked_answer_a_draw(table: Table) -> None:
    made = await table.open([HUMAN] * 3, scenario="open")
    n = await table.rooms.propose(made.id, A, NewProposal("draw"))
    await table.rooms.answer(made.id, B, n, True)

    for viewer in (A, B):
        with pytest.raises(Forbidden):
            await table.rooms.answer(made.id, viewer, n, True)
    with pytest.raises(NotFound):
        await table.rooms.answer(made.id, C, n + 5, True)


async def test_an_offer_lapses_when_whoever_was_asked_has_had_a_turn(table: Table) -> None:
    made = await table.open()
    first = Viewer((await table.rooms.info(made.id, A)).to_act[0])
    await table.rooms.propose(made.id, first, NewProposal("draw"))

    for seat, waiting in ((first, [(other(first),)]), (other(first), [])):
        await table.rooms.act(made.id, seat, PASS)
        assert [each.waiting for each in (await table.rooms.info(made.id, A)).proposals] == waiting


async def test_taking_back_an_offered_draw_takes_the_question_back(table: Table) -> None:
    made = await table.open()
    seat, _ = await table.play(made.id, "move")
    n = await table.rooms.propose(made.id, seat, NewProposal("draw"))
    undo_n = await undo(table, made.id, seat)
    assert undo_n == n + 1

    await table.rooms.answer(made.id, other(seat), undo_n, True)

    assert (await table.state(made.id)).offered is None
    assert (await table.rooms.info(made.id, A)).proposals == ()
    assert json(await table.another().rooms.info(made.id, A)) == json(await table.rooms.info(made.id, A))


async def test_giving_up_ends_a_duel(table: Table) -> None:
    made = await table.open()

    seq = await table.rooms.resign(made.id, B)

    info = await table.rooms.info(made.id, B)
    assert (info.status, info.seq) == ("finished", seq)
    assert info.result is not None
    assert info.result.winners == ("a",)
    assert (await table.types(made.id, A))[-4:] == ["resigned", "conceded", "game_ended", "game_finished"]


async def test_giving_up_among_four_lets_the_others_play_on(table: Table) -> None:
    made = await table.open([HUMAN] * 4, scenario="open")

    await table.rooms.resign(made.id, D)

    assert (await table.rooms.info(made.id, A)).status == "playing"
    with pytest.raises(Refused):
        await table.rooms.resign(made.id, D)
    n = await undo(table, made.id, D)
    assert (await table.rooms.info(made.id, A)).proposals[0].n == n


async def test_after_the_end_nothing_is_taken_back(table: Table) -> None:
    made = await table.open()
    await table.rooms.resign(made.id, B)

    for attempt in (
        undo(table, made.id, B),
        table.rooms.propose(made.id, A, NewProposal("draw")),
        table.rooms.resign(made.id, A),
        table.rooms.act(made.id, A, PASS),
    ):
        with pytest.raises(NotNow):
            await attempt


@pytest.mark.parametrize("kind", ["castling", "", "UNDO"])
async def test_what_cannot_be_proposed_here_is_invalid(memory_table: Table, kind: str) -> None:
    made = await memory_table.open()

    with pytest.raises(InvalidInput) as raised:
        await memory_table.rooms.propose(made.id, A, NewProposal(kind))

    assert raised.value.errors[0].field == "kind"


async def undo(table: Table, room_id: str, viewer: Viewer, **more: Any) -> int:
    return await table.rooms.propose(room_id, viewer, NewProposal("undo", **more))


def json(value: object) -> bytes:
    return msgspec.json.encode(value)
