"""What is to be drawn for one viewer: no HTML, no pixels, no rules.

Coordinates are those of the board (whole millimetres on a measured table, x from west, y from south); drawing may use floats. Every
drawable has an id that stays the same while the thing lives, so that a page can replace exactly what changed.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from app.engine.lattice import Lattice
from app.engine.types import BoardKind, Goal, Seat, Text, UnitId

Point = tuple[float, float]
Tone = Literal["info", "good", "warn", "bad", "muted"]
"""What a colour and a pattern say together: neutral, fine, beware, refused, of no weight."""


class Disc(msgspec.Struct, frozen=True, tag="disc"):
    """A filled circle."""

    x: float
    y: float
    radius: float


class Polygon(msgspec.Struct, frozen=True, tag="polygon"):
    """A closed outline; ``holes`` are cut out of it."""

    points: tuple[Point, ...]
    holes: tuple[tuple[Point, ...], ...] = ()


Shape = Disc | Polygon


class Area(msgspec.Struct, frozen=True, tag="area"):
    """Terrain or a zone. ``kind`` names its drawing (``wood``, ``house``, ``deployment``); ``tags`` are short words
    that say what it does; ``layer`` orders it: ``ground`` under ``terrain`` under ``zone``, and ``overhead`` over all that stands.
    ``symbol`` names the unit it once was, if it is a wreck, and ``side`` whose. ``marks`` and ``pips`` are counters that lie on it.
    On a table with heights it fills the space from ``bottom`` to ``top``, in board units; flat ground has neither. What is ``soft`` is
    walked into: nobody stands on it."""

    id: str
    kind: str
    shape: Shape
    name: Text
    layer: Literal["ground", "terrain", "zone", "overhead"] = "terrain"
    side: str | None = None
    levels: int = 1
    tags: tuple[Text, ...] = ()
    symbol: str | None = None
    marks: tuple[Mark, ...] = ()
    pips: tuple[Pips, ...] = ()
    bottom: int = 0
    top: int = 0
    soft: bool = False


class Mark(msgspec.Struct, frozen=True):
    """A state or a counter shown by a symbol and a word, never by colour alone: a wound, a weapon, the flag of a ``side``."""

    symbol: str
    text: Text
    count: int = 1
    side: str | None = None


class Pips(msgspec.Struct, frozen=True):
    """A small counter drawn as filled and empty dots: manoeuvres used of three, lives left of four. ``side`` is whose it is. Beside a
    headline what is used is empty, unless the counter ``fills``: quiet turns of four."""

    name: Text
    used: int
    total: int
    side: str | None = None
    fills: bool = False


class Token(msgspec.Struct, frozen=True, tag="token"):
    """A unit on the board at its true size. ``symbol`` names its drawing, ``side`` its army, ``level`` its floor. ``spent`` units
    are dimmed. ``facing_deg`` goes counter-clockwise from the east, ``None`` before it has turned at all: its figure then looks towards the
    other side. One with a ``front`` bears a wedge that shows it. ``on`` is the cell
    it stands in; where several lie there one over another the topmost says how many are ``piled``. ``pips`` are its counters. A
    ``counter`` is a square piece of board, ``radius`` from its middle to its sides. ``feet`` is how high it stands on a table with heights,
    in board units, ``holds`` the id of the area to whose face it clings."""

    id: UnitId
    x: float
    y: float
    radius: float
    symbol: str
    side: str
    name: Text
    label: str
    seat: Seat | None = None
    facing_deg: float | None = None
    level: int = 0
    spent: bool = False
    active: bool = False
    pose: str = "normal"
    marks: tuple[Mark, ...] = ()
    passengers: int = 0
    front: bool = False
    on: str | None = None
    piled: int = 1
    pips: tuple[Pips, ...] = ()
    counter: bool = False
    feet: int = 0
    holds: str | None = None


class Cell(msgspec.Struct, frozen=True, tag="cell"):
    """A square or a hex of a lattice, about its middle (``Lattice.middle``). ``column`` and ``row`` are its place, from 0 at the
    north-west; ``label`` is what people call it (``C4``). ``shade`` names the drawing of its ground and ``name`` says it, ``level``
    is how high it lies, ``cost`` what it costs to enter where that is more than usual. ``outline`` only where it is not the
    lattice's own, about the cell's middle. A cell that is missing is a hole. ``falls`` are the levels by which the ground falls over
    each of its sides, counter-clockwise from the east (``Lattice.falls``)."""

    id: str
    x: float
    y: float
    column: int
    row: int
    label: str
    name: Text
    shade: str = "plain"
    level: int = 0
    cost: int | None = None
    outline: Polygon | None = None
    tags: tuple[Text, ...] = ()
    marks: tuple[Mark, ...] = ()
    falls: tuple[int, ...] = ()


class Edge(msgspec.Struct, frozen=True, tag="edge"):
    """A thing on the line between two cells: a fence, a hedge, a gate. ``kind`` names its drawing, ``between`` the cells it parts."""

    id: str
    x1: float
    y1: float
    x2: float
    y2: float
    kind: str
    name: Text
    between: tuple[str, ...] = ()
    side: str | None = None


class Stain(msgspec.Struct, frozen=True, tag="stain"):
    """Something that happened and stays to be seen, under everything that stands, and cannot be touched: a splash of paint, a crater."""

    id: str
    x: float
    y: float
    radius: float
    kind: str
    side: str | None = None
    turn_deg: float = 0


class Chip(msgspec.Struct, frozen=True, tag="chip"):
    """A small thing lying on the board: a dropped weapon, a flag."""

    id: str
    x: float
    y: float
    radius: float
    symbol: str
    name: Text


class Link(msgspec.Struct, frozen=True, tag="link"):
    """A line that ties two drawables together: two soldiers in close combat."""

    id: str
    x1: float
    y1: float
    x2: float
    y2: float
    kind: str
    name: Text


class Figure(msgspec.Struct, frozen=True, omit_defaults=True):
    """A number with the symbol and the word of what it counts. ``shift`` is by how much it differs from what is printed,
    and ``why`` says what raised or lowered it; ``gain`` is what is about to be added, ``of`` what it is to reach."""

    symbol: str
    text: Text
    value: int
    shift: int = 0
    why: tuple[Text, ...] = ()
    gain: int | None = None
    of: int | None = None


class Card(msgspec.Struct, frozen=True, tag="card"):
    """A location card, about its middle. ``kind`` gives its colour, ``symbol`` its emblem, ``figures`` its corner numbers;
    ``tags`` is the text printed on it. ``side``, with its heraldry ``arms``, controls it; sides that fight over it make it
    ``contested``; ``state`` says either in words."""

    id: str
    x: float
    y: float
    width: float
    height: float
    kind: str
    symbol: str
    name: Text
    label: str
    kind_name: Text
    figures: tuple[Figure, ...] = ()
    tags: tuple[Text, ...] = ()
    marks: tuple[Mark, ...] = ()
    side: str | None = None
    arms: str | None = None
    contested: bool = False
    state: Text | None = None


class Stack(msgspec.Struct, frozen=True, tag="stack"):
    """Tokens of one name and seat on one card, about their middle, ``size`` across. ``kind`` is what its type is drawn by,
    ``arms`` its heraldry; ``figures`` are its printed line as it counts now."""

    id: UnitId
    card: str
    x: float
    y: float
    size: float
    symbol: str
    kind: str
    kind_name: Text
    arms: str
    side: str
    name: Text
    count: int
    seat: Seat | None = None
    unique: bool = False
    pose: str = "normal"
    figures: tuple[Figure, ...] = ()
    marks: tuple[Mark, ...] = ()
    spent: bool = False
    active: bool = False


Drawable = Area | Token | Chip | Link | Card | Stack | Cell | Edge | Stain


class Row(msgspec.Struct, frozen=True):
    """A line of a panel; with ``unit`` it can be selected like the unit itself."""

    id: str
    title: Text
    detail: Text | None = None
    unit: UnitId | None = None
    symbol: str | None = None
    side: str | None = None
    marks: tuple[Mark, ...] = ()
    spent: bool = False
    figures: tuple[Figure, ...] = ()
    active: bool = False


class Panel(msgspec.Struct, frozen=True):
    """A titled list beside the board: a roster, a reserve tray, a score."""

    id: str
    title: Text
    rows: tuple[Row, ...]
    side: str | None = None


class HandCard(msgspec.Struct, frozen=True, omit_defaults=True):
    """A card of a hand that the viewer may read. ``unit`` is selected by it; ``written`` is what stands on it, with the ``symbol`` of
    that, ``None`` where nothing does yet; a ``turned`` one lies open before everybody."""

    id: str
    title: Text
    unit: UnitId | None = None
    written: Text | None = None
    symbol: str | None = None
    turned: bool = False
    spent: bool = False
    active: bool = False
    marks: tuple[Mark, ...] = ()


class Hand(msgspec.Struct, frozen=True, omit_defaults=True):
    """Cards that lie beside the board: a deck, its top first, or cards set aside. ``backs`` are those that the viewer can only count."""

    id: str
    title: Text
    cards: tuple[HandCard, ...] = ()
    backs: int = 0
    side: str | None = None
    seat: Seat | None = None


class Standing(msgspec.Struct, frozen=True):
    """How a seat stands, in numbers that everybody should see at a glance: reserves, income, score. ``active`` is who moves
    now, ``out`` who plays no more, ``note`` what a number alone does not say."""

    seat: Seat
    side: str
    name: Text
    symbol: str | None = None
    figures: tuple[Figure, ...] = ()
    note: Text | None = None
    active: bool = False
    out: bool = False


class Scene(msgspec.Struct, frozen=True):
    """Everything one viewer sees of a game at one moment.

    ``prompt`` is the one sentence that says what is asked of the viewer or whom they wait for; ``headline`` where the game stands (the
    round, then after " · " the phase or whose turn: a replay jumps by it); ``ending`` is set once the game is over. ``spotlight`` is
    what is being worked out now, step by step (a combat and who acts in which order), shown beside the choices it asks for;
    ``standings`` are the seats in the order in which they act; ``goals`` is what wins and how that stands. ``lattice``: what cells lie in;
    ``hands``: the cards beside the board, the viewer's own first.
    """

    board: BoardKind
    width: float
    height: float
    drawables: tuple[Drawable, ...]
    prompt: Text
    headline: Text
    my_go: bool = False
    pips: tuple[Pips, ...] = ()
    panels: tuple[Panel, ...] = ()
    ending: Text | None = None
    spotlight: Panel | None = None
    standings: tuple[Standing, ...] = ()
    lattice: Lattice | None = None
    goals: tuple[Goal, ...] = ()
    hands: tuple[Hand, ...] = ()
