"""Everything that can happen (part 5.4 of the rules): facts, with the dice that fell and all that is needed to fold and to tell
them again. Dice stand in fields called ``die`` or ``dice``; a number of dice is a ``count``.

Events are public unless they say otherwise; ``judge/view.py`` tells each viewer what may be known.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from app.boards.hexes import Hex
from app.engine.types import Event, Seat, UnitId
from app.systems.flames_hexwar.book.kinds import Count, Facing, Half, Order, Place, PlatoonId, Side, Special, Weather
from app.systems.flames_hexwar.position.actions import StandingShot
from app.systems.flames_hexwar.position.events_fights import (
    AirRolled,
    AntiAirFired,
    AreaAcquired,
    ArmourRolled,
    AssaultBegun,
    AssaultTested,
    Available,
    BailedOut,
    BatteryCounted,
    BombardRolled,
    Confirmed,
    Designated,
    Destroyed,
    EntriesRevealed,
    FirepowerRolled,
    HitGiven,
    Hurts,
    LossesCounted,
    RangedIn,
    Repelled,
    RidersRolled,
    Saved,
    ShotsRolled,
    SmokePlaced,
    SmokeRolled,
    Struck,
    Suppressed,
    Swapped,
    Tallied,
    Withdrew,
    WreckPlaced,
)
from app.systems.flames_hexwar.position.frames import Frame
from app.systems.flames_hexwar.position.state import Battery, CompanyKey, Drafts, Phase, Position, Result, TeamTurn
from app.systems.flames_hexwar.position.told import Told


class SetUp(Event, frozen=True, tag="set_up"):
    """The game as it begins."""

    position: Position


class Flow(Event, frozen=True, tag="flow"):
    """Who is asked for what from here on; never told in words. What is planned of a way is its side's alone."""

    phase: Phase
    active: Side | None = None
    last: Side | None = None
    frames: tuple[Frame, ...] = ()


class Marked(Event, frozen=True, tag="marked"):
    """What a team has done this turn; never told in words."""

    team: UnitId
    turn: TeamTurn


class PhaseChanged(Told, frozen=True, tag="phase_changed"):
    """A phase or a step begins: seats may commit again (FHW-TURN-01, FHW-TURN-03)."""

    phase: Phase


class TurnStarted(Told, frozen=True, tag="turn_started"):
    """A turn begins."""

    turn: Count
    weather: Weather


# ------------------------------------------------------------------------------------------------- reserves and deployment


class ReservesRolled(Told, frozen=True, tag="reserves_rolled"):
    """FHW-REIN-01."""

    side: Side
    dice: tuple[int, ...]
    need: Count


class LotDrawn(Told, frozen=True, tag="lot_drawn"):
    """A platoon arrives (FHW-REIN-02); no die where one was left."""

    side: Side
    platoon: PlatoonId
    die: int | None = None
    sides: Count = 0


class Arrived(Told, frozen=True, tag="arrived"):
    """Self-propelled artillery that was called in arrives (FHW-REIN-04)."""

    platoon: PlatoonId


class CalledIn(Told, frozen=True, tag="called_in"):
    """It is on its way (FHW-ART-05)."""

    platoon: PlatoonId
    arrives: Count


class Placed(Told, frozen=True, tag="placed"):
    """A team is placed (FHW-SET-06)."""

    team: UnitId
    where: Hex | None = None
    floor: Count = 1
    half: Half | None = None
    facing: Facing | None = None
    aboard: UnitId | None = None


class Stationed(Told, frozen=True, tag="stationed"):
    """Artillery starts off the board, or on it (FHW-SET-04)."""

    platoon: PlatoonId
    off_board: bool


class WentToGround(Told, frozen=True, tag="went_to_ground"):
    """These teams are gone to ground, of those named (FHW-SET-06, FHW-GTG-02)."""

    teams: tuple[UnitId, ...]


class LeftGround(Told, frozen=True, tag="left_ground"):
    """These are not any more (FHW-GTG-03)."""

    teams: tuple[UnitId, ...]


# ------------------------------------------------------------------------------------------------------ drafts and commits


