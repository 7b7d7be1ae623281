"""Rooms as files over HTTP: exported, and made rooms again."""

from __future__ import annotations

from typing import Final

from starlette.responses import Response

from app.web.api import shapes
from app.web.api.api import room_made
from app.web.api.route import Call, Parameter, RoomCall, Routes
from app.web.wire import access, bodies
from app.web.wire.limits import Kind

routes: Final = Routes("/api/v1/rooms", "rooms", RoomCall)
router: Final = routes.router


@routes.get(
    "/{room_id}/export",
    costs=Kind.EXPORTS,
    about="Whole, with the dice's secret, once the game is over; before that as the viewer knows it.",
    answer=shapes.Told,
    media="application/jsonl",
    refuses=("invalid",),
)
async def export(call: RoomCall) -> Response:
    """The room as a file of JSON lines."""
    data = await call.rooms.export(call.room_id, call.who.viewer)
    name = f"tapete-{call.room_id}.jsonl"
    headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
    return Response(data, media_type="application/jsonl", headers=headers)


@routes.post(
    "/import",
    costs=Kind.IMPORTS,
    about="The body is the file as it was exported. A finished game is looked at as it was, or, with `play_from`, played "
    "on with new links, numbers and dice; a game that goes on is looked at as its viewer knew it. A tampered file is refused.",
    parameters=(Parameter("play_from", "The event of the file after which to play on.", "integer"),),
    takes="application/jsonl",
    answer=shapes.RoomMade,
    status=201,
    refuses=("too_large",),
)
async def import_room(call: Call) -> Response:
    """An export becomes a room: to be looked at, or to be played on."""
    play_from = bodies.whole_number(call.request.query_params.get("play_from"), "play_from")
    data = await bodies.read(call.request, bodies.IMPORT_BYTES)
    call.limits.take(Kind.IMPORTED_BYTES, access.asker_of(call.request), len(data))
    return room_made(call.request, await call.rooms.import_room(data, play_from))
