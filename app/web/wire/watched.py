"""Rooms whose actions are timed and counted."""

from __future__ import annotations

import time
from typing import Any

from prometheus_client import Histogram

from app.engine.refusal import InvalidInput
from app.engine.types import Seat, Viewer
from app.rooms.service.service import Rooms
from app.rooms.values.errors import Refused, RoomError
from app.rooms.values.values import Acted
from app.rooms.workers.thinking import NOBODY, Payer
from app.web.wire.metrics import Meters


class WatchedRooms(Rooms):
    """``Rooms`` that keep account of what people and bots do."""

    def __init__(self, *given: Any, meters: Meters, **named: Any) -> None:  # what Rooms takes
        super().__init__(*given, **named)
        self._meters = meters
        self._played: dict[str, Histogram] = {}

    @property
    def in_memory(self) -> int:
        """How many rooms are loaded."""
        return len(self._live)

    @property
    def bots_waiting(self) -> int:
        """How many rooms wait for their bots' turn to think."""
        return self._bots.waiting

    async def act(
        self,
        room_id: str,
        viewer: Viewer,
        action: object,
        *,
        seq: int | None = None,
        key: str | None = None,
        payer: Payer = NOBODY,
    ) -> Acted:
        """As ``Rooms.act``."""
        begun = time.perf_counter()
        try:
            acted = await super().act(room_id, viewer, action, seq=seq, key=key, payer=payer)
        except Refused as refused:
            self._meters.rules.labels(await self._game(room_id), refused.refusal.rule).inc()
            raise
        game = await self._game(room_id)
        if game not in self._played:
            self._played[game] = self._meters.actions.labels(game, "player")
        self._played[game].observe(time.perf_counter() - begun)
        return acted

    async def act_for_bot(self, room_id: str, seat: Seat, action: object) -> None:
        """As ``Rooms.act_for_bot``."""
        begun = time.perf_counter()
        game = await self._game(room_id)
        try:
            await super().act_for_bot(room_id, seat, action)
        except (RoomError, InvalidInput):
            self._meters.bots.labels(game, "refused").inc()
            raise
        self._meters.bots.labels(game, "accepted").inc()
        self._meters.actions.labels(game, "bot").observe(time.perf_counter() - begun)

    async def _game(self, room_id: str) -> str:
        return (await self.room(room_id)).header.game
