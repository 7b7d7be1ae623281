"""Watches over the embedded PostgreSQL: starts it again when it dies, and ends the server when that does not help.

Whatever uses the database needs to know nothing of it: its address stays the same, and every connection is made anew by itself.
"""

from __future__ import annotations

import logging
import subprocess
import threading
import time
from types import TracebackType
from typing import Final, Protocol, Self

import psutil

from app.storage.embedded import Embedded, EmbeddedError

LOOK_S: Final = 0.25
PAUSES_S: Final = (0.0, 2.0, 8.0)
"""Before each of the starts in a row that may come to nothing; there are no more than these."""

STEADY_S: Final = 20.0
"""A start after which the database lives for less than this came to nothing."""

FAULTS: Final = (EmbeddedError, OSError, subprocess.SubprocessError, psutil.Error)

logger = logging.getLogger(__name__)


class Served(Protocol):
    """What the database is for."""

    @property
    def is_stopping(self) -> bool:
        """Whether it ends anyway, so that nothing is to be started for it."""

    def fail(self) -> None:
        """Ends it, as one that failed; called from a thread of the watch's own."""


class Watch:
    """Watches over ``embedded``, which was started, for as long as its ``with`` lasts, in a thread of its own."""

    def __init__(
        self,
        embedded: Embedded,
        served: Served,
        *,
        pauses_s: tuple[float, ...] = PAUSES_S,
        steady_s: float = STEADY_S,
    ) -> None:
        self._embedded = embedded
        self._served = served
        self._pauses_s = pauses_s
        self._steady_s = steady_s
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._run, name="database watch", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Never waits: a start that is under way gives way to the database's own ``stop``."""
        self._is_over.set()

    def _run(self) -> None:
        tried, began = 0, time.monotonic()
        while not self._is_over.wait(LOOK_S):
            died = self._embedded.died()
            if died is None or self._served.is_stopping:
                continue
            logger.error("the database died: %s", died)
            if time.monotonic() - began >= self._steady_s:
                tried = 0
            tried = self._bring_back(tried)
            began = time.monotonic()

    def _bring_back(self, tried: int) -> int:
        """Starts the database again, after ``tried`` starts in a row that came to nothing; answers how many there were then.
        Ends the server when there were too many."""
        for number, pause_s in enumerate(self._pauses_s[tried:], tried + 1):
            if self._is_over.wait(pause_s) or self._served.is_stopping:
                return tried
            try:
                self._embedded.start_again()
            except FAULTS as error:
                if not self._is_over.is_set():
                    logger.error("the database could not be started (%d of %d): %s", number, len(self._pauses_s), error)
                continue
            logger.warning("the database runs again (process %s): the game goes on", self._embedded.server_pid)
            return number
        logger.critical("the database was started %d times in a row in vain: the server ends", len(self._pauses_s))
        self._is_over.set()
        self._served.fail()
        return len(self._pauses_s)
