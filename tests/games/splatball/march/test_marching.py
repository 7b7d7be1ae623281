"""What a move brings about, event by event, and the position after it."""

from __future__ import annotations

import random

import pytest

from app.engine.refusal import Refusal
from app.systems.splatball.march.marching import carry_out
from app.systems.splatball.march.moves import judge_move
from app.systems.splatball.position import events as e
from app.systems.splatball.position.actions import Move, Unload
from app.systems.splatball.score.points import worth_of
from tests.games.splatball.march.boards import random_move, random_position
from tests.games.splatball.table import piece, position, rules, story, told, unit
from tests.support.random_play import bounded

NORTH_SIDE = ((5, 5), (6, 5))


def carried_out(at, *path, name="u", **parts):
    of = story(at)
    plan = judge_move(of.field, Move(name, path, **parts))
    assert not isinstance(plan, Refusal), plan
    carry_out(of, plan)
    return of


def kinds(of):
    return [type(event).__name__ for event in of.events]


@pytest.mark.rule("SPL-MOVE-01", "SPL-MOVE-02", "SPL-MOVE-04")
def test_a_plain_move_is_told_in_one_piece_and_is_the_only_one():
    of = carried_out(position(unit("u", "scamp", (5, 5))), (5, 4), (6, 3))

    assert kinds(of) == ["Moved", "MoveEnded"]
    moved = of.events[0]
    assert (moved.path, moved.cost, moved.start, moved.seat, moved.kind) == (((5, 4), (6, 3)), 2, (5, 5), "a", "scamp")
    u = of.position.units["u"]
    assert (u.at, u.moved, u.has_moved, u.facing) == ((6, 3), 2, True, "N")
    assert judge_move(of.field, Move("u", ((6, 2),))).rule == "SPL-MOVE-02"


@pytest.mark.rule("SPL-MOVE-05", "SPL-CAMO-07")
def test_a_turn_on_the_spot_keeps_the_marker():
    of = carried_out(position(unit("u", "scamp", (5, 5), marker=True)), facing="E")

    assert kinds(of) == ["Turned", "MoveEnded"]
    u = of.position.units["u"]
    assert (u.facing, u.turned, u.marker, u.revealed, u.moved) == ("E", True, True, False, 0)


@pytest.mark.rule("SPL-CAMO-07", "SPL-CAMO-08")
def test_whoever_changes_square_is_revealed_and_loses_its_marker_for_good():
    for parts in ({"path": ((5, 4),)}, {"embark": "v"}):
        made = position(unit("u", "scamp", (5, 5), marker=True), unit("v", "cart", (6, 5)))
        of = carried_out(made, *parts.pop("path", ()), **parts)

        assert kinds(of)[:2] == ["Revealed", "MarkerRemoved"]
        assert (of.position.units["u"].marker, of.position.units["u"].revealed) == (False, True)
    open_ones = position(unit("u", "scamp", (5, 5), marker=True), options={"camo_identity": "open"})
    assert kinds(carried_out(open_ones, (5, 4))) == ["MarkerRemoved", "Moved", "MoveEnded"]


@pytest.mark.rule("SPL-CAMO-08")
def test_hidden_enemies_are_revealed_in_passing_where_they_are_passed():
    hidden = unit("x", "hoser", (9, 5), "b", marker=True)
    of = carried_out(position(unit("u", "badger", (4, 5)), hidden), (5, 5), (6, 5), (6, 6), (5, 6))

    assert kinds(of) == ["Moved", "Revealed", "Moved", "MoveEnded"]
    assert [event.path for event in told(of, e.Moved)] == [((5, 5), (6, 5)), ((6, 6), (5, 6))]
    assert [event.start for event in told(of, e.Moved)] == [(4, 5), (6, 5)]
    x = of.position.units["x"]
    assert (x.marker, x.revealed) == (True, True)


@pytest.mark.rule("SPL-CAMO-08")
def test_friends_and_units_farther_off_than_three_squares_are_not_revealed():
    others = [unit("x", "hoser", (9, 5), "b", marker=True), unit("y", "hoser", (5, 8), "c", marker=True)]
    made = position(unit("u", "scamp", (4, 5)), *others, seats="abc", sides={"c": "a"})

    assert kinds(carried_out(made, (5, 5))) == ["Moved", "MoveEnded"]


@pytest.mark.rule("SPL-VEH-09", "SPL-VEH-05")
def test_what_is_driven_over_is_removed_where_it_lay():
    pieces, fences = [piece("p1", "hedge", (5, 4))], [NORTH_SIDE, ((5, 4), (6, 4))]
    of = carried_out(position(unit("u", "marmot", (5, 6)), pieces=pieces, fences=fences), (5, 5), (5, 4))

    assert kinds(of) == ["FenceRemoved", "PieceRemoved", "Moved", "MoveEnded"]
    assert of.position.pieces == {}
    assert of.position.board.fences == (((5, 4), (6, 4)),)
    assert of.position.units["u"].moved == 4


@pytest.mark.rule("SPL-TRN-08", "SPL-TRN-09")
def test_a_segment_is_taken_aboard_and_set_elsewhere():
    made = position(unit("u", "armadillo", (5, 5)), fences=[NORTH_SIDE])
    of = carried_out(made, (5, 4), (6, 4), pickup=(1,), place_fences=(((7, 4), (7, 5)),))

    assert kinds(of) == ["FenceTaken", "Moved", "Moved", "FenceSet", "MoveEnded"]
    assert of.position.board.fences == (((7, 4), (7, 5)),)
    assert of.position.units["u"].fences_aboard == 0


