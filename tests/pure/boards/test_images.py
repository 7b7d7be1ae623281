"""Likenesses on a board: where an image lies, and what one half makes of the other."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.boards.images import Fate, Halves, Way, parted, twice_middle
from tests.pure.boards.shapes import LAW

IMAGES = st.sampled_from(["left_right", "top_bottom", "half_turn"])
HALVES = ["south", "north", "west", "east"]
CORNERS = st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40)), min_size=3, max_size=6)
ARROW = ((-5, -5), (5, -5), (0, 8))
"""Alike on its left and its right, and no other way."""
CROOKED = ((-5, -5), (5, -5), (7, 8))


@LAW
@given(CORNERS, IMAGES)
def test_the_image_of_an_image_is_the_thing_itself(points, image):
    way = Way(40, 40, image=image)
    assert way.corners(way.corners(points)) == tuple(points)


@LAW
@given(CORNERS, IMAGES)
def test_an_image_keeps_its_corners_the_same_way_round(points, image):
    def area(corners):
        return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(corners, (*corners[1:], corners[0]), strict=True))

    assert area(Way(40, 40, image=image).corners(points)) == area(points)


def test_what_is_shifted_has_the_same_shape_as_far_away():
    assert Way(40, 30, 3, -2).corners(((0, 2), (5, 2), (5, 9))) == ((3, 0), (8, 0), (8, 7))


@pytest.mark.parametrize("image", ["left_right", "top_bottom", "half_turn"])
@pytest.mark.parametrize("deg", range(0, 360, 90))
def test_a_shape_that_is_its_own_mirror_image_is_turned_to_be_its_image(image, deg):
    def turned(by):
        cos, sin = {0: (1, 0), 90: (0, 1), 180: (-1, 0), 270: (0, -1)}[by]
        return {(x * cos - y * sin, x * sin + y * cos) for x, y in ARROW}

    way = Way(0, 0, image=image)
    like = way.turned(ARROW, deg, 15)
    assert turned(like) == {way.point(x, y) for x, y in turned(deg)}


def test_a_crooked_shape_is_turned_for_a_turn_and_by_nothing_for_a_mirror():
    turns = {image: Way(0, 0, image=image).turned(CROOKED, 30, 15) for image in (None, "half_turn", "left_right")}
    assert turns == {None: 30, "half_turn": 210, "left_right": None}


@pytest.mark.parametrize(("half", "turned", "north"), list(product(HALVES, [False, True], [1, -1])))
@pytest.mark.parametrize("size", [(3, 4), (4, 3), (5, 5)])
def test_of_a_cell_and_its_image_one_is_the_model_and_the_rest_stays(half, turned, north, size):
    columns, rows = size
    halves = Halves.of(columns - 1, rows - 1, half, turned=turned, north=north)
    cells = list(product(range(columns), range(rows)))
    image = {at: halves.way.point(*at) for at in cells}
    fates = {at: halves.fate(2 * at[0], 2 * at[1], meets_itself=image[at] == at) for at in cells}

    assert sorted(image.values()) == cells
    for at in cells:
        pair = {fates[at], fates[image[at]]}
        assert pair == ({Fate.STAYS} if image[at] == at else {Fate.DOUBLES, Fate.GOES})


@pytest.mark.parametrize(
    ("half", "north", "corner"),
    [("south", 1, (0, 0)), ("south", -1, (0, 9)), ("north", 1, (0, 9)), ("west", 1, (0, 5)), ("east", -1, (9, 5))],
)
def test_the_half_that_is_named_is_the_model(half, north, corner):
    halves = Halves.of(9, 9, half, turned=False, north=north)
    x, y = corner
    assert halves.fate(2 * x, 2 * y, meets_itself=False) is Fate.DOUBLES
    across = halves.way.point(x, y)
    assert halves.fate(2 * across[0], 2 * across[1], meets_itself=False) is Fate.GOES


def test_what_stays_and_what_doubles_are_there_still_and_in_order():
    fates = {"a": Fate.DOUBLES, "b": Fate.GOES, "c": Fate.STAYS, "d": Fate.DOUBLES}
    assert parted("abcd", fates.__getitem__) == (("a", "c", "d"), ("a", "d"))


def test_the_middle_of_a_box_is_told_without_rounding():
    assert twice_middle([(0, 0), (5, 1), (2, 8)]) == (5, 8)
