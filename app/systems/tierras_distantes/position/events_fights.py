"""What happens in fire, and to nerves."""

from __future__ import annotations

from typing import Literal

import msgspec

from app.engine.types import UnitId
from app.systems.tierras_distantes.book.kinds import Count, GroundKind, Millimetre, Name, PieceId, Point, Result
from app.systems.tierras_distantes.position.of_unit import OfUnit

Dice = tuple[int, ...]


class Aimed(msgspec.Struct, frozen=True, omit_defaults=True):
    """Fire at one target, or a share of divided fire."""

    target: UnitId
    share: Count | None = None


class Shooting(msgspec.Struct, frozen=True):
    """Who shoots with what at whom."""

    unit: UnitId
    weapon: Name
    aims: tuple[Aimed, ...]


class Fired(OfUnit, frozen=True, kw_only=True, tag="fired"):
    """Aimed fire is declared: each of these spends an action and its shot (TD-FIRE-02, TD-CON-08); ``unit`` is the first by its id."""

    shots: tuple[Shooting, ...]


class ShotLost(OfUnit, frozen=True, kw_only=True, tag="shot_lost"):
    """A shot, or a share of one, at somebody who is not seen: nothing is rolled (TD-SEE-01, TD-CON-07)."""

    target: UnitId


class Contributed(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a shooter adds to an attack: distance, dice of the weapon there, cover as this shooter sees it; ``from_mm``: where the shot, or a
    burst, comes from."""

    unit: UnitId
    weapon: Name
    distance_mm: Millimetre
    rolled: Count
    kept: Count
    from_mm: Point
    cover: Count = 0
    share: Count | None = None


class AttackRoll(msgspec.Struct, frozen=True):
    """The dice of an attack, of which the best ``kept`` make the score (TD-FIRE-03, TD-FIRE-05)."""

    dice: Dice
    kept: Count
    score: Count


class DefenceRoll(msgspec.Struct, frozen=True):
    """The dice of an armour, and the score with cover (TD-FIRE-06)."""

    dice: Dice
    score: Count


class CoverTold(msgspec.Struct, frozen=True, omit_defaults=True):
    """A bonus for cover and where it comes from: terrain that hides part of the target, soft terrain, or what it stands in
    (TD-COV-01, TD-COV-02, TD-COV-06); ``piece``: the piece that gives it, of that ``kind``."""

    bonus: Count = 0
    reason: Literal["hidden", "soft", "inside"] | None = None
    piece: PieceId | None = None
    kind: GroundKind | None = None


class Attacked(OfUnit, frozen=True, kw_only=True, tag="attacked"):
    """An attack on ``unit``, which stands ``at_mm``, by all who shoot at it together (TD-CON-01), or by a burst (TD-AREA-03)."""

    at_mm: Point
    by: tuple[Contributed, ...]
    attack: AttackRoll
    defence: DefenceRoll
    cover: CoverTold
    margin: int
    result: Result


class Burst(OfUnit, frozen=True, kw_only=True, tag="burst"):
    """Area fire by ``unit``, which stands at ``from_mm`` and spends an action and its shot: where it bursts and who is in it, in order
    (TD-AREA-01, TD-AREA-05)."""

    weapon: Name
    from_mm: Point
    x_mm: Millimetre
    y_mm: Millimetre
    z_mm: Millimetre
    radius_mm: Millimetre
    hit: tuple[UnitId, ...]


class Frightened(OfUnit, frozen=True, kw_only=True, tag="frightened"):
    """A miniature is frightened (TD-RES-03)."""


class Lost(OfUnit, frozen=True, kw_only=True, tag="lost"):
    """A miniature is removed for the rest of the game (TD-RES-04); where it stood."""

    x_mm: Millimetre
    y_mm: Millimetre
    z_mm: Millimetre


class Rallied(OfUnit, frozen=True, kw_only=True, tag="rallied"):
    """An attempt to rally ``unit``, by itself or by a leader, who spends an action (TD-FRT-02, TD-FRT-05)."""

    by: UnitId
    dice: Dice
    below: Count
    success: bool
