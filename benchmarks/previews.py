"""What a plan costs before it is an act: check, offers, surveys and previews on the largest table of a game, every seat in turn.

Breakthrough with six seats, 36 units and 27 pieces of terrain, four gangs in a park, two armies before a pass, thirty about a reactor: everybody brought onto
the table and some way across it by the rules themselves. The time is what one call takes of the processor in the server's process, encoding for the wire
included.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable
from typing import Any

import msgspec

from app import memory
from app.engine import play
from app.engine.dice import StreamDice
from app.engine.registry import discover
from app.engine.system import GameSystem
from app.engine.types import Seat
from benchmarks.rules import SEED, advance, opened

LARGEST = {
    "war_of_plastic": ("breakthrough", 6),
    "splatball": ("four_gangs", 4),
    "flames_hexwar": ("big_pass", 4),
    "tierras_distantes": ("reactor", 2),
}
PEACEFUL = (
    *("enter", "move", "deploy", "activate", "end_turn", "order", "commit", "hold", "close", "done"),
    *("choose_side", "deploy_rest", "confirm_deployment", "climb", "end_batch"),
)
TARGET_MS = 100
ROUNDS = 3


def measure(seconds: float) -> dict[str, str]:
    """The figures by name."""
    games = discover("app.systems")
    memory.settle()
    figures: dict[str, str] = {}
    for game, (scenario, seats) in LARGEST.items():
        figures |= of_game(games[game], scenario, seats, seconds)
    return figures


def of_game(system: GameSystem, scenario: str, seats: int, seconds: float) -> dict[str, str]:
    """The figures of one game's largest scenario."""
    states = crowded(system, scenario, seats)
    table = f"{len(units_of(states[-1]))} units"
    times: dict[str, list[float]] = {"offers": [], "survey": [], "check": []}
    end = time.perf_counter() + seconds
    while time.perf_counter() < end or not times["survey"]:
        for state in states:
            for seat in system.to_act(state):
                ask(system, state, seat, times)
    everything = [one for found in times.values() for one in found]
    figures = {f"{kind} of {scenario}, {table}": spread(found) for kind, found in sorted(times.items()) if found}
    figures[f"all of them of {scenario}, to stay under {TARGET_MS} ms"] = spread(everything)
    return figures


def ask(system: GameSystem, state: Any, seat: Seat, times: dict[str, list[float]]) -> None:
    """Everything a page may ask while its player plans: for each unit its survey, for each example its preview."""
    for offer in timed(times["offers"], system.offers, state, seat):
        if offer.unit:
            timed(times["survey"], on_the_wire, system.survey, state, seat, offer.unit)
        for example in offer.examples[:8]:
            timed(times["check"], system.check, state, seat, example)
            timed(times.setdefault(f"preview of a {offer.type}", []), on_the_wire, system.preview, state, seat, example)


def on_the_wire(work: Callable[..., Any], *arguments: Any) -> bytes:
    """What ``work`` answers, encoded."""
    return msgspec.json.encode(work(*arguments))


def crowded(system: GameSystem, scenario: str, seats: int) -> list[Any]:
    """Positions of the third round of a game in which hardly anybody shoots, so that everybody is there; as many as there are seats."""
    pick = random.Random(SEED)
    state, count, found = opened(system, scenario, seats, scenario), 0, []
    while round_of(state) <= ROUNDS and len(found) < seats:
        if round_of(state) == ROUNDS:
            found.append(state)
        seat = pick.choice(system.to_act(state))
        offers = [offer for offer in system.offers(state, seat) if offer.type in PEACEFUL]
        if offers and pick.random() < 0.95:
            action = pick.choice(pick.choice(offers).examples)
            result = play.step(system, state, seat, action, StreamDice(b"benchmark", str(count)))
            assert isinstance(result, play.Step), result
            state = result.state
        else:
            state = advance(system, state, seat, pick, count)
        count += 1
    return found


def round_of(state: Any) -> int:
    """Which round or turn it is."""
    number: int = state.round if hasattr(state, "round") else state.turn
    return number


def units_of(state: Any) -> Any:
    """Everything that its players move."""
    return state.units if hasattr(state, "units") else state.teams


def timed(into: list[float], work: Callable[..., Any], *arguments: Any) -> Any:
    """What ``work`` answers; how long it took, in milliseconds, is noted."""
    started = time.thread_time()
    answer = work(*arguments)
    into.append((time.thread_time() - started) * 1000)
    return answer


def spread(times: list[float]) -> str:
    """Median, 95th percentile and the longest."""
    times = sorted(times)
    high = times[int(len(times) * 0.95)]
    return (
        f"{statistics.median(times):.2f} ms, 95 % within {high:.2f} ms, longest {times[-1]:.1f} ms ({len(times)} calls)"
    )
