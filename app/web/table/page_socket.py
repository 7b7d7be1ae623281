"""Websockets for table pages: HTML out, hardly anything in.

Every socket keeps the server's bare ``send`` and is handed the same message object as its neighbours.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Final

import msgspec
from fastapi import APIRouter
from starlette.websockets import WebSocket

from app.engine.play import encode
from app.engine.refusal import InvalidInput
from app.engine.registry import Registry
from app.rooms.live.feeds import RESYNC
from app.rooms.live.hub import Hub
from app.rooms.live.presence import Here, Pointed
from app.rooms.room.deltas import Delta, Passing
from app.rooms.service.service import Rooms
from app.rooms.values.errors import RoomError, TooFast
from app.rooms.values.ports import HOST, StoreUnavailable
from app.rooms.values.values import RoomInfo, RoomScene
from app.web.api.conversation import REVOKED, TOO_BIG, Closed, OpenLine, ending, limits_of, room_socket
from app.web.api.line import Parcel
from app.web.draw.known import known
from app.web.table import messages
from app.web.wire import access, bodies
from app.web.wire.limits import Kind
from app.web.wire.security import LANGUAGES
from app.web.wire.templating import Templates

router: Final = APIRouter()

SEAT_GIVEN: Final = 4410
"""The code a page's socket is closed with where its seat was given away, for the page to say so."""

_LONGEST_SAID: Final = 4096


@room_socket(router, "/rooms/{room_id}/socket")
async def page_socket(websocket: WebSocket, who: access.Access) -> None:
    """A room live for a table page: HTML out; in, nothing but resume, pointer and ruler."""
    rooms: Rooms = websocket.app.state.rooms
    hub: Hub = websocket.app.state.hub
    info = await rooms.info(who.room_id, who.viewer)
    page = _page_of(websocket, who, info)
    after = bodies.whole_number(websocket.query_params.get("after"), "after")
    subscription = hub.subscribe(
        who.room_id,
        who.viewer,
        after,
        page.render,
        ("page", page.lang, page.is_packed, page.known),
        who.link,
        is_drawn=True,
    )
    subscription.put(page.render(page.here()))  # whoever came or went since the page was printed
    line = OpenLine(websocket)
    shown = PageSeen(after)

    async def show_all() -> None:
        scene = await rooms.scene(who.room_id, who.viewer)
        shown.seq, shown.here = scene.seq, page.here()
        here = shown.here
        await line.out.send(await rooms.aside.do(who.room_id, lambda: page.parcel(page.whole(scene, here))))

    def straight(push: Push | Glimpse) -> bool:
        if not (shown.is_up_to_date and line.out.is_free):
            return False
        if shown.needs(push):
            line.out.send_now(push.parcel)
        return True

    async def show() -> None:
        subscription.straight = straight
        if after is None:
            await show_all()
        shown.is_up_to_date = True
        async for push in subscription:
            if push is RESYNC:
                shown.is_up_to_date = False
                await show_all()
                shown.is_up_to_date = True
            elif shown.needs(push):
                await line.out.send(push.parcel)

    async def hear(text: str) -> None:
        if len(text) > _LONGEST_SAID:
            raise Closed(TOO_BIG)
        said = _said_by_page(text)
        if isinstance(said, Resume):
            if _may(websocket, who, Kind.QUESTIONS):
                await show_all()
        elif said is not None and _may(websocket, who, Kind.POINTERS):
            is_delayed = info.spectators == "delayed"
            rooms.presence.point(who.room_id, subscription, encode(said), is_delayed=is_delayed)

    async def revoked_with() -> int:
        # What the page was told last may still be drawn, and is dropped with the line.
        with suppress(RoomError, StoreUnavailable):
            await rooms.catch_up(who.room_id)
            seats = (await rooms.info(who.room_id, HOST)).seats
            if any(seat["seat"] == who.viewer and (seat["kind"] == "bot" or not seat["taken"]) for seat in seats):
                return SEAT_GIVEN
        return REVOKED

    with ending(subscription):
        await line.accept()
        await line.converse(show(), hear, subscription, revoked_with)


class Push(msgspec.Struct, frozen=True):
    """What a change of a room is to one kind of page; ``seq`` is the viewer's number after it."""

    seq: int
    has_events: bool
    parcel: Parcel


