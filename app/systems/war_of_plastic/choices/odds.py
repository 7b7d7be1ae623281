"""Odds before a die is rolled: what a shot, an assault or a fight would need, whom it would catch, how it would end.

Everything is reckoned by the functions that judge the game; the words for it are in ``forecast.py``.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from fractions import Fraction

import msgspec

from app.boards.measured import gap_mm
from app.engine.refusal import Refusal
from app.engine.types import UnitId
from app.systems.war_of_plastic.book.state import Mode, Unit
from app.systems.war_of_plastic.book.tables import Rules
from app.systems.war_of_plastic.fire.shooting import (
    Designation,
    Look,
    aim_at,
    look_at,
    may_use,
    need,
    penalty_of,
    shooting_mode,
)
from app.systems.war_of_plastic.ground.area import area_of_hit, area_of_stray, is_shot_into_close_combat, stray_victim
from app.systems.war_of_plastic.ground.close_combat import can_engage
from app.systems.war_of_plastic.ground.sight import LineOfSight
from app.systems.war_of_plastic.position.damage import DamageResult, harm
from app.systems.war_of_plastic.position.field import Field


class Visibility(StrEnum):
    """How a target is seen: in the open, in view but covered, or not to be designated."""

    CLEAR = "clear"
    COVERED = "covered"
    BLOCKED = "blocked"


class Reckoning(msgspec.Struct, frozen=True):
    """How the lowest die that hits comes about (WOP-SHOT-21, WOP-SHOT-24): the row of the table, the power of the
    weapon, the
    protection of the target, what the table says (``None``: "-"), what damage of the shooter takes off the die, and the
    natural die needed (``None``: no die does it)."""

    row: Mode
    power: int
    protection: int
    table: int | None
    penalty: int
    need: int | None

    @property
    def chance(self) -> Fraction:
        """The chance of a hit."""
        return Fraction(0) if self.need is None else Fraction(7 - self.need, 6)


class Danger(msgspec.Struct, frozen=True):
    """Whom a shot would hurt besides its target. ``centre`` is the unit the area of a hit is centred on (``None``: no
    area) and ``caught`` who is in it; ``stray`` the friend who takes a miss into close combat, ``stray_caught`` the
    friends in the area round him."""

    centre: UnitId | None = None
    caught: tuple[UnitId, ...] = ()
    stray: UnitId | None = None
    stray_caught: tuple[UnitId, ...] = ()


class ShotOdds(msgspec.Struct, frozen=True):
    """One enemy as a target of one weapon from where the shooter stands. ``refusal`` is why he cannot be designated;
    the other facts are reckoned all the same. ``gap_mm`` is rounded up."""

    target: UnitId
    weapon: str
    view: LineOfSight
    visibility: Visibility
    gap_mm: int
    in_range: bool
    reckoning: Reckoning
    danger: Danger
    refusal: Refusal | None = None

    @property
    def chance(self) -> Fraction:
        """The chance of a hit; none at all for a target that is refused or out of range."""
        return self.reckoning.chance if self.refusal is None and self.in_range else Fraction(0)


class DamageOdds(msgspec.Struct, frozen=True):
    """How a damage roll may end: every result with its chance, worst first."""

    results: tuple[tuple[DamageResult, Fraction], ...]


class FightOdds(msgspec.Struct, frozen=True):
    """A fight: the chance that the opponent is damaged, that the acting soldier is, and that nothing happens."""

    wins: Fraction
    loses: Fraction
    draws: Fraction


def shot_odds(
    field: Field, shooter: Unit, weapon: str, target: Unit, *, mode: Mode, look: Look | None = None
) -> ShotOdds:
    """The odds of one shot at one enemy on the table. ``mode`` is the shooter's effective mode; ``look`` is what he sees
    of the target, if that is known already."""
    arm = field.rules.weapons[weapon]
    row = shooting_mode(arm, mode).row
    look = look or look_at(field, shooter, target)
    aim = may_use(field, shooter, weapon, mode=mode) or aim_at(field, shooter, arm, target.id, row=row, look=look)
    view, value = look.view, look.shelter.value
    gap = gap_mm(field.place_of(shooter), field.place_of(target))
    if view.refused_by is not None:
        visibility = Visibility.BLOCKED
    elif target.type == "infantry" and value > field.rules.infantry_protection["open"]:
        visibility = Visibility.COVERED
    else:
        visibility = Visibility.CLEAR
    return ShotOdds(
        target=target.id,
        weapon=weapon,
        view=view,
        visibility=visibility,
        gap_mm=gap,
        in_range=gap <= arm.range_mm,
        reckoning=reckon(field.rules, row, arm.power, value, penalty_of(shooter)),
        danger=danger_of_shot(field, shooter, target, threshold=value, has_area=arm.is_area),
        refusal=aim if isinstance(aim, Refusal) else None,
    )


def reckon(rules: Rules, row: Mode, power: int, protection: int, penalty: int) -> Reckoning:
    """The need of a shot, step by step."""
    table = need(rules, row, power, protection)
    return Reckoning(row, power, protection, table, penalty, need(rules, row, power, protection, penalty))


def danger_of_shot(field: Field, shooter: Unit, target: Unit, *, threshold: int, has_area: bool) -> Danger:
    """Whom a hit and a miss would hurt besides the target, as things stand now (WOP-AREA, WOP-CCS)."""
    centre: UnitId | None = None
    caught: tuple[UnitId, ...] = ()
    if has_area:
        area = area_of_hit(field, shooter, target, threshold=threshold)
        centre, caught = area.centre.id, tuple(unit.id for unit in area.caught)
    victim = stray_victim(field, shooter, target) if is_shot_into_close_combat(field, shooter, target) else None
    if victim is None:
        return Danger(centre, caught)
    friends = area_of_stray(field, shooter, victim).caught if has_area else ()
    return Danger(centre, caught, victim.id, tuple(unit.id for unit in friends))


def survey_targets(field: Field, shooter: Unit, weapons: Sequence[str], *, mode: Mode) -> tuple[ShotOdds, ...]:
    """The odds of every weapon against every enemy on the table, enemies in order of id."""
    looks = [
        (enemy, look_at(field, shooter, enemy))
        for enemy in sorted(field.enemies_of(shooter.army), key=lambda enemy: enemy.id)
    ]
    return tuple(
        shot_odds(field, shooter, weapon, enemy, mode=mode, look=look) for enemy, look in looks for weapon in weapons
    )


def designated_dangers(field: Field, shooter: Unit, designation: Designation) -> tuple[Danger, ...]:
    """For each shot of a designation, whom it would hurt besides its target if it were the first."""
    return tuple(
        danger_of_shot(
            field,
            shooter,
            field.units[aim.target],
            threshold=aim.protection,
            has_area=designation.has_area,
        )
        for aim in designation.aims
    )


def damage_odds(rules: Rules, unit: Unit) -> DamageOdds:
    """How a damage roll of this unit may end (WOP-DMG-01): a third each, or two thirds dead at the limit."""
    sides = rules.constants.die_sides
    count: dict[DamageResult, int] = {}
    for die in range(1, sides + 1):
        result = harm(rules, unit.type, unit.damage, die, stunned=unit.stunned).result
        count[result] = count.get(result, 0) + 1
    return DamageOdds(tuple((result, Fraction(number, sides)) for result, number in count.items()))


def fight_odds(rules: Rules, defender: Unit) -> FightOdds:
    """The odds of a fight against this opponent: even, but certain against a wounded or stunned one (WOP-CC-04,
    WOP-CC-05, WOP-CC-07)."""
    if not can_engage(defender):
        return FightOdds(Fraction(1), Fraction(0), Fraction(0))
    sides = rules.constants.die_sides
    equal = Fraction(1, sides)
    return FightOdds((1 - equal) / 2, (1 - equal) / 2, equal)
