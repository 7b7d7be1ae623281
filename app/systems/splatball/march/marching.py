"""What a move brings about, event by event: steps in order with what is crossed and who is revealed, then leaving or going aboard,
getting off and fences, then the turn (section 13 of the rules)."""

from __future__ import annotations

from typing import Literal

from app.boards.squares import Square
from app.engine.types import Seat
from app.systems.splatball.march.moves import Plan
from app.systems.splatball.march.stepping import Stride
from app.systems.splatball.park.camouflage import is_within_sight
from app.systems.splatball.position import events as e
from app.systems.splatball.position.state import Unit
from app.systems.splatball.score.points import for_enemies, worth_of
from app.systems.splatball.score.story import Story


def carry_out(story: Story, plan: Plan) -> None:
    """A unit moves as planned (SPL-MOVE-01). Whoever changes square loses its marker for good (SPL-CAMO-07)."""
    unit = story.position.units[plan.unit]
    if plan.changes_square:
        story.unmask(unit.id)
    _go(story, unit, plan)
    if plan.exits:
        _leave(story, unit)
        return
    if plan.vehicle is not None:
        story.add(e.Embarked(unit.id, plan.vehicle, 1))
    _set_down(story, unit, plan)
    for segment in plan.fences_set:
        story.add(e.FenceSet(segment, unit.id))
    if plan.facing is not None:
        story.add(e.Turned(unit.id, plan.facing))
    story.add(e.MoveEnded(unit.id))


def _go(story: Story, unit: Unit, plan: Plan) -> None:
    """Along the path, in as few pieces as can be: one ends where something is driven over, or where a hidden enemy is revealed in passing
    (SPL-CAMO-08)."""
    assert unit.at is not None or not plan.strides
    start, gone = unit.at, list[Stride]()
    hidden = _hidden_enemies(story, unit.seat)
    for stride in plan.strides:
        gone.append(stride)
        reveals = any(_is_near(story, stride.to, other) for other in hidden)
        if stride is plan.strides[-1] or reveals or stride.piece is not None or stride.fence is not None:
            assert start is not None
            path = tuple(each.to for each in gone)
            _cross(story, unit, stride, plan)
            story.add(e.Moved(unit.id, path, sum(each.cost for each in gone), start))
            start, gone = stride.to, []
            if reveals:
                hidden = _hidden_enemies(story, unit.seat)


def _cross(story: Story, unit: Unit, stride: Stride, plan: Plan) -> None:
    """What is driven over is removed (SPL-VEH-09), or a segment of fence taken aboard (SPL-TRN-08)."""
    if stride.fence is not None and stride.fence in plan.taken:
        story.add(e.FenceTaken(stride.fence, unit.id))
    elif stride.fence is not None:
        story.add(e.FenceRemoved(stride.fence, unit.id))
    if stride.piece is not None:
        story.add(e.PieceRemoved(stride.piece, unit.id))


def _hidden_enemies(story: Story, seat: Seat) -> list[Unit]:
    field = story.field
    return [other for other in field.enemies_of(seat) if field.is_hidden(other)]


def _is_near(story: Story, at: Square, other: Unit) -> bool:
    return other.at is not None and is_within_sight(story.rules, other.at, at)


def _leave(story: Story, unit: Unit) -> None:
    """It never comes back; every enemy side gets the points still to be had for it and for whoever it carries (SPL-MOVE-11, SPL-MOVE-12,
    SPL-VP-06)."""
    riders = story.field.passengers(unit.id)
    points = worth_of(story.rules, (unit, *riders))
    story.add(e.LeftBoard(unit.id, tuple(rider.id for rider in riders)))
    story.count(for_enemies(story.position, unit.seat, points))


def _set_down(story: Story, unit: Unit, plan: Plan) -> None:
    """Passengers get off in the order named (SPL-TRN-05); whom they come near to is revealed."""
    for each in plan.set_down:
        origin: Literal["armadillo", "cart"] = "cart" if unit.type == "cart" else "armadillo"
        story.add(e.Unloaded(unit.id, each.unit, each.at, each.facing, origin))
