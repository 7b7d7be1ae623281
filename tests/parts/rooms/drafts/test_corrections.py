"""Values put right by consent: public ones, told to everybody, folded like any other event, and never behind anybody's back."""

from __future__ import annotations

from typing import Any

import pytest

from app.engine.refusal import InvalidInput
from app.engine.system import Correction
from app.engine.types import SPECTATOR, UnitId, Viewer
from app.rooms.archive.export import export_lines, parse
from app.rooms.archive.proof import verify
from app.rooms.values.errors import Forbidden, NotNow, Stale
from app.rooms.values.values import CreatedRoom, NewProposal
from tests.parts.rooms.table import BOT, HUMAN, A, B, C, Table, other

BRUISED = Correction("bruises", 1, UnitId("a0"))


async def propose(table: Table, made: CreatedRoom, viewer: Viewer, *changes: Correction, reason: str = "") -> int:
    return await table.rooms.propose(made.id, viewer, NewProposal("correction", changes=changes, reason=reason))


async def bruises(table: Table, made: CreatedRoom, unit: str = "a0") -> int:
    return next(each.bruises for each in (await table.state(made.id)).units if each.id == unit)


async def test_a_correction_is_made_when_the_last_one_agrees(table: Table) -> None:
    made = await table.open([HUMAN] * 3)
    n = await propose(table, made, A, BRUISED, reason="we forgot the second hit")

    (proposal,) = (await table.rooms.info(made.id, SPECTATOR)).proposals
    assert (proposal.kind, proposal.seat, proposal.waiting) == ("correction", A, (B, C))
    (change,) = proposal.changes
    assert (change.unit, change.field, change.value, change.was) == ("a0", "bruises", 1, 0)
    assert change.label is not None
    await table.rooms.answer(made.id, B, n, True)
    assert await bruises(table, made) == 0
    await table.rooms.answer(made.id, C, n, True)

    assert await bruises(table, made) == 1
    for viewer in (A, B, C, SPECTATOR):
        last = (await table.rooms.events(made.id, viewer))[-1]
        assert (last["type"], last["seat"], last["reason"]) == ("corrected", A, "we forgot the second hit")


async def test_where_nobody_else_sits_it_is_made_at_once(table: Table) -> None:
    made = await table.open([HUMAN, BOT])

    await propose(table, made, A, BRUISED)

    assert await bruises(table, made) == 1


async def test_a_refused_correction_changes_nothing(table: Table) -> None:
    made = await table.open()
    before = await table.state(made.id)
    n = await propose(table, made, A, BRUISED)

    await table.rooms.answer(made.id, B, n, False)

    assert await table.state(made.id) is before
    assert (await table.rooms.info(made.id, A)).proposals == ()


@pytest.mark.parametrize(
    "change",
    [
        Correction("bruises", 10, UnitId("a0")),
        Correction("bruises", "1", UnitId("a0")),
        Correction("bruises", True, UnitId("a0")),
        Correction("seat", 1, UnitId("a0")),
        Correction("bruises", 1, UnitId("nobody")),
        Correction("bruises", 1),
        Correction("x_mm", 0, UnitId("a0")),  # its base would hang over the edge
    ],
)
async def test_what_cannot_be_is_refused_before_anybody_is_asked(memory_table: Table, change: Correction) -> None:
    made = await memory_table.open()

    with pytest.raises(InvalidInput) as raised:
        await propose(memory_table, made, A, change)

    assert raised.value.errors[0].field.startswith("changes")
    assert (await memory_table.rooms.info(made.id, A)).proposals == ()


@pytest.mark.parametrize("count", [0, 21])
async def test_a_correction_has_some_changes_and_not_too_many(memory_table: Table, count: int) -> None:
    made = await memory_table.open()

    with pytest.raises(InvalidInput):
        await propose(memory_table, made, A, *[BRUISED] * count)


async def test_what_has_changed_meanwhile_is_not_put_right_any_more(table: Table) -> None:
    made = await table.open()
    seat = await table.turn(made.id)
    unit = UnitId(f"{seat}0")
    x = next(each.x_mm for each in (await table.state(made.id)).units if each.id == unit)
    n = await propose(table, made, seat, Correction("x_mm", x + 5, unit))
    await table.play(made.id, "move")
    moved = await table.state(made.id)

    await table.rooms.answer(made.id, other(seat), n, True)

    assert await table.state(made.id) == moved
    last = (await table.rooms.events(made.id, seat))[-1]
    assert (last["type"], last["outcome"]) == ("proposal_answered", "refused")


async def test_a_correction_can_be_taken_back_only_by_consent(table: Table) -> None:
    made = await table.open()
    n = await propose(table, made, A, BRUISED)
    await table.rooms.answer(made.id, B, n, True)

    n = await table.rooms.propose(made.id, A, NewProposal("undo"))

    assert await bruises(table, made) == 1
    await table.rooms.answer(made.id, B, n, True)
    assert await bruises(table, made) == 0


async def test_a_fold_of_the_entries_gives_the_same_game(table: Table) -> None:
    made = await table.open()
    await table.play(made.id, "move")
    n = await propose(table, made, A, BRUISED)
    await table.rooms.answer(made.id, B, n, True)
    await table.play(made.id, "move")

    assert await table.another().state(made.id) == await table.state(made.id)


async def test_dice_after_a_correction_are_verified(table: Table) -> None:
    made = await table.open()
    await table.play(made.id, "pass")
    n = await propose(table, made, A, BRUISED)
    await table.rooms.answer(made.id, B, n, True)
    await table.play(made.id, "pass")
    await table.rooms.resign(made.id, A)

    stored = await table.store.load(made.id, from_start=True)
    assert verify(parse(b"".join(export_lines(stored)))).verdict.startswith("verified")


async def test_what_can_be_put_right_is_asked_for_by_seats_only_and_while_they_play(table: Table) -> None:
    made = await table.open()
    seq, found = await table.rooms.correctables(made.id, A)
    assert seq == (await table.rooms.info(made.id, A)).seq
    assert {each.unit for each in found} == {"a0", "a1", "b0", "b1"}
    _, of_one = await table.rooms.correctables(made.id, A, UnitId("b1"))
    assert [each.field for each in of_one] == ["x_mm", "y_mm", "bruises"]

    with pytest.raises(Forbidden):
        await table.rooms.correctables(made.id, SPECTATOR)
    await table.rooms.resign(made.id, A)
    assert await table.rooms.correctables(made.id, A) == ((await table.rooms.info(made.id, A)).seq, ())


async def test_offers_after_a_correction_are_of_the_corrected_position(table: Table) -> None:
    made = await table.open()
    seat = await table.turn(made.id)
    acted: dict[str, Any] = await table.choice(made.id, seat, "move")
    seen = (await table.rooms.info(made.id, seat)).seq
    unit = UnitId(str(acted["unit"]))
    x = next(each.x_mm for each in (await table.state(made.id)).units if each.id == unit)
    n = await propose(table, made, other(seat), Correction("x_mm", x - 30, unit))
    await table.rooms.answer(made.id, seat, n, True)

    with pytest.raises(Stale):
        await table.rooms.act(made.id, seat, acted, seq=seen)


async def test_nothing_is_put_right_in_a_paused_room(memory_table: Table) -> None:
    made = await memory_table.open([HUMAN, BOT])
    n = await memory_table.rooms.propose(made.id, A, NewProposal("pause"))
    assert n

    with pytest.raises(NotNow):
        await propose(memory_table, made, A, BRUISED)
