"""What is laid on a table by hand: moved, turned, likened."""

from __future__ import annotations

import pytest

from app.boards.images import Fate, Halves, Way
from app.boards.laid import Laid, turns

SQUARE = ((100, 100), (300, 100), (300, 200), (100, 200))
STEPS = turns(15)


def test_an_outline_turns_about_its_middle_and_comes_back_after_four_quarters():
    lies = Laid(SQUARE)
    assert lies.middle == (200, 150)
    quarter = lies.turned(6, STEPS)

    assert quarter is not None
    assert set(quarter.points) == {(150, 50), (250, 50), (250, 250), (150, 250)}
    assert lies.turned(24, STEPS) == lies
    assert lies.moved(5, -7).points[0] == (105, 93)


def test_what_lies_about_a_point_goes_round_another_and_turns_if_it_looks_somewhere():
    assert Laid(((10, 20),)).turned(1, STEPS) is None
    assert Laid(((10, 20),), 350).turned(1, STEPS) == Laid(((10, 20),), 5)
    assert Laid(((10, 20),)).turned(6, STEPS, (0, 0)) == Laid(((-20, 10),))
    assert Laid(((10, 20),), 0).turned(6, STEPS, (0, 0)) == Laid(((-20, 10),), 90)


def test_the_like_of_an_outline_keeps_going_round_the_same_way():
    image = Laid(SQUARE).like(Way(1000, 800, image="left_right"))
    assert image == Laid(((900, 200), (700, 200), (700, 100), (900, 100)))
    assert Laid(((10, 20),), 30).like(Way(1000, 800, 5, 6)) == Laid(((15, 26),), 30)


def test_a_crooked_shape_has_no_image_by_turning():
    crooked = ((0, 0), (50, 0), (0, 20))
    assert Laid(((10, 20),), 30).like(Way(1000, 800, image="left_right"), crooked, 15) is None
    assert Laid(((10, 20),), 30).like(Way(1000, 800, image="half_turn"), crooked, 15) == Laid(((990, 780),), 210)


@pytest.mark.parametrize(("x", "fate"), [(100, Fate.DOUBLES), (900, Fate.GOES), (500, Fate.STAYS)])
def test_what_lies_in_the_model_half_doubles(x, fate):
    assert Laid(((x, 300),)).fate(Halves.of(1000, 800, "west", turned=False), meets_itself=False) is fate


def test_steps_make_a_full_turn():
    assert len(STEPS.cos) == 24
    assert (STEPS.cos[6], STEPS.sin[6], STEPS.cos[12]) == (0, STEPS.scale, -STEPS.scale)
