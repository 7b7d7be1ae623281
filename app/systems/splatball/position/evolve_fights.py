"""The position after what happens in a fight."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from app.engine.types import Event, UnitId
from app.systems.splatball.position import events_fights as ef
from app.systems.splatball.position.changes import (
    Fold,
    seen,
    unit_with,
    without,
)
from app.systems.splatball.position.frames import WreckFrame
from app.systems.splatball.position.state import Position, Splat

MOST_SPLATS: Final = 6
"""Splats that are kept for a square; older paint is painted over."""


def _attack_declared(position: Position, event: ef.AttackDeclared) -> Position:
    return unit_with(position, event.unit, attacked=True)


def _dice_rolled(position: Position, event: ef.DiceRolled) -> Position:
    if not event.successes and not event.hits:
        return position
    splat = Splat(event.side, event.square, max(event.successes, event.hits))
    here = [each for each in position.splats if each.square == event.square]
    dry = here[: len(here) + 1 - MOST_SPLATS] if len(here) >= MOST_SPLATS else []
    kept = tuple(each for each in position.splats if not any(each is old for old in dry))
    return replace(position, splats=(*kept, splat))


def _hit(position: Position, event: ef.Hit) -> Position:
    if event.last:
        return without(position, (event.unit,), "eliminated")
    return unit_with(position, event.unit, lives=position.units[event.unit].lives - event.lives)


def _impact(position: Position, event: ef.Impact) -> Position:
    if event.last:
        return without(position, (event.unit,), "eliminated")
    return unit_with(position, event.unit, damage=position.units[event.unit].damage + event.damage)


def _stepped(position: Position, event: ef.Retreated | ef.Advanced) -> Position:
    return unit_with(position, event.unit, at=event.square)


def _retreat_failed(position: Position, event: ef.RetreatFailed) -> Position:
    if event.last:
        return without(position, (event.unit,), "eliminated")
    return unit_with(position, event.unit, lives=position.units[event.unit].lives - 1)


def _passenger_placed(position: Position, event: ef.PassengerPlaced) -> Position:
    position = unit_with(position, event.unit, at=event.square, inside=None, facing=event.facing)
    return _waits_no_more(position, event.unit)


def _passenger_lost(position: Position, event: ef.PassengerLost) -> Position:
    return _waits_no_more(without(position, (event.unit,), "eliminated"), event.unit)


def _waits_no_more(position: Position, unit: UnitId) -> Position:
    """A passenger of a wreck is out of it: no position on the way names somebody who is not there, or leaves somebody nowhere."""
    frames = tuple(
        replace(frame, passengers=tuple(each for each in frame.passengers if each != unit), first=False)
        if isinstance(frame, WreckFrame)
        else frame
        for frame in position.frames
    )
    return replace(position, frames=frames)


FIGHTS: Final[Mapping[type[Event], Fold]] = {
    ef.AttackDeclared: _attack_declared,
    ef.DiceRolled: _dice_rolled,
    ef.Hit: _hit,
    ef.Impact: _impact,
    ef.Retreated: seen(_stepped),
    ef.RetreatFailed: _retreat_failed,
    ef.Advanced: seen(_stepped),
    ef.PassengerPlaced: seen(_passenger_placed),
    ef.PassengerLost: _passenger_lost,
}
