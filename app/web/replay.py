"""The replay: a room as its viewer saw it at any moment, by slider; and a game that is over, played on from there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec
from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from app.engine.refusal import InvalidInput
from app.engine.types import SPECTATOR
from app.rooms.archive import Moment
from app.rooms.errors import NotNow
from app.rooms.service import CreatedRoom, RoomInfo
from app.web import access, bodies
from app.web import table_parts as parts
from app.web.limits import Kind
from app.web.messages import symbols_of
from app.web.pages import manifest_of
from app.web.render import Renderer
from app.web.room_pages import SEE_OTHER, exchange, keep_links, limits_of, read_form, rooms_of
from app.web.table import board_sheets, game_folder
from app.web.templating import Templates

router: Final = APIRouter(include_in_schema=False)

_PRIVATE: Final = {"cache-control": "no-store"}
_MODULES: Final = ("board.js", "table/dom.js", "table/sheet.js", "table/surface.js", "table/words.js")


class Told(msgspec.Struct, frozen=True):
    """A line beside the board: of the log, or of the talk; ``is_now`` if the moment shown is its own."""

    seq: int
    is_now: bool
    line: parts.Line | None = None
    said: parts.Said | None = None


class Steps(msgspec.Struct, frozen=True):
    """Where the slider stands and where its buttons lead (``None``: nowhere); numbers of events told to the viewer."""

    seq: int
    first: int | None
    back: int | None
    forward: int | None
    last: int | None
    end: int
    stops: tuple[int, ...]


@router.get("/rooms/{room_id}/replay")
async def replay(request: Request, room_id: str) -> Response:
    """The room as the viewer saw it once he had been told ``?seq=`` events (by default, all of them).

    The page's own code is sent the parts that change, with the lines after ``?after=``.
    """
    who = await access.viewer_of(request, room_id)
    limits_of(request).take(Kind.REPLAYS, who.asker)
    seq = bodies.whole_number(request.query_params.get("seq"), "seq")
    moment = await rooms_of(request).moment(room_id, who.viewer, seq)
    templates: Templates = request.app.state.templates
    if request.headers.get("hx-request") == "true":
        after = bodies.whole_number(request.query_params.get("after"), "after") or 0
        context = _context(request, moment, after)
        return HTMLResponse(templates.fragment("parts/replay.html", request.state.lang, **context), headers=_PRIVATE)
    manifest = manifest_of(request, moment.info.game)
    page = templates.page(
        request,
        "pages/replay.html",
        game_name=manifest.name.in_(request.state.lang),
        modules=(*_MODULES, "boards/measured.js", "boards/cards.js"),
        board_sheets=board_sheets(moment.scene.board),
        words=_words(templates, request.state.lang),
        **_context(request, moment),
    )
    page.headers.update(_PRIVATE)
    return page


@router.post("/rooms/{room_id}/replay")
async def play_on(request: Request, room_id: str) -> Response:
    """A game that is over becomes a new room that goes on from the moment ``seq``: its maker hosts it, in his old seat."""
    access.require_form_of_ours(request)
    who = await access.viewer_of(request, room_id)
    limits_of(request).take(Kind.IMPORTS, access.asker_of(request))
    seq = bodies.whole_number((await read_form(request)).get("seq"), "seq")
    rooms = rooms_of(request)
    moment = await rooms.moment(room_id, who.viewer, seq)
    if not _is_whole(moment.info):
        raise NotNow
    if not _can_go_on(moment):
        raise InvalidInput.at("seq", "a moment of the game before its end", moment.seq)
    play_from = await rooms.archive.place_in_export(await rooms.room(room_id), who.viewer, moment.seq)
    created = await rooms.import_room(await rooms.export(room_id, who.viewer), play_from)
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


def _context(request: Request, moment: Moment, after: int = 0) -> dict[str, Any]:
    """Everything that the page and its parts print; the lines are those after the number ``after``."""
    templates: Templates = request.app.state.templates
    lang, info = request.state.lang, moment.info
    folder = game_folder(request, info.game)
    draw = Renderer(templates, symbols_of(folder), lang, parts.sides(info))
    steps = _steps(moment)
    return {
        "draw": draw,
        "scene": moment.scene,
        "layers": draw.layers(moment.scene),
        "room_id": info.id,
        "game": info.game,
        "viewer": moment.viewer,
        "players": parts.players(
            msgspec.structs.replace(info, to_act=()), moment.viewer, by_seat=bool(moment.scene.standings)
        ),
        "told": _told(
            parts.Record(templates, draw, info, moment.viewer, by_seat=bool(moment.scene.standings)), moment, after
        ),
        "steps": steps,
        "has_begun": moment.has_begun,
        "is_whole": _is_whole(info),
        "can_go_on": _is_whole(info) and _can_go_on(moment),
    }


def _steps(moment: Moment) -> Steps:
    at, stops = moment.stops.index(moment.seq), moment.stops
    is_first, is_last = at == 0, at == len(stops) - 1
    return Steps(
        seq=moment.seq,
        first=None if is_first else stops[0],
        back=None if is_first else stops[at - 1],
        forward=None if is_last else stops[at + 1],
        last=None if is_last else stops[-1],
        end=stops[-1],
        stops=stops,
    )


def _told(record: parts.Record, moment: Moment, after: int) -> Sequence[Told]:
    """Log and talk in the order they came; what the last step was told is now."""
    before = max((stop for stop in moment.stops if stop < moment.seq), default=0)
    events, log = moment.events[after:], moment.log[after:]
    lines = [Told(line.seq, line.seq > before, line=line) for line in record.lines(events, log)]
    talk = [Told(said.seq, said.seq > before, said=said) for said in record.chat(events)]
    return sorted([*lines, *talk], key=lambda told: told.seq)


def _is_whole(info: RoomInfo) -> bool:
    """Whether the room's export is a whole game: one that is over, and was played here or came whole."""
    return info.status == "finished" and info.dice.secret is not None


def _can_go_on(moment: Moment) -> bool:
    return moment.has_begun and moment.scene.ending is None


def _words(templates: Templates, lang: str) -> dict[str, str]:
    """The words that the page's own code says, places not filled in."""
    prefix = "replay.js."
    texts = templates.texts
    return {key.removeprefix(prefix): texts.text(key).in_(lang) for key in texts if key.startswith(prefix)}
