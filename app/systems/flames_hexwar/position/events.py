"""Everything that can happen (part 5.4 of the rules): facts, with the dice that fell and all that is needed to fold and to tell
them again. Dice stand in fields called ``die`` or ``dice``; a number of dice is a ``count``.

Events are public unless they say otherwise; ``judge/view.py`` tells each viewer what may be known.
"""

from __future__ import annotations

from collections.abc import Mapping

from app.engine.types import Event, Seat, UnitId
from app.systems.flames_hexwar.book.kinds import Count, PlatoonId, Side, Weather
from app.systems.flames_hexwar.position import events_fights as ef
from app.systems.flames_hexwar.position import events_moves as em
from app.systems.flames_hexwar.position import events_plans as ep
from app.systems.flames_hexwar.position.frames import Frame
from app.systems.flames_hexwar.position.state import Battery, CompanyKey, Phase, Position, Result, TeamTurn
from app.systems.flames_hexwar.position.told import Told


class SetUp(Event, frozen=True, gc=False, tag="set_up"):
    """The game as it begins."""

    position: Position


class Flow(Event, frozen=True, gc=False, tag="flow"):
    """Who is asked for what from here on; never told in words. What is planned of a way is its side's alone."""

    phase: Phase
    active: Side | None = None
    last: Side | None = None
    frames: tuple[Frame, ...] = ()


class Marked(Event, frozen=True, gc=False, tag="marked"):
    """What a team has done this turn; never told in words."""

    team: UnitId
    turn: TeamTurn


class PhaseChanged(Told, frozen=True, gc=False, tag="phase_changed"):
    """A phase or a step begins: seats may commit again (FHW-TURN-01, FHW-TURN-03)."""

    phase: Phase


class TurnStarted(Told, frozen=True, gc=False, tag="turn_started"):
    """A turn begins."""

    turn: Count
    weather: Weather


# ------------------------------------------------------------------------------------------------------ morale and the end


class MoraleTested(Told, frozen=True, gc=False, tag="morale"):
    """A platoon or a company tests its morale (FHW-MOR-01, FHW-MOR-05)."""

    dice: tuple[int, ...]
    need: Count
    passed: bool
    platoon: PlatoonId | None = None
    company: CompanyKey | None = None


class PlatoonRemoved(Told, frozen=True, gc=False, tag="platoon_removed"):
    """A platoon is gone (FHW-MOR-03)."""

    platoon: PlatoonId
    teams: tuple[UnitId, ...] = ()


class CompanyFailed(Told, frozen=True, gc=False, tag="company_failed"):
    """A company is gone (FHW-MOR-06)."""

    company: CompanyKey
    teams: tuple[UnitId, ...] = ()


class ObjectivesHeld(Told, frozen=True, gc=False, tag="objectives_held"):
    """Who holds what (FHW-VIC-02)."""

    held: Mapping[str, Side | None]


class TurnEnded(Told, frozen=True, gc=False, tag="turn_ended"):
    """Marks of the turn are cleared (FHW-TURN-04)."""

    batteries: Mapping[PlatoonId, Battery] = {}


class DrawOffered(Told, frozen=True, gc=False, tag="draw_offered"):
    """FHW-VIC-05."""

    side: Side
    seat: Seat


class DrawAnswered(Told, frozen=True, gc=False, tag="draw_answered"):
    """FHW-VIC-05."""

    side: Side
    seat: Seat
    accept: bool


class DrawLapsed(Told, frozen=True, gc=False, tag="draw_lapsed"):
    """A commit came before the answer (FHW-VIC-05)."""


class GameEnded(Told, frozen=True, gc=False, tag="game_ended"):
    """FHW-VIC."""

    result: Result
    seat: Seat | None = None
    """Who gave up."""


AnyEvent = (
    SetUp | Flow | Marked | PhaseChanged | TurnStarted | MoraleTested | PlatoonRemoved | CompanyFailed | ObjectivesHeld
    | TurnEnded | DrawOffered | DrawAnswered | DrawLapsed | GameEnded | ep.ReservesRolled | ep.LotDrawn | ep.Arrived
    | ep.CalledIn | ep.Placed | ep.Stationed | ep.WentToGround | ep.LeftGround | ep.Drafted | ep.Withdrawn | ep.Committed
    | ep.Reopened | ep.PlansRevealed | ep.DraftsCleared | ep.StandingSet | ep.Counted | ep.CountDropped | ep.RolledOff
    | ep.CardTurned | ep.CardPlayed | ep.Passed | ep.Held | em.Rallied | em.RallyDone | em.RallyNoted | em.MudRolled
    | em.FogRolled | em.Announced | em.Moved | em.HaltedAt | em.Turned | em.BogTested | em.GotDown | em.GotUp
    | em.SeenEntering | em.Appointed | em.SightNoted | em.FirstFiredAt | em.Lifted | em.FoundOut | em.Disengaged
    | em.Reorganised | em.DugIn | em.FoxholesLeft | em.Recovered | em.AirCalled | em.FellBack | em.Consolidated | ef.AntiAirFired
    | ef.AreaAcquired | ef.ArmourRolled | ef.AssaultBegun | ef.AssaultTested | ef.Available | ef.BailedOut | ef.BatteryCounted
    | ef.Confirmed | ef.Designated | ef.Destroyed | ef.EntriesRevealed | ef.FirepowerRolled | ef.HitGiven | ef.Hurts
    | ef.RangedIn | ef.Repelled | ef.RidersRolled | ef.Saved | ef.ShotsRolled | ef.SmokePlaced | ef.SmokeRolled | ef.Struck
    | ef.Suppressed | ef.Swapped | ef.Withdrew | ef.WreckPlaced | ef.AirRolled | ef.BombardRolled | ef.Tallied
    | ef.LossesCounted
)  # fmt: skip
