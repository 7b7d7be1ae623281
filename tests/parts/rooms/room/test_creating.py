"""Rooms come into being, seats are taken, games begin."""

from __future__ import annotations

import asyncio
import hashlib
from typing import Any

import pytest

from app.engine.dice import commitment
from app.engine.refusal import InvalidInput
from app.engine.types import SPECTATOR, Seat
from app.rooms.service.service import Rooms
from app.rooms.values.errors import Forbidden, NotFound, NotNow, SeatTaken
from app.rooms.values.ports import HOST
from app.rooms.values.values import NewRoom
from tests.parts.rooms.table import BOT, HUMAN, OPEN, A, B, Table
from tests.support.relay import NoRelay


async def test_a_room_without_open_seats_plays_at_once(table: Table) -> None:
    made = await table.open([HUMAN, HUMAN])

    info = await table.rooms.info(made.id, A)
    assert info.status == "playing"
    assert len(info.to_act) == 1
    assert await table.types(made.id, A) == ["room_opened", "game_started", "game_set", "turn_began"]
    assert info.seq == 4


async def test_every_person_gets_a_link_of_his_own_and_no_bot_does(table: Table) -> None:
    made = await table.open([HUMAN, BOT, OPEN])

    secrets = {**dict(made.seats), "spectator": made.spectator_token, "host": made.host_token}
    assert sorted(secrets) == ["a", "c", "host", "spectator"]
    assert len(set(secrets.values())) == 4
    for viewer, secret in secrets.items():
        link = await table.rooms.identify(secret)
        assert link is not None
        assert (link.room_id, link.viewer, link.kind) == (made.id, viewer, "link")
        assert link.hash == hashlib.sha256(secret.encode()).digest()


async def test_a_room_with_an_open_seat_waits_for_it(table: Table) -> None:
    made = await table.open([HUMAN, OPEN])

    info = await table.rooms.info(made.id, SPECTATOR)
    assert info.status == "setup"
    assert info.to_act == ()
    assert [seat["taken"] for seat in info.seats] == [True, False]
    assert await table.types(made.id, B) == ["room_opened"]
    assert await table.rooms.position(made.id, A) == (1, None)
    assert await table.rooms.offers(made.id, A) == (1, [])


async def test_the_last_claim_begins_the_game(table: Table) -> None:
    made = await table.open([OPEN, OPEN])

    first = await table.rooms.claim(made.id, Seat("b"), "Luis")
    second = await table.rooms.claim(made.id, Seat("a"), " Ana ")

    assert first.status == "setup"
    assert second.status == "playing"
    assert [seat["name"] for seat in second.seats] == ["Ana", "Luis"]
    assert (await table.types(made.id, A))[:4] == ["room_opened", "seat_claimed", "seat_claimed", "game_started"]


async def test_everybody_adds_to_the_dice_before_the_game_begins(table: Table) -> None:
    made = await table.open([{**HUMAN, "contribution": "mine"}, OPEN])
    await table.rooms.claim(made.id, Seat("b"), "Luis", "yours")

    events = await table.rooms.events(made.id, SPECTATOR)
    opened, started = events[0], next(event for event in events if event["type"] == "game_started")
    room = await table.rooms.room(made.id)
    assert opened["commitment"] == commitment(room.header.secret)
    assert started["contributions"] == {"a": "mine", "b": "yours"}


async def test_a_seat_is_taken_once(table: Table) -> None:
    made = await table.open([OPEN, OPEN])
    await table.rooms.claim(made.id, Seat("a"), "Ana")

    with pytest.raises(SeatTaken):
        await table.rooms.claim(made.id, Seat("a"), "Eva")


async def test_a_seat_made_for_somebody_needs_no_claim(table: Table) -> None:
    made = await table.open([HUMAN, OPEN])

    with pytest.raises(SeatTaken):
        await table.rooms.claim(made.id, Seat("a"), "Eva")


async def test_a_seat_that_is_not_there_cannot_be_claimed(table: Table) -> None:
    made = await table.open([HUMAN, OPEN])

    with pytest.raises(NotFound):
        await table.rooms.claim(made.id, Seat("g"), "Eva")


async def test_of_many_who_claim_a_seat_at_once_one_gets_it(table: Table) -> None:
    made = await table.open([OPEN, OPEN])
    doors = [table, table.another(), table.another()]

    claims = [doors[number % 3].rooms.claim(made.id, Seat("a"), f"Player {number}") for number in range(9)]
    answers = await asyncio.gather(*claims, return_exceptions=True)

    assert sum(1 for answer in answers if not isinstance(answer, Exception)) == 1
    assert sum(1 for answer in answers if isinstance(answer, SeatTaken)) == 8


