"""One part of a position changed, all else shared: what the folds of events are made of."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Literal

from msgspec.structs import replace

from app.engine.types import Seat, UnitId
from app.systems.splatball.book.kinds import PieceId, Segment
from app.systems.splatball.position.state import Gone, Piece, Position

Cause = Literal["eliminated", "left", "chicken", "resigned", "undeployed"]

Fold = Callable[[Position, Any], Position]
"""The position after an event of one kind."""


def unit_with(position: Position, unit: UnitId, **changes: Any) -> Position:  # fields of Unit
    return replace(position, units={**position.units, unit: replace(position.units[unit], **changes)})


def seat_with(position: Position, seat: Seat, **changes: Any) -> Position:  # fields of SeatState
    return replace(position, seats={**position.seats, seat: replace(position.seats[seat], **changes)})


def piece_with(position: Position, piece: PieceId, **changes: Any) -> Position:  # fields of Piece
    return replace(position, pieces={**position.pieces, piece: replace(position.pieces[piece], **changes)})


def with_piece(position: Position, piece: Piece) -> Position:
    return replace(position, pieces={**position.pieces, piece.id: piece})


def without(position: Position, units: Iterable[UnitId], cause: Cause) -> Position:
    """Units out of the game."""
    away = [position.units[unit] for unit in units if unit in position.units]
    names = {unit.id for unit in away}
    secret = position.options["camo_identity"] == "secret"
    gone = {
        unit.id: Gone(unit.id, unit.seat, unit.type, cause, secret and unit.marker and not unit.revealed)
        for unit in away
    }
    kept = {name: unit for name, unit in position.units.items() if name not in names}
    return replace(position, units=kept, gone={**position.gone, **gone})


def with_fences(position: Position, fences: Iterable[Segment]) -> Position:
    return replace(position, board=replace(position.board, fences=tuple(sorted(fences))))


def spent(position: Position, kind: str, count: int = 1) -> Position:
    """What laying by hand takes of a budget."""
    return replace(position, to_lay={**position.to_lay, kind: max(0, position.to_lay.get(kind, 0) - count)})


def seen(fold: Fold) -> Fold:
    """The same fold, and those that the event reveals are revealed."""

    def folded(position: Position, event: Any) -> Position:
        position = fold(position, event)
        for name in event.reveals:
            position = unit_with(position, name, revealed=True)
        return position

    return folded
