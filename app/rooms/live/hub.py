"""Live viewers of this process: what changed is kept for a while, rendered once per flavour, and put into outboxes.

Nothing here ever waits for a viewer: an outbox that overflows is emptied and its viewer told to resync.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Hashable, Iterable, Set
from functools import partial
from typing import Any, Final, Protocol

import msgspec

from app.engine.types import SPECTATOR, Viewer
from app.rooms.pace.aside import Aside
from app.rooms.pace.in_order import InOrder
from app.rooms.room.deltas import Delta, Passing, Render
from app.rooms.values.ports import HOST

logger = logging.getLogger(__name__)

KEPT: Final = 256
OUTBOX: Final = 64

Draw = Callable[[Callable[[], Any]], Awaitable[Any]]
"""Does something where it holds up nobody, and answers what came of it."""


class _Resync:
    """The type of ``RESYNC``."""

    def __repr__(self) -> str:
        return "RESYNC"


RESYNC: Final = _Resync()
"""Comes out of a subscription instead of messages that are no longer there: read the present state anew."""


class Doorbell(Protocol):
    """Hears who comes to watch a room and who goes."""

    def came(self, room_id: str, viewer: Viewer) -> None:
        """A live viewer more."""
        ...

    def went(self, room_id: str, viewer: Viewer) -> None:
        """A live viewer less."""
        ...


class _Silent:
    """Nobody hears."""

    def came(self, room_id: str, viewer: Viewer) -> None:
        """Does nothing."""

    def went(self, room_id: str, viewer: Viewer) -> None:
        """Does nothing."""


class Subscription:
    """The messages for one live viewer, in order: an asynchronous iterator with a bounded outbox.

    Ends when closed; ``closed_with`` then says why (``revoked``, ``shutdown`` or the closer's own word).
    """

    __slots__ = (
        "_feed",
        "_limit",
        "_outbox",
        "_waiter",
        "closed_with",
        "flavour",
        "is_begun",
        "is_drawn",
        "link",
        "render",
        "straight",
        "viewer",
    )

    def __init__(
        self, feed: _Feed, viewer: Viewer, flavour: Hashable, render: Render, outbox: int, link: bytes | None
    ) -> None:
        self._feed = feed
        self._limit = outbox
        self._outbox: list[Any] = []  # mostly empty, of many: a deque or an Event would weigh more than all the rest
        self._waiter: asyncio.Future[None] | None = None
        self.viewer = viewer
        self.link = link
        self.flavour = flavour
        self.render = render
        self.closed_with: str | None = None
        self.is_drawn = False
        """Its messages are drawn aside, and come a little later."""
        self.is_begun = True
        """Whatever it missed was handed over; only then comes what happens."""
        self.straight: Callable[[Any], bool] | None = None
        """Takes a message at once, if it can, while none waits in the outbox."""

    def begin_with(self, messages: Iterable[Any]) -> None:
        """Fills the outbox of a new subscription, however many there are, before whatever came since."""
        self._outbox[:0] = messages
        self.is_begun = True
        self._wake()

    def put(self, message: Any) -> None:
        """Hands a message over; a full outbox is emptied and holds ``RESYNC`` instead."""
        if self.closed_with is not None:
            return
        is_free = self.is_begun and not self._outbox and message is not RESYNC
        if is_free and self.straight is not None and self.straight(message):
            return
        if len(self._outbox) >= self._limit:
            self._outbox.clear()
            message = RESYNC
        self._outbox.append(message)
        self._feed.count.resyncs += message is RESYNC
        self._wake()

    @property
    def waiting(self) -> int:
        """How many messages nobody took yet."""
        return len(self._outbox)

    def offer(self, message: Any) -> None:
        """Hands over what may as well be lost: a viewer who is behind goes without."""
        if 2 * len(self._outbox) < self._limit:
            self.put(message)

    def close(self, reason: str) -> None:
        """Ends the iteration at once; what was not yet taken is dropped. The first reason counts."""
        if self.closed_with is None:
            self.closed_with = reason
            self._outbox.clear()
            self._feed.leave(self)
            self._wake()

    def __aiter__(self) -> Subscription:
        return self

    async def __anext__(self) -> Any:
        while not (self._outbox and self.is_begun):
            if self.closed_with is not None:
                raise StopAsyncIteration
            self._waiter = asyncio.get_running_loop().create_future()
            await self._waiter
        return self._outbox.pop(0)

    def _wake(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)


class _Kept(msgspec.Struct):
    """A delta that may be resumed from, and its messages by flavour as far as anybody needed them."""

    delta: Delta
    messages: dict[Hashable, Any]

    def message(self, flavour: Hashable, render: Render) -> Any:
        if flavour not in self.messages:
            self.messages[flavour] = _rendered(self.delta, flavour, render)
        return self.messages[flavour]


class Count(msgspec.Struct):
    """What a hub keeps count of: how often anybody was told to read the present state anew."""

    resyncs: int = 0


def _rendered(change: Delta | Passing, flavour: Hashable, render: Render) -> Any:
    try:
        return render(change)
    except Exception:
        # Everything is stored already: a drawing that fails must not fail the act that led to it.
        logger.exception("%s could not be rendered as %r", type(change).__name__, flavour)
        return RESYNC


class _Feed:
    """What one kind of viewer of one room is sent: who listens, and the last deltas.

    ``base`` is the number after which the kept deltas begin, ``None`` until it is known.
    """

    def __init__(self, kept: int, count: Count, left: Callable[[Viewer], None], draw: Draw | None = None) -> None:
        self.count = count
        self.steps = InOrder()
        self._draw = draw
        self._left = left
        self.subscriptions: set[Subscription] = set()
        self.base: int | None = None
        self.is_pictured = False
        self.idle_since: float | None = None
        self._deltas: deque[_Kept] = deque(maxlen=kept)

    def leave(self, subscription: Subscription) -> None:
        self.subscriptions.discard(subscription)
        self._left(subscription.viewer)

    def publish(self, delta: Delta) -> None:
        if self._draw is None or not self.is_pictured:
            kept = self._keep(delta)
            for subscription in tuple(self.subscriptions):
                subscription.put(kept.message(subscription.flavour, subscription.render))
            return
        self.steps.add(partial(self._show, self._draw, delta))
        if not delta.events:
            return  # nothing that is told
        told = _Kept(delta, {})
        for subscription in tuple(self.subscriptions):
            if not subscription.is_drawn:
                subscription.put(told.message(subscription.flavour, subscription.render))

    def _keep(self, delta: Delta) -> _Kept:
        if self.base is None:
            self.base = delta.seq - len(delta.events)
        if self._deltas.maxlen == len(self._deltas):
            self.base = self._deltas[0].delta.seq
        kept = _Kept(delta, {})
        self._deltas.append(kept)
        return kept

    async def _show(self, draw: Draw, delta: Delta) -> None:
        """Draws a change for every flavour of page that is open; one that is not to be seen is none."""
        try:
            is_seen = await draw(lambda: bool(delta.events) or delta.before != delta.after)
        except Exception:
            logger.exception("entry %d could not be drawn", delta.version)
            self._tell_resync()
            return
        if not is_seen:
            return
        kept = self._keep(delta)
        for subscription in tuple(self.subscriptions):
            if subscription.is_drawn and subscription.is_begun:
                subscription.put(await self._drawn(draw, kept, subscription))

    async def begin(self, draw: Draw, subscription: Subscription, after: int) -> None:
        """Hands over what came after ``after``; from then on the subscription is told what happens."""
        missed = self._missed(after)
        messages = [RESYNC] if missed is None else [await self._drawn(draw, kept, subscription) for kept in missed]
        subscription.begin_with(messages)

    async def _drawn(self, draw: Draw, kept: _Kept, subscription: Subscription) -> Any:
        flavour, render = subscription.flavour, subscription.render
        return kept.messages.get(flavour) or await draw(lambda: kept.message(flavour, render))

    def resync(self) -> None:
        self.base = None
        self._deltas.clear()
        self.steps.clear()
        self._tell_resync()

    def _tell_resync(self) -> None:
        for subscription in tuple(self.subscriptions):
            subscription.is_begun = True
            subscription.put(RESYNC)

    def resume(self, subscription: Subscription, after: int) -> None:
        """Puts what came after ``after`` into the outbox, or ``RESYNC`` if that is no longer known."""
        missed = self._missed(after)
        if missed is None:
            subscription.put(RESYNC)
            return
        subscription.begin_with(kept.message(subscription.flavour, subscription.render) for kept in missed)

    def _missed(self, after: int) -> list[_Kept] | None:
        """What is kept of what came after ``after``; ``None`` if that is not all of it."""
        newest = self._deltas[-1].delta.seq if self._deltas else self.base
        if self.base is None or newest is None or not self.base <= after <= newest:
            return None
        # A change without events may have been missed or not; drawing it again does no harm.
        return [
            kept
            for kept in self._deltas
            if kept.delta.seq > after or (kept.delta.seq == after and not kept.delta.events)
        ]


class Hub:
    """Everybody who watches a room through this process. The host is sent what spectators are."""

    def __init__(self, *, kept: int = KEPT, outbox: int = OUTBOX) -> None:
        self._kept = kept
        self._outbox = outbox
        self.count: Final = Count()
        self._rooms: dict[str, dict[Viewer, _Feed]] = {}
        self._doorbell: Doorbell = _Silent()
        self._aside: Aside | None = None

    def draw_with(self, aside: Aside) -> None:
        """Lets what is drawn be drawn where it holds up nobody. Call it before anybody looks on."""
        self._aside = aside

    @property
    def draws_aside(self) -> bool:
        """Whether it finds out by itself if a change is to be seen."""
        return self._aside is not None

    def ring(self, doorbell: Doorbell) -> None:
        """Tells ``doorbell`` of everybody who comes and goes from now on."""
        self._doorbell = doorbell

    def subscribe(
        self,
        room_id: str,
        viewer: Viewer,
        after: int | None,
        render: Render,
        flavour: Hashable,
        link: bytes | None = None,
        *,
        is_drawn: bool = False,
    ) -> Subscription:
        """What happens from now on; with ``after``, first what happened after that number of the viewer.

        ``render`` is called once for each change, viewer and ``flavour``, and the same object is handed to everybody of
        that flavour. If the changes after ``after`` are no longer kept, ``RESYNC`` comes first. ``link`` is the hash of
        the link or cookie it is opened with, and lives no longer than that. What ``is_drawn`` is drawn aside, if it can be.
        """
        feed = self._feed(room_id, viewer)
        subscription = Subscription(feed, viewer, flavour, render, self._outbox, link)
        feed.subscriptions.add(subscription)
        self._doorbell.came(room_id, viewer)
        if is_drawn and self._aside is not None:
            feed.is_pictured = subscription.is_drawn = True
            if after is not None:
                subscription.is_begun = False
                feed.steps.add(partial(feed.begin, partial(self._aside.do, room_id), subscription, after))
        elif after is not None:
            feed.resume(subscription, after)
        return subscription

    def keep(self, room_id: str, viewer: Viewer, seq: int) -> None:
        """Keeps what comes after ``seq``, the viewer's present number, for a socket that is about to resume from it."""
        feed = self._feed(room_id, viewer)
        feed.is_pictured = True
        if feed.base is None:
            feed.base = seq

    def watched(self, room_id: str) -> tuple[Viewer, ...]:
        """The kinds of viewer for whom changes of the room must be worked out."""
        return tuple(self._rooms.get(room_id, ()))

    def is_pictured(self, room_id: str, viewer: Viewer) -> bool:
        """Whether a page of that viewer may be open, which wants to know also what only changes the picture."""
        feed = self._rooms.get(room_id, {}).get(viewer)
        return feed is not None and feed.is_pictured

    def resync(self, room_id: str) -> None:
        """Tells every live viewer of a room to read its present state anew."""
        for feed in self._rooms.get(room_id, {}).values():
            feed.resync()

    def rooms(self) -> tuple[str, ...]:
        """The rooms that anybody watches, or watched a moment ago."""
        return tuple(self._rooms)

    def outboxes(self) -> list[int]:
        """How many messages wait for each live viewer."""
        return [subscription.waiting for room_id in self._rooms for subscription in self._subscriptions(room_id)]

    def publish(self, delta: Delta) -> None:
        """Sends a change to everybody it is for. Call it in the order of versions, and only after the commit."""
        feed = self._rooms.get(delta.room_id, {}).get(delta.viewer)
        if feed is not None:
            feed.publish(delta)

    def pass_on(
        self,
        room_id: str,
        passing: Passing,
        *,
        to: Callable[[Viewer], bool] = lambda viewer: True,
        sender: Subscription | None = None,
    ) -> None:
        """Hands something passing to the live viewers of a room whom it is for, but not to its ``sender``; rendered once
        for each flavour, and kept nowhere."""
        messages: dict[Hashable, Any] = {}
        for subscription in self._subscriptions(room_id):
            if subscription is sender or not to(subscription.viewer):
                continue
            flavour = subscription.flavour
            if flavour not in messages:
                messages[flavour] = _rendered(passing, flavour, subscription.render)
            if messages[flavour] is None:
                continue
            if passing.may_be_lost:
                subscription.offer(messages[flavour])
            else:
                subscription.put(messages[flavour])

    def close_viewer(self, room_id: str, viewer: Viewer, reason: str) -> None:
        """Ends every subscription that was made with a link of ``viewer``."""
        for subscription in self._subscriptions(room_id):
            if subscription.viewer == viewer:
                subscription.close(reason)

    def links(self) -> frozenset[bytes]:
        """The hashes of the links and cookies that live subscriptions were opened with."""
        return frozenset(
            subscription.link
            for room_id in self._rooms
            for subscription in self._subscriptions(room_id)
            if subscription.link is not None
        )

    def close_links(self, dead: Set[bytes], reason: str) -> None:
        """Ends every subscription that was opened with one of these links or cookies."""
        for room_id in self.rooms():
            for subscription in self._subscriptions(room_id):
                if subscription.link in dead:
                    subscription.close(reason)

    def close_all(self, reason: str) -> None:
        """Ends every subscription."""
        for room_id in self.rooms():
            for subscription in self._subscriptions(room_id):
                subscription.close(reason)
            for feed in self._rooms[room_id].values():
                feed.steps.clear()
        self._rooms.clear()

    def forget_idle(self, now: float, after_s: float) -> None:
        """Drops what is kept for viewers who have been gone for ``after_s`` seconds; ``now`` is any steady clock."""
        for room_id, feeds in tuple(self._rooms.items()):
            for viewer, feed in tuple(feeds.items()):
                if feed.subscriptions:
                    feed.idle_since = None
                elif feed.idle_since is None:
                    feed.idle_since = now
                elif now - feed.idle_since >= after_s:
                    del feeds[viewer]
            if not feeds:
                del self._rooms[room_id]

    def _feed(self, room_id: str, viewer: Viewer) -> _Feed:
        feeds = self._rooms.setdefault(room_id, {})
        kind = SPECTATOR if viewer == HOST else viewer
        draw = None if self._aside is None else partial(self._aside.do, room_id)
        feed = feeds.setdefault(kind, _Feed(self._kept, self.count, partial(self._left, room_id), draw))
        feed.idle_since = None
        return feed

    def _left(self, room_id: str, viewer: Viewer) -> None:
        self._doorbell.went(room_id, viewer)

    def _subscriptions(self, room_id: str) -> Iterable[Subscription]:
        feeds = self._rooms.get(room_id, {})
        return [subscription for feed in feeds.values() for subscription in feed.subscriptions]
