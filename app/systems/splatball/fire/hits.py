"""What dice do: firing power, hits on foot units, impacts on vehicles, retreats (SPL-POW, SPL-HIT, SPL-VHIT, SPL-RET)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

import msgspec

from app.systems.splatball.book.options import PointsRule
from app.systems.splatball.book.tables import Rules, Strength, UnitType
from app.systems.splatball.score import points

ImpactKind = Literal["none", "single", "double"]
Effect = Literal["sound", "halved", "immobilised", "eliminated"]
EFFECTS: Final[tuple[Effect, ...]] = ("sound", "halved", "immobilised", "eliminated")
"""What so much damage does to a vehicle (SPL-VEH-02)."""


def power_loss(kind: UnitType, lives: int) -> int:
    """Points of firing power that a foot unit with so many lives left has lost; a vehicle loses none (SPL-POW-01)."""
    return kind.wound_points * max(0, kind.lives - lives)


def power(dice: Sequence[int], deduction: int) -> int:
    """The firing power of an attack: the sum of its dice less the points lost, never below 0 (SPL-POW-03)."""
    return max(0, sum(dice) - deduction)


def successes(dice: Sequence[int], need: int) -> int:
    """Dice that show the number or more, as rolled (SPL-HIT-02)."""
    return sum(die >= need for die in dice)


def hits(dice: Sequence[int], need: int, deduction: int, rule: PointsRule) -> int:
    """Hits by dice as rolled on a unit that is hit by ``need`` or more, with so many points lost (SPL-HIT-03); the target's lives do
    not limit them.

    >>> hits((6, 5, 2), 4, 3, "pool"), hits((6, 5, 4), 4, 3, "best_die"), hits((6, 5, 4), 4, 2, "each_die")
    (2, 2, 1)
    """
    match rule:
        case "pool":
            return min(successes(dice, need), power(dice, deduction) // need)
        case "best_die":
            return successes(_from_the_best(dice, deduction), need)
        case "each_die":
            return successes(dice, need + deduction)


def _from_the_best(dice: Sequence[int], deduction: int) -> list[int]:
    """Dice with points taken off the highest, down to 0, then off the next."""
    found = []
    for die in sorted(dice, reverse=True):
        paid = min(die, deduction)
        deduction -= paid
        found.append(die - paid)
    return found


def impact(power: int, strength: Strength) -> ImpactKind:
    """What firing power does to a vehicle of that strength: at most one impact (SPL-VHIT-01, SPL-VHIT-02)."""
    if power >= strength.double:
        return "double"
    return "single" if power >= strength.single else "none"


def damage(rules: Rules, impact: ImpactKind) -> int:
    """The damage that an impact does (SPL-VHIT-02)."""
    constants = rules.constants
    return {"none": 0, "single": constants.single_damage, "double": constants.double_damage}[impact]


def retreat_count(kind: UnitType, dice: Sequence[int], *, ignore_first: bool) -> int:
    """Squares that retreat dice send a unit back (SPL-RET-02), one less where the first result is ignored (SPL-RET-03)."""
    return max(0, sum(die <= kind.retreat_on for die in dice) - ignore_first)


class OnFoot(msgspec.Struct, frozen=True):
    """What an attack does to a foot unit."""

    hits: int
    removed: int
    """Lives; hits beyond the last have no effect (SPL-HIT-04)."""
    left: int
    points: int
    """For the attacker (SPL-VP-01)."""
    retreat_dice: int
    """One for each life removed, if it survives (SPL-RET-01, SPL-DICE-03)."""

    @property
    def is_eliminated(self) -> bool:
        """Whether no life is left (SPL-HIT-05)."""
        return not self.left


def on_foot(kind: UnitType, lives: int, hits: int) -> OnFoot:
    """What so many hits do to a foot unit with so many lives."""
    removed = min(hits, lives)
    left = lives - removed
    gained = points.of_lives(kind, removed, eliminated=not left)
    return OnFoot(hits, removed, left, gained, removed if left else 0)


class OnVehicle(msgspec.Struct, frozen=True):
    """What an attack does to a vehicle."""

    impact: ImpactKind
    inflicted: int
    """Damage, no more than was left to be had."""
    damage: int
    """Afterwards."""
    is_eliminated: bool
    """Three single impacts, or two of which one was double (SPL-VHIT-03)."""
    points: int
    """For the attacker (SPL-VP-02)."""

    @property
    def effect(self) -> Effect:
        """What it comes to (SPL-VEH-02)."""
        return "eliminated" if self.is_eliminated else EFFECTS[self.damage]


def on_vehicle(rules: Rules, kind: UnitType, before: int, power: int) -> OnVehicle:
    """What firing power does to a vehicle with so much damage before."""
    assert kind.strength is not None
    made = impact(power, kind.strength)
    inflicted = min(damage(rules, made), kind.damage_to_eliminate - before)
    is_eliminated = before + inflicted >= kind.damage_to_eliminate
    if made == "none":
        return OnVehicle(made, 0, before, False, 0)
    gained = points.of_impact(rules, kind, damage(rules, made), before, eliminated=is_eliminated)
    return OnVehicle(made, inflicted, before + inflicted, is_eliminated, gained)
