"""What happens while teams rally, move, carry out special actions and go back."""

from __future__ import annotations

from typing import Literal

from app.boards.hexes import Hex
from app.engine.types import UnitId
from app.systems.flames_hexwar.book.kinds import Count, Facing, Half, Order, Place, PlatoonId, Side
from app.systems.flames_hexwar.position.told import Told


class Rallied(Told, frozen=True, gc=False, tag="rallied"):
    """A test to act again: of the suppressed, of a crew, of a bogged vehicle (FHW-RALLY-04)."""

    platoon: PlatoonId
    what: Literal["suppressed", "bailed_out", "bogged"]
    dice: tuple[int, ...]
    need: Count
    passed: bool
    teams: tuple[UnitId, ...] = ()


class RallyDone(Told, frozen=True, gc=False, tag="rally_done"):
    """A platoon has had its rally of this turn; never told in words."""

    platoon: PlatoonId


class RallyNoted(Told, frozen=True, gc=False, tag="rally_noted"):
    """Who would have had to rally with an order whose moment it is; never told in words (FHW-HID-11)."""

    platoons: tuple[PlatoonId, ...]
    order: Order


class MudRolled(Told, frozen=True, gc=False, tag="mud_rolled"):
    """How odd halves are rounded (FHW-WEA-10)."""

    platoon: PlatoonId
    die: int
    up: bool


class FogRolled(Told, frozen=True, gc=False, tag="fog_rolled"):
    """How far one sees (FHW-WEA-06, FHW-WEA-07, FHW-WEA-08)."""

    die: int
    sight: Count
    platoon: PlatoonId | None = None
    team: UnitId | None = None


class Announced(Told, frozen=True, gc=False, tag="announced"):
    """The next hex of a moving team, or its halt (FHW-MOVE-06)."""

    team: UnitId
    to: Place | None = None


class Moved(Told, frozen=True, gc=False, tag="moved"):
    """A team enters a place."""

    team: UnitId
    start: Hex
    to: Place
    floor_from: Count = 1
    street: bool = False
    facing: Facing | None = None
    doubled: bool = False
    by_road: bool = False


class HaltedAt(Told, frozen=True, gc=False, tag="halted"):
    """A team ends its move (FHW-FACE-02, FHW-TERR-12)."""

    team: UnitId
    half: Half | None = None
    facing: Facing | None = None
    turned: bool = False
    """Turning alone counts as moving for it."""
    street: bool = False
    """It stays in the street (FHW-COV-11)."""


class Turned(Told, frozen=True, gc=False, tag="turned"):
    """A gun pivots to shoot (FHW-FACE-02)."""

    team: UnitId
    facing: Facing


class BogTested(Told, frozen=True, gc=False, tag="bog_tested"):
    """FHW-BOG-01, FHW-TERR-09."""

    team: UnitId
    dice: tuple[int, ...]
    need: Count
    passed: bool
    is_gun: bool = False


class GotDown(Told, frozen=True, gc=False, tag="got_down"):
    """A passenger dismounts (FHW-TRAN-01), or is set down by the loss of its carrier."""

    team: UnitId
    where: Hex
    half: Half | None = None
    facing: Facing | None = None
    suppressed: bool = False


class GotUp(Told, frozen=True, gc=False, tag="got_up"):
    """A team mounts (FHW-TRAN-01)."""

    team: UnitId
    carrier: UnitId


class SeenEntering(Told, frozen=True, gc=False, tag="seen_entering"):
    """A side was seen to enter a building, or has left it empty (FHW-LOS-13)."""

    side: Side
    where: Hex
    seen: bool


class Appointed(Told, frozen=True, gc=False, tag="appointed"):
    """A team becomes platoon command, or the second in command takes over (FHW-HQ-05, FHW-HQ-07, FHW-AE-04)."""

    platoon: PlatoonId
    team: UnitId
    company: bool = False


class SightNoted(Told, frozen=True, gc=False, tag="sight_noted"):
    """Which enemy platoons a platoon sees as it is activated (FHW-HIT-07); never told in words."""

    platoon: PlatoonId
    seen: tuple[PlatoonId, ...]


class FirstFiredAt(Told, frozen=True, gc=False, tag="first_fired_at"):
    """The first platoon that a platoon fired at out of turn (FHW-FO-02); never told in words."""

    platoon: PlatoonId
    target: PlatoonId


class Lifted(Told, frozen=True, gc=False, tag="lifted"):
    """Reconnaissance looks for those gone to ground; ``found`` are whom it has found (FHW-REC-01)."""

    team: UnitId
    platoon: PlatoonId
    die: int
    need: Count
    found: tuple[UnitId, ...] = ()


class FoundOut(Told, frozen=True, gc=False, tag="found_out"):
    """These are gone to ground no longer, until the end step (FHW-REC-01)."""

    teams: tuple[UnitId, ...]


class Disengaged(Told, frozen=True, gc=False, tag="disengaged"):
    """A reconnaissance platoon tries to go back (FHW-REC-03)."""

    platoon: PlatoonId
    die: int
    need: Count
    passed: bool


class Reorganised(Told, frozen=True, gc=False, tag="reorganised"):
    """It is in order again (FHW-AE-03)."""

    platoon: PlatoonId


class DugIn(Told, frozen=True, gc=False, tag="dug_in"):
    """FHW-AE-02."""

    platoon: PlatoonId
    die: int
    need: Count
    teams: tuple[UnitId, ...] = ()


class FoxholesLeft(Told, frozen=True, gc=False, tag="foxholes_left"):
    """Whoever is aboard is driven away from his foxhole (FHW-AE-02)."""

    teams: tuple[UnitId, ...]


class Recovered(Told, frozen=True, gc=False, tag="recovered"):
    """FHW-BOG-06."""

    team: UnitId
    vehicle: UnitId
    die: int
    need: Count
    passed: bool


class AirCalled(Told, frozen=True, gc=False, tag="air_called"):
    """Whether a flight arrives, and of how many planes (FHW-AIR-02)."""

    side: Side
    die: int
    dice: tuple[int, ...] = ()
    planes: Count = 0


class FellBack(Told, frozen=True, gc=False, tag="fell_back"):
    """A team has gone back (FHW-ASLT-24, FHW-REC-03), or goes back whence it came (FHW-ASLT-14)."""

    team: UnitId
    to: Place
    half: Half | None = None
    facing: Facing | None = None
    street: bool = False
    by_road: bool = False


class Consolidated(Told, frozen=True, gc=False, tag="consolidated"):
    """A team of the winner goes on (FHW-ASLT-24), or goes in (FHW-ASLT-04)."""

    team: UnitId
    to: Place
    half: Half | None = None
    facing: Facing | None = None
    assault: bool = False
    street: bool = False
    by_road: bool = False
