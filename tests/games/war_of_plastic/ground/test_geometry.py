"""The geometry of the game: bases, lengths, gaps, sweeps and lines as WOP-GEO asks for them."""

from __future__ import annotations

from itertools import pairwise

import pytest

from app.boards import measured, plane
from app.boards.plane import polygon
from app.systems.war_of_plastic.book.state import Piece
from app.systems.war_of_plastic.ground.area import caught_by_area
from app.systems.war_of_plastic.ground.places import (
    deployment_area,
    obstruction,
    survivor_candidates,
    survivor_spot,
)
from app.systems.war_of_plastic.ground.sight import terrain_sight
from app.systems.war_of_plastic.march.movement import legs_of
from app.systems.war_of_plastic.position.field import Place, outline_of
from tests.games.war_of_plastic.battlefield import box, by_id, disc, field, rules, soldier, tank
from tests.games.war_of_plastic.walking import TABLE, stopped_by, walked

SQUARE = polygon(((400, 200), (560, 200), (560, 360), (400, 360)))


def lengths(start, *path):
    return [leg.length_mm for leg in legs_of(rules(), Place(*start, 15, 0), path)]


@pytest.mark.rule("WOP-GEO-01")
def test_x_runs_east_and_y_runs_north():
    assert deployment_area(rules(), TABLE, "south").south == 0
    assert deployment_area(rules(), TABLE, "north").north == TABLE.height_mm
    assert deployment_area(rules(), TABLE, "west").west == 0
    assert deployment_area(rules(), TABLE, "east").east == TABLE.width_mm


@pytest.mark.rule("WOP-GEO-01")
def test_a_waypoint_without_a_level_is_on_the_ground():
    house = box("h", "house", 250, 250, 500, 500, levels=2)

    assert walked(soldier("s", 300, 300), [(400, 300)], house).end.level == 0
    assert stopped_by(soldier("s", 300, 300, level=1), [(400, 300)], house) == "WOP-BLDG-06"


@pytest.mark.rule("WOP-GEO-02")
def test_bases_are_discs_of_the_size_of_their_kind():
    kinds = rules().kinds
    sizes = {
        name: kinds[name].radius_mm
        for name in ("soldier", "jeep", "truck", "armoured_car", "tank", "self_propelled_gun")
    }

    assert sizes == {"soldier": 15, "jeep": 40, "truck": 50, "armoured_car": 45, "tank": 50, "self_propelled_gun": 50}
    assert [rules().classes[name].radius_mm for name in ("infantry", "light", "heavy")] == [15, 40, 50]


@pytest.mark.rule("WOP-GEO-03")
@pytest.mark.parametrize(("x", "y", "near"), [(35, 0, True), (36, 0, False), (21, 28, True), (22, 28, False)])
def test_a_gap_is_at_most_a_limit_by_squared_distances(x, y, near):
    assert measured.gap_at_most(Place(0, 0, 15, 0), Place(x, y, 15, 0), 5) is near


@pytest.mark.rule("WOP-GEO-03")
@pytest.mark.parametrize(("x", "y", "clear"), [(30, 0, True), (29, 0, False), (18, 24, True), (18, 23, False)])
def test_bases_that_touch_do_not_overlap(x, y, clear):
    where = field(soldier("b", 300 + x, 300 + y))

    assert (obstruction(where, soldier("s", 0, 0), Place(300, 300, 15, 0)) is None) is clear


@pytest.mark.rule("WOP-GEO-04")
def test_legs_are_rounded_up_one_by_one_and_climbs_count_a_hundred_a_level():
    assert lengths((100, 100), (241, 241)) == [200]
    assert lengths((100, 100), (101, 101), (102, 102)) == [2, 2]
    assert lengths((100, 100), (100, 200), (100, 200, 2), (100, 200, 1)) == [100, 200, 100]


@pytest.mark.rule("WOP-GEO-05")
def test_the_outline_belongs_to_a_piece():
    square, round_ = outline_of(Piece("s", "house", SQUARE.points)), outline_of(disc("d", "tree", 500, 300, 10))

    assert [square.contains(x, 280) for x in (399, 400, 560, 561)] == [False, True, True, False]
    assert [round_.contains(x, 300) for x in (489, 490, 510, 511)] == [False, True, True, False]
    assert round_.contains(506, 308)
    assert not round_.contains(507, 308)


@pytest.mark.rule("WOP-GEO-05")
@pytest.mark.parametrize(
    "corners",
    [((0, 0), (4, 0)), ((0, 0), (4, 0), (4, 4), (0, 0)), ((0, 0), (4, 4), (4, 0), (0, 4))],
    ids=["two points", "a repeated point", "crossing sides"],
)
def test_a_piece_is_a_simple_polygon(corners):
    assert not plane.is_simple(corners)
    assert plane.is_simple(SQUARE.points)


@pytest.mark.rule("WOP-GEO-06")
def test_distances_to_segments_and_polygons_are_exact():
    assert plane.point_segment((0, 5), (0, 0), (3, 1)) == (225, 10)
    assert plane.segment_segment_at_least((0, 0), (10, 0), (13, 4), (20, 9), 5)
    assert not plane.segment_segment_at_least((0, 0), (10, 0), (13, 4), (20, 9), 6)
    assert not plane.segment_segment_at_least((0, 0), (10, 0), (5, -5), (5, 5), 1)
    assert not plane.segment_polygon_at_least((450, 250), (500, 250), SQUARE, 1)
    assert plane.segment_polygon_at_least((300, 185), (700, 185), SQUARE, 15)
    assert not plane.segment_polygon_at_least((300, 186), (700, 186), SQUARE, 15)


