"""What a game's folder holds for pages: its picture and the sheet that gives its board its character. Their addresses change with
their content, so that browsers may keep them for ever."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Final

from fastapi import APIRouter
from jinja2 import pass_context
from jinja2.runtime import Context
from starlette.requests import Request
from starlette.responses import FileResponse, Response

from app.engine.registry import Registry
from app.rooms.values.errors import NotFound

router: Final = APIRouter(include_in_schema=False)

COVER: Final = "cover.svg"
SHEET: Final = "board.css"
_FOR_EVER: Final = {"cache-control": "public, max-age=31536000"}


@router.get("/games/{game}/cover.svg")
async def cover(request: Request, game: str) -> Response:
    """The game's picture."""
    return FileResponse(_file(_registry(request), game, COVER), media_type="image/svg+xml", headers=_FOR_EVER)


@router.get("/games/{game}/board.css")
async def sheet(request: Request, game: str) -> Response:
    """The colours and materials of the game's board."""
    return FileResponse(_file(_registry(request), game, SHEET), media_type="text/css", headers=_FOR_EVER)


def game_file_url(request: Request, game: str, name: str) -> str | None:
    """Where a file of a game's folder is, ``None`` if there is none."""
    try:
        path = _file(_registry(request), game, name)
    except NotFound:
        return None
    return f"/games/{game}/{name}?v={hashlib.sha256(path.read_bytes()).hexdigest()[:12]}"


@pass_context
def sheet_url(context: Context, game: str) -> str | None:
    """For templates: where the sheet of a game's board is; ``None`` in what is drawn for nobody's request."""
    request = context.get("request")
    return None if request is None else game_file_url(request, game, SHEET)


def _file(registry: Registry, game: str, name: str) -> Path:
    folder = registry.folders.get(game)
    if folder is None or not (folder / name).is_file():
        raise NotFound
    return folder / name


def _registry(request: Request) -> Registry:
    registry: Registry = request.app.state.registry
    return registry
