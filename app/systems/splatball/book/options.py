"""The options of a room (section 19 of the rules), each with the ruling it changes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from app.engine.book import Allowed

Shape = Literal["rectangle", "corner", "tee", "cross", "ring", "zigzag"]
Scenery = Literal["configurator", "alternate", "scenario"]
Amount = Literal["light", "normal", "dense"]
Teams = Literal["none", "02-13", "01-23", "03-12"]
Victory = Literal["rounds", "points", "annihilation"]
PointsRule = Literal["pool", "best_die", "each_die"]


class Options(msgspec.Struct, frozen=True):
    """Every room option, resolved; the names and values of ``data.toml``."""

    modules_wide: int
    """Modules across (SPL-SET-11)."""
    modules_high: int
    """Modules down (SPL-SET-11)."""
    shape: Shape
    """Which modules are left out (SPL-SET-11)."""
    scenery: Scenery
    """How scenery is laid (SPL-SET-04)."""
    scenery_amount: Amount
    """How much of it (SPL-CFG-01)."""
    seed: int
    """What the configurator draws from (SPL-CFG-01)."""
    roads: int
    """How many roads (SPL-ROAD-01)."""
    teams: Teams
    """Which two seats are a side (SPL-GEN-04)."""
    army_value: int
    """What an army may cost; 0: as proposed for the board (SPL-ARMY-01)."""
    victory: Victory
    """What wins (SPL-WIN-01)."""
    rounds: int
    """Rounds of a game by rounds (SPL-WIN-01)."""
    points_target: int
    """Points that win a game by points (SPL-WIN-02)."""
    round_cap: int
    """Rounds after which the other modes end (SPL-WIN-05)."""
    objectives_per_player: int
    """Markers that each seat lays (SPL-OBJ-01)."""
    objective_hold: int
    """Ends of one's own turn that capture (SPL-OBJ-07)."""
    camo_markers: int
    """Units of each seat that may begin hidden (SPL-CAMO-03)."""
    camo_identity: Literal["secret", "open"]
    """Whether others see what is hidden (SPL-CAMO-08)."""
    points_rule: PointsRule
    """How lost points are taken off dice (SPL-HIT-03)."""
    cover_direction: Literal["any", "between"]
    """Against whom terrain covers (SPL-COV-01)."""
    cover_stacking: Literal["one_of_each", "sum"]
    """How several covers add up (SPL-COV-03)."""
    facing: bool
    """Whether units face a way (SPL-MOVE-05)."""
    diagonals: bool
    """Whether steps and distances count corners (SPL-MOVE-06, SPL-GEO-02)."""
    vehicle_vp: Literal["impact", "damage"]
    """What scores against vehicles (SPL-VP-02)."""
    advance_on_elimination: bool
    """Whether one may advance after an elimination, too (SPL-ADV-03)."""
    heal_reach: Literal["any", "contact"]
    """Whom a fountain heals (SPL-SPC-03)."""
    arrival: Literal["zone", "piece"]
    """Where recruits and revived units arrive (SPL-SPC-05)."""
    chicken: bool
    """Whether lingering at one's headquarters costs the unit (SPL-HQ-06)."""


def allowed(row: Mapping[str, Any]) -> Allowed:
    """What an option may be, by its row."""
    choices = row.get("choices")
    return Allowed(row["default"], None if choices is None else tuple(choices), row.get("min"), row.get("max"))