@pytest.mark.rule("WOP-GEO-07")
@pytest.mark.parametrize(
    ("x", "y", "near"), [(380, 280, True), (379, 280, False), (384, 188, True), (383, 188, False), (450, 280, True)]
)
def test_the_gap_to_a_polygon_is_measured_from_the_rim(x, y, near):
    assert outline_of(Piece("h", "house", SQUARE.points)).is_near(Place(x, y, 15, 0), 5) is near


@pytest.mark.rule("WOP-GEO-07")
def test_the_gap_to_a_disc_piece_and_to_an_edge():
    tree = outline_of(disc("d", "tree", 500, 300, 10))

    assert tree.is_near(Place(530, 300, 15, 0), 5)
    assert not tree.is_near(Place(531, 300, 15, 0), 5)
    assert tree.is_under(Place(524, 300, 15, 0))
    assert not tree.is_under(Place(525, 300, 15, 0))
    assert TABLE.gap_to_edge_mm(Place(300, 20, 15, 0), "south") == 5


@pytest.mark.rule("WOP-GEO-08")
def test_rim_points_use_whole_millimetres():
    assert set(measured.rim_points(Place(0, 0, 50, 0))) == {
        (50, 0),
        (-50, 0),
        (0, 50),
        (0, -50),
        (35, 35),
        (35, -35),
        (-35, 35),
        (-35, -35),
    }


@pytest.mark.rule("WOP-GEO-09")
def test_a_base_sweeps_its_whole_width_and_a_climb_sweeps_nothing():
    house = box("h", "house", 250, 250, 500, 500, levels=2)
    upstairs_neighbour = soldier("e", 320, 300, "B", level=1)
    on_the_ground = soldier("g", 330, 340, "B")

    assert walked(soldier("s", 300, 300), [(560, 300)], disc("t", "tree", 420, 330, 15)).length_mm == 260
    assert stopped_by(soldier("s", 300, 300), [(560, 300)], disc("t", "tree", 420, 329, 15)) == "WOP-MOVE-14"
    climb_past = [(300, 300, 1), (300, 300, 0), (300, 400, 0)]
    assert walked(soldier("s", 300, 300), climb_past, house, upstairs_neighbour, on_the_ground).length_mm == 300


@pytest.mark.rule("WOP-GEO-10")
def test_a_line_runs_through_a_polygon_only_in_its_interior():
    assert plane.stretches((300, 280), (700, 280), SQUARE) != ()
    assert plane.stretches((300, 200), (700, 200), SQUARE) == ()
    assert plane.stretches((300, 300), (500, 100), SQUARE) == ()
    assert outline_of(disc("d", "tree", 500, 300, 10)).is_crossed((400, 309), (600, 309))
    assert not outline_of(disc("d", "tree", 500, 300, 10)).is_crossed((400, 310), (600, 310))


@pytest.mark.rule("WOP-GEO-10")
def test_stretches_are_measured_squared_and_added():
    woods = (box("w1", "wood", 200, 200, 250, 400), box("w2", "wood", 300, 200, 350, 400))
    more = (*woods[:1], box("w2", "wood", 300, 200, 351, 400))

    def sees(*pieces):
        where = field(soldier("s", 100, 300), soldier("t", 500, 300, "B"), *pieces)
        return terrain_sight(where, by_id(where, "s"), by_id(where, "t")).in_view

    assert sees(*woods)
    assert not sees(*more)


@pytest.mark.rule("WOP-GEO-13", "WOP-AREA-06")
def test_micrometres_put_near_gaps_in_order():
    where = field(
        tank("shooter", 900, 700),
        soldier("centre", 300, 300, "B"),
        soldier("b-far", 349, 289, "B"),
        soldier("c-near", 350, 304, "B"),
    )
    gaps = [measured.gap_um(where.place_of(by_id(where, name)), Place(300, 300, 15, 0)) for name in ("b-far", "c-near")]

    caught = caught_by_area(where, by_id(where, "shooter"), by_id(where, "centre"), threshold=3)

    assert gaps == [20219, 20159]
    assert [unit.id for unit in caught] == ["c-near", "b-far"]


@pytest.mark.rule("WOP-GEO-14")
def test_the_table_of_turns_goes_once_round():
    turning = rules().rotation
    around = [measured.turned((100, 0), step, turning) for step in range(25)]

    assert around[0] == around[24] == (100, 0)
    assert around[6] == (0, 100)
    assert around[2] == (87, 50)
    assert all(one != two for one, two in pairwise(around))


@pytest.mark.rule("WOP-GEO-15")
def test_survivors_have_twenty_four_candidates_in_order():
    wreck = Place(500, 400, 40, 0)
    where = field(disc("wreck-v", "wreck", 500, 400, 40))

    candidates = list(survivor_candidates(where, TABLE, soldier("s", 0, 0), wreck, 5))

    assert candidates[:4] == [(558, 400), (556, 415), (550, 429), (541, 441)]
    assert candidates == [survivor_spot(rules(), wreck, 15, 5, step) for step in range(24)]


@pytest.mark.rule("WOP-GEO-16")
def test_no_two_units_share_a_place_on_a_level():
    house = box("h", "house", 250, 250, 500, 500, levels=2)
    where = field(house, soldier("b", 300, 300))

    assert obstruction(where, soldier("s", 0, 0), Place(300, 300, 15, 0)) == "b"
    assert obstruction(where, soldier("s", 0, 0), Place(300, 300, 15, 1)) is None
