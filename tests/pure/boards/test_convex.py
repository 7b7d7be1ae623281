"""Convex polygons: examples at their boundaries, and fractions as an independent witness of every part and distance."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.boards import convex, plane
from app.boards.plane import polygon
from tests.pure.boards.shapes import LAW, as_shape, distances, points, quarter_turned

pytestmark = pytest.mark.long

BOX = polygon(((0, 0), (10, 0), (10, 6), (0, 6)))


def hull(corners):
    """The corners of the convex hull, counter-clockwise."""
    ordered = sorted(set(corners))

    def chain(each):
        found = []
        for x, y in each:
            while len(found) > 1:
                (ax, ay), (bx, by) = found[-2:]
                if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0:
                    break
                found.pop()
            found.append((x, y))
        return found[:-1]

    return (*chain(ordered), *chain(reversed(ordered)))


convex_outlines = (
    st.lists(points, min_size=3, max_size=9, unique=True)
    .map(hull)
    .filter(lambda corners: len(corners) > 2 and convex.twice_area(corners) > 0)
    .map(polygon)
)
shares = st.tuples(st.integers(0, 12), st.integers(0, 12)).map(lambda each: tuple(sorted(each)))


def at(a, b, t):
    return (a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1]))


def is_left(outline, point, *, strictly):
    """Whether a point is on the left of every side, by its definition."""
    sides = [(bx - ax) * (point[1] - ay) - (by - ay) * (point[0] - ax) for ax, ay, bx, by in outline.sides]
    return all(side > 0 if strictly else side >= 0 for side in sides)


def crossings(a, b, outline):
    """Every fraction of a-b at which it meets the line through a side, with 0 and 1."""
    found = {Fraction(0), Fraction(1)}
    for ax, ay, bx, by in outline.sides:
        slope = (bx - ax) * (b[1] - a[1]) - (by - ay) * (b[0] - a[0])
        if slope:
            t = Fraction((by - ay) * (a[0] - ax) - (bx - ax) * (a[1] - ay), slope)
            if 0 < t < 1:
                found.add(t)
    return sorted(found)


def squared_gap(p, q, r):
    """The squared distance from a point to the segment q-r, in fractions."""
    dx, dy = r[0] - q[0], r[1] - q[1]
    length = dx * dx + dy * dy
    t = Fraction((p[0] - q[0]) * dx + (p[1] - q[1]) * dy) / length if length else Fraction(0)
    x, y = at(q, r, min(Fraction(1), max(Fraction(0), t)))
    return (p[0] - x) ** 2 + (p[1] - y) ** 2


# ------------------------------------------------------------------------------------------------------- examples


@pytest.mark.parametrize(
    ("corners", "expected"),
    [
        (((0, 0), (10, 0), (10, 6)), True),
        (((0, 0), (10, 6), (10, 0)), False),  # clockwise
        (((0, 0), (5, 0), (10, 0), (10, 6)), False),  # a corner that is none
        (((0, 0), (10, 0), (4, 2), (0, 10)), False),  # turned in
        (((0, 0), (10, 0)), False),
        (((0, 10), (4, -8), (8, 10), (-4, 0), (12, 0)), False),  # twice round
    ],
)
def test_a_convex_polygon_turns_left_at_every_corner_and_once_round(corners, expected):
    assert convex.is_convex(corners) is expected


def test_a_line_along_a_side_or_through_a_corner_is_within_but_not_inside():
    along, through = ((-5, 6), (15, 6)), ((-1, 1), (1, -1))

    assert convex.part_inside(*along, BOX) is None
    assert convex.part_inside(*through, BOX) is None
    assert [Fraction(*t) for t in convex.part_within(*along, BOX)] == [Fraction(1, 4), Fraction(3, 4)]
    assert [Fraction(*t) for t in convex.part_within(*through, BOX)] == [Fraction(1, 2)] * 2


def test_polygons_that_touch_do_not_share_their_interiors():
    beside = polygon(((10, 2), (14, 2), (14, 4), (10, 4)))
    over = polygon(((9, 2), (14, 2), (14, 4), (9, 4)))

    assert not convex.interiors_meet(BOX, beside)
    assert convex.interiors_meet(BOX, over)
    corner, slope = polygon(((6, 6), (9, 6), (9, 9), (6, 9))), polygon(((0, 0), (11, 0), (0, 11)))
    assert not convex.interiors_meet(corner, slope)  # it is the long side of the one alone that parts them
    assert not convex.interiors_meet(slope, corner)


def test_a_line_that_touches_a_disc_has_no_part_in_it():
    assert convex.part_in_disc((0, 5), (20, 5), (10, 0), 5) is None
    assert convex.part_in_disc((0, 4), (20, 4), (10, 0), 5) == ((140, 400), (260, 400))


# ----------------------------------------------------------------------------------------------------------- laws


@LAW
@given(points, points, convex_outlines)
def test_the_part_of_a_line_is_where_it_lies_left_of_every_side(a, b, outline):
    cuts = crossings(a, b, outline)
    middles = list(pairwise(cuts))
    inside = [pair for pair in middles if is_left(outline, at(a, b, sum(pair) / 2), strictly=True)]
    within = [pair for pair in middles if is_left(outline, at(a, b, sum(pair) / 2), strictly=False)]
    touched = [t for t in cuts if is_left(outline, at(a, b, t), strictly=False)]

    found = convex.part_inside(a, b, outline)
    closed = convex.part_within(a, b, outline)

    assert (found is None) == (not inside)
    if found is not None:
        assert (Fraction(*found[0]), Fraction(*found[1])) == (inside[0][0], inside[-1][1])
    ends = [*(t for pair in within for t in pair), *touched]
    assert (closed is None) == (not ends)
    if closed is not None:
        assert (Fraction(*closed[0]), Fraction(*closed[1])) == (min(ends), max(ends))


@LAW
@given(points, points, convex_outlines, shares, distances)
def test_a_part_is_as_far_from_a_polygon_as_fractions_say(a, b, outline, share, distance):
    first, last = (Fraction(each, 12) for each in share)
    p, q = at(a, b, first), at(a, b, last)
    sides = [((ax, ay), (bx, by)) for ax, ay, bx, by in outline.sides]
    meets = any(is_left(outline, at(p, q, t), strictly=False) for t in crossings(p, q, outline))
    nearest = min(min(squared_gap(p, *side), squared_gap(q, *side), squared_gap(side[0], p, q)) for side in sides)

    clears = convex.part_clears_polygon(a, b, ((share[0], 12), (share[1], 12)), outline, distance)

    assert clears is (distance == 0 or (not meets and nearest >= distance**2))


@LAW
@given(points, points, points, shares, distances)
def test_a_part_is_as_far_from_a_point_as_fractions_say(a, b, point, share, distance):
    first, last = (Fraction(each, 12) for each in share)

    clears = convex.part_clears_point(a, b, ((share[0], 12), (share[1], 12)), point, distance)

    assert clears is (squared_gap(point, at(a, b, first), at(a, b, last)) >= distance**2)


@LAW
@given(points, points, points, st.integers(1, 30))
def test_the_part_in_a_disc_lies_in_it_and_ends_within_a_unit_of_its_rim(a, b, centre, radius):
    length = plane.squared_distance(a, b)
    part = convex.part_in_disc(a, b, centre, radius)

    if part is None:
        is_left_out = length < 2 or convex.part_clears_point(a, b, ((1, length), (length - 1, length)), centre, radius)
        assert is_left_out or plane.point_segment_at_least(centre, a, b, radius)
        return
    (start, _), (end, _) = part
    assert 0 <= start < end <= length
    for t, beyond in ((start, start - 1), (end, end + 1)):
        x, y = at(a, b, Fraction(t, length))
        assert (x - centre[0]) ** 2 + (y - centre[1]) ** 2 <= radius**2
        x, y = at(a, b, Fraction(beyond, length))
        assert not 0 <= beyond <= length or (x - centre[0]) ** 2 + (y - centre[1]) ** 2 >= radius**2


@LAW
@given(convex_outlines, convex_outlines)
def test_interiors_meet_where_the_common_part_has_an_area(one, two):
    assert convex.interiors_meet(one, two) is (as_shape(one).intersection(as_shape(two)).area > 1e-9)
    assert convex.interiors_meet(one, two) is convex.interiors_meet(two, one)


@LAW
@given(convex_outlines)
def test_the_area_is_the_same_however_a_polygon_is_turned(outline):
    assert convex.twice_area(outline.points) == round(2 * as_shape(outline).area)
    assert convex.twice_area([quarter_turned(p) for p in outline.points]) == convex.twice_area(outline.points)
    assert convex.is_convex(outline.points)
