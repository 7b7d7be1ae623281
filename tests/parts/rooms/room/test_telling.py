"""What each viewer is told, and its number: no holes, no hints of what is hidden, the same whenever it is read."""

from __future__ import annotations

import msgspec
import pytest

from app.engine.refusal import InvalidInput
from app.engine.types import SPECTATOR
from app.rooms.values.errors import Forbidden, NotNow
from app.rooms.values.ports import HOST
from tests.parts.rooms.table import HUMAN, OPEN, A, B, C, D, Table, other

EVERYBODY = (A, B, C, D, SPECTATOR)


async def four_in_two_teams(table: Table) -> str:
    """A room with a and c against b and d, charms still to be picked."""
    return (await table.open([HUMAN] * 4, scenario="ring")).id


async def seqs(table: Table, room_id: str) -> dict[str, int]:
    return {viewer: (await table.rooms.info(room_id, viewer)).seq for viewer in EVERYBODY}


async def test_a_secret_choice_is_told_to_its_seat_alone_and_leaves_no_hole(table: Table) -> None:
    room_id = await four_in_two_teams(table)
    before = await seqs(table, room_id)

    await table.pick_charm(room_id, B)
    await table.rooms.say(room_id, A, "hello")

    after = await seqs(table, room_id)
    assert {viewer: after[viewer] - before[viewer] for viewer in EVERYBODY} == {
        A: 1, B: 2, C: 1, D: 1, SPECTATOR: 1,
    }  # fmt: skip
    assert await table.types(room_id, B, before[B]) == ["charm_picked", "message"]
    assert await table.types(room_id, A, before[A]) == ["message"]


async def test_every_viewer_counts_from_one_without_holes(table: Table) -> None:
    room_id = await four_in_two_teams(table)
    for viewer in (C, A, D, B):
        await table.pick_charm(room_id, viewer)
        await table.rooms.say(room_id, viewer, "to my own", "army")
    for _ in range(4):
        await table.play(room_id, "move")

    for viewer in EVERYBODY:
        events = await table.rooms.events(room_id, viewer)
        assert [event["seq"] for event in events] == list(range(1, len(events) + 1))
        assert (await table.rooms.info(room_id, viewer)).seq == len(events)


async def test_talk_to_the_army_reaches_the_army_alone(table: Table) -> None:
    room_id = await four_in_two_teams(table)
    before = await seqs(table, room_id)

    await table.rooms.say(room_id, A, "psst", "army")

    after = await seqs(table, room_id)
    assert {viewer for viewer in EVERYBODY if after[viewer] != before[viewer]} == {A, C}
    told = (await table.rooms.events(room_id, C, before[C]))[0]
    assert (told["seat"], told["text"], told["to"]) == (A, "psst", "army")


async def test_talk_to_the_table_reaches_everybody_the_host_included(table: Table) -> None:
    room_id = await four_in_two_teams(table)

    seq = await table.rooms.say(room_id, A, "  hello\nall  ")

    for viewer in (*EVERYBODY, HOST):
        told = (await table.rooms.events(room_id, viewer))[-1]
        assert (told["type"], told["text"]) == ("message", "hello\nall")
    assert seq == (await table.rooms.info(room_id, A)).seq


async def test_the_host_is_told_what_spectators_are(table: Table) -> None:
    room_id = await four_in_two_teams(table)
    await table.pick_charm(room_id, A)
    await table.rooms.say(room_id, A, "psst", "army")

    assert await table.rooms.events(room_id, HOST) == await table.rooms.events(room_id, SPECTATOR)
    assert await table.rooms.position(room_id, HOST) == await table.rooms.position(room_id, SPECTATOR)
    assert (await table.rooms.info(room_id, HOST)).seq == (await table.rooms.info(room_id, SPECTATOR)).seq


