"""How many dice a team shoots with (FHW-SHOT-04, FHW-SHOT-05, FHW-SHOT-10)."""

from __future__ import annotations

from typing import NamedTuple

from app.systems.flames_hexwar.book.units import TeamType, Weapon


class Shooter(NamedTuple):
    """What a team's rate hangs on."""

    moved: bool = False
    suppressed: bool = False
    bailed_out: bool = False
    bogged: bool = False
    mounted: bool = False


def rate(weapon: Weapon, shooter: Shooter) -> int:
    """Dice of a weapon; 0: it cannot shoot."""
    if shooter.bailed_out or shooter.bogged or shooter.mounted:
        return 0
    dice = [weapon.rof_move] if shooter.moved else []
    if shooter.suppressed:
        dice.append(weapon.rof_pinned)
    return min(dice, default=weapon.rof)


def machine_guns(team: TeamType, weapon: Weapon, shooter: Shooter, *, fires_main: bool) -> int:
    """Dice of a vehicle's machine guns: with the main gun silent one fires its full rate and each other one die, else one die each
    (FHW-SHOT-05)."""
    full = rate(weapon, shooter)
    if team.mg_count == 0 or full == 0:
        return 0
    return team.mg_count if fires_main else full + team.mg_count - 1
