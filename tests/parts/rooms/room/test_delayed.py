"""Spectators who see the game late: by three decisions of the other side, and never a thing of what came since."""

from __future__ import annotations

import msgspec
import pytest

from app.engine.types import SPECTATOR, Viewer
from app.rooms.room.deltas import Delta
from app.rooms.values.ports import HOST
from app.rooms.values.values import CreatedRoom, NewProposal, NewRoom
from tests.parts.rooms.table import HUMAN, A, B, Table, other


async def open_late(table: Table, seats: int = 2) -> CreatedRoom:
    return await table.rooms.create(NewRoom("pebbles", "open", [HUMAN] * seats, {"rounds": 20}, spectators="delayed"))


async def passes(table: Table, room_id: str, times: int) -> list[Viewer]:
    return [(await table.play(room_id, "pass"))[0] for _ in range(times)]


async def told(table: Table, room_id: str, viewer: Viewer = SPECTATOR) -> list[tuple[str, str | None]]:
    return [(event["type"], event.get("seat")) for event in await table.rooms.events(room_id, viewer)]


async def test_a_decision_is_told_after_three_of_the_other_side(table: Table) -> None:
    made = await open_late(table)
    opening = await told(table, made.id)
    assert opening == await told(table, made.id, A)
    first, *_ = await passes(table, made.id, 5)  # the first one, and two of the other side
    assert await told(table, made.id) == opening

    await passes(table, made.id, 1)

    late = await told(table, made.id)
    assert late[len(opening) :] == [("turn_passed", first), ("turn_began", other(first))]


async def test_what_is_told_late_keeps_its_moment_and_who_acted(table: Table) -> None:
    made = await open_late(table)
    await passes(table, made.id, 6)

    at_once = (await table.rooms.events(made.id, A))[:5]
    late = (await table.rooms.events(made.id, SPECTATOR))[:5]
    assert [event["at"] for event in late] == [event["at"] for event in at_once]
    assert [event["seq"] for event in late] == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("viewer", [SPECTATOR, HOST])
async def test_everything_a_spectator_sees_is_of_the_same_moment(table: Table, viewer: Viewer) -> None:
    made = await open_late(table)
    before = await table.rooms.position(made.id, viewer)
    first = await table.turn(made.id)
    await table.play(made.id, "move")
    await table.play(made.id, "pass")

    assert await table.rooms.position(made.id, viewer) == before
    assert (await table.rooms.info(made.id, viewer)).to_act == (first,)
    scene = await table.rooms.scene(made.id, viewer)
    assert scene.seq == before[0] == len(scene.events)


async def test_a_spectator_sees_the_position_after_the_last_thing_he_was_told(table: Table) -> None:
    made, twin = (
        await open_late(table),
        await table.rooms.create(NewRoom("pebbles", "open", [HUMAN] * 2, {"rounds": 20})),
    )
    assert await table.turn(made.id) != await table.turn(twin.id) or await table.turn(made.id)
    seat, _ = await table.play(made.id, "move")
    after_the_first = (await table.rooms.position(made.id, seat))[1]
    await passes(table, made.id, 5)

    seen = (await table.rooms.position(made.id, SPECTATOR))[1]
    assert msgspec.to_builtins(seen)["position"] == msgspec.to_builtins(after_the_first)["position"]


async def test_nothing_of_what_is_not_due_leaves_the_room_live(table: Table) -> None:
    made = await open_late(table)
    heard: list[Delta] = []
    table.hub.subscribe(
        made.id,
        SPECTATOR,
        None,
        lambda change: heard.append(change) if isinstance(change, Delta) else None,
        "a program",
    )
    await passes(table, made.id, 5)
    assert heard == []

    await passes(table, made.id, 1)

    assert [event["type"] for delta in heard for event in delta.events] == ["turn_passed", "turn_began"]
    assert heard[0].info.to_act != (await table.rooms.info(made.id, A)).to_act or len(heard) == 1


async def test_at_the_end_everything_is_told(table: Table) -> None:
    made = await open_late(table)
    await passes(table, made.id, 3)

    await table.rooms.resign(made.id, A)

    assert await told(table, made.id) == await told(table, made.id, A)
    info = await table.rooms.info(made.id, SPECTATOR)
    assert info.status == "finished"
    assert info.result is not None


async def test_an_undo_is_told_late_too(table: Table) -> None:
    made = await open_late(table)
    seat, _ = await table.play(made.id, "move")
    await table.rooms.propose(made.id, seat, NewProposal("undo"))
    await passes(table, made.id, 6)

    kinds = [kind for kind, _ in await told(table, made.id)]
    assert kinds[-4:] == ["unit_moved", "turn_began", "undone", "turn_passed"] or "undone" in kinds
    assert "undone" in kinds
    position = (await table.rooms.position(made.id, SPECTATOR))[1]
    assert position is not None


async def test_spectators_talk_without_waiting(table: Table) -> None:
    made = await open_late(table)
    await passes(table, made.id, 2)

    seq = await table.rooms.say(made.id, SPECTATOR, "hm")
    await passes(table, made.id, 4)

    events = await table.rooms.events(made.id, SPECTATOR)
    assert events[seq - 1]["text"] == "hm"
    assert [event["seq"] for event in events] == list(range(1, len(events) + 1))
    assert [event["type"] for event in events[seq:]] == ["turn_passed", "turn_began"]


async def test_table_talk_is_told_late_too(table: Table) -> None:
    made = await open_late(table)
    await table.rooms.say(made.id, A, "watch my left")
    before = (await table.rooms.info(made.id, SPECTATOR)).seq

    assert "message" not in [kind for kind, _ in await told(table, made.id)]
    await passes(table, made.id, 8)
    assert "message" in [kind for kind, _ in await told(table, made.id)]
    assert (await table.rooms.info(made.id, SPECTATOR)).seq > before


async def test_another_process_tells_the_same(table: Table) -> None:
    made = await open_late(table)
    await passes(table, made.id, 7)
    far = table.another()

    assert await far.rooms.position(made.id, SPECTATOR) == await table.rooms.position(made.id, SPECTATOR)
    assert await far.rooms.events(made.id, SPECTATOR) == await table.rooms.events(made.id, SPECTATOR)
    await far.play(made.id, "pass")
    await table.rooms.catch_up(made.id)
    assert await far.rooms.info(made.id, SPECTATOR) == await table.rooms.info(made.id, SPECTATOR)


async def test_players_are_told_at_once(table: Table) -> None:
    made = await open_late(table)
    await passes(table, made.id, 2)

    for viewer in (A, B):
        assert [kind for kind, _ in await told(table, made.id, viewer)][-4:] == ["turn_passed", "turn_began"] * 2
