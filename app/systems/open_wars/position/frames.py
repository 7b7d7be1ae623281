"""What is being resolved, as data: the stack of frames of a position, the innermost last (rules.md, section 22).

Each frame is one procedure with the place it has reached (``step``). Whatever interrupts is pushed and finished before what
it interrupted goes on. A frame that waits for a decision either is of a kind that always waits (a window with somebody to ask, a
movement turn, order lists) or has an ``ask``.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from app.engine.types import Seat
from app.systems.open_wars.book.kinds import (
    Cell,
    Count,
    Free,
    Name,
    SiteKind,
    Target,
    TokenId,
    UnitCode,
    UnitRef,
    WindowKind,
)

PromptKind = Literal[
    "act",
    "choose_unit",
    "choose_site",
    "assign_hit",
    "bonus_target",
    "follow_up_move",
    "pact",
    "pact_cast",
    "resurrect",
]


class Place(msgspec.Struct, frozen=True):
    """An attack's target: an enemy seat in a location."""

    cell: Cell
    seat: Seat


class SiteRef(msgspec.Struct, frozen=True):
    """A combat waiting to be fought."""

    cell: Cell
    kind: SiteKind


class Prompt(msgspec.Struct, frozen=True, omit_defaults=True):
    """A decision in the middle of a resolution: of whom, which kind, and between what (OW-PRM). Only the field of its kind is
    set: ``unit`` acts (``act``), ``units`` (``choose_unit``, ``pact``), ``sites``, ``tokens`` (``assign_hit``: one token of each class that differs;
    ``resurrect``: fallen tokens), ``targets`` (``bonus_target``), ``cells`` (``follow_up_move``)."""

    kind: PromptKind
    seat: Seat
    unit: UnitRef | None = None
    units: tuple[UnitRef, ...] = ()
    sites: tuple[SiteRef, ...] = ()
    tokens: tuple[TokenId, ...] = ()
    targets: tuple[Place, ...] = ()
    cells: tuple[Cell, ...] = ()


class TurnFrame(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="frame", tag="turn"):
    """The turn itself, always the outermost frame. ``step`` is what comes next, ``queue`` the seats still to come in it."""

    step: Literal[
        "reveal_musters",
        "turn_start",
        "collect",
        "income",
        "recruit",
        "orders",
        "reveal_orders",
        "movement",
        "movement_turns",
        "combat",
        "ranged",
        "melee",
        "turn_end",
        "resurrect",
        "score",
    ]
    queue: tuple[Seat, ...] = ()
    ask: Prompt | None = None


class OrdersFrame(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="frame", tag="orders"):
    """Muster or recruitment lists are waited for: of all ``seats`` that have not committed, or, ``in_turn``, of the first."""

    list: Literal["muster", "recruit"]
    seats: tuple[Seat, ...]
    in_turn: bool = False
    ask: None = None


class MovementFrame(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="frame", tag="movement"):
    """A seat's movement turn (OW-MOV-01)."""

    seat: Seat
    ask: None = None


class WindowFrame(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="frame", tag="window"):
    """A response window (OW-WIN): the seats still to ask, first one now. ``fresh`` says that a round of asking has to begin.
    ``opener`` is left out until another seat has cast (OW-WIN-02); of a ``dispel`` window it is who cast the top spell."""

    kind: WindowKind
    queue: tuple[Seat, ...] = ()
    fresh: bool = True
    opener: Seat | None = None
    ask: None = None


class MoveFrame(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="frame", tag="move"):
    """A declared move: tokens of one unit, the cell they stand in, the cells to be entered. It is carried out when its window has
    closed (OW-MOV-12)."""

    seat: Seat
    unit: UnitCode
    tokens: tuple[TokenId, ...]
    cell: Cell
    path: tuple[Cell, ...]
    step: Literal["declared", "start"] = "declared"
    ask: None = None


class SiteFrame(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="frame", tag="site"):
    """The fight in a location: window, end test and next unit, its decision, window again (OW-WIN-06, OW-END-01)."""

    kind: SiteKind
    cell: Cell
    step: Literal["window", "next", "act"] = "window"
    unit: UnitRef | None = None
    ask: Prompt | None = None


class AttackFrame(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="frame", tag="attack"):
    """An attack: dice, window ``roll``, hits, Bloodthirst's second attack, Wild Fury's move, done (rules.md, section 22).

    ``tokens`` attack, ``acting`` have acted afterwards: none after a ``bonus`` attack (OW-ATK-06). ``base`` are the hits of dice and
    automatic ones, ``hits`` all of them. ``purified``: Purifying Flame lies on an attacker (OW-SPELL-03). ``by``: whose
    Bloodthirst gives the second attack.
    """

    attacker: UnitRef
    tokens: tuple[TokenId, ...]
    cell: Cell
    seat: Seat
    acting: tuple[TokenId, ...] = ()
    bonus: bool = False
    base: Count = 0
    hits: Count = 0
    purified: bool = False
    by: Seat | None = None
    step: Literal["roll", "hits", "second", "second_attack", "follow", "done"] = "roll"
    ask: Prompt | None = None


class Batch(msgspec.Struct, frozen=True, omit_defaults=True):
    """Hits on a seat's tokens in a location, of a spell on one unit alone (OW-HIT-01, OW-HIT-12)."""

    cell: Cell
    seat: Seat
    hits: Count
    unit: UnitCode | None = None


class HitsFrame(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="frame", tag="hits"):
    """Hits being settled one by one (OW-HIT): ``batches`` still to come, the first under way once ``capacity`` is set (unit and hits it
    can still take). ``struck`` are units that lost a hit point in this batch (Mithril), ``fell`` the tokens lost so far, ``destroyed`` the
    units. ``attacker`` and ``place`` are set of an attack, ``present`` are then the tokens that stood there and ``scored`` its
    hits before saves; ``mana_to`` gains 1 mana if the
    unit is destroyed (OW-SPELL-13)."""

    batches: tuple[Batch, ...]
    capacity: tuple[tuple[UnitCode, Count], ...] | None = None
    struck: tuple[UnitCode, ...] = ()
    fell: tuple[TokenId, ...] = ()
    destroyed: tuple[UnitRef, ...] = ()
    attacker: UnitRef | None = None
    place: Place | None = None
    present: tuple[TokenId, ...] = ()
    scored: Count = 0
    mana_to: Seat | None = None
    ask: Prompt | None = None


class CastFrame(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="frame", tag="cast"):
    """A spell that has been cast and paid: its ``dispel`` window, its effect, what follows from it (OW-DSP, OW-SPELL).

    ``cell`` is where the caster stood. ``answers`` is set of a Dispel cast at the spell below it on the stack;
    ``moved`` are the tokens it has been cast at, where something follows with them.
    """

    seat: Seat
    caster: TokenId
    cell: Cell
    spell: Name
    target: Target = Target()
    free: Free = "none"
    answers: bool = False
    annulled: bool = False
    moved: tuple[TokenId, ...] = ()
    step: Literal["cast", "effect", "after", "bonus", "pact", "pact_cast", "done"] = "cast"
    ask: Prompt | None = None


Frame = (
    TurnFrame | OrdersFrame | MovementFrame | WindowFrame | MoveFrame | SiteFrame | AttackFrame | HitsFrame | CastFrame
)
