"""How often somebody may ask: a token bucket for each kind of request and each asker."""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Final

import msgspec

from app.rooms.errors import TooFast

_MOST_BUCKETS: Final = 20_000


class Kind(StrEnum):
    """What is counted. Rooms and sockets are counted by address; what a seat does, by its link."""

    ROOMS = "rooms"
    ACTIONS = "actions"
    MESSAGES = "messages"
    QUESTIONS = "questions"
    SOCKETS = "sockets"
    POINTERS = "pointers"


class Figure(msgspec.Struct, frozen=True):
    """``burst`` requests at once, and ``per_minute`` in the long run."""

    burst: int
    per_minute: int


DEFAULT: Final[Mapping[Kind, Figure]] = {
    Kind.ROOMS: Figure(burst=20, per_minute=10),
    Kind.ACTIONS: Figure(burst=60, per_minute=600),
    Kind.MESSAGES: Figure(burst=10, per_minute=60),
    Kind.QUESTIONS: Figure(burst=120, per_minute=1200),
    Kind.SOCKETS: Figure(burst=60, per_minute=120),
    Kind.POINTERS: Figure(burst=60, per_minute=1200),
}


class Limits:
    """Counts requests of one process; ``figures`` empty switches every limit off."""

    def __init__(self, figures: Mapping[Kind, Figure], clock: Callable[[], float] = time.monotonic) -> None:
        self._figures = figures
        self._clock = clock
        self._buckets: OrderedDict[tuple[Kind, str], tuple[float, float]] = OrderedDict()

    @classmethod
    def named(cls, name: str) -> Limits:
        """The limits of the setting ``LIMITS``: ``default`` or ``off``."""
        return cls({} if name == "off" else DEFAULT)

    def take(self, kind: Kind, who: str) -> None:
        """Counts one request of ``who``; raises ``TooFast`` with the wait until the next is allowed."""
        figure = self._figures.get(kind)
        if figure is None:
            return
        now = self._clock()
        per_second = figure.per_minute / 60
        left, since = self._buckets.pop((kind, who), (float(figure.burst), now))
        left = min(figure.burst, left + (now - since) * per_second)
        allowed = left >= 1
        self._buckets[kind, who] = (left - 1 if allowed else left, now)
        if len(self._buckets) > _MOST_BUCKETS:
            self._buckets.popitem(last=False)
        if not allowed:
            raise TooFast(math.ceil((1 - left) / per_second))
