"""Rooms as files over HTTP: exported, and made rooms again."""

from __future__ import annotations

from typing import Final

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from app.rooms.service.service import Rooms
from app.web.api.api import room_made
from app.web.wire import access, bodies
from app.web.wire.limits import Kind, Limits

router: Final = APIRouter(prefix="/api/v1/rooms")


@router.get("/{room_id}/export")
async def export(request: Request, room_id: str) -> Response:
    """The room as JSON lines: whole once it is over, before that as the viewer knows it."""
    who = await access.viewer_of(request, room_id)
    limits: Limits = request.app.state.limits
    limits.take(Kind.EXPORTS, who.asker)
    rooms: Rooms = request.app.state.rooms
    data = await rooms.export(room_id, who.viewer)
    name = f"tapete-{room_id}.jsonl"
    headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
    return Response(data, media_type="application/jsonl", headers=headers)


@router.post("/import")
async def import_room(request: Request) -> Response:
    """An export, as the body, becomes a room: to be looked at or, with ``play_from``, to be played on after that event."""
    limits: Limits = request.app.state.limits
    limits.take(Kind.IMPORTS, access.asker_of(request))
    play_from = bodies.whole_number(request.query_params.get("play_from"), "play_from")
    data = await bodies.read(request, bodies.IMPORT_BYTES)
    limits.take(Kind.IMPORTED_BYTES, access.asker_of(request), len(data))
    rooms: Rooms = request.app.state.rooms
    return room_made(request, await rooms.import_room(data, play_from))
