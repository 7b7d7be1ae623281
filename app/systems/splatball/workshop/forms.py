"""What the fields of a battle in the making are called, and what many of them choose from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.boards.squares import FACINGS
from app.engine import workshop_forms as base
from app.engine.types import SEATS, Text
from app.systems.splatball.book.tables import Rules
from app.systems.splatball.workshop.document import Battle

Form = base.Form[Battle]
Put = base.Put[Battle]
Setting = base.Setting[Battle]


def say(rules: Rules, section: str, key: str, **places: object) -> Text:
    """A sentence of the workshop."""
    return rules.words.say(f"workshop_{section}", key, **places)


def names(rules: Rules, section: str) -> Mapping[str, Text]:
    """The words of a section by their keys."""
    return rules.words.table(f"workshop_{section}")


def form_of(rules: Rules, thing: str | None, part: Any, put: Put, group: str | None = None) -> Form:
    """The form of a part of a battle."""
    heading = None if group is None else say(rules, "groups", group)
    return Form(names(rules, "fields"), thing, part, put, group=heading)


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
