"""Workers that are this very process: for tests that plant a fault in a game, which no other process would have."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from app.engine.registry import Registry
from app.rooms.service.service import Rooms
from app.rooms.workers import workers
from app.rooms.workers.workers import Answered


class Here:
    """Does at once what worker processes do, by the same code and in the same form."""

    processes = 2

    def __init__(self, registry: Registry) -> None:
        self._registry = registry

    async def ask(self, kind: str, game: str, payload: Mapping[str, Any], seconds: float) -> Any:
        """As ``Workers.ask``."""
        return msgspec.json.decode((await self.answer(kind, game, payload, seconds)).data())

    async def answer(self, kind: str, game: str, payload: Mapping[str, Any], seconds: float) -> Answered:
        """As ``Workers.answer``."""
        question = msgspec.json.encode(workers._Question(kind, game, payload))
        told = workers._answered(self._registry, msgspec.json.decode(question, type=workers._Question))
        found = msgspec.json.decode(told, type=workers._Answer)
        return Answered(found.seconds, found)


def here(make_rooms: Any) -> Any:
    """What makes rooms as ``make_rooms`` does, and has all that is asked about them worked out here."""

    def make(registry: Registry, *given: Any, thinkers: Any, **named: Any) -> Rooms:
        rooms: Rooms = make_rooms(registry, *given, thinkers=Here(registry), **named)
        return rooms

    return make
