"""The tables of the game as typed values: what ``data/*.toml`` says, with a room's options and house values laid over it.

``Rules`` is what every chapter reads; ``book.py`` makes it. A section of ``data.toml`` is a Struct of its name here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from app.engine.types import Text
from app.engine.words import Words
from app.systems.flames_hexwar.book.kinds import (
    Cover,
    Going,
    Mobility,
    MobilityClass,
    Motivation,
    Order,
    Skill,
    Surface,
    WeaponClass,
    Weather,
)
from app.systems.flames_hexwar.book.options import Options
from app.systems.flames_hexwar.book.scenarios import Scenario
from app.systems.flames_hexwar.book.units import Aircraft, MobilityType, PlatoonType, TeamType, Weapon

Table = Mapping[str, int]


class SkillType(msgspec.Struct, frozen=True):
    """How hard teams of a skill are to hit, what they test on, how far command reaches (FHW-HIT-01, FHW-CMD-01)."""

    id: Skill
    name: Text
    to_hit_as_target: int
    skill_test: int
    command_distance: int


class MotivationType(msgspec.Struct, frozen=True):
    """What a test of motivation takes."""

    id: Motivation
    name: Text
    test: int


class WeatherType(msgspec.Struct, frozen=True):
    """What weather does (FHW-WEA)."""

    id: Weather
    name: Text
    double_moves: bool = True
    air: bool = True
    sight_low: int | None = None
    """How far infantry and small vehicles are seen (FHW-WEA-02)."""
    sight_other: int | None = None
    always_cover: bool = False
    sight_die: int | None = None
    """Faces of the die that says how far one sees (FHW-WEA-06)."""
    sight_minimum: int = 0
    declared_limit: int | None = None
    limit_without_die: int | None = None
    halves_movement: bool = False
    odd_half_up_on: tuple[int, ...] = ()
    raises_difficult: bool = False
    rerolled: tuple[MobilityClass, ...] = ()
    """Who tests again after passing on ground that is very difficult by nature (FHW-WEA-12)."""
    barred: tuple[MobilityClass, ...] = ()
    """To whom such ground is closed."""


class SurfaceType(msgspec.Struct, frozen=True):
    """A surface (FHW-COV-02)."""

    id: Surface
    name: Text
    symbol: str
    blocks_sight: bool
    cover: Cover
    cover_vehicles: Cover


class ToHit(msgspec.Struct, frozen=True):
    """What is added to a to-hit number (FHW-HIT-04 to FHW-HIT-16)."""

    cover: int
    gone_to_ground: int
    low_from: int
    """From how many hexes infantry and small vehicles are one harder to hit."""
    low_add: int
    other_from: int
    other_add: int
    out_of_command: int
    no_prior_sight: int
    hit_in_fo: int
    opposite_sides: int
    adjacent: int
    small_arms: frozenset[WeaponClass]
    disabled_priority: int
    hull_add: int
    hull_cap: int
    hull_confirm: int
    rof1_moved: int
    confirm: Mapping[int, int]
    """Numbers over 6, and the die that confirms them (FHW-HIT-16)."""
    least: int
    impossible_from: int


class OpportunityFire(msgspec.Struct, frozen=True):
    """FHW-FO-02, FHW-FO-04, FHW-FO-06, FHW-FO-07, FHW-FO-10."""

    only_initial_hex: int
    zero_open_hexes: int
    one_open_hex_built_up: int
    one_open_hex: int
    two_or_more_open_hexes: int
    second_platoon_onwards: int
    split_from_rof: int
    max_shots_same_platoon: int
    command_swap: int
    hits_on_one_platoon_that_suppress: int


class Saves(msgspec.Struct, frozen=True):
    """FHW-SAVE-01, FHW-SAVE-03."""

    infantry: int
    gun: int
    unarmoured_vehicle: int
    passenger: int
    armour_long_range_add: int


class Firepower(msgspec.Struct, frozen=True):
    """FHW-HIT-18, FHW-SAVE-05."""

    modifier: int
    weapon_classes: frozenset[WeaponClass]
    against: frozenset[str]


class Suppression(msgspec.Struct, frozen=True):
    """FHW-SUPP-01."""

    hits_to_pin_platoon: int
    kinds: frozenset[str]


class Footprint(msgspec.Struct, frozen=True):
    """A row of the sizes of a bombardment (FHW-ART-08 to FHW-ART-10): for exactly ``pieces``, or from ``pieces_from`` on."""

    mode: Literal["normal", "dispersed", "concentrated"]
    to_hit: int
    reroll: Literal["none", "hits", "misses"]
    pieces: int = 0
    hexes: int = 0
    pieces_from: int = 0
    hexes_per_piece: float = 0


class Bombardment(msgspec.Struct, frozen=True):
    """FHW-ART-08 to FHW-ART-20."""

    range_in_attempts: int
    to_hit_by_battery_skill: Mapping[Skill, int]
    max_consecutive_turns: int
    availability_needed: int
    modifier_after_two_turns_firing: int
    modifier_after_two_turns_idle: int
    automatic_after_idle_turns: int
    friend_distance: int
    dispersed_min_pieces: int
    concentrated_min_pieces: int
    suppress_all_from_pieces: int


class AirRules(msgspec.Struct, frozen=True):
    """FHW-AIR."""

    supports_per_company: int
    planes_max: int
    hexes_per_attack: int
    radius: int
    max_distance_between_vertices: int
    suppress_automatically_from_planes: int
    pool_dice: Mapping[str, int]
    arrival_needed: int
    planes_by_die: tuple[int, ...]
    acquire_by_target_skill: Mapping[Skill, int]
    aa_dedicated_needed: int
    aa_self_needed: int
    aa_self_dice: int
    acquire_static: int
    acquire_self_propelled: int
    pieces_in_zone: int
    entry_turns: int
    """Turns until self-propelled artillery that was called in arrives (FHW-REIN-04)."""
    points: Mapping[str, int]
    """What air support of a level costs (FHW-SET-02)."""


class AssaultRules(msgspec.Struct, frozen=True):
    """FHW-ASLT."""

    eligible_distance: int
    repel_infantry_hits: int
    repel_infantry_extra_platoon: int
    repel_tanks: int
    repel_tanks_extra: int
    double_add: int
    half_more_add: int
    tank_superiority: int
    hit_by_skill: Mapping[Skill, int]
    defensive_fire_distance: int


class Constants(msgspec.Struct, frozen=True):
    """Single numbers."""

    half_limit: int
    """FHW-STACK-02."""
    hex_limit: int
    """FHW-STACK-01."""
    stack_points: Mapping[str, int]
    """FHW-STACK-03."""
    mortar_hexes: int
    """FHW-DIST-05."""
    bog_pass: int
    """FHW-TERR-09."""
    wreck_tests: frozenset[str]
    """FHW-ROAD-04."""
    wrecks_block: int
    """FHW-ROAD-05."""
    wrecks_cover: int
    """FHW-COV-08."""
    wrecks_cover_road: int
    woods_depth: int
    """FHW-LOS-09."""
    hill_hexes_that_hide: int
    """FHW-LOS-06."""
    plateau_most: int
    """FHW-LOS-10."""
    overlook_factor: int
    """FHW-LOS-03."""
    limited_cancelled_above: int
    """FHW-VIS-04."""
    recce_distance: int
    """FHW-REC-01."""
    recce_distance_building: int
    """FHW-REC-02."""
    smoke_exhausted_on: int
    """FHW-SMOKE-02."""
    reserve_needed: int
    """FHW-REIN-01."""


class Nation(msgspec.Struct, frozen=True):
    """What is particular to a nation (FHW-CMD-03, FHW-HQ-07)."""

    id: str
    name: Text
    automatic_new_command: bool = False
    large_company_command: bool = False


class CommandBonus(msgspec.Struct, frozen=True):
    """So many teams of a skill lengthen the distance of command (FHW-CMD-03)."""

    skill: Skill
    teams_at_least: int
    extra: int


class Rules(msgspec.Struct, frozen=True):
    """Everything that the chapters read of the data."""

    options: Options
    constants: Constants
    cm_to_hexes: Mapping[int, int]
    double_exceptions: Mapping[int, int]
    skills: Mapping[Skill, SkillType]
    motivations: Mapping[Motivation, MotivationType]
    mobility: Mapping[Mobility, MobilityType]
    going: Mapping[str, Mapping[MobilityClass, Going]]
    surfaces: Mapping[Surface, SurfaceType]
    weather: Mapping[Weather, WeatherType]
    to_hit: ToHit
    opportunity: OpportunityFire
    saves: Saves
    firepower: Firepower
    suppression: Suppression
    footprints: tuple[Footprint, ...]
    bombardment: Bombardment
    air: AirRules
    assault: AssaultRules
    nations: Mapping[str, Nation]
    command_bonus: tuple[CommandBonus, ...]
    blank: Mapping[str, tuple[Order, str | None]]
    """What a blank card gets, by the platoon's status (FHW-PLAN-12)."""
    weapons: Mapping[str, Weapon]
    teams: Mapping[str, TeamType]
    platoons: Mapping[str, PlatoonType]
    aircraft: Mapping[str, Aircraft]
    scenarios: Mapping[str, Scenario]
    words: Words

    @property
    def units(self) -> Mapping[str, TeamType]:
        """The kinds of team, by the name that every game calls its own by."""
        return self.teams
