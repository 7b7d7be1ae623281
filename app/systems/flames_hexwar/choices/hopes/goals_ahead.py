"""Objectives: who holds them, who is near, how far it is (part 14 of the rules, FHW-VIC)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from app.boards import hexes
from app.boards.hexes import Hex
from app.engine.judging import Kept
from app.systems.flames_hexwar.book.kinds import SIDES, Category
from app.systems.flames_hexwar.book.scenarios import Scenario
from app.systems.flames_hexwar.choices.hopes.forces import Forces

HOLD: Final = 12_000
"""An objective that the attacker alone holds, of those he needs."""
SURE: Final = 60_000
"""All that he needs, while it is looked at at the end of the turn."""
AGAINST: Final = 1.5
"""A defender near an objective counts so many attackers."""
HEX: Final = {"A": 110, "B": 30}
"""A hex nearer to an objective, for a team that could hold it."""
FAR: Final = 24
TAKEN: Final = 0.9
"""From this share on nobody need go there."""
BOARDS: Final = 64
FIGHTING: Final[frozenset[Category]] = frozenset(("infantry", "mech_infantry", "tank", "assault_gun", "recce"))
OTHERS: Final = 0.15
"""What a hex counts for guns and other platoons."""


LAST: Final = {0: 5.0, 1: 2.0}
"""How much more than before objectives count with so many turns to come: in the end nothing else does."""


def urgency(forces: Forces) -> float:
    """Time runs out for the attacker."""
    turn, turns = max(1, forces.field.position.turn), forces.field.scenario.turns
    return (0.6 + 1.2 * turn / turns) * LAST.get(turns - turn, 1.0)


def _goals(scenario: Scenario) -> Mapping[Hex, frozenset[Hex]]:
    found = (hexes.from_offset(*row.at) for row in scenario.objectives)
    return {at: frozenset((at, *hexes.neighbours(at))) for at in found}


goals_of: Final = Kept(_goals, BOARDS)
"""Objectives, each with the hexes from which it is held (FHW-VIC-02)."""


def shares(forces: Forces) -> dict[Hex, float]:
    """How far the attacker has each objective: 1 where he alone could hold it."""
    return {at: _share(forces, near) for at, near in goals_of(forces.field.scenario).items()}


def _share(forces: Forces, near: frozenset[Hex]) -> float:
    own, against = (sum(at in near for at in forces.holders[side]) for side in SIDES)
    return own / (own + AGAINST * against + 0.3) if own else 0


def contested(forces: Forces) -> frozenset[Hex]:
    """Where enemies stand that keep an objective from one."""
    near = frozenset[Hex]().union(*goals_of(forces.field.scenario).values())
    return near.intersection(forces.holders[forces.enemy])


def contest(forces: Forces, found: Mapping[Hex, float]) -> float:
    """Objectives held, contested, and still to go for, by how far the attacker has each."""
    scenario, position = forces.field.scenario, forces.field.position
    needed = scenario.victory.attacker_needs_objectives
    best = sorted(found.values(), reverse=True)[:needed]
    total = HOLD * urgency(forces) * sum(best) / max(1, needed)
    if position.turn >= scenario.victory.check_from_turn and len(best) == needed and best:
        total += SURE * min(best) ** 3
    return (total if forces.side == "A" else -total) + approach(forces, still_to_take(found))


def still_to_take(found: Mapping[Hex, float]) -> tuple[Hex, ...]:
    """Objectives that are not the attacker's yet; all, if he has them all."""
    return tuple(at for at, share in found.items() if share < TAKEN) or tuple(found)


@lru_cache(maxsize=1 << 14)
def nearest(at: Hex, found: tuple[Hex, ...]) -> int:
    """Hexes to the nearest of these."""
    return min(hexes.distance(at, goal) for goal in found)


def approach(forces: Forces, found: tuple[Hex, ...]) -> float:
    """How near own teams are to what they should take, or keep."""
    if not found:
        return 0
    step, total = HEX[forces.side] * urgency(forces), 0.0
    for stand in forces.stands[forces.side]:
        if not stand.may_hold or stand.is_independent:
            continue
        at = forces.where(stand)
        far = FAR if at is None else nearest(at, found)
        total -= step * far * (1 if stand.category in FIGHTING else OTHERS)
    return total
