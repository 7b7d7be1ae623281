"""A value that can be set of a battle that somebody makes: what it may be, in words, and the battle after setting it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from app.engine.refusal import InvalidInput
from app.engine.system import Correctable
from app.engine.types import SEATS, Text, UnitId
from app.systems.open_wars.book.geometry import CardRows, card_at, cells_of
from app.systems.open_wars.book.scenarios import turns_of
from app.systems.open_wars.book.tables import Rules
from app.systems.open_wars.opening.battle import LAST_TURN, Battle, TwoLivesRow
from app.systems.open_wars.words import labels
from app.systems.open_wars.words.screen_words import faction_name, said, same

NONE: Final = "none"
"""The value of a choice that chooses nothing."""

Value = bool | int | str
Put = Callable[[Any], Battle]  # of the type that its schema allows


class Setting(NamedTuple):
    """A value that can be set, and the battle after setting it."""

    correctable: Correctable
    put: Put


class Form:
    """Makes the settings of one thing (``None``: of the battle itself), ``group`` the heading they stand under (``x-group``)."""

    def __init__(self, thing: str | None, group: Text | None = None) -> None:
        self._thing = None if thing is None else UnitId(thing)
        self._group: Mapping[str, Any] = {} if group is None else {"x-group": {"es": group.es, "en": group.en}}

    def _setting(self, field: str, label: Text, value: Value, schema: Mapping[str, Any], put: Put) -> Setting:
        return Setting(Correctable(self._thing, field, label, value, {**schema, **self._group}), put)

    def number(self, field: str, label: Text, value: int, least: int, most: int, put: Put) -> Setting:
        """A whole number."""
        return self._setting(field, label, value, {"type": "integer", "minimum": least, "maximum": most}, put)

    def switch(self, field: str, label: Text, value: bool, put: Put) -> Setting:
        """Yes or no."""
        return self._setting(field, label, value, {"type": "boolean"}, put)

    def words(self, field: str, label: Text, value: str, least: int, most: int, put: Put) -> Setting:
        """Words of somebody's own."""
        return self._setting(field, label, value, {"type": "string", "minLength": least, "maxLength": most}, put)

    def choice(self, field: str, label: Text, value: str, names: Mapping[str, Text], put: Put) -> Setting:
        """One of several words; what stands there now is among them, whatever it is."""
        named = {**names, **({} if value in names else {value: same(value)})}
        shown = {code: {"es": text.es, "en": text.en} for code, text in named.items()}
        return self._setting(field, label, value, {"enum": list(named), "x-names": shown}, put)


def setting(found: Iterable[Setting], field: str, value: Value) -> Put:
    """What setting a field does. Raises ``InvalidInput`` for a field that is not there and a value that it does not have."""
    by_name = {each.correctable.field: each for each in found}
    if field not in by_name:
        raise InvalidInput.at("edit.field", "one of " + ", ".join(by_name), field)
    schema = by_name[field].correctable.schema
    if not _fits(schema, value):
        raise InvalidInput.at("edit.value", _expected(schema), repr(value))
    return by_name[field].put


def _fits(schema: Mapping[str, Any], value: Value) -> bool:
    if "enum" in schema:
        return isinstance(value, str) and value in schema["enum"]
    if schema["type"] == "boolean":
        return isinstance(value, bool)
    if schema["type"] == "integer":
        return (
            isinstance(value, int) and not isinstance(value, bool) and schema["minimum"] <= value <= schema["maximum"]
        )
    return isinstance(value, str) and schema["minLength"] <= len(value.strip()) and len(value) <= schema["maxLength"]


def _expected(schema: Mapping[str, Any]) -> str:
    if "enum" in schema:
        return "one of " + ", ".join(schema["enum"])
    if schema["type"] == "integer":
        return f"a whole number from {schema['minimum']} to {schema['maximum']}"
    return "true or false" if schema["type"] == "boolean" else f"up to {schema['maxLength']} characters"


def cell_names(rules: Rules, rows: CardRows) -> dict[str, Text]:
    """Every card of the map by its cell, in words."""
    return {cell: labels.place(rules, card_at(rows, cell), cell) for cell in cells_of(rows)}


def unit_names(rules: Rules, faction: str | None) -> Mapping[str, Text]:
    """The units that a seat may have: of its faction (of any, if that is free), and neutral ones."""
    kinds = [kind for kind in rules.units.values() if kind.neutral or faction in (None, kind.faction)]
    return {
        kind.code: said(
            "{unit} ({faction})", "{unit} ({faction})", unit=kind.name, faction=faction_name(rules, kind.faction)
        )
        if kind.neutral
        else kind.name
        for kind in kinds
    }


def form_names(lives: TwoLivesRow | None) -> dict[str, Text]:
    """The forms of the unit with two lives."""
    forms = tuple(lives.forms) if lives is not None else ()
    words = (Text("su primera vida", "its first life"), Text("su segunda vida", "its second life"))
    return {NONE: Text("la impresa", "as printed"), **dict(zip(forms, words, strict=False))}


def seat_names(battle: Battle) -> dict[str, Text]:
    """The seats that are there whoever plays."""
    return {str(seat): same(seat.upper()) for seat in SEATS[: battle.players.min]}


def span(form: Form, turns: str, put: Callable[[str], Battle]) -> Iterator[Setting]:
    """The first and the last of some turns."""
    found = turns_of(turns)
    last = min(LAST_TURN, found.last)
    yield form.number(
        "from_turn",
        Text("Desde el turno", "From turn"),
        found.first,
        1,
        LAST_TURN,
        lambda n: put(told(n, max(n, last))),
    )
    yield form.number(
        "to_turn",
        said("Hasta el turno ({n}: siempre)", "Up to turn ({n}: for ever)", n=LAST_TURN),
        last,
        1,
        LAST_TURN,
        lambda n: put(told(min(n, found.first), n)),
    )


def told(first: int, last: int) -> str:
    """Turns as they are written: ``any``, ``5``, ``2+``, ``1-6``."""
    if last >= LAST_TURN:
        return "any" if first == 1 else f"{first}+"
    return str(first) if first == last else f"{first}-{last}"
