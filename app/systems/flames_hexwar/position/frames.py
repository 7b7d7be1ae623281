"""What is being resolved, as data: the stack of frames of a position, the innermost last (part 4 of the rules).

A frame that waits says whom it asks by its type; what follows from an answer is worked out by ``turn/machine.py``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from app.boards.hexes import Hex
from app.engine.types import Seat, UnitId
from app.systems.flames_hexwar.book.kinds import Count, Facing, Half, Place, PlatoonId, Side
from app.systems.flames_hexwar.position.actions import AirAttack, Bombard, Shot

Context = Literal["fc", "md", "fo", "defend"]
"""Under which rules a volley is fired: covering fire, move and shoot, opportunity fire, defensive fire."""


class Visit(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A place on the way of a moving team, as it was when the team stood there (FHW-FO-06)."""

    place: Place | None = None
    """``None``: beside the board, waiting to come on (FHW-REIN-03)."""
    by_road: bool = False
    """It was entered by a road step."""
    in_street: bool = False
    half: Half | None = None
    stack: Count = 0
    """Stacking points of its side there."""
    dug_in: Literal["foxhole", "trench"] | None = None
    """What it stood in."""


class Moving(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A team between its first step and its halt."""

    team: UnitId
    visits: tuple[Visit, ...]
    """Its start first, where it is last."""
    announced: Place | Literal["halt"] | None = None
    rest: tuple[Place, ...] = ()
    """What is planned and not announced yet; its side's secret (FHW-MOVE-06)."""
    halt: bool = True
    """Whether it halts at the end of what is planned."""
    half: Half | None = None
    facing: Facing | None = None
    held: tuple[Seat, ...] = ()
    """Who holds for the rest of its move (FHW-FO-15)."""
    fog: Mapping[UnitId, Count] = {}
    """How far firing teams see it, by their dice (FHW-WEA-07)."""
    fired_on: bool = False
    """Whether a volley has been rolled at it: the rest of its way lapses."""
    closer: bool = False
    """The announced step brings it closer to an enemy whom it saw when it was announced: none for a suppressed team (FHW-SUPP-03)."""
    has_halted: bool = False
    """It has come to its halt, and the last window is open."""


class Activation(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, tag_field="frame", tag="activation"):
    """A platoon with its card turned, in step (b) or (c)."""

    platoon: PlatoonId
    mud: Count | None = None
    """The die for odd halves (FHW-WEA-10)."""
    begun: bool = False
    """Some team has moved: nobody gets down any more (FHW-TRAN-01)."""
    moving: Moving | None = None
    held: tuple[Seat, ...] = ()
    """Who holds for the rest of it."""
    fired: bool = False
    closing: bool = False


class Window(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, tag_field="frame", tag="window"):
    """A window for opportunity fire on the moving team (FHW-FO-05)."""

    held: tuple[Seat, ...] = ()
    tried: tuple[PlatoonId, ...] = ()
    """Cards whose standing orders have been carried out in it; their side's alone (FHW-FO-16)."""


class Fired(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A weapon of a team in a volley."""

    team: UnitId
    weapon: str
    count: Count
    at: Hex
    """From where."""
    priority: UnitId | None = None
    smoke: bool = False


class Volley(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """All shots of a platoon at one target: a platoon, or an independent team that is joined to none (FHW-SHOT-06)."""

    platoon: PlatoonId
    target: str
    shots: tuple[Fired, ...]
    asked: bool = False
    """Whether the target has been asked to disengage (FHW-REC-03)."""


class Volleys(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, tag_field="frame", tag="volleys"):
    """Volleys still to be rolled."""

    context: Context
    left: tuple[Volley, ...]
    fog: Count | None = None
    """How far the platoon sees in fog, by its die (FHW-WEA-06)."""


class HitRow(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A hit: by whom, with what, whom it may be given to, in roster order."""

    teams: tuple[UnitId, ...]
    weapon: str = ""
    shooter: UnitId | None = None
    start: Hex | None = None
    """From where; ``None``: from above."""
    by: Literal["direct", "bombard", "air"] = "direct"
    priority: UnitId | None = None


class Hits(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, tag_field="frame", tag="hits"):
    """Hits that are given out, then saved one by one."""

    context: Literal["fc", "md", "fo", "defend", "bombard", "air", "strike"]
    side: Side
    """Whose teams are hit."""
    target: str
    rows: tuple[HitRow, ...]
    given: tuple[UnitId, ...] = ()
    next: Count = 0
    riders: tuple[UnitId, ...] = ()
    """Passengers that still have to save for the hit before (FHW-SAVE-07)."""
    seat: Seat | None = None
    """Who is asked to give them out."""


class SwapChoice(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, tag_field="frame", tag="swap"):
    """Another team may be lost instead of a command team (FHW-FO-10)."""

    seat: Seat
    team: UnitId
    teams: tuple[UnitId, ...]


class HeroChoice(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, tag_field="frame", tag="hero"):
    """Another team is lost instead of a hero (FHW-HQ-08)."""

    seat: Seat
    team: UnitId
    teams: tuple[UnitId, ...]


class NewCommand(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, tag_field="frame", tag="new_command"):
    """A platoon without command appoints one at once (FHW-HQ-07)."""

    seat: Seat
    platoon: PlatoonId
    teams: tuple[UnitId, ...]


class SpecialChoice(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, tag_field="frame", tag="special"):
    """Whom a special action appoints, or recovers (FHW-AE-04, FHW-BOG-06)."""

    seat: Seat
    platoon: PlatoonId
    teams: tuple[UnitId, ...]
    vehicles: tuple[UnitId, ...] = ()
    """Bogged ones; none for appointing."""


class DisengageChoice(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, tag_field="frame", tag="disengage"):
    """A reconnaissance platoon that is shot at may go back (FHW-REC-03)."""

    seat: Seat
    platoon: PlatoonId
    firing: PlatoonId


class FallingBack(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, tag_field="frame", tag="fall_back"):
    """Teams that go back one by one: after disengaging, or from a lost assault."""

    seat: Seat
    teams: tuple[UnitId, ...]
    """Those still to go."""
    away_from: tuple[UnitId, ...] = ()
    """Enemies of the assault; none after disengaging."""
    firing: PlatoonId | None = None
    """The firing platoon after disengaging."""
    mud: Mapping[PlatoonId, Count] = {}


class AntiAirChoice(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, tag_field="frame", tag="aa"):
    """Anti-aircraft fire at a wave (FHW-AIR-05, FHW-AIR-07)."""

    side: Side
    """Whose aircraft come."""
    seats: tuple[Seat, ...]
    """Who is still asked."""


class Wave(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Air attacks of a side."""

    side: Side
    attacks: tuple[AirAttack, ...]
    planes: tuple[Count, ...]
    """Planes still in each attack."""


class Covering(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, tag_field="frame", tag="covering"):
    """Sub-step (a1) or (a2) being carried out."""

    waves: tuple[Wave, ...] = ()
    aa: tuple[tuple[UnitId, Count, Count, Side], ...] = ()
    """Anti-aircraft shots that were assigned: team, attack, dice, whose aircraft."""
    aa_asked: tuple[Side, ...] = ()
    aa_rolled: bool = False
    attack: tuple[Count, Count] = (0, 0)
    """The wave and the attack of it that comes next."""
    bombards: tuple[tuple[Side, Bombard, Count], ...] = ()
    """Bombardments still to come, with the pieces counted."""
    lifts: tuple[tuple[UnitId, PlatoonId], ...] = ()
    smoke: tuple[tuple[tuple[Hex, ...], tuple[UnitId, ...]], ...] = ()
    """Markers that lie from the end of the sub-step on, with who sees through them (FHW-FC-04)."""
    found: tuple[UnitId, ...] = ()
    """Whom reconnaissance has found; it counts from the end of the sub-step on (FHW-GTG-03)."""
    fires: tuple[tuple[PlatoonId, tuple[Shot, ...]], ...] = ()
    ending: bool = False


Stage = Literal[
    "terror", "moves", "fire", "repel", "contact", "victims", "armour", "withdraw", "defender_stays", "continue", "regroup",
    "regroup_defender", "retreat", "consolidate", "end",
]  # fmt: skip
"""How far an assault has come."""


class Assault(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, tag_field="frame", tag="assault"):
    """An assault (FHW-ASLT)."""

    side: Side
    """The assaulting side."""
    at: Hex
    platoons: tuple[PlatoonId, ...]
    defenders: tuple[PlatoonId, ...] = ()
    """Of a mutual assault: those of the other entry."""
    mutual: bool = False
    stage: Stage = "terror"
    round: Count = 0
    teams: tuple[UnitId, ...] = ()
    """Assaulting teams."""
    came_from: Mapping[UnitId, Place] = {}
    moved: tuple[UnitId, ...] = ()
    """Teams that have made their move of this stage."""
    done: tuple[Seat, ...] = ()
    """Seats that are done with it."""
    mover: Side | None = None
    asked: tuple[Seat, ...] | None = None
    """Seats still to declare defensive fire; ``None`` before anybody is asked."""
    hits: Count = 0
    """Hits of defensive fire on infantry and guns."""
    tanks: tuple[UnitId, ...] = ()
    """Assaulting armour of platoons that consist of it (FHW-ASLT-08)."""
    fought: tuple[UnitId, ...] = ()
    """Everybody who has taken part."""
    given: tuple[Side, ...] = ()
    """Sides that have named their victims of the round."""
    rows: tuple[tuple[Side, tuple[HitRow, ...]], ...] = ()
    """Hits of the round still to be given to a side's teams."""
    victims: tuple[tuple[UnitId, UnitId], ...] = ()
    """Victim and striker, still to be resolved."""
    tester: Side | None = None
    """Who alone has passed and chooses (FHW-ASLT-23)."""
    winner: Side | None = None


Frame = (
    Activation
    | Window
    | Volleys
    | Hits
    | SwapChoice
    | HeroChoice
    | NewCommand
    | SpecialChoice
    | DisengageChoice
    | FallingBack
    | AntiAirChoice
    | Covering
    | Assault
)