class Drafted(Told, frozen=True, tag="drafted"):
    """What a seat has drafted by now, its side's alone (FHW-HID-03); ``act`` is what it did last."""

    seat: Seat
    drafts: Drafts
    act: str
    text: Mapping[str, Any] = {}


class Withdrawn(Told, frozen=True, tag="withdrawn"):
    """A draft is withdrawn; its side's alone."""

    seat: Seat
    drafts: Drafts
    draft: str


class Committed(Told, frozen=True, tag="committed"):
    """A seat is done."""

    seat: Seat


class Reopened(Told, frozen=True, tag="reopened"):
    """A seat reopens its plan (FHW-PLAN-08)."""

    seat: Seat


class PlansRevealed(Told, frozen=True, tag="plans_revealed"):
    """All have planned. ``orders``, ``decks`` and ``aside`` are secret; everybody is told how many lie in each deck and apart
    (FHW-HID-02)."""

    sizes: Mapping[CompanyKey, tuple[Count, Count | None]]
    orders: Mapping[PlatoonId, tuple[Order, Special | None]] = {}
    decks: Mapping[CompanyKey, tuple[PlatoonId, ...]] = {}
    aside: Mapping[CompanyKey, tuple[PlatoonId, ...]] = {}
    joins: Mapping[UnitId, PlatoonId] = {}


class DraftsCleared(Told, frozen=True, tag="drafts_cleared"):
    """What was drafted has been revealed or put in force; never told in words."""


class StandingSet(Told, frozen=True, tag="standing_set"):
    """Standing orders are in force, or no longer; what they say is their side's alone (FHW-FO-16)."""

    seat: Seat
    in_force: bool
    fire: tuple[StandingShot, ...] = ()


class Counted(Told, frozen=True, tag="counted"):
    """How many cards of each deck have the order of the step that begins (FHW-EXEC-02)."""

    step: Literal["a", "b", "c", "d"]
    left: Mapping[CompanyKey, Count]


class CountDropped(Told, frozen=True, tag="count_dropped"):
    """A card that was counted has left its deck (FHW-HID-09)."""

    company: CompanyKey


class RolledOff(Told, frozen=True, tag="rolled_off"):
    """Who starts (FHW-EXEC-01): the attacker's die first."""

    dice: tuple[int, int]
    what: Literal["step", "assaults", "mutual"] = "step"


class CardTurned(Told, frozen=True, tag="card_turned"):
    """A card is turned up (FHW-HID-01)."""

    platoon: PlatoonId
    order: Order
    ae: Special | None = None


class CardPlayed(Told, frozen=True, tag="card_played"):
    """A card leaves its deck for this turn; never told in words."""

    platoon: PlatoonId


class Passed(Told, frozen=True, tag="passed"):
    """A side lets the other go on (FHW-EXEC-04)."""

    side: Side


class Held(Told, frozen=True, tag="held"):
    """A seat holds its fire, aloud (FHW-FO-15)."""

    seat: Seat
    until: Literal["window", "team", "activation", "standing"] = "window"


# ----------------------------------------------------------------------------------------------------- rally, movement, HQ


class Rallied(Told, frozen=True, tag="rallied"):
    """A test to act again: of the suppressed, of a crew, of a bogged vehicle (FHW-RALLY-04)."""

    platoon: PlatoonId
    what: Literal["suppressed", "bailed_out", "bogged"]
    dice: tuple[int, ...]
    need: Count
    passed: bool
    teams: tuple[UnitId, ...] = ()


class RallyDone(Told, frozen=True, tag="rally_done"):
    """A platoon has had its rally of this turn; never told in words."""

    platoon: PlatoonId


class RallyNoted(Told, frozen=True, tag="rally_noted"):
    """Who would have had to rally with an order whose moment it is; never told in words (FHW-HID-11)."""

    platoons: tuple[PlatoonId, ...]
    order: Order


class MudRolled(Told, frozen=True, tag="mud_rolled"):
    """How odd halves are rounded (FHW-WEA-10)."""

    platoon: PlatoonId
    die: int
    up: bool


