"""What the board is made of (FHW-GEO-10, FHW-GEO-12, FHW-GEO-17): fixed for a game but for wrecks and smoke, which ``Ground`` adds."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from app.boards import hexes
from app.boards.hexes import Hex
from app.systems.flames_hexwar.book.kinds import Material, Place, Relief, Surface
from app.systems.flames_hexwar.book.scenarios import Scenario
from app.systems.flames_hexwar.book.tables import Rules

FLAT: Final = "."
HALF_SIDES: Final = (-1, 0, 1)
"""The sides of the covering half, from its direction (FHW-GEO-12)."""


class Mixed(NamedTuple):
    """The covering half of a mixed hex: the three sides about ``dir`` (FHW-GEO-12)."""

    dir: int
    feature: Surface
    material: Material = "stone"

    def has_side(self, side: int) -> bool:
        """Whether a side of the hex belongs to the covering half."""
        return any((self.dir + off - side) % hexes.SIDES == 0 for off in HALF_SIDES)


class Ground(NamedTuple):
    """What one hex is."""

    surface: Surface = "open"
    relief: Relief = "flat"
    level: int = 0
    trees: bool = False
    mixed: Mixed | None = None
    floors: int = 1
    material: Material = "stone"
    trench: bool = False

    @property
    def height(self) -> int:
        """Flat 0, a hill its level, a mountain one more (FHW-GEO-10)."""
        return self.level + (self.relief == "mountain")

    @property
    def hill(self) -> int | None:
        """The height of a hill; ``None`` for anything else."""
        return self.level if self.relief == "hill" else None

    @property
    def mountain(self) -> int | None:
        """The level of a mountain; ``None`` for anything else."""
        return self.level if self.relief == "mountain" else None

    @property
    def is_woods(self) -> bool:
        """Woods or dense woods, whole (FHW-LOS-09)."""
        return self.surface in ("woods", "dense_woods") and self.mixed is None


OPEN: Final = Ground()


def _has_house(ground: Ground) -> bool:
    return "building" in (ground.surface, None if ground.mixed is None else ground.mixed.feature)


def _may_block(ground: Ground) -> bool:
    return ground.surface != "open" or ground.mixed is not None or ground.relief == "mountain"


class Terrain:
    """The board of a game. A hex that nothing is said of is open and flat."""

    __slots__ = (
        "_near", "board", "grounds", "hilly", "housed", "interior", "junctions", "obstacles", "roads", "tree_lined",
    )  # fmt: skip

    def __init__(
        self,
        board: hexes.Board,
        grounds: Mapping[Hex, Ground],
        roads: Iterable[hexes.Side] = (),
        junctions: Iterable[hexes.Side] = (),
    ) -> None:
        self.board: Final = board
        self.grounds: Final = grounds
        self.roads: Final = frozenset(roads)
        """Pairs of hexes that a road joins (FHW-GEO-17)."""
        self.junctions: Final = frozenset(junctions)
        """Sides that are junctions between hills, listed ones and those between levels (FHW-TERR-02)."""
        self.interior: Final = frozenset(at for at, found in grounds.items() if self._is_interior(at, found))
        """Dense woods all round, as far as the board goes (FHW-LOS-11)."""
        self.obstacles: Final = frozenset(at for at, found in grounds.items() if _may_block(found))
        """Whatever may break a line but for hills."""
        self.housed: Final = frozenset(at for at, found in grounds.items() if _has_house(found))
        """Where teams may be inside a building."""
        self.hilly: Final = frozenset(at for at, found in grounds.items() if found.relief == "hill")
        self.tree_lined: Final = frozenset(at for at, found in grounds.items() if found.trees)

        self._near: Final[dict[Hex, tuple[Place, ...]]] = {}

    def near(self, at: Hex) -> tuple[Place, ...]:
        """The hexes of the board next to one, on the ground."""
        found = self._near.get(at)
        if found is None:
            found = self._near[at] = tuple(Place(near) for near in hexes.neighbours(at) if self.board.holds(near))
        return found

    def __getitem__(self, at: Hex) -> Ground:
        return self.grounds.get(at, OPEN)

    def _is_interior(self, at: Hex, found: Ground) -> bool:
        if found.surface != "dense_woods" or found.mixed is not None:
            return False
        return all(self[near].is_woods for near in hexes.neighbours(at) if self.board.holds(near))

    def joined(self, a: Hex, b: Hex) -> bool:
        """Whether a road joins two neighbours: a step between them is a road step (FHW-TERR-08)."""
        return ((a, b) if a < b else (b, a)) in self.roads

    def has_road(self, at: Hex) -> bool:
        """Whether a road lies in a hex."""
        return any(self.joined(at, near) for near in hexes.neighbours(at))

    def is_junction(self, a: Hex, b: Hex) -> bool:
        """Whether the side between two neighbours is a junction between hills (FHW-TERR-02)."""
        if ((a, b) if a < b else (b, a)) in self.junctions:
            return True
        one, two = self[a], self[b]
        return one.relief == two.relief == "hill" and one.level != two.level


def terrain_of(rules: Rules, scenario: Scenario) -> Terrain:
    """The board of a scenario."""
    board = hexes.Board(scenario.cols, scenario.rows)
    surfaces = {row.symbol: row.id for row in rules.surfaces.values()}
    trees = {hexes.from_offset(*at) for at in scenario.tree_lined}
    trenches = {hexes.from_offset(*at) for at in scenario.trenches}
    mixed = {hexes.from_offset(*row.at): Mixed(row.dir, row.feature, row.material) for row in scenario.mixed}
    built = {hexes.from_offset(*row.at): row for row in scenario.buildings}
    grounds = {}
    for at in board.cells():
        column, row = hexes.to_offset(at)
        relief, level = relief_of(scenario.relief[row][column])
        building = built.get(at)
        found = Ground(
            surfaces.get(scenario.surface[row][column], "open"),
            relief,
            level,
            at in trees,
            mixed.get(at),
            1 if building is None else building.floors,
            "stone" if building is None else building.material,
            at in trenches,
        )
        if found != OPEN:
            grounds[at] = found
    return Terrain(board, grounds, road_sides(scenario.roads), junction_sides(scenario))


def relief_of(symbol: str) -> tuple[Relief, int]:
    """What a sign of ``relief`` says: ``1`` to ``3`` hills, ``A`` to ``D`` mountains."""
    if symbol.isdigit():
        return "hill", int(symbol)
    return ("flat", 0) if symbol == FLAT else ("mountain", ord(symbol) - ord("A") + 1)


def road_sides(chains: Iterable[Iterable[tuple[int, int]]]) -> set[hexes.Side]:
    """The pairs of hexes that chains of cells join."""
    found: set[hexes.Side] = set()
    for chain in chains:
        cells = [hexes.from_offset(*at) for at in chain]
        found |= {(a, b) if a < b else (b, a) for a, b in itertools.pairwise(cells)}
    return found


def junction_sides(scenario: Scenario) -> set[hexes.Side]:
    """The sides that a scenario lists as junctions."""
    return {hexes.side(hexes.from_offset(*row.at), row.dir) for row in scenario.junctions}
