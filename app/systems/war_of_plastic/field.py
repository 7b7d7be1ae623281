"""What stands where: the units and pieces of one moment with the tables of the room, read by every chapter of the rules.

A ``Field`` is made from a position in no time and answers only questions of place: where a unit is, in which building,
who touches whom, who is tied in close combat. It never changes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import msgspec

from app.engine.types import UnitId
from app.systems.war_of_plastic.state import Army, Piece, Position, Unit
from app.systems.war_of_plastic.tables import Rules, Terrain, UnitClass


class Place(NamedTuple):
    """Where a base is: centre and radius in mm, and the floor it stands on."""

    x: int
    y: int
    radius: int
    level: int


class Field(msgspec.Struct, frozen=True, eq=False, dict=True):
    """Units by id, pieces in list order, the room's tables. ``dict=True`` lets answers that are asked often be kept."""

    units: Mapping[UnitId, Unit]
    pieces: tuple[Piece, ...]
    rules: Rules

    @classmethod
    def of(cls, position: Position, rules: Rules) -> Field:
        """The field of a position."""
        return cls(position.units, position.board.pieces, rules)

    def place_of(self, unit: Unit) -> Place:
        """Where a unit is. A passenger is at his vehicle's centre and has its base (WOP-VEH-05, WOP-VEH-09).

        Raises ``ValueError`` for a unit that is nowhere (in reserve, not deployed).
        """
        if unit.aboard is not None:
            vehicle = self.units.get(unit.aboard)
            if vehicle is not None:
                return self.place_of(vehicle)
        if unit.x_mm is None or unit.y_mm is None:
            raise ValueError(f"{unit.id} is not on the table")
        return Place(unit.x_mm, unit.y_mm, unit.radius_mm, unit.level)

    def terrain_of(self, piece: Piece) -> Terrain:
        """The terrain row of a piece."""
        return self.rules.terrain[piece.kind]

    def class_of(self, unit: Unit) -> UnitClass:
        """The row of a unit's class."""
        return self.rules.classes[unit.type]

    def on_table(self) -> Iterator[Unit]:
        """Every unit on the table that is not aboard, in the order of the mapping."""
        return (unit for unit in self.units.values() if unit.status == "table")

    def enemies_of(self, army: Army) -> Iterator[Unit]:
        """The other army's units on the table and not aboard."""
        return (unit for unit in self.on_table() if unit.army != army)

    def passengers_of(self, vehicle: UnitId) -> tuple[Unit, ...]:
        """Who is aboard a vehicle, by unit id (WOP-DMG-05)."""
        aboard = (unit for unit in self.units.values() if unit.status == "aboard" and unit.aboard == vehicle)
        return tuple(sorted(aboard, key=lambda unit: unit.id))


def is_on_foot(unit: Unit) -> bool:
    """Infantry on the table and not aboard a vehicle."""
    return unit.type == "infantry" and unit.status == "table"


def is_fit(unit: Unit) -> bool:
    """Neither hurt nor stunned."""
    return unit.damage == 0 and not unit.stunned


def gap_at_most(a: Place, b: Place, gap_mm: int) -> bool:
    """Whether two bases are at most ``gap_mm`` apart, edge to edge, in plan (WOP-GEO-03)."""
    reach = a.radius + b.radius + gap_mm
    return (a.x - b.x) ** 2 + (a.y - b.y) ** 2 <= reach * reach
