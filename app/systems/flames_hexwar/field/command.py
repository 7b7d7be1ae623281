"""Command distance and its chain (FHW-CMD)."""

from __future__ import annotations

from collections.abc import Callable

from app.boards import hexes
from app.boards.hexes import Hex
from app.systems.flames_hexwar.book.kinds import Skill
from app.systems.flames_hexwar.book.tables import Rules
from app.systems.flames_hexwar.field.field import Field
from app.systems.flames_hexwar.position.state import Team


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


def in_command(field: Field, team: Team, at: Hex | None = None) -> bool:
    """Whether a team is in command where it stands, or would be at another hex (FHW-CMD-01, FHW-CMD-02, FHW-CMD-05); independent ones
    need none (FHW-CMD-04, FHW-CMD-06)."""
    if field.is_independent(team):
        return True
    command = field.command_of(team.platoon)
    if command is None:
        return False
    if command.id == team.id:
        return True
    there, here = field.hex_of(command), at or field.hex_of(team)
    if there is None or here is None:
        return False
    of = field.of_platoon(field.platoons[team.platoon])
    most = limit(field.rules, of.skill, of.nation, len(field.members(team.platoon)))
    any_friend = field.rules.options.command_chain == "any_friend"
    if any_friend:
        held = {field.hex_of(each) for each in field.teams.values() if each.side == team.side}
    else:
        held = {field.hex_of(each) for each in field.members(team.platoon)}
    return is_in_command(here, there, most, held.__contains__)
