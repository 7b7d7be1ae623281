"""What questions are asked with: maps, tokens, seats by number - checked, and made into a ``Field``.

Everything wrong is told as ``InvalidInput`` with the path of the field; nothing else ever comes out of a bad input. Seats
are the numbers of the specification, 0 to 6.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Annotated, Any, Final

import msgspec

from app.engine.asking import Answer, As, Questions, judged, named
from app.engine.dice import GivenDice, dice_of_question
from app.engine.refusal import InvalidInput, Refusal
from app.engine.types import SEATS, Seat
from app.systems.open_wars.book.book import Book
from app.systems.open_wars.book.geometry import CardRows, card_at, checked_rows
from app.systems.open_wars.book.kinds import Cell, Name
from app.systems.open_wars.book.tables import Card, Faction, Rules, Spell, Stat, UnitKind
from app.systems.open_wars.field.field import Field
from app.systems.open_wars.position.state import Effect, Token

SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=6)]
Number = Annotated[int, msgspec.Meta(ge=-1_000, le=1_000)]
Natural = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
Many = Annotated[int, msgspec.Meta(ge=0, le=1_000)]
Some = Annotated[int, msgspec.Meta(ge=1, le=100)]
Die = Annotated[int, msgspec.Meta(ge=1, le=6)]
Dice = Annotated[tuple[Die, ...], msgspec.Meta(max_length=1_000)]
Code = Annotated[str, msgspec.Meta(max_length=64)]
MapRows = Annotated[
    tuple[Annotated[tuple[Code, ...], msgspec.Meta(max_length=26)], ...], msgspec.Meta(min_length=1, max_length=99)
]
Tally = Annotated[Mapping[Name, Many], msgspec.Meta(max_length=100)]
Path = Annotated[tuple[Cell, ...], msgspec.Meta(max_length=100)]
OptionInput = bool | Code | Annotated[tuple[Code, ...], msgspec.Meta(max_length=20)]
Options = Annotated[Mapping[Name, OptionInput], msgspec.Meta(max_length=60)]
SeatNumbers = Annotated[tuple[SeatNumber, ...], msgspec.Meta(max_length=7)]
Sides = Annotated[tuple[Annotated[int, msgspec.Meta(ge=0, le=100)] | Code, ...], msgspec.Meta(max_length=7)]

MOST_TOKENS: Final = 400
NONE: Final[Mapping[str, Any]] = MappingProxyType({})
"""What a question counts or names where it leaves that out."""


class Change(msgspec.Struct, frozen=True):
    """A number added to a value."""

    stat: Stat
    value: Number


Changes = Annotated[tuple[Change, ...], msgspec.Meta(max_length=50)]


class Group(msgspec.Struct, frozen=True):
    """Tokens of one unit in one cell, with the marks that a question may give them."""

    seat: SeatNumber
    unit: Name
    at: Cell
    count: Some = 1
    acted: bool = False
    barred: bool = False
    wounded: bool = False
    effects: Changes = ()


Groups = Annotated[tuple[Group, ...], msgspec.Meta(max_length=100)]


given_dice: Final = partial(dice_of_question, exactly=False)
"""The dice of a question; what is left over is not used."""


def questions() -> Questions[Book]:
    """The questions of a chapter, asked of the rules under the options of a question."""
    return Questions(lambda book, options: book.rules(options), Options)


# ------------------------------------------------------------------------------------------- what the codes in an input mean


_unit_named: Final = named(lambda rules: rules.units, "the code of a unit", Name)
_card_named: Final = named(lambda rules: rules.cards, "the code of a card", Name)
_spell_named: Final = named(lambda rules: rules.spells, "the code of a spell", Name)

Unit = Annotated[UnitKind, _unit_named]
Place = Annotated[Card, _card_named]
Spelled = Annotated[Spell, _spell_named]
Side = Annotated[Faction, named(lambda rules: rules.factions, "the code of a faction", Name)]
Rolled = Annotated[GivenDice, As(Dice, lambda _, dice, __: given_dice(dice), ())]
"""The dice of a question, none if it gives none."""


def unit_of(rules: Rules, code: str, path: str) -> UnitKind:
    """A unit by its code."""
    kind: UnitKind = _unit_named.made(rules, code, path)
    return kind


def card_of(rules: Rules, code: str, path: str) -> Card:
    """A card by its code."""
    card: Card = _card_named.made(rules, code, path)
    return card


def spell_of(rules: Rules, code: str, path: str) -> Spell:
    """A spell by its code."""
    spell: Spell = _spell_named.made(rules, code, path)
    return spell


def tally_of(rules: Rules, tally: Tally, path: str) -> Tally:
    """Units with how many tokens of each."""
    for code in tally:
        unit_of(rules, code, f"{path}.{code}")
    return tally


Counted = Annotated[Mapping[str, int], As(Tally, tally_of)]


def rows_of(rules: Rules, rows: MapRows, path: str) -> CardRows:
    """The map of a question."""
    return checked_rows(rows, rules.cards, path)


Rows = Annotated[CardRows, As(MapRows, rows_of)]


def cell_of(rows: CardRows, cell: Cell, path: str) -> Cell:
    """A cell that holds a card."""
    if not card_at(rows, cell):
        raise InvalidInput.at(path, "a cell that holds a card", cell)
    return cell


def seat_of(number: int) -> Seat:
    """The seat of a number."""
    return SEATS[number]


Sitting = Annotated[Seat, As(SeatNumber, lambda _, number, __: seat_of(number))]


def number_of(seat: Seat | None) -> int | None:
    """The number of a seat."""
    return None if seat is None else SEATS.index(seat)


def sides_of(sides: Sequence[object], seats: Sequence[int] = ()) -> dict[Seat, str]:
    """The side of every seat: as listed, or each its own. A list must name every seat that is asked about."""
    if not sides:
        return {seat: f"seat {seat}" for seat in SEATS}
    missing = [seat for seat in seats if seat >= len(sides)]
    if missing:
        raise InvalidInput.at("given.sides", f"the side of seat {missing[0]}", f"{len(sides)} sides")
    listed: dict[Seat, str] = {seat_of(i): f"side {side}" for i, side in enumerate(sides)}
    return {seat: listed.get(seat, f"seat {seat}") for seat in SEATS}


def order_of(rules: Rules, order: SeatNumbers, path: str) -> tuple[Seat, ...]:
    """A turn order: each seat once."""
    if len(set(order)) != len(order):
        raise InvalidInput.at(path, "each seat once", list(order))
    return tuple(seat_of(number) for number in order)


Order = Annotated[tuple[Seat, ...], As(SeatNumbers, order_of)]


class Pieces:
    """The tokens of a question, numbered in the order of its list, and the effects on them."""

    def __init__(self) -> None:
        self.tokens: dict[int, Token] = {}
        self.effects: list[Effect] = []

    def add(self, group: Group, *, spent: int = 0, halted: bool = False) -> tuple[int, ...]:
        """The tokens of a group; answers their ids."""
        first = len(self.tokens) + 1
        ids = tuple(range(first, first + group.count))
        if first + group.count > MOST_TOKENS:
            raise InvalidInput.at("given", f"at most {MOST_TOKENS} tokens", first + group.count)
        for number in ids:
            self.tokens[number] = Token(
                id=number,
                unit=group.unit,
                seat=seat_of(group.seat),
                cell=group.at,
                spent=spent,
                acted=group.acted,
                barred=group.barred,
                halted=halted,
                wounded=group.wounded,
            )
        self.add_to_values(ids, group.effects)
        return ids

    def add_to_values(self, ids: tuple[int, ...], changes: Changes) -> None:
        """Numbers added to the values of tokens."""
        for change in changes:
            effect = Effect(0, "spell", "given", "turn", tokens=ids)
            self.mark(msgspec.structs.replace(effect, **{change.stat: change.value}))

    def mark(self, effect: Effect) -> None:
        """A lasting effect; it gets a number of its own."""
        self.effects.append(msgspec.structs.replace(effect, id=len(self.effects) + 1))


def check_group(rules: Rules, rows: CardRows, group: Group, path: str) -> None:
    """A group stands on a card; its unit is known and may be wounded if it says so."""
    kind = unit_of(rules, group.unit, f"{path}.unit")
    cell_of(rows, group.at, f"{path}.at")
    if group.wounded and not kind.is_two_sided:
        raise InvalidInput.at(f"{path}.wounded", "false: the unit has one side", True)


def pieces_of(rules: Rules, rows: CardRows, groups: Groups, path: str) -> Pieces:
    """The tokens of a list of groups."""
    pieces = Pieces()
    for index, group in enumerate(groups):
        check_group(rules, rows, group, f"{path}[{index}]")
        pieces.add(group)
    return pieces


def field_of(
    rules: Rules, rows: CardRows, pieces: Pieces, sides: Sequence[object] = (), order: tuple[Seat, ...] = ()
) -> Field:
    """The field of a question."""
    seats = [SEATS.index(token.seat) for token in pieces.tokens.values()]
    return Field(rules, rows, pieces.tokens, sides_of(sides, seats), order=order, effects=pieces.effects)


def verdict(refusal: Refusal | str | None, word: str = "allowed") -> Answer:
    """``{allowed: true}``, or the rule that refuses."""
    return judged(refusal, word, "rule")
