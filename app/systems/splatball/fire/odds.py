"""Exact chances: of all the ways that dice can fall, how many do what (SPL-FIRE-10). Counts of outcomes; whoever shows them divides."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb, factorial
from typing import Final, NamedTuple

from app.systems.splatball.book.options import PointsRule
from app.systems.splatball.book.tables import Strength, UnitType
from app.systems.splatball.fire.hits import hits, impact, power

FACES: Final = 6
"""All dice of a fight have six faces (SPL-GEN-03)."""
REMEMBERED: Final = 4096


class Chances(NamedTuple):
    """How many of ``of`` equally likely outcomes come to 0, 1, 2 ... of something."""

    counts: tuple[int, ...]
    of: int

    def at_least(self, number: int) -> int:
        """How many come to so many or more."""
        return sum(self.counts[number:])


def rolls(dice: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Every roll of so many dice, in rising order of its faces, with the number of outcomes that show it."""
    orders = factorial(dice)
    for faces in combinations_with_replacement(range(1, FACES + 1), dice):
        same = 1
        for count in Counter(faces).values():
            same *= factorial(count)
        yield faces, orders // same


@lru_cache(maxsize=REMEMBERED)
def odds(dice: int, need: int, deduction: int, rule: PointsRule) -> Chances:
    """Hits of an attack with so many dice, each hitting by ``need`` or more, with so many points lost (SPL-HIT-03): outcomes with 0, 1,
    2 ... hits, one entry more than dice.

    >>> odds(2, 6, 3, "pool")
    Chances(counts=(29, 7, 0), of=36)
    """
    counts = [0] * (dice + 1)
    for faces, outcomes in rolls(dice):
        counts[hits(faces, need, deduction, rule)] += outcomes
    return Chances(tuple(counts), FACES**dice)


@lru_cache(maxsize=REMEMBERED)
def impact_odds(dice: int, deduction: int, strength: Strength) -> Chances:
    """Impacts on a vehicle of that strength: outcomes with none, a single and a double one (SPL-VHIT-02)."""
    counts = {"none": 0, "single": 0, "double": 0}
    for faces, outcomes in rolls(dice):
        counts[impact(power(faces, deduction), strength)] += outcomes
    return Chances(tuple(counts.values()), FACES**dice)


def removed_odds(chances: Chances, lives: int) -> Chances:
    """Lives that hits remove from a unit which has so many: the last entry is its elimination (SPL-HIT-04, SPL-HIT-05)."""
    left = (chances.counts[number] if number < len(chances.counts) else 0 for number in range(lives))
    return Chances((*left, chances.at_least(lives)), chances.of)


@lru_cache(maxsize=REMEMBERED)
def retreat_odds(dice: int, limit: int, *, ignore_first: bool) -> Chances:
    """Squares that so many retreat dice send a unit back which goes by ``limit`` or less (SPL-RET-02, SPL-RET-03)."""
    counts = [0] * (dice + 1)
    for backs in range(dice + 1):
        outcomes = comb(dice, backs) * limit**backs * (FACES - limit) ** (dice - backs)
        counts[max(0, backs - ignore_first)] += outcomes
    return Chances(tuple(counts), FACES**dice)


def retreat_after(chances: Chances, kind: UnitType, lives: int, *, ignore_first: bool) -> Chances:
    """Squares of retreat that an attack of those chances of hits leads to (SPL-RET-01): outcomes of all its dice and of as many retreat
    dice as there can be. An elimination by the hits, like none at all, is a retreat of nothing."""
    most = max(0, lives - 1)
    removed = removed_odds(chances, lives)
    counts = [0] * (most + 1)
    counts[0] = removed.counts[-1] * FACES**most
    for lost, outcomes in enumerate(removed.counts[:-1]):
        backs = retreat_odds(lost, kind.retreat_on, ignore_first=ignore_first)
        for squares, ways in enumerate(backs.counts):
            counts[squares] += outcomes * ways * FACES ** (most - lost)
    return Chances(tuple(counts), chances.of * FACES**most)
