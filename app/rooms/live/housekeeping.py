"""What has to be done now and then: hear of other processes' entries even if a hint was lost, end what was opened with a
link that is dead, and forget what is idle."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Final

from app.rooms.live.hub import Hub
from app.rooms.live.live import LiveRooms
from app.rooms.values.ports import RoomStore, StoreUnavailable

logger = logging.getLogger(__name__)

SWEEP_S: Final = 2.0
LINKS_S: Final = 0.4
"""How often the links behind what is open are checked: a replaced one is dead everywhere within a second."""
UNWATCHED_S: Final = 120.0
OPEN_S: Final = 1800.0
"""How often rooms that somebody looks at are noted as opened."""


class Housekeeping:
    """Three tasks: one sweeps every two seconds, one checks links more often, one notes now and then which rooms are open."""

    def __init__(self, live: LiveRooms, store: RoomStore, hub: Hub) -> None:
        self._live = live
        self._store = store
        self._hub = hub
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Begins to sweep."""
        self._tasks = [
            asyncio.create_task(_every(SWEEP_S, self.sweep), name="housekeeping"),
            asyncio.create_task(_every(LINKS_S, self.check_links), name="links of open sockets"),
            asyncio.create_task(_every(OPEN_S, self.note_opened), name="rooms that are open"),
        ]

    async def close(self) -> None:
        """Stops."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def sweep(self) -> None:
        """Brings every watched room up to what is stored, and forgets what nobody used for a while."""
        if watched := self._hub.rooms():
            found = await self._store.versions(watched)
            for room_id, version in found.items():
                await self._live.catch_up(room_id, version)
            for room_id in watched - found.keys():
                self._live.forget(room_id)
        self._hub.forget_idle(time.monotonic(), UNWATCHED_S)
        self._live.drop_idle()

    async def note_opened(self) -> None:
        """Notes that the rooms that are watched are needed: they were opened long ago, and still are."""
        if watched := self._hub.rooms():
            await self._store.opened(watched)

    async def check_links(self) -> None:
        """Ends whatever is open to a link or cookie that no longer lives, whichever process replaced it."""
        if links := self._hub.links():
            dead = links - await self._store.living_links(links)
            if dead:
                self._hub.close_links(dead, "revoked")


async def _every(seconds: float, work: Callable[[], Awaitable[None]]) -> None:
    while True:
        await asyncio.sleep(seconds)
        try:
            await work()
        except StoreUnavailable as error:
            logger.warning("nothing swept: %s", error)
        except Exception:
            logger.exception("nothing swept")
