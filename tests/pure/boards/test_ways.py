"""Ways that are proposed: as long as they may be, in the directions asked for."""

from __future__ import annotations

from math import cos, pi, sin
from random import Random
from typing import NamedTuple

from app.boards import ways
from app.boards.measured import leg_length_mm


class Cross(NamedTuple):
    """Eight directions, in thousandths."""

    scale: int = 1000
    cos: tuple[int, ...] = (1000, 707, 0, -707, -1000, -707, 0, 707)
    sin: tuple[int, ...] = (0, 707, 1000, 707, 0, -707, -1000, -707)


TURNING = Cross()


def test_the_steps_that_lead_most_into_a_direction_come_first():
    assert ways.steps_toward((1, 0), TURNING)[:3] == [0, 1, 7]
    assert ways.steps_toward((-3, -2), TURNING)[0] == 5


def test_the_compass_goes_once_round_by_equal_steps():
    for step, (cosine, sine) in enumerate(zip(ways.COMPASS.cos, ways.COMPASS.sin, strict=True)):
        assert (cosine, sine) == (round(10_000 * cos(step * pi / 12)), round(10_000 * sin(step * pi / 12)))
    assert len(ways.COMPASS.cos) == 24


def test_straight_at_a_goal_one_stops_where_wanted_and_half_way():
    assert list(ways.straight_at((0, 0), (100, 0), 180, 25)) == [(75, 0), (50, 0)]
    assert list(ways.straight_at((0, 0), (400, 0), 180, 25)) == [(180, 0), (90, 0)]
    assert list(ways.straight_at((0, 0), (20, 0), 180, 25)) == [(10, 0)]


def test_a_bent_way_goes_aside_to_either_hand_and_on():
    found = list(ways.bent_at((0, 0), (500, 0), 100, 20, TURNING))

    assert found == [((14, 14), (93, 14)), ((14, -14), (93, -14))]
    assert list(ways.bent_at((0, 0), (500, 0), 39, 20, TURNING)) == []


def test_random_legs_are_neither_too_short_nor_too_long_together():
    random = Random(5)
    bent = 0
    for _ in range(300):
        legs = ways.random_legs((0, 0), 180, 30, TURNING, random.randrange)
        points = [(0, 0), *legs]
        lengths = [leg_length_mm(a, b) for a, b in zip(points, legs, strict=False)]
        assert sum(lengths) <= 180 + 2 * len(legs)
        assert len(legs) == 1 or min(lengths) >= 29
        bent += len(legs) - 1
    assert 20 < bent < 140


def test_the_first_that_a_judge_allows_is_taken():
    asked = []

    def is_legal(length):
        asked.append(length)
        return length > 2

    assert ways.first_legal([1, 2, 3, 4], is_legal) == 3
    assert asked == [1, 2, 3]
    assert ways.guessed(iter([1, 2, 3, 4]).__next__, is_legal, tries=2) is None
