"""The board with its pieces, roads and fences, read for the rules; who stands where is not part of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Final, NamedTuple

from app.boards import cells, squares
from app.boards.squares import Facing, Square
from app.engine.judging import Kept
from app.systems.splatball.book.kinds import PieceId, PieceKind, Segment
from app.systems.splatball.book.tables import Rules, Terrain
from app.systems.splatball.position.state import BoardState, Piece

KEPT: Final = 64
"""How many grounds are remembered, each with the very board, pieces and rules that it was read from."""
RUNNING: Final = frozenset({"hedge", "rocks", "playground", "tree"})
"""Pieces that are one obstacle where two of a kind touch (SPL-GEO-05)."""
_AROUND: Final = tuple((dx, dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1))


def squares_of(piece: Piece, rules: Rules) -> tuple[Square, ...]:
    """The squares that a piece fills, row by row (SPL-TER-11)."""
    return _squares_from(piece.at, is_large=rules.terrain[piece.kind].is_large)


def _squares_from(at: Square, *, is_large: bool) -> tuple[Square, ...]:
    x, y = at
    return ((x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)) if is_large else (at,)


def in_order(segment: Segment) -> Segment:
    """A segment with its first vertex first."""
    one, other = segment
    return segment if one <= other else (other, one)


@lru_cache(maxsize=1024)
def number_of(piece: PieceId) -> tuple[int, str]:
    """What puts ids in order: ``p2`` before ``p10`` (SPL-SPC-01)."""
    digits = "".join(filter(str.isdigit, piece))
    return (int(digits or 0), piece)


class _Lying(NamedTuple):
    """A piece as far as its place goes, whoever owns it and whatever lies on it."""

    id: PieceId
    kind: PieceKind
    at: Square
    is_large: bool
    blocks_sight: bool


class _Layout:
    """Where pieces lie: what does not change while nothing is laid or removed."""

    def __init__(self, lying: tuple[_Lying, ...]) -> None:
        self._lying: Final = lying
        self._filled: Final = {piece.id: _squares_from(piece.at, is_large=piece.is_large) for piece in lying}
        self.at: Final = {at: name for name, filled in self._filled.items() for at in filled}
        self.sight: Final = frozenset(at for piece in lying if piece.blocks_sight for at in self._filled[piece.id])

    @cached_property
    def beside(self) -> Mapping[Square, tuple[PieceId, ...]]:
        """The pieces in contact with each square that has some."""
        found: dict[Square, dict[PieceId, None]] = {}
        for name, filled in self._filled.items():
            for x, y in filled:
                for dx, dy in _AROUND:
                    found.setdefault((x + dx, y + dy), {})[name] = None
        return {at: tuple(names) for at, names in found.items()}

    @cached_property
    def runs(self) -> Mapping[PieceId, PieceId]:
        """Each piece that may be one obstacle with others, with the first of its run."""
        running = [(piece.id, piece.kind, piece.at) for piece in self._lying if piece.kind in RUNNING]
        return {run[0]: name for run, name in _runs(running)}


def _runs(running: Sequence[tuple[PieceId, str, Square]]) -> Iterator[tuple[tuple[PieceId, str, Square], PieceId]]:
    """Each piece that may be one with others, with the first one of its run (SPL-GEO-05)."""
    for run in cells.runs(running, lambda one, other: one[1] == other[1] and squares.distance(one[2], other[2]) <= 1):
        for each in run:
            yield each, run[0][0]


@lru_cache(maxsize=KEPT)
def _layout(lying: tuple[_Lying, ...]) -> _Layout:
    return _Layout(lying)


@lru_cache(maxsize=KEPT)
def _fenced(fences: frozenset[Segment]) -> Mapping[Square, tuple[Segment, ...]]:
    """The fences at the sides of each square that has some."""
    near = {at for segment in fences for at in squares.beside(segment)}
    return {at: tuple(side for side in squares.sides(at) if side in fences) for at in near}


@lru_cache(maxsize=KEPT)
def _squares(board: squares.Board) -> frozenset[Square]:
    return frozenset(board.cells())


class Ground:
    """What lies on a board, by square and by segment.

    ``piece_at``   the piece on each square that has one
    ``sight``      the squares of pieces that stand in the way of lines (SPL-LOS-03)
    ``squares``    every square of the board
    """

    def __init__(
        self,
        rules: Rules,
        board: squares.Board,
        pieces: Iterable[Piece],
        roads: Iterable[Square],
        fences: Iterable[Segment],
    ) -> None:
        self.rules: Final = rules
        self.board: Final = board
        self.squares: Final = _squares(board)
        self.pieces: Final[Mapping[PieceId, Piece]] = {piece.id: piece for piece in pieces}
        self.roads: Final = frozenset(roads)
        self.fences: Final = frozenset(fences)
        terrain = rules.terrain
        self._lying: Final = _layout(
            tuple(
                _Lying(piece.id, piece.kind, piece.at, (kind := terrain[piece.kind]).is_large, kind.blocks_sight)
                for piece in self.pieces.values()
            )
        )
        self.piece_at: Final = {at: self.pieces[name] for at, name in self._lying.at.items()}
        self.sight: Final = self._lying.sight

    def terrain_at(self, at: Square) -> Terrain | None:
        """What the piece on a square is, ``None`` where there is none."""
        piece = self.piece_at.get(at)
        return None if piece is None else self.rules.terrain[piece.kind]

    def contacts(self, at: Square) -> tuple[Piece, ...]:
        """The pieces that a unit on a square is in contact with (SPL-GEO-04)."""
        return tuple(self.pieces[name] for name in self._lying.beside.get(at, ()))

    def fences_at(self, at: Square) -> tuple[Segment, ...]:
        """The segments that it is in contact with: sides of its own square (SPL-FEN-01)."""
        return _fenced(self.fences).get(at, ()) if self.fences else ()

    def is_beside_edge(self, at: Square) -> bool:
        """Whether a square has a neighbour off the board, a corner counted (SPL-MOVE-11)."""
        return any(each not in self.squares for each in squares.neighbours(at))

    def parts_fence(self, at: Square, to: Square) -> bool:
        """Whether a fence bars a diagonal step: each of the two ways round it has a segment (SPL-FEN-04)."""
        return bool(self.fences) and all(
            any(side in self.fences for side in way.sides) for way in squares.ways_round(at, to)
        )

    def crossed(self, at: Square, to: Square) -> Segment | None:
        """The segment that a straight step crosses."""
        if not self.fences or (at[0] != to[0] and at[1] != to[1]):
            return None
        side = squares.side(at, side_towards(at, to))
        return side if side in self.fences else None

    # -- what hangs together (SPL-GEO-05)

    def run_of(self, piece: PieceId) -> PieceId:
        """The run of a piece, by the id of one of its pieces."""
        return self._lying.runs.get(piece, piece)

    @cached_property
    def fence_run_of(self) -> Mapping[Segment, int]:
        """The run of each segment of fence, by number."""
        runs = cells.runs(sorted(self.fences), lambda one, other: bool({*one} & {*other}))
        return {segment: number for number, run in enumerate(runs) for segment in run}

    def with_pieces(self, pieces: Iterable[Piece]) -> Ground:
        """The same board with other pieces."""
        return Ground(self.rules, self.board, pieces, self.roads, self.fences)


def side_towards(at: Square, to: Square) -> Facing:
    """Which way a straight step goes."""
    dx, dy = to[0] - at[0], to[1] - at[1]
    if dx:
        return "E" if dx > 0 else "W"
    return "S" if dy > 0 else "N"


def missing_squares(modules: Sequence[tuple[int, int]], size: int) -> frozenset[Square]:
    """The squares of modules that are left out (SPL-SET-11)."""
    return frozenset(
        (size * column + dx, size * row + dy) for column, row in modules for dx in range(size) for dy in range(size)
    )


def board_of(board: BoardState, rules: Rules) -> squares.Board:
    """The squares of a board."""
    return squares.Board(board.w, board.h, missing_squares(board.missing, rules.constants.module_size))


def _read(rules: Rules, board: BoardState, pieces: Mapping[PieceId, Piece]) -> Ground:
    return Ground(rules, board_of(board, rules), pieces.values(), board.roads, board.fences)


ground_of: Final = Kept(_read, KEPT)
"""What lies on a board: of the rules, the board and the pieces."""
