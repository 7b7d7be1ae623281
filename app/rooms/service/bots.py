"""Seats played by strategies. A strategy thinks in a worker process, on a world its seat cannot tell from the real one;
the room judges what it answers as it judges anybody."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import secrets
from collections.abc import Callable, Iterable
from typing import Any, Final, Protocol

import msgspec

from app.engine.refusal import InvalidInput
from app.engine.types import Seat
from app.rooms.pace.fairness import FairShare
from app.rooms.room.room import Room
from app.rooms.values import strategies
from app.rooms.values.errors import Busy, RoomError
from app.rooms.values.ports import Relay, StoreUnavailable, is_campaign
from app.rooms.workers.workers import NoWorkerFree, Workers

logger = logging.getLogger(__name__)

THINKING_S: Final = 5.0
TRIES: Final = 12
"""After so many decisions in a row that came to nothing, a bot rests."""
REST_S: Final = 30.0
AWAY_S: Final = 1.0
"""How long bots wait for a store that is away, for a worker to be free, or for another process that plays the room."""


def rest_s(thought_s: float, delay_s: float) -> float:
    """How long a bot that has thought so long still waits: it acts after a whole number of delays, so that how long it thought tells
    little of what it had to think about."""
    return max(1, math.ceil(thought_s / delay_s)) * delay_s - thought_s if delay_s else 0.0


class _Turns:
    """Whose go it is among a room's bots. One that would only do again what it did waits until something happens."""

    def __init__(self) -> None:
        self._waits: dict[Seat, int] = {}  # the version of the room at which a seat began to wait
        self._last: Seat | None = None

    def next(self, room: Room) -> Seat | None:
        """A bot that is asked: first who has a proposal to answer, then whoever was last, as long as that one is asked, so that nobody
        comes between what belongs together; then the next one round the table. ``None`` if all wait for others."""
        proposed_to = {seat for known in room.open_proposals() for seat in known.waiting}
        answering = next((seat for seat in room.bots_asked() if seat in proposed_to), None)
        if answering is not None:
            return answering
        asked = [seat for seat in room.bots_asked() if not self._is_waiting(seat, room)]
        if not asked:
            return None
        if self._last not in asked:
            self._last = next((seat for seat in asked if self._last is not None and seat > self._last), asked[0])
        return self._last

    def may_wait(self, seat: Seat, room: Room) -> bool:
        """Whether anybody else is asked too who does not wait either."""
        return any(other != seat and not self._is_waiting(other, room) for other in room.to_act)

    def wait(self, seat: Seat, version: int) -> None:
        """A seat waits as long as the room stays at ``version``."""
        self._waits[seat] = version

    def _is_waiting(self, seat: Seat, room: Room) -> bool:
        return self._waits.get(seat) == room.version


class RoomsOfBots(Protocol):
    """What bots need of the rooms they play in."""

    async def room(self, room_id: str, /) -> Room:
        """The room itself, to be looked at and never changed."""
        ...

    async def catch_up(self, room_id: str, /) -> None:
        """Takes in what other processes did."""
        ...

    async def act_for_bot(self, room_id: str, seat: Seat, action: object, /) -> None:
        """Plays what a bot decided."""
        ...

    async def answer_for_bot(self, room_id: str, seat: Seat, n: int, /) -> None:
        """A bot's yes to a proposal."""
        ...


