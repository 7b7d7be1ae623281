"""Scenarios as typed values (``scenarios.toml``, part 8 of the rules); a battle of the workshop is one, too."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

import msgspec

from app.engine.types import Text, UnitId
from app.engine.words import name_of
from app.systems.flames_hexwar.book.kinds import (
    CompanyId,
    Count,
    Facing,
    Feature,
    Floor,
    Half,
    Material,
    PlatoonId,
    Side,
    Weather,
)

MOST_SIZE: Final = 40
Length = Annotated[int, msgspec.Meta(ge=1, le=MOST_SIZE)]
Cell = tuple[Annotated[int, msgspec.Meta(ge=0, lt=MOST_SIZE)], Annotated[int, msgspec.Meta(ge=0, lt=MOST_SIZE)]]
"""``[column, row]``."""
Rectangle = tuple[Count, Count, Count, Count]
"""``[c0, r0, c1, r1]``, ends included."""
Level = Annotated[int, msgspec.Meta(ge=1, le=4)]
AirLevel = Literal["sporadic", "limited", "priority"]


class BuildingRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many floors a building has and what it is of."""

    at: Cell
    floors: Floor = 1
    material: Material = "stone"


class MixedRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A mixed hex: the half towards ``dir`` is covered by a feature (FHW-COV-07, FHW-GEO-12)."""

    at: Cell
    dir: Facing
    feature: Feature
    material: Material = "stone"


class WreckRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Wrecks that lie from the start."""

    at: Cell
    count: Annotated[int, msgspec.Meta(ge=1, le=9)]


class JunctionRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A side of a hex that is a junction between hills (FHW-TERR-02)."""

    at: Cell
    dir: Facing


class ObjectiveRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An objective (FHW-VIC-01)."""

    at: Cell
    name_es: str
    name_en: str

    @property
    def name(self) -> Text:
        """What it is called."""
        return Text(self.name_es, self.name_en)


class WeatherRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The weather of some turns (FHW-WEA-01)."""

    turns: tuple[Count, ...]
    id: Weather


class Victory(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the attacker needs, from which turn it is looked at, who wins otherwise (FHW-VIC-01, FHW-VIC-04)."""

    attacker_needs_objectives: Count
    check_from_turn: Count
    otherwise: Literal["attacker", "defender", "draw"]


class Reserves(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """From which turn reserves come; 0: there are none (FHW-REIN-01)."""

    attacker_start_turn: Count = 0
    defender_start_turn: Count = 0

    def of(self, side: Side) -> int:
        """The turn for a side."""
        return self.attacker_start_turn if side == "A" else self.defender_start_turn


class AirRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Air support of a side (FHW-AIR-01, FHW-AIR-02)."""

    level: AirLevel
    aircraft: str
    count: Annotated[int, msgspec.Meta(ge=1, le=4)] = 1


class Placement(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Where a team of a platoon stands from the start (``team``: its index); ``aboard``: not there, but on a carrier (FHW-SET-06)."""

    team: Count
    at: Cell
    facing: Facing | None = None
    floor: Floor = 1
    half: Half | None = None
    aboard: UnitId | None = None


class PlatoonRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A platoon of a side and where it begins."""

    id: PlatoonId
    company: CompanyId
    platoon: str
    start: Literal["board", "reserve", "off_board"]
    placements: tuple[Placement, ...] = ()


class SideRow(msgspec.Struct, frozen=True, omit_defaults=True):
    """A side: where it deploys, what it has, where its reinforcements come on (FHW-SET-07)."""

    seat: Side
    nation: str
    deploy: tuple[Rectangle, ...]
    gone_to_ground: bool = False
    air: AirRow | None = None
    reinforcement_line: tuple[Cell, ...] | None = None
    platoon: tuple[PlatoonRow, ...] = ()

    @property
    def companies(self) -> tuple[CompanyId, ...]:
        """Its companies in roster order."""
        return tuple(dict.fromkeys(row.company for row in self.platoon))


class Scenario(msgspec.Struct, frozen=True, omit_defaults=True):
    """A ready-to-play game."""

    id: str
    name: Text
    summary: Text
    minutes: int
    cols: Length
    rows: Length
    turns: Annotated[int, msgspec.Meta(ge=1, le=30)]
    weather: tuple[WeatherRow, ...]
    surface: tuple[str, ...]
    relief: tuple[str, ...]
    objectives: tuple[ObjectiveRow, ...]
    victory: Victory
    side: tuple[SideRow, SideRow]
    roads: tuple[tuple[Cell, ...], ...] = ()
    tree_lined: tuple[Cell, ...] = ()
    buildings: tuple[BuildingRow, ...] = ()
    mixed: tuple[MixedRow, ...] = ()
    trenches: tuple[Cell, ...] = ()
    wrecks: tuple[WreckRow, ...] = ()
    junctions: tuple[JunctionRow, ...] = ()
    reserves: Reserves = Reserves()
    options: Mapping[str, Any] = {}

    def side_of(self, side: Side) -> SideRow:
        """What it says of a side."""
        return next(row for row in self.side if row.seat == side)

    @property
    def players(self) -> tuple[int, int]:
        """How many may play: a seat for each side, up to one for each company (FHW-SEAT-01)."""
        return 2, min(4, sum(len(row.companies) for row in self.side))

    def weather_of(self, turn: int) -> Weather:
        """The weather of a turn."""
        return next((row.id for row in self.weather if turn in row.turns), "clear")


def scenario_of(row: Mapping[str, Any]) -> Scenario:
    """A row of ``scenarios.toml``. Raises what ``msgspec.convert`` raises for a row that is none."""
    return msgspec.convert({**row, "name": name_of(row), "summary": name_of(row, "description")}, Scenario)