@pytest.mark.rule("SPL-TRN-03", "SPL-TRN-04", "SPL-HQ-06")
def test_whoever_goes_aboard_is_aboard_and_no_chicken():
    made = position(unit("u", "scamp", (5, 5), chicken=2), unit("v", "cart", (6, 3)))
    of = carried_out(made, (5, 4), embark="v")

    assert kinds(of) == ["Moved", "Embarked", "MoveEnded"]
    u = of.position.units["u"]
    assert (u.at, u.inside, u.boarded, u.moved, u.chicken, u.has_moved) == (None, "v", True, 2, 0, True)


@pytest.mark.rule("SPL-TRN-05", "SPL-TRN-06", "SPL-CAMO-08")
def test_passengers_get_off_and_reveal_whom_they_come_near_to():
    riders = [unit("r", "scamp", inside="u"), unit("q", "slinger", inside="u")]
    hidden = unit("x", "hoser", (5, 1), "b", marker=True)
    made = position(unit("u", "armadillo", (5, 5)), *riders, hidden)
    of = carried_out(made, unload=(Unload("q", (6, 6), "E"), Unload("r", (5, 4))), facing="S")

    assert kinds(of) == ["Unloaded", "Unloaded", "Revealed", "Turned", "MoveEnded"]
    r, q, u = (of.position.units[name] for name in ("r", "q", "u"))
    assert (r.at, r.facing, r.moved, r.unloaded_from) == ((5, 4), "S", 1, "armadillo")
    assert (q.at, q.facing, q.inside) == ((6, 6), "E", None)
    assert (u.has_unloaded, u.turned, u.facing) == (True, True, "S")
    cart = position(unit("u", "cart", (5, 5)), riders[0])
    assert carried_out(cart, unload=(Unload("r", (5, 4)),)).position.units["r"].unloaded_from == "cart"


@pytest.mark.rule("SPL-MOVE-11", "SPL-MOVE-12", "SPL-VP-06")
def test_every_enemy_side_gets_the_points_for_what_leaves_passengers_and_all():
    vehicle = unit("u", "armadillo", (1, 5), damage=1)
    rider = unit("r", "hoser", inside="u", lives=2)
    others = [unit("k", "scamp", (8, 8)), unit("x", "scamp", (8, 2), "b"), unit("y", "scamp", (2, 8), "c")]
    made = position(vehicle, rider, *others, seats="abcd", sides={"d": "a"})
    of = carried_out(made, (0, 5), exit=True)

    assert kinds(of) == ["Moved", "LeftBoard", "Scored"]
    assert of.events[1].passengers == ("r",)
    worth = worth_of(rules(), (vehicle, rider))
    assert worth == 2 * 4 + 2 + 2 * 2 + 1
    assert of.position.points == {"a": 0, "b": worth, "c": worth}
    assert {name: gone.cause for name, gone in of.position.gone.items()} == {"u": "left", "r": "left"}


@pytest.mark.rule("SPL-MOVE-12", "SPL-WIN-04")
def test_the_last_unit_of_a_side_that_leaves_ends_the_game():
    of = carried_out(position(unit("u", "scamp", (0, 5)), unit("x", "scamp", (8, 8), "b")), exit=True)

    assert kinds(of) == ["LeftBoard", "Scored", "GameOver"]
    assert of.position.result.winners == ("b",)


@pytest.mark.rule("SPL-CAMO-09", "SPL-MOVE-11")
def test_a_hidden_unit_that_leaves_is_revealed():
    others = [unit("k", "scamp", (8, 8)), unit("x", "scamp", (8, 2), "b")]
    of = carried_out(position(unit("u", "scamp", (0, 5), marker=True), *others), exit=True)

    assert kinds(of) == ["Revealed", "MarkerRemoved", "LeftBoard", "Scored"]
    assert not of.position.gone["u"].unseen


@pytest.mark.rule("SPL-MOVE-02", "SPL-MOVE-10", "SPL-VEH-09", "SPL-TRN-08", "SPL-TRN-09")
def test_the_position_after_a_move_is_what_its_plan_says():
    pick = random.Random(7)
    legal = 0
    for _ in range(bounded(1500, 20_000)):
        made = random_position(pick)
        of = story(made)
        plan = judge_move(of.field, random_move(of.field, pick))
        if isinstance(plan, Refusal):
            continue
        legal += 1
        carry_out(of, plan)
        _agrees(made, of, plan)
    assert legal > 200


def _agrees(made, of, plan):
    after, before = of.position, made.units[plan.unit]
    assert set(made.pieces) - set(after.pieces) == set(plan.destroyed_pieces)
    fences = set(made.board.fences) - set(plan.destroyed_fences) - set(plan.taken) | set(plan.fences_set)
    assert set(after.board.fences) == fences
    if plan.exits:
        assert plan.unit in after.gone
        return
    unit_after = after.units[plan.unit]
    assert unit_after.moved == plan.cost
    assert unit_after.inside == plan.vehicle
    assert unit_after.fences_aboard == plan.fences_aboard
    assert unit_after.turned == (plan.facing is not None)
    assert unit_after.has_moved
    if plan.vehicle is None:
        assert unit_after.at == (plan.strides[-1].to if plan.strides else before.at)
    for each in plan.set_down:
        assert after.units[each.unit].at == each.at
    places = [each.at for each in after.units.values() if each.at is not None]
    assert len(places) == len(set(places))
