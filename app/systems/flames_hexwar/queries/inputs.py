"""What questions are asked with (part 13 of the rules): checked, and made into what the chapters read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Annotated, Any, Final, Literal

import msgspec

from app.boards import hexes
from app.boards.hexes import Hex
from app.engine.asking import As, Questions, named
from app.engine.refusal import InvalidInput
from app.systems.flames_hexwar.book.book import Book
from app.systems.flames_hexwar.book.kinds import Facing, Feature, Mobility, Motivation, Relief, Skill, Surface
from app.systems.flames_hexwar.book.scenarios import MOST_SIZE, Cell, Level
from app.systems.flames_hexwar.book.tables import Rules
from app.systems.flames_hexwar.terrain.terrain import Ground, Mixed, Terrain

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
Natural = Annotated[int, msgspec.Meta(ge=0, le=10_000)]
Few = Annotated[int, msgspec.Meta(ge=0, le=100)]
Whole = Annotated[int, msgspec.Meta(ge=-100, le=100)]
Die = Annotated[int, msgspec.Meta(ge=1, le=6)]
Dice = Annotated[tuple[Die, ...], msgspec.Meta(max_length=100)]
Options = Annotated[
    Mapping[Name, bool | Annotated[int, msgspec.Meta(ge=0, le=10_000)] | Name], msgspec.Meta(max_length=40)
]
Cells = Annotated[tuple[Cell, ...], msgspec.Meta(max_length=1600)]
NONE: Final[Mapping[str, Any]] = MappingProxyType({})
BOARD: Final = hexes.Board(MOST_SIZE, MOST_SIZE)


def questions() -> Questions[Book]:
    """The questions of a chapter, asked of the rules under the options of a question."""
    return Questions(lambda book, options: book.rules(options), Options)


def _hex(rules: object, cell: Cell, path: str) -> Hex:
    return hexes.from_offset(*cell)


def _hexes(rules: object, cells: Sequence[Cell], path: str) -> tuple[Hex, ...]:
    return tuple(hexes.from_offset(*cell) for cell in cells)


At = Annotated[Hex, As(Cell, _hex)]
"""A hex, ``[column, row]``."""
Hexes = Annotated[tuple[Hex, ...], As(Cells, _hexes)]
AnyHexes = Annotated[
    tuple[Hex, ...], As(Annotated[tuple[tuple[Whole, Whole], ...], msgspec.Meta(max_length=100)], _hexes)
]
"""Hexes that may lie off the board."""
SkillType = Annotated[Any, named(lambda rules: rules.skills, "a skill", Skill)]
MotivationType = Annotated[Any, named(lambda rules: rules.motivations, "a motivation", Motivation)]
MobilityOf = Annotated[Any, named(lambda rules: rules.mobility, "a mobility", Mobility)]


class VertexGiven(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A corner of hexes."""

    hex: Cell
    v: Facing


class MixedGiven(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The covering half of a hex: anything that covers (FHW-COV-07)."""

    dir: Facing
    feature: Feature | Literal["dense_woods", "built_up"]


class GroundGiven(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Surface and relief of a hex."""

    surface: Surface = "open"
    relief: Relief = "flat"
    level: Level = 1

    def ground(self) -> Ground:
        """The same, as the chapters read it."""
        return Ground(self.surface, self.relief, 0 if self.relief == "flat" else self.level)


class HexGiven(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A hex that is not open and flat."""

    surface: Surface = "open"
    relief: Relief = "flat"
    level: Level = 1
    road: tuple[Facing, ...] = ()
    trees: bool = False
    wrecks: Few = 0
    smoke: bool = False
    mixed: MixedGiven | None = None

    def ground(self) -> Ground:
        """The same, as the chapters read it."""
        mixed = None if self.mixed is None else Mixed(self.mixed.dir, self.mixed.feature)
        return Ground(self.surface, self.relief, 0 if self.relief == "flat" else self.level, self.trees, mixed)


GivenHexes = Annotated[Mapping[str, HexGiven], msgspec.Meta(max_length=1600)]


class Given(msgspec.Struct, frozen=True):
    """A board of 40 x 40 hexes with what is said of some."""

    terrain: Terrain
    wrecks: Mapping[Hex, int]
    smoke: frozenset[Hex]


def board_of(rules: Rules, given: Mapping[str, HexGiven], path: str) -> Given:
    """The board of a question, by ``"column,row"``."""
    cells = {_cell(key, path): each for key, each in given.items()}
    roads = {hexes.side(at, d) for at, each in cells.items() for d in each.road}
    terrain = Terrain(BOARD, {at: each.ground() for at, each in cells.items()}, roads)
    return Given(
        terrain,
        {at: each.wrecks for at, each in cells.items() if each.wrecks},
        frozenset(at for at, each in cells.items() if each.smoke),
    )


def _cell(key: str, path: str) -> Hex:
    column, _, row = key.partition(",")
    if not (column.isascii() and row.isascii() and column.isdecimal() and row.isdecimal()):
        raise InvalidInput.at(path, 'keys of the form "column,row"', key)
    at = hexes.from_offset(int(column), int(row))
    if not BOARD.holds(at):
        raise InvalidInput.at(path, f"hexes of a board of {MOST_SIZE} x {MOST_SIZE}", key)
    return at


BoardGiven = Annotated[Given, As(GivenHexes, board_of)]


def written(at: Hex) -> list[int]:
    """A hex as questions write it."""
    return list(hexes.to_offset(at))


def with_options(rules: Rules, **changes: Any) -> Rules:
    """The rules with options that a question names itself."""
    kept = {name: value for name, value in changes.items() if value is not None}
    return msgspec.structs.replace(rules, options=msgspec.structs.replace(rules.options, **kept)) if kept else rules
