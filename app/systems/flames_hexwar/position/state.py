"""The position of a game of Flames Hexwar (part 3 of the rules): frozen values, no rules.

Collections are never changed in place: a new position shares everything that did not change.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NewType

import msgspec

from app.boards.hexes import Hex
from app.engine.types import Seat, UnitId
from app.systems.flames_hexwar.book.kinds import (
    CompanyId,
    Count,
    Facing,
    Half,
    Order,
    Place,
    PlatoonId,
    Role,
    Side,
    Special,
    Weather,
)
from app.systems.flames_hexwar.position.actions import (
    Bombard,
    Shot,
    StandingShot,
    Strike,
)
from app.systems.flames_hexwar.position.frames import Frame

CompanyKey = NewType("CompanyKey", str)
"""``A1``: a company of a side."""
Phase = Literal[
    "deploy_defender", "deploy_attacker", "plan", "a1_designate", "a1_resolve", "a2_designate", "a2_resolve", "b", "c",
    "d", "e_write", "e_order", "over",
]  # fmt: skip
Status = Literal["board", "reserve", "arriving", "off_board", "coming", "destroyed"]
Reason = Literal["objectives", "collapse", "annihilation", "turn_limit", "resignation", "draw"]


def company_key(side: Side, company: CompanyId) -> CompanyKey:
    """How a company of a side is known."""
    return CompanyKey(f"{side}{company}")


class TeamTurn(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """What a team has done, and suffered, this turn (part 3, item 6)."""

    moved: Literal["none", "moved", "doubled"] = "none"
    """FHW-MOVE-08; ``doubled``: it changed hex at the double (FHW-MT-02)."""
    changed_hex: bool = False
    by_road: bool = False
    """It entered the hex in which it stands by a road step (FHW-ROAD-04)."""
    changed_floor: bool = False
    """In a building that held an enemy (FHW-GTG-04)."""
    halted: bool = False
    rolled: Count = 0
    """Dice rolled in shooting (FHW-ASLT-03)."""
    shot: bool = False
    fired_at: Mapping[PlatoonId, tuple[Count, ...]] = {}
    """Opportunity fire: dice declared at each platoon (FHW-FO-04)."""
    lost_sight_of: tuple[UnitId, ...] = ()
    """Movers that it may not try again in fog (FHW-WEA-07)."""
    hit_in_fo: bool = False
    fired_from: tuple[tuple[Facing, PlatoonId], ...] = ()
    """Sides of its hex from which direct fire came, and whose (FHW-HIT-09)."""
    aa_fired: bool = False
    lifted: bool = False
    stuck: bool = False
    """A gun that failed on very difficult going (FHW-TERR-09)."""
    got_down: bool = False
    got_up: bool = False
    boarded: bool = False
    """Somebody has mounted it (FHW-TRAN-01)."""
    assaulted: bool = False
    acted: bool = False
    """An HQ team that moved (FHW-EXEC-08)."""
    acted_with: PlatoonId | None = None
    """The platoon in whose activation it did anything."""


NEW_TURN = TeamTurn()


class Team(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A living team: on the board (``at``), aboard a carrier, off the board or not there yet."""

    id: UnitId
    platoon: PlatoonId
    index: Count
    type: str
    side: Side
    role: Role | None = None
    at: Hex | None = None
    floor: Count = 1
    half: Half | None = None
    facing: Facing | None = None
    aboard: UnitId | None = None
    suppressed: bool = False
    bailed_out: bool = False
    bogged: bool = False
    gone_to_ground: bool = False
    found: bool = False
    """Lifted by reconnaissance until the end step (FHW-REC-01)."""
    foxhole: bool = False
    in_street: bool = False
    """FHW-COV-11."""
    smoke_uses: Count = 0
    smoke_out: bool = False
    joins: PlatoonId | None = None
    """The platoon its owner named for it to join (FHW-HQ-02)."""
    turn: TeamTurn = NEW_TURN


