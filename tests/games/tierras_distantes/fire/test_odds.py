"""Odds are those of every roll there is, put to the rules that resolve an attack ("Dice" in the rules)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from app.systems.tierras_distantes.fire.dice import Pool
from app.systems.tierras_distantes.fire.odds import RESULTS, chances, in_ten_thousandths, ways
from app.systems.tierras_distantes.fire.results import resolved
from tests.games.tierras_distantes.table import rules

FACES = range(1, 7)


@pytest.mark.rule("TD-RES-01", "TD-FIRE-05", "TD-FIRE-07")
@pytest.mark.parametrize(
    ("rolled", "kept", "defence", "cover"), [(1, 1, 1, 0), (2, 1, 1, 1), (3, 2, 2, 0), (4, 3, 1, 2), (2, 2, 3, 1)]
)
@pytest.mark.parametrize("tables", [{}, {"result.frightened.margin_from": -2, "result.none.margin_to": -3}])
def test_chances_are_those_of_every_roll(rolled, kept, defence, cover, tables):
    made = rules(tables)
    counted = Counter(
        resolved(made, dice[:rolled], kept, dice[rolled:], cover).result
        for dice in product(FACES, repeat=rolled + defence)
    )

    found = chances(made, Pool(rolled, kept), defence, cover)

    assert found == {result: Fraction(counted[result], 6 ** (rolled + defence)) for result in RESULTS}


@pytest.mark.parametrize(("rolled", "kept"), [(0, 0), (1, 0), (5, 2), (4, 4), (3, 5), (6, 1)])
def test_ways_are_counted_once_each(rolled, kept):
    counted = Counter(sum(sorted(dice, reverse=True)[:kept]) for dice in product(FACES, repeat=rolled))

    assert ways(rolled, kept) == dict(counted)


@pytest.mark.rule("TD-RES-01")
@pytest.mark.parametrize(("dice", "cover", "result"), [((6,) * 200, 0, "casualty"), ((1,), 10_000, "none")])
def test_margins_beyond_the_table_are_as_its_outermost(dice, cover, result):
    assert resolved(rules(), dice, len(dice), (), cover).result == result


def test_what_is_missing_to_ten_thousand_goes_to_the_greatest_remainders():
    third = Fraction(1, 3)

    assert in_ten_thousandths([third, third, third]) == [3334, 3333, 3333]
    assert in_ten_thousandths([Fraction(1, 6), Fraction(2, 3), Fraction(1, 6)]) == [1667, 6667, 1666]
    assert in_ten_thousandths([Fraction(0), Fraction(1), Fraction(0)]) == [0, 10_000, 0]
