"""Rooms that nobody needs any more leave by themselves, a few at a time; whichever process comes first sees to it."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from app.rooms.values.ports import Keep, PruneStore, StoreUnavailable

logger = logging.getLogger(__name__)

FIRST_S: Final = 60.0
ROUND_S: Final = 600.0
MOST: Final = 1000
"""Of each kind in a round: ten times what an address can make in it."""


class Retention:
    """A task that prunes every ten minutes what ``keep`` no longer keeps."""

    def __init__(self, store: PruneStore, keep: Keep) -> None:
        self._store = store
        self._keep = keep
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begins, unless everything is kept for ever."""
        if self._keep != Keep():
            self._task = asyncio.create_task(self._prune_always(), name="retention")

    async def close(self) -> None:
        """Stops; what is under way leaves or stays as a whole."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _prune_always(self) -> None:
        await asyncio.sleep(FIRST_S)
        while True:
            try:
                if gone := await self._store.prune(self._keep, MOST):
                    logger.info("%d rooms that nobody opened for long are gone", gone)
            except StoreUnavailable as error:
                logger.warning("nothing pruned: %s", error)
            except Exception:
                logger.exception("nothing pruned")
            await asyncio.sleep(ROUND_S)
