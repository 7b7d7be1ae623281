"""Laying scenery by hand: what, and where; roads and fences."""

from __future__ import annotations

from typing import Any

import pytest

from app.engine.refusal import Refusal
from app.systems.splatball.muster.laying import KINDS, Laying, judge_fence, judge_road
from app.systems.splatball.park.ground import Ground
from app.systems.splatball.position.actions import PlaceFence, PlaceRoad
from tests.games.splatball.table import ground, piece, rules

TWO = ("N", "S")
FOUR = ("N", "E", "S", "W")


def _rule(of: Ground, kind: Any, at: tuple[int, int], edges: Any = TWO, **counts: int) -> str | None:
    refusal = Laying(of, edges).refusal(kind, at, **counts)
    return None if refusal is None else refusal.rule


def _facts(of: Ground, kind: Any, at: tuple[int, int], edges: Any = TWO) -> Any:
    refusal = Laying(of, edges).refusal(kind, at)
    assert refusal is not None
    return refusal.facts


@pytest.mark.rule("SPL-SET-05")
def test_seven_kinds_are_laid_by_hand_and_one_phone_box() -> None:
    assert [kind for kind in rules().terrain if _rule(ground(), kind, (5, 5)) is None] == list(KINDS)
    assert _rule(ground(piece("p1", "phone", (1, 5))), "phone", (5, 5)) == "SPL-SET-05"
    assert _rule(ground(), "treehouse", (5, 5), large_left=0) == "SPL-SET-05"
    assert _rule(ground(), "tree", (5, 5), large_left=0) is None


@pytest.mark.rule("SPL-SET-06")
def test_a_small_piece_counts_one_and_a_large_one_four() -> None:
    assert _rule(ground(), "tree", (5, 5), budget=1) is None
    assert _rule(ground(), "tree", (5, 5), budget=0) == "SPL-SET-06"
    assert _rule(ground(), "fountain", (5, 5), budget=4) is None
    assert _rule(ground(), "fountain", (5, 5), budget=3) == "SPL-SET-06"


@pytest.mark.rule("SPL-SET-07")
def test_no_square_of_a_large_piece_lies_in_a_whole_zone() -> None:
    assert _rule(ground(), "fountain", (5, 4)) is None
    assert _rule(ground(), "fountain", (5, 7)) == "SPL-SET-07"
    assert _rule(ground(size=(18, 18)), "fountain", (0, 0), FOUR) == "SPL-SET-07"  # a corner that is cut off
    assert _rule(ground(), "tree", (5, 0)) is None
    assert _rule(ground(), "fountain", (5, -1)) == "SPL-SET-07"  # before the rim is looked at


@pytest.mark.rule("SPL-SET-08")
def test_a_piece_lies_wholly_on_the_board_on_free_squares() -> None:
    held = ground(piece("p1", "hedge", (3, 5)), roads=[(7, 6)], fences=[((6, 5), (6, 6))], missing=[(1, 1)])
    assert _rule(held, "tree", (12, 5)) == "SPL-SET-08"
    assert _rule(held, "tree", (-1, -1)) == "SPL-SET-08"
    assert _rule(held, "tree", (6, 6)) == "SPL-SET-08"  # a module that is missing
    assert _rule(ground(), "fountain", (11, 5)) == "SPL-SET-08"
    assert _facts(held, "tree", (3, 5)) == {"square": "D6", "blocker": "p1"}
    assert _facts(ground(roads=[(7, 6)]), "tree", (7, 6)) == {"square": "H7", "road": True}
    assert _facts(ground(), "tree", (0, 12))["off_board"]


