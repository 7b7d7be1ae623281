"""Links that show the replay of a game that is over to anybody: made by its players and its host, withdrawn by them."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlencode, urljoin

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from app.engine.refusal import InvalidInput
from app.engine.types import SPECTATOR, Viewer
from app.rooms.values.perspectives import perspectives
from app.rooms.values.ports import HOST
from app.web.api import shapes
from app.web.api.api import read_nothing
from app.web.site.room_pages import SEE_OTHER, limits_of, read_form, rooms_of
from app.web.wire import access, bodies
from app.web.wire.answers import json_answer
from app.web.wire.limits import Kind

router: Final = APIRouter()


@router.post("/api/v1/rooms/{room_id}/replays")
async def show_replay(request: Request, room_id: str) -> Response:
    """A new link to the replay of a game that is over; its secret is never told again."""
    who = await access.viewer_of(request, room_id)
    limits_of(request).take(Kind.LINKS, who.asker)
    data = await bodies.read(request)
    body = bodies.convert(bodies.parse(data), shapes.ReplayBody) if data else shapes.ReplayBody()
    link = await _new_link(request, who, body.seq, None if body.view is None else Viewer(body.view))
    return json_answer(link, 201, {"Location": link.url})


@router.post("/api/v1/rooms/{room_id}/replays/withdraw")
async def withdraw_replays(request: Request, room_id: str) -> Response:
    """The links that the seat made show nothing any more; for the host, everybody's."""
    who = await access.viewer_of(request, room_id)
    limits_of(request).take(Kind.LINKS, who.asker)
    await read_nothing(request)
    await rooms_of(request).withdraw_replays(room_id, who.viewer)
    return json_answer({})


@router.post("/rooms/{room_id}/replay/share", include_in_schema=False)
async def share(request: Request, room_id: str) -> Response:
    """A new link by a form: leads to its page, whose address is to be passed on."""
    access.require_form_of_ours(request)
    who = await access.viewer_of(request, room_id)
    limits_of(request).take(Kind.LINKS, who.asker)
    seq = bodies.whole_number((await read_form(request)).get("seq"), "seq")
    view = request.query_params.get("view") or None
    link = await _new_link(request, who, seq, None if view is None else Viewer(view))
    return RedirectResponse(link.url, SEE_OTHER)


async def _new_link(request: Request, who: access.Access, seq: int | None, view: Viewer | None) -> shapes.ReplayLink:
    """A link that opens at the moment ``seq`` of ``view``; of the viewer's own numbers, if that is ``None``."""
    rooms = rooms_of(request)
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
