"""Victory where somebody has left, and games told from the first die to the last."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from app.engine.types import Seat
from app.systems.open_wars import victory
from app.systems.open_wars.field import Field
from tests.systems.open_wars.table import a_position, rules_of

THREE = {"a": "orcs", "b": "elves", "c": "dwarves"}


@pytest.mark.rule("OW-VIC-04", "OW-VIC-03", "OW-VIC-08")
@pytest.mark.parametrize("gone", [{"resigned": True}, {"eliminated": True}])
def test_points_of_a_side_that_has_left_neither_win_nor_stand_in_the_way(gone):
    tokens = [("b", "elves.warrior", "A2", 1), ("c", "dwarves.guard", "B1", 1)]
    position = a_position(
        tokens, seats=THREE, scenario="arcanums_crown", turn=4, points={"a": 12, "b": 10, "c": 2}, phase="turn_end"
    )
    assert victory.conclusion(Field.of(position, rules_of(position)), position).side == "a"

    left = replace(position, seats={**position.seats, Seat("a"): replace(position.seats[Seat("a")], **gone)})
    for points in ({"a": 12, "b": 10, "c": 2}, {"a": 10, "b": 10, "c": 2}):
        now = replace(left, points=points)
        result = victory.conclusion(Field.of(now, rules_of(now)), now)

        assert (result.side, result.seats) == ("b", ("b",))