async def test_before_the_beginning_there_are_no_armies_to_talk_to(table: Table) -> None:
    made = await table.open([HUMAN, OPEN])
    await table.rooms.say(made.id, A, "anybody?")

    with pytest.raises(NotNow):
        await table.rooms.say(made.id, A, "psst", "army")


@pytest.mark.parametrize("text", ["", "   ", "x" * 501, "a\x00b", "a\tb", "\u202eevil", "\ud800"])
async def test_what_is_no_line_of_text_is_invalid(memory_table: Table, text: str) -> None:
    made = await memory_table.open()

    with pytest.raises(InvalidInput) as raised:
        await memory_table.rooms.say(made.id, A, text)

    assert [error.field for error in raised.value.errors] == ["text"]


async def test_talk_goes_on_after_the_game(table: Table) -> None:
    made = await table.open(rounds=1)
    await table.play(made.id, "pass")
    await table.play(made.id, "pass")

    await table.rooms.say(made.id, A, "good game")

    assert (await table.types(made.id, B))[-1] == "message"


async def test_events_can_be_read_from_any_number_on(table: Table) -> None:
    room_id = await four_in_two_teams(table)
    for viewer in (A, B, C, D):
        await table.pick_charm(room_id, viewer)
    await table.play(room_id, "move")
    everything = await table.rooms.events(room_id, B)

    for after in range(len(everything) + 1):
        assert await table.rooms.events(room_id, B, after) == everything[after:]
    for wrong in (-1, len(everything) + 1):
        with pytest.raises(InvalidInput):
            await table.rooms.events(room_id, B, wrong)


