"""The outline of a reach: a drawing that bends round obstacles, never promises too little in the open or too much."""

from __future__ import annotations

from math import hypot

import pytest
from shapely.geometry import Point as ShapelyPoint
from shapely.geometry import Polygon as ShapelyPolygon

from app.boards.reach import Blockers, reach

NOTHING = Blockers((), ())
TABLE = (1200, 800)
WALL = ((560, 440), (640, 440), (640, 450), (560, 450))


def shape(start, longest, blockers=NOTHING, radius=15, **more):
    return ShapelyPolygon(reach(start, longest, radius, blockers, TABLE, **more))


def reaches(outline, x, y):
    return bool(outline.contains(ShapelyPoint(x, y)))


def test_in_the_open_the_reach_is_a_circle():
    outline = reach((600, 400), 200, 15, NOTHING, TABLE)

    assert {round(hypot(x - 600, y - 400)) for x, y in outline} == {200}


def test_the_base_stays_on_the_table():
    outline = shape((30, 30), 200)

    assert outline.bounds == pytest.approx((15, 15, 230, 230), abs=2)


def test_the_reach_bends_round_a_wall():
    outline = shape((600, 400), 200, Blockers((WALL,), ()))

    assert reaches(outline, 600, 500)
    assert not reaches(outline, 600, 590)
    assert reaches(outline, 600, 205)


def test_a_wall_that_is_too_long_is_not_passed():
    outline = shape((600, 400), 200, Blockers((((300, 440), (900, 440), (900, 450), (300, 450)),), ()))

    assert not reaches(outline, 600, 430)
    assert reaches(outline, 600, 420)
    assert not reaches(outline, 600, 480)


def test_a_gap_is_passed_by_a_base_that_fits_through_it():
    gate = Blockers(
        (((300, 440), (580, 440), (580, 450), (300, 450)), ((620, 440), (900, 440), (900, 450), (620, 450))), ()
    )

    assert reaches(shape((600, 400), 200, gate, radius=15), 600, 550)
    assert not reaches(shape((600, 400), 200, gate, radius=40), 600, 550)


def test_the_reach_bends_round_a_base():
    outline = shape((600, 400), 200, Blockers((), ((600, 460, 15),)))

    assert reaches(outline, 600, 560)
    assert not reaches(outline, 600, 596)


def test_a_base_that_touches_an_obstacle_is_not_caught_in_it():
    outline = shape((600, 425), 200, Blockers((WALL,), ()))

    assert reaches(outline, 600, 300)
    assert reaches(outline, 450, 425)


def test_two_corners_in_a_row_are_turned():
    hook = ((500, 440), (700, 440), (700, 340), (710, 340), (710, 450), (500, 450))

    outline = shape((640, 400), 350, Blockers((hook,), ()))

    assert reaches(outline, 760, 400)
    assert not reaches(outline, 640, 640)


def test_on_an_upper_floor_the_reach_ends_at_the_walls():
    outline = shape((600, 400), 300, radius=15, within=((550, 350), (650, 350), (650, 450), (550, 450)))

    assert outline.bounds == pytest.approx((550, 350, 650, 450), abs=2)
