"""Pause by consent, and what the host may do: give an absent player's seat away, close the room."""

from __future__ import annotations

import pytest

from app.engine.refusal import InvalidInput
from app.engine.types import SPECTATOR, Viewer
from app.rooms.archive.export import export_lines, parse
from app.rooms.archive.proof import verify
from app.rooms.values.errors import Forbidden, NotNow
from app.rooms.values.names import BOT_NAMES
from app.rooms.values.ports import HOST
from app.rooms.values.values import NewProposal
from tests.parts.rooms.table import BOT, HUMAN, PASS, A, B, C, Table, other

PAUSE, RESUME = NewProposal("pause"), NewProposal("resume")


async def paused(table: Table, seats: int = 2) -> str:
    made = await table.open([HUMAN] * seats)
    n = await table.rooms.propose(made.id, A, PAUSE)
    for viewer in (B, C)[: seats - 1]:
        await table.rooms.answer(made.id, viewer, n, True)
    return made.id


async def test_a_paused_room_waits_for_nobody_and_refuses_to_be_played(table: Table) -> None:
    made = await table.open([HUMAN] * 3)
    n = await table.rooms.propose(made.id, A, PAUSE)
    await table.rooms.answer(made.id, B, n, True)
    assert (await table.rooms.info(made.id, A)).status == "playing"
    turn = await table.turn(made.id)
    await table.rooms.answer(made.id, C, n, True)

    info = await table.rooms.info(made.id, SPECTATOR)
    assert (info.status, info.to_act) == ("paused", ())
    for attempt in (
        table.rooms.act(made.id, turn, PASS),
        table.rooms.propose(made.id, A, NewProposal("draw")),
        table.rooms.propose(made.id, A, PAUSE),
        table.rooms.resign(made.id, A),
    ):
        with pytest.raises(NotNow):
            await attempt
    assert await table.rooms.offers(made.id, turn) == ((await table.rooms.info(made.id, turn)).seq, [])
    assert await table.rooms.say(made.id, A, "back at nine")


async def test_it_goes_on_when_everybody_wants_to(table: Table) -> None:
    room = await paused(table)
    before = await table.state(room)

    n = await table.rooms.propose(room, B, RESUME)
    assert (await table.rooms.info(room, A)).status == "paused"
    await table.rooms.answer(room, A, n, True)

    assert (await table.rooms.info(room, A)).status == "playing"
    assert await table.state(room) is before
    await table.play(room, "pass")
    assert await table.another().state(room) == await table.state(room)


async def test_a_room_that_plays_cannot_be_resumed(memory_table: Table) -> None:
    made = await memory_table.open()

    with pytest.raises(NotNow):
        await memory_table.rooms.propose(made.id, A, RESUME)


async def test_an_open_proposal_of_something_else_waits_for_the_end_of_the_pause(table: Table) -> None:
    made = await table.open()
    undone = await table.rooms.propose(made.id, A, NewProposal("draw"))
    n = await table.rooms.propose(made.id, A, PAUSE)
    await table.rooms.answer(made.id, B, n, True)

    with pytest.raises(NotNow):
        await table.rooms.answer(made.id, B, undone, True)


# -- the host ----------------------------------------------------------------------------------------


async def test_an_absent_player_is_replaced_by_a_bot_with_the_others_consent(table: Table) -> None:
    made = await table.open([HUMAN] * 3)
    tokens = dict(made.seats)
    n = await table.rooms.propose(made.id, HOST, NewProposal("replace", seat=C, by="bot"))
    (proposal,) = (await table.rooms.info(made.id, A)).proposals
    assert (proposal.seat, proposal.waiting, proposal.replaced, proposal.by) == (None, (A, B), "c", "bot")

    await table.rooms.answer(made.id, A, n, True)
    await table.rooms.answer(made.id, B, n, True)

    seat = (await table.rooms.info(made.id, A)).seats[2]
    assert (seat["kind"], seat["name"], seat["strategy"]) == ("bot", BOT_NAMES[seat["seat"]], "random")
    assert await table.rooms.identify(tokens["c"]) is None
    with pytest.raises(Forbidden):
        await table.rooms.position(made.id, C)


