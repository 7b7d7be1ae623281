"""Games in which every seat lets its time run out: what is done for them is never refused and leads to the end."""

from __future__ import annotations

import random
from typing import Any

import pytest

from app.engine import play
from app.engine.dice import StreamDice
from app.engine.system import GameSystem, Setup, TimeOut, time_out_of
from app.engine.types import Seat
from tests.support.random_play import registry, set_ups

PLAYABLE = [each for each in set_ups() if time_out_of(registry()[each[0]]) is not None]
MOST_ACTS = 3000
LONGEST_TURN = 120
every_set_up = pytest.mark.parametrize(
    ("game", "scenario", "seats"), [pytest.param(*each, id="-".join(map(str, each))) for each in PLAYABLE]
)


def side_of(system: GameSystem, state: Any, seat: Seat) -> str:
    return system.side_of(state, seat) or seat


def sides_asked(system: GameSystem, state: Any) -> set[str]:
    return {side_of(system, state, seat) for seat in system.to_act(state)}


def turn_ended(system: GameSystem, ability: TimeOut, state: Any, side: str, label: str) -> tuple[Any, int]:
    """The state once ``side`` is no longer asked, and how many acts that took."""
    for number in range(LONGEST_TURN):
        asked = [seat for seat in system.to_act(state) if side_of(system, state, seat) == side]
        if not asked:
            return state, number
        seat, action = next((s, a) for s in asked if (a := ability.time_out(state, s)) is not None)
        assert ability.time_out(state, seat) == action
        step = play.step(system, state, seat, action, StreamDice(bytes(32), f"{label} {number}"))
        assert isinstance(step, play.Step), f"{seat}: {action} is refused: {step}"
        state = step.state
    raise AssertionError(f"{side} is still asked after {LONGEST_TURN} acts")


def opened(game: str, scenario: str, seats: int) -> tuple[GameSystem, TimeOut, Any]:
    system = registry()[game]
    ability = time_out_of(system)
    assert ability is not None
    setup = Setup(scenario, tuple({"kind": "human"} for _ in range(seats)))
    return system, ability, play.start(system, setup, StreamDice(bytes(32), "opening")).state


def test_every_real_game_can_be_played_by_a_clock() -> None:
    assert {game for game, _, _ in PLAYABLE} >= {"war_of_plastic", "open_wars"}


@every_set_up
def test_a_game_of_nothing_but_time_outs_reaches_its_end(game: str, scenario: str, seats: int) -> None:
    system, ability, state = opened(game, scenario, seats)
    acts = 0

    while asked := system.to_act(state):
        state, taken = turn_ended(system, ability, state, side_of(system, state, asked[-1]), str(acts))
        acts += taken
        assert acts < MOST_ACTS

    assert system.outcome(state) is not None


@every_set_up
def test_time_may_run_out_anywhere_in_a_game(game: str, scenario: str, seats: int) -> None:
    system, ability, state = opened(game, scenario, seats)
    pick = random.Random(f"{game} {scenario} {seats}")
    for number in range(60):
        asked = system.to_act(state)
        if not asked:
            break
        side = pick.choice(sorted(sides_asked(system, state)))
        turn_ended(system, ability, state, side, str(number))
        seat = pick.choice(asked)
        action = system.sample(state, seat, pick.randrange)
        assert action is not None
        step = play.step(system, state, seat, action, StreamDice(bytes(32), f"at random {number}"))
        assert isinstance(step, play.Step)
        state = step.state


@every_set_up
def test_nobody_is_helped_who_is_not_asked(game: str, scenario: str, seats: int) -> None:
    system, ability, state = opened(game, scenario, seats)

    others = [Seat(letter) for letter in "abcdefg"[:seats] if letter not in system.to_act(state)]

    assert [ability.time_out(state, seat) for seat in others] == [None] * len(others)