async def test_more_events_than_a_page_of_the_store_are_read_in_order(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.rooms.live.live.PAGE", 3)
    made = await table.open()
    for number in range(10):
        await table.rooms.say(made.id, A, str(number))

    told = await table.rooms.events(made.id, B, 5)

    assert [event["seq"] for event in told] == list(range(6, 15))


async def test_what_was_told_is_the_same_in_every_process_and_at_every_reading(table: Table) -> None:
    room_id = await four_in_two_teams(table)
    for viewer in (A, B, C, D):
        await table.pick_charm(room_id, viewer)
        await table.rooms.say(room_id, viewer, "hm", "army")
    for _ in range(3):
        await table.play(room_id, "move")

    for viewer in EVERYBODY:
        here, there = table.rooms, table.another().rooms
        assert json(await here.events(room_id, viewer)) == json(await there.events(room_id, viewer))
        assert json(await here.info(room_id, viewer)) == json(await there.info(room_id, viewer))
        assert await here.position(room_id, viewer) == await there.position(room_id, viewer)
        assert json(await here.scene(room_id, viewer)) == json(await there.scene(room_id, viewer))


async def test_nothing_a_viewer_can_read_tells_the_secret_of_another(table: Table) -> None:
    """The same room, but for what b picked in secret, looks the same to everybody else."""
    looks = []
    for charm in ("luck", "reach"):
        room_id = await four_in_two_teams(table)
        await table.pick_charm(room_id, B, charm)
        looks.append([await everything_told(table, room_id, viewer) for viewer in (A, C, D, SPECTATOR)])

    assert looks[0] == looks[1]


async def everything_told(table: Table, room_id: str, viewer: str) -> bytes:
    """All that a viewer can ask for, but for what differs between any two rooms."""
    room = await table.rooms.room(room_id)
    info = json(await table.rooms.info(room_id, viewer))
    shown = [
        (await table.rooms.position(room_id, viewer))[0],
        msgspec.structs.replace((await table.rooms.position(room_id, viewer))[1].position, turn="a", first="a"),
        [event["type"] for event in await table.rooms.events(room_id, viewer)],
        (await table.rooms.scene(room_id, viewer)).scene,
        len((await table.rooms.scene(room_id, viewer)).log),
        (await table.rooms.offers(room_id, viewer))[1] if viewer != SPECTATOR else None,
        info.decode().replace(room_id, "").replace((await table.rooms.info(room_id, viewer)).dice.commitment, ""),
    ]
    assert room.header.secret.hex().encode() not in info
    return json(shown)


async def test_the_secret_of_the_dice_is_told_to_nobody_before_the_end(table: Table) -> None:
    made = await table.open()
    for _ in range(3):
        await table.play(made.id, "move")

    secret = (await table.rooms.room(made.id)).header.secret.hex().encode()
    for viewer in (A, B, SPECTATOR, HOST):
        told = [await table.rooms.info(made.id, viewer), await table.rooms.events(made.id, viewer)]
        assert secret not in json([*told, await table.rooms.scene(made.id, viewer)])


async def test_a_first_page_has_everything_of_one_moment(table: Table) -> None:
    made = await table.open()
    await table.rooms.say(made.id, A, "hello")
    seat, acted = await table.play(made.id, "move")

    page = await table.rooms.scene(made.id, other(seat))

    assert page.seq == page.info.seq == acted.seq == len(page.events) == len(page.log)
    worded = [event["type"] for event, entry in zip(page.events, page.log, strict=True) if entry is not None]
    assert worded == ["unit_moved"]
    assert page.scene.my_go
    assert page.viewer == other(seat)


async def test_the_page_of_a_waiting_room_shows_the_game_to_come(table: Table) -> None:
    made = await table.open([HUMAN, OPEN])

    page = await table.rooms.scene(made.id, B)

    assert page.info.status == "setup"
    assert page.scene.board == "measured"
    assert page.scene.drawables == ()


async def test_a_page_opened_early_keeps_its_record_up_to_date(table: Table) -> None:
    made = await table.open()
    await table.rooms.scene(made.id, A)
    for _ in range(3):
        await table.play(made.id, "move")
    await table.rooms.say(made.id, B, "hello")

    page = await table.rooms.scene(made.id, A)
    fresh = await table.another().rooms.scene(made.id, A)

    assert json(page.events) == json(fresh.events)
    assert page.log == fresh.log


async def test_everybody_sees_who_sits_where_and_on_which_side(table: Table) -> None:
    made = await table.open([{**HUMAN, "name": "Ana", "team": "blue"}, {**OPEN, "team": "red"}])
    await table.rooms.claim(made.id, B, "Luis")

    info = await table.rooms.info(made.id, SPECTATOR)

    assert info.seats == (
        {"seat": "a", "kind": "human", "taken": True, "name": "Ana", "side": "blue", "team": "blue"},
        {"seat": "b", "kind": "open", "taken": True, "name": "Luis", "side": "red", "team": "red"},
    )


async def test_armies_of_one_talk_to_themselves(table: Table) -> None:
    made = await table.open()
    seq = (await table.rooms.info(made.id, B)).seq

    await table.rooms.say(made.id, A, "note to myself", "army")

    assert (await table.rooms.info(made.id, B)).seq == seq


async def test_spectators_talk_among_themselves(table: Table) -> None:
    made = await table.open()
    before = {viewer: (await table.rooms.info(made.id, viewer)).seq for viewer in (A, B, SPECTATOR)}

    assert await table.rooms.say(made.id, SPECTATOR, "who wins?", name=" Eva ") == before[SPECTATOR] + 1
    await table.rooms.say(made.id, SPECTATOR, "A, I bet")

    first, second = (await table.rooms.events(made.id, SPECTATOR))[-2:]
    assert (first["text"], first["to"], first["name"]) == ("who wins?", "spectators", "Eva")
    assert "name" not in second
    assert "seat" not in second
    for viewer in (A, B):
        assert (await table.rooms.info(made.id, viewer)).seq == before[viewer]


async def test_the_host_has_nobody_to_talk_to(table: Table) -> None:
    made = await table.open()

    with pytest.raises(Forbidden) as raised:
        await table.rooms.say(made.id, HOST, "hello")

    assert raised.value.reason is not None


def json(value: object) -> bytes:
    return msgspec.json.encode(value)
