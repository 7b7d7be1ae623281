"""Benefits where the room chose how they arrive and who is healed, and counters that go by one."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from app.boards.squares import Square
from app.systems.splatball.position import actions as a
from app.systems.splatball.position.frames import EndFrame
from app.systems.splatball.position.state import Position
from app.systems.splatball.turn.control import chicken_after
from tests.games.splatball.playing import after, refused
from tests.games.splatball.table import piece, position, unit

PHONE = (5, 5)
BESIDE = {(x, y) for x in (4, 5, 6) for y in (4, 5, 6)} - {PHONE}


def called(**options: Any) -> Position:
    """A phone box that seat ``a`` has held for long enough, and is asked about; it stands alone, its holder at its corner."""
    held = piece("p1", "phone", PHONE)
    at = position(
        unit("s0u1", "scamp", (6, 6), facing="S"),
        unit("s1u1", "scamp", (11, 11), "b"),
        pieces=[held],
        options=options,
        step="end",
    )
    return _asked(at)


def _asked(at: Position) -> Position:
    held = replace(at.pieces["p1"], hold={"a": 99})  # type: ignore[index,call-overload]
    seat = replace(at.seats["a"], next_unit=2)  # type: ignore[index]
    return replace(at, pieces={"p1": held}, seats={**at.seats, "a": seat}, frames=(EndFrame("p1"),))  # type: ignore[arg-type,dict-item]


def call(at: Square, **more: Any) -> a.UseBenefit:
    return a.UseBenefit("p1", True, at=at, **more)  # type: ignore[arg-type]


@pytest.mark.rule("SPL-SPC-05")
def test_a_recruit_arrives_beside_the_piece_where_the_room_chose_so_and_in_the_zone_otherwise() -> None:
    beside, zone = called(arrival="piece"), called()
    squares = [(x, y) for x in range(12) for y in range(12)]

    assert {at for at in squares if refused(beside, "a", call(at)) is None} == BESIDE - {(6, 6)}
    in_zone = {at for at in squares if refused(zone, "a", call(at)) is None}
    assert in_zone
    assert not in_zone & BESIDE


@pytest.mark.rule("SPL-SPC-05", "SPL-MOVE-05")
def test_whoever_arrives_has_no_facing_of_choice_where_there_are_none() -> None:
    at = (4, 4)
    assert refused(called(arrival="piece", facing=True), "a", call(at, facing="E")) is None
    assert refused(called(arrival="piece", facing=False), "a", call(at, facing="E")) == "SPL-MOVE-05"
    assert refused(called(arrival="piece", facing=False), "a", call(at)) is None


@pytest.mark.rule("SPL-SPC-02")
def test_a_phone_box_without_a_marker_is_gone_after_its_call() -> None:
    then = after(called(arrival="piece"), "a", call((4, 4)))
    assert "p1" not in then.pieces
    assert then.units["s0u2"].at == (4, 4)  # type: ignore[index]


@pytest.mark.rule("SPL-HQ-06")
def test_lingering_is_counted_by_one_for_each_end_of_a_turn() -> None:
    assert [chicken_after(count, is_beside=True) for count in (0, 1, 5)] == [1, 2, 6]
    assert [chicken_after(count, is_beside=False) for count in (0, 1, 5)] == [0, 0, 0]
