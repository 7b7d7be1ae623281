"""Vehicles, step by step: how far, what they drive over and what that costs, what stops them."""

from __future__ import annotations

import pytest

from app.systems.splatball.march.allowance import allowance
from app.systems.splatball.position import events_fights as ef
from app.systems.splatball.position.actions import Unload
from tests.games.splatball.march.given import ends, moving, rule_of
from tests.games.splatball.table import field, piece, position, rules, story, unit

VEHICLES = ("badger", "armadillo", "cart", "marmot")
ROAD = [(x, 4) for x in range(12)]
NORTH_SIDE = ((5, 5), (6, 5))


def driving(kind: str, *path, at=(5, 5), damage=0, **given):
    return moving(field(unit("u", kind, at, damage=damage), **given), *path)


@pytest.mark.rule("SPL-VEH-01", "SPL-VEH-02", "SPL-VEH-03", "SPL-VEH-04")
@pytest.mark.parametrize(
    ("kind", "squares", "may_fight"),
    [
        ("badger", (5, 2, 0), True),
        ("armadillo", (6, 3, 0), False),
        ("cart", (4, 2, 0), False),
        ("marmot", (4, 2, 0), False),
    ],
)
def test_damage_halves_and_then_stops_a_vehicle(kind, squares, may_fight):
    for damage, most in enumerate(squares):
        path = [(5 - (step % 2), 10 - step) for step in range(1, most + 2)]
        assert allowance(rules(), rules().units[kind], damage) == most
        assert rule_of(driving(kind, *path, at=(5, 10), damage=damage)) == ("SPL-VEH-03", most + 1)
        if most:
            plan = driving(kind, *path[:most], at=(5, 10), damage=damage)
            assert (*ends(plan), plan.may_fight) == (most, None, may_fight)


@pytest.mark.rule("SPL-VEH-03", "SPL-MOVE-11", "SPL-VEH-17")
def test_an_immobilised_vehicle_neither_turns_nor_leaves_but_unloads():
    rider = unit("r", "scamp", inside="u")
    on = field(unit("u", "armadillo", (0, 5), damage=2), rider)

    assert rule_of(moving(on, facing="E")) == ("SPL-VEH-03",)
    assert rule_of(moving(on, exit=True)) == ("SPL-VEH-03",)
    assert rule_of(moving(on, (0, 4))) == ("SPL-VEH-03", 1)
    assert rule_of(moving(on, unload=(Unload("r", (1, 5)),))) == ()
    assert rule_of(moving(field(unit("u", "marmot", (5, 5), damage=2)), facing="E")) == ("SPL-VEH-03",)


@pytest.mark.rule("SPL-VEH-04", "SPL-MOVE-09", "SPL-FEN-04")
def test_vehicles_step_diagonally_as_foot_units_do():
    walls = [unit("x", "scamp", (6, 5)), unit("y", "scamp", (5, 4))]
    both = [NORTH_SIDE, ((6, 5), (7, 5))]

    assert ends(driving("badger", (6, 4))) == (1, None)
    assert rule_of(moving(field(unit("u", "badger", (5, 5)), *walls), (6, 4))) == ("SPL-MOVE-09", 1)
    assert rule_of(driving("marmot", (6, 4), fences=both)) == ("SPL-FEN-04", 1)
    assert rule_of(driving("badger", (6, 4), pieces=[piece("p1", "tree", (6, 5)), piece("p2", "rocks", (5, 4))])) == (
        "SPL-MOVE-09",
        1,
    )
    assert ends(driving("marmot", (6, 4), pieces=[piece("p1", "tree", (6, 5)), piece("p2", "rocks", (5, 4))])) == (
        1,
        None,
    )


@pytest.mark.rule("SPL-VEH-04", "SPL-MOVE-08", "SPL-VEH-15", "SPL-GEO-10")
def test_vehicles_fill_their_square_like_any_unit():
    tank = unit("x", "marmot", (5, 4), "b")

    assert rule_of(moving(field(unit("u", "armadillo", (5, 5)), tank), (5, 4))) == ("SPL-MOVE-08", 1)
    assert rule_of(moving(field(unit("u", "scamp", (5, 5)), tank), (5, 4))) == ("SPL-MOVE-08", 1)


