"""Positions, actions and events of a skirmish: frozen values. A place is a column and a row."""

from __future__ import annotations

from typing import Annotated, NamedTuple

import msgspec

from app.engine.types import Action, Event, Seat, UnitId, Viewer

Place = tuple[int, int]
Look = int | str
"""A facing as the wire calls it."""
Named = tuple[int, int] | str
"""A cell as the wire calls it."""


class Corner(NamedTuple):
    """Where cells meet, and these."""

    x: float
    y: float
    cells: tuple[Place, ...]


class Figure(msgspec.Struct, frozen=True):
    id: UnitId
    seat: Seat
    at: Place
    facing: Look
    hits: int = 0


class Ground(msgspec.Struct, frozen=True):
    at: Place
    kind: str


class Reserve(msgspec.Struct, frozen=True):
    id: UnitId
    seat: Seat


class Ended(msgspec.Struct, frozen=True):
    winners: tuple[Seat, ...]
    reason: str


class Position(msgspec.Struct, frozen=True):
    """``fences`` part two places each, the smaller first; ``splashes`` are what stays of shots that hit; ``accepted`` agree to a draw."""

    columns: int
    rows: int
    grounds: tuple[Ground, ...]
    fences: tuple[tuple[Place, Place], ...]
    figures: tuple[Figure, ...]
    seats: tuple[Seat, ...]
    turn: Seat
    round: int
    rounds: int
    need: int
    splashes: tuple[tuple[Place, Seat], ...] = ()
    offered: Seat | None = None
    ended: Ended | None = None
    reserves: tuple[Reserve, ...] = ()


class View(msgspec.Struct, frozen=True):
    viewer: Viewer
    position: Position
    to_act: tuple[Seat, ...]


class Move(Action, frozen=True, tag="move"):
    """At the end of its path a figure may put up a fence on a side of its cell, and paint the cell."""

    unit: UnitId
    path: Annotated[tuple[Named, ...], msgspec.Meta(max_length=20)] = ()
    facing: Look | None = None
    fence: tuple[Named, Named] | None = None
    paint: bool = False


class Shoot(Action, frozen=True, tag="shoot"):
    unit: UnitId
    target: UnitId


class Arrive(Action, frozen=True, tag="arrive"):
    unit: UnitId
    at: Named
    facing: Look | None = None


class Build(Action, frozen=True, tag="build"):
    unit: UnitId
    between: tuple[Named, Named]


class Aimed(msgspec.Struct, frozen=True):
    unit: UnitId
    target: UnitId


class Volley(Action, frozen=True, tag="volley"):
    """Several figures shoot, each at somebody."""

    shots: Annotated[tuple[Aimed, ...], msgspec.Meta(min_length=1, max_length=20)]


class Spill(Action, frozen=True, tag="spill"):
    """Paint runs from a corner: the cells about it first, then others."""

    unit: UnitId
    cells: Annotated[tuple[Named, ...], msgspec.Meta(max_length=20)]


class Queue(Action, frozen=True, tag="queue"):
    """Puts the reserves in order; the turn goes on."""

    order: Annotated[tuple[UnitId, ...], msgspec.Meta(max_length=20)]


class Pass(Action, frozen=True, tag="pass"):
    pass


class Concede(Action, frozen=True, tag="concede"):
    pass


class OfferDraw(Action, frozen=True, tag="offer_draw"):
    pass


class AnswerDraw(Action, frozen=True, tag="answer_draw"):
    accept: bool


AnyAction = Move | Shoot | Arrive | Build | Volley | Spill | Queue | Pass | Concede | OfferDraw | AnswerDraw


class Begun(Event, frozen=True, tag="begun"):
    position: Position


class Moved(Event, frozen=True, tag="moved"):
    unit: UnitId
    path: tuple[Place, ...]
    facing: Look


class Shot(Event, frozen=True, tag="shot"):
    unit: UnitId
    target: UnitId
    start: Place
    end: Place
    die: int
    need: int
    hit: bool


class Arrived(Event, frozen=True, tag="arrived"):
    unit: UnitId
    seat: Seat
    end: Place
    facing: Look


class Built(Event, frozen=True, tag="built"):
    unit: UnitId
    between: tuple[Place, Place]


class Painted(Event, frozen=True, tag="painted"):
    unit: UnitId
    seat: Seat
    place: Place


class Queued(Event, frozen=True, tag="queued"):
    seat: Seat
    order: tuple[UnitId, ...]


class Passed(Event, frozen=True, tag="passed"):
    seat: Seat


class TurnBegan(Event, frozen=True, tag="turn_began"):
    seat: Seat
    round: int


class DrawOffered(Event, frozen=True, tag="draw_offered"):
    seat: Seat


class DrawAnswered(Event, frozen=True, tag="draw_answered"):
    seat: Seat
    accept: bool


class GameEnded(Event, frozen=True, tag="game_ended"):
    ended: Ended


AnyEvent = (
    Begun
    | Moved
    | Shot
    | Arrived
    | Built
    | Painted
    | Queued
    | Passed
    | TurnBegan
    | DrawOffered
    | DrawAnswered
    | GameEnded
)
