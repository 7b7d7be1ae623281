"""Work that is done to its end even if whoever waits for it goes away."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any, TypeVar

logger = logging.getLogger(__name__)
Answer = TypeVar("Answer")


class Unbroken:
    """What is under way."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    def begin(self, work: Coroutine[Any, Any, Answer]) -> asyncio.Task[Answer]:
        """Begins ``work``, for which nobody has to wait."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def finish(self, work: Coroutine[Any, Any, Answer]) -> Answer:
        """Does ``work`` to its end and answers what it answers."""
        task = self.begin(work)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            task.add_done_callback(_log_failure)
            raise

    async def close(self) -> None:
        """Waits until everything is done, also what was begun meanwhile."""
        while self._tasks:
            await asyncio.wait(self._tasks)


def _log_failure(task: asyncio.Task[Any]) -> None:
    if not task.cancelled() and task.exception() is not None:
        logger.info("nobody waits any more for what failed with %r", task.exception())
