"""The pages to read: home, a game, its rules and tables, what this is. Nothing here changes anything."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any, Final

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import FileResponse, RedirectResponse, Response

from app.engine.campaign import campaign_of
from app.engine.registry import Registry
from app.engine.scene import Stack, Token
from app.engine.system import Manifest
from app.rooms.errors import NotFound
from app.web.my_rooms import my_rooms
from app.web.reference import chapters, sheets, vocabulary
from app.web.templating import Templates

router: Final = APIRouter(include_in_schema=False)

_KEPT: Final = {"cache-control": "private, no-cache"}
"""Pages that are the same for all readers of a language: a browser may keep them, but asks again."""
_COVER: Final = "cover.svg"
_LONGEST_SEARCH: Final = 200


@router.get("/")
async def home(request: Request) -> Response:
    """What Tapete is, the games, the way in, and the way back to the tables this browser sits at."""
    games = [system.manifest for system in _registry(request).values()]
    page = render(request, "pages/home.html", games=games, rooms=await my_rooms(request))
    page.headers["cache-control"] = "no-store"  # the tables are this browser's own
    return page


@router.get("/about")
async def about(request: Request) -> Response:
    """Whose games these are, under which licences, and how the dice can be checked."""
    games = [system.manifest for system in _registry(request).values()]
    return render(request, "pages/about.html", games=games)


@router.get("/games")
async def games(request: Request) -> Response:
    """The list of games stands on the home page."""
    return RedirectResponse("/#games", 303)


@router.get("/games/{game}")
async def game(request: Request, game: str) -> Response:
    """A game: what it is, its scenarios with their boards."""
    manifest = manifest_of(request, game)
    rules = campaign_of(_registry(request)[game])
    return render(request, "pages/game.html", game=manifest, sides=sides_of(manifest), campaigns=rules)


@router.get("/games/{game}/rules")
async def rules(request: Request, game: str, q: str = "") -> Response:
    """The rule inventory in chapters; ``?q=`` keeps the rules that have its words."""
    manifest = manifest_of(request, game)
    search = q[:_LONGEST_SEARCH].strip()
    found = chapters(manifest.rules, search=search, language=request.state.lang)
    count = sum(len(chapter.rules) for chapter in found)
    return render(request, "pages/rules.html", game=manifest, chapters=found, search=search, count=count)


@router.get("/games/{game}/tables")
async def tables(request: Request, game: str) -> Response:
    """Every table of the game, each value with its source."""
    manifest = manifest_of(request, game)
    return render(
        request, "pages/tables.html", game=manifest, sheets=sheets(manifest.tables), known=vocabulary(manifest.tables)
    )


@router.get("/games/{game}/cover.svg")
async def cover(request: Request, game: str) -> Response:
    """The game's picture."""
    path = _cover_file(_registry(request), game)
    if path is None:
        raise NotFound
    return FileResponse(path, media_type="image/svg+xml", headers={"cache-control": "public, max-age=31536000"})


def render(request: Request, name: str, **context: Any) -> Response:
    """A page for the reader of ``request``; every template may ask for the games' covers."""
    templates: Templates = request.app.state.templates
    page = templates.page(request, name, cover_url=lambda game: cover_url(request, game), **context)
    page.headers.update(_KEPT)
    return page


def manifest_of(request: Request, game: str) -> Manifest:
    """The manifest of a game; raises ``NotFound``."""
    system = _registry(request).get(game)
    if system is None:
        raise NotFound
    return system.manifest


def sides_of(manifest: Manifest) -> list[str]:
    """The sides that stand on the scenarios' boards, in order: the first ones are drawn in the first colours."""
    pictures = [scenario.picture for scenario in manifest.scenarios if scenario.picture is not None]
    sides = {piece.side for picture in pictures for piece in picture.drawables if isinstance(piece, (Token, Stack))}
    return sorted(sides)


def cover_url(request: Request, game: str) -> str | None:
    """Where a game's picture is, ``None`` if its folder has none; changes with the picture."""
    path = _cover_file(_registry(request), game)
    if path is None:
        return None
    return f"/games/{game}/{_COVER}?v={hashlib.sha256(path.read_bytes()).hexdigest()[:12]}"


def _cover_file(registry: Registry, game: str) -> Path | None:
    folder = registry.folders.get(game)
    path = folder / _COVER if folder is not None else None
    return path if path is not None and path.is_file() else None


def _registry(request: Request) -> Registry:
    registry: Registry = request.app.state.registry
    return registry
