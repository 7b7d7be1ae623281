"""What this process does with what others tell it: takes in what they appended, lets go whom they sent away."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from app.engine.types import Viewer
from app.rooms.live.hub import Hub
from app.rooms.live.live import LiveRooms
from app.rooms.values.ports import StoreUnavailable
from app.rooms.values.tokens import Doorkeeper

logger = logging.getLogger(__name__)

Listener = Callable[[str, Mapping[str, Any]], None]
"""Takes a room's id and a note that another process shared; never waits."""


class Ears:
    """Hears what a relay brings. ``look_around`` is done whenever anything may have happened unheard."""

    def __init__(
        self, live: LiveRooms, doors: Doorkeeper, hub: Hub, look_around: Callable[[], Awaitable[None]]
    ) -> None:
        self._live = live
        self._doors = doors
        self._hub = hub
        self._look_around = look_around
        self._listeners: list[Listener] = []
        self._wanted: dict[str, int] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def on_shared(self, listener: Listener) -> None:
        """Hands every note that another process shares to ``listener``, in the order in which it was said."""
        self._listeners.append(listener)

    async def grown(self, room_id: str, version: int) -> None:
        """Takes in a room's new entries, without keeping others waiting; a room that is not in memory has no need to."""
        is_running = room_id in self._wanted
        self._wanted[room_id] = max(version, self._wanted.get(room_id, 0))
        if not is_running:
            task = asyncio.create_task(self._catch_up(room_id), name=f"catch up with room {room_id}")
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def revoked(self, room_id: str, viewer: Viewer) -> None:
        """Forgets the dead links and ends what was opened with them."""
        self._doors.forget(room_id, viewer)
        self._hub.close_viewer(room_id, viewer, "revoked")

    async def shared(self, room_id: str, note: Mapping[str, Any]) -> None:
        """Hands on what is not stored."""
        for listener in self._listeners:
            try:
                listener(room_id, note)
            except Exception:
                logger.exception("a note from another process was lost")

    async def missed(self) -> None:
        """Looks what happened meanwhile."""
        try:
            await self._look_around()
        except StoreUnavailable as error:
            logger.warning("nobody looked around: %s", error)

    async def close(self) -> None:
        """Stops catching up."""
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _catch_up(self, room_id: str) -> None:
        wanted = 0
        try:
            while wanted < self._wanted[room_id]:
                wanted = self._wanted[room_id]
                await self._live.catch_up(room_id, wanted)
        except StoreUnavailable as error:
            logger.info("room %s waits for the next sweep: %s", room_id, error)
        except Exception:
            logger.exception("room %s waits for the next sweep", room_id)
        finally:
            del self._wanted[room_id]
