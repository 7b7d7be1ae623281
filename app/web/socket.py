"""Websockets: a room live for programs (JSON, which may also act) and for pages (HTML out, hardly anything in).

Every socket keeps the server's bare ``send`` and is handed the same message object as its neighbours.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Annotated, Any, Final, NamedTuple

import msgspec
from fastapi import APIRouter
from starlette.types import Send
from starlette.websockets import WebSocket

from app.engine.play import encode
from app.engine.refusal import InvalidInput
from app.engine.registry import Registry
from app.rooms.errors import TooFast, TooLarge
from app.rooms.hub import RESYNC, Delta, Hub, Passing, Subscription
from app.rooms.presence import Here, Pointed
from app.rooms.service import RoomInfo, Rooms, RoomScene
from app.web import access, bodies, errors, messages, shapes, stream
from app.web.limits import Kind, Limits
from app.web.line import Parcel, WayOut
from app.web.metrics import note_refusal
from app.web.security import BARE_SEND, LANGUAGES
from app.web.templating import Templates

log = logging.getLogger(__name__)
router: Final = APIRouter()

NORMAL: Final = 1000
UNSUPPORTED: Final = 1003
TOO_BIG: Final = 1009
FAILED: Final = 1011
RESTART: Final = 1012
REVOKED: Final = 4401
"""Close codes: the normal end, binary data, a page's message too long, an error of ours, the server stops, a link that was replaced."""

KEPT_FOR_PROGRAMS: Final = 1000
"""Whoever is more events behind than this is told to resync."""

_LONGEST_SAID: Final = 4096
_FAREWELL_S: Final = 1.0

Hear = Callable[[str], Awaitable[None]]


class Closed(Exception):
    """The socket is to be closed with ``code``; without one the other side has gone."""

    def __init__(self, code: int | None = None) -> None:
        super().__init__(code)
        self.code = code


class Line:
    """An accepted socket: text in, prebuilt messages out."""

    def __init__(self, websocket: WebSocket) -> None:
        self._websocket = websocket
        self.send: Final[Send] = websocket.scope[BARE_SEND]
        self.out: Final = WayOut(self.send)

    async def accept(self) -> None:
        """Opens the socket, echoing the subprotocol that carried the token."""
        await self._websocket.receive()
        subprotocol = access.subprotocol_of(self._websocket)
        await self.send({"type": "websocket.accept", "subprotocol": subprotocol})

    async def converse(self, show: Awaitable[None], hear: Hear, subscription: Subscription) -> None:
        """Runs ``show`` and hands whatever is said to ``hear``, until either ends; then closes the socket."""
        tasks = [asyncio.ensure_future(show), asyncio.ensure_future(self._listen(hear))]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            results = await asyncio.gather(*tasks, return_exceptions=True)
            reason = subscription.closed_with or ""
            subscription.close("socket ended")
        code = await self._ended_with(results, _CLOSE_CODES.get(reason, NORMAL))
        if code is not None:
            with suppress(RuntimeError, OSError):  # the other side may have broken the line in the meantime
                await self.send({"type": "websocket.close", "code": code})

    async def _ended_with(self, results: Iterable[object], code: int | None) -> int | None:
        """The code to close with, ``None`` if the other side has gone; notes errors of ours.

        A line that the other side broke, by a message too long or a frame that is none, refuses to be sent anything with a
        ``RuntimeError``: that is no error of ours.
        """
        errors_found = [result for result in results if isinstance(result, Exception)]
        if any(
            isinstance(error, OSError) or (isinstance(error, Closed) and error.code is None) for error in errors_found
        ):
            return None
        for error in errors_found:
            if isinstance(error, Closed):
                code = error.code
            elif isinstance(error, RuntimeError) and await self._has_gone():
                return None
            else:
                log.error("unexpected error on a socket", exc_info=error)
                code = FAILED
        return code

    async def _has_gone(self) -> bool:
        """Whether the other side is no more; the server tells so after whatever was said before."""
        try:
            async with asyncio.timeout(_FAREWELL_S):
                while (await self._websocket.receive())["type"] != "websocket.disconnect":
                    pass
        except TimeoutError:
            return False
        return True

    async def _listen(self, hear: Hear) -> None:
        while True:
            message = await self._websocket.receive()
            if message["type"] == "websocket.disconnect":
                raise Closed
            if message.get("text") is None:
                raise Closed(UNSUPPORTED)
            await hear(message["text"])


_CLOSE_CODES: Final[Mapping[str, int | None]] = {"revoked": REVOKED, "shutdown": RESTART}


def parcel_of(html: str) -> Parcel:
    """One message to a page."""
    return Parcel.of([html.encode()])


class _Route(NamedTuple):
    """Which route a line came by, for logs and figures. The routes are plain ones, which do not say so themselves: what the
    framework works out for the others would be kept as long as the line lives."""

    path: str


_PROGRAMS: Final = _Route("/api/v1/rooms/{room_id}/socket")
_PAGES: Final = _Route("/rooms/{room_id}/socket")


@router.websocket_route(_PROGRAMS.path)
async def program_socket(websocket: WebSocket) -> None:
    """A room live for programs, which may act on the same line."""
    websocket.scope["route"] = _PROGRAMS
    who = await access.viewer_of(websocket, websocket.path_params["room_id"])
    with _limits(websocket).hold(Kind.SOCKETS, who.asker):
        await _serve_program(websocket, who)