@pytest.mark.rule("SPL-VEH-15")
def test_a_destroyed_vehicle_leaves_nothing_behind():
    after = story(position(unit("u", "scamp", (5, 5)), unit("x", "marmot", (5, 4), "b")))
    after.add(ef.Impact("x", 3, last=True))

    assert after.field.is_free((5, 4))
    assert ends(moving(after.field, (5, 4))) == (1, None)


@pytest.mark.rule("SPL-VEH-05", "SPL-VEH-06", "SPL-VEH-09")
@pytest.mark.parametrize(
    ("kind", "over", "cost"),
    [
        ("badger", "hedge", 2),
        ("badger", "playground", 2),
        ("armadillo", "hedge", 2),
        ("armadillo", "tree", 2),
        ("armadillo", "ammo", 2),
        ("armadillo", "phone", 2),
        ("armadillo", "rocks", 3),
        ("marmot", "rocks", 3),
        ("marmot", "tree", 2),
    ],
)
@pytest.mark.rule("SPL-VEH-10", "SPL-VEH-11", "SPL-VEH-12")
def test_driving_over_a_piece_costs_more_and_removes_it(kind, over, cost):
    plan = driving(kind, (5, 4), pieces=[piece("p1", over, (5, 4))])

    assert ends(plan) == (cost, None)
    assert plan.destroyed_pieces == ("p1",)


@pytest.mark.rule("SPL-VEH-05", "SPL-VEH-09")
@pytest.mark.parametrize("kind", ["badger", "armadillo", "marmot"])
def test_driving_across_a_fence_costs_one_more_and_removes_that_segment(kind):
    fences = [NORTH_SIDE, ((6, 5), (7, 5)), ((5, 4), (6, 4))]
    plan = driving(kind, (5, 4), (5, 3), fences=fences)

    assert ends(plan) == (4, None)
    assert plan.destroyed_fences == (NORTH_SIDE, ((5, 4), (6, 4)))


@pytest.mark.rule("SPL-VEH-05")
def test_a_fence_before_a_piece_costs_both():
    plan = driving("marmot", (5, 4), fences=[NORTH_SIDE], pieces=[piece("p1", "rocks", (5, 4))])

    assert ends(plan) == (4, None)


@pytest.mark.rule("SPL-VEH-09", "SPL-VEH-05")
def test_what_was_flattened_earlier_in_the_path_costs_nothing_more():
    plan = driving("armadillo", (5, 4), (5, 5), (5, 4), fences=[NORTH_SIDE], pieces=[piece("p1", "tree", (5, 4))])

    assert ends(plan) == (5, None)
    assert (plan.destroyed_pieces, plan.destroyed_fences) == (("p1",), (NORTH_SIDE,))


@pytest.mark.rule("SPL-VEH-09", "SPL-FEN-04")
def test_a_segment_that_was_knocked_down_bars_no_corner_any_more():
    fences = [NORTH_SIDE, ((6, 5), (7, 5))]

    assert rule_of(driving("marmot", (5, 4), (6, 5), fences=[*fences, ((6, 5), (6, 6))])) == ("SPL-FEN-04", 2)
    assert ends(driving("marmot", (5, 4), (6, 5), fences=fences)) == (3, None)


@pytest.mark.rule("SPL-VEH-07", "SPL-OBJ-09")
@pytest.mark.parametrize("kind", VEHICLES)
def test_nobody_drives_over_a_piece_with_a_marker(kind):
    assert rule_of(driving(kind, (5, 4), pieces=[piece("p1", "hedge", (5, 4), objective="b")])) == ("SPL-VEH-07", 1)
    marked = piece("p1", "ammo", (5, 4), "b", "b")
    assert rule_of(driving(kind, (5, 4), pieces=[marked])) == ("SPL-VEH-07", 1)


