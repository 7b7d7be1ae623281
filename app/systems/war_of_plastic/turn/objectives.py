"""Objectives and ends of games: what each army has reached, and who has won (WOP-WIN)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple

from app.boards import plane
from app.systems.war_of_plastic.book.state import ARMIES, Army, Objective, Position, Result, Unit, other
from app.systems.war_of_plastic.book.tables import Options, Rules


class Facts(NamedTuple):
    """What an objective looks at: units that match its filter and have fallen, are left, have got to its edge; rounds in
    a row its zone was held; whether its round ended well; whether it was agreed by hand."""

    fallen: int = 0
    left: int = 0
    arrived: int = 0
    rounds_held: int = 0
    survived: bool = False
    confirmed: bool = False


class Counters(NamedTuple):
    """What ends a game besides objectives; ``round_finished`` is 0 while a round is under way."""

    empty_turns: Mapping[Army, int]
    stall_rounds: int = 0
    round_finished: int = 0
    points: Mapping[Army, int] = {}


def is_reached(objective: Objective, facts: Facts) -> bool:
    """Whether an objective is reached, given its facts (WOP-WIN-01, WOP-WIN-04, WOP-WIN-05)."""
    if objective.type == "destroy_all":
        return facts.left == 0 and facts.fallen > 0
    if objective.type == "destroy_matching":
        if not objective.count:
            return facts.left == 0 and facts.fallen > 0
        return facts.fallen >= objective.count
    if objective.type == "reach_edge":
        return facts.arrived >= (objective.count or 1)
    if objective.type == "hold_zone":
        return facts.rounds_held >= (objective.rounds or 1)
    return facts.survived if objective.type == "survive" else facts.confirmed


def facts_of(position: Position, army: Army, index: int, objective: Objective) -> Facts:
    """The facts of an army's objective that its type is judged by."""
    own = position.armies[army]
    if objective.type in ("destroy_all", "destroy_matching"):
        fallen = left = 0
        for unit in position.units.values():
            if unit.army != army and (objective.filter is None or matches(unit, objective)):
                if unit.status == "destroyed":
                    fallen += 1
                else:
                    left += 1
        return Facts(fallen=fallen, left=left)
    if objective.type == "reach_edge":
        return Facts(arrived=len(arrived(position, army, objective)))
    if objective.type == "hold_zone":
        return Facts(rounds_held=own.zone_rounds.get(str(index), 0))
    return Facts(survived=index in own.survived, confirmed=index in own.confirmed)


def matches(unit: Unit, objective: Objective) -> bool:
    """Whether a unit is meant by an objective: a kind, a class, or a list of ids; no filter means any unit."""
    wanted = objective.filter
    if wanted is None:
        return True
    if isinstance(wanted, str):
        return wanted in (unit.kind, unit.type)
    return unit.id in wanted


def arrived(position: Position, army: Army, objective: Objective) -> tuple[str, ...]:
    """The own matching units that have got to the objective's edge by a move, destroyed ones too (WOP-WIN-04)."""
    edge = edge_of(position, army, objective)
    reached = position.armies[army].reached.get(edge, ()) if edge is not None else ()
    return tuple(unit for unit in reached if unit in position.units and matches(position.units[unit], objective))


def edge_of(position: Position, army: Army, objective: Objective) -> str | None:
    """The edge that is meant: the enemy's, the own, or a named one."""
    if objective.edge == "own":
        return position.armies[army].edge
    if objective.edge in (None, "enemy"):
        return position.armies[other(army)].edge
    return objective.edge


def reached_objectives(position: Position, army: Army) -> tuple[int, ...]:
    """The indices of the army's objectives that are reached."""
    listed = position.armies[army].objectives.list
    return tuple(
        index
        for index, objective in enumerate(listed)
        if is_reached(objective, facts_of(position, army, index, objective))
    )


def is_satisfied(position: Position, army: Army) -> bool:
    """Whether an army has what it came for: any of its objectives, or all (WOP-WIN-03)."""
    objectives = position.armies[army].objectives
    reached = len(reached_objectives(position, army))
    return reached > 0 and (objectives.mode == "any" or reached == len(objectives.list))


# ---------------------------------------------------------------------------------------------------------- end of a round


def zone_rounds(position: Position, army: Army) -> dict[str, int]:
    """Consecutive rounds each zone is held, counted at the end of a round (WOP-WIN-04)."""
    own = position.armies[army]
    counted = {}
    for index, objective in enumerate(own.objectives.list):
        if objective.type == "hold_zone" and objective.zone is not None:
            before = own.zone_rounds.get(str(index), 0)
            counted[str(index)] = before + 1 if holds_zone(position, army, objective.zone.points) else 0
    return counted


def holds_zone(position: Position, army: Army, points: Iterable[tuple[int, int]]) -> bool:
    """Whether an army alone has units in a closed polygon that are not stunned, on any level; passengers do not count."""
    zone = plane.polygon(tuple(points))
    inside = {
        unit.army
        for unit in position.units.values()
        if unit.status == "table" and not unit.stunned and unit.x_mm is not None and unit.y_mm is not None
        if plane.contains(zone, (unit.x_mm, unit.y_mm))
    }
    return inside == {army}


def survived(position: Position, army: Army) -> tuple[int, ...]:
    """The indices of objectives of survival whose round has ended well, this one included (WOP-WIN-04)."""
    own = position.armies[army]
    now = [
        index
        for index, objective in enumerate(own.objectives.list)
        if objective.type == "survive" and objective.round == position.round and index not in own.survived
        if _alive(position, army, objective) >= (objective.count or 1)
    ]
    return (*own.survived, *now)


def _alive(position: Position, army: Army, objective: Objective) -> int:
    return sum(
        unit.army == army and unit.status != "destroyed" and matches(unit, objective)
        for unit in position.units.values()
    )


# -------------------------------------------------------------------------------------------------------------- the result


def points_for(position: Position, rules: Rules) -> dict[Army, int]:
    """What each army has destroyed of the other, in points; hurts count nothing (WOP-WIN-08)."""
    points: dict[Army, int] = dict.fromkeys(ARMIES, 0)
    for unit in position.units.values():
        if unit.status == "destroyed":
            points[other(unit.army)] += rules.kinds[unit.kind].points
    return points


def by_objectives(satisfied: Mapping[Army, bool]) -> Result | None:
    """One army satisfied wins at once, both in the same check draw (WOP-WIN-06, WOP-WIN-11)."""
    winners = [army for army in ARMIES if satisfied[army]]
    if not winners:
        return None
    return Result("draw", "draw_double") if len(winners) > 1 else Result(winners[0], "objective")


def by_counters(options: Options, counters: Counters) -> Result | None:
    """An end by an empty table, by stall, by the round limit, looked at in this order (WOP-WIN-08, WOP-WIN-09,
    WOP-WIN-10)."""
    limit = options.empty_table_limit
    for army in ARMIES:
        if limit and counters.empty_turns.get(army, 0) >= limit:
            return Result(other(army), "empty_table")
    if options.stall_draw_rounds and counters.stall_rounds >= options.stall_draw_rounds:
        return Result("draw", "draw_stall")
    if options.max_rounds and counters.round_finished >= options.max_rounds:
        return _at_limit(options.at_limit, counters.points)
    return None


def _at_limit(how: Literal["points", "draw", "A", "B"], points: Mapping[Army, int]) -> Result:
    if how == "A" or how == "B":
        return Result(how, "limit")
    mine, theirs = points.get("A", 0), points.get("B", 0)
    if how == "draw" or mine == theirs:
        return Result("draw", "limit")
    return Result("A" if mine > theirs else "B", "points")
