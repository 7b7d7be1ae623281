"""The board and its parts: modules and shapes, deployment zones, sectors, and whether a board is legal as far as that goes
(SPL-SET-11, SPL-SET-12, SPL-DEP-03, SPL-DEP-04, SPL-CFG-14)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final

from app.boards import cells, squares
from app.boards.squares import Square
from app.systems.splatball.book.kinds import EDGES, Edge
from app.systems.splatball.book.tables import Rules
from app.systems.splatball.park.ground import missing_squares

Module = tuple[int, int]
TWO_EDGES: Final[tuple[frozenset[Edge], ...]] = (frozenset({"N", "S"}), frozenset({"W", "E"}))
"""What two players may have (SPL-SET-12)."""
KEPT: Final = 512


def edges_in_order(edges: Collection[Edge]) -> tuple[Edge, ...]:
    """Edges as they are always taken: N, E, S, W (SPL-CFG-01)."""
    return tuple(edge for edge in EDGES if edge in edges)


def missing_of(rules: Rules, shape: str, wide: int, high: int) -> tuple[Module, ...]:
    """The modules that a shape leaves out of a board of so many, row by row (SPL-SET-11)."""
    row = rules.shapes[shape]
    left_out = {(column % wide, line % high) for column, line in row.missing}
    if row.inner:
        left_out |= {(column, line) for column in range(1, wide - 1) for line in range(1, high - 1)}
    return tuple(sorted(left_out, key=lambda module: (module[1], module[0])))


def board_of_modules(rules: Rules, wide: int, high: int, missing: Iterable[Module]) -> squares.Board:
    """The squares of so many modules, less some."""
    size = rules.constants.module_size
    return squares.Board(size * wide, size * high, missing_squares(tuple(missing), size))


def distance_to(board: squares.Board, edge: Edge, at: Square) -> int:
    """How far a square is from an edge of the rectangle round the board (SPL-CFG-14)."""
    x, y = at
    match edge:
        case "N":
            return y
        case "S":
            return board.rows - 1 - y
        case "W":
            return x
        case "E":
            return board.columns - 1 - x


def band(rules: Rules, board: squares.Board, edge: Edge) -> tuple[Square, ...]:
    """The squares of a whole zone, its corners not cut, row by row (SPL-DEP-03, SPL-SET-07)."""
    return _band(board, edge, rules.constants.zone_depth)


def zone(rules: Rules, board: squares.Board, edge: Edge, edges: Collection[Edge]) -> tuple[Square, ...]:
    """The zone of an edge, row by row; with so many ``edges`` that zones would overlap, the corners belong to none (SPL-DEP-04)."""
    is_cut = len(edges) >= rules.constants.cut_corners_from_players
    return _zone(board, edge, rules.constants.zone_depth, is_cut)


def sector(rules: Rules, board: squares.Board, edge: Edge, edges: Collection[Edge]) -> tuple[Square, ...]:
    """The squares in no zone that are no farther from an edge than from any other allowed one, row by row (SPL-CFG-14)."""
    is_cut = len(edges) >= rules.constants.cut_corners_from_players
    return _sectors(board, edges_in_order(edges), rules.constants.zone_depth, is_cut)[edge]


@lru_cache(maxsize=KEPT)
def _band(board: squares.Board, edge: Edge, depth: int) -> tuple[Square, ...]:
    return tuple(at for at in board.cells() if distance_to(board, edge, at) < depth)


@lru_cache(maxsize=KEPT)
def _zone(board: squares.Board, edge: Edge, depth: int, is_cut: bool) -> tuple[Square, ...]:
    found = _band(board, edge, depth)
    if not is_cut:
        return found
    across: tuple[Edge, Edge] = ("W", "E") if edge in ("N", "S") else ("N", "S")
    corners = {at for side in across for at in _band(board, side, depth)}
    return tuple(at for at in found if at not in corners)


@lru_cache(maxsize=KEPT)
def _sectors(
    board: squares.Board, edges: tuple[Edge, ...], depth: int, is_cut: bool
) -> Mapping[Edge, tuple[Square, ...]]:
    """The sectors of all edges at once: each square goes to those that are nearest to it."""
    taken = {at for edge in edges for at in _zone(board, edge, depth, is_cut)}
    found: dict[Edge, list[Square]] = {edge: [] for edge in edges}
    for at in board.cells():
        if at not in taken:
            far = {edge: distance_to(board, edge, at) for edge in edges}
            nearest = min(far.values())
            for edge in edges:
                if far[edge] == nearest:
                    found[edge].append(at)
    return {edge: tuple(held) for edge, held in found.items()}


def is_whole(rules: Rules, wide: int, high: int, missing: Collection[Module]) -> bool:
    """Whether modules make a board: so many each way, one in each row and column, all hanging together by sides (SPL-SET-12 (a), (b))."""
    least, most = rules.constants.modules_least, rules.constants.modules_most
    if not (least <= wide <= most and least <= high <= most):
        return False
    there = [(column, line) for line in range(high) for column in range(wide) if (column, line) not in missing]
    if {column for column, _ in there} != set(range(wide)) or {line for _, line in there} != set(range(high)):
        return False
    return len(cells.runs(there, lambda a, b: abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1)) == 1


def are_edges(edges: Sequence[Edge], players: int | None = None) -> bool:
    """Whether edges may be those of a board: N and S or W and E for two players, three or all four for more, one for each player at
    least (SPL-SET-12 (c))."""
    found = frozenset(edges)
    if len(found) != len(edges):
        return False
    is_possible = found in TWO_EDGES or len(found) > len(TWO_EDGES)
    if players is None:
        return is_possible
    return is_possible and (len(found) == len(TWO_EDGES)) == (players == len(TWO_EDGES)) and len(found) >= players


def has_room(rules: Rules, board: squares.Board, edges: Collection[Edge]) -> bool:
    """Whether every zone is large enough (SPL-SET-12 (d))."""
    least = rules.constants.zone_squares_min
    return all(len(zone(rules, board, edge, edges)) >= least for edge in edges)
