"""Battles that somebody made: what a room takes one for, and what it tells of it."""

from __future__ import annotations

from typing import Final

import msgspec

from app.engine.refusal import InvalidInput
from app.engine.system import GameSystem, ScenarioSpec
from app.engine.workshop.workshop import Battle, battle_of, refuse_faults, workshop_of
from app.rooms.values.values import BattleInfo, NewRoom

LARGEST: Final = 64 * 1024
"""Bytes of a battle's document as JSON: a room is made from a body of no more."""


def battle_for(new: NewRoom, system: GameSystem) -> Battle | None:
    """The battle of a new room as it is stored, ``None`` for a scenario of the game's own. Raises ``InvalidInput`` naming
    every wrong field, or everything that keeps the battle from being played."""
    battle = battle_of(system, new.scenario, new.battle)
    if battle is not None:
        refuse_large(battle)
        refuse_faults(system, battle)
    return battle


def refuse_large(battle: Battle) -> None:
    """Raises ``InvalidInput`` for a document that no room takes."""
    size = len(msgspec.json.encode(battle))
    if size > LARGEST:
        raise InvalidInput.at("battle", f"a document of at most {LARGEST} bytes", f"{size} bytes")


def scenario_of(system: GameSystem, scenario: str, battle: Battle | None) -> ScenarioSpec | None:
    """What a room is played from, in words: a scenario of the manifest, or a battle that somebody made."""
    workshop = workshop_of(system)
    if battle is not None and workshop is not None:
        return workshop.spec(battle)
    return next((known for known in system.manifest.scenarios if known.id == scenario), None)


def info_of(system: GameSystem, battle: Battle | None) -> BattleInfo | None:
    """What everybody is told of a battle; ``None`` where there is none, or where the game reads it no more."""
    workshop = workshop_of(system)
    if battle is None or workshop is None:
        return None
    try:
        spec = workshop.spec(workshop.read(battle))
    except InvalidInput:
        return None  # stored by an older version of the game
    return BattleInfo(spec.name, spec.summary)