@pytest.mark.rule("SPL-SET-08")
@pytest.mark.parametrize("fence", [((6, 5), (6, 6)), ((6, 6), (6, 7)), ((5, 6), (6, 6)), ((6, 6), (7, 6))])
def test_no_fence_stands_between_the_squares_of_a_piece(fence: Any) -> None:
    held = ground(fences=[fence])
    assert _facts(held, "fountain", (5, 5)) == {"square": "F6", "fence": True}
    assert (5, 5) not in Laying(held, TWO).places("fountain")
    assert _rule(ground(fences=[((5, 5), (6, 5))]), "fountain", (5, 5)) is None  # a fence beside it


@pytest.mark.rule("SPL-SET-08")
def test_a_piece_that_cannot_be_entered_parts_nothing() -> None:
    wall = [piece(f"p{x}", "tree", (x, 5)) for x in range(11)]
    assert _facts(ground(*wall), "tree", (11, 5)) == {"square": "L6", "parted": True}
    assert _rule(ground(*wall), "rocks", (11, 5)) is None
    corner = ground(piece("p1", "tree", (1, 0)), of=rules(diagonals=False))
    assert _rule(corner, "tree", (0, 1)) == "SPL-SET-08"
    assert _rule(ground(of=rules(diagonals=False)), "tree", (0, 1)) is None


@pytest.mark.rule("SPL-SET-08")
def test_every_zone_keeps_ten_squares_without_a_piece() -> None:
    laid = [piece(f"p{n}", "hedge", at) for n, at in enumerate(((4, 0), (5, 0), (6, 0), (7, 0), (4, 1)))]
    assert _rule(ground(*laid), "hedge", (5, 1), FOUR) is None
    laid.append(piece("p9", "hedge", (5, 1)))
    assert _facts(ground(*laid), "hedge", (6, 1), FOUR) == {"square": "G2", "zone_least": 10}
    assert _rule(ground(*laid), "hedge", (6, 5), FOUR) is None  # in no zone
    assert (6, 1) not in Laying(ground(*laid), FOUR).places("hedge")


@pytest.mark.rule("SPL-SET-09")
def test_a_road_leads_from_end_to_end_and_off_the_board_both_ways() -> None:
    found = judge_road(ground(), PlaceRoad((5, 5), (7, 5)))
    assert not isinstance(found, Refusal)
    assert {(5, 5), (6, 5), (7, 5)} < {*found}
    assert any(0 in at or 11 in at for at in found)
    wall = ground(*(piece(f"p{x}", "tree", (x, 5)) for x in range(12)))
    for of, start, end in ((ground(), (5, 5), (5, 5)), (wall, (3, 2), (3, 8)), (wall, (3, 5), (3, 8))):
        refusal = judge_road(of, PlaceRoad(start, end))
        assert isinstance(refusal, Refusal)
        assert refusal.rule == "SPL-SET-09"


@pytest.mark.rule("SPL-SET-09")
def test_a_fence_stands_between_free_vertices_three_to_six_apart() -> None:
    assert judge_fence(ground(), PlaceFence((5, 5), (5, 8))) == (((5, 5), (5, 6)), ((5, 6), (5, 7)), ((5, 7), (5, 8)))
    assert judge_fence(ground(), PlaceFence((5, 8), (5, 5)))[0] == ((5, 7), (5, 8))  # type: ignore[index]
    taken = ground(fences=[((5, 5), (5, 6))])
    for of, end in ((ground(), (5, 5)), (ground(), (5, 7)), (ground(), (9, 8)), (taken, (5, 8))):
        refusal = judge_fence(of, PlaceFence((5, 5), end))
        assert isinstance(refusal, Refusal)
        assert refusal.rule == "SPL-SET-09"


@pytest.mark.rule("SPL-SET-08")
def test_on_a_ground_that_is_parted_only_what_fills_the_part_may_lie() -> None:
    parted = ground(piece("p1", "tree", (1, 0)), piece("p2", "tree", (0, 1)))
    assert _rule(parted, "hedge", (5, 5)) == "SPL-SET-08"
    assert Laying(parted, TWO).places("rocks") == ()
    assert Laying(parted, TWO).places("tree") == ((0, 0),)
