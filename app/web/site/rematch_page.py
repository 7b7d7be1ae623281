"""The way from the page of a game that is over to the table where those who sat at it play again."""

from __future__ import annotations

from typing import Final
from urllib.parse import quote

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from app.rooms.service.rematches import Rematches
from app.rooms.values.errors import Forbidden
from app.rooms.values.tokens import hash_of
from app.web.site.room_pages import SEE_OTHER, limits_of
from app.web.wire import access
from app.web.wire.limits import Kind

router: Final = APIRouter(include_in_schema=False)


@router.post("/rooms/{room_id}/rematch")
async def rematch(request: Request, room_id: str) -> Response:
    """Goes to the next table, with a cookie for everybody that this browser is at this one."""
    access.require_form_of_ours(request)
    who = await access.viewer_of(request, room_id)
    limits_of(request).take(Kind.LINKS, who.asker)
    rematches: Rematches = request.app.state.rematches
    response = RedirectResponse("/", SEE_OTHER)
    for viewer in await access.living_viewers(request, room_id):
        cookie = request.cookies[access.cookie_name(request, room_id, viewer)]
        try:
            moved = await rematches.enter(room_id, viewer, hash_of(cookie), "cookie")
        except Forbidden:
            if viewer == who.viewer:
                raise
            continue
        access.set_cookie(response, request, room_id=moved.room, viewer=moved.viewer, secret=moved.secret)
        if viewer == who.viewer:
            response.headers["location"] = f"/rooms/{moved.room}?as={quote(moved.viewer)}"
    return response
