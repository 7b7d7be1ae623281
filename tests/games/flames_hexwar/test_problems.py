"""Positions that cannot be: every one is told why, and whatever passes breaks nothing that looks at it."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

import msgspec

from app.engine import play
from app.engine.dice import StreamDice
from app.engine.types import SPECTATOR, Viewer
from app.systems.flames_hexwar.position.state import Position
from tests.games.flames_hexwar.playing import played
from tests.support.random_play import bounded, registry

SCENARIOS = ("quick_crossroads", "evening_village", "mountain_patrol")
TRIES = bounded(200, 20_000)


@lru_cache(maxsize=1)
def positions() -> tuple[Position, ...]:
    """Positions of random games, more of those in which something is being resolved."""
    found: list[Position] = []
    for scenario in SCENARIOS:
        for number, each in enumerate(played(scenario, 2, bounded(1, 4))):
            position = each.step.state
            if number % 25 == 0 or (len(position.frames) > 1 and number % 3 == 0):
                found.append(position)
    return tuple(found)


def system() -> Any:
    return registry()["flames_hexwar"]


# ---------------------------------------------------------------------------------------------------------------- what is wrong


def parts(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every place in plain data: what holds it, and its key."""
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for key, each in items:
        yield value, key
        if isinstance(each, dict | list):
            yield from parts(each)


def spoiled(position: Position, pick: random.Random) -> Any:
    """A position as plain data with a value or two put elsewhere, left out, or changed."""
    data = msgspec.json.decode(msgspec.json.encode(position))
    for part in ("options", "tables"):
        del data[part]
    for _ in range(pick.choice((1, 1, 2))):
        about = pick.choice(("frames", "platoons", "companies", "teams", "seats", "sides", "", "frames"))
        within = list(parts(data[about] if data.get(about) else data))
        holder, key = pick.choice(within)
        spoil(holder, key, within, pick)
    return {**data, "options": dict(position.options), "tables": dict(position.tables)}


def spoil(holder: Any, key: Any, others: list[tuple[Any, Any]], pick: random.Random) -> None:
    """One value spoiled."""
    old = holder[key]
    where, name = pick.choice(others)
    like = [here[at] for here, at in others if at == key and type(here[at]) is type(old)]
    ways: list[Callable[[], Any]] = [
        lambda: copy.deepcopy(where[name]),
        lambda: copy.deepcopy(pick.choice(like)),
        lambda: copy.deepcopy(pick.choice(like)),
        lambda: None,
    ]
    if isinstance(old, bool):
        ways.append(lambda: not old)
    elif isinstance(old, int):
        ways.append(lambda: old + pick.choice((-40, -1, 1, 40)))
    elif isinstance(old, str):
        ways.append(lambda: pick.choice(("A1", "B1", "A1.0", "B2.9", "a", "nobody", "")))
    elif isinstance(old, list):
        ways.append(lambda: old[:-1] if pick.random() < 0.5 else [*old, *copy.deepcopy(old[:1])])
    else:
        ways.append(lambda: {at: each for at, each in (old or {}).items() if pick.random() < 0.7})
    holder[key] = pick.choice(ways)()


def look_at(position: Position, pick: random.Random) -> None:
    """Everything that pages, bots and the rules service ask of a position, and what is done in it."""
    game = system()
    game.outcome(position)
    for viewer in (SPECTATOR, *(Viewer(seat) for seat in position.seats)):
        seen = game.view(position, viewer)
        game.scene(seen)
        game.correctables(seen)
        game.resample(position, viewer, pick.randrange)
    for seat in position.seats:
        game.worth(position, seat)
    for seat in game.to_act(position):
        game.time_out(position, seat)
        wanted = [action for offer in game.offers(position, seat) for action in offer.examples[:1]]
        chosen = [game.sample(position, seat, pick.randrange), *pick.sample(wanted, min(2, len(wanted)))]
        for action in chosen:
            if action is not None:
                game.preview(position, seat, action)
                game.check(position, seat, action)
                play.step(game, position, seat, action, StreamDice(pick.randbytes(32), "fuzz"))


def test_positions_of_games_can_be() -> None:
    for position in positions():
        assert not system().problems(position), (position.phase, position.frames)


def test_what_is_spoiled_is_told_or_breaks_nothing() -> None:
    pick = random.Random(f"spoiled {TRIES}")
    for number in range(TRIES):
        data = spoiled(pick.choice(positions()), pick)
        try:
            position = msgspec.convert(data, Position, str_keys=True)
        except msgspec.ValidationError:
            continue
        if not system().problems(position):
            look_at(position, random.Random(number))