async def test_two_last_claims_at_once_begin_one_game(table: Table) -> None:
    made = await table.open([OPEN, OPEN])
    one, two = table, table.another()

    await asyncio.gather(
        one.rooms.claim(made.id, Seat("a"), "Ana"),
        two.rooms.claim(made.id, Seat("b"), "Luis"),
    )

    assert (await table.another().types(made.id, SPECTATOR)).count("game_started") == 1


async def test_the_host_begins_with_bots_in_the_empty_seats(table: Table) -> None:
    made = await table.open([HUMAN, OPEN])
    link_of_b = dict(made.seats)[Seat("b")]

    info = await table.rooms.begin(made.id)

    assert info.status == "playing"
    assert info.seats[1]["kind"] == "bot"
    assert await table.rooms.identify(link_of_b) is None
    with pytest.raises(NotNow):
        await table.rooms.begin(made.id)


async def test_the_dice_of_every_room_are_its_own(memory_table: Table) -> None:
    table = memory_table
    rooms = Rooms(table.registry, table.store, NoRelay(), table.hub, table.workers)

    made = [await rooms.create(NewRoom("pebbles", "open", [HUMAN, HUMAN])) for _ in range(2)]

    one, two = [(await table.rooms.room(each.id)).header.secret for each in made]
    assert one != two
    assert len(one) == len(two) == 32


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"game": "chess"}, "game"),
        ({"scenario": "moon"}, "scenario"),
        ({"seats": [HUMAN]}, "seats"),
        ({"seats": [HUMAN] * 5}, "seats"),
        ({"seats": [HUMAN, {"kind": "cat"}]}, "seats[1].kind"),
        ({"seats": [HUMAN, {}]}, "seats[1].kind"),
        ({"seats": [HUMAN, {"kind": "human", "colour": "red"}]}, "seats[1].colour"),
        ({"seats": [HUMAN, {"kind": "human", "team": "green"}]}, "seats[1].team"),
        ({"seats": [HUMAN, {"kind": "human", "name": "x" * 61}]}, "seats[1].name"),
        ({"seats": [HUMAN, {"kind": "human", "name": "a\x00b"}]}, "seats[1].name"),
        ({"seats": [HUMAN, {"kind": "human", "name": "\u202eanA"}]}, "seats[1].name"),
        ({"seats": [HUMAN, {"kind": "human", "contribution": "x" * 201}]}, "seats[1].contribution"),
        ({"seats": [HUMAN, {"kind": "bot", "strategy": "search"}]}, "seats[1].strategy"),
        ({"seats": [HUMAN, "Ana"]}, "seats[1]"),
        ({"options": {"rounds": 99}}, "options.rounds"),
        ({"options": {"take_back": "always"}}, "options.take_back"),
        ({"tables": {"values.longest_mm": 5}}, "tables.values.longest_mm"),
        ({"spectators": "late"}, "spectators"),
    ],
)
async def test_what_cannot_be_played_is_refused_when_the_room_is_made(
    memory_table: Table, changes: dict[str, Any], field: str
) -> None:
    wanted = {"game": "pebbles", "scenario": "ring", "seats": [OPEN, OPEN], **changes}

    with pytest.raises(InvalidInput) as raised:
        await memory_table.rooms.create(NewRoom(**wanted))

    assert [error.field for error in raised.value.errors] == [field]


async def test_house_values_and_options_reach_the_game(table: Table) -> None:
    made = await table.rooms.create(
        NewRoom("pebbles", "open", [HUMAN, HUMAN], {"rounds": 7, "take_back": "never"}, {"values.longest_mm": 99})
    )

    state = await table.state(made.id)
    assert (state.rounds, state.house["longest_mm"]) == (7, 99)
    assert (await table.rooms.info(made.id, A)).options == {"rounds": 7, "take_back": "never"}


async def test_a_table_without_public_shows_nothing_to_spectators_but_to_its_host(table: Table) -> None:
    made = await table.rooms.create(NewRoom("pebbles", "open", [HUMAN, HUMAN], spectators="none"))

    for ask in (table.rooms.info, table.rooms.position, table.rooms.scene, table.rooms.events):
        with pytest.raises(Forbidden):
            await ask(made.id, SPECTATOR)
    assert (await table.rooms.info(made.id, HOST)).status == "playing"
    assert (await table.rooms.position(made.id, HOST))[1].viewer == SPECTATOR


async def test_a_room_that_does_not_exist_is_not_found(table: Table) -> None:
    with pytest.raises(NotFound):
        await table.rooms.info("nowhere", A)


async def test_a_seat_has_no_part_in_a_room_with_fewer_seats(table: Table) -> None:
    made = await table.open([HUMAN, HUMAN])

    with pytest.raises(NotFound):
        await table.rooms.position(made.id, "g")