class Bots:
    """Plays every seat that is a bot's, one act at a time in each room. Every process that has a room in memory is
    ready to; the relay's claim decides which one does, and the others wait until it lets go or dies. ``pool`` thinks for one
    room at a time, and for each as long as for any other."""

    def __init__(
        self,
        rooms: RoomsOfBots,
        relay: Relay,
        pool: Workers,
        *,
        delay_s: float,
        seed: Callable[[], int] = lambda: secrets.randbits(64),
    ) -> None:
        self._rooms = rooms
        self._relay = relay
        self._pool = pool
        self._delay_s = delay_s
        self._seed = seed
        self._share = FairShare()
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._waker: asyncio.Task[None] | None = None
        self._is_closed = False

    @property
    def waiting(self) -> int:
        """How many rooms wait for their bots' turn to think."""
        return self._share.waiting

    def start(self, room_ids: Iterable[str]) -> None:
        """Wakes the bots of rooms in play whom nobody may be playing: when a process starts, and when one has ended."""
        if self._waker is not None:
            self._waker.cancel()
        if not self._is_closed:
            self._waker = asyncio.create_task(self._wake_all(tuple(room_ids)), name="wake bots")

    def wake(self, room: Room) -> None:
        """Lets the bots of a room play on, if it waits for any; never waits."""
        room_id = room.header.id
        if room_id not in self._tasks and not self._is_closed and room.bots_asked():
            self._tasks[room_id] = asyncio.create_task(self._play(room_id), name=f"bots of {room_id}")

    async def close(self) -> None:
        """Stops playing; whatever was accepted stands, and the next start goes on from there."""
        self._is_closed = True
        tasks = [*self._tasks.values(), *([self._waker] if self._waker is not None else [])]
        for task in tasks:
            task.cancel()
        for task in tasks:
            with contextlib.suppress(asyncio.CancelledError):
                await task

    async def _wake_all(self, room_ids: tuple[str, ...]) -> None:
        for room_id in room_ids:
            try:
                self.wake(await self._rooms.room(room_id))
            except (RoomError, StoreUnavailable) as error:
                logger.warning("the bots of room %s sleep on: %r", room_id, error)

    async def _play(self, room_id: str) -> None:
        turns = _Turns()
        try:
            while turns.next(await self._rooms.room(room_id)) is not None:
                try:
                    await self._play_on(room_id, turns)
                finally:
                    await self._relay.release(room_id)
        except Exception:
            logger.exception("the bots of room %s stopped", room_id)
        finally:
            self._tasks.pop(room_id, None)

    async def _play_on(self, room_id: str, turns: _Turns) -> None:
        """Plays as long as the room waits for its bots, whenever it is this process's turn to."""
        failures = 0
        while seat := turns.next(room := await self._rooms.room(room_id)):
            try:
                if await self._relay.claim(room_id):
                    await self._serve(room, seat, turns, failures)
                    failures = 0
                else:
                    await asyncio.sleep(AWAY_S)
                    await self._rooms.catch_up(room_id)
            except (StoreUnavailable, NoWorkerFree):
                await asyncio.sleep(AWAY_S)
            except (RoomError, InvalidInput) as error:
                failures += 1
                logger.info("a bot of room %s tries again: %r", room_id, error)
                if failures % TRIES == 0:
                    logger.error("a bot of room %s found nothing to do in %d tries", room_id, failures)
                    await asyncio.sleep(REST_S)

    async def _serve(self, room: Room, seat: Seat, turns: _Turns, failures: int) -> None:
        room_id = room.header.id
        for known in room.open_proposals():
            if seat in known.waiting:
                await self._rooms.answer_for_bot(room_id, seat, known.n)
                return
        asked_at = asyncio.get_running_loop().time()
        async with self._share.turn(room_id):  # the world is made only now: nothing is kept for those who wait
            room = await self._rooms.room(room_id)
            if seat not in room.to_act:
                return
            version, may_wait = room.version, turns.may_wait(seat, room)
            action = await self._decide(room, seat, failures, may_wait=may_wait)
        await asyncio.sleep(rest_s(asyncio.get_running_loop().time() - asked_at, self._delay_s))
        if action is not None:
            await self._rooms.act_for_bot(room_id, seat, action)
        elif may_wait:
            turns.wait(seat, version)
        else:
            raise Busy("the strategy found nothing to do")

    async def _decide(self, room: Room, seat: Seat, failures: int, *, may_wait: bool = False) -> Any:
        """An action as JSON, or ``None``. After a failure (the worker took too long, broke down, or what it said was refused) it is
        played at random; after more of them only what the seat is offered is tried: that is legal in the real world too."""
        seed = self._seed()
        world = strategies.world_for(room.system, room.state, seat, seed)
        payload = {
            "state": msgspec.Raw(msgspec.json.encode(world)),
            "seat": seat,
            "strategy": "random" if failures else room.strategy_of(seat),
            "seed": seed,
            "only_offers": failures >= TRIES // 3,
            "may_wait": may_wait,
            "of_campaign": is_campaign(room.header.id),
        }
        return (await self._pool.ask("bot", room.header.game, payload, THINKING_S))["action"]
