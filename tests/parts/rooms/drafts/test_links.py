"""A link is made anew: everybody at the table is told for whom and by whom, for good and before it works."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest

from app.engine.types import SPECTATOR, Seat, Viewer
from app.rooms.archive.export import parse
from app.rooms.archive.proof import verify
from app.rooms.archive.replay import replay
from app.rooms.live.feeds import Subscription
from app.rooms.values.errors import Forbidden
from app.rooms.values.ports import HOST, Link
from app.rooms.values.values import NewProposal, NewRoom
from tests.parts.rooms.table import BOT, HUMAN, OPEN, A, B, C, Table, toys
from tests.support.memory_store import MemoryStore

SCRIPT = Path(__file__).parents[4] / "static" / "verify_dice.py"
EVERYBODY = (A, B, SPECTATOR, HOST)


async def told(table: Table, room_id: str, viewer: Viewer) -> list[dict[str, Any]]:
    """What a viewer was told of links, without number and moment."""
    events = await table.rooms.events(room_id, viewer)
    return [
        {name: value for name, value in event.items() if name not in ("seq", "at", "type")}
        for event in events
        if event["type"] == "link_replaced"
    ]


class Attentive(MemoryStore):
    """Notes how much each of its ``lines`` was told before a new link was put in."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[Subscription] = []
        self.told_before: list[int] = []

    async def replace_link(self, room_id: str, viewer: Viewer, new: Link) -> None:
        self.told_before = [line.waiting for line in self.lines]
        await super().replace_link(room_id, viewer, new)


async def test_everybody_is_told_of_a_new_link_before_it_works() -> None:
    store = Attentive()
    async with Table.over(store) as table:
        made = await table.open()
        store.lines = [table.hub.subscribe(made.id, each, None, lambda delta: delta, "x") for each in EVERYBODY]
        for line in store.lines:
            while line.waiting:
                await anext(line)

        new = await table.rooms.replace_link(made.id, B)

        assert store.told_before == [1] * len(EVERYBODY)
        assert await table.rooms.identify(new) is not None
        assert [await told(table, made.id, viewer) for viewer in EVERYBODY] == [[{"viewer": "b"}]] * len(EVERYBODY)


@pytest.mark.parametrize("viewer", [A, SPECTATOR])
async def test_whose_link_it_was_is_said(table: Table, viewer: Viewer) -> None:
    made = await table.open()

    await table.rooms.replace_link(made.id, viewer)

    assert await told(table, made.id, B) == [{"viewer": viewer}]


async def test_whoever_invites_somebody_to_a_seat_that_waits_is_named(table: Table) -> None:
    made = await table.open([HUMAN, BOT, HUMAN])
    n = await table.rooms.propose(made.id, A, NewProposal("replace", seat=Seat("b")))
    await table.rooms.answer(made.id, C, n, True)

    await table.rooms.replace_link(made.id, B, by=Seat("c"))

    assert await told(table, made.id, A) == [{"viewer": "b", "seat": "c"}]


async def test_nobody_but_the_host_makes_a_link_for_a_seat_that_was_taken_meanwhile(table: Table) -> None:
    made = await table.open([HUMAN, BOT])
    await table.rooms.propose(made.id, A, NewProposal("replace", seat=Seat("b")))
    link = await table.rooms.replace_link(made.id, B, by=Seat("a"))
    await table.rooms.claim(made.id, Seat("b"), "Eva")

    with pytest.raises(Forbidden):
        await table.rooms.replace_link(made.id, B, by=Seat("a"))

    assert await table.rooms.identify(link) is not None
    assert len(await told(table, made.id, B)) == 1


async def test_it_is_told_before_the_game_begins_too(table: Table) -> None:
    made = await table.open([HUMAN, OPEN])

    await table.rooms.replace_link(made.id, B)

    assert await told(table, made.id, A) == [{"viewer": "b"}]


async def test_spectators_who_see_the_game_late_are_told_of_links_at_once(table: Table) -> None:
    made = await table.rooms.create(NewRoom("pebbles", "open", [HUMAN] * 2, {}, spectators="delayed"))
    await table.play(made.id, "pass")
    before = await table.types(made.id, SPECTATOR)

    await table.rooms.replace_link(made.id, A)

    assert await table.types(made.id, SPECTATOR) == [*before, "link_replaced"]
    assert await table.another().types(made.id, SPECTATOR) == [*before, "link_replaced"]


async def test_a_link_that_is_made_anew_changes_nothing_in_the_game(table: Table) -> None:
    made = await table.open()
    turn = await table.turn(made.id)
    seq = (await table.rooms.info(made.id, turn)).seq
    state = await table.state(made.id)

    await table.rooms.replace_link(made.id, A)

    assert await table.state(made.id) == state
    await table.rooms.act(made.id, turn, {"type": "pass"}, seq=seq)  # what the seat knew is still so
    n = await table.rooms.propose(made.id, turn, NewProposal("undo"))
    assert n == 1


async def test_what_is_told_of_a_new_link_stays_in_the_record(table: Table) -> None:
    made = await table.open()
    await table.play(made.id, "move")
    await table.rooms.replace_link(made.id, B)
    half = await table.rooms.export(made.id, A)
    await table.play(made.id, "move")
    await table.rooms.resign(made.id, A)
    await table.rooms.replace_link(made.id, SPECTATOR)

    data = await table.rooms.export(made.id, A)

    export = parse(data)
    assert [event["viewer"] for event in export.events if event["type"] == "link_replaced"] == ["b", "spectator"]
    assert verify(export).verdict.startswith("verified")
    assert runpy.run_path(str(SCRIPT))["verify"](data).startswith("verified")
    assert sum("link_replaced" in line for line in replay(toys(), export)) == 2
    kept = await table.rooms.import_room(data)
    assert await told(table, kept.id, HOST) == [{"viewer": "b"}, {"viewer": "spectator"}]
    through = next(event["seq"] for event in export.events if event["type"] == "link_replaced")
    played_on = await table.rooms.import_room(data, through)
    assert await told(table, played_on.id, A) == []
    glimpse = await table.rooms.import_room(half)
    assert await told(table, glimpse.id, HOST) == [{"viewer": "b"}]


async def test_a_record_of_what_one_viewer_knew_stays_as_it_was(table: Table) -> None:
    made = await table.open()
    half = await table.rooms.export(made.id, A)
    glimpse = await table.rooms.import_room(half)
    before = await table.rooms.export(glimpse.id, HOST)

    await table.rooms.replace_link(glimpse.id, SPECTATOR)

    assert await table.rooms.export(glimpse.id, HOST) == before
