"""Whether every square that a foot unit may stand on can be reached from every other, and which squares could be closed without
parting them (SPL-SET-08, SPL-GEO-08).

It is asked for hundreds of squares at once, so sets of squares are whole numbers here, a bit for each square, and a step is a shift.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

from app.boards import squares
from app.boards.squares import Square
from app.engine.judging import Kept
from app.systems.splatball.park.ground import Ground

KEPT: Final = 64
"""For how many grounds it is remembered."""


class Grid:
    """Sets of squares of a board as whole numbers: in row order from the lowest bit, with an empty rim that no shift gets across."""

    def __init__(self, board: squares.Board) -> None:
        self.row: Final = board.columns + 2
        """How many bits on the square to the south is."""
        self._bits: Final = {
            (x, y): 1 << (y + 1) * self.row + x + 1 for y in range(board.rows) for x in range(board.columns)
        }
        self.all: Final = self.bits(board.cells())
        """Every square of the board."""

    def bit(self, at: Square) -> int:
        """The set of one square, empty for one off the rectangle of the board."""
        return self._bits.get(at, 0)

    def bits(self, of: Iterable[Square]) -> int:
        """The set of these squares."""
        found, bit = 0, self._bits.get
        for at in of:
            found |= bit(at, 0)
        return found

    def squares(self, of: int) -> Iterator[Square]:
        """The squares of a set, in row order."""
        while of:
            low = of & -of
            y, x = divmod(low.bit_length() - 1, self.row)
            yield (x - 1, y - 1)
            of ^= low

    def lowest(self, of: int) -> Square | None:
        """The first of them in row order."""
        return next(self.squares(of), None)

    def around(self, of: int) -> int:
        """A set with every square next to it, corners counted."""
        wide = of | of << 1 | of >> 1
        return wide | wide << self.row | wide >> self.row

    def inner(self, of: int) -> int:
        """The squares of a set all of whose neighbours, corners counted, are in it."""
        tall = of & of << self.row & of >> self.row
        return tall & tall << 1 & tall >> 1

    def block(self, at: int) -> int:
        """The 2 x 2 squares of which a set of one is the north-western one."""
        wide = at | at << 1
        return wide | wide << self.row

    def of_blocks(self, of: int) -> int:
        """The north-western squares of all blocks of 2 x 2 that lie within a set."""
        wide = of & of >> 1
        return wide & wide >> self.row


class Connection:
    """What hangs together on foot on a ground, with units and fences ignored. A headquarters counts as impassable."""

    def __init__(self, ground: Ground, grid: Grid) -> None:
        terrain = ground.rules.terrain
        self._grid: Final = grid
        self._diagonals: Final = ground.rules.options.diagonals
        self.barred: Final = grid.bits(
            at for at, piece in ground.piece_at.items() if not terrain[piece.kind].foot_may_enter
        )
        """The squares that nobody enters on foot."""
        self.free: Final = grid.all & ~self.barred
        """The squares that are not impassable."""
        self.is_whole: Final = _is_all(self._reached(self.free & -self.free, self.free, self.barred), self.free)
        """Whether they hang together as they are."""
        self._inner: Final = grid.inner(self.free)

    def stays(self, closed: int) -> bool:
        """Whether they hang together when these squares are closed, too."""
        free, barred = self.free & ~closed, self.barred | closed
        if not self.is_whole:
            return _is_all(self._reached(free & -free, free, barred), free)
        # They did before. Whoever went through what is closed now, or past it at a corner, came from beside it and went on beside it.
        beside = self._grid.around(closed) & free
        start = beside & -beside
        if _is_all(self._reached(start, beside, barred), beside):
            return True
        return _is_all(self._reached(start, free, barred, beside), beside)

    def surely_closable(self, closed: int) -> int:
        """Squares of which any one could be closed when a square, or a block, that itself can be is closed: a ring of free squares goes
        round each of them. There may be others."""
        return self._inner & ~self._grid.around(closed) if self.is_whole else 0

    def closable(self, among: int) -> int:
        """Those of these squares of which any one could be closed."""
        easy = among & self._inner if self.is_whole else 0  # a ring of free squares goes round it
        return easy | self._each(among & ~easy, large=False)

    def closable_blocks(self, among: int) -> int:
        """Those of these north-western squares of which any one block of 2 x 2 could be closed."""
        easy = among & self._grid.of_blocks(self._inner) if self.is_whole else 0
        return easy | self._each(among & ~easy, large=True)

    def _each(self, among: int, *, large: bool) -> int:
        found, grid = 0, self._grid
        while among:
            low = among & -among
            if self.stays(grid.block(low) if large else low):
                found |= low
            among ^= low
        return found

    def _reached(self, start: int, free: int, barred: int, wanted: int = -1) -> int:
        """What can be reached within ``free`` from a set by legal foot steps (SPL-GEO-08): to the sides and, where diagonals count, to the
        corners that are not squeezed between two barred squares (SPL-MOVE-09). It ends as soon as all that is ``wanted`` is reached."""
        row, reached, edge = self._grid.row, start, start
        east, west, south, north = barred >> 1, barred << 1, barred >> row, barred << row  # who has a barred one there
        open_corners = (~(north & east), ~(north & west), ~(south & east), ~(south & west))
        while edge and wanted & ~reached:
            step = edge << 1 | edge >> 1 | edge << row | edge >> row
            if self._diagonals:
                north_east, north_west, south_east, south_west = open_corners
                step |= (edge & north_east) >> row - 1 | (edge & north_west) >> row + 1
                step |= (edge & south_east) << row + 1 | (edge & south_west) << row - 1
            edge = step & free & ~reached
            reached |= edge
        return reached


def _is_all(reached: int, of: int) -> bool:
    return not of & ~reached


@lru_cache(maxsize=KEPT)
def grid_of(board: squares.Board) -> Grid:
    """The squares of a board as whole numbers."""
    return Grid(board)


def _connection(ground: Ground) -> Connection:
    return Connection(ground, grid_of(ground.board))


connection_of: Final = Kept(_connection, KEPT)
"""What hangs together on a ground."""
