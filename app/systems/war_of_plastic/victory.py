"""Victory: when an objective is reached, and how the end of the game is decided (WOP-WIN)."""

from __future__ import annotations

from typing import Literal, NamedTuple

import msgspec

from app.systems.war_of_plastic.state import Army, Objective, other
from app.systems.war_of_plastic.tables import Options


class ObjectiveFacts(msgspec.Struct, frozen=True):
    """What an objective is judged by, from the point of view of the army it belongs to; only the facts of its type count.

    ``enemy_not_destroyed`` counts enemy units in any other state, reserve included. ``matching_left`` and
    ``matching_destroyed`` count the units of the filter: the enemy's for ``destroy_matching``, its own for ``survive``.
    ``matching_reached`` counts own units that have touched the edge, ``consecutive_rounds_held`` rounds the zone was held
    up to now; ``round_finished`` is the last round that ended, ``confirmed`` the other captain's word.
    """

    enemy_not_destroyed: int = 0
    matching_left: int = 0
    matching_destroyed: int = 0
    matching_reached: int = 0
    consecutive_rounds_held: int = 0
    round_finished: int = 0
    confirmed: bool = False


class Ending(NamedTuple):
    """How the game ended: the winner or a draw, and a key of ``texts.toml [results]``."""

    winner: Army | Literal["draw"]
    reason: str


class EndFacts(msgspec.Struct, frozen=True):
    """What the end of the game is judged by. ``reached`` says whose objectives are satisfied; ``empty_turns`` how many own
    turns in a row ended with an empty table; ``points`` are those of destroyed enemy units. ``round_finished`` is the
    round that has just ended, ``None`` in the middle of one."""

    a_reached: bool = False
    b_reached: bool = False
    a_empty_turns: int = 0
    b_empty_turns: int = 0
    stall_rounds: int = 0
    round_finished: int | None = None
    a_points: int = 0
    b_points: int = 0


def is_reached(objective: Objective, facts: ObjectiveFacts) -> bool:
    """Whether an objective of the library is reached (WOP-WIN-01, 04, 05)."""
    count = objective.count or 0
    match objective.type:
        case "destroy_all":
            return facts.enemy_not_destroyed == 0
        case "destroy_matching":
            if count == 0:
                return facts.matching_left == 0 and facts.matching_destroyed > 0
            return facts.matching_destroyed >= count
        case "reach_edge":
            return facts.matching_reached >= count
        case "hold_zone":
            return facts.consecutive_rounds_held >= (objective.rounds or 1)
        case "survive":
            return facts.round_finished >= (objective.round or 0) and facts.matching_left >= count
        case "manual":
            return facts.confirmed


def ending(options: Options, facts: EndFacts) -> Ending | None:
    """How the game ends now, ``None`` if it goes on; tested in the order objectives, empty table, stall, round limit
    (WOP-WIN-06, 08, 09, 10, 11)."""
    if facts.a_reached and facts.b_reached:
        return Ending("draw", "draw_double")
    if facts.a_reached or facts.b_reached:
        return Ending("A" if facts.a_reached else "B", "objective")
    limit = options.empty_table_limit
    for army, turns in (("A", facts.a_empty_turns), ("B", facts.b_empty_turns)):
        if 0 < limit <= turns:
            return Ending(other("A" if army == "A" else "B"), "empty_table")
    if 0 < options.stall_draw_rounds <= facts.stall_rounds:
        return Ending("draw", "draw_stall")
    if facts.round_finished is not None and 0 < options.max_rounds <= facts.round_finished:
        return _at_limit(options, facts.a_points, facts.b_points)
    return None


def _at_limit(options: Options, a_points: int, b_points: int) -> Ending:
    """The result at the round limit: on points, a draw, or a named army (WOP-WIN-08)."""
    if options.at_limit == "points" and a_points != b_points:
        return Ending("A" if a_points > b_points else "B", "points")
    if options.at_limit in ("points", "draw"):
        return Ending("draw", "limit")
    return Ending("A" if options.at_limit == "A" else "B", "limit")
