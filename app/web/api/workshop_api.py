"""Battles of one's own over HTTP: begun, edited and judged, statelessly and without a token, in worker processes."""

from __future__ import annotations

from typing import Any, Final

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from app.engine.play import encode
from app.engine.system import GameSystem
from app.engine.workshop import workshop_of
from app.rooms.values.errors import NotFound
from app.rooms.workers.workers import Workers
from app.web.api import rules_shapes
from app.web.wire import access, bodies
from app.web.wire.answers import json_answer
from app.web.wire.limits import Kind, Limits

router: Final = APIRouter(prefix="/api/v1/games")

SECONDS: Final = 5.0
"""How long a worker may think about one battle."""


@router.post("/{game}/battles")
async def start(request: Request, game: str) -> Response:
    """A document to begin with: a copy of a scenario, or an empty board."""
    system = with_workshop(request, game)
    data = await bodies.read(request, bodies.RULES_BYTES)
    body = bodies.convert(bodies.parse(data), rules_shapes.BattleStartBody) if data else rules_shapes.BattleStartBody()
    return json_answer(await ask(request, system, "battle_start", encode(body)))


@router.post("/{game}/battles/edit")
async def edit(request: Request, game: str) -> Response:
    """The document after an edit, and the thing that the edit was about."""
    system = with_workshop(request, game)
    body = await bodies.read_as(request, rules_shapes.BattleEditBody, bodies.RULES_BYTES)
    bodies.refuse_long_lists(body.edit)
    return json_answer(await ask(request, system, "battle_edit", encode(body)))


@router.post("/{game}/battles/check")
async def check(request: Request, game: str) -> Response:
    """What keeps a battle from being played, and what it is in words."""
    system = with_workshop(request, game)
    body = await bodies.read_as(request, rules_shapes.BattleBody, bodies.RULES_BYTES)
    return json_answer(await ask(request, system, "battle_check", encode(body)))


@router.post("/{game}/battles/parts")
async def parts(request: Request, game: str) -> Response:
    """What can be put into a battle, and what can be set of it or of a thing in it."""
    system = with_workshop(request, game)
    body = await bodies.read_as(request, rules_shapes.BattlePartsBody, bodies.RULES_BYTES)
    return json_answer(await ask(request, system, "battle_parts", encode(body)))


def with_workshop(request: Request, game: str) -> GameSystem:
    """A game that has a workshop; raises ``NotFound`` for any other."""
    system: GameSystem | None = request.app.state.registry.get(game)
    if system is None or workshop_of(system) is None:
        raise NotFound
    return system


async def ask(request: Request, system: GameSystem, kind: str, payload: dict[str, Any]) -> Any:
    """A worker's answer; raises what it raised."""
    limits: Limits = request.app.state.limits
    workers: Workers = request.app.state.workers
    limits.take(Kind.RULES, access.asker_of(request))
    return await workers.ask(kind, system.manifest.id, payload, SECONDS)
