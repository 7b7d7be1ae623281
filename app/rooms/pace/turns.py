"""Whose question is worked out next, where there are more questions than workers: everybody's in turn, so that nobody who
asks much keeps others waiting."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from typing import Final

import msgspec

from app.rooms.values.errors import TooFast

MOST_WAITING: Final = 16
"""Questions of one link that wait: a page asks four or five at once, a program one."""
MOST_IN_ALL: Final = 500
_KNOWN: Final = 10_000
_AGAIN_S: Final = 2
"""What somebody is told to wait for whom there is no place to wait."""


class Who(msgspec.Struct, frozen=True):
    """Who takes turns: an address, and the link held there."""

    address: str = ""
    link: str = ""


class _Waiting(msgspec.Struct, eq=False):
    who: Who
    number: int
    place: asyncio.Future[None]


class Turns:
    """``places`` things are done at a time: one of a link, and of an address all but one, so that another's finds a place."""

    def __init__(self, places: int) -> None:
        self._places: Final = places
        self._most_of_address: Final = max(1, places - 1)
        self._waiting: list[_Waiting] = []
        self._links: Counter[Who] = Counter()
        self._addresses: Counter[str] = Counter()
        self._served: dict[str | Who, int] = {}
        self._numbers = count(1)

    @property
    def waiting(self) -> int:
        """How many wait."""
        return len(self._waiting)

    @asynccontextmanager
    async def turn(self, who: Who, seconds: float) -> AsyncIterator[None]:
        """A place, as long as the ``with`` lasts. Raises ``TooFast`` where too many wait already, or after waiting ``seconds``."""
        if len(self._waiting) >= MOST_IN_ALL or sum(each.who == who for each in self._waiting) >= MOST_WAITING:
            raise TooFast(_AGAIN_S)
        waiting = _Waiting(who, next(self._numbers), asyncio.get_running_loop().create_future())
        self._waiting.append(waiting)
        self._call()
        try:
            async with asyncio.timeout(seconds):
                await waiting.place
        except BaseException as error:
            self._leave(waiting)
            if isinstance(error, TimeoutError):
                raise TooFast(_AGAIN_S) from None
            raise
        try:
            yield
        finally:
            self._give_back(who)

    def _leave(self, waiting: _Waiting) -> None:
        """Waits no more; a place that came at this very moment goes to the next."""
        if waiting in self._waiting:
            self._waiting.remove(waiting)
        else:
            self._give_back(waiting.who)

    def _give_back(self, who: Who) -> None:
        self._links[who] -= 1
        self._addresses[who.address] -= 1
        self._call()

    def _call(self) -> None:
        """Gives free places to those whose turn it is."""
        while self._addresses.total() < self._places:
            free = [each for each in self._waiting if not each.place.done() and self._may_go(each.who)]
            if not free:
                break
            first = min(free, key=self._rank)
            self._waiting.remove(first)
            self._links[first.who] += 1
            self._addresses[first.who.address] += 1
            self._served[first.who.address] = self._served[first.who] = next(self._numbers)
            first.place.set_result(None)
        self._forget()

    def _may_go(self, who: Who) -> bool:
        return not self._links[who] and self._addresses[who.address] < self._most_of_address

    def _rank(self, waiting: _Waiting) -> tuple[int, int, int, int]:
        who = waiting.who
        return self._addresses[who.address], self._served.get(who.address, 0), self._served.get(who, 0), waiting.number

    def _forget(self) -> None:
        """Keeps nothing of those who neither ask nor are answered."""
        self._links += Counter()
        self._addresses += Counter()
        if not self._links or len(self._served) > _KNOWN:
            self._served.clear()
