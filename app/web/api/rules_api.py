"""The rules service: one per game, stateless, without a token. Everything that thinks runs in a worker process."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec
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
from app.web.api.route import Call, May, Routes
from app.web.wire import access, bodies
from app.web.wire.answers import Document
from app.web.wire.limits import Asker, Kind

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
                "takes": encode(scenario.takes),
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


class GameCall(Call):
    """A request about a game of this server."""

    system: GameSystem

    async def admit(self, may: May | None) -> Asker:
        """Raises ``NotFound`` for a game that is not here."""
        if "game" in self.path:
            self.system = self.documents.system(self.path["game"])
        if may is not None:
            await may(self)
        return access.asker_of(self.request)

    @property
    def documents(self) -> Documents:
        """What is public of every game."""
        documents: Documents = self.state.documents
        return documents

    async def ask(self, kind: str, payload: Any) -> Any:
        """A worker's answer; raises what it raised."""
        return await asked(self.request, self.system, kind, encode(payload))


async def asked(request: Request, system: GameSystem, kind: str, payload: Any) -> Any:
    """A worker's answer about a game; raises what it raised."""
    workers: Workers = request.app.state.workers
    return await workers.ask(kind, system.manifest.id, payload, SECONDS)


routes: Final = Routes("/api/v1/games", "rules", GameCall)
router: Final = routes.router
THINKING: Final = {"costs": Kind.RULES, "most": bodies.RULES_BYTES, "refuses": ("not_found",)}
"""What every question has in common that a worker answers."""


def question(on: Routes, kind: str, path: str, summary: str, **declared: Any) -> None:
    """Declares a question about a game that a worker answers from the body as it was sent; see ``Operation``."""

    async def ask(call: GameCall, body: Any) -> Any:
        return await call.ask(kind, body)

    on.post(path, summary=summary, **(THINKING | {"name": kind} | declared))(ask)


@routes.get("", answer=rules_shapes.Game, many=True)
async def games(call: GameCall) -> Response:
    """Every game on this server."""
    return call.documents.games().answer(call.request)


@routes.get("/{game}", answer=rules_shapes.Game, refuses=("not_found",))
async def game(call: GameCall) -> Response:
    """A game: scenarios, options, queries and the JSON Schemas of action, event, position, view and seat."""
    return call.documents.game(call.path["game"]).answer(call.request)


@routes.get("/{game}/rules", answer=rules_shapes.RuleTold, many=True, refuses=("not_found",))
async def rules(call: GameCall) -> Response:
    """The rule inventory."""
    return call.documents.rules(call.path["game"]).answer(call.request)


@routes.get("/{game}/tables", refuses=("not_found",))
async def tables(call: GameCall) -> Response:
    """Every table of the game, each value with its source."""
    return call.documents.tables(call.path["game"]).answer(call.request)


async def known_query(call: GameCall) -> None:
    """Raises ``NotFound`` for a question that the game does not answer."""
    if call.path["query"] not in call.system.queries:
        raise NotFound


@routes.post(
    "/{game}/queries/{query}",
    may=known_query,
    about="The body is what is given, as the query wants it. A refusal that follows from it is an answer.",
    body=Any,
    example=lambda game: game.examples["query"]["given"],
    answer=rules_shapes.QueryAnswer,
    answers=lambda game: {"answer": game.examples["query"]["answer"]},
    **THINKING,
)
async def query(call: GameCall, given: Any) -> Any:
    """A question by name."""
    return await call.ask("query", {"query": call.path["query"], "given": given})


@routes.post(
    "/{game}/positions",
    about="Dice are given in the order they are rolled, or drawn from a seed; left-over dice are not used, nor looked at: `dice_used` says how many were.",
    body=rules_shapes.PositionsBody,
    example=lambda game: {
        "scenario": game.scenarios[0].id,
        "options": {},
        "tables": {},
        "seats": [{}] * game.scenarios[0].seats.min,
        "seed": "any words",
    },
    answer=rules_shapes.Opened,
    **THINKING,
)
async def positions(call: GameCall, body: rules_shapes.PositionsBody) -> Any:
    """Opens a game: the position of a scenario."""
    _require_one_source_of_dice(body.dice, body.seed)
    return await call.ask("positions", body)


question(
    routes,
    "offers",
    "/{game}/offers",
    "What a seat may do in a position.",
    name="position_offers",
    body=rules_shapes.OffersBody,
    example={"position": {}, "seat": "a"},
    answer=rules_shapes.OffersTold,
)


question(
    routes,
    "check",
    "/{game}/check",
    "Whether the rules accept an action.",
    body=rules_shapes.CheckBody,
    example=lambda game: {"position": {}, "seat": "a", "action": game.examples["action"]},
    answer=rules_shapes.Verdict,
    answers=lambda game: {"legal": False, **game.examples["refusal"]},
)


@routes.post(
    "/{game}/apply",
    about="A refused action is an error and leaves nothing changed. Too few dice are invalid; left-over ones are not used, nor looked at: `dice_used` says how many were.",
    body=rules_shapes.ApplyBody,
    example=lambda game: {"position": {}, "seat": "a", "action": game.examples["action"], "dice": [4, 2]},
    answer=rules_shapes.Applied,
    **(THINKING | {"refuses": ("not_found", "illegal_action")}),
)
async def apply(call: GameCall, body: rules_shapes.ApplyBody) -> Any:
    """Plays an action in a position."""
    _require_one_source_of_dice(body.dice, body.seed)
    return await call.ask("apply", body)


question(
    routes,
    "view",
    "/{game}/view",
    "What a viewer sees of a position.",
    body=rules_shapes.ViewBody,
    example={"position": {}, "viewer": "spectator"},
)


def _require_one_source_of_dice(dice: list[int] | None, seed: str | None) -> None:
    if dice is not None and seed is not None:
        raise InvalidInput.at("seed", "either dice or a seed", "both")
