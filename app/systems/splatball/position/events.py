"""Everything that can happen (section 13 of the rules): facts, with the dice that fell and all that is needed to fold and to draw
them again.

Events are public unless they say otherwise; ``judge/view.py`` tells each viewer what may be known. What decides who is asked next
(``Flow``) is an event like any other, and nobody reads it aloud.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from app.boards.squares import Facing
from app.engine.types import Event, Seat, UnitId
from app.systems.splatball.book.kinds import Count, PieceId, PieceKind, Segment, Square, UnitKind
from app.systems.splatball.position.events_fights import (
    Advanced,
    AttackDeclared,
    DiceRolled,
    Eliminated,
    Hit,
    Impact,
    PassengerLost,
    PassengerPlaced,
    Retreated,
    RetreatFailed,
    RetreatRolled,
)
from app.systems.splatball.position.events_setup import (
    ArmiesShown,
    ArmyReady,
    Deployed,
    DeploymentFinished,
    EdgeChosen,
    FencePlaced,
    MarkerPlaced,
    ObjectivePlaced,
    ObjectivesCounted,
    Passed,
    PiecePlaced,
    RoadPlaced,
    StartRolled,
)
from app.systems.splatball.position.frames import Frame
from app.systems.splatball.position.of_unit import OfUnit
from app.systems.splatball.position.state import Contacts, Phase, Position, Result, Side, Step, Unit


class Started(Event, frozen=True, tag="started"):
    """The game as it begins."""

    position: Position


class Flow(Event, frozen=True, tag="flow"):
    """Who is asked for what from here on. Never told in words."""

    phase: Phase
    step: Step
    active: Seat | None = None
    frames: tuple[Frame, ...] = ()


# ------------------------------------------------------------------------------------------------------------------ a turn


class TurnBegan(Event, frozen=True, tag="turn_began"):
    """A seat's turn of a round begins (SPL-TURN-01)."""

    seat: Seat
    round: Count


class Activated(Event, frozen=True, tag="activated"):
    """What a seat declares (SPL-ACT-01), and what each of its units is in contact with (SPL-ADV-04). Others are told of units that are
    not hidden (SPL-HID-04)."""

    seat: Seat
    units: tuple[UnitId, ...]
    contacts: Mapping[UnitId, Contacts] = {}


class Moved(OfUnit, frozen=True, tag="moved"):
    """A unit goes along a path, for so many squares of movement."""

    unit: UnitId
    path: tuple[Square, ...]
    cost: Count
    start: Square
    """Where it stood."""


class Turned(OfUnit, frozen=True, tag="turned"):
    """A unit takes another facing (SPL-MOVE-05); of a hidden one nobody else is told (SPL-HID-04)."""

    unit: UnitId
    facing: Facing


class LeftBoard(OfUnit, frozen=True, tag="left_board"):
    """A unit leaves, with whoever it carries (SPL-MOVE-11)."""

    unit: UnitId
    passengers: tuple[UnitId, ...] = ()


class Embarked(OfUnit, frozen=True, tag="embarked"):
    """A unit goes aboard (SPL-TRN-03)."""

    unit: UnitId
    vehicle: UnitId
    cost: Count


class Unloaded(OfUnit, frozen=True, tag="unloaded"):
    """A passenger gets off (SPL-TRN-05)."""

    vehicle: UnitId
    unit: UnitId
    square: Square
    facing: Facing
    origin: Literal["armadillo", "cart"]


class PieceRemoved(Event, frozen=True, tag="piece_removed"):
    """A piece is gone: driven over by ``unit`` (SPL-VEH-09), or a phone box after its call (SPL-SPC-02)."""

    piece: PieceId
    unit: UnitId | None = None
    terrain: PieceKind | None = None
    """Its kind; ``Story`` fills it in."""


class FenceRemoved(OfUnit, frozen=True, tag="fence_removed"):
    """A segment is driven down (SPL-VEH-09)."""

    segment: Segment
    unit: UnitId


class FenceTaken(OfUnit, frozen=True, tag="fence_taken"):
    """A segment is taken aboard (SPL-TRN-08)."""

    segment: Segment
    unit: UnitId


class FenceSet(OfUnit, frozen=True, tag="fence_set"):
    """A segment that was carried is set (SPL-TRN-09)."""

    segment: Segment
    unit: UnitId


class MoveEnded(OfUnit, frozen=True, tag="move_ended"):
    """A unit has made its move (SPL-MOVE-02). Of a hidden unit, which has turned on the spot, nobody else is told."""

    unit: UnitId


class Revealed(Event, frozen=True, tag="revealed"):
    """Everybody learns what lies under a marker (SPL-CAMO-08)."""

    unit: UnitId
    seat: Seat
    kind: UnitKind
    facing: Facing
    lives: Count


