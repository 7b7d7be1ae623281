"""Live viewers: one message object for all of a kind, bounded outboxes, resuming where one was."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import pytest

from app.engine.scene import Scene
from app.engine.types import SPECTATOR, BoardKind, Text, Viewer
from app.rooms.live.feeds import RESYNC, Subscription
from app.rooms.live.hub import Hub
from app.rooms.room.deltas import Delta, Passing, Picture
from app.rooms.values.ports import HOST
from app.rooms.values.values import DiceInfo, RoomInfo
from tests.parts.rooms.table import A, B

ROOM = "room"
NO_WORDS = Text("", "")
SCENE = Scene(BoardKind.MEASURED, 1, 1, (), NO_WORDS, NO_WORDS)
INFO = RoomInfo("room", "pebbles", "duel", {}, "playing", (), (), 0, DiceInfo(""), (), "public", "1")


class _Sight:
    """Nothing to be seen."""

    def info(self, viewer: Viewer) -> RoomInfo:
        return INFO

    def picture(self, viewer: Viewer) -> Picture:
        return Picture(SCENE, SCENE, (), (), ())


def delta(seq: int, *, events: int = 1, viewer: Viewer = SPECTATOR) -> Delta:
    """A change that told ``viewer`` a number of events, the last of them ``seq``."""
    told = tuple({"seq": seq - events + 1 + number, "type": "x", "at": ""} for number in range(events))
    return Delta(ROOM, viewer, seq, seq, told, False, {}, _Sight())


def number(delta: Delta) -> int:
    return delta.seq


async def taken(subscription: Subscription) -> list[Any]:
    """Everything that is in the outbox now."""
    found = []
    while True:
        next_one = asyncio.ensure_future(anext(subscription))
        await asyncio.sleep(0)  # what is there is answered without waiting
        if not next_one.done():
            next_one.cancel()
            return found
        found.append(next_one.result())


async def test_a_message_is_made_once_for_each_flavour_and_the_same_object_handed_to_all() -> None:
    hub, made = Hub(), []

    def render(change: Delta) -> object:
        made.append(change)
        return object()

    subscriptions = [hub.subscribe(ROOM, SPECTATOR, None, render, flavour) for flavour in ("es", "es", "en", "es")]
    hub.publish(delta(1))

    first, second, third, fourth = [await anext(subscription) for subscription in subscriptions]
    assert first is second is fourth
    assert first is not third
    assert len(made) == 2


async def test_each_viewer_hears_only_what_is_for_him_and_the_host_what_spectators_do() -> None:
    hub = Hub()
    a, spectator, host = (hub.subscribe(ROOM, viewer, None, number, "n") for viewer in (A, SPECTATOR, HOST))

    hub.publish(delta(1, viewer=A))
    hub.publish(delta(7))

    assert await taken(a) == [1]
    assert await taken(spectator) == [7]
    assert await taken(host) == [7]
    assert set(hub.watched(ROOM)) == {A, SPECTATOR}


async def test_what_nobody_watches_is_not_kept() -> None:
    hub = Hub()

    hub.publish(delta(1))

    assert hub.watched(ROOM) == ()
    assert hub.rooms() == ()


async def test_a_full_outbox_is_emptied_and_says_resync() -> None:
    hub = Hub(outbox=3)
    slow, fast = (hub.subscribe(ROOM, SPECTATOR, None, number, "n") for _ in range(2))
    heard = []
    for seq in range(1, 6):
        hub.publish(delta(seq))
        heard += await taken(fast)

    assert await taken(slow) == [RESYNC, 5]
    assert heard == [1, 2, 3, 4, 5]


async def test_a_subscription_resumes_where_it_was() -> None:
    hub = Hub()
    hub.keep(ROOM, A, 10)
    for seq in (11, 13, 14):
        hub.publish(delta(seq, viewer=A, events=2 if seq == 13 else 1))

    for after, expected in ((10, [11, 13, 14]), (11, [13, 14]), (12, [13, 14]), (14, [])):
        assert await taken(hub.subscribe(ROOM, A, after, number, "n")) == expected


@pytest.mark.parametrize("after", [0, 9, 15])
async def test_what_is_no_longer_or_not_yet_known_is_a_resync(after: int) -> None:
    hub = Hub()
    hub.keep(ROOM, A, 10)
    hub.publish(delta(14, viewer=A))

    assert await taken(hub.subscribe(ROOM, A, after, number, "n")) == [RESYNC]


async def test_a_feed_that_never_was_is_a_resync() -> None:
    assert await taken(Hub().subscribe(ROOM, A, 0, number, "n")) == [RESYNC]


async def test_only_the_last_changes_are_kept() -> None:
    hub = Hub(kept=3)
    hub.keep(ROOM, A, 0)
    for seq in range(1, 7):
        hub.publish(delta(seq, viewer=A))

    assert await taken(hub.subscribe(ROOM, A, 3, number, "n")) == [4, 5, 6]
    assert await taken(hub.subscribe(ROOM, A, 2, number, "n")) == [RESYNC]


async def test_a_change_without_events_is_sent_again_to_whoever_resumes_at_its_number() -> None:
    hub = Hub()
    hub.keep(ROOM, A, 4)
    hub.publish(delta(5, viewer=A))
    hub.publish(delta(5, viewer=A, events=0))

    assert await taken(hub.subscribe(ROOM, A, 5, number, "n")) == [5]
    assert await taken(hub.subscribe(ROOM, A, 4, number, "n")) == [5, 5]


async def test_more_than_an_outbox_holds_may_be_resumed() -> None:
    hub = Hub(outbox=2)
    hub.keep(ROOM, A, 0)
    for seq in range(1, 6):
        hub.publish(delta(seq, viewer=A))

    assert await taken(hub.subscribe(ROOM, A, 0, number, "n")) == [1, 2, 3, 4, 5]


async def test_a_closed_subscription_ends_at_once_and_says_why() -> None:
    hub = Hub()
    subscription = hub.subscribe(ROOM, A, None, number, "n")
    hub.publish(delta(1, viewer=A))

    subscription.close("gone")
    subscription.close("later")
    hub.publish(delta(2, viewer=A))

    assert [message async for message in subscription] == []
    assert subscription.closed_with == "gone"


async def test_whoever_waits_is_woken_by_the_end() -> None:
    hub = Hub()
    subscription = hub.subscribe(ROOM, A, None, number, "n")
    waiting = asyncio.ensure_future(anext(subscription, "ended"))
    await asyncio.sleep(0)

    hub.close_all("shutdown")

    assert await waiting == "ended"
    assert subscription.closed_with == "shutdown"


async def test_closing_a_viewer_ends_all_of_his_and_nobody_elses() -> None:
    hub = Hub()
    mine = [hub.subscribe(ROOM, viewer, None, number, "n") for viewer in (A, A)]
    others = [hub.subscribe(*where, None, number, "n") for where in ((ROOM, B), ("another", A), (ROOM, HOST))]

    hub.close_viewer(ROOM, A, "revoked")

    assert [each.closed_with for each in mine] == ["revoked", "revoked"]
    assert [each.closed_with for each in others] == [None, None, None]


async def test_the_host_and_the_public_are_closed_apart() -> None:
    hub = Hub()
    public, host = (hub.subscribe(ROOM, viewer, None, number, "n") for viewer in (SPECTATOR, HOST))

    hub.close_viewer(ROOM, SPECTATOR, "revoked")

    assert (public.closed_with, host.closed_with) == ("revoked", None)


class Seen(Passing, frozen=True):
    """Something passing."""

    words: str


class Wink(Seen, frozen=True):
    """Something that may be lost."""

    may_be_lost = True


async def test_what_passes_goes_to_everybody_it_is_for_but_its_sender_and_is_not_kept() -> None:
    hub, rendered = Hub(), []

    def words(change: Delta | Passing) -> str:
        rendered.append(change)
        return change.words if isinstance(change, Seen) else "?"

    a, b, c, spectator = (hub.subscribe(ROOM, viewer, None, words, "n") for viewer in (A, B, B, SPECTATOR))
    deaf = hub.subscribe(ROOM, B, None, lambda change: None, "deaf")

    hub.pass_on(ROOM, Seen("look here"), to=lambda viewer: viewer != SPECTATOR, sender=a)

    assert await taken(b) == await taken(c) == ["look here"]
    assert await taken(a) == await taken(spectator) == await taken(deaf) == []
    assert len(rendered) == 1
    assert await taken(hub.subscribe(ROOM, B, 0, words, "n")) == [RESYNC]


async def test_what_may_be_lost_is_left_out_for_somebody_who_is_behind() -> None:
    hub = Hub(outbox=4)
    slow = hub.subscribe(ROOM, A, None, lambda change: change, "n")

    for _ in range(9):
        hub.pass_on(ROOM, Wink("here"))
    hub.pass_on(ROOM, Seen("there"))

    assert await taken(slow) == [Wink("here"), Wink("here"), Seen("there")]


async def test_the_doorbell_rings_for_whoever_comes_and_goes() -> None:
    hub, rung = Hub(), []

    class Bell:
        def came(self, room_id: str, viewer: Viewer) -> None:
            rung.append(("came", viewer))

        def went(self, room_id: str, viewer: Viewer) -> None:
            rung.append(("went", viewer))

    hub.ring(Bell())
    a, host = hub.subscribe(ROOM, A, None, number, "n"), hub.subscribe(ROOM, HOST, None, number, "n")
    a.close("gone")
    a.close("gone again")
    hub.close_viewer(ROOM, HOST, "revoked")

    assert rung == [("came", A), ("came", HOST), ("went", A), ("went", HOST)]
    assert host.closed_with == "revoked"


async def test_a_drawing_that_fails_costs_a_resync_and_nothing_else(caplog: pytest.LogCaptureFixture) -> None:
    hub = Hub()

    def broken(change: Delta) -> object:
        raise ValueError("no ink")

    bad = hub.subscribe(ROOM, SPECTATOR, None, broken, "broken")
    good = hub.subscribe(ROOM, SPECTATOR, None, number, "n")

    with caplog.at_level(logging.ERROR):
        hub.publish(delta(1))

    assert await taken(bad) == [RESYNC]
    assert await taken(good) == [1]
    assert "no ink" in caplog.text


async def test_feeds_without_viewers_are_forgotten_after_a_while() -> None:
    hub = Hub()
    hub.keep(ROOM, A, 3)
    staying = hub.subscribe(ROOM, B, None, number, "n")

    hub.forget_idle(100, 60)
    assert set(hub.watched(ROOM)) == {A, B}
    hub.forget_idle(161, 60)
    assert hub.watched(ROOM) == (B,)
    staying.close("gone")
    hub.forget_idle(200, 60)
    hub.forget_idle(300, 60)

    assert hub.rooms() == ()


async def test_whoever_comes_back_in_time_finds_his_feed() -> None:
    hub = Hub()
    hub.keep(ROOM, A, 3)
    hub.forget_idle(100, 60)
    hub.publish(delta(4, viewer=A))

    assert await taken(hub.subscribe(ROOM, A, 3, number, "n")) == [4]
