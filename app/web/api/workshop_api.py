"""Battles of one's own over HTTP: begun, edited and judged, statelessly and without a token, in worker processes."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from starlette.requests import Request

from app.engine.system import GameSystem
from app.engine.workshop.workshop import workshop_of
from app.rooms.values.errors import NotFound
from app.web.api import rules_shapes
from app.web.api.route import Routes
from app.web.api.rules_api import GameCall, asked, question
from app.web.wire import access
from app.web.wire.limits import Kind, Limits

routes: Final = Routes("/api/v1/games", "rules", GameCall)
router: Final = routes.router


def with_workshop(request: Request, game: str) -> GameSystem:
    """A game that has a workshop; raises ``NotFound`` for any other."""
    system: GameSystem | None = request.app.state.registry.get(game)
    if system is None or workshop_of(system) is None:
        raise NotFound
    return system


async def has_workshop(call: GameCall) -> None:
    """Raises ``NotFound`` for a game without a workshop."""
    with_workshop(call.request, call.path["game"])


async def ask(request: Request, system: GameSystem, kind: str, payload: dict[str, Any]) -> Any:
    """A worker's answer to a page, which pays for it; raises what it raised."""
    limits: Limits = request.app.state.limits
    limits.take(Kind.RULES, access.asker_of(request))
    return await asked(request, system, kind, payload)


_battle: Final = partial(question, routes, may=has_workshop)

_battle(
    "battle_start",
    "/{game}/battles",
    "A battle of one's own to begin with: a copy of a scenario, or an empty board.",
    name="battles",
    about="Only in games with a workshop. A room is made of it with the scenario own; so is a position.",
    body=rules_shapes.BattleStartBody,
    optional=True,
    example=lambda game: {"scenario": game.scenarios[0].id},
    answer=rules_shapes.BattleStarted,
)


_battle(
    "battle_edit",
    "/{game}/battles/edit",
    "A battle after an edit.",
    name="edit_battle",
    about="Edits are place, draw, add, move, turn, remove, change, copy and mirror; tools and fields are told by parts.",
    body=rules_shapes.BattleEditBody,
    example=lambda game: {"battle": {}, "edit": game.examples["edit"]},
    answer=rules_shapes.BattleEdited,
)


_battle(
    "battle_check",
    "/{game}/battles/check",
    "What keeps a battle from being played.",
    name="check_battle",
    body=rules_shapes.BattleBody,
    example={"battle": {}},
    answer=rules_shapes.BattleChecked,
)


_battle(
    "battle_parts",
    "/{game}/battles/parts",
    "What can be put into a battle, and what can be set of it or of a thing in it.",
    name="battle_parts",
    body=rules_shapes.BattlePartsBody,
    example={"battle": {}},
    answer=rules_shapes.BattleParts,
)
