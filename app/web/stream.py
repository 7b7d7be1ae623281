"""A room live, for programs: JSON lines over HTTP. What one viewer is told is encoded once, whoever listens."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Iterable
from typing import Any, Final

import msgspec
from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from app.engine.play import encode
from app.engine.refusal import InvalidInput
from app.engine.types import Viewer
from app.rooms.hub import RESYNC, Delta, Hub
from app.rooms.service import Rooms
from app.web import access, bodies
from app.web.limits import Kind, Limits

router: Final = APIRouter(prefix="/api/v1/rooms")

HEARTBEAT_S: Final = 7.0
_FINISHED: Final = "finished"


class Batch(msgspec.Struct, frozen=True):
    """The events of one accepted act as one viewer is told them, encoded once for everybody who listens as he does:
    the number of the last one, each as JSON, and whether the game is over."""

    seq: int
    events: tuple[str, ...]
    is_last: bool


def render_batch(delta: Delta) -> Batch:
    """What a change of the room is to a program."""
    return Batch(delta.seq, tuple(_json(event) for event in delta.events), delta.info.status == _FINISHED)


async def room_full(rooms: Rooms, room_id: str, viewer: Viewer) -> tuple[int, str]:
    """The first message: the room and the view of it at one moment, and that moment's number."""
    while True:
        info = await rooms.info(room_id, viewer)
        seq, view = await rooms.position(room_id, viewer)
        if info.seq == seq:
            break
    room = {name: member for name, member in encode(info).items() if name != "type"}
    return seq, _json({"type": "room_full", **room, "viewer": viewer, "view": encode(view)})


async def known_after(request: Any, rooms: Rooms, who: access.Access) -> int | None:
    """The number after which to resume; raises ``InvalidInput`` if the viewer was never told so many."""
    after = bodies.whole_number(request.query_params.get("after"), "after")
    if after is not None:
        told = (await rooms.info(who.room_id, who.viewer)).seq
        if after > told:
            raise InvalidInput.at("after", f"at most {told}", after)
    return after


@router.get("/{room_id}/stream")
async def stream(request: Request, room_id: str) -> Response:
    """The room now, then every event as it happens, a line each."""
    who = await access.viewer_of(request, room_id)
    limits: Limits = request.app.state.limits
    limits.take(Kind.SOCKETS, access.address_of(request))
    after = await known_after(request, request.app.state.rooms, who)
    return LineStream(_lines(request.app.state.rooms, request.app.state.hub, who, after))


async def _lines(rooms: Rooms, hub: Hub, who: access.Access, after: int | None) -> AsyncGenerator[bytes, None]:
    subscription = hub.subscribe(who.room_id, who.viewer, None, render_batch, "programs")
    try:
        reached, full = await room_full(rooms, who.room_id, who.viewer)
        yield _line(full)
        if after is not None:
            missed = await rooms.events(who.room_id, who.viewer, after)
            yield _text([_json(event) for event in missed if event["seq"] <= reached])
        if (await rooms.info(who.room_id, who.viewer)).status == _FINISHED:
            return
        async for batch in subscription:
            if batch is RESYNC:
                missed = await rooms.events(who.room_id, who.viewer, reached)
                yield _text([_json(event) for event in missed])
                reached = missed[-1]["seq"] if missed else reached
            elif batch.seq > reached:
                yield _text(batch.events)
                reached = batch.seq
            if batch.is_last:
                return
    finally:
        subscription.close("stream ended")


class LineStream(Response):
    """Lines as they come, an empty one after seven silent seconds; ends when the lines do or the client goes."""

    media_type = "application/x-ndjson"

    def __init__(self, lines: AsyncGenerator[bytes, None]) -> None:
        super().__init__(headers={"x-accel-buffering": "no"})
        del self.headers["content-length"]
        self._lines = lines

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        gone = asyncio.ensure_future(_until_gone(receive))
        try:
            await self._send_lines(send, gone)
        finally:
            gone.cancel()
            await self._lines.aclose()
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _send_lines(self, send: Send, gone: asyncio.Future[None]) -> None:
        next_line = asyncio.ensure_future(anext(self._lines, None))
        try:
            while True:
                await asyncio.wait((next_line, gone), timeout=HEARTBEAT_S, return_when=asyncio.FIRST_COMPLETED)
                if gone.done():
                    return
                if not next_line.done():
                    await send({"type": "http.response.body", "body": b"\n", "more_body": True})
                    continue
                line = next_line.result()
                if line is None:
                    return
                if line:
                    await send({"type": "http.response.body", "body": line, "more_body": True})
                next_line = asyncio.ensure_future(anext(self._lines, None))
        finally:
            next_line.cancel()


async def _until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _line(text: str) -> bytes:
    return text.encode() + b"\n"


def _text(lines: Iterable[str]) -> bytes:
    return b"".join(_line(line) for line in lines)
