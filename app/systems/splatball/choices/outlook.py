"""What attacks may come to: exact odds, points to be expected, what answers them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from app.engine.telling import Chance
from app.engine.types import RuleId, Text, UnitId
from app.engine.words import decimal
from app.systems.splatball.book.options import PointsRule
from app.systems.splatball.book.tables import Rules, Strength, UnitType
from app.systems.splatball.fire.attack import Shot
from app.systems.splatball.fire.odds import Chances, impact_odds, odds, removed_odds, retreat_after
from app.systems.splatball.park.field import Field
from app.systems.splatball.position.events_fights import Reason
from app.systems.splatball.position.state import Unit
from app.systems.splatball.score.points import of_impact, of_lives
from app.systems.splatball.words.names import piece_name, unit_name

HUNDREDTHS: Final = 100
REMEMBERED: Final = 4096
MANY_HITS: Final = 3
"""So many hits and more are told as one line (section 22 of the rules)."""


def chances_of(rules: Rules, shot: Shot) -> Chances:
    """How likely 0, 1, 2 ... hits are; on a vehicle nothing, an impact, a double one."""
    if shot.strength is not None:
        return impact_odds(shot.dice, shot.deduction, shot.strength)
    return odds(shot.dice, shot.need or 0, shot.deduction, rules.options.points_rule)


def expected_points(rules: Rules, field: Field, shot: Shot) -> int:
    """The points that an attack scores on average, in hundredths; lives lost in retreats left out."""
    target = field.units[shot.target]
    kind = field.kind(target)
    if shot.strength is None:
        need, rule = shot.need or 0, rules.options.points_rule
        return _expected_on_foot(kind, target.lives, shot.dice, need, shot.deduction, rule)
    return _expected_on_vehicle(rules, kind, target.damage, shot.dice, shot.deduction, shot.strength)


@lru_cache(maxsize=REMEMBERED)
def _expected_on_foot(kind: UnitType, lives: int, dice: int, need: int, deduction: int, rule: PointsRule) -> int:
    removed = removed_odds(odds(dice, need, deduction, rule), lives)
    worth = sum(
        outcomes * of_lives(kind, number, eliminated=number == lives) for number, outcomes in enumerate(removed.counts)
    )
    return HUNDREDTHS * worth // removed.of


def _expected_on_vehicle(
    rules: Rules, kind: UnitType, before: int, dice: int, deduction: int, strength: Strength
) -> int:
    found = impact_odds(dice, deduction, strength)
    constants, worth = rules.constants, 0
    for damage, outcomes in zip((constants.single_damage, constants.double_damage), found.counts[1:], strict=True):
        is_out = before + damage >= kind.damage_to_eliminate
        worth += outcomes * of_impact(rules, kind, damage, before, eliminated=is_out)
    return HUNDREDTHS * worth // found.of


# -------------------------------------------------------------------------------------------------------------- told in odds


def told(rules: Rules, field: Field, shot: Shot) -> Iterator[Chance]:
    """The odds of an attack, the one that it is for first, each with what led to it."""
    target = field.units[shot.target]
    yield from (
        _on_foot(rules, field, shot, target) if shot.strength is None else _on_vehicle(rules, field, shot, target)
    )


def _on_foot(rules: Rules, field: Field, shot: Shot, target: Unit) -> Iterator[Chance]:
    say, kind = rules.words.say, field.kind(target)
    found = chances_of(rules, shot)
    steps, ids = steps_of(rules, field, shot)
    yield Chance(say("odds", "any_hit"), found.at_least(1), found.of, steps, target.id, ids)
    for number in range(min(shot.dice, MANY_HITS) + 1):
        is_last = number == MANY_HITS and shot.dice > MANY_HITS
        count = found.at_least(number) if is_last else found.counts[number]
        text = say("odds", "hits_more", n=number) if is_last else rules.words.counted("odds", "hits", number)
        yield Chance(text, count, found.of, unit=target.id)
    removed = removed_odds(found, target.lives)
    yield Chance(say("odds", "eliminated"), removed.counts[-1], removed.of, unit=target.id)
    back = retreat_after(found, kind, target.lives, ignore_first=shot.ignores_first_retreat)
    yield Chance(say("odds", "retreat"), back.at_least(1), back.of, unit=target.id)


def _on_vehicle(rules: Rules, field: Field, shot: Shot, target: Unit) -> Iterator[Chance]:
    say, kind = rules.words.say, field.kind(target)
    found = chances_of(rules, shot)
    steps, ids = steps_of(rules, field, shot)
    yield Chance(say("odds", "any_impact"), found.at_least(1), found.of, steps, target.id, ids)
    for name, count in zip(("nothing", "single", "double"), found.counts, strict=True):
        yield Chance(say("odds", name), count, found.of, unit=target.id)
    needed = kind.damage_to_eliminate - target.damage
    constants = rules.constants
    out = sum(
        count
        for damage, count in zip((constants.single_damage, constants.double_damage), found.counts[1:], strict=True)
        if damage >= needed
    )
    yield Chance(say("odds", "eliminated"), out, found.of, unit=target.id)


def steps_of(rules: Rules, field: Field, shot: Shot) -> tuple[tuple[Text, ...], tuple[RuleId | None, ...]]:
    """Every step that leads to the odds, with its rule: dice by distance, what cover and lost lives take, what a die must show."""
    say = rules.words.say
    lost = sum(reason.lost_dice for reason in shot.reasons)
    ranged = rules.words.counted("odds", "range", shot.dice + lost, distance=shot.distance)
    lines: list[tuple[Text, str]] = [(ranged, "SPL-RNG-01")]
    lines += [(reason_words(rules, reason), reason.rule) for reason in shot.reasons]
    if shot.strength is None:
        lines.append((say("odds", "need", n=shot.need), "SPL-HIT-01"))
        if shot.deduction:
            lines.append((say("odds", "pool", n=shot.deduction, need=shot.need), "SPL-HIT-03"))
    else:
        lines.append((say("odds", "strength", n=shot.strength.single, twice=shot.strength.double), "SPL-VHIT-01"))
    return tuple(text for text, _ in lines), tuple(RuleId(rule) for _, rule in lines)


def reason_words(rules: Rules, reason: Reason) -> Text:
    """What takes dice or points off an attack."""
    say = rules.words.say
    why = say("odds", "wounds") if reason.terrain is None else piece_name(rules, reason.terrain)
    if reason.lost_dice:
        return rules.words.counted("odds", "less_dice", reason.lost_dice, why=why)
    return say("odds", "less_points", n=reason.lost_points, why=why)


def hundredths(number: int) -> Text:
    """A number of hundredths with a decimal: ``1,4``."""
    return decimal(f"{number / HUNDREDTHS:.1f}")


def named(rules: Rules, field: Field, unit: UnitId) -> Text:
    """A unit as its enemies may know it."""
    found = field.units[unit]
    return unit_name(rules, None if field.is_hidden(found) else found.type, unit)
