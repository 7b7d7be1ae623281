"""Websockets for programs: a room live as JSON messages, on which a program may also act.

Every socket keeps the server's bare ``send`` and is handed the same message object as its neighbours.
"""

from __future__ import annotations

import logging
from typing import Any, Final

import msgspec
from fastapi import APIRouter
from starlette.websockets import WebSocket

from app.engine.refusal import InvalidInput
from app.rooms.service.service import Rooms
from app.rooms.values.errors import Refused, TooLarge
from app.rooms.values.players import names_of
from app.web.api import shapes, stream
from app.web.api.conversation import OpenLine, ending, limits_of, room_socket
from app.web.api.line import Parcel
from app.web.wire import access, bodies, errors
from app.web.wire.limits import Kind
from app.web.wire.metrics import note_refusal

logger = logging.getLogger(__name__)
router: Final = APIRouter()

KEPT_FOR_PROGRAMS: Final = 1000
"""Whoever is more events behind than this is told to resync."""


@room_socket(router, "/api/v1/rooms/{room_id}/socket")
async def program_socket(websocket: WebSocket, who: access.Access) -> None:
    """A room live for programs, which may act on the same line."""
    rooms: Rooms = websocket.app.state.rooms
    after = await stream.known_after(websocket, rooms, who)
    subscription = stream.subscribe(websocket.app.state.hub, who)
    line = OpenLine(websocket)

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

    with ending(subscription):
        await line.accept()
        await line.converse(show(), hear, subscription)


async def _played(websocket: WebSocket, who: access.Access, text: str) -> dict[str, Any]:
    """Plays what a program sent; its answer: ``ack`` or ``refused``."""
    key: object = None
    try:
        if len(text.encode()) > bodies.ROOM_BYTES:
            raise TooLarge
        sent = bodies.parsed(text)
        message = sent.value
        key = message.get("key") if isinstance(message, dict) else None
        act = _act_of(message)
        limits_of(websocket).take(Kind.ACTIONS, who.asker)
        sent.refuse_long_lists(act)
        rooms: Rooms = websocket.app.state.rooms
        payer = limits_of(websocket).payer(who.asker)
        acted = await rooms.act(who.room_id, who.viewer, act.action, seq=act.seq, key=act.key, payer=payer)
    except Exception as error:
        if isinstance(error, Refused):
            error = error.told_with(names_of((await rooms.info(who.room_id, who.viewer)).seats))
        problem = errors.problem_of(error, websocket.state.lang)
        if problem.status == errors.BROKEN.status:
            logger.exception("unexpected error in an action on a socket")
        note_refusal(websocket, problem.document)
        return {**problem.document, "type": "refused", "key": key if isinstance(key, str) else None}
    return {"type": "ack", "key": act.key, "seq": acted.seq}


def _act_of(message: object) -> shapes.ActionBody:
    if not isinstance(message, dict):
        raise InvalidInput.at("message", "an object", type(message).__name__)
    if message.get("type") != "act":
        raise InvalidInput.at("type", "act", message.get("type"))
    return bodies.convert({name: item for name, item in message.items() if name != "type"}, shapes.ActionBody)
