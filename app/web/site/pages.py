"""The pages to read: home, a game, its rules and tables, what this is. Nothing here changes anything."""

from __future__ import annotations

from typing import Any, Final

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from app.engine.campaign import campaign_of
from app.engine.registry import Registry
from app.engine.scene import Stack, Token
from app.engine.system import Manifest
from app.engine.workshop.workshop import workshop_of
from app.rooms.values.errors import NotFound
from app.web.draw.render import Renderer
from app.web.site.my_rooms import my_rooms
from app.web.site.pictures import Boards
from app.web.site.reference import chapters, sheets, vocabulary
from app.web.table.messages import symbols_of
from app.web.wire.game_files import COVER, game_file_url
from app.web.wire.templating import Templates

router: Final = APIRouter(include_in_schema=False)

_KEPT: Final = {"cache-control": "private, no-cache"}
"""Pages that are the same for all readers of a language: a browser may keep them, but asks again."""
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
    has_workshop = workshop_of(_registry(request)[game]) is not None
    return render(
        request,
        "pages/game.html",
        game=manifest,
        sides=sides_of(manifest),
        campaigns=rules,
        has_workshop=has_workshop,
    )


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


@router.get("/games/{game}/legend")
async def legend(request: Request, game: str) -> Response:
    """What is drawn on the game's board, sign by sign: a part of the help of a table, whose page has the drawings."""
    manifest = manifest_of(request, game)
    draw = Renderer(request.app.state.templates, symbols_of(_registry(request).folders.get(game)), request.state.lang)
    return render(request, "parts/legend.html", game=manifest, draw=draw)


def render(request: Request, name: str, **context: Any) -> Response:
    """A page for the reader of ``request``; every template may ask for the games' covers and for pictures of boards."""
    templates: Templates = request.app.state.templates
    drawn: dict[str, Any] = {"cover_url": lambda game: game_file_url(request, game, COVER), "boards": Boards(request)}
    page = templates.page(request, name, **drawn, **context)
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


def _registry(request: Request) -> Registry:
    registry: Registry = request.app.state.registry
    return registry
