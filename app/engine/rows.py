"""Rows of data files that every game has: rules, options, and house values that a room replaces."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal, NamedTuple

from app.engine.refusal import FieldError, InvalidInput
from app.engine.system import Rule
from app.engine.types import RuleId, Text

NO_HOUSE_VALUE: Final = "the path of a house value"

MOST_LETTERS: Final = 120
MOST_ITEMS: Final = 40


class HouseValues(NamedTuple):
    """Which values of the tables a room may replace, and by what: those whose source is the house, by others like them.

    ``never`` are fields that no room replaces, ``also`` those that it may in published rows, too. Whole numbers go from 0 to ``most``; where one
    is below 0 itself, from ``least``. Text has at most 120 characters, a list 40 items; with ``words_only`` lists are of text.
    """

    never: frozenset[str]
    also: frozenset[str]
    least: int
    most: int
    words_only: bool = False

    def put(self, node: dict[str, Any], name: str, value: Any, source: str | None) -> str | None:
        """Puts a value at a name of a row, whose source is the last argument; answers what was expected, where that cannot be."""
        old = node[name]
        if name in self.never or isinstance(old, dict) or (source != "house" and name not in self.also):
            return NO_HOUSE_VALUE
        if not self._is_like(old, value):
            return f"a value like {old!r}"
        node[name] = value
        return None

    def _is_like(self, old: Any, value: Any) -> bool:
        if isinstance(old, bool) or isinstance(value, bool):
            return isinstance(old, bool) and isinstance(value, bool)
        if isinstance(old, int):
            return isinstance(value, int) and (self.least if old < 0 else 0) <= value <= self.most
        if isinstance(old, str):
            return isinstance(value, str) and len(value) <= MOST_LETTERS
        if not isinstance(old, list) or not isinstance(value, list) or len(value) > MOST_ITEMS:
            return False
        return not self.words_only or all(isinstance(item, str) for item in (*old, *value))


def rule_of(row: Mapping[str, Any]) -> Rule:
    """A line of the rule inventory."""
    return Rule(
        id=RuleId(row["id"]),
        chapter=Text(row["chapter_es"], row["chapter_en"]),
        text=Text(row["text_es"], row["text_en"]),
        kind=row["kind"],
    )


def type_of_option(default: object) -> Literal["boolean", "integer", "string"]:
    """The type of an option, by its default."""
    if isinstance(default, bool):
        return "boolean"
    return "integer" if isinstance(default, int) else "string"


def override(raw: Mapping[str, Any], tables: Mapping[str, Any], house: HouseValues) -> dict[str, Any]:
    """The data with house values replaced; ``raw`` is unchanged.

    A path names table, row and field (``"units.jeep.capacity"``; rows of lists by their ``id``; names may hold a dot of
    their own). Raises ``InvalidInput`` for a path that names nothing, and for what is no house value.
    """
    result: dict[str, Any] = dict(raw)
    errors = []
    for path, value in tables.items():
        problem = _set(result, path.split("."), value, house)
        if problem:
            errors.append(FieldError(f"tables.{path}"[:120], problem, repr(value)[:120]))
    if errors:
        raise InvalidInput(errors)
    return result


def _set(table: dict[str, Any], path: list[str], value: Any, house: HouseValues) -> str | None:
    """Puts ``value`` at ``path`` into a copy of every table on the way; answers what was expected, if it cannot."""
    node: Any = table
    source = table.get("source")
    at = 0
    while at < len(path):
        key, taken = _key_of(node, path, at)
        if key is None:
            return NO_HOUSE_VALUE
        at += taken
        if at == len(path):
            return house.put(node, key, value, source) if isinstance(node, dict) else NO_HOUSE_VALUE
        below = node[key]
        node[key] = node = below.copy() if isinstance(below, dict | list) else below
        if isinstance(node, dict):
            source = node.get("source", source)
    return NO_HOUSE_VALUE


def _key_of(node: Any, path: list[str], at: int) -> tuple[Any, int]:
    """What the path names next, and how many parts of it that takes; ``None`` for nothing."""
    if isinstance(node, list):
        rows = (index for index, row in enumerate(node) if isinstance(row, dict) and row.get("id") == path[at])
        return next(rows, None), 1
    if not isinstance(node, dict):
        return None, 0
    names = (".".join(path[at : at + parts]) for parts in (1, 2))
    return next(((name, parts) for parts, name in enumerate(names, 1) if name in node), (None, 0))
