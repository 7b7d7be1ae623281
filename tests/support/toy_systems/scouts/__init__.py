"""Scouts: a skirmish on hexes, for tests; what it brings is its geometry, its words, its drawings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from app.boards import hexes
from app.engine.lattice import Lattice
from app.engine.types import BoardKind, Text
from tests.support.cells import values as v
from tests.support.cells.system import Skirmish

_WORDS = (
    ("este", "east"),
    ("nordeste", "north-east"),
    ("noroeste", "north-west"),
    ("oeste", "west"),
    ("suroeste", "south-west"),
    ("sudeste", "south-east"),
)


class Hexes:
    """Hexes on a point; a figure looks through one of its sides."""

    kind = BoardKind.HEXES
    must_look = True
    facings = tuple((side, 60.0 * side, Text(*words)) for side, words in enumerate(_WORDS))

    def lattice(self, columns: int, rows: int) -> Lattice:
        return Lattice("hex", columns, rows, is_named=True)

    def name(self, place: v.Place) -> str:
        return hexes.name(hexes.from_offset(*place))

    key = name
    wired = name

    def read(self, value: Any) -> v.Place | None:
        found = hexes.named(value) if isinstance(value, str) else None
        return None if found is None or hexes.name(found) != value else hexes.to_offset(found)

    def steps(self, place: v.Place) -> list[tuple[v.Place, bool]]:
        return [(hexes.to_offset(near), True) for near in hexes.neighbours(hexes.from_offset(*place))]

    def distance(self, a: v.Place, b: v.Place) -> int:
        return hexes.distance(hexes.from_offset(*a), hexes.from_offset(*b))

    def blockers(self, a: v.Place, b: v.Place, blocks: Callable[[v.Place], bool]) -> list[v.Place]:
        """A hex blocks; a line along a side is blocked if both hexes beside it do."""
        one, other = hexes.from_offset(*a), hexes.from_offset(*b)
        items = hexes.line(one, other).between(one, other)
        beside = [(item.at,) if isinstance(item, hexes.Inside) else item.side for item in items]
        return [
            hexes.to_offset(places[0]) for places in beside if all(blocks(hexes.to_offset(each)) for each in places)
        ]

    def sees(self, at: v.Place, facing: v.Look, to: v.Place) -> bool:
        is_side = type(facing) is int and 0 <= facing < hexes.SIDES
        return is_side and hexes.in_sector(hexes.from_offset(*at), 2 * int(facing), hexes.from_offset(*to), 120)

    def turned(self, facing: v.Look, by: int) -> v.Look:
        return (facing + by) % hexes.SIDES if isinstance(facing, int) else 0

    def corners(self, columns: int, rows: int) -> tuple[v.Corner, ...]:
        """Where three hexes of the board meet."""
        lattice, found = self.lattice(columns, rows), set[tuple[v.Place, ...]]()
        for at in hexes.Board(columns, rows).cells():
            for k in range(hexes.SIDES):
                cells = tuple(sorted(map(hexes.to_offset, hexes.around(hexes.corner(at, k)))))
                if all(0 <= x < columns and 0 <= y < rows for x, y in cells):
                    found.add(cells)
        middles = {cells: [lattice.middle(each) for each in cells] for cells in sorted(found)}
        return tuple(
            v.Corner(sum(x for x, _ in points) / 3, sum(y for _, y in points) / 3, cells)
            for cells, points in middles.items()
        )


def build(tables: Mapping[str, Any], rules_hash: str) -> Skirmish:
    """The game, from its own data files."""
    return Skirmish(Hexes(), "scouts", "SCO", tables, rules_hash)  # type: ignore[arg-type]
