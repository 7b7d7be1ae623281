"""Everything a player can do (part 5 of the rules), bounded, so that a wrong shape is refused before a rule looks at it.

Places are written as players read them: ``"0704"``, a floor above the first as ``"1105/2"``.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from app.engine.types import Action, UnitId
from app.systems.flames_hexwar.book.kinds import CompanyId, Facing, Half, Order, PlatoonId, Special

PlaceName = Annotated[str, msgspec.Meta(pattern=r"^[0-9]{4}(/[2-9])?$(?!\n)")]
HexName = Annotated[str, msgspec.Meta(pattern=r"^[0-9]{4}$(?!\n)")]
Team = Annotated[UnitId, msgspec.Meta(min_length=1, max_length=24)]
Platoon = Annotated[PlatoonId, msgspec.Meta(min_length=1, max_length=16)]
Company = Annotated[CompanyId, msgspec.Meta(min_length=1, max_length=16)]
Weapon = Annotated[str, msgspec.Meta(min_length=1, max_length=32)]
Dice = Annotated[int, msgspec.Meta(ge=1, le=40)]
MOST_SHOTS = 80


class Vertex(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A corner of hexes, by one of its three names (FHW-GEO-05)."""

    hex: HexName
    v: Facing


class Shot(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Dice of a weapon of a team at a platoon, or at an independent team that is joined to none (FHW-SHOT-01)."""

    team: Team
    weapon: Weapon
    count: Dice
    at: Team
    priority: Team | None = None
    smoke: bool = False
    facing: Facing | None = None


class DefensiveShot(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Dice of a weapon of a team at an assaulting platoon (FHW-ASLT-13)."""

    team: Team
    weapon: Weapon
    count: Dice
    at: Team
    priority: Team | None = None
    facing: Facing | None = None


class Opportunity(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Dice of a weapon of a team at the team that moves (FHW-FO-05)."""

    team: Team
    weapon: Weapon
    count: Dice
    facing: Facing | None = None


class AntiAir(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Dice of an anti-aircraft team at an attack of the wave, by its number (FHW-AIR-07)."""

    team: Team
    attack: Annotated[int, msgspec.Meta(ge=0, le=5)]
    count: Dice


class AirAttack(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Planes at three hexes about a corner, or at a battery off the board (FHW-AIR-03, FHW-AIR-09)."""

    planes: Annotated[int, msgspec.Meta(ge=1, le=3)]
    vertex: Vertex | None = None
    hexes: Annotated[tuple[HexName, ...], msgspec.Meta(max_length=8)] | None = None
    battery: Platoon | None = None

    def __post_init__(self) -> None:
        if (self.battery is None) != (self.vertex is not None and self.hexes is not None):
            raise ValueError("expected vertex and hexes, or battery")
        if self.battery is not None and (self.vertex is not None or self.hexes is not None):
            raise ValueError("expected vertex and hexes, or battery")


class StandingShot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """At which number a card set aside fires, and at what (FHW-FO-16)."""

    platoon: Platoon
    need: Annotated[int, msgspec.Meta(ge=2, le=6)]
    at: Literal["any", "foot", "vehicles"]


Shots = Annotated[tuple[Shot, ...], msgspec.Meta(max_length=MOST_SHOTS)]
Path = Annotated[tuple[PlaceName, ...], msgspec.Meta(max_length=24)]


# ------------------------------------------------------------------------------------------------------------- deployment


class Deploy(Action, frozen=True, tag="deploy"):
    """Places a team, or moves it (FHW-SET-06); ``aboard`` a carrier (FHW-TRAN-02)."""

    team: Team
    at: PlaceName | None = None
    half: Half | None = None
    facing: Facing | None = None
    aboard: Team | None = None

    def __post_init__(self) -> None:
        if (self.at is None) == (self.aboard is None):
            raise ValueError("expected one of at and aboard")
        if self.aboard is not None and (self.half is not None or self.facing is not None):
            raise ValueError("expected neither half nor facing with aboard")


class Station(Action, frozen=True, tag="station"):
    """Says whether artillery starts off the board (FHW-SET-04)."""

    platoon: Platoon
    off_board: bool


# --------------------------------------------------------------------------------------------------------------- planning


class GiveOrder(Action, frozen=True, tag="order"):
    """Writes on a card (FHW-PLAN-01, FHW-PLAN-10)."""

    platoon: Platoon
    order: Order
    ae: Special | None = None


class Deck(Action, frozen=True, tag="deck"):
    """Orders a deck, the top first (FHW-PLAN-03)."""

    company: Company
    cards: Annotated[tuple[Platoon, ...], msgspec.Meta(max_length=60)]


class Air(Action, frozen=True, tag="air"):
    """Puts a die of the pool on the table, or takes it back (FHW-AIR-02)."""

    call: bool


class Join(Action, frozen=True, tag="join"):
    """Names the platoon that an independent team is joined to where there are several (FHW-HQ-02)."""

    team: Team
    platoon: Platoon


class Standing(Action, frozen=True, tag="standing"):
    """Writes standing orders, and puts them in force or out of it (FHW-FO-16)."""

    in_force: bool
    fire: Annotated[tuple[StandingShot, ...], msgspec.Meta(max_length=60)] = ()


# ----------------------------------------------------------------------------------------------------------- designations


class Bombard(Action, frozen=True, tag="bombard"):
    """Designates a bombardment (FHW-ART)."""

    battery: Platoon
    spotter: Team
    aim: Team
    mode: Literal["normal", "dispersed", "concentrated"]
    ammo: Literal["he", "smoke"]
    vertex: Vertex
    hexes: Annotated[tuple[HexName, ...], msgspec.Meta(max_length=60)]
    automatic: bool = False


class Strike(Action, frozen=True, tag="strike"):
    """Designates the attacks of a flight (FHW-AIR-06)."""

    attacks: Annotated[tuple[AirAttack, ...], msgspec.Meta(min_length=1, max_length=3)]


class Fire(Action, frozen=True, tag="fire"):
    """All shooting of a platoon (FHW-SHOT-01)."""

    platoon: Platoon
    shots: Shots


class Lift(Action, frozen=True, tag="lift"):
    """A reconnaissance team finds those gone to ground instead of shooting (FHW-REC-01)."""

    team: Team
    platoon: Platoon


class WriteAssault(Action, frozen=True, tag="assault"):
    """Writes an assault (FHW-ASLT-01)."""

    platoons: Annotated[tuple[Platoon, ...], msgspec.Meta(min_length=1, max_length=20)]
    at: HexName


class Undraft(Action, frozen=True, tag="undraft"):
    """Withdraws a draft by what it is known by."""

    draft: Annotated[str, msgspec.Meta(min_length=1, max_length=24)]


class Commit(Action, frozen=True, tag="commit"):
    """Is done; with ``fill`` blanks get what is usual (FHW-PLAN-12)."""

    fill: bool = False


class Reopen(Action, frozen=True, tag="reopen"):
    """Reopens one's own plan (FHW-PLAN-08)."""


# -------------------------------------------------------------------------------------------------------------- execution


class Activate(Action, frozen=True, tag="activate"):
    """Turns a card (FHW-EXEC-03)."""

    platoon: Platoon


class Pass(Action, frozen=True, tag="pass"):
    """Lets the other side go on (FHW-EXEC-04)."""


class Dismount(Action, frozen=True, tag="dismount"):
    """A passenger gets down (FHW-TRAN-01)."""

    team: Team
    at: HexName
    half: Half | None = None
    facing: Facing | None = None


class Move(Action, frozen=True, tag="move"):
    """A whole way, or as much of it as one likes (FHW-MOVE-06)."""

    team: Team
    path: Path
    halt: bool = True
    half: Half | None = None
    facing: Facing | None = None


class Mount(Action, frozen=True, tag="mount"):
    """Gets up onto a carrier (FHW-TRAN-01)."""

    team: Team
    carrier: Team


class Close(Action, frozen=True, tag="close"):
    """Ends the activation."""


class FireOpportunity(Action, frozen=True, tag="opportunity"):
    """Opportunity fire (FHW-FO-09)."""

    shots: Annotated[tuple[Opportunity, ...], msgspec.Meta(min_length=1, max_length=MOST_SHOTS)]


class Hold(Action, frozen=True, tag="hold"):
    """Holds fire, aloud (FHW-FO-15)."""

    until: Literal["window", "team", "activation"] = "window"


class NextAssault(Action, frozen=True, tag="next_assault"):
    """Chooses which of one's assaults comes next (FHW-ASLT-11)."""

    at: HexName


# ---------------------------------------------------------------------------------------------------------------- answers


class AssignAntiAir(Action, frozen=True, tag="assign_aa"):
    """Anti-aircraft fire (FHW-AIR-07)."""

    shots: Annotated[tuple[AntiAir, ...], msgspec.Meta(max_length=MOST_SHOTS)]


class Allocate(Action, frozen=True, tag="allocate"):
    """Gives each hit to a team, in their order (FHW-ALLOC-01)."""

    teams: Annotated[tuple[Team, ...], msgspec.Meta(min_length=1, max_length=400)]


class Swap(Action, frozen=True, tag="swap"):
    """Loses another team instead, or nobody (FHW-FO-10)."""

    team: Team | None


class Appoint(Action, frozen=True, tag="appoint"):
    """Names a new platoon command (FHW-HQ-07, FHW-AE-04)."""

    team: Team


class Shield(Action, frozen=True, tag="shield"):
    """Loses another team instead of a hero (FHW-HQ-08)."""

    team: Team


class Recover(Action, frozen=True, tag="recover"):
    """Frees a bogged vehicle, or none (FHW-BOG-06)."""

    team: Team
    vehicle: Team | None


class Disengage(Action, frozen=True, tag="disengage"):
    """Whether a reconnaissance platoon goes back (FHW-REC-03)."""

    yes: bool


class FallBack(Action, frozen=True, tag="fall_back"):
    """A team goes back (FHW-ASLT-24, FHW-REC-03)."""

    team: Team
    path: Path
    half: Half | None = None
    facing: Facing | None = None


class AssaultMove(Action, frozen=True, tag="assault_move"):
    """A team goes in, or closer (FHW-ASLT-04)."""

    team: Team
    at: PlaceName
    half: Half | None = None
    facing: Facing | None = None


class Defend(Action, frozen=True, tag="defend"):
    """All defensive fire of a seat (FHW-ASLT-13)."""

    shots: Annotated[tuple[DefensiveShot, ...], msgspec.Meta(max_length=MOST_SHOTS)]


class Stay(Action, frozen=True, tag="stay"):
    """Whether one fights on (FHW-ASLT-20)."""

    yes: bool


class GoOn(Action, frozen=True, tag="go_on"):
    """Whether who alone passed wants another round (FHW-ASLT-23)."""

    yes: bool


class Consolidate(Action, frozen=True, tag="consolidate"):
    """A team of the winner goes on a hex (FHW-ASLT-24)."""

    team: Team
    at: PlaceName
    half: Half | None = None
    facing: Facing | None = None


class Done(Action, frozen=True, tag="done"):
    """No more moves of this kind."""


class Resign(Action, frozen=True, tag="resign"):
    """Gives up (FHW-VIC-05)."""


class OfferDraw(Action, frozen=True, tag="offer_draw"):
    """Offers a draw (FHW-VIC-05)."""


class AnswerDraw(Action, frozen=True, tag="answer_draw"):
    """Accepts a draw, or declines it (FHW-VIC-05)."""

    accept: bool


AnyAction = (
    Deploy | Station | GiveOrder | Deck | Air | Join | Standing | Bombard | Strike | Fire | Lift | WriteAssault | Undraft
    | Commit | Reopen | Activate | Pass | Dismount | Move | Mount | Close | FireOpportunity | Hold | NextAssault
    | AssignAntiAir | Allocate | Swap | Appoint | Shield | Recover | Disengage | FallBack | AssaultMove | Defend | Stay
    | GoOn | Consolidate | Done | Resign | OfferDraw | AnswerDraw
)  # fmt: skip
