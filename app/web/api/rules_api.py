"""The rules service: one per game, stateless, without a token. Everything that thinks runs in a worker process."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec
from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from app.engine.campaign import Campaign, campaign_of
from app.engine.play import encode
from app.engine.refusal import InvalidInput
from app.engine.registry import Registry
from app.engine.system import GameSystem
from app.rooms.values.errors import NotFound
from app.rooms.workers.workers import Workers
from app.web.api import rules_shapes
from app.web.wire import access, bodies
from app.web.wire.answers import Document, json_answer
from app.web.wire.limits import Kind, Limits

router: Final = APIRouter(prefix="/api/v1/games")

SECONDS: Final = 5.0
"""How long a worker may think about one question."""


class Documents:
    """The public documents of every game, each made once."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._made: dict[tuple[str, ...], Document] = {}

    def games(self) -> Document:
        """The list of games."""
        return self._once(("games",), lambda: [game_data(system) for system in self._registry.values()])

    def game(self, game: str) -> Document:
        """A game with its scenarios, options, queries and schemas; raises ``NotFound``."""
        system = self.system(game)
        return self._once(("game", game), lambda: game_page_data(system))

    def rules(self, game: str) -> Document:
        """A game's rule inventory; raises ``NotFound``."""
        system = self.system(game)
        return self._once(("rules", game), lambda: encode(system.manifest.rules))

    def tables(self, game: str) -> Document:
        """A game's tables as data; raises ``NotFound``."""
        system = self.system(game)
        return self._once(("tables", game), lambda: encode(system.manifest.tables))

    def system(self, game: str) -> GameSystem:
        """A game by its id; raises ``NotFound``."""
        try:
            return self._registry[game]
        except KeyError:
            raise NotFound from None

    def _once(self, key: tuple[str, ...], make: Any) -> Document:  # a function without arguments
        if key not in self._made:
            self._made[key] = Document.of(make())
        return self._made[key]


def game_data(system: GameSystem) -> dict[str, Any]:
    """A game as the list of games tells it."""
    manifest = system.manifest
    told = ("id", "name", "board", "seats", "minutes", "summary")
    return {name: encode(getattr(manifest, name)) for name in told}


def game_page_data(system: GameSystem) -> dict[str, Any]:
    """A game with everything a program needs to play it."""
    manifest = system.manifest
    return {
        **game_data(system),
        "rules_version": manifest.rules_version,
        "rules_hash": manifest.rules_hash,
        "scenarios": [
            {
                "id": scenario.id,
                "name": encode(scenario.name),
                "summary": encode(scenario.summary),
                "seats": encode(scenario.seats),
                "minutes": scenario.minutes,
                "options": encode(scenario.options),
            }
            for scenario in manifest.scenarios
        ],
        "options": [
            {name: member for name, member in encode(option).items() if member is not None}
            for option in manifest.options
        ],
        "queries": sorted(system.queries),
        **schemas(system),
        **campaigns_data(campaign_of(system)),
    }


def campaigns_data(rules: Campaign | None) -> dict[str, Any]:
    """The campaigns of a game, and what is decided between their games; nothing for a game without any."""
    if rules is None:
        return {}
    told = [
        {
            "id": known.id,
            "name": encode(known.name),
            "summary": encode(known.summary),
            "seats": encode(known.seats),
            "games": encode(tuple(rules.games(known.id))),
        }
        for known in rules.manifest.scenarios
    ]
    return {"campaigns": told, "campaign": schemas(rules)}


def schemas(system: GameSystem) -> dict[str, Any]:
    """The JSON Schemas of a game's actions, events, positions, views and seats."""
    return {
        "action": msgspec.json.schema(system.action_type),
        "event": msgspec.json.schema(system.event_type),
        "position": msgspec.json.schema(system.state_type),
        "view": msgspec.json.schema(system.view_type),
        "seat": seat_schema(system.manifest.seat_fields),
    }


def seat_schema(own_fields: Mapping[str, Any]) -> dict[str, Any]:
    """The JSON Schema of a seat in a room or a set-up: the room's fields and the game's own."""
    return {
        "type": "object",
        "properties": {
            "kind": {"enum": ["human", "open", "bot"]},
            "name": {"type": "string", "maxLength": 60},
            "strategy": {"enum": ["random", "greedy", "search"]},
            "contribution": {"type": "string", "maxLength": 200},
            **encode(own_fields),
        },
        "additionalProperties": False,
    }


@router.get("")
async def games(request: Request) -> Response:
    """Every game on this server."""
    return _documents(request).games().answer(request)


@router.get("/{game}")
async def game(request: Request, game: str) -> Response:
    """A game: scenarios, options, queries, JSON Schemas."""
    return _documents(request).game(game).answer(request)


@router.get("/{game}/rules")
async def rules(request: Request, game: str) -> Response:
    """The rule inventory."""
    return _documents(request).rules(game).answer(request)


@router.get("/{game}/tables")
async def tables(request: Request, game: str) -> Response:
    """The game's tables as data, each value with its source."""
    return _documents(request).tables(game).answer(request)


@router.post("/{game}/queries/{query}")
async def query(request: Request, game: str, query: str) -> Response:
    """A question by name; the body is what is given."""
    if query not in _system(request, game).queries:
        raise NotFound
    given = await bodies.read_json(request, bodies.RULES_BYTES)
    return await _ask(request, game, "query", {"query": query, "given": given})


@router.post("/{game}/positions")
async def positions(request: Request, game: str) -> Response:
    """Opens a game."""
    body = await _read(request, game, rules_shapes.PositionsBody)
    _require_one_source_of_dice(body.dice, body.seed)
    return await _ask(request, game, "positions", encode(body))


@router.post("/{game}/offers")
async def offers(request: Request, game: str) -> Response:
    """What a seat may do in a position."""
    return await _ask(request, game, "offers", encode(await _read(request, game, rules_shapes.OffersBody)))


@router.post("/{game}/check")
async def check(request: Request, game: str) -> Response:
    """Whether the rules accept an action."""
    return await _ask(request, game, "check", encode(await _read(request, game, rules_shapes.CheckBody)))


@router.post("/{game}/apply")
async def apply(request: Request, game: str) -> Response:
    """Plays an action."""
    body = await _read(request, game, rules_shapes.ApplyBody)
    _require_one_source_of_dice(body.dice, body.seed)
    return await _ask(request, game, "apply", encode(body))


@router.post("/{game}/view")
async def view(request: Request, game: str) -> Response:
    """What a viewer sees of a position."""
    return await _ask(request, game, "view", encode(await _read(request, game, rules_shapes.ViewBody)))


def _documents(request: Request) -> Documents:
    documents: Documents = request.app.state.documents
    return documents


def _system(request: Request, game: str) -> GameSystem:
    return _documents(request).system(game)


async def _read(request: Request, game: str, kind: type[bodies.Kind]) -> bodies.Kind:
    _system(request, game)
    return await bodies.read_as(request, kind, bodies.RULES_BYTES)


def _require_one_source_of_dice(dice: list[int] | None, seed: str | None) -> None:
    if dice is not None and seed is not None:
        raise InvalidInput.at("seed", "either dice or a seed", "both")


async def _ask(request: Request, game: str, kind: str, payload: dict[str, Any]) -> Response:
    limits: Limits = request.app.state.limits
    workers: Workers = request.app.state.workers
    limits.take(Kind.RULES, access.asker_of(request))
    return json_answer(await workers.ask(kind, game, payload, SECONDS))
