"""Straight lines and what stands on them: exact, in whole numbers (FHW-GEO-04, FHW-GEO-11, FHW-GEO-12)."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from app.boards import hexes
from app.boards.cells import cross
from app.boards.hexes import Hex, Inside, Point
from app.systems.flames_hexwar.book.kinds import Surface
from app.systems.flames_hexwar.terrain.terrain import Mixed, Terrain

_REMEMBERED: Final = 1 << 14


class Item(NamedTuple):
    """What a segment meets: one hex, or the two beside a side along which it runs. A side has a property only if both hexes have it."""

    hexes: tuple[Hex, ...]


class Segment(NamedTuple):
    """A segment between two points of the lattice with what it meets, ends left out, from its start on: as it would meet it from the
    hex (0, 0), and the hex from which it does."""

    start: Point
    end: Point
    home: Hex
    met: tuple[tuple[Hex, ...], ...]

    @property
    def items(self) -> tuple[Item, ...]:
        """What it meets."""
        return tuple(self._here(hexes) for hexes in self.met)

    def items_among(self, cells: Collection[Hex]) -> Iterator[Item]:
        """What it meets of some hexes: of a side the first of its two is looked at."""
        q, r = self.home
        return (self._here(hexes) for hexes in self.met if (hexes[0][0] + q, hexes[0][1] + r) in cells)

    def meets_any(self, cells: Collection[Hex]) -> bool:
        """Whether it meets any of some hexes; of a side both of its two."""
        q, r = self.home
        return any(all((at[0] + q, at[1] + r) in cells for at in hexes) for hexes in self.met)

    def items_within(self, cells: Collection[Hex]) -> Iterator[Item]:
        """What it meets that lies in some hexes, of a side both of its two."""
        q, r = self.home
        return (self._here(hexes) for hexes in self.met if all((at[0] + q, at[1] + r) in cells for at in hexes))

    def _here(self, hexes: tuple[Hex, ...]) -> Item:
        q, r = self.home
        return Item(tuple(Hex(at[0] + q, at[1] + r) for at in hexes))

    @property
    def has_edges(self) -> bool:
        """Whether it runs along any side."""
        return any(len(hexes) == 2 for hexes in self.met)


def line(a: Hex, b: Hex) -> Segment:
    """The line between two middles."""
    return to_point(a, hexes.centre(b), b)


def to_point(a: Hex, point: Point, b: Hex) -> Segment:
    """The line from a middle to a point of another hex (FHW-GEO-15)."""
    (u, v), (x, y) = hexes.centre(a), point
    return Segment((u, v), point, a, _items((x - u, y - v), (b[0] - a[0], b[1] - a[1])))


@lru_cache(maxsize=_REMEMBERED)
def _items(way: Point, other: tuple[int, int]) -> tuple[tuple[Hex, ...], ...]:
    """What a segment from the middle of (0, 0) meets but that hex and ``other``."""
    alike, turns, is_mirrored = min(_images(way))
    met = (_met_again(hexes, turns, is_mirrored) for hexes in _met(alike))
    return tuple(hexes for hexes in met if (0, 0) not in hexes and other not in hexes)


@lru_cache(maxsize=_REMEMBERED)
def _met(way: Point) -> tuple[tuple[Hex, ...], ...]:
    """What a segment from the middle of (0, 0) meets."""
    items = hexes.segment((0, 0), way).items
    return tuple((item.at,) if isinstance(item, Inside) else item.side for item in items)


def _images(way: Point) -> Iterator[tuple[Point, int, bool]]:
    """The ways that are the same but for turns and for a mirror, each with the turns counter-clockwise and the mirror that lead to it: only
    one of the twelve is ever drawn."""
    for is_mirrored in (False, True):
        u, v = (way[0], -way[1]) if is_mirrored else way
        for turns in range(hexes.SIDES):
            yield (u, v), turns, is_mirrored
            u, v = (u + v) // 2, (v - 3 * u) // 2


def _met_again(met: tuple[Hex, ...], turns: int, is_mirrored: bool) -> tuple[Hex, ...]:
    """What a way meets, by what an image of it meets: turned back, then mirrored."""
    found = []
    for q, r in met:
        for _ in range(turns):
            q, r = -r, q + r
        found.append(Hex(q + r, -r) if is_mirrored else Hex(q, r))
    return tuple(sorted(found))


def feature_on(terrain: Terrain, segment: Segment, item: Item, at: Hex) -> Surface | None:
    """The feature of a mixed hex, where a segment passes through its covering half (FHW-GEO-12)."""
    mixed = terrain[at].mixed
    if mixed is None:
        return None
    if len(item.hexes) == 2:
        other = item.hexes[1] if item.hexes[0] == at else item.hexes[0]
        side = hexes.neighbours(at).index(other)
        return mixed.feature if mixed.has_side(side) else None
    return mixed.feature if enters_half(at, mixed, segment.start, segment.end) else None


def enters_half(at: Hex, mixed: Mixed, start: Point, end: Point) -> bool:
    """Whether a segment enters the open inside of the covering half: the polygon of the corners d-2, d-1, d, d+1."""
    corners = [hexes.corner(at, mixed.dir + off) for off in (-2, -1, 0, 1)]
    return _meets_inside(corners, start, end)


def _meets_inside(polygon: list[Point], start: Point, end: Point) -> bool:
    """Whether a segment meets the open inside of a convex polygon: cut by its sides it keeps some length, clear of them all.

    The share of the segment that lies before a side is a fraction n / d; shares are compared crosswise.
    """
    low, high = (0, 1), (1, 1)
    middle_u, middle_v = sum(u for u, _ in polygon), sum(v for _, v in polygon)
    for one, two in zip(polygon, (*polygon[1:], polygon[0]), strict=True):
        edge = (two[0] - one[0], two[1] - one[1])
        inward = cross(edge, (middle_u - 4 * one[0], middle_v - 4 * one[1]))
        sign = 1 if inward > 0 else -1
        at_start = sign * cross(edge, (start[0] - one[0], start[1] - one[1]))
        at_end = sign * cross(edge, (end[0] - one[0], end[1] - one[1]))
        if at_start <= 0 and at_end <= 0:
            return False
        if at_start > 0 and at_end > 0:
            continue
        share = (at_start, at_start - at_end) if at_start - at_end > 0 else (-at_start, at_end - at_start)
        if at_start <= 0:
            low = share if share[0] * low[1] > low[0] * share[1] else low
        else:
            high = share if share[0] * high[1] < high[0] * share[1] else high
    return low[0] * high[1] < high[0] * low[1]


def is_towards_half(at: Hex, mixed: Mixed, point: Point) -> bool:
    """Whether a point lies strictly on the covering half's side of the dividing line produced (FHW-GEO-12)."""
    one, two = hexes.corner(at, mixed.dir - 2), hexes.corner(at, mixed.dir + 1)
    edge = (two[0] - one[0], two[1] - one[1])
    inside = hexes.middle(at, mixed.dir)
    wanted = cross(edge, (inside[0] - one[0], inside[1] - one[1]))
    found = cross(edge, (point[0] - one[0], point[1] - one[1]))
    return wanted * found > 0
