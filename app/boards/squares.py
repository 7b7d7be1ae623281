"""A board of squares, exactly: what is next to what, how far, what a straight line crosses, which way something lies.

A square is ``(x, y)``: ``x`` counts columns from the west, ``y`` rows from the north, both from 0. It covers ``x..x+1`` by
``y..y+1``; a vertex ``(x, y)`` is its north-western corner. Lines are reckoned in doubled whole numbers, where the middle of a
square is ``(2x+1, 2y+1)``, so that nothing is ever rounded.

Places
    ``name(square)`` ``named(words)``       ``C4``: a letter for the column, a number from 1 for the row
    ``distance(a, b)``                      steps to any of the eight neighbours; ``diagonals=False``: to the four sides only
    ``neighbours(square)``                  clockwise from the north;  ``step(square, facing)``  ``ray(square, facing, count)``
    ``ring(square, n)`` ``disc(square, n)`` at exactly, at no more than a distance, row by row
    ``Board``                               columns, rows and missing squares: ``cells()``, ``holds``, ``rim``
Sides and corners
    ``side(square, facing)``                the line between two squares: its two vertices, the smaller first
    ``sides(square)`` ``corners(square)`` ``beside(side)`` ``around(vertex)``
    ``ways_round(a, b)``                    of a diagonal step: the two squares it passes between, and the sides of each way
Lines
    ``line(a, b)``                          the squares that the line between two middles runs through, the sides it crosses, the
                                            corners it touches with the two squares beside each
    ``blocked_by(line, blocks)``            where it breaks: squares, and corners closed on both hands; empty if it is free
Directions
    ``in_sector(at, facing, to, width)``    90, 180, 270 or 360 degrees about a facing, edges included
    ``towards(a, b)``                       the facing that points there best
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from functools import lru_cache
from typing import Final, Literal, NamedTuple, get_args

import msgspec

from app.boards import cells

Square = tuple[int, int]
Vertex = tuple[int, int]
Side = tuple[Vertex, Vertex]
"""The line between two squares, or at the rim: its ends, the one with the smaller x, then the smaller y, first."""

Facing = Literal["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
FACINGS: Final[tuple[Facing, ...]] = get_args(Facing)
STRAIGHT: Final[tuple[Facing, ...]] = ("N", "E", "S", "W")
STEPS: Final[dict[Facing, tuple[int, int]]] = {
    "N": (0, -1),
    "NE": (1, -1),
    "E": (1, 0),
    "SE": (1, 1),
    "S": (0, 1),
    "SW": (-1, 1),
    "W": (-1, 0),
    "NW": (-1, -1),
}
_DIRECTIONS: Final = tuple(STEPS.values())
_LETTERS: Final = 26
_REMEMBERED: Final = 1 << 14


def column_name(x: int) -> str:
    """A, B, ... Z, AA, AB ..."""
    return (column_name(x // _LETTERS - 1) if x >= _LETTERS else "") + chr(ord("A") + x % _LETTERS)


def name(square: Square) -> str:
    """How people call a square.

    >>> name((2, 3)), name((26, 0))
    ('C4', 'AA1')
    """
    return f"{column_name(square[0])}{square[1] + 1}"


def named(words: str) -> Square | None:
    """The square that is called so; ``None`` if none can be.

    >>> named("c4"), named("4C")
    ((2, 3), None)
    """
    letters = words.strip().upper().rstrip("0123456789")
    row = words.strip()[len(letters) :]
    if not letters or not row or row[0] == "0" or any(not "A" <= letter <= "Z" for letter in letters):
        return None
    x = 0
    for letter in letters:
        x = x * _LETTERS + ord(letter) - ord("A") + 1
    return (x - 1, int(row) - 1)


class Board(msgspec.Struct, frozen=True):
    """A board of so many columns and rows, less the squares that are ``missing``."""

    columns: int
    rows: int
    missing: frozenset[Square] = frozenset()

    def holds(self, square: Square) -> bool:
        """Whether a square is on the board."""
        x, y = square
        return 0 <= x < self.columns and 0 <= y < self.rows and square not in self.missing

    def cells(self) -> Iterator[Square]:
        """Every square, row by row from the north, each row from the west."""
        return ((x, y) for y in range(self.rows) for x in range(self.columns) if (x, y) not in self.missing)

    def rim(self) -> Iterator[tuple[Square, Facing]]:
        """Every side behind which the board ends, with the square it belongs to."""
        return ((at, facing) for at in self.cells() for facing in STRAIGHT if not self.holds(step(at, facing)))


def distance(a: Square, b: Square, *, diagonals: bool = True) -> int:
    """How many steps lie between two squares."""
    dx, dy = abs(a[0] - b[0]), abs(a[1] - b[1])
    return max(dx, dy) if diagonals else dx + dy


def step(square: Square, facing: Facing, count: int = 1) -> Square:
    """The square so many steps off."""
    dx, dy = STEPS[facing]
    return (square[0] + count * dx, square[1] + count * dy)


def neighbours(square: Square, *, diagonals: bool = True) -> tuple[Square, ...]:
    """The squares next to one, clockwise from the north."""
    return tuple(step(square, facing) for facing in (FACINGS if diagonals else STRAIGHT))


def ray(square: Square, facing: Facing, count: int) -> tuple[Square, ...]:
    """The next squares in a direction, the nearest first: a row, a column or a diagonal."""
    return tuple(step(square, facing, far) for far in range(1, count + 1))


def disc(square: Square, n: int, *, diagonals: bool = True) -> tuple[Square, ...]:
    """Every square no farther than ``n``, its own among them, row by row."""
    x, y = square
    around_it = ((x + dx, y + dy) for dy in range(-n, n + 1) for dx in range(-n, n + 1))
    return tuple(each for each in around_it if distance(square, each, diagonals=diagonals) <= n)


def ring(square: Square, n: int, *, diagonals: bool = True) -> tuple[Square, ...]:
    """Every square at a distance of exactly ``n``, row by row."""
    return tuple(
        each for each in disc(square, n, diagonals=diagonals) if distance(square, each, diagonals=diagonals) == n
    )


def corners(square: Square) -> tuple[Vertex, Vertex, Vertex, Vertex]:
    """The vertices of a square, clockwise from the north-west."""
    x, y = square
    return ((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1))


def side(square: Square, facing: Facing) -> Side:
    """The side of a square to the north, east, south or west. Raises ``ValueError`` for another facing."""
    x, y = square
    match facing:
        case "N":
            return ((x, y), (x + 1, y))
        case "E":
            return ((x + 1, y), (x + 1, y + 1))
        case "S":
            return ((x, y + 1), (x + 1, y + 1))
        case "W":
            return ((x, y), (x, y + 1))
    raise ValueError(f"expected a side (N, E, S, W), found {facing}")


def sides(square: Square) -> tuple[Side, Side, Side, Side]:
    """The four sides of a square: north, east, south, west."""
    return (side(square, "N"), side(square, "E"), side(square, "S"), side(square, "W"))


def beside(between: Side) -> tuple[Square, Square]:
    """The two squares on either hand of a side: the northern or the western one first. One may be off the board."""
    (x, y), (end_x, _) = between
    return ((x, y - 1), (x, y)) if end_x > x else ((x - 1, y), (x, y))


def around(vertex: Vertex) -> tuple[Square, Square, Square, Square]:
    """The four squares round a vertex, clockwise from the north-west. Some may be off the board."""
    x, y = vertex
    return ((x - 1, y - 1), (x, y - 1), (x, y), (x - 1, y))


class Way(NamedTuple):
    """One way round a corner: over which square, and through which two sides."""

    over: Square
    sides: tuple[Side, Side]


def ways_round(a: Square, b: Square) -> tuple[Way, Way]:
    """The two ways round the corner that a diagonal step passes: first along the row, then along the column. Raises
    ``ValueError`` if the two squares do not touch at a corner alone."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    if abs(dx) != 1 or abs(dy) != 1:
        raise ValueError(f"expected a diagonal step, found {a} to {b}")
    across: Facing = "E" if dx > 0 else "W"
    along: Facing = "S" if dy > 0 else "N"
    by_row, by_column = step(a, across), step(a, along)
    return (
        Way(by_row, (side(a, across), side(by_row, along))),
        Way(by_column, (side(a, along), side(by_column, across))),
    )


