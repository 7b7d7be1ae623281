"""What questions are asked with (section 23 of the rules): boards, units, pieces, seats by number - checked, and made into a ``Field``.

Everything wrong is told as ``InvalidInput`` with the path of the field; nothing else ever comes out of a bad input.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Any, Final, Literal

import msgspec

from app.boards import squares
from app.boards.squares import Facing
from app.engine.asking import As, Questions
from app.engine.refusal import InvalidInput
from app.engine.types import SEATS, Seat, UnitId
from app.systems.splatball.book.book import Book
from app.systems.splatball.book.kinds import (
    FOOT_KINDS,
    VEHICLE_KINDS,
    Edge,
    PieceId,
    PieceKind,
    Segment,
    Square,
    UnitKind,
)
from app.systems.splatball.book.tables import Rules, UnitType
from app.systems.splatball.park.field import Field
from app.systems.splatball.park.ground import Ground, in_order, missing_squares
from app.systems.splatball.position.state import Piece, Unit

MOST_SQUARES: Final = 100
SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=3)]
Natural = Annotated[int, msgspec.Meta(ge=0, le=10_000)]
Die = Annotated[int, msgspec.Meta(ge=1, le=6)]
Dice = Annotated[tuple[Die, ...], msgspec.Meta(max_length=20)]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
Side = Annotated[int, msgspec.Meta(ge=0, le=100)]
Sides = Annotated[Mapping[str, Side], msgspec.Meta(max_length=4)]
Options = Annotated[
    Mapping[Name, bool | Annotated[int, msgspec.Meta(ge=0, le=2**32)] | Name], msgspec.Meta(max_length=40)
]
Modules = Annotated[tuple[tuple[Natural, Natural], ...], msgspec.Meta(max_length=36)]
Squares = Annotated[tuple[Square, ...], msgspec.Meta(max_length=2_000)]
Segments = Annotated[tuple[Segment, ...], msgspec.Meta(max_length=2_000)]
Edges = Annotated[tuple[Edge, ...], msgspec.Meta(min_length=1, max_length=4)]
Kinds = Annotated[tuple[UnitKind, ...], msgspec.Meta(max_length=60)]
NONE: Final[Mapping[str, Any]] = MappingProxyType({})


class BoardGiven(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A board: size in squares, missing modules of 6 x 6 squares."""

    w: Annotated[int, msgspec.Meta(ge=1, le=MOST_SQUARES)]
    h: Annotated[int, msgspec.Meta(ge=1, le=MOST_SQUARES)]
    missing: Modules = ()


class UnitGiven(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"inside": "in"}):
    """A unit, with flags of the running turn."""

    id: Name
    type: UnitKind
    seat: SeatNumber
    at: Square | None = None
    inside: Name | None = None
    facing: Facing = "N"
    lives: Annotated[int, msgspec.Meta(ge=1, le=100)] | None = None
    damage: Annotated[int, msgspec.Meta(ge=0, le=100)] = 0
    marker: bool = False
    revealed: bool = False
    activated: bool = True
    has_moved: bool = False
    attacked: bool = False
    boarded_this_turn: bool = False
    unloaded_from: Literal["armadillo", "cart"] | None = None
    has_unloaded: bool = False
    fences_aboard: Annotated[int, msgspec.Meta(ge=0, le=100)] = 0


