"""Websockets: a room live for programs (JSON, which may also act) and for pages (HTML out, hardly anything in).

Every socket keeps the server's bare ``send`` and is handed the same message object as its neighbours.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final

import msgspec
from fastapi import APIRouter
from starlette.types import Message
from starlette.websockets import WebSocket

from app.engine.refusal import InvalidInput
from app.engine.registry import Registry
from app.rooms.errors import TooFast, TooLarge
from app.rooms.hub import RESYNC, Delta, Hub, Subscription
from app.rooms.service import Rooms, RoomScene
from app.web import access, bodies, errors, messages, shapes, stream
from app.web.limits import Kind, Limits
from app.web.security import BARE_SEND, LANGUAGES
from app.web.templating import Templates

log = logging.getLogger(__name__)
router: Final = APIRouter()

NORMAL: Final = 1000
UNSUPPORTED: Final = 1003
TOO_BIG: Final = 1009
RESTART: Final = 1012
REVOKED: Final = 4401
"""Close codes: the normal end, binary data, a page's message too long, the server stops, a link that was replaced."""

_RESYNC_TEXT: Final = '{"type":"resync"}'
_RELAYED: Final = frozenset({"pointer", "ruler"})
_LONGEST_SAID: Final = 4096

Hear = Callable[[str], Awaitable[None]]
Show = Callable[[Any], Awaitable[None]]


class Closed(Exception):
    """The socket is to be closed with ``code``; without one the other side has gone."""

    def __init__(self, code: int | None = None) -> None:
        super().__init__(code)
        self.code = code


class Line:
    """An accepted socket: text in, prebuilt messages out."""

    def __init__(self, websocket: WebSocket) -> None:
        self._websocket = websocket
        self.send: Final = websocket.scope[BARE_SEND]

    async def accept(self) -> None:
        """Opens the socket, echoing the subprotocol that carried the token."""
        await self._websocket.receive()
        subprotocol = access.subprotocol_of(self._websocket)
        await self.send({"type": "websocket.accept", "subprotocol": subprotocol})

    async def receive_text(self) -> str:
        """The next message; raises ``Closed`` for a binary one and at the end."""
        message = await self._websocket.receive()
        if message["type"] == "websocket.disconnect":
            raise Closed
        text = message.get("text")
        if text is None:
            raise Closed(UNSUPPORTED)
        return str(text)

    async def send_json(self, value: object) -> None:
        """Sends one JSON message to this socket alone."""
        await self.send(text_message(msgspec.json.encode(value).decode()))

    async def converse(self, subscription: Subscription, *, hear: Hear, show: Show) -> None:
        """Shows what the subscription brings and hears what is said, until either side ends it; closes the socket."""
        tasks = [asyncio.ensure_future(self._listen(hear)), asyncio.ensure_future(_follow(subscription, show))]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            subscription.close("socket ended")
            await asyncio.gather(*tasks, return_exceptions=True)
        error = done.pop().exception()
        if isinstance(error, Closed):
            if error.code is not None:
                await self.send({"type": "websocket.close", "code": error.code})
        elif error is not None and not isinstance(error, OSError):
            raise error

    async def _listen(self, hear: Hear) -> None:
        while True:
            await hear(await self.receive_text())


async def _follow(subscription: Subscription, show: Show) -> None:
    async for message in subscription:
        await show(message)
    raise Closed(_CLOSE_CODES.get(subscription.closed_with or "", NORMAL))


_CLOSE_CODES: Final = {"revoked": REVOKED, "shutdown": RESTART}


def text_message(text: str) -> Message:
    """A websocket message as the server takes it."""
    return {"type": "websocket.send", "text": text}


class Pushes(msgspec.Struct, frozen=True):
    """The messages that a change of the room is to one kind of socket, and the number they lead to."""

    seq: int
    messages: tuple[Message, ...]


def render_json(delta: Delta) -> Pushes:
    """A change as programs are told it: one message per event."""
    return Pushes(delta.seq, tuple(text_message(text) for text in stream.render_batch(delta).events))


