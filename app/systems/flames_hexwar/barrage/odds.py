"""Exact odds of bombardments and air attacks, from availability to hits (FHW-ART-11 to FHW-ART-18, FHW-AIR-04 to FHW-AIR-10)."""

from __future__ import annotations

from fractions import Fraction
from math import prod
from typing import NamedTuple

from app.systems.flames_hexwar.barrage import numbers
from app.systems.flames_hexwar.barrage.bombarding import ranging
from app.systems.flames_hexwar.barrage.designating import guns_of, is_mortar
from app.systems.flames_hexwar.barrage.flights import acquiring_number
from app.systems.flames_hexwar.barrage.numbers import Size, Turns
from app.systems.flames_hexwar.book.kinds import Side, hex_of
from app.systems.flames_hexwar.field.field import Field
from app.systems.flames_hexwar.fire.numbers import SIX, Number
from app.systems.flames_hexwar.fire.odds import at_least, met
from app.systems.flames_hexwar.position.actions import AirAttack, Bombard
from app.systems.flames_hexwar.position.state import Team


class Shelling(NamedTuple):
    """A bombardment in odds, step by step."""

    modifier: int | None
    """What is added to the die of availability; ``None``: none is rolled."""
    available: Fraction
    seen: Fraction
    """How likely the spotter still sees his aim in fog."""
    range_in: int
    """The number for ranging in."""
    attempt: Fraction
    """How likely one attempt ranges in."""
    ranged: Fraction
    """How likely any does."""
    to_hit: int
    """What a die for each team must show."""
    hit: Fraction
    """How likely it hits."""
    teams: tuple[Team, ...]
    """Enemies in the footprint."""

    @property
    def falls(self) -> Fraction:
        """How likely shells fall at all."""
        return self.available * self.seen * self.ranged

    @property
    def any_hit(self) -> Fraction:
        """How likely anybody is hit."""
        return self.falls * (1 - (1 - self.hit) ** len(self.teams))


def shelling(field: Field, act: Bombard, pieces: int) -> Shelling:
    """The odds of a legal bombardment by so many pieces."""
    platoon, rules = field.platoons[act.battery], field.rules
    size = numbers.footprint(rules, pieces, act.mode)
    assert isinstance(size, Size)
    modifier = _modifier(field, act)
    rolled = at_least(rules.bombardment.availability_needed - (modifier or 0))
    spotter, aim = field.teams[act.spotter], field.teams[act.aim]
    range_in = ranging(field, spotter, aim)
    to_hit = numbers.bombard_number(rules, field.of_platoon(platoon).skill, size)
    cells = [hex_of(name) for name in act.hexes]
    teams = tuple(team for at in cells for team in field.standing_in(at) if team.side != platoon.side)
    return Shelling(
        modifier,
        Fraction(1) if modifier is None else rolled,
        _seen(field, spotter, aim),
        range_in,
        _met(numbers.as_dice(rules, range_in)),
        _ranged(field, range_in),
        to_hit,
        _rerolled(_met(numbers.as_dice(rules, to_hit)), size),
        teams,
    )


def _modifier(field: Field, act: Bombard) -> int | None:
    platoon = field.platoons[act.battery]
    if is_mortar(field, platoon) or act.automatic:
        return None
    battery = platoon.battery
    turns = Turns() if battery is None else Turns(battery.bombarded, battery.idle)
    return numbers.availability_modifier(field.rules, turns)


def _met(number: Number | None) -> Fraction:
    return Fraction(0) if number is None else met(number)


def _rerolled(hit: Fraction, size: Size) -> Fraction:
    """FHW-ART-08 to FHW-ART-10: hits, or misses, are rolled again."""
    if size.reroll == "hits":
        return hit * hit
    return hit + (1 - hit) * hit if size.reroll == "misses" else hit


def spotted(field: Field, spotter: Team, aim: Team) -> Fraction:
    """How likely a spotter ranges in on somebody whom he sees: all that hangs on who spots, and for whom (FHW-ART-17, FHW-WEA-08)."""
    return _seen(field, spotter, aim) * _ranged(field, ranging(field, spotter, aim))


def _ranged(field: Field, need: int) -> Fraction:
    """How likely any attempt shows a number."""
    return 1 - (1 - _met(numbers.as_dice(field.rules, need))) ** field.rules.bombardment.range_in_attempts


def _seen(field: Field, spotter: Team, aim: Team) -> Fraction:
    """In fog the spotter rolls how far he sees (FHW-WEA-08)."""
    of = field.rules.weather[field.weather]
    if of.sight_die is None:
        return Fraction(1)
    faces = range(1, SIX + 1)
    return Fraction(sum(field.sees(spotter, aim, max(of.sight_minimum, face)) for face in faces), SIX)


# ------------------------------------------------------------------------------------------------------------- air attacks


class Bombed(NamedTuple):
    """What an air attack may do in one hex, or to a battery off the board."""

    need: int
    """For acquiring it."""
    acquired: Fraction
    to_hit: int
    hit: Fraction
    """How likely each team there is hit, once it is acquired."""
    teams: tuple[Team, ...]

    @property
    def any_hit(self) -> Fraction:
        """How likely anybody there is hit."""
        return self.acquired * (1 - (1 - self.hit) ** len(self.teams))


def bombed(field: Field, side: Side, attack: AirAttack) -> list[Bombed]:
    """The odds of an attack by all its planes, hex by hex."""
    enemy: Side = "B" if side == "A" else "A"
    if attack.battery is not None:
        platoon, air = field.platoons[attack.battery], field.rules.air
        is_driven = field.of_platoon(platoon).self_propelled
        guns = guns_of(field, platoon.id)[: air.pieces_in_zone]
        return [_bombed(field, side, attack, air.acquire_self_propelled if is_driven else air.acquire_static, guns)]
    found = []
    for name in attack.hexes or ():
        teams = list(field.standing_in(hex_of(name), enemy))
        if teams:
            found.append(_bombed(field, side, attack, acquiring_number(field, teams), teams))
    return found


def _bombed(field: Field, side: Side, attack: AirAttack, need: int, teams: list[Team]) -> Bombed:
    aircraft = field.position.sides[side].aircraft
    to_hit = field.rules.aircraft[aircraft].to_hit if aircraft is not None else SIX + 1
    hit = at_least(to_hit)
    if attack.planes > 1:
        hit += (1 - hit) * hit
    return Bombed(need, 1 - (1 - at_least(need)) ** attack.planes, to_hit, hit, tuple(teams))


def any_bombed(found: list[Bombed]) -> Fraction:
    """How likely an attack hits anybody."""
    return 1 - prod((1 - each.any_hit for each in found), start=Fraction(1))
