"""Positions, actions and events of Ledges: frozen values, whole millimetres."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from app.engine.types import Action, Event, Seat, UnitId, Viewer

Build = Literal["small", "big"]
Colour = Literal["red", "blue", "green", "white", "black", "gold"]
COSTS = {"small": 2, "big": 4, "red": 1, "blue": 1, "green": 2, "white": 1, "black": 1, "gold": 3, "captain": 3}
LIMIT, LONGEST, STONES, RADIUS, BRUISES_OUT, BOG = 13, 300, 4, 20, 9, 80
HEIGHTS = {"ledge": (0, 60), "bridge": (100, 120)}
PIECES: dict[str, tuple[tuple[int, int], ...]] = {
    "ledge": ((200, 300), (560, 300), (560, 600), (200, 600)),
    "bridge": ((400, 100), (500, 100), (500, 700), (400, 700)),
}
"""What stands on the table, from below: the bridge leads over the ledge."""


class Figure(msgspec.Struct, frozen=True):
    id: UnitId
    seat: Seat
    build: Build
    colours: tuple[Colour, ...]
    captain: bool = False
    place: tuple[int, int, int] | None = None
    bruises: int = 0


class Member(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """So many figures alike."""

    build: Build
    colours: Annotated[tuple[Colour, ...], msgspec.Meta(min_length=1, max_length=2)]
    captain: bool = False
    count: Annotated[int, msgspec.Meta(ge=1, le=6)] = 1

    @property
    def cost(self) -> int:
        names = (self.build, *self.colours, *(["captain"] if self.captain else []))
        return self.count * sum(COSTS[name] for name in names)


class Position(msgspec.Struct, frozen=True):
    """``locked`` are the seats whose bands are there; ``turn`` is whose go it is once all are placed."""

    figures: tuple[Figure, ...] = ()
    locked: tuple[Seat, ...] = ()
    turn: Seat = Seat("a")
    winner: Seat | None = None


class View(msgspec.Struct, frozen=True):
    viewer: Viewer
    position: Position


class Along(msgspec.Struct, frozen=True):
    """Who comes along, and which way."""

    unit: UnitId
    path_mm: tuple[tuple[int, int], ...]


class Part(msgspec.Struct, frozen=True):
    """So many stones for one of several."""

    target: UnitId
    stones: Annotated[int, msgspec.Meta(ge=1)]


class Joint(msgspec.Struct, frozen=True):
    """Who throws at the same time, a single stone."""

    unit: UnitId
    target: UnitId


class Lock(Action, frozen=True, tag="lock"):
    members: Annotated[tuple[Member, ...], msgspec.Meta(min_length=1, max_length=6)]


class Put(Action, frozen=True, tag="put"):
    unit: UnitId
    x_mm: int
    y_mm: int
    z_mm: int = 0


class Move(Action, frozen=True, tag="move"):
    unit: UnitId
    path_mm: Annotated[tuple[tuple[int, int], ...], msgspec.Meta(min_length=1, max_length=20)]
    company: tuple[Along, ...] = ()


class Throw(Action, frozen=True, tag="throw"):
    """At one with all stones, or at several with some each."""

    unit: UnitId
    target: UnitId | None = None
    split: tuple[Part, ...] = ()
    company: tuple[Joint, ...] = ()


class Lob(Action, frozen=True, tag="lob"):
    unit: UnitId
    x_mm: int
    y_mm: int
    z_mm: int = 0


class Scale(Action, frozen=True, tag="scale"):
    unit: UnitId
    piece: str
    to_mm: int


class Pass(Action, frozen=True, tag="pass"):
    pass


class Concede(Action, frozen=True, tag="concede"):
    pass


AnyAction = Lock | Put | Move | Throw | Lob | Scale | Pass | Concede


class Begun(Event, frozen=True, tag="begun"):
    position: Position


class Acted(Event, frozen=True, tag="acted"):
    """``what`` was done, and what it came to."""

    seat: Seat
    what: AnyAction
    position: Position


AnyEvent = Begun | Acted
