"""How a turn ends a game ("Victory" in the rules, TD-END)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from app.engine.types import Outcome
from app.engine.words import Words
from app.systems.tierras_distantes.book.kinds import PLAYERS, Player
from app.systems.tierras_distantes.book.tables import Rules
from app.systems.tierras_distantes.position.state import Ending, Position


class Losses(NamedTuple):
    """How many a side, which is one unit (TD-SQD-03), began with and has lost in the whole game (TD-END-02)."""

    start: int
    lost: int


class TurnsEnd(NamedTuple):
    """What is looked at when a turn ends."""

    sides: Mapping[Player, Losses]
    broken: Mapping[Player, bool]
    turn: int
    scores: Mapping[Player, int] | None
    """The points of objectives; ``None`` where there are none (TD-END-10)."""
    lost_in_turn: int
    quiet_before: int


def broken_ending(broken: Mapping[Player, bool]) -> Ending | None:
    """Both demoralised at the same check draw (TD-END-03), else who is demoralised loses (TD-END-04)."""
    if broken["A"] and broken["B"]:
        return Ending("draw", "both_demoralised")
    if broken["A"] or broken["B"]:
        return Ending("B" if broken["A"] else "A", "demoralised")
    return None


def quiet_after(rules: Rules, end: TurnsEnd) -> int:
    """Quiet turns in a row after this one: none is, in which somebody was lost or is ahead on objectives that will be counted
    (TD-END-13)."""
    ahead = rules.options.turn_limit > 0 and end.scores is not None and end.scores["A"] != end.scores["B"]
    return 0 if end.lost_in_turn or ahead else end.quiet_before + 1


def ending_of(rules: Rules, end: TurnsEnd) -> Ending | None:
    """How the game ends with this turn; ``None``: it goes on (TD-END-03, TD-END-04, TD-END-05, TD-END-09, TD-END-13)."""
    ending = broken_ending(end.broken)
    limit, quiet = rules.options.turn_limit, rules.options.quiet_turns
    if ending is None and 0 < limit <= end.turn:
        ending = _at_the_limit(end)
    if ending is None and 0 < quiet <= quiet_after(rules, end):
        ending = Ending("draw", "quiet")
    return ending


def _at_the_limit(end: TurnsEnd) -> Ending:
    """More points of objectives, else the smaller share of losses, else a draw (TD-END-09)."""
    if end.scores is not None and end.scores["A"] != end.scores["B"]:
        return Ending("A" if end.scores["A"] > end.scores["B"] else "B", "objectives")
    ahead = smaller_share(end.sides["A"], end.sides["B"])
    return Ending("draw", "turn_limit") if ahead is None else Ending(PLAYERS[ahead], "losses")


def smaller_share(one: Losses, two: Losses) -> int | None:
    """Which of two has lost the smaller share, the first (0) or the second (1); ``None``: neither (TD-END-09, TD-SQD-09)."""
    of_one, of_two = one.lost * two.start, two.lost * one.start
    return None if of_one == of_two else int(of_two < of_one)


def outcome(words: Words, position: Position) -> Outcome | None:
    """How a game ended, ``None`` until it has."""
    result = position.result
    if result is None:
        return None
    winners = () if result.winner == "draw" else (position.players[result.winner].seat,)
    return Outcome(winners, result.winner, result.reason, words.say("reasons", result.reason))