class MarkerRemoved(OfUnit, frozen=True, tag="marker_removed"):
    """A unit has lost its marker for good (SPL-CAMO-07)."""

    unit: UnitId


class MovementEnded(Event, frozen=True, tag="movement_ended"):
    """Nobody moves any more in this turn (SPL-TURN-03)."""

    seat: Seat


# ---------------------------------------------------------------------------------------------------------- end of the turn


class ChickenCounted(Event, frozen=True, tag="chicken_counted"):
    """How often units have lingered at their headquarters (SPL-HQ-06): those whose count has changed."""

    counts: Mapping[UnitId, Count]


class Chicken(OfUnit, frozen=True, tag="chicken"):
    """A unit is taken off the board for it."""

    unit: UnitId


class Controlled(Event, frozen=True, tag="controlled"):
    """The counters of a piece have changed (SPL-CTL-04): seat -> ends of its turns, those above 0."""

    piece: PieceId
    hold: Mapping[Seat, Count]
    terrain: PieceKind | None = None


class ObjectiveCaptured(Event, frozen=True, tag="objective_captured"):
    """A marker is scored and removed (SPL-OBJ-07, SPL-OBJ-08)."""

    seat: Seat
    piece: PieceId
    owner: Seat
    terrain: PieceKind | None = None


class BenefitUsed(Event, frozen=True, tag="benefit_used"):
    """A phone box brings a new unit, a fountain heals one, a tree house brings one back (SPL-SPC)."""

    seat: Seat
    piece: PieceId
    unit: UnitId
    arrived: Unit | None = None
    """The unit that arrives."""
    terrain: PieceKind | None = None
    reveals: tuple[UnitId, ...] = ()


class Healed(OfUnit, frozen=True, tag="healed"):
    """A unit has all its lives again (SPL-SPC-03)."""

    unit: UnitId
    lives: Count


class BenefitDeclined(Event, frozen=True, tag="benefit_declined"):
    """It is left for later (SPL-SPC-01)."""

    seat: Seat
    piece: PieceId
    terrain: PieceKind | None = None


class Scored(Event, frozen=True, tag="points"):
    """Points that sides gained by what happened (SPL-VP-04)."""

    gained: Mapping[Side, Count]


class TurnEnded(Event, frozen=True, tag="turn_ended"):
    """A seat's turn is over (SPL-TURN-04)."""

    seat: Seat


class RoundEnded(Event, frozen=True, tag="round_ended"):
    """Every seat in play has had its turn (SPL-TURN-05)."""

    round: Count


# --------------------------------------------------------------------------------------------------------- ends by agreement


class DrawOffered(Event, frozen=True, tag="draw_offered"):
    """A draw is offered (SPL-WIN-07)."""

    seat: Seat


class DrawAnswered(Event, frozen=True, tag="draw_answered"):
    """It is accepted or declined."""

    seat: Seat
    accept: bool


class DrawLapsed(Event, frozen=True, tag="draw_lapsed"):
    """It stands no more (SPL-WIN-07)."""


class SeatResigned(Event, frozen=True, tag="seat_resigned"):
    """A seat gives up; its ``units`` are removed (SPL-WIN-07)."""

    seat: Seat
    units: tuple[UnitId, ...] = ()
    """Those of it that were in play."""


class GameOver(Event, frozen=True, tag="game_over"):
    """The game is over (SPL-WIN)."""

    result: Result


AnyEvent = (
    Started
    | Flow
    | StartRolled
    | ArmyReady
    | ArmiesShown
    | PiecePlaced
    | RoadPlaced
    | FencePlaced
    | Passed
    | EdgeChosen
    | Deployed
    | DeploymentFinished
    | ObjectivePlaced
    | ObjectivesCounted
    | MarkerPlaced
    | TurnBegan
    | Activated
    | Moved
    | Turned
    | LeftBoard
    | Embarked
    | Unloaded
    | PieceRemoved
    | FenceRemoved
    | FenceTaken
    | FenceSet
    | MoveEnded
    | Revealed
    | MarkerRemoved
    | MovementEnded
    | AttackDeclared
    | DiceRolled
    | Hit
    | Impact
    | Eliminated
    | RetreatRolled
    | Retreated
    | RetreatFailed
    | Advanced
    | PassengerPlaced
    | PassengerLost
    | ChickenCounted
    | Chicken
    | Controlled
    | ObjectiveCaptured
    | BenefitUsed
    | Healed
    | BenefitDeclined
    | Scored
    | TurnEnded
    | RoundEnded
    | DrawOffered
    | DrawAnswered
    | DrawLapsed
    | SeatResigned
    | GameOver
)
