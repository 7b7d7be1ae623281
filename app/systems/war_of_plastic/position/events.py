"""Everything that can happen: facts with the dice that fell and all that is needed to fold and to draw them again.

Combat and the captains' affairs have modules of their own; ``AnyEvent`` is all of them. Lengths are whole millimetres. Nothing in an event is worked out again later: a log line is drawn from its event alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from app.engine.types import Event, Text, UnitId
from app.systems.war_of_plastic.book.state import (
    Army,
    Edge,
    KindList,
    Mode,
    Name,
    Phase,
    Piece,
    Position,
    Prompt,
    Unit,
    WeaponToken,
)
from app.systems.war_of_plastic.position.events_captains import (
    ClaimAnswered,
    Conceded,
    Delegated,
    DrawAnswered,
    DrawOffered,
    GameEnded,
    ObjectiveClaimed,
    ObjectiveReached,
)
from app.systems.war_of_plastic.position.events_combat import (
    AreaHit,
    AreaShot,
    Damage,
    Destroyed,
    Fought,
    Shot,
    Spot,
    Stray,
    WreckPlaced,
)

Waypoints = tuple[tuple[int, ...], ...]
RollOff = Literal["obstacles", "edge", "first"]


# ------------------------------------------------------------------------------------------------- before the first turn


class SetUp(Event, frozen=True, tag="set_up"):
    """The game as it begins; ``name`` is that of a battle which somebody made."""

    position: Position
    name: Text | None = None


class ArmySubmitted(Event, frozen=True, tag="army_submitted"):
    """An army list was put forward; told to the own army only, unless the armies are equal (WOP-HID-02)."""

    army: Army
    list: KindList


class ArmyLocked(Event, frozen=True, tag="army_locked"):
    """An army list was locked; which one is not told."""

    army: Army


class ArmiesRevealed(Event, frozen=True, tag="armies_revealed"):
    """Both lists are locked: these are the units."""

    lists: Mapping[Army, KindList]
    units: tuple[Unit, ...]


class Rolled(Event, frozen=True, tag="rolled"):
    """A die of a roll-off (WOP-DICE-02)."""

    purpose: RollOff
    army: Army
    die: int


class RollDecided(Event, frozen=True, tag="roll_decided"):
    """A roll-off was won."""

    purpose: RollOff
    higher: Army
    lower: Army


class RoleChosen(Event, frozen=True, tag="role_chosen"):
    """Method B: ``placing`` sets up the field, ``choosing`` chooses its edge (WOP-OBST-05)."""

    army: Army
    placing: Army
    choosing: Army


class ObstaclePlaced(Event, frozen=True, tag="obstacle_placed"):
    """A piece of the pool stands on the table; ``next_army`` has the next go."""

    army: Army
    index: int
    piece: Piece
    next_army: Army


class ObstaclePassed(Event, frozen=True, tag="obstacle_passed"):
    """Method A: an army placed nothing at its go."""

    army: Army
    next_army: Army


class ObstaclesFinished(Event, frozen=True, tag="obstacles_finished"):
    """No more obstacles are placed; ``unused`` pieces are left over."""

    unused: int


class EdgeChosen(Event, frozen=True, tag="edge_chosen"):
    """Both armies have their edges."""

    army: Army
    edge: Edge
    opposite: Edge


class Deployed(Event, frozen=True, tag="deployed"):
    """A unit stands on the table, or is aboard ``vehicle``; ``next_army`` has the next go."""

    army: Army
    unit: UnitId
    spot: Spot | None
    vehicle: UnitId | None
    next_army: Army


class DeploymentFinished(Event, frozen=True, tag="deployment_finished"):
    """An army deploys no more; ``reserve`` is what stays behind. ``automatic``: it had nothing left."""

    army: Army
    reserve: tuple[UnitId, ...]
    automatic: bool
    next_army: Army | None


class PhaseChanged(Event, frozen=True, tag="phase_changed"):
    """The next phase begins; ``army`` is who is asked in it, ``None``: both or nobody."""

    phase: Phase
    army: Army | None = None


# ----------------------------------------------------------------------------------------------------- turns, manoeuvres


class TurnStarted(Event, frozen=True, tag="turn_started"):
    """An army's turn begins: its own ``turn`` number within ``round``."""

    army: Army
    round: int
    turn: int


class ManoeuvreOpened(Event, frozen=True, tag="manoeuvre_opened"):
    """A unit's manoeuvre begins, the ``number``-th of the turn (WOP-MAN-16)."""

    army: Army
    unit: UnitId
    number: int


class ManoeuvreClosed(Event, frozen=True, tag="manoeuvre_closed"):
    """A unit's manoeuvre is over, in its army's own ``turn``."""

    army: Army
    unit: UnitId
    turn: int


class TurnEnded(Event, frozen=True, tag="turn_ended"):
    """A turn is over. ``empty_turns`` counts turns in a row ended with no unit on the table (WOP-WIN-09); offers and claims
    that waited for this army's answer lapse (WOP-WIN-05, WOP-WIN-07)."""

    army: Army
    empty_turns: int
    draw_lapsed: bool = False
    claim_lapsed: bool = False


