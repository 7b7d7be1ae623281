"""Where cells are drawn: as the exact geometry of boards says, to within a hair."""

from __future__ import annotations

import cmath
import math

import pytest

from app.boards import hexes, squares
from app.engine.lattice import Lattice

SQUARES = Lattice("square", 5, 4)
HEXES = Lattice("hex", 5, 4)


def near(one, other):
    return math.hypot(one[0] - other[0], one[1] - other[1]) < 0.01


def test_a_board_of_squares_counts_its_rows_from_the_north():
    assert (SQUARES.width, SQUARES.height) == (500, 400)
    assert SQUARES.middle((0, 0)) == (50, 350)
    assert SQUARES.middle((4, 3)) == (450, 50)


def test_a_board_of_hexes_is_half_a_hex_wider_than_its_rows():
    assert HEXES.width == 550
    assert math.isclose(HEXES.height, 100 / math.sqrt(3) * 6.5)
    assert Lattice("hex", 5, 1).width == 500


@pytest.mark.parametrize("place", [(0, 0), (3, 2), (2, 3)])
def test_hexes_lie_as_the_exact_points_say(place):
    at = hexes.from_offset(*place)
    (u, v), (x, y) = hexes.centre(at), HEXES.middle((0, 0))
    assert near(HEXES.middle(place), (x + 25 * u, y - 25 / math.sqrt(3) * v))


def test_corners_lie_about_the_middle():
    for lattice in (SQUARES, HEXES):
        x, y = lattice.middle((1, 2))
        assert all(
            near((x + a, y + b), c) for (a, b), c in zip(lattice.outline(), lattice.outline((1, 2)), strict=True)
        )


def test_the_line_between_two_squares_is_the_side_they_share():
    ends = SQUARES.side((1, 1), (2, 1))
    assert {(x / 100, 4 - y / 100) for x, y in ends} == set(squares.side((1, 1), "E"))


def test_the_line_between_two_hexes_is_as_long_as_every_other():
    one, other = HEXES.side((1, 1), (2, 2))
    assert math.isclose(math.dist(one, other), 100 / math.sqrt(3))


@pytest.mark.parametrize("other", [(2, 2), (3, 1), (1, 1)])
def test_there_is_no_line_between_squares_that_are_not_side_by_side(other):
    with pytest.raises(ValueError, match="side by side"):
        SQUARES.side((1, 1), other)


@pytest.mark.parametrize("lattice", [SQUARES, HEXES], ids=["squares", "hexes"])
def test_what_lies_over_a_side_shares_it_counter_clockwise_from_the_east(lattice: Lattice) -> None:
    place = (2, 1)
    here = complex(*lattice.middle(place))
    ways = [complex(*lattice.middle(other)) - here for other in lattice.beside(place)]

    assert [round(math.degrees(cmath.phase(way))) % 360 for way in ways] == list(range(0, 360, 360 // len(ways)))
    assert all(lattice.side(place, other) for other in lattice.beside(place))


def test_the_ground_falls_to_what_lies_lower_and_never_off_the_board() -> None:
    levels = {(0, 0): 3, (1, 0): 1, (0, 1): 3, (1, 1): 4}

    assert HEXES.falls((0, 0), levels) == (2, 0, 0, 0, 0, 0)
    assert HEXES.falls((1, 1), levels) == (0, 0, 3, 1, 0, 0)
    assert HEXES.falls((1, 0), levels) == ()
