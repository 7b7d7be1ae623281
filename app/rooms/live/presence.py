"""Who is at a table, and where they point: told to everybody who looks on, through every process, and stored nowhere.

Somebody is here while they have a live line (a page's or program's socket, or a stream) and two seconds longer, so that a
reload is no coming and going. Each process tells the others of its own viewers when they change and every few seconds;
one that falls silent is forgotten soon.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar, Final, Literal

import msgspec

from app.engine.types import SPECTATOR, Seat, Viewer
from app.rooms.live.feeds import Subscription
from app.rooms.live.hub import Hub
from app.rooms.room.deltas import Passing
from app.rooms.room.room import sees_as
from app.rooms.values.ports import HOST, Relay

logger = logging.getLogger(__name__)

GRACE_S: Final = 2.0
"""How long somebody whose line ended still counts as here."""

BEAT_S: Final = 3.0
FADES_S: Final = 7.0
"""How often a process says who its viewers are, and after what silence they no longer count."""

AT_ONCE: Final = 200
"""Of so many rooms a process speaks in one breath, lest it hold up what else there is to say."""

SOON_S: Final = 0.1
"""Whoever comes or goes within this time is told of at once."""

Audience = Literal["everybody", "players", "spectators"]


class Here(Passing, frozen=True):
    """Who is here: the seats with a live line, in their order, and how many spectators. The host is neither."""

    seats: tuple[Seat, ...] = ()
    spectators: int = 0


class Pointed(Passing, frozen=True):
    """Where ``viewer`` points or what they measure: ``shape`` is JSON-ready."""

    may_be_lost: ClassVar[bool] = True
    viewer: Viewer
    shape: Mapping[str, Any]


class _HereNote(msgspec.Struct, frozen=True, tag="here", tag_field="kind"):
    """What one process tells the others of its own viewers of a room; nobody: forget it."""

    origin: str
    seats: tuple[str, ...]
    spectators: int


class _PointedNote(msgspec.Struct, frozen=True, tag="pointed", tag_field="kind"):
    """What a process passes on of what one of its viewers shows."""

    viewer: str
    audience: Audience
    shape: dict[str, Any]


class _Elsewhere(msgspec.Struct, frozen=True):
    """The viewers of another process, and when it told of them."""

    here: Here
    at_s: float


class _Company:
    """The people of one room, as far as this process knows. ``leaving`` are those whose line has just ended; ``told`` is
    what this process's viewers last heard, ``shared`` what the other processes did; ``changed_s`` is when a seat was last
    seen to come or go, ``acted_s`` when it did something, ``began_s`` since when anybody looks on."""

    def __init__(self, began_s: float) -> None:
        self.began_s = began_s
        self.changed_s: dict[Seat, float] = {}
        self.acted_s: dict[Seat, float] = {}
        self.lines: Counter[Viewer] = Counter()
        self.leaving: dict[Viewer, deque[asyncio.TimerHandle]] = {}
        self.elsewhere: dict[str, _Elsewhere] = {}
        self.told = Here()
        self.shared = Here()
        self.telling: asyncio.TimerHandle | None = None

    def own(self) -> Here:
        """Who is here through this process."""
        counted = Counter(self.lines)
        counted.update({viewer: len(timers) for viewer, timers in tuple(self.leaving.items())})
        seats = sorted(viewer for viewer, count in counted.items() if count and viewer not in (SPECTATOR, HOST))
        return Here(tuple(Seat(seat) for seat in seats), counted[SPECTATOR])

    def everybody(self) -> Here:
        """Who is here through any process."""
        # Pages are drawn in another thread, too: what is looked through must not change meanwhile.
        parts = [self.own(), *(other.here for other in tuple(self.elsewhere.values()))]
        seats = sorted({seat for part in parts for seat in part.seats})
        return Here(tuple(seats), sum(part.spectators for part in parts))

    def is_empty(self) -> bool:
        """Whether there is nothing to remember or to say any more."""
        return not (self.lines.total() or any(self.leaving.values()) or self.elsewhere or self.telling)


class Presence:
    """Who is here in the rooms of this server; rings with ``hub``, and speaks through ``relay``."""

    def __init__(
        self,
        hub: Hub,
        relay: Relay,
        *,
        clock: Callable[[], float] = time.monotonic,
        grace_s: float = GRACE_S,
        beat_s: float = BEAT_S,
    ) -> None:
        self._hub = hub
        self._relay = relay
        self._clock = clock
        self._grace_s = grace_s
        self._beat_s = beat_s
        self._origin = secrets.token_hex(6)
        self._rooms: dict[str, _Company] = {}
        self._task: asyncio.Task[None] | None = None
        self._came: list[Callable[[str, Viewer], None]] = []
        hub.ring(self)

    def on_came(self, listener: Callable[[str, Viewer], None]) -> None:
        """Calls ``listener``, which never waits, with every live line that somebody opens to a room of this process."""
        self._came.append(listener)

    def start(self) -> None:
        """Begins to tell the other processes every few seconds."""
        self._task = asyncio.create_task(self._run(), name="presence")

    async def close(self) -> None:
        """Stops. The others forget this process's viewers by its silence: they may come back through another."""
        for company in self._rooms.values():
            for timers in company.leaving.values():
                for timer in timers:
                    timer.cancel()
            if company.telling is not None:
                company.telling.cancel()
        self._rooms.clear()
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    def of(self, room_id: str) -> Here:
        """Who is here now, through any process."""
        company = self._rooms.get(room_id)
        return Here() if company is None else company.everybody()

    def is_here(self, room_id: str, seat: Seat) -> bool:
        """Whether somebody looks on from ``seat``."""
        return seat in self.of(room_id).seats

    def for_s(self, room_id: str, seat: Seat) -> float:
        """For how many seconds ``seat`` has been here, or away, as far as this process knows: it saw nothing before anybody
        looked on."""
        company = self._rooms.get(room_id)
        if company is None:
            return 0.0
        return max(0.0, self._clock() - company.changed_s.get(seat, company.began_s))

    def has_seen(self, room_id: str, seat: Seat) -> bool:
        """Whether ``seat`` came or went while this process looked on."""
        company = self._rooms.get(room_id)
        return company is not None and seat in company.changed_s

    def acted(self, room_id: str, seat: Seat) -> None:
        """``seat`` did something that everybody is told: who plays without a live line is not away either. Of what some are not
        told nobody must learn by it."""
        company = self._rooms.get(room_id)
        if company is not None:
            company.acted_s[seat] = self._clock()

    def away_s(self, room_id: str, seat: Seat) -> float:
        """For how many seconds nothing was seen of ``seat``, neither a live line nor an act; 0 while it is here."""
        company = self._rooms.get(room_id)
        if company is None or self.is_here(room_id, seat):
            return 0.0
        return min(self.for_s(room_id, seat), self._clock() - company.acted_s.get(seat, company.began_s))

    def point(self, room_id: str, sender: Subscription, shape: Mapping[str, Any], *, is_delayed: bool) -> None:
        """Shows everybody whom it is for where ``sender`` points or what they measure. What spectators show is for
        spectators, lest they advise the players; where spectators see the game late, what players show is for players."""
        viewer = sender.viewer
        if sees_as(viewer) == SPECTATOR:
            audience: Audience = "spectators"
        else:
            audience = "players" if is_delayed else "everybody"
        self._hub.pass_on(room_id, Pointed(viewer, shape), to=_among(audience), sender=sender)
        self._relay.share(room_id, msgspec.to_builtins(_PointedNote(viewer, audience, dict(shape))))

    def shared(self, room_id: str, note: Mapping[str, Any]) -> None:
        """Takes in what another process says; what cannot be read comes from another version of us, and is left alone."""
        try:
            told: _HereNote | _PointedNote = msgspec.convert(note, _HereNote | _PointedNote)
        except msgspec.ValidationError:
            return
        match told:
            case _HereNote():
                self._hear(room_id, told)
            case _PointedNote():
                shown = Pointed(Viewer(told.viewer), told.shape)
                self._hub.pass_on(room_id, shown, to=_among(told.audience))

    def came(self, room_id: str, viewer: Viewer) -> None:
        """A live line more: it takes the place of one that has just ended."""
        company = self._rooms.setdefault(room_id, _Company(self._clock()))
        timers = company.leaving.get(viewer)
        if timers:
            timers.popleft().cancel()
        company.lines[viewer] += 1
        self._tell_soon(room_id, company)
        for listener in self._came:
            listener(room_id, viewer)

    def went(self, room_id: str, viewer: Viewer) -> None:
        """A live line less."""
        company = self._rooms.get(room_id)
        if company is None:
            return  # closed already
        company.lines[viewer] -= 1
        timers = company.leaving.setdefault(viewer, deque())
        timers.append(asyncio.get_running_loop().call_later(self._grace_s, self._gone, room_id, viewer))

    def beat(self, room_ids: Iterable[str] | None = None) -> None:
        """Tells the other processes who is here through this one, and forgets those that fell silent; in some rooms, or
        in all."""
        oldest = self._clock() - FADES_S
        for room_id in tuple(self._rooms if room_ids is None else room_ids):
            company = self._rooms.get(room_id)
            if company is None:
                continue
            silent = [origin for origin, other in company.elsewhere.items() if other.at_s < oldest]
            for origin in silent:
                del company.elsewhere[origin]
            if silent:
                self._tell_soon(room_id, company)
            if company.own() != Here():
                self._share(room_id, company)
            elif company.is_empty():
                del self._rooms[room_id]

    def _gone(self, room_id: str, viewer: Viewer) -> None:
        company = self._rooms[room_id]
        company.leaving[viewer].popleft()
        self._tell_soon(room_id, company)

    def _hear(self, room_id: str, note: _HereNote) -> None:
        company = self._rooms.setdefault(room_id, _Company(self._clock()))
        here = Here(tuple(Seat(seat) for seat in note.seats), note.spectators)
        is_new = note.origin not in company.elsewhere
        if here == Here():
            company.elsewhere.pop(note.origin, None)
        else:
            company.elsewhere[note.origin] = _Elsewhere(here, self._clock())
            if is_new:
                company.shared = Here()  # it cannot know who is here through this process
        self._tell_soon(room_id, company)

    def _tell_soon(self, room_id: str, company: _Company) -> None:
        if company.telling is None:
            loop = asyncio.get_running_loop()
            company.telling = loop.call_later(SOON_S, self._tell, room_id, company)

    def _tell(self, room_id: str, company: _Company) -> None:
        company.telling = None
        if company.own() != company.shared:
            self._share(room_id, company)
        here = company.everybody()
        if here != company.told:
            company.changed_s |= dict.fromkeys(set(here.seats) ^ set(company.told.seats), self._clock())
            company.told = here
            self._hub.pass_on(room_id, here)
        if company.is_empty():
            self._rooms.pop(room_id, None)

    def _share(self, room_id: str, company: _Company) -> None:
        company.shared = company.own()
        note = _HereNote(self._origin, company.shared.seats, company.shared.spectators)
        self._relay.share(room_id, msgspec.to_builtins(note))

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(self._beat_s)
            room_ids = list(self._rooms)
            for first in range(0, len(room_ids), AT_ONCE):
                try:
                    self.beat(room_ids[first : first + AT_ONCE])
                except Exception:
                    logger.exception("somebody may seem to be away to other processes")
                await asyncio.sleep(SOON_S)


def _among(audience: Audience) -> Callable[[Viewer], bool]:
    """Whether a viewer belongs to an audience; the host sees what spectators do."""
    if audience == "everybody":
        return lambda viewer: True
    are_spectators = audience == "spectators"
    return lambda viewer: (sees_as(viewer) == SPECTATOR) == are_spectators
