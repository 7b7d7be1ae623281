"""How one JSON value differs from another: a list of places that are new, changed or gone.

A change is ``[path, value]``, or ``[path]`` for what is gone; a path is a list of names and, in lists, of numbers from 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

JSON = Any
Change = Sequence[Any]
DEEPEST: Final = 64


def difference(old: JSON, new: JSON) -> list[list[Any]]:
    """The changes that make ``new`` of ``old``; none if they are the same."""
    return list(_changes(old, new, []))


def _changes(old: JSON, new: JSON, path: list[str | int]) -> Iterator[list[Any]]:
    if old == new and type(old) is type(new):
        return
    if isinstance(old, dict) and isinstance(new, dict):
        for name in (name for name in old if name not in new):  # in an order that nothing else decides
            yield [[*path, name]]
        for name, value in new.items():
            if name in old:
                yield from _changes(old[name], value, [*path, name])
            else:
                yield [[*path, name], value]
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for number, (before, after) in enumerate(zip(old, new, strict=True)):
            yield from _changes(before, after, [*path, number])
    else:
        yield [path, new]


def changed(value: JSON, changes: Sequence[Change]) -> JSON:
    """The value with the changes made; ``value`` stays as it is. Raises ``LookupError``, ``TypeError`` or ``ValueError`` for
    changes of something else."""
    for change in changes:
        path, *rest = change
        if len(path) > DEEPEST or len(rest) > 1:
            raise ValueError("expected a path and at most one value")
        value = _changed(value, path, rest)
    return value


def _changed(value: JSON, path: Sequence[str | int], rest: Sequence[JSON]) -> JSON:
    if not path:
        return rest[0]
    name, deeper = path[0], path[1:]
    if isinstance(value, list):
        copy: Any = [*value]
        copy[name] = _changed(value[name], deeper, rest)  # type: ignore[index]
        return copy
    if not isinstance(value, dict) or not isinstance(name, str):
        raise TypeError("expected an object where the path goes on")
    copy = {**value}
    if not deeper and not rest:
        del copy[name]
    else:
        copy[name] = _changed(value.get(name), deeper, rest)
    return copy
