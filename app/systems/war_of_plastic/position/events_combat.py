"""What happens when weapons speak: shots, areas, damage, wrecks, duels. Told by ``events.py`` with everything else."""

from __future__ import annotations

import msgspec

from app.engine.types import Event, UnitId
from app.systems.war_of_plastic.book.state import Army, Level, Mode, Name, Piece
from app.systems.war_of_plastic.position.damage import DamageResult


class Spot(msgspec.Struct, frozen=True):
    """Where a base is or was: centre, radius and floor."""

    x_mm: int
    y_mm: int
    radius_mm: int
    level: Level = 0


class Shot(Event, frozen=True, tag="shot"):
    """A shot and all that decided it. ``need`` is ``None`` beyond range, ``die`` is ``None`` if none fell (beyond range,
    or ``lost`` on a target already destroyed). ``table`` is the cell of the shot table, ``penalty`` what damage takes off
    the die, ``cover`` what gives the protection: the id of a piece or vehicle."""

    army: Army
    unit: UnitId
    target: UnitId
    weapon: Name
    start: Spot
    end: Spot
    gap_mm: int
    reach_mm: int
    mode: Mode
    power: int
    protection: int
    need: int | None
    die: int | None
    hit: bool
    table: int | None = None
    penalty: int = 0
    cover: str | None = None
    lost: bool = False
    into_close_combat: bool = False
    assault: bool = False


class Stray(Event, frozen=True, tag="stray"):
    """A miss into close combat hits a friend (WOP-CCS-02)."""

    army: Army
    unit: UnitId
    target: UnitId
    spot: Spot


class AreaHit(Event, frozen=True, tag="area"):
    """An area of effect round ``centre``, and whom it catches, in order (WOP-AREA)."""

    army: Army
    centre: UnitId
    spot: Spot
    reach_mm: int
    units: tuple[UnitId, ...]


class AreaShot(Event, frozen=True, tag="area_shot"):
    """With ``area_effect_roll = shot``: the shot at a unit caught (WOP-AREA-03)."""

    army: Army
    unit: UnitId
    need: int | None
    die: int | None
    hit: bool


class Damage(Event, frozen=True, tag="damage"):
    """A damage roll and the state after it (WOP-DMG-01)."""

    army: Army
    unit: UnitId
    die: int
    result: DamageResult
    damage: int
    stunned: bool
    spot: Spot
    aboard: UnitId | None = None


class Destroyed(Event, frozen=True, tag="destroyed"):
    """A unit is out for the rest of the game (WOP-DMG-02, WOP-DMG-03); ``points`` is what it counts."""

    army: Army
    unit: UnitId
    points: int


class WreckPlaced(Event, frozen=True, tag="wreck_placed"):
    """A destroyed vehicle lies overturned where it was (WOP-DMG-04)."""

    unit: UnitId
    piece: Piece


class Fought(Event, frozen=True, tag="fight"):
    """A duel: the acting soldier's die and the opponent's, none against a wounded or stunned one (WOP-CC-04,
    WOP-CC-07)."""

    army: Army
    unit: UnitId
    target: UnitId
    dice: tuple[int, int] | None
    loser: UnitId | None
    start: Spot
    end: Spot
