"""A link to the replay of a game that is over, made by a form."""

from __future__ import annotations

from typing import Final

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from app.engine.types import Viewer
from app.web.api.sharing_api import new_link
from app.web.site.room_pages import SEE_OTHER, limits_of, read_form
from app.web.wire import access, bodies
from app.web.wire.limits import Kind

router: Final = APIRouter()


@router.post("/rooms/{room_id}/replay/share", include_in_schema=False)
async def share(request: Request, room_id: str) -> Response:
    """A new link by a form: leads to its page, whose address is to be passed on."""
    access.require_form_of_ours(request)
    who = await access.viewer_of(request, room_id)
    limits_of(request).take(Kind.LINKS, who.asker)
    seq = bodies.whole_number((await read_form(request)).get("seq"), "seq")
    view = request.query_params.get("view") or None
    link = await new_link(request, who, seq, None if view is None else Viewer(view))
    return RedirectResponse(link.url, SEE_OTHER)
