"""What is to be drawn for one viewer: no HTML, no pixels, no rules.

Coordinates are those of the board (whole millimetres on a measured table, x from west, y from south); drawing may use floats. Every
drawable has an id that stays the same while the thing lives, so that a page can replace exactly what changed.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from app.engine.lattice import Lattice
from app.engine.types import BoardKind, Goal, RuleId, Seat, Text, UnitId

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


class Line(msgspec.Struct, frozen=True, tag="line"):
    """Overlay: a straight or bent line with a tone and, in its middle, a label."""

    points: tuple[Point, ...]
    tone: Tone
    label: Text | None = None
    dashed: bool = False


class Spot(msgspec.Struct, frozen=True, tag="spot"):
    """Overlay: a shape laid over the board: reach, range ring (``outline``), area of effect. What is ``hatched`` is slow going."""

    shape: Shape
    tone: Tone
    label: Text | None = None
    outline: bool = False
    hatched: bool = False


class Ring(msgspec.Struct, frozen=True, tag="ring"):
    """Overlay: a highlight round a drawable with that id."""

    target: str
    tone: Tone
    label: Text | None = None


class Sight(msgspec.Struct, frozen=True, tag="sight"):
    """Overlay: what two units could do to one another, from ``start`` where one of them is or plans to be to ``end`` where
    ``unit``, an enemy, stands. ``aim`` are the best odds against it in short (none: there are none), ``threat`` its own in return,
    ``distance`` how far it is; ``near`` says that it is within range of something. A line that is blocked has ``blocked``,
    the words for it, the point where it breaks and the ids of what breaks it; one on which a part of the unit is hidden ``covered``, the words
    for it, and the ids of what hides it. A page may leave out what nobody asked for."""

    unit: UnitId
    start: Point
    end: Point
    tone: Tone
    near: bool = False
    distance: Text | None = None
    aim: Text | None = None
    threat: Text | None = None
    blocked: Text | None = None
    breaks_at: Point | None = None
    blockers: tuple[str, ...] = ()
    covered: Text | None = None


class Cut(msgspec.Struct, frozen=True, omit_defaults=True):
    """A thing cut by the upright plane of a side view, in board units: from where to where of its length, between which heights. What is
    ``soft`` can be seen through, more or less; what ``hides`` is what the verdict is about. ``by`` is the id of its drawable."""

    by: str
    kind: str
    name: Text
    start: float
    end: float
    bottom: float
    top: float
    soft: bool = False
    hides: bool = False


class SideView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of sight seen from its side, in board units: ``length`` in plan, from an ``eye`` at its height to an upright axis from ``feet`` to
    ``head``. ``hidden`` are the parts of the axis that are not seen, ``cuts`` what stands along the line, ``words`` the verdict."""

    viewer: UnitId
    target: UnitId
    length: float
    eye: float
    ground: float
    feet: float
    head: float
    words: Text
    tone: Tone
    hidden: tuple[tuple[float, float], ...] = ()
    cuts: tuple[Cut, ...] = ()


class Tint(msgspec.Struct, frozen=True, omit_defaults=True):
    """A cell of many, with a tone and a short word: what it costs to come there, how many dice."""

    cell: str
    tone: Tone
    word: Text | None = None


class Cells(msgspec.Struct, frozen=True, tag="cells"):
    """Overlay: many cells at once: reach with its cost, an arc with the odds, threat. ``label`` says what they are."""

    cells: tuple[Tint, ...]
    tone: Tone = "info"
    label: Text | None = None


Overlay = Line | Spot | Ring | Sight | Cells
"""Something drawn over the board for a moment: by a preview, a refusal or a log line."""


class RollShown(msgspec.Struct, frozen=True):
    """A die as a player sees it fall: what for, what came, what was needed (``None``: nothing to beat). ``low``: what is needed
    is the highest number that does, not the lowest. ``whose``: the side, player or unit whose die it is (``None``: what it is
    for says it); dice of one roll with the same ``whose`` lie together under that name. ``outcome``: what came of it in a word, where
    "success" would leave open whose (``None``: that word, or the other). ``side``: who rolled, where that is not the side of its line."""

    purpose: Text
    value: int
    sides: int = 6
    need: int | None = None
    success: bool | None = None
    low: bool = False
    whose: Text | None = None
    outcome: Text | None = None
    side: str | None = None


class LogEntry(msgspec.Struct, frozen=True):
    """One event in words. Everything in it comes from the event alone, so that any log line can be drawn again. ``heading``: what
    follows belongs under it (a turn, a phase)."""

    text: Text
    tone: Tone = "info"
    side: str | None = None
    rolls: tuple[RollShown, ...] = ()
    details: tuple[Text, ...] = ()
    overlays: tuple[Overlay, ...] = ()
    heading: bool = False


class Chance(msgspec.Struct, frozen=True):
    """Odds before committing: ``numerator`` of ``denominator``; ``steps`` list every modifier that led there; ``unit`` is
    the other unit they are about, where there is one; ``rules`` are those of the steps, in the same order."""

    text: Text
    numerator: int
    denominator: int
    steps: tuple[Text, ...] = ()
    unit: UnitId | None = None
    rules: tuple[RuleId | None, ...] = ()
