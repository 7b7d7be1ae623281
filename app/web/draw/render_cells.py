"""The cells of a lattice and what lies on and between them, as their templates want them; the lines of the lattice itself."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final
from zlib import crc32

import msgspec

from app.engine.lattice import Lattice, Place
from app.engine.scene import Cell, Edge, Point, Scene, Stain
from app.web.draw.render_places import Drawer, Marks, Placed, marks_said
from app.web.draw.render_slopes import Slope, slopes
from app.web.draw.render_words import element_id

Side = tuple[Point, Point]
_KEPT: Final = 32
"""Of so many boards the lines are remembered."""
_OFF: Final = 0.22
"""How far the names at the edges lie off the board, in cells."""


class CellPiece(Placed, frozen=True, kw_only=True):
    """A cell ready to be printed; ``texture`` is the pattern of its ground (`ground-<shade>`) and ``thing`` a drawing in its middle, where the game has them;
    ``said`` is all there is to say of it."""

    what: Cell
    name: str
    said: str
    path: str
    texture: str
    thing: str
    marks: Marks
    slopes: tuple[Slope, ...] = ()
    kind: str = "cell"
    layer: str = "cells"


class EdgePiece(Placed, frozen=True, kw_only=True):
    """A thing between two cells, drawn along the x axis about its middle, ``length`` long and turned."""

    what: Edge
    turn: str
    length: str
    name: str
    symbol: str
    side: int
    kind: str = "edge"
    layer: str = "edges"


class StainPiece(Placed, frozen=True, kw_only=True):
    """A stain, about its middle."""

    what: Stain
    size: str
    turn: str
    symbol: str
    side: int
    kind: str = "stain"
    layer: str = "stains"


class Name(msgspec.Struct, frozen=True):
    """A column's or a row's name beside the board."""

    x: str
    y: str
    words: str


class Surveyor:
    """Draws cells, what lies between them and what stays on them for one reader."""

    def __init__(self, draw: Drawer) -> None:
        self._draw = draw

    def cell(self, cell: Cell, height: float) -> CellPiece:
        """A cell; ``height`` is the board's."""
        return CellPiece(
            id=element_id(cell.id),
            what=cell,
            x=fine(cell.x),
            y=fine(height - cell.y),
            name=self._draw.words(cell.name),
            said=", ".join(self._about(cell)),
            path="" if cell.outline is None else ring((x, -y) for x, y in cell.outline.points),
            texture=self._draw.drawn(f"ground-{cell.shade}"),
            thing=self._thing(cell),
            marks=self._draw.marks(cell.marks),
            slopes=slopes(cell.falls),
        )

    def edge(self, edge: Edge, height: float) -> EdgePiece:
        """A thing between two cells."""
        way = complex(edge.x2 - edge.x1, edge.y1 - edge.y2)
        return EdgePiece(
            id=element_id(edge.id),
            what=edge,
            x=fine((edge.x1 + edge.x2) / 2),
            y=fine(height - (edge.y1 + edge.y2) / 2),
            turn=fine(_degrees(way)),
            length=fine(abs(way)),
            name=self._draw.words(edge.name),
            symbol=self._draw.drawn(f"edge-{edge.kind}"),
            side=self._draw.side(edge.side),
        )

    def stain(self, stain: Stain, height: float) -> StainPiece:
        """A stain."""
        return StainPiece(
            id=element_id(stain.id),
            what=stain,
            x=fine(stain.x),
            y=fine(height - stain.y),
            size=fine(stain.radius),
            turn=fine(-stain.turn_deg),
            symbol=self._draw.symbol("stain", stain.kind),
            side=self._draw.side(stain.side),
        )

    def _thing(self, cell: Cell) -> str:
        """What stands in a cell: where there are several drawings of it, any one, always the same."""
        first = f"cell-{cell.shade}"
        found = [name for name in (first, f"{first}-2", f"{first}-3") if self._draw.drawn(name)]
        return found[crc32(cell.id.encode()) % len(found)] if found else ""

    def _about(self, cell: Cell) -> Iterator[str]:
        name = self._draw.words(cell.name)
        yield f"{name} {cell.level}" if cell.level else name
        if cell.cost is not None:
            yield f"×{cell.cost}"
        yield from map(self._draw.words, cell.tags)
        yield from marks_said(self._draw, cell.marks)


