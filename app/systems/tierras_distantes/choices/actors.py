"""Who may act now, and what with."""

from __future__ import annotations

from collections.abc import Iterator

from app.systems.tierras_distantes.activation.allowance import Kind, fitness_of, judge_able
from app.systems.tierras_distantes.book.kinds import Player
from app.systems.tierras_distantes.book.tables import Rules, Weapon
from app.systems.tierras_distantes.position.state import Position, Unit
from app.systems.tierras_distantes.turn import batches


def actors_of(rules: Rules, position: Position, player: Player) -> list[Unit]:
    """The miniatures of a player that may act in the batch: active ones, with progressive naming also those that may be named by acting
    (TD-ACT-04, TD-ACT-05), in the order of ids."""
    batch = position.batch
    if batch is None or batch.player != player or batches.is_naming_awaited(rules, position):
        return []
    may_name = rules.options.activation_choice == "progressive" and len(batch.named) < batch.count
    statuses = ("active", "ready") if may_name else ("active",)
    return [unit for unit in position.units.values() if unit.player == player and unit.status in statuses]


def may_still_be_named(rules: Rules, position: Position) -> int | None:
    """How many more may be named by an act; ``None`` where acts name nobody."""
    batch = position.batch
    if batch is None or rules.options.activation_choice == "declared":
        return None
    return batch.count - len(batch.named)


def is_able(rules: Rules, kind: Kind, unit: Unit) -> bool:
    """Whether an actor is able to do something, whatever lies around it (TD-ACC-01, TD-ACC-02, TD-ACC-03)."""
    return judge_able(rules, kind, fitness_of(unit)) is None


def aimed_weapons(rules: Rules, unit: Unit) -> Iterator[Weapon]:
    """The weapons that a miniature aims at somebody (TD-AREA-12)."""
    return (weapon for name in unit.weapons if (weapon := rules.weapons[name]).area_radius_nm is None)


def area_weapons(rules: Rules, unit: Unit) -> Iterator[Weapon]:
    """The weapons that it fires at a point (TD-AREA-07)."""
    return (weapon for name in unit.weapons if (weapon := rules.weapons[name]).area_radius_nm is not None)
