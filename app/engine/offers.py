"""What a seat may do now: exact choices where they can be counted, bounded domains where they cannot."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal

import msgspec

from app.engine.refusal import Refusal
from app.engine.scene import Figure, Shape
from app.engine.telling import Chance, Overlay, SideView
from app.engine.types import Action, RuleId, Text, UnitId

Input = Literal[
    "button", "choice", "target", "path", "point", "entry", "list", "steps", "cell", "between", "rows", "pattern"
]
"""How a page asks for it: a bare button; one of the examples; units on the board; a path of waypoints; a point; a
point on an edge followed by a path; a list to be composed; a path from cell to cell; a cell, and if wanted a way to look there; a
line between two cells; a choice for each of several rows, or their order; cells that grow from a corner.

What the action calls each of these is said by ``Domain.fields``. The ``examples`` of ``steps`` hold a good way to every cell that
can be reached at once. Those of ``cell`` hold for each cell the way to look that it comes with, if it must have one; where they name
none, the player may leave it out, too."""


class Item(msgspec.Struct, frozen=True):
    """Something that may be put on a list, as often as wanted: its value on the wire, its words, its cost.

    With ``entry`` the list on the wire holds that object instead of the value, once, with its ``count``. ``group`` is the
    heading under which a page shows it (a city), ``detail`` a line on what it is, ``most`` how many of it there may be and
    ``why_most`` the reason, ``kind`` what sort of thing it is, ``figures`` what is printed on it. ``about`` is the id by which
    the game says more of it (``about.py``).
    """

    value: str
    name: Text
    cost: int = 0
    symbol: str | None = None
    entry: Mapping[str, Any] | None = None
    group: Text | None = None
    detail: Text | None = None
    most: int | None = None
    why_most: Text | None = None
    kind: Text | None = None
    figures: tuple[Figure, ...] = ()
    about: str | None = None


class Barred(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something of its kind that cannot be on a list now, not even alone, and why."""

    item: Item
    why: Text
    rule: RuleId | None = None


class Member(msgspec.Struct, frozen=True, omit_defaults=True):
    """A part of a unit that may be named by itself: a token of a stack. Members alike in words are interchangeable."""

    value: int
    name: Text | None = None


class Facing(msgspec.Struct, frozen=True):
    """A way to look: its value on the wire, how it is drawn (counter-clockwise from the east), its words."""

    value: int | str
    deg: float
    name: Text


class RowChoice(msgspec.Struct, frozen=True, omit_defaults=True):
    """What may be chosen in a row: the entry that the list on the wire then holds, its words, ``picks``, the drawables any of which
    means it when touched."""

    entry: Any
    name: Text
    picks: tuple[str, ...] = ()


class AskedRow(msgspec.Struct, frozen=True, omit_defaults=True):
    """One of the rows of an act that is put together row by row: who shoots, a hit that is given out, a card. Of its ``choices`` one is
    taken, or none unless it ``must`` be; ``unit`` is whose row it is."""

    id: str
    name: Text
    choices: tuple[RowChoice, ...]
    unit: UnitId | None = None
    symbol: str | None = None
    must: bool = False


