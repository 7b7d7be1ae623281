"""A small game made for a question: a table with a handful of units, on which the game's own judge and acts answer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from app.boards.measured import Table
from app.engine.types import Seat, UnitId
from app.systems.war_of_plastic.book.state import (
    Army,
    ArmyState,
    Board,
    Objective,
    Objectives,
    Phase,
    Position,
    Status,
    Unit,
    UnitType,
)
from app.systems.war_of_plastic.book.tables import Rules

TABLE: Final = Table(1200, 800)
MIDDLE: Final = (600, 400)
SEATS: Final[Mapping[Army, Seat]] = {"A": Seat("a"), "B": Seat("b")}
ANOTHER_SEAT: Final = Seat("c")
"""A second seat of army A."""


def small_game(options: Mapping[str, Any], units: Iterable[Unit], phase: Phase, **more: Any) -> Position:
    """A position: A holds the south edge, B the north, each with a captain; A also has a second seat. ``more`` are fields
    of ``Position``."""
    everything = Objectives("any", (Objective("destroy_all"),))
    armies: dict[Army, ArmyState] = {
        "A": ArmyState((SEATS["A"], ANOTHER_SEAT), SEATS["A"], everything, edge="south"),
        "B": ArmyState((SEATS["B"],), SEATS["B"], everything, edge="north"),
    }
    fields: dict[str, Any] = {
        "game": "war_of_plastic",
        "rules_version": "1.0",
        "scenario": "question",
        "options": options,
        "tables": {},
        "board": Board(TABLE.width_mm, TABLE.height_mm, ()),
        "armies": armies,
        "units": {unit.id: unit for unit in units},
        "phase": phase,
    }
    return Position(**{**fields, **more})


def make_unit(
    rules: Rules, name: str, army: Army, unit_type: UnitType, at: tuple[int, int] = MIDDLE, **more: Any
) -> Unit:
    """A unit of the room's class sizes, handled by the captain; ``more`` are fields of ``Unit``."""
    status: Status = more.get("status", "table")
    fields: dict[str, Any] = {
        "owner": SEATS[army],
        "handler": SEATS[army],
        "kind": {"infantry": "soldier", "light": "jeep", "heavy": "tank"}[unit_type],
        "radius_mm": rules.classes[unit_type].radius_mm,
        "weapons": ("rifle", "grenade") if unit_type == "infantry" else ("heavy_weapon", "machine_gun"),
        "status": status,
    }
    if status == "table":
        fields |= {"x_mm": at[0], "y_mm": at[1]}
    return Unit(id=UnitId(name), army=army, type=unit_type, **{**fields, **more})
