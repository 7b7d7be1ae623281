"""The server's hand on the clocks: ends the turn of whoever lets their time run out, in every room of this process.

Every process that knows of a room's clock is ready to; the version check of an append decides which one does it, and the
others find that nothing is left to be done. A room need not be in memory: only when it is due is kept of it.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from functools import partial
from typing import Final, Protocol

from app.engine.refusal import InvalidInput
from app.rooms.drafts import clock_drafts
from app.rooms.drafts.drafts import Draft
from app.rooms.room import clocks
from app.rooms.room.room import Room
from app.rooms.values.errors import NotFound, NotNow, RoomError
from app.rooms.values.ports import Entry, StoreUnavailable

logger = logging.getLogger(__name__)

LOOK_S: Final = 0.2
"""How often it is looked whether anything is due."""
AWAY: Final = timedelta(seconds=1)
"""How long is waited for a store that is away."""
REST: Final = timedelta(seconds=30)
"""How long a room rests where a turn that should end does not."""
LATE: Final = timedelta(seconds=2)
"""How long after its time is up an act still counts if it comes in before the turn is ended."""


class RoomsWithClocks(Protocol):
    """What the timekeeper needs of the rooms it looks after."""

    async def room(self, room_id: str, /) -> Room:
        """The room itself, to be looked at and never changed."""
        ...

    async def catch_up(self, room_id: str, /) -> None:
        """Takes in what other processes did."""
        ...

    async def change(self, room_id: str, judge: Callable[[Room], Draft], /) -> Entry:
        """Appends what ``judge`` decides of a room as it stands."""
        ...


class Timekeeper:
    """Knows when each room's clock is due next, by ``clock``, and does what it does then."""

    def __init__(self, rooms: RoomsWithClocks, clock: Callable[[], datetime]) -> None:
        self._rooms = rooms
        self._clock = clock
        self._due: dict[str, datetime] = {}
        self._work: dict[str, asyncio.Task[None]] = {}
        self._arrived = asyncio.Event()
        self._is_closed = False
        self._task: asyncio.Task[None] | None = None
        self._waker: asyncio.Task[None] | None = None

    def start(self, room_ids: Iterable[str]) -> None:
        """Begins to look, and finds out when these rooms are due: of a process that starts, or of one that has ended."""
        if self._is_closed:
            return
        if self._task is None:
            self._task = asyncio.create_task(self._run(), name="timekeeper")
        if self._waker is not None:
            self._waker.cancel()
        self._waker = asyncio.create_task(self._wake_all(tuple(room_ids)), name="wake clocks")

    def wake(self, room: Room) -> None:
        """Takes in when a room's clock is due, as the room stands; never waits."""
        if room.header.clock is None:
            return
        due = None if room.clock is None or room.status != "playing" else clocks.deadline(room.clock)
        if due is None:
            self._due.pop(room.header.id, None)
        else:
            self._due[room.header.id] = due
            self._arrived.set()

    async def look(self) -> None:
        """Does everything that is due by now."""
        now = self._clock()
        for room_id in [room_id for room_id, due in self._due.items() if due <= now]:
            self._begin(room_id)
        if self._work:
            await asyncio.wait(tuple(self._work.values()))

    async def in_time(self, room_id: str) -> None:
        """Ends first what should have ended a while ago, before anybody does anything more in a room: after a standstill of the
        server it must not matter who is quicker."""
        due = self._due.get(room_id)
        if due is not None and due + LATE < self._clock():
            await asyncio.wait((self._begin(room_id),))

    async def close(self) -> None:
        """Stops; the deadlines stand, and the next start goes on from there."""
        self._is_closed = True
        tasks = [task for task in (self._task, self._waker, *self._work.values()) if task is not None]
        for task in tasks:
            task.cancel()
        for task in tasks:
            with contextlib.suppress(asyncio.CancelledError):
                await task

    def _begin(self, room_id: str) -> asyncio.Task[None]:
        """Does what a room's clock has to do now, unless it is being done."""
        work = self._work.get(room_id)
        if work is None:
            work = self._work[room_id] = asyncio.create_task(self._serve(room_id), name=f"clock of {room_id}")
            work.add_done_callback(partial(self._done, room_id))
        return work

    def _done(self, room_id: str, work: asyncio.Task[None]) -> None:
        self._work.pop(room_id, None)
        if not work.cancelled() and work.exception() is not None:
            logger.error("the clock of room %s is looked at again soon: %r", room_id, work.exception())

    async def _run(self) -> None:
        while True:
            if not self._due:
                self._arrived.clear()
                await self._arrived.wait()
            try:
                await self.look()
            except Exception:
                logger.exception("a clock was not looked at")
            await asyncio.sleep(LOOK_S)

    async def _wake_all(self, room_ids: tuple[str, ...]) -> None:
        for room_id in room_ids:
            try:
                await self._rooms.catch_up(room_id)
                self.wake(await self._rooms.room(room_id))
            except (RoomError, StoreUnavailable) as error:
                logger.warning("the clock of room %s is not known: %r", room_id, error)
                if isinstance(error, StoreUnavailable):
                    self._due[room_id] = self._clock() + AWAY

    async def _serve(self, room_id: str) -> None:
        """Whatever the clock of a room has to do now, one entry after the other."""
        now = self._clock()
        try:
            while True:
                await self._rooms.change(room_id, lambda room: clock_drafts.due(room, now))
        except NotNow:
            self._rest(room_id, await self._rooms.room(room_id), now)
        except NotFound:
            self._due.pop(room_id, None)
        except StoreUnavailable:
            self._due[room_id] = now + AWAY
        except (RoomError, InvalidInput):
            logger.exception("the clock of room %s could not end a turn", room_id)
            self._due[room_id] = now + REST

    def _rest(self, room_id: str, room: Room, now: datetime) -> None:
        """Nothing more is to be done: what is due is what the room says, or, if that should be done already, not soon."""
        self.wake(room)
        due = self._due.get(room_id)
        if due is not None and due <= now:
            logger.error("the clock of room %s found no way to end a turn", room_id)
            self._due[room_id] = now + REST
