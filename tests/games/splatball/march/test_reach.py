"""Reach is exact: what is in it is legal at its cost, and no legal path ends elsewhere, or costs less."""

from __future__ import annotations

import random

import pytest

from app.boards import squares
from app.engine.refusal import Refusal
from app.systems.splatball.march.moves import judge_move
from app.systems.splatball.march.reach import embarkable, exits, reach
from app.systems.splatball.park.field import Field
from app.systems.splatball.position.actions import Move
from tests.games.splatball.march.boards import random_position
from tests.games.splatball.march.given import moving
from tests.games.splatball.table import field, piece, rules, unit
from tests.support.random_play import bounded

ROAD = [(x, 4) for x in range(12)]


def every_legal_path(on):
    """Every legal path of ``u``, but of those that come to the same square over the same things for the same cost, on the road or off
    it, only one: what can follow is the same."""
    start = on.units["u"].at
    waiting, seen = [()], set()
    while waiting:
        path = waiting.pop()
        for to in squares.neighbours(path[-1] if path else start):
            plan = judge_move(on, Move("u", (*path, to)))
            if isinstance(plan, Refusal):
                continue
            along = all(at in on.ground.roads for at in plan_squares(plan))
            flat = (frozenset(plan.destroyed_pieces), frozenset(plan.destroyed_fences))
            key = (to, flat, plan.cost, plan.stop is not None, along)
            if key not in seen:
                seen.add(key)
                waiting.append((*path, to))
                yield plan


def plan_squares(plan):
    return [stride.to for stride in plan.strides]


def cheapest(plans):
    found: dict = {}
    for plan in plans:
        to = plan.strides[-1].to
        if to not in found or plan.cost < found[to]:
            found[to] = plan.cost
    return found


@pytest.mark.rule("SPL-MOVE-04", "SPL-MOVE-10", "SPL-TER-01", "SPL-FEN-02", "SPL-VEH-03", "SPL-VEH-09", "SPL-ROAD-04")
@pytest.mark.parametrize("seed", range(bounded(120, 1500)))
def test_reach_is_exact_on_boards_at_random(seed):
    made = random_position(random.Random(seed))
    on = Field.of(made, rules(**made.options))
    u = on.units["u"]
    reached = reach(on, u)
    legal = list(every_legal_path(on))
    costs = cheapest(legal)

    costs.pop(u.at, None)
    assert {at: found.cost for at, found in reached.items()} == costs
    for at, found in reached.items():
        plan = judge_move(on, Move("u", found.path))
        assert plan_squares(plan)[-1] == at
        assert (plan.cost, plan.stop, plan.may_fight) == (found.cost, found.stop, found.may_fight)
        assert (plan.destroyed_pieces, plan.destroyed_fences) == (found.pieces, found.fences)
        if found.stop is not None:
            ways_on = [other for other in legal if other.strides[-1].to == at and other.stop is None]
            assert all(other.cost > found.cost for other in ways_on)
    _leaving_and_boarding_agree(on, u, legal)


def _leaving_and_boarding_agree(on, u, legal):
    paths = [(), *(tuple(plan_squares(plan)) for plan in legal)]

    def least(**parts):
        plans = (judge_move(on, Move("u", path, **parts)) for path in paths)
        return min((plan.cost for plan in plans if not isinstance(plan, Refusal)), default=None)

    out = exits(on, u)
    assert (None if out is None else judge_move(on, Move("u", out, exit=True)).cost) == least(exit=True)
    aboard = embarkable(on, u)
    for other in on.units:
        found = judge_move(on, Move("u", aboard[other], embark=other)).cost if other in aboard else None
        assert found == least(embark=other)


@pytest.mark.rule("SPL-ROAD-04")
def test_reach_knows_the_square_more_of_the_road():
    reached = reach(field(unit("u", "badger", (0, 4)), roads=ROAD), unit("u", "badger", (0, 4)))

    assert reached[(6, 4)].cost == 6
    assert (6, 3) not in reached
    assert (5, 3) in reached


@pytest.mark.rule("SPL-MOVE-03", "SPL-TER-01")
def test_reach_says_where_one_is_stopped_and_after_what_one_may_fight():
    on = field(unit("u", "lobber", (5, 5)), pieces=[piece("p1", "tree", (5, 2))])
    reached = reach(on, on.units["u"])

    assert reached[(5, 3)].stop == ("SPL-TER-01", "p1")
    assert (5, 2) not in reached
    assert reached[(7, 5)].may_fight
    assert not reached[(8, 5)].may_fight
    assert reached[(7, 5)].path == ((6, 5), (7, 5))


@pytest.mark.rule("SPL-VEH-05", "SPL-VEH-09")
def test_reach_says_what_is_flattened():
    u = unit("u", "marmot", (0, 0))
    on = field(u, pieces=[piece("p1", "rocks", (1, 0)), piece("p2", "tree", (0, 1)), piece("p3", "hedge", (1, 1))])

    assert reach(on, u)[(1, 0)].pieces == ("p1",)
    assert reach(on, u)[(2, 0)].pieces == ("p3",)


@pytest.mark.rule("SPL-MOVE-11", "SPL-TRN-03")
def test_ways_off_the_board_and_aboard_are_found():
    u = unit("u", "scamp", (2, 5))
    on = field(u, unit("v", "armadillo", (4, 3)), unit("w", "cart", (8, 8)))

    assert len(exits(on, u)) == 2
    assert exits(field(unit("u", "scamp", (3, 5))), unit("u", "scamp", (3, 5))) is None
    assert set(embarkable(on, u)) == {"v"}
    assert moving(on, *embarkable(on, u)["v"], embark="v").cost == 2
