"""Bots of every game found: they play every scenario to its end, see no more than their seat, and expect what previews tell."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from app.engine import play
from app.engine.dice import StreamDice
from app.engine.system import GameSystem, Setup
from app.engine.types import SEATS, SPECTATOR, Action, Seat, Viewer
from app.rooms.values import strategies
from tests.support.random_play import (
    GAMES,
    MOST_ACTS,
    bounded,
    played,
    played_with_odd_options,
    registry,
    same_bytes,
    set_ups,
)

MANY = min(GAMES, 20)
"""How many games of a kind are played; a long run also plays them with more seats than the least."""
FIRST_ACTS = bounded(20, MOST_ACTS)
"""So many acts of a game a bot thinks about that could, and of those that follow fewer and fewer."""
MOST_MOMENTS = bounded(4, 8)
"""How many moments of a game secrets are changed in."""
SCENARIOS = (
    set_ups()
    if GAMES > 1
    else [
        (game, scenario, min(seats for *other, seats in set_ups() if other == [game, scenario]))
        for game, scenario in dict.fromkeys((game, scenario) for game, scenario, _ in set_ups())
    ]
)


def match(game: str, scenario: str, names: list[str], seed: int, first_acts: int = MOST_ACTS) -> tuple[Any, int]:
    """A game of these strategies, one for each seat: its last state, and how many acts it took. After the first acts one of
    three is a strategy's own, then one of four, of five...; the others are done at random."""
    system = registry()[game]
    setup = Setup(scenario, tuple({"kind": "bot"} for _ in names))
    state = play.start(system, setup, StreamDice(seed.to_bytes(32, "big"), "opening")).state
    for number in range(MOST_ACTS):
        asked = system.to_act(state)
        if not asked:
            return state, number
        seat = asked[number % len(asked)]
        is_thought_over = number < first_acts or number % (3 + number // 10) == 0
        strategy = names[SEATS.index(seat)] if is_thought_over else "random"
        action = decided(system, state, seat, strategy, number)
        step = play.step(system, state, seat, action, StreamDice(seed.to_bytes(32, "big"), str(number)))
        assert isinstance(step, play.Step), f"{action} was decided on and is refused: {step}"
        state = step.state
    raise AssertionError(f"{MOST_ACTS} acts and no end")


def decided(system: GameSystem, state: Any, seat: Seat, strategy: str, seed: int) -> Action:
    """What a bot does, from the real state, as a room asks it."""
    action = strategies.decide(system, strategies.world_for(system, state, seat, seed), seat, strategy, seed)
    assert action is not None, f"{seat} is asked and finds nothing to do"
    return action


@pytest.mark.parametrize(("game", "scenario", "seats"), SCENARIOS)
@pytest.mark.parametrize("seed", range(MANY))
def test_soak_greedy_and_random_bots_play_every_scenario_to_its_end(
    game: str, scenario: str, seats: int, seed: int
) -> None:
    names = [("greedy", "random")[(number + seed) % 2] for number in range(seats)]

    state, acts = match(game, scenario, names, seed, FIRST_ACTS)

    assert acts > 0
    assert registry()[game].outcome(state) is not None


@pytest.mark.parametrize("seed", range(MANY))
def test_soak_two_greedy_bots_do_not_wait_for_each_other_for_ever(seed: int) -> None:
    garden, bridge = ("war_of_plastic", "garden_skirmish", 2), ("open_wars", "clash_at_the_bridge", 2)
    for game, scenario, seats in (("pebbles", "ring", 3), garden, bridge):
        state, _ = match(game, scenario, ["greedy"] * seats, seed)

        assert registry()[game].outcome(state) is not None


def secret_moments() -> Iterator[tuple[GameSystem, Any, Seat, Any]]:
    """States in which a seat is asked while something is hidden from it, each with another it cannot tell from that one."""
    options = {"army_lists": "free", "symmetric_armies": False}
    games = [
        played("pebbles", "ring", 3, 1),
        played("war_of_plastic", "breakthrough", 2, 1, tuple(options.items())),
        *(played_with_odd_options(game, 3) for game in registry()),
    ]
    for game in games:
        for moment in game.moments[:MOST_MOMENTS]:
            for seat in game.system.to_act(moment.state):
                for seed in range(2):
                    other = game.system.resample(moment.state, Viewer(seat), random.Random(seed).randrange)
                    if not same_bytes(other, moment.state):
                        yield game.system, moment.state, seat, other


@pytest.mark.parametrize("strategy", strategies.STRATEGIES)
def test_worlds_that_differ_only_in_secrets_give_the_same_decision(strategy: str) -> None:
    seen = set()
    for system, state, seat, other in secret_moments():
        seen.add(system.manifest.id)
        for seed in range(2):
            one, two = (decided(system, world, seat, strategy, seed) for world in (state, other))
            assert one == two

    assert {"pebbles", "war_of_plastic"} <= seen


def test_what_a_position_is_worth_to_a_seat_tells_no_secret() -> None:
    found = 0
    for system, state, seat, other in secret_moments():
        found += 1
        assert system.worth(state, seat) == system.worth(other, seat)

    assert found


@pytest.mark.parametrize(("game", "scenario", "seats"), SCENARIOS)
def test_to_have_won_is_worth_more_than_anything_else(game: str, scenario: str, seats: int) -> None:
    found = played(game, scenario, seats, 0)
    outcome = found.system.outcome(found.final)
    assert outcome is not None
    on_the_way = [moment.state for moment in found.some_moments()]

    assert found.system.worth(found.final, Seat(SPECTATOR)) == 0
    for seat in found.seats:
        worth = found.system.worth(found.final, seat)
        if seat in outcome.winners:
            assert worth > max(found.system.worth(state, seat) for state in on_the_way)
        elif outcome.winners:
            assert worth < min(found.system.worth(state, seat) for state in on_the_way)


def test_the_same_seed_gives_the_same_decision_and_another_may_give_another() -> None:
    game = played("war_of_plastic", "crossroads", 2, 0)
    state, seat = game.moments[-40].state, game.system.to_act(game.moments[-40].state)[0]

    for strategy in strategies.STRATEGIES:
        assert decided(game.system, state, seat, strategy, 5) == decided(game.system, state, seat, strategy, 5)
    assert len({decided(game.system, state, seat, "random", seed) for seed in range(10)}) > 1


class Worthless:
    """A game in which no position is better than another."""

    def __init__(self, system: GameSystem) -> None:
        self._system = system

    def __getattr__(self, name: str) -> Any:
        return getattr(self._system, name)

    def worth(self, state: Any, seat: Seat) -> int:
        return 0


def test_a_bot_that_gains_nothing_does_nothing_that_can_be_taken_straight_back() -> None:
    """Handing units over and back would go on for ever."""
    game = played("war_of_plastic", "garden_skirmish", 4, 0)
    system: Any = Worthless(game.system)
    moment = next(moment for moment in game.moments if type(moment.action).__name__ == "Move")
    seat = game.system.to_act(moment.state)[0]
    assert any(offer.type == "delegate" for offer in game.system.offers(moment.state, seat))

    done = {decided(system, moment.state, seat, "greedy", seed) for seed in range(30)}

    assert len(done) > 1
    assert not any(type(action).__name__ == "Delegate" for action in done)


@pytest.mark.parametrize("strategy", strategies.STRATEGIES)
def test_a_bot_that_has_done_its_part_waits_for_the_others(strategy: str) -> None:
    """A secret choice may be made anew until all have chosen: else it would be seen who has."""
    game = played("masks", "ball", 2, 0)
    system, state, seat = game.system, game.opening.state, game.seats[0]

    first = strategies.decide(system, state, seat, strategy, 1, may_wait=True)
    assert first is not None
    step = play.step(system, state, seat, first, StreamDice(bytes(32), "1"))
    assert isinstance(step, play.Step)
    assert seat in system.to_act(step.state)

    assert strategies.decide(system, step.state, seat, strategy, 2, may_wait=True) is None
    assert strategies.decide(system, step.state, seat, strategy, 2) is not None


def test_a_seat_that_is_not_asked_does_nothing() -> None:
    game = played("pebbles", "duel", 2, 0)
    state = game.moments[-1].state
    (asked,) = game.system.to_act(state)
    idle = next(seat for seat in game.seats if seat != asked)

    for strategy in strategies.STRATEGIES:
        assert strategies.decide(game.system, state, idle, strategy, 1) is None
    assert strategies.offered(game.system, state, idle, random.Random(1)) is None


def test_a_bot_that_is_left_with_offers_takes_one_of_them() -> None:
    game = played("pebbles", "duel", 2, 0)
    state = game.moments[-1].state
    (asked,) = game.system.to_act(state)
    examples = [example for offer in game.system.offers(state, asked) for example in offer.examples]

    assert strategies.offered(game.system, state, asked, random.Random(1)) in examples
