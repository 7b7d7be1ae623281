"""The numbers of teams, weapons, platoons and hexes, as they count now."""

from __future__ import annotations

from collections.abc import Iterator

from app.boards.hexes import Hex
from app.engine.about import Number
from app.engine.types import Text
from app.engine.words import joined, same, shaped
from app.systems.flames_hexwar.book.kinds import SIDES
from app.systems.flames_hexwar.book.tables import Rules
from app.systems.flames_hexwar.book.units import TeamType, Weapon
from app.systems.flames_hexwar.field.field import Field
from app.systems.flames_hexwar.losses.morale import in_fight
from app.systems.flames_hexwar.position.state import Platoon, Team
from app.systems.flames_hexwar.screen.panels import floors_of, morale_from, points_of_platoon
from app.systems.flames_hexwar.terrain.going import standing_going
from app.systems.flames_hexwar.terrain.stacking import points_of
from app.systems.flames_hexwar.words.names import side_name


def of_kind(rules: Rules, kind: TeamType) -> Iterator[Number]:
    """A kind of team: movement, stacking, armour, weapons, what it carries."""
    say, mobility = rules.words.say, rules.mobility[kind.mobility]
    yield Number(say("numbers", "mobility"), mobility.name)
    moves = shaped("{move} / {rough} / {double}", move=mobility.move, rough=mobility.rough, double=mobility.move_double)
    yield Number(say("numbers", "moves"), moves)
    yield Number(say("numbers", "stacking"), same(points_of(rules, kind.kind, kind.size)))
    if kind.is_armoured:
        front, side, top = kind.armour
        yield Number(say("numbers", "armour"), same(f"{front} / {side} / {top}"))
    if kind.mg_count:
        yield Number(say("numbers", "machine_guns"), same(kind.mg_count))
    if kind.transport or kind.tank_riders:
        yield Number(say("numbers", "carries"), same(kind.transport or kind.tank_riders))
    for name in kind.weapons:
        weapon = rules.weapons[name]
        yield Number(weapon.name, in_short(rules, weapon))
    yield Number(say("numbers", "points"), same(kind.points))


def in_short(rules: Rules, weapon: Weapon) -> Text:
    """A weapon in one line: range, dice standing, moving and suppressed, anti-tank and firepower numbers."""
    return rules.words.say(
        "numbers",
        "weapon",
        range=weapon.range,
        rof=f"{weapon.rof}/{weapon.rof_move}/{weapon.rof_pinned}",
        at=weapon.at,
        fp=weapon.fp,
    )


def of_weapon(rules: Rules, weapon: Weapon) -> Iterator[Number]:
    """Every number of a weapon (FHW-SHOT-04, FHW-SAVE-03, FHW-ART-20)."""
    say = rules.words.say
    yield Number(say("numbers", "range"), same(weapon.range))
    yield Number(say("numbers", "rof"), same(f"{weapon.rof} / {weapon.rof_move} / {weapon.rof_pinned}"))
    yield Number(say("numbers", "at"), same(weapon.at))
    yield Number(say("numbers", "fp"), same(f"{weapon.fp}+"))
    if weapon.bombards:
        yield Number(say("numbers", "bombard_range"), same(weapon.bombard_range))
        yield Number(say("numbers", "bombard_at"), same(weapon.bombard_at))
        yield Number(say("numbers", "bombard_fp"), same(f"{weapon.bombard_fp}+"))
    if weapon.min_range:
        yield Number(say("numbers", "min_range"), same(weapon.min_range))


def of_team(field: Field, team: Team) -> Iterator[Number]:
    """A team: its platoon's quality first."""
    say, skill = field.rules.words.say, field.skill(team)
    motivation = field.motivation(team.platoon)
    yield Number(say("numbers", "hit_on"), same(f"{skill.to_hit_as_target}+"), skill.name)
    yield Number(say("numbers", "skill_test"), same(f"{skill.skill_test}+"), skill.name)
    yield Number(say("numbers", "motivation"), same(f"{motivation.test}+"), motivation.name)
    yield from of_kind(field.rules, field.kind(team))


def of_platoon(field: Field, platoon: Platoon) -> Iterator[Number]:
    """A platoon: quality, teams in the fight, from where it tests its morale, points left."""
    say, kind = field.rules.words.say, field.of_platoon(platoon)
    skill, motivation = field.rules.skills[kind.skill], field.rules.motivations[kind.motivation]
    yield Number(say("numbers", "skill"), skill.name)
    yield Number(say("numbers", "motivation"), same(f"{motivation.test}+"), motivation.name)
    if not kind.is_hq:
        yield Number(say("numbers", "in_fight"), same(f"{in_fight(field, platoon.id)}/{platoon.starting}"))
        yield Number(say("numbers", "morale_below"), same(morale_from(field.rules, platoon.starting)))
        yield Number(say("numbers", "command_distance"), same(skill.command_distance))
    yield Number(say("numbers", "points"), same(f"{points_of_platoon(field, platoon)}/{kind.points}"))
    if platoon.battery is not None and platoon.battery.bombarded:
        yield Number(say("numbers", "bombarded"), same(platoon.battery.bombarded))
    if platoon.battery is not None and platoon.battery.smoke_uses:
        yield Number(say("numbers", "smoke_uses"), same(platoon.battery.smoke_uses))


def of_hex(field: Field, at: Hex) -> Iterator[Number]:
    """A hex: height, going for each kind of movement, cover, what stands there in points (FHW-STACK-01)."""
    say, ground, rules = field.rules.words.say, field.terrain[at], field.rules
    yield Number(say("numbers", "height"), same(ground.height))
    surface = rules.surfaces[ground.surface]
    covers = (say("covers", surface.cover), say("covers", surface.cover_vehicles))
    yield Number(say("numbers", "cover"), joined(covers, by=" / "))
    told: dict[str, Text] = {}
    for mobility in rules.mobility.values():
        going = standing_going(rules, mobility, ground, field.weather).going
        told.setdefault(mobility.of, say("goings", going))
    for name, going_name in told.items():
        yield Number(say("classes", name), going_name)
    yield from _stacks(field, at)


def _stacks(field: Field, at: Hex) -> Iterator[Number]:
    if field.terrain[at].surface == "building":
        if field.in_hex.get(at):
            yield Number(field.rules.words.say("numbers", "stack"), floors_of(field, at))
        return
    limit = field.rules.constants.hex_limit
    for side in SIDES:
        if field.stack(side, at):
            yield Number(side_name(field.rules, side), same(f"{field.stack(side, at)}/{limit}"))