class Glimpse(msgspec.Struct, frozen=True):
    """What has no number, to pages: who is ``here``, or what somebody points at."""

    parcel: Parcel
    here: Here | None = None


class PageSeen:
    """How far one page has been shown the room, and who it says is here."""

    def __init__(self, seq: int | None) -> None:
        self.seq = seq or 0
        self.here: Here | None = None
        self.is_up_to_date = False

    def needs(self, push: Push | Glimpse) -> bool:
        """Whether a push is news to the page; one without events may be drawn twice without harm."""
        if isinstance(push, Glimpse):
            is_known = push.here is not None and push.here == self.here
            self.here = push.here or self.here
            return not is_known
        is_news = push.seq > self.seq or (push.seq == self.seq and not push.has_events)
        self.seq = max(self.seq, push.seq)
        return is_news


class Page(msgspec.Struct, frozen=True):
    """How a room looks on one kind of page; one that ``is_packed`` unpacks what is long by itself, after what is ``known`` to it."""

    templates: Templates
    lang: str
    is_packed: bool
    known: bytes
    viewer: str
    game_folder: Path | None
    seats: tuple[str, ...]
    here: Callable[[], Here]

    def render(self, change: Delta | Passing) -> Push | Glimpse | None:
        """A change as a push."""
        match change:
            case Delta():
                html = messages.delta_message(self.templates, change, self.lang, self.game_folder, self.here())
                return Push(change.seq, bool(change.events), self.parcel(html))
            case Here():
                html = messages.here_message(self.templates, change, self.seats, self.lang)
                return Glimpse(self.parcel(html), change)
            case Pointed():
                shown = {**change.shape, "viewer": change.viewer}
                return Glimpse(Parcel.of([msgspec.json.encode(shown)]))
            case _:
                return None

    def parcel(self, html: str) -> Parcel:
        """One message to the page."""
        return Parcel.packed(html.encode(), self.known) if self.is_packed else Parcel.of([html.encode()])

    def whole(self, scene: RoomScene, here: Here) -> str:
        """The whole table as a push."""
        return messages.resync_message(self.templates, scene, self.viewer, self.lang, self.game_folder, here)


def _page_of(websocket: WebSocket, who: access.Access, info: RoomInfo) -> Page:
    rooms: Rooms = websocket.app.state.rooms
    registry: Registry = websocket.app.state.registry
    asked, packed = websocket.query_params.get("lang"), websocket.query_params.get("packed")
    lang = asked if asked in LANGUAGES else websocket.state.lang
    return Page(
        templates=websocket.app.state.templates,
        lang=lang,
        is_packed=packed is not None,
        known=known().text if packed == known().edition else b"",
        viewer=who.viewer,
        game_folder=registry.folders.get(info.game),
        seats=tuple(str(seat["seat"]) for seat in info.seats),
        here=lambda: rooms.presence.of(who.room_id),
    )


Coordinate = Annotated[float, msgspec.Meta(ge=-1e6, le=1e6)]


class Resume(msgspec.Struct, frozen=True, tag="resume", forbid_unknown_fields=True):
    """A page asks for the whole table again."""


class Pointer(msgspec.Struct, frozen=True, tag="pointer", forbid_unknown_fields=True):
    """A page points at a place of the board."""

    x: Coordinate
    y: Coordinate


class Ruler(msgspec.Struct, frozen=True, tag="ruler", forbid_unknown_fields=True):
    """A page measures from point to point, or stops measuring."""

    points: Annotated[tuple[tuple[Coordinate, Coordinate], ...], msgspec.Meta(max_length=40)]


def _said_by_page(text: str) -> Resume | Pointer | Ruler | None:
    """What a page says; a page of ours says nothing that cannot be read, so whatever else comes is left unanswered."""
    try:
        said: Resume | Pointer | Ruler = msgspec.convert(bodies.parse(text), Resume | Pointer | Ruler)
    except (bodies.Malformed, InvalidInput, msgspec.ValidationError):
        return None
    return said


def _may(websocket: WebSocket, who: access.Access, kind: Kind) -> bool:
    """Whether a page may still do this; it is not told when not, since a page of ours never does it so often."""
    try:
        limits_of(websocket).take(kind, who.asker)
    except TooFast:
        return False
    return True
