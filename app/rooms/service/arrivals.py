"""Says of whoever was awaited that they have the table before them: from then on their side's live clock may run."""

from __future__ import annotations

import contextlib

from app.engine.types import SPECTATOR, Seat, Viewer
from app.rooms.drafts import clock_drafts
from app.rooms.live.live import LiveRooms
from app.rooms.live.presence import Presence
from app.rooms.room.room import Room
from app.rooms.values.errors import RoomError
from app.rooms.values.ports import HOST, StoreUnavailable
from app.rooms.values.unbroken import Unbroken


class Arrivals:
    """Watches who comes to the rooms of this process, and who is there when a game begins."""

    def __init__(self, live: LiveRooms, presence: Presence, work: Unbroken) -> None:
        self._live = live
        self._presence = presence
        self._work = work
        presence.on_came(self.came)

    def came(self, room_id: str, viewer: Viewer) -> None:
        """A live line more; never waits."""
        if viewer not in (SPECTATOR, HOST):
            self._work.begin(self._see(room_id, Seat(viewer)))

    def grown(self, room: Room) -> None:
        """The room took in an entry; never waits."""
        for seat in room.awaited:
            if self._presence.is_here(room.header.id, seat):
                self._work.begin(self._see(room.header.id, seat))

    async def _see(self, room_id: str, seat: Seat) -> None:
        # Another process may have said so first; and a store that is away is asked again with the next line or entry.
        with contextlib.suppress(RoomError, StoreUnavailable):
            live = await self._live.get(room_id)
            if seat in live.room.awaited:
                await self._live.change(room_id, lambda room: clock_drafts.table_seen(room, seat))
