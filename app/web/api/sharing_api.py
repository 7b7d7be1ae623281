"""Links that show the replay of a game that is over to anybody: made by its players and its host, withdrawn by them."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlencode, urljoin

from starlette.requests import Request
from starlette.responses import Response

from app.engine.refusal import InvalidInput
from app.engine.types import SPECTATOR, Viewer
from app.rooms.service.service import Rooms
from app.rooms.values.perspectives import perspectives
from app.rooms.values.ports import HOST
from app.web.api import shapes
from app.web.api.route import RoomCall, Routes
from app.web.wire import access
from app.web.wire.answers import json_answer
from app.web.wire.limits import Kind

routes: Final = Routes("/api/v1/rooms", "rooms", RoomCall)
router: Final = routes.router


@routes.post(
    "/{room_id}/replays",
    costs=Kind.LINKS,
    about="For players and the host. It opens at the moment `seq` of `view`: a seat, `spectator` or `all`, which hides "
    "nothing; by default the end, as the maker saw it. It opens nothing else.",
    body=shapes.ReplayBody,
    optional=True,
    example={"seq": 12, "view": "all"},
    answer=shapes.ReplayLink,
    status=201,
    refuses=("not_now",),
)
async def show_replay(call: RoomCall, body: shapes.ReplayBody) -> Response:
    """A new link that shows the replay of a game that is over to anybody."""
    link = await new_link(call.request, call.who, body.seq, None if body.view is None else Viewer(body.view))
    return json_answer(link, 201, {"Location": link.url})


@routes.post(
    "/{room_id}/replays/withdraw",
    costs=Kind.LINKS,
    body=shapes.NothingBody,
    optional=True,
    answer=shapes.NothingBody,
)
async def withdraw_replays(call: RoomCall, body: shapes.NothingBody) -> shapes.NothingBody:
    """Those links show nothing any more: the seat's own, or everybody's for the host."""
    await call.rooms.withdraw_replays(call.room_id, call.who.viewer)
    return body


async def new_link(request: Request, who: access.Access, seq: int | None, view: Viewer | None) -> shapes.ReplayLink:
    """A link that opens at the moment ``seq`` of ``view``; of the viewer's own numbers, if that is ``None``."""
    rooms: Rooms = request.app.state.rooms
    room = await rooms.room(who.room_id)
    if view is not None and view not in (found := perspectives(room.seats)):
        raise InvalidInput.at("view", "one of " + ", ".join(found), view)
    secret = await rooms.show_replay(who.room_id, who.viewer)
    eyes = view or (SPECTATOR if who.viewer == HOST else who.viewer)
    query: dict[str, object] = {"view": eyes}
    if seq is not None:
        query["seq"] = await rooms.archive.same_moment(room, who.viewer, seq, view, eyes)
    address = urljoin(str(request.base_url), f"replay/{secret}?{urlencode(query)}")
    return shapes.ReplayLink(secret, address)