class Corner(NamedTuple):
    """A vertex that a line runs through exactly, and the two squares beside it that the line does not enter."""

    vertex: Vertex
    beside: tuple[Square, Square]


class Line(NamedTuple):
    """What a straight line between the middles of two squares meets, in its own order: the squares it runs through, both ends among
    them, the sides it crosses, the corners it touches."""

    squares: tuple[Square, ...]
    sides: tuple[Side, ...]
    corners: tuple[Corner, ...]


def line(a: Square, b: Square) -> Line:
    """The straight line from the middle of one square to the middle of another. Backwards it meets the same things."""
    found = _line(b[0] - a[0], b[1] - a[1])
    x, y = a
    return Line(
        tuple((x + dx, y + dy) for dx, dy in found.squares),
        tuple(((x + p, y + q), (x + r, y + s)) for (p, q), (r, s) in found.sides),
        tuple(Corner((x + u, y + v), ((x + p, y + q), (x + r, y + s))) for (u, v), ((p, q), (r, s)) in found.corners),
    )


@lru_cache(maxsize=_REMEMBERED)
def _line(dx: int, dy: int) -> Line:
    """The line from (0, 0) to (dx, dy): from side to side, by what it meets first."""
    across: Facing = "E" if dx > 0 else "W"
    along: Facing = "S" if dy > 0 else "N"
    at, met = (0, 0), [(0, 0)]
    crossed: list[Side] = []
    touched: list[Corner] = []
    while at != (dx, dy):
        # The next upright line is met at (2i + 1) / (2 |dx|) of the way, the next level one at (2j + 1) / (2 |dy|).
        upright, level = (2 * abs(at[0]) + 1) * abs(dy), (2 * abs(at[1]) + 1) * abs(dx)
        if upright == level:
            beyond = step(step(at, across), along)
            one, two = ways_round(at, beyond)
            (vertex,) = set(one.sides[0]) & set(two.sides[0])
            touched.append(Corner(vertex, (one.over, two.over)))
        else:
            facing = across if (upright < level and dx) or not dy else along
            beyond = step(at, facing)
            crossed.append(side(at, facing))
        at = beyond
        met.append(at)
    return Line(tuple(met), tuple(crossed), tuple(touched))


