"""The greedy bot of Splatball: it beats random play, from either side."""

from __future__ import annotations

import pytest

from app.engine import play
from app.engine.dice import StreamDice
from app.engine.system import Setup
from app.engine.types import Seat
from app.rooms.values import strategies
from tests.games.splatball.playing import SEATS, game
from tests.support.random_play import GAMES

GREEDY_WINS = 90
"""Out of a hundred."""


def won_by_greedy(scenario: str, number: int) -> bool:
    """One game of a greedy bot against random ones, each time in another seat."""
    spec = next(each for each in game().manifest.scenarios if each.id == scenario)
    me = Seat(SEATS[number % spec.seats.min])
    secret = f"{scenario} {number}".encode()
    state = play.start(game(), Setup(scenario, ({},) * spec.seats.min), StreamDice(secret, "opening")).state
    act = 0
    while asked := game().to_act(state):
        seat, seed, act = asked[0], number * 10_000 + act, act + 1
        world = strategies.world_for(game(), state, seat, seed)
        action = strategies.decide(game(), world, seat, "greedy" if seat == me else "random", seed)
        assert action is not None
        step = play.step(game(), state, seat, action, StreamDice(secret, str(act)))
        assert isinstance(step, play.Step)
        state = step.state
    outcome = game().outcome(state)
    assert outcome is not None
    return me in outcome.winners


@pytest.mark.parametrize("scenario", ["quick_start", "t_junction"])
def test_soak_greedy_beats_random_in_nine_of_ten_games(scenario: str) -> None:
    """A draw counts as not won. A game from each side in every run, a hundred in ``make soak``."""
    games = 2 if GAMES == 1 else 100

    assert sum(won_by_greedy(scenario, number) for number in range(games)) * 100 >= games * GREEDY_WINS
