"""The position after what happens before round 1."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from msgspec.structs import replace

from app.engine.types import Event, UnitId
from app.systems.splatball.position import events_setup as es
from app.systems.splatball.position.changes import (
    Fold,
    piece_with,
    seat_with,
    seen,
    spent,
    unit_with,
    with_fences,
    with_piece,
)
from app.systems.splatball.position.state import Gone, Position, Unit


def _start_rolled(position: Position, event: es.StartRolled) -> Position:
    seats = tuple(position.seats)
    first = seats.index(event.starting_seat)
    return replace(position, starting_seat=event.starting_seat, order=seats[first:] + seats[:first])


def _army_ready(position: Position, event: es.ArmyReady) -> Position:
    return seat_with(position, event.seat, army=event.list, left=event.list or (), handed_in=True)


def _piece_placed(position: Position, event: es.PiecePlaced) -> Position:
    piece, seat = event.piece, event.seat
    position = with_piece(position, piece)
    if piece.owner is not None:
        left = tuple(kind for kind in position.seats[seat].to_lay if kind != piece.kind)
        return seat_with(position, seat, to_lay=left)
    is_large = piece.kind in ("fountain", "treehouse")
    position = spent(position, "elements", 4 if is_large else 1)
    position = spent(position, "large") if is_large else position
    return replace(position, passed=(), last_layer=seat)


def _road_placed(position: Position, event: es.RoadPlaced) -> Position:
    roads = sorted({*position.board.roads, *event.squares}, key=lambda at: (at[1], at[0]))
    position = replace(position, board=replace(position.board, roads=tuple(roads)), passed=())
    return spent(position, "roads")


def _fence_placed(position: Position, event: es.FencePlaced) -> Position:
    return replace(spent(with_fences(position, {*position.board.fences, *event.segments}), "fences"), passed=())


def _passed(position: Position, event: es.Passed) -> Position:
    return replace(position, passed=(*position.passed, event.seat))


def _edge_chosen(position: Position, event: es.EdgeChosen) -> Position:
    return seat_with(position, event.seat, edge=event.edge)


def _deployed(position: Position, event: es.Deployed) -> Position:
    seat = position.seats[event.seat]
    assert event.kind is not None
    unit = Unit(
        id=event.unit,
        seat=event.seat,
        type=event.kind,
        at=event.square,
        inside=event.inside,
        facing=event.facing or "N",
        lives=event.lives,
        marker=event.hidden or event.ambush,
    )
    left = list(seat.left)
    del left[left.index(event.kind) if event.die is None else event.die - 1]
    changes: dict[str, Any] = {"left": tuple(left)}
    if event.ambush:
        changes["ambush"] = tuple(each for each in seat.ambush if each != event.square)
    else:
        changes["next_unit"] = seat.next_unit + 1
        changes["markers_left"] = seat.markers_left - event.hidden
    position = replace(position, units={**position.units, unit.id: unit})
    return seat_with(position, event.seat, **changes)


def _deployment_finished(position: Position, event: es.DeploymentFinished) -> Position:
    seat = position.seats[event.seat]
    gone = dict(position.gone)
    for number, kind in enumerate(event.undeployed or (), start=1):
        name = UnitId(f"s{tuple(position.seats).index(event.seat)}x{number}")
        gone[name] = Gone(name, event.seat, kind, "undeployed", unseen=True)
    left = seat.left if seat.army is None else ()
    return seat_with(replace(position, gone=gone), event.seat, finished=True, left=left, to_lay=())


def _objectives_counted(position: Position, event: es.ObjectivesCounted) -> Position:
    for seat, state in position.seats.items():
        if not state.resigned:
            position = seat_with(position, seat, objectives_left=event.each)
    return position


def _objective_placed(position: Position, event: es.ObjectivePlaced) -> Position:
    left = position.seats[event.seat].objectives_left - 1
    return seat_with(piece_with(position, event.piece, objective=event.seat), event.seat, objectives_left=left)


def _marker_placed(position: Position, event: es.MarkerPlaced) -> Position:
    seat = position.units[event.unit].seat
    left = position.seats[seat].markers_left - 1
    return seat_with(unit_with(position, event.unit, marker=True, revealed=True), seat, markers_left=left)


SET_UP: Final[Mapping[type[Event], Fold]] = {
    es.StartRolled: _start_rolled,
    es.ArmyReady: _army_ready,
    es.PiecePlaced: _piece_placed,
    es.RoadPlaced: _road_placed,
    es.FencePlaced: _fence_placed,
    es.Passed: _passed,
    es.EdgeChosen: _edge_chosen,
    es.Deployed: seen(_deployed),
    es.DeploymentFinished: _deployment_finished,
    es.ObjectivesCounted: _objectives_counted,
    es.ObjectivePlaced: _objective_placed,
    es.MarkerPlaced: _marker_placed,
}
