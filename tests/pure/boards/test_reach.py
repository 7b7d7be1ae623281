"""The outline of a reach: a drawing that bends round obstacles, and never promises too much."""

from __future__ import annotations

from math import hypot

import pytest
from shapely.geometry import Point as ShapelyPoint
from shapely.geometry import Polygon as ShapelyPolygon
from shapely.ops import unary_union

from app.boards.reach import Ground, Shapes, reach, turns

NOTHING = Shapes()
TABLE = (1200, 800)
WALL = ((560, 440), (640, 440), (640, 450), (560, 450))


def shape(start, longest, blockers=NOTHING, radius=15, least=1, **more):
    (parts,) = reach(start, [longest], Ground(TABLE, radius, blockers, **more), least_leg_mm=least)
    return unary_union([ShapelyPolygon(part.outline, part.holes) for part in parts])


def reaches(outline, x, y):
    return bool(outline.contains(ShapelyPoint(x, y)))


def test_in_the_open_the_reach_is_a_circle():
    outline = shape((600, 400), 200)

    assert {round(hypot(x - 600, y - 400)) for x, y in outline.exterior.coords} == {200}


def test_the_base_stays_on_the_table():
    outline = shape((30, 30), 200)

    assert outline.bounds == pytest.approx((15, 15, 230, 230), abs=2)


def test_the_reach_bends_round_a_wall():
    outline = shape((600, 400), 200, Shapes((WALL,), ()))

    assert reaches(outline, 600, 500)
    assert not reaches(outline, 600, 590)
    assert reaches(outline, 600, 205)


def test_a_wall_that_is_too_long_is_not_passed():
    outline = shape((600, 400), 200, Shapes((((300, 440), (900, 440), (900, 450), (300, 450)),), ()))

    assert not reaches(outline, 600, 430)
    assert reaches(outline, 600, 420)
    assert not reaches(outline, 600, 480)


def test_a_gap_is_passed_by_a_base_that_fits_through_it():
    gate = Shapes(
        (((300, 440), (580, 440), (580, 450), (300, 450)), ((620, 440), (900, 440), (900, 450), (620, 450))), ()
    )

    assert reaches(shape((600, 400), 200, gate, radius=15), 600, 550)
    assert not reaches(shape((600, 400), 200, gate, radius=40), 600, 550)


def test_the_reach_bends_round_a_base():
    outline = shape((600, 400), 200, Shapes((), ((600, 460, 15),)))

    assert reaches(outline, 600, 560)
    assert not reaches(outline, 600, 596)


def test_a_base_that_touches_an_obstacle_is_not_caught_in_it():
    outline = shape((600, 425), 200, Shapes((WALL,), ()))

    assert reaches(outline, 600, 300)
    assert reaches(outline, 450, 420)


def test_two_corners_in_a_row_are_turned():
    hook = ((500, 440), (700, 440), (700, 340), (710, 340), (710, 450), (500, 450))

    outline = shape((640, 400), 350, Shapes((hook,), ()))

    assert reaches(outline, 760, 400)
    assert not reaches(outline, 640, 640)


def test_on_an_upper_floor_the_reach_ends_at_the_walls():
    outline = shape((600, 400), 300, radius=15, within=((550, 350), (650, 350), (650, 450), (550, 450)))

    assert outline.bounds == pytest.approx((550, 350, 650, 450), abs=2)


def test_an_obstacle_that_is_gone_round_is_a_hole():
    outline = shape((600, 400), 200, Shapes((), ((600, 460, 15),)))

    assert any(ShapelyPolygon(hole).contains(ShapelyPoint(600, 460)) for hole in outline.interiors)


def test_where_the_base_may_pass_but_not_stop_there_is_a_hole():
    outline = shape((600, 400), 200, no_stop=Shapes((), ((600, 480, 15),)))

    assert not reaches(outline, 600, 455)
    assert reaches(outline, 600, 520)
    assert reaches(outline, 600, 440)


def test_the_walls_of_a_room_are_passed_but_not_stopped_in():
    outline = shape((600, 400), 200, rooms=(((550, 450), (650, 450), (650, 550), (550, 550)),))

    assert reaches(outline, 600, 430)
    assert not reaches(outline, 600, 445)
    assert reaches(outline, 600, 455)


def test_no_leg_of_a_bent_way_is_shorter_than_the_least():
    near = shape((600, 425), 200, Shapes((WALL,), ()), least=100)

    assert not reaches(near, 600, 466)
    assert all(
        hypot(x - 600, y - 425) >= 100
        for x, y in turns((600, 425), 200, Ground(TABLE, 15, Shapes((WALL,))), least_leg_mm=100)
    )


def test_two_limits_are_drawn_one_inside_the_other():
    (far,), (near,) = reach((600, 400), [300, 200], Ground(TABLE, 15, Shapes((WALL,))), least_leg_mm=100)

    assert ShapelyPolygon(far.outline, far.holes).buffer(1).contains(ShapelyPolygon(near.outline, near.holes))


def test_nobody_goes_round_by_way_of_what_is_off_the_table():
    """Between the wall and the edge is less room than a base needs; there is none beyond the edge."""
    wall = Shapes((((10, 440), (900, 440), (900, 450), (10, 450)),), ())

    assert not reaches(shape((100, 400), 300, wall), 100, 500)
    assert not reaches(
        shape((400, 100), 300, Shapes((tuple((y, x) for x, y in reversed(wall.polygons[0])),))), 500, 100
    )


def test_the_inner_corner_of_a_room_is_turned():
    room = ((500, 350), (700, 350), (700, 450), (600, 450), (600, 600), (500, 600))

    outline = shape((680, 430), 250, within=room)

    assert reaches(outline, 540, 560)
    assert not reaches(outline, 610, 500)


def test_ways_turn_at_the_ends_of_a_wall():
    found = turns((600, 425), 200, Ground(TABLE, 15, Shapes((WALL,))))

    assert {(x > 600, y > 445) for x, y in found} >= {(True, False), (False, False)}
    assert all(15 <= max(560 - x, x - 640) <= 18 for x, _ in found)
