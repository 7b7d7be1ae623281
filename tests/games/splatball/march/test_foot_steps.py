"""Foot units, step by step: neighbours, units in the way, pieces, fences, roads, headquarters."""

from __future__ import annotations

import pytest

from app.systems.splatball.march.allowance import allowance, most_before_fighting
from app.systems.splatball.march.stepping import Passage, Walker
from tests.games.splatball.march.given import ends, moving, rule_of
from tests.games.splatball.table import field, piece, rules, unit

SCAMP = unit("u", "scamp", (5, 5))
ROAD = [(x, 4) for x in range(12)]
NORTH_SIDE = ((5, 5), (6, 5))
"""The side between (5, 4) and (5, 5)."""


# ----------------------------------------------------------------------------------------------------------------- squares


@pytest.mark.rule("SPL-MOVE-03", "SPL-MOVE-04")
@pytest.mark.parametrize(
    ("kind", "fighting", "most"),
    [("scamp", 3, 3), ("lobber", 2, 3), ("camo", 2, 3), ("hoser", 2, 3), ("sniper", 1, 1), ("slinger", 0, 1)],
)
def test_a_foot_unit_goes_as_far_as_its_profile_and_fights_after_less(kind, fighting, most):
    on = field(unit("u", kind, (5, 5)))
    path = [(5, 5 - step) for step in range(1, most + 2)]

    assert rule_of(moving(on, *path)) == ("SPL-MOVE-04", most + 1)
    for count in range(1, most + 1):
        plan = moving(on, *path[:count])
        assert ends(plan) == (count, None)
        assert plan.may_fight == (count <= fighting)
    assert (allowance(rules(), rules().units[kind]), most_before_fighting(rules(), rules().units[kind])) == (
        most,
        fighting,
    )


@pytest.mark.rule("SPL-MOVE-06")
def test_a_step_goes_to_one_of_the_eight_neighbours_or_of_the_four():
    assert rule_of(moving(field(SCAMP), (5, 3))) == ("SPL-MOVE-06", 1)
    assert rule_of(moving(field(SCAMP), (5, 5))) == ("SPL-MOVE-06", 1)
    assert ends(moving(field(SCAMP), (6, 4))) == (1, None)
    assert rule_of(moving(field(SCAMP, of=rules(diagonals=False)), (6, 5), (7, 4))) == ("SPL-MOVE-06", 2)


@pytest.mark.rule("SPL-MOVE-07")
def test_no_step_ends_off_the_board_nor_on_a_module_that_is_missing():
    assert rule_of(moving(field(unit("u", "scamp", (0, 0))), (-1, -1))) == ("SPL-MOVE-07", 1)
    assert rule_of(moving(field(SCAMP, missing=[(1, 0)]), (6, 5))) == ("SPL-MOVE-07", 1)
    assert ends(moving(field(SCAMP), (6, 5))) == (1, None)


@pytest.mark.rule("SPL-MOVE-08", "SPL-GEO-10")
@pytest.mark.parametrize("seat", ["a", "b"])
@pytest.mark.parametrize("marker", [False, True])
def test_nobody_enters_the_square_of_another_unit(seat, marker):
    verdict = moving(field(SCAMP, unit("x", "hoser", (5, 4), seat, marker=marker)), (5, 4))

    assert rule_of(verdict) == ("SPL-MOVE-08", 1)
    assert (verdict.facts["square"], verdict.facts["blocker"]) == ("F5", "x")


@pytest.mark.rule("SPL-MOVE-08")
def test_a_unit_may_come_back_to_where_it_stood():
    assert ends(moving(field(SCAMP), (5, 4), (5, 5))) == (2, None)


@pytest.mark.rule("SPL-MOVE-09")
def test_nobody_squeezes_between_two_squares_that_are_both_obstructed():
    tree, hedge = piece("p1", "tree", (5, 4)), piece("p1", "hedge", (5, 4))
    friend = unit("x", "scamp", (6, 5))

    assert rule_of(moving(field(SCAMP, friend, pieces=[tree]), (6, 4))) == ("SPL-MOVE-09", 1)
    assert ends(moving(field(SCAMP, friend, pieces=[hedge]), (6, 4))) == (1, None)
    assert ends(moving(field(SCAMP, pieces=[tree]), (6, 4))) == (1, None)
    assert ends(moving(field(unit("u", "scamp", (5, 5)), friend, missing=[(0, 0)]), (6, 6))) == (1, None)


