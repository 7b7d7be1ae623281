"""Moves as acts: who may walk where together, and what follows (TD-ACC-07, TD-MOV)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from app.engine.refusal import Refusal
from app.engine.types import RuleId, UnitId
from app.systems.tierras_distantes.activation.allowance import fitness_of, judge_able
from app.systems.tierras_distantes.book.kinds import NM_PER_MM, Player
from app.systems.tierras_distantes.field.field import Field
from app.systems.tierras_distantes.march.groups import crowded
from app.systems.tierras_distantes.march.walking import Walked, walk
from app.systems.tierras_distantes.position.actions import GroupMove, Move
from app.systems.tierras_distantes.position.events import Moved
from app.systems.tierras_distantes.position.story import Story

TWICE: Final = RuleId("TD-REF-03")


def moves_of(action: Move) -> tuple[Move | GroupMove, ...]:
    """The act itself, then those who move with it."""
    return (action, *action.others)


def judge_twice(action: Move) -> Refusal | None:
    """Nobody moves twice in one act (TD-REF-03)."""
    names = [each.unit for each in moves_of(action)]
    return Refusal(TWICE) if len(set(names)) < len(names) else None


def judge_moves(field: Field, player: Player, action: Move) -> tuple[Walked, ...] | Refusal:
    """Whether miniatures that may act may all walk so, and have room where they end; on the way they ignore one another (TD-ACC-07)."""
    found: list[Walked] = []
    for entry in moves_of(action):
        walked = judge_walk(field, player, entry)
        if isinstance(walked, Refusal):
            return walked
        found.append(walked)
    return judge_room(field, found) or tuple(found)


def judge_walk(field: Field, player: Player, entry: Move | GroupMove) -> Walked | Refusal:
    """Whether one of those who move is able to and may walk so, whoever moves with it (TD-ACC-07)."""
    rules, units, body = field.rules, field.position.units, field.body(entry.unit)
    unit, path = units[entry.unit], [(x * NM_PER_MM, y * NM_PER_MM) for x, y in entry.path_mm]
    near = field.near((body.at, *path), (entry.unit,))
    return judge_able(rules, "move", fitness_of(unit)) or walk(
        rules,
        field.land,
        body,
        path,
        allowance=rules.qualities[unit.quality].move_nm,
        table=field.table,
        enemies=[each for each in near if units[UnitId(each.id)].player != player],
    )


def judge_room(field: Field, moved: Sequence[Walked]) -> Refusal | None:
    """Whether all have room who moved at the same time (TD-ACC-07, TD-MOV-13)."""
    return crowded(moved, field.near([each.end.at for each in moved], [UnitId(each.end.id) for each in moved]))


def move(story: Story, moves: Sequence[Walked]) -> None:
    """All walk at the same time."""
    for each in moves:
        unit = story.position.units[UnitId(each.end.id)]
        assert unit.x_mm is not None
        assert unit.y_mm is not None
        assert unit.z_mm is not None
        story.add(
            Moved(
                unit=unit.id,
                start_mm=(unit.x_mm, unit.y_mm, unit.z_mm),
                path_mm=tuple((leg.b[0] // NM_PER_MM, leg.b[1] // NM_PER_MM) for leg in each.legs),
                heights_mm=tuple(leg.parts[-1].z // NM_PER_MM for leg in each.legs),
                cost_mm=-(-each.cost // NM_PER_MM),
            )
        )
