"""Live viewers of this process, by room: who watches, and that each is sent what changes (``feeds.py``)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Set
from functools import partial
from typing import Any, Final, Protocol

from app.engine.types import SPECTATOR, Viewer
from app.rooms.live.feeds import Count, Feed, Subscription, rendered
from app.rooms.pace.aside import Aside
from app.rooms.room.deltas import Delta, Passing, Render
from app.rooms.values.ports import HOST

KEPT: Final = 256
OUTBOX: Final = 64


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


class Hub:
    """Everybody who watches a room through this process. The host is sent what spectators are."""

    def __init__(self, *, kept: int = KEPT, outbox: int = OUTBOX) -> None:
        self._kept = kept
        self._outbox = outbox
        self.count: Final = Count()
        self._rooms: dict[str, dict[Viewer, Feed]] = {}
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
                messages[flavour] = rendered(passing, flavour, subscription.render)
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

    def _feed(self, room_id: str, viewer: Viewer) -> Feed:
        feeds = self._rooms.setdefault(room_id, {})
        kind = SPECTATOR if viewer == HOST else viewer
        draw = None if self._aside is None else partial(self._aside.do, room_id)
        feed = feeds.setdefault(kind, Feed(self._kept, self.count, partial(self._left, room_id), draw))
        feed.idle_since = None
        return feed

    def _left(self, room_id: str, viewer: Viewer) -> None:
        self._doorbell.went(room_id, viewer)

    def _subscriptions(self, room_id: str) -> Iterable[Subscription]:
        feeds = self._rooms.get(room_id, {})
        return [subscription for feed in feeds.values() for subscription in feed.subscriptions]
