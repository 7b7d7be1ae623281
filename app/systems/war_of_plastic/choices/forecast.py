"""Odds in words and lines: what previews of shots, assaults and fights show (rules.md, "What a table of friends expects on
screen")."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

import msgspec

from app.engine.offers import Choice
from app.engine.refusal import Fact
from app.engine.scene import Disc
from app.engine.telling import Chance, Overlay, Ring, Spot
from app.engine.types import RuleId, Text, UnitId
from app.engine.words import lowered, shaped
from app.systems.war_of_plastic.book.state import Unit
from app.systems.war_of_plastic.book.words import Words, numbered
from app.systems.war_of_plastic.choices.odds import (
    Danger,
    Reckoning,
    damage_odds,
    designated_dangers,
    fight_odds,
    reckon,
)
from app.systems.war_of_plastic.fire.shooting import Aim, Designation, drawn_view
from app.systems.war_of_plastic.ground.sight import view_of
from app.systems.war_of_plastic.position.damage import DamageResult
from app.systems.war_of_plastic.position.field import Field

PROTECTION: Final[Mapping[str, str]] = {"infantry": "WOP-PROT-01", "light": "WOP-PROT-02", "heavy": "WOP-PROT-03"}
"""Where the protection of a class comes from."""


class Forecast(msgspec.Struct, frozen=True):
    """The parts of a ``Preview`` that are about combat."""

    facts: Mapping[str, Fact] = {}
    notes: tuple[Choice, ...] = ()
    chances: tuple[Chance, ...] = ()
    overlays: tuple[Overlay, ...] = ()
    threats: tuple[Chance, ...] = ()


def preview_shot(words: Words, field: Field, shooter: Unit, designation: Designation) -> Forecast:
    """A shot or assault that the rules accept: each target's chance with every step, how damage may end, who else would
    be hurt."""
    measured = field.rules.options.premeasure
    dangers = designated_dangers(field, shooter, designation)
    chances: list[Chance] = []
    overlays: list[Overlay] = []
    facts: dict[str, Fact] = {"weapon": designation.weapon, "mode": designation.row.value}
    for aim in designation.aims:
        target = field.units[aim.target]
        reckoning = _reckoning(field, designation, aim)
        if measured:
            chances += _shot_chances(words, field, shooter, designation.weapon, target, reckoning)
            facts[f"need {target.id}"] = aim.need
            facts[f"distance_cm {target.id}"] = max(0, aim.gap_mm) / 10
            facts[f"protection {target.id}"] = aim.protection
        overlays += drawn_view(view_of(field, shooter, target))[:1]
    for danger in dangers:
        overlays += _danger_overlays(field, shooter, danger)
    notes = tuple(
        note
        for aim, danger in zip(designation.aims, dangers, strict=True)
        for note in _warnings(words, field, shooter, aim, danger)
    )
    return Forecast(facts, notes, tuple(chances), tuple(overlays))


def preview_fight(words: Words, field: Field, attacker: Unit, defender: Unit) -> Forecast:
    """A fight: who may be damaged, and how."""
    odds = fight_odds(field.rules, defender)
    chances = [chance_of(words.say("odds", "beats", one=attacker.id, other=defender.id), odds.wins)]
    if odds.loses:
        chances.append(chance_of(words.say("odds", "beats", one=defender.id, other=attacker.id), odds.loses))
        chances.append(chance_of(words.say("odds", "draw"), odds.draws))
    chances += _damage_chances(words, field, defender, odds.wins)
    if odds.loses:
        chances += _damage_chances(words, field, attacker, odds.loses)
    return Forecast(
        {"attacker": attacker.id, "defender": defender.id}, (), tuple(chances), (Ring(defender.id, "warn"),)
    )


def blocker_name(words: Words, field: Field, blocker: str) -> Text:
    """What blocks a shot, in words: a piece by its kind, a unit by its kind and name, or the woods."""
    piece = next((piece for piece in field.pieces if piece.id == blocker), None)
    if piece is not None:
        return numbered(words.terrain(piece.kind), field.pieces, piece)
    unit = field.units.get(UnitId(blocker))
    if unit is not None:
        return shaped("{name} ({id})", name=words.kind(unit.kind), id=blocker)
    return words.terrain("wood")


def _shot_chances(
    words: Words, field: Field, shooter: Unit, weapon: str, target: Unit, reckoning: Reckoning
) -> list[Chance]:
    name = words.weapon(weapon)
    text = words.say("odds", "hits", weapon=name, shooter=shooter.id, target=target.id, need=reckoning.need)
    hit = chance_of(
        text, reckoning.chance, steps_to(words, weapon, target, reckoning), rules=rules_of(target, reckoning)
    )
    return [hit, *_damage_chances(words, field, target, reckoning.chance)]


def steps_to(words: Words, weapon: str, target: Unit, reckoning: Reckoning) -> tuple[Text, ...]:
    """Every modifier that leads to the need, in the order in which it counts."""
    value = reckoning.protection
    cover = words.unit_class(target.type) if target.type != "infantry" else words.shelter(value)
    steps = [
        words.say("odds", "power", weapon=words.weapon(weapon), power=reckoning.power),
        words.say("odds", "protection", value=value, cover=cover),
        shaped("{mode}: {die}", mode=words.row(reckoning.row.value), die=_die(reckoning.table)),
    ]
    if reckoning.penalty:
        steps.append(words.say("odds", "penalty", penalty=reckoning.penalty, after=_die(reckoning.need)))
    return tuple(steps)


def rules_of(target: Unit, reckoning: Reckoning) -> tuple[RuleId, ...]:
    """The rule of every one of ``steps_to``."""
    shelter = PROTECTION[target.type]
    if target.type == "infantry" and reckoning.protection > 1:
        shelter = "WOP-PROT-06" if reckoning.protection > 2 else "WOP-PROT-05"
    found = ("WOP-SHOT-19", shelter, "WOP-SHOT-21", *(("WOP-SHOT-24",) if reckoning.penalty else ()))
    return tuple(RuleId(rule) for rule in found)


def _damage_chances(words: Words, field: Field, unit: Unit, chance: Fraction) -> list[Chance]:
    """The results of the damage roll, each together with the chance that it comes to one."""
    return [
        chance_of(_result_of(words, unit, result), chance * part)
        for result, part in damage_odds(field.rules, unit).results
    ]


def _result_of(words: Words, unit: Unit, result: DamageResult) -> Text:
    return shaped("{unit}: {result}", unit=unit.id, result=lowered(words.damage(result, unit.type)))


def _warnings(words: Words, field: Field, shooter: Unit, aim: Aim, danger: Danger) -> list[Choice]:
    """Who would be hurt besides the target; friends and the shooter himself with a warning tone."""
    notes = []
    for unit in danger.caught:
        own = field.units[unit].army == shooter.army
        text = words.say("odds", "catches_himself" if unit == shooter.id else "catches", unit=unit)
        notes.append(Choice(text, "bad" if own else "good", unit))
    if danger.stray is not None:
        text = words.say("odds", "stray", target=aim.target, unit=danger.stray)
        notes.append(Choice(text, "bad", danger.stray))
    for unit in danger.stray_caught:
        notes.append(Choice(words.say("odds", "stray_catches", unit=unit), "bad", unit))
    return notes


def _danger_overlays(field: Field, shooter: Unit, danger: Danger) -> list[Overlay]:
    """The area round its centre, and a ring round everybody it catches."""
    overlays: list[Overlay] = []
    if danger.centre is not None:
        place = field.place_of(field.units[danger.centre])
        reach = place.radius + field.rules.constants.area_mm
        overlays.append(Spot(Disc(place.x, place.y, reach), "warn", outline=True))
    for unit in danger.caught:
        overlays.append(Ring(unit, "bad" if field.units[unit].army == shooter.army else "warn"))
    overlays += [Ring(unit, "bad") for unit in (danger.stray, *danger.stray_caught) if unit is not None]
    return overlays


def _reckoning(field: Field, designation: Designation, aim: Aim) -> Reckoning:
    power = field.rules.weapons[designation.weapon].power
    return reckon(field.rules, designation.row, power, aim.protection, designation.penalty)


def chance_of(
    text: Text,
    chance: Fraction,
    steps: tuple[Text, ...] = (),
    unit: UnitId | None = None,
    rules: tuple[RuleId, ...] = (),
) -> Chance:
    """A chance as the page shows it."""
    return Chance(text, chance.numerator, chance.denominator, steps, unit, rules)


def _die(lowest: int | None) -> str:
    return "-" if lowest is None else "6" if lowest == 6 else f"{lowest}+"
