"""The tables of the game as typed values: what ``data/*.toml`` says, with a room's options and house values laid over it.

``Rules`` is what every chapter reads; ``Book`` builds one for a room's options and overrides and keeps it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

import msgspec

from app.engine import book
from app.engine.refusal import InvalidInput
from app.systems.war_of_plastic.book.state import Edge, Mode, UnitType
from app.systems.war_of_plastic.book.words import Words

Opacity = Literal["open", "solid", "dense"]
Power = Annotated[int, msgspec.Meta(ge=1, le=3)]
CoverValue = Annotated[int, msgspec.Meta(ge=0, le=3)]

WHOLE_NUMBER_OPTIONS: Final[Mapping[str, tuple[int, int]]] = {
    "points_limit": (1, 1000),
    "max_rounds": (0, 1000),
    "empty_table_limit": (0, 1000),
    "stall_draw_rounds": (0, 1000),
}
"""Least and greatest value of the options that take any whole number."""


HOUSE_VALUES: Final = book.HouseValues(
    frozenset({"source", "rule", "id", "name_es", "name_en", "default", "choices"}),
    frozenset({"radius_mm", "points"}),
    -100_000,
    100_000,
)
"""The book names neither bases nor points: they are house values in its own rows, too. What options are is none."""


class Constants(msgspec.Struct, frozen=True):
    """``[constants]``: single numbers; lengths in whole mm."""

    manoeuvres_per_turn: int
    min_leg_mm: int
    deployment_divisor: int
    area_mm: int
    burst_max_shots: int
    burst_spacing_mm: int
    die_sides: int
    heal_per_unit_per_turn: int
    contact_mm: int
    cover_reach_mm: int
    floor_mm: int
    sight_height_mm: int
    dense_limit_mm: int
    token_radius_mm: int
    survivor_gaps_mm: tuple[int, ...]


class UnitClass(msgspec.Struct, frozen=True):
    """A row of ``[types]``: caps of movement, how many hurts it bears, default base and height."""

    type: UnitType
    moving_mm: int
    forced_mm: int
    hurt_mm: int
    damage_limit: int
    rank: int
    radius_mm: int
    height_mm: int


class Weapon(msgspec.Struct, frozen=True):
    """A row of ``[weapons]`` (WOP-WEAP-01)."""

    id: str
    range_mm: int
    power: Power
    traits: tuple[str, ...]
    special: bool

    @property
    def is_burst(self) -> bool:
        """Fires up to three shots (WOP-BURST)."""
        return "burst" in self.traits

    @property
    def is_area(self) -> bool:
        """A hit catches everybody near the target (WOP-AREA)."""
        return "area" in self.traits

    @property
    def is_artillery(self) -> bool:
        """Needs no sight and a steady crew (WOP-ARTY); range and area are as with any weapon (WOP-ARTY-04)."""
        return "artillery" in self.traits


class UnitKind(msgspec.Struct, frozen=True):
    """A row of ``[units]``; ``special`` is the token it starts with, ``capacity`` the soldiers it carries."""

    id: str
    type: UnitType
    weapons: tuple[str, ...]
    special: str | None
    capacity: int
    radius_mm: int
    points: int


class Terrain(msgspec.Struct, frozen=True):
    """A row of ``[terrain]``: who may end on it (``stop``), who may pass (``cross``, always with ``stop``), what it does
    to sight and to protection. ``cover_inside`` already follows the option ``house_protection`` (WOP-PROT-07)."""

    id: str
    stop: frozenset[UnitType]
    cross: frozenset[UnitType]
    sight: Opacity
    height_mm: int
    cover_inside: CoverValue
    cover_behind: CoverValue
    building: bool
    cover_shared: bool
    window_mm: int


class Shape(msgspec.Struct, frozen=True):
    """A row of ``[[obstacle_shapes]]``: an obstacle that can be placed, relative to its own origin."""

    id: str
    kind: str
    points: tuple[tuple[int, int], ...]
    disc_radius: int | None
    levels: int


class Rotation(msgspec.Struct, frozen=True):
    """``[rotation]``: whole-number cosines and sines of the 24 steps of 15 degrees, times ``scale`` (WOP-GEO-14)."""

    scale: int
    cos: tuple[int, ...]
    sin: tuple[int, ...]


class Options(msgspec.Struct, frozen=True):
    """Every room option, resolved."""

    obstacle_method: Literal["preset", "alternate", "one_side"]
    deployment_edges: Literal["any", "long", "short"]
    symmetric_armies: bool
    army_lists: Literal["scenario", "free"]
    points_limit: int
    team_control: Literal["owner", "shared"]
    premeasure: bool
    sight_line: Literal["centre", "any_part"]
    light_behind_heavy: Literal["blocked", "allowed"]
    stunned_screen: bool
    cover_reach_mm: int
    house_protection: int
    burst_spacing: Literal["pairwise", "chain"]
    burst_same_target: bool
    area_effect_roll: Literal["damage", "shot"]
    area_hits_shooter: bool
    assault_area_effect: bool
    cc_area_centre: Literal["miss_only", "always"]
    damaged_vehicles_shoot: bool
    damaged_light_move_mm: int
    unstun_by: Literal["self", "helper"]
    max_special_weapons: int
    pass_through_friends: bool
    max_rounds: int
    at_limit: Literal["points", "draw", "A", "B"]
    empty_table_limit: int
    stall_draw_rounds: int


class Caps(msgspec.Struct, frozen=True):
    """How far a unit may move: up to ``moving_mm`` it is moving, up to ``forced_mm`` forced; ``None``: it cannot force."""

    moving_mm: int
    forced_mm: int | None


class DamageRow(msgspec.Struct, frozen=True):
    """A row of ``[[damage]]``: what a die does to a class, a wound of a vehicle being a damage (WOP-DMG-22);
    ``kills_when_damage_is`` turns it into destruction."""

    dice: tuple[int, ...]
    type: UnitType
    result: str
    kills_when_damage_is: int | None = None


class Rules(msgspec.Struct, frozen=True):
    """All tables of one room. Nothing in it ever changes."""

    options: Options
    constants: Constants
    classes: Mapping[str, UnitClass]
    weapons: Mapping[str, Weapon]
    kinds: Mapping[str, UnitKind]
    terrain: Mapping[str, Terrain]
    shapes: Mapping[str, Shape]
    pools: Mapping[str, tuple[str, ...]]
    rotation: Rotation
    to_hit: Mapping[Mode, tuple[tuple[int, ...], ...]]
    """``to_hit[mode][power - 1][protection - 1]``: the lowest die that hits; 0: it cannot (WOP-SHOT-21)."""
    damage: tuple[DamageRow, ...]
    screens: Mapping[str, frozenset[str]]
    """``screens[target]``: classes that hide it when they stand in the line (WOP-SHOT-05, WOP-SHOT-06, WOP-SHOT-07,
    WOP-SHOT-08, WOP-SHOT-09, WOP-SHOT-10, WOP-SHOT-11, WOP-SHOT-12, WOP-SHOT-13)."""
    infantry_protection: Mapping[str, int]
    """``open``, ``cover``, ``fortification`` (WOP-PROT-01)."""
    vehicle_protection: Mapping[str, int]
    """Light and heavy vehicles: always the same (WOP-PROT-02, WOP-PROT-03)."""
    opposite: Mapping[Edge, Edge]

    def caps(self, unit_type: UnitType, damage: int) -> Caps:
        """The movement table (WOP-MOVE-04, WOP-MOVE-07, WOP-MOVE-08)."""
        row = self.classes[unit_type]
        if damage == 0:
            return Caps(row.moving_mm, row.forced_mm)
        return Caps(self.options.damaged_light_move_mm if unit_type == "light" else row.hurt_mm, None)


class Book(book.Book[Rules]):
    """The game's data files and the ``Rules`` made from them."""

    house_values = HOUSE_VALUES

    def __init__(self, tables: Mapping[str, Any]) -> None:
        self.words: Final = Words(tables)
        self.option_rows: Final[Mapping[str, Mapping[str, Any]]] = {row["id"]: row for row in tables["data"]["options"]}
        scenarios = {row["id"]: row for row in tables["scenarios"]["scenarios"]}
        super().__init__(tables["data"], scenarios, {name: _allowed(row) for name, row in self.option_rows.items()})

    def build(self, raw: Mapping[str, Any], values: Mapping[str, Any]) -> Rules:
        """The rules of tables and options."""
        return _build(raw, msgspec.convert(values, Options))