async def _serve_program(websocket: WebSocket, who: access.Access) -> None:
    rooms: Rooms = websocket.app.state.rooms
    after = await stream.known_after(websocket, rooms, who)
    subscription = stream.subscribe(websocket.app.state.hub, who)
    line = Line(websocket)

    heard = stream.Heard()

    def straight(batch: stream.Batch) -> bool:
        if not (heard.is_up_to_date and line.out.is_free):
            return False
        if heard.needs(batch):
            line.out.send_now(batch.parcel)
        return True

    async def show() -> None:
        subscription.straight = straight
        async for batch in stream.follow(rooms, subscription, who, heard, after=after, keeps=KEPT_FOR_PROGRAMS):
            await line.out.send(batch.parcel)
            del batch  # it may be the whole room, and the next one may be long in coming

    async def hear(text: str) -> None:
        answer = await _played(websocket, who, text)
        await line.out.send(Parcel.of([msgspec.json.encode(answer)]))

    with _ending(subscription):
        await line.accept()
        await line.converse(show(), hear, subscription)


@contextmanager
def _ending(subscription: Subscription) -> Iterator[None]:
    """However a line ends, also before it is open: nobody is left who looks on."""
    try:
        yield
    finally:
        subscription.close("socket ended")


async def _played(websocket: WebSocket, who: access.Access, text: str) -> dict[str, Any]:
    """Plays what a program sent; its answer: ``ack`` or ``refused``."""
    key: object = None
    try:
        if len(text.encode()) > bodies.ROOM_BYTES:
            raise TooLarge
        message = bodies.parse(text)
        key = message.get("key") if isinstance(message, dict) else None
        act = _act_of(message)
        _limits(websocket).take(Kind.ACTIONS, who.asker)
        bodies.refuse_long_lists(act.action)
        rooms: Rooms = websocket.app.state.rooms
        acted = await rooms.act(who.room_id, who.viewer, act.action, seq=act.seq, key=act.key)
    except Exception as error:
        problem = errors.problem_of(error, websocket.state.lang)
        if problem.status == errors.BROKEN.status:
            log.exception("unexpected error in an action on a socket")
        note_refusal(websocket, problem.document)
        return {**problem.document, "type": "refused", "key": key if isinstance(key, str) else None}
    return {"type": "ack", "key": act.key, "seq": acted.seq}


def _act_of(message: object) -> shapes.ActionBody:
    if not isinstance(message, dict):
        raise InvalidInput.at("message", "an object", type(message).__name__)
    if message.get("type") != "act":
        raise InvalidInput.at("type", "act", message.get("type"))
    return bodies.convert({name: item for name, item in message.items() if name != "type"}, shapes.ActionBody)


@router.websocket_route(_PAGES.path)
async def page_socket(websocket: WebSocket) -> None:
    """A room live for a table page: HTML out; in, nothing but resume, pointer and ruler."""
    websocket.scope["route"] = _PAGES
    who = await access.viewer_of(websocket, websocket.path_params["room_id"])
    with _limits(websocket).hold(Kind.SOCKETS, who.asker):
        await _serve_page(websocket, who)


async def _serve_page(websocket: WebSocket, who: access.Access) -> None:
    rooms: Rooms = websocket.app.state.rooms
    hub: Hub = websocket.app.state.hub
    info = await rooms.info(who.room_id, who.viewer)
    page = _page_of(websocket, who, info)
    after = bodies.whole_number(websocket.query_params.get("after"), "after")
    subscription = hub.subscribe(who.room_id, who.viewer, after, page.render, ("page", page.lang), who.link)
    subscription.put(page.render(page.here()))  # whoever came or went since the page was printed
    line = Line(websocket)
    shown = Shown(after)

    async def show_all() -> None:
        scene = await rooms.scene(who.room_id, who.viewer)
        shown.seq, shown.here = scene.seq, page.here()
        await line.out.send(parcel_of(page.whole(scene, shown.here)))

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

    with _ending(subscription):
        await line.accept()
        await line.converse(show(), hear, subscription)


class Push(msgspec.Struct, frozen=True):
    """What a change of a room is to one kind of page; ``seq`` is the viewer's number after it."""

    seq: int
    has_events: bool
    parcel: Parcel


class Glimpse(msgspec.Struct, frozen=True):
    """What has no number, to pages: who is ``here``, or what somebody points at."""

    parcel: Parcel
    here: Here | None = None


class Shown:
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
    """How a room looks on one kind of page."""

    templates: Templates
    lang: str
    viewer: str
    game_folder: Path | None
    seats: tuple[str, ...]
    here: Callable[[], Here]

    def render(self, change: Delta | Passing) -> Push | Glimpse | None:
        """A change as a push."""
        match change:
            case Delta():
                html = messages.delta_message(self.templates, change, self.lang, self.game_folder, self.here())
                return Push(change.seq, bool(change.events), parcel_of(html))
            case Here():
                html = messages.here_message(self.templates, change, self.seats, self.lang)
                return Glimpse(parcel_of(html), change)
            case Pointed():
                shown = {**change.shape, "viewer": change.viewer}
                return Glimpse(Parcel.of([msgspec.json.encode(shown)]))
            case _:
                return None

    def whole(self, scene: RoomScene, here: Here) -> str:
        """The whole table as a push."""
        return messages.resync_message(self.templates, scene, self.viewer, self.lang, self.game_folder, here)


def _page_of(websocket: WebSocket, who: access.Access, info: RoomInfo) -> Page:
    rooms: Rooms = websocket.app.state.rooms
    registry: Registry = websocket.app.state.registry
    asked = websocket.query_params.get("lang")
    lang = asked if asked in LANGUAGES else websocket.state.lang
    return Page(
        templates=websocket.app.state.templates,
        lang=lang,
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
        _limits(websocket).take(kind, who.asker)
    except TooFast:
        return False
    return True


def _limits(websocket: WebSocket) -> Limits:
    limits: Limits = websocket.app.state.limits
    return limits
