"""The exact plane: examples at its boundaries, laws, and shapely as an independent witness away from ties."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from shapely.geometry import Point as ShapelyPoint
from shapely.geometry import Polygon as ShapelyPolygon

from app.boards import plane
from app.boards.plane import polygon
from tests.pure.boards.shapes import (
    LAW,
    NEAR_TIE,
    as_line,
    as_shape,
    corner_lists,
    distances,
    outlines,
    points,
    quarter_turned,
    shifted,
)

pytestmark = pytest.mark.long

SQUARE = polygon(((0, 0), (10, 0), (10, 10), (0, 10)))
ELL = polygon(((0, 0), (20, 0), (20, 10), (10, 10), (10, 20), (0, 20)))


def as_parts(found):
    return [(Fraction(*one), Fraction(*two)) for one, two in found]


# ------------------------------------------------------------------------------------------------------- examples


@pytest.mark.parametrize(
    ("p", "squared"),
    [((5, 3), 9), ((5, -3), 9), ((-3, 4), 25), ((13, 4), 25), ((0, 0), 0), ((7, 0), 0)],
)
def test_the_nearest_point_of_a_segment_is_on_it_or_is_an_end(p, squared):
    assert Fraction(*plane.point_segment(p, (0, 0), (10, 0))) == squared


def test_a_distance_that_is_no_whole_number_stays_exact():
    assert Fraction(*plane.point_segment((0, 5), (0, 0), (3, 1))) == Fraction(225, 10)


def test_a_segment_without_length_is_a_point():
    assert Fraction(*plane.point_segment((3, 4), (0, 0), (0, 0))) == 25
    assert plane.nearest_on_segment((3, 4), (0, 0), (0, 0)) == (0, 1)


@pytest.mark.parametrize(
    ("p", "t"),
    [((-1, 5), 0), ((0, 5), 0), ((4, 5), Fraction(2, 5)), ((10, 5), 1), ((11, 5), 1)],
)
def test_the_nearest_point_of_a_segment_is_told_as_a_share_of_it(p, t):
    assert Fraction(*plane.nearest_on_segment(p, (0, 0), (10, 0))) == t


def test_touching_counts_as_near_enough_and_as_far_enough():
    assert plane.point_segment_at_least((5, 3), (0, 0), (10, 0), 3)
    assert plane.point_segment_at_most((5, 3), (0, 0), (10, 0), 3)
    assert not plane.point_segment_at_least((5, 3), (0, 0), (10, 0), 4)
    assert not plane.point_segment_at_most((5, 3), (0, 0), (10, 0), 2)


@pytest.mark.parametrize(
    ("c", "d", "meets"),
    [
        ((5, -5), (5, 5), True),
        ((5, 0), (5, 5), True),
        ((10, 0), (20, 5), True),
        ((5, 1), (5, 5), False),
        ((4, 0), (6, 0), True),
        ((10, 0), (20, 0), True),
        ((11, 0), (20, 0), False),
        ((0, 1), (10, 1), False),
        ((-5, 5), (20, -1), False),
        ((9, 2), (12, -1), False),
        ((9, 1), (12, -1), False),
        ((9, 1), (11, -1), True),
    ],
)
def test_segments_meet_when_they_share_a_point(c, d, meets):
    assert plane.segments_meet((0, 0), (10, 0), c, d) is meets


@pytest.mark.parametrize(
    ("p", "closed", "interior"),
    [
        ((5, 5), True, True),
        ((0, 5), True, False),
        ((10, 10), True, False),
        ((11, 5), False, False),
        ((-1, 0), False, False),
    ],
)
def test_the_outline_belongs_to_a_polygon_but_not_to_its_interior(p, closed, interior):
    assert plane.contains(SQUARE, p) is closed
    assert plane.contains_strictly(SQUARE, p) is interior


def test_the_notch_of_a_polygon_is_outside():
    assert not plane.contains(ELL, (15, 15))
    assert plane.contains(ELL, (10, 15))
    assert plane.contains_strictly(ELL, (9, 15))


@pytest.mark.parametrize(
    ("corners", "simple"),
    [
        (((0, 0), (4, 0), (0, 4)), True),
        (((0, 0), (4, 0)), False),
        (((0, 0), (4, 0), (0, 4), (0, 0)), False),
        (((0, 0), (4, 0), (8, 0)), False),
        (((0, 0), (4, 4), (4, 0), (0, 4)), False),
        (((0, 0), (4, 0), (8, 0), (8, 8)), True),
        (((0, 0), (8, 0), (8, 8), (4, 0)), False),
        (((0, 0), (8, 0), (8, 8), (4, 1)), True),
    ],
)
def test_a_simple_polygon_neither_crosses_nor_touches_itself(corners, simple):
    assert plane.is_simple(corners) is simple


@pytest.mark.parametrize(
    ("a", "b", "parts"),
    [
        ((-10, 5), (20, 5), [(Fraction(1, 3), Fraction(2, 3))]),
        ((-10, 0), (20, 0), []),
        ((-10, -5), (20, 25), [(Fraction(1, 3), Fraction(1, 2))]),
        ((5, 5), (5, 25), [(Fraction(0), Fraction(1, 4))]),
        ((2, 5), (8, 5), [(Fraction(0), Fraction(1))]),
        ((-5, 5), (5, -5), []),
        ((20, 0), (20, 10), []),
        ((0, 0), (10, 10), [(Fraction(0), Fraction(1))]),
    ],
)
def test_a_line_runs_through_the_interior_only(a, b, parts):
    assert as_parts(plane.stretches(a, b, SQUARE)) == parts


def test_a_line_may_run_through_a_polygon_several_times():
    comb = polygon(((0, 0), (30, 0), (30, 20), (20, 20), (20, 10), (10, 10), (10, 20), (0, 20)))

    found = as_parts(plane.stretches((0, 15), (30, 15), comb))

    assert found == [(Fraction(0), Fraction(1, 3)), (Fraction(2, 3), Fraction(1))]


def test_stretches_that_meet_at_a_corner_inside_are_one():
    notched = polygon(((0, 0), (20, 0), (20, 20), (10, 10), (0, 20)))

    assert as_parts(plane.stretches((0, 9), (20, 9), notched)) == [(Fraction(0), Fraction(1))]
    assert as_parts(plane.stretches((0, 10), (20, 10), notched)) == [(Fraction(0), Fraction(1))]
    assert as_parts(plane.stretches((0, 11), (20, 11), notched)) == [
        (Fraction(0), Fraction(9, 20)),
        (Fraction(11, 20), Fraction(1)),
    ]


def test_the_total_of_stretches_is_compared_exactly():
    parts = plane.stretches((-10, 5), (20, 5), SQUARE)

    assert plane.stretches_at_most(parts, (-10, 5), (20, 5), 10)
    assert not plane.stretches_at_most(parts, (-10, 5), (20, 5), 9)
    assert plane.stretches_at_most((*parts, *parts), (-10, 5), (20, 5), 20)
    assert not plane.stretches_at_most((*parts, *parts), (-10, 5), (20, 5), 19)
    assert plane.stretches_at_most((), (-10, 5), (20, 5), 0)


def test_a_slanted_stretch_is_compared_squared():
    parts = plane.stretches((-5, -5), (15, 15), SQUARE)  # 14.14 long

    assert plane.stretches_at_most(parts, (-5, -5), (15, 15), 15)
    assert not plane.stretches_at_most(parts, (-5, -5), (15, 15), 14)


def test_a_segment_lies_within_a_polygon_with_its_outline():
    assert plane.segment_within((0, 0), (20, 0), ELL)
    assert plane.segment_within((10, 10), (10, 20), ELL)
    assert plane.segment_within((0, 20), (20, 0), ELL)
    assert not plane.segment_within((1, 20), (20, 1), ELL)
    assert not plane.segment_within((5, 5), (21, 5), ELL)


@pytest.mark.parametrize(
    ("corners", "meets"),
    [
        (((10, 2), (20, 2), (20, 8), (10, 8)), True),
        (((11, 2), (20, 2), (20, 8), (11, 8)), False),
        (((10, 10), (20, 10), (20, 20)), True),
        (((2, 2), (4, 2), (4, 4)), True),
        (((-5, -5), (30, -5), (30, 30), (-5, 30)), True),
        (((-5, 4), (15, 4), (15, 6), (-5, 6)), True),
    ],
)
def test_polygons_meet_when_they_share_a_point(corners, meets):
    assert plane.polygons_meet(SQUARE, polygon(corners)) is meets
    assert plane.polygons_meet(polygon(corners), SQUARE) is meets


def test_touching_a_polygon_is_at_least_and_at_most_the_distance():
    assert plane.point_polygon_at_least((13, 5), SQUARE, 3)
    assert plane.point_polygon_at_most((13, 5), SQUARE, 3)
    assert not plane.point_polygon_at_least((12, 5), SQUARE, 3)
    assert not plane.point_polygon_at_most((14, 5), SQUARE, 3)
    assert not plane.point_polygon_at_least((5, 5), SQUARE, 1)
    assert plane.point_polygon_at_most((5, 5), SQUARE, 0)


# ------------------------------------------------------------------------------------------------------------- laws


@LAW
@given(points, points, points)
def test_a_distance_to_a_segment_does_not_depend_on_its_direction(p, a, b):
    assert Fraction(*plane.point_segment(p, a, b)) == Fraction(*plane.point_segment(p, b, a))


@LAW
@given(points, points, points, points, distances)
def test_two_segments_are_as_far_from_each_other_either_way(a, b, c, d, distance):
    verdict = plane.segment_segment_at_least(a, b, c, d, distance)

    assert verdict is plane.segment_segment_at_least(c, d, a, b, distance)
    assert verdict is plane.segment_segment_at_least(b, a, c, d, distance)
    assert plane.segments_meet(a, b, c, d) is plane.segments_meet(d, c, b, a)


@LAW
@given(points, points, outlines, points, distances)
def test_nothing_depends_on_where_the_origin_is(a, b, outline, by, distance):
    moved = polygon(tuple(shifted(p, by) for p in outline.points))
    c, d = shifted(a, by), shifted(b, by)

    assert plane.contains(outline, a) is plane.contains(moved, c)
    assert plane.segment_polygon_at_least(a, b, outline, distance) is plane.segment_polygon_at_least(
        c, d, moved, distance
    )
    assert as_parts(plane.stretches(a, b, outline)) == as_parts(plane.stretches(c, d, moved))


@LAW
@given(points, points, outlines, distances)
def test_nothing_depends_on_which_way_is_north(a, b, outline, distance):
    turned = polygon(tuple(quarter_turned(p) for p in outline.points))
    c, d = quarter_turned(a), quarter_turned(b)

    assert plane.contains(outline, a) is plane.contains(turned, c)
    assert plane.contains_strictly(outline, a) is plane.contains_strictly(turned, c)
    assert plane.segment_polygon_at_least(a, b, outline, distance) is plane.segment_polygon_at_least(
        c, d, turned, distance
    )
    assert plane.segment_within(a, b, outline) is plane.segment_within(c, d, turned)
    assert as_parts(plane.stretches(a, b, outline)) == as_parts(plane.stretches(c, d, turned))


@LAW
@given(points, points, outlines)
def test_stretches_are_the_same_from_the_other_end(a, b, outline):
    there, back = as_parts(plane.stretches(a, b, outline)), as_parts(plane.stretches(b, a, outline))

    if a != b:
        assert back == [(1 - two, 1 - one) for one, two in reversed(there)]


@LAW
@given(points, outlines)
def test_the_order_of_the_corners_does_not_matter(p, outline):
    backwards = polygon(tuple(reversed(outline.points)))
    shifted_start = polygon(outline.points[1:] + outline.points[:1])

    assert plane.contains(outline, p) is plane.contains(backwards, p) is plane.contains(shifted_start, p)


# ---------------------------------------------------------------------------------------------------------- shapely


@LAW
@given(corner_lists)
def test_shapely_agrees_on_what_a_simple_polygon_is(corners):
    shape = ShapelyPolygon(corners)

    assert plane.is_simple(corners) is (shape.is_valid and shape.area > 0)


@LAW
@given(points, points, points, distances)
def test_shapely_agrees_on_distances_to_segments(p, a, b, distance):
    exact = as_line(a, b).distance(ShapelyPoint(p))

    if abs(exact - distance) > NEAR_TIE:
        assert plane.point_segment_at_least(p, a, b, distance) is bool(exact >= distance)
        assert plane.point_segment_at_most(p, a, b, distance) is bool(exact <= distance)


@LAW
@given(points, points, points, points, distances)
def test_shapely_agrees_on_distances_between_segments(a, b, c, d, distance):
    one, two = as_line(a, b), as_line(c, d)
    exact = one.distance(two)

    assert plane.segments_meet(a, b, c, d) is bool(one.intersects(two))
    if abs(exact - distance) > NEAR_TIE:
        assert plane.segment_segment_at_least(a, b, c, d, distance) is bool(exact >= distance)


@LAW
@given(points, points, outlines, distances)
def test_shapely_agrees_on_polygons(a, b, outline, distance):
    shape, line = as_shape(outline), as_line(a, b)
    exact, of_point = shape.distance(line), shape.distance(ShapelyPoint(a))

    assert plane.contains(outline, a) is bool(shape.intersects(ShapelyPoint(a)))
    assert plane.contains_strictly(outline, a) is bool(shape.contains(ShapelyPoint(a)))
    assert plane.segment_meets_polygon(a, b, outline) is bool(shape.intersects(line))
    if abs(exact - distance) > NEAR_TIE:
        assert plane.segment_polygon_at_least(a, b, outline, distance) is bool(exact >= distance)
    if abs(of_point - distance) > NEAR_TIE:
        assert plane.point_polygon_at_least(a, outline, distance) is bool(of_point >= distance)
        assert plane.point_polygon_at_most(a, outline, distance) is bool(of_point <= distance)


@LAW
@given(outlines, outlines)
def test_shapely_agrees_on_polygons_that_meet(one, two):
    assert plane.polygons_meet(one, two) is bool(as_shape(one).intersects(as_shape(two)))


@LAW
@given(points, points, outlines, distances)
def test_shapely_agrees_on_the_length_inside(a, b, outline, distance):
    shape, line = as_shape(outline), as_line(a, b)
    inside = shape.intersection(line).length - shape.boundary.intersection(line).length

    found = plane.stretches(a, b, outline)

    if a != b:
        assert float(sum(two - one for one, two in as_parts(found))) * line.length == pytest.approx(inside, abs=1e-6)
    if abs(inside - distance) > 1e-6:
        assert plane.stretches_at_most(found, a, b, distance) is bool(inside <= distance)


@LAW
@given(points, points, outlines)
def test_a_segment_lies_within_a_polygon_when_none_of_it_is_outside(a, b, outline):
    left_over = as_line(a, b).difference(as_shape(outline).buffer(1e-9))

    assert plane.segment_within(a, b, outline) is bool(left_over.is_empty)