class FogRolled(Told, frozen=True, tag="fog_rolled"):
    """How far one sees (FHW-WEA-06, FHW-WEA-07, FHW-WEA-08)."""

    die: int
    sight: Count
    platoon: PlatoonId | None = None
    team: UnitId | None = None


class Announced(Told, frozen=True, tag="announced"):
    """The next hex of a moving team, or its halt (FHW-MOVE-06)."""

    team: UnitId
    to: Place | None = None


class Moved(Told, frozen=True, tag="moved"):
    """A team enters a place."""

    team: UnitId
    start: Hex
    to: Place
    floor_from: Count = 1
    street: bool = False
    facing: Facing | None = None
    doubled: bool = False


class HaltedAt(Told, frozen=True, tag="halted"):
    """A team ends its move (FHW-FACE-02, FHW-TERR-12)."""

    team: UnitId
    half: Half | None = None
    facing: Facing | None = None
    turned: bool = False
    """Turning alone counts as moving for it."""


class Turned(Told, frozen=True, tag="turned"):
    """A gun pivots to shoot (FHW-FACE-02)."""

    team: UnitId
    facing: Facing


class BogTested(Told, frozen=True, tag="bog_tested"):
    """FHW-BOG-01, FHW-TERR-09."""

    team: UnitId
    dice: tuple[int, ...]
    need: Count
    passed: bool
    is_gun: bool = False


class GotDown(Told, frozen=True, tag="got_down"):
    """A passenger dismounts (FHW-TRAN-01), or is set down by the loss of its carrier."""

    team: UnitId
    where: Hex
    half: Half | None = None
    facing: Facing | None = None
    suppressed: bool = False


class GotUp(Told, frozen=True, tag="got_up"):
    """A team mounts (FHW-TRAN-01)."""

    team: UnitId
    carrier: UnitId


class SeenEntering(Told, frozen=True, tag="seen_entering"):
    """A side was seen to enter a building, or has left it empty (FHW-LOS-13)."""

    side: Side
    where: Hex
    seen: bool


class Appointed(Told, frozen=True, tag="appointed"):
    """A team becomes platoon command, or the second in command takes over (FHW-HQ-05, FHW-HQ-07, FHW-AE-04)."""

    platoon: PlatoonId
    team: UnitId
    company: bool = False


class SightNoted(Told, frozen=True, tag="sight_noted"):
    """Which enemy platoons a platoon sees as it is activated (FHW-HIT-07); never told in words."""

    platoon: PlatoonId
    seen: tuple[PlatoonId, ...]


class FirstFiredAt(Told, frozen=True, tag="first_fired_at"):
    """The first platoon that a platoon fired at out of turn (FHW-FO-02); never told in words."""

    platoon: PlatoonId
    target: PlatoonId


class Lifted(Told, frozen=True, tag="lifted"):
    """Reconnaissance looks for those gone to ground; ``found`` are whom it has found (FHW-REC-01)."""

    team: UnitId
    platoon: PlatoonId
    die: int
    need: Count
    found: tuple[UnitId, ...] = ()


class FoundOut(Told, frozen=True, tag="found_out"):
    """These are gone to ground no longer, until the end step (FHW-REC-01)."""

    teams: tuple[UnitId, ...]


class Disengaged(Told, frozen=True, tag="disengaged"):
    """A reconnaissance platoon tries to go back (FHW-REC-03)."""

    platoon: PlatoonId
    die: int
    need: Count
    passed: bool


class Reorganised(Told, frozen=True, tag="reorganised"):
    """It is in order again (FHW-AE-03)."""

    platoon: PlatoonId


class DugIn(Told, frozen=True, tag="dug_in"):
    """FHW-AE-02."""

    platoon: PlatoonId
    die: int
    need: Count
    teams: tuple[UnitId, ...] = ()


class Recovered(Told, frozen=True, tag="recovered"):
    """FHW-BOG-06."""

    team: UnitId
    vehicle: UnitId
    die: int
    need: Count
    passed: bool