@pytest.mark.rule("SPL-MOVE-09", "SPL-HQ-03")
def test_a_headquarters_obstructs_whoever_may_not_enter_it():
    friend = unit("x", "scamp", (6, 5))

    assert ends(moving(field(SCAMP, friend, pieces=[piece("p1", "hq", (5, 4), "a")]), (6, 4))) == (1, None)
    assert rule_of(moving(field(SCAMP, friend, pieces=[piece("p1", "hq", (5, 4), "b")]), (6, 4))) == ("SPL-MOVE-09", 1)


@pytest.mark.rule("SPL-MOVE-13")
def test_enemies_hinder_only_by_filling_their_squares():
    enemies = [unit("x", "hoser", (4, 4), "b"), unit("y", "hoser", (6, 4), "b"), unit("z", "badger", (4, 2), "b")]

    assert ends(moving(field(SCAMP, *enemies), (5, 4), (5, 3), (5, 2))) == (3, None)


# --------------------------------------------------------------------------------------------------------- stop on contact


@pytest.mark.rule("SPL-TER-01", "SPL-MOVE-10", "SPL-GEO-04")
@pytest.mark.parametrize("kind", ["hedge", "rocks", "playground", "tree", "fountain", "treehouse"])
@pytest.mark.parametrize("at", [(5, 2), (6, 2), (7, 2)])
def test_contact_by_side_or_corner_with_what_stops_ends_the_move(kind, at):
    north_west = (at[0], 1) if kind in ("fountain", "treehouse") else at
    on = field(unit("u", "scamp", (6, 5)), pieces=[piece("p1", kind, north_west)])

    plan = moving(on, (6, 4), (6, 3))
    assert ends(plan) == (2, "SPL-TER-01")
    assert plan.stop.piece == "p1"
    beyond = moving(on, (6, 4), (6, 3), (7, 4))
    assert rule_of(beyond) == ("SPL-TER-01", 3)
    assert (beyond.facts["square"], beyond.facts["piece"]) == ("G4", "p1")


@pytest.mark.rule("SPL-TER-01", "SPL-GEO-04")
def test_one_square_farther_off_there_is_no_contact():
    assert ends(moving(field(SCAMP, pieces=[piece("p1", "tree", (7, 3))]), (5, 4), (5, 3))) == (2, None)


@pytest.mark.rule("SPL-GEO-04")
def test_contact_counts_corners_without_diagonals_too():
    on = field(SCAMP, pieces=[piece("p1", "tree", (6, 3))], of=rules(diagonals=False))

    assert ends(moving(on, (5, 4))) == (1, "SPL-TER-01")


@pytest.mark.rule("SPL-TER-06", "SPL-TER-07", "SPL-MOVE-10")
@pytest.mark.parametrize("kind", ["ammo", "phone"])
def test_ammunition_and_phone_boxes_do_not_stop(kind):
    assert ends(moving(field(SCAMP, pieces=[piece("p1", kind, (6, 3))]), (5, 4), (5, 3), (5, 2))) == (3, None)


@pytest.mark.rule(
    "SPL-TER-05", "SPL-TER-06", "SPL-TER-07", "SPL-TER-08", "SPL-TER-09", "SPL-TER-11", "SPL-GEO-08", "SPL-GEO-10"
)
@pytest.mark.parametrize(
    ("kind", "rule"),
    [
        ("tree", "SPL-TER-05"),
        ("ammo", "SPL-TER-06"),
        ("phone", "SPL-TER-07"),
        ("fountain", "SPL-TER-08"),
        ("treehouse", "SPL-TER-09"),
    ],
)
def test_what_must_be_walked_round_is_never_entered(kind, rule):
    at = (4, 3) if kind in ("fountain", "treehouse") else (5, 4)  # its south-eastern square is (5, 4), too
    verdict = moving(field(SCAMP, pieces=[piece("p1", kind, at)]), (5, 4))

    assert rule_of(verdict) == (rule, 1)
    assert verdict.facts["piece"] == "p1"


