"""The battle report: a game that is over as one file that asks for nothing, to be kept, sent and printed."""

from __future__ import annotations

from functools import partial
from typing import Final

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from app.rooms.room.room import Room
from app.rooms.values.perspectives import ALL
from app.rooms.workers.archive import Story, require_whole
from app.web.site.pages import manifest_of
from app.web.site.replay import Look, look_of, shown_look
from app.web.site.report_parts import chosen_stops, report_context
from app.web.site.room_pages import limits_of, rooms_of
from app.web.table.table import game_folder
from app.web.wire import access
from app.web.wire.limits import Kind
from app.web.wire.templating import Templates

router: Final = APIRouter(include_in_schema=False)


@router.get("/rooms/{room_id}/report")
async def report(request: Request, room_id: str) -> Response:
    """The report of a game that is over, for whoever has a part in its room."""
    who = await access.viewer_of(request, room_id)
    limits_of(request).take(Kind.EXPORTS, who.asker)
    return await _file(request, await rooms_of(request).room(room_id), look_of(request, room_id, who.viewer))


@router.get("/replay/{secret}/report")
async def shown_report(request: Request, secret: str) -> Response:
    """The same for whoever holds a link to the replay."""
    look = await shown_look(request, secret)
    limits_of(request).take(Kind.EXPORTS, access.asker_of(request))
    return await _file(request, await rooms_of(request).room(look.room_id), look)


async def _file(request: Request, room: Room, look: Look) -> Response:
    require_whole(room.seen_by(look.viewer).info(look.viewer))
    story = await rooms_of(request).archive.story(room, look.viewer, chosen_stops)
    text = await rooms_of(request).archive.draw(room.header.id, partial(_drawn, request, story))
    name = f"tapete-{story.info.game}-{story.info.id}.html"
    headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
    return Response(text, media_type="text/html", headers=headers)


def _drawn(request: Request, story: Story) -> str:
    templates: Templates = request.app.state.templates
    folder, manifest = game_folder(request, story.info.game), manifest_of(request, story.info.game)
    context = report_context(templates, folder, manifest, story, request.state.lang, ALL)
    return templates.fragment("pages/report.html", request.state.lang, **context)
