"""The position of a game of Open Wars (rules.md, section 21): frozen values, no rules.

Collections are never changed in place: a new position shares everything that did not change. Cells are written column
then row (``"B3"``). What is being resolved is plain data too: the stack ``frames`` (``frames.py``).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec

from app.engine.types import Seat
from app.systems.open_wars.book.kinds import (
    Cell,
    CombatStep,
    Count,
    EffectId,
    Name,
    Number,
    Order,
    Phase,
    Side,
    SiteKind,
    TokenId,
    UnitCode,
    UnitRef,
)
from app.systems.open_wars.position.frames import Frame


class Token(msgspec.Struct, frozen=True, omit_defaults=True):
    """One token on the map. ``spent`` are the points it has spent this turn; ``form`` is set by scenarios (OW-SCN-06);
    ``dispelled`` says that it cast Dispel this turn (OW-SPELL-01), ``serpent`` that Serpent River has helped it (OW-CARD-10),
    ``entered_enemy`` that it entered its location while enemies were there (only with ``lock_mutual = false``), ``crossing`` that it
    is on its way through, which it never is when somebody decides (OW-STK-06)."""

    id: TokenId
    unit: UnitCode
    seat: Seat
    cell: Cell
    spent: Count = 0
    acted: bool = False
    barred: bool = False
    halted: bool = False
    wounded: bool = False
    form: Name | None = None
    dispelled: bool = False
    serpent: bool = False
    entered_enemy: bool = False
    crossing: bool = False


class Fallen(msgspec.Struct, frozen=True, omit_defaults=True):
    """A token lost this turn: remembered until the turn ends (OW-HIT-11, OW-TURN-07)."""

    id: TokenId
    unit: UnitCode
    seat: Seat
    cell: Cell
    wounded: bool = False
    form: Name | None = None


class Effect(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that lasts, of a spell, or of a card (``source = "card"``, out of Dispel's reach; OW-UNIT-13, OW-MAG-16).

    ``code`` is the spell's or the card's. ``tokens`` are the marked tokens, ``initiative`` to ``range`` the numbers added to
    each. ``groups`` are charges: the tokens of one unit that have one charge together (Walls, Shield, Mist not yet rolled, a
    free cast of Convergence). ``failed`` are tokens whose Mist roll failed. ``cell`` is where the caster stood, ``place`` the location
    Immortal Legion guards. ``part_of`` is set of what belongs to another effect and ends with it (Warquake on wings). ``used`` is set of Wild Fury whose follow-up move has been made.
    """

    id: EffectId
    source: Literal["spell", "card"]
    code: Name
    expiry: Literal["combat", "turn", "next_attack"]
    tokens: tuple[TokenId, ...] = ()
    caster: TokenId | None = None
    seat: Seat | None = None
    cell: Cell | None = None
    place: Cell | None = None
    initiative: Number = 0
    movement: Number = 0
    attack: Number = 0
    range: Number = 0
    groups: tuple[tuple[TokenId, ...], ...] = ()
    failed: tuple[TokenId, ...] = ()
    part_of: EffectId | None = None
    used: bool = False


class SeatState(msgspec.Struct, frozen=True):
    """What belongs to one seat. ``orders`` is its committed muster or recruitment list, a secret until it is revealed
    (OW-HID-03); ``gold`` and ``mana`` are whole, never negative, without a ceiling (OW-GEN-08), and hidden from
    others with ``open_reserves = false``. ``budget`` is its muster gold (0: no
    muster). ``promotions``: unit -> value raised by 1 (OW-CAM-06). ``used``: once-per-turn spells used (Puma's Leap, Dark
    Pact). ``converged`` and ``converged_before``: spells cast free through Convergence this turn and last turn. ``gone``: own two-sided
    units that can never come back (OW-HERO-05)."""

    seat: Seat
    side: Side
    faction: Name
    start: Cell
    gold: Count = 0
    mana: Count = 0
    budget: Count = 0
    eliminated: bool = False
    resigned: bool = False
    committed: bool = False
    orders: tuple[Order, ...] | None = None
    promotions: Mapping[UnitCode, Literal["initiative", "movement", "attack"]] = {}
    used: tuple[Name, ...] = ()
    converged: tuple[Name, ...] = ()
    converged_before: tuple[Name, ...] = ()
    gone: tuple[UnitCode, ...] = ()

    @property
    def plays(self) -> bool:
        """Still in the game."""
        return not (self.eliminated or self.resigned)


