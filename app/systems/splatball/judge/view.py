"""What each viewer sees and is told. A view starts empty and is filled with what its viewer may know (SPL-HID).

Neither a position nor a view holds dice to come, or where they come from (SPL-HID-06). Secret are army lists and what is left of them, what lies under unrevealed markers, an ambush's arrangement and its die. All else is
public (SPL-HID-09).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final, Literal

import msgspec
from msgspec.structs import replace

from app.boards.squares import Facing
from app.engine.judging import Kept
from app.engine.types import Event, Seat, UnitId, Viewer
from app.systems.splatball.book.kinds import Edge, PieceId, Square, UnitKind
from app.systems.splatball.position import events as e
from app.systems.splatball.position import events_setup as es
from app.systems.splatball.position.frames import Frame
from app.systems.splatball.position.state import (
    BoardState,
    Contacts,
    DrawOffer,
    Phase,
    Piece,
    Position,
    Result,
    SeatState,
    Side,
    Splat,
    Step,
    ToLay,
    Unit,
)
from app.systems.splatball.turn.machine import asked

KEPT: Final = 32


class HiddenUnit(msgspec.Struct, frozen=True):
    """An unrevealed unit, as its enemies and spectators see it: a marker on a square (SPL-HID-02)."""

    id: UnitId
    seat: Seat
    at: Square
    marker: bool = True
    revealed: bool = False


class SeenUnit(msgspec.Struct, frozen=True, omit_defaults=True, rename={"inside": "in"}):
    """A unit as a viewer sees it, on the wire: as in the position, or of a hidden one what ``HiddenUnit`` has and nothing else."""

    id: UnitId
    seat: Seat
    marker: bool
    revealed: bool
    at: Square | None = None
    inside: UnitId | None = None
    type: UnitKind | None = None
    facing: Facing | None = None
    lives: int = 0
    damage: int = 0
    fences_aboard: int = 0
    chicken: int = 0
    activated: bool = False
    moved: int = 0
    has_moved: bool = False
    turned: bool = False
    has_unloaded: bool = False
    boarded: bool = False
    unloaded_from: Literal["armadillo", "cart"] | None = None
    attacked: bool = False
    contacts: Contacts | None = None


class SeenGone(msgspec.Struct, frozen=True, omit_defaults=True):
    """A unit that is out of the game; without a ``type`` where it was removed before anybody else learned what it was (SPL-CAMO-09)."""

    id: UnitId
    seat: Seat
    cause: Literal["eliminated", "left", "chicken", "resigned", "undeployed"]
    type: UnitKind | None = None


class SeatView(msgspec.Struct, frozen=True):
    """A seat as a viewer sees it: as in the position, but what may not be known is ``None``."""

    side: Side
    edge: Edge | None
    army: tuple[UnitKind, ...] | None
    left: tuple[UnitKind, ...] | None
    to_lay: tuple[ToLay, ...]
    ambush: tuple[Square, ...]
    markers_left: int
    objectives_left: int
    resigned: bool
    offered: int | None
    handed_in: bool
    finished: bool


class View(msgspec.Struct, frozen=True):
    """A game as ``viewer`` sees it; ``seat`` is its own, ``None`` for a spectator. ``asked`` are the seats that are waited for."""

    viewer: Viewer
    seat: Seat | None
    asked: tuple[Seat, ...]
    scenario: str
    options: Mapping[str, Any]
    tables: Mapping[str, Any]
    round: int
    phase: Phase
    step: Step
    active: Seat | None
    starting_seat: Seat | None
    order: tuple[Seat, ...]
    board: BoardState
    pieces: Mapping[PieceId, Piece]
    seats: Mapping[Seat, SeatView]
    points: Mapping[Side, int]
    units: Mapping[UnitId, SeenUnit]
    gone: Mapping[UnitId, SeenGone]
    frames: tuple[Frame, ...]
    draw: DrawOffer | None
    result: Result | None
    splats: tuple[Splat, ...]
    to_lay: Mapping[str, int]
    battle: Mapping[str, Any] | None


def view(position: Position, viewer: Viewer) -> View:
    """What a viewer sees; when the game is over, everything (SPL-HID-08)."""
    seat = Seat(viewer) if Seat(viewer) in position.seats else None
    return View(
        viewer=viewer,
        seat=seat,
        asked=asked(position),
        scenario=position.scenario,
        options=position.options,
        tables=position.tables,
        round=position.round,
        phase=position.phase,
        step=position.step,
        active=position.active,
        starting_seat=position.starting_seat,
        order=position.order,
        board=position.board,
        pieces=position.pieces,
        seats={name: _seat_view(position, name, state, viewer) for name, state in position.seats.items()},
        points=position.points,
        units={name: _unit_view(position, unit, viewer) for name, unit in position.units.items()},
        gone=dict(_gone_view(position, viewer)),
        frames=position.frames,
        draw=position.draw,
        result=position.result,
        splats=position.splats,
        to_lay=position.to_lay,
        battle=position.battle,
    )


# -------------------------------------------------------------------------------------------------------------- who may know


def is_of_side(position: Position, viewer: Viewer, seat: Seat) -> bool:
    """Whether a viewer plays for the side of a seat (SPL-HID-03)."""
    own = position.seats.get(Seat(viewer))
    return own is not None and own.side == position.seats[seat].side


def is_unseen(position: Position, unit: Unit, viewer: Viewer) -> bool:
    """Whether a viewer sees no more of a unit than its marker (SPL-HID-02, SPL-HID-03)."""
    return (
        unit.marker
        and not unit.revealed
        and position.options["camo_identity"] == "secret"
        and position.result is None
        and not is_of_side(position, viewer, unit.seat)
    )


def are_lists_secret(options: Mapping[str, Any]) -> bool:
    """Whether army lists stay secret after all have been handed in (SPL-HID-01)."""
    return bool(options["camo_identity"] == "secret" and options["camo_markers"])


def sees_list(position: Position, seat: Seat, viewer: Viewer) -> bool:
    """Whether a viewer sees the list of a seat and what is left of it: one's own, all lists once they are shown, and everything when
    the game is over (SPL-HID-01, SPL-HID-08). What is left of an ambush's pool is its owner's secret (SPL-HID-09)."""
    if viewer == Viewer(seat) or position.result is not None:
        return True
    is_open = position.phase != "army" and not are_lists_secret(position.options)
    return is_open and position.seats[seat].army is not None


def _seat_view(position: Position, seat: Seat, state: SeatState, viewer: Viewer) -> SeatView:
    shown = sees_list(position, seat, viewer)
    return SeatView(
        side=state.side,
        edge=state.edge,
        army=state.army if shown else None,
        left=state.left if shown else None,
        to_lay=state.to_lay,
        ambush=state.ambush,
        markers_left=state.markers_left,
        objectives_left=state.objectives_left,
        resigned=state.resigned,
        offered=state.offered,
        handed_in=state.is_in,
        finished=state.finished,
    )


_OPEN: Final = tuple(name for name in SeenUnit.__struct_fields__ if name not in ("id", "seat", "marker", "revealed"))
"""What is seen of a unit that is not hidden, beside what is seen of any."""


def _unit_view(position: Position, unit: Unit, viewer: Viewer) -> SeenUnit:
    if is_unseen(position, unit, viewer):
        return SeenUnit(unit.id, unit.seat, unit.marker, unit.revealed, unit.at)
    return SeenUnit(unit.id, unit.seat, unit.marker, unit.revealed, *(getattr(unit, name) for name in _OPEN))


def _known(seen: View) -> Mapping[UnitId, Unit | HiddenUnit]:
    return {name: _as_known(unit) for name, unit in seen.units.items()}


def _as_known(unit: SeenUnit) -> Unit | HiddenUnit:
    if unit.type is None:
        assert unit.at is not None
        return HiddenUnit(unit.id, unit.seat, unit.at)
    return Unit(**{name: getattr(unit, name) for name in Unit.__struct_fields__})


known_units: Final = Kept(_known, KEPT)
"""The units of a view, told apart by whether they are hidden."""


def _gone_view(position: Position, viewer: Viewer) -> Iterator[tuple[UnitId, SeenGone]]:
    for name, gone in position.gone.items():
        seen = SeenGone(name, gone.seat, gone.cause, gone.type)
        if not gone.unseen or position.result is not None or viewer == Viewer(gone.seat):
            yield name, seen
        elif gone.cause == "resigned":
            is_known = is_of_side(position, viewer, gone.seat) or position.options["camo_identity"] == "open"
            yield name, seen if is_known else replace(seen, type=None)
        elif not are_lists_secret(position.options):
            yield name, seen


# --------------------------------------------------------------------------------------------------------------------- told


def tell(before: Position | None, event: Event, viewer: Viewer) -> Event | None:
    """The event as a viewer may know it, ``None`` for one that may not be known of."""
    told = _TOLD.get(type(event))
    return event if told is None or before is None else told(before, event, viewer)


def _army_ready(before: Position, event: es.ArmyReady, viewer: Viewer) -> Event:
    return event if viewer == Viewer(event.seat) else replace(event, list=None)


def _deployed(before: Position, event: es.Deployed, viewer: Viewer) -> Event:
    """Of a hidden unit its enemies are told the marker (SPL-HID-02), of the die of an ambush its owner alone (SPL-DICE-04)."""
    if viewer == Viewer(event.seat) or not (event.hidden or event.ambush):
        return event
    if is_of_side(before, viewer, event.seat) or before.options["camo_identity"] == "open":
        return replace(event, die=None, sides=None)
    return replace(event, kind=None, facing=None, lives=0, die=None, sides=None)


def _deployment_finished(before: Position, event: es.DeploymentFinished, viewer: Viewer) -> Event:
    return event if sees_list(before, event.seat, viewer) else replace(event, undeployed=None)


def _activated(before: Position, event: e.Activated, viewer: Viewer) -> Event:
    """Others are told of units that are not hidden (SPL-HID-04)."""
    unseen = _unseen(before, viewer)
    if not unseen:
        return event
    contacts = {name: found for name, found in event.contacts.items() if name not in unseen}
    return replace(event, units=tuple(name for name in event.units if name not in unseen), contacts=contacts)


def _of_unit(before: Position, event: e.Turned | e.MoveEnded, viewer: Viewer) -> Event | None:
    """What a hidden unit does without moving nobody else is told (SPL-HID-04)."""
    unit = before.units.get(event.unit)
    return None if unit is not None and is_unseen(before, unit, viewer) else event


def _chicken_counted(before: Position, event: e.ChickenCounted, viewer: Viewer) -> Event | None:
    unseen = _unseen(before, viewer)
    counts = {name: count for name, count in event.counts.items() if name not in unseen}
    if len(counts) == len(event.counts):
        return event
    return replace(event, counts=counts) if counts else None


def _controlled(before: Position, event: e.Controlled, viewer: Viewer) -> Event | None:
    """Told of pieces with a marker or a benefit."""
    piece = before.pieces[event.piece]
    return event if piece.objective is not None or piece.kind in _WITH_BENEFIT else None


def _unseen(before: Position, viewer: Viewer) -> frozenset[UnitId]:
    return frozenset(name for name, unit in before.units.items() if is_unseen(before, unit, viewer))


_WITH_BENEFIT: Final = frozenset({"phone", "fountain", "treehouse"})
_TOLD: Final[Mapping[type[Event], Callable[[Position, Any, Viewer], Event | None]]] = MappingProxyType(
    {
        es.ArmyReady: _army_ready,
        es.Deployed: _deployed,
        es.DeploymentFinished: _deployment_finished,
        e.Activated: _activated,
        e.Turned: _of_unit,
        e.MoveEnded: _of_unit,
        e.ChickenCounted: _chicken_counted,
        e.Controlled: _controlled,
    }
)
