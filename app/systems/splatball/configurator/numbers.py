"""How much the configurator lays, and what it proposes that armies cost (SPL-CFG-01, SPL-CFG-12)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from app.boards import squares
from app.systems.splatball.book.kinds import Edge
from app.systems.splatball.book.options import Amount
from app.systems.splatball.book.tables import Rules


class Numbers(NamedTuple):
    """How much is laid: ``elements`` in all, a large piece counting four, ``large`` of them large; markers that each seat is to lay."""

    elements: int
    large: int
    roads: int
    fences: int
    objectives: int


def area_of(board: squares.Board) -> int:
    """How many squares a board has."""
    return board.columns * board.rows - len(board.missing)


def numbers(
    rules: Rules,
    board: squares.Board,
    edges: Sequence[Edge],
    objectives: int,
    amount: Amount,
    *,
    elements: int | None = None,
    large: int | None = None,
    roads: int | None = None,
    fences: int | None = None,
) -> Numbers:
    """The numbers for a board; what is not given has its default (SPL-CFG-01)."""
    table = rules.configurator
    base = area_of(board) // table.squares_per_element[amount]
    few = base // table.large_divisor if large is None else large
    least = max(base, table.large_counts_as * few + objectives * len(edges))
    return Numbers(
        elements=least if elements is None else elements,
        large=few,
        roads=rules.options.roads if roads is None else roads,
        fences=base // table.fences_divisor if fences is None else fences,
        objectives=objectives,
    )


def proposed_value(rules: Rules, board: squares.Board, players: int) -> int:
    """The proposed value of each army (SPL-CFG-12)."""
    table = rules.configurator
    steps = 2 * area_of(board) // (table.army_squares_per_step * players)
    return table.army_value_step * max(table.army_value_min_steps, steps)
