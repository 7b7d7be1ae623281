"""What every kind of team is to sight, to stacking and to fire: worked out once for the tables of a room."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from app.engine.judging import Kept
from app.systems.flames_hexwar.book.tables import Rules
from app.systems.flames_hexwar.book.units import VEHICLE_MG, TeamType, Weapon
from app.systems.flames_hexwar.sight.blocking import Profile, profile_of
from app.systems.flames_hexwar.terrain import stacking

KEPT: Final = 64
"""The tables of so many rooms."""


class ByType(NamedTuple):
    """What each kind of team is."""

    profiles: Mapping[str, Profile]
    """As sight sees it."""
    points: Mapping[str, int]
    """Its stacking points."""
    free: frozenset[str]
    """Those that act with any platoon (FHW-HQ-01)."""
    weapons: Mapping[str, tuple[Weapon, ...]]
    """What it shoots with, machine guns last."""
    reach: Mapping[str, int]
    """How far the longest of these reaches."""
    bombards: Mapping[str, Weapon | None]
    """What it bombards with, if it does."""


def _by_type(rules: Rules) -> ByType:
    teams = rules.teams
    weapons = {name: _weapons(rules, kind) for name, kind in teams.items()}
    return ByType(
        {name: profile_of(kind.kind, is_small=kind.is_small_vehicle) for name, kind in teams.items()},
        {name: stacking.points_of(rules, kind.kind, kind.size) for name, kind in teams.items()},
        frozenset(name for name, kind in teams.items() if kind.independent),
        weapons,
        {name: max((weapon.range for weapon in found), default=-1) for name, found in weapons.items()},
        {name: _bombards(rules, kind) for name, kind in teams.items()},
    )


def _weapons(rules: Rules, kind: TeamType) -> tuple[Weapon, ...]:
    guns = (VEHICLE_MG,) if kind.mg_count else ()
    return tuple(rules.weapons[name] for name in (*kind.weapons, *guns))


def _bombards(rules: Rules, kind: TeamType) -> Weapon | None:
    own = (rules.weapons[name] for name in kind.weapons)
    return next((weapon for weapon in own if weapon.bombards), None)


by_type_of: Final = Kept(_by_type, KEPT)
