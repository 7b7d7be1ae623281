"""The position after an event: a fold that never judges and never rolls, and shares everything that did not change."""

from __future__ import annotations

from typing import Any, Final

from msgspec.structs import replace

from app.engine.story import Evolve, evolving
from app.systems.splatball.position import events as e
from app.systems.splatball.position.changes import (
    piece_with,
    seat_with,
    seen,
    unit_with,
    with_fences,
    without,
)
from app.systems.splatball.position.evolve_fights import FIGHTS
from app.systems.splatball.position.evolve_setup import SET_UP
from app.systems.splatball.position.state import DrawOffer, Position

FRESH: Final[dict[str, Any]] = {
    "activated": False,
    "moved": 0,
    "has_moved": False,
    "turned": False,
    "has_unloaded": False,
    "boarded": False,
    "unloaded_from": None,
    "attacked": False,
    "contacts": None,
}
"""What a unit has of the running turn before it begins."""


def _flow(position: Position, event: e.Flow) -> Position:
    fresh = () if event.step != position.step else position.passed
    return replace(position, phase=event.phase, step=event.step, active=event.active, frames=event.frames, passed=fresh)


def _turn_began(position: Position, event: e.TurnBegan) -> Position:
    units = {name: replace(unit, **FRESH) for name, unit in position.units.items()}
    return replace(
        position, round=event.round, units=units, phase="turn", step="activate", active=event.seat, frames=(), passed=()
    )


def _activated(position: Position, event: e.Activated) -> Position:
    units = dict(position.units)
    for name, contacts in event.contacts.items():
        units[name] = replace(units[name], contacts=contacts)
    for name in event.units:
        units[name] = replace(units[name], activated=True)
    return replace(position, units=units)


def _moved(position: Position, event: e.Moved) -> Position:
    unit = position.units[event.unit]
    return unit_with(position, event.unit, at=event.path[-1], moved=unit.moved + event.cost)


def _turned(position: Position, event: e.Turned) -> Position:
    return unit_with(position, event.unit, facing=event.facing, turned=True)


def _left_board(position: Position, event: e.LeftBoard) -> Position:
    return without(position, (event.unit, *event.passengers), "left")


def _embarked(position: Position, event: e.Embarked) -> Position:
    unit = position.units[event.unit]
    return unit_with(
        position, event.unit, at=None, inside=event.vehicle, moved=unit.moved + event.cost, boarded=True, chicken=0
    )


def _unloaded(position: Position, event: e.Unloaded) -> Position:
    changes: dict[str, Any] = {"unloaded_from": event.origin}
    if event.origin == "armadillo":
        changes["moved"] = 1  # SPL-TRN-06
    position = unit_with(position, event.unit, at=event.square, inside=None, facing=event.facing, **changes)
    return unit_with(position, event.vehicle, has_unloaded=True)


def _piece_removed(position: Position, event: e.PieceRemoved) -> Position:
    return replace(position, pieces={name: each for name, each in position.pieces.items() if name != event.piece})


def _fence_removed(position: Position, event: e.FenceRemoved) -> Position:
    return with_fences(position, {*position.board.fences} - {event.segment})


def _fence_taken(position: Position, event: e.FenceTaken) -> Position:
    carried = position.units[event.unit].fences_aboard + 1
    return unit_with(
        with_fences(position, {*position.board.fences} - {event.segment}), event.unit, fences_aboard=carried
    )


def _fence_set(position: Position, event: e.FenceSet) -> Position:
    carried = position.units[event.unit].fences_aboard - 1
    return unit_with(with_fences(position, {*position.board.fences, event.segment}), event.unit, fences_aboard=carried)


def _move_ended(position: Position, event: e.MoveEnded) -> Position:
    return position if event.unit not in position.units else unit_with(position, event.unit, has_moved=True)


def _revealed(position: Position, event: e.Revealed) -> Position:
    return unit_with(position, event.unit, revealed=True)


