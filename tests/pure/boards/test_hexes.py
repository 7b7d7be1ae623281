"""Hexes: examples that people can check with a pencil, and laws against reckoning of another kind."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.boards import hexes
from app.boards.hexes import Along, Hex, Inside
from tests.pure.boards.shapes import LAW

places = st.builds(Hex, st.integers(-6, 7), st.integers(-6, 7))
kinds = st.sampled_from(
    [
        hexes.centre,
        *(lambda at, k=k: hexes.corner(at, k) for k in range(6)),
        *(lambda at, d=d: hexes.middle(at, d) for d in range(6)),
    ]
)
points = st.tuples(places, kinds).map(lambda made: made[1](made[0]))
HOME = Hex(0, 0)


def nearest(point):
    """The hexes whose middle is nearest to a point, in true lengths: the one it lies in, or those whose rim it lies on."""
    u, v = point
    row = math.floor(v / 6)
    near = [Hex(math.floor((u - 2 * r) / 4) + dq, r) for r in range(row - 1, row + 3) for dq in (-1, 0, 1, 2)]
    far = {at: 3 * (hexes.centre(at)[0] - u) ** 2 + (hexes.centre(at)[1] - v) ** 2 for at in near}
    return {at for at in near if far[at] == min(far.values())}


def along(p, q, share):
    return (p[0] + share * (q[0] - p[0]), p[1] + share * (q[1] - p[1]))


def shares(p, q):
    """Every place where the way between two points might come from one hex into another: each of its whole steps in the three
    directions in which sides lie."""
    found = {Fraction(0), Fraction(1)}
    for a, b in ((1, 0), (1, -1), (1, 1)):
        one, other = a * p[0] + b * p[1], a * q[0] + b * q[1]
        if one != other:
            found |= {Fraction(cut - one, other - one) for cut in range(min(one, other), max(one, other) + 1)}
    return sorted(found)


# ------------------------------------------------------------------------------------------------------- examples


@pytest.mark.parametrize(
    ("offset", "name"), [((0, 0), "0000"), ((7, 4), "0704"), ((99, 3), "9903"), ((104, 7), "104007")]
)
def test_a_hex_is_called_by_column_and_row(offset, name):
    assert hexes.name(hexes.from_offset(*offset)) == name
    found = hexes.named(name)
    assert found is not None
    assert hexes.to_offset(found) == offset


@pytest.mark.parametrize("words", ["", "7", "070", "07-4", "07 4", "A1B2", "07045"])
def test_other_words_call_no_hex(words):
    assert hexes.named(words) is None


def test_odd_rows_lie_half_a_hex_to_the_right():
    assert hexes.neighbours(hexes.from_offset(3, 2)) == tuple(
        hexes.from_offset(*each) for each in [(4, 2), (3, 1), (2, 1), (2, 2), (2, 3), (3, 3)]
    )
    assert hexes.neighbours(hexes.from_offset(3, 3)) == tuple(
        hexes.from_offset(*each) for each in [(4, 3), (4, 2), (3, 2), (2, 3), (3, 4), (4, 4)]
    )


def test_a_line_through_corners_runs_along_a_side():
    found = hexes.line(HOME, Hex(1, 1))
    assert found.items == (Inside(HOME), Along((Hex(0, 1), Hex(1, 0))), Inside(Hex(1, 1)))
    assert [corner.point for corner in found.corners] == [hexes.corner(HOME, 5), hexes.corner(Hex(1, 1), 2)]
    assert found.between(HOME, Hex(1, 1)) == (Along((Hex(0, 1), Hex(1, 0))),)


def test_a_row_is_entered_hex_by_hex():
    found = hexes.line(HOME, Hex(3, 0))
    assert found.hexes == (HOME, *hexes.ray(HOME, 0, 3))
    assert found.corners == ()


def test_a_way_out_through_a_corner_has_two_sides():
    assert hexes.sides_towards(HOME, Hex(1, 1)) == (0, 5)
    assert hexes.sides_towards(HOME, Hex(2, 1)) == (0,)
    assert hexes.sides_towards(HOME, HOME) == ()


def test_a_segment_without_length_lies_where_it_is():
    assert hexes.segment(hexes.centre(Hex(2, 3)), hexes.centre(Hex(2, 3))) == hexes.Line((Inside(Hex(2, 3)),), ())
    assert hexes.segment(hexes.corner(HOME, 1), hexes.corner(HOME, 1)).items == ()


def test_a_board_has_holes_and_a_rim():
    board = hexes.Board(2, 2, frozenset({hexes.from_offset(1, 1)}))
    assert [hexes.to_offset(at) for at in board.cells()] == [(0, 0), (1, 0), (0, 1)]
    assert not board.holds(hexes.from_offset(1, 1))
    assert len(list(board.rim())) == 3 * 6 - 2 * 3  # three hexes, of which each touches both others


# ----------------------------------------------------------------------------------------------------------- laws


@LAW
@given(places, st.integers(0, 4))
def test_discs_and_rings_are_what_so_many_steps_reach(at, n):
    reached, rim = {at}, {at}
    for _ in range(n):
        rim = {near for each in rim for near in hexes.neighbours(each)} - reached
        reached |= rim
    assert set(hexes.disc(at, n)) == reached
    assert set(hexes.ring(at, n)) == rim
    assert all(hexes.distance(at, each) == n for each in rim)


@LAW
@given(st.integers(-9, 12), st.integers(-9, 12))
def test_columns_and_rows_come_back(column, row):
    assert hexes.to_offset(hexes.from_offset(column, row)) == (column, row)


@LAW
@given(points, points)
def test_a_segment_meets_the_hexes_whose_middles_are_nearest(p, q):
    found = hexes.segment(p, q)
    runs = [nearest(along(p, q, (one + other) / 2)) for one, other in itertools.pairwise(shares(p, q))]
    met = [run for run, _ in itertools.groupby(runs)]
    if p == q:
        met = [run for run in [nearest(p)] if len(run) == 1]
    assert [{item.at} if isinstance(item, Inside) else set(item.side) for item in found.items] == met


@LAW
@given(points, points)
def test_a_segment_touches_a_corner_where_three_middles_are_equally_near(p, q):
    found = hexes.segment(p, q)
    inner = [along(p, q, share) for share in shares(p, q)[1:-1]]
    assert [(corner.point, set(corner.hexes)) for corner in found.corners] == [
        (point, nearest(point)) for point in inner if len(nearest(point)) == 3
    ]


@LAW
@given(points, points)
def test_a_segment_backwards_meets_the_same(p, q):
    there, back = hexes.segment(p, q), hexes.segment(q, p)
    assert there.items == back.items[::-1]
    assert there.corners == back.corners[::-1]


@LAW
@given(points)
def test_the_hexes_round_a_point_are_those_whose_middles_are_nearest(point):
    assert set(hexes.around(point)) == nearest(point)


@LAW
@given(places, places)
def test_the_sides_towards_a_hex_are_as_turning_says(a, b):
    dq, dr = b.q - a.q, b.r - a.r
    facing = []
    for side in range(6):
        q, r = dq, dr
        for _ in range(side):
            q, r = -r, q + r
        if q > 0 and -q <= 2 * r and r <= q:
            facing.append(side)
    assert hexes.sides_towards(a, b) == tuple(facing)


@LAW
@given(places, places, st.integers(0, 5))
def test_arcs_of_a_side_are_as_turning_says(at, to, side):
    q, r = to.q - at.q, to.r - at.r
    for _ in range(side):
        q, r = -r, q + r
    assert hexes.in_sector(at, 2 * side, to, 180) == (2 * q + r >= 0)
    assert hexes.ahead(at, 2 * side, to) == (2 * q + r > 0) - (2 * q + r < 0)
    assert hexes.in_sector(at, 2 * side, to, 60) == (at == to or side in hexes.sides_towards(at, to))


@LAW
@given(places, places, st.integers(0, 11), st.sampled_from([60, 120, 180, 240, 300, 360]))
def test_sectors_are_as_angles_say_but_for_their_edges(at, to, facing, width):
    (u, v), (x, y) = hexes.centre(at), hexes.centre(to)
    angle = math.degrees(math.atan2(v - y, (x - u) * math.sqrt(3))) % 360
    off = abs((angle - 30 * facing + 180) % 360 - 180)
    if at == to or abs(off - width / 2) < 1e-6:
        assert hexes.in_sector(at, facing, to, width)
    else:
        assert hexes.in_sector(at, facing, to, width) == (off < width / 2)


@LAW
@given(places, st.integers(0, 5))
def test_points_of_two_hexes_are_the_same_point(at, d):
    other = hexes.step(at, d)
    assert hexes.side(at, d) == hexes.side(other, d + 3)
    assert hexes.middle(at, d) == hexes.middle(other, d + 3)
    assert hexes.corner(at, d) == hexes.corner(other, d + 2)
    assert set(hexes.around(hexes.middle(at, d))) == {at, other}
    assert {at, other, hexes.step(at, d + 1)} == set(hexes.around(hexes.corner(at, d)))
