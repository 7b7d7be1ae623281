"""A deployment zone with what lies in it: where units, headquarters and ammunition may be put (SPL-DEP-06, SPL-DEP-08)."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cached_property
from typing import Final

from app.boards.squares import Square
from app.engine.judging import Kept
from app.systems.splatball.book.kinds import Edge
from app.systems.splatball.muster.connection import connection_of, grid_of
from app.systems.splatball.park.ground import Ground
from app.systems.splatball.park.zones import zone

KEPT: Final = 64
BOTH: Final = 2
"""Headquarters and ammunition."""


class Yard:
    """A zone on a ground. Headquarters and ammunition, its *bases*, have the same places: both are impassable and fill one square."""

    def __init__(self, ground: Ground, held: Collection[Square]) -> None:
        self.ground: Final = ground
        self.grid: Final = grid_of(ground.board)
        self._held: Final = self.grid.bits(held) & self.grid.all
        self._connection: Final = connection_of(ground)
        self.free: Final = self._held & ~self.grid.bits(ground.piece_at)
        """Those without a piece, as a set of its grid."""
        self._open: Final = self.free & ~self.grid.bits(ground.roads)

    @cached_property
    def _closable(self) -> int:
        """The squares on which one base may stand as far as ground and connection go."""
        return self._connection.closable(self._open)

    def holds(self, at: Square) -> bool:
        """Whether a square is one of the zone (SPL-DEP-03, SPL-DEP-04)."""
        return bool(self.grid.bit(at) & self._held)

    def is_open(self, at: Square) -> bool:
        """Whether a square of it has neither piece nor road."""
        return bool(self.grid.bit(at) & self._open)

    def stays_connected(self, at: Square) -> bool:
        """Whether a base there leaves everything connected (SPL-SET-08)."""
        return self._connection.stays(self.grid.bit(at))

    def some_places(self, count: int, taken: int) -> int:
        """Squares on which so many bases can be laid one after the other beside units on the squares ``taken``: as many of them as can
        be laid."""
        first = self._closable & ~taken
        if not count or not first:
            return 0
        if count == BOTH:
            for one in _each(first):
                other = self._partner(one, taken)
                if other:
                    return one | other
        return first & -first

    def _partner(self, one: int, taken: int) -> int:
        """A square for a base beside one that parts nothing by itself; none if there is none."""
        others = self._open & ~taken & ~one
        sure = others & self._connection.surely_closable(one)
        if sure:
            return sure & -sure
        return next((other for other in _each(others) if self._connection.stays(one | other)), 0)

    @cached_property
    def _most(self) -> tuple[int, ...]:
        return tuple(self.some_places(count, 0).bit_count() for count in range(BOTH + 1))

    def needed(self, count: int) -> int:
        """How many of so many missing bases must remain to be laid: as many as can be in the empty zone (SPL-DEP-08)."""
        return self._most[count]

    def keeps_room(self, count: int, taken: int) -> bool:
        """Whether so many missing bases can still be laid beside units on these squares."""
        return self.some_places(count, taken).bit_count() >= self.needed(count)

    def leaves_partner(self, one: int, count: int, taken: int) -> bool:
        """Whether a base on a square leaves the other one a place, if it is missing, too, and had one."""
        return self.needed(count) < BOTH or bool(self._partner(one, taken))

    def unit_places(self, count: int, taken: int) -> int:
        """The squares where a unit may be put while so many bases are missing (SPL-DEP-06, SPL-DEP-08): whoever leaves a way of laying
        them alone leaves it open."""
        free = self.free & ~taken
        kept = self.some_places(count, taken)
        found = free & ~kept if kept.bit_count() >= self.needed(count) else 0
        for at in _each(free & ~found):
            if self.keeps_room(count, taken | at):
                found |= at
        return found

    def has_base_place(self, count: int, taken: int) -> bool:
        """Whether there is any such square as ``base_places`` has."""
        found = self.some_places(count, taken).bit_count()
        return found > 0 and found >= self.needed(count)

    def base_places(self, count: int, taken: int) -> int:
        """The squares where one of so many missing bases may be laid (SPL-DEP-08)."""
        free = self._closable & ~taken
        if self.needed(count) < BOTH:
            return free
        return sum(at for at in _each(free) if self._partner(at, taken))


def _each(of: int) -> Iterator[int]:
    """A set's squares, each as a set of one, in row order."""
    while of:
        low = of & -of
        yield low
        of ^= low


def _yard(ground: Ground, edge: Edge, edges: tuple[Edge, ...]) -> Yard:
    return Yard(ground, zone(ground.rules, ground.board, edge, edges))


yard_of: Final = Kept(_yard, KEPT)
"""The zone of an edge on a ground, among the edges one may deploy at."""
