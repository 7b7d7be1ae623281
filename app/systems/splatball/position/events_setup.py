"""What happens before round 1: lists, scenery, deployment, objectives and markers."""

from __future__ import annotations

from collections.abc import Mapping

from app.boards.squares import Facing
from app.engine.types import Event, Seat, UnitId
from app.systems.splatball.book.kinds import Count, Edge, PieceId, PieceKind, Segment, Square, UnitKind
from app.systems.splatball.position.of_unit import OfUnit
from app.systems.splatball.position.state import Piece


class StartRolled(Event, frozen=True, tag="start_rolled"):
    """Who begins: the seats that rolled, each with its die, those that were tied once more (SPL-SET-02)."""

    seats: tuple[Seat, ...]
    dice: tuple[int, ...]
    starting_seat: Seat


class ArmyReady(Event, frozen=True, tag="army_ready"):
    """A seat has handed in its list, which is told to itself alone (SPL-HID-01)."""

    seat: Seat
    list: tuple[UnitKind, ...] | None = None


class ArmiesShown(Event, frozen=True, tag="armies_shown"):
    """All lists are in, and open (SPL-HID-01)."""

    armies: Mapping[Seat, tuple[UnitKind, ...]]


class PiecePlaced(Event, frozen=True, tag="piece_placed"):
    """A piece is laid, by hand (SPL-SET-05), or headquarters and ammunition (SPL-DEP-08)."""

    seat: Seat
    piece: Piece


class RoadPlaced(Event, frozen=True, tag="road_placed"):
    """A road is routed (SPL-SET-09)."""

    seat: Seat
    squares: tuple[Square, ...]


class FencePlaced(Event, frozen=True, tag="fence_placed"):
    """A fence is routed (SPL-SET-09)."""

    seat: Seat
    segments: tuple[Segment, ...]


class Passed(Event, frozen=True, tag="passed"):
    """A seat lays nothing."""

    seat: Seat


class EdgeChosen(Event, frozen=True, tag="edge_chosen"):
    """A seat has its own edge (SPL-DEP-02)."""

    seat: Seat
    edge: Edge


class Deployed(Event, frozen=True, tag="deployed"):
    """A unit is there. Of a hidden one ``kind``, ``facing``, ``lives`` and ``die`` are told to its own side alone (SPL-HID-02); what is
    revealed later was fixed by this (SPL-HID-10). ``die`` is the draw of an ambush, told to its owner alone (SPL-DICE-04)."""

    seat: Seat
    unit: UnitId
    square: Square | None = None
    inside: UnitId | None = None
    kind: UnitKind | None = None
    facing: Facing | None = None
    lives: Count = 0
    hidden: bool = False
    ambush: bool = False
    """Put on a square of an ambush, out of its pool (SPL-CAMO-11)."""
    die: int | None = None
    sides: int | None = None
    """Faces of that die."""
    reveals: tuple[UnitId, ...] = ()


class DeploymentFinished(Event, frozen=True, tag="deployment_finished"):
    """A seat has deployed; ``undeployed`` found no room (SPL-DEP-09), which may be a secret as its list is."""

    seat: Seat
    undeployed: tuple[UnitKind, ...] | None = None


class ObjectivePlaced(Event, frozen=True, tag="objective_placed"):
    """A marker is laid on a piece (SPL-OBJ-01)."""

    seat: Seat
    piece: PieceId
    terrain: PieceKind | None = None


class ObjectivesCounted(Event, frozen=True, tag="objectives_counted"):
    """How many markers every seat lays (SPL-OBJ-02)."""

    each: Count


class MarkerPlaced(OfUnit, frozen=True, tag="marker_placed"):
    """A camouflage marker is laid, with open identities (SPL-CAMO-04)."""

    unit: UnitId
