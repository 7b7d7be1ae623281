"""Damage: what a damage die does to a unit, what it leaves behind, and the wreck of a destroyed vehicle (WOP-DMG).
Nothing but a unit is damaged (WOP-GEN-08)."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Final

import msgspec

from app.systems.war_of_plastic.book.state import Name, Piece, Unit, UnitType
from app.systems.war_of_plastic.book.tables import DamageRow, Rules
from app.systems.war_of_plastic.position.field import Place

WRECK: Final = "wreck"
"""The terrain kind of an overturned vehicle (WOP-PROT-10)."""


class DamageResult(StrEnum):
    """What a damage roll did (WOP-DMG-01)."""

    DEAD = "dead"
    DESTROYED = "destroyed"
    WOUNDED = "wounded"
    DAMAGED = "damaged"
    STUNNED = "stunned"


class Harm(msgspec.Struct, frozen=True):
    """The outcome of a damage die and the state it leaves; of a destroyed unit the state is as it was before."""

    result: DamageResult
    destroyed: bool
    damage: int
    stunned: bool


def harm(rules: Rules, unit_type: UnitType, damage: int, die: int, *, stunned: bool = False) -> Harm:
    """What ``die`` does to a unit with ``damage`` hurts (WOP-DMG-01, WOP-DMG-07, WOP-DMG-09, WOP-DMG-11, WOP-DMG-15,
    WOP-DMG-16). The die is never modified
    (WOP-DMG-21)."""
    row = _row(rules, unit_type, die)
    result = DamageResult(row.result)
    limit = row.kills_when_damage_is
    if limit is not None and damage >= limit:
        result = DamageResult.DEAD if unit_type == "infantry" else DamageResult.DESTROYED
    if result in (DamageResult.DEAD, DamageResult.DESTROYED):
        return Harm(result, destroyed=True, damage=damage, stunned=stunned)
    if result is DamageResult.STUNNED:
        return Harm(result, destroyed=False, damage=damage, stunned=True)
    return Harm(result, destroyed=False, damage=damage + 1, stunned=stunned)


def _row(rules: Rules, unit_type: UnitType, die: int) -> DamageRow:
    return next(row for row in rules.damage if row.type == unit_type and die in row.dice)


def weapons_left(special: Sequence[Name], result: DamageResult) -> tuple[Name, ...]:
    """The special weapons that lie on the ground after a damage roll: all of a dead or wounded soldier's, none of a
    stunned one's (WOP-DMG-17, WOP-DMG-18). Vehicles carry none."""
    return tuple(special) if result in (DamageResult.DEAD, DamageResult.WOUNDED) else ()


def wreck_of(vehicle: Unit, place: Place) -> Piece:
    """The piece a destroyed vehicle becomes: a disc of its base where it stood (WOP-DMG-04)."""
    return Piece(f"wreck-{vehicle.id}", WRECK, x_mm=place.x, y_mm=place.y, radius_mm=place.radius)
