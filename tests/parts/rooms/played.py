"""Games of every kind, really played in rooms to their end, as the files that players save."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from datetime import timedelta
from functools import cache
from typing import Any, Final, cast

from app.engine import play
from app.engine.system import Correction
from app.engine.types import Seat, Viewer
from app.rooms.archive.export import parse
from app.rooms.values.ports import HOST, LiveClock
from app.rooms.values.values import CreatedRoom, NewProposal, NewRoom
from app.rooms.workers.workers import Workers
from tests.parts.rooms.table import BOT, HUMAN, OPEN, A, B, Clock, Table
from tests.support.memory_store import MemoryStore
from tests.support.random_play import registry
from tests.support.thinkers import Here


class _Room:
    """A room that is played at random, its dice and its chances the same at every run."""

    def __init__(self, table: Table, made: CreatedRoom, seed: int) -> None:
        self.table, self.rooms, self.id = table, table.rooms, made.id
        self._pick = random.Random(seed).randrange

    async def acts(self, count: int = 10_000) -> None:
        """So many acts by whoever is asked, or as many as there are."""
        for _ in range(count):
            room = await self.rooms.room(self.id)
            people = [seat for seat in room.to_act if not room.is_bot(seat)]
            if not people:
                return
            action = room.system.sample(
                room.system.resample(room.state, Viewer(people[0]), self._pick), people[0], self._pick
            )
            if action is not None and room.system.check(room.state, people[0], action) is None:
                await self.rooms.act(self.id, Viewer(people[0]), play.encode(action))

    async def propose(self, seat: Viewer, kind: str, *, accept: bool = True, **more: Any) -> None:
        """A proposal that everybody answers alike."""
        await self.rooms.propose(self.id, seat, NewProposal(kind, **more))
        for known in (await self.rooms.room(self.id)).open_proposals():
            for asked in known.waiting:
                await self.rooms.answer(self.id, Viewer(asked), known.n, accept)

    async def take_back(self) -> None:
        """Whoever acted last takes that back."""
        _, act = next(iter((await self.rooms.room(self.id)).latest_acts()))
        await self.propose(Viewer(act.seat), "undo")

    async def correct(self) -> None:
        """The first number that can be put right is put right."""
        for known in (await self.rooms.correctables(self.id, A))[1]:
            schema, value = known.schema, known.value
            if schema.get("type") == "integer" and isinstance(value, int):
                wanted = value + 1 if value < schema.get("maximum", value + 1) else value - 1
                change = Correction(known.field, wanted, known.unit)
                await self.propose(A, "correction", changes=(change,), reason="miscounted")
                return

    async def saved(self) -> bytes:
        """The file, once it is over."""
        room = await self.rooms.room(self.id)
        if room.status != "finished":
            await self.rooms.resign(self.id, A)
        if room.status != "finished":
            await self.rooms.close_room(self.id)
        return await self.rooms.export(self.id, HOST)


async def _room(table: Table, game: str, scenario: str, *seats: Any, seed: int = 1, **more: Any) -> _Room:
    return _Room(table, await table.rooms.create(NewRoom(game, scenario, seats or (HUMAN, HUMAN), **more)), seed)


async def _incidents(table: Table) -> bytes:
    """Secrets, talk, takes-back with and without consent, values put right, a pause, a draw refused."""
    ana = HUMAN | {"name": "Ana", "contribution": "sal ñ"}
    room = await _room(table, "pebbles", "duel", ana, HUMAN, options={"take_back": "consent"})
    await room.acts(4)
    await room.rooms.say(room.id, A, "hello")
    await room.rooms.say(room.id, A, "psst", "army")
    await room.take_back()
    await room.acts(3)
    await room.correct()
    await room.acts(1)
    await room.take_back()
    await room.propose(A, "pause")
    await room.propose(B, "resume")
    await room.acts(2)
    await room.propose(A, "draw", accept=False)
    await room.acts(4)
    return await room.saved()


async def _drawn(table: Table) -> bytes:
    """Seats that were claimed, a draw that was agreed to."""
    room = await _room(table, "pebbles", "open", HUMAN, OPEN)
    await room.rooms.claim(room.id, Seat("b"), "Bo", "pepper")
    await room.acts(3)
    await room.propose(A, "draw")
    return await room.saved()


async def _timed(table: Table) -> bytes:
    """A clock that ends turns, until the game is claimed."""
    clock = table.rooms._clock
    assert isinstance(clock, Clock)
    room = await _room(table, "pebbles", "open", options={"rounds": 20}, clock=LiveClock(bank_s=60, increment_s=5))
    await room.acts(2)
    for _ in range(8):
        clock.now += timedelta(seconds=100)
        await room.rooms.timekeeper.look()
        await room.acts(1)
    info = await room.rooms.info(room.id, HOST)
    assert info.clock is not None
    late = next(side for side in info.clock.sides if side.claimable)
    other = next(seat for side in info.clock.sides if side is not late for seat in side.seats)
    await room.rooms.forfeit(room.id, Viewer(other), late.side)
    return await room.saved()


async def _given_away(table: Table) -> bytes:
    """A seat that the host gives to a bot, which plays on; told late to spectators."""
    room = await _room(table, "pebbles", "open", HUMAN, HUMAN, spectators="delayed", options={"rounds": 4})
    await room.acts(2)
    await room.rooms.propose(room.id, HOST, NewProposal("replace", seat=Seat("b"), by="bot", strategy="random"))
    for known in (await room.rooms.room(room.id)).open_proposals():
        await room.rooms.answer(room.id, A, known.n, True)
    return await room.saved()


async def _begun_with_bots(table: Table) -> bytes:
    room = await _room(table, "pebbles", "ring", HUMAN, OPEN, BOT)
    await room.rooms.begin(room.id)
    return await room.saved()


async def _closed(table: Table) -> bytes:
    room = await _room(table, "pebbles", "open", tables={"values.need": 3})
    await room.acts(3)
    await room.rooms.close_room(room.id)
    return await room.saved()


async def _played_on(table: Table) -> bytes:
    """What another room had begun, with values put right there and here."""
    file = await _incidents(table)
    through = next(event["seq"] for event in parse(file).events if event["type"] == "corrected") + 1
    room = _Room(table, await table.rooms.import_room(file, through), 7)
    await room.acts(2)
    await room.take_back()
    await room.correct()
    await room.acts(3)
    return await room.saved()


async def _looked_at(table: Table) -> bytes:
    """A file that became a room and a file again."""
    return await table.rooms.export((await table.rooms.import_room(await _drawn(table))).id, HOST)


async def _masks(table: Table) -> bytes:
    room = await _room(table, "masks", "ball", HUMAN, HUMAN, HUMAN)
    await room.acts(40)
    return await room.saved()


async def _war_of_plastic(table: Table) -> bytes:
    room = await _room(table, "war_of_plastic", "garden_skirmish", seed=5)
    await room.acts(12)
    await room.correct()
    await room.acts(20)
    await room.take_back()
    await room.acts(3)
    return await room.saved()


async def _open_wars(table: Table) -> bytes:
    scenario = registry()["open_wars"].manifest.scenarios[0]
    room = await _room(table, "open_wars", scenario.id, *[HUMAN] * scenario.seats.min, seed=5)
    await room.acts(20)
    await room.correct()
    await room.acts(20)
    await room.take_back()
    await room.acts(3)
    return await room.saved()


GAMES: Final[dict[str, Callable[[Table], Awaitable[bytes]]]] = {
    "incidents": _incidents,
    "drawn": _drawn,
    "timed": _timed,
    "given-away": _given_away,
    "begun-with-bots": _begun_with_bots,
    "closed": _closed,
    "played-on": _played_on,
    "looked-at": _looked_at,
    "masks": _masks,
    "war-of-plastic": _war_of_plastic,
    "open-wars": _open_wars,
}


@cache
def saved(name: str) -> bytes:
    """The file of one of ``GAMES``."""
    return asyncio.run(_saved(GAMES[name]))


async def _saved(played: Callable[[Table], Awaitable[bytes]]) -> bytes:
    table = Table(MemoryStore(), cast(Workers, Here(registry())), registry())
    try:
        return await played(table)
    finally:
        await table.rooms.close()
