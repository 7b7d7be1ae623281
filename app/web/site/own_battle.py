"""A battle that somebody made, where pages speak of scenarios: in the form that hosts it, and at the rooms it is played in."""

from __future__ import annotations

import asyncio

import msgspec
from starlette.requests import Request

from app.engine.refusal import InvalidInput
from app.engine.system import GameSystem, Manifest, ScenarioSpec
from app.engine.types import Goal
from app.engine.workshop.workshop import OWN, battle_of, refuse_faults, workshop_of
from app.rooms.values import battles
from app.rooms.values.values import RoomInfo
from app.web.site.host_form import scenario_of
from app.web.wire import access, bodies
from app.web.wire.limits import Kind, Limits


async def own_manifest(request: Request, system: GameSystem, text: str) -> Manifest:
    """A game's manifest with a battle, given as JSON, before its scenarios; counted like any question about the rules, and
    looked at where it keeps nobody waiting. Raises ``TooFast``, ``Malformed``, and ``InvalidInput`` for a battle that no room
    takes."""
    limits: Limits = request.app.state.limits
    limits.take(Kind.RULES, access.asker_of(request))
    return await asyncio.to_thread(_with_battle, system, text)


def played_scenario(manifest: Manifest, info: RoomInfo) -> ScenarioSpec | None:
    """What a room is played from, in words."""
    if info.battle is not None:
        return ScenarioSpec(OWN, info.battle.name, info.battle.summary, manifest.seats, manifest.minutes)
    return scenario_of(manifest, info.scenario)


def printed_goals(manifest: Manifest, scenario: ScenarioSpec | None, info: RoomInfo) -> tuple[Goal, ...]:
    """What wins in the scenario of a room, as its picture says it; nothing where the room's options are not the scenario's own,
    since they may say something else."""
    if scenario is None or scenario.picture is None:
        return ()
    usual = {option.id: option.default for option in manifest.options} | dict(scenario.options)
    is_usual = all(usual.get(name, value) == value for name, value in info.options.items())
    return scenario.picture.goals if is_usual else ()


def _with_battle(system: GameSystem, text: str) -> Manifest:
    battle = battle_of(system, OWN, bodies.parse(text))
    workshop = workshop_of(system)
    if battle is None or workshop is None:
        raise InvalidInput.at("battle", "a battle of a game with a workshop", "none")
    battles.refuse_large(battle)
    refuse_faults(system, battle)
    return msgspec.structs.replace(system.manifest, scenarios=(workshop.spec(battle), *system.manifest.scenarios))
