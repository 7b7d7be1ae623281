"""What is told of what happens or might happen: laid over the board for a moment, said in a line of the log with its dice, weighed in odds.
Coordinates and ids are those of the scene."""

from __future__ import annotations

import msgspec

from app.engine.scene import Point, Shape, Tone
from app.engine.types import RuleId, Text, UnitId


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
