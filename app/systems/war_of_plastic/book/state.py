"""The position of a game of War of Plastic: frozen values, whole millimetres (WOP-GEN-02), no rules.

x runs from 0 (west) to ``width_mm`` (east), y from 0 (south) to ``height_mm`` (north). Collections are never changed in
place: a new position shares everything that did not change.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Any, Final, Literal

import msgspec

from app.engine.types import Seat, UnitId

Army = Literal["A", "B"]
ARMIES: Final[tuple[Army, Army]] = ("A", "B")
Edge = Literal["south", "north", "west", "east"]
UnitType = Literal["infantry", "light", "heavy"]
Status = Literal["undeployed", "table", "aboard", "reserve", "destroyed"]

Millimetre = Annotated[int, msgspec.Meta(ge=-100_000, le=100_000)]
Count = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
Level = Annotated[int, msgspec.Meta(ge=0, le=19)]
Point = tuple[Millimetre, Millimetre]
MOST_LISTED: Final = 60
"""Units on a free army list, at most: a bound on work, not a rule; the usual limit of 40 points buys twenty soldiers."""

KindList = Annotated[tuple[Name, ...], msgspec.Meta(max_length=MOST_LISTED)]
"""A free army list: unit kinds in order (WOP-ARMY-07)."""


def other(army: Army) -> Army:
    """The enemy's army."""
    return "B" if army == "A" else "A"


class Mode(StrEnum):
    """How a unit moved in a manoeuvre, from steadiest to worst (WOP-MOVE-06)."""

    STATIONARY = "stationary"
    MOVING = "moving"
    FORCED = "forced"


class Phase(StrEnum):
    """The phases of rules.md, "Turn structure"."""

    ARMIES = "armies"
    OBSTACLE_ROLL = "obstacle_roll"
    OBSTACLE_ROLE = "obstacle_role"
    OBSTACLES = "obstacles"
    EDGE_ROLL = "edge_roll"
    EDGE_CHOICE = "edge_choice"
    DEPLOYMENT = "deployment"
    FIRST_ROLL = "first_roll"
    TURN = "turn"
    FINISHED = "finished"


class Piece(msgspec.Struct, frozen=True, omit_defaults=True, cache_hash=True):
    """An obstacle: a polygon (``points_mm``) or a disc (``x_mm``, ``y_mm``, ``radius_mm``). ``kind`` names its terrain
    row; a wreck is a disc piece ``wreck-<unit id>`` (WOP-DMG-04)."""

    id: Name
    kind: Name
    points_mm: Annotated[tuple[Point, ...], msgspec.Meta(max_length=100)] = ()
    x_mm: Millimetre | None = None
    y_mm: Millimetre | None = None
    radius_mm: Millimetre | None = None
    levels: Annotated[int, msgspec.Meta(ge=1, le=20)] = 1


class ModeOnTurn(msgspec.Struct, frozen=True):
    """The mode of a unit's last own move and the own turn it was made in."""

    turn: Count
    mode: Mode


class Unit(msgspec.Struct, frozen=True, gc=False):
    """One miniature, a vehicle with its crew (WOP-GEN-06). ``stunned``: the soldier, or the crew (WOP-DMG-12).
    ``weapons`` are always carried, ``special`` are the weapon tokens carried now (WOP-WEAP-02).

    ``x_mm`` and ``y_mm`` are set while ``status`` is ``table``, and of a destroyed unit say where it fell; a passenger is at
    the centre of the vehicle ``aboard`` (WOP-VEH-05). Turn numbers are own turns of the unit's army.
    """

    id: UnitId
    army: Army
    owner: Seat
    handler: Seat
    kind: Name
    type: UnitType
    radius_mm: Annotated[int, msgspec.Meta(ge=1, le=1000)]
    weapons: Annotated[tuple[Name, ...], msgspec.Meta(max_length=20)]
    status: Status
    special: Annotated[tuple[Name, ...], msgspec.Meta(max_length=20)] = ()
    damage: Annotated[int, msgspec.Meta(ge=0, le=100)] = 0
    stunned: bool = False
    x_mm: Millimetre | None = None
    y_mm: Millimetre | None = None
    level: Level = 0
    aboard: UnitId | None = None
    facing_deg: Annotated[int, msgspec.Meta(ge=0, le=359)] = 0
    acted_on_turn: Count | None = None
    healed_on_turn: Count | None = None
    mode_on_turn: ModeOnTurn | None = None
    ready_from_turn: Count = 1


class WeaponToken(msgspec.Struct, frozen=True):
    """A special weapon lying on the table; on a wreck it is reached by contact with the wreck (WOP-DROP-05)."""

    id: Name
    weapon: Name
    x_mm: Millimetre
    y_mm: Millimetre
    level: Level = 0
    on_wreck: Name | None = None


class Board(msgspec.Struct, frozen=True):
    """The table and everything on it that is not a unit."""

    width_mm: Annotated[int, msgspec.Meta(ge=600, le=3000)]
    height_mm: Annotated[int, msgspec.Meta(ge=600, le=3000)]
    pieces: Annotated[tuple[Piece, ...], msgspec.Meta(max_length=500)]


class Zone(msgspec.Struct, frozen=True):
    """A closed polygon to be held (WOP-WIN-04)."""

    points: Annotated[tuple[Point, ...], msgspec.Meta(min_length=3, max_length=100)]


