"""Scenarios as typed values (``scenarios.toml``); a battle of the workshop is one, too."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

import msgspec

from app.boards.squares import Facing
from app.engine.types import Text, UnitId
from app.engine.words import name_of
from app.systems.splatball.book.kinds import (
    Count,
    Edge,
    FootKind,
    PieceId,
    PieceKind,
    Segment,
    Square,
    UnitKind,
)

MOST_SEATS: Final = 4
SeatNumber = Annotated[int, msgspec.Meta(ge=0, lt=MOST_SEATS)]
Module = tuple[Count, Count]


class ScenarioBoard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which modules lie, and the edges one may deploy at; ``size`` ``free``: the room's options say it (SPL-SET-13)."""

    modules_wide: int = 0
    modules_high: int = 0
    missing: tuple[Module, ...] = ()
    edges: tuple[Edge, ...] = ()
    size: Literal["fixed", "free"] = "fixed"


class ScenarioPiece(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A piece that lies from the start; ``at`` its north-western square."""

    id: PieceId
    kind: PieceKind
    at: Square


class ScenarioMarker(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An objective marker that lies from the start (SPL-OBJ-02)."""

    piece: PieceId
    owner: SeatNumber


class ScenarioScenery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What lies on the board: ``fixed``, by the ``configurator`` with the numbers named here (SPL-CFG-16), or ``none`` (the room lays it)."""

    mode: Literal["fixed", "configurator", "none"]
    roads: tuple[Square, ...] = ()
    fences: tuple[Segment, ...] = ()
    pieces: tuple[ScenarioPiece, ...] = ()
    objective_markers: tuple[ScenarioMarker, ...] = ()
    elements: Count | None = None
    large: Count | None = None
    road_count: Count | None = None
    fence_count: Count | None = None
    seed: Count | None = None


class ScenarioUnit(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"inside": "in"}):
    """A unit that stands somewhere from the start, or rides in a vehicle."""

    id: UnitId
    type: UnitKind
    at: Square | None = None
    inside: UnitId | None = None
    facing: Facing | None = None
    lives: int | None = None
    damage: int | None = None


class Ambush(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Squares that each hold a hidden unit, the ids of those, how they face, and what they are chosen from (SPL-CAMO-10)."""

    ids: tuple[UnitId, ...]
    squares: tuple[Square, ...]
    facing: Facing
    pool: tuple[FootKind, ...]


class ScenarioSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a scenario says of a seat: its edge if not ``free``, what stands already, and an army that suits it."""

    seat: SeatNumber
    edge: Literal["N", "E", "S", "W", "free"]
    hq: Square | None = None
    ammo: Square | None = None
    units: tuple[ScenarioUnit, ...] = ()
    ambush: Ambush | None = None
    suggested_army: Mapping[UnitKind, Count] = {}


class Scenario(msgspec.Struct, frozen=True):
    """A ready-to-play game."""

    id: str
    name: Text
    summary: Text
    minutes: int
    players: tuple[int, int]
    starting_seat: SeatNumber | Literal["roll"]
    deployment: Literal["fixed", "free"]
    objectives: Literal["fixed", "free"]
    board: ScenarioBoard
    scenery: ScenarioScenery
    options: Mapping[str, Any] = {}
    seat: tuple[ScenarioSeat, ...] = ()

    def seat_of(self, number: int) -> ScenarioSeat | None:
        """What it says of the seat of that number."""
        return next((each for each in self.seat if each.seat == number), None)


def scenario_of(row: Mapping[str, Any]) -> Scenario:
    """A row of ``scenarios.toml``. Raises what ``msgspec.convert`` raises for a row that is none."""
    return msgspec.convert({**row, "name": name_of(row), "summary": name_of(row, "summary")}, Scenario)
