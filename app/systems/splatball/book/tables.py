"""The tables of the game as typed values: what ``data/*.toml`` says, with a room's options and house values laid over it.

``Rules`` is what every chapter reads; ``book.py`` makes it.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from app.engine.types import Text
from app.engine.words import Words
from app.systems.splatball.book.kinds import (
    Arc,
    Benefit,
    Edge,
    PieceKind,
    Stopper,
    UnitClass,
    UnitKind,
    VehicleKind,
)
from app.systems.splatball.book.options import Options
from app.systems.splatball.book.scenarios import Scenario


class Strength(msgspec.Struct, frozen=True):
    """The firing power that an impact needs, and one of double strength (SPL-VHIT-01, SPL-VHIT-02)."""

    single: int
    double: int


class UnitType(msgspec.Struct, frozen=True):
    """A kind of unit: a row of ``[[unit]]`` or ``[[vehicle]]`` with its range, arc and strength (SPL-GEN-05)."""

    id: UnitKind
    name: Text
    cost: int
    """What it costs in an army (SPL-ARMY-03)."""
    move: int
    """Squares that it moves without fighting (SPL-MOVE-03, SPL-VEH-01)."""
    move_fight: int
    """Squares after which it may still fight."""
    indirect: bool
    """Needs no line of sight (SPL-LOS-05)."""
    dice: tuple[int, ...]
    """Dice by distance, the first for distance 1; 0 or none: out of range (SPL-RNG-01)."""
    arc: Arc
    """Where it shoots at distance 2 or more (SPL-ARC-02)."""
    vp_eliminate: int
    """Points for eliminating it (SPL-VP-01, SPL-VP-02)."""

    # on foot
    unit_class: UnitClass | None = None
    """What it counts as aboard, and whether it advances (SPL-TRN-01, SPL-ADV-02); ``None`` for vehicles."""
    lives: int = 0
    wound_points: int = 0
    """Points of firing power lost for each life lost (SPL-POW-01)."""
    to_hit: int = 0
    """What a die must show to hit it (SPL-HIT-01)."""
    retreat_on: int = 0
    """A retreat die of so much or less is a square back (SPL-RET-02)."""
    vp_life: int = 0
    undetected_from: int = 0
    """From this distance on it cannot be chosen as a target (SPL-CAMO-01); 0: from none."""
    immune_to: tuple[VehicleKind, ...] = ()
    """Vehicles that never attack it (SPL-CAMO-02)."""

    # vehicles
    armed: bool = True
    damage_to_eliminate: int = 0
    vp_impact: int = 0
    strength: Strength | None = None
    crosses: frozenset[Stopper] = frozenset()
    """What it may drive over (SPL-VEH-10, SPL-VEH-11, SPL-VEH-12, SPL-VEH-13)."""
    slots: int = 0
    """Places for passengers (SPL-TRN-01)."""
    most_passengers: int = 0
    """How many passengers at most; 0: as many as have places."""
    fence_capacity: int = 0
    """Fence segments that it can carry (SPL-TRN-01)."""

    @property
    def is_foot(self) -> bool:
        """Whether it goes on foot."""
        return self.unit_class is not None


class Terrain(msgspec.Struct, frozen=True):
    """A kind of scenery: a row of ``[[terrain]]`` with its row of ``[[vehicle_terrain]]`` (SPL-TER, SPL-FEN, SPL-ROAD, SPL-HQ)."""

    id: str
    name: Text
    is_large: bool
    """2 x 2 squares (SPL-TER-11)."""
    blocks_sight: bool
    """Stands in the way of lines (SPL-LOS-03)."""
    cover_dice: int
    """Dice that attacks on units in contact lose (SPL-COV-02)."""
    cover_points: int
    """Points that they lose (SPL-COV-02)."""
    ignores_first_retreat: bool
    """Units in contact go back one square less (SPL-COV-04)."""
    foot_may_enter: bool
    """Any foot unit may stand in it (SPL-TER-02 to SPL-TER-04); a headquarters only its owner's (SPL-HQ-03)."""
    stops_foot: bool
    """A foot unit that comes into contact ends its move (SPL-TER-01)."""
    stops: frozenset[VehicleKind]
    """The vehicles that do."""
    extra_cost: int
    """What driving over it costs beside the step (SPL-VEH-05, SPL-VEH-06)."""
    hold_rounds: int
    """Rounds of control that earn its benefit; 0: it has none (SPL-SPC-01)."""
    benefit: Benefit | None = None


