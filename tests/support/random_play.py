"""Games played at random by the rules alone: what the tests of every game's contract look at."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, TypeVar

import msgspec

from app.engine import play
from app.engine.dice import StreamDice
from app.engine.refusal import InvalidInput
from app.engine.registry import Registry, shared
from app.engine.system import GameSystem, OptionSpec, OptionValue, Setup
from app.engine.types import SEATS, SPECTATOR, Action, Seat, Viewer

T = TypeVar("T")

PACKAGES = tuple(os.environ.get("TAPETE_SYSTEMS", "app.systems,tests.support.toy_systems").split(","))
SOAK = int(os.environ.get("TAPETE_SOAK", "0"))
"""How many games of each game are played to their end in a long run, over all its scenarios and numbers of seats."""
GAMES = max(1, SOAK // 1000)
"""How many games of each scenario and number of seats are looked at move by move."""
MOST_ACTS = 6000


def bounded(part: T, whole: T) -> T:
    """How much is looked at of what repeats itself: ``part`` in every run, ``whole`` in ``make soak``."""
    return whole if SOAK else part


LOOKED_AT = 8
"""How many moments of a game the slower tests look at."""


class Moment(msgspec.Struct, frozen=True):
    """A state of a game, what was played in it, by whom, and what followed."""

    state: Any
    seat: Seat
    action: Action
    label: str
    step: play.Step


class Game(msgspec.Struct, frozen=True):
    """A game from its opening to its end, or to where it was given up as endless."""

    system: GameSystem
    setup: Setup
    opening: play.Step
    moments: tuple[Moment, ...]
    final: Any

    @property
    def viewers(self) -> tuple[Viewer, ...]:
        return (*(Viewer(seat) for seat in SEATS[: len(self.setup.seats)]), SPECTATOR)

    @property
    def seats(self) -> tuple[Seat, ...]:
        return SEATS[: len(self.setup.seats)]

    def some_moments(self, count: int = LOOKED_AT) -> list[Moment]:
        """The first, and others spread over the game, the same ones at every run."""
        pick = random.Random(len(self.moments))
        chosen = sorted(pick.sample(range(1, len(self.moments)), min(count - 1, len(self.moments) - 1)))
        return [self.moments[0], *(self.moments[number] for number in chosen)]


@lru_cache(maxsize=1)
def registry() -> Registry:
    """Every game there is."""
    return shared(*PACKAGES)


def ended(game: str, scenario: str, seats: int) -> Iterator[Game]:
    """The games of a set-up that are played for their end alone: in a long run its share of ``SOAK``."""
    shared = sum(each[0] == game for each in set_ups())
    return (played(game, scenario, seats, seed) for seed in range(max(GAMES, -(-SOAK // shared))))


def set_ups() -> list[tuple[str, str, int]]:
    """Each game's scenarios with the least and the greatest number of seats, and some between where many may sit."""
    return [
        (game, scenario.id, seats)
        for game, system in registry().items()
        for scenario in system.manifest.scenarios
        for seats in _tables(scenario.seats.min, scenario.seats.max)
    ]


def _tables(least: int, most: int) -> list[int]:
    between = (3, 5) if most - least > 4 else ()
    return sorted({least, *between, most})


@lru_cache(maxsize=256)
def played(game: str, scenario: str, seats: int, seed: int, options: tuple[tuple[str, OptionValue], ...] = ()) -> Game:
    """A game played at random to its end."""
    system = registry()[game]
    setup = Setup(scenario, tuple({"kind": "human"} for _ in range(seats)), dict(options))
    pick = random.Random(f"{game} {scenario} {seats} {seed}")
    opening = play.start(system, setup, StreamDice(seed.to_bytes(32, "big"), "opening"))
    state, moments = opening.state, []
    while (asked := system.to_act(state)) and len(moments) < MOST_ACTS:
        moment = act_at_random(system, state, pick.choice(asked), pick, f"{seed} {len(moments)}")
        moments.append(moment)
        state = moment.step.state
    return Game(system, setup, opening, tuple(moments), state)


def played_with_odd_options(game: str, number: int) -> Game:
    """A game of any scenario in which about half the options that have choices are not as they usually are."""
    manifest = registry()[game].manifest
    pick = random.Random(f"{game} {number}")
    while True:
        scenario = pick.choice(manifest.scenarios)
        options = {
            option.id: pick.choice(_choices(option))
            for option in manifest.options
            if _choices(option) and pick.random() < 0.5
        }
        seats = pick.randint(scenario.seats.min, scenario.seats.max)
        try:
            return played(game, scenario.id, seats, number, tuple(options.items()))
        except InvalidInput:
            continue  # not every scenario goes with every option


def _choices(option: OptionSpec) -> tuple[OptionValue, ...]:
    return option.choices or ((False, True) if option.type == "boolean" else ())


def act_at_random(system: GameSystem, state: Any, seat: Seat, pick: random.Random, label: str) -> Moment:
    """What a seat that is asked does by chance, and what follows."""
    action = system.sample(state, seat, pick.randrange)
    assert action is not None, f"{seat} is asked and finds nothing to do"
    step = play.step(system, state, seat, action, StreamDice(bytes(32), label))
    assert isinstance(step, play.Step), f"{action} was sampled and is refused: {step}"
    return Moment(state, seat, action, label, step)


def same_bytes(one: object, other: object) -> bool:
    """Whether two values are the same on the wire."""
    return msgspec.json.encode(one) == msgspec.json.encode(other)
