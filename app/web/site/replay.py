"""The replay: a room as it was seen at any moment, by slider; a game that is over through anybody's eyes, and by a link for
anybody; and such a game, played on from there."""

from __future__ import annotations

import re
from typing import Any, Final
from urllib.parse import urlencode

import msgspec
from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from app.engine.refusal import InvalidInput
from app.engine.types import SPECTATOR, Viewer
from app.rooms.values.errors import NotFound
from app.rooms.values.perspectives import ALL
from app.rooms.values.ports import HOST
from app.rooms.values.values import CreatedRoom
from app.rooms.workers.archive import Moment, is_whole, require_whole
from app.web.draw.render import Renderer
from app.web.site.pages import manifest_of
from app.web.site.replay_parts import Steps, chapter_list, steps_of, told_lines, views_of
from app.web.site.room_pages import SEE_OTHER, exchange, keep_links, limits_of, read_form, rooms_of
from app.web.table import table_parts as parts
from app.web.table.messages import symbols_of
from app.web.table.table import board_sheets, game_folder
from app.web.wire import access, bodies
from app.web.wire.limits import Asker, Kind
from app.web.wire.templating import Templates

router: Final = APIRouter(include_in_schema=False)

_PRIVATE: Final = {"cache-control": "no-store"}
_BELOW_ZERO: Final = re.compile(r"-[0-9]{1,15}")


class Look(msgspec.Struct, frozen=True):
    """Who looks back, and from where: a page below ``home``. ``secret`` is that of a link to the replay, for anybody;
    ``eyes`` are those they look through, if not their own."""

    room_id: str
    viewer: Viewer
    home: str
    eyes: Viewer | None
    secret: str | None = None

    def query(self, **more: object) -> str:
        """What follows the page's path."""
        mine = {} if self.secret is not None else {"as": self.viewer}
        view = {} if self.eyes is None or (self.secret is not None and self.eyes == ALL) else {"view": self.eyes}
        return urlencode({**mine, **view, **more})


@router.get("/rooms/{room_id}/replay")
async def replay(request: Request, room_id: str) -> Response:
    """The room as the viewer saw it once they had been told ``?seq=`` events (by default, all of them); a game that is over
    also as ``?view=`` saw it.

    The page's own code is sent the parts that change, with the newest lines after ``?after=``; with ``?before=`` only lines, the newest of those up to
    that number.
    """
    who = await access.viewer_of(request, room_id)
    limits_of(request).take(Kind.REPLAYS, who.asker)
    return await _page(request, look_of(request, room_id, who.viewer))


@router.get("/replay/{secret}")
async def shown(request: Request, secret: str) -> Response:
    """The same for whoever holds a link to the replay: a game that is over, with nothing hidden or through ``?view=``."""
    return await _page(request, await shown_look(request, secret))


@router.post("/rooms/{room_id}/replay")
async def play_on(request: Request, room_id: str) -> Response:
    """A game that is over becomes a new room that goes on from the moment ``seq``: its maker hosts it, in their old seat."""
    access.require_form_of_ours(request)
    who = await access.viewer_of(request, room_id)
    limits_of(request).take(Kind.IMPORTS, access.asker_of(request))
    seq = bodies.whole_number((await read_form(request)).get("seq"), "seq")
    rooms, eyes = rooms_of(request), look_of(request, room_id, who.viewer).eyes
    moment = await rooms.moment(room_id, who.viewer, seq, eyes)
    require_whole(moment.info)
    if not _can_go_on(moment):
        raise InvalidInput.at("seq", "a moment of the game before its end", moment.seq)
    play_from = await rooms.archive.place_in_export(await rooms.room(room_id), who.viewer, moment.seq, eyes)
    data = await rooms.export(room_id, who.viewer)
    limits_of(request).take(Kind.IMPORTED_BYTES, access.asker_of(request), len(data))
    created = await rooms.import_room(data, play_from)
    response = RedirectResponse(f"/rooms/{created.id}/links", SEE_OTHER)
    await host(request, response, created, seat=who.viewer)
    return response


async def host(request: Request, response: Response, created: CreatedRoom, *, seat: str | None = None) -> None:
    """Leaves a new room's host cookie with whoever made it, that of ``seat`` where the room has it, and all its links."""
    secrets: dict[str, str] = dict(created.seats)
    held = [created.host_token, *(secret for letter, secret in secrets.items() if letter == seat)]
    if not secrets:
        held.append(created.spectator_token)
    for secret in held:
        await exchange(request, response, secret)
    keep_links(request, response, created.id, {**secrets, SPECTATOR: created.spectator_token})


