"""Which miniatures may act in a batch at all, before it is asked what they do ("Common checks" of the rules)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from app.engine.refusal import Refusal
from app.engine.types import RuleId, UnitId
from app.systems.tierras_distantes.activation.allowance import NOT_ACTIVE
from app.systems.tierras_distantes.book.kinds import Player
from app.systems.tierras_distantes.book.tables import Rules
from app.systems.tierras_distantes.position.state import Position, Unit

UNKNOWN: Final = RuleId("TD-REF-02")


def own_unit(position: Position, player: Player, name: UnitId) -> Unit | None:
    """An own miniature in play."""
    unit = position.units.get(name)
    return unit if unit is not None and unit.player == player and unit.in_play else None


def judge_acting(
    rules: Rules, position: Position, player: Player, units: Sequence[UnitId]
) -> tuple[UnitId, ...] | Refusal:
    """Whether each of these is an own one in play (TD-REF-02) that is active, or with progressive naming may be named now (TD-ACT-04,
    TD-ACT-05). Answers those that are named by the act."""
    fresh: list[UnitId] = []
    for name in units:
        unit = own_unit(position, player, name)
        if unit is None:
            return Refusal(UNKNOWN, {"unit": name})
        if unit.status == "active" or name in fresh:
            continue
        if unit.status != "ready" or not _may_name(rules, position, len(fresh)):
            return Refusal(NOT_ACTIVE, {"unit": name})
        fresh.append(name)
    return tuple(fresh)


def _may_name(rules: Rules, position: Position, fresh: int) -> bool:
    batch = position.batch
    assert batch is not None
    return rules.options.activation_choice == "progressive" and len(batch.named) + fresh < batch.count
