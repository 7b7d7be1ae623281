"""Resolving a shot, an assault or a fight: every die in the order of rules.md, "Dice", and what follows from it.

The resolver changes nothing: it answers a list of outcomes, from which the game makes its events, and keeps the field as it
becomes while the dice fall, because a shot of a burst meets what the shots before it did (WOP-CCS-07).
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from app.engine.dice import Dice
from app.engine.types import UnitId
from app.systems.war_of_plastic.book.state import Name, Piece, Unit
from app.systems.war_of_plastic.book.tables import Weapon
from app.systems.war_of_plastic.fire.shooting import Aim, Designation, need
from app.systems.war_of_plastic.ground.area import (
    Area,
    area_of_hit,
    area_of_stray,
    is_shot_into_close_combat,
    stray_victim,
)
from app.systems.war_of_plastic.ground.close_combat import can_engage
from app.systems.war_of_plastic.ground.protection import protection
from app.systems.war_of_plastic.position.damage import DamageResult, harm, weapons_left, wreck_of
from app.systems.war_of_plastic.position.field import Field


class ShotFired(msgspec.Struct, frozen=True, tag="shot"):
    """A shot at a target. ``need`` is ``None`` beyond range; ``die`` is ``None`` when none was rolled: beyond range
    (WOP-DICE-09), or ``lost`` because the target was already destroyed (WOP-BURST-04)."""

    target: UnitId
    need: int | None
    die: int | None
    hit: bool
    lost: bool = False
    into_close_combat: bool = False


class StrayHit(msgspec.Struct, frozen=True, tag="stray"):
    """A miss into close combat: the friend it hits (WOP-CCS-02)."""

    target: UnitId
    victim: UnitId


class AreaEffect(msgspec.Struct, frozen=True, tag="area"):
    """An area round a unit, and everybody it catches, in order, the centre left out. With ``cc_area_centre = always``
    the centre is a friend, who stands first if he is caught (WOP-CCS-06)."""

    centre: UnitId
    units: tuple[UnitId, ...]


class AreaShotResult(msgspec.Struct, frozen=True, tag="area_shot"):
    """With ``area_effect_roll = shot``: the shot at a unit in the area; no die if it cannot be harmed (WOP-AREA-03)."""

    unit: UnitId
    need: int | None
    die: int | None
    hit: bool


class Damaged(msgspec.Struct, frozen=True, tag="damage"):
    """A damage roll and the state after it (of a destroyed unit: as before).

    ``weapons`` are the special weapons he loses; they lie where he stood, or, if he was ``aboard`` a vehicle just
    destroyed, on its wreck if he died and where he is placed if he lives (WOP-DMG-17, WOP-DMG-18). ``wreck`` is the
    piece a
    destroyed vehicle becomes.
    """

    unit: UnitId
    die: int
    result: DamageResult
    destroyed: bool
    damage: int
    stunned: bool
    weapons: tuple[Name, ...] = ()
    aboard: UnitId | None = None
    wreck: Piece | None = None


class FightResult(msgspec.Struct, frozen=True, tag="fight"):
    """A fight: both dice, or none against a wounded or stunned soldier (WOP-CC-07), and who is damaged."""

    attacker: UnitId
    defender: UnitId
    dice: tuple[int, int] | None
    loser: UnitId | None


Outcome = ShotFired | StrayHit | AreaEffect | AreaShotResult | Damaged | FightResult


class Resolution(NamedTuple):
    """What happened, in order, and the field after it. Survivors of a destroyed vehicle still count as aboard: they are
    placed after all dice of the action (WOP-DMG-20)."""

    outcomes: tuple[Outcome, ...]
    field: Field


def resolve_shots(field: Field, shooter: Unit, designation: Designation, dice: Dice) -> Resolution:
    """Takes every shot of a designation, one completely after the other (WOP-DICE-03, WOP-DICE-04, WOP-DICE-05,
    WOP-DICE-06, WOP-DICE-08; WOP-BURST-05)."""
    course = _Course(field, shooter, designation, dice)
    for aim in designation.aims:
        course.shoot(aim)
    return Resolution(tuple(course.outcomes), course.field)


def resolve_fight(field: Field, attacker: Unit, defender: Unit, dice: Dice) -> Resolution:
    """A duel with the one opponent named, whoever else is there (WOP-CC-08): the acting soldier's die, the
    opponent's, the damage of who rolled less; equal dice do nothing. A wounded
    or stunned opponent is damaged without a duel (WOP-CC-04, WOP-CC-05, WOP-CC-07; WOP-DICE-07)."""
    course = _Wounds(field, dice)
    thrown: tuple[int, int] | None = None
    loser: Unit | None = defender
    if can_engage(defender):
        thrown = dice.roll(f"fight {attacker.id}"), dice.roll(f"fight {defender.id}")
        loser = None if thrown[0] == thrown[1] else defender if thrown[0] > thrown[1] else attacker
    course.outcomes.append(FightResult(attacker.id, defender.id, thrown, None if loser is None else loser.id))
    if loser is not None:
        course.damage(loser.id)
    return Resolution(tuple(course.outcomes), course.field)


class _Wounds:
    """The field while damage dice fall."""

    def __init__(self, field: Field, dice: Dice) -> None:
        self.field = field
        self.dice = dice
        self.outcomes: list[Outcome] = []

    def damage(self, unit_id: UnitId) -> None:
        """A damage roll of a unit and, if that destroys a vehicle, of everybody aboard, by id (WOP-DMG-05)."""
        unit = self.field.units[unit_id]
        aboard = self.field.passengers_of(unit_id)
        die = self.dice.roll(f"damage {unit.id}")
        done = harm(self.field.rules, unit.type, unit.damage, die, stunned=unit.stunned)
        left = weapons_left(unit.special, done.result)
        wreck = wreck_of(unit, self.field.place_of(unit)) if done.destroyed and unit.type != "infantry" else None
        self.outcomes.append(
            Damaged(unit.id, die, done.result, done.destroyed, done.damage, done.stunned, left, unit.aboard, wreck)
        )
        self._put(
            msgspec.structs.replace(
                unit,
                damage=done.damage,
                stunned=done.stunned,
                status="destroyed" if done.destroyed else unit.status,
                special=tuple(weapon for weapon in unit.special if weapon not in left),
            ),
            wreck,
        )
        if wreck is not None:
            for passenger in aboard:
                self.damage(passenger.id)

    def _put(self, unit: Unit, wreck: Piece | None) -> None:
        pieces = self.field.pieces if wreck is None else (*self.field.pieces, wreck)
        self.field = Field({**self.field.units, unit.id: unit}, pieces, self.field.rules)


class _Course(_Wounds):
    """The field while the shots of one action fall."""

    def __init__(self, field: Field, shooter: Unit, designation: Designation, dice: Dice) -> None:
        super().__init__(field, dice)
        self.shooter = shooter
        self.designation = designation
        self.weapon: Weapon = field.rules.weapons[designation.weapon]

    def shoot(self, aim: Aim) -> None:
        """One shot with everything that follows from it; of a miss nothing does, but into close combat
        (WOP-AREA-07)."""
        target = self.field.units[aim.target]
        if aim.need is None or target.status != "table":
            self.outcomes.append(ShotFired(target.id, aim.need, None, hit=False, lost=target.status != "table"))
            return
        into_combat = is_shot_into_close_combat(self.field, self.shooter, target)
        die = self.dice.roll(f"shot {self.shooter.id} -> {target.id}")
        hit = die >= aim.need
        self.outcomes.append(ShotFired(target.id, aim.need, die, hit, into_close_combat=into_combat))
        if hit:
            self._hit(target, aim.protection)
        elif into_combat:
            self._stray(target)

    def _hit(self, target: Unit, threshold: int) -> None:
        """The target is damaged without another test (WOP-SHOT-27), with an area everybody near it too."""
        if self.designation.has_area:
            self._catch(target, area_of_hit(self.field, self.shooter, target, threshold=threshold))
        else:
            self.damage(target.id)

    def _stray(self, target: Unit) -> None:
        """A miss into close combat damages a friend; with an area also the friends near him (WOP-CCS-02,
        WOP-CCS-05)."""
        victim = stray_victim(self.field, self.shooter, target)
        if victim is None:
            return
        self.outcomes.append(StrayHit(target.id, victim.id))
        if self.designation.has_area:
            self._catch(victim, area_of_stray(self.field, self.shooter, victim))
        else:
            self.damage(victim.id)

    def _catch(self, struck: Unit, area: Area) -> None:
        """Damage to the unit struck, then to everybody caught, whose protections are fixed now (WOP-AREA-06): no
        wreck that comes of it, and nobody who gets out of one (WOP-AREA-08)."""
        needs = [(unit, self._need_against(unit)) for unit in area.caught]
        self.outcomes.append(AreaEffect(area.centre.id, tuple(unit.id for unit, _ in needs)))
        self.damage(struck.id)
        for unit, lowest in needs:
            # The unit at the centre is never shot at first (WOP-AREA-03).
            if (
                unit.id == area.centre.id
                or self.field.rules.options.area_effect_roll == "damage"
                or self._area_shot(unit, lowest)
            ):
                self.damage(unit.id)

    def _need_against(self, unit: Unit) -> int | None:
        value = protection(self.field, self.shooter, unit)
        return need(self.field.rules, self.designation.row, self.weapon.power, value, self.designation.penalty)

    def _area_shot(self, unit: Unit, lowest: int | None) -> bool:
        """With ``area_effect_roll = shot``: whether a shot at a unit in the area harms it (WOP-AREA-03)."""
        if lowest is None:
            self.outcomes.append(AreaShotResult(unit.id, None, None, hit=False))
            return False
        die = self.dice.roll(f"shot {self.shooter.id} -> {unit.id}")
        self.outcomes.append(AreaShotResult(unit.id, lowest, die, die >= lowest))
        return die >= lowest
