"""A move as a whole: what may go together, turning, leaving, and which refusal comes first."""

from __future__ import annotations

import pytest

from app.systems.splatball.march.moves import judge_move, worded
from app.systems.splatball.position.actions import Move, Unload
from tests.games.splatball.march.given import ends, moving, rule_of
from tests.games.splatball.table import field, piece, rules, unit

SCAMP = unit("u", "scamp", (5, 5))
WITHOUT = rules(facing=False)


@pytest.mark.rule("SPL-ACT-02", "SPL-TRN-06", "SPL-MOVE-02", "SPL-TRN-05")
def test_what_forbids_any_move_comes_in_order():
    rider = {"inside": "v"}
    cart = unit("v", "cart", (5, 5))

    def verdict(**flags):
        at = None if "inside" in flags else (4, 4)
        return rule_of(moving(field(cart, unit("u", "scamp", at, **flags)), (4, 3)))

    assert verdict(activated=False, unloaded_from="cart", has_moved=True) == ("SPL-ACT-02",)
    assert verdict(unloaded_from="armadillo", has_moved=True) == ("SPL-TRN-06",)
    assert verdict(has_moved=True, **rider) == ("SPL-MOVE-02",)
    assert verdict(**rider) == ("SPL-TRN-05",)
    assert verdict() == ()


@pytest.mark.rule("SPL-MOVE-02", "SPL-MOVE-05")
def test_a_move_with_nothing_in_it_is_refused():
    assert rule_of(moving(field(SCAMP))) == ("SPL-MOVE-02",)
    assert rule_of(moving(field(SCAMP), facing="N")) == ("SPL-MOVE-02",)
    assert rule_of(moving(field(unit("u", "armadillo", (5, 5))), pickup=(1,))) == ("SPL-MOVE-02",)
    assert rule_of(moving(field(SCAMP), facing="S")) == ()


@pytest.mark.rule("SPL-MOVE-02")
def test_leaving_and_going_aboard_go_with_nothing_else_that_ends_a_move():
    tank = unit("v", "armadillo", (0, 1), fences_aboard=1)
    rider, scamp = unit("r", "scamp", inside="v"), unit("u", "scamp", (0, 2))
    on = field(tank, rider, scamp)
    off, fence = (Unload("r", (1, 1)),), (((0, 1), (1, 1)),)

    assert rule_of(moving(on, exit=True, embark="v")) == ("SPL-MOVE-02",)
    assert rule_of(moving(on, exit=True, facing="E")) == ("SPL-MOVE-02",)
    assert rule_of(moving(on, embark="v", facing="E")) == ("SPL-MOVE-02",)
    assert rule_of(moving(on, name="v", exit=True, unload=off)) == ("SPL-MOVE-02",)
    assert rule_of(moving(on, name="v", exit=True, place_fences=fence)) == ("SPL-MOVE-02",)
    assert rule_of(moving(on, name="v", embark="v", unload=off)) == ("SPL-MOVE-02",)
    assert rule_of(moving(on, exit=True, facing="N")) == ()
    assert rule_of(moving(on, name="v", unload=off, place_fences=fence, facing="E")) == ()


@pytest.mark.rule("SPL-MOVE-02", "SPL-MOVE-05")
def test_in_a_room_without_facings_any_facing_that_is_named_counts():
    on = field(unit("u", "scamp", (0, 5)), of=WITHOUT)

    assert rule_of(moving(on, exit=True, facing="N")) == ("SPL-MOVE-02",)
    assert rule_of(moving(on, facing="N")) == ("SPL-MOVE-05",)
    assert rule_of(moving(on, (1, 5), facing="N")) == ("SPL-MOVE-05",)


@pytest.mark.rule("SPL-MOVE-05", "SPL-FIRE-04")
def test_a_turn_costs_no_squares_but_the_attack():
    plan = moving(field(SCAMP), (5, 4), (5, 3), (5, 2), facing="SW")

    assert ends(plan) == (3, None)
    assert (plan.facing, plan.may_fight) == ("SW", False)
    still = moving(field(SCAMP), (5, 4), facing="N")
    assert (still.facing, still.may_fight) == (None, True)


