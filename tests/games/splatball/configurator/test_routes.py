"""Ways of roads and fences, as the configurator takes them and as hands lay them."""

from __future__ import annotations

import pytest

from app.systems.splatball.configurator.routes import fence_route, road, road_with_ways_out, way_out
from tests.games.splatball.table import ground, piece


@pytest.mark.rule("SPL-CFG-08")
def test_a_road_goes_north_then_east_then_south_then_west_if_all_are_as_short() -> None:
    assert road(ground(), (4, 4), (6, 2)) == ((4, 4), (4, 3), (4, 2), (5, 2), (6, 2))
    assert road(ground(), (4, 4), (2, 6)) == ((4, 4), (4, 5), (4, 6), (3, 6), (2, 6))


@pytest.mark.rule("SPL-CFG-08")
def test_a_road_crosses_no_fence_and_runs_over_roads() -> None:
    straight = ((2, 3), (2, 2))
    fenced = ground(fences=[((2, 3), (3, 3))])

    assert road(ground(roads=straight), *straight) == straight
    assert road(fenced, *straight) == ((2, 3), (3, 3), (3, 2), (2, 2))
    assert way_out(ground(fences=[((2, 1), (3, 1))]), (2, 1)) == ((2, 1), (3, 1), (3, 0))


@pytest.mark.rule("SPL-CFG-08")
def test_a_road_begins_and_ends_where_no_piece_stands_and_on_the_board() -> None:
    treed = ground(piece("p1", "tree", (2, 2)))

    assert road(treed, (2, 2), (5, 5)) is None
    assert road(treed, (5, 5), (2, 2)) is None
    assert road(treed, (5, 5), (12, 5)) is None
    assert way_out(treed, (2, 2)) is None
    assert road_with_ways_out(treed, (5, 5), (2, 2)) is None


@pytest.mark.rule("SPL-CFG-08")
def test_where_there_is_no_way_there_is_no_road() -> None:
    wall = ground(*(piece(f"p{y}", "tree", (5, y)) for y in range(12)))

    assert road(wall, (2, 2), (8, 2)) is None


@pytest.mark.rule("SPL-CFG-08", "SPL-CFG-13")
def test_the_way_out_ends_at_the_nearest_border_a_hole_counted() -> None:
    holed = ground(missing=[(0, 0)])

    assert way_out(ground(), (3, 4)) == ((3, 4), (2, 4), (1, 4), (0, 4))
    assert way_out(ground(), (0, 5)) == ((0, 5),)
    assert way_out(ground(), (8, 3)) == ((8, 3), (8, 2), (8, 1), (8, 0))
    assert way_out(holed, (8, 3)) == ((8, 3), (7, 3), (6, 3))
    assert way_out(holed, (2, 7)) == ((2, 7), (2, 6))


@pytest.mark.rule("SPL-CFG-11")
def test_a_road_has_the_ways_out_from_both_its_ends() -> None:
    found = road_with_ways_out(ground(), (3, 4), (8, 6))

    assert found is not None
    assert len(found) == len(set(found))
    assert set(found) == {
        *(road(ground(), (3, 4), (8, 6)) or ()),
        *((2, 4), (1, 4), (0, 4)),
        *((9, 6), (10, 6), (11, 6)),
    }


@pytest.mark.rule("SPL-CFG-10")
def test_a_fence_goes_over_free_vertices_alone() -> None:
    straight = ((5, 8), (6, 8), (7, 8), (8, 8))
    bent = ((5, 8), (5, 7), (6, 7), (7, 7), (8, 7), (8, 8))

    assert fence_route(ground(), (5, 8), (8, 8)) == straight
    assert fence_route(ground(fences=[((6, 8), (7, 8))]), (5, 8), (8, 8)) == bent
    assert fence_route(ground(fences=[((6, 8), (6, 9)), ((6, 9), (7, 9))]), (5, 8), (8, 8)) == bent
    assert fence_route(ground(roads=[(6, 8)]), (5, 8), (8, 8)) == bent


@pytest.mark.rule("SPL-CFG-09", "SPL-CFG-11", "SPL-SET-09")
@pytest.mark.parametrize(
    ("end", "is_laid"),
    [((5, 8), False), ((6, 7), False), ((7, 8), False), ((8, 8), True), ((8, 11), True), ((9, 5), False)],
)
def test_the_ends_of_a_fence_lie_three_to_six_apart(end: tuple[int, int], is_laid: bool) -> None:
    assert (fence_route(ground(), (5, 8), end) is not None) is is_laid


@pytest.mark.rule("SPL-CFG-09", "SPL-CFG-11", "SPL-SET-09")
def test_both_ends_of_a_fence_are_free_vertices() -> None:
    at, to = (5, 5), (8, 5)
    barred = (
        ground(piece("p1", "tree", (4, 4))),
        ground(roads=[(4, 5)]),
        ground(fences=[((5, 4), (5, 5))]),
        ground(missing=[(0, 0)], size=(12, 12)),  # its south-eastern corner is (6, 6)
    )

    for one in barred:
        assert fence_route(one, at, to) is None
        assert fence_route(one, to, at) is None
    assert fence_route(ground(), (0, 5), (3, 5)) is None  # the rim is no place for fences
    assert fence_route(ground(), (3, 12), (3, 9)) is None


@pytest.mark.rule("SPL-CFG-09", "SPL-CFG-11", "SPL-SET-09")
@pytest.mark.parametrize(
    ("wall", "end", "segments"),
    [(range(7, 9), (8, 8), 7), (range(7, 9), (9, 8), 8), (range(6, 10), (8, 8), None)],  # the last would have 9
)
def test_a_fence_has_eight_segments_at_most(wall: range, end: tuple[int, int], segments: int | None) -> None:
    way = fence_route(ground(*(piece(f"p{y}", "rocks", (6, y)) for y in wall), size=(18, 18)), (5, 8), end)

    assert (way and len(way) - 1) == segments
