"""Work that would hold up everybody, done in a thread of its own: rooms take turns, so that none keeps the others waiting."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Final, TypeVar
from weakref import WeakValueDictionary

from app.rooms.values.errors import Busy

T = TypeVar("T")

SLICE: Final = 50
"""How many things are done before others have their turn, where there are thousands."""


class Aside:
    """One thread. ``whose`` work it is says who takes turns: of each there is at most one thing waiting for the thread, however
    many were asked for, and whoever waits longest is next."""

    def __init__(self, name: str) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix=name)
        self._free = asyncio.Lock()
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._is_closed = False

    async def do(self, whose: str, work: Callable[[], T]) -> T:
        """What ``work`` answers, or raises. It must not change what the event loop works with. Raises ``Busy`` where the server
        stops."""
        turn = self._turns.get(whose)
        if turn is None:
            turn = self._turns[whose] = asyncio.Lock()
        async with turn, self._free:
            if self._is_closed:
                raise Busy("the server stops")
            done = asyncio.get_running_loop().run_in_executor(self._thread, work)
            try:
                return await done
            except asyncio.CancelledError:
                asker = asyncio.current_task()
                if self._is_closed and asker is not None and not asker.cancelling():
                    raise Busy("the server stops") from None
                raise

    async def each(self, whose: str, work: Callable[[Sequence[T]], object], things: Sequence[T]) -> None:
        """Hands all ``things`` to ``work``, in order, some at a time."""
        for start in range(0, len(things), SLICE):
            await self.do(whose, partial(work, things[start : start + SLICE]))

    def close(self) -> None:
        """Lets go of the thread; what is being done is finished, what waits is not."""
        self._is_closed = True
        self._thread.shutdown(wait=False, cancel_futures=True)
