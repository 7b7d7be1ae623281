"""Edits on a measured table: what is taken, what is refused at its field."""

from __future__ import annotations

import pytest

from app.boards.laid import Laid, turns
from app.engine.refusal import InvalidInput
from app.engine.workshop import land as land
from app.engine.workshop.workshop import Draw, Move, Place, Turn

SIZE = (1000, 800)
STANDS = Laid(((500, 400),))
LIES = Laid(((500, 400),), 30)


def refused(ask):
    with pytest.raises(InvalidInput) as error:
        ask()
    return error.value.errors[0].field


def test_new_things_come_turned_by_whole_steps_on_the_table():
    assert land.placed(SIZE, Place("t", 0, 800, 360), 15) == 0
    assert land.placed(SIZE, Place("t", 0, 800, -15), 15) == 345
    assert refused(lambda: land.placed(SIZE, Place("t", 0, 801), 15)) == "place"
    assert refused(lambda: land.placed(SIZE, Place("t", 0, 0, 7), 15)) == "turn_deg"
    assert refused(lambda: land.placed(SIZE, Place("t", 0, 0, 375), 15)) == "turn_deg"
    assert refused(lambda: land.placed(SIZE, Place("t", cell="B2"), 15)) == "cell"


def test_an_outline_has_three_corners_and_no_more_than_it_may():
    corners = ((0, 0), (10, 0), (0, 10), (0, 5))
    assert land.drawn(SIZE, Draw("t", corners), 4) == corners
    assert refused(lambda: land.drawn(SIZE, Draw("t", corners), 3)) == "points"
    assert refused(lambda: land.drawn(SIZE, Draw("t", corners[:2]), 4)) == "points"
    assert refused(lambda: land.drawn(SIZE, Draw("t", ((0, 0), (10, -1), (0, 10))), 4)) == "place"


def test_what_is_moved_and_turned_stays_on_the_table():
    assert land.moved(SIZE, Move("t", dx=500), STANDS).middle == (1000, 400)
    assert land.turned(SIZE, Turn("t", 45), LIES, turns(15), 15).turn_deg == 75
    assert land.turned(SIZE, Turn("t", 90, (500, 300)), STANDS, turns(15), 15).middle == (400, 300)
    assert refused(lambda: land.moved(SIZE, Move("t", dx=501), STANDS)) == "place"
    assert refused(lambda: land.moved(SIZE, Move("t"), None)) == "id"
    assert refused(lambda: land.moved(SIZE, Move("t", cell="B2"), STANDS)) == "cell"
    assert refused(lambda: land.turned(SIZE, Turn("t", 15), STANDS, turns(15), 15)) == "id"
    assert refused(lambda: land.turned(SIZE, Turn("t", 15), None, turns(15), 15)) == "id"
    assert refused(lambda: land.turned(SIZE, Turn("t", 90, (0, 0)), STANDS, turns(15), 15)) == "place"


def test_names_and_corners_are_written_and_read():
    assert land.unused({"a-1", "a-3"}, "a-{}".format) == "a-2"
    assert land.corners_from(land.corner_words(((1, -2), (3, 4)))) == ((1, -2), (3, 4))
