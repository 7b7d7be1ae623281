"""What is done for who is late: legal in every state, and a game of nothing else comes to its end."""

from __future__ import annotations

from collections import Counter

import pytest

from app.engine.dice import StreamDice
from app.engine.refusal import Refusal
from app.systems.flames_hexwar.choices.time_up import time_out
from app.systems.flames_hexwar.judge import acts
from app.systems.flames_hexwar.position import actions as a
from app.systems.flames_hexwar.turn.machine import asked, prompt_of
from tests.games.flames_hexwar.playing import done, moment_of, opened, played

SCENARIOS = [("quick_crossroads", 2), ("evening_village", 2), ("big_pass", 4), ("mountain_patrol", 2)]


@pytest.mark.parametrize(("scenario", "seats"), SCENARIOS)
@pytest.mark.rule("FHW-END-07", "FHW-PLAN-12")
def test_a_game_in_which_nobody_answers_ends(scenario: str, seats: int) -> None:
    at, number = opened(scenario, seats), 0
    while at.result is None:
        moment = moment_of(at)
        seat = asked(moment.field)[0]
        action = time_out(moment, seat)
        assert action is not None
        at = done(moment, seat, action, StreamDice(number.to_bytes(32, "big"), "late")).state
        number += 1
        assert number < 2000
    assert at.result.reason in ("turn_limit", "objectives", "collapse", "annihilation")


@pytest.mark.parametrize(("scenario", "seats"), SCENARIOS)
def test_it_is_legal_wherever_somebody_is_asked(scenario: str, seats: int) -> None:
    met: Counter[str] = Counter()
    for each in played(scenario, seats, 0):
        for seat in each.moment.position.seats:
            action = time_out(each.moment, seat)
            assert (action is not None) == (seat in asked(each.moment.field))
            if action is not None:
                met[prompt_of(each.moment.position)] += 1
                assert not isinstance(acts.check(each.moment, seat, action), Refusal), action
    assert met["plan"]
    assert met["activation"]


@pytest.mark.rule("FHW-FO-15")
def test_in_a_window_the_late_hold_for_the_whole_activation() -> None:
    for each in played("evening_village", 2, 0):
        if prompt_of(each.moment.position) == "window":
            assert time_out(each.moment, asked(each.moment.field)[0]) == a.Hold("activation")
            return
    raise AssertionError("no window was met")