@pytest.mark.rule("SPL-TER-02", "SPL-TER-03", "SPL-TER-04", "SPL-TER-10", "SPL-GEO-08", "SPL-GEO-10")
@pytest.mark.parametrize("kind", ["hedge", "rocks", "playground"])
def test_hedges_rocks_and_playgrounds_are_walked_through_from_the_next_turn_on(kind):
    pieces = [piece("p1", kind, (5, 4))]

    assert rule_of(moving(field(unit("u", "scamp", (5, 6)), pieces=pieces), (5, 5), (5, 4))) == ("SPL-TER-01", 2)
    assert ends(moving(field(SCAMP, pieces=pieces), (5, 4), (5, 3), (5, 2))) == (3, None)
    assert ends(moving(field(unit("u", "scamp", (5, 4)), pieces=pieces), (5, 3), (5, 2), (5, 1))) == (3, None)


@pytest.mark.rule("SPL-GEO-05", "SPL-TER-01")
def test_touching_pieces_of_one_kind_are_one_obstacle():
    row = [piece("p1", "hedge", (5, 4)), piece("p2", "hedge", (6, 3)), piece("p3", "hedge", (7, 4))]
    apart = [row[0], row[2]]
    mixed = [row[0], piece("p2", "rocks", (6, 3)), row[2]]

    assert ends(moving(field(SCAMP, pieces=row), (6, 5), (7, 5), (8, 5))) == (3, None)
    assert ends(moving(field(SCAMP, pieces=apart), (6, 5))) == (1, "SPL-TER-01")
    assert ends(moving(field(SCAMP, pieces=mixed), (6, 5))) == (1, "SPL-TER-01")
    assert ends(moving(field(SCAMP, pieces=row[:1]), (6, 5), (7, 5))) == (2, None)


@pytest.mark.rule("SPL-GEO-05")
def test_two_fountains_that_touch_are_two_obstacles():
    pieces = [piece("p1", "fountain", (4, 3)), piece("p2", "fountain", (6, 3))]
    on = field(unit("u", "scamp", (4, 5)), pieces=pieces)

    assert ends(moving(on, (5, 5))) == (1, "SPL-TER-01")


# ------------------------------------------------------------------------------------------------------------------ fences


@pytest.mark.rule("SPL-FEN-01", "SPL-FEN-02", "SPL-GEO-04")
def test_a_fence_stops_whoever_comes_to_one_of_the_four_sides_of_its_square():
    fences = [NORTH_SIDE]

    assert ends(moving(field(unit("u", "scamp", (5, 7)), fences=fences), (5, 6), (5, 5))) == (2, "SPL-FEN-02")
    assert rule_of(moving(field(unit("u", "scamp", (5, 7)), fences=fences), (5, 6), (5, 5), (4, 5))) == (
        "SPL-FEN-02",
        3,
    )
    assert ends(moving(field(unit("u", "scamp", (4, 7)), fences=fences), (4, 6), (4, 5), (4, 4))) == (3, None)


@pytest.mark.rule("SPL-FEN-02", "SPL-GEO-05")
def test_along_one_fence_nobody_is_stopped_again_but_by_another():
    run = [NORTH_SIDE, ((6, 5), (7, 5)), ((7, 5), (7, 6))]
    other = [NORTH_SIDE, ((7, 5), (7, 6))]

    assert ends(moving(field(SCAMP, fences=run), (6, 5))) == (1, None)
    assert ends(moving(field(SCAMP, fences=other), (6, 5))) == (1, "SPL-FEN-02")


@pytest.mark.rule("SPL-FEN-02")
def test_a_second_fence_stops_whoever_still_touches_the_first():
    fences = [((5, 5), (6, 5)), ((6, 5), (7, 5)), ((6, 6), (7, 6))]

    assert ends(moving(field(SCAMP, fences=fences), (6, 5))) == (1, "SPL-FEN-02")


