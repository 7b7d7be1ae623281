"""The names and small values that everything here is told by."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Final, Literal, NewType, get_args

import msgspec

from app.boards import hexes
from app.boards.hexes import Hex

PlatoonId = NewType("PlatoonId", str)
"""``A1``: as the scenario calls it (FHW-PLAN-02). Its teams are ``A1.0``, ``A1.1``, ..."""
CompanyId = NewType("CompanyId", str)
"""``1``: a company of a side (FHW-SET-03)."""

Side = Literal["A", "B"]
"""The attacker and the defender (FHW-SEAT-01)."""
Order = Literal["FC", "FO", "MD", "MT", "AE"]
"""Covering fire, opportunity fire, move and shoot, at the double, special action (FHW-PLAN-01)."""
Special = Literal["dig_in", "recce_reorganise", "appoint_command", "recover", "bring_on"]
"""What a special action is (FHW-PLAN-10)."""
Skill = Literal["conscript", "trained", "veteran"]
Motivation = Literal["reluctant", "confident", "fearless"]
Kind = Literal["infantry", "gun", "tank", "transport"]
Size = Literal["small", "medium", "large"]
Role = Literal["platoon_command", "company_command", "second_in_command", "observer", "warrior"]
Mobility = Literal[
    "infantry", "man_packed", "gun_light", "gun_medium", "gun_heavy", "gun_immobile", "tracked", "tracked_slow",
    "tracked_fast", "half_tracked", "jeep", "wheeled", "wagon", "cavalry",
]  # fmt: skip
MobilityClass = Literal["infantry", "gun", "tracked", "half_tracked", "wheeled"]
WeaponClass = Literal[
    "smg", "rifle", "lmg", "hmg", "at_rifle", "rocket", "rocket_artillery", "gun", "howitzer", "mortar", "tank_gun"
]
Category = Literal[
    "hq", "infantry", "mech_infantry", "gun", "mortar", "artillery", "recce", "tank", "assault_gun", "aa"
]
Surface = Literal["open", "woods", "dense_woods", "built_up", "building"]
Relief = Literal["flat", "hill", "mountain"]
Feature = Literal["building", "woods"]
"""What fills the covering half of a mixed hex (FHW-COV-07)."""
Material = Literal["stone", "wood"]
Weather = Literal["clear", "rain", "fog", "mud"]
Going = Literal["normal", "difficult", "very_difficult", "forbidden"]
Half = Literal["cover", "free"]
Cover = Literal["none", "concealed", "bulletproof"]
Facing = Annotated[int, msgspec.Meta(ge=0, le=5)]
"""A side of a hex, counter-clockwise from the east (FHW-GEO-02)."""
Floor = Annotated[int, msgspec.Meta(ge=1, le=9)]
Count = Annotated[int, msgspec.Meta(ge=0)]

ORDERS: Final[tuple[Order, ...]] = get_args(Order)
SPECIALS: Final[tuple[Special, ...]] = get_args(Special)
SIDES: Final[tuple[Side, Side]] = ("A", "B")
WORST_LAST: Final[dict[Going, int]] = {"normal": 0, "difficult": 1, "very_difficult": 2, "forbidden": 3}
BEST_LAST: Final[dict[Cover, int]] = {"none": 0, "concealed": 1, "bulletproof": 2}


_REMEMBERED: Final = 1 << 12


class Place(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A hex, and the floor of a building in it."""

    hex: Hex
    floor: int = 1


@lru_cache(maxsize=_REMEMBERED)
def place_of(name: str) -> Place:
    """A place by its name; the hex may lie beside the board."""
    digits, _, floor = name.partition("/")
    return Place(hex_of(digits), int(floor or 1))


def hex_of(name: str) -> Hex:
    """A hex by its name."""
    return hexes.from_offset(int(name[:2]), int(name[2:]))


def name_of_place(place: Place) -> str:
    """A place as players read it."""
    name = hexes.name(place.hex)
    return name if place.floor == 1 else f"{name}/{place.floor}"


def other(side: Side) -> Side:
    """The side against one."""
    return "B" if side == "A" else "A"