class LastAttack(msgspec.Struct, frozen=True):
    """The attack just resolved in a site: who attacked whom where, which tokens of the attacked seat stood there and how
    many of each unit were lost (OW-SPELL-11, OW-SPELL-19)."""

    attacker: UnitRef
    cell: Cell
    seat: Seat
    present: tuple[TokenId, ...]
    lost: Mapping[UnitCode, Count]


class Site(msgspec.Struct, frozen=True):
    """The combat being fought. ``attacks`` counts those of this round; ``scored`` are the seats whose Barbarians have hit, and
    where (OW-SPELL-12); ``graced`` the units that have had their Elven Grace try (OW-HIT-08)."""

    kind: SiteKind
    cell: Cell
    number: Count
    round: Count = 1
    attacks: Count = 0
    scored: tuple[tuple[Seat, Cell], ...] = ()
    graced: tuple[UnitRef, ...] = ()
    last: LastAttack | None = None


class Combat(msgspec.Struct, frozen=True):
    """The Combat phase: its step, the melee sites resolved this turn, the site being fought."""

    step: CombatStep
    resolved: tuple[Cell, ...] = ()
    site: Site | None = None
    number: Count = 0


class DrawOffer(msgspec.Struct, frozen=True):
    """A draw offer that stands (OW-VIC-09)."""

    seat: Seat
    accepted: tuple[Seat, ...] = ()


class Result(msgspec.Struct, frozen=True):
    """How it ended: the winning side, ``"draw"`` if none; ``among`` are the sides that share a draw (OW-VIC-07)."""

    side: Side | Literal["draw"]
    reason: Name
    seats: tuple[Seat, ...] = ()
    among: tuple[Side, ...] = ()


class Position(msgspec.Struct, frozen=True):
    """A whole game at one moment: location cards, tokens, gold and mana (OW-GEN-03).

    ``battle`` is the document that somebody made, where the scenario is ``own`` (``workshop_battle.py``).
    ``options`` holds every option resolved; ``tables`` only the house values that differ from the data files. ``map``: rows from
    the top, card codes, ``""`` a hole. ``order``: this turn's turn order, first seat first; ``values``: the army values it
    came from. ``movement``: whose movement turn it is. ``points``: score by side. ``flags``: what scenario events remember
    (``"undead.morven:waiting"``). ``offered``: seats that offered a draw this turn. ``target``: the points to reach if a campaign game sets
    its own (OW-CAM-07). ``frames``: what is being resolved, the innermost last.
    """

    game: Literal["open_wars"]
    rules_version: str
    scenario: Name
    options: Mapping[str, Any]  # option values are words, booleans or lists of words
    tables: Mapping[str, Any]  # house values
    map: Annotated[tuple[Annotated[tuple[str, ...], msgspec.Meta(max_length=26)], ...], msgspec.Meta(max_length=99)]
    seats: Mapping[Seat, SeatState]
    tokens: Mapping[TokenId, Token] = {}
    phase: Phase = "muster"
    turn: Count = 0
    order: tuple[Seat, ...] = ()
    values: Mapping[Seat, Count] = {}
    effects: tuple[Effect, ...] = ()
    fallen: tuple[Fallen, ...] = ()
    movement: Seat | None = None
    combat: Combat | None = None
    points: Mapping[Side, Count] = {}
    flags: tuple[Name, ...] = ()
    draw: DrawOffer | None = None
    offered: tuple[Seat, ...] = ()
    next_token: Count = 1
    next_effect: Count = 1
    target: Count | None = None
    frames: Annotated[tuple[Frame, ...], msgspec.Meta(max_length=200)] = ()
    result: Result | None = None
    battle: Mapping[str, Any] | None = None  # a document
