"""Positions and fields for tests, in a few words: rules, units, pieces, boards."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from app.boards import squares
from app.boards.squares import Square
from app.engine.dice import GivenDice
from app.engine.registry import read_tables
from app.engine.types import Event, Seat, UnitId
from app.systems.splatball.book.book import Book
from app.systems.splatball.book.kinds import Edge, PieceId, PieceKind, Segment, UnitKind
from app.systems.splatball.book.tables import Rules
from app.systems.splatball.park.field import Field
from app.systems.splatball.park.ground import Ground, in_order, missing_squares
from app.systems.splatball.position.state import BoardState, Piece, Position, SeatState, Unit
from app.systems.splatball.score.story import Story

FOLDER = Path(__file__).parents[3] / "app" / "systems" / "splatball"
VECTORS = json.loads(Path(__file__).with_name("vectors.json").read_text("utf-8"))
EDGES: Mapping[str, Edge] = {"a": "N", "b": "S", "c": "W", "d": "E"}
"""Whose edge is which, unless a test says otherwise."""


@lru_cache(maxsize=1)
def book() -> Book:
    return Book(read_tables(FOLDER))


def rules(tables: Mapping[str, Any] | None = None, **options: Any) -> Rules:
    """The rules with options that differ from their defaults; ``tables``: house values by dotted path."""
    return book().rules(options, tables)


def unit(name: str, kind: UnitKind, at: Square | None = None, seat: str = "a", **more: Any) -> Unit:
    """A unit with all its lives, activated unless ``more`` says otherwise; ``inside`` a vehicle if it stands nowhere."""
    values: dict[str, Any] = {"lives": book().rules().units[kind].lives, "activated": True, **more}
    return Unit(UnitId(name), Seat(seat), kind, at, **values)


def piece(name: str, kind: PieceKind, at: Square, owner: str | None = None, objective: str | None = None) -> Piece:
    return Piece(PieceId(name), kind, at, owner and Seat(owner), objective and Seat(objective))


def ground(
    *pieces: Piece,
    fences: Iterable[Segment] = (),
    roads: Iterable[Square] = (),
    size: tuple[int, int] = (12, 12),
    missing: Sequence[tuple[int, int]] = (),
    of: Rules | None = None,
) -> Ground:
    made = of or rules()
    board = squares.Board(*size, missing_squares(missing, made.constants.module_size))
    return Ground(made, board, pieces, roads, map(in_order, fences))


def field(
    *units: Unit,
    pieces: Iterable[Piece] = (),
    sides: Mapping[str, str] | None = None,
    edges: Mapping[str, Edge] = EDGES,
    of: Rules | None = None,
    **more: Any,
) -> Field:
    """A field of 12 x 12 squares without anything but these. ``of``: its rules; ``sides``: seat -> side, each its own unless said."""
    return Field(
        ground(*pieces, of=of, **more),
        {each.id: each for each in units},
        {Seat(seat): Seat((sides or {}).get(seat, seat)) for seat in "abcd"},
        {Seat(seat): edge for seat, edge in edges.items()},
    )


def position(
    *units: Unit,
    pieces: Iterable[Piece] = (),
    fences: Iterable[Segment] = (),
    roads: Iterable[Square] = (),
    size: tuple[int, int] = (12, 12),
    seats: str = "ab",
    sides: Mapping[str, str] | None = None,
    edges: Mapping[str, Edge] = EDGES,
    options: Mapping[str, Any] | None = None,
    tables: Mapping[str, Any] | None = None,
    **more: Any,
) -> Position:
    """A position in round 2, in the turn of seat ``a``, in its step of fight unless ``more`` says otherwise."""
    side_of = {Seat(seat): Seat((sides or {}).get(seat, seat)) for seat in seats}
    made = Position(
        scenario="",
        options=book().resolve(options or {}),
        tables=tables or {},
        round=2,
        phase="turn",
        step="fight",
        active=Seat("a"),
        starting_seat=Seat("a"),
        order=tuple(side_of),
        board=BoardState(*size, edges=("N", "S"), roads=tuple(roads), fences=tuple(sorted(map(in_order, fences)))),
        pieces={each.id: each for each in pieces},
        seats={seat: SeatState(side, edge=edges.get(seat)) for seat, side in side_of.items()},
        points=dict.fromkeys(dict.fromkeys(side_of.values()), 0),
        units={each.id: each for each in units},
    )
    return replace(made, **more) if more else made


def story(at: Position, *dice: int) -> Story:
    """A position on its way, with the dice that will fall."""
    return Story(book().rules(at.options, at.tables), at, GivenDice(dice))


def told(of: Story, *kinds: type[Event]) -> list[Event]:
    """What has happened, of these kinds if any are named."""
    return [event for event in of.events if not kinds or isinstance(event, kinds)]


def vectors(*queries: str) -> list[Mapping[str, Any]]:
    """The worked examples of these questions."""
    return [vector for vector in VECTORS["vectors"] if vector["query"] in queries]
