"""The folds of what happens before play."""

from __future__ import annotations

from typing import Any, Final

from msgspec.structs import replace

from app.systems.tierras_distantes.book.kinds import PLAYERS
from app.systems.tierras_distantes.position import events_setup as e
from app.systems.tierras_distantes.position.changes import lot_with, player_with, unit_with, units_with
from app.systems.tierras_distantes.position.state import Placing, Position


def _squad_locked(position: Position, event: e.SquadLocked) -> Position:
    return player_with(position, event.player, squad="locked", members=event.members)


def _squads_unbalanced(position: Position, event: e.SquadsUnbalanced) -> Position:
    return replace(player_with(position, event.unlocked, squad="open"), totals=event.totals)


def _squads_opened(position: Position, event: e.SquadsOpened) -> Position:
    for player in PLAYERS:
        position = player_with(position, player, members=event.members[player])
    return replace(position, units={unit.id: unit for unit in event.units}, phase="terrain")


def _terrain_generated(position: Position, event: e.TerrainGenerated) -> Position:
    return replace(position, board=replace(position.board, pieces=event.pieces))


def _pieces_dealt(position: Position, event: e.PiecesDealt) -> Position:
    assert position.placing is not None
    pool = tuple(replace(each, owner=event.owners[each.piece.id]) for each in position.placing.pool)
    return replace(position, placing=Placing(pool, event.first))


def _piece_placed(position: Position, event: e.PiecePlaced) -> Position:
    board = replace(position.board, pieces=(*position.board.pieces, *event.pieces))
    return replace(lot_with(position, event.piece, event.next, state="placed"), board=board)


def _piece_left(position: Position, event: e.PieceLeft) -> Position:
    return lot_with(position, event.piece, event.next, state="left")


def _sides_rolled(position: Position, event: e.SidesRolled) -> Position:
    return replace(position, phase="sides", chooser=event.winner)


def _side_chosen(position: Position, event: e.SideChosen) -> Position:
    for player, side in event.sides.items():
        position = player_with(position, player, side=side)
    return replace(position, phase="deployment", to_deploy=event.to_deploy)


def _deployed(position: Position, event: e.Deployed) -> Position:
    place = {"x_mm": event.x_mm, "y_mm": event.y_mm, "z_mm": event.z_mm}
    player = position.units[event.unit].player
    placed = unit_with(position, event.unit, status="ready", **place)
    if event.anew:
        placed = player_with(placed, player, replaced=position.players[player].replaced + 1)
    return replace(placed, to_deploy=event.to_deploy)


def _confirmed(position: Position, event: e.Confirmed) -> Position:
    ended = player_with(units_with(position, event.out, status="out"), event.player, confirmed=True)
    return replace(ended, to_deploy=event.to_deploy)


def _go_passed(position: Position, event: e.GoPassed) -> Position:
    return replace(position, to_deploy=event.to)


SET_UP: Final[dict[type[Any], Any]] = {
    e.SquadLocked: _squad_locked,
    e.SquadsUnbalanced: _squads_unbalanced,
    e.SquadsOpened: _squads_opened,
    e.TerrainGenerated: _terrain_generated,
    e.PiecesDealt: _pieces_dealt,
    e.PiecePlaced: _piece_placed,
    e.PieceLeft: _piece_left,
    e.SidesRolled: _sides_rolled,
    e.SideChosen: _side_chosen,
    e.Deployed: _deployed,
    e.Confirmed: _confirmed,
    e.GoPassed: _go_passed,
}
