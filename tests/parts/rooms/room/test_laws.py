"""Whatever people do in a room, and in whatever order: what must always hold."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from app.engine.dice import act_label, draw
from app.engine.refusal import InvalidInput
from app.engine.types import SPECTATOR, Viewer
from app.rooms.room.projection import flatten
from app.rooms.room.room import Room
from app.rooms.room.snapshots import restore, snapshot_of
from app.rooms.values.errors import RoomError
from app.rooms.values.values import NewProposal
from tests.parts.rooms.table import HUMAN, A, B, C, D, Table
from tests.support.memory_store import MemoryStore

pytestmark = pytest.mark.long

SEATS = (A, B, C, D)
EVERYBODY = (*SEATS, SPECTATOR)
DEEDS = 90


class Crowd:
    """Four people who do all that a room lets them, at random, through two processes, and note what they are told."""

    def __init__(self, table: Table, seed: int) -> None:
        self.pick = random.Random(seed)
        self.doors = [table, table.another()]
        self.room_id = ""
        self.accepted = 0
        self.keyed: list[tuple[Viewer, Any, str, bytes]] = []

    async def play(self) -> None:
        scenario = self.pick.choice(["ring", "open"])
        take_back = self.pick.choice(["free", "consent"])
        made = await self.doors[0].open([HUMAN] * 4, scenario=scenario, rounds=12, take_back=take_back)
        self.room_id = made.id
        deeds = [self.act] * 6 + [
            self.undo,
            self.undo,
            self.answer,
            self.answer,
            self.talk,
            self.draw,
            self.resend,
            self.resign,
        ]
        for _ in range(DEEDS):
            try:
                await self.pick.choice(deeds)(self.pick.choice(self.doors), self.pick.choice(SEATS))
                self.accepted += 1
            except (RoomError, InvalidInput):
                pass

    async def resign(self, door: Table, seat: Viewer) -> None:
        if self.pick.random() < 0.16:
            await door.rooms.resign(self.room_id, seat)

    async def act(self, door: Table, _: Viewer) -> None:
        info = await door.rooms.info(self.room_id, SPECTATOR)
        if not info.to_act:
            raise InvalidInput([])
        seat = Viewer(self.pick.choice(info.to_act))
        _, offers = await door.rooms.offers(self.room_id, seat)
        action = (
            msgspec.to_builtins(self.pick.choice(self.pick.choice(offers).examples)) if offers else {"type": "pass"}
        )
        key = f"key {self.pick.random()}"
        acted = await door.rooms.act(self.room_id, seat, action, key=key)
        self.keyed.append((seat, action, key, json(acted)))

    async def resend(self, door: Table, _: Viewer) -> None:
        if self.keyed:
            seat, action, key, answer = self.pick.choice(self.keyed)
            assert json(await door.rooms.act(self.room_id, seat, action, key=key)) == answer

    async def undo(self, door: Table, seat: Viewer) -> None:
        if self.keyed and self.pick.random() < 0.6:
            seat = self.keyed[-1][0]  # who acted last has most to take back
        seq = (await door.rooms.info(self.room_id, seat)).seq
        to_seq = None if self.pick.random() < 0.6 else max(0, seq - self.pick.randrange(12))
        await door.rooms.propose(self.room_id, seat, NewProposal("undo", to_seq=to_seq))

    async def draw(self, door: Table, seat: Viewer) -> None:
        await door.rooms.propose(self.room_id, seat, NewProposal("draw"))

    async def answer(self, door: Table, _: Viewer) -> None:
        for known in (await door.rooms.info(self.room_id, SPECTATOR)).proposals:
            is_agreed = known.kind == "undo" and self.pick.random() < 0.8
            for seat in known.waiting if is_agreed else known.waiting[:1]:
                await self.pick.choice(self.doors).rooms.answer(self.room_id, Viewer(seat), known.n, is_agreed)

    async def talk(self, door: Table, seat: Viewer) -> None:
        await door.rooms.say(self.room_id, seat, "well", self.pick.choice(["table", "army"]))


@pytest.fixture(params=range(12))
async def crowd(request: pytest.FixtureRequest, memory_table: Table) -> Crowd:
    """A room after a crowd was let loose in it."""
    found = Crowd(memory_table, request.param)
    await found.play()
    assert found.accepted > DEEDS // 3
    return found


async def test_every_law_of_rooms_holds(crowd: Crowd) -> None:
    store = crowd.doors[0].store
    stored = await store.load(crowd.room_id, from_start=True)
    entries = stored.entries

    await assert_every_process_agrees(crowd, entries)
    assert_numbers_have_no_holes(entries)
    assert_secrets_stay_secret(entries)
    assert_dice_can_be_rolled_again(stored.header.secret, entries)
    await assert_undone_is_as_if_never_done(crowd, stored)


async def assert_every_process_agrees(crowd: Crowd, entries: Any) -> None:
    """A room is the fold of its entries, from the start, from a snapshot and as it grew."""
    table = crowd.doors[0]
    for door in crowd.doors:
        await door.rooms._live.catch_up(crowd.room_id, entries[-1].version)
    rooms = [await door.rooms.room(crowd.room_id) for door in (*crowd.doors, table.another())]
    scratch = Room(rooms[0].header, rooms[0].system)
    for entry in entries:
        scratch.fold(entry)
        snapshot = snapshot_of(scratch)
        restored = Room(scratch.header, scratch.system)
        assert snapshot is not None
        assert restore(restored, snapshot)
        assert parts(restored) == parts(scratch)
    assert all(parts(room) == parts(scratch) for room in rooms)


def parts(room: Room) -> list[Any]:
    return [
        *(room.version, dict(room.counts), room.status, room.state, room.place, room.claims),
        *(dict(room.contributions), room.proposals, room.proposals_made, json(room.info(A))),
    ]


def assert_numbers_have_no_holes(entries: Any) -> None:
    for viewer in EVERYBODY:
        told = [event for entry in entries for event in flatten(entry, viewer)]
        assert [event["seq"] for event in told] == list(range(1, len(told) + 1))
        assert entries[-1].counts[viewer] == len(told)


def assert_secrets_stay_secret(entries: Any) -> None:
    for entry in entries:
        for viewer in EVERYBODY:
            for event in flatten(entry, viewer):
                assert event["type"] != "charm_picked" or event["seat"] == viewer
                assert event["type"] != "message" or event["to"] == "table" or same_team(event["seat"], viewer)
                assert "place" not in event


def same_team(one: str, other: str) -> bool:
    return {one, other} <= {"a", "c"} or {one, other} <= {"b", "d"}


def assert_dice_can_be_rolled_again(secret: bytes, entries: Any) -> None:
    """With nothing but what an export tells."""
    contributions = next(
        event["contributions"] for entry in entries for event in entry.events if event["type"] == "game_started"
    )
    rolled = 0
    for entry in entries:
        label = act_label(contributions, entry.place or 0, str(entry.act)).encode()
        for number, roll in enumerate(entry.rolls):
            rolled += 1
            assert roll["value"] == draw(secret, label, number, roll["sides"])
    assert rolled


async def assert_undone_is_as_if_never_done(crowd: Crowd, stored: Any) -> None:
    """Leaving out what was taken back, with its undoing, leads to the same position."""
    system = crowd.doors[0].registry["pebbles"]
    standing: list[Any] = []
    opening = stored.entries[0]
    for entry in stored.entries[1:]:
        for event in entry.events:
            if event["type"] == "undone":
                gone = standing[event["place"] :]
                standing[event["place"] :] = [gone[number] for number in event.get("kept", ())]
        if entry.place is not None:
            assert entry.place == len(standing)
            standing.append(entry)
    room = Room(stored.header, system)
    room.fold(opening)
    state = room.state
    for entry in standing:
        for event in entry.events:
            if event["type"] in TAGS:
                state = system.evolve(state, msgspec.convert(event, system.event_type))
    assert state == await crowd.doors[0].state(crowd.room_id)


def json(value: object) -> bytes:
    return msgspec.json.encode(value)


def tags() -> frozenset[str]:
    from tests.support.toy_systems.pebbles.values import AnyEvent

    return frozenset(kind.__struct_config__.tag for kind in AnyEvent.__args__)


TAGS = tags()


async def test_the_crowd_is_not_idle(memory_table: Table) -> None:
    """The laws would hold of empty rooms too: over all crowds, everything that can happen does."""
    store = memory_table.store
    assert isinstance(store, MemoryStore)
    happened: set[str] = set()
    for seed in range(12):
        crowd = Crowd(memory_table, seed)
        await crowd.play()
        happened |= {event["type"] for entry in await store.entries(crowd.room_id, 0) for event in entry.events}

    assert happened >= {
        *("message", "proposal_made", "proposal_answered", "undone", "resigned", "game_finished"),
        *(TAGS - {"game_set", "draw_answered"}),
    }
