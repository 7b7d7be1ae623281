"""Exact odds of assaults: strikes and what they do, motivation (FHW-ASLT-12, FHW-ASLT-17, FHW-ASLT-19, FHW-ASLT-21 to FHW-ASLT-23)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from app.systems.flames_hexwar.assault.contact import dice_of, strength, worst_motivation
from app.systems.flames_hexwar.assault.numbers import Strength, motivation_modifier
from app.systems.flames_hexwar.assault.strikes import weapon_of
from app.systems.flames_hexwar.book.kinds import PlatoonId
from app.systems.flames_hexwar.field.field import Field
from app.systems.flames_hexwar.fire import damage
from app.systems.flames_hexwar.fire.numbers import SIX, Number
from app.systems.flames_hexwar.fire.odds import FACES, Loss, Odds, Salvo, at_least, carried_away, hits_odds, passed
from app.systems.flames_hexwar.position.state import Team


class Nerve(NamedTuple):
    """A side's test of motivation in an assault: its strength and the other's, what it adds, whose motivation, how likely it passes."""

    own: Strength
    enemy: Strength
    modifier: int
    platoon: PlatoonId
    odds: Fraction


def strike_odds(field: Field, teams: Sequence[Team]) -> Odds:
    """How likely teams score so many strikes (FHW-ASLT-17)."""
    of = field.rules.assault.hit_by_skill
    salvos = tuple(Salvo(dice, (Number(of[field.skill(team).id]),)) for team in teams if (dice := dice_of(field, team)))
    found = hits_odds(salvos)
    assert found is not None  # dice with one number each are nobody's concern but their own
    return found


def strike_loss(field: Field, victim: Team, by: Team) -> Loss:
    """What a strike that hits does to a team: those on foot and soft vehicles fall, armour is rolled for (FHW-ASLT-19)."""
    if not field.kind(victim).is_armoured:
        return Loss(Fraction(1))
    equal, less, through = _through(field, victim, by)
    destroyed, bailed = less * through, less * (1 - through) + equal * through
    riders = len(field.aboard(victim.id)) if field.kind(victim).tank_riders else 0
    ridden = (1 - carried_away(field)) ** riders
    if victim.bailed_out:
        return Loss(destroyed + bailed * (1 - passed(field, victim.platoon)), ridden=ridden)
    return Loss(destroyed, bailed, ridden)


def _through(field: Field, victim: Team, by: Team) -> tuple[Fraction, Fraction, Fraction]:
    """How likely a die with the armour comes to the striker's number, how likely it stays below, how likely firepower then does its part."""
    armour = field.kind(victim).armour
    if not field.kind(by).is_vehicle:
        most = field.kind(by).tank_assault - armour[2]
        return Fraction(1 <= most <= SIX, SIX), Fraction(min(max(most - 1, 0), SIX), SIX), Fraction(1)
    at, fp = weapon_of(field, by)
    found = [damage.against(armour[1] + die, at) for die in FACES]
    return Fraction(found.count("equal"), SIX), Fraction(found.count("less"), SIX), at_least(max(1, fp))


def expected_strikes(field: Field, teams: Sequence[Team]) -> Fraction:
    """Strikes on average."""
    of = field.rules.assault.hit_by_skill
    return sum((dice_of(field, team) * at_least(of[field.skill(team).id]) for team in teams), start=Fraction(0))


def nerve(field: Field, own: Sequence[Team], enemies: Sequence[Team]) -> Nerve | None:
    """The test of a side whose teams strike; ``None`` if nobody does."""
    if not own:
        return None
    mine, theirs = strength(field, own), strength(field, enemies)
    modifier = motivation_modifier(field.rules, mine, theirs)
    _, platoon = worst_motivation(field, own)
    return Nerve(mine, theirs, modifier, platoon, passed(field, platoon, modifier))
