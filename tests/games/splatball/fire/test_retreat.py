"""Going back, one square at a time."""

import pytest

from app.systems.splatball.fire.retreat import judge_retreat, outcome, retreat_squares
from tests.games.splatball.playing import game
from tests.games.splatball.table import field, piece, rules, unit

BACK = {
    "N": [(4, 4), (5, 4), (6, 4)],
    "S": [(4, 6), (5, 6), (6, 6)],
    "W": [(4, 4), (4, 5), (4, 6)],
    "E": [(6, 4), (6, 5), (6, 6)],
}


def laid(*others, edge="N", at=(5, 5), **more):
    return field(unit("s", "scamp", at), *others, edges={"a": edge}, **more)


def refused(field, to):
    found = judge_retreat(field, field.units["s"], to)
    return None if found is None else found.rule


@pytest.mark.parametrize("edge", BACK)
@pytest.mark.rule("SPL-RET-04")
def test_back_is_one_row_nearer_to_ones_own_edge(edge):
    squares = laid(edge=edge)
    every = [(x, y) for y in range(3, 8) for x in range(3, 8)]

    assert list(retreat_squares(squares, squares.units["s"])) == BACK[edge]
    assert {to for to in every if refused(squares, to) is None} == set(BACK[edge])
    assert {refused(squares, to) for to in every if to not in BACK[edge]} == {"SPL-RET-04"}


@pytest.mark.rule("SPL-RET-04")
def test_without_diagonals_only_straight_back():
    squares = laid(of=rules(diagonals=False))

    assert retreat_squares(squares, squares.units["s"]) == ((5, 4),)


@pytest.mark.rule("SPL-RET-04", "SPL-RET-07")
def test_off_the_board_there_is_nothing():
    rim, hole = laid(at=(5, 0)), laid(at=(5, 6), missing=[(0, 0)])

    assert retreat_squares(rim, rim.units["s"]) == ()
    assert refused(rim, (5, -1)) == "SPL-RET-04"
    assert retreat_squares(hole, hole.units["s"]) == ((6, 5),)


@pytest.mark.parametrize("kind", ["hedge", "rocks", "playground"])
@pytest.mark.rule("SPL-RET-05")
def test_what_can_be_walked_through_does_not_stop_anybody(kind):
    assert refused(laid(pieces=[piece("p1", kind, (5, 4))], roads=[(4, 4)]), (5, 4)) is None


@pytest.mark.rule("SPL-RET-05")
def test_fences_are_passed_diagonally_too():
    squares = laid(fences=[((x, 5), (x + 1, 5)) for x in range(3, 8)])

    assert list(retreat_squares(squares, squares.units["s"])) == BACK["N"]


@pytest.mark.parametrize("kind", ["tree", "ammo", "phone", "fountain", "treehouse"])
@pytest.mark.rule("SPL-RET-05")
def test_what_is_never_entered_bars_the_way(kind):
    assert refused(laid(pieces=[piece("p1", kind, (5, 4))]), (5, 4)) == "SPL-RET-05"


@pytest.mark.rule("SPL-RET-05", "SPL-RET-06")
def test_ones_own_empty_headquarters_shelter_another_does_not():
    own, other = ([piece("p1", "hq", (5, 4), seat)] for seat in "ab")

    assert refused(laid(pieces=own), (5, 4)) is None
    assert refused(laid(pieces=other), (5, 4)) == "SPL-RET-05"
    assert refused(laid(unit("x", "scamp", (5, 4)), pieces=own), (5, 4)) == "SPL-RET-06"


@pytest.mark.rule("SPL-RET-06")
def test_units_bar_the_way_and_close_corners_with_pieces():
    there, beside = unit("x", "scamp", (5, 4)), piece("p1", "tree", (4, 5))

    assert refused(laid(there), (5, 4)) == "SPL-RET-06"
    assert refused(laid(there), (4, 4)) is None
    assert refused(laid(there, pieces=[beside]), (4, 4)) == "SPL-RET-06"
    assert refused(laid(unit("x", "scamp", (4, 4)), pieces=[piece("p2", "tree", (4, 4))]), (4, 4)) == "SPL-RET-06"


@pytest.mark.rule("SPL-RET-04")
def test_a_refusal_names_the_square_and_who_is_there():
    squares = laid(unit("x", "scamp", (5, 4)))

    assert judge_retreat(squares, squares.units["s"], (5, 4)).facts == {"unit": "s", "square": "F5", "blocker": "x"}
    assert judge_retreat(squares, squares.units["s"], (5, -1)).facts == {"unit": "s"}


@pytest.mark.rule("SPL-RET-07", "SPL-RET-08", "SPL-VP-05")
def test_squares_that_cannot_be_made_cost_lives():
    squares = laid(at=(0, 1), pieces=[piece("p1", "tree", (1, 0))])

    found = outcome(squares, unit("s", "hoser", (0, 1), marker=True), 3, [])

    assert found == ((0, 0), 1, 4, False)
    assert outcome(squares, unit("s", "hoser", (0, 0), marker=True, lives=2), 9, []) == ((0, 0), 0, 5, False)


@pytest.mark.rule("SPL-RET-04")
def test_choices_are_those_that_there_are():
    squares = laid()
    for choices in ([], [(5, 6)], [(5, 4), (5, 3)]):
        with pytest.raises(ValueError, match="expected"):
            outcome(squares, squares.units["s"], 1, choices)


@pytest.mark.rule("SPL-VEH-16")
def test_no_die_sends_a_vehicle_back():
    asked = {"dice": [1, 1, 2], "ignore_first": False}

    assert game().queries["retreat_count"]({"type": "hoser", **asked}) == {"squares": 3}
    assert game().queries["retreat_count"]({"type": "badger", **asked}) == {"squares": 0}
