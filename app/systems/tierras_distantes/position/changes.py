"""One part of a position changed, all else shared: what the folds of events are made of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from app.engine.types import UnitId
from app.systems.tierras_distantes.book.kinds import PieceId, Player
from app.systems.tierras_distantes.position.state import LotPiece, Placing, Position, Unit


def unit_with(position: Position, unit: UnitId, **changes: Any) -> Position:  # fields of Unit
    return replace(position, units={**position.units, unit: replace(position.units[unit], **changes)})


def units_with(position: Position, units: Iterable[UnitId], **changes: Any) -> Position:  # fields of Unit
    changed: Mapping[UnitId, Unit] = {unit: replace(position.units[unit], **changes) for unit in units}
    return replace(position, units={**position.units, **changed})


def player_with(position: Position, player: Player, **changes: Any) -> Position:  # fields of PlayerState
    return replace(position, players={**position.players, player: replace(position.players[player], **changes)})


def spent(position: Position, units: Iterable[UnitId], *, moves: int = 0, shots: int = 0) -> Position:
    """Each of these has taken an action more."""
    changed = {}
    for name in units:
        unit = position.units[name]
        changed[name] = replace(unit, actions=unit.actions + 1, moves=unit.moves + moves, shots=unit.shots + shots)
    return replace(position, units={**position.units, **changed})


def without(position: Position, unit: UnitId) -> Position:
    """A miniature is lost and counted; it keeps its row without a place, so that counts and logs stay true."""
    player = position.units[unit].player
    nowhere = {"x_mm": None, "y_mm": None, "z_mm": None, "frightened": False, "climbing": None}
    gone = unit_with(position, unit, status="lost", **nowhere)
    counted = player_with(gone, player, lost=position.players[player].lost + 1)
    return replace(counted, lost_in_turn=position.lost_in_turn + 1)


def lot_with(
    position: Position, piece: PieceId, player: Player | None, **changes: Any
) -> Position:  # fields of LotPiece
    """A piece of the pool changed, and whose turn it is to place."""
    placing = position.placing
    assert placing is not None
    pool = tuple(_lot(each, piece, changes) for each in placing.pool)
    return replace(position, placing=Placing(pool, player))


def _lot(each: LotPiece, piece: PieceId, changes: Mapping[str, Any]) -> LotPiece:
    return replace(each, **changes) if each.piece.id == piece else each
