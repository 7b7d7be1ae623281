"""Squares: examples that people can check with a pencil, and laws against reckoning of another kind."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.boards import squares
from tests.pure.boards.shapes import LAW

places = st.tuples(st.integers(-7, 9), st.integers(-7, 9))
blocks = st.frozensets(places, max_size=60)
facings = st.sampled_from(squares.FACINGS)


def nearest(point):
    """The squares whose middle is nearest to a point: the one it lies in, or those whose rim it lies on."""
    x, y = point
    near = [(math.floor(x) + dx, math.floor(y) + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
    far = {at: (at[0] + Fraction(1, 2) - x) ** 2 + (at[1] + Fraction(1, 2) - y) ** 2 for at in near}
    return {at for at in near if far[at] == min(far.values())}


def along(a, b, share):
    return tuple(one + Fraction(1, 2) + share * (other - one) for one, other in zip(a, b, strict=True))


def shares(a, b):
    """Where the straight way between two middles meets a line of the board."""
    found = {Fraction(0), Fraction(1)}
    for one, other in zip(a, b, strict=True):
        if one != other:
            cuts = range(min(one, other) + 1, max(one, other) + 1)
            found |= {(cut - one - Fraction(1, 2)) / (other - one) for cut in cuts}
    return sorted(found)


# ------------------------------------------------------------------------------------------------------- examples


@pytest.mark.parametrize(
    ("square", "name"), [((0, 0), "A1"), ((2, 3), "C4"), ((25, 9), "Z10"), ((26, 0), "AA1"), ((53, 0), "BB1")]
)
def test_a_square_is_called_by_column_and_row(square, name):
    assert squares.name(square) == name
    assert squares.named(name.lower()) == square


@pytest.mark.parametrize("words", ["", "A", "4", "A0", "4A", "Ñ3", "A1B", "A-1"])
def test_other_words_call_no_square(words):
    assert squares.named(words) is None


def test_a_knights_move_runs_through_two_squares_between():
    found = squares.line((0, 0), (1, 2))
    assert found.squares == ((0, 0), (0, 1), (1, 1), (1, 2))
    assert found.sides == (((0, 1), (1, 1)), ((1, 1), (1, 2)), ((1, 2), (2, 2)))
    assert found.corners == ()


def test_a_diagonal_touches_corners_only():
    found = squares.line((3, 3), (1, 1))
    assert found.squares == ((3, 3), (2, 2), (1, 1))
    assert found.sides == ()
    assert found.corners == (
        squares.Corner((3, 3), ((2, 3), (3, 2))),
        squares.Corner((2, 2), ((1, 2), (2, 1))),
    )


def test_one_hand_of_a_corner_leaves_it_open_and_both_close_it():
    seen = squares.line((0, 0), (1, 1))
    assert not squares.blocked_by(seen, {(1, 0)})
    assert squares.blocked_by(seen, {(1, 0), (0, 1)}).corners == seen.corners


def test_the_ends_of_a_line_do_not_block_it():
    assert not squares.blocked_by(squares.line((0, 0), (3, 0)), {(0, 0), (3, 0)})
    assert squares.blocked_by(squares.line((0, 0), (3, 0)), {(2, 0)}).squares == ((2, 0),)


def test_there_are_two_ways_round_a_corner():
    by_row, by_column = squares.ways_round((4, 4), (5, 3))
    assert by_row == squares.Way((5, 4), (((5, 4), (5, 5)), ((5, 4), (6, 4))))
    assert by_column == squares.Way((4, 3), (((4, 4), (5, 4)), ((5, 3), (5, 4))))


@pytest.mark.parametrize("b", [(0, 0), (1, 0), (2, 2)])
def test_a_step_that_is_not_diagonal_goes_round_no_corner(b):
    with pytest.raises(ValueError, match="diagonal"):
        squares.ways_round((0, 0), b)


def test_there_is_no_side_to_the_north_east():
    with pytest.raises(ValueError, match="NE"):
        squares.side((0, 0), "NE")


def test_a_board_has_holes_and_a_rim():
    board = squares.Board(2, 2, frozenset({(1, 1)}))
    assert list(board.cells()) == [(0, 0), (1, 0), (0, 1)]
    assert not board.holds((1, 1))
    assert not board.holds((-1, 0))
    assert set(board.rim()) == {
        *(((0, 0), "N"), ((0, 0), "W")),
        *(((1, 0), "N"), ((1, 0), "E"), ((1, 0), "S")),
        *(((0, 1), "E"), ((0, 1), "S"), ((0, 1), "W")),
    }


def test_a_row_goes_on_in_its_direction():
    assert squares.ray((2, 2), "NW", 3) == ((1, 1), (0, 0), (-1, -1))


# ----------------------------------------------------------------------------------------------------------- laws


@LAW
@given(places, st.integers(0, 4), st.booleans())
def test_discs_and_rings_are_what_so_many_steps_reach(at, n, diagonals):
    reached, rim = {at}, {at}
    for _ in range(n):
        rim = {near for each in rim for near in squares.neighbours(each, diagonals=diagonals)} - reached
        reached |= rim
    assert set(squares.disc(at, n, diagonals=diagonals)) == reached
    assert set(squares.ring(at, n, diagonals=diagonals)) == rim
    assert all(squares.distance(at, each, diagonals=diagonals) <= n for each in reached)


@LAW
@given(places, places)
def test_a_line_runs_through_the_squares_whose_middle_is_nearest(a, b):
    found = squares.line(a, b)
    runs = [nearest(along(a, b, (one + other) / 2)) for one, other in itertools.pairwise(shares(a, b))] or [{a}]
    assert [{each} for each in found.squares] == [run for run, _ in itertools.groupby(runs)]


@LAW
@given(places, places)
def test_a_line_touches_a_corner_where_four_middles_are_equally_near(a, b):
    found = squares.line(a, b)
    touched = [(share, nearest(along(a, b, share))) for share in shares(a, b)]
    corners = [(along(a, b, share), four) for share, four in touched if len(four) == 4]
    assert [corner.vertex for corner in found.corners] == [vertex for vertex, _ in corners]
    for corner, (_, four) in zip(found.corners, corners, strict=True):
        assert set(corner.beside) == four - set(found.squares)
    assert len(found.sides) == sum(len(two) == 2 for _, two in touched)


@LAW
@given(places, places)
def test_a_line_crosses_the_sides_between_the_squares_it_runs_through(a, b):
    found = squares.line(a, b)
    steps = [
        {one, other}
        for one, other in itertools.pairwise(found.squares)
        if squares.distance(one, other, diagonals=False) == 1
    ]
    assert [set(squares.beside(side)) for side in found.sides] == steps


@LAW
@given(places, places)
def test_a_line_backwards_meets_the_same(a, b):
    there, back = squares.line(a, b), squares.line(b, a)
    assert there.squares == back.squares[::-1]
    assert there.sides == back.sides[::-1]
    assert [corner.vertex for corner in there.corners] == [corner.vertex for corner in back.corners][::-1]


@LAW
@given(places, places, blocks)
def test_a_line_is_free_as_cross_products_say(a, b, blocking):
    """Of each blocking square the corners lie on both hands of the line; or the line runs exactly through a corner whose other two
    squares both block."""
    (ax, ay), (bx, by) = ((2 * x + 1, 2 * y + 1) for x, y in (a, b))
    dx, dy = bx - ax, by - ay
    blocking -= {a, b}

    def hand(vertex):
        return dx * (2 * vertex[1] - ay) - dy * (2 * vertex[0] - ax)

    xs, ys = range(min(a[0], b[0]), max(a[0], b[0]) + 1), range(min(a[1], b[1]), max(a[1], b[1]) + 1)
    cut = {
        (x, y)
        for x, y in blocking
        if x in xs and y in ys and min(map(hand, squares.corners((x, y)))) < 0 < max(map(hand, squares.corners((x, y))))
    }
    closed = {
        (x, y)
        for x in xs[1:]
        for y in ys[1:]
        if hand((x, y)) == 0
        and sum(each in blocking for each in squares.around((x, y)) if nearest_is_beside(hand, each)) == 2
    }
    found = squares.blocked_by(squares.line(a, b), blocking)
    assert set(found.squares) == cut
    assert {corner.vertex for corner in found.corners} == closed
    assert bool(found) == bool(cut or closed)


def nearest_is_beside(hand, square):
    """Whether a line does not enter a square: no two of its corners lie on different hands."""
    hands = [hand(vertex) for vertex in squares.corners(square)]
    return not min(hands) < 0 < max(hands)


@LAW
@given(places, places, facings)
def test_sectors_of_90_and_180_degrees_are_as_scalar_products_say(at, to, facing):
    (fx, fy), (rx, ry) = squares.STEPS[facing], (to[0] - at[0], to[1] - at[1])
    dot = rx * fx + ry * fy
    quarter = dot > 0 and 2 * dot * dot >= (rx * rx + ry * ry) * (fx * fx + fy * fy)
    assert squares.in_sector(at, facing, to, 90) == (quarter or at == to)
    assert squares.in_sector(at, facing, to, 180) == (dot >= 0)
    assert squares.ahead(at, facing, to) == (dot > 0) - (dot < 0)


@LAW
@given(places, places, facings)
def test_270_degrees_are_all_but_the_inside_of_the_90_behind(at, to, facing):
    behind = squares.FACINGS[(squares.FACINGS.index(facing) + 4) % 8]
    near_ahead = [
        squares.in_sector(at, squares.FACINGS[(squares.FACINGS.index(facing) + turn) % 8], to, 90)
        for turn in (-2, 0, 2)
    ]
    assert squares.in_sector(at, facing, to, 270) == any(near_ahead)
    assert squares.in_sector(at, facing, to, 270) or squares.in_sector(at, behind, to, 90)
    assert squares.in_sector(at, facing, to, 360)


@LAW
@given(places, places)
def test_the_best_facing_is_the_one_with_the_smallest_angle(a, b):
    found = squares.towards(a, b)
    if a == b:
        assert found is None
        return
    angle = math.degrees(math.atan2(b[0] - a[0], a[1] - b[1])) % 360
    assert found == squares.FACINGS[round(angle / 45) % 8]


@LAW
@given(places, st.sampled_from(squares.STRAIGHT))
def test_a_side_lies_between_a_square_and_the_next(at, facing):
    side = squares.side(at, facing)
    assert set(squares.beside(side)) == {at, squares.step(at, facing)}
    assert side in squares.sides(at)
    assert side in squares.sides(squares.step(at, facing))
    assert all(at in squares.around(vertex) for vertex in side)
