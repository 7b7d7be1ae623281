"""What is drawn, and when: the generator, and draws that lay nothing."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from app.boards import squares
from app.systems.splatball.book.kinds import Edge
from app.systems.splatball.configurator.configurator import Layout, configure
from app.systems.splatball.configurator.generator import MASK, STEP, Generator
from app.systems.splatball.configurator.numbers import Numbers
from tests.games.splatball.table import rules

NORTH_AND_SOUTH: tuple[Edge, ...] = ("N", "S")
ONE_ROW = squares.Board(9, 9)
"""Zones of four rows at both ends: one row between them, which is in both sectors."""


def laid(board: squares.Board, seed: int, **wanted: int) -> Layout:
    """A board of a seed with nothing on it but what is wanted."""
    amounts = {"elements": 0, "large": 0, "roads": 0, "fences": 0, "objectives": 0, **wanted}
    return configure(rules(), board, NORTH_AND_SOUTH, seed, Numbers(**amounts))


def after(seed: int, draws: int) -> int:
    """The seed of a generator that has given so many numbers: each moves it on by the same step."""
    return (seed + draws * STEP) & MASK


@pytest.mark.rule("SPL-CFG-02")
def test_a_number_beyond_the_last_whole_multiple_is_drawn_again() -> None:
    n = 2**63 + 1  # nearly every other number is too high
    generator, plain = Generator(5), Generator(5)

    found = [generator.below(n) for _ in range(40)]

    numbers = [plain.next() for _ in range(200)]
    assert found == [number for number in numbers if number < n][:40]
    assert any(number >= n for number in numbers[:40])


@pytest.mark.rule("SPL-CFG-02")
def test_every_number_below_comes_and_none_other() -> None:
    generator = Generator(1)

    assert {generator.below(5) for _ in range(200)} == set(range(5))
    assert generator.below(1) == 0


@pytest.mark.rule("SPL-CFG-02")
def test_the_generator_goes_on_past_the_highest_number() -> None:
    assert Generator(after(MASK, 1)).next() == [generator := Generator(MASK), generator.next(), generator.next()][-1]


@pytest.mark.rule("SPL-CFG-04")
def test_a_large_piece_that_finds_no_place_has_been_drawn_all_the_same() -> None:
    for seed in range(10):
        assert laid(ONE_ROW, seed, large=3, objectives=1) == laid(ONE_ROW, after(seed, 3), objectives=1)


@pytest.mark.rule("SPL-CFG-05")
def test_where_no_try_comes_far_enough_sites_lie_on_the_first_squares_and_stay() -> None:
    for seed in range(10):
        at = [place for _, place in laid(ONE_ROW, seed, objectives=3).pieces]

        assert at == [(0, 4), (2, 4), (4, 4), (6, 4)]  # two rounds; of the third one is taken up


@pytest.mark.rule("SPL-CFG-05")
def test_fewer_rounds_do_where_fewer_markers_are_wanted() -> None:
    boards = [[at for _, at in laid(ONE_ROW, seed, objectives=2).pieces] for seed in range(10)]

    assert any(at != sorted(at) for at in boards)  # a try came far enough: nothing was laid on first squares
    assert {len(at) for at in boards} == {4}


@pytest.mark.rule("SPL-CFG-05")
def test_the_rest_ends_where_no_place_is_left() -> None:
    for seed in range(5):
        pieces = laid(squares.Board(12, 12), seed, elements=1000).pieces
        near = {(x + dx, y + dy) for _, (x, y) in pieces for dx in (-1, 0, 1) for dy in (-1, 0, 1)}

        assert near >= set(squares.Board(12, 12).cells())


@pytest.mark.rule("SPL-CFG-05")
def test_kinds_come_by_their_weights() -> None:
    kinds = [kind for seed in range(100) for kind, _ in laid(squares.Board(18, 18), seed, elements=40).pieces]
    shares = {kind: 16 * kinds.count(kind) / len(kinds) for kind in set(kinds)}

    assert set(shares) == {"hedge", "tree", "rocks", "playground", "phone"}
    assert shares["hedge"] == pytest.approx(5, abs=0.5)
    assert shares["rocks"] == pytest.approx(3, abs=0.5)
    assert shares["playground"] == pytest.approx(2, abs=0.5)
    assert shares["tree"] == pytest.approx(5 + 1 - shares["phone"], abs=0.5)  # what is no phone box any more


@pytest.mark.rule("SPL-CFG-05")
def test_weights_of_the_room_are_drawn_from() -> None:
    only_rocks = replace(rules().configurator, weights=(("hedge", 0), ("rocks", 3)))
    made = replace(rules(), configurator=only_rocks)

    layout = configure(made, squares.Board(12, 12), NORTH_AND_SOUTH, 4, Numbers(8, 0, 0, 0, 3))

    assert {kind for kind, _ in layout.pieces} == {"rocks"}


@pytest.mark.rule("SPL-CFG-07")
def test_a_road_is_tried_again_until_its_ends_hang_together() -> None:
    parted = squares.Board(5, 1, frozenset({(2, 0)}))

    for seed in range(20):
        assert laid(parted, seed, roads=1).roads in (((0, 0), (1, 0)), ((3, 0), (4, 0)))


@pytest.mark.rule("SPL-CFG-07")
@pytest.mark.parametrize(("columns", "rows", "far"), [(3, 3, 2), (12, 18, 6), (5, 9, 3)])
def test_the_ends_of_a_road_lie_half_the_shorter_side_apart(columns: int, rows: int, far: int) -> None:
    for seed in range(30):
        found = laid(squares.Board(columns, rows), seed, roads=1).roads

        assert max(squares.distance(one, other) for one in found for other in found) >= far


@pytest.mark.rule("SPL-CFG-07")
def test_both_ends_of_a_road_lie_off_the_roads_that_there_are() -> None:
    row = squares.Board(4, 1)

    lengths = {len(laid(row, seed, roads=20).roads) for seed in range(20)}

    assert lengths == {3, 4}  # where a single square is left no road can end


@pytest.mark.rule("SPL-CFG-09")
def test_where_no_two_vertices_lie_far_enough_apart_there_is_no_fence() -> None:
    assert laid(squares.Board(3, 3), 1, fences=2).fences == ()
    assert laid(squares.Board(1, 1), 1, fences=2).fences == ()