@pytest.mark.rule("SPL-VEH-07")
def test_ammunition_that_was_captured_may_be_driven_over():
    assert ends(driving("marmot", (5, 4), pieces=[piece("p1", "ammo", (5, 4), "b")])) == (2, None)


@pytest.mark.rule("SPL-VEH-07", "SPL-MOVE-09")
def test_a_piece_with_a_marker_obstructs_a_vehicle_beside_a_diagonal():
    pieces = [piece("p1", "hedge", (6, 5), objective="b"), piece("p2", "hedge", (5, 4), objective="b")]

    assert rule_of(driving("marmot", (6, 4), pieces=pieces)) == ("SPL-MOVE-09", 1)


@pytest.mark.rule("SPL-VEH-08", "SPL-HQ-04")
@pytest.mark.parametrize("kind", VEHICLES)
@pytest.mark.parametrize("marker", [None, "b"])
def test_nobody_drives_over_large_pieces_or_into_a_headquarters(kind, marker):
    for over in ("fountain", "treehouse"):
        large = piece("p1", over, (4, 3), objective=marker)
        assert rule_of(driving(kind, (5, 4), pieces=[large])) == ("SPL-VEH-08", 1)
    assert rule_of(driving(kind, (5, 4), pieces=[piece("p1", "hq", (5, 4), "a")])) == ("SPL-HQ-04", 1)


@pytest.mark.rule("SPL-VEH-10", "SPL-VEH-13")
@pytest.mark.parametrize(
    ("kind", "barred", "rule"),
    [
        ("badger", {"rocks", "tree", "ammo", "phone"}, "SPL-VEH-10"),
        ("cart", {"hedge", "rocks", "playground", "tree", "ammo", "phone"}, "SPL-VEH-13"),
        ("armadillo", set(), ""),
        ("marmot", set(), ""),
    ],
)
@pytest.mark.rule("SPL-VEH-11", "SPL-VEH-12")
def test_what_each_vehicle_must_go_round(kind, barred, rule):
    for over in ("hedge", "rocks", "playground", "tree", "ammo", "phone"):
        verdict = driving(kind, (5, 4), pieces=[piece("p1", over, (5, 4))])
        assert rule_of(verdict) == ((rule, 1) if over in barred else ())


@pytest.mark.rule("SPL-VEH-10", "SPL-VEH-11", "SPL-VEH-12", "SPL-VEH-13", "SPL-TER-08", "SPL-TER-09", "SPL-HQ-02")
@pytest.mark.parametrize(
    ("kind", "stopping"),
    [
        ("badger", {"rocks", "tree", "fountain", "treehouse"}),
        ("armadillo", {"fountain", "treehouse"}),
        ("marmot", {"fountain", "treehouse"}),
        ("cart", {"hedge", "rocks", "playground", "tree", "fountain", "treehouse"}),
    ],
)
def test_what_stops_each_vehicle_on_contact(kind, stopping):
    for beside in ("hedge", "rocks", "playground", "tree", "ammo", "phone", "fountain", "treehouse"):
        plan = driving(
            kind, (5, 4), pieces=[piece("p1", beside, (6, 2) if beside in ("fountain", "treehouse") else (6, 3))]
        )
        assert ends(plan) == (1, "SPL-TER-01" if beside in stopping else None), beside


@pytest.mark.rule("SPL-VEH-09")
def test_no_vehicle_drives_over_what_stops_it():
    for kind in VEHICLES:
        stopped_by = {name for name, terrain in rules().terrain.items() if kind in terrain.stops}
        assert not stopped_by & rules().units[kind].crosses


@pytest.mark.rule("SPL-VEH-13", "SPL-FEN-02", "SPL-FEN-03")
def test_a_cart_stops_at_fences_and_never_crosses_one():
    assert ends(driving("cart", (5, 6), (5, 5), at=(5, 7), fences=[NORTH_SIDE])) == (2, "SPL-FEN-02")
    assert rule_of(driving("cart", (5, 6), (5, 5), (4, 5), at=(5, 7), fences=[NORTH_SIDE])) == ("SPL-FEN-02", 3)
    assert rule_of(driving("cart", (5, 4), fences=[NORTH_SIDE])) == ("SPL-VEH-13", 1)
    assert ends(driving("cart", (6, 4), fences=[NORTH_SIDE])) == (1, None)
    assert ends(driving("badger", (5, 6), (5, 5), (4, 5), at=(5, 7), fences=[NORTH_SIDE])) == (3, None)


