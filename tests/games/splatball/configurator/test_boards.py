"""Which boards are legal, and what their zones and sectors are."""

from __future__ import annotations

from itertools import combinations

import pytest
from msgspec.structs import replace

from app.boards import squares
from app.systems.splatball.book.kinds import EDGES, Edge
from app.systems.splatball.configurator.legal import board_refusal
from app.systems.splatball.configurator.numbers import area_of, numbers, proposed_value
from app.systems.splatball.park import zones
from app.systems.splatball.park.zones import Module
from tests.games.splatball.table import rules

EDGE_LISTS: tuple[tuple[Edge, ...], ...] = (("N", "S"), ("W", "E"), EDGES, *combinations(EDGES, 3))
SIZES = [(wide, high) for wide in range(2, 7) for high in range(2, 7)]


def board(wide: int, high: int, shape: str = "rectangle") -> squares.Board:
    return zones.board_of_modules(rules(), wide, high, zones.missing_of(rules(), shape, wide, high))


@pytest.mark.rule("SPL-SET-12")
@pytest.mark.parametrize("edges", EDGE_LISTS)
def test_every_rectangle_is_legal_for_every_list_of_edges(edges: tuple[Edge, ...]) -> None:
    assert [size for size in SIZES if board_refusal(rules(), *size, "rectangle", None, edges) is not None] == []


@pytest.mark.rule("SPL-SET-11", "SPL-SET-12")
@pytest.mark.parametrize(
    ("wide", "high", "missing"),
    [
        (1, 3, ()),
        (7, 3, ()),
        (3, 1, ()),
        (3, 7, ()),
        (3, 4, ((0, 0), (0, 1), (0, 2), (0, 3))),  # the first column is missing, the rest hangs together
        (2, 3, ((0, 0), (1, 0))),  # a row without a module
        (3, 3, ((1, 0), (1, 1), (1, 2))),  # a column without one
        (3, 3, ((1, 0), (0, 1), (2, 2), (1, 2))),  # a corner that hangs on nothing
    ],
)
def test_a_board_that_is_too_small_or_falls_apart_is_none(wide: int, high: int, missing: tuple[Module, ...]) -> None:
    refusal = board_refusal(rules(), wide, high, None, missing, ("N", "S"))

    assert refusal is not None
    assert refusal.rule == "SPL-SET-12"


@pytest.mark.rule("SPL-SET-12")
@pytest.mark.parametrize("missing", [((0, 1), (1, 1), (2, 1)), ((1, 0), (1, 1), (1, 2)), ((2, 0), (2, 1), (2, 2))])
def test_every_row_and_column_has_a_module(missing: tuple[Module, ...]) -> None:
    assert not zones.is_whole(rules(), 3, 3, missing)
    assert zones.is_whole(rules(), 3, 3, missing[:2])


@pytest.mark.rule("SPL-SET-12")
def test_a_board_needs_room_for_three_rounds_of_sites() -> None:
    assert board_refusal(rules(), 2, 2, "rectangle", None, ("N", "S")) is None
    many = replace(rules(), configurator=replace(rules().configurator, site_rounds_min=20))

    refusal = board_refusal(many, 2, 2, "rectangle", None, ("N", "S"))

    assert refusal is not None
    assert refusal.rule == "SPL-SET-12"


@pytest.mark.rule("SPL-SET-12")
@pytest.mark.parametrize("edges", [("N",), ("N", "W"), ("N", "N"), ("N", "S", "S")])
def test_edges_that_are_not_opposite_or_come_twice_make_no_board(edges: tuple[Edge, ...]) -> None:
    assert board_refusal(rules(), 3, 3, "rectangle", None, edges) is not None


@pytest.mark.rule("SPL-SET-12")
@pytest.mark.parametrize(("wide", "high"), [(2, 3), (3, 2)])
def test_a_shape_asks_for_its_least_size(wide: int, high: int) -> None:
    refusal = board_refusal(
        rules(), wide, high, "ring", None, ("N", "S")
    )  # without a hole: else as good as a rectangle

    assert refusal is not None
    assert refusal.rule == "SPL-SET-12"
    assert board_refusal(rules(), 3, 3, "ring", None, ("N", "S")) is None


@pytest.mark.rule("SPL-SET-11")
def test_shapes_leave_out_their_modules_row_by_row() -> None:
    left_out = {name: zones.missing_of(rules(), name, 4, 3) for name in rules().shapes}

    assert left_out == {
        "rectangle": (),
        "corner": ((0, 0),),
        "tee": ((0, 2), (3, 2)),
        "cross": ((0, 0), (3, 0), (0, 2), (3, 2)),
        "ring": ((1, 1), (2, 1)),
        "zigzag": ((0, 0), (3, 2)),
    }


@pytest.mark.rule("SPL-DEP-03", "SPL-DEP-04")
def test_a_zone_is_four_deep_and_loses_its_corners_to_nobody_where_there_are_more_than_two() -> None:
    park = board(3, 3)

    two, four = (zones.zone(rules(), park, "N", edges) for edges in (("N", "S"), ("N", "E", "S", "W")))

    assert len(two) == 4 * 18
    assert len(four) == 4 * 10
    assert {x for x, _ in four} == set(range(4, 14))
    assert zones.zone(rules(), park, "E", ("N", "E", "S", "W"))[0] == (14, 4)


@pytest.mark.rule("SPL-CFG-14")
def test_a_sector_is_what_lies_no_farther_from_its_edge_than_from_any_other() -> None:
    park = board(2, 3)

    north, south = (zones.sector(rules(), park, edge, ("N", "S")) for edge in ("N", "S"))

    assert set(north) == {(x, y) for x in range(12) for y in range(4, 9)}
    assert set(south) == {(x, y) for x in range(12) for y in range(9, 14)}
    three = [set(zones.sector(rules(), board(3, 3), edge, ("N", "S", "W"))) for edge in ("N", "W")]
    assert (5, 5) in three[0] & three[1]
    assert (0, 0) in three[0] & three[1]  # a corner that belongs to no zone


@pytest.mark.rule("SPL-CFG-01", "SPL-CFG-12", "SPL-ARMY-04")
def test_numbers_and_the_proposed_value_follow_from_the_area() -> None:
    park = board(2, 3)

    light, dense = (numbers(rules(), park, ("N", "S"), 3, amount) for amount in ("light", "dense"))

    assert area_of(park) == 216
    assert (light.elements, light.large, light.fences) == (12, 1, 2)
    assert (dense.elements, dense.large, dense.fences) == (24, 2, 4)
    assert numbers(rules(), park, ("N", "S"), 6, "light", large=0).elements == 12
    assert proposed_value(rules(), park, 2) == 450
    assert proposed_value(rules(), board(2, 2), 4) == 200  # never less
