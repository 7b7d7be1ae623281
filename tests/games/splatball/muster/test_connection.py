"""What hangs together on foot, against a search that goes step by step."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from random import Random

import pytest

from app.boards import squares
from app.boards.squares import Square
from app.systems.splatball.muster.connection import connection_of
from app.systems.splatball.muster.laying import KINDS, Laying
from app.systems.splatball.park.ground import Ground, squares_of
from tests.games.splatball.table import ground, piece, rules

EDGES = ("N", "E", "S", "W")


def _steps(of: Ground, barred: Collection[Square], at: Square) -> Iterator[Square]:
    """The legal foot steps from a square, fences and units apart."""
    for to in squares.neighbours(at, diagonals=of.rules.options.diagonals):
        is_straight = at[0] == to[0] or at[1] == to[1]
        is_squeezed = not is_straight and (to[0], at[1]) in barred and (at[0], to[1]) in barred
        if of.board.holds(to) and to not in barred and not is_squeezed:
            yield to


def _is_connected(of: Ground, closed: Collection[Square]) -> bool:
    barred = {at for at, each in of.piece_at.items() if not of.rules.terrain[each.kind].foot_may_enter} | {*closed}
    free = [at for at in of.board.cells() if at not in barred]
    found, edge = set(free[:1]), free[:1]
    while edge:
        new = {to for at in edge for to in _steps(of, barred, at)} - found
        found |= new
        edge = list(new)
    return len(found) == len(free)


def _random_ground(pick: Random, count: int, *, diagonals: bool) -> Ground:
    missing = ((1, 0),) if pick.random() < 0.5 else ()
    empty = ground(size=(12, 12), missing=missing, of=rules(diagonals=diagonals))
    free, pieces = set(empty.board.cells()), []
    for number in range(count):
        kind = pick.choice(("tree", "tree", "rocks", "hq", "ammo", "fountain"))
        x, y = pick.choice(sorted(free))
        made = piece(f"p{number}", kind, (x, y))
        filled = squares_of(made, empty.rules)
        if free >= {*filled}:
            pieces.append(made)
            free -= {*filled}
    return empty.with_pieces(pieces)


@pytest.mark.rule("SPL-SET-08")
@pytest.mark.parametrize("diagonals", [True, False])
@pytest.mark.parametrize("count", [0, 8, 20, 40, 70])
def test_what_could_be_closed_is_what_a_plain_search_finds(count: int, diagonals: bool) -> None:
    pick = Random(count)
    for _ in range(6):
        of = _random_ground(pick, count, diagonals=diagonals)
        connection = connection_of(of)
        assert connection.is_whole == _is_connected(of, ())
        free = [at for at in of.board.cells() if at not in of.piece_at]
        grid = Laying(of, EDGES).grid
        small = {at for at in free if _is_connected(of, (at,))}
        assert {*grid.squares(connection.closable(grid.bits(free)))} == small
        blocks = {at: [*squares_of(piece("x", "fountain", at), of.rules)] for at in free}
        large = [at for at in free if {*blocks[at]} <= {*free}]
        found = {*grid.squares(connection.closable_blocks(grid.bits(large)))}
        assert found == {at for at in large if _is_connected(of, blocks[at])}


@pytest.mark.rule("SPL-SET-08")
@pytest.mark.parametrize("kind", KINDS)
def test_all_places_of_a_kind_are_those_that_are_legal_one_by_one(kind: str) -> None:
    pick = Random(kind)
    for count in (0, 6, 12, 30):
        of = _random_ground(pick, count, diagonals=True)
        laying = Laying(of, EDGES)
        everywhere = squares.disc((6, 6), 8)
        assert laying.places(kind) == tuple(at for at in everywhere if laying.place_refusal(kind, at) is None)


@pytest.mark.rule("SPL-SET-08")
def test_a_corner_is_parted_by_two_trees_that_touch_at_a_corner() -> None:
    held = ground(piece("p1", "tree", (1, 0)), piece("p2", "tree", (0, 1)))
    assert not connection_of(held).is_whole  # the step to (1, 1) is squeezed


@pytest.mark.rule("SPL-SET-08")
def test_what_is_walked_through_and_fences_part_nothing_and_headquarters_do() -> None:
    through = ground(*(piece(f"p{x}", "hedge", (x, 5)) for x in range(12)))
    assert connection_of(through).is_whole
    assert connection_of(ground(fences=[((x, 5), (x + 1, 5)) for x in range(12)])).is_whole
    built = ground(*(piece(f"p{x}", "hq", (x, 5), "a") for x in range(12)))
    assert not connection_of(built).is_whole
