"""How long the event loop was held up: a small task that sleeps, and sees how much later than it wanted it wakes."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Final

BEAT_S: Final = 0.01


class Beat:
    """Counts only while it runs."""

    def __init__(self) -> None:
        self._longest_s = 0.0
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Call once, in the loop that is to be watched."""
        self._task = asyncio.create_task(self._watch(), name="beat")

    async def close(self) -> None:
        """Ends it."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    def longest(self) -> float:
        """The longest time, in seconds, for which nobody was served since this was last asked."""
        found, self._longest_s = self._longest_s, 0.0
        return found

    async def _watch(self) -> None:
        clock = asyncio.get_running_loop().time
        while True:
            wanted = clock() + BEAT_S
            await asyncio.sleep(BEAT_S)
            self._longest_s = max(self._longest_s, clock() - wanted)
