"""What questions are asked with: the units and pieces of ``vectors.json`` ("_common"), checked and made into a ``Field``.

Everything wrong is told as ``InvalidInput`` with the path of the field; nothing else ever comes out of a bad input.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Annotated, Any, Final, Literal

import msgspec

from app.boards import plane
from app.engine.asking import Answer, As, Questions, judged, named
from app.engine.dice import GivenDice, dice_of_question
from app.engine.refusal import InvalidInput, Refusal
from app.engine.types import Seat, UnitId
from app.systems.war_of_plastic.book.state import Army, Name, Piece, Unit, UnitType
from app.systems.war_of_plastic.book.tables import Book, Rules, Weapon
from app.systems.war_of_plastic.position.field import Field

MOST_UNITS: Final = 200
MOST_PIECES: Final = 200
MOST_POINTS: Final = 100
MOST_DICE: Final = 1000

Coordinate = Annotated[int, msgspec.Meta(ge=-100_000, le=100_000)]
Radius = Annotated[int, msgspec.Meta(ge=1, le=1000)]
Level = Annotated[int, msgspec.Meta(ge=0, le=19)]
Damage = Annotated[int, msgspec.Meta(ge=0, le=100)]
Die = Annotated[int, msgspec.Meta(ge=1, le=6)]
Length = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
Number = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
OptionInput = (
    bool | Annotated[int, msgspec.Meta(ge=-1_000_000, le=1_000_000)] | Annotated[str, msgspec.Meta(max_length=64)]
)
Options = Annotated[Mapping[Name, OptionInput], msgspec.Meta(max_length=100)]
Point = tuple[Coordinate, Coordinate]
Dice = Annotated[tuple[Die, ...], msgspec.Meta(max_length=MOST_DICE)]
Targets = Annotated[tuple[Name, ...], msgspec.Meta(min_length=1, max_length=50)]
Weapons = Annotated[tuple[Name, ...], msgspec.Meta(max_length=20)]
Where = Literal["table", "aboard", "reserve", "destroyed"]
BoardSide = Annotated[int, msgspec.Meta(ge=600, le=3000)]

given_dice: Final = partial(dice_of_question, exactly=True)
"""The dice of a question: exactly those needed (WOP-DICE-01)."""
_weapon_named: Final = named(lambda rules: rules.weapons, "the name of a weapon", str)
Armed = Annotated[Weapon, _weapon_named]
Rolled = Annotated[GivenDice, As(Dice, lambda _, dice, __: given_dice(dice))]


class UnitInput(msgspec.Struct, frozen=True):
    """A unit as a question names it. ``weapons`` left out: whatever the question needs; ``x`` and ``y`` may be left out
    where the place does not matter."""

    id: Name
    army: Army
    type: UnitType
    x: Coordinate | None = None
    y: Coordinate | None = None
    radius: Radius | None = None
    level: Level = 0
    damage: Damage = 0
    stunned: bool = False
    aboard: Name | None = None
    weapons: Weapons | None = None
    ready_from_turn: Number = 1


class PieceInput(msgspec.Struct, frozen=True):
    """A piece as a question names it: a polygon (``points``) or a disc (``x``, ``y``, ``radius``)."""

    id: Name
    kind: Name
    points: Annotated[tuple[Point, ...], msgspec.Meta(max_length=MOST_POINTS)] | None = None
    x: Coordinate | None = None
    y: Coordinate | None = None
    radius: Radius | None = None
    levels: Annotated[int, msgspec.Meta(ge=1, le=20)] = 1


Units = Annotated[tuple[UnitInput, ...], msgspec.Meta(max_length=MOST_UNITS)]
Pieces = Annotated[tuple[PieceInput, ...], msgspec.Meta(max_length=MOST_PIECES)]

_KINDS: Final[Mapping[UnitType, str]] = {"infantry": "soldier", "light": "jeep", "heavy": "tank"}
_SEATS: Final[Mapping[Army, Seat]] = {"A": Seat("a"), "B": Seat("b")}


def questions() -> Questions[Book]:
    """The questions of a chapter, asked of the tables under the options of a question."""
    return Questions(_rules_of, Options)


def _rules_of(book: Book, options: Mapping[str, Any]) -> Rules:
    book.resolve(options)
    return book.rules(options)


def weapon_of(rules: Rules, name: str, path: str) -> Weapon:
    """A weapon by its name."""
    weapon: Weapon = _weapon_named.made(rules, name, path)
    return weapon


def unit_of(rules: Rules, unit: UnitInput, field: str, *, placed: bool = True) -> Unit:
    """The unit of an input; ``placed``: it must have a place."""
    if placed and (unit.x is None or unit.y is None):
        raise InvalidInput.at(f"{field}.x", "a place (x and y)", "none")
    if unit.aboard is not None and unit.type != "infantry":
        raise InvalidInput.at(f"{field}.aboard", "nothing: only infantry is carried", unit.aboard)
    for index, weapon in enumerate(unit.weapons or ()):
        if weapon not in rules.weapons:
            raise InvalidInput.at(f"{field}.weapons[{index}]", "the name of a weapon", weapon)
    return Unit(
        id=UnitId(unit.id),
        army=unit.army,
        owner=_SEATS[unit.army],
        handler=_SEATS[unit.army],
        kind=_KINDS[unit.type],
        type=unit.type,
        radius_mm=rules.classes[unit.type].radius_mm if unit.radius is None else unit.radius,
        weapons=tuple(rules.weapons) if unit.weapons is None else unit.weapons,
        status="table" if unit.aboard is None else "aboard",
        damage=unit.damage,
        stunned=unit.stunned,
        x_mm=unit.x,
        y_mm=unit.y,
        level=unit.level,
        aboard=None if unit.aboard is None else UnitId(unit.aboard),
        ready_from_turn=unit.ready_from_turn,
    )


def piece_of(rules: Rules, piece: PieceInput, field: str) -> Piece:
    """The piece of an input: of a known kind, a simple polygon or a disc (WOP-GEO-05)."""
    terrain = rules.terrain.get(piece.kind)
    if terrain is None:
        raise InvalidInput.at(f"{field}.kind", "a kind of terrain", piece.kind)
    disc = (piece.x, piece.y, piece.radius)
    if piece.points is not None:
        if any(value is not None for value in disc):
            raise InvalidInput.at(field, "a polygon or a disc", "both")
        if not plane.is_simple(piece.points):
            raise InvalidInput.at(f"{field}.points", "a simple polygon of at least 3 different points", piece.points)
        return Piece(piece.id, piece.kind, points_mm=piece.points, levels=piece.levels)
    if any(value is None for value in disc):
        raise InvalidInput.at(field, "points, or x, y and radius", "neither")
    if terrain.building or terrain.sight != "open":
        raise InvalidInput.at(f"{field}.points", f"a polygon, as every {piece.kind} is", "a disc")
    return Piece(piece.id, piece.kind, x_mm=piece.x, y_mm=piece.y, radius_mm=piece.radius, levels=piece.levels)


def field_of(
    rules: Rules, units: Sequence[UnitInput], pieces: Sequence[PieceInput] = (), *, names: Sequence[str] | None = None
) -> Field:
    """The field of a question: its units in the order given. ``names`` are the paths of the units in the input, for
    errors; default ``given.units[i]``."""
    paths = names or [f"given.units[{index}]" for index in range(len(units))]
    made: dict[UnitId, Unit] = {}
    for unit, path in zip(units, paths, strict=True):
        if unit.id in made:
            raise InvalidInput.at(f"{path}.id", "an id that no other unit has", unit.id)
        made[UnitId(unit.id)] = unit_of(rules, unit, path)
    for passenger, path in zip(made.values(), paths, strict=True):
        vehicle = None if passenger.aboard is None else made.get(passenger.aboard)
        if vehicle is not None and vehicle.type == "infantry":
            raise InvalidInput.at(f"{path}.aboard", "the id of a vehicle", passenger.aboard)
    return Field(made, pieces_of(rules, pieces), rules)


def pieces_of(rules: Rules, pieces: Sequence[PieceInput], path: str = "given.pieces") -> tuple[Piece, ...]:
    """The pieces of a question, in list order, each with an id of its own."""
    _all_different([piece.id for piece in pieces], path)
    return tuple(piece_of(rules, piece, f"{path}[{index}]") for index, piece in enumerate(pieces))


def unit_named(field: Field, name: str, path: str) -> Unit:
    """A unit of the field by the id in an input; raises ``InvalidInput`` for an unknown one."""
    unit = field.units.get(UnitId(name))
    if unit is None:
        raise InvalidInput.at(path, "the id of a unit", name)
    return unit


def on_table_named(field: Field, name: str, path: str) -> Unit:
    """A unit of the field that is not aboard a vehicle."""
    unit = unit_named(field, name, path)
    if unit.status != "table":
        raise InvalidInput.at(path, "the id of a unit on the table, not aboard", name)
    return unit


def verdict(refusal: Refusal | str | None) -> Answer:
    """``{legal: true}``, or the rule that refuses."""
    return judged(refusal, "legal", "refused_by")


def _all_different(ids: Iterable[str], path: str) -> None:
    seen: set[str] = set()
    for index, name in enumerate(ids):
        if name in seen:
            raise InvalidInput.at(f"{path}[{index}].id", "an id that no other piece has", name)
        seen.add(name)
