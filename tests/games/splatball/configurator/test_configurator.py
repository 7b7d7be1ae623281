"""The whole board of a seed: the same for ever, and fair as SPL-CFG-15 promises."""

from __future__ import annotations

import hashlib
from itertools import combinations, pairwise, product

import msgspec
import pytest

from app.boards import cells, squares
from app.systems.splatball.book.kinds import EDGES as EVERY
from app.systems.splatball.book.kinds import Edge, PieceId
from app.systems.splatball.book.options import Amount
from app.systems.splatball.configurator.configurator import Layout, configure
from app.systems.splatball.configurator.legal import board_refusal
from app.systems.splatball.configurator.numbers import numbers
from app.systems.splatball.park import zones
from app.systems.splatball.park.ground import Ground, in_order, squares_of
from app.systems.splatball.position.state import Piece
from tests.games.splatball.table import rules
from tests.support.random_play import bounded

LISTS: tuple[tuple[Edge, ...], ...] = (("N", "S"), ("W", "E"), EVERY, *combinations(EVERY, 3))
AMOUNTS: tuple[Amount, ...] = ("light", "normal", "dense")
SHAPES = [
    (wide, high, name)
    for name, shape in rules().shapes.items()
    for wide in range(shape.wide_min, 7)
    for high in range(shape.high_min, 7)
]
"""Every shape in every size that there is of it."""
SEEDS = bounded(1, 1000)


class Laid:
    """A board of a seed with what it was asked for."""

    def __init__(self, wide: int, high: int, shape: str, edges: tuple[Edge, ...], seed: int, amount: Amount) -> None:
        self.rules, self.edges = rules(), edges
        self.board = zones.board_of_modules(self.rules, wide, high, zones.missing_of(self.rules, shape, wide, high))
        self.wanted = numbers(self.rules, self.board, edges, 3, amount)
        self.layout: Layout = configure(self.rules, self.board, edges, seed, self.wanted)
        pieces = [Piece(PieceId(f"p{n}"), kind, at) for n, (kind, at) in enumerate(self.layout.pieces, start=1)]
        self.pieces = {piece.id: frozenset(squares_of(piece, self.rules)) for piece in pieces}
        fences = [in_order(segment) for way in self.layout.fences for segment in pairwise(way)]
        self.ground = Ground(self.rules, self.board, pieces, self.layout.roads, fences)

    def free_of(self, edges: tuple[Edge, ...]) -> list[PieceId]:
        """The pieces that may bear a marker when these edges are taken (SPL-OBJ-03)."""
        held = {at for edge in edges for at in zones.zone(self.rules, self.board, edge, self.edges)}
        return [name for name, filled in self.pieces.items() if not filled & held]

    def near(self, edge: Edge) -> int:
        sector = frozenset(zones.sector(self.rules, self.board, edge, self.edges))
        return sum(bool(self.pieces[name] & sector) for name in self.free_of(self.edges))


@pytest.mark.rule("SPL-CFG-15", "SPL-CFG-05", "SPL-CFG-04", "SPL-SET-07")
@pytest.mark.parametrize(("wide", "high", "shape"), SHAPES)
def test_soak_every_board_is_fair(wide: int, high: int, shape: str) -> None:
    asked = [
        (edges, amount)
        for edges, amount in product(LISTS, AMOUNTS)
        if board_refusal(rules(), wide, high, shape, None, edges) is None
    ]
    first = 17 * wide + 5 * high + len(shape)
    for number in range(first, first + SEEDS):
        edges, amount = asked[number % len(asked)]

        _is_fair(Laid(wide, high, shape, edges, 1009 * number, amount))