class RoundEnded(Event, frozen=True, tag="round_ended"):
    """A round is over: zones held, in consecutive rounds, and objectives of survival, by army and index; rounds without
    combat (WOP-WIN-04, WOP-WIN-10)."""

    round: int
    zone_rounds: Mapping[Army, Mapping[str, int]]
    survived: Mapping[Army, tuple[int, ...]]
    stall_rounds: int


class Moved(Event, frozen=True, tag="moved"):
    """A unit moved (WOP-MOVE). ``edges`` are those it got to; ``contacts`` whom it touches and ``engages`` with whom of
    them it is in close combat."""

    army: Army
    unit: UnitId
    start: Spot
    path_mm: Waypoints
    length_mm: int
    mode: Mode
    turn: int
    facing_deg: int
    left: UnitId | None = None
    vehicle: UnitId | None = None
    edges: tuple[Edge, ...] = ()
    contacts: tuple[UnitId, ...] = ()
    engages: tuple[UnitId, ...] = ()


class Entered(Event, frozen=True, tag="entered"):
    """A unit came in from the reserve over its edge and moved on (WOP-RES)."""

    army: Army
    unit: UnitId
    edge: Edge
    start: Spot
    path_mm: Waypoints
    length_mm: int
    mode: Mode
    turn: int
    facing_deg: int
    vehicle: UnitId | None = None
    passengers: tuple[UnitId, ...] = ()
    edges: tuple[Edge, ...] = ()
    contacts: tuple[UnitId, ...] = ()
    engages: tuple[UnitId, ...] = ()


class Boarded(Event, frozen=True, tag="boarded"):
    """A soldier is aboard a vehicle now (WOP-VEH-04)."""

    unit: UnitId
    vehicle: UnitId


class LeftVehicle(Event, frozen=True, tag="left_vehicle"):
    """A soldier got off (WOP-VEH-08)."""

    unit: UnitId
    vehicle: UnitId


class WeaponDropped(Event, frozen=True, tag="weapon_dropped"):
    """A special weapon lies on the table: laid down, or ``lost`` by a dead or wounded soldier (WOP-DROP-01,
    WOP-DMG-17, WOP-DMG-18)."""

    army: Army
    unit: UnitId
    token: WeaponToken
    lost: bool = False


class WeaponTaken(Event, frozen=True, tag="weapon_taken"):
    """A soldier has another weapon: the ``token`` he picked up from the ground, or ``from`` a companion's hands
    (WOP-DROP-03, WOP-DROP-08)."""

    army: Army
    unit: UnitId
    weapon: Name
    token: Name | None = None
    from_: UnitId | None = msgspec.field(default=None, name="from")


class Unstunned(Event, frozen=True, tag="unstunned"):
    """A stun is off; ``by`` spent the manoeuvre (WOP-DMG-14)."""

    army: Army
    unit: UnitId
    by: UnitId


class Healed(Event, frozen=True, tag="healed"):
    """One hurt less; ``ready_from_turn`` once there is none left (WOP-HEAL-05, WOP-HEAL-06)."""

    army: Army
    unit: UnitId
    damage: int
    turn: int
    ready_from_turn: int | None = None


class Withdrawn(Event, frozen=True, tag="withdrawn"):
    """A unit is taken off the table into the reserve (WOP-HEAL-01, WOP-HEAL-02, WOP-HEAL-03, WOP-HEAL-04).
    ``with_vehicle``: it was carried off;
    ``automatic``: it got to its edge by a move."""

    army: Army
    unit: UnitId
    automatic: bool
    ready_from_turn: int
    with_vehicle: UnitId | None = None


class SurvivorsWaiting(Event, frozen=True, tag="survivors_waiting"):
    """Survivors of destroyed vehicles must be placed, in this order (WOP-DMG-20)."""

    prompts: tuple[Prompt, ...]


class SurvivorPlaced(Event, frozen=True, tag="survivor_placed"):
    """A survivor stands beside the wreck."""

    army: Army
    unit: UnitId
    spot: Spot
    wreck: Name


AnyEvent = (
    SetUp
    | ArmySubmitted
    | ArmyLocked
    | ArmiesRevealed
    | Rolled
    | RollDecided
    | RoleChosen
    | ObstaclePlaced
    | ObstaclePassed
    | ObstaclesFinished
    | EdgeChosen
    | Deployed
    | DeploymentFinished
    | PhaseChanged
    | TurnStarted
    | ManoeuvreOpened
    | ManoeuvreClosed
    | TurnEnded
    | RoundEnded
    | Moved
    | Entered
    | Boarded
    | LeftVehicle
    | WeaponDropped
    | WeaponTaken
    | Unstunned
    | Healed
    | Withdrawn
    | SurvivorsWaiting
    | SurvivorPlaced
    | Shot
    | Stray
    | AreaHit
    | AreaShot
    | Damage
    | Destroyed
    | WreckPlaced
    | Fought
    | Delegated
    | DrawOffered
    | DrawAnswered
    | Conceded
    | ObjectiveClaimed
    | ClaimAnswered
    | ObjectiveReached
    | GameEnded
)
