"""The questions about shooting, sight, protection, areas, damage and close combat, answered by the very functions that
judge the game."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Final, Literal

import msgspec

from app.boards.measured import gap_at_most
from app.engine.refusal import InvalidInput, Refusal
from app.engine.system import Query
from app.systems.war_of_plastic.book.state import Army, Mode, Unit, UnitType
from app.systems.war_of_plastic.book.tables import Book, Rules, Weapon
from app.systems.war_of_plastic.fire.resolution import Damaged, Fought, ShotFired, resolve_fight, resolve_shots
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
from app.systems.war_of_plastic.turn.manoeuvres import Standing, may_act

Answer = dict[str, Any]
"""A JSON-ready object."""

OneToThree = Literal[1, 2, 3]


class _Need(msgspec.Struct, frozen=True):
    mode: Mode
    power: OneToThree
    protection: OneToThree
    damage_of_shooter: ask.Damage = 0


def _need(book: Book, given: Any) -> Answer:
    asked = ask.read(_Need, given)
    return {"need": need(book.rules(), asked.mode, asked.power, asked.protection, asked.damage_of_shooter)}


class _NeedTable(msgspec.Struct, frozen=True):
    mode: Mode


def _need_table(book: Book, given: Any) -> Answer:
    mode, rules = ask.read(_NeedTable, given).mode, book.rules()
    return {f"power_{power}": [need(rules, mode, power, value) for value in (1, 2, 3)] for power in (1, 2, 3)}


class _ShotDie(msgspec.Struct, frozen=True):
    weapon: str
    mode: Mode
    protection: OneToThree
    die: ask.Die
    damage_of_shooter: ask.Damage = 0


def _shot_die(book: Book, given: Any) -> Answer:
    asked, rules = ask.read(_ShotDie, given), book.rules()
    weapon = _weapon(rules, asked.weapon)
    firing = shooting_mode(weapon, asked.mode)
    lowest = need(rules, firing.row, weapon.power, asked.protection, asked.damage_of_shooter)
    return {"hit": firing.may_fire and lowest is not None and asked.die >= lowest}


class _ShootingMode(msgspec.Struct, frozen=True):
    own_move: Mode
    weapon: str | None = None
    carried_by_mode: Mode | None = None
    left_vehicle_mode: Mode | None = None
    entered_from_reserve: bool = False
    assault: bool = False


def _shooting_mode(book: Book, given: Any) -> Answer:
    asked = ask.read(_ShootingMode, given)
    weapon = None if asked.weapon is None else _weapon(book.rules(), asked.weapon)
    mode = effective_mode(
        asked.own_move,
        carried_by=asked.carried_by_mode,
        left_vehicle=asked.left_vehicle_mode,
        entered=asked.entered_from_reserve,
    )
    firing = shooting_mode(weapon, mode, aboard=asked.carried_by_mode is not None, assault=asked.assault)
    return {"row": firing.row.value, "may_fire": firing.may_fire}


class _InRange(msgspec.Struct, frozen=True):
    weapon: str
    shooter: ask.UnitInput
    target: ask.UnitInput


def _in_range(book: Book, given: Any) -> Answer:
    asked, rules = ask.read(_InRange, given), book.rules()
    weapon = _weapon(rules, asked.weapon)
    field, shooter, target = _pair(rules, asked.shooter, asked.target)
    return {"in_range": gap_at_most(field.place_of(shooter), field.place_of(target), weapon.range_mm)}


class _Contact(msgspec.Struct, frozen=True):
    a: ask.UnitInput
    b: ask.UnitInput
    pieces: ask.Pieces = ()


def _contact(book: Book, given: Any) -> Answer:
    asked = ask.read(_Contact, given)
    field = ask.field_of(book.rules(), (asked.a, asked.b), asked.pieces, names=("given.a", "given.b"))
    a, b = field.units.values()
    return {"contact": contact(field, a, b)}


class _Screening(msgspec.Struct, frozen=True):
    target_type: UnitType
    other_type: UnitType
    other_damage: ask.Damage = 0
    other_stunned: bool = False
    gap_to_target_mm: ask.Coordinate | None = None
    options: ask.Options = {}


def _screening(book: Book, given: Any) -> Answer:
    asked = ask.read(_Screening, given)
    blocks = screens(
        ask.rules_of(book, asked.options),
        asked.target_type,
        asked.other_type,
        damage=asked.other_damage,
        stunned=asked.other_stunned,
        gap_to_target_mm=asked.gap_to_target_mm,
    )
    return {"blocks": blocks}


class _Between(msgspec.Struct, frozen=True):
    shooter: ask.UnitInput
    target: ask.UnitInput
    units: ask.Units = ()
    pieces: ask.Pieces = ()
    options: ask.Options = {}


def _sight(book: Book, given: Any) -> Answer:
    sight = terrain_sight(*_between(book, given))
    return {"in_view": sight.in_view, "blocked_by": sight.blocked_by}


def _screened(book: Book, given: Any) -> Answer:
    screen = screened(*_between(book, given))
    return {"screened": screen.screened, "by": screen.by}


def _protection(book: Book, given: Any) -> Answer:
    return {"protection": protection(*_between(book, given))}


def _between(book: Book, given: Any) -> tuple[Field, Unit, Unit]:
    """The field of a question about one unit and another; both may be the same (WOP-PROT-12)."""
    asked = ask.read(_Between, given)
    rules = ask.rules_of(book, asked.options)
    return _pair(rules, asked.shooter, asked.target, asked.units, asked.pieces)


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


class _Designate(msgspec.Struct, frozen=True):
    shooter: str
    mode: Mode
    weapon: str
    targets: ask.Targets
    units: ask.Units
    pieces: ask.Pieces = ()
    options: ask.Options = {}


def _designate(book: Book, given: Any) -> Answer:
    asked = ask.read(_Designate, given)
    field = ask.field_of(ask.rules_of(book, asked.options), asked.units, asked.pieces)
    shooter = ask.unit_named(field, asked.shooter, "given.shooter")
    judged = _judge_shot(field, shooter, asked.weapon, asked.targets, mode=asked.mode)
    if isinstance(judged, Refusal):
        return ask.verdict(judged)
    return {"legal": True, "needs": [aim.need for aim in judged.aims]}


def _judge_shot(
    field: Field, shooter: Unit, weapon: str, targets: tuple[str, ...], *, mode: Mode
) -> Designation | Refusal:
    return may_shoot(field, shooter) or designate(field, shooter, weapon, targets, mode=mode)


def _judge_assault(field: Field, attacker: Unit, weapon: str, target: str) -> Designation | Refusal:
    standing = Standing(
        "assault",
        status=attacker.status,
        type=attacker.type,
        damage=attacker.damage,
        stunned=attacker.stunned,
        engaged=is_engaged(field, attacker),
    )
    rule = may_act(standing, field.rules)
    return designate_assault(field, attacker, target, weapon) if rule is None else Refusal(rule)


class _Resolve(msgspec.Struct, frozen=True):
    shooter: str
    mode: Mode
    weapon: str
    targets: ask.Targets
    units: ask.Units
    dice: ask.Dice
    pieces: ask.Pieces = ()
    assault: bool = False
    options: ask.Options = {}


def _resolve(book: Book, given: Any) -> Answer:
    """A shot or assault that the rules refuse is answered like by ``designate``."""
    asked = ask.read(_Resolve, given)
    field = ask.field_of(ask.rules_of(book, asked.options), asked.units, asked.pieces)
    shooter = ask.unit_named(field, asked.shooter, "given.shooter")
    if asked.assault and len(asked.targets) > 1:
        raise InvalidInput.at("given.targets", "one target of an assault", len(asked.targets))
    judged = (
        _judge_assault(field, shooter, asked.weapon, asked.targets[0])
        if asked.assault
        else _judge_shot(field, shooter, asked.weapon, asked.targets, mode=asked.mode)
    )
    if isinstance(judged, Refusal):
        return ask.verdict(judged)
    with ask.given_dice(asked.dice) as dice:
        outcomes = resolve_shots(field, shooter, judged, dice).outcomes
    return {
        "hits": [shot.hit for shot in outcomes if isinstance(shot, ShotFired)],
        "damage": [[done.unit, done.result.value] for done in outcomes if isinstance(done, Damaged)],
        "dice_used": len(dice.rolls),
    }


class _Area(msgspec.Struct, frozen=True):
    shooter: str
    centre: str
    units: ask.Units
    pieces: ask.Pieces = ()
    only_army: Army | None = None
    options: ask.Options = {}


def _area(book: Book, given: Any) -> Answer:
    asked = ask.read(_Area, given)
    field = ask.field_of(ask.rules_of(book, asked.options), asked.units, asked.pieces)
    shooter = ask.unit_named(field, asked.shooter, "given.shooter")
    centre = ask.on_table_named(field, asked.centre, "given.centre")
    threshold = protection(field, shooter, centre)
    caught = caught_by_area(field, shooter, centre, threshold=threshold, only_army=asked.only_army)
    return {"caught": [unit.id for unit in caught]}


class _DamageDie(msgspec.Struct, frozen=True):
    type: UnitType
    die: ask.Die
    damage: ask.Damage = 0
    stunned: bool = False


def _damage_die(book: Book, given: Any) -> Answer:
    asked = ask.read(_DamageDie, given)
    done = harm(book.rules(), asked.type, asked.damage, asked.die, stunned=asked.stunned)
    return {
        "result": done.result.value,
        "destroyed": done.destroyed,
        "damage": done.damage,
        "stunned": done.stunned,
    }


class _TokensAfter(msgspec.Struct, frozen=True):
    special: ask.Weapons
    result: DamageResult


def _tokens_after(book: Book, given: Any) -> Answer:
    asked, rules = ask.read(_TokensAfter, given), book.rules()
    for index, weapon in enumerate(asked.special):
        if not _weapon(rules, weapon, f"given.special[{index}]").special:
            raise InvalidInput.at(f"given.special[{index}]", "a special weapon", weapon)
    left = weapons_left(asked.special, asked.result)
    dead = asked.result in (DamageResult.DEAD, DamageResult.DESTROYED)
    return {"tokens": list(left), "kept": [] if left or dead else list(asked.special)}


class _Engaged(msgspec.Struct, frozen=True):
    units: ask.Units
    pieces: ask.Pieces = ()


def _engaged(book: Book, given: Any) -> Answer:
    asked = ask.read(_Engaged, given)
    field = ask.field_of(book.rules(), asked.units, asked.pieces)
    return {"pairs": [list(pair) for pair in engaged_pairs(field)]}


class _Fighter(msgspec.Struct, frozen=True):
    damage: ask.Damage = 0
    stunned: bool = False


class _Fight(msgspec.Struct, frozen=True):
    attacker: _Fighter
    defender: _Fighter
    dice: ask.Dice


_PLACES: Final[tuple[tuple[Army, int], ...]] = (("A", 100), ("B", 130))


def _fight(book: Book, given: Any) -> Answer:
    asked, rules = ask.read(_Fight, given), book.rules()
    two = {"attacker": asked.attacker, "defender": asked.defender}
    soldiers = tuple(
        ask.UnitInput(name, army, "infantry", x, 100, damage=fighter.damage, stunned=fighter.stunned)
        for (name, fighter), (army, x) in zip(two.items(), _PLACES, strict=True)
    )
    field = ask.field_of(rules, soldiers)
    attacker, defender = field.units.values()
    with ask.given_dice(asked.dice) as dice:
        outcomes = resolve_fight(field, attacker, defender, dice).outcomes
    losers = [fought.loser for fought in outcomes if isinstance(fought, Fought)]
    results = [done.result.value for done in outcomes if isinstance(done, Damaged)]
    return {"damaged": losers[0], "result": results[0] if results else None, "dice_used": len(dice.rolls)}


class _Stray(msgspec.Struct, frozen=True):
    shooter: str
    target: str
    units: ask.Units
    pieces: ask.Pieces = ()


def _stray(book: Book, given: Any) -> Answer:
    asked = ask.read(_Stray, given)
    field = ask.field_of(book.rules(), asked.units, asked.pieces)
    shooter = ask.unit_named(field, asked.shooter, "given.shooter")
    target = ask.on_table_named(field, asked.target, "given.target")
    victim = stray_victim(field, shooter, target)
    return {"victim": None if victim is None else victim.id}


def _weapon(rules: Rules, name: str, path: str = "given.weapon") -> Weapon:
    weapon = rules.weapons.get(name)
    if weapon is None:
        raise InvalidInput.at(path, "the name of a weapon", name)
    return weapon


def combat_queries(book: Book) -> Mapping[str, Query]:
    """The questions of this chapter by name."""
    answered = {
        "need": _need,
        "need_table": _need_table,
        "shot_die": _shot_die,
        "shooting_mode": _shooting_mode,
        "in_range": _in_range,
        "contact": _contact,
        "screening": _screening,
        "sight": _sight,
        "screened": _screened,
        "protection": _protection,
        "designate": _designate,
        "resolve": _resolve,
        "area": _area,
        "damage_die": _damage_die,
        "tokens_after": _tokens_after,
        "engaged": _engaged,
        "fight": _fight,
        "stray": _stray,
    }
    return {name: partial(question, book) for name, question in answered.items()}
