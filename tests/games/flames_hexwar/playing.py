"""Games played at random by the rules alone, before there is anything to look at."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from app.engine.dice import StreamDice
from app.engine.refusal import Refusal
from app.engine.story import Step
from app.engine.system import Setup
from app.engine.types import Action, Seat
from app.systems.flames_hexwar.choices.sample import sample
from app.systems.flames_hexwar.judge import acts
from app.systems.flames_hexwar.judge.acts import Moment
from app.systems.flames_hexwar.opening.setup import open_game
from app.systems.flames_hexwar.position.state import Position
from app.systems.flames_hexwar.turn.machine import asked
from tests.games.flames_hexwar.table import book

MOST_ACTS = 4000


class Played(NamedTuple):
    """A moment of a game, who acted, what followed."""

    moment: Moment
    seat: Seat
    action: Action
    step: Step


def moment_of(position: Position) -> Moment:
    return Moment.of(position, book().rules(position.options, position.tables))


def opened(scenario: str, seats: int, options: Mapping[str, Any] | None = None) -> Position:
    """A game as it begins, the defender asked to deploy."""
    setup = Setup(scenario, tuple({} for _ in range(seats)), options or {})
    first = open_game(book(), setup, StreamDice(bytes(32), "opening")).position
    found: Position = acts.begin(moment_of(first), StreamDice(bytes(32), "begin")).state
    return found


def done(moment: Moment, seat: Seat, action: Action, dice: Any) -> Step:
    """What follows from a legal act."""
    verdict = acts.check(moment, seat, action)
    assert not isinstance(verdict, Refusal), (action, verdict)
    return acts.apply(moment, seat, action, verdict, dice)


def sampled(moment: Moment, seat: Seat, pick: random.Random) -> Action | None:
    """An act at random."""
    return sample(
        moment, seat, pick.randrange, lambda action: not isinstance(acts.check(moment, seat, action), Refusal)
    )


def played(scenario: str, seats: int, seed: int, options: Mapping[str, Any] | None = None) -> Iterator[Played]:
    """A game at random to its end; played once, whoever looks at it."""
    for before, seat, action, step in _played(scenario, seats, seed, tuple((options or {}).items())):
        yield Played(moment_of(before), seat, action, step)


@lru_cache(maxsize=12)
def _played(
    scenario: str, seats: int, seed: int, options: tuple[tuple[str, Any], ...]
) -> tuple[tuple[Position, Seat, Action, Step], ...]:
    pick = random.Random(f"{scenario} {seed}")
    position, found = opened(scenario, seats, dict(options)), []
    while position.result is None:
        assert len(found) < MOST_ACTS, "the game does not end"
        moment = moment_of(position)
        waiting = asked(moment.field)
        assert waiting, "nobody is asked, and the game is not over"
        seat = pick.choice(waiting)
        action = sampled(moment, seat, pick)
        assert action is not None
        step = done(moment, seat, action, StreamDice(pick.randbytes(32), str(len(found))))
        found.append((position, seat, action, step))
        position = step.state
    return tuple(found)
