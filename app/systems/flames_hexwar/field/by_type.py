"""What every kind of team is to sight and to stacking: worked out once for the tables of a room."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from app.engine.judging import Kept
from app.systems.flames_hexwar.book.tables import Rules
from app.systems.flames_hexwar.book.units import VEHICLE_MG, Weapon
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


def _by_type(rules: Rules) -> ByType:
    teams = rules.teams
    return ByType(
        {name: profile_of(kind.kind, is_small=kind.is_small_vehicle) for name, kind in teams.items()},
        {name: stacking.points_of(rules, kind.kind, kind.size) for name, kind in teams.items()},
        frozenset(name for name, kind in teams.items() if kind.independent),
    )


by_type_of: Final = Kept(_by_type, KEPT)


def _shooting(rules: Rules) -> Mapping[str, tuple[Weapon, ...]]:
    guns = {name: (VEHICLE_MG,) if kind.mg_count else () for name, kind in rules.teams.items()}
    return {
        name: tuple(rules.weapons[weapon] for weapon in (*kind.weapons, *guns[name]))
        for name, kind in rules.teams.items()
    }


shoots_with: Final = Kept(_shooting, KEPT)
"""The weapons with which every kind of team shoots, machine guns last."""


def _bombarding(rules: Rules) -> Mapping[str, Weapon | None]:
    own = {name: (rules.weapons[weapon] for weapon in kind.weapons) for name, kind in rules.teams.items()}
    return {name: next((weapon for weapon in found if weapon.bombards), None) for name, found in own.items()}


bombards_with: Final = Kept(_bombarding, KEPT)
"""The weapon with which every kind of team bombards, if it does."""
