"""What happens in a fight: dice, hits, impacts, retreats, advances, passengers of a wreck."""

from __future__ import annotations

import msgspec

from app.boards.squares import Facing
from app.engine.types import Seat, UnitId
from app.systems.splatball.book.kinds import Count, PieceId, Square, UnitKind
from app.systems.splatball.position.of_unit import OfUnit
from app.systems.splatball.position.state import Side


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
