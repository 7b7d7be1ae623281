"""Lines across a board as its ground alone makes them, wrecks and smoke left aside: each is drawn once."""

from __future__ import annotations

from collections.abc import Set
from typing import Final, Literal, NamedTuple

from app.boards import hexes
from app.boards.hexes import Hex
from app.engine.judging import Kept
from app.engine.types import RuleId
from app.systems.flames_hexwar.book.tables import Rules
from app.systems.flames_hexwar.sight import blocking
from app.systems.flames_hexwar.sight.blocking import Barrier, End
from app.systems.flames_hexwar.sight.lines import Item, Segment, line, to_point
from app.systems.flames_hexwar.terrain.terrain import Terrain

Vision = Literal["full", "limited"]
BOARDS: Final = 16
"""The lines of so many boards are remembered."""


class Blocked(NamedTuple):
    """There is no sight."""

    rule: RuleId
    hexes: tuple[Hex, ...] = ()


class Bare(NamedTuple):
    """A line between two different hexes as the ground alone makes it: what hill and whether trees cover the target."""

    hill: RuleId | None
    has_trees: bool


class Around:
    """Hexes round one to which lines have been drawn: those to which they are free, those for which that hangs on who looks at whom."""

    __slots__ = ("drawn", "free", "over_hills")

    def __init__(self, at: Hex) -> None:
        self.drawn: Final = {at}
        self.free: Final = {at}
        self.over_hills: Final[set[Hex]] = set()


class Lines:
    """The lines of one board."""

    __slots__ = ("_around", "_drawn", "_free", "_met", "_visions", "rules", "terrain")

    def __init__(self, rules: Rules, terrain: Terrain) -> None:
        self.rules: Final = rules
        self.terrain: Final = terrain
        self._met: Final[dict[tuple[Hex, Hex], Bare | Blocked | None]] = {}
        self._free: Final[dict[tuple[Hex, Hex], bool | None]] = {}
        self._drawn: Final[dict[tuple[End, End], Bare | Blocked]] = {}
        self._around: Final[dict[Hex, Around]] = {}
        self._visions: Final[dict[tuple[End, End], Vision]] = {}

    def bare(self, a: End, b: End) -> Bare | Blocked:
        """What the ground makes of a line."""
        found = self._between(a[0], b[0])
        return self._over_hills(a, b) if found is None else found

    def _between(self, a: Hex, b: Hex) -> Bare | Blocked | None:
        """What it makes of a line whoever looks at whom; ``None`` where that hangs on it, for the hills on the line."""
        key = (a, b)
        if key in self._met:
            return self._met[key]
        found = self._met[key] = bare_ground(self.rules, self.terrain, a, b)
        return found

    def is_free(self, a: Hex, b: Hex) -> bool | None:
        """Whether the ground leaves a line free, which it does both ways or neither; ``None`` where that hangs on who looks at whom, for the
        hills on the line."""
        key = (a, b)
        if key in self._free:
            return self._free[key]
        met = self._between(a, b)
        found = self._free[key] = self._free[b, a] = None if met is None else not isinstance(met, Blocked)
        return found

    def is_free_over_hills(self, a: End, b: End) -> bool:
        """The same where it hangs on who looks at whom."""
        return not isinstance(self._over_hills(a, b), Blocked)

    def free_among(self, a: Hex, cells: Set[Hex]) -> tuple[Set[Hex], Set[Hex]]:
        """Those of the hexes to which the line from one is free, and those for which that hangs on who looks at whom."""
        around = self._around.get(a)
        if around is None:
            around = self._around[a] = Around(a)
        for b in cells - around.drawn:
            found = self.is_free(a, b)
            if found is None:
                around.over_hills.add(b)
            elif found:
                around.free.add(b)
            around.drawn.add(b)
        return cells & around.free, cells & around.over_hills

    def _over_hills(self, a: End, b: End) -> Bare | Blocked:
        found = self._drawn.get((a, b))
        if found is None:
            found = self._drawn[a, b] = over_hills(self.rules, self.terrain, a, b)
        return found

    def vision(self, a: End, b: End) -> Vision:
        """How fully a hex is seen to whose middle there is sight."""
        found = self._visions.get((a, b))
        if found is None:
            found = self._visions[a, b] = vision_of(self.rules, self.terrain, a, b)
        return found


lines_of: Final = Kept(Lines, BOARDS)
"""The lines of a board."""


def bare_ground(rules: Rules, terrain: Terrain, a: Hex, b: Hex) -> Bare | Blocked | None:
    """What the ground breaks of the line between two different hexes, or what of it covers the end ``b``; ``None`` where that hangs on who
    stands at the ends as well, for the hills on the line."""
    is_open = rules.options.dense_interior_adjacent_los and hexes.distance(a, b) == 1
    inside = [at for at in (a, b) if at in terrain.interior]
    if inside and not is_open:
        return Blocked(RuleId("FHW-LOS-11"), tuple(inside))
    segment = line(a, b)
    broken = blocking.surface_barrier(rules, terrain, a, b, segment)
    if broken is not None:
        return Blocked(*broken)
    if blocking.has_hills(terrain, segment):
        return None
    return Bare(None, _has_trees(terrain, a, b, segment))


def over_hills(rules: Rules, terrain: Terrain, a: End, b: End) -> Bare | Blocked:
    """What hills make of a line that nothing else breaks."""
    segment = line(a.at, b.at)
    broken, hill = blocking.hills(rules, terrain, a, b, segment)
    return Bare(hill, _has_trees(terrain, a.at, b.at, segment)) if broken is None else Blocked(*broken)


def vision_of(rules: Rules, terrain: Terrain, a: End, b: End) -> Vision:
    """Full or limited vision of a hex to whose middle there is sight (FHW-VIS-01, FHW-VIS-02, FHW-VIS-05)."""
    only_far = rules.options.vision_rule == "far_side_only"
    for side in hexes.sides_towards(b.at, a.at):
        far_side = hexes.middle(b.at, side + 3)
        near = () if only_far else (hexes.corner(b.at, side - 1), hexes.corner(b.at, side))
        if all(_is_clear(rules, terrain, a, b, to_point(a.at, point, b.at)) for point in (far_side, *near)):
            return "full"
    return "limited"


def _is_clear(rules: Rules, terrain: Terrain, a: End, b: End, segment: Segment) -> bool:
    found: Barrier | None = blocking.barrier(rules, terrain, a, b, segment)
    return found is None


def _has_trees(terrain: Terrain, a: Hex, b: Hex, segment: Segment) -> bool:
    """A tree-lined hex on the line, not next to the attacker (FHW-COV-05)."""
    items = (*segment.items_among(terrain.tree_lined), Item((b,)))
    return any(all(terrain[at].trees and hexes.distance(a, at) > 1 for at in item.hexes) for item in items)
