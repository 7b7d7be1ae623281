"""What squares and hexes have in common: what can be reached, and what hangs together, against reckoning it the long way."""

from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st

from app.boards import cells, squares
from tests.pure.boards.shapes import LAW

COLUMNS = ROWS = 4
ALL = [(x, y) for y in range(ROWS) for x in range(COLUMNS)]
grounds = st.lists(st.integers(0, 4), min_size=len(ALL), max_size=len(ALL)).map(
    lambda costs: dict(zip(ALL, costs, strict=True))
)


def steps_over(ground):
    """Into every neighbour that is no hole (0), for what its ground costs."""
    return lambda at: [(near, ground[near]) for near in squares.neighbours(at) if ground.get(near)]


@LAW
@given(grounds, st.integers(0, 9))
def test_what_is_reached_costs_as_little_as_can_be(ground, most):
    found = cells.reach((0, 0), steps_over(ground), most)
    costs = {(0, 0): 0}
    for _ in ALL:  # Bellman and Ford, as many rounds as there are cells
        for at in list(costs):
            for near, cost in steps_over(ground)(at):
                costs[near] = min(costs.get(near, most + 1), costs[at] + cost)
    assert {at: cost for at, (cost, _) in found.items()} == {at: cost for at, cost in costs.items() if cost <= most}


@LAW
@given(grounds, st.integers(0, 9))
def test_the_way_to_what_is_reached_is_one_and_costs_what_is_said(ground, most):
    for at, (cost, path) in cells.reach((0, 0), steps_over(ground), most).items():
        whole = [(0, 0), *path]
        assert whole[-1] == at
        assert all(near in squares.neighbours(before) for before, near in itertools.pairwise(whole))
        assert sum(ground[near] for near in path) == cost


@LAW
@given(st.lists(st.sampled_from(ALL), unique=True))
def test_runs_are_what_can_be_walked_within(things):
    found = cells.runs(things, lambda one, other: squares.distance(one, other) == 1)
    assert sorted(each for run in found for each in run) == sorted(things)
    for run in found:
        inside = cells.reach(run[0], lambda at: [(near, 0) for near in squares.neighbours(at) if near in things], 0)
        assert set(inside) == set(run)
        assert list(run) == [each for each in things if each in run]
