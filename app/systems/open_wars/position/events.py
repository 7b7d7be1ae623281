"""Everything that can happen: facts with the dice that fell, whose and what for (OW-DICE-10), and all that is needed
to fold and to draw them again.

What decides between procedures (``flow``) is an event like any other; combat and magic have modules of their own, ``AnyEvent`` is all.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from app.engine.types import Event, Seat
from app.systems.open_wars.book.kinds import Cell, Count, Name, Order, Phase, Side, TokenId, WindowKind
from app.systems.open_wars.position.events_combat import (
    AttackDeclared,
    AttackRolled,
    AttackSettled,
    CombatStepBegan,
    ExtraRolled,
    HitsLost,
    HitStopped,
    InitiativeRolled,
    LegionRolled,
    Returned,
    RoundBegan,
    SaveRolled,
    SiteBegan,
    SiteEnded,
    TokenFell,
    TokenWounded,
    UnitActed,
    UnitHeld,
    UnitRetreated,
)
from app.systems.open_wars.position.events_magic import (
    EffectBegan,
    EffectChanged,
    EffectEnded,
    ManaGained,
    PactPaid,
    SpellAnnulled,
    SpellCast,
    SpellFailed,
    SpellMoved,
    Teleported,
    WarCryRolled,
)
from app.systems.open_wars.position.frames import Frame
from app.systems.open_wars.position.state import Position, Result, Token


class SetUp(Event, frozen=True, tag="set_up"):
    """The game as it begins. ``dice`` are what the shuffles of a random map drew, each from 1 on (OW-SET-08)."""

    position: Position
    dice: tuple[int, ...] = ()


class Flow(Event, frozen=True, tag="flow"):
    """What is being resolved from here on: the first ``keep`` frames stay, ``frames`` come on top. Always the last event of an act."""

    keep: Count
    frames: tuple[Frame, ...] = ()


class Committed(Event, frozen=True, tag="committed"):
    """A seat committed its muster or recruitment list; ``orders`` is told to itself alone (OW-HID-03)."""

    seat: Seat
    list: Literal["muster", "recruit"]
    orders: tuple[Order, ...] | None = None


class Mustered(Event, frozen=True, tag="mustered"):
    """A seat's muster is revealed: its tokens stand on its start cell, ``gold`` is what it starts with, told to the owner alone
    with closed reserves (OW-SET-05, OW-HID-02)."""

    seat: Seat
    tokens: tuple[Token, ...]
    gold: Count | None = None


class Recruited(Event, frozen=True, tag="recruited"):
    """A seat's recruits are revealed and placed; ``cost`` is paid (OW-REC-02)."""

    seat: Seat
    tokens: tuple[Token, ...]
    cost: Count


class TurnBegan(Event, frozen=True, tag="turn_began"):
    """A turn begins: tokens are not acted, not barred, not halted, points spent 0 (OW-TURN-05)."""

    turn: Count


class SpawnRolled(Event, frozen=True, tag="spawn_rolled"):
    """A die of a scenario event; no cell: it is rolled again (OW-DICE-09)."""

    seat: Seat
    die: int
    cell: Cell | None = None


class Spawned(Event, frozen=True, tag="spawned"):
    """Tokens appear by a scenario event (OW-SCN-01); ``flags`` are what the scenario remembers from now on."""

    seat: Seat
    tokens: tuple[Token, ...]
    flags: tuple[Name, ...] | None = None


class FlagsSet(Event, frozen=True, tag="flags_set"):
    """What the scenario remembers from now on."""

    flags: tuple[Name, ...]


class OrderRolled(Event, frozen=True, tag="order_rolled"):
    """Two dice of a seat tied for the highest army value (OW-DICE-01)."""

    seat: Seat
    dice: tuple[int, int]


class OrderSet(Event, frozen=True, tag="order_set"):
    """The turn order of this turn and the army values it comes from (OW-ORD)."""

    order: tuple[Seat, ...]
    values: Mapping[Seat, int] = {}


class PhaseBegan(Event, frozen=True, tag="phase_began"):
    """A phase begins (OW-TURN-01)."""

    phase: Phase


class Income(Event, frozen=True, tag="income"):
    """What a seat collected (OW-COL-01). Told to all: whoever sees the map can count it."""

    seat: Seat
    gold: Count
    mana: Count


class Passed(Event, frozen=True, tag="passed"):
    """A seat cast nothing in a window; no window: nothing for the Pact."""

    seat: Seat
    window: WindowKind | None = None


class MovementBegan(Event, frozen=True, tag="movement_began"):
    """A seat's movement turn begins."""

    seat: Seat


