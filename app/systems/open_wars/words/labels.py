"""What acts are called where they are offered."""

from __future__ import annotations

from app.engine.types import Text
from app.engine.words import joined, same, shaped
from app.systems.open_wars.book.kinds import Cell, UnitRef
from app.systems.open_wars.book.tables import Rules
from app.systems.open_wars.field.field import Field
from app.systems.open_wars.position.state import Token
from app.systems.open_wars.words.screen_words import player, spell_name, unit_name


def place(rules: Rules, code: str, cell: Cell) -> Text:
    """A card by name and cell: ``Forest B2``."""
    card = rules.cards.get(code)
    return same(cell) if card is None else joined((card.name, same(cell)), by=" ")


def of_unit(rules: Rules, ref: UnitRef, count: int = 0) -> Text:
    """A unit where it stands: ``2 Axers (B2, B)``."""
    number = same(f"{count} ×") if count else None
    name = unit_name(rules, ref.unit)
    where = shaped("({who}, {cell})", who=player(ref.seat), cell=ref.cell)
    return joined((part for part in (number, name, where) if part is not None), by=" ")


def token_state(field: Field, token: Token) -> Text:
    """What may tell a token apart from others of its unit."""
    words = field.rules.words.table("token_states")
    found = [words[state] for state in ("acted", "barred", "wounded", "halted") if getattr(token, state)]
    marks = [spell_name(field.rules, effect.code) for effect in field.marks(token)]
    parts = joined((*found, *marks, same(f"#{token.id}")))
    return Text(f"({parts.es})", f"({parts.en})")
