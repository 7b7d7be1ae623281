"""A board of hexes, exactly: what is next to what, how far, what a straight line crosses, which way something lies.

Hexes stand on a point and lie in rows; odd rows lie half a hex to the right. A hex is ``Hex(q, r)``, axial; players and files
write ``[column, row]``, counted from 0 at the top left (``from_offset``, ``to_offset``). Directions, which are also sides and
facings, go counter-clockwise: 0 east, 1 north-east, 2 north-west, 3 west, 4 south-west, 5 south-east.

Points are whole numbers ``(u, v)``, ``v`` downwards, in a lattice that holds every middle, every corner and the middle of every
side: ``u`` counts a quarter of a hex's width, ``v`` an eighth of its height. True squared lengths go as ``3 u^2 + v^2``.
Corner ``k`` lies between the sides ``k`` and ``k + 1``.

Places
    ``name(hex)`` ``named(words)``          ``0704``: column, row
    ``distance(a, b)`` ``neighbours(hex)`` ``step(hex, side)`` ``ray(hex, side, count)`` ``ring(hex, n)`` ``disc(hex, n)``
    ``within(hex, n)``                      the disc as a set
    ``Board``                               columns, rows and missing hexes: ``cells()``, ``holds``, ``rim``
Points, sides and corners
    ``centre(hex)`` ``corner(hex, k)`` ``middle(hex, side)`` ``around(point)``
    ``side(hex, d)``                        the line between two hexes: both of them, the smaller first
Lines
    ``segment(p, q)``                       the hexes whose inside a segment between two points enters, the sides it runs along,
                                            the corners it touches, each in its order
    ``line(a, b)``                          the same between two middles
Directions
    ``in_sector(at, facing, to, width)``    60, 120 ... 360 degrees about one of twelve facings, edges included
    ``ahead(at, facing, to)``               before, abeam of or behind a facing
    ``sides_towards(a, b)``                 the side, or the two, through which the line to another middle leaves
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import lcm
from typing import Final, Literal, NamedTuple

import msgspec

from app.boards import cells

Point = tuple[int, int]
SIDES: Final = 6
FACINGS: Final = 12
"""Every 30 degrees, counter-clockwise from the east: the even ones are sides (twice their number), the odd ones corners."""


class Hex(NamedTuple):
    """A hex by its axial coordinates."""

    q: int
    r: int


Side = tuple[Hex, Hex]
"""The line between two hexes: both of them, in order. At the rim one of them is off the board."""

STEPS: Final = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
CORNERS: Final = ((2, -2), (0, -4), (-2, -2), (-2, 2), (0, 4), (2, 2))
MIDDLES: Final = ((2, 0), (1, -3), (-1, -3), (-2, 0), (-1, 3), (1, 3))
_DIRECTIONS: Final = tuple(each for pair in zip(MIDDLES, CORNERS, strict=True) for each in pair)
_BOUNDS: Final = ((1, 0, 2), (1, -1, 4), (1, 1, 4))
"""A hex about (0, 0) is where ``|a u + b v| < bound`` for each of these: the sides 0 and 3, 1 and 4, 5 and 2."""
_SIDE_OF: Final = ((0, 3), (1, 4), (5, 2))
_REMEMBERED: Final = 1 << 14


def from_offset(column: int, row: int) -> Hex:
    """The hex in a column of a row."""
    return Hex(column - (row - row % 2) // 2, row)


def to_offset(at: Hex) -> tuple[int, int]:
    """Column and row of a hex."""
    return (at.q + (at.r - at.r % 2) // 2, at.r)


@lru_cache(maxsize=_REMEMBERED)
def name(at: Hex) -> str:
    """How people call a hex: two digits for the column, two for the row (three each where a board needs them).

    >>> name(from_offset(7, 4))
    '0704'
    """
    column, row = to_offset(at)
    digits = 2 if max(column, row) < 100 else 3
    return f"{column:0{digits}d}{row:0{digits}d}"


def named(words: str) -> Hex | None:
    """The hex that is called so; ``None`` if none can be.

    >>> to_offset(named("0704")), named("7")
    ((7, 4), None)
    """
    digits = words.strip()
    if len(digits) not in (4, 6) or not digits.isascii() or not digits.isdecimal():
        return None
    half = len(digits) // 2
    return from_offset(int(digits[:half]), int(digits[half:]))


class Board(msgspec.Struct, frozen=True):
    """A board of so many columns and rows, less the hexes that are ``missing``."""

    columns: int
    rows: int
    missing: frozenset[Hex] = frozenset()

    def holds(self, at: Hex) -> bool:
        """Whether a hex is on the board."""
        column, row = to_offset(at)
        return 0 <= column < self.columns and 0 <= row < self.rows and at not in self.missing

    def cells(self) -> Iterator[Hex]:
        """Every hex, row by row from the top, each row from the left."""
        every = (from_offset(column, row) for row in range(self.rows) for column in range(self.columns))
        return (at for at in every if at not in self.missing)

    def rim(self) -> Iterator[tuple[Hex, int]]:
        """Every side behind which the board ends, with the hex it belongs to."""
        return ((at, d) for at in self.cells() for d in range(SIDES) if not self.holds(step(at, d)))


def distance(a: Hex, b: Hex) -> int:
    """How many steps lie between two hexes."""
    dq, dr = b[0] - a[0], b[1] - a[1]
    return (abs(dq) + abs(dr) + abs(dq + dr)) // 2


def step(at: Hex, side: int, count: int = 1) -> Hex:
    """The hex so many steps off."""
    if count == 1:
        return neighbours(at)[side % SIDES]
    dq, dr = STEPS[side % SIDES]
    return Hex(at.q + count * dq, at.r + count * dr)


@lru_cache(maxsize=_REMEMBERED)
def neighbours(at: Hex) -> tuple[Hex, ...]:
    """The hexes next to one, in the order of the sides."""
    return tuple(Hex(at.q + dq, at.r + dr) for dq, dr in STEPS)


def ray(at: Hex, side: int, count: int) -> tuple[Hex, ...]:
    """The next hexes in a direction, the nearest first: a row."""
    return tuple(step(at, side, far) for far in range(1, count + 1))


@lru_cache(maxsize=_REMEMBERED)
def disc(at: Hex, n: int) -> tuple[Hex, ...]:
    """Every hex no farther than ``n``, its own among them, row by row."""
    return tuple(
        Hex(at.q + dq, at.r + dr) for dr in range(-n, n + 1) for dq in range(max(-n, -n - dr), min(n, n - dr) + 1)
    )


@lru_cache(maxsize=_REMEMBERED)
def within(at: Hex, n: int) -> frozenset[Hex]:
    """The same hexes, in no order."""
    return frozenset(disc(at, n))


def ring(at: Hex, n: int) -> tuple[Hex, ...]:
    """Every hex at a distance of exactly ``n``, row by row."""
    return tuple(each for each in disc(at, n) if distance(at, each) == n)


def centre(at: Hex) -> Point:
    """The middle of a hex."""
    return (4 * at.q + 2 * at.r, 6 * at.r)


def corner(at: Hex, k: int) -> Point:
    """Corner ``k`` of a hex. Its other names, of the two hexes beside, are the same point."""
    (u, v), (du, dv) = centre(at), CORNERS[k % SIDES]
    return (u + du, v + dv)


def middle(at: Hex, side: int) -> Point:
    """The middle of a side of a hex."""
    (u, v), (du, dv) = centre(at), MIDDLES[side % SIDES]
    return (u + du, v + dv)


def side(at: Hex, d: int) -> Side:
    """Side ``d`` of a hex, which is also a side of its neighbour there."""
    other = step(at, d)
    return (at, other) if at < other else (other, at)


def around(point: Point) -> tuple[Hex, ...]:
    """The hexes that a point of the lattice belongs to, in order: three round a corner, two at the middle of a side, else one."""
    u, v = point
    row = v // 6
    near = (Hex((u - 2 * r) // 4 + dq, r) for r in (row - 1, row, row + 1, row + 2) for dq in (-1, 0, 1, 2))
    return tuple(sorted(at for at in near if _is_of(point, at)))


def _is_of(point: Point, at: Hex) -> bool:
    (u, v), (x, y) = point, centre(at)
    return all(abs(a * (u - x) + b * (v - y)) <= bound for a, b, bound in _BOUNDS)


class Inside(NamedTuple):
    """A hex whose inside a segment enters."""

    at: Hex


class Along(NamedTuple):
    """A side along which a piece of a segment lies."""

    side: Side


class Corner(NamedTuple):
    """A corner that a segment touches between its ends, and the three hexes round it."""

    point: Point
    hexes: tuple[Hex, ...]


class Line(NamedTuple):
    """What a segment meets: hexes and sides in its order (``items``), and the corners it touches."""

    items: tuple[Inside | Along, ...]
    corners: tuple[Corner, ...]

    @property
    def hexes(self) -> tuple[Hex, ...]:
        """The hexes whose inside it enters."""
        return tuple(item.at for item in self.items if isinstance(item, Inside))

    def between(self, *ends: Hex) -> tuple[Inside | Along, ...]:
        """The items that have nothing of these hexes."""
        return tuple(
            item
            for item in self.items
            if not ({item.at} if isinstance(item, Inside) else set(item.side)).intersection(ends)
        )


def line(a: Hex, b: Hex) -> Line:
    """The straight line from the middle of one hex to the middle of another. Backwards it meets the same things."""
    return segment(centre(a), centre(b))


def segment(p: Point, q: Point) -> Line:
    """The straight line between two points of the lattice. One without length meets the hex in whose inside it lies."""
    home = around(p)[0]
    u, v = centre(home)
    found = _segment((p[0] - u, p[1] - v), (q[0] - p[0], q[1] - p[1]))

    def here(at: Hex) -> Hex:
        return Hex(at.q + home.q, at.r + home.r)

    return Line(
        tuple(
            Inside(here(item.at)) if isinstance(item, Inside) else Along((here(item.side[0]), here(item.side[1])))
            for item in found.items
        ),
        tuple(Corner((x + u, y + v), tuple(here(at) for at in hexes)) for (x, y), hexes in found.corners),
    )


@lru_cache(maxsize=_REMEMBERED)
def _segment(start: Point, way: Point) -> Line:
    """A segment by where it starts near the hex (0, 0) and where it leads: from neighbour to neighbour among the hexes it meets."""
    items: dict[Inside | Along, int] = {}
    corners: dict[Corner, int] = {}
    whole = _whole(way)
    reach = max(abs(way[0] * dv - way[1] * du) for du, dv in CORNERS)
    seen = set(around(start))
    waiting = list(seen)
    while waiting:
        at = waiting.pop()
        u, v = centre(at)
        is_off = abs(way[0] * (v - start[1]) - way[1] * (u - start[0])) > reach  # of the whole straight line
        if is_off or not _meet(start, way, whole, at, items, corners):
            continue
        near = [each for each in neighbours(at) if each not in seen]
        seen.update(near)
        waiting += near
    return Line(tuple(sorted(items, key=items.__getitem__)), tuple(sorted(corners, key=corners.__getitem__)))


def _whole(way: Point) -> int:
    """Into how many parts a way is divided so that whatever it meets begins at a whole one."""
    speeds = (*(a * way[0] + b * way[1] for a, b, _ in _BOUNDS), *way)
    return lcm(*(speed for speed in speeds if speed))


def _meet(
    start: Point, way: Point, whole: int, at: Hex, items: dict[Inside | Along, int], corners: dict[Corner, int]
) -> bool:
    """Whether a segment meets a closed hex; what it meets of it is written down with the part of it where that begins."""
    u, v = centre(at)
    x, y = start[0] - u, start[1] - v
    first, last = 0, whole
    along: int | None = None
    for (a, b, bound), (plus, minus) in zip(_BOUNDS, _SIDE_OF, strict=True):
        place, speed = a * x + b * y, a * way[0] + b * way[1]
        if speed == 0:
            if abs(place) > bound:
                return False
            if abs(place) == bound:
                along = plus if place > 0 else minus
            continue
        parts = whole // speed
        one, two = (-bound - place) * parts, (bound - place) * parts
        if one > two:
            one, two = two, one
        first, last = max(first, one), min(last, two)
    if first > last:
        return False
    if first < last and not (way == (0, 0) and along is not None):
        items.setdefault(Inside(at) if along is None else Along(side(at, along)), first)
    if way == (0, 0):
        return True
    axis = 0 if way[0] else 1
    for k, (du, dv) in enumerate(CORNERS):
        offset = (u + du - start[0], v + dv - start[1])
        if way[0] * offset[1] != way[1] * offset[0]:
            continue
        where = offset[axis] * (whole // way[axis])
        if 0 < where < whole:
            round_it = sorted((at, step(at, k), step(at, k + 1)))
            corners.setdefault(Corner((u + du, v + dv), tuple(round_it)), where)
    return True


def in_sector(at: Hex, facing: int, to: Hex, width: Literal[60, 120, 180, 240, 300, 360]) -> bool:
    """Whether a hex lies, by its middle, within so many degrees about one of twelve facings, the edges included. A side's facing
    is twice its number."""
    return cells.is_within(_DIRECTIONS, facing % FACINGS, width // 60, _offset(at, to))


def ahead(at: Hex, facing: int, to: Hex) -> int:
    """1 if a hex lies before whoever stands there and faces so (one of twelve), -1 if behind, 0 if exactly abeam."""
    return cells.is_ahead(_DIRECTIONS, facing % FACINGS, _offset(at, to))


@lru_cache(maxsize=_REMEMBERED)
def sides_towards(a: Hex, b: Hex) -> tuple[int, ...]:
    """The side through which the line to another middle leaves a hex; both sides where it leaves through a corner, in ascending
    order; none for the same hex."""
    if a == b:
        return ()
    return tuple(d for d in range(SIDES) if in_sector(a, 2 * d, b, 60))


def _offset(at: Hex, to: Hex) -> Point:
    (u, v), (x, y) = centre(at), centre(to)
    return (x - u, y - v)
