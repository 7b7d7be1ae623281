"""Who comes next where one at a time can be served: everybody for the same time, and whoever is quick need not wait for the slow."""

from __future__ import annotations

import asyncio
import heapq
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from itertools import count
from typing import Final

import msgspec

_MOST_REMEMBERED: Final = 1000
_SHARE_OF_NEW: Final = 0.1


class _Past(msgspec.Struct, frozen=True):
    """When somebody's next turn would begin if all were served at once, each at the same pace; how long the last one took."""

    end: float
    took: float


class FairShare:
    """Hands out one turn at a time, to whomever it would end first if all were served at once, each at the same pace (weighted
    fair queueing). So those with long turns get no more of the time than those with short ones, who hardly wait for them: a turn
    is expected to last as long as the last one, that of somebody new as long as most do. ``clock`` tells seconds.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._now = 0.0  # the latest beginning of a turn that was given
        self._usual = 0.0
        self._past: dict[str, _Past] = {}
        self._waiting: list[tuple[float, int, float, asyncio.Future[None]]] = []
        self._numbers = count()
        self._is_taken = False

    @property
    def waiting(self) -> int:
        """How many wait for their turn."""
        return len(self._waiting)

    @asynccontextmanager
    async def turn(self, who: str) -> AsyncIterator[None]:
        """A turn of ``who``, for as long as the ``with`` lasts."""
        past = self._past.get(who) or _Past(self._now, self._usual)
        start = max(self._now, past.end)
        come: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._waiting, (start + past.took, next(self._numbers), start, come))
        self._call()
        try:
            await come
        except asyncio.CancelledError:
            if not come.cancelled():  # it came in the same moment
                self._end()
            raise
        begun = self._clock()
        try:
            yield
        finally:
            took = self._clock() - begun
            self._past[who] = _Past(start + took, took)
            self._usual += (took - self._usual) * _SHARE_OF_NEW
            self._end()

    def _end(self) -> None:
        self._is_taken = False
        if len(self._past) > _MOST_REMEMBERED + 2 * self.waiting:
            self._past = {who: past for who, past in self._past.items() if past.end > self._now}
        self._call()

    def _call(self) -> None:
        """Gives the turn, if nobody has it, to whoever comes first."""
        while self._waiting and not self._is_taken:
            _, _, start, come = heapq.heappop(self._waiting)
            if not come.cancelled():
                self._now = max(self._now, start)
                self._is_taken = True
                come.set_result(None)
