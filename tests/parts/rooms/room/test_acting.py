"""An action: judged once, rolled once, answered with what the seat was told."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from app.engine.dice import act_label, draw
from app.engine.refusal import InvalidInput
from app.engine.types import SPECTATOR, Viewer
from app.rooms.values.errors import Forbidden, NotFound, NotNow, Refused
from app.rooms.values.ports import HOST, Entry
from app.rooms.values.values import NewProposal
from tests.parts.rooms.table import BOT, HUMAN, OPEN, PASS, A, B, Table, other

# -- what is accepted --------------------------------------------------------------------------------


async def test_an_accepted_action_is_answered_with_what_the_seat_was_told(table: Table) -> None:
    made = await table.open()

    seat, acted = await table.play(made.id, "move")

    assert acted.seq == 6
    assert [(event["seq"], event["type"], event["seat"]) for event in acted.events] == [
        (5, "unit_moved", seat),
        (6, "turn_began", other(seat)),
    ]
    assert json(acted.events) == json((await table.rooms.events(made.id, seat))[4:])


async def test_an_acknowledged_action_is_there_for_another_process(table: Table) -> None:
    made = await table.open()

    seat, acted = await table.play(made.id, "move")

    told = await table.another().rooms.events(made.id, seat)
    assert json(told[4:]) == json(acted.events)
    assert await table.another().state(made.id) == await table.state(made.id)


async def test_dice_come_from_the_secret_the_contributions_the_place_and_the_act(table: Table) -> None:
    made = await table.open([{**HUMAN, "contribution": "x"}, {**HUMAN, "contribution": "y"}])
    await table.play(made.id, "throw")

    room = await table.rooms.room(made.id)
    opening, thrown = await entries(table, made.id)
    for entry, place in ((opening, 0), (thrown, 0)):
        label = act_label({"a": "x", "b": "y"}, place, str(entry.act)).encode()
        fallen = [roll["value"] for roll in entry.rolls]
        assert fallen == [draw(room.header.secret, label, n, roll["sides"]) for n, roll in enumerate(entry.rolls)]
        assert len(fallen) == 1
        assert entry.place == place


async def test_the_place_of_an_act_counts_the_acts_before_it(table: Table) -> None:
    made = await table.open()
    for _ in range(3):
        await table.play(made.id, "move")
    await table.rooms.say(made.id, A, "hello")
    await table.play(made.id, "pass")

    places = [entry.place for entry in await entries(table, made.id) if entry.kind == "game"]
    assert places == [0, 1, 2, 3]


async def test_short_names_of_fields_are_the_same_act(table: Table) -> None:
    made = await table.open()
    seat = await table.turn(made.id)
    action = await table.choice(made.id, seat, "move")
    action["path"] = action.pop("path_mm")

    await table.rooms.act(made.id, seat, action)

    assert (await entries(table, made.id))[-1].events[0]["type"] == "unit_moved"


async def test_the_end_of_a_game_publishes_its_secret_and_its_result(table: Table) -> None:
    made = await table.open(rounds=1)
    assert (await table.rooms.info(made.id, A)).dice.secret is None
    await table.play(made.id, "pass")
    await table.play(made.id, "pass")

    info = await table.rooms.info(made.id, A)
    last = (await table.rooms.events(made.id, SPECTATOR))[-1]
    room = await table.rooms.room(made.id)
    assert info.status == "finished"
    assert info.to_act == ()
    assert info.result is not None
    assert info.result.reason == "rounds"
    assert info.dice.secret == last["secret"] == room.header.secret.hex()
    assert last["type"] == "game_finished"


async def test_previews_and_surveys_change_nothing(table: Table) -> None:
    made = await table.open()
    seat = await table.turn(made.id)
    before = await table.state(made.id)

    preview = await table.rooms.preview(made.id, seat, await table.choice(made.id, seat, "throw"))
    refused = await table.rooms.preview(made.id, other(seat), PASS)
    survey = await table.rooms.survey(made.id, seat, f"{seat}0")

    assert msgspec.json.decode(preview)["legal"] is True
    assert msgspec.json.decode(preview)["chances"][0]["denominator"] == 6
    assert msgspec.json.decode(refused)["legal"] is False
    assert msgspec.json.decode(survey)["overlays"]
    assert await table.state(made.id) is before
    assert len(await entries(table, made.id)) == 1


# -- what is refused ---------------------------------------------------------------------------------


async def test_a_refusal_names_the_rule_and_changes_nothing(table: Table) -> None:
    made = await table.open()
    seat = await table.turn(made.id)
    before = await table.state(made.id)

    with pytest.raises(Refused) as raised:
        await table.rooms.act(made.id, other(seat), PASS)

    assert raised.value.refusal.rule == "PEB-TURN-01"
    assert raised.value.text.es
    assert await table.state(made.id) is before
    assert len(await entries(table, made.id)) == 1


@pytest.mark.parametrize("viewer", [SPECTATOR, HOST])
async def test_who_only_watches_does_nothing(memory_table: Table, viewer: Viewer) -> None:
    rooms = memory_table.rooms
    made = await memory_table.open()

    for attempt in (
        rooms.act(made.id, viewer, PASS),
        rooms.preview(made.id, viewer, PASS),
        rooms.survey(made.id, viewer, "a0"),
        rooms.offers(made.id, viewer),
        rooms.say(made.id, HOST, "hello"),
        rooms.propose(made.id, viewer, NewProposal("undo")),
        rooms.answer(made.id, SPECTATOR, 1, True),
        rooms.resign(made.id, viewer),
    ):
        with pytest.raises(Forbidden):
            await attempt


async def test_nobody_acts_for_a_bot(memory_table: Table) -> None:
    made = await memory_table.open([HUMAN, BOT])

    with pytest.raises(Forbidden):
        await memory_table.rooms.act(made.id, B, PASS)


@pytest.mark.parametrize("viewer", ["c", "z", ""])
async def test_a_stranger_finds_no_room(memory_table: Table, viewer: str) -> None:
    made = await memory_table.open()

    with pytest.raises(NotFound):
        await memory_table.rooms.act(made.id, Viewer(viewer), PASS)


async def test_nothing_is_played_before_the_beginning_or_after_the_end(table: Table) -> None:
    waiting = await table.open([HUMAN, OPEN])
    over = await table.open(rounds=1)
    await table.play(over.id, "pass")
    await table.play(over.id, "pass")

    for made in (waiting, over):
        for attempt in (
            table.rooms.act(made.id, A, PASS),
            table.rooms.preview(made.id, A, PASS),
            table.rooms.survey(made.id, A, "a0"),
            table.rooms.resign(made.id, A),
            table.rooms.propose(made.id, A, NewProposal("undo")),
        ):
            with pytest.raises(NotNow):
                await attempt
        assert (await table.rooms.offers(made.id, A))[1] == []


@pytest.mark.parametrize(
    "action", [None, 7, "pass", [], {}, {"type": "fly"}, {"type": "pass", "x": 1}, {"type": "move"}]
)
async def test_an_action_of_the_wrong_shape_is_invalid(memory_table: Table, action: Any) -> None:
    made = await memory_table.open()

    with pytest.raises(InvalidInput):
        await memory_table.rooms.act(made.id, await memory_table.turn(made.id), action)


async def entries(table: Table, room_id: str) -> list[Entry]:
    return list(await table.store.entries(room_id, 0))


def json(value: Any) -> bytes:
    return msgspec.json.encode(value)