class Objective(msgspec.Struct, frozen=True, omit_defaults=True):
    """One objective of the library (WOP-WIN-04, WOP-WIN-05); only the fields of its ``type`` are set."""

    type: Literal["destroy_all", "destroy_matching", "reach_edge", "hold_zone", "survive", "manual"]
    filter: Name | tuple[UnitId, ...] | None = None
    count: Count | None = None
    edge: Name | None = None
    zone: Zone | None = None
    rounds: Count | None = None
    round: Count | None = None
    text_es: Annotated[str, msgspec.Meta(max_length=500)] | None = None
    text_en: Annotated[str, msgspec.Meta(max_length=500)] | None = None


class Objectives(msgspec.Struct, frozen=True):
    """An army's objectives: ``any`` of the list or ``all`` of it."""

    mode: Literal["any", "all"]
    list: Annotated[tuple[Objective, ...], msgspec.Meta(max_length=20)]


class ArmyState(msgspec.Struct, frozen=True, gc=False):
    """What belongs to one army. ``list`` is its free army list (WOP-ARMY-07), a secret until both are locked unless the
    armies are equal; ``reached`` names, per edge, the units that have got to it by a move (WOP-WIN-04). Of the objectives'
    list, by index: ``zone_rounds`` counts consecutive rounds held, ``survived`` are those whose round ended well,
    ``confirmed`` the manual ones agreed."""

    seats: tuple[Seat, ...]
    captain: Seat
    objectives: Objectives
    edge: Edge | None = None
    turn_number: Count = 0
    empty_turns: Count = 0
    reached: Mapping[str, tuple[UnitId, ...]] = {}
    zone_rounds: Mapping[str, Count] = {}
    survived: tuple[Count, ...] = ()
    confirmed: tuple[Count, ...] = ()
    role: Literal["place", "edge"] | None = None
    list: KindList | None = None
    list_locked: bool = False
    deploy_finished: bool = False


class ObstaclePool(msgspec.Struct, frozen=True):
    """Methods A and B: the shapes left to place by index (``None``: placed), whose go it is, passes one after the other
    (WOP-OBST-06)."""

    remaining: Annotated[tuple[Name | None, ...], msgspec.Meta(max_length=200)]
    army_to_place: Army | None = None
    passes: Count = 0


class OpenManoeuvre(msgspec.Struct, frozen=True, gc=False):
    """The manoeuvre under way (WOP-MAN-16). ``left_vehicle`` is the vehicle got off in it."""

    unit: UnitId
    moved_mm: Count = 0
    mode: Mode = Mode.STATIONARY
    left_vehicle: UnitId | None = None
    entered: bool = False
    moved: bool = False
    dropped: bool = False


class Prompt(msgspec.Struct, frozen=True, omit_defaults=True):
    """A decision in the middle of a resolution: who must place which survivor of which wreck (WOP-DMG-20). ``weapons`` are
    the special weapons a wounded one loses where he is placed (WOP-DMG-18)."""

    kind: Literal["place_survivor"]
    seat: Seat
    unit: UnitId
    wreck: Name
    weapons: Annotated[tuple[Name, ...], msgspec.Meta(max_length=20)] = ()


class DrawOffer(msgspec.Struct, frozen=True):
    """A draw offer that stands, and the army that made it (WOP-WIN-07)."""

    army: Army


class Claim(msgspec.Struct, frozen=True):
    """A manual objective claimed by an army, by its index (WOP-WIN-05)."""

    army: Army
    index: Count


class Result(msgspec.Struct, frozen=True):
    """How it ended; ``reason`` is a key of ``words.toml [results]``."""

    winner: Literal["A", "B", "draw"]
    reason: Name


class Position(msgspec.Struct, frozen=True, gc=False):
    """A whole game at one moment. ``options`` holds every option resolved, ``tables`` only the house values that differ
    from the data files (path of the value -> value). ``army_to_act`` is who is asked in the phase: who chooses a role or an
    edge, whose go it is to deploy, whose turn it is; ``deploys_first`` follows WOP-DEPL-06, WOP-DEPL-07."""

    game: Literal["war_of_plastic"]
    rules_version: str
    scenario: Name
    options: Mapping[str, bool | int | str]
    tables: Mapping[str, Any]  # house values are numbers, words or lists of them
    board: Board
    armies: Mapping[Army, ArmyState]
    units: Annotated[Mapping[UnitId, Unit], msgspec.Meta(max_length=1000)]
    phase: Phase
    tokens: Annotated[tuple[WeaponToken, ...], msgspec.Meta(max_length=2000)] = ()
    tokens_made: Count = 0
    obstacles: ObstaclePool | None = None
    edges_fixed: bool = False
    deploys_first: Army | None = None
    round: Count = 0
    first_army: Army | None = None
    army_to_act: Army | None = None
    manoeuvres_used: Count = 0
    open: OpenManoeuvre | None = None
    prompts: Annotated[tuple[Prompt, ...], msgspec.Meta(max_length=1000)] = ()
    draw_offer: DrawOffer | None = None
    claim: Claim | None = None
    stall_rounds: Count = 0
    combat_this_round: bool = False
    result: Result | None = None