class Net(msgspec.Struct, frozen=True):
    """The lines of a lattice: of one ``cell`` about its middle, those ``inside`` between two cells, the ``rim`` round them and their
    holes, each line once; the names of columns and rows at the edges; ``label`` is how far above its middle a cell's name stands."""

    cell: str
    inside: str
    rim: str
    names: tuple[Name, ...]
    label: str


def net(scene: Scene) -> Net:
    """The lines of a scene's lattice. Raises ``ValueError`` for a scene without one."""
    if scene.lattice is None:
        raise ValueError(f"expected a lattice on a board of {scene.board}")
    places = tuple((each.column, each.row) for each in scene.drawables if isinstance(each, Cell))
    return _net(scene.lattice, places, scene.height)


@lru_cache(maxsize=_KEPT)
def _net(lattice: Lattice, places: tuple[Place, ...], height: float) -> Net:
    """Those of a lattice with cells at these places, on a board so high; they are the same for a whole game."""
    sides = Counter(side for place in places for side in _sides(lattice.outline(place), height))
    return Net(
        cell=ring((x, -y) for x, y in lattice.outline()),
        inside=_strokes(side for side, count in sides.items() if count > 1),
        rim=_strokes(side for side, count in sides.items() if count == 1),
        names=tuple(_names(lattice, height)),
        label=fine(lattice.size * (0.38 if lattice.shape == "hex" else 0.36)),
    )


def _sides(points: Sequence[Point], height: float) -> Iterator[Side]:
    """The sides of an outline, each from its smaller end, so that those of two cells are the same."""
    ends = [(round(x, 2), round(height - y, 2)) for x, y in points]
    for one, other in zip(ends, (*ends[1:], ends[0]), strict=True):
        yield (one, other) if one < other else (other, one)


def _strokes(sides: Iterable[Side]) -> str:
    """A path along every side once, on from where the last one ended for as long as there is one: straight on, or to and fro as before,
    so that most of it repeats itself."""
    beside: dict[Point, list[Point]] = {}
    for one, other in sides:
        beside.setdefault(one, []).append(other)
        beside.setdefault(other, []).append(one)
    at, found = (0.0, 0.0), "M0 0"
    for start in beside:
        while beside[start]:
            way = _stroke(start, beside)
            found += f"m{_step(at, start)}l{' '.join(map(_step, way, way[1:]))}"
            at = way[-1]
    return found


def _stroke(start: Point, beside: Mapping[Point, list[Point]]) -> list[Point]:
    """A way from a point along sides that are not drawn yet; they are by then."""
    way, last, before_last = [start], "", ""
    while left := {_step(way[-1], to): to for to in beside[way[-1]]}:
        step = last if last in left else before_last if before_last in left else next(iter(left))
        to = left[step]
        beside[way[-1]].remove(to)
        beside[to].remove(way[-1])
        way.append(to)
        last, before_last = step, last
    return way


def _step(one: Point, other: Point) -> str:
    return f"{fine(other[0] - one[0])} {fine(other[1] - one[1])}"


def _names(lattice: Lattice, height: float) -> Iterator[Name]:
    """Columns above and below, rows to the left and right."""
    beside = lattice.size * (0.5 + _OFF)
    for column, words in enumerate(lattice.along):
        x = lattice.middle((column, 0))[0]
        yield Name(fine(x), fine(-lattice.size * _OFF), words)
        below = lattice.middle((column, lattice.rows - 1))[0]
        yield Name(fine(below), fine(height + lattice.size * _OFF), words)
    for row, words in enumerate(lattice.upright):
        y = height - lattice.middle((0, row))[1]
        first, last = lattice.middle((0, row))[0], lattice.middle((lattice.columns - 1, row))[0]
        yield Name(fine(first - beside), fine(y), words)
        yield Name(fine(last + beside), fine(y), words)


def ring(points: Iterable[Point]) -> str:
    """A closed path through points of the SVG."""
    return "M" + "L".join(f"{fine(x)} {fine(y)}" for x, y in points) + "Z"


def fine(value: float) -> str:
    """A coordinate where lines meet: two decimals at most."""
    written = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if written == "-0" else written


def _degrees(way: complex) -> float:
    return math.degrees(math.atan2(way.imag, way.real))
