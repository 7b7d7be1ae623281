"""Who stands where on what: everything that the judges of movement and fire read of a position, or of a question."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Final

from app.boards import squares
from app.boards.squares import Square
from app.engine.types import Seat, UnitId
from app.systems.splatball.book.kinds import Edge, PieceId
from app.systems.splatball.book.tables import Rules, UnitType
from app.systems.splatball.park.ground import Ground, ground_of
from app.systems.splatball.position.state import Piece, Position, Side, Unit


class Field:
    """The ground with the units on it. ``sides``: seat -> side (SPL-GEN-04); ``edges``: seat -> its own edge (SPL-DEP-02)."""

    def __init__(
        self,
        ground: Ground,
        units: Mapping[UnitId, Unit],
        sides: Mapping[Seat, Side],
        edges: Mapping[Seat, Edge | None],
    ) -> None:
        self.ground: Final = ground
        self.rules: Final[Rules] = ground.rules
        self.units: Final = units
        self.sides: Final = sides
        self.edges: Final = edges
        # A unit fills one square, whatever its number of figures (SPL-GEN-06).
        self.unit_at: Final[dict[Square, Unit]] = {unit.at: unit for unit in units.values() if unit.at is not None}

    @classmethod
    def of(cls, position: Position, rules: Rules) -> Field:
        """The field of a position."""
        seats = position.seats
        return cls(
            ground_of(rules, position.board, position.pieces),
            position.units,
            {seat: state.side for seat, state in seats.items()},
            {seat: state.edge for seat, state in seats.items()},
        )

    # -- units

    def kind(self, unit: Unit) -> UnitType:
        """The kind of a unit."""
        return self.rules.units[unit.type]

    def are_enemies(self, one: Seat, other: Seat) -> bool:
        """Whether two seats play for different sides."""
        return self.sides.get(one, one) != self.sides.get(other, other)

    def distance(self, a: Square, b: Square) -> int:
        """Squares between two squares (SPL-GEO-02)."""
        return squares.distance(a, b, diagonals=self.rules.options.diagonals)

    def is_hidden(self, unit: Unit) -> bool:
        """Whether enemies see no more of it than its marker (SPL-CAMO-08, SPL-HID-02)."""
        return unit.marker and not unit.revealed and self.rules.options.camo_identity == "secret"

    def passengers(self, vehicle: UnitId) -> tuple[Unit, ...]:
        """Who rides in a vehicle, by id."""
        return self.aboard.get(vehicle, ())

    @cached_property
    def aboard(self) -> Mapping[UnitId, tuple[Unit, ...]]:
        """Vehicle -> who rides in it."""
        found: dict[UnitId, list[Unit]] = {}
        for unit in self.units.values():
            if unit.inside is not None:
                found.setdefault(unit.inside, []).append(unit)
        return {vehicle: tuple(sorted(riders, key=unit_number)) for vehicle, riders in found.items()}

    def enemies_of(self, seat: Seat) -> Iterator[Unit]:
        """The units of other sides on the board."""
        return (unit for unit in self.unit_at.values() if self.are_enemies(seat, unit.seat))

    # -- pieces and units

    @cached_property
    def touching(self) -> Mapping[PieceId, tuple[Unit, ...]]:
        """Piece -> the units in contact with it for control: on the board (SPL-TRN-10), and in no headquarters (SPL-CTL-03, SPL-HQ-08)."""
        found: dict[PieceId, tuple[Unit, ...]] = {}
        for at, unit in self.unit_at.items():
            if not self.is_in_hq(unit):
                for piece in self.ground.contacts(at):
                    found[piece.id] = (*found.get(piece.id, ()), unit)
        return found

    def may_enter_on_foot(self, seat: Seat, at: Square) -> bool:
        """Whether a foot unit of a seat may stand on a square as far as pieces go (SPL-TER-02 to SPL-TER-09, SPL-HQ-03)."""
        piece = self.ground.piece_at.get(at)
        return piece is None or self.rules.terrain[piece.kind].foot_may_enter or self.is_own_hq(seat, piece)

    @staticmethod
    def is_own_hq(seat: Seat, piece: Piece) -> bool:
        """Whether a piece is the headquarters of a seat."""
        return piece.kind == "hq" and piece.owner == seat

    def is_in_hq(self, unit: Unit) -> bool:
        """Whether a unit is inside a headquarters (SPL-HQ-05)."""
        piece = None if unit.at is None else self.ground.piece_at.get(unit.at)
        return piece is not None and piece.kind == "hq"

    def is_free(self, at: Square) -> bool:
        """Whether a square is on the board, with neither unit nor piece (SPL-TRN-05, SPL-DEP-06)."""
        return at in self.ground.squares and at not in self.unit_at and at not in self.ground.piece_at


def unit_number(unit: Unit) -> tuple[int, str]:
    """What puts ids of units in order: ``s0u2`` before ``s0u10``."""
    return id_number(unit.id)


def id_number(name: str) -> tuple[int, str]:
    """The same of an id."""
    head = name.rstrip("0123456789")
    return (int(name[len(head) :] or 0), head)
