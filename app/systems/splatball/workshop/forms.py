"""What the fields of a battle in the making are called, and what many of them choose from."""

from __future__ import annotations

from app.boards.squares import FACINGS
from app.engine.types import SEATS, Text
from app.engine.workshop import forms as base
from app.systems.splatball.book.tables import Rules
from app.systems.splatball.workshop.document import Battle

Form = base.Form[Battle]
Put = base.Put[Battle]
Setting = base.Setting[Battle]


def seat_names(rules: Rules, battle: Battle) -> dict[str, Text]:
    """Every seat that may play, by its number."""
    return {str(n): gang(rules, n) for n in range(battle.players[1])}


def gang(rules: Rules, number: int) -> Text:
    """A seat as people call it."""
    return rules.words.say("players", "one", letter=SEATS[number].upper())


def facing_names(rules: Rules) -> dict[str, Text]:
    """The ways to look."""
    words = rules.words.table("facings")
    return {facing: words[facing] for facing in FACINGS}
