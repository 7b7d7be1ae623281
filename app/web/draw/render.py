"""A Scene as SVG and HTML: what templates print, worked out once per piece; knows no game and no position.

Board coordinates have y growing northwards, SVG southwards: everything here flips y once, so that templates and
the page's own code never need to ask.
"""

from __future__ import annotations

import math
import re
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec
from markupsafe import Markup

from app.engine.play import encode
from app.engine.scene import (
    Area,
    Card,
    Cell,
    Chip,
    Disc,
    Drawable,
    Edge,
    Figure,
    Link,
    Mark,
    Pips,
    Scene,
    Stack,
    Stain,
    Token,
)
from app.engine.telling import LogEntry
from app.engine.types import NOBODY, Text, json_with_names
from app.web.draw.render_cards import CardPiece, Dresser, EdgeName, StackPiece, edge_names
from app.web.draw.render_cells import CellPiece, EdgePiece, Net, StainPiece, Surveyor, net
from app.web.draw.render_heights import Rise, areas, clinging, cm, rise, standing, wall
from app.web.draw.render_places import Dots, Marks, Number, Placed, dots, numbers
from app.web.draw.render_relief import Relief, Spot, relief, rim, ring_of, row, strewn
from app.web.draw.render_shapes import middle, name_line, outline
from app.web.draw.render_words import element_id, number
from app.web.draw.sprites import drawings_of
from app.web.wire.templating import ROOT, Templates

LAYERS: Final = (
    "cells",
    "ground",
    "stains",
    "terrain",
    "zone",
    "edges",
    "chips",
    "tokens",
    "links",
    "cards",
    "stacks",
)
"""From the lowest to the highest; a drawable's layer follows from what it is, and the template of a kind of board prints those it
has."""

SIDES: Final = 7
MINOR: Final = 25.0
"""Pieces that reach less far than this are named only from near by: their drawing says enough."""
_SYMBOL: Final = re.compile(r'<(?:symbol|pattern|linearGradient|radialGradient|g)\s[^>]*?id="([a-z0-9_.-]+)"[^>]*')
_QUOTABLE: Final = str.maketrans({letter: f"\\u{ord(letter):04x}" for letter in "&<>'"})
_MEASURE: Final = re.compile(r'data-(step|depth|bevel)="([0-9.]+)"')


class Symbols(msgspec.Struct, frozen=True):
    """The drawings a page may use by name: our own for every game, then those of the game's folder."""

    svg: Markup
    ids: frozenset[str]
    tools: Markup = Markup("")
    """Those of ``ids`` that are pictures of the workshop's tools (``tool-...``), which no table needs and ``svg`` does not hold."""
    measures: Mapping[str, Mapping[str, float]] = {}
    """What a drawing says of its own size, in board units: ``step`` and ``depth`` of what is laid side by side, ``bevel`` of what
    slopes at its edge."""

    def measure(self, name: str, what: str) -> float:
        """A size that a drawing tells of itself; 0 if it tells none."""
        return self.measures.get(name, {}).get(what, 0)

    def find(self, *names: str) -> str:
        """The first of ``names`` that is drawn; the last one is the fallback and must be."""
        return next((name for name in names[:-1] if name in self.ids), names[-1])


def load_symbols(game_folder: Path | None) -> Symbols:
    """Reads ``static/symbols/core.svg`` and the ``symbols.svg`` of a game's folder, where there is one."""
    sources = [ROOT / "static" / "symbols" / "core.svg"]
    if game_folder is not None and (game_folder / "symbols.svg").is_file():
        sources.append(game_folder / "symbols.svg")
    bodies = [_inner(path.read_text("utf-8")) for path in sources]
    own = {tag[1] for body in bodies[1:] for tag in _SYMBOL.finditer(body)}
    text = "\n".join([_without(bodies[0], own), *bodies[1:]])
    found = {tag[1]: {name: float(size) for name, size in _MEASURE.findall(tag[0])} for tag in _SYMBOL.finditer(text)}
    drawings = drawings_of(text)
    tools = [drawings[name] for name in found if name.startswith("tool-")]
    for each in tools:
        text = text.replace(each, "")
    sizes = {name: sizes for name, sizes in found.items() if sizes}
    return Symbols(Markup(text), frozenset(found), Markup("".join(tools)), sizes)