def _is_fair(laid: Laid) -> None:
    """What SPL-CFG-15 promises."""
    assert min(laid.near(edge) for edge in laid.edges) >= 3  # (a)
    for one, filled in laid.pieces.items():  # (b)
        grown = {(x + dx, y + dy) for x, y in filled for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
        assert not any(grown & other for name, other in laid.pieces.items() if name != one)
    bare = {at for at in laid.board.cells() if at not in laid.ground.piece_at}
    assert _walked(laid.ground, bare) == bare
    for edge in laid.edges:  # (c)
        zone = zones.zone(laid.rules, laid.board, edge, laid.edges)
        assert sum(at not in laid.ground.piece_at for at in zone) >= 10
        band = frozenset(zones.band(laid.rules, laid.board, edge))
        assert not any(filled & band for filled in laid.pieces.values() if len(filled) > 1)
    small = [filled for filled in laid.pieces.values() if len(filled) == 1]  # (d)
    for edge, filled in zip(3 * zones.edges_in_order(laid.edges), small, strict=False):
        assert filled <= set(zones.sector(laid.rules, laid.board, edge, laid.edges))


def _walked(ground: Ground, bare: set[tuple[int, int]]) -> set[tuple[int, int]]:
    """Every square that can be walked to from the first one, over sides alone and across no fence."""
    left = [min(bare)]
    found = set(left)
    while left:
        at = left.pop()
        new = {to for to in squares.neighbours(at, diagonals=False) if to in bare and ground.crossed(at, to) is None}
        left += new - found
        found |= new
    return found


@pytest.mark.rule("SPL-CFG-02", "SPL-CFG-03", "SPL-CFG-06")
def test_a_seed_gives_the_same_board_for_ever() -> None:
    found = {}
    for seed, name in enumerate(PINNED):
        size, shape, edges = name.split()
        wide, high = map(int, size.split("x"))
        laid = Laid(wide, high, shape, tuple(each for each in EVERY if each in edges), seed, AMOUNTS[seed % 3])
        found[name] = hashlib.sha256(msgspec.json.encode(laid.layout)).hexdigest()[:16]

    assert found == PINNED


@pytest.mark.rule("SPL-CFG-02")
def test_edges_may_be_named_in_any_order() -> None:
    one, other = (Laid(3, 3, "rectangle", edges, 8, "normal").layout for edges in (EVERY, ("W", "S", "E", "N")))

    assert one == other


@pytest.mark.rule("SPL-CFG-05")
def test_there_is_one_phone_box_at_most() -> None:
    for seed in range(40):
        kinds = [kind for kind, _ in Laid(4, 4, "rectangle", EVERY, seed, "dense").layout.pieces]

        assert kinds.count("phone") <= 1


@pytest.mark.rule("SPL-CFG-07", "SPL-CFG-08", "SPL-CFG-13")
def test_a_road_runs_from_border_to_border_over_bare_squares_that_hang_together() -> None:
    names = tuple(rules().shapes)
    for seed in range(30):
        laid = Laid(3, 3, names[seed % len(names)], EVERY, seed, "normal")
        roads = laid.layout.roads
        if not roads:
            continue
        border = [
            at for at in roads if any(not laid.board.holds(each) for each in squares.neighbours(at, diagonals=False))
        ]
        runs = cells.runs(roads, lambda a, b: squares.distance(a, b, diagonals=False) == 1)

        assert not set(roads) & set(laid.ground.piece_at)
        assert len(runs) == 1
        assert border
        assert list(roads) == sorted(roads, key=lambda at: (at[1], at[0]))


@pytest.mark.rule("SPL-CFG-09", "SPL-CFG-10")
def test_a_fence_is_short_and_touches_neither_piece_nor_road_nor_another_one() -> None:
    for seed in range(30):
        laid = Laid(3, 3, "rectangle", EVERY, seed, "normal")
        vertices = [vertex for way in laid.layout.fences for vertex in way]

        assert len(set(vertices)) == len(vertices)
        for way in laid.layout.fences:
            span = abs(way[0][0] - way[-1][0]) + abs(way[0][1] - way[-1][1])
            assert 3 <= span <= 6
            assert len(way) - 1 <= 8
        for vertex in vertices:
            for at in squares.around(vertex):
                assert laid.board.holds(at)
                assert at not in laid.ground.piece_at
                assert at not in laid.ground.roads


@pytest.mark.rule("SPL-CFG-05", "SPL-CFG-15")
def test_a_small_crowded_board_gives_up_large_pieces_rather_than_sites() -> None:
    large = set()
    for seed in range(40):
        laid = Laid(2, 2, "corner", ("N", "S"), seed, "dense")

        assert min(laid.near(edge) for edge in laid.edges) >= 3
        large.add(sum(len(filled) > 1 for filled in laid.pieces.values()))
    assert large == {0, 1}


PINNED = {
    "2x2 rectangle NS": "a1707518a26704bc",
    "3x6 rectangle WE": "7c1543f74cafab95",
    "5x5 rectangle NESW": "35aeb6f1c2be607f",
    "2x6 corner NS": "1946ba12ca764be5",
    "4x6 corner NESW": "e6005166a533b018",
    "6x6 corner WES": "1956224aab44568c",
    "5x2 tee NS": "9e664db8ed8d4e72",
    "3x3 cross WE": "609dfecdd51a0fe8",
    "5x4 cross NESW": "07d28e103920133d",
    "3x5 ring WES": "2db889527923398c",
    "6x3 ring NS": "0203015f360ad37a",
    "4x4 zigzag WE": "f75a5a99496ed4b7",
    "6x5 zigzag NESW": "f2ae335ea9aeca5d",
}