class Corner(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where a pattern of cells may begin: a point between cells, the cells that it then holds in any case, and the number of the example
    that begins there, by which everything else of the act is known. With ``near`` the pattern holds any of these instead, those of the
    corner only if they are among them and wanted."""

    x: float
    y: float
    cells: tuple[str, ...]
    example: int
    near: tuple[str, ...] = ()


class SlotChoice(msgspec.Struct, frozen=True, omit_defaults=True):
    """What may be put into a slot: its value on the wire, its words, what it costs; else as an ``Item``."""

    value: str | bool
    name: Text
    cost: int = 0
    symbol: str | None = None
    detail: Text | None = None
    figures: tuple[Figure, ...] = ()
    about: str | None = None


class Slot(msgspec.Struct, frozen=True, omit_defaults=True):
    """A part of an entry that is put together: ``field`` is the entry's own name of it. Where ``most`` is above one it holds a list of
    different values, ``least`` at least."""

    field: str
    name: Text
    choices: tuple[SlotChoice, ...]
    least: int = 1
    most: int = 1


class Shares(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a whole of ``total`` may be divided among several targets: the action's ``field`` is then a list of entries, each with its target in
    ``whom`` and its share in ``number``; shares are at least one and add up to the whole."""

    field: str
    whom: str
    number: str
    total: int


class Surface(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where one may stand over or under other such places: ``level`` is its value on the wire, and how high it is in board units."""

    shape: Shape
    level: int
    name: Text


class Waiver(msgspec.Struct, frozen=True):
    """An answer that a player may give beforehand to all questions of a kind: while an offer bears a ``key`` that they
    have chosen, their page gives the offer's first example without asking. ``text`` says for which questions. One with a ``span``
    (a turn) is forgotten with the first question of another span; one without is kept. One that is ``given`` holds until
    its player takes it back; whether it is may follow from nothing but what everybody knows. ``about`` says what comes of it, where
    its text does not."""

    key: str
    text: Text
    span: str | None = None
    given: bool = False
    about: Text | None = None


class Fields(msgspec.Struct, frozen=True, omit_defaults=True):
    """What an action calls what a page fills in: for each thing that its input asks for, the name of the action's field."""

    way: str | None = None
    """The places entered one after the other, each ``[x, y]`` or ``[x, y, level]``; of ``steps`` the cells."""
    into: str | None = None
    """The unit that a way ends in, one of ``Domain.units``."""
    along: str | None = None
    """Where on ``Domain.edge`` an entry begins."""
    company: str | None = None
    """Who comes along, of ``Domain.units``."""
    x: str | None = None
    y: str | None = None
    level: str | None = None
    turn: str | None = None
    """How often a thing that is placed is turned by ``Domain.turn_deg``."""
    targets: str | None = None
    """The unit aimed at, or a list of them."""
    members: str | None = None
    """Which of ``Domain.members`` go."""
    facing: str | None = None
    """One of ``Domain.facings``."""
    cell: str | None = None
    """The cell that is chosen; with ``seat``, whoever of that seat stands on it is meant."""
    seat: str | None = None
    between: str | None = None
    """The two cells of a line of ``Domain.between``."""
    rows: str | None = None
    """The list of what was chosen in each of ``Domain.rows``, in their order."""
    pattern: str | None = None
    """The list of cells of a pattern, those of its corner first; where it lies within a part of the action, the way there, with dots
    between (``attacks.0.hexes``)."""


OWN_LIST: Final = "own-list"
"""The id of the panel of a list that its viewer has handed in, shown to nobody else: a page shows it where there is nothing to do."""


class Domain(msgspec.Struct, frozen=True, omit_defaults=True):
    """An outer bound of an uncountable choice, in board units: where points may lie, how long a path may be, the
    ring widths at which the meaning changes (``limits_mm``: walking, running), and which unit ids may be named.

    ``ghost`` is the shape being placed, relative to its own origin; ``turn_deg`` the step by which it may be turned;
    ``items`` what a list is composed of, ``barred`` what it cannot hold now; ``most`` how many units may be named, or the
    greatest cost of a list; ``field`` the action's own name of that list; ``least`` how many entries it needs; ``left`` what becomes
    of what a list leaves unspent: where that is said, a page asks once more while something could still be afforded. ``start_cell``, ``cells`` and ``members`` bound
    a path from cell to cell: where it begins, which cells it may touch, which parts of the unit may go. With ``cell_form`` ``numbers``
    a cell is a list of whole numbers on the wire, and its id these with commas between (``[5, 4]`` is the cell ``5,4``).
    ``costs`` is what each cell costs to enter that the unit may enter at all, whole numbers: the way that is judged where no example
    leads is the cheapest.
    Such an act always has a ``way``; ``facings`` are the ways to look that may be named at its end, and with an empty way it is a turn on the
    spot. A turn that is an act of its own is a ``choice`` whose ``picks`` are the cells that it turns towards. ``facing`` is how the unit
    looks now. Of the input ``cell``, ``cells`` and ``facings`` are what may be chosen, and ``facing`` is how whoever is put there looks
    where nothing is said; ``between`` are the lines that may be chosen, each by the two cells it lies
    between. ``level_mm`` is what each level up or down adds to the length of a path. ``fields`` names the action's own fields for
    what the page fills in. ``parts`` are the action's own fields that hold what may be added beside a way or a target: which of it
    may be, a preview says (``Preview.more``), even that of an act with an empty way and none of these fields.
    ``rows`` are asked one by one; where they are ``sorted`` each has one choice, which is always taken, and their order is what is asked.
    With ``corner`` the ``ghost`` lies, however it is turned, with its south-west corner where it is put.
    On a table with heights ``surfaces`` are where a point may lie, one over another; the highest is meant where nothing is said. Where a list
    is composed, ``slots`` put its entries together, each entry with its ``count``. ``shares`` divide what is aimed at several ``units``.
    ``aboard`` is the unit that whoever may be put elsewhere is in now: it has its place, and would come out of that one.
    A pattern begins at one of ``corners`` and has ``size`` cells of ``cells``, each further one next to ``touching`` before it.
    """

    region: tuple[Shape, ...] = ()
    start_mm: tuple[int, int] | None = None
    longest_mm: int | None = None
    limits_mm: Mapping[str, int] = {}
    min_leg_mm: int | None = None
    edge: str | None = None
    levels: int = 1
    units: tuple[UnitId, ...] = ()
    most: int | None = None
    ghost: Shape | None = None
    turn_deg: int | None = None
    corner: bool = False
    items: tuple[Item, ...] = ()
    barred: tuple[Barred, ...] = ()
    field: str = "list"
    least: int = 1
    left: Text | None = None
    start_cell: str | None = None
    cells: tuple[str, ...] = ()
    costs: Mapping[str, int] = {}
    members: tuple[Member, ...] = ()
    cell_form: Literal["id", "numbers"] = "id"
    facings: tuple[Facing, ...] = ()
    level_mm: int = 0
    fields: Fields = Fields()
    facing: int | str | None = None
    between: tuple[tuple[str, str], ...] = ()
    parts: tuple[str, ...] = ()
    rows: tuple[AskedRow, ...] = ()
    sorted: bool = False
    corners: tuple[Corner, ...] = ()
    size: int = 0
    touching: int = 0
    surfaces: tuple[Surface, ...] = ()
    slots: tuple[Slot, ...] = ()
    shares: Shares | None = None
    aboard: UnitId | None = None


class Offer(msgspec.Struct, frozen=True):
    """One kind of act open to a seat, for one unit where it is a unit's.

    ``params`` is the JSON Schema of the action; ``examples`` holds every choice where they are countable (at most
    200) and at least one legal action where they are not; ``names`` words each example, in the same order, where the
    example itself (a unit, a place) does not say it. ``picks``, in the same order, are the ids of the drawables (units, cards)
    any of which means it when touched; several examples may share one. ``waivers`` are the kinds of questions for which a page
    may go on giving the first example without asking, should its player wish so: passing in the windows of a turn.
    ``about`` says what the act does, where its label does not: the text of a spell. ``closes``: after it the other units may do
    nothing more for now, so that a page may say which of them still could. ``at_once``: there is nothing to weigh before it, so that
    a page does it by one press; so it does with a bare button that is all there is to do. ``yields``: the unit whose go it is has
    nothing left to do, so that a page does it before another of the seat's units is taken in hand. ``beside``: it is open whoever is
    waited for, and answers nothing that is asked. ``together``: others that are offered an act of the type and input that says so, too, may do the
    same right after it, so that one plan may be made for several; ``group`` names what its unit is part of, and others of that come before
    all who are not. ``stands`` are the pieces on the board that stand for its unit, where that lies beside
    it: touching any of them takes it in hand.
    """

    type: str
    label: Text
    params: Mapping[str, Any]  # a JSON Schema document
    examples: tuple[Action, ...]
    unit: UnitId | None = None
    input: Input = "choice"
    domain: Domain | None = None
    names: tuple[Text, ...] = ()
    picks: tuple[tuple[str, ...], ...] | None = None
    waivers: tuple[Waiver, ...] | None = None
    about: Text | None = None
    closes: bool | None = None
    at_once: bool | None = None
    yields: bool | None = None
    beside: bool | None = None
    together: bool | None = None
    group: Text | None = None
    stands: tuple[UnitId, ...] | None = None


class Aim(msgspec.Struct, frozen=True):
    """How likely an offered act at a target is to do what it is for: the first chance of its preview, ``numerator`` of
    ``denominator``, and in its ``text`` what that is."""

    action: Action
    numerator: int
    denominator: int
    text: Text


class Choice(msgspec.Struct, frozen=True):
    """A line of a preview: something that would follow, with its tone."""

    text: Text
    tone: Literal["info", "good", "warn", "bad", "muted"] = "info"
    unit: UnitId | None = None


class Added(msgspec.Struct, frozen=True, omit_defaults=True):
    """A planned act with one part more, the whole of it, which the judge accepts. ``name`` words the part where it is one of several and
    the first of ``picks``, the ids of the drawables any of which means it when touched, does not say it; several may share one."""

    action: Action
    name: Text | None = None
    picks: tuple[str, ...] = ()


class More(msgspec.Struct, frozen=True):
    """A part that may be added to an act as it is planned, and each way to add it, at least one."""

    text: Text
    choices: tuple[Added, ...]


class Preview(msgspec.Struct, frozen=True):
    """What an action would mean, from what its seat knows; worked out without changing anything.

    ``facts`` are the numbers (length, mode, need), ``notes`` sentences on consequences, ``chances`` the odds with their
    steps, ``overlays`` what to draw (path, reach, sight lines from the planned place), ``threats`` the odds of what others
    could do to the unit at the planned place. ``more`` is what may be added to the act as it is (``Domain.parts``), also where the act is
    refused because nothing is in it yet. ``side`` is the line to the target that the act is for, seen from its side.
    """

    legal: bool
    refusal: Refusal | None = None
    facts: Mapping[str, str | int | float | bool | list[str] | None] = {}
    notes: tuple[Choice, ...] = ()
    chances: tuple[Chance, ...] = ()
    overlays: tuple[Overlay, ...] = ()
    threats: tuple[Chance, ...] = ()
    more: tuple[More, ...] = ()
    side: SideView | None = None