class Gone(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A team that is lost."""

    id: UnitId
    platoon: PlatoonId
    type: str
    side: Side
    cause: Literal["destroyed", "removed", "captured"] = "destroyed"


class Battery(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """What is counted of a platoon that bombards (FHW-ART-12, FHW-SMOKE)."""

    bombarded: Count = 0
    idle: Count = 0
    smoke_uses: Count = 0
    smoke_out: bool = False
    exhausted: bool = False
    """Its smoke ends with this turn (FHW-SMOKE-02)."""
    designated: bool = False
    """It designated a bombardment this turn."""
    fired: bool = False
    """That was available (FHW-ART-13)."""


class Platoon(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A platoon, or the teams of a headquarters."""

    id: PlatoonId
    side: Side
    company: CompanyKey
    type: str
    status: Status
    starting: Count = 0
    """Teams that counted at the start (FHW-MOR-02)."""
    command: UnitId | None = None
    """Its command team (FHW-SET-03)."""
    order: Order | None = None
    ae: Special | None = None
    turned: bool = False
    """Its card has been turned up (FHW-HID-01)."""
    done: bool = False
    """Its card has been played this turn."""
    rallied: bool = False
    arrives: Count = 0
    """The turn in which it comes (FHW-REIN-04)."""
    disorganised: bool = False
    was_disorganised: bool = False
    """At planning (FHW-HID-11)."""
    seen: tuple[PlatoonId, ...] = ()
    """Enemy platoons in sight at its activation (FHW-HIT-07)."""
    fo_first: PlatoonId | None = None
    """The first platoon that it fired at out of turn (FHW-FO-02)."""
    would_rally: tuple[Order, ...] = ()
    """Orders with which it would have had to rally already this turn (FHW-HID-11)."""
    battery: Battery | None = None
    lost_mover: bool = False
    """A team of it that had moved this turn is lost (FHW-HIT-07)."""


class Company(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A company: its deck and its cards set aside (FHW-PLAN-03, FHW-PLAN-05, FHW-PLAN-06)."""

    key: CompanyKey
    id: CompanyId
    side: Side
    seat: Seat
    starting: Count = 0
    """Platoons at the start, headquarters not counted (FHW-MOR-05)."""
    failed: bool = False
    deck: tuple[PlatoonId, ...] = ()
    """Face down, the top first."""
    aside: tuple[PlatoonId, ...] = ()
    """Opportunity fire, face down until one fires."""
    counted: Count | None = None
    """Cards with the order of the step that are left (FHW-EXEC-02)."""


class Card(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """What is written on a card."""

    order: Order
    ae: Special | None = None


class Lifting(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A lift that is drafted: at whom, and as which of its side's (part 6 of the rules)."""

    platoon: PlatoonId
    number: Count = 0


class Drafts(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """What a seat has drafted and nobody but its side knows (FHW-HID-03)."""

    orders: Mapping[PlatoonId, Card] = {}
    decks: Mapping[CompanyKey, tuple[PlatoonId, ...]] = {}
    air: bool = False
    joins: Mapping[UnitId, PlatoonId] = {}
    standing: tuple[StandingShot, ...] = ()
    in_force: bool = False
    bombards: Mapping[PlatoonId, Bombard] = {}
    strike: Strike | None = None
    fires: Mapping[PlatoonId, tuple[Shot, ...]] = {}
    lifts: Mapping[UnitId, Lifting] = {}
    assaults: Mapping[str, tuple[PlatoonId, ...]] = {}


NO_DRAFTS = Drafts()


class SeatState(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """What belongs to one seat."""

    side: Side
    companies: tuple[CompanyKey, ...]
    committed: bool = False
    made: Count = 0
    """Drafting acts in this state (FHW-END-02)."""
    reopened: Count = 0
    drafts: Drafts = NO_DRAFTS
    in_force: bool = False
    """Its standing orders are in force (FHW-FO-16)."""
    standing: tuple[StandingShot, ...] = ()


class SideState(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """What belongs to one side."""

    commander: Seat
    air_dice: Count = 0
    planes: Count = 0
    aircraft: str | None = None
    flight: Count = 0
    """Planes over the board this turn (FHW-AIR-02)."""
    offered: bool = False
    """It has offered a draw since the last commit (FHW-VIC-05)."""


class Smoke(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A marker of smoke; ``blind`` are observers whom it does not hinder (FHW-SMOKE-05)."""

    at: Hex
    blind: tuple[UnitId, ...] = ()


class Entry(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A written assault that is known and still to be fought (FHW-ASLT-01)."""

    side: Side
    at: Hex
    platoons: tuple[PlatoonId, ...]
    mutual: int | None = None
    """The number of its pair (FHW-ASLT-09)."""


class Hurt(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """What has befallen a team in covering fire and takes effect at the end of the sub-step (FHW-FC-03, FHW-FC-04)."""

    team: UnitId
    what: Literal["destroyed", "bailed_out", "suppressed"]
    instead: bool = False
    """In another's stead."""


class Result(msgspec.Struct, frozen=True, gc=False):
    """How the game ended; ``side`` is ``None`` for a draw."""

    side: Side | None
    reason: Reason


class Position(msgspec.Struct, frozen=True, gc=False):
    """Everything there is (FHW-GEN-08)."""

    scenario: str
    options: Mapping[str, Any]
    tables: Mapping[str, Any]
    turn: Count
    phase: Phase
    seats: Mapping[Seat, SeatState]
    sides: Mapping[Side, SideState]
    companies: Mapping[CompanyKey, Company]
    platoons: Mapping[PlatoonId, Platoon]
    teams: Mapping[UnitId, Team]
    gone: Mapping[UnitId, Gone] = {}
    active: Side | None = None
    """Whose side acts in a step, or chooses an assault."""
    last: Side | None = None
    """Who acted last in it (FHW-EXEC-03)."""
    frames: tuple[Frame, ...] = ()
    wrecks: tuple[tuple[Hex, Count], ...] = ()
    smoke: tuple[Smoke, ...] = ()
    seen_entering: tuple[tuple[Side, Hex], ...] = ()
    """Buildings that a side was seen to enter (FHW-LOS-13)."""
    hurts: tuple[Hurt, ...] = ()
    tally: Mapping[str, Count] = {}
    """Hits by direct fire on infantry and guns of each target in one go (FHW-SUPP-01)."""
    losers: tuple[PlatoonId, ...] = ()
    """Platoons that have lost a team since morale was looked at (FHW-MOR-01)."""
    entries: tuple[Entry, ...] = ()
    draw: Side | None = None
    """The side whose offer of a draw stands."""
    result: Result | None = None
    battle: Mapping[str, Any] | None = None
    """The document of a battle of somebody's own."""
    weather: Weather | None = None
    """The weather of this turn where it was put right by hand; else the scenario says it (FHW-WEA-01)."""


def place_of_team(team: Team) -> Place | None:
    """Where a team stands."""
    return None if team.at is None else Place(team.at, team.floor)
