"""What a unit may not do now is told with the judge's own refusal, and nothing is told of what it may."""

from __future__ import annotations

from typing import Any

import pytest

from app.engine.types import Seat, UnitId
from app.systems.splatball.position.state import Position
from tests.games.splatball.playing import game
from tests.games.splatball.table import position, unit


def told(at: Position, name: str = "s", seat: str = "a") -> dict[str, str]:
    """Kinds of act with the rule that withholds each."""
    return {each.type: each.refusal.rule for each in game().withheld(at, Seat(seat), UnitId(name))}


def turn(*units: Any, **more: Any) -> Position:
    return position(*units, unit("z", "scamp", (0, 0), "b"), **more)


def test_whoever_may_do_everything_is_told_of_nothing() -> None:
    at = turn(unit("s", "scamp", (5, 5)), unit("t", "scamp", (5, 4), "b"), step="move")

    assert told(at) == {}


@pytest.mark.rule("SPL-ACT-01")
def test_whoever_is_not_activated_does_nothing() -> None:
    at = turn(unit("s", "scamp", (5, 5), activated=False), unit("t", "scamp", (5, 4), "b"), step="move")

    assert set(told(at)) >= {"move", "attack"}


def test_in_the_step_of_fights_nobody_moves_and_whoever_has_fought_does_not_again() -> None:
    at = turn(unit("s", "scamp", (5, 5), attacked=True), unit("t", "scamp", (5, 4), "b"))

    assert told(at)["attack"] == "SPL-FIRE-02"
    assert "move" in told(at)


def test_of_an_enemy_and_of_a_stranger_nothing_is_told() -> None:
    at = turn(unit("s", "scamp", (5, 5)))

    assert told(at, "z") == {}
    assert told(at, "nobody") == {}


def test_each_has_words_in_both_languages() -> None:
    at = turn(unit("s", "scamp", (5, 5), attacked=True))

    for each in game().withheld(at, Seat("a"), UnitId("s")):
        assert each.label.es
        assert each.label.en


def test_turning_is_withheld_of_whoever_sees_one_way_where_facings_count() -> None:
    def held(**options: Any) -> bool:
        return "turn" in told(turn(unit("s", "scamp", (5, 5), activated=False), options=options, step="move"))

    assert held(facing=True)
    assert not held(facing=False)


def test_going_aboard_is_withheld_only_where_an_own_vehicle_takes_passengers() -> None:
    def held(kind: Any, seat: str, other: Any = "armadillo") -> bool:
        one = unit("s", kind, (5, 5), activated=False)
        return "embark" in told(turn(one, unit("v", other, (8, 8), seat), step="move"))

    assert held("scamp", "a")
    assert not held("scamp", "b")
    assert not held("scamp", "a", other="scamp")
    assert not held("armadillo", "a")