@pytest.mark.rule("SPL-FEN-03")
def test_a_fence_is_jumped_from_contact_for_one_square():
    assert ends(moving(field(SCAMP, fences=[NORTH_SIDE]), (5, 4), (5, 3), (5, 2))) == (3, None)
    assert moving(field(SCAMP, fences=[NORTH_SIDE]), (5, 4)).destroyed_fences == ()


@pytest.mark.rule("SPL-FEN-04")
def test_a_fence_is_not_crossed_diagonally_but_passed_at_its_end():
    both = [NORTH_SIDE, ((6, 5), (7, 5))]
    corner = [NORTH_SIDE, ((6, 5), (6, 6))]

    assert rule_of(moving(field(SCAMP, fences=both), (6, 4))) == ("SPL-FEN-04", 1)
    assert rule_of(moving(field(SCAMP, fences=corner), (6, 4))) == ("SPL-FEN-04", 1)
    assert ends(moving(field(SCAMP, fences=[NORTH_SIDE]), (6, 4))) == (1, None)
    assert ends(moving(field(SCAMP, fences=[((5, 5), (5, 6))]), (6, 4))) == (1, None)


@pytest.mark.rule("SPL-FEN-05")
def test_a_fence_takes_points_and_does_not_block_sight():
    fence = rules().terrain["fence"]

    assert (fence.cover_points, fence.cover_dice, fence.blocks_sight) == (3, 0, False)


# ------------------------------------------------------------------------------------------------------------------- roads


@pytest.mark.rule("SPL-ROAD-02")
def test_stepping_onto_a_road_ends_the_move():
    assert ends(moving(field(SCAMP, roads=ROAD), (5, 4))) == (1, "SPL-ROAD-02")
    assert rule_of(moving(field(SCAMP, roads=ROAD), (5, 4), (5, 3))) == ("SPL-ROAD-02", 2)


@pytest.mark.rule("SPL-ROAD-03", "SPL-ROAD-02")
def test_whoever_starts_on_a_road_leaves_it_freely_or_goes_one_square_along_it():
    on = field(unit("u", "scamp", (5, 4)), roads=ROAD)

    assert ends(moving(on, (5, 3), (5, 2), (5, 1))) == (3, None)
    assert ends(moving(on, (6, 4))) == (1, "SPL-ROAD-03")
    assert rule_of(moving(on, (6, 4), (6, 3))) == ("SPL-ROAD-03", 2)
    assert ends(moving(on, (5, 3), (6, 4))) == (2, "SPL-ROAD-02")
    assert rule_of(moving(on, (5, 3), (6, 4), (6, 3))) == ("SPL-ROAD-02", 3)


@pytest.mark.rule("SPL-ROAD-01")
def test_a_road_is_ground_that_nobody_is_in_contact_with():
    ground = field(roads=ROAD).ground

    assert ground.contacts((5, 4)) == ()
    assert (5, 4) not in ground.sight
    assert (rules().terrain["road"].cover_dice, rules().terrain["road"].cover_points) == (0, 0)


# ------------------------------------------------------------------------------------------------------------ headquarters


@pytest.mark.rule("SPL-HQ-02")
@pytest.mark.parametrize("owner", ["a", "b"])
@pytest.mark.parametrize("kind", ["scamp", "badger", "armadillo", "cart", "marmot"])
def test_everybody_stops_at_any_headquarters(owner, kind):
    on = field(unit("u", kind, (5, 5)), pieces=[piece("p1", "hq", (6, 2), owner)])

    plan = moving(on, (5, 4), (5, 3))
    assert ends(plan) == (2, "SPL-HQ-02")
    assert plan.stop.piece == "p1"


@pytest.mark.rule("SPL-HQ-01", "SPL-HQ-03")
def test_the_owners_foot_units_enter_their_headquarters_from_contact_one_at_a_time():
    own, others = [piece("p1", "hq", (5, 4), "a")], [piece("p1", "hq", (5, 4), "b")]

    assert ends(moving(field(SCAMP, pieces=own), (5, 4), (5, 3))) == (2, None)
    assert rule_of(moving(field(SCAMP, pieces=others), (5, 4))) == ("SPL-HQ-03", 1)
    assert rule_of(moving(field(unit("u", "scamp", (5, 6)), pieces=own), (5, 5), (5, 4))) == ("SPL-HQ-02", 2)
    inside = unit("x", "scamp", (5, 4))
    assert rule_of(moving(field(SCAMP, inside, pieces=own), (5, 4))) == ("SPL-MOVE-08", 1)


