"""The starting roll, and the order of seats that follows from it."""

from __future__ import annotations

import pytest

from app.systems.splatball.muster.start import after, clockwise
from app.systems.splatball.position import events_setup as es
from tests.games.splatball.muster.setting_up import A, B, C, D, SetUp, before

FOUR = {"size": (18, 18), "edges": ("N", "E", "S", "W")}


@pytest.mark.rule("SPL-SET-02", "SPL-DICE-01")
def test_the_highest_starts_and_tied_ones_roll_again() -> None:
    game = SetUp(before(4, starts=None, **FOUR), 5, 2, 5, 5, 3, 6, 6, 1, 2)
    assert game.told(es.StartRolled) == [es.StartRolled((A, B, C, D, A, C, D, C, D), (5, 2, 5, 5, 3, 6, 6, 1, 2), D)]
    assert game.position.starting_seat == D


@pytest.mark.rule("SPL-SET-02")
def test_no_die_falls_where_the_scenario_names_who_starts() -> None:
    assert not SetUp(before(starts=B)).told(es.StartRolled)


@pytest.mark.rule("SPL-SET-03", "SPL-SET-10")
def test_the_order_is_clockwise_from_the_starting_seat() -> None:
    assert SetUp(before(4, starts=None, **FOUR), 1, 2, 6, 3).position.order == (C, D, A, B)
    assert clockwise((A, B, C), B) == (B, C, A)
    assert after((C, D, A, B), B, (A, C)) == C
    assert after((C, D, A, B), B, (B,)) == B
    assert after((C, D, A, B), B, ()) is None