class AirCalled(Told, frozen=True, tag="air_called"):
    """Whether a flight arrives, and of how many planes (FHW-AIR-02)."""

    side: Side
    die: int
    dice: tuple[int, ...] = ()
    planes: Count = 0


class FellBack(Told, frozen=True, tag="fell_back"):
    """A team has gone back (FHW-ASLT-24, FHW-REC-03), or goes back whence it came (FHW-ASLT-14)."""

    team: UnitId
    to: Place
    half: Half | None = None
    facing: Facing | None = None


class Consolidated(Told, frozen=True, tag="consolidated"):
    """A team of the winner goes on (FHW-ASLT-24), or goes in (FHW-ASLT-04)."""

    team: UnitId
    to: Place
    half: Half | None = None
    facing: Facing | None = None
    assault: bool = False


# ------------------------------------------------------------------------------------------------------ morale and the end


class MoraleTested(Told, frozen=True, tag="morale"):
    """A platoon or a company tests its morale (FHW-MOR-01, FHW-MOR-05)."""

    dice: tuple[int, ...]
    need: Count
    passed: bool
    platoon: PlatoonId | None = None
    company: CompanyKey | None = None


class PlatoonRemoved(Told, frozen=True, tag="platoon_removed"):
    """A platoon is gone (FHW-MOR-03)."""

    platoon: PlatoonId
    teams: tuple[UnitId, ...] = ()


class CompanyFailed(Told, frozen=True, tag="company_failed"):
    """A company is gone (FHW-MOR-06)."""

    company: CompanyKey
    teams: tuple[UnitId, ...] = ()


class ObjectivesHeld(Told, frozen=True, tag="objectives_held"):
    """Who holds what (FHW-VIC-02)."""

    held: Mapping[str, Side | None]


class TurnEnded(Told, frozen=True, tag="turn_ended"):
    """Marks of the turn are cleared (FHW-TURN-04)."""

    batteries: Mapping[PlatoonId, Battery] = {}


class DrawOffered(Told, frozen=True, tag="draw_offered"):
    """FHW-VIC-05."""

    side: Side
    seat: Seat


class DrawAnswered(Told, frozen=True, tag="draw_answered"):
    """FHW-VIC-05."""

    side: Side
    seat: Seat
    accept: bool


class DrawLapsed(Told, frozen=True, tag="draw_lapsed"):
    """A commit came before the answer (FHW-VIC-05)."""


class GameEnded(Told, frozen=True, tag="game_ended"):
    """FHW-VIC."""

    result: Result
    seat: Seat | None = None
    """Who gave up."""


AnyEvent = (
    SetUp | Flow | Marked | PhaseChanged | TurnStarted | ReservesRolled | LotDrawn | Arrived | CalledIn | Placed | Stationed
    | WentToGround | LeftGround | Drafted | Withdrawn | Committed | Reopened | PlansRevealed | DraftsCleared | StandingSet
    | Counted | CountDropped | RolledOff | CardTurned | CardPlayed | Passed | Held | Rallied | RallyDone | RallyNoted | MudRolled
    | FogRolled | Announced | Moved | HaltedAt | Turned | BogTested | GotDown | GotUp | SeenEntering | Appointed
    | SightNoted | FirstFiredAt | Lifted | FoundOut | Disengaged | Reorganised | DugIn | Recovered | AirCalled | FellBack | Consolidated
    | MoraleTested | PlatoonRemoved | CompanyFailed | ObjectivesHeld | TurnEnded | DrawOffered | DrawAnswered | DrawLapsed
    | GameEnded | AntiAirFired | AreaAcquired | ArmourRolled | AssaultBegun | AssaultTested | Available | BailedOut
    | BatteryCounted | Confirmed | Designated | Destroyed | EntriesRevealed | FirepowerRolled | HitGiven | Hurts | RangedIn
    | Repelled | RidersRolled | Saved | ShotsRolled | SmokePlaced | SmokeRolled | Struck | Suppressed | Swapped | Withdrew
    | WreckPlaced
    | AirRolled
    | BombardRolled
    | Tallied | LossesCounted
)  # fmt: skip