def _allowed(row: Mapping[str, Any]) -> book.Allowed:
    if isinstance(row["choices"], list):
        return book.Allowed(row["default"], tuple(row["choices"]))
    return book.Allowed(row["default"], None, *WHOLE_NUMBER_OPTIONS[row["id"]])


def _build(raw: Mapping[str, Any], options: Options) -> Rules:
    constants = {name: row["value"] for name, row in raw["constants"].items()}
    if options.cover_reach_mm != next(row["default"] for row in raw["options"] if row["id"] == "cover_reach_mm"):
        constants["cover_reach_mm"] = options.cover_reach_mm  # the option is the nearer word than the house value
    try:
        return Rules(
            options=options,
            constants=msgspec.convert(constants, Constants),
            classes={name: _class(name, row) for name, row in raw["types"].items()},
            weapons={name: msgspec.convert({"id": name, **row}, Weapon) for name, row in raw["weapons"].items()},
            kinds={name: _kind(name, row) for name, row in raw["units"].items()},
            terrain={name: _terrain(name, row, options) for name, row in raw["terrain"].items()},
            shapes={row["id"]: _shape(row) for row in raw["obstacle_shapes"]},
            pools={row["id"]: msgspec.convert(row["pieces"], tuple[str, ...]) for row in raw["obstacle_pools"]},
            rotation=msgspec.convert(raw["rotation"], Rotation),
            to_hit={
                mode: tuple(tuple(raw["to_hit"][mode.value][f"power_{power}"]) for power in (1, 2, 3)) for mode in Mode
            },
            damage=tuple(msgspec.convert(row, DamageRow) for row in raw["damage"]),
            screens={target: frozenset(by) for target, by in raw["screens"].items() if target != "source"},
            infantry_protection={k: v for k, v in raw["protection"]["infantry"].items() if k != "source"},
            vehicle_protection={kind: raw["protection"][kind]["always"] for kind in ("light", "heavy")},
            opposite={edge: row["opposite"] for edge, row in raw["edges"].items()},
        )
    except (msgspec.ValidationError, KeyError, TypeError) as error:
        raise InvalidInput.at("tables", "values of the tables' own types", error) from None


def _class(name: str, row: Mapping[str, Any]) -> UnitClass:
    return msgspec.convert({"type": name, **row, **row["house"]}, UnitClass)


def _kind(name: str, row: Mapping[str, Any]) -> UnitKind:
    return msgspec.convert({"id": name, **row, "special": row["special"] or None}, UnitKind)


def _terrain(name: str, row: Mapping[str, Any], options: Options) -> Terrain:
    inside = options.house_protection if name == "house" else row["cover_inside"]
    values = {"cover_shared": True, "window_mm": 0, **row, "id": name, "cover_inside": inside}
    values["cross"] = [*row["cross"], *row["stop"]]
    return msgspec.convert(values, Terrain)


def _shape(row: Mapping[str, Any]) -> Shape:
    return msgspec.convert({"points": [], "disc_radius": None, "levels": 1, **row}, Shape)
