"""Objectives: who holds them, who is near, how far it is (part 14 of the rules, FHW-VIC)."""

from __future__ import annotations

from typing import Final

from app.boards import hexes
from app.boards.hexes import Hex
from app.systems.flames_hexwar.book.kinds import Category
from app.systems.flames_hexwar.book.scenarios import Scenario
from app.systems.flames_hexwar.choices.hopes.forces import Forces, Stand

HOLD: Final = 12_000
"""An objective that the attacker alone holds, of those he needs."""
SURE: Final = 60_000
"""All that he needs, while it is looked at at the end of the turn."""
AGAINST: Final = 1.5
"""A defender near an objective counts so many attackers."""
HEX: Final = {"A": 110, "B": 30}
"""A hex nearer to an objective, for a team that could hold it."""
FAR: Final = 24
NEAR: Final = 1
FIGHTING: Final[frozenset[Category]] = frozenset(("infantry", "mech_infantry", "tank", "assault_gun", "recce"))
OTHERS: Final = 0.15
"""What a hex counts for guns and other platoons."""


def urgency(forces: Forces) -> float:
    """Time runs out for the attacker."""
    position, scenario = forces.field.position, forces.field.scenario
    return 0.6 + 1.2 * position.turn / scenario.turns


def goals(scenario: Scenario) -> list[Hex]:
    """Where the objectives are."""
    return [hexes.from_offset(*row.at) for row in scenario.objectives]


def share(forces: Forces, at: Hex) -> float:
    """How far the attacker has an objective: 1 where he alone could hold it."""
    own = sum(_near(stand, at) for stand in forces.stands["A"])
    if own == 0:
        return 0
    against = sum(_near(stand, at) for stand in forces.stands["B"])
    return own / (own + AGAINST * against + 0.3)


def _near(stand: Stand, at: Hex) -> bool:
    is_there = stand.at is not None and stand.team.aboard is None and hexes.distance(stand.at, at) <= NEAR
    return is_there and stand.may_hold


def contest(forces: Forces) -> float:
    """Objectives held, contested, and still to go for."""
    scenario, position = forces.field.scenario, forces.field.position
    needed, found = scenario.victory.attacker_needs_objectives, goals(scenario)
    shares = {at: share(forces, at) for at in found}
    best = sorted(shares.values(), reverse=True)[:needed]
    total = HOLD * urgency(forces) * sum(best) / max(1, needed)
    if position.turn >= scenario.victory.check_from_turn and len(best) == needed and best:
        total += SURE * min(best) ** 3
    total = total if forces.side == "A" else -total
    return total + approach(forces, [at for at in found if shares[at] < 0.9] or found)


def approach(forces: Forces, found: list[Hex]) -> float:
    """How near own teams are to what they should take, or keep."""
    if not found:
        return 0
    field, step = forces.field, HEX[forces.side] * urgency(forces)
    total = 0.0
    for stand in forces.stands[forces.side]:
        if not stand.may_hold or stand.is_independent:
            continue
        far = FAR if stand.at is None else min(hexes.distance(stand.at, at) for at in found)
        category = field.of_platoon(field.platoons[stand.team.platoon]).category
        total -= step * far * (1 if category in FIGHTING else OTHERS)
    return total
