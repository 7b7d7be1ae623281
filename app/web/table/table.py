"""The table: the page of a room for whoever has a part in it, and the fragments that it asks for later."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlencode

import msgspec
from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from app.engine.scene import Scene
from app.engine.types import SEATS
from app.rooms.live.presence import Here
from app.rooms.service.service import Rooms
from app.rooms.values.errors import UnknownToken
from app.rooms.values.values import RoomScene
from app.web.draw.render import Renderer
from app.web.table import clock_parts
from app.web.table import table_parts as parts
from app.web.table.clock_words import clock_rules
from app.web.table.messages import NOBODY, symbols_of
from app.web.wire import access, bodies
from app.web.wire.errors import problem_of
from app.web.wire.metrics import note_refusal
from app.web.wire.templating import STATIC, Templates

router: Final = APIRouter(include_in_schema=False)
_PRIVATE: Final = {"cache-control": "no-store"}


@router.get("/rooms/{room_id}")
async def table(request: Request, room_id: str) -> Response:
    """The table as the viewer sees it now."""
    try:
        who = await access.viewer_of(request, room_id)
    except UnknownToken as error:
        if "text/html" not in request.headers.get("accept", "") or not access.held_viewers(request, room_id):
            raise
        note_refusal(request, problem_of(error, request.state.lang).document)
        return await _farewell(request, room_id)
    room = await _rooms(request).scene(room_id, who.viewer)
    templates: Templates = request.app.state.templates
    folder = game_folder(request, room.info.game)
    here = _rooms(request).presence.of(room_id)
    held = [viewer for viewer in access.held_viewers(request, room_id) if viewer != who.viewer]
    name = _game_name(request, room.info.game)
    calls_out = request.app.state.hooks is not None

    def drawn() -> Response:
        context = page_context(templates, room, who.viewer, request.state.lang, folder, here=here)
        return templates.page(request, "pages/table.html", game_name=name, held=held, calls_out=calls_out, **context)

    page = await _rooms(request).aside.do(room_id, drawn)
    page.headers.update(_PRIVATE)
    return page


@router.get("/rooms/{room_id}/parts/log")
async def log(request: Request, room_id: str) -> Response:
    """Lines of the log for the page's list: the newest, or the last ones before the event ``?before=``."""
    before = bodies.whole_number(request.query_params.get("before"), "before")

    def lines(told: PartSource) -> dict[str, Any]:
        end = None if before is None else max(0, before - 1)
        return parts.NewestLines.of(
            told.record.lines(told.room.events, told.room.log, most=parts.MORE, end=end)
        ).context("log")

    return await _part(request, room_id, "parts/log.html", lines)


@router.get("/rooms/{room_id}/parts/chat")
async def chat(request: Request, room_id: str) -> Response:
    """Lines of the chat, likewise."""
    before = bodies.whole_number(request.query_params.get("before"), "before")

    def lines(told: PartSource) -> dict[str, Any]:
        end = None if before is None else max(0, before - 1)
        return parts.NewestLines.of(told.record.chat(told.room.events, most=parts.MORE, end=end)).context("chat")

    return await _part(request, room_id, "parts/chat.html", lines)


@router.get("/rooms/{room_id}/parts/ending")
async def ending(request: Request, room_id: str) -> Response:
    """The end screen, empty while the game goes on."""

    def found(told: PartSource) -> dict[str, Any]:
        room, info = told.room, told.room.info
        return {
            "ending": parts.ending(room.scene, info, room.viewer, room.log, request.state.lang),
            "players": parts.players(info, room.viewer, standings=room.scene.standings),
            "room_id": room_id,
            "game": info.game,
            "part_of": info.part_of,
            "next_room": info.next_room,
        }

    return await _part(request, room_id, "parts/ending.html", found)