@pytest.mark.rule("SPL-HQ-03")
def test_a_friend_of_the_owner_does_not_enter_its_headquarters():
    on = field(SCAMP, pieces=[piece("p1", "hq", (5, 4), "c")], sides={"c": "a"})

    assert rule_of(moving(on, (5, 4))) == ("SPL-HQ-03", 1)


# --------------------------------------------------------------------------------------------------------- checking order


@pytest.mark.rule("SPL-MOVE-10", "SPL-HQ-02", "SPL-TER-01", "SPL-FEN-02", "SPL-ROAD-02")
def test_of_several_rules_that_stop_on_one_step_the_first_is_named():
    tree, hq = piece("p1", "tree", (4, 3)), piece("p2", "hq", (6, 3), "b")
    fence = [((5, 4), (6, 4))]

    assert ends(moving(field(SCAMP, pieces=[tree, hq], fences=fence, roads=ROAD), (5, 4))) == (1, "SPL-HQ-02")
    assert ends(moving(field(SCAMP, pieces=[tree], fences=fence, roads=ROAD), (5, 4))) == (1, "SPL-TER-01")
    assert ends(moving(field(SCAMP, fences=fence, roads=ROAD), (5, 4))) == (1, "SPL-FEN-02")
    assert ends(moving(field(SCAMP, roads=ROAD), (5, 4))) == (1, "SPL-ROAD-02")


@pytest.mark.rule("SPL-MOVE-06", "SPL-MOVE-07", "SPL-MOVE-08", "SPL-MOVE-09", "SPL-MOVE-04")
def test_the_first_rule_of_a_step_is_named():
    sniper = unit("u", "sniper", (0, 0))
    other = unit("x", "scamp", (1, 1))
    tree, wall = piece("p1", "tree", (2, 2)), [unit("y", "scamp", (1, 2)), unit("z", "scamp", (2, 1))]

    def second(step, *units, pieces=(), fences=()):
        return rule_of(moving(field(unit("u", "sniper", (1, 0)), *units, pieces=pieces, fences=fences), (1, 1), step))

    assert rule_of(moving(field(sniper, other), (-2, 0))) == ("SPL-MOVE-06", 1)
    assert rule_of(moving(field(sniper, other), (0, -1))) == ("SPL-MOVE-07", 1)
    assert second((2, 2), unit("x", "scamp", (2, 2)), *wall) == ("SPL-MOVE-08", 2)
    assert second((2, 2), *wall) == ("SPL-MOVE-09", 2)
    assert second((2, 2)) == ("SPL-MOVE-04", 2)
    assert rule_of(moving(field(unit("u", "sniper", (1, 1)), *wall, pieces=[tree]), (2, 2))) == ("SPL-TER-05", 1)
    barred = [((1, 2), (2, 2)), ((2, 2), (3, 2))]
    assert rule_of(moving(field(unit("u", "scamp", (1, 1)), *wall, fences=barred), (2, 2))) == ("SPL-MOVE-09", 1)
    assert rule_of(moving(field(unit("u", "scamp", (1, 1)), fences=barred), (2, 2))) == ("SPL-FEN-04", 1)


@pytest.mark.rule("SPL-GEO-08")
def test_what_a_unit_is_in_contact_with_may_be_asked_of_every_square():
    on = field(SCAMP, pieces=[piece("p1", "hedge", (6, 6))])
    walker = Walker(Passage(on, SCAMP.id), on.kind(SCAMP), SCAMP.seat)

    assert walker.refusing((5, 5), (6, 6)) is None
    assert walker.stop((5, 5), (6, 6)) is None
    assert walker.stop((4, 5), (5, 5)) == ("SPL-TER-01", "p1")
