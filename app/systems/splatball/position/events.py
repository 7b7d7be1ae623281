"""Everything that can happen (section 13 of the rules): facts, with the dice that fell and all that is needed to fold and to draw
them again.

Events are public unless they say otherwise; ``judge/view.py`` tells each viewer what may be known. What decides who is asked next
(``Flow``) is an event like any other, and nobody reads it aloud.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from app.boards.squares import Facing
from app.engine.types import Event, Seat, UnitId
from app.systems.splatball.book.kinds import Count, Edge, PieceId, PieceKind, Segment, Square, UnitKind
from app.systems.splatball.position.frames import Frame
from app.systems.splatball.position.state import Contacts, Phase, Piece, Position, Result, Side, Step, Unit


class OfUnit(Event, frozen=True, kw_only=True):
    """What happens to a unit in play: whose it is and of which kind, and ``rows``, how many the board has, so that the event can be told
    and drawn by itself. ``Story`` fills them in."""

    seat: Seat | None = None
    kind: UnitKind | None = None
    rows: Count = 0
    reveals: tuple[UnitId, ...] = ()
    """Hidden units that an enemy now stands near (SPL-CAMO-08); ``Revealed`` says next what they are."""


class Started(Event, frozen=True, tag="started"):
    """The game as it begins."""

    position: Position


class Flow(Event, frozen=True, tag="flow"):
    """Who is asked for what from here on. Never told in words."""

    phase: Phase
    step: Step
    active: Seat | None = None
    frames: tuple[Frame, ...] = ()


# ------------------------------------------------------------------------------------------------------------- setting up


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
    """A unit is there. Of a hidden one ``kind``, ``facing``, ``lives`` and ``die`` are told to its own side alone (SPL-HID-02);
    ``die`` is the draw of an ambush, told to its owner alone (SPL-DICE-04)."""

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


# ----------------------------------------------------------------------------------------------------------------- fighting


class Reason(msgspec.Struct, frozen=True, omit_defaults=True):
    """What an attack loses, and why: dice, points; by which piece, a fence, or by the attacker's own lost lives."""

    rule: str
    lost_dice: Count = 0
    lost_points: Count = 0
    piece: PieceId | None = None
    """The piece that covers."""
    terrain: str | None = None
    """Its kind, or ``fence``."""


class AttackDeclared(OfUnit, frozen=True, tag="attack_declared"):
    """A unit attacks: with so many dice, after cover, and so many points lost; ``need`` is what a die must show to hit a foot unit,
    ``strength`` what an impact on a vehicle needs (SPL-FIRE-09)."""

    unit: UnitId
    target: UnitId
    distance: Count
    count: Count
    deduction: Count
    reasons: tuple[Reason, ...] = ()
    need: Count | None = None
    strength: Count | None = None
    target_seat: Seat | None = None
    target_kind: UnitKind | None = None
    start: Square | None = None
    end: Square | None = None


class DiceRolled(OfUnit, frozen=True, tag="dice_rolled"):
    """The dice of an attack (SPL-DICE-02) and what came of them: ``power`` less the points lost, on foot units ``successes`` and
    ``hits`` (SPL-HIT-03). Paint lands on ``square`` (``side`` threw it)."""

    unit: UnitId
    target: UnitId
    dice: tuple[int, ...]
    power: Count
    successes: Count
    hits: Count
    square: Square
    side: Side
    need: Count | None = None
    strength: Count | None = None
    deduction: Count = 0


class Hit(OfUnit, frozen=True, tag="hit"):
    """A foot unit loses lives (SPL-HIT-04); with its ``last`` one it is gone."""

    unit: UnitId
    lives: Count
    last: bool = False


class Impact(OfUnit, frozen=True, tag="impact"):
    """A vehicle is damaged (SPL-VHIT-02); if that was all it could bear, it is gone (``last``)."""

    unit: UnitId
    damage: Count
    double: bool = False
    last: bool = False


class Eliminated(OfUnit, frozen=True, tag="eliminated"):
    """A unit that has lost all is out of the game (SPL-HIT-05, SPL-VHIT-03)."""

    unit: UnitId


class RetreatRolled(OfUnit, frozen=True, tag="retreat_rolled"):
    """The retreat dice of a unit, and how many squares it goes back (SPL-RET-01, SPL-RET-02, SPL-RET-03)."""

    unit: UnitId
    dice: tuple[int, ...]
    squares: Count
    ignored: bool = False
    """One result was ignored for what it stands beside."""


class Retreated(OfUnit, frozen=True, tag="retreated"):
    """A unit goes back one square (SPL-RET-04)."""

    unit: UnitId
    square: Square
    start: Square


class RetreatFailed(OfUnit, frozen=True, tag="retreat_failed"):
    """It cannot, and loses a life instead (SPL-RET-07); with its ``last`` one it is gone."""

    unit: UnitId
    last: bool = False


class Advanced(OfUnit, frozen=True, tag="advanced"):
    """The attacker steps into the vacated square (SPL-ADV-01)."""

    unit: UnitId
    square: Square
    start: Square


class PassengerPlaced(OfUnit, frozen=True, tag="passenger_placed"):
    """A passenger of an eliminated transport has a place (SPL-TRN-12)."""

    unit: UnitId
    square: Square
    facing: Facing


class PassengerLost(OfUnit, frozen=True, tag="passenger_lost"):
    """There is none left for it."""

    unit: UnitId


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
