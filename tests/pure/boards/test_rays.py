"""Rims, rims about shapes, and stretches of rays: what is in them and what crosses them."""

from __future__ import annotations

from math import hypot

import pytest

from app.boards import rays
from app.boards.rays import RAYS, Rim
from app.boards.rims import rim_about

SQUARE = Rim.of([(0.0, 0.0), (100.0, 0.0), (100.0, 40.0), (0.0, 40.0)])
NORTH = RAYS // 4


@pytest.mark.parametrize(
    ("a", "b", "crosses"),
    [
        ((-50, 20), (150, 20), True),
        ((50, -10), (50, 20), True),
        ((50, 20), (150, 20), True),
        ((20, 10), (80, 30), False),  # within
        ((-50, 20), (-10, 20), False),
        ((110, 20), (150, 20), False),
        ((150, 20), (110, 20), False),
        ((-50, 50), (150, 50), False),
        ((-20, 30), (30, 80), False),  # past a corner
        ((-20, 10), (30, 60), True),
        ((50, 300), (50, 200), False),
    ],
)
def test_a_rim_is_crossed_by_ways_in_out_and_through(a, b, crosses):
    assert SQUARE.is_crossed(a, b) is crosses


@pytest.mark.parametrize(
    ("at", "expected"),
    [((50, 20), True), ((1, 1), True), ((99, 39), True), ((-1, 20), False), ((101, 20), False), ((50, 41), False)],
)
def test_a_rim_holds_what_is_inside(at, expected):
    moved = Rim.of([(x + 300, y + 700) for x, y in SQUARE.points])
    wedge = Rim.of([(0.0, 0.0), (100.0, 0.0), (0.0, 40.0)])

    assert SQUARE.holds(at) is moved.holds((at[0] + 300, at[1] + 700)) is expected
    assert wedge.holds(at) is (expected and at[0] / 100 + at[1] / 40 < 1)


def test_a_circle_takes_a_stretch_out_of_the_rays_that_meet_it():
    found = rays.in_circle((0.0, 50.0), 10.0, (0.0, 0.0))

    assert found[NORTH] == rays.in_circle((50.0, 0.0), 10.0, (0.0, 0.0))[0] == [pytest.approx((40, 60))]
    assert (found[0], found[NORTH + RAYS // 2]) == ([], [])
    assert [bool(each) for each in found].count(
        True
    ) == 15  # sin 11.5 degrees is 10 / 50, and there are 2 for 3 degrees
    assert rays.in_circle((30.0, 50.0), 10.0, (30.0, 45.0))[NORTH] == [(0.0, pytest.approx(15))]


def test_stretches_are_parted_shared_and_put_together():
    assert rays.without([(0, 10), (20, 30)], [(4, 6), (28, 40)]) == [(0, 4), (6, 10), (20, 28)]
    assert rays.without([(0, 10)], [(0.5, 12)]) == []  # what is left is less than a millimetre
    assert rays.shared([(0, 10), (20, 30)], [(5, 25)]) == [(5, 10), (20, 25)]
    assert rays.together([(20, 30), (0, 10), (10, 12), (1, 2)]) == [(0, 12), (20, 30)]


@pytest.mark.parametrize("shape", [SQUARE.points, [(0.0, 0.0)], [(0.0, 0.0), (60.0, 0.0), (20.0, 30.0)]])
def test_a_rim_about_a_shape_keeps_its_distance_and_hardly_more(shape):
    around = rim_about(shape, 20.0)
    gaps = [min(_gap((x, y), a, b) for a, b in zip(shape, [*shape[1:], shape[0]], strict=True)) for x, y in around]

    assert min(gaps) >= 20 - 1e-9
    assert max(gaps) < 20.8


def _gap(point, a, b):
    """How far a point is from the side a-b."""
    (px, py), (ax, ay), (dx, dy) = point, a, (b[0] - a[0], b[1] - a[1])
    length = dx * dx + dy * dy
    t = min(1.0, max(0.0, ((px - ax) * dx + (py - ay) * dy) / length)) if length else 0.0
    return hypot(px - ax - t * dx, py - ay - t * dy)
