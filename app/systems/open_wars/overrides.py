"""House values of the tables, replaced for one room."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from app.engine.refusal import FieldError, InvalidInput

_NEVER: Final = frozenset({"source", "rule", "code", "players", "name_es", "name_en", "text_es", "text_en"})
_HOUSE_ROWS: Final = frozenset({"copies"})
"""Fields that are house values also in published rows: nothing says how many copies of a card there are."""


def override(raw: Mapping[str, Any], tables: Mapping[str, Any]) -> dict[str, Any]:
    """The data with house values replaced; ``raw`` is unchanged.

    A path names table, row and field (``"cards.town.gold"``). Raises ``InvalidInput`` for a path that names nothing, a
    value that is not the house's, or one of another type or size.
    """
    result: dict[str, Any] = dict(raw)
    errors = []
    for path, value in tables.items():
        problem = _set(result, path.split("."), value)
        if problem:
            errors.append(FieldError(f"tables.{path}"[:120], problem, repr(value)[:120]))
    if errors:
        raise InvalidInput(errors)
    return result


def _set(table: dict[str, Any], path: list[str], value: Any) -> str | None:
    """Puts ``value`` at ``path`` into a copy of every table on the way; answers what was expected, if it cannot."""
    node = table
    source = None
    names = _joined(path)
    for depth, name in enumerate(names):
        if depth == len(names) - 1:
            return _put(node, name, value, source)
        if name not in node or not isinstance(node[name], dict):
            return "the path of a house value"
        node[name] = dict(node[name])
        node = node[name]
        source = node.get("source", source)
    return "the path of a house value"


def _joined(path: list[str]) -> list[str]:
    """``units.orcs.axer.cost``: the code of a unit has a dot of its own."""
    return [path[0], ".".join(path[1:3]), *path[3:]] if path[0] == "units" and len(path) >= 4 else path


def _put(node: dict[str, Any], name: str, value: Any, source: str | None) -> str | None:
    if name not in node or name in _NEVER or isinstance(node[name], dict):
        return "the path of a house value"
    if source != "house" and name not in _HOUSE_ROWS:
        return "the path of a house value"
    old = node[name]
    if not _alike(old, value):
        return f"a value like {old!r}"
    node[name] = value
    return None


def _alike(old: Any, value: Any) -> bool:
    """Whether ``value`` may stand for ``old``: same type, whole numbers of a playable size, short words."""
    if isinstance(old, bool) or isinstance(value, bool):
        return isinstance(old, bool) and isinstance(value, bool)
    if isinstance(old, int):
        return isinstance(value, int) and (0 <= value <= 1000 or (old < 0 and -1 <= value < 0))
    if isinstance(old, str):
        return isinstance(value, str) and len(value) <= 120
    if isinstance(old, list) and all(isinstance(item, str) for item in old):
        return isinstance(value, list) and len(value) <= 40 and all(isinstance(item, str) for item in value)
    return False
