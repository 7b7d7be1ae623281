"""A service of rooms with the toy game, and short words for what tests do with it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Any

import msgspec

from app.engine.registry import Registry, shared
from app.engine.types import Seat, Viewer
from app.rooms.live.hub import Hub
from app.rooms.service.service import Rooms
from app.rooms.values.ports import Relay, RoomStore
from app.rooms.values.values import Acted, CreatedRoom, NewRoom
from app.rooms.workers.workers import Workers
from tests.support.relay import NoRelay

TOYS = "tests.support.toy_systems"
HUMAN: Mapping[str, Any] = {"kind": "human"}
OPEN: Mapping[str, Any] = {"kind": "open"}
BOT: Mapping[str, Any] = {"kind": "bot"}
PASS = {"type": "pass"}
A, B, C, D = (Viewer(letter) for letter in "abcd")


class Clock:
    """A second passes whenever somebody looks."""

    def __init__(self) -> None:
        self.now = datetime(2024, 5, 1, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        self.now += timedelta(seconds=1)
        return self.now


class _Secrets:
    """The same dice at every run: the first room's, the second's..."""

    def __init__(self) -> None:
        self.rooms = 0

    def __call__(self) -> bytes:
        self.rooms += 1
        return self.rooms.to_bytes(32, "big")


@lru_cache(maxsize=1)
def toys() -> Registry:
    """The toy games, read once: nothing about them ever changes."""
    return shared(TOYS)


class Table:
    """``rooms`` over ``store``, with a hub of its own: what one server process has."""

    def __init__(self, store: Any, workers: Workers, registry: Registry, relay: Relay | None = None) -> None:
        self.store = store
        self.hub = Hub()
        self.workers = workers
        self.registry = registry
        self._others: list[Table] = []
        self.rooms = Rooms(
            registry,
            store,
            relay or NoRelay(),
            self.hub,
            workers,
            clock=Clock(),
            dice_secret=_Secrets(),
            bot_delay_s=0,
        )

    @classmethod
    @asynccontextmanager
    async def over(cls, store: RoomStore) -> AsyncIterator[Table]:
        """A service that is closed at the end. It is not started: bots sleep unless a room is made with them."""
        workers = Workers((TOYS,), processes=1)
        opened = cls(store, workers, toys())
        try:
            yield opened
        finally:
            for each in (*opened._others, opened):
                await each.rooms.close()
            await workers.close()

    def another(self, relay: Relay | None = None) -> Table:
        """Another server process over the same store; without a relay it hears nothing from this one."""
        self._others.append(Table(self.store, self.workers, self.registry, relay))
        return self._others[-1]

    async def open(
        self, seats: Sequence[Mapping[str, Any]] = (HUMAN, HUMAN), *, scenario: str = "open", **options: Any
    ) -> CreatedRoom:
        """A new room of the toy game; without charms and in play at once unless told otherwise."""
        return await self.rooms.create(NewRoom("pebbles", scenario, seats, options))

    async def turn(self, room_id: str) -> Viewer:
        """Whose turn it is."""
        return Viewer((await self.rooms.room(room_id)).to_act[0])

    async def choice(self, room_id: str, viewer: Viewer, kind: str, number: int = 0) -> dict[str, Any]:
        """The first example of the offers of a type, as JSON; the game itself is asked."""
        room = await self.rooms.room(room_id)
        offers = room.system.offers(room.state, Seat(viewer))
        examples = [example for offer in offers if offer.type == kind for example in offer.examples]
        return msgspec.to_builtins(examples[number])  # type: ignore[no-any-return]

    async def play(self, room_id: str, kind: str = "move", number: int = 0, **more: Any) -> tuple[Viewer, Acted]:
        """Whoever's turn it is does the first thing of that type they are offered."""
        seat = await self.turn(room_id)
        action = await self.choice(room_id, seat, kind, number)
        return seat, await self.rooms.act(room_id, seat, action, **more)

    async def pick_charm(self, room_id: str, viewer: Viewer, charm: str = "luck", **more: Any) -> Acted:
        """A secret choice."""
        return await self.rooms.act(room_id, viewer, {"type": "pick_charm", "charm": charm}, **more)

    async def state(self, room_id: str) -> Any:
        """The game's state, as the server has it in memory."""
        return (await self.rooms.room(room_id)).state

    async def types(self, room_id: str, viewer: Viewer, after: int = 0) -> list[str]:
        """The types of the events that a viewer was told."""
        return [event["type"] for event in await self.rooms.events(room_id, viewer, after)]


def other(seat: Viewer) -> Viewer:
    """The other of two."""
    return B if seat == A else A


def seat(viewer: Viewer) -> Seat:
    return Seat(viewer)


class Thinker:
    """Stands where the worker processes do: notes what it is asked and answers from a script."""

    def __init__(self, *answers: Any) -> None:
        self.answers = list(answers)
        self.asked: list[Mapping[str, Any]] = []
        self.may_answer = asyncio.Event()
        self.may_answer.set()

    async def ask(self, kind: str, game: str, payload: Mapping[str, Any], seconds: float) -> Any:
        self.asked.append({"kind": kind, "game": game, **payload})
        await self.may_answer.wait()
        answer = self.answers.pop(0) if self.answers else {"type": "pass"}
        if isinstance(answer, Exception):
            raise answer
        return {"action": answer}

    async def close(self) -> None:
        """Nothing to stop."""


def thinking(table: Table, thinker: Thinker) -> Thinker:
    table.rooms._bots._pool = thinker  # type: ignore[assignment]
    return thinker