@pytest.mark.rule("SPL-MOVE-10")
def test_a_stopped_unit_may_still_turn_but_neither_leave_nor_go_aboard():
    tree = [piece("p1", "tree", (2, 3))]
    on = field(unit("u", "scamp", (1, 6)), unit("v", "cart", (0, 3)), pieces=tree)

    assert ends(moving(on, (1, 5), (1, 4), facing="E")) == (2, "SPL-TER-01")
    assert rule_of(moving(on, (1, 5), (1, 4), embark="v")) == ("SPL-TER-01",)
    rim = field(unit("u", "scamp", (0, 6)), pieces=[piece("p1", "tree", (1, 4))])
    assert rule_of(moving(rim, (0, 5), exit=True)) == ("SPL-TER-01", 2)


@pytest.mark.rule("SPL-MOVE-11")
def test_a_unit_leaves_from_beside_a_square_off_the_board_for_one_more():
    inner = field(unit("u", "scamp", (5, 5)), missing=[(1, 1)])

    assert rule_of(moving(field(SCAMP), exit=True)) == ("SPL-MOVE-11", 1)
    assert ends(moving(inner, exit=True)) == (1, None)
    no_diagonals = field(unit("u", "scamp", (5, 5)), missing=[(1, 1)], of=rules(diagonals=False))
    assert ends(moving(no_diagonals, exit=True)) == (1, None)
    plan = moving(field(unit("u", "scamp", (2, 5))), (1, 5), (0, 5), exit=True)
    assert (plan.cost, plan.exits, plan.may_fight) == (3, True, False)


@pytest.mark.rule("SPL-MOVE-11", "SPL-MOVE-04", "SPL-VEH-03")
def test_leaving_needs_a_square_of_movement():
    on_foot = field(unit("u", "scamp", (3, 5)))
    driving = field(unit("u", "marmot", (4, 5)))

    assert rule_of(moving(on_foot, (2, 5), (1, 5), (0, 5), exit=True)) == ("SPL-MOVE-04", 4)
    assert rule_of(moving(driving, (3, 5), (2, 5), (1, 5), (0, 5), exit=True)) == ("SPL-VEH-03", 5)


@pytest.mark.rule("SPL-MOVE-02")
def test_parts_after_the_path_are_judged_in_order():
    """Leaving, going aboard, picking up, unloading, setting fences, facing."""
    v = unit("v", "armadillo", (5, 5), fences_aboard=0)
    on = field(v, unit("r", "scamp", inside="v"), of=WITHOUT)
    wrong_off, off = (Unload("x", (5, 4)),), (Unload("r", (5, 4)),)
    fence = (((0, 0), (1, 0)),)

    def verdict(**parts):
        return rule_of(moving(on, (6, 5), name="v", **parts))

    assert verdict(pickup=(1,), unload=wrong_off, place_fences=fence, facing="N") == ("SPL-TRN-08",)
    assert verdict(unload=wrong_off, place_fences=fence, facing="N") == ("SPL-TRN-05",)
    assert verdict(unload=off, place_fences=fence, facing="N") == ("SPL-TRN-09",)
    assert verdict(unload=off, facing="N") == ("SPL-MOVE-05",)
    assert rule_of(moving(on, (7, 5), name="v", pickup=(1,))) == ("SPL-MOVE-06", 1)
    assert rule_of(moving(on, (6, 5), name="v", exit=True, pickup=(1,))) == ("SPL-MOVE-11", 2)
    assert rule_of(moving(on, (6, 5), name="v", embark="v", pickup=(1,))) == ("SPL-TRN-02",)


@pytest.mark.rule("SPL-MOVE-02")
def test_moves_that_say_the_same_have_one_wording():
    on = field(
        unit("v", "armadillo", (5, 5), fences_aboard=1),
        unit("r", "scamp", inside="v"),
        unit("q", "scamp", inside="v"),
        fences=[((5, 5), (6, 5))],
    )
    action = Move(
        "v", ((5, 4), (6, 4)), facing="N", unload=(Unload("r", (5, 3), "S"), Unload("q", (7, 4), "E")),
        pickup=(1,), place_fences=(((7, 5), (7, 4)),),
    )  # fmt: skip

    said = worded(on, action)
    assert said.facing is None
    assert [each.facing for each in said.unload] == [None, "E"]
    assert said.place_fences == (((7, 4), (7, 5)),)
    assert judge_move(on, said) == judge_move(on, action)
