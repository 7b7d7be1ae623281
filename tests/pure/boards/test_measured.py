"""Discs on a table: lengths rounded up, gaps compared exactly, shapes turned in whole millimetres."""

from __future__ import annotations

import doctest
from math import hypot
from typing import NamedTuple

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from shapely.geometry import Point as ShapelyPoint

from app.boards import measured
from app.boards.measured import EDGES, Table
from tests.pure.boards.shapes import LAW, NEAR_TIE, as_line, as_shape, outlines, points


class Base(NamedTuple):
    x: int
    y: int
    radius: int


class Turning(NamedTuple):
    scale: int
    cos: tuple[int, ...]
    sin: tuple[int, ...]


QUARTERS = Turning(10, (10, 0, -10, 0), (0, 10, 0, -10))
EIGHTHS = Turning(
    10_000, (10000, 7071, 0, -7071, -10000, -7071, 0, 7071), (0, 7071, 10000, 7071, 0, -7071, -10000, -7071)
)
TABLE = Table(1200, 800)

lengths = st.integers(-3000, 3000)
places = st.tuples(lengths, lengths)
bases = st.builds(Base, lengths, lengths, st.integers(1, 60))


@pytest.mark.parametrize(
    ("b", "length"),
    [((0, 0), 0), ((1, 0), 1), ((3, 4), 5), ((1, 1), 2), ((141, 141), 200), ((200, 1), 201), ((-200, 0), 200)],
)
def test_a_leg_is_rounded_up_to_whole_millimetres(b, length):
    assert measured.leg_length_mm((0, 0), b) == length


