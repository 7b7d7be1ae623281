"""What is told of reserves, deployment, plans and cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from app.boards.hexes import Hex
from app.engine.types import Seat, UnitId
from app.systems.flames_hexwar.book.kinds import Count, Facing, Half, Order, PlatoonId, Side, Special
from app.systems.flames_hexwar.position.actions import StandingShot
from app.systems.flames_hexwar.position.state import CompanyKey, Drafts
from app.systems.flames_hexwar.position.told import Told


class ReservesRolled(Told, frozen=True, gc=False, tag="reserves_rolled"):
    """FHW-REIN-01."""

    side: Side
    dice: tuple[int, ...]
    need: Count


class LotDrawn(Told, frozen=True, gc=False, tag="lot_drawn"):
    """A platoon arrives (FHW-REIN-02); no die where one was left."""

    side: Side
    platoon: PlatoonId
    die: int | None = None
    sides: Count = 0


class Arrived(Told, frozen=True, gc=False, tag="arrived"):
    """Self-propelled artillery that was called in arrives (FHW-REIN-04)."""

    platoon: PlatoonId


class CalledIn(Told, frozen=True, gc=False, tag="called_in"):
    """It is on its way (FHW-ART-05)."""

    platoon: PlatoonId
    arrives: Count


class Placed(Told, frozen=True, gc=False, tag="placed"):
    """A team is placed (FHW-SET-06)."""

    team: UnitId
    where: Hex | None = None
    floor: Count = 1
    half: Half | None = None
    facing: Facing | None = None
    aboard: UnitId | None = None


class Stationed(Told, frozen=True, gc=False, tag="stationed"):
    """Artillery starts off the board, or on it (FHW-SET-04)."""

    platoon: PlatoonId
    off_board: bool


class WentToGround(Told, frozen=True, gc=False, tag="went_to_ground"):
    """These teams are gone to ground, of those named (FHW-SET-06, FHW-GTG-02)."""

    teams: tuple[UnitId, ...]


class LeftGround(Told, frozen=True, gc=False, tag="left_ground"):
    """These are not any more (FHW-GTG-03)."""

    teams: tuple[UnitId, ...]


# ------------------------------------------------------------------------------------------------------ drafts and commits


class Drafted(Told, frozen=True, gc=False, tag="drafted"):
    """What a seat has drafted by now, its side's alone (FHW-HID-03); ``act`` is what it did last."""

    seat: Seat
    drafts: Drafts
    act: str
    text: Mapping[str, Any] = {}


class Withdrawn(Told, frozen=True, gc=False, tag="withdrawn"):
    """A draft is withdrawn; its side's alone."""

    seat: Seat
    drafts: Drafts
    draft: str


class Committed(Told, frozen=True, gc=False, tag="committed"):
    """A seat is done."""

    seat: Seat


class Reopened(Told, frozen=True, gc=False, tag="reopened"):
    """A seat reopens its plan (FHW-PLAN-08)."""

    seat: Seat


class PlansRevealed(Told, frozen=True, gc=False, tag="plans_revealed"):
    """All have planned. ``orders``, ``decks`` and ``aside`` are secret; everybody is told how many lie in each deck and apart
    (FHW-HID-02)."""

    sizes: Mapping[CompanyKey, tuple[Count, Count | None]]
    orders: Mapping[PlatoonId, tuple[Order, Special | None]] = {}
    decks: Mapping[CompanyKey, tuple[PlatoonId, ...]] = {}
    aside: Mapping[CompanyKey, tuple[PlatoonId, ...]] = {}
    joins: Mapping[UnitId, PlatoonId] = {}


class DraftsCleared(Told, frozen=True, gc=False, tag="drafts_cleared"):
    """What was drafted has been revealed or put in force; never told in words."""


class StandingSet(Told, frozen=True, gc=False, tag="standing_set"):
    """Standing orders are in force, or no longer; what they say is their side's alone (FHW-FO-16)."""

    seat: Seat
    in_force: bool
    fire: tuple[StandingShot, ...] = ()


class Counted(Told, frozen=True, gc=False, tag="counted"):
    """How many cards of each deck have the order of the step that begins (FHW-EXEC-02)."""

    step: Literal["a", "b", "c", "d"]
    left: Mapping[CompanyKey, Count]


class CountDropped(Told, frozen=True, gc=False, tag="count_dropped"):
    """A card that was counted has left its deck (FHW-HID-09)."""

    company: CompanyKey


class RolledOff(Told, frozen=True, gc=False, tag="rolled_off"):
    """Who starts (FHW-EXEC-01): the attacker's die first."""

    dice: tuple[int, int]
    what: Literal["step", "assaults", "mutual"] = "step"


class CardTurned(Told, frozen=True, gc=False, tag="card_turned"):
    """A card is turned up (FHW-HID-01)."""

    platoon: PlatoonId
    order: Order
    ae: Special | None = None


class CardPlayed(Told, frozen=True, gc=False, tag="card_played"):
    """A card leaves its deck for this turn; never told in words."""

    platoon: PlatoonId


class Passed(Told, frozen=True, gc=False, tag="passed"):
    """A side lets the other go on (FHW-EXEC-04)."""

    side: Side


class Held(Told, frozen=True, gc=False, tag="held"):
    """A seat holds its fire, aloud (FHW-FO-15); ``standing``: by its standing orders, for the window (FHW-FO-16)."""

    seat: Seat
    until: Literal["window", "team", "activation", "standing"] = "window"
