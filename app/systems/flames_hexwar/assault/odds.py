"""Exact odds of assaults: strikes, motivation (FHW-ASLT-12, FHW-ASLT-17, FHW-ASLT-21 to FHW-ASLT-23)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from app.systems.flames_hexwar.assault.contact import dice_of, strength, worst_motivation
from app.systems.flames_hexwar.assault.numbers import Strength, motivation_modifier
from app.systems.flames_hexwar.book.kinds import PlatoonId
from app.systems.flames_hexwar.field.field import Field
from app.systems.flames_hexwar.fire.numbers import Number
from app.systems.flames_hexwar.fire.odds import Odds, Salvo, at_least, hits_odds, passed
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
