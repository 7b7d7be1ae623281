"""Calls the players who asked for it, outside this server, when their seat is asked, something is proposed to it or the game
ends. Of all processes that see it happen one calls: whoever claims it in the store.

A call is a courtesy: one that a process dies over is not made, and no act ever waits for one.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from app.engine.types import Seat, Viewer
from app.rooms.room.room import Room
from app.rooms.service.service import Rooms
from app.rooms.values.calls import Caller, CallKind, Hook, HookStore, NotReached
from app.rooms.values.errors import RoomError
from app.rooms.values.ports import StoreUnavailable, is_campaign

logger = logging.getLogger(__name__)

SETTLE_S: Final = 5.0
"""How long somebody must be asked before they are called: many a turn is over by then, many a page loaded again."""
PAUSE_S: Final = 30.0
"""A seat is called no more often than this, but for the end."""
AGAIN_S: Final = (10.0, 60.0)
"""After how long a call that came to nothing is tried again."""
MOST_FAILURES: Final = 10
MOST_WAITING: Final = 1000
MOST_AT_ONCE: Final = 8
_REMEMBERED: Final = 10_000


class _Asked(msgspec.Struct, frozen=True):
    """What a room waited for when it was last looked at."""

    seats: frozenset[Seat]
    proposals: int
    is_over: bool


class Hooks:
    """Watches every room that this process has in memory. Call ``start`` once, before serving."""

    def __init__(
        self,
        rooms: Rooms,
        store: HookStore,
        caller: Caller,
        *,
        settle_s: float = SETTLE_S,
        pause_s: float = PAUSE_S,
        again_s: Sequence[float] = AGAIN_S,
    ) -> None:
        self._rooms = rooms
        self._store = store
        self._caller = caller
        self._settle_s = settle_s
        self._pause_s = pause_s
        self._again_s = tuple(again_s)
        self._asked: OrderedDict[str, _Asked] = OrderedDict()
        self._tasks: dict[tuple[str, Seat, CallKind], asyncio.Task[None]] = {}
        self._line = asyncio.Semaphore(MOST_AT_ONCE)

    def start(self) -> None:
        """Looks at every entry from now on."""
        self._rooms.on_grown(self._grown)

    async def close(self) -> None:
        """Calls nobody any more."""
        tasks = tuple(self._tasks.values())
        for task in tasks:
            task.cancel()
        for task in tasks:
            with contextlib.suppress(asyncio.CancelledError):
                await task

    async def idle(self) -> None:
        """Returns once nobody is left to be called."""
        while self._tasks:
            await asyncio.wait(tuple(self._tasks.values()))

    def _grown(self, room: Room) -> None:
        if is_campaign(room.header.id) or room.header.glimpse is not None:
            return
        room_id = room.header.id
        now = _Asked(frozenset(room.to_act), room.proposals_made, room.status == "finished")
        before = self._asked.pop(room_id, None)
        self._asked[room_id] = now
        if len(self._asked) > _REMEMBERED:
            self._asked.popitem(last=False)
        if before is not None:
            for seat, kind in _news(room, before, now):
                self._begin(room_id, seat, kind, room.version)

    def _begin(self, room_id: str, seat: Seat, kind: CallKind, version: int) -> None:
        key = (room_id, seat, kind)
        if key in self._tasks or len(self._tasks) >= MOST_WAITING:
            return
        task = asyncio.create_task(self._look_after(room_id, seat, kind, version), name=f"call {seat} of {room_id}")
        self._tasks[key] = task
        task.add_done_callback(lambda _: self._tasks.pop(key, None))

    async def _look_after(self, room_id: str, seat: Seat, kind: CallKind, version: int) -> None:
        try:
            hook = await self._claimed(room_id, seat, kind, version)
            if hook is not None:
                await self._call(hook, kind)
        except (RoomError, StoreUnavailable) as error:
            logger.warning("seat %s of room %s is not called: %r", seat, room_id, error)
        except Exception:
            logger.exception("seat %s of room %s is not called", seat, room_id)

    async def _claimed(self, room_id: str, seat: Seat, kind: CallKind, version: int) -> Hook | None:
        """The seat's hook, once it is this process's to call it and still worth it; tried twice, so that whoever was called
        a moment ago is called when that has passed."""
        for wait in (self._settle_s, self._pause_s):
            await asyncio.sleep(wait)
            hook = await self._store.hook_of(room_id, Viewer(seat))
            if hook is None or not await self._is_worth_it(hook, seat, kind):
                return None
            pause = 0.0 if kind == "finished" else self._pause_s
            claimed = await self._store.claim(room_id, Viewer(seat), version, pause)
            if claimed is not None:
                return claimed
        return None

    async def _is_worth_it(self, hook: Hook, seat: Seat, kind: CallKind) -> bool:
        if not hook.always and self._rooms.presence.is_here(hook.room_id, seat):
            return False
        room = await self._rooms.room(hook.room_id)
        match kind:
            case "your_turn":
                return seat in room.to_act
            case "proposal":
                return any(seat in known.waiting for known in room.open_proposals())
            case "finished":
                return room.status == "finished"

    async def _call(self, hook: Hook, kind: CallKind) -> None:
        for wait in (*self._again_s, None):
            try:
                async with self._line:
                    await self._caller.call(hook, kind)
            except NotReached as error:
                logger.info("seat %s of room %s was not reached: %s", hook.viewer, hook.room_id, error)
                if wait is None or not error.again:
                    await self._store.failed(hook.room_id, hook.viewer, MOST_FAILURES)
                    return
                await asyncio.sleep(wait)
            else:
                await self._store.reached(hook.room_id, hook.viewer)
                return


def _news(room: Room, before: _Asked, now: _Asked) -> Iterator[tuple[Seat, CallKind]]:
    """Who is to be told what, of that which changed."""
    people = [seat for seat in room.seats if not room.is_bot(seat)]
    if now.is_over and not before.is_over:
        yield from ((seat, "finished") for seat in people)
        return
    asked_now = {seat for known in room.open_proposals() if known.n > before.proposals for seat in known.waiting}
    for seat in people:
        if seat in now.seats - before.seats:
            yield seat, "your_turn"
        elif seat in asked_now:
            yield seat, "proposal"