@router.websocket("/api/v1/rooms/{room_id}/socket")
async def program_socket(websocket: WebSocket, room_id: str) -> None:
    """A room live for programs, which may act on the same line."""
    who = await access.viewer_of(websocket, room_id)
    _limits(websocket).take(Kind.SOCKETS, access.address_of(websocket))
    rooms: Rooms = websocket.app.state.rooms
    after = await stream.known_after(websocket, rooms, who)
    hub: Hub = websocket.app.state.hub
    subscription = hub.subscribe(room_id, who.viewer, after, render_json, "json")
    line = Line(websocket)
    await line.accept()
    told = await _send_room(line, rooms, who)
    reached = told if after is None else after

    async def show(pushes: Any) -> None:
        nonlocal reached
        if pushes is RESYNC:
            await line.send(text_message(_RESYNC_TEXT))
            reached = await _send_room(line, rooms, who)
        elif pushes.seq > reached:
            reached = pushes.seq
            for message in pushes.messages:
                await line.send(message)

    async def hear(text: str) -> None:
        await line.send_json(await _played(websocket, who, text))

    await line.converse(subscription, hear=hear, show=show)


async def _send_room(line: Line, rooms: Rooms, who: access.Access) -> int:
    told, text = await stream.room_full(rooms, who.room_id, who.viewer)
    await line.send(text_message(text))
    return told


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
        return {**problem.document, "type": "refused", "key": key if isinstance(key, str) else None}
    return {"type": "ack", "key": act.key, "seq": acted.seq}


def _act_of(message: object) -> shapes.ActionBody:
    if not isinstance(message, dict):
        raise InvalidInput.at("message", "an object", type(message).__name__)
    if message.get("type") != "act":
        raise InvalidInput.at("type", "act", message.get("type"))
    return bodies.convert({name: item for name, item in message.items() if name != "type"}, shapes.ActionBody)


@router.websocket("/rooms/{room_id}/socket")
async def page_socket(websocket: WebSocket, room_id: str) -> None:
    """A room live for a table page: HTML out; in, nothing but resume, pointer and ruler."""
    who = await access.viewer_of(websocket, room_id)
    _limits(websocket).take(Kind.SOCKETS, access.address_of(websocket))
    rooms: Rooms = websocket.app.state.rooms
    hub: Hub = websocket.app.state.hub
    page = await _page_of(websocket, who)
    after = bodies.whole_number(websocket.query_params.get("after"), "after")
    subscription = hub.subscribe(room_id, who.viewer, after, page.render, ("page", page.lang))
    line = Line(websocket)
    await line.accept()

    async def show(message: Any) -> None:
        if message is RESYNC:
            message = text_message(page.whole(await rooms.scene(room_id, who.viewer)))
        await line.send(message)

    async def hear(text: str) -> None:
        if len(text) > _LONGEST_SAID:
            raise Closed(TOO_BIG)
        said = _said_by_page(text)
        if said.get("type") == "resume":
            await show(RESYNC)
        elif said.get("type") in _RELAYED and _may_point(websocket, who):
            hub.relay_pointer(room_id, who.viewer, said)

    if after is None:
        await show(RESYNC)
    await line.converse(subscription, hear=hear, show=show)


class Page(msgspec.Struct, frozen=True):
    """How a room looks on one kind of page."""

    templates: Templates
    lang: str
    viewer: str
    game_folder: Path | None

    def render(self, delta: Delta) -> Message:
        """A change as a push."""
        return text_message(messages.delta_message(self.templates, delta, self.lang, self.game_folder))

    def whole(self, scene: RoomScene) -> str:
        """The whole table as a push."""
        return messages.resync_message(self.templates, scene, self.viewer, self.lang, self.game_folder)


async def _page_of(websocket: WebSocket, who: access.Access) -> Page:
    rooms: Rooms = websocket.app.state.rooms
    registry: Registry = websocket.app.state.registry
    game = (await rooms.info(who.room_id, who.viewer)).game
    asked = websocket.query_params.get("lang")
    lang = asked if asked in LANGUAGES else websocket.state.lang
    return Page(websocket.app.state.templates, lang, who.viewer, registry.folders.get(game))


def _said_by_page(text: str) -> dict[str, Any]:
    """What a page says; a page of ours says nothing that cannot be read, so whatever else it is is not answered."""
    try:
        said = bodies.parse(text)
    except (bodies.Malformed, InvalidInput):
        return {}
    return said if isinstance(said, dict) else {}


def _may_point(websocket: WebSocket, who: access.Access) -> bool:
    try:
        _limits(websocket).take(Kind.POINTERS, who.asker)
    except TooFast:
        return False
    return True


def _limits(websocket: WebSocket) -> Limits:
    limits: Limits = websocket.app.state.limits
    return limits
