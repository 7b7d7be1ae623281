"""A room live, for programs: what one viewer is told is encoded once, whoever listens; and JSON lines over HTTP."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from app.engine.play import encode
from app.engine.refusal import InvalidInput
from app.engine.types import NOBODY, json_with_names
from app.rooms.live.feeds import RESYNC, Subscription
from app.rooms.live.hub import Hub
from app.rooms.live.presence import Here
from app.rooms.room.deltas import Delta, Passing
from app.rooms.service.service import Rooms
from app.rooms.values.players import names_of
from app.rooms.values.values import Told
from app.web.api import shapes
from app.web.api.line import Parcel
from app.web.api.route import AFTER, RoomCall, Routes
from app.web.wire import access, bodies
from app.web.wire.limits import Held, Kind

routes: Final = Routes("/api/v1/rooms", "rooms", RoomCall)
router: Final = routes.router

HEARTBEAT_S: Final = 7.0
FLAVOUR: Final = "programs"
SOME: Final = 200
"""How many events that somebody missed are encoded at once."""
_FINISHED: Final = "finished"


class Batch(msgspec.Struct, frozen=True, gc=False):
    """What programs are sent at once: ``seq`` is the viewer's number after it.
    ``is_last``: the game is over and nothing more follows from it. ``here`` is who it says is here, if it does."""

    seq: int
    parcel: Parcel
    is_last: bool = False
    here: Here | None = None

    @classmethod
    def of(
        cls,
        seq: int,
        told: Iterable[object],
        *,
        is_last: bool = False,
        here: Here | None = None,
        names: Mapping[str, str] = NOBODY,
    ) -> Batch:
        """A batch of JSON-ready values, with the ``names`` of those who play."""
        texts = (json_with_names(msgspec.json.encode(value), names) for value in told)
        return cls(seq, Parcel.of(texts), is_last, here)

    @property
    def lines(self) -> bytes:
        """The same as lines."""
        return b"".join(text + b"\n" for text in self.parcel.texts)


def render(change: Delta | Passing) -> Batch | None:
    """What a change of a room is to programs; they are not told where people point."""
    match change:
        case Delta():
            batch = change.messages.get(FLAVOUR)
            if batch is None:
                batch = change.messages[FLAVOUR] = Batch.of(change.seq, change.events, is_last=change.is_over)
            return batch
        case Here():
            return Batch.of(0, [{"type": "presence", **_presence(change)}], here=change)
        case _:
            return None


def _presence(here: Here) -> dict[str, Any]:
    return {"here": here.seats, "spectators": here.spectators}


def subscribe(hub: Hub, who: access.Access) -> Subscription:
    """What happens from now on, as programs are told it."""
    return hub.subscribe(who.room_id, who.viewer, None, render, FLAVOUR, who.link)


class Heard:
    """How far one listener has heard of a room, and who they know is here. While they are up to date (``is_up_to_date``), nothing
    is being read for them that would have to come first."""

    __slots__ = ("here", "is_up_to_date", "seq")

    def __init__(self) -> None:
        self.seq = 0
        self.here: Here | None = None
        self.is_up_to_date = False

    def needs(self, batch: Batch) -> bool:
        """Whether a batch is news to the listener, who is taken to hear it then."""
        is_news = batch.seq > self.seq or (batch.here is not None and batch.here != self.here)
        self.seq = max(self.seq, batch.seq)
        self.here = batch.here or self.here
        return is_news


async def follow(
    rooms: Rooms,
    subscription: Subscription,
    who: access.Access,
    heard: Heard,
    *,
    after: int | None,
    keeps: int | None = None,
) -> AsyncGenerator[Batch, None]:
    """The room as it is, what ``who`` missed after ``after``, then what happens, until the subscription ends.

    A listener who is more than ``keeps`` events behind is told to resync and gets the room again; without ``keeps``
    they get every event they missed.
    """
    full = await room_full(rooms, who)
    heard.needs(full)
    missed = await rooms.events(who.room_id, who.viewer, after) if after is not None else []
    if keeps is not None and len(missed) > keeps:
        missed = []
        yield _TO_RESYNC
    yield msgspec.structs.replace(full, is_last=False)
    for some in batches(full.seq, [event for event in missed if event["seq"] <= full.seq], is_last=full.is_last):
        yield some
        await asyncio.sleep(0)  # whoever reads fast must not keep the others waiting
    del full, missed  # whoever listens for hours need not keep what they were told first
    heard.is_up_to_date = True
    async for batch in subscription:
        if batch is RESYNC:
            heard.is_up_to_date = False
            async for lost in _caught_up(rooms, who, heard.seq, is_resync=keeps is not None):
                heard.needs(lost)
                yield lost
            batch = render(rooms.presence.of(who.room_id))
            heard.is_up_to_date = True
        if heard.needs(batch):
            yield batch
        del batch


def batches(seq: int, events: Sequence[Told], *, is_last: bool) -> Iterator[Batch]:
    """Events in the order they were told, up to the number ``seq``, some at a time."""
    for start in range(0, max(1, len(events)), SOME):
        some = events[start : start + SOME]
        is_end = start + SOME >= len(events)
        yield Batch.of(seq if is_end else some[-1]["seq"], some, is_last=is_last and is_end)


async def room_full(rooms: Rooms, who: access.Access) -> Batch:
    """The first message: the room and the view of it, both of one moment."""
    while True:
        info = await rooms.info(who.room_id, who.viewer)
        seq, view = await rooms.position(who.room_id, who.viewer)
        if info.seq == seq:
            break
    here = rooms.presence.of(who.room_id)
    told = {
        "type": "room_full",
        **encode(info),
        "presence": _presence(here),
        "viewer": who.viewer,
        "view": encode(view),
    }
    return Batch.of(seq, [told], is_last=info.status == _FINISHED, here=here, names=names_of(info.seats))


async def known_after(connection: HTTPConnection, rooms: Rooms, who: access.Access) -> int | None:
    """The number after which to resume; raises ``InvalidInput`` if the viewer was never told so many, and what ``info``
    raises for a viewer who may not listen: while an error can still be an answer."""
    after = bodies.whole_number(connection.query_params.get("after"), "after")
    told = (await rooms.info(who.room_id, who.viewer)).seq
    if after is not None and after > told:
        raise InvalidInput.at("after", f"at most {told}", after)
    return after


@routes.get(
    "/{room_id}/stream",
    about="First a line room_full with the present state, then a line per seq: those after `after`, then whatever "
    "happens. An empty line every 7 s; closed at the end of the game. Without `after` only what is new.",
    parameters=(AFTER,),
    answer=shapes.Told,
    media="application/x-ndjson",
)
async def stream(call: RoomCall) -> Response:
    """The same, live, one JSON object per line."""
    after = await known_after(call.request, call.rooms, call.who)
    held = call.limits.hold(Kind.SOCKETS, call.who.asker)
    subscription = subscribe(call.state.hub, call.who)
    return LineStream(follow(call.rooms, subscription, call.who, Heard(), after=after), subscription, held)


class LineStream(Response):
    """Lines as they come, an empty one after seven silent seconds; ends with the game, with its subscription, or when the
    client goes."""

    media_type = "application/x-ndjson"

    def __init__(self, batches: AsyncGenerator[Batch, None], subscription: Subscription, held: Held) -> None:
        super().__init__(headers={"x-accel-buffering": "no"})
        del self.headers["content-length"]
        self._batches = batches
        self._subscription = subscription
        self._held = held

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        gone = asyncio.ensure_future(_until_gone(receive))
        try:
            await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
            await self._send_lines(send, gone)
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            gone.cancel()
            self._held.let_go()
            self._subscription.close("stream ended")
            await self._batches.aclose()

    async def _send_lines(self, send: Send, gone: asyncio.Future[None]) -> None:
        upcoming = self._next()
        try:
            while not gone.done():
                await asyncio.wait((upcoming, gone), timeout=HEARTBEAT_S, return_when=asyncio.FIRST_COMPLETED)
                if not upcoming.done():
                    await send(_body(b"\n"))
                    continue
                batch = upcoming.result()
                if batch is None:
                    return
                if batch.lines:
                    await send(_body(batch.lines))
                if batch.is_last:
                    return
                upcoming = self._next()
        finally:
            upcoming.cancel()
            await asyncio.gather(upcoming, return_exceptions=True)

    def _next(self) -> asyncio.Future[Batch | None]:
        return asyncio.ensure_future(anext(self._batches, None))


_TO_RESYNC: Final = Batch.of(0, [{"type": "resync"}])


async def _caught_up(rooms: Rooms, who: access.Access, reached: int, *, is_resync: bool) -> AsyncGenerator[Batch, None]:
    """What a listener who was too slow is sent instead of what they lost."""
    if is_resync:
        yield _TO_RESYNC
        yield await room_full(rooms, who)
        return
    missed = await rooms.events(who.room_id, who.viewer, reached)
    info = await rooms.info(who.room_id, who.viewer)
    if missed:
        for batch in batches(missed[-1]["seq"], missed, is_last=info.status == _FINISHED):
            yield batch
            await asyncio.sleep(0)


def _body(data: bytes) -> dict[str, Any]:
    return {"type": "http.response.body", "body": data, "more_body": True}


async def _until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
