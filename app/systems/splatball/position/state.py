"""The position of a game of Splatball (section 11 of the rules): frozen values, no rules.

Collections are never changed in place: a new position shares everything that did not change.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from app.boards.squares import Facing
from app.engine.types import Seat, UnitId
from app.systems.splatball.book.kinds import (
    Count,
    Edge,
    PieceId,
    PieceKind,
    Segment,
    Square,
    UnitKind,
)
from app.systems.splatball.book.scenarios import Module
from app.systems.splatball.position.frames import Frame

Phase = Literal["army", "scenery", "roads", "fences", "deploy", "objectives", "markers", "turn", "over"]
Step = Literal[
    "army", "scenery", "roads", "fences", "edge", "deploy", "objectives", "markers",
    "activate", "move", "fight", "end", "over",
]  # fmt: skip
ToLay = Literal["hq", "ammo"]
Side = Seat
"""A side by the letter of its lowest seat (SPL-GEN-04)."""


def _put_in_order(held: Contacts | BoardState) -> None:
    """Whoever makes a position may name the vertices of a segment either way round."""
    if any(one > other for one, other in held.fences):
        ordered = sorted((min(segment), max(segment)) for segment in held.fences)
        msgspec.structs.force_setattr(held, "fences", tuple(ordered))


class Contacts(msgspec.Struct, frozen=True):
    """What a unit was in contact with when its owner's turn was declared (SPL-ADV-04)."""

    pieces: tuple[PieceId, ...] = ()
    fences: tuple[Segment, ...] = ()

    def __post_init__(self) -> None:
        _put_in_order(self)


class Unit(msgspec.Struct, frozen=True, rename={"inside": "in"}):
    """A unit in play: on the board (``at``), or aboard a vehicle (``inside``, on the wire ``in``).

    The values from ``activated`` to ``contacts`` are of the running turn.
    """

    id: UnitId
    seat: Seat
    type: UnitKind
    at: Square | None = None
    inside: UnitId | None = None
    facing: Facing = "N"
    lives: Count = 0
    """Of a foot unit."""
    damage: Count = 0
    """Of a vehicle (SPL-VEH-02)."""
    marker: bool = False
    """A camouflage marker lies on it (SPL-CAMO-05)."""
    revealed: bool = False
    """Everybody knows what lies under it (SPL-CAMO-08)."""
    fences_aboard: Count = 0
    """Segments that an Armadillo carries (SPL-TRN-08)."""
    chicken: Count = 0
    """Ends of its owner's turn beside its headquarters (SPL-HQ-06)."""
    activated: bool = False
    moved: Count = 0
    """Squares that it has moved."""
    has_moved: bool = False
    turned: bool = False
    has_unloaded: bool = False
    boarded: bool = False
    unloaded_from: Literal["armadillo", "cart"] | None = None
    attacked: bool = False
    contacts: Contacts | None = None


class Gone(msgspec.Struct, frozen=True):
    """A unit that is out of the game, and why."""

    id: UnitId
    seat: Seat
    type: UnitKind
    cause: Literal["eliminated", "left", "chicken", "resigned", "undeployed"]
    unseen: bool = False
    """Its enemies never learned what it was (SPL-CAMO-09), or that there was one (SPL-HID-01)."""


class Piece(msgspec.Struct, frozen=True):
    """A piece of scenery. ``hold``: seat -> ends of its turns in a row that it controls it (SPL-CTL-04)."""

    id: PieceId
    kind: PieceKind
    at: Square
    """Its north-western square."""
    owner: Seat | None = None
    """Of headquarters and ammunition."""
    objective: Seat | None = None
    """The owner of the marker on it (SPL-OBJ-04)."""
    used: bool = False
    """A phone box that was called from and could not be removed (SPL-SPC-02)."""
    hold: Mapping[Seat, Count] = {}


class BoardState(msgspec.Struct, frozen=True):
    """The board and what belongs to its ground. ``made``: how the scenery came about (SPL-SET-04)."""

    w: Count
    h: Count
    missing: tuple[Module, ...] = ()
    edges: tuple[Edge, ...] = ()
    """At which one may deploy (SPL-DEP-02)."""
    roads: tuple[Square, ...] = ()
    """In row order."""
    fences: tuple[Segment, ...] = ()
    """In order."""
    made: Literal["scenario", "alternate"] | Mapping[str, Any] = "scenario"
    """The inputs of the configurator, if it made the board (SPL-CFG-01)."""

    def __post_init__(self) -> None:
        _put_in_order(self)


class SeatState(msgspec.Struct, frozen=True):
    """What belongs to one seat."""

    side: Side
    edge: Edge | None = None
    army: tuple[UnitKind, ...] | None = None
    """The list handed in; ``None`` before, and with a fixed deployment (SPL-HID-01)."""
    left: tuple[UnitKind, ...] = ()
    """What is still to be deployed; of an ambush its pool (SPL-CAMO-10)."""
    to_lay: tuple[ToLay, ...] = ()
    ambush: tuple[Square, ...] = ()
    """Squares of the ambush that are empty (SPL-CAMO-11)."""
    markers_left: Count = 0
    """Camouflage markers (SPL-CAMO-03)."""
    objectives_left: Count = 0
    resigned: bool = False
    offered: Count | None = None
    """The round of its last draw offer (SPL-WIN-07)."""
    next_unit: Count = 1
    """The number of its next unit (SPL-DEP-10)."""
    handed_in: bool = False
    """Whether its list is in; ``army`` is told to itself alone."""
    finished: bool = False
    """Whether it has finished deploying."""

    @property
    def is_in(self) -> bool:
        """Whether no list is awaited of it, also in a position that somebody made without saying more than its army."""
        return self.handed_in or self.army is not None


class DrawOffer(msgspec.Struct, frozen=True):
    """A draw offer that stands, and who has accepted it (SPL-WIN-07)."""

    by: Seat
    accepted: tuple[Seat, ...] = ()


class Result(msgspec.Struct, frozen=True):
    """How the game ended (SPL-WIN)."""

    winners: tuple[Seat, ...]
    reason: Literal["rounds", "points", "last_side", "cap", "draw_agreed"]


class Splat(msgspec.Struct, frozen=True):
    """Paint that landed on a square: who threw it, how many dice showed the number."""

    side: Side
    square: Square
    count: Count


class Position(msgspec.Struct, frozen=True):
    """Everything there is."""

    scenario: str
    options: Mapping[str, Any]
    tables: Mapping[str, Any]
    round: Count
    phase: Phase
    step: Step
    active: Seat | None
    starting_seat: Seat | None
    order: tuple[Seat, ...]
    board: BoardState
    pieces: Mapping[PieceId, Piece]
    seats: Mapping[Seat, SeatState]
    points: Mapping[Side, Count]
    units: Mapping[UnitId, Unit]
    gone: Mapping[UnitId, Gone] = {}
    frames: tuple[Frame, ...] = ()
    draw: DrawOffer | None = None
    result: Result | None = None
    splats: tuple[Splat, ...] = ()
    to_lay: Mapping[str, Count] = {}
    """By hand: what is left of ``elements``, ``large``, ``roads``, ``fences`` (SPL-SET-05, SPL-SET-09)."""
    passed: tuple[Seat, ...] = ()
    """Who has passed in a row in the step (SPL-SET-05)."""
    last_layer: Seat | None = None
    """Who laid the last piece by hand (SPL-DEP-01)."""
    battle: Mapping[str, Any] | None = None
    """The document of a battle of somebody's own."""
