"""Command distance and its chain (FHW-CMD)."""

from __future__ import annotations

from collections.abc import Callable

from app.boards import hexes
from app.boards.hexes import Hex
from app.systems.flames_hexwar.book.kinds import Skill
from app.systems.flames_hexwar.book.tables import Rules


def limit(rules: Rules, skill: Skill, nation: str, living: int) -> int:
    """How far command reaches for a platoon of so many living teams (FHW-CMD-01, FHW-CMD-03)."""
    base = rules.skills[skill].command_distance
    of = rules.nations.get(nation)
    if of is None or not of.large_company_command:
        return base
    bonuses = [row.extra for row in rules.command_bonus if row.skill == skill and living >= row.teams_at_least]
    added = sum(bonuses) if rules.options.russian_conscript_18 == "total_three" else max(bonuses, default=0)
    return base + added


def is_in_command(team: Hex, command: Hex, most: int, is_held: Callable[[Hex], bool]) -> bool:
    """Whether a chain of adjacent hexes no longer than ``most`` leads from a team to its command, every hex between held by the
    platoon (FHW-CMD-02)."""
    reached, seen = {team}, {team}
    for _ in range(most):
        if command in reached or any(hexes.distance(at, command) == 1 for at in reached):
            return True
        reached = {near for at in reached for near in hexes.neighbours(at) if near not in seen and is_held(near)}
        seen |= reached
        if not reached:
            return False
    return command in reached
