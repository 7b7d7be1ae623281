"""Attacks reckoned before their dice: the chances of each result, and the chain of steps that leads to them ("Dice" in the rules)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Final

from app.engine.telling import Chance
from app.engine.types import Text
from app.engine.words import lowered, short_centimetres
from app.systems.tierras_distantes.book.kinds import NM_PER_MM, Result
from app.systems.tierras_distantes.choices.planning.eyes import Eyes, Step, length, odds
from app.systems.tierras_distantes.fire.aiming import Strike
from app.systems.tierras_distantes.fire.attacks import Attack
from app.systems.tierras_distantes.fire.dice import Pool
from app.systems.tierras_distantes.fire.odds import chances
from app.systems.tierras_distantes.fire.resolving import cover_told
from app.systems.tierras_distantes.space.sight import Sighting

_COVER_RULES: Final[Mapping[str, str]] = {"hidden": "TD-COV-01", "soft": "TD-COV-06", "inside": "TD-COV-02"}


def chances_of(eyes: Eyes, attack: Attack) -> Mapping[Result, Fraction]:
    """How likely each result of an attack is."""
    target = eyes.position.units[attack.target]
    return chances(eyes.rules, attack.pool, eyes.rules.armours[target.armour].dice, attack.cover)


def told(eyes: Eyes, attack: Attack) -> Iterator[Chance]:
    """The three chances of an attack, a casualty first, which comes with all that leads there (TD-RES-01)."""
    found, target = chances_of(eyes, attack), eyes.position.units[attack.target]
    unit = eyes.named(attack.target)
    yield odds(eyes.say("odds", "casualty", unit=unit), found["casualty"], tuple(steps_of(eyes, attack)), target.id)
    fright = "still_frightened" if target.frightened else "frightened"
    yield odds(eyes.say("odds", fright, unit=unit), found["frightened"], unit=target.id)
    yield odds(eyes.say("odds", "none", unit=unit), found["none"], unit=target.id)


def steps_of(eyes: Eyes, attack: Attack) -> Iterator[Step]:
    """Everything that leads to the chances of an attack: dice, range, what is kept, armour, cover."""
    for strike in attack.strikes:
        yield from _dice(eyes, strike)
    if len(attack.strikes) > 1:
        text = eyes.say("odds", "together", dice=dice_words(eyes, attack.pool))
        yield text, "TD-CON-03"
    armour = eyes.rules.armours[eyes.position.units[attack.target].armour]
    text = eyes.say(
        "odds", "armour", armour=lowered(armour.name), dice=dice_words(eyes, Pool(armour.dice, armour.dice))
    )
    yield text, "TD-FIRE-06"
    yield cover_step(eyes, attack)
    casualty = next(row for row in eyes.rules.results if row.id == "casualty")
    yield eyes.say("odds", "needed", n=casualty.margin_from), "TD-RES-01"


def _dice(eyes: Eyes, strike: Strike) -> Iterator[Step]:
    """The dice of one shooter: of the weapon, or a share of them, then what the distance takes."""
    weapon = eyes.rules.weapons[strike.weapon]
    who = {"unit": strike.unit, "weapon": lowered(weapon.name)}
    if strike.aim.share is None:
        whole = Pool(weapon.total, weapon.effective)
        yield eyes.say("odds", "weapon", dice=dice_words(eyes, whole), **who), "TD-FIRE-04"
    else:
        whole = Pool(strike.aim.share, strike.aim.share)
        yield eyes.say("odds", "share", dice=dice_words(eyes, whole), **who), "TD-DIV-03"
    far = {"distance": length(strike.distance), "range": length(weapon.effective_range_nm)}
    if strike.distance <= weapon.effective_range_nm:
        yield eyes.say("odds", "within", **far), "TD-RNG-06"
    else:
        rule = "TD-RNG-04" if strike.aim.share is None else "TD-DIV-05"
        yield eyes.say("odds", "beyond", dice=dice_words(eyes, strike.pool), **far), rule


def cover_step(eyes: Eyes, attack: Attack) -> Step:
    """What cover adds, and why (TD-COV)."""
    if attack.seen is None:
        return eyes.say("odds", "no_cover_at_all"), "TD-AREA-06"
    reason = cover_told(eyes.position.board.pieces, attack.seen).reason
    if reason is None:
        return eyes.say("odds", "no_cover"), "TD-COV-01"
    return cover_words(eyes, attack.seen), _COVER_RULES[reason]


def cover_words(eyes: Eyes, seen: Sighting) -> Text:
    """The bonus of a target that has cover, the piece that gives it and how much it hides."""
    found = cover_told(eyes.position.board.pieces, seen)
    deep = seen.hidden if found.reason == "hidden" else seen.soft
    return eyes.say(
        "odds",
        f"cover_{found.reason}",
        n=found.bonus,
        piece=lowered(eyes.ground(found.piece or "")),
        length=short_centimetres(round(deep / NM_PER_MM)),
    )


def dice_words(eyes: Eyes, pool: Pool) -> Text:
    """Dice in words: so many, of which the best so many are added (TD-FIRE-05)."""
    if pool.kept == pool.rolled:
        return eyes.counted("odds", "dice", pool.rolled)
    return eyes.counted("odds", "best", pool.kept, rolled=pool.rolled)