async def test_a_seat_given_to_somebody_else_is_claimed_with_its_new_link(table: Table) -> None:
    made = await table.open([HUMAN] * 2)
    n = await table.rooms.propose(made.id, HOST, NewProposal("replace", seat=B))
    await table.rooms.answer(made.id, A, n, True)

    assert (await table.rooms.info(made.id, A)).seats[1]["taken"] is False
    assert (await table.rooms.info(made.id, A)).status == "playing"
    assert await table.rooms.identify(dict(made.seats)["b"]) is None
    link = await table.rooms.replace_link(made.id, B)
    assert await table.rooms.identify(link) is not None
    await table.rooms.claim(made.id, B, "Eva")
    seat = (await table.rooms.info(made.id, A)).seats[1]
    assert (seat["name"], seat["taken"]) == ("Eva", True)
    assert (await table.types(made.id, A))[-1] == "seat_claimed"
    assert await table.another().state(made.id) == await table.state(made.id)


async def test_a_player_who_is_here_is_asked_too(table: Table) -> None:
    made = await table.open([HUMAN] * 2)
    table.hub.subscribe(made.id, B, None, lambda _: None, "a page")

    await table.rooms.propose(made.id, HOST, NewProposal("replace", seat=B, by="bot"))

    assert (await table.rooms.info(made.id, A)).proposals[0].waiting == (A, B)


async def test_the_host_takes_his_proposal_back(table: Table) -> None:
    made = await table.open()
    n = await table.rooms.propose(made.id, HOST, NewProposal("replace", seat=B, by="bot"))

    await table.rooms.answer(made.id, HOST, n, False)

    assert (await table.rooms.info(made.id, A)).proposals == ()


async def test_the_host_answers_nobody_elses_proposal(table: Table) -> None:
    made = await table.open()
    n = await table.rooms.propose(made.id, A, PAUSE)

    with pytest.raises(Forbidden):
        await table.rooms.answer(made.id, HOST, n, True)
    with pytest.raises(Forbidden):
        await table.rooms.answer(made.id, HOST, n, False)


@pytest.mark.parametrize(
    ("new", "field"),
    [
        (NewProposal("replace"), "seat"),
        (NewProposal("replace", seat=C), "seat"),
        (NewProposal("replace", seat=B, by="bot"), "by"),
        (NewProposal("replace", seat=A, by="bot", strategy="clairvoyant"), "strategy"),
    ],
)
async def test_a_seat_that_cannot_be_given_away_is_named(memory_table: Table, new: NewProposal, field: str) -> None:
    made = await memory_table.open([HUMAN, BOT])

    with pytest.raises(InvalidInput) as raised:
        await memory_table.rooms.propose(made.id, HOST, new)

    assert raised.value.errors[0].field == field


@pytest.mark.parametrize(("viewer", "kind"), [(A, "replace"), (HOST, "pause"), (HOST, "undo"), (HOST, "draw")])
async def test_host_and_seats_propose_what_is_theirs(memory_table: Table, viewer: Viewer, kind: str) -> None:
    made = await memory_table.open()

    with pytest.raises(Forbidden):
        await memory_table.rooms.propose(made.id, viewer, NewProposal(kind, seat=B))


async def test_a_closed_room_is_over_without_a_result(table: Table) -> None:
    made = await table.open()
    await table.play(made.id, "pass")

    info = await table.rooms.close_room(made.id)

    assert (info.status, info.result, info.to_act) == ("finished", None, ())
    assert info.dice.secret is not None
    for attempt in (
        table.rooms.act(made.id, other(await_turn(made.id)), PASS),
        table.rooms.propose(made.id, A, NewProposal("undo")),
        table.rooms.close_room(made.id),
    ):
        with pytest.raises(NotNow):
            await attempt
    export = parse(b"".join(export_lines(await table.store.load(made.id, from_start=True))))
    assert (export.footer["finished"], export.footer.get("result")) == (True, None)
    assert verify(export).verdict.startswith("verified")


def await_turn(room_id: str) -> Viewer:
    """Any seat: nobody is asked in a closed room."""
    assert room_id
    return A


async def test_a_room_is_closed_also_before_it_began(table: Table) -> None:
    made = await table.open([HUMAN, {"kind": "open"}])

    assert (await table.rooms.close_room(made.id)).status == "finished"
    with pytest.raises(NotNow):
        await table.rooms.claim(made.id, B, "Eva")
