"""The whole board of a seed (SPL-CFG-03 to SPL-CFG-07, SPL-CFG-09): draws in the order written, lists in row order.

A list is as if made anew for every entry drawn from it (SPL-CFG-03). While nothing is taken up what is free can only shrink, so the
list before is sifted instead: a preview is drawn while the host drags an option.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

import msgspec

from app.boards import squares
from app.boards.squares import Square, Vertex
from app.systems.splatball.book.kinds import Edge, PieceId, PieceKind
from app.systems.splatball.book.tables import Configurator, Rules
from app.systems.splatball.configurator import routes
from app.systems.splatball.configurator.generator import Generator
from app.systems.splatball.configurator.numbers import Numbers
from app.systems.splatball.park import zones
from app.systems.splatball.park.ground import Ground
from app.systems.splatball.park.zones import edges_in_order
from app.systems.splatball.position.state import Piece

Laid = tuple[PieceKind, Square]
INSTEAD: Final[PieceKind] = "tree"
"""What a second phone box becomes (SPL-CFG-05)."""
_BLOCK: Final = ((0, 0), (1, 0), (0, 1), (1, 1))
_BLOCK_WIDTH: Final = 2


class Layout(msgspec.Struct, frozen=True):
    """A board as the configurator lays it."""

    pieces: tuple[Laid, ...]
    """Those that stand at the end, in order of laying (SPL-CFG-06)."""
    roads: tuple[Square, ...]
    """In row order."""
    fences: tuple[tuple[Vertex, ...], ...]
    """Each a list of vertices."""


def configure(rules: Rules, board: squares.Board, edges: Iterable[Edge], seed: int, wanted: Numbers) -> Layout:
    """The board of a seed from 0 to 2^64 - 1: pieces, then roads, then fences (SPL-CFG). ``edges``: those allowed, in any order; ``board``
    is a legal one for them (SPL-SET-12), on which SPL-CFG-15 holds."""
    laying = _Laying(rules, board, edges_in_order(tuple(edges)), Generator(seed), wanted)
    pieces = tuple(laying.scenery())
    ground = Ground(rules, board, _as_pieces(pieces), (), ())
    roads = _roads(rules, ground, laying.generator, wanted.roads)
    ground = Ground(rules, board, _as_pieces(pieces), roads, ())
    fences = _fences(rules, ground, laying.generator, wanted.fences)
    return Layout(pieces, tuple(sorted(roads, key=_row_order)), fences)


def _as_pieces(laid: Iterable[Laid]) -> list[Piece]:
    return [Piece(PieceId(f"p{number}"), kind, at) for number, (kind, at) in enumerate(laid, start=1)]


def _row_order(at: Square) -> tuple[int, int]:
    return (at[1], at[0])


# ---------------------------------------------------------------------------------------------------------------- scenery


class _Laying:
    """Pieces on their way onto a board. ``near`` counts the pieces too near to each square for another one to lie there; it has no
    square without one."""

    def __init__(
        self, rules: Rules, board: squares.Board, edges: tuple[Edge, ...], generator: Generator, wanted: Numbers
    ) -> None:
        self.rules = rules
        self.table = rules.configurator
        self.board = board
        self.edges = edges
        self.generator = generator
        self.wanted = wanted
        self.cells = tuple(board.cells())
        self.near: dict[Square, int] = {}
        self.large: list[Laid] = []
        self.sites: list[Laid] = []
        self.rest: list[Laid] = []
        self.sectors = [zones.sector(rules, board, edge, edges) for edge in edges]

    def scenery(self) -> list[Laid]:
        """Large pieces, sites, the rest (SPL-CFG-04, SPL-CFG-05)."""
        self.lay_large()
        self.lay_sites()
        self.lay_rest()
        return [*self.large, *self.sites, *self.rest]

    # -- one piece

    def put(self, where: list[Laid], kind: PieceKind, at: Square) -> None:
        where.append((kind, at))
        self._count(kind, at, 1)

    def take_up(self, where: list[Laid], count: int) -> None:
        """The pieces laid last are gone again."""
        for _ in range(count):
            self._count(*where.pop(), -1)

    def _count(self, kind: PieceKind, at: Square, by: int) -> None:
        near, gap = self.near, self.table.gap
        width = _BLOCK_WIDTH if self.rules.terrain[kind].is_large else 1
        for y in range(at[1] - gap, at[1] + width + gap):
            for x in range(at[0] - gap, at[0] + width + gap):
                near[x, y] = near.get((x, y), 0) + by
                if not near[x, y]:
                    del near[x, y]

    def free(self, among: Sequence[Square]) -> list[Square]:
        """Those with no piece square within distance 1, in order."""
        near = self.near
        return [at for at in among if at not in near]

    def drawn(self, weights: Sequence[tuple[PieceKind, int]]) -> PieceKind:
        """A kind by its weight: one draw below the sum, the list walked from the top."""
        left = self.generator.below(sum(weight for _, weight in weights))
        for kind, weight in weights:
            left -= weight
            if left < 0:
                return kind
        raise AssertionError("weights end before their sum")

    def small(self) -> PieceKind:
        """The kind of a small piece; no more phone boxes than there may be (SPL-CFG-05)."""
        kind = self.drawn(self.table.weights)
        if kind != "phone":
            return kind
        phones = sum(each == kind for each, _ in (*self.sites, *self.rest))
        return INSTEAD if phones >= self.table.max_phones else kind

    # -- SPL-CFG-04

    def lay_large(self) -> None:
        """Large pieces, so many as find a place: in no zone, its corners not cut (SPL-CFG-04, SPL-SET-07). Only such lie so far, so those
        too near are told by their north-western squares."""
        banned = {at for edge in self.edges for at in zones.band(self.rules, self.board, edge)}
        held = frozenset(self.cells) - banned
        places = [at for at in self.cells if at in held and all((at[0] + dx, at[1] + dy) in held for dx, dy in _BLOCK)]
        apart = _BLOCK_WIDTH + self.table.gap
        for _ in range(self.wanted.large):
            kind = self.drawn(self.table.large_weights)
            if places:
                laid = self.generator.one_of(places)
                self.put(self.large, kind, laid)
                places = [at for at in places if squares.distance(laid, at) >= apart]

    # -- SPL-CFG-05

    def lay_sites(self) -> None:
        """Pieces for markers, the same number near every edge: tries, until one comes far enough (SPL-CFG-05, SPL-CFG-15)."""
        needed = min(self.table.site_rounds_min, self.wanted.objectives)
        failed = 0
        while self.rounds(self.generator.one_of) < needed:
            self.take_up(self.sites, len(self.sites))
            failed += 1
            if failed % self.table.site_tries:
                continue
            if not self.large:
                self.rounds(lambda found: found[0])
                return
            self.take_up(self.large, 1)

    def rounds(self, choose: Callable[[Sequence[Square]], Square]) -> int:
        """Lays a site near each edge in turn, round after round; answers how many rounds were whole."""
        for number in range(self.wanted.objectives):
            for count, sector in enumerate(self.sectors):
                kind = self.small()
                found = self.free(sector)
                if not found:
                    self.take_up(self.sites, count)
                    return number
                self.put(self.sites, kind, choose(found))
        return self.wanted.objectives

    def lay_rest(self) -> None:
        """Small pieces anywhere, until there are enough or no place is left (SPL-CFG-05)."""
        left = self.wanted.elements - self.table.large_counts_as * len(self.large) - len(self.sites)
        found = self.free(self.cells)
        for _ in range(left):
            kind = self.small()
            if not found:
                return
            self.put(self.rest, kind, self.generator.one_of(found))
            found = self.free(found)


def rounds_on_empty_board(rules: Rules, board: squares.Board, edges: tuple[Edge, ...], most: int) -> int:
    """How many rounds of sites an empty board has room for, each laid on the first square of its list (SPL-SET-12 (e))."""
    laying = _Laying(rules, board, edges, Generator(0), Numbers(0, 0, 0, 0, most))
    return laying.rounds(lambda found: found[0])


# --------------------------------------------------------------------------------------------------------- roads and fences


def _roads(rules: Rules, ground: Ground, generator: Generator, count: int) -> frozenset[Square]:
    """The squares of so many roads, laid one after the other (SPL-CFG-07)."""
    board = ground.board
    far = -(-min(board.columns, board.rows) // rules.configurator.road_min_distance_divisor)
    free = [at for at in board.cells() if at not in ground.piece_at]
    roads: frozenset[Square] = frozenset()
    for _ in range(count):
        roads |= _road(ground, generator, free, far)
        free = [at for at in free if at not in roads]
    return roads


def _road(ground: Ground, generator: Generator, free: Sequence[Square], far: int) -> frozenset[Square]:
    """The squares of one road with its ways out, after so many tries at most; its ends are ``far`` apart or farther (SPL-CFG-07)."""
    for _ in range(ground.rules.configurator.road_tries if free else 0):
        start = generator.one_of(free)
        ends = [at for at in free if squares.distance(start, at) >= far]
        if ends and (way := routes.road_with_ways_out(ground, start, generator.one_of(ends))) is not None:
            return frozenset(way)
    return frozenset()


def _fences(rules: Rules, ground: Ground, generator: Generator, count: int) -> tuple[tuple[Vertex, ...], ...]:
    """So many fences, laid one after the other (SPL-CFG-09)."""
    board = ground.board
    inner = ((x, y) for y in range(1, board.rows) for x in range(1, board.columns))
    free = [vertex for vertex in inner if routes.is_free(ground, vertex, ())]
    laid = []
    for _ in range(count):
        way = _fence(rules.configurator, generator, free)
        if way is not None:
            laid.append(way)
            free = [vertex for vertex in free if vertex not in way]
    return tuple(laid)


def _fence(table: Configurator, generator: Generator, free: Sequence[Vertex]) -> tuple[Vertex, ...] | None:
    """One fence over free vertices, after so many tries at most (SPL-CFG-09)."""
    is_open = frozenset(free).__contains__
    for _ in range(table.fence_tries if free else 0):
        start = generator.one_of(free)
        ends = [at for at in routes.fence_ends(table, start) if is_open(at)]
        if ends and (way := routes.fence_over(is_open, start, generator.one_of(ends), table.fence_max_length)):
            return way
    return None