def page_context(
    templates: Templates,
    room: Any,
    viewer: str,
    lang: str,
    folder: Path | None,
    *,
    here: Here = NOBODY,
) -> dict[str, Any]:
    """Everything the page's template and its fragments print; ``room`` is a RoomScene."""
    draw = Renderer(templates, symbols_of(folder), lang, *parts.who(room.info))
    record = parts.Record(templates, draw, room.info, viewer, room.scene.standings)
    log = parts.NewestLines.of(record.lines(room.events, room.log, most=parts.MORE))
    chat = parts.NewestLines.of(record.chat(room.events, most=parts.MORE))
    people = parts.players(room.info, viewer, here.seats, standings=room.scene.standings)
    return {
        "draw": draw,
        "say": draw.words,
        "scene": room.scene,
        "layers": draw.layers(room.scene),
        "room_id": room.info.id,
        "game": room.info.game,
        "scenario": room.info.scenario,
        "part_of": room.info.part_of,
        "next_room": room.info.next_room,
        "viewer": viewer,
        "is_seat": viewer in SEATS,
        "take_back": parts.how_taken_back(room.info, people),
        "players": people,
        "spectators": here.spectators,
        "waiting": parts.waiting_names(people),
        "clocks": clock_parts.shown(room.info, people, viewer),
        "clock_rules": clock_rules(None if room.info.clock is None else room.info.clock.rule, templates.words(lang)),
        "proposals": parts.asked(room.proposals, room.info, viewer, templates, lang),
        **log.context("log"),
        **chat.context("chat"),
        "state": parts.live(room.seq, room.scene, room.info, viewer, full=True),
        "ending": parts.ending(room.scene, room.info, viewer, room.log, lang),
        "socket_url": f"/rooms/{room.info.id}/socket?{urlencode({'as': viewer, 'after': room.seq, 'lang': lang})}",
        "words": page_words(templates, lang, room.scene.board),
        "help_key": partial(help_key, templates, room.scene.board),
        "board_sheets": board_sheets(room.scene),
    }


def board_sheets(scene: Scene) -> list[str]:
    """The style sheets of a board's kind, beside those of every board: those of a lattice where it has one, then its own, then those of
    its parts."""
    families = ["lattice", scene.board] if scene.lattice else [scene.board]
    folder = STATIC / "css" / "boards"
    return [
        f"boards/{name}" for family in families for name in sorted(path.stem for path in folder.glob(f"{family}*.css"))
    ]


def page_words(templates: Templates, lang: str, board: str) -> dict[str, str]:
    """The words that the page's own code says, places not filled in; on a kind of board that has words of its own those."""
    texts = templates.texts
    return {
        key.removeprefix(prefix): texts.text(key).in_(lang)
        for prefix in ("table.js.", f"table.js_{board}.")
        for key in texts
        if key.startswith(prefix)
    }


def help_key(templates: Templates, board: str, name: str) -> str:
    """Where the words of the help are, which a kind of board may say in its own way."""
    own = f"table.help_{board}.{name}"
    return own if own in templates.texts else f"table.help.{name}"


def game_folder(request: Request, game: str) -> Path | None:
    """Where a game's own drawings are."""
    folder: Path | None = request.app.state.registry.folders.get(game)
    return folder


async def _farewell(request: Request, room_id: str) -> Response:
    """For somebody who sat here by a link that works no more: what may have happened, and as whom they are still welcome. It
    tells nothing of the room, not even whether it exists."""
    others = await access.living_viewers(request, room_id)
    templates: Templates = request.app.state.templates
    page = templates.page(request, "pages/gone.html", status=401, room_id=room_id, others=others)
    page.headers.update({**_PRIVATE, "WWW-Authenticate": "Bearer"})
    return page


class PartSource(msgspec.Struct, frozen=True):
    """What a part of the page is made from."""

    room: RoomScene
    record: parts.Record


async def _part(
    request: Request, room_id: str, template: str, context_of: Callable[[PartSource], dict[str, Any]]
) -> Response:
    who = await access.viewer_of(request, room_id)
    room = await _rooms(request).scene(room_id, who.viewer)
    templates: Templates = request.app.state.templates
    lang = request.state.lang

    def drawn() -> str:
        draw = Renderer(templates, symbols_of(game_folder(request, room.info.game)), lang, *parts.who(room.info))
        record = parts.Record(templates, draw, room.info, who.viewer, room.scene.standings)
        return draw.fragment(template, viewer=who.viewer, **context_of(PartSource(room, record)))

    return HTMLResponse(await _rooms(request).aside.do(room_id, drawn), headers=_PRIVATE)


def _game_name(request: Request, game: str) -> str:
    name: str = request.app.state.registry[game].manifest.name.in_(request.state.lang)
    return name


def _rooms(request: Request) -> Rooms:
    rooms: Rooms = request.app.state.rooms
    return rooms
