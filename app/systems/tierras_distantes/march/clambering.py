"""Climbing as an act (TD-CLB)."""

from __future__ import annotations

from typing import Final

from app.engine.refusal import Refusal
from app.engine.types import RuleId
from app.systems.tierras_distantes.activation.allowance import fitness_of, judge_able
from app.systems.tierras_distantes.book.kinds import NM_PER_MM
from app.systems.tierras_distantes.field.field import Field
from app.systems.tierras_distantes.march import climbing
from app.systems.tierras_distantes.march.climbing import Ascended, Ascent
from app.systems.tierras_distantes.position.actions import Climb
from app.systems.tierras_distantes.position.events import Climbed
from app.systems.tierras_distantes.position.story import Story

NO_PIECE: Final = RuleId("TD-REF-02")


def judge_climb(field: Field, action: Climb) -> Ascended | Refusal:
    """Whether a miniature that may act may climb so: a piece that is there (TD-REF-02), then what is asked of the miniature, then of the
    climb."""
    unit, rules = field.position.units[action.unit], field.rules
    block = next((each for each in field.land.blocks if each.id == action.piece), None)
    if block is None:
        return Refusal(NO_PIECE, {"piece": action.piece})
    refusal = judge_able(rules, "climb", fitness_of(unit))
    if refusal is not None:
        return refusal
    at = action.at_mm
    return climbing.climb(
        rules,
        field.land,
        field.body(action.unit),
        block,
        Ascent(
            action.to_z_mm * NM_PER_MM,
            action.over,
            None if at is None else (at[0] * NM_PER_MM, at[1] * NM_PER_MM),
        ),
        climbing=unit.climbing,
        most=rules.qualities[unit.quality].climb_nm,
        table=field.table,
        others=field.others((action.unit,)),
    )


def climb(story: Story, action: Climb, found: Ascended) -> None:
    """Climbs."""
    unit, end = story.position.units[action.unit], found.end
    assert unit.x_mm is not None
    assert unit.y_mm is not None
    assert unit.z_mm is not None
    story.add(
        Climbed(
            unit=unit.id,
            piece=action.piece,
            start_mm=(unit.x_mm, unit.y_mm, unit.z_mm),
            end_mm=(end.x // NM_PER_MM, end.y // NM_PER_MM, end.z // NM_PER_MM),
            climbing=action.piece if found.is_climbing else None,
            is_move=story.rules.options.climb_is_move,
        )
    )
