"""The ground of the board as it is drawn: hexes, covering halves, roads, trees, junctions, trenches, wrecks, smoke."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from app.boards import hexes
from app.boards.hexes import Hex
from app.engine.judging import Kept
from app.engine.lattice import SIZE, Lattice
from app.engine.scene import Area, Cell, Drawable, Edge, Mark, Polygon, Stain
from app.engine.types import Text
from app.engine.words import joined
from app.systems.flames_hexwar.book.scenarios import Scenario
from app.systems.flames_hexwar.book.tables import Rules
from app.systems.flames_hexwar.field.field import board_of
from app.systems.flames_hexwar.position.state import Position, Smoke
from app.systems.flames_hexwar.terrain.terrain import Ground, Mixed, Terrain

KEPT: Final = 32
"""So many grounds are remembered."""
DEGREES: Final = 60
"""From one side of a hex to the next."""
QUARTER: Final = SIZE / 4
WRECK: Final = 24
MOST_WRECKS: Final = 6
SMOKE: Final = 56


def lattice_of(scenario: Scenario) -> Lattice:
    """How the hexes of a scenario lie; each bears its own name, and at the edges stands what it is made of (FHW-GEO-01)."""
    along, upright = (tuple(f"{n:02}" for n in range(count)) for count in (scenario.cols, scenario.rows))
    return Lattice("hex", scenario.cols, scenario.rows, along=along, upright=upright, is_named=True)


def middle(lattice: Lattice, at: Hex) -> tuple[float, float]:
    """The middle of a hex on the board."""
    return lattice.middle(hexes.to_offset(at))


def ground(rules: Rules, position: Position) -> tuple[Drawable, ...]:
    """Everything that lies on the board, from the bottom up (FHW-GEO-10 to FHW-GEO-18)."""
    scenario = rules.scenarios[position.scenario]
    return (
        *_cells(rules, scenario, position.wrecks, position.smoke),
        *_fixed(rules, scenario),
        *_strewn(rules, position),
    )


# ------------------------------------------------------------------------------------------------------------------- hexes


def _cells_of(
    rules: Rules, scenario: Scenario, wrecks: tuple[tuple[Hex, int], ...], smoke: tuple[Smoke, ...]
) -> tuple[Cell, ...]:
    lattice, terrain = lattice_of(scenario), board_of(rules, scenario)
    count, smoky = dict(wrecks), {each.at for each in smoke}
    levels = {hexes.to_offset(at): terrain[at].height for at in terrain.board.cells()}
    return tuple(
        replace(
            _cell(rules, lattice, terrain, at, count.get(at, 0), has_smoke=at in smoky),
            falls=lattice.falls(hexes.to_offset(at), levels),
        )
        for at in terrain.board.cells()
    )


_cells: Final = Kept(_cells_of, KEPT)


def _cell(rules: Rules, lattice: Lattice, terrain: Terrain, at: Hex, wrecks: int, *, has_smoke: bool) -> Cell:
    found = terrain[at]
    column, row = hexes.to_offset(at)
    x, y = lattice.middle((column, row))
    return Cell(
        hexes.name(at),
        x,
        y,
        column,
        row,
        hexes.name(at),
        ground_name(rules, found),
        shade_of(found),
        found.height,
        tags=tuple(_tags(rules, terrain, at, wrecks, has_smoke=has_smoke)),
        marks=tuple(_marks(rules, found)),
    )


def shade_of(found: Ground) -> str:
    """What the ground of a hex is drawn by: its surface, on a mountain with that before it."""
    surface = f"building_{found.material}" if found.surface == "building" else str(found.surface)
    if found.relief != "mountain":
        return surface
    return "mountain" if surface == "open" else f"mountain_{surface}"


def ground_name(rules: Rules, found: Ground) -> Text:
    """Surface and relief in words."""
    surface = rules.surfaces[found.surface].name
    return surface if found.relief == "flat" else joined((surface, rules.words.say("grounds", found.relief)))


def _tags(rules: Rules, terrain: Terrain, at: Hex, wrecks: int, *, has_smoke: bool) -> Iterator[Text]:
    say, found = rules.words.say, terrain[at]
    if found.mixed is not None:
        yield half_name(rules, found.mixed)
    if found.surface == "building":
        yield say("grounds", "floors", material=say("grounds", found.material), n=found.floors)
    for name, holds in (("road", terrain.has_road(at)), ("trees", found.trees), ("trench", found.trench)):
        if holds:
            yield say("grounds", name)
    if wrecks:
        yield say("grounds", "wrecks", n=wrecks)
    if has_smoke:
        yield say("grounds", "smoke")


def half_name(rules: Rules, mixed: Mixed) -> Text:
    """The covering half of a mixed hex: what fills it, and towards where (FHW-COV-07)."""
    say = rules.words.say
    return say("grounds", f"half_{mixed.feature}", towards=say("facings", str(mixed.dir)))


def _marks(rules: Rules, found: Ground) -> Iterator[Mark]:
    if found.surface == "building" and found.floors > 1:
        yield Mark("floors", rules.words.say("grounds", "floors_mark", n=found.floors), found.floors)


# --------------------------------------------------------------------------------------------------------- what never changes


def _fixed_of(rules: Rules, scenario: Scenario) -> tuple[Drawable, ...]:
    lattice, terrain = lattice_of(scenario), board_of(rules, scenario)
    return (
        *_halves(rules, lattice, terrain),
        *_roads(lattice, scenario, terrain),
        *_trees(lattice, terrain),
        *_trenches(lattice, terrain),
        *_junctions(rules, lattice, terrain),
    )


_fixed: Final = Kept(_fixed_of, KEPT)


def half_shape(lattice: Lattice, at: Hex, mixed: Mixed) -> Polygon:
    """The covering half of a hex: the three sides about its direction (FHW-GEO-12)."""
    corners = lattice.outline(hexes.to_offset(at))
    # Outlines run clockwise from the top, corners of hexes counter-clockwise from between the sides 0 and 1.
    turned = (corners[1], corners[0], corners[5], corners[4], corners[3], corners[2])
    return Polygon(tuple(turned[(mixed.dir + off) % hexes.SIDES] for off in (-2, -1, 0, 1)))


def _halves(rules: Rules, lattice: Lattice, terrain: Terrain) -> Iterator[Drawable]:
    for at, found in terrain.grounds.items():
        if found.mixed is not None:
            kind = "woods" if found.mixed.feature == "woods" else f"building_{found.mixed.material}"
            shape, name = half_shape(lattice, at, found.mixed), half_name(rules, found.mixed)
            yield Area(f"half-{hexes.name(at)}", f"half_{kind}", shape, name, layer="ground")


def _roads(lattice: Lattice, scenario: Scenario, terrain: Terrain) -> Iterator[Drawable]:
    """Roads from middle to middle; where one ends at the rim of the board it goes on to that rim (FHW-GEO-17). Below all of them lie
    their beds, so that they join."""
    ways = tuple(_ways(lattice, scenario, terrain))
    yield from (replace(way, id=f"bed-{way.id}", kind=f"{way.kind}_bed") for way in ways)
    yield from ways


def _ways(lattice: Lattice, scenario: Scenario, terrain: Terrain) -> Iterator[Stain]:
    for a, b in sorted(terrain.roads):
        (x1, y1), (x2, y2) = middle(lattice, a), middle(lattice, b)
        turn = DEGREES * hexes.neighbours(a).index(b)
        name = f"road-{hexes.name(a)}-{hexes.name(b)}"
        yield Stain(name, (x1 + x2) / 2, (y1 + y2) / 2, SIZE / 2, "road", turn_deg=turn)
    for number, chain in enumerate(scenario.roads):
        cells = [hexes.from_offset(*at) for at in chain]
        if len(cells) > 1:
            for end, (at, before) in (("a", (cells[0], cells[1])), ("b", (cells[-1], cells[-2]))):
                side = _leaving(terrain, at, before)
                if side is not None:
                    yield _stub(lattice, f"road_end-{number}-{end}", "road_end", at, side)


def _leaving(terrain: Terrain, at: Hex, before: Hex) -> int | None:
    """The side by which a road leaves the board where it ends, straight on if it can; ``None`` where it ends within."""
    on = hexes.neighbours(before).index(at)
    tries = (on, on + 1, on - 1)
    return next((d % hexes.SIDES for d in tries if not terrain.board.holds(hexes.step(at, d))), None)


def _stub(lattice: Lattice, name: str, kind: str, at: Hex, side: int) -> Stain:
    """Half a step, from the middle of a hex to a side."""
    (x, y), (x2, y2) = middle(lattice, at), middle(lattice, hexes.step(at, side))
    return Stain(name, (3 * x + x2) / 4, (3 * y + y2) / 4, QUARTER, kind, turn_deg=DEGREES * side)


def _trees(lattice: Lattice, terrain: Terrain) -> Iterator[Drawable]:
    """Trees on both sides of the road in a hex; where none runs, a line across it (FHW-COV-05)."""
    for at, found in terrain.grounds.items():
        if found.trees:
            sides = [d for d in range(hexes.SIDES) if terrain.joined(at, hexes.step(at, d))] or [0, 3]
            for side in sides:
                yield _stub(lattice, f"trees-{hexes.name(at)}-{side}", "trees", at, side)


def _trenches(lattice: Lattice, terrain: Terrain) -> Iterator[Drawable]:
    for at, found in terrain.grounds.items():
        if found.trench:
            x, y = middle(lattice, at)
            yield Stain(f"trench-{hexes.name(at)}", x, y, SIZE / 2, "trench")


def _junctions(rules: Rules, lattice: Lattice, terrain: Terrain) -> Iterator[Drawable]:
    """Junctions between hills (FHW-TERR-02)."""
    name = rules.words.say("grounds", "junction")
    for at in terrain.board.cells():
        for near in hexes.neighbours(at)[:3]:
            if terrain.board.holds(near) and terrain.is_junction(at, near):
                (x1, y1), (x2, y2) = lattice.side(hexes.to_offset(at), hexes.to_offset(near))
                one, other = hexes.name(at), hexes.name(near)
                yield Edge(f"junction-{one}-{other}", x1, y1, x2, y2, "junction", name, (one, other))


# ------------------------------------------------------------------------------------------------------------ what comes and goes


def _strewn(rules: Rules, position: Position) -> Iterator[Drawable]:
    """Wrecks and smoke (FHW-COV-08, FHW-SMOKE-06)."""
    lattice = lattice_of(rules.scenarios[position.scenario])
    for at, count in position.wrecks:
        x, y = middle(lattice, at)
        for number in range(min(count, MOST_WRECKS)):
            spin = 137 * number + 31 * at.q + 57 * at.r
            dx, dy = spin * 7 % 47 - 23, spin * 11 % 47 - 23
            yield Stain(f"wreck-{hexes.name(at)}-{number}", x + dx, y + dy, WRECK, "wreck", turn_deg=spin % 360)
    for name, at in dict.fromkeys((hexes.name(each.at), each.at) for each in position.smoke):
        x, y = middle(lattice, at)
        yield Stain(f"smoke-{name}", x, y, SMOKE, "smoke")


# ----------------------------------------------------------------------------------------------------------------- some hexes


def outlines(lattice: Lattice, cells: frozenset[Hex]) -> Iterator[Polygon]:
    """The outlines round some hexes, each with what it leaves out."""
    left = set(cells)
    while left:
        together = _connected(left)
        left -= together
        loops = sorted(_loops(lattice, together), key=lambda loop: -abs(_area(loop)))
        yield Polygon(loops[0], tuple(loops[1:]))


def _connected(cells: set[Hex]) -> set[Hex]:
    waiting, found = [min(cells)], {min(cells)}
    while waiting:
        near = [each for each in hexes.neighbours(waiting.pop()) if each in cells and each not in found]
        found.update(near)
        waiting += near
    return found


def _loops(lattice: Lattice, cells: set[Hex]) -> Iterator[tuple[tuple[float, float], ...]]:
    """The lines round hexes that lie together: their sides that no other of them shares, one after the other."""
    sides = [_rounded(side) for at in sorted(cells) for side in itertools.pairwise(_ring(lattice, at))]
    count = Counter(frozenset(side) for side in sides)
    following = {start: end for start, end in sides if count[frozenset((start, end))] == 1}
    while following:
        first, at = following.popitem()
        loop = [first]
        while at != first:
            loop.append(at)
            at = following.pop(at)
        yield tuple(loop)


def _ring(lattice: Lattice, at: Hex) -> tuple[tuple[float, float], ...]:
    corners = lattice.outline(hexes.to_offset(at))
    return (*corners, corners[0])


def _rounded(side: tuple[tuple[float, float], tuple[float, float]]) -> tuple[tuple[float, float], tuple[float, float]]:
    (x1, y1), (x2, y2) = side
    return (round(x1, 2), round(y1, 2)), (round(x2, 2), round(y2, 2))


def _area(loop: tuple[tuple[float, float], ...]) -> float:
    return sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in itertools.pairwise((*loop, loop[0]))) / 2
