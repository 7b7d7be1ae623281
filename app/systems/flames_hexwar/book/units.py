"""Weapons, teams, platoons and aircraft of the army lists (``units.toml``) as typed values."""

from __future__ import annotations

from typing import Literal

import msgspec

from app.engine.types import Text
from app.systems.flames_hexwar.book.kinds import (
    Category,
    Kind,
    Mobility,
    MobilityClass,
    Motivation,
    Role,
    Size,
    Skill,
    WeaponClass,
)

VEHICLE_MG = "vehicle_mg"
"""The weapon that a vehicle's machine guns are (FHW-SHOT-05)."""


class Weapon(msgspec.Struct, frozen=True):
    """A weapon. Ranges are in hexes; ``rof``, ``rof_move`` and ``rof_pinned`` are its dice (FHW-SHOT-04), ``at`` and ``fp`` its
    anti-tank and firepower numbers (FHW-SAVE-02, FHW-SAVE-03)."""

    id: str
    name: Text
    weapon_class: WeaponClass
    range: int
    rof: int
    rof_move: int
    rof_pinned: int
    at: int
    fp: int
    smoke: bool
    he: bool
    """Whether it can be aimed at infantry and guns (FHW-SHOT-08)."""
    aa: Literal["none", "self", "dedicated"]
    move_penalty: bool
    """FHW-HIT-15."""
    bombard_range: int = 0
    bombard_at: int = 0
    bombard_fp: int = 0
    min_range: int = 0

    @property
    def bombards(self) -> bool:
        """Whether it can bombard (FHW-ART-20)."""
        return self.bombard_range > 0


class TeamType(msgspec.Struct, frozen=True):
    """A kind of team: one base or one vehicle."""

    id: str
    name: Text
    kind: Kind
    size: Size
    mobility: Mobility
    points: int
    weapons: tuple[str, ...]
    role: Role | None = None
    independent: bool = False
    """Acts with any platoon (FHW-HQ-01, FHW-HQ-02)."""
    tank_assault: int = 2
    """FHW-ASLT-19."""
    gun_shield: bool = False
    armour: tuple[int, int, int] = (0, 0, 0)
    """Front, side, top (FHW-SAVE-03)."""
    mg_count: int = 0
    wide_tracks: bool = False
    hull_mounted: bool = False
    open_topped: bool = False
    recce: bool = False
    transport: int = 0
    mounted_assault: bool = False
    unarmoured: bool = False
    tank_riders: int = 0
    aa_mg: bool = False
    tows: bool = False
    recovery: bool = False

    @property
    def is_vehicle(self) -> bool:
        """A tank or a transport."""
        return self.kind in ("tank", "transport")

    @property
    def is_armoured(self) -> bool:
        """A vehicle with armour: it bails out, and is never suppressed (FHW-SAVE-03, FHW-SUPP-04)."""
        return self.kind == "tank" and not self.unarmoured

    @property
    def is_foot(self) -> bool:
        """Infantry or a gun."""
        return not self.is_vehicle

    @property
    def is_small_vehicle(self) -> bool:
        """Jeeps and the like (FHW-STACK-03, FHW-LOS-05)."""
        return self.is_vehicle and self.size == "small"

    @property
    def turns(self) -> bool:
        """Whether it has a facing (FHW-FACE-01)."""
        return self.kind != "infantry"


class PlatoonType(msgspec.Struct, frozen=True):
    """A platoon of the army lists: its teams in roster order, its skill and motivation."""

    id: str
    name: Text
    nation: str
    category: Category
    skill: Skill
    motivation: Motivation
    teams: tuple[str, ...]
    points: int
    self_propelled: bool = False
    """Artillery that can be called in from off the board (FHW-REIN-04)."""
    recce_infantry: bool = False

    @property
    def is_hq(self) -> bool:
        """Gets no card (FHW-PLAN-02)."""
        return self.category == "hq"


class Aircraft(msgspec.Struct, frozen=True):
    """A kind of aircraft (FHW-AIR-11)."""

    id: str
    name: Text
    weapon: str
    to_hit: int
    at: int
    fp: int


class MobilityType(msgspec.Struct, frozen=True):
    """Allowances in hexes (FHW-MOVE-04) and how many road hexes earn one more (FHW-ROAD-01, FHW-ROAD-02; 0: none)."""

    id: Mobility
    name: Text
    of: MobilityClass
    move: int
    rough: int
    move_double: int
    move_cm: int
    road_bonus: int
