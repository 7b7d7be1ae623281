"""Who is connected, before anything was asked: every connection is a guest, counted by its address, let go when it is silent.

Where there is no room, whoever has been silent longest makes it, so that nobody who asks is kept out by somebody who does not.
Each server process counts for itself.
"""

from __future__ import annotations

import asyncio
import ipaddress
import time
from collections import Counter
from collections.abc import Callable
from typing import Final

import msgspec

from app.rooms.values.errors import TooFast
from app.web.wire.access import household
from app.web.wire.limits import Asker, Held, Kind, Limits
from app.web.wire.unread import Unread, unread_of

RESERVED_FOR_HEALTH: Final = 32
"""Connections beyond the last one that is served, on which it is only told how the server is."""
RESERVED_FOR_OTHERS: Final = 128
"""Descriptors of the process that are no connections of guests: database, worker processes, files, calls to others."""
FEWEST: Final = 16
"""Guests that are served however few descriptors there are."""


class Crowded(Exception):
    """Every connection that this process may serve is taken, by somebody who asks something."""


class Waits(msgspec.Struct, frozen=True):
    """How long is waited for a guest, in seconds: for the whole head of a request, from the first byte on (of a new connection:
    from its beginning); for the next request after an answer; for somebody who takes nothing of what was sent to them.
    ``look_s``: how often it is looked whether an answer is taken."""

    head_s: float = 10.0
    rest_s: float = 5.0
    unread_s: float = 30.0
    look_s: float = 5.0


class Guest:
    """One connection. ``refused`` says why nothing but its health is told to it; ``address`` is ``None`` for a named proxy,
    which asks for many others."""

    __slots__ = ("address", "deadline", "held", "refused", "transport", "unread", "unread_since")

    def __init__(self, transport: asyncio.Transport, address: str | None) -> None:
        self.transport = transport
        self.address = address
        self.deadline: float | None = None
        self.held: Held | None = None
        self.refused: TooFast | Crowded | None = None
        self.unread = Unread(0)
        self.unread_since: float | None = None


class Door:
    """The guests of this process. ``proxies`` are the addresses and networks whose connections are other people's, by commas."""

    def __init__(
        self, limits: Limits, proxies: str, waits: Waits | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.waits = waits or Waits()
        self.most: int | None = None
        self.let_go: Final = Counter({"head": 0, "unread": 0, "room": 0})
        self._limits = limits
        self._proxies = [ipaddress.ip_network(part.strip()) for part in proxies.split(",")]
        self._clock = clock
        self._guests: set[Guest] = set()
        self._silent: dict[Guest, None] = {}
        self._silent_at: dict[str, dict[Guest, None]] = {}
        self._looked_at = clock()

    @property
    def open(self) -> int:
        """How many guests there are."""
        return len(self._guests)

    def open_with(self, descriptors: int, in_use: int) -> None:
        """Lets no more guests in than ``descriptors`` allow for, of which ``in_use`` are taken already."""
        self.most = max(FEWEST, descriptors - in_use - RESERVED_FOR_OTHERS - RESERVED_FOR_HEALTH)

    def come(self, transport: asyncio.Transport, host: str | None) -> Guest:
        """A new connection from ``host``; where there is no room for it, it is refused once it has asked."""
        guest = Guest(transport, self._address_of(host))
        guest.deadline = self._clock() + self.waits.head_s
        self._guests.add(guest)
        self._make_room_at_address(guest)
        self._make_room(guest)
        if guest in self._guests:
            self._fall_silent(guest)
        return guest

    def hear(self, guest: Guest) -> None:
        """Some of a head has come."""
        if guest in self._silent and guest.deadline is None:
            guest.deadline = self._clock() + self.waits.head_s

    def ask(self, guest: Guest) -> None:
        """A whole head has come."""
        self._speak(guest)
        guest.deadline = None

    def rest(self, guest: Guest) -> None:
        """The guest has been answered, and may ask again; one who was refused goes."""
        if guest.refused is not None:
            guest.transport.close()
        elif guest in self._guests:
            self._fall_silent(guest)

    def leave(self, guest: Guest) -> None:
        """The connection is no more; a second time does nothing."""
        self._guests.discard(guest)
        self._speak(guest)
        if guest.held is not None:
            guest.held.let_go()

    def sweep(self) -> None:
        """Lets go whoever was waited for long enough; call it about twice a second."""
        now = self._clock()
        late = [guest for guest in self._silent if guest.deadline is not None and guest.deadline <= now]
        for guest in late:
            self._let_go(guest, "head")
        if now - self._looked_at >= self.waits.look_s:
            self._looked_at = now
            for guest in tuple(self._guests):
                self._look_at(guest, now)

    def _look_at(self, guest: Guest, now: float) -> None:
        """Lets go a guest who took nothing for long of what was sent, wherever that waits."""
        unread = unread_of(guest.transport)
        if unread.waiting == 0 or _took_some(guest.unread, unread):
            guest.unread_since = None
        elif guest.unread_since is None:
            guest.unread_since = now
        elif now - guest.unread_since >= self.waits.unread_s:
            self._let_go(guest, "unread")
        guest.unread = unread

    def _address_of(self, host: str | None) -> str | None:
        try:
            address = ipaddress.ip_address(host or "")
        except ValueError:
            return household(host)
        return None if any(address in network for network in self._proxies) else household(host)

    def _make_room_at_address(self, guest: Guest) -> None:
        if guest.address is None:
            return
        asker = Asker(guest.address)
        try:
            guest.held = self._limits.hold(Kind.LINES, asker)
        except TooFast as error:
            oldest = next(iter(self._silent_at.get(guest.address, ())), None)
            if oldest is None:
                guest.refused = error
                return
            self._let_go(oldest, "room")
            try:
                guest.held = self._limits.hold(Kind.LINES, asker)
            except TooFast as still:
                guest.refused = still

    def _make_room(self, guest: Guest) -> None:
        """Whoever has been silent longest goes. Where nobody is silent, the reserve takes some who may ask for health alone."""
        if self.most is None or len(self._guests) <= self.most:
            return
        oldest = next(iter(self._silent), None)
        if oldest is not None:
            self._let_go(oldest, "room")
        if len(self._guests) > self.most:
            guest.refused = guest.refused or Crowded()
        if len(self._guests) > self.most + RESERVED_FOR_HEALTH:
            self._let_go(guest, "room")

    def _let_go(self, guest: Guest, why: str) -> None:
        self.leave(guest)
        self.let_go[why] += 1
        guest.transport.abort()

    def _fall_silent(self, guest: Guest) -> None:
        self._silent[guest] = None
        if guest.address is not None:
            self._silent_at.setdefault(guest.address, {})[guest] = None

    def _speak(self, guest: Guest) -> None:
        self._silent.pop(guest, None)
        if guest.address is None:
            return
        here = self._silent_at.get(guest.address)
        if here is not None:
            here.pop(guest, None)
            if not here:
                del self._silent_at[guest.address]


def _took_some(before: Unread, now: Unread) -> bool:
    """Whether something was taken in between; where nobody can say, whether less waits, though more may have been sent."""
    if before.taken is None or now.taken is None:
        return now.waiting < before.waiting
    return now.taken > before.taken
