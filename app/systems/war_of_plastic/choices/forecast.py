"""Odds in words and lines: what previews of shots, assaults and fights show (rules.md, "What a table of friends expects on
screen")."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

import msgspec

from app.engine.offers import Choice
from app.engine.refusal import Fact
from app.engine.scene import Chance, Disc, Overlay, Ring, Spot
from app.engine.types import RuleId, Text, UnitId
from app.systems.war_of_plastic.book.state import Unit
from app.systems.war_of_plastic.book.tables import Book
from app.systems.war_of_plastic.book.words import numbered
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


def preview_shot(book: Book, field: Field, shooter: Unit, designation: Designation) -> Forecast:
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
            chances += _shot_chances(book, field, shooter, designation.weapon, target, reckoning)
            facts[f"need {target.id}"] = aim.need
            facts[f"distance_cm {target.id}"] = max(0, aim.gap_mm) / 10
            facts[f"protection {target.id}"] = aim.protection
        overlays += drawn_view(view_of(field, shooter, target))[:1]
    for danger in dangers:
        overlays += _danger_overlays(field, shooter, danger)
    notes = tuple(
        note
        for aim, danger in zip(designation.aims, dangers, strict=True)
        for note in _warnings(field, shooter, aim, danger)
    )
    return Forecast(facts, notes, tuple(chances), tuple(overlays))


def preview_fight(book: Book, field: Field, attacker: Unit, defender: Unit) -> Forecast:
    """A fight: who may be damaged, and how."""
    odds = fight_odds(field.rules, defender)
    won = Text(f"{attacker.id} gana a {defender.id}", f"{attacker.id} beats {defender.id}")
    lost = Text(f"{defender.id} gana a {attacker.id}", f"{defender.id} beats {attacker.id}")
    draw = Text("Empate: nada ocurre", "A draw: nothing happens")
    chances = [chance_of(won, odds.wins)]
    if odds.loses:
        chances += [chance_of(lost, odds.loses), chance_of(draw, odds.draws)]
    chances += _damage_chances(book, field, defender, odds.wins)
    if odds.loses:
        chances += _damage_chances(book, field, attacker, odds.loses)
    return Forecast(
        {"attacker": attacker.id, "defender": defender.id}, (), tuple(chances), (Ring(defender.id, "warn"),)
    )


def weapon_name(book: Book, weapon: str) -> Text:
    """A weapon's name."""
    return _named(book.raw["weapons"][weapon])


def blocker_name(book: Book, field: Field, blocker: str) -> Text:
    """What blocks a shot, in words: a piece by its kind, a unit by its kind and name, or the woods."""
    piece = next((piece for piece in field.pieces if piece.id == blocker), None)
    if piece is not None:
        return numbered(_named(book.raw["terrain"][piece.kind]), field.pieces, piece)
    unit = field.units.get(UnitId(blocker))
    if unit is not None:
        return _with_id(_named(book.raw["units"][unit.kind]), blocker)
    return _named(book.raw["terrain"]["wood"])


def _shot_chances(
    book: Book, field: Field, shooter: Unit, weapon: str, target: Unit, reckoning: Reckoning
) -> list[Chance]:
    name = weapon_name(book, weapon)
    text = Text(
        f"{name.es}: {shooter.id} acierta a {target.id} con {reckoning.need}+",
        f"{name.en}: {shooter.id} hits {target.id} on {reckoning.need}+",
    )
    hit = chance_of(
        text, reckoning.chance, steps_to(book, weapon, target, reckoning), rules=rules_of(target, reckoning)
    )
    return [hit, *_damage_chances(book, field, target, reckoning.chance)]


def steps_to(book: Book, weapon: str, target: Unit, reckoning: Reckoning) -> tuple[Text, ...]:
    """Every modifier that leads to the need, in the order in which it counts."""
    name, mode = weapon_name(book, weapon), _named(book.raw["modes"][reckoning.row.value])
    value = reckoning.protection
    cover = _named(book.raw["types"][target.type]) if target.type != "infantry" else _shelter(book, value)
    steps = [
        Text(f"{name.es}: potencia {reckoning.power}", f"{name.en}: power {reckoning.power}"),
        Text(f"Protección {value}: {cover.es}", f"Protection {value}: {cover.en}"),
        Text(f"{mode.es}: {_die(reckoning.table)}", f"{mode.en}: {_die(reckoning.table)}"),
    ]
    if reckoning.penalty:
        after = _die(reckoning.need)
        steps.append(Text(f"Daños −{reckoning.penalty}: {after}", f"Damage −{reckoning.penalty}: {after}"))
    return tuple(steps)


def _shelter(book: Book, value: int) -> Text:
    """What gives a soldier his protection."""
    names = book.raw["protection"]["names"]
    return Text(names[f"{value}_es"], names[f"{value}_en"])


def rules_of(target: Unit, reckoning: Reckoning) -> tuple[RuleId, ...]:
    """The rule of every one of ``steps_to``."""
    shelter = PROTECTION[target.type]
    if target.type == "infantry" and reckoning.protection > 1:
        shelter = "WOP-PROT-06" if reckoning.protection > 2 else "WOP-PROT-05"
    found = ("WOP-SHOT-19", shelter, "WOP-SHOT-21", *(("WOP-SHOT-24",) if reckoning.penalty else ()))
    return tuple(RuleId(rule) for rule in found)


def _damage_chances(book: Book, field: Field, unit: Unit, chance: Fraction) -> list[Chance]:
    """The results of the damage roll, each together with the chance that it comes to one."""
    return [
        chance_of(_result_of(book, unit, result), chance * part)
        for result, part in damage_odds(field.rules, unit).results
    ]


def _result_of(book: Book, unit: Unit, result: DamageResult) -> Text:
    name = _named(next(row for row in book.raw["damage"] if row["type"] == unit.type and row["result"] == result))
    return Text(f"{unit.id}: {name.es.lower()}", f"{unit.id}: {name.en.lower()}")


def _warnings(field: Field, shooter: Unit, aim: Aim, danger: Danger) -> list[Choice]:
    """Who would be hurt besides the target; friends and the shooter himself with a warning tone."""
    notes = []
    for unit in danger.caught:
        own = field.units[unit].army == shooter.army
        text = Text(f"El área alcanza a {unit}", f"The area catches {unit}")
        if unit == shooter.id:
            text = Text(f"El área alcanza al propio {unit}", f"The area catches {unit} himself")
        notes.append(Choice(text, "bad" if own else "good", unit))
    if danger.stray is not None:
        text = Text(
            f"Si falla contra {aim.target}, el impacto lo recibe {danger.stray}",
            f"A miss at {aim.target} hits {danger.stray}",
        )
        notes.append(Choice(text, "bad", danger.stray))
    for unit in danger.stray_caught:
        text = Text(f"Si falla, el área alcanza a {unit}", f"With a miss the area catches {unit}")
        notes.append(Choice(text, "bad", unit))
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


def _named(row: Mapping[str, str]) -> Text:
    return Text(row["name_es"], row["name_en"])


def _with_id(name: Text, identity: str) -> Text:
    return Text(f"{name.es} ({identity})", f"{name.en} ({identity})")
