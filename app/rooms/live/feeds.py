"""What one kind of viewer of one room is sent, and those who listen: messages rendered once for each flavour, in bounded outboxes.

Nothing here ever waits for a viewer: an outbox that overflows is emptied and its viewer told to resync.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Hashable, Iterable
from functools import partial
from typing import Any, Final

import msgspec

from app.engine.types import Viewer
from app.rooms.pace.in_order import InOrder
from app.rooms.room.deltas import Delta, Passing, Render

logger = logging.getLogger(__name__)

Draw = Callable[[Callable[[], Any]], Awaitable[Any]]
"""Does something where it holds up nobody, and answers what came of it."""


class _Resync:
    """The type of ``RESYNC``."""

    def __repr__(self) -> str:
        return "RESYNC"


RESYNC: Final = _Resync()
"""Comes out of a subscription instead of messages that are no longer there: read the present state anew."""


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
        self, feed: Feed, viewer: Viewer, flavour: Hashable, render: Render, outbox: int, link: bytes | None
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
            self.messages[flavour] = rendered(self.delta, flavour, render)
        return self.messages[flavour]


class Count(msgspec.Struct):
    """What a hub keeps count of: how often anybody was told to read the present state anew."""

    resyncs: int = 0


def rendered(change: Delta | Passing, flavour: Hashable, render: Render) -> Any:
    """A change as a flavour is told it; ``RESYNC`` where it cannot be drawn."""
    try:
        return render(change)
    except Exception:
        # Everything is stored already: a drawing that fails must not fail the act that led to it.
        logger.exception("%s could not be rendered as %r", type(change).__name__, flavour)
        return RESYNC


class Feed:
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
        """Somebody listens no more."""
        self.subscriptions.discard(subscription)
        self._left(subscription.viewer)

    def publish(self, delta: Delta) -> None:
        """Hands a change to everybody who listens, and keeps it for a while."""
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
        """Keeps nothing any more, and tells everybody to read the present state anew."""
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
