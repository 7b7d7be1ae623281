"""The forms of a battle that somebody makes, in the words of ``data/workshop.toml``; what many of them choose from."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from app.engine.types import SEATS, Text
from app.engine.words import same
from app.engine.workshop import forms as base
from app.engine.workshop.forms import NONE, say
from app.systems.open_wars.book.geometry import CardRows, card_at, cells_of
from app.systems.open_wars.book.scenarios import turns_of
from app.systems.open_wars.book.tables import Rules
from app.systems.open_wars.opening.battle import LAST_TURN, Battle, TwoLivesRow
from app.systems.open_wars.words import labels
from app.systems.open_wars.words.screen_words import faction_name

Form = base.Form[Battle]
Put = base.Put[Battle]
Setting = base.Setting[Battle]


def cell_names(rules: Rules, rows: CardRows) -> dict[str, Text]:
    """Every card of the map by its cell, in words."""
    return {cell: labels.place(rules, card_at(rows, cell), cell) for cell in cells_of(rows)}


def unit_names(rules: Rules, faction: str | None) -> Mapping[str, Text]:
    """The units that a seat may have: of its faction (of any, if that is free), and neutral ones."""
    kinds = [kind for kind in rules.units.values() if kind.neutral or faction in (None, kind.faction)]
    return {
        kind.code: say(rules, "values", "hired", unit=kind.name, faction=faction_name(rules, kind.faction))
        if kind.neutral
        else kind.name
        for kind in kinds
    }


def form_names(rules: Rules, lives: TwoLivesRow | None) -> dict[str, Text]:
    """The forms of the unit with two lives."""
    forms = tuple(lives.forms) if lives is not None else ()
    words = (say(rules, "values", key) for key in ("form_1", "form_2"))
    return {NONE: say(rules, "values", "form"), **dict(zip(forms, words, strict=False))}


def faction_names(rules: Rules) -> dict[str, Text]:
    """The factions that somebody plays."""
    return {code: faction.name for code, faction in rules.factions.items() if not faction.neutral}


def seat_names(battle: Battle) -> dict[str, Text]:
    """The seats that are there whoever plays."""
    return {str(seat): same(seat.upper()) for seat in SEATS[: battle.players.min]}


def span(rules: Rules, form: Form, turns: str, put: Callable[[str], Battle]) -> Iterator[Setting]:
    """The first and the last of some turns."""
    found = turns_of(turns)
    first, last = found.first, min(LAST_TURN, found.last)
    label = say(rules, "fields", "to_turn", n=LAST_TURN)
    yield form.number("from_turn", 1, LAST_TURN, value=first, put=lambda n: put(told(n, max(n, last))))
    yield form.number("to_turn", 1, LAST_TURN, label=label, value=last, put=lambda n: put(told(min(n, first), n)))


def told(first: int, last: int) -> str:
    """Turns as they are written: ``any``, ``5``, ``2+``, ``1-6``."""
    if last >= LAST_TURN:
        return "any" if first == 1 else f"{first}+"
    return str(first) if first == last else f"{first}-{last}"
