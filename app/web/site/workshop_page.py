"""The workshop: the page on which somebody makes a battle, and the pieces that it asks for meanwhile.

The battle lives in the browser. Every edit goes out with the document and comes back as the document after it, drawn by the
templates of the table; nothing is kept here.
"""

from __future__ import annotations

import zlib
from functools import partial
from itertools import groupby
from typing import Annotated, Any, Final, TypeVar

import msgspec
from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from app.engine.play import encode
from app.engine.system import Correctable, GameSystem
from app.engine.types import Text
from app.engine.workshop.workshop import OWN, Tool
from app.rooms.workers.workshop_work import Look
from app.web.api import shapes
from app.web.api.workshop_api import ask, with_workshop
from app.web.draw.render import Renderer
from app.web.draw.render_tools import ghost_of, tool_picture
from app.web.draw.render_words import centimetres, corners
from app.web.site import host_form
from app.web.site.hosting import form_page
from app.web.site.own_battle import own_manifest
from app.web.site.pages import render
from app.web.site.room_pages import read_form
from app.web.table.messages import symbols_of
from app.web.table.table import board_sheets, game_folder
from app.web.wire import access, bodies
from app.web.wire.answers import json_answer
from app.web.wire.templating import Templates

router: Final = APIRouter(include_in_schema=False)


_WORDS: Final = ("choose", "no_fields", "several")
"""What is said where there are no fields: with nothing, one thing, several things chosen."""

MOST_CHOSEN: Final = 400
"""Things that can be chosen at once: more than any battle has."""

Chosen = TypeVar("Chosen")
Several = Annotated[tuple[Chosen, ...], msgspec.Meta(max_length=MOST_CHOSEN)]


class LookBody(shapes.Body, frozen=True):
    """A battle to be looked at, after edits or as it is, with what is chosen in it; ``whole`` asks for the board itself too, and
    ``tools`` says which palette the page has."""

    battle: dict[str, Any]
    edits: Several[dict[str, Any]] = ()
    things: Several[str] = ()
    whole: bool = False
    tools: str = ""


class ToolGroup(msgspec.Struct, frozen=True):
    """Tools under one heading."""

    name: Text
    tools: tuple[Tool, ...]


class FieldGroup(msgspec.Struct, frozen=True):
    """Fields under one heading; those of a thing have none."""

    name: Text | None
    fields: tuple[Correctable, ...]


@router.get("/games/{game}/workshop")
async def workshop(request: Request, game: str, scenario: str | None = None) -> Response:
    """The workshop with an empty board, or with a copy of a scenario."""
    system = with_workshop(request, game)
    known = next((each.id for each in system.manifest.scenarios if each.id == scenario), None)
    started = await ask(request, system, "battle_start", {"scenario": known})
    look = await _look(request, system, {"battle": started["battle"]})
    draw = _renderer(request, system)
    parts = _parts(request, system, look)
    return render(
        request,
        "pages/workshop.html",
        game=system.manifest,
        look=look,
        started_from=known,
        draw=draw,
        scene=look.scene,
        layers=draw.layers(look.scene),
        parts_html=parts,
        look_data={"battle": look.battle, "tools_mark": parts["tools_mark"], "fault_things": parts["fault_things"]},
        words=page_words(request.app.state.templates, request.state.lang),
        board_sheets=board_sheets(look.scene),
    )


@router.post("/games/{game}/workshop/look")
async def look_at(request: Request, game: str) -> Response:
    """A battle after edits, drawn: what of the page has to be printed anew."""
    access.require_form_of_ours(request)
    system = with_workshop(request, game)
    body = await bodies.read_as(request, LookBody, bodies.RULES_BYTES)
    look = await _look(request, system, encode(body))
    draw = _renderer(request, system)
    parts = _parts(request, system, look)
    if parts["tools_mark"] == body.tools:
        del parts["tools"]
    board = draw.fragment(
        f"boards/{look.scene.board}.svg" if body.whole else "workshop/layers.svg",
        scene=look.scene,
        layers=draw.layers(look.scene),
    )
    told = {"battle": look.battle, "things": look.things, "name": encode(look.name), "board": board}
    return json_answer({**told, "width": look.scene.width, "height": look.scene.height, **parts})


@router.post("/rooms/battle")
async def host(request: Request) -> Response:
    """The form that hosts a room, with the battle that was made chosen in it."""
    access.require_form_of_ours(request)
    typed = await read_form(request)
    system, text = with_workshop(request, typed.get("game", "")), typed.get("battle", "")
    manifest = await own_manifest(request, system, text)
    return form_page(request, manifest, msgspec.structs.replace(host_form.blank(manifest, OWN), battle=text))


def page_words(templates: Templates, lang: str) -> dict[str, str]:
    """The words that the page's own code says, places not filled in."""
    prefix = "workshop.js."
    texts = templates.texts
    return {key.removeprefix(prefix): texts.text(key).in_(lang) for key in texts if key.startswith(prefix)}


async def _look(request: Request, system: GameSystem, payload: dict[str, Any]) -> Look:
    look: Look = msgspec.convert(await ask(request, system, "battle_look", payload), Look)
    return look


def _renderer(request: Request, system: GameSystem) -> Renderer:
    folder = game_folder(request, system.manifest.id)
    return Renderer(request.app.state.templates, symbols_of(folder), request.state.lang)


def _parts(request: Request, system: GameSystem, look: Look) -> dict[str, Any]:
    """What stands beside the board, printed."""
    draw, symbols = _renderer(request, system), symbols_of(game_folder(request, system.manifest.id))
    tools = draw.fragment(
        "workshop/tools.html",
        groups=_tool_groups(look.tools),
        picture_of=partial(tool_picture, draw, symbols),
        ghost_of=ghost_of,
        drawings=symbols.tools,
    )
    return {
        "tools": tools,
        "tools_mark": str(zlib.crc32(tools.encode())),
        "lists": draw.fragment("workshop/lists.html", scene=look.scene, things=look.things),
        "faults": draw.fragment("workshop/faults.html", faults=look.faults),
        "fault_count": len(look.faults),
        "fault_things": [fault.thing for fault in look.faults if fault.thing is not None],
        "settings": _fields(draw, look.settings, "battle"),
        "fields": _fields(draw, look.fields, "thing", _WORDS[min(2, len(look.things))]),
    }


def _fields(draw: Renderer, fields: list[Correctable], prefix: str, empty: str = "no_fields") -> str:
    return draw.fragment(
        "workshop/fields.html",
        groups=_field_groups(fields),
        prefix=prefix,
        empty=empty,
        centimetres=centimetres,
        corners=corners,
    )


def _tool_groups(tools: list[Tool]) -> list[ToolGroup]:
    return [ToolGroup(name, tuple(found)) for name, found in groupby(tools, lambda tool: tool.group)]


def _field_groups(fields: list[Correctable]) -> list[FieldGroup]:
    return [FieldGroup(name, tuple(found)) for name, found in groupby(fields, _heading)]


def _heading(field: Correctable) -> Text | None:
    words = field.schema.get("x-group")
    return None if words is None else Text(words["es"], words["en"])