def _marker_removed(position: Position, event: e.MarkerRemoved) -> Position:
    return unit_with(position, event.unit, marker=False)


# --------------------------------------------------------------------------------------------------------- end of the turn


def _chicken_counted(position: Position, event: e.ChickenCounted) -> Position:
    units = dict(position.units)
    for name, count in event.counts.items():
        units[name] = replace(units[name], chicken=count)
    return replace(position, units=units)


def _chicken(position: Position, event: e.Chicken) -> Position:
    return without(position, (event.unit,), "chicken")


def _controlled(position: Position, event: e.Controlled) -> Position:
    return piece_with(position, event.piece, hold=event.hold)


def _objective_captured(position: Position, event: e.ObjectiveCaptured) -> Position:
    return piece_with(position, event.piece, objective=None)


def _benefit_used(position: Position, event: e.BenefitUsed) -> Position:
    piece, arrived = position.pieces[event.piece], event.arrived
    if piece.kind == "phone":
        position = piece_with(position, piece.id, used=True)  # a box without a marker goes by itself (SPL-SPC-02)
        number = position.seats[event.seat].next_unit + 1
        position = seat_with(position, event.seat, next_unit=number)
    else:
        position = piece_with(
            position, piece.id, hold={seat: n for seat, n in piece.hold.items() if seat != event.seat}
        )
    if arrived is None:
        return position
    gone = {name: each for name, each in position.gone.items() if name != arrived.id}
    return replace(position, units={**position.units, arrived.id: arrived}, gone=gone)


def _healed(position: Position, event: e.Healed) -> Position:
    return unit_with(position, event.unit, lives=event.lives)


def _scored(position: Position, event: e.Scored) -> Position:
    points = {side: count + event.gained.get(side, 0) for side, count in position.points.items()}
    return replace(position, points=points)


# ------------------------------------------------------------------------------------------------------------------- ends


def _draw_offered(position: Position, event: e.DrawOffered) -> Position:
    return replace(seat_with(position, event.seat, offered=position.round), draw=DrawOffer(event.seat))


def _draw_answered(position: Position, event: e.DrawAnswered) -> Position:
    if position.draw is None or not event.accept:
        return replace(position, draw=None)
    return replace(position, draw=replace(position.draw, accepted=(*position.draw.accepted, event.seat)))


def _draw_lapsed(position: Position, event: e.DrawLapsed) -> Position:
    return replace(position, draw=None)


def _seat_resigned(position: Position, event: e.SeatResigned) -> Position:
    return seat_with(without(position, event.units, "resigned"), event.seat, resigned=True)


def _game_over(position: Position, event: e.GameOver) -> Position:
    return replace(position, phase="over", step="over", active=None, frames=(), draw=None, result=event.result)


evolve: Final[Evolve[Position]] = evolving(
    e.Started,
    {
        **SET_UP,
        **FIGHTS,
        e.Flow: _flow,
        e.TurnBegan: _turn_began,
        e.Activated: _activated,
        e.Moved: seen(_moved),
        e.Turned: _turned,
        e.LeftBoard: _left_board,
        e.Embarked: _embarked,
        e.Unloaded: seen(_unloaded),
        e.PieceRemoved: _piece_removed,
        e.FenceRemoved: _fence_removed,
        e.FenceTaken: _fence_taken,
        e.FenceSet: _fence_set,
        e.MoveEnded: _move_ended,
        e.Revealed: _revealed,
        e.MarkerRemoved: _marker_removed,
        e.ChickenCounted: _chicken_counted,
        e.Chicken: _chicken,
        e.Controlled: _controlled,
        e.ObjectiveCaptured: _objective_captured,
        e.BenefitUsed: seen(_benefit_used),
        e.Healed: _healed,
        e.Scored: _scored,
        e.DrawOffered: _draw_offered,
        e.DrawAnswered: _draw_answered,
        e.DrawLapsed: _draw_lapsed,
        e.SeatResigned: _seat_resigned,
        e.GameOver: _game_over,
    },
)
"""The position after an event."""