def _inner(svg: str) -> str:
    """The children of a file's ``<svg>`` element, without comments and the space between elements."""
    body = svg[svg.index(">", svg.index("<svg")) + 1 : svg.rindex("</svg>")]
    return re.sub(r">\s+<", "><", re.sub(r"<!--.*?-->", "", body, flags=re.DOTALL)).strip()


def _without(svg: str, names: Iterable[str]) -> str:
    """A sprite without the drawings of these names: a game's own takes the place of everybody's."""
    for name in names:
        svg = re.sub(rf'<(symbol|pattern) id="{re.escape(name)}".*?</\1>', "", svg, flags=re.DOTALL)
    return svg


def side_number(side: str | None) -> int:
    """1 to 7: which of the seven side colours and patterns a side wears; 0 for nobody's. Letters count from A."""
    if not side:
        return 0
    if len(side) == 1 and "a" <= side.lower() <= "g":
        return ord(side.lower()) - ord("a") + 1
    return zlib.crc32(side.encode()) % SIDES + 1


class Piece(Placed, frozen=True, kw_only=True):
    """A drawable of a table that is measured."""

    what: Drawable
    name: str
    title: str = ""
    state: str = ""
    side: int = 0
    symbol: str = ""
    path: str = ""
    size: str = ""
    mirrored: bool = False
    marks: Marks = ()
    mark_sides: tuple[int, ...] = ()
    dots: tuple[Dots, ...] = ()
    tags: tuple[str, ...] = ()
    relief: Relief | None = None
    things: tuple[tuple[str, Spot], ...] = ()
    is_minor: bool = False
    rise: Rise | None = None
    grip: str = ""
    feet: str = ""
    x2: str = ""
    y2: str = ""
    shift: str = "0"


AnyPiece = Piece | CardPiece | StackPiece | CellPiece | EdgePiece | StainPiece


