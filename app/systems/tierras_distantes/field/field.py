"""A position as the rules measure it: the land, and everybody's body on it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Final

from app.boards.measured import Table
from app.engine.judging import Kept
from app.engine.types import UnitId
from app.systems.tierras_distantes.book.kinds import NM_PER_MM, Place, Player, Point
from app.systems.tierras_distantes.book.tables import Rules
from app.systems.tierras_distantes.position.changes import unit_with
from app.systems.tierras_distantes.position.state import Position, Unit
from app.systems.tierras_distantes.space.land import Body, Land, body_of, land_of, table_of

_land: Final = Kept(land_of, 256)
"""The land changes only while terrain is placed."""
_farthest: Final = Kept(lambda rows: 2 * max(row.radius_nm for row in rows.values()) + NM_PER_MM, 64)
"""No two bases touch whose centres are farther from one another in plan."""


class Field:
    """Land and bodies of a position; what is asked twice is worked out once."""

    __slots__ = ("_bodies", "land", "position", "rules", "table")

    def __init__(self, rules: Rules, position: Position) -> None:
        self.rules: Final = rules
        self.position: Final = position
        self.land: Final[Land] = _land(rules.ground, position.board.pieces)
        """The terrain."""
        self.table: Final[Table] = table_of(position.board)
        self._bodies: Final[dict[UnitId, Body]] = {}

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

    def near(self, points: Sequence[Point], but: Collection[UnitId]) -> list[Body]:
        """Everybody in play but these whom a base may touch that goes from one of these points to the next."""
        xs, ys = [x for x, _ in points], [y for _, y in points]
        reach = _farthest(self.rules.qualities)
        west, east = (min(xs) - reach) // NM_PER_MM, (max(xs) + reach) // NM_PER_MM
        south, north = (min(ys) - reach) // NM_PER_MM, (max(ys) + reach) // NM_PER_MM
        return [
            self.body(name)
            for name, unit in self.position.units.items()
            if unit.x_mm is not None
            and west <= unit.x_mm <= east
            and unit.y_mm is not None
            and south <= unit.y_mm <= north
            and name not in but
        ]

    def with_unit(self, unit: UnitId, place: Place) -> Field:
        """The same with a miniature put somewhere."""
        x, y, z = place
        return Field(self.rules, unit_with(self.position, unit, x_mm=x, y_mm=y, z_mm=z))