class PieceGiven(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A piece of scenery; ``objective`` is the owner of the marker on it."""

    id: Name
    kind: PieceKind
    at: Square
    owner: SeatNumber | None = None
    objective: SeatNumber | None = None


Units = Annotated[tuple[UnitGiven, ...], msgspec.Meta(max_length=200)]
Pieces = Annotated[tuple[PieceGiven, ...], msgspec.Meta(max_length=400)]
ANYWHERE: Final = BoardGiven(MOST_SQUARES, MOST_SQUARES)
"""The board of a question that gives none."""


class Situation(msgspec.Struct, frozen=True, kw_only=True):
    """Who stands where on what."""

    board: BoardGiven = ANYWHERE
    units: Units = ()
    pieces: Pieces = ()
    fences: Segments = ()
    roads: Squares = ()
    sides: Sides = NONE
    options: Options = NONE


def questions() -> Questions[Book]:
    """The questions of a chapter, asked of the rules under the options of a question."""
    return Questions(lambda book, options: book.rules(options), Options)


def board_of(rules: Rules, board: BoardGiven) -> squares.Board:
    """The squares of a board."""
    return squares.Board(board.w, board.h, missing_squares(board.missing, rules.constants.module_size))


def ground_of(rules: Rules, asked: Situation) -> Ground:
    """What lies on a board. Raises ``InvalidInput`` for two pieces of one id."""
    pieces: dict[str, Piece] = {}
    for number, given in enumerate(asked.pieces):
        if given.id in pieces:
            raise InvalidInput.at(f"given.pieces[{number}].id", "an id that no other piece has", given.id)
        pieces[given.id] = piece_of(given)
    fences = [segment_of(segment, f"given.fences[{number}]") for number, segment in enumerate(asked.fences)]
    return Ground(rules, board_of(rules, asked.board), pieces.values(), asked.roads, fences)


def segment_of(segment: Segment, path: str) -> Segment:
    """A segment, its first vertex first. Raises ``InvalidInput`` for vertices that are not next to one another."""
    (x1, y1), (x2, y2) = found = in_order(segment)
    if abs(x1 - x2) + abs(y1 - y2) != 1:
        raise InvalidInput.at(path, "two vertices next to one another", segment)
    return found


def piece_of(given: PieceGiven) -> Piece:
    """A piece of a question."""
    owner = None if given.owner is None else SEATS[given.owner]
    marked = None if given.objective is None else SEATS[given.objective]
    return Piece(PieceId(given.id), given.kind, given.at, owner, marked)


def unit_of(rules: Rules, given: UnitGiven, path: str) -> Unit:
    """A unit of a question. Raises ``InvalidInput`` where it is neither on the board nor aboard, or both."""
    if (given.at is None) == (given.inside is None):
        raise InvalidInput.at(path, "one of at and in", given.id)
    kind = rules.units[given.type]
    lives = kind.lives if given.lives is None else given.lives
    return Unit(
        id=UnitId(given.id),
        seat=SEATS[given.seat],
        type=given.type,
        at=given.at,
        inside=None if given.inside is None else UnitId(given.inside),
        facing=given.facing,
        lives=lives if kind.is_foot else 0,
        damage=0 if kind.is_foot else given.damage,
        marker=given.marker,
        revealed=given.revealed,
        fences_aboard=given.fences_aboard,
        activated=given.activated,
        has_moved=given.has_moved,
        has_unloaded=given.has_unloaded,
        boarded=given.boarded_this_turn,
        unloaded_from=given.unloaded_from,
        moved=1 if given.unloaded_from == "armadillo" else 0,
        attacked=given.attacked,
    )


def units_of(rules: Rules, given: Units) -> dict[UnitId, Unit]:
    """The units of a question by id. Raises ``InvalidInput`` for two of one id."""
    found: dict[UnitId, Unit] = {}
    for number, each in enumerate(given):
        unit = unit_of(rules, each, f"given.units[{number}]")
        if unit.id in found:
            raise InvalidInput.at(f"given.units[{number}].id", "an id that no other unit has", unit.id)
        found[unit.id] = unit
    return found


def sides_of(sides: Mapping[str, int]) -> dict[Seat, Seat]:
    """Seat -> side, as letters; every seat its own where none is given. Raises ``InvalidInput`` for what is no number of a seat."""
    numbers = {}
    for name, side in sides.items():
        if name not in ("0", "1", "2", "3"):
            raise InvalidInput.at("given.sides", "seats 0 to 3", name)
        numbers[int(name)] = side
    lowest: dict[int, int] = {}
    for number in sorted(numbers):
        lowest.setdefault(numbers[number], number)
    return {seat: SEATS[lowest[numbers[n]]] if n in numbers else seat for n, seat in enumerate(SEATS[:4])}


def field_of(rules: Rules, asked: Situation, edges: Mapping[Seat, Edge | None] | None = None) -> Field:
    """Who stands where."""
    return Field(ground_of(rules, asked), units_of(rules, asked.units), sides_of(asked.sides), edges or {})


def known(field: Field, name: str, path: str) -> Unit:
    """A unit by its id. Raises ``InvalidInput`` for an id that there is not."""
    unit = field.units.get(UnitId(name))
    if unit is None:
        raise InvalidInput.at(path, "the id of a unit", name)
    return unit


def standing(field: Field, name: str, path: str) -> Unit:
    """The same of a unit on the board."""
    unit = known(field, name, path)
    if unit.at is None:
        raise InvalidInput.at(path, "the id of a unit on the board", name)
    return unit


def _foot(rules: Rules, kind: UnitKind, path: str) -> UnitType:
    if kind not in FOOT_KINDS:
        raise InvalidInput.at(path, "one of " + ", ".join(FOOT_KINDS), kind)
    return rules.units[kind]


def _vehicle(rules: Rules, kind: UnitKind, path: str) -> UnitType:
    if kind not in VEHICLE_KINDS:
        raise InvalidInput.at(path, "one of " + ", ".join(VEHICLE_KINDS), kind)
    return rules.units[kind]


Foot = Annotated[UnitType, As(UnitKind, _foot)]
Vehicle = Annotated[UnitType, As(UnitKind, _vehicle)]
AnyUnit = Annotated[UnitType, As(UnitKind, lambda rules, kind, path: rules.units[kind])]
