"""The pure rules on one core, in a process as servers are: random legal actions a second beside python-chess, and the cost of offers and
checks."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable
from typing import Any

import chess

from app import memory
from app.engine import play
from app.engine.dice import StreamDice
from app.engine.registry import discover
from app.engine.system import GameSystem, Setup
from app.engine.types import Seat

SEED = 20261121


def measure(seconds: float) -> dict[str, str]:
    """The figures by name."""
    games = discover("app.systems")
    memory.settle()
    moves = chess_moves(seconds)
    figures = {"python-chess, random moves/s": f"{moves:,.0f}"}
    for game, system in games.items():
        for scenario in system.manifest.scenarios:
            for seats in sorted({scenario.seats.min, scenario.seats.max}):
                rate, played = random_actions(system, scenario.id, seats, seconds)
                told = f"{rate:,.0f}   ({rate / moves:.2f} of chess), {played:,.1f} games/s"
                figures[f"{game} {scenario.id}, {seats} seats, random actions/s"] = told
    system = games["war_of_plastic"]
    position = middle_of_a_game(system, "breakthrough")
    seat = system.to_act(position)[0]
    figures["offers of a seat, breakthrough"] = spread(lambda: system.offers(position, seat), seconds)
    examples = [example for offer in system.offers(position, seat) for example in offer.examples]
    checks = spread(lambda: [system.check(position, seat, example) for example in examples], seconds, len(examples))
    figures[f"check of one of {len(examples)} examples, breakthrough"] = checks
    unit = next(offer.unit for offer in system.offers(position, seat) if offer.type == "move")
    figures["survey of one unit, breakthrough"] = spread(lambda: system.survey(position, seat, unit), seconds)
    return figures


def chess_moves(seconds: float) -> float:
    """Random legal moves a second of python-chess, games of at most 400 moves."""
    pick = random.Random(SEED)
    count, end = 0, time.perf_counter() + seconds
    while time.perf_counter() < end:
        board = chess.Board()
        for _ in range(400):
            moves = list(board.legal_moves)
            if not moves or board.is_game_over():
                break
            board.push(pick.choice(moves))
            count += 1
    return count / seconds


def opened(system: GameSystem, scenario: str, seats: int, label: str) -> Any:
    """The first position of a scenario with so many seats."""
    setup = Setup(scenario=scenario, seats=tuple({"kind": "human"} for _ in range(seats)))
    return play.start(system, setup, StreamDice(b"benchmark", label)).state


def random_actions(system: GameSystem, scenario: str, seats: int, seconds: float) -> tuple[float, float]:
    """Random legal actions and whole random games a second: sampled, checked, applied, folded."""
    pick = random.Random(SEED)
    count, games, started = 0, 0, time.perf_counter()
    while time.perf_counter() < started + seconds:
        state = opened(system, scenario, seats, f"{scenario} {count}")
        while (asked := system.to_act(state)) and time.perf_counter() < started + seconds:
            state = advance(system, state, asked[pick.randrange(len(asked))], pick, count)
            count += 1
        games += not asked
    lasted = time.perf_counter() - started
    return count / lasted, games / lasted


def advance(system: GameSystem, state: Any, seat: Seat, pick: random.Random, count: int) -> Any:
    """The position after one random action of ``seat``."""
    action = system.sample(state, seat, pick.randrange)
    assert action is not None
    result = play.step(system, state, seat, action, StreamDice(b"benchmark", str(count)))
    assert isinstance(result, play.Step), result
    return result.state


def middle_of_a_game(system: GameSystem, scenario: str) -> Any:
    """A position in the third round of a random game."""
    pick = random.Random(SEED)
    state, count = opened(system, scenario, 2, scenario), 0
    while state.round < 3:
        state = advance(system, state, system.to_act(state)[0], pick, count)
        count += 1
    return state


def spread(work: Callable[[], object], seconds: float, per: int = 1) -> str:
    """Median and 95th percentile of one call (divided by ``per``), in milliseconds."""
    times = []
    end = time.perf_counter() + seconds
    while time.perf_counter() < end or len(times) < 5:
        started = time.perf_counter()
        work()
        times.append((time.perf_counter() - started) / per * 1000)
    times.sort()
    return f"{statistics.median(times):.2f} ms, 95 % within {times[int(len(times) * 0.95)]:.2f} ms"
