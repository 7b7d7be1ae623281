"""The map as a grid of cards (section 20): cells, neighbours, step distance, straight lines, ports.

A cell is written column then row: ``"B3"`` (OW-GEO-01). The map does not wrap, nothing blocks sight (OW-GEO-06), and
within a card nobody stands anywhere (OW-GEO-04).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Final, Literal

from app.engine.refusal import InvalidInput

Cell = str
CardRows = tuple[tuple[str, ...], ...]
"""Rows of card codes from the top; ``""`` is a hole."""

RangeGeometry = Literal["straight", "steps"]

LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
MOST_ROWS: Final = 99
_AROUND: Final = ((0, -1), (1, 0), (0, 1), (-1, 0))


@lru_cache(maxsize=4096)
def place_of(cell: Cell) -> tuple[int, int]:
    """Column and row of a cell, both from 0. Raises ``ValueError`` for what is no cell's name."""
    column, row = LETTERS.find(cell[:1]), cell[1:]
    if not cell or column < 0 or not row.isascii() or not row.isdigit() or row[0] == "0":
        raise ValueError(f"no cell: {cell!r}")
    return column, int(row) - 1


def cell_at(column: int, row: int) -> Cell:
    """The name of the cell in a column and row, both from 0."""
    return f"{LETTERS[column]}{row + 1}"


def reading_order(cell: Cell) -> tuple[int, int]:
    """Sorts cells by row, then column, as everything that names "first cell" does (OW-PRM-09)."""
    column, row = place_of(cell)
    return row, column


def card_at(rows: CardRows, cell: Cell) -> str:
    """The code of the card on a cell, ``""`` for a hole or a cell beyond the map."""
    return _cards(rows).get(cell, "")


def cards_of(rows: CardRows) -> Mapping[Cell, str]:
    """The card code of every cell that holds one, by row, then column."""
    return _cards(rows)


def cells_of(rows: CardRows) -> tuple[Cell, ...]:
    """Every cell that holds a card, by row, then column."""
    return tuple(_cards(rows))


def neighbours(rows: CardRows, cell: Cell) -> tuple[Cell, ...]:
    """The cards above, right, below and left of a cell (OW-GEO-02), in that order; none for a hole."""
    return _neighbours(rows).get(cell, ())


def step_distances(rows: CardRows, start: Cell) -> Mapping[Cell, int]:
    """How many steps every card that can be reached is away from ``start``, whatever the types (OW-GEO-03)."""
    return _distances(rows, start)


def step_distance(rows: CardRows, start: Cell, end: Cell) -> int | None:
    """The step distance of two cards, ``None`` where no chain of neighbours joins them (OW-GEO-03)."""
    return _distances(rows, start).get(end)


@lru_cache(maxsize=16384)
def line_distance(rows: CardRows, start: Cell, end: Cell) -> int | None:
    """How far two cards of one column or row are apart if every cell strictly between holds a card, else ``None``
    (OW-GEO-05). The same card: 0."""
    (column, row), (other_column, other_row) = place_of(start), place_of(end)
    if column != other_column and row != other_row:
        return None
    distance = abs(column - other_column) + abs(row - other_row)
    step = ((other_column > column) - (other_column < column), (other_row > row) - (other_row < row))
    between = (cell_at(column + step[0] * i, row + step[1] * i) for i in range(1, distance))
    cards = _cards(rows)
    return distance if all(cell in cards for cell in (start, end, *between)) else None


def in_range(rows: CardRows, start: Cell, end: Cell, reach: int, geometry: RangeGeometry) -> bool:
    """Whether ``end`` is within ``reach`` of ``start``; the own location always is (distance 0, OW-GEO-05)."""
    measure = line_distance if geometry == "straight" else step_distance
    distance = measure(rows, start, end)
    return distance is not None and distance <= reach


def checked_rows(given: Sequence[Sequence[str]], known: Mapping[str, object], field: str) -> CardRows:
    """A map from an input. Raises ``InvalidInput`` unless it is a rectangle of known cards and holes, at most 26 columns
    wide (OW-GEO-01), with at least one card."""
    rows = tuple(tuple(row) for row in given)
    if not 1 <= len(rows) <= MOST_ROWS:
        raise InvalidInput.at(field, f"1 to {MOST_ROWS} rows", len(rows))
    for index, row in enumerate(rows):
        if not 1 <= len(row) <= len(LETTERS) or len(row) != len(rows[0]):
            raise InvalidInput.at(f"{field}[{index}]", "rows of one length, 1 to 26 cells", len(row))
        for column, code in enumerate(row):
            if code and code not in known:
                raise InvalidInput.at(f"{field}[{index}][{column}]", "the code of a card, or nothing", code)
    if not any(code for row in rows for code in row):
        raise InvalidInput.at(field, "at least one card", "holes only")
    return rows


@lru_cache(maxsize=256)
def _cards(rows: CardRows) -> Mapping[Cell, str]:
    return MappingProxyType(
        {cell_at(column, row): code for row, codes in enumerate(rows) for column, code in enumerate(codes) if code}
    )


@lru_cache(maxsize=256)
def _neighbours(rows: CardRows) -> Mapping[Cell, tuple[Cell, ...]]:
    cards = _cards(rows)
    found = {}
    for cell in cards:
        column, row = place_of(cell)
        around = ((column + dx, row + dy) for dx, dy in _AROUND)
        names = [cell_at(x, y) for x, y in around if 0 <= x < len(LETTERS) and y >= 0]
        found[cell] = tuple(name for name in names if name in cards)
    return MappingProxyType(found)


@lru_cache(maxsize=4096)
def _distances(rows: CardRows, start: Cell) -> Mapping[Cell, int]:
    if start not in _cards(rows):
        return MappingProxyType({})
    found = {start: 0}
    waiting = deque([start])
    while waiting:
        cell = waiting.popleft()
        for beside in neighbours(rows, cell):
            if beside not in found:
                found[beside] = found[cell] + 1
                waiting.append(beside)
    return MappingProxyType(found)