class Blocked(NamedTuple):
    """What keeps a line from going on: squares in its way, and corners closed on both hands."""

    squares: tuple[Square, ...]
    corners: tuple[Corner, ...]

    def __bool__(self) -> bool:
        return bool(self.squares or self.corners)


def blocked_by(seen: Line, blocks: Container[Square] | Callable[[Square], bool]) -> Blocked:
    """Where a line breaks: at squares that block other than its two ends, and at corners with such squares on both hands. One
    alone beside a corner does not, nor do the ends."""
    ends = (seen.squares[0], seen.squares[-1])
    does = blocks if callable(blocks) else blocks.__contains__
    return Blocked(
        tuple(each for each in seen.squares[1:-1] if does(each)),
        tuple(corner for corner in seen.corners if all(each not in ends and does(each) for each in corner.beside)),
    )


def in_sector(at: Square, facing: Facing, to: Square, width: Literal[90, 180, 270, 360]) -> bool:
    """Whether a square lies, by its middle, within so many degrees about a facing, the edges included."""
    offset = (to[0] - at[0], to[1] - at[1])
    return cells.is_within(_DIRECTIONS, FACINGS.index(facing), width // 90, offset)


def ahead(at: Square, facing: Facing, to: Square) -> int:
    """1 if a square lies before whoever stands there and faces so, -1 if behind, 0 if exactly abeam."""
    return cells.is_ahead(_DIRECTIONS, FACINGS.index(facing), (to[0] - at[0], to[1] - at[1]))


def towards(a: Square, b: Square) -> Facing | None:
    """The one of the eight facings that points best from a square to another; ``None`` if they are the same. No two are ever
    equally good."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    if dx == dy == 0:
        return None
    far, near = max(abs(dx), abs(dy)), min(abs(dx), abs(dy))
    is_diagonal = (far + near) ** 2 > 2 * far**2  # the tangent of 22.5 degrees is the root of 2, less 1
    sign = ((dx > 0) - (dx < 0), (dy > 0) - (dy < 0))
    if not is_diagonal:
        sign = (sign[0], 0) if abs(dx) > abs(dy) else (0, sign[1])
    return FACINGS[_DIRECTIONS.index(sign)]