@pytest.mark.rule("SPL-ROAD-04", "SPL-VEH-13")
@pytest.mark.parametrize(
    ("kind", "may_fight"), [("badger", True), ("armadillo", False), ("cart", True), ("marmot", False)]
)
def test_a_vehicle_that_keeps_to_the_road_has_a_square_more(kind, may_fight):
    most = rules().units[kind].move
    path = [(step, 4) for step in range(1, most + 3)]
    riders = [unit("r", "scamp", inside="u")] if kind == "cart" else []
    on = field(unit("u", kind, (0, 4)), *riders, roads=ROAD)

    plan = moving(on, *path[: most + 1])
    assert (*ends(plan), plan.may_fight) == (most + 1, None, may_fight)
    assert rule_of(moving(on, *path[: most + 2])) == ("SPL-VEH-03", most + 2)
    assert rule_of(moving(on, *path[:most], (most + 1, 3))) == ("SPL-VEH-03", most + 1)
    off = field(unit("u", kind, (0, 5)), *riders, roads=ROAD)
    assert rule_of(moving(off, *path[: most + 1])) == ("SPL-VEH-03", most + 1)


@pytest.mark.rule("SPL-ROAD-04", "SPL-MOVE-11")
def test_leaving_the_board_at_the_end_of_the_road_does_not_cost_that_square():
    path = [(step, 4) for step in (3, 2, 1, 0)]
    on = field(unit("u", "marmot", (4, 4)), roads=ROAD)

    assert ends(moving(on, *path, exit=True)) == (5, None)
    off = field(unit("u", "marmot", (4, 4)), roads=ROAD[:-8])
    assert rule_of(moving(off, *path, exit=True)) == ("SPL-VEH-03", 5)


@pytest.mark.rule("SPL-ROAD-04", "SPL-VEH-02")
def test_an_immobilised_vehicle_has_no_square_more():
    for damage, most in ((0, 6), (1, 3), (2, 0)):
        assert allowance(rules(), rules().units["badger"], damage, along_road=True) == most


@pytest.mark.rule("SPL-ROAD-04")
def test_roads_do_not_stop_vehicles():
    assert ends(driving("badger", (5, 4), (5, 3), roads=ROAD)) == (2, None)


@pytest.mark.rule("SPL-VEH-12", "SPL-VEH-11", "SPL-VEH-14")
def test_after_which_moves_vehicles_may_fight():
    for kind, may_fight in (("badger", True), ("armadillo", False), ("cart", False), ("marmot", False)):
        assert driving(kind, (5, 4)).may_fight is may_fight
    rider = unit("r", "slinger", inside="u")
    assert moving(field(unit("u", "cart", (5, 5)), rider), (5, 4)).may_fight
    late = unit("r", "slinger", inside="u", boarded=True)
    assert not moving(field(unit("u", "cart", (5, 5)), late), (5, 4)).may_fight


@pytest.mark.rule("SPL-VEH-17", "SPL-VEH-01")
def test_badger_and_armadillo_turn_and_the_others_have_no_facing_that_matters():
    plan = driving("badger", (5, 4))
    assert plan.may_fight
    turned = moving(field(unit("u", "badger", (5, 5))), (5, 4), facing="E")
    assert (turned.facing, turned.may_fight) == ("E", False)
    assert moving(field(unit("u", "armadillo", (5, 5))), facing="E").facing == "E"
    for kind in ("marmot", "cart"):
        on = field(unit("u", kind, (5, 5)))
        assert rule_of(moving(on, facing="E")) == ("SPL-VEH-17",)
        assert rule_of(moving(on, (5, 4), facing="N")) == ()
