"""What has to be done now and then: hear of other processes' entries even if a hint was lost, and forget what is idle."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from typing import Final

from app.rooms.hub import Hub
from app.rooms.live import LiveRooms
from app.rooms.ports import RoomStore, StoreUnavailable

logger = logging.getLogger(__name__)

SWEEP_S: Final = 2.0
UNWATCHED_S: Final = 120.0


class Housekeeping:
    """A task that sweeps every two seconds."""

    def __init__(self, live: LiveRooms, store: RoomStore, hub: Hub) -> None:
        self._live = live
        self._store = store
        self._hub = hub
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begins to sweep."""
        self._task = asyncio.create_task(self._run(), name="housekeeping")

    async def close(self) -> None:
        """Stops."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def sweep(self) -> None:
        """Brings every watched room up to what is stored, and forgets what nobody used for a while."""
        for room_id in self._hub.rooms():
            version = await self._store.version(room_id)
            if version is not None:
                await self._live.catch_up(room_id, version)
        self._hub.forget_idle(time.monotonic(), UNWATCHED_S)
        self._live.drop_idle()

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_S)
            try:
                await self.sweep()
            except StoreUnavailable as error:
                logger.warning("nothing swept: %s", error)
            except Exception:
                logger.exception("nothing swept")
