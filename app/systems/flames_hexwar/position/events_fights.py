"""What happens in fire, bombardments, air attacks and assaults."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from app.boards.hexes import Hex
from app.engine.types import Event, UnitId
from app.systems.flames_hexwar.book.kinds import Count, PlatoonId, Side
from app.systems.flames_hexwar.position.state import Battery, Entry, Hurt
from app.systems.flames_hexwar.position.told import Told


class Designated(Told, frozen=True, gc=False, tag="designated"):
    """What a platoon, a flight or a reconnaissance team is about to do (FHW-FC-02): the act as it was drafted."""

    side: Side
    act: Mapping[str, Any]
    platoon: PlatoonId | None = None


class ShotsRolled(Told, frozen=True, gc=False, tag="shot"):
    """The dice of a weapon of a team in a volley: ``needs`` are the numbers of the teams that it might hit, ``hits`` how many
    dice hit at once, ``maybe`` how many wait for confirming dice."""

    shooter: UnitId
    weapon: str
    target: str
    dice: tuple[int, ...]
    needs: Mapping[UnitId, tuple[int, ...]]
    start: Hex
    end: Hex
    platoon: PlatoonId
    hits: Count = 0
    maybe: Count = 0
    opportunity: bool = False


class Confirmed(Told, frozen=True, gc=False, tag="confirmed"):
    """Dice that confirm a 6 (FHW-HIT-16, FHW-HIT-13)."""

    shooter: UnitId
    weapon: str
    dice: tuple[int, ...]
    needs: tuple[int, ...]
    passed: bool


class HitGiven(Told, frozen=True, gc=False, tag="hit_given"):
    """A hit is given to a team (FHW-ALLOC-01)."""

    team: UnitId
    shooter: UnitId | None = None
    opportunity: bool = False


class Saved(Told, frozen=True, gc=False, tag="saved"):
    """A save (FHW-SAVE-01)."""

    team: UnitId
    die: int
    need: Count
    passed: bool


class FirepowerRolled(Told, frozen=True, gc=False, tag="firepower"):
    """A firepower die (FHW-SAVE-02, FHW-SAVE-03, FHW-AIR-10)."""

    team: UnitId | None
    die: int
    need: Count
    passed: bool


class ArmourRolled(Told, frozen=True, gc=False, tag="armour"):
    """An armour die (FHW-SAVE-03, FHW-ASLT-19)."""

    team: UnitId
    die: int
    armour: Count
    total: Count
    against: Count


class BailedOut(Told, frozen=True, gc=False, tag="bailed_out"):
    """A crew leaves its vehicle, or stays out after a test of motivation (FHW-BAIL-03)."""

    team: UnitId
    dice: tuple[int, ...] = ()
    need: Count = 0
    again: bool = False


class Destroyed(Told, frozen=True, gc=False, tag="destroyed"):
    """A team is lost."""

    team: UnitId
    where: Hex | None = None
    cause: Literal["destroyed", "removed", "captured"] = "destroyed"


class WreckPlaced(Told, frozen=True, gc=False, tag="wreck_placed"):
    """FHW-SAVE-08."""

    where: Hex


class RidersRolled(Told, frozen=True, gc=False, tag="riders_rolled"):
    """A passenger's save when its tank is hit, or its carrier lost (FHW-SAVE-07)."""

    team: UnitId
    die: int
    need: Count
    passed: bool


class Suppressed(Told, frozen=True, gc=False, tag="suppressed"):
    """Teams are suppressed (FHW-SUPP)."""

    teams: tuple[UnitId, ...]


class Hurts(Told, frozen=True, gc=False, tag="hurts"):
    """What waits for the end of the sub-step; never told in words (FHW-FC-03)."""

    hurts: tuple[Hurt, ...]


class Tallied(Event, frozen=True, gc=False, tag="tallied"):
    """Hits on each target in one go; never told in words (FHW-SUPP-01)."""

    tally: Mapping[str, Count]


class LossesCounted(Event, frozen=True, gc=False, tag="losses_counted"):
    """Morale has been looked at; never told in words (FHW-MOR-01)."""


