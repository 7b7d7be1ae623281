"""Daubs: a skirmish on squares, for tests; what it brings is its geometry, its words, its drawings."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, get_args

from app.boards import squares
from app.engine.lattice import Lattice
from app.engine.types import BoardKind, Text
from tests.support.cells import values as v
from tests.support.cells.system import Skirmish

_WORDS = {
    "N": ("norte", "north"), "NE": ("nordeste", "north-east"), "E": ("este", "east"), "SE": ("sudeste", "south-east"),
    "S": ("sur", "south"), "SW": ("suroeste", "south-west"), "W": ("oeste", "west"), "NW": ("noroeste", "north-west"),
}  # fmt: skip
ROUND = ("E", "NE", "N", "NW", "W", "SW", "S", "SE")
"""The facings counter-clockwise from the east."""


class Squares:
    """Squares, where one may also step from corner to corner."""

    kind = BoardKind.SQUARES
    must_look = False
    facings = tuple((name, 45.0 * number, Text(*_WORDS[name])) for number, name in enumerate(ROUND))

    def lattice(self, columns: int, rows: int) -> Lattice:
        along = tuple(map(squares.column_name, range(columns)))
        return Lattice("square", columns, rows, along=along, upright=tuple(str(row + 1) for row in range(rows)))

    def name(self, place: v.Place) -> str:
        return squares.name(place)

    def key(self, place: v.Place) -> str:
        return f"{place[0]},{place[1]}"

    def wired(self, place: v.Place) -> v.Named:
        return place

    def read(self, value: Any) -> v.Place | None:
        is_place = isinstance(value, Sequence) and not isinstance(value, str) and len(value) == 2
        return (value[0], value[1]) if is_place and all(type(each) is int for each in value) else None

    def steps(self, place: v.Place) -> list[tuple[v.Place, bool]]:
        return [(squares.step(place, facing), len(facing) == 1) for facing in ROUND]  # type: ignore[arg-type]

    def distance(self, a: v.Place, b: v.Place) -> int:
        return squares.distance(a, b)

    def blockers(self, a: v.Place, b: v.Place, blocks: Callable[[v.Place], bool]) -> list[v.Place]:
        found = squares.blocked_by(squares.line(a, b), blocks)
        return [*found.squares, *(corner.beside[0] for corner in found.corners)]

    def sees(self, at: v.Place, facing: v.Look, to: v.Place) -> bool:
        return facing in get_args(squares.Facing) and squares.in_sector(at, facing, to, 90)  # type: ignore[arg-type]

    def turned(self, facing: v.Look, by: int) -> v.Look:
        return ROUND[(ROUND.index(str(facing)) + by) % 8] if facing in ROUND else ROUND[0]

    def corners(self, columns: int, rows: int) -> tuple[v.Corner, ...]:
        return ()


def build(tables: Mapping[str, Any], rules_hash: str) -> Skirmish:
    """The game, from its own data files."""
    return Skirmish(Squares(), "daubs", "DAU", tables, rules_hash)  # type: ignore[arg-type]