class Shape(msgspec.Struct, frozen=True):
    """Which modules a shape leaves out (SPL-SET-11): module positions, -1 the last column or row; ``inner``: all that are not on the rim."""

    id: str
    name: Text
    missing: tuple[tuple[int, int], ...]
    inner: bool
    wide_min: int
    high_min: int


class Configurator(msgspec.Struct, frozen=True):
    """The numbers of the configurator (SPL-CFG)."""

    large_divisor: int
    fences_divisor: int
    site_rounds_min: int
    site_tries: int
    large_counts_as: int
    gap: int
    max_phones: int
    road_tries: int
    road_min_distance_divisor: int
    fence_tries: int
    fence_min_span: int
    fence_max_span: int
    fence_max_length: int
    army_value_step: int
    army_value_min_steps: int
    army_squares_per_step: int
    weights: tuple[tuple[PieceKind, int], ...]
    """What small pieces are drawn from, in order (SPL-CFG-05)."""
    large_weights: tuple[tuple[PieceKind, int], ...]
    """What large ones are drawn from (SPL-CFG-04)."""
    squares_per_element: Mapping[str, int]
    """By amount of scenery (SPL-CFG-01)."""


class Constants(msgspec.Struct, frozen=True):
    """Single numbers of the rules."""

    module_size: int
    modules_least: int
    modules_most: int
    zone_squares_min: int
    """Squares that a zone of a legal board has at least (SPL-SET-12)."""
    zone_free_min: int
    """Squares without a piece that laying by hand leaves in every zone (SPL-SET-08)."""
    zone_depth: int
    """How far a zone reaches from its edge (SPL-DEP-03)."""
    cut_corners_from_players: int
    """With so many players corners belong to no zone (SPL-DEP-04)."""
    edges_two_players: tuple[Edge, ...]
    edges_more_players: tuple[Edge, ...]
    army_units_max: int
    places: Mapping[UnitClass, int]
    """What a passenger takes of the places aboard (SPL-TRN-01)."""
    single_damage: int
    double_damage: int
    road_foot_squares: int
    """Squares that a foot unit walks along a road (SPL-ROAD-03)."""
    road_bonus: int
    """Squares more for a vehicle that stays on the road (SPL-ROAD-04)."""
    small_units_needed: int
    """Units that control a small piece (SPL-CTL-01)."""
    large_units_needed: int
    """Units that control a large piece (SPL-CTL-02)."""
    large_vehicles_needed: int
    objective_points: int
    """Points for a captured marker (SPL-VP-03)."""
    objectives_least: int
    """Markers of each seat at least (SPL-OBJ-02)."""
    eligible: frozenset[PieceKind]
    """What may bear a marker (SPL-OBJ-03)."""
    marker_distance: int
    """From farther off a marked unit cannot be chosen (SPL-CAMO-05); within it a hidden one is revealed (SPL-CAMO-08)."""
    chicken_rounds: int
    """Ends of one's own turn beside one's headquarters that make a chicken (SPL-HQ-06)."""
    recruit: UnitKind
    """Who comes when friends are called (SPL-SPC-02)."""


class Rules(msgspec.Struct, frozen=True):
    """The tables of a room, its options and its words."""

    options: Options
    constants: Constants
    units: Mapping[UnitKind, UnitType]
    terrain: Mapping[str, Terrain]
    """By the kind of piece, and ``fence`` and ``road``."""
    shapes: Mapping[str, Shape]
    configurator: Configurator
    scenarios: Mapping[str, Scenario]
    words: Words
