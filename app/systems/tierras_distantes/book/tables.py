"""The tables of the game as typed values: what ``data/*.toml`` says, with a room's options and house values laid over it.

``Rules`` is what every chapter reads; ``book.py`` makes it. Lengths are whole nanometres, scaled (TD-GEN-02, TD-GEN-07).
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from app.engine.types import Text
from app.engine.words import Words
from app.systems.tierras_distantes.book.kinds import GroundKind, Result
from app.systems.tierras_distantes.book.options import Options
from app.systems.tierras_distantes.book.scenarios import Scenario


class Weapon(msgspec.Struct, frozen=True):
    """A weapon: so many dice rolled, the best ``effective`` added (TD-FIRE-04)."""

    id: str
    name: Text
    total: int
    effective: int
    effective_range_nm: int
    """Beyond it one die less (TD-RNG-02)."""
    max_range_nm: int | None
    """Beyond it nothing (TD-RNG-03); ``None``: it reaches the whole table (TD-RNG-01)."""
    area_radius_nm: int | None
    """How far its burst reaches (TD-AREA-01); ``None``: it has none."""
    divide: bool
    """Its dice may be divided (TD-DIV-01)."""
    indirect: bool
    """Under ``area_sight = "by_weapon"`` it need not see its point (TD-AREA-02)."""
    cost: int


class Armour(msgspec.Struct, frozen=True):
    """An armour: dice of the defence (TD-FIRE-06)."""

    id: str
    name: Text
    dice: int
    cost: int


class Quality(msgspec.Struct, frozen=True):
    """A quality of troops, or a species (TD-SQD-07)."""

    id: str
    name: Text
    move_nm: int
    """How far it moves in an action (TD-MOV-01, TD-MOV-03)."""
    climb_nm: int
    """How high it climbs in an action (TD-CLB-01)."""
    height_nm: int
    radius_nm: int
    """Of its base (TD-GEN-06)."""
    rally_below: int
    rally_below_varied: int
    """What it rallies below where qualities differ (TD-FRT-09)."""
    cost: int


class ResultRow(msgspec.Struct, frozen=True):
    """Margins that have one result (TD-RES-01)."""

    id: Result
    name: Text
    margin_from: int
    margin_to: int


class MoraleBand(msgspec.Struct, frozen=True):
    """A band of losses, as parts of the starting number: ``low <= lost / start < high`` (TD-END-07)."""

    id: str
    name: Text
    low: tuple[int, int]
    high: tuple[int, int]
    roll: bool
    breaks: bool
    holds_below: int


class Ground(msgspec.Struct, frozen=True):
    """A kind of terrain (TD-TER-05)."""

    id: GroundKind
    name: Text
    solid: bool
    stand: bool
    """One may end on its top."""
    soft: bool
    half: bool
    """Difficult ground (TD-MOV-09)."""
    impassable: bool
    """Nobody enters it (TD-MOV-10)."""
    inside_cover: int
    """The bonus of whoever stands in it (TD-COV-02)."""
    usual_mm: int
    """How high pieces of this kind usually are."""

    @property
    def flat(self) -> bool:
        """Whether bottom and top are one."""
        return not (self.solid or self.soft)


class Constants(msgspec.Struct, frozen=True):
    """Single numbers of the rules."""

    deployment_pct: int
    """How deep a deployment zone is, of the table (TD-DEP-02)."""
    terrain_num: int
    terrain_den: int
    """How much of the table terrain covers at least (TD-TER-01)."""
    actions: int
    """Actions of an activation (TD-ACC-01)."""
    moves: int
    """Moves of an activation at most (TD-ACC-02)."""
    shots: int
    """Shots of an activation at most (TD-ACC-03)."""
    activation_dice: int
    activation_divisor: int
    """How many are activated: so many dice, divided (TD-ACT-01)."""
    step_pct: int
    """A free step, of one's height (TD-MOV-05)."""
    difficult_factor: int
    """What slow ground costs (TD-MOV-09)."""
    rally_dice: int
    leader_range_nm: int
    """A leader reaches whoever is nearer than this (TD-FRT-05)."""
    cover_bonus: int
    """What partly covered targets add (TD-COV-01)."""
    long_range_dice: int
    """Dice lost beyond effective range (TD-RNG-02)."""
    see_min_nm: int
    """What must show of a target (TD-SEE-05)."""
    cover_min_nm: int
    """What must be hidden of it to be cover (TD-COV-04)."""
    soft_block_nm: int
    """More soft terrain than this hides (TD-SEE-06)."""
    soft_cover_nm: int
    """So much soft terrain covers (TD-COV-06)."""
    burst_height_nm: int
    """The centre of a burst above its point (TD-AREA-06)."""
    climb_reach_nm: int
    """How far from a wall one can hold on to it (TD-CLB-03)."""
    climb_shift_nm: int
    """What one may shift at the crest beside twice the radius (TD-CLB-05)."""
    replacements: int
    """Placings anew in deployment, for each miniature of a squad (TD-DEP-07)."""
    leader_cost: int
    leader_per: int
    """Miniatures for each leader (TD-SQD-06)."""
    max_weapons: int
    """Weapons of a miniature at most (TD-SQD-08)."""


class TemplatePiece(msgspec.Struct, frozen=True):
    """A piece of a template; its box is measured from the centre of the sector."""

    kind: GroundKind
    box: tuple[int, int, int, int]
    z1: int
    base: bool


class Template(msgspec.Struct, frozen=True):
    """What the terrain generator lays in a sector."""

    id: str
    pieces: tuple[TemplatePiece, ...]


class Generator(msgspec.Struct, frozen=True):
    """The numbers of the terrain generator (TD-TER-03)."""

    sector: int
    """The side of a sector in mm."""
    empty_up_to: int
    """The first die of a sector leaves it empty if it shows no more."""
    filler: str
    """The template put in where a third is not covered."""
    replaced: str
    """The template that gives way where no sector is empty."""
    templates: Mapping[int, Template]
    """By the second die."""


class Rules(msgspec.Struct, frozen=True):
    """The tables of a room, its options and its words."""

    options: Options
    constants: Constants
    weapons: Mapping[str, Weapon]
    armours: Mapping[str, Armour]
    qualities: Mapping[str, Quality]
    results: tuple[ResultRow, ...]
    breaks_at: Mapping[int, int]
    """By starting number: losses that demoralise (TD-END-06); above the greatest half of it, rounded up."""
    bands: tuple[MoraleBand, ...]
    ground: Mapping[GroundKind, Ground]
    generator: Generator
    scenarios: Mapping[str, Scenario]
    words: Words