class SmokePlaced(Told, frozen=True, gc=False, tag="smoke_placed"):
    """Markers of smoke."""

    where: tuple[Hex, ...]
    blind: tuple[UnitId, ...] = ()


class SmokeRolled(Told, frozen=True, gc=False, tag="smoke_noted"):
    """A use of smoke is noted on the card; ``out``: there is no more from the next turn on (FHW-SMOKE-02, FHW-SMOKE-04)."""

    platoon: PlatoonId
    dice: tuple[int, ...]
    earlier: Count
    out: bool
    team: UnitId | None = None


class Swapped(Told, frozen=True, gc=False, tag="swapped"):
    """Whether another team is lost in a command's or a hero's stead (FHW-FO-10, FHW-HQ-08)."""

    team: UnitId
    die: int
    need: Count
    passed: bool
    hero: bool = False


class AntiAirFired(Told, frozen=True, gc=False, tag="aa_fired"):
    """FHW-AIR-10: each hit turns a plane back; firepower shoots it down."""

    team: UnitId
    side: Side
    attack: Count
    dice: tuple[int, ...]
    need: Count
    turned: Count = 0
    downed: Count = 0


class AreaAcquired(Told, frozen=True, gc=False, tag="acquired"):
    """FHW-AIR-04, FHW-AIR-09."""

    side: Side
    dice: tuple[int, ...]
    need: Count
    passed: bool
    where: Hex | None = None
    battery: PlatoonId | None = None


class Available(Told, frozen=True, gc=False, tag="available"):
    """FHW-ART-11 to FHW-ART-13; no die where none was needed."""

    platoon: PlatoonId
    passed: bool
    die: int | None = None
    modifier: int = 0
    need: Count = 0


class BatteryCounted(Told, frozen=True, gc=False, tag="battery_counted"):
    """What is counted of a battery; never told in words."""

    platoon: PlatoonId
    battery: Battery


class RangedIn(Told, frozen=True, gc=False, tag="ranged_in"):
    """FHW-ART-17: the dice of each attempt."""

    platoon: PlatoonId
    dice: tuple[int, ...]
    need: Count
    attempt: Count | None = None


class BombardRolled(Told, frozen=True, gc=False, tag="bombard_rolled"):
    """The dice for a team in a footprint, a re-roll last (FHW-ART-18)."""

    platoon: PlatoonId
    team: UnitId
    dice: tuple[int, ...]
    need: Count
    hit: bool


class AirRolled(Told, frozen=True, gc=False, tag="air_rolled"):
    """The dice for a team in an acquired hex, a re-roll last (FHW-AIR-11)."""

    side: Side
    team: UnitId
    dice: tuple[int, ...]
    need: Count
    hit: bool


class EntriesRevealed(Told, frozen=True, gc=False, tag="entries_revealed"):
    """The written assaults (FHW-ASLT-01)."""

    entries: tuple[Entry, ...]


class AssaultBegun(Told, frozen=True, gc=False, tag="assault_begun"):
    """FHW-ASLT-11."""

    side: Side
    where: Hex
    platoons: tuple[PlatoonId, ...]
    void: bool = False


class Struck(Told, frozen=True, gc=False, tag="struck"):
    """The dice of a team in a round (FHW-ASLT-17)."""

    team: UnitId
    dice: tuple[int, ...]
    need: Count
    hits: Count


class AssaultTested(Told, frozen=True, gc=False, tag="assault_tested"):
    """Motivation in an assault: tank terror, or whether to go on (FHW-ASLT-12, FHW-ASLT-21)."""

    side: Side
    dice: tuple[int, ...]
    need: Count
    passed: bool
    modifier: int = 0
    platoon: PlatoonId | None = None


class Repelled(Told, frozen=True, gc=False, tag="repelled"):
    """Part of an assault goes back whence it came (FHW-ASLT-14)."""

    platoons: tuple[PlatoonId, ...]


class Withdrew(Told, frozen=True, gc=False, tag="withdrew"):
    """An assault is over: who has won (FHW-ASLT-20 to FHW-ASLT-25)."""

    winner: Side
