"""What is to be drawn for one viewer: no HTML, no pixels, no rules.

Coordinates are those of the board (whole millimetres on a measured table, x from west, y from south);
drawing may use floats. Every drawable has an id that stays the same while the thing lives, so that a page can
replace exactly what changed.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from app.engine.types import BoardKind, Seat, Text, UnitId

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
    that say what it does; ``layer`` orders it: ``ground`` under ``terrain`` under ``zone``."""

    id: str
    kind: str
    shape: Shape
    name: Text
    layer: Literal["ground", "terrain", "zone"] = "terrain"
    side: str | None = None
    levels: int = 1
    tags: tuple[Text, ...] = ()


class Mark(msgspec.Struct, frozen=True):
    """A state shown on a unit by a symbol and a word, never by colour alone: a wound, a stun, a weapon."""

    symbol: str
    text: Text
    count: int = 1


class Token(msgspec.Struct, frozen=True, tag="token"):
    """A unit on the board at its true size. ``symbol`` names its drawing, ``side`` its army,
    ``level`` its floor. ``spent`` units are dimmed."""

    id: UnitId
    x: float
    y: float
    radius: float
    symbol: str
    side: str
    name: Text
    label: str
    seat: Seat | None = None
    facing_deg: float = 0
    level: int = 0
    spent: bool = False
    active: bool = False
    pose: str = "normal"
    marks: tuple[Mark, ...] = ()
    passengers: int = 0


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


Drawable = Area | Token | Chip | Link


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


class Panel(msgspec.Struct, frozen=True):
    """A titled list beside the board: a roster, a reserve tray, a score."""

    id: str
    title: Text
    rows: tuple[Row, ...]
    side: str | None = None


class Pips(msgspec.Struct, frozen=True):
    """A small counter drawn as filled and empty dots: manoeuvres used of three."""

    name: Text
    used: int
    total: int


class Scene(msgspec.Struct, frozen=True):
    """Everything one viewer sees of a game at one moment.

    ``prompt`` is the one sentence that says what is asked of the viewer or whom he waits for; ``headline`` where
    the game stands (round, phase, whose turn); ``ending`` is set once the game is over.
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


class Line(msgspec.Struct, frozen=True, tag="line"):
    """Overlay: a straight or bent line with a tone and, in its middle, a label."""

    points: tuple[Point, ...]
    tone: Tone
    label: Text | None = None
    dashed: bool = False


class Spot(msgspec.Struct, frozen=True, tag="spot"):
    """Overlay: a shape laid over the board: reach, range ring (``outline``), area of effect."""

    shape: Shape
    tone: Tone
    label: Text | None = None
    outline: bool = False


class Ring(msgspec.Struct, frozen=True, tag="ring"):
    """Overlay: a highlight round a drawable with that id."""

    target: str
    tone: Tone
    label: Text | None = None


Overlay = Line | Spot | Ring
"""Something drawn over the board for a moment: by a preview, a refusal or a log line."""


class RollShown(msgspec.Struct, frozen=True):
    """A die as a player sees it fall: what for, what came, what was needed (``None``: nothing to beat)."""

    purpose: Text
    value: int
    sides: int = 6
    need: int | None = None
    success: bool | None = None


class LogEntry(msgspec.Struct, frozen=True):
    """One event in words. Everything in it comes from the event alone, so that any log line can be drawn again."""

    text: Text
    tone: Tone = "info"
    side: str | None = None
    rolls: tuple[RollShown, ...] = ()
    details: tuple[Text, ...] = ()
    overlays: tuple[Overlay, ...] = ()


class Chance(msgspec.Struct, frozen=True):
    """Odds before committing: ``numerator`` of ``denominator``; ``steps`` list every modifier that led there."""

    text: Text
    numerator: int
    denominator: int
    steps: tuple[Text, ...] = ()
