"""What stands where: the units and pieces of one moment with the tables of the room, read by every chapter of the rules.

A ``Field`` is made from a position in no time and answers only questions of place: where a unit is, in which building,
who touches whom, who is tied in close combat. It never changes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache
from typing import Final, NamedTuple

import msgspec

from app.boards.outlines import Outline, Round
from app.engine.refusal import Fact
from app.engine.types import UnitId
from app.systems.war_of_plastic.book.state import Army, Piece, Position, Unit
from app.systems.war_of_plastic.book.tables import Rules, Terrain, UnitClass


class Place(NamedTuple):
    """Where a base is, a disc always (WOP-GEO-02): centre and radius in mm, and the floor it stands on."""

    x: int
    y: int
    radius: int
    level: int


class Body(NamedTuple):
    """A piece on the table with its terrain row and its shape."""

    piece: Piece
    terrain: Terrain
    outline: Outline

    @property
    def height_mm(self) -> int:
        """How high the piece is: a building counts its levels (WOP-SIGHT-06)."""
        return self.terrain.height_mm * (self.piece.levels if self.terrain.building else 1)


@lru_cache(maxsize=4096)
def outline_of(piece: Piece) -> Outline:
    """The shape of a piece, a polygon or a disc (WOP-GEO-05, WOP-GEO-07, WOP-GEO-10); kept, so that asking again costs a
    look-up."""
    if piece.points_mm:
        return Outline.of(piece.points_mm)
    return Outline.of_disc(Round(piece.x_mm or 0, piece.y_mm or 0, piece.radius_mm or 0))


class Field(msgspec.Struct, frozen=True, eq=False, dict=True):
    """Units by id, pieces in list order, the room's tables. ``dict=True`` lets answers that are asked often be kept."""

    units: Mapping[UnitId, Unit]
    pieces: tuple[Piece, ...]
    rules: Rules

    @classmethod
    def of(cls, position: Position, rules: Rules) -> Field:
        """The field of a position."""
        return cls(position.units, position.board.pieces, rules)

    @classmethod
    def bare(cls, pieces: tuple[Piece, ...], rules: Rules) -> Field:
        """The field without units, with everything worked out that hangs on the pieces alone."""
        field = cls({}, pieces, rules)
        for name in _OF_PIECES:
            getattr(field, name)
        return field

    def after(self, position: Position) -> Field:
        """The field of a later position of the same game; what hangs on the pieces alone is kept while they stand."""
        field = Field(position.units, position.board.pieces, self.rules)
        if field.pieces is self.pieces:
            field.__dict__.update((name, self.__dict__[name]) for name in _OF_PIECES if name in self.__dict__)
        return field

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

    @cached_property
    def bodies(self) -> tuple[Body, ...]:
        """Every piece with its terrain and shape, in list order."""
        return tuple(Body(piece, self.rules.terrain[piece.kind], outline_of(piece)) for piece in self.pieces)

    @cached_property
    def buildings(self) -> tuple[Body, ...]:
        """The pieces that are buildings, in list order."""
        return tuple(body for body in self.bodies if body.terrain.building)

    @cached_property
    def sight_blockers(self) -> tuple[Body, ...]:
        """The pieces that can block sight, in list order."""
        return tuple(body for body in self.bodies if body.terrain.sight != "open")

    def building_at(self, x: int, y: int) -> Piece | None:
        """The building whose closed polygon holds a point."""
        return next((body.piece for body in self.buildings if body.outline.contains(x, y)), None)

    def building_of(self, unit: Unit) -> Piece | None:
        """The building a unit on the table is inside of; on any of its levels."""
        place = self.place_of(unit)
        return self.building_at(place.x, place.y)

    def tape_facts(self, gap_mm: int, reach_mm: int) -> Mapping[str, Fact]:
        """A gap and what it was measured against, in centimetres for people; nothing in a room without measuring
        (WOP-HID-04)."""
        if not self.rules.options.premeasure:
            return {}
        return {"distance_cm": max(0, gap_mm) / 10, "reach_cm": reach_mm / 10}

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


_OF_PIECES: Final = ("bodies", "buildings", "sight_blockers")
"""The kept answers of a field that do not depend on its units."""


def is_on_foot(unit: Unit) -> bool:
    """Infantry on the table and not aboard a vehicle."""
    return unit.type == "infantry" and unit.status == "table"


def is_fit(unit: Unit) -> bool:
    """Neither hurt nor stunned."""
    return unit.damage == 0 and not unit.stunned


def carries(unit: Unit, weapon: str) -> bool:
    """Whether the unit has the weapon now, as its own or as a token it picked up (WOP-SHOT-02)."""
    return weapon in unit.weapons or weapon in unit.special
