"""Steps that wait for something, each begun when the one before it has ended; nobody waits for them."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable

logger = logging.getLogger(__name__)

Step = Callable[[], Awaitable[None]]


class InOrder:
    """A queue of steps, and the task that goes through it while there are any."""

    def __init__(self) -> None:
        self._steps: deque[Step] = deque()
        self._task: asyncio.Task[None] | None = None

    def add(self, step: Step) -> None:
        """What is to be done after all that was added before."""
        self._steps.append(step)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._go(), name="in order")

    def clear(self) -> None:
        """Nothing more is done, what is under way neither."""
        self._steps.clear()
        if self._task is not None:
            self._task.cancel()
            self._task = None

    async def _go(self) -> None:
        while self._steps:
            step = self._steps.popleft()
            try:
                await step()
            except Exception:
                logger.exception("a step failed; those after it are taken all the same")
