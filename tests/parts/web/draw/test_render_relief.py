"""Light and shade on shapes, and the small things they are laid with: on the screen, with the light from the north-west."""

from __future__ import annotations

import math
import re

import pytest

from app.engine.scene import Disc, Polygon
from app.web.draw.render_relief import inset, is_inside, relief, rim, ring_of, row, strewn

SQUARE = [(0.0, 0.0), (100.0, 0.0), (100.0, 100.0), (0.0, 100.0)]
CORNER = [(0.0, 0.0), (150.0, 0.0), (150.0, 50.0), (60.0, 50.0), (60.0, 120.0), (0.0, 120.0)]


def turned(degrees: float, long: float = 120, deep: float = 20) -> list[tuple[float, float]]:
    turn = math.radians(degrees)
    corners = ((-long / 2, -deep / 2), (long / 2, -deep / 2), (long / 2, deep / 2), (-long / 2, deep / 2))
    return [(x * math.cos(turn) - y * math.sin(turn), x * math.sin(turn) + y * math.cos(turn)) for x, y in corners]


def test_outlines_go_round_clockwise_whichever_way_they_were_told() -> None:
    one_way = Polygon(((0, 0), (100, 0), (100, 50)))
    other_way = Polygon(((100, 50), (100, 0), (0, 0)))

    assert set(ring_of(one_way, 80)) == set(ring_of(other_way, 80)) == {(0, 80), (100, 80), (100, 30)}
    assert relief(ring_of(one_way, 80), 5) is not None
    assert relief(ring_of(other_way, 80), 5) is not None
    assert len(ring_of(Disc(50, 50, 10), 80)) == 18


def test_what_is_drawn_in_keeps_its_corners() -> None:
    assert inset(SQUARE, 10) == [(10, 10), (90, 10), (90, 90), (10, 90)]
    assert inset(CORNER, 10)[3] == (50, 40)


def test_the_north_and_the_west_are_lit_and_the_south_and_the_east_lie_in_shade() -> None:
    found = relief(SQUARE, 10)

    assert found is not None
    assert found.top == "M10 10L90 10L90 90L10 90Z"
    assert found.lit == "M0 0L100 0L90 10L10 10ZM0 100L0 0L10 10L10 90Z"
    assert found.shade == "M100 0L100 100L90 90L90 10ZM100 100L0 100L10 90L90 90Z"
    assert found.wall == "M5 5L95 5L95 95L5 95Z"


def test_an_edge_never_slopes_further_than_there_is_room() -> None:
    found = relief(turned(0, 100, 10), 50)

    assert found is not None
    heights = [float(y) for y in re.findall(r"-?[\d.]+ (-?[\d.]+)", found.top)]
    assert min(heights) < 0 < max(heights)


@pytest.mark.parametrize("ring", [SQUARE, CORNER])
def test_small_things_lie_within_their_area_always_at_the_same_places(ring: list[tuple[float, float]]) -> None:
    spots = strewn(ring, 20, "wood-1", 3)

    assert len(spots) > 8
    assert all(is_inside((float(spot.x), float(spot.y)), ring) for spot in spots)
    assert {spot.which for spot in spots} == {0, 1, 2}
    assert spots == strewn(ring, 20, "wood-1", 3)
    assert spots != strewn(ring, 20, "wood-2", 3)
    assert [float(spot.y) for spot in spots] == sorted(float(spot.y) for spot in spots)


def test_a_large_area_is_strewn_with_no_more_than_a_page_should_hold() -> None:
    forest = [(x * 20, y * 20) for x, y in SQUARE]

    assert 30 < len(strewn(forest, 20, "forest")) <= 70


@pytest.mark.parametrize("degrees", [0, 35, 90, 180, 270])
def test_a_row_fills_its_rectangle_from_end_to_end_however_it_is_turned(degrees: float) -> None:
    spots = row(turned(degrees), 27, 20)

    assert len(spots) == 4
    assert [float(spot.long) * 27 for spot in spots] == pytest.approx([30] * 4, rel=0.01)
    assert [float(spot.deep) for spot in spots] == [1] * 4
    first, last = spots[0], spots[-1]
    assert math.hypot(float(last.x) - float(first.x), float(last.y) - float(first.y)) == pytest.approx(90, rel=0.01)
    assert all(is_inside((float(spot.x), float(spot.y)), turned(degrees)) for spot in spots)
    assert -90 <= float(spots[0].turn) <= 90


def test_what_is_no_long_rectangle_has_no_row() -> None:
    assert row(SQUARE, 27, 20) == ()
    assert row(CORNER, 27, 20) == ()
    assert row([(0, 0), (100, 0), (120, 20), (20, 20)], 27, 20) == ()


def test_a_rim_goes_all_round() -> None:
    spots = rim(SQUARE, 25, 20)

    assert {(spot.x, spot.y) for spot in spots} >= {("50", "10"), ("90", "50"), ("50", "90"), ("10", "50")}
    assert {spot.turn for spot in spots} == {"0", "90", "180", "-90"}
