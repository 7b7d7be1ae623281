"""The picture of a scenario's opening under options that change it: what the form that hosts a room asks for while it is filled in."""

from __future__ import annotations

import asyncio
import hashlib
from functools import lru_cache
from pathlib import Path
from typing import Final

import msgspec
from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from app.engine.refusal import FieldError, InvalidInput
from app.engine.registry import Registry
from app.engine.scene import Scene
from app.engine.system import Manifest, OptionSpec, OptionValue
from app.rooms.values.errors import NotFound
from app.web.api.workshop_api import ask
from app.web.site.host_form import Say, letters, option_value, scenario_of
from app.web.site.pages import manifest_of, sides_of
from app.web.site.pictures import Boards
from app.web.site.room_pages import say_in
from app.web.table.messages import symbols_of
from app.web.wire import bodies
from app.web.wire.static import ASK_AGAIN, FOR_EVER
from app.web.wire.templating import ROOT

router: Final = APIRouter(include_in_schema=False)

_DRAWING: Final = ("app/web/draw/*.py", "templates/parts/*.svg", "templates/boards/grounds/*.svg")
"""What decides, beside the game, how a scene is drawn."""
_OPTION: Final = "option_"


@router.get("/games/{game}/opening")
async def opening(request: Request, game: str) -> Response:
    """The picture of ``?scenario=`` with so many ``?seats=`` and with ``?option_...=`` those options that change it, and beside it the
    drawings it uses. It is the same as long as ``?v=`` is."""
    manifest = manifest_of(request, game)
    asked = _asked(request, manifest, say_in(request))
    system = request.app.state.registry[game]
    scene = msgspec.convert(await ask(request, system, "opening", asked), Scene)
    drawn = await asyncio.to_thread(Boards(request).alone, game, scene, sides_of(manifest))
    is_current = request.query_params.get("v") == _version(request, manifest)
    return HTMLResponse(drawn, headers={"cache-control": FOR_EVER if is_current else ASK_AGAIN})


def opening_url(request: Request, manifest: Manifest) -> str | None:
    """Where pictures of the game's openings are asked for; ``None`` where no option changes any."""
    if not _shaping(manifest):
        return None
    return f"/games/{manifest.id}/opening?v={_version(request, manifest)}"


def _shaping(manifest: Manifest) -> dict[str, OptionSpec]:
    """The options that change what a scenario's opening looks like, by their fields."""
    return {f"{_OPTION}{option.id}": option for option in manifest.options if option.shapes_opening}


def _asked(request: Request, manifest: Manifest, say: Say) -> dict[str, object]:
    """What is to be drawn. Raises ``NotFound`` where no option changes anything, ``InvalidInput`` for what cannot be asked for."""
    shaping, given = _shaping(manifest), request.query_params
    if not shaping:
        raise NotFound
    scenario = scenario_of(manifest, given.get("scenario"))
    if scenario is None:
        raise InvalidInput.at("scenario", "one of the game's", given.get("scenario"))
    most = len(letters(manifest))
    seats = bodies.whole_number(given.get("seats"), "seats")
    if seats is None or not 1 <= seats <= most:
        raise InvalidInput.at("seats", f"a whole number from 1 to {most}", given.get("seats"))
    options, errors = dict[str, OptionValue](), list[FieldError]()
    for field, typed in given.items():
        if field in ("scenario", "seats", "v"):
            continue
        if field not in shaping:
            errors.append(FieldError(field[:120], "an option that changes the opening", typed[:120]))
            continue
        option = shaping[field]
        options[option.id], _ = option_value(option, None, typed.strip(), say)  # the game says what is wrong with it
    if errors:
        raise InvalidInput(errors)
    return {"scenario": scenario.id, "seats": seats, "options": options}


def _version(request: Request, manifest: Manifest) -> str:
    registry: Registry = request.app.state.registry
    return _hashed(manifest.rules_hash, registry.folders.get(manifest.id))


@lru_cache
def _hashed(rules_hash: str, folder: Path | None) -> str:
    """What names everything that a picture follows from but what is asked for."""
    digest = hashlib.sha256(rules_hash.encode())
    digest.update(symbols_of(folder).svg.encode())
    for path in sorted(path for pattern in _DRAWING for path in ROOT.glob(pattern)):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]
