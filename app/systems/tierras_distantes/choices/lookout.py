"""What was found out on a table: who sees whom from where, and where ways lead. Everything is worked out by the functions that judge, and is
remembered as long as the same terrain lies there under the same rules."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from app.boards.measured import Table
from app.boards.plane import Point
from app.engine.judging import Kept
from app.engine.refusal import Refusal
from app.systems.tierras_distantes.book.kinds import NM_PER_MM
from app.systems.tierras_distantes.book.pieces import Piece
from app.systems.tierras_distantes.book.tables import Rules
from app.systems.tierras_distantes.field.field import Field
from app.systems.tierras_distantes.fire.dice import Pool
from app.systems.tierras_distantes.fire.odds import chances
from app.systems.tierras_distantes.march.walking import walk
from app.systems.tierras_distantes.space.land import Body, Land, land_of, table_of
from app.systems.tierras_distantes.space.sight import Sighting, sight

Path = tuple[Point, ...]

MOST_TABLES: Final = 8
MOST_LOOKS: Final = 20_000
MOST_WAYS: Final = 20_000
MOST_ODDS: Final = 4096


class Odds(NamedTuple):
    """What an attack does to whom it is made at: how likely it frightens, and how likely it is a casualty."""

    frightened: float
    casualty: float


class Walker(NamedTuple):
    """Who walks: its body without a name, how far, on which table, and whom it may not pass."""

    body: tuple[int, int, int, int, int]
    move: int
    table: Table
    enemies: tuple[Body, ...]


class Lookout:
    """The terrain of a table under some rules. What is remembered is a function of these and of what it is asked."""

    def __init__(self, rules: Rules, pieces: tuple[Piece, ...]) -> None:
        self.rules: Final = rules
        self.land: Final[Land] = land_of(rules.ground, pieces)
        self._looks: Final = lru_cache(MOST_LOOKS)(self._look)
        self._ways: Final = lru_cache(MOST_WAYS)(self._way)
        self.odds: Final = lru_cache(MOST_ODDS)(self._odds)

    def look(self, viewer: Body, target: Body) -> Sighting:
        """What terrain leaves a viewer to see of a target; bodies in between are not looked at."""
        return self._looks(viewer[1:], target[1:])

    def _look(self, viewer: tuple[int, ...], target: tuple[int, ...]) -> Sighting:
        return sight(self.rules, self.land, Body("", *viewer), Body("", *target))

    def way(self, walker: Walker, path: Path) -> Body | None:
        """Where a path in mm leads whoever may walk it; ``None`` for one that may not be walked. Who stands at its end is not looked at."""
        return self._ways(walker, path)

    def _way(self, walker: Walker, path: Path) -> Body | None:
        points = [(x * NM_PER_MM, y * NM_PER_MM) for x, y in path]
        found = walk(
            self.rules,
            self.land,
            Body("", *walker.body),
            points,
            allowance=walker.move,
            table=walker.table,
            enemies=walker.enemies,
        )
        return None if isinstance(found, Refusal) else found.end

    def _odds(self, pool: Pool, defence: int, cover: int) -> Odds:
        found = chances(self.rules, pool, defence, cover)
        return Odds(float(found["frightened"]), float(found["casualty"]))


lookout_on: Final = Kept(Lookout, MOST_TABLES)
"""What is remembered of a table."""


def lookout_of(field: Field) -> Lookout:
    """What is remembered of the table of a position."""
    return lookout_on(field.rules, field.position.board.pieces)


def walker_of(field: Field, body: Body, move: int, enemies: Sequence[Body]) -> Walker:
    """Somebody as ``Lookout.way`` asks for it."""
    return Walker(body[1:], move, table_of(field.position.board), tuple(enemies))
