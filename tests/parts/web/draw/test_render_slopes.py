"""Slopes of cells: where they lie, what of them is lit, and how they join."""

from __future__ import annotations

import re

from app.web.draw.render_slopes import slopes


def numbers(path: str) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in re.findall(r"(-?[\d.]+) (-?[\d.]+)", path)]


def test_level_ground_has_no_slopes() -> None:
    assert slopes(()) == ()
    assert slopes((0, 0, 0, 0)) == ()


def test_what_faces_the_north_west_is_lit_and_what_faces_the_south_east_lies_in_shade() -> None:
    lights = [slope.light for slope in slopes((1, 1, 1, 1, 1, 1))]

    assert lights == ["dim", "lit", "lit", "lit", "dim", "dim"]


def test_slopes_of_sides_that_follow_meet_on_the_line_to_the_middle() -> None:
    east, north_east = slopes((1, 1, 0, 0, 0, 0))

    assert set(numbers(east.path)) & set(numbers(north_east.path)) == {(50.0, -28.9), (39.0, -22.5)}


def test_a_slope_goes_on_behind_the_next_cell() -> None:
    (east,) = slopes((1, 0, 0, 0, 0, 0))

    assert {(39.0, -35.2), (39.0, 35.2)} <= set(numbers(east.path))  # both on the sides that follow


def test_the_more_levels_the_ground_falls_the_farther_its_slope_reaches() -> None:
    widths = [50 - min(x for x, _ in numbers(slopes((fall, 0, 0, 0))[0].path)) for fall in (1, 2, 3, 4)]

    assert widths == [11, 16, 21, 21]
