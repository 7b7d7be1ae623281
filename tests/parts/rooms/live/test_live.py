"""Rooms in memory: what changes in pictures, resuming, snapshots, forgetting and reading anew."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Collection, Mapping
from typing import Any

import msgspec
import pytest

from app.engine.registry import discover
from app.engine.scene import Token
from app.engine.types import SPECTATOR
from app.rooms.live.feeds import RESYNC
from app.rooms.live.housekeeping import Housekeeping
from app.rooms.live.live import SNAPSHOT_EVERY
from app.rooms.room.deltas import Delta, Passing
from app.rooms.room.room import Room
from app.rooms.room.snapshots import restore, snapshot_of
from app.rooms.values.errors import NotFound
from app.rooms.values.ports import Append, Hears, Snapshot, StoreUnavailable
from app.rooms.values.values import NewProposal
from tests.parts.rooms.table import HUMAN, OPEN, TOYS, A, B, C, D, Table, other
from tests.support.relay import NoRelay


def whole(change: Delta | Passing) -> Delta | None:
    """Entries as they are; who comes and goes meanwhile is no matter here."""
    return change if isinstance(change, Delta) else None


def housekeeping(table: Table) -> Housekeeping:
    return Housekeeping(table.rooms._live, table.store, table.hub)


# -- changes -----------------------------------------------------------------------------------------


async def test_a_change_holds_only_what_is_different(table: Table) -> None:
    made = await table.open()
    seat = await table.turn(made.id)
    page = await table.rooms.scene(made.id, B)
    subscription = table.hub.subscribe(made.id, B, page.seq, whole, "delta")

    await table.play(made.id, "move")
    change = await anext(subscription)

    # The one that moved, and everybody's mark of whose go it is.
    assert {drawable.id for drawable in change.changed} == {"a0", "a1", "b0", "b1"}
    assert change.removed == ()
    assert change.before == page.scene
    assert change.after == (await table.rooms.scene(made.id, B)).scene
    assert (change.seq, change.version) == (6, 2)
    assert [event["type"] for event in change.events] == ["unit_moved", "turn_began"]
    assert [entry is not None for entry in change.log] == [True, False]
    assert change.info.to_act == (other(seat),)


async def test_what_did_not_change_is_the_same_object(table: Table) -> None:
    made = await table.open()
    page = await table.rooms.scene(made.id, A)
    subscription = table.hub.subscribe(made.id, A, page.seq, whole, "delta")

    await table.play(made.id, "move")
    change = await anext(subscription)

    before = {drawable.id: drawable for drawable in page.scene.drawables}
    same = [drawable.id for drawable in change.after.drawables if before.get(drawable.id) is drawable]
    assert same == ["pond", "centre", "flag"]
    assert change.after.panels[0] is page.scene.panels[0]


async def test_talk_draws_nothing_anew(table: Table) -> None:
    made = await table.open()
    page = await table.rooms.scene(made.id, A)
    subscription = table.hub.subscribe(made.id, A, page.seq, whole, "delta")

    await table.rooms.say(made.id, B, "hello")
    change = await anext(subscription)

    assert change.before is change.after is page.scene
    assert change.changed == change.removed == ()
    assert change.log == (None,)


async def test_what_is_gone_is_named(memory_table: Table) -> None:
    made = await memory_table.open([HUMAN] * 4, scenario="open")
    page = await memory_table.rooms.scene(made.id, A)
    subscription = memory_table.hub.subscribe(made.id, A, page.seq, whole, "delta")

    await memory_table.rooms.resign(made.id, D)
    change = await anext(subscription)

    assert change.removed == ("d0", "d1")


async def test_the_beginning_of_the_game_replaces_the_picture(table: Table) -> None:
    made = await table.open([HUMAN, OPEN])
    page = await table.rooms.scene(made.id, A)
    subscription = table.hub.subscribe(made.id, A, page.seq, whole, "delta")

    await table.rooms.claim(made.id, B, "Luis")
    change = await anext(subscription)

    assert change.before == page.scene
    assert {drawable.id for drawable in change.changed if isinstance(drawable, Token)} == {"a0", "a1", "b0", "b1"}
    assert change.info.status == "playing"


async def test_a_secret_act_is_no_message_to_programs_of_others(table: Table) -> None:
    made = await table.open([HUMAN] * 3, scenario="ring")
    mine, others = (table.hub.subscribe(made.id, viewer, None, whole, "delta") for viewer in (A, B))

    await table.pick_charm(made.id, A)
    await table.rooms.say(made.id, C, "hm")

    assert [event["type"] for event in (await anext(mine)).events] == ["charm_picked"]
    assert [event["type"] for event in (await anext(others)).events] == ["message"]


async def test_a_page_sees_what_only_its_picture_shows(table: Table) -> None:
    """Whom the table waits for is open, even where what they did is not."""
    made = await table.open([HUMAN] * 3, scenario="ring")
    page = await table.rooms.scene(made.id, B)
    subscription = table.hub.subscribe(made.id, B, page.seq, whole, "delta")

    await table.pick_charm(made.id, A)
    change = await anext(subscription)

    assert change.events == ()
    assert change.seq == page.seq
    assert {drawable.id for drawable in change.changed} == {"a0", "a1"}
    assert change.info.to_act == ("b", "c")


async def test_an_act_that_changes_nothing_for_a_viewer_is_no_message_to_him(table: Table) -> None:
    made = await table.open([HUMAN] * 4, scenario="ring")
    page = await table.rooms.scene(made.id, B)
    subscription = table.hub.subscribe(made.id, B, page.seq, whole, "delta")

    await table.rooms.say(made.id, A, "psst", "army")
    await table.rooms.say(made.id, B, "hello")

    assert [event["type"] for event in (await anext(subscription)).events] == ["message"]


async def test_deltas_are_drawn_for_whoever_asks_later_as_they_were(table: Table) -> None:
    made = await table.open()
    page = await table.rooms.scene(made.id, A)
    for _ in range(3):
        await table.play(made.id, "move")

    subscription = table.hub.subscribe(made.id, A, page.seq, whole, "delta")
    changes = [await anext(subscription) for _ in range(3)]

    assert changes[0].before == page.scene
    assert changes[1].before == changes[0].after
    assert changes[2].before == changes[1].after
    assert changes[2].after == (await table.rooms.scene(made.id, A)).scene


async def test_a_page_opened_and_a_socket_joined_later_miss_nothing(table: Table) -> None:
    made = await table.open()
    page = await table.rooms.scene(made.id, B)
    _, acted = await table.play(made.id, "move")

    subscription = table.hub.subscribe(made.id, B, page.seq, whole, "delta")

    assert (await anext(subscription)).seq == acted.seq


async def test_what_another_process_did_is_told_here_when_it_is_heard_of(table: Table) -> None:
    made = await table.open()
    far = table.another()
    page = await table.rooms.scene(made.id, B)
    subscription = table.hub.subscribe(made.id, B, page.seq, whole, "delta")

    _, acted = await far.play(made.id, "move")
    await far.rooms.say(made.id, A, "hello")
    await housekeeping(table).sweep()

    changes = [await anext(subscription) for _ in range(2)]
    assert [change.seq for change in changes] == [acted.seq, acted.seq + 1]
    assert (await table.rooms.info(made.id, B)).seq == acted.seq + 1


class Wire(NoRelay):
    """A relay between two processes: what one announces, the other hears when the test lets it."""

    def __init__(self) -> None:
        self.announced: list[tuple[str, int]] = []
        self.ears: list[Hears] = []

    def announce(self, room_id: str, version: int) -> None:
        self.announced.append((room_id, version))

    def listen(self, ears: Hears) -> None:
        self.ears.append(ears)


async def test_every_entry_is_announced_to_other_processes_and_heard_of(table: Table) -> None:
    wire = Wire()
    far, near = table.another(wire), table.another(wire)
    await near.rooms.start()
    made = await table.open()
    page = await near.rooms.scene(made.id, B)
    subscription = near.hub.subscribe(made.id, B, page.seq, whole, "delta")

    await far.play(made.id, "move")
    await far.rooms.say(made.id, A, "hello")
    assert wire.announced == [(made.id, 2), (made.id, 3)]
    for room_id, version in [*wire.announced, wire.announced[0], ("unknown", 9)]:
        await wire.ears[0].grown(room_id, version)

    assert [(await anext(subscription)).version for _ in range(2)] == [2, 3]
    assert (await near.rooms.room(made.id)).version == 3


async def test_nothing_is_told_of_what_this_process_has_not_yet_taken_in(table: Table) -> None:
    """What a reader is told and the number they are given are of one moment, however far the store has got."""
    made = await table.open()
    known = await table.rooms.info(made.id, B)
    await table.another().play(made.id, "move")

    told = await table.rooms.events(made.id, B)
    page = await table.rooms.scene(made.id, B)

    assert len(told) == len(page.events) == page.seq == known.seq


async def test_reading_a_room_again_for_its_past_skips_nothing_that_viewers_wait_for(memory_table: Table) -> None:
    table = memory_table
    made = await table.open(rounds=20)
    live = await table.rooms._live.get(made.id)
    live.room = Room(live.room.header, live.room.system, kept_acts=2)
    for entry in await table.store.entries(made.id, 0):
        live.room.fold(entry)
    seat, first = await table.play(made.id, "move")
    for _ in range(4):
        await table.play(made.id, "move")
    page = await table.rooms.scene(made.id, B)
    subscription = table.hub.subscribe(made.id, B, page.seq, whole, "delta")

    await table.another().rooms.say(made.id, A, "from afar")
    await table.rooms.propose(made.id, seat, NewProposal("undo", to_seq=first.seq - 2))

    changes = [await anext(subscription) for _ in range(2)]
    assert [change.events[0]["type"] for change in changes] == ["message", "proposal_made"]
    assert [change.seq for change in changes] == [page.seq + 1, page.seq + 2]


async def test_a_lost_hint_costs_a_sweep_and_a_store_that_is_away_no_more_than_that(
    memory_table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("app.rooms.live.housekeeping.SWEEP_S", 0)
    made = await memory_table.open()
    near = memory_table.another()
    page = await near.rooms.scene(made.id, B)
    subscription = near.hub.subscribe(made.id, B, page.seq, whole, "delta")
    _, acted = await memory_table.play(made.id, "move")
    versions, failures = memory_table.store.versions, [StoreUnavailable("away"), ZeroDivisionError("a fault")]

    async def sometimes_away(room_ids: Collection[str]) -> Mapping[str, int]:
        if failures:
            raise failures.pop()
        return await versions(room_ids)

    memory_table.store.versions = sometimes_away
    housekeeper = housekeeping(near)
    with caplog.at_level(logging.WARNING):
        housekeeper.start()
        assert (await anext(subscription)).seq == acted.seq
    await housekeeper.close()

    assert caplog.text.count("nothing swept") == 2


# -- snapshots and forgetting ------------------------------------------------------------------------


async def test_a_snapshot_now_and_then_leads_to_the_same_room(table: Table) -> None:
    made = await table.open(rounds=20)
    seat = await table.turn(made.id)
    for number in range(SNAPSHOT_EVERY + 3):
        await table.rooms.say(made.id, A, str(number))
    await table.play(made.id, "move")

    stored = await table.store.load(made.id)
    fresh = await table.another().rooms.room(made.id)

    assert stored.snapshot.version == SNAPSHOT_EVERY
    assert len(stored.entries) == 5
    assert same(fresh, await table.rooms.room(made.id))
    assert fresh.place == 1
    assert (await table.another().rooms.info(made.id, seat)).seq == (await table.rooms.info(made.id, seat)).seq


async def test_what_lies_before_a_snapshot_can_be_taken_back(table: Table) -> None:
    made = await table.open(rounds=20)
    before = await table.state(made.id)
    seat, _ = await table.play(made.id, "move")
    for number in range(SNAPSHOT_EVERY + 3):
        await table.rooms.say(made.id, A, str(number))
    far = table.another()

    await far.rooms.propose(made.id, seat, NewProposal("undo"))

    assert await far.state(made.id) == before
    assert await table.another().state(made.id) == before
    await table.rooms.say(made.id, A, "seen")
    assert await table.state(made.id) == before


async def test_a_snapshot_of_other_rules_is_left_aside(table: Table) -> None:
    made = await table.open()
    room = await table.rooms.room(made.id)
    await table.play(made.id, "move")
    snapshot = snapshot_of(room)
    assert snapshot is not None
    other_rules = snapshot.payload.replace(room.system.manifest.rules_hash.encode(), b"0" * 64)
    broken = snapshot.payload.replace(b'"units"', b'"onions"')

    for payload in (other_rules, broken, b"{}"):
        assert not restore(Room(room.header, room.system), Snapshot(snapshot.version, payload))
    again = Room(room.header, room.system)
    assert restore(again, snapshot)
    assert same(again, room)


async def test_a_room_whose_snapshot_cannot_be_used_is_read_from_its_start(memory_table: Table) -> None:
    made = await memory_table.open()
    await memory_table.play(made.id, "move")
    memory_table.store._rooms[made.id].snapshot = Snapshot(2, b"{}")

    fresh = await memory_table.another().rooms.room(made.id)

    assert same(fresh, await memory_table.rooms.room(made.id))


async def test_only_the_last_states_are_kept_and_older_ones_are_read_again(memory_table: Table) -> None:
    made = await memory_table.open(rounds=20)
    live = await memory_table.rooms._live.get(made.id)
    live.room = Room(live.room.header, live.room.system, kept_acts=2)
    for entry in await memory_table.store.entries(made.id, 0):
        live.room.fold(entry)
    before = await memory_table.state(made.id)
    seat, first = await memory_table.play(made.id, "move")
    for _ in range(4):
        await memory_table.play(made.id, "move")

    n = await memory_table.rooms.propose(made.id, seat, NewProposal("undo", to_seq=first.seq - 2))
    await memory_table.rooms.answer(made.id, other(seat), n, True)

    assert await memory_table.state(made.id) == before


async def test_an_idle_room_is_forgotten_and_read_again(table: Table) -> None:
    made = await table.open()
    await table.play(made.id, "move")
    live = await table.rooms._live.get(made.id)
    state = live.room.state

    live.used_at = time.monotonic() - 1000
    await housekeeping(table).sweep()
    again = await table.rooms._live.get(made.id)

    assert again is not live
    assert again.room.state == state


async def test_a_watched_room_is_not_forgotten(table: Table) -> None:
    made = await table.open()
    await table.rooms.scene(made.id, A)
    live = await table.rooms._live.get(made.id)

    live.used_at = time.monotonic() - 1000
    await housekeeping(table).sweep()

    assert await table.rooms._live.get(made.id) is live


async def test_a_room_of_rules_that_are_gone_is_not_found_and_the_reason_noted(
    memory_table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    made = await memory_table.open()
    stored = await memory_table.store.load(made.id)
    foreign = msgspec.structs.replace(stored.entries[0], version=2, kind="game", events=({"type": "unicorn_seen"},))
    await memory_table.store.append(Append(made.id, foreign))

    with caplog.at_level(logging.ERROR), pytest.raises(NotFound):
        await memory_table.another().rooms.info(made.id, A)

    assert "cannot be read by the present rules" in caplog.text


async def test_a_room_asked_for_by_many_at_once_is_read_once(memory_table: Table) -> None:
    made = await memory_table.open()
    far = memory_table.another()
    loads = []
    load = far.store.load

    async def counted(room_id: str, **more: Any) -> Any:
        loads.append(room_id)
        return await load(room_id, **more)

    far.store.load = counted
    await asyncio.gather(*(far.rooms.info(made.id, viewer) for viewer in (A, B, SPECTATOR)))

    assert loads == [made.id]


async def test_a_fault_after_the_commit_fails_nobody(memory_table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    table = memory_table
    made = await table.open()
    page = await table.rooms.scene(made.id, B)
    subscription = table.hub.subscribe(made.id, B, page.seq, whole, "delta")
    monkeypatch.setattr("app.rooms.live.live.projection.flatten", lambda *given: 1 // 0)

    _, acted = await table.play(made.id, "move")
    monkeypatch.undo()

    assert acted.seq == 6
    assert await anext(subscription) is RESYNC
    assert (await table.rooms.info(made.id, B)).seq == 6
    _, acted = await table.play(made.id, "move")
    assert (await anext(subscription)).seq == acted.seq


async def test_an_act_encodes_no_whole_state(memory_table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    made = await memory_table.open()
    seat = await memory_table.turn(made.id)
    action = await memory_table.choice(made.id, seat, "move")
    state_type = discover(TOYS)["pebbles"].state_type
    encoded: list[object] = []
    to_builtins = msgspec.to_builtins

    def spy(value: object, **more: Any) -> Any:
        encoded.append(value)
        return to_builtins(value, **more)

    monkeypatch.setattr("app.engine.play.msgspec.to_builtins", spy)
    await memory_table.rooms.act(made.id, seat, action)

    assert encoded
    assert not [value for value in encoded if isinstance(value, state_type)]
    assert all(len(msgspec.json.encode(value)) < 500 for value in encoded)


def same(one: Room, two: Room) -> bool:
    """Whether two rooms are the same but for how much of their past they keep."""
    parts = ("version", "counts", "status", "state", "place", "claims", "contributions", "proposals", "proposals_made")
    return all(getattr(one, part) == getattr(two, part) for part in parts) and one.info(A) == two.info(A)
