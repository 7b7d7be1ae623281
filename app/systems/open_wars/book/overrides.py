"""House values of the tables, replaced for one room."""

from __future__ import annotations

from typing import Any, Final

from app.engine.rows import NO_HOUSE_VALUE

_NEVER: Final = frozenset({"source", "rule", "code", "players", "name_es", "name_en", "text_es", "text_en"})
_HOUSE_ROWS: Final = frozenset({"copies"})
"""Fields that are house values also in published rows: nothing says how many copies of a card there are."""


def put(node: dict[str, Any], name: str, value: Any, source: str | None) -> str | None:
    """Puts a value at a name of a row, if it is the house's and of the same type and size."""
    if name not in node or name in _NEVER or isinstance(node[name], dict):
        return NO_HOUSE_VALUE
    if source != "house" and name not in _HOUSE_ROWS:
        return NO_HOUSE_VALUE
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
