"""Saves, firepower and armour (FHW-SAVE, FHW-BAIL-03)."""

from __future__ import annotations

from typing import Literal

from app.systems.flames_hexwar.book.kinds import WeaponClass
from app.systems.flames_hexwar.book.tables import Rules

SaveKind = Literal["infantry", "gun", "unarmoured", "passenger"]
Protection = Literal["foxhole", "trench", "wooden_building", "stone_building"]
Outcome = Literal["no_effect", "bailed_out", "destroyed"]
ArmourResult = Literal["no_effect", "equal", "less"]


def save_need(rules: Rules, kind: SaveKind) -> int:
    """What a save takes (FHW-SAVE-01)."""
    of = rules.saves
    return {
        "infantry": of.infantry,
        "gun": of.gun,
        "unarmoured": of.unarmoured_vehicle,
        "passenger": of.passenger,
    }[kind]


def firepower_need(rules: Rules, fp: int, weapon_class: WeaponClass | None, protection: Protection | None) -> int:
    """What a die of firepower takes: one less for heavy weapons against foxholes and wooden houses (FHW-HIT-18, FHW-SAVE-05); never
    less than 1 (FHW-GEN-04)."""
    of = rules.firepower
    lowered = weapon_class in of.weapon_classes and protection in of.against
    return max(1, fp + (of.modifier if lowered else 0))


def armour_total(rules: Rules, armour: int, die: int, far: int) -> int:
    """An armour die with what is added to it (FHW-SAVE-03, FHW-SAVE-04)."""
    is_long = far >= rules.options.armour_long_range_from
    return die + armour + (rules.saves.armour_long_range_add if is_long else 0)


def against(total: int, at: int) -> ArmourResult:
    """Armour against an anti-tank number: more has no effect, equal and less ask for firepower."""
    if total > at:
        return "no_effect"
    return "equal" if total == at else "less"


def armour_result(result: ArmourResult, *, is_pierced: bool) -> Outcome:
    """What the firepower die makes of it (FHW-SAVE-03)."""
    if result == "equal":
        return "bailed_out" if is_pierced else "no_effect"
    if result == "less":
        return "destroyed" if is_pierced else "bailed_out"
    return "no_effect"
