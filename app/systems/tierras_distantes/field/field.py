"""A position as the rules measure it: the land, and everybody's body on it."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

from app.boards.measured import Table
from app.engine.judging import Kept
from app.engine.types import UnitId
from app.systems.tierras_distantes.book.kinds import Place, Player
from app.systems.tierras_distantes.book.tables import Rules
from app.systems.tierras_distantes.position.changes import unit_with
from app.systems.tierras_distantes.position.state import Position, Unit
from app.systems.tierras_distantes.space.land import Body, Land, body_of, land_of, table_of

_land: Final = Kept(land_of, 256)
"""The land changes only while terrain is placed."""


class Field:
    """Land and bodies of a position; what is asked twice is worked out once."""

    __slots__ = ("_bodies", "position", "rules")

    def __init__(self, rules: Rules, position: Position) -> None:
        self.rules: Final = rules
        self.position: Final = position
        self._bodies: Final[dict[UnitId, Body]] = {}

    @property
    def land(self) -> Land:
        """The terrain."""
        return _land(self.rules.ground, self.position.board.pieces)

    @property
    def table(self) -> Table:
        """The table."""
        return table_of(self.position.board)

    def body(self, unit: UnitId) -> Body:
        """A miniature in play, as it stands."""
        found = self._bodies.get(unit)
        if found is None:
            found = self._bodies[unit] = body_of(self.rules.qualities, self.position.units[unit])
        return found

    def bodies(self, units: Iterable[Unit]) -> list[Body]:
        """Those of these that are in play."""
        return [self.body(unit.id) for unit in units if unit.in_play]

    def others(self, but: Collection[UnitId]) -> list[Body]:
        """Everybody in play but these."""
        return self.bodies(unit for name, unit in self.position.units.items() if name not in but)

    def enemies(self, player: Player) -> list[Body]:
        """Everybody of the other player in play."""
        return self.bodies(unit for unit in self.position.units.values() if unit.player != player)

    def with_unit(self, unit: UnitId, place: Place) -> Field:
        """The same with a miniature put somewhere."""
        x, y, z = place
        return Field(self.rules, unit_with(self.position, unit, x_mm=x, y_mm=y, z_mm=z))
