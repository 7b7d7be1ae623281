"""What a value names, wherever in it that stands: cells, seats, units of a position, of what is being resolved, of a document.

A game gives each of these a type of its own (a ``NewType``, a Struct, ``Unit = Annotated[Name, "unit"]``) and need not list once more
which fields hold one: a field that is added is looked at by itself. Types are told apart as they are written, so that two aliases of one and
the same type are one. Looked through are Structs, and tuples, lists and mappings (keys, too) of what their fields say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, NewType, TypeVar, Union, get_args, get_origin

import msgspec

Value = TypeVar("Value")
_LEAVES: Final = (str, int, float, bool, bytes, NoneType)
"""What holds nothing else."""
Names = Mapping[Any, Callable[[Any], Any]]
"""What becomes of the values of some types."""


def named(value: object, kind: Any) -> Iterator[Any]:
    """Every value of a type in a value, in the order of fields and items; one that is named twice comes twice."""
    return _named(value, type(value), frozenset({kind}))


def renamed(value: Value, names: Names) -> Value:
    """The same value with other values of some types in their places; the very same object where nothing changes."""
    found: Value = _renamed(value, type(value), names, frozenset(names))
    return found


def _named(value: Any, hint: Any, kinds: frozenset[Any]) -> Iterator[Any]:
    hint = _part(value, hint)
    if hint in kinds:
        yield value
    elif isinstance(value, _LEAVES):
        return
    elif isinstance(value, msgspec.Struct):
        for name, inner in _fields(type(value), kinds):
            yield from _named(getattr(value, name), inner, kinds)
    elif isinstance(value, Mapping):
        of_key, of_item = _inner(hint, 2)
        for key, item in value.items():
            yield from _named(key, of_key or type(key), kinds)
            yield from _named(item, of_item or type(item), kinds)
    elif isinstance(value, tuple | list):
        for item, inner in zip(value, _inner(hint, len(value)), strict=True):
            yield from _named(item, inner or type(item), kinds)


def _renamed(value: Any, hint: Any, names: Names, kinds: frozenset[Any]) -> Any:
    hint = _part(value, hint)
    if hint in kinds:
        return names[hint](value)
    if isinstance(value, _LEAVES):
        return value
    if isinstance(value, msgspec.Struct):
        changed = {}
        for name, inner in _fields(type(value), kinds):
            old = getattr(value, name)
            if (new := _renamed(old, inner, names, kinds)) is not old:
                changed[name] = new
        return msgspec.structs.replace(value, **changed) if changed else value
    if isinstance(value, Mapping):
        of_key, of_item = _inner(hint, 2)
        pairs = {
            _renamed(key, of_key or type(key), names, kinds): _renamed(item, of_item or type(item), names, kinds)
            for key, item in value.items()
        }
        return value if _is_same(value, pairs) else pairs
    if isinstance(value, tuple | list):
        items = [
            _renamed(item, inner or type(item), names, kinds)
            for item, inner in zip(value, _inner(hint, len(value)), strict=True)
        ]
        return value if all(map(_is_it, value, items)) else type(value)(items)
    return value


def _is_same(one: Mapping[Any, Any], other: Mapping[Any, Any]) -> bool:
    return len(one) == len(other) and all(map(_is_it, (*one, *one.values()), (*other, *other.values())))


def _is_it(one: object, other: object) -> bool:
    return one is other


@lru_cache(maxsize=4096)
def _fields(kind: type[msgspec.Struct], kinds: frozenset[Any]) -> tuple[tuple[str, Any], ...]:
    """The fields of a Struct that may hold a value of one of the types, each with its own type."""
    fields = msgspec.structs.fields(kind)
    return tuple((field.name, field.type) for field in fields if _may_hold(field.type, kinds))


def _may_hold(hint: Any, kinds: frozenset[Any]) -> bool:
    """Whether a value of a type may be, or hold, one of some types; a Struct may, for it may be any that is derived from it."""
    if hint in kinds:
        return True
    if get_origin(hint) is Literal or hint in _LEAVES:
        return False
    inner = get_args(hint)[:1] if get_origin(hint) is Annotated else get_args(hint)
    inner = inner or (hint.__supertype__,) if isinstance(hint, NewType) else inner
    return any(_may_hold(each, kinds) for each in inner if each is not Ellipsis) if inner else True


def _inner(hint: Any, count: int) -> tuple[Any, ...]:
    """The types of so many items, as the type of what holds them says; ``None`` where it does not."""
    while get_origin(hint) is Annotated:
        hint = get_args(hint)[0]
    found = get_args(hint)
    if (len(found) == 2 and found[1] is Ellipsis) or len(found) == 1:
        return found[:1] * count
    return found if len(found) == count else (None,) * count


def _part(value: object, hint: Any) -> Any:
    """The part of a union that a value is of, the first that fits; any other type as it is."""
    if value is None:
        return NoneType
    if get_origin(hint) in (Union, UnionType):
        return next((part for part in get_args(hint) if _is_of(value, part)), NoneType)
    return hint


def _is_of(value: object, hint: Any) -> bool:
    origin = get_origin(hint)
    if origin is Annotated:
        return _is_of(value, get_args(hint)[0])
    if origin is Literal:
        return value in get_args(hint)
    kind = origin or getattr(hint, "__supertype__", hint)
    return kind is Any or isinstance(value, kind)
