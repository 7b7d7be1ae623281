"""Terrain that the players place, at its boundaries."""

from __future__ import annotations

import pytest

from app.boards.measured import Table
from app.boards.plane import Polygon, polygon
from app.systems.tierras_distantes.book.scenarios import corners
from app.systems.tierras_distantes.land.placing import (
    first_place,
    leaving_refusal,
    pieces_of_pool,
    placing_refusal,
    turned_box,
)
from tests.games.tierras_distantes.table import rules

TABLE = Table(1000, 1000)


def lying(*boxes: tuple[int, int, int, int]) -> list[Polygon]:
    return [polygon(corners(box)) for box in boxes]


@pytest.mark.rule("TD-TER-04")
def test_four_quarter_turns_bring_a_box_back() -> None:
    plan, box = (260, 200), (30, 40, 40, 160)

    assert turned_box(box, plan, 0, (5, 7)) == (35, 47, 45, 167)
    assert turned_box(box, plan, 1, (0, 0)) == (40, 30, 160, 40)
    assert turned_box(box, plan, 2, (0, 0)) == (220, 40, 230, 160)
    assert turned_box(box, plan, 3, (0, 0)) == (40, 220, 160, 230)
    for step in range(4):
        width, height = plan if step % 2 == 0 else plan[::-1]
        assert turned_box((0, 0, *plan), plan, step, (10, 20)) == (10, 20, 10 + width, 20 + height)


@pytest.mark.rule("TD-TER-04", "TD-TER-06")
def test_a_piece_lies_on_the_table_and_may_touch_others() -> None:
    others = lying((400, 400, 600, 600))

    assert placing_refusal(TABLE, others, (600, 400, 700, 500)) is None
    over = placing_refusal(TABLE, others, (599, 400, 699, 500))
    off = placing_refusal(TABLE, others, (901, 0, 1001, 100))
    assert over is not None
    assert over.rule == "TD-TER-06"
    assert off is not None
    assert off.rule == "TD-TER-04"


@pytest.mark.rule("TD-TER-04")
def test_a_piece_is_put_beside_what_lies_there_and_turned_if_it_must() -> None:
    others = lying((0, 0, 900, 1000))

    assert first_place(TABLE, others, (100, 300)) == (900, 0, 0)
    assert first_place(TABLE, others, (300, 100)) == (900, 0, 1)
    assert first_place(TABLE, others, (101, 101)) is None


@pytest.mark.rule("TD-TER-01", "TD-TER-04")
def test_a_piece_is_left_out_if_a_third_is_reached_without_it_or_it_fits_nowhere() -> None:
    third = lying((0, 0, 333, 1000))

    assert leaving_refusal(rules(), TABLE, third, [(10, 10), (34, 10)]) is None  # 333 340 of 333 333.3
    refusal = leaving_refusal(rules(), TABLE, third, [(10, 10), (33, 10)])
    assert refusal is not None
    assert refusal.rule == "TD-TER-04"
    assert leaving_refusal(rules(), TABLE, third, [(700, 660), (33, 10)]) is not None  # turned, it fits
    assert leaving_refusal(rules(), TABLE, third, [(668, 1001), (33, 10)]) is None
    assert leaving_refusal(rules(require_third=False), TABLE, third, [(10, 10)]) is None


@pytest.mark.rule("TD-TER-04")
def test_stacked_parts_are_turned_with_their_piece() -> None:
    pool = next(scenario.pool for scenario in rules().scenarios.values() if any(each.parts for each in scenario.pool))
    piece = next(each for each in pool if each.parts)

    whole, *parts = pieces_of_pool(piece, (100, 50), 1)

    assert (whole.id, whole.base, whole.feature, whole.footprint[0]) == (piece.id, True, piece.id, (100, 50))
    assert [part.id for part in parts] == [f"{piece.id}_{number + 1}" for number in range(len(piece.parts))]
    assert {part.feature for part in parts} == {piece.id}
    assert not any(part.base for part in parts)
    west, south = whole.footprint[0]
    east, north = whole.footprint[2]
    assert all(west <= x <= east and south <= y <= north for part in parts for x, y in part.footprint)