class Renderer:
    """Draws scenes of one game in one language; ``sides`` are the numbers of the sides that are not told by letters, ``names`` those
    of whoever plays a seat or a side."""

    def __init__(
        self,
        templates: Templates,
        symbols: Symbols,
        lang: str,
        sides: Mapping[str, int] | None = None,
        names: Mapping[str, str] = NOBODY,
    ) -> None:
        self._templates = templates
        self._symbols = symbols
        self._lang = lang
        self._sides = sides or {}
        self._names = names
        self._areas: Mapping[str, Area] = {}
        dresser, surveyor = Dresser(self), Surveyor(self)
        self._drawn_by: Mapping[type, Callable[[Any, float], AnyPiece]] = {
            Area: self._area,
            Card: dresser.card,
            Cell: surveyor.cell,
            Chip: self._chip,
            Edge: surveyor.edge,
            Link: self._link,
            Stack: dresser.stack,
            Stain: surveyor.stain,
            Token: self._token,
        }

    @property
    def sprite(self) -> Markup:
        """Every drawing a page may use, to stand in its board."""
        return self._symbols.svg

    def drawn(self, name: str) -> str:
        """A name if something of that name is drawn, else nothing."""
        return name if name in self._symbols.ids else ""

    @staticmethod
    def ticks(length: float) -> list[int]:
        """Where the edge of a measured table bears a tick, in board units: every 10 cm."""
        return list(range(100, math.ceil(length), 100))

    def know(self, drawables: Iterable[Drawable]) -> None:
        """Tells what else is on the board: a climber is turned to the face that it clings to."""
        self._areas = areas(drawables)

    def piece(self, drawable: Drawable, height: float) -> AnyPiece:
        """A drawable as its template wants it; ``height`` is the board's, in board units."""
        return self._drawn_by[type(drawable)](drawable, height)

    def pieces(self, drawables: Iterable[Drawable], height: float) -> list[AnyPiece]:
        """Every drawable, in the order of a scene."""
        return [self.piece(drawable, height) for drawable in drawables]

    def printed(self, piece: AnyPiece) -> str:
        """The SVG of a piece as it stands on a first page."""
        return str(self._templates.environment.get_template("parts/pieces.svg").module.piece(piece))  # type: ignore[attr-defined]

    def layers(self, scene: Scene) -> dict[str, list[AnyPiece]]:
        """The pieces of a scene by layer, lowest first; what hangs overhead lies among who stands under it and on it."""
        self.know(scene.drawables)
        found: dict[str, list[AnyPiece]] = {layer: [] for layer in LAYERS}
        for piece in self.pieces(sorted(scene.drawables, key=standing), scene.height):
            found[piece.layer].append(piece)
        return found

    def fragment(self, template: str, **context: Any) -> str:
        """A part of the page in this renderer's language."""
        return self._templates.fragment(template, self._lang, draw=self, say=self.words, **context)

    def words(self, text: Text | None) -> str:
        """A text in this renderer's language."""
        return "" if text is None else text.in_(self._lang, self._names)

    def side(self, side: str | None) -> int:
        """The number of a side's colour."""
        return self._sides.get(side or "") or side_number(side)

    def symbol(self, prefix: str, name: str | None, pose: str = "normal") -> str:
        """The id of a symbol of our own or the game's, or of the plain one of its family."""
        return self._symbols.find(f"{prefix}-{name}-{pose}", f"{prefix}-{name}", f"{prefix}-plain")

    def row_symbol(self, name: str) -> str:
        """The picture of a panel's row: a unit's, else a mark's (a spell, a kind of thing)."""
        return self._symbols.find(f"unit-{name}", f"mark-{name}", f"arms-{name}", "unit-plain")

    def figures(self, figures: Iterable[Figure]) -> tuple[Number, ...]:
        """Numbers with their symbols and words."""
        return numbers(self, figures)

    def marks(self, marks: Sequence[Mark]) -> Marks:
        """Symbol, words and count of every mark."""
        return tuple((self.symbol("mark", mark.symbol), self.words(mark.text), mark.count) for mark in marks)

    def dots(self, pips: Iterable[Pips]) -> tuple[Dots, ...]:
        """Counters as dots."""
        return dots(self, pips)

    @staticmethod
    def edge_names(cards: Iterable[CardPiece], height: float) -> list[EdgeName]:
        """What columns and rows of a map of cards are called; ``height`` is the board's."""
        return list(edge_names(cards, height))

    @staticmethod
    def net(scene: Scene) -> Net:
        """The lines of a scene's lattice."""
        return net(scene)

    def overlays(self, entry: LogEntry) -> Markup:
        """The overlays of a log entry for the page's own drawing, as an attribute in single quotes holds them: escaped as JSON,
        which is much shorter than as HTML, and without what is not said. Empty without any."""
        if not entry.overlays:
            return Markup()
        said = [{name: value for name, value in each.items() if value is not None} for each in encode(entry.overlays)]
        return Markup(json_with_names(msgspec.json.encode(said), self._names).decode().translate(_QUOTABLE))

    def _token(self, token: Token, height: float) -> Piece:
        dots = self.dots(token.pips)
        state = ", ".join((*(self.words(mark.text) for mark in token.marks), *(each.said for each in dots)))
        return Piece(
            kind="token",
            layer="tokens",
            id=element_id(token.id),
            what=token,
            x=number(token.x),
            y=number(height - token.y),
            name=", ".join(word for word in (f"{self.words(token.name)} {token.label}".strip(), state) if word),
            title=self.words(token.name),
            state=state,
            side=self.side(token.side),
            symbol=self.symbol("unit", token.symbol, token.pose),
            size=number(token.radius),
            mirrored=self._looks_west(token),
            marks=self.marks(token.marks),
            dots=dots,
            grip=clinging(token, self._areas[token.holds], height)
            if token.holds and token.holds in self._areas
            else "",
            feet=cm(token.feet, self._lang) if token.feet else "",
        )

    def _looks_west(self, token: Token) -> bool:
        """Figures are drawn looking east. A unit that has not turned yet looks towards the other side."""
        facing = token.facing_deg
        return self.side(token.side) % 2 == 0 if facing is None else 90 < facing % 360 < 270

    def _chip(self, chip: Chip, height: float) -> Piece:
        return Piece(
            kind="chip",
            layer="chips",
            id=element_id(chip.id),
            what=chip,
            x=number(chip.x),
            y=number(height - chip.y),
            name=self.words(chip.name),
            symbol=self.symbol("chip", chip.symbol),
            size=number(chip.radius),
        )

    def _link(self, link: Link, height: float) -> Piece:
        return Piece(
            kind="link",
            layer="links",
            id=element_id(link.id),
            what=link,
            x=number(link.x1),
            y=number(height - link.y1),
            x2=number(link.x2),
            y2=number(height - link.y2),
            name=self.words(link.name),
            symbol=self.symbol("mark", link.kind),
        )

    def _area(self, area: Area, height: float) -> Piece:
        centre, reach = middle(area.shape)
        name = self.words(area.name)
        own = self._symbols.find(f"unit-{area.symbol}-overturned", f"piece-{area.kind}")
        whole = isinstance(area.shape, Disc) and own in self._symbols.ids
        texture = self._symbols.find(f"terrain-{area.kind}", "terrain-plain")
        is_flat = whole or area.layer == "zone"
        things = () if is_flat else tuple(self._things(area, height))
        name_y, is_below = name_line(area, name, is_row=any(each.startswith("row-") for each, _ in things))
        bevel = 0 if is_flat else self._symbols.measure(texture, "bevel") or wall(area)
        return Piece(
            kind="area",
            layer="tokens" if area.layer == "overhead" else area.layer,
            id=element_id(area.id),
            what=area,
            x=number(centre[0]),
            y=number(height - centre[1]),
            name=name,
            side=self.side(area.side),
            symbol=own if whole else texture,
            path=outline(area.shape, height),
            y2=number(height - name_y),
            shift="1em" if is_below else "0",
            size=number(reach),
            tags=tuple(self.words(tag) for tag in area.tags),
            relief=relief(ring_of(area.shape, height), bevel) if bevel else None,
            things=things,
            is_minor=reach < MINOR,
            marks=self.marks(area.marks),
            mark_sides=tuple(self.side(mark.side) for mark in area.marks),
            dots=self.dots(area.pips),
            rise=rise(area, height, self._lang),
        )

    def _things(self, area: Area, height: float) -> Iterator[tuple[str, Spot]]:
        """The small things an area is made of, as the game's folder draws them: strewn over it, in a row, or along its rim."""
        ring = ring_of(area.shape, height)
        for way, lay in (("row", row), ("rim", rim)):
            name = f"{way}-{area.kind}"
            if name in self._symbols.ids:
                measure = self._symbols.measure
                yield from ((name, spot) for spot in lay(ring, measure(name, "step"), measure(name, "depth")))
        first = f"strewn-{area.kind}"
        if first in self._symbols.ids:
            kinds = [first, *(f"{first}-{n}" for n in range(2, 5) if f"{first}-{n}" in self._symbols.ids)]
            spots = strewn(ring, self._symbols.measure(first, "step"), area.id, len(kinds))
            yield from ((kinds[spot.which], spot) for spot in spots)
