"""Whom to name for a batch: some sets of miniatures that are ready (TD-ACT-03)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from app.boards.plane import squared_distance
from app.engine.types import UnitId
from app.systems.tierras_distantes.book.kinds import Player
from app.systems.tierras_distantes.choices.actors import aimed_weapons
from app.systems.tierras_distantes.choices.shots import aims
from app.systems.tierras_distantes.judge.acts import Moment
from app.systems.tierras_distantes.position.state import Unit
from app.systems.tierras_distantes.turn import batches

MOST_SETS: Final = 24

Names = tuple[UnitId, ...]


def some_sets(moment: Moment, player: Player, count: int) -> list[Names]:
    """Sets of so many, in the order of ids: those who have something to shoot at, those nearest to an enemy, the first ones, those who are
    frightened and their leaders; and each of all with those who have most to shoot at."""
    units = [moment.position.units[name] for name in batches.ready_of(moment.position, player)]
    hopes = _hopes(moment, player, units)
    far = _far(moment, player, units)
    orders: list[Callable[[Unit], object]] = [
        lambda unit: (-hopes[unit.id], far[unit.id], unit.id),
        lambda unit: (far[unit.id], unit.id),
        lambda unit: unit.id,
        lambda unit: (not unit.frightened, not unit.leader, unit.id),
        lambda unit: (-far[unit.id], unit.id),
    ]
    found = [_first(sorted(units, key=order), count) for order in orders]  # type: ignore[arg-type]
    best = sorted(units, key=orders[0])  # type: ignore[arg-type]
    found += [_first([unit, *(each for each in best if each is not unit)], count) for unit in units]
    return list(dict.fromkeys(found))[:MOST_SETS]


def _first(units: list[Unit], count: int) -> Names:
    return tuple(sorted(unit.id for unit in units[:count]))


def _hopes(moment: Moment, player: Player, units: list[Unit]) -> dict[UnitId, float]:
    """What the best shot of each may be expected to do; nothing of who cannot shoot."""
    field, rules = moment.field, moment.rules
    enemies = [unit for unit in moment.position.units.values() if unit.player != player and unit.in_play]
    return {
        unit.id: 0.0
        if unit.frightened or unit.climbing is not None
        else max(
            (aim.hope for weapon in aimed_weapons(rules, unit) for aim in aims(field, unit, weapon, enemies)),
            default=0.0,
        )
        for unit in units
    }


def _far(moment: Moment, player: Player, units: list[Unit]) -> dict[UnitId, int]:
    """How far the nearest enemy of each is, squared."""
    field = moment.field
    enemies = field.enemies(player)
    return {
        unit.id: min((squared_distance(field.body(unit.id).at, enemy.at) for enemy in enemies), default=0)
        for unit in units
    }