@LAW
@given(places, places)
def test_a_leg_is_the_smallest_whole_number_that_is_long_enough(a, b):
    length = measured.leg_length_mm(a, b)
    squared = (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2

    assert length * length >= squared
    assert length == 0 or (length - 1) ** 2 < squared
    assert length == measured.leg_length_mm(b, a)


@pytest.mark.parametrize(
    ("x", "near", "gap"), [(35, True, 5), (36, False, 6), (30, True, 0), (29, True, -1), (0, True, -30)]
)
def test_a_gap_is_measured_from_rim_to_rim(x, near, gap):
    one, two = Base(0, 0, 15), Base(x, 0, 15)

    assert measured.gap_at_most(one, two, 5) is near
    assert measured.gap_mm(one, two) == gap
    assert measured.overlap(one, two) is (gap < 0)


def test_bases_that_overlap_much_are_still_near():
    assert not measured.gap_at_most(Base(0, 0, 15), Base(1, 0, 15), -31)
    assert measured.gap_at_most(Base(0, 0, 15), Base(1, 0, 15), -29)


@LAW
@given(bases, bases, st.integers(0, 200))
def test_a_gap_rounded_up_says_the_same_as_the_comparison(one, two, gap):
    assert measured.gap_at_most(one, two, gap) is (measured.gap_mm(one, two) <= gap)
    assert measured.gap_at_most(one, two, gap) is measured.gap_at_most(two, one, gap)
    assert measured.overlap(one, two) is (measured.gap_mm(one, two) < 0)


@LAW
@given(bases, bases)
def test_the_gap_in_micrometres_is_rounded_down(one, two):
    exact = 1000 * (hypot(one.x - two.x, one.y - two.y) - one.radius - two.radius)

    found = measured.gap_um(one, two)

    assert found <= exact + 1e-3
    assert found > exact - 1 - 1e-3


def test_gaps_that_round_to_the_same_millimetre_differ_in_micrometres():
    here = Base(0, 0, 15)

    assert measured.gap_um(here, Base(35, 0, 15)) == 5000
    assert measured.gap_um(here, Base(35, 1, 15)) == 5014
    assert measured.gap_um(here, Base(0, 0, 15)) == -30_000


def test_the_rim_points_of_a_base_lie_on_it_or_just_inside():
    assert measured.rim_points(Base(100, 200, 15)) == (
        (115, 200),
        (85, 200),
        (100, 215),
        (100, 185),
        (110, 210),
        (110, 190),
        (90, 210),
        (90, 190),
    )


@LAW
@given(points, points, outlines, st.integers(1, 20))
def test_a_sweep_is_free_of_a_polygon_when_shapely_says_so(a, b, outline, radius):
    exact = as_line(a, b).distance(as_shape(outline))
    assume(abs(exact - radius) > NEAR_TIE)

    assert measured.sweep_clears_polygon(a, b, radius, outline) is bool(exact >= radius)


@LAW
@given(points, points, points, st.integers(1, 20), st.integers(1, 20))
def test_a_sweep_is_free_of_a_disc_when_shapely_says_so(a, b, centre, radius, size):
    exact = as_line(a, b).distance(ShapelyPoint(centre))
    assume(abs(exact - radius - size) > NEAR_TIE)

    assert measured.sweep_clears_disc(a, b, radius, Base(*centre, size)) is bool(exact >= radius + size)


def test_a_sweep_may_touch():
    assert measured.sweep_clears_disc((0, 0), (100, 0), 15, Base(50, 30, 15))
    assert not measured.sweep_clears_disc((0, 0), (100, 0), 15, Base(50, 29, 15))


@pytest.mark.parametrize(("number", "rounded"), [(14, 1), (15, 2), (16, 2), (-14, -1), (-15, -2), (-16, -2), (0, 0)])
def test_halves_are_rounded_away_from_zero(number, rounded):
    assert measured.round_half_away(number, 10) == rounded


def test_a_shape_is_turned_counter_clockwise_about_its_origin():
    assert measured.turned((10, 0), 1, QUARTERS) == (0, 10)
    assert measured.turned((10, 3), 2, QUARTERS) == (-10, -3)
    assert measured.turned((10, 3), 4, QUARTERS) == (10, 3)
    assert measured.turned((10, 0), 1, EIGHTHS) == (7, 7)
    assert measured.placed(((0, 0), (10, 0)), 3, (100, 100), QUARTERS) == ((100, 100), (100, 90))


@LAW
@given(places, st.integers(0, 3), st.integers(0, 3))
def test_turns_add_up(point, one, two):
    assert measured.turned(measured.turned(point, one, QUARTERS), two, QUARTERS) == measured.turned(
        point, one + two, QUARTERS
    )


@pytest.mark.parametrize(
    ("x", "y", "inside"),
    [(15, 15, True), (14, 15, False), (15, 14, False), (1185, 785, True), (1186, 785, False), (1185, 786, False)],
)
def test_a_base_may_touch_the_limit_of_the_table_from_inside(x, y, inside):
    assert TABLE.holds(x, y, 15) is inside


def test_points_on_the_limit_are_on_the_table():
    assert TABLE.holds_points([(0, 0), (1200, 800)])
    assert not TABLE.holds_points([(0, 0), (1201, 800)])
    assert not TABLE.holds_points([(0, -1)])


def test_the_gap_to_an_edge_is_measured_from_the_rim():
    base = Base(100, 200, 15)

    assert [TABLE.gap_to_edge_mm(base, edge) for edge in ("south", "north", "west", "east")] == [185, 585, 85, 1085]


def test_a_place_along_an_edge_is_counted_from_west_and_south():
    assert [TABLE.along(edge, 300, 20) for edge in ("south", "north", "west", "east")] == [
        (300, 20),
        (300, 780),
        (20, 300),
        (1180, 300),
    ]


@pytest.mark.parametrize("edge", EDGES)
def test_a_base_placed_touching_an_edge_has_no_gap_to_it(edge):
    x, y = TABLE.along(edge, 400, 15)

    assert TABLE.gap_to_edge_mm(Base(x, y, 15), edge) == 0
    assert TABLE.holds(x, y, 15)
    assert (TABLE.length_of(edge), TABLE.across(edge)) in ((1200, 800), (800, 1200))


def test_the_examples_of_the_docstrings_hold():
    assert doctest.testmod(measured).failed == 0
    assert doctest.testmod(measured).attempted >= 2
