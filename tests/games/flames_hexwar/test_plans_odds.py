"""Odds are exact: every possible roll goes through the judge, and what comes of it is counted."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

import pytest

from app.engine.types import UnitId
from app.systems.flames_hexwar.fire import counting
from app.systems.flames_hexwar.fire.numbers import Number
from app.systems.flames_hexwar.fire.odds import CONFIRMS, Salvo, hits_odds, met

FACES = range(1, 7)


def counted(salvos: Sequence[Salvo]) -> Counter[int]:
    """Ways by hits, every first die thrown in every way, and confirmed as the judge counts them."""
    owners = [place for place, each in enumerate(salvos) for _ in range(each.dice)]
    numbers = [
        {UnitId(str(name)): number for name, number in enumerate(each.numbers) if number is not None} for each in salvos
    ]
    found: Counter[int] = Counter()
    for faces in itertools.product(FACES, repeat=len(owners)):
        dice = [counting.Die(face, owner) for face, owner in zip(faces, owners, strict=True)]
        ways = {0: Fraction(CONFIRMS ** len(owners))}
        for hit in counting.hits_of(dice, numbers):
            sure = Fraction(1)
            for need in hit.confirm:
                sure *= Fraction(7 - need, 6)
            new: dict[int, Fraction] = {}
            for hits, weight in ways.items():
                new[hits + 1] = new.get(hits + 1, Fraction(0)) + weight * sure
                new[hits] = new.get(hits, Fraction(0)) + weight * (1 - sure)
            ways = new
        for hits, weight in ways.items():
            found[hits] += int(weight)
    return found


SOME = [Number(3), Number(4), Number(5), Number(6), Number(6, (3,)), Number(6, (4,)), Number(6, (5, 3)), None]


def drawn(seed: int) -> tuple[Salvo, ...]:
    pick = random.Random(seed)
    teams = pick.randint(1, 3)
    found = []
    for _ in range(pick.randint(1, 3)):
        numbers = tuple(pick.choice(SOME) for _ in range(teams))
        if any(numbers):
            found.append(Salvo(pick.randint(1, 2), numbers))
    return tuple(found)


@pytest.mark.rule("FHW-HIT-02")
@pytest.mark.rule("FHW-HIT-03")
@pytest.mark.parametrize("seed", range(40))
def test_hits_of_a_volley_are_counted_as_every_roll_has_it(seed: int) -> None:
    salvos = drawn(seed)
    if not salvos:
        return

    odds = hits_odds(salvos)

    assert odds is not None
    ways = counted(salvos)
    assert [ways[hits] for hits in range(len(odds.counts))] == list(odds.counts)
    assert sum(ways.values()) == odds.of


@pytest.mark.rule("FHW-HIT-16")
def test_a_number_over_six_is_a_six_and_then_its_confirming_dice() -> None:
    assert met(Number(6, (5, 3))) == Fraction(1, 6) * Fraction(2, 6) * Fraction(4, 6)
    assert met(Number(4)) == Fraction(1, 2)
