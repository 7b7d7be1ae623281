"""Tokens that appear: mustered, recruited, spawned, returned (rules.md, section 21; OW-SCN-01, OW-WAT-04, OW-STK)."""

from __future__ import annotations

from collections.abc import Iterable

from app.engine.types import Seat
from app.systems.open_wars.book.kinds import Cell, Name, Order
from app.systems.open_wars.field.field import Field
from app.systems.open_wars.field.values import return_refusal, stack_limit, stack_refusal
from app.systems.open_wars.position.state import Position, Token


def new_tokens(position: Position, seat: Seat, orders: Iterable[Order]) -> tuple[Token, ...]:
    """Tokens for a list, numbered from the next id on in list order."""
    found: list[Token] = []
    for order in orders:
        for _ in range(order.count):
            cell = order.city or position.seats[seat].start
            found.append(Token(position.next_token + len(found), order.unit, seat, cell))
    return tuple(found)


def room_for(field: Field, unit: Name, seat: Seat, cell: Cell) -> int:
    """How many more tokens of a unit a seat may have in a cell: none of a unique one that it has anywhere (OW-UNIT-09)."""
    kind = field.rules.units[unit]
    if kind.unique and any((token.seat, token.unit) == (seat, unit) for token in field.tokens.values()):
        return 0
    present = field.counts(cell, seat)
    most = stack_limit(field.rules, kind)
    return next((n for n in range(most, 0, -1) if stack_refusal(field.rules, kind, present, n) is None), 0)


def can_return(field: Field, unit: Name, seat: Seat, cell: Cell) -> bool:
    """Whether a token may come back in a cell: terrain and room permitting (OW-CARD-18, OW-SPELL-25)."""
    card = field.card(cell)
    if card is None or return_refusal(field.rules.units[unit], card) is not None:
        return False
    return room_for(field, unit, seat, cell) > 0