class MoveDeclared(Event, frozen=True, tag="move_declared"):
    """A move was declared; it is carried out when its window has closed (OW-MOV-12)."""

    seat: Seat
    unit: Name
    tokens: tuple[TokenId, ...]
    start: Cell
    path: tuple[Cell, ...]


class MistRolled(Event, frozen=True, tag="mist_rolled"):
    """The Mist die of a unit that would move (OW-SPELL-26)."""

    seat: Seat
    unit: Name
    tokens: tuple[TokenId, ...]
    die: int
    free: bool


class WeatherRolled(Event, frozen=True, tag="weather_rolled"):
    """The die of a group that enters or leaves a card (OW-CARD-06, OW-CARD-07); an effect follows if it failed."""

    seat: Seat
    unit: Name
    tokens: tuple[TokenId, ...]
    cell: Cell
    card: Name
    on: Literal["enter", "leave"]
    die: int
    failed: bool


class Stepped(Event, frozen=True, tag="stepped"):
    """A group went from a cell to the next, for ``cost`` points each; what entering did to it (OW-MOV-13). ``onward``: it goes
    on from there."""

    seat: Seat
    unit: Name
    tokens: tuple[TokenId, ...]
    start: Cell
    cell: Cell
    cost: Count = 0
    halted: bool = False
    barred: bool = False
    locked: bool = False
    serpent: bool = False
    onward: bool = False


class MoveEnded(Event, frozen=True, tag="move_ended"):
    """A group did not come where it was going, and why; ``cell`` is where it stands now (OW-MOV-12, OW-MOV-13)."""

    seat: Seat
    unit: Name
    tokens: tuple[TokenId, ...]
    cell: Cell
    reason: Literal["void", "mist", "points", "way", "room"]


class MovementEnded(Event, frozen=True, tag="movement_ended"):
    """A seat ended its movement turn."""

    seat: Seat


class Scored(Event, frozen=True, tag="scored"):
    """Points gained at the end of the turn, and the totals; ``contested`` are the cards, by cell, that gave none because
    enemies stand on them (OW-VIC-04)."""

    gained: Mapping[Side, int]
    points: Mapping[Side, int]
    contested: Mapping[Cell, str] = {}


class Eliminated(Event, frozen=True, tag="eliminated"):
    """A seat without tokens is out (OW-VIC-03)."""

    seat: Seat


class TurnEnded(Event, frozen=True, tag="turn_ended"):
    """The turn is complete: fallen tokens leave the game, effects of this turn end (OW-TURN-09)."""

    turn: Count


class GaveUp(Event, frozen=True, tag="gave_up"):
    """A seat resigned: its tokens leave the map (OW-VIC-08)."""

    seat: Seat


class DrawOffered(Event, frozen=True, tag="draw_offered"):
    """A draw is offered to all (OW-VIC-09)."""

    seat: Seat


class DrawAnswered(Event, frozen=True, tag="draw_answered"):
    """A seat accepted or declined the draw."""

    seat: Seat
    accept: bool


class DrawLapsed(Event, frozen=True, tag="draw_lapsed"):
    """The offer lapsed: who made it acted (OW-VIC-09)."""

    seat: Seat


class GameEnded(Event, frozen=True, tag="game_ended"):
    """The game is over."""

    result: Result


AnyEvent = (
    SetUp
    | Flow
    | Committed
    | Mustered
    | Recruited
    | TurnBegan
    | SpawnRolled
    | Spawned
    | FlagsSet
    | OrderRolled
    | OrderSet
    | PhaseBegan
    | Income
    | Passed
    | MovementBegan
    | MoveDeclared
    | MistRolled
    | WeatherRolled
    | Stepped
    | MoveEnded
    | MovementEnded
    | CombatStepBegan
    | SiteBegan
    | SiteEnded
    | RoundBegan
    | InitiativeRolled
    | UnitActed
    | UnitHeld
    | UnitRetreated
    | AttackDeclared
    | AttackRolled
    | ExtraRolled
    | AttackSettled
    | HitStopped
    | SaveRolled
    | HitsLost
    | TokenWounded
    | TokenFell
    | LegionRolled
    | Returned
    | SpellCast
    | SpellAnnulled
    | SpellFailed
    | SpellMoved
    | Teleported
    | EffectBegan
    | EffectChanged
    | EffectEnded
    | ManaGained
    | PactPaid
    | WarCryRolled
    | Scored
    | Eliminated
    | TurnEnded
    | GaveUp
    | DrawOffered
    | DrawAnswered
    | DrawLapsed
    | GameEnded
)
