"""How far a unit may move, and after which moves it may still fight (SPL-MOVE-03, SPL-VEH-01, SPL-VEH-02, SPL-ROAD-04)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from app.systems.splatball.book.tables import Rules, UnitType
from app.systems.splatball.position.state import Unit

HALVED: Final = 1
"""The damage that halves a vehicle's movement (SPL-VEH-02)."""
IMMOBILISED: Final = 2
"""The damage from which it does not move at all."""
CART: Final = "cart"
"""The vehicle that fights with its passenger alone (SPL-VEH-14)."""


def allowance(rules: Rules, kind: UnitType, damage: int = 0, *, along_road: bool = False) -> int:
    """Squares that a unit may move: on foot without fighting (SPL-MOVE-03), a vehicle at its damage (SPL-VEH-01, SPL-VEH-02). One whose
    whole move is on the road (``along_road``) has a square more, unless it is immobilised (SPL-ROAD-04); nobody has that on foot."""
    if kind.is_foot:
        return kind.move
    if is_immobilised(kind, damage):
        return 0
    return (kind.move // 2 if damage == HALVED else kind.move) + (rules.constants.road_bonus if along_road else 0)


def is_immobilised(kind: UnitType, damage: int) -> bool:
    """Whether a vehicle neither moves, nor turns, nor leaves the board any more (SPL-VEH-02, SPL-VEH-03)."""
    return not kind.is_foot and damage >= IMMOBILISED


def most_before_fighting(rules: Rules, kind: UnitType, damage: int = 0, *, along_road: bool = False) -> int:
    """The most squares after which a unit may still fight (SPL-MOVE-03); whatever a Badger or a Battle Cart may move it may move and
    fight (SPL-FIRE-05, SPL-ROAD-04)."""
    return allowance(rules, kind, damage, along_road=along_road) if _always_fights(kind) else kind.move_fight


def still_fights(kind: UnitType, moved: int) -> bool:
    """Whether a unit that has moved so many squares may still fight (SPL-FIRE-05); a Marmot only if it has not moved (SPL-VEH-12)."""
    return _always_fights(kind) or moved <= kind.move_fight


def _always_fights(kind: UnitType) -> bool:
    return not kind.is_foot and kind.move_fight >= kind.move


def may_fight(rules: Rules, unit: Unit, riders: Sequence[Unit]) -> bool:
    """Whether what a unit has done in this turn leaves it its attack: the values of the turn of ``unit``, and of the ``riders`` it has,
    are looked at, but not whether it is activated, has attacked, or stands inside a headquarters. Not after a turn (SPL-FIRE-04), nor
    after too many squares (SPL-FIRE-05), nor in the turn of going aboard (SPL-TRN-04) or out of a cart (SPL-TRN-06); an Armadillo never
    (SPL-VEH-11); a cart only with its passenger (SPL-VEH-14), if nobody got off (SPL-TRN-07) and the passenger did not get on in this
    turn (SPL-TRN-04)."""
    kind = rules.units[unit.type]
    if not kind.armed or unit.turned or unit.boarded or unit.unloaded_from == CART:
        return False
    if kind.id == CART and (unit.has_unloaded or not riders or any(rider.boarded for rider in riders)):
        return False
    return still_fights(kind, unit.moved)
