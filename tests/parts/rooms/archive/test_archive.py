"""Exports become rooms again: to be looked at, to be played on; and any room is seen again as it stood at any event."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
import pytest

from app.engine.refusal import InvalidInput
from app.engine.system import Correction
from app.engine.types import SPECTATOR, UnitId, Viewer
from app.rooms.archive.export import parse
from app.rooms.archive.proof import verify
from app.rooms.values.errors import Forbidden, NotNow
from app.rooms.values.ports import HOST
from app.rooms.values.values import CreatedRoom, NewProposal, NewRoom
from tests.parts.rooms.exported import rewritten
from tests.parts.rooms.table import BOT, HUMAN, PASS, A, B, Table, other

pytestmark = pytest.mark.long


async def played(table: Table, *, scenario: str = "open") -> CreatedRoom:
    """A room with moves, throws, an undo, a correction and table talk in it."""
    made = await table.open(scenario=scenario)
    if scenario != "open":
        await table.pick_charm(made.id, A)
        await table.pick_charm(made.id, B, "reach")
    for kind in ("move", "pass", "move"):
        await table.play(made.id, kind)
    seat, _ = await table.play(made.id, "move")
    await table.rooms.propose(made.id, seat, NewProposal("undo"))
    n = await table.rooms.propose(
        made.id, A, NewProposal("correction", changes=(Correction("bruises", 1, UnitId("a0")),))
    )
    await table.rooms.answer(made.id, B, n, True)
    await table.rooms.say(made.id, A, "hello")
    await table.rooms.say(made.id, A, "psst", "army")
    await table.play(made.id, "pass")
    return made


async def finished(table: Table, **more: Any) -> CreatedRoom:
    made = await played(table, **more)
    await table.rooms.resign(made.id, A)
    return made


def as_json(value: object) -> bytes:
    return msgspec.json.encode(value)


def without_hash(line: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in line.items() if name != "hash"}


def view_json(view: object) -> Any:
    seen = msgspec.to_builtins(view)
    return {name: value for name, value in seen.items() if name != "viewer"}


# -- a finished game, to be looked at ----------------------------------------------------------------


@pytest.mark.parametrize("scenario", ["open", "duel"])
async def test_a_finished_export_becomes_a_room_to_be_looked_at(table: Table, scenario: str) -> None:
    made = await finished(table, scenario=scenario)
    file = await table.rooms.export(made.id, A)

    copy = await table.rooms.import_room(file)

    assert copy.seats == ()
    info, original = [await table.rooms.info(room.id, SPECTATOR) for room in (copy, made)]
    assert (info.status, info.result, info.dice) == ("finished", original.result, original.dice)
    assert view_json((await table.rooms.position(copy.id, SPECTATOR))[1]) == view_json(
        (await table.rooms.position(made.id, SPECTATOR))[1]
    )
    again = parse(await table.rooms.export(copy.id, SPECTATOR))
    assert verify(again).verdict == verify(parse(file)).verdict
    assert [event["type"] for event in again.events] == [event["type"] for event in parse(file).events]
    with pytest.raises(NotNow):
        await table.rooms.resign(copy.id, A)


async def test_what_was_said_to_an_army_is_in_no_finished_export(table: Table) -> None:
    made = await finished(table)

    for viewer in (A, B, SPECTATOR, HOST):
        file = await table.rooms.export(made.id, viewer)
        assert b'"hello"' in file
        assert b'"psst"' not in file


# -- played on ---------------------------------------------------------------------------------------


async def test_a_finished_game_is_played_on_from_any_of_its_events(table: Table) -> None:
    made = await finished(table)
    file = await table.rooms.export(made.id, A)
    through = next(event["seq"] for event in parse(file).events if event["type"] == "corrected")

    new = await table.rooms.import_room(file, through)

    assert [seat for seat, _ in new.seats] == ["a", "b"]
    info, old = await table.rooms.info(new.id, A), await table.rooms.info(made.id, A)
    assert info.status == "playing"
    assert info.dice.commitment != old.dice.commitment
    assert info.dice.secret is None
    types = await table.types(new.id, A)
    assert types[:4] == ["room_opened", "room_imported", "game_started", "game_set"]
    assert "undone" not in types
    assert (await table.state(new.id)).units[0].bruises == 1
    await table.play(new.id, "move")
    await table.rooms.resign(new.id, B)
    assert verify(parse(await table.rooms.export(new.id, A))).verdict.startswith("verified")
    assert await table.another().state(new.id) == await table.state(new.id)


async def test_secrets_stay_secret_in_a_game_that_is_played_on(table: Table) -> None:
    made = await table.open(scenario="duel")
    await table.pick_charm(made.id, A, "reach")
    seq = (await table.rooms.info(made.id, A)).seq
    await table.rooms.resign(made.id, B)
    file = await table.rooms.export(made.id, A)
    assert seq < len(parse(file).events)

    new = await table.rooms.import_room(file, seq)

    assert "charm_picked" in await table.types(new.id, A)
    assert "charm_picked" not in await table.types(new.id, B)
    assert "charm_picked" not in await table.types(new.id, SPECTATOR)


async def test_bots_play_on(table: Table) -> None:
    made = await table.rooms.create(NewRoom("pebbles", "open", [HUMAN, BOT]))
    await table.rooms.resign(made.id, A)
    file = await table.rooms.export(made.id, A)

    new = await table.rooms.import_room(file, 4)

    assert [seat for seat, _ in new.seats] == ["a"]
    assert (await table.rooms.info(new.id, A)).seats[1]["kind"] == "bot"


@pytest.mark.parametrize("play_from", [0, 1])
async def test_there_must_be_a_game_to_play_on(table: Table, play_from: int) -> None:
    made = await table.rooms.create(NewRoom("pebbles", "open", [HUMAN, {"kind": "open"}]))
    await table.rooms.claim(made.id, B, "Bo")
    await table.rooms.resign(made.id, A)

    with pytest.raises(InvalidInput):
        await table.rooms.import_room(await table.rooms.export(made.id, A), play_from)


# -- a game that goes on -----------------------------------------------------------------------------


@pytest.mark.parametrize("viewer", [A, B, SPECTATOR])
async def test_an_unfinished_export_is_looked_at_as_its_viewer_knew_it(table: Table, viewer: Viewer) -> None:
    made = await table.open(scenario="duel")
    await table.pick_charm(made.id, A, "reach")
    await table.rooms.say(made.id, A, "hello")
    file = await table.rooms.export(made.id, viewer)

    copy = await table.rooms.import_room(file)

    info = await table.rooms.info(copy.id, SPECTATOR)
    assert (copy.seats, info.status, info.result) == ((), "finished", None)
    assert info.dice == (await table.rooms.info(made.id, viewer)).dice
    assert msgspec.to_builtins((await table.rooms.position(copy.id, SPECTATOR))[1]) == msgspec.to_builtins(
        (await table.rooms.position(made.id, viewer))[1]
    )
    original = await table.rooms.events(made.id, viewer)
    assert await table.rooms.events(copy.id, SPECTATOR) == original
    assert (await table.rooms.scene(copy.id, SPECTATOR)).scene == (await table.rooms.scene(made.id, viewer)).scene
    for seq in range(1, len(original) + 1):
        there, here = [
            await table.rooms.moment(room, eyes, seq) for room, eyes in ((made.id, viewer), (copy.id, SPECTATOR))
        ]
        assert (there.seq, there.scene) == (here.seq, here.scene)
        assert as_json(there.events) == as_json(here.events)
    again = parse(await table.rooms.export(copy.id, SPECTATOR))
    assert [without_hash(event) for event in again.events] == [without_hash(event) for event in parse(file).events]
    with pytest.raises(Forbidden):
        await table.rooms.act(copy.id, SPECTATOR, PASS)


async def test_nobody_plays_on_what_he_knew_only_in_part(table: Table) -> None:
    made = await table.open()

    with pytest.raises(InvalidInput, match="not over"):
        await table.rooms.import_room(await table.rooms.export(made.id, A), 4)


# -- tampering ---------------------------------------------------------------------------------------


def on(kind: str, change: Callable[[dict[str, Any]], object]) -> Callable[[dict[str, Any]], object]:
    """Changes the lines of one type."""
    return lambda line: change(line) if line["type"] == kind else None


async def test_a_changed_byte_anywhere_is_refused(table: Table) -> None:
    made = await finished(table)
    file = await table.rooms.export(made.id, A)
    for place in range(0, len(file), len(file) // 40):
        changed = bytearray(file)
        changed[place] ^= 1
        with pytest.raises(InvalidInput):
            await table.rooms.import_room(bytes(changed))


@pytest.mark.parametrize(
    "change",
    [
        on("unit_moved", lambda line: line["path_mm"].__setitem__(0, [300, 200])),
        on("unit_moved", lambda line: line.update(unit="b0")),
        on("turn_passed", lambda line: line.update(seat="c")),
        on("turn_passed", lambda line: line.pop("seat")),
        on("turn_began", lambda line: line.update(type="turn_ended")),
        on("corrected", lambda line: line["changes"][0].update(value=-5)),
        on("corrected", lambda line: line["changes"][0].update(field="seat")),
        on("undone", lambda line: line.update(place=99)),
        on("undone", lambda line: line.pop("place")),
        on("game_set", lambda line: line["position"].update(rounds=9)),
        on("export", lambda line: line.update(scenario="ring")),
        on("export", lambda line: line.update(game="chess")),
        on("export", lambda line: line.update(game=["pebbles"])),
        on("export", lambda line: line.update(seats=[])),
        on("export_end", lambda line: line.update(finished=False)),
        on("message", lambda line: line.pop("text")),
    ],
)
async def test_a_game_that_cannot_have_been_played_is_refused(table: Table, change: Any) -> None:
    made = await finished(table)
    file = await table.rooms.export(made.id, A)
    assert (await table.rooms.import_room(rewritten(file, lambda line: None))).id
    forged = rewritten(file, change)
    assert forged != file

    with pytest.raises(InvalidInput):
        await table.rooms.import_room(forged)


@pytest.mark.parametrize(
    "change",
    [
        lambda line: line.pop("seen", None),
        lambda line: line.update(seen=[[["position", "units", 99], 1]]) if "seen" in line else None,
        lambda line: line.update(seen=[[["position"]]]) if "seen" in line else None,
        lambda line: line.update(seen=[["position", 1]]) if "seen" in line else None,
        lambda line: line.update(seen=[[["position", "units", 0, "x_mm"], "far"]]) if "seen" in line else None,
        lambda line: line.update(seen=[[["x"] * 1000, 1]]) if "seen" in line else None,
        lambda line: line.update(seen=7) if "seen" in line else None,
        on("unit_moved", lambda line: line.update(unit=7)),
        on("unit_moved", lambda line: line.update(at="yesterday")),
        on("message", lambda line: line.pop("text")),
        on("export", lambda line: line.update(viewer="g")),
        on("export", lambda line: line.update(dice={})),
    ],
)
async def test_a_glimpse_that_nobody_can_have_had_is_refused(table: Table, change: Any) -> None:
    made = await played(table)
    file = await table.rooms.export(made.id, A)
    forged = rewritten(file, change)
    assert forged != file

    if b'"seen"' not in forged:
        # Without what was seen there is nothing wrong with it: it is only told.
        assert (await table.rooms.import_room(forged)).seats == ()
        return
    with pytest.raises(InvalidInput):
        await table.rooms.import_room(forged)


@pytest.mark.parametrize("data", [b"", b"\xff\n", b"{}\n", b"[1]\n" * 3, b"nonsense"])
async def test_what_is_no_export_is_refused(table: Table, data: bytes) -> None:
    with pytest.raises(InvalidInput):
        await table.rooms.import_room(data)


# -- moments -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("viewer", [A, B, SPECTATOR])
async def test_a_moment_is_what_was_seen_then(table: Table, viewer: Viewer) -> None:
    made = await table.open(scenario="duel")
    seen = {}

    async def look() -> None:
        scene = await table.rooms.scene(made.id, viewer)
        seen[scene.seq] = (scene.scene, scene.events, scene.log)

    await look()
    for chooser in (A, B):
        await table.pick_charm(made.id, chooser)
        await look()
    for kind in ("move", "pass", "move", "pass"):
        await table.play(made.id, kind)
        await look()

    for seq, expected in seen.items():
        moment = await table.rooms.moment(made.id, viewer, seq)
        assert moment.scene == expected[0]
        assert as_json(moment.events) == as_json(expected[1])
        assert moment.log == expected[2]


async def test_the_last_moment_is_the_present_and_whatever_lies_beyond_the_ends_is_they(table: Table) -> None:
    made = await played(table)
    present = await table.rooms.scene(made.id, A)

    assert (await table.rooms.moment(made.id, A)).scene == present.scene
    await table.play(made.id, "pass")
    assert (await table.rooms.moment(made.id, A)).seq > present.seq
    for seq, end in ((-1, 0), (10_000, (await table.rooms.moment(made.id, A)).seq)):
        assert (await table.rooms.moment(made.id, A, seq)).seq == end


async def test_spectators_of_a_delayed_room_look_back_no_further_than_they_see(table: Table) -> None:
    made = await table.rooms.create(NewRoom("pebbles", "open", [HUMAN] * 2, {"rounds": 20}, spectators="delayed"))
    for _ in range(7):
        await table.play(made.id, "pass")
    scene = await table.rooms.scene(made.id, SPECTATOR)

    moment = await table.rooms.moment(made.id, SPECTATOR)

    assert (moment.seq, moment.scene, moment.events) == (scene.seq, scene.scene, scene.events)
    assert other(A) == B


@pytest.mark.parametrize("viewer", [A, B, SPECTATOR, HOST])
async def test_every_act_that_a_viewer_was_told_of_is_a_stop(table: Table, viewer: Viewer) -> None:
    made = await played(table, scenario="duel")
    eyes = SPECTATOR if viewer == HOST else viewer
    entries = (await table.store.load(made.id, from_start=True)).entries  # type: ignore[union-attr]
    counts = [entry.counts[eyes] for entry in entries]

    end = await table.rooms.moment(made.id, viewer)

    assert end.stops == tuple(sorted({0, *counts}))
    for seq in range(end.stops[-1] + 1):
        moment = await table.rooms.moment(made.id, viewer, seq)
        assert moment.seq == min(stop for stop in end.stops if stop >= seq)
        assert moment.stops == end.stops
        assert moment.has_begun == (seq > 0)


async def test_a_film_grows_with_its_room(table: Table) -> None:
    made = await table.open(scenario="duel")
    assert not (await table.rooms.moment(made.id, A, 0)).has_begun
    await table.pick_charm(made.id, A)
    before = await table.rooms.moment(made.id, A)

    await table.pick_charm(made.id, B)
    seat, _ = await table.play(made.id, "move")
    await table.rooms.propose(made.id, seat, NewProposal("undo"))

    again, after = await table.rooms.moment(made.id, A, before.seq), await table.rooms.moment(made.id, A)
    assert (again.scene, again.events, again.log) == (before.scene, before.events, before.log)
    assert after.scene == (await table.rooms.scene(made.id, A)).scene
    assert after.stops[: len(before.stops)] == before.stops
    other_film = await table.another().rooms.moment(made.id, A)
    assert (other_film.scene, as_json(other_film.events), other_film.stops) == (
        after.scene,
        as_json(after.events),
        after.stops,
    )


@pytest.mark.parametrize("viewer", [A, B, SPECTATOR])
async def test_a_moment_of_a_viewer_is_found_in_the_file_that_tells_everything(table: Table, viewer: Viewer) -> None:
    made = await finished(table, scenario="duel")
    file = await table.rooms.export(made.id, viewer)
    lines = parse(file).events
    room = await table.rooms.room(made.id)

    for seq in (await table.rooms.moment(made.id, viewer)).stops[1:]:
        moment = await table.rooms.moment(made.id, viewer, seq)
        place = await table.rooms.archive.place_in_export(room, viewer, seq)
        known = [event["type"] for event in moment.events if event.get("to", "table") == "table"]
        in_file = iter([line["type"] for line in lines[:place]])
        assert all(kind in in_file for kind in known), "in the order they were told, others between them"
        if not moment.has_begun or moment.scene.ending is not None:
            continue
        new = await table.rooms.import_room(file, place)
        assert (await table.rooms.position(new.id, viewer))[1] == room.system.view(await table.state(new.id), viewer)
        assert (await table.rooms.scene(new.id, viewer)).scene == moment.scene
