"""Which figure a team is drawn by: told by the fields of its kind, never by its name."""

from __future__ import annotations

from typing import Final, Literal, get_args

from app.systems.flames_hexwar.book.kinds import WeaponClass
from app.systems.flames_hexwar.book.tables import Rules
from app.systems.flames_hexwar.book.units import TeamType, Weapon

Silhouette = Literal[
    "infantry", "cavalry", "mg", "anti_tank_infantry", "observer", "command", "company_command", "second_in_command",
    "warrior", "mortar", "gun", "anti_tank_gun", "howitzer", "aa_gun", "tank_light", "tank", "tank_heavy", "assault_gun",
    "self_propelled_gun", "armoured_car", "halftrack", "aa_halftrack", "rocket_launcher", "truck", "jeep", "wagon", "recovery",
]  # fmt: skip
SILHOUETTES: Final[tuple[Silhouette, ...]] = get_args(Silhouette)
"""Every figure that there is: the drawing of each is ``unit-<silhouette>``."""
LIGHT_ARMOUR: Final = 4
"""Tanks with no more in front are drawn small."""
_OF_ROLE: Final[dict[str, Silhouette]] = {
    "observer": "observer",
    "warrior": "warrior",
    "company_command": "company_command",
    "second_in_command": "second_in_command",
}
_OF_CREW: Final[dict[WeaponClass, Silhouette]] = {
    "lmg": "mg",
    "hmg": "mg",
    "mortar": "mortar",
    "rocket": "anti_tank_infantry",
    "at_rifle": "anti_tank_infantry",
    "howitzer": "howitzer",
}
_OF_MOBILITY: Final[dict[str, Silhouette]] = {"jeep": "jeep", "wagon": "wagon"}


def silhouette(rules: Rules, kind: TeamType) -> Silhouette:
    """The figure of a kind of team."""
    weapons = [rules.weapons[name] for name in kind.weapons]
    main = weapons[0] if weapons else None
    if kind.kind == "infantry":
        return _infantry(kind, main)
    if kind.kind == "gun":
        return _gun(main)
    return _soft(kind, main) if kind.kind == "transport" else _armour(kind, main)


def _infantry(kind: TeamType, main: Weapon | None) -> Silhouette:
    if kind.role in _OF_ROLE:
        return _OF_ROLE[kind.role]
    if kind.mobility == "cavalry":
        return "cavalry"
    if kind.role == "platoon_command":
        return "command"
    return "infantry" if main is None else _OF_CREW.get(main.weapon_class, "infantry")


def _gun(main: Weapon | None) -> Silhouette:
    if main is None:
        return "gun"
    if main.weapon_class in _OF_CREW:
        return _OF_CREW[main.weapon_class]
    if main.aa == "dedicated":
        return "aa_gun"
    return "gun" if main.bombards else "anti_tank_gun"


def _soft(kind: TeamType, main: Weapon | None) -> Silhouette:
    if kind.recovery:
        return "recovery"
    if main is not None and main.weapon_class == "rocket_artillery":
        return "rocket_launcher"
    return _OF_MOBILITY.get(kind.mobility, "truck")


def _armour(kind: TeamType, main: Weapon | None) -> Silhouette:
    if kind.mobility in ("wheeled", "jeep"):
        return "armoured_car"
    if kind.mobility == "half_tracked":
        return "aa_halftrack" if main is not None and main.aa == "dedicated" else "halftrack"
    if kind.hull_mounted:
        return "self_propelled_gun" if main is not None and main.weapon_class == "howitzer" else "assault_gun"
    if kind.size == "large":
        return "tank_heavy"
    return "tank_light" if kind.armour[0] <= LIGHT_ARMOUR else "tank"
