"""The position after an event: a fold that never judges and never rolls, and shares everything that did not change."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final, Literal

from msgspec.structs import replace

from app.engine.story import Evolve, evolving
from app.engine.types import Seat, UnitId
from app.systems.splatball.book.kinds import PieceId, Segment
from app.systems.splatball.position import events as e
from app.systems.splatball.position.frames import WreckFrame
from app.systems.splatball.position.state import DrawOffer, Gone, Piece, Position, Splat, Unit

Cause = Literal["eliminated", "left", "chicken", "resigned", "undeployed"]

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
MOST_SPLATS: Final = 6
"""Splats that are kept for a square; older paint is painted over."""


# ------------------------------------------------------------------------------------------------------------------- parts


def _unit(position: Position, unit: UnitId, **changes: Any) -> Position:  # fields of Unit
    return replace(position, units={**position.units, unit: replace(position.units[unit], **changes)})


def _seat(position: Position, seat: Seat, **changes: Any) -> Position:  # fields of SeatState
    return replace(position, seats={**position.seats, seat: replace(position.seats[seat], **changes)})


def _piece(position: Position, piece: PieceId, **changes: Any) -> Position:  # fields of Piece
    return replace(position, pieces={**position.pieces, piece: replace(position.pieces[piece], **changes)})


def _laid(position: Position, piece: Piece) -> Position:
    return replace(position, pieces={**position.pieces, piece.id: piece})


def _without(position: Position, units: Iterable[UnitId], cause: Cause) -> Position:
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


def _fences(position: Position, fences: Iterable[Segment]) -> Position:
    return replace(position, board=replace(position.board, fences=tuple(sorted(fences))))


def _spent(position: Position, kind: str, count: int = 1) -> Position:
    """What laying by hand takes of a budget."""
    return replace(position, to_lay={**position.to_lay, kind: max(0, position.to_lay.get(kind, 0) - count)})


# --------------------------------------------------------------------------------------------------------------- setting up


def _flow(position: Position, event: e.Flow) -> Position:
    fresh = () if event.step != position.step else position.passed
    return replace(position, phase=event.phase, step=event.step, active=event.active, frames=event.frames, passed=fresh)


def _start_rolled(position: Position, event: e.StartRolled) -> Position:
    seats = tuple(position.seats)
    first = seats.index(event.starting_seat)
    return replace(position, starting_seat=event.starting_seat, order=seats[first:] + seats[:first])


def _army_ready(position: Position, event: e.ArmyReady) -> Position:
    return _seat(position, event.seat, army=event.list, left=event.list or (), handed_in=True)


def _piece_placed(position: Position, event: e.PiecePlaced) -> Position:
    piece, seat = event.piece, event.seat
    position = _laid(position, piece)
    if piece.owner is not None:
        left = tuple(kind for kind in position.seats[seat].to_lay if kind != piece.kind)
        return _seat(position, seat, to_lay=left)
    is_large = piece.kind in ("fountain", "treehouse")
    position = _spent(position, "elements", 4 if is_large else 1)
    position = _spent(position, "large") if is_large else position
    return replace(position, passed=(), last_layer=seat)


def _road_placed(position: Position, event: e.RoadPlaced) -> Position:
    roads = sorted({*position.board.roads, *event.squares}, key=lambda at: (at[1], at[0]))
    position = replace(position, board=replace(position.board, roads=tuple(roads)), passed=())
    return _spent(position, "roads")


def _fence_placed(position: Position, event: e.FencePlaced) -> Position:
    return replace(_spent(_fences(position, {*position.board.fences, *event.segments}), "fences"), passed=())


def _passed(position: Position, event: e.Passed) -> Position:
    return replace(position, passed=(*position.passed, event.seat))


def _edge_chosen(position: Position, event: e.EdgeChosen) -> Position:
    return _seat(position, event.seat, edge=event.edge)


def _deployed(position: Position, event: e.Deployed) -> Position:
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
    return _seat(position, event.seat, **changes)


def _deployment_finished(position: Position, event: e.DeploymentFinished) -> Position:
    seat = position.seats[event.seat]
    gone = dict(position.gone)
    for number, kind in enumerate(event.undeployed or (), start=1):
        name = UnitId(f"s{tuple(position.seats).index(event.seat)}x{number}")
        gone[name] = Gone(name, event.seat, kind, "undeployed", unseen=True)
    left = seat.left if seat.army is None else ()
    return _seat(replace(position, gone=gone), event.seat, finished=True, left=left, to_lay=())


def _objectives_counted(position: Position, event: e.ObjectivesCounted) -> Position:
    for seat, state in position.seats.items():
        if not state.resigned:
            position = _seat(position, seat, objectives_left=event.each)
    return position


def _objective_placed(position: Position, event: e.ObjectivePlaced) -> Position:
    left = position.seats[event.seat].objectives_left - 1
    return _seat(_piece(position, event.piece, objective=event.seat), event.seat, objectives_left=left)


def _marker_placed(position: Position, event: e.MarkerPlaced) -> Position:
    seat = position.units[event.unit].seat
    left = position.seats[seat].markers_left - 1
    return _seat(_unit(position, event.unit, marker=True, revealed=True), seat, markers_left=left)


# ------------------------------------------------------------------------------------------------------------------ a turn


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
    return _unit(position, event.unit, at=event.path[-1], moved=unit.moved + event.cost)


def _turned(position: Position, event: e.Turned) -> Position:
    return _unit(position, event.unit, facing=event.facing, turned=True)


def _left_board(position: Position, event: e.LeftBoard) -> Position:
    return _without(position, (event.unit, *event.passengers), "left")


def _embarked(position: Position, event: e.Embarked) -> Position:
    unit = position.units[event.unit]
    return _unit(
        position, event.unit, at=None, inside=event.vehicle, moved=unit.moved + event.cost, boarded=True, chicken=0
    )


def _unloaded(position: Position, event: e.Unloaded) -> Position:
    changes: dict[str, Any] = {"unloaded_from": event.origin}
    if event.origin == "armadillo":
        changes["moved"] = 1  # SPL-TRN-06
    position = _unit(position, event.unit, at=event.square, inside=None, facing=event.facing, **changes)
    return _unit(position, event.vehicle, has_unloaded=True)


def _piece_removed(position: Position, event: e.PieceRemoved) -> Position:
    return replace(position, pieces={name: each for name, each in position.pieces.items() if name != event.piece})


def _fence_removed(position: Position, event: e.FenceRemoved) -> Position:
    return _fences(position, {*position.board.fences} - {event.segment})


def _fence_taken(position: Position, event: e.FenceTaken) -> Position:
    carried = position.units[event.unit].fences_aboard + 1
    return _unit(_fences(position, {*position.board.fences} - {event.segment}), event.unit, fences_aboard=carried)


def _fence_set(position: Position, event: e.FenceSet) -> Position:
    carried = position.units[event.unit].fences_aboard - 1
    return _unit(_fences(position, {*position.board.fences, event.segment}), event.unit, fences_aboard=carried)


def _move_ended(position: Position, event: e.MoveEnded) -> Position:
    return position if event.unit not in position.units else _unit(position, event.unit, has_moved=True)


def _revealed(position: Position, event: e.Revealed) -> Position:
    return _unit(position, event.unit, revealed=True)


def _marker_removed(position: Position, event: e.MarkerRemoved) -> Position:
    return _unit(position, event.unit, marker=False)


# ---------------------------------------------------------------------------------------------------------------- fighting


def _attack_declared(position: Position, event: e.AttackDeclared) -> Position:
    return _unit(position, event.unit, attacked=True)


def _dice_rolled(position: Position, event: e.DiceRolled) -> Position:
    if not event.successes and not event.hits:
        return position
    splat = Splat(event.side, event.square, max(event.successes, event.hits))
    here = [each for each in position.splats if each.square == event.square]
    dry = here[: len(here) + 1 - MOST_SPLATS] if len(here) >= MOST_SPLATS else []
    kept = tuple(each for each in position.splats if not any(each is old for old in dry))
    return replace(position, splats=(*kept, splat))


def _hit(position: Position, event: e.Hit) -> Position:
    if event.last:
        return _without(position, (event.unit,), "eliminated")
    return _unit(position, event.unit, lives=position.units[event.unit].lives - event.lives)


def _impact(position: Position, event: e.Impact) -> Position:
    if event.last:
        return _without(position, (event.unit,), "eliminated")
    return _unit(position, event.unit, damage=position.units[event.unit].damage + event.damage)


def _stepped(position: Position, event: e.Retreated | e.Advanced) -> Position:
    return _unit(position, event.unit, at=event.square)


def _retreat_failed(position: Position, event: e.RetreatFailed) -> Position:
    if event.last:
        return _without(position, (event.unit,), "eliminated")
    return _unit(position, event.unit, lives=position.units[event.unit].lives - 1)


def _passenger_placed(position: Position, event: e.PassengerPlaced) -> Position:
    position = _unit(position, event.unit, at=event.square, inside=None, facing=event.facing)
    return _waits_no_more(position, event.unit)


def _passenger_lost(position: Position, event: e.PassengerLost) -> Position:
    return _waits_no_more(_without(position, (event.unit,), "eliminated"), event.unit)


def _waits_no_more(position: Position, unit: UnitId) -> Position:
    """A passenger of a wreck is out of it: no position on the way names somebody who is not there, or leaves somebody nowhere."""
    frames = tuple(
        replace(frame, passengers=tuple(each for each in frame.passengers if each != unit), first=False)
        if isinstance(frame, WreckFrame)
        else frame
        for frame in position.frames
    )
    return replace(position, frames=frames)


# --------------------------------------------------------------------------------------------------------- end of the turn


def _chicken_counted(position: Position, event: e.ChickenCounted) -> Position:
    units = dict(position.units)
    for name, count in event.counts.items():
        units[name] = replace(units[name], chicken=count)
    return replace(position, units=units)


def _chicken(position: Position, event: e.Chicken) -> Position:
    return _without(position, (event.unit,), "chicken")


def _controlled(position: Position, event: e.Controlled) -> Position:
    return _piece(position, event.piece, hold=event.hold)


def _objective_captured(position: Position, event: e.ObjectiveCaptured) -> Position:
    return _piece(position, event.piece, objective=None)


def _benefit_used(position: Position, event: e.BenefitUsed) -> Position:
    piece, arrived = position.pieces[event.piece], event.arrived
    if piece.kind == "phone":
        position = _piece(position, piece.id, used=True)  # a box without a marker goes by itself (SPL-SPC-02)
        number = position.seats[event.seat].next_unit + 1
        position = _seat(position, event.seat, next_unit=number)
    else:
        position = _piece(position, piece.id, hold={seat: n for seat, n in piece.hold.items() if seat != event.seat})
    if arrived is None:
        return position
    gone = {name: each for name, each in position.gone.items() if name != arrived.id}
    return replace(position, units={**position.units, arrived.id: arrived}, gone=gone)


def _healed(position: Position, event: e.Healed) -> Position:
    return _unit(position, event.unit, lives=event.lives)


def _scored(position: Position, event: e.Scored) -> Position:
    points = {side: count + event.gained.get(side, 0) for side, count in position.points.items()}
    return replace(position, points=points)


# ------------------------------------------------------------------------------------------------------------------- ends


def _draw_offered(position: Position, event: e.DrawOffered) -> Position:
    return replace(_seat(position, event.seat, offered=position.round), draw=DrawOffer(event.seat))


def _draw_answered(position: Position, event: e.DrawAnswered) -> Position:
    if position.draw is None or not event.accept:
        return replace(position, draw=None)
    return replace(position, draw=replace(position.draw, accepted=(*position.draw.accepted, event.seat)))


def _draw_lapsed(position: Position, event: e.DrawLapsed) -> Position:
    return replace(position, draw=None)


def _seat_resigned(position: Position, event: e.SeatResigned) -> Position:
    return _seat(_without(position, event.units, "resigned"), event.seat, resigned=True)


def _game_over(position: Position, event: e.GameOver) -> Position:
    return replace(position, phase="over", step="over", active=None, frames=(), draw=None, result=event.result)


def _seen(fold: Callable[[Position, Any], Position]) -> Callable[[Position, Any], Position]:
    """The same fold, and those that the event reveals are revealed."""

    def folded(position: Position, event: Any) -> Position:
        position = fold(position, event)
        for name in event.reveals:
            position = _unit(position, name, revealed=True)
        return position

    return folded


evolve: Final[Evolve[Position]] = evolving(
    e.Started,
    {
        e.Flow: _flow,
        e.StartRolled: _start_rolled,
        e.ArmyReady: _army_ready,
        e.PiecePlaced: _piece_placed,
        e.RoadPlaced: _road_placed,
        e.FencePlaced: _fence_placed,
        e.Passed: _passed,
        e.EdgeChosen: _edge_chosen,
        e.Deployed: _seen(_deployed),
        e.DeploymentFinished: _deployment_finished,
        e.ObjectivesCounted: _objectives_counted,
        e.ObjectivePlaced: _objective_placed,
        e.MarkerPlaced: _marker_placed,
        e.TurnBegan: _turn_began,
        e.Activated: _activated,
        e.Moved: _seen(_moved),
        e.Turned: _turned,
        e.LeftBoard: _left_board,
        e.Embarked: _embarked,
        e.Unloaded: _seen(_unloaded),
        e.PieceRemoved: _piece_removed,
        e.FenceRemoved: _fence_removed,
        e.FenceTaken: _fence_taken,
        e.FenceSet: _fence_set,
        e.MoveEnded: _move_ended,
        e.Revealed: _revealed,
        e.MarkerRemoved: _marker_removed,
        e.AttackDeclared: _attack_declared,
        e.DiceRolled: _dice_rolled,
        e.Hit: _hit,
        e.Impact: _impact,
        e.Retreated: _seen(_stepped),
        e.RetreatFailed: _retreat_failed,
        e.Advanced: _seen(_stepped),
        e.PassengerPlaced: _seen(_passenger_placed),
        e.PassengerLost: _passenger_lost,
        e.ChickenCounted: _chicken_counted,
        e.Chicken: _chicken,
        e.Controlled: _controlled,
        e.ObjectiveCaptured: _objective_captured,
        e.BenefitUsed: _seen(_benefit_used),
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
