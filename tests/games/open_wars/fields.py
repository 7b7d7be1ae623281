"""Fields for tests of the pure judges: a map, tokens and effects, without a position."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from app.engine.types import SEATS, Seat
from app.systems.open_wars.book.tables import Rules
from app.systems.open_wars.field.field import Field
from app.systems.open_wars.position.state import Effect, Token
from tests.games.open_wars.tables import rules

A, B, C = Seat("a"), Seat("b"), Seat("c")
GRASS = ("plains", "plains", "plains")


def field(
    *tokens: Token,
    rows: Sequence[Sequence[str]] = (GRASS, GRASS),
    sides: Mapping[Seat, str] | None = None,
    effects: Sequence[Effect] = (),
    under: Rules | None = None,
    **more: Any,
) -> Field:
    """A field; every seat its own side unless said otherwise."""
    return Field(
        under or rules(),
        tuple(tuple(row) for row in rows),
        {token.id: token for token in tokens},
        sides or {seat: str(seat) for seat in SEATS},
        order=SEATS,
        effects=effects,
        **more,
    )


def stack(seat: Seat, unit: str, cell: str, count: int = 1, *, first: int = 1, **marks: Any) -> tuple[Token, ...]:
    """Tokens of one unit, numbered from ``first``."""
    return tuple(Token(number, unit, seat, cell, **marks) for number in range(first, first + count))


def marked(code: str, *ids: int, expiry: str = "turn", number: int = 1, **values: Any) -> Effect:
    """A lasting effect on tokens."""
    return Effect(number, "spell", code, expiry, tokens=ids, **values)  # type: ignore[arg-type]
