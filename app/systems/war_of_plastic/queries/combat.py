"""The questions about shooting, sight, protection, areas, damage and close combat, answered by the very functions that
judge the game."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from app.boards.measured import gap_at_most
from app.engine.asking import Answer
from app.engine.refusal import InvalidInput, Refusal
from app.systems.war_of_plastic.book.state import Army, Mode, Unit, UnitType
from app.systems.war_of_plastic.book.tables import Rules
from app.systems.war_of_plastic.fire.resolution import Damaged, FightResult, ShotFired, resolve_fight, resolve_shots
from app.systems.war_of_plastic.fire.shooting import (
    Designation,
    designate,
    designate_assault,
    effective_mode,
    may_shoot,
    need,
    shooting_mode,
)
from app.systems.war_of_plastic.ground.area import caught_by_area, stray_victim
from app.systems.war_of_plastic.ground.close_combat import contact, engaged_pairs, is_engaged
from app.systems.war_of_plastic.ground.protection import protection
from app.systems.war_of_plastic.ground.sight import screened, screens, terrain_sight
from app.systems.war_of_plastic.position.damage import DamageResult, harm, weapons_left
from app.systems.war_of_plastic.position.field import Field
from app.systems.war_of_plastic.queries import inputs as ask
from app.systems.war_of_plastic.turn.manoeuvres import Readiness, may_act

COMBAT: Final = ask.questions()

OneToThree = Literal[1, 2, 3]


@COMBAT.question
def _need(
    rules: Rules, *, mode: Mode, power: OneToThree, protection: OneToThree, damage_of_shooter: ask.Damage = 0
) -> Answer:
    return {"need": need(rules, mode, power, protection, damage_of_shooter)}


@COMBAT.question
def _need_table(rules: Rules, *, mode: Mode) -> Answer:
    return {f"power_{power}": [need(rules, mode, power, value) for value in (1, 2, 3)] for power in (1, 2, 3)}


@COMBAT.question
def _shot_die(
    rules: Rules,
    *,
    weapon: ask.Armed,
    mode: Mode,
    protection: OneToThree,
    die: ask.Die,
    damage_of_shooter: ask.Damage = 0,
) -> Answer:
    firing = shooting_mode(weapon, mode)
    lowest = need(rules, firing.row, weapon.power, protection, damage_of_shooter)
    return {"hit": firing.may_fire and lowest is not None and die >= lowest}


@COMBAT.question
def _shooting_mode(
    rules: Rules,
    *,
    own_move: Mode,
    weapon: ask.Armed | None = None,
    carried_by_mode: Mode | None = None,
    left_vehicle_mode: Mode | None = None,
    entered_from_reserve: bool = False,
    assault: bool = False,
) -> Answer:
    mode = effective_mode(
        own_move, carried_by=carried_by_mode, left_vehicle=left_vehicle_mode, entered=entered_from_reserve
    )
    firing = shooting_mode(weapon, mode, aboard=carried_by_mode is not None, assault=assault)
    return {"row": firing.row.value, "may_fire": firing.may_fire}


@COMBAT.question
def _in_range(rules: Rules, *, weapon: ask.Armed, shooter: ask.UnitInput, target: ask.UnitInput) -> Answer:
    field, one, two = _pair(rules, shooter, target)
    return {"in_range": gap_at_most(field.place_of(one), field.place_of(two), weapon.range_mm)}


@COMBAT.question
def _contact(rules: Rules, *, a: ask.UnitInput, b: ask.UnitInput, pieces: ask.Pieces = ()) -> Answer:
    field = ask.field_of(rules, (a, b), pieces, names=("given.a", "given.b"))
    return {"contact": contact(field, *field.units.values())}


@COMBAT.of_options
def _screening(
    rules: Rules,
    *,
    target_type: UnitType,
    other_type: UnitType,
    other_damage: ask.Damage = 0,
    other_stunned: bool = False,
    gap_to_target_mm: ask.Coordinate | None = None,
) -> Answer:
    blocks = screens(
        rules, target_type, other_type, damage=other_damage, stunned=other_stunned, gap_to_target_mm=gap_to_target_mm
    )
    return {"blocks": blocks}


class _Between(msgspec.Struct, frozen=True):
    """One unit and another; both may be the same (WOP-PROT-12)."""

    shooter: ask.UnitInput
    target: ask.UnitInput
    units: ask.Units = ()
    pieces: ask.Pieces = ()
    options: ask.Options = {}

    def field(self, rules: Rules) -> tuple[Field, Unit, Unit]:
        """The field of the question, and the two."""
        return _pair(rules, self.shooter, self.target, self.units, self.pieces)


@COMBAT.of_options
def _sight(rules: Rules, *, asked: _Between) -> Answer:
    sight = terrain_sight(*asked.field(rules))
    return {"in_view": sight.in_view, "blocked_by": sight.blocked_by}


@COMBAT.of_options
def _screened(rules: Rules, *, asked: _Between) -> Answer:
    screen = screened(*asked.field(rules))
    return {"screened": screen.screened, "by": screen.by}


@COMBAT.of_options
def _protection(rules: Rules, *, asked: _Between) -> Answer:
    return {"protection": protection(*asked.field(rules))}


def _pair(
    rules: Rules,
    shooter: ask.UnitInput,
    target: ask.UnitInput,
    others: tuple[ask.UnitInput, ...] = (),
    pieces: tuple[ask.PieceInput, ...] = (),
) -> tuple[Field, Unit, Unit]:
    two = {"given.shooter": shooter} if shooter == target else {"given.shooter": shooter, "given.target": target}
    named = two | {f"given.units[{index}]": unit for index, unit in enumerate(others)}
    field = ask.field_of(rules, tuple(named.values()), pieces, names=tuple(named))
    return field, ask.unit_named(field, shooter.id, "given.shooter"), ask.unit_named(field, target.id, "given.target")


@COMBAT.of_options
def _designate(
    rules: Rules,
    *,
    shooter: str,
    mode: Mode,
    weapon: str,
    targets: ask.Targets,
    units: ask.Units,
    pieces: ask.Pieces = (),
) -> Answer:
    field = ask.field_of(rules, units, pieces)
    judged = _judge_shot(field, ask.unit_named(field, shooter, "given.shooter"), weapon, targets, mode=mode)
    if isinstance(judged, Refusal):
        return ask.verdict(judged)
    return {"legal": True, "needs": [aim.need for aim in judged.aims]}


def _judge_shot(
    field: Field, shooter: Unit, weapon: str, targets: tuple[str, ...], *, mode: Mode
) -> Designation | Refusal:
    return may_shoot(field, shooter) or designate(field, shooter, weapon, targets, mode=mode)


def _judge_assault(field: Field, attacker: Unit, weapon: str, target: str) -> Designation | Refusal:
    standing = Readiness(
        "assault",
        status=attacker.status,
        type=attacker.type,
        damage=attacker.damage,
        stunned=attacker.stunned,
        engaged=is_engaged(field, attacker),
    )
    rule = may_act(standing, field.rules)
    return designate_assault(field, attacker, target, weapon) if rule is None else Refusal(rule)


@COMBAT.of_options
def _resolve(
    rules: Rules,
    *,
    shooter: str,
    mode: Mode,
    weapon: str,
    targets: ask.Targets,
    units: ask.Units,
    dice: ask.Dice,
    pieces: ask.Pieces = (),
    assault: bool = False,
) -> Answer:
    """A shot or assault that the rules refuse is answered like by ``designate``."""
    field = ask.field_of(rules, units, pieces)
    who = ask.unit_named(field, shooter, "given.shooter")
    if assault and len(targets) > 1:
        raise InvalidInput.at("given.targets", "one target of an assault", len(targets))
    judged = (
        _judge_assault(field, who, weapon, targets[0])
        if assault
        else _judge_shot(field, who, weapon, targets, mode=mode)
    )
    if isinstance(judged, Refusal):
        return ask.verdict(judged)
    with ask.given_dice(dice) as rolled:
        outcomes = resolve_shots(field, who, judged, rolled).outcomes
    return {
        "hits": [shot.hit for shot in outcomes if isinstance(shot, ShotFired)],
        "damage": [[done.unit, done.result.value] for done in outcomes if isinstance(done, Damaged)],
        "dice_used": len(rolled.rolls),
    }


@COMBAT.of_options
def _area(
    rules: Rules,
    *,
    shooter: str,
    centre: str,
    units: ask.Units,
    pieces: ask.Pieces = (),
    only_army: Army | None = None,
) -> Answer:
    field = ask.field_of(rules, units, pieces)
    who = ask.unit_named(field, shooter, "given.shooter")
    middle = ask.on_table_named(field, centre, "given.centre")
    caught = caught_by_area(field, who, middle, threshold=protection(field, who, middle), only_army=only_army)
    return {"caught": [unit.id for unit in caught]}


@COMBAT.question
def _damage_die(rules: Rules, *, type: UnitType, die: ask.Die, damage: ask.Damage = 0, stunned: bool = False) -> Answer:
    done = harm(rules, type, damage, die, stunned=stunned)
    return {
        "result": done.result.value,
        "destroyed": done.destroyed,
        "damage": done.damage,
        "stunned": done.stunned,
    }


@COMBAT.question
def _tokens_after(rules: Rules, *, special: ask.Weapons, result: DamageResult) -> Answer:
    for index, weapon in enumerate(special):
        if not ask.weapon_of(rules, weapon, f"given.special[{index}]").special:
            raise InvalidInput.at(f"given.special[{index}]", "a special weapon", weapon)
    left = weapons_left(special, result)
    dead = result in (DamageResult.DEAD, DamageResult.DESTROYED)
    return {"tokens": list(left), "kept": [] if left or dead else list(special)}


@COMBAT.question
def _engaged(rules: Rules, *, units: ask.Units, pieces: ask.Pieces = ()) -> Answer:
    return {"pairs": [list(pair) for pair in engaged_pairs(ask.field_of(rules, units, pieces))]}


class _Fighter(msgspec.Struct, frozen=True):
    damage: ask.Damage = 0
    stunned: bool = False


_PLACES: Final[tuple[tuple[Army, int], ...]] = (("A", 100), ("B", 130))


@COMBAT.question
def _fight(rules: Rules, *, attacker: _Fighter, defender: _Fighter, dice: ask.Rolled) -> Answer:
    soldiers = tuple(
        ask.UnitInput(name, army, "infantry", x, 100, damage=fighter.damage, stunned=fighter.stunned)
        for name, fighter, (army, x) in zip(("attacker", "defender"), (attacker, defender), _PLACES, strict=True)
    )
    field = ask.field_of(rules, soldiers)
    one, two = field.units.values()
    outcomes = resolve_fight(field, one, two, dice).outcomes
    losers = [fought.loser for fought in outcomes if isinstance(fought, FightResult)]
    results = [done.result.value for done in outcomes if isinstance(done, Damaged)]
    return {"damaged": losers[0], "result": results[0] if results else None, "dice_used": len(dice.rolls)}


@COMBAT.question
def _stray(rules: Rules, *, shooter: str, target: str, units: ask.Units, pieces: ask.Pieces = ()) -> Answer:
    field = ask.field_of(rules, units, pieces)
    who = ask.unit_named(field, shooter, "given.shooter")
    victim = stray_victim(field, who, ask.on_table_named(field, target, "given.target"))
    return {"victim": None if victim is None else victim.id}