def look_of(request: Request, room_id: str, viewer: Viewer) -> Look:
    """How somebody with a part in the room looks back: through ``?view=``, or through their own eyes."""
    eyes = request.query_params.get("view") or None
    return Look(room_id, viewer, f"/rooms/{room_id}/replay", None if eyes is None else Viewer(eyes))


async def shown_look(request: Request, secret: str) -> Look:
    """How whoever holds a link to a replay looks at it. Raises ``NotFound`` for anything but a living one."""
    link = await rooms_of(request).identify(secret) if secret else None
    if link is None or link.kind != "replay":
        access.count_guess(request)
        raise NotFound
    limits_of(request).take(Kind.REPLAYS, Asker(access.asker_of(request).address, link.hash.hex()))
    eyes = request.query_params.get("view") or ALL
    await rooms_of(request).catch_up(link.room_id)
    return Look(link.room_id, HOST, f"/replay/{secret}", Viewer(eyes), secret)


async def _page(request: Request, look: Look) -> Response:
    seq = _asked_for(request.query_params.get("seq"))
    rooms = rooms_of(request)
    of = request.query_params.get("of")
    if of is not None and seq is not None:
        room = await rooms.room(look.room_id)
        there = await rooms.archive.same_moment(room, look.viewer, seq, Viewer(of) if of else None, look.eyes)
        return RedirectResponse(f"{look.home}?{look.query(seq=there)}", SEE_OTHER, headers=_PRIVATE)
    if look.secret is None:
        moment = await rooms.moment(look.room_id, look.viewer, seq, look.eyes)
    else:
        moment = await rooms.shown_moment(look.room_id, look.eyes or ALL, seq)
    templates: Templates = request.app.state.templates
    lang = request.state.lang
    after = bodies.whole_number(request.query_params.get("after"), "after") or 0
    before = bodies.whole_number(request.query_params.get("before"), "before")

    def drawn() -> Response:
        if request.headers.get("hx-request") == "true":
            name = "parts/replay.html" if before is None else "parts/replay_lines.html"
            return HTMLResponse(templates.fragment(name, lang, **_context(request, moment, look, after, before)))
        return templates.page(
            request,
            "pages/replay.html",
            game_name=manifest_of(request, moment.info.game).name.in_(lang),
            board_sheets=board_sheets(moment.scene),
            words=_words(templates, lang),
            views=views_of(templates, lang, moment, look.viewer if look.secret is None else None, look.eyes),
            **_context(request, moment, look),
        )

    page = await rooms.aside.do(look.room_id, drawn)
    page.headers.update(_PRIVATE)
    return page


def _asked_for(text: str | None) -> int | None:
    """The moment of an address that somebody may have typed: none is the present, one before the first is the first."""
    if not text:
        return None
    return 0 if _BELOW_ZERO.fullmatch(text) else bodies.whole_number(text, "seq")


def _context(request: Request, moment: Moment, look: Look, after: int = 0, before: int | None = None) -> dict[str, Any]:
    """Everything that the page and its parts print; the lines are the newest of those after the number ``after`` and up to
    ``before``."""
    templates: Templates = request.app.state.templates
    lang, info, scene = request.state.lang, moment.info, moment.scene
    draw = Renderer(templates, symbols_of(game_folder(request, info.game)), lang, *parts.who(info))
    eyes = look.eyes or look.viewer
    record = parts.Record(templates, draw, info, eyes, scene.standings)
    steps: Steps = steps_of(moment)
    lines = told_lines(record, moment, after, before)
    return {
        "draw": draw,
        "say": draw.words,
        "scene": scene,
        "layers": draw.layers(scene),
        "room_id": info.id,
        "game": info.game,
        "look": look,
        "viewer": eyes,
        "players": parts.players(msgspec.structs.replace(info, to_act=()), look.viewer, standings=scene.standings),
        "told": lines.told,
        "told_after": lines.after,
        "steps": steps,
        "chapters": chapter_list(moment.chapters, draw.words),
        "has_begun": moment.has_begun,
        "is_whole": is_whole(info),
        "can_share": look.secret is None and is_whole(info) and look.viewer != SPECTATOR,
        "can_go_on": look.secret is None and is_whole(info) and _can_go_on(moment),
    }


def _can_go_on(moment: Moment) -> bool:
    return moment.has_begun and moment.scene.ending is None


def _words(templates: Templates, lang: str) -> dict[str, str]:
    """The words that the page's own code says, places not filled in."""
    texts = templates.texts
    prefix = "replay.js."
    return {key.removeprefix(prefix): texts.text(key).in_(lang) for key in texts if key.startswith(prefix)}
