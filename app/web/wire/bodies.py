"""Request bodies: read within a size, decoded strictly, refused with the reason when they are not plain JSON."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from typing import Any, Final, TypeVar

import msgspec
from starlette.requests import Request

from app.engine.refusal import FieldError, InvalidInput
from app.rooms.values.errors import NotFound, TooLarge

ROOM_BYTES: Final = 64 * 1024
RULES_BYTES: Final = 1024 * 1024
IMPORT_BYTES: Final = 8 * 1024 * 1024
DEEPEST: Final = 64
"""Levels of lists and objects in one body; the deepest position of any game has about fifteen."""
LONGEST_LIST: Final = 500
"""Items of any list inside an action: no plan of a player is longer, and judging one may cost time per item."""
LARGEST_NUMBER: Final = 2**53 - 1
"""Beyond it, programs that read numbers as floats disagree about which number was meant."""

_DRAINED_BYTES: Final = 16 * 1024 * 1024
_READING_S: Final = 30.0
_THREADED_BYTES: Final = 64 * 1024

Kind = TypeVar("Kind")


class Malformed(Exception):
    """What was sent is not JSON that can be read; the message says why."""


async def read(request: Request, most: int = ROOM_BYTES) -> bytes:
    """The whole body; raises ``TooLarge`` beyond ``most`` bytes and ``Malformed`` when it does not arrive in time.

    Of a body that is too large, a bounded rest is read and thrown away, so that the client hears the answer.
    """
    chunks: list[bytes] = []
    size = 0
    try:
        async with asyncio.timeout(_READING_S):
            async for chunk in request.stream():
                size += len(chunk)
                if size <= most:
                    chunks.append(chunk)
                elif size > _DRAINED_BYTES:
                    break
    except TimeoutError:
        raise Malformed("the body did not arrive in time") from None
    if size > most:
        raise TooLarge(most)
    return b"".join(chunks)


class Parsed(msgspec.Struct, frozen=True):
    """Plain JSON data, looked through once; ``longest`` is how many items its longest list has."""

    value: Any
    longest: int

    def refuse_long_lists(self, body: object) -> None:
        """Raises ``InvalidInput`` if the part of ``body``, a Struct made of this, that its class names as ``of_a_plan`` holds a
        list longer than any plan of a player."""
        part: str | None = getattr(type(body), "of_a_plan", None)
        if part is not None and self.longest > LONGEST_LIST:
            refuse_long_lists(getattr(body, part))


async def read_as(request: Request, kind: type[Kind], most: int = ROOM_BYTES, *, optional: bool = False) -> Kind:
    """The body as a value of ``kind``, ``kind()`` for none where it is ``optional``. Raises what ``read`` and ``parsed`` raise,
    and ``InvalidInput`` naming the wrong field."""
    data = await read(request, most)
    if optional and not data:
        return kind()
    found = await asyncio.to_thread(parsed, data) if len(data) > _THREADED_BYTES else parsed(data)
    body = convert(found.value, kind)
    found.refuse_long_lists(body)
    return body


def parse(data: bytes | str) -> Any:
    """As ``parsed``, where the lengths of lists do not matter."""
    return parsed(data).value


def parsed(data: bytes | str) -> Parsed:
    """Plain JSON data.

    Raises ``Malformed`` for what is not JSON in UTF-8, holds a NUL character or nests too deep, and ``InvalidInput`` for
    a field given twice or a number that is too large.
    """
    try:
        value = msgspec.json.decode(data)
    except msgspec.ValidationError as error:
        raise InvalidInput.at("body", "numbers that can be worked with", str(error)) from None
    except (msgspec.DecodeError, UnicodeError) as error:
        raise Malformed(str(error)) from None
    except RecursionError:
        raise Malformed("it nests too deep") from None
    raw = data.encode() if isinstance(data, str) else data
    seen = _looked_through(value)
    if seen.has_bad_scalars:
        _refuse_bad_scalars(value)
    # Whether every text of the document is in its value, so that no field was given twice; escapes are not plain to see.
    if b"\\" in raw or raw.count(b'"') != 2 * seen.texts:
        _READS_EACH_ONCE.decode(raw.decode())
    return Parsed(value, seen.longest)


def convert(value: object, kind: type[Kind], field: str = "body") -> Kind:
    """A value of ``kind`` from plain data; raises ``InvalidInput`` naming the wrong field."""
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        message, _, where = str(error).partition(" - at `$")
        path = where.rstrip("`").lstrip(".") or field
        raise InvalidInput([FieldError(path, _expected(message), _found(message))]) from None


def refuse_long_lists(action: object) -> None:
    """Raises ``InvalidInput`` if an action holds a list longer than any plan of a player."""
    for path, value in _walk(action, "action"):
        if isinstance(value, list) and len(value) > LONGEST_LIST:
            raise InvalidInput.at(path, f"at most {LONGEST_LIST} items", f"{len(value)} items")


def whole_number(text: str | None, field: str) -> int | None:
    """A query parameter as a whole number from 0, or ``None`` if it is not given; raises ``InvalidInput``."""
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= 15):
        raise InvalidInput.at(field, "a whole number from 0", text)
    return int(text)


def number_in_address(text: str, digits: int) -> int:
    """A whole number of at most so many ``digits`` in an address; raises ``NotFound`` for anything else."""
    if not (text.isascii() and text.isdigit() and len(text) <= digits):
        raise NotFound
    return int(text)


def plain_text(text: str, field: str, most: int) -> str:
    """``text`` if it holds no NUL character and at most ``most`` characters; raises ``Malformed``, ``InvalidInput``."""
    if "\0" in text:
        raise Malformed(f"{field} holds a NUL character")
    if len(text) > most:
        raise InvalidInput.at(field, f"at most {most} characters", f"{len(text)} characters")
    return text


class _Seen(msgspec.Struct):
    """What a walk through JSON data met: how many texts (fields too), how long a list, and whether any text or number is one to
    refuse."""

    texts: int = 0
    longest: int = 0
    has_bad_scalars: bool = False


def _looked_through(value: object) -> _Seen:
    """Walks through JSON data once, level by level. Raises ``Malformed`` where it nests too deep."""
    seen = _Seen()
    level: list[Any] = [[value]]
    for _ in range(DEEPEST + 1):
        level = [inner for outer in level for inner in _look_into(outer, seen)]
        if not level:
            return seen
    raise Malformed("it nests too deep")


def _look_into(outer: list[Any] | dict[str, Any], seen: _Seen) -> list[Any]:
    """Notes what a list or an object holds; answers the lists and objects in it."""
    inside: list[Any]
    if isinstance(outer, dict):
        inside = [*outer, *outer.values()]
    else:
        inside = outer
        seen.longest = max(seen.longest, len(outer))
    inner = []
    for each in inside:
        if isinstance(each, str):
            seen.texts += 1
            if "\0" in each:
                seen.has_bad_scalars = True
        elif isinstance(each, dict | list):
            inner.append(each)
        elif isinstance(each, int | float) and not -LARGEST_NUMBER <= each <= LARGEST_NUMBER:
            seen.has_bad_scalars = True
    return inner


def _refuse_bad_scalars(value: object) -> None:
    """Names the one that is refused."""
    for path, scalar in _walk(value, "body"):
        if isinstance(scalar, str) and "\0" in scalar:
            raise Malformed("it holds a NUL character")
        if isinstance(scalar, int | float) and abs(scalar) > LARGEST_NUMBER:
            raise InvalidInput.at(path, f"a number from -{LARGEST_NUMBER} to {LARGEST_NUMBER}", scalar)


def _walk(value: object, path: str) -> Iterator[tuple[str, object]]:
    """Every value inside ``value`` with its path, the keys of objects too."""
    waiting = [(path, value)]
    while waiting:
        place, found = waiting.pop()
        yield place, found
        if isinstance(found, list):
            waiting.extend((f"{place}[{index}]", item) for index, item in enumerate(found))
        elif isinstance(found, dict):
            waiting.extend((place, key) for key in found)
            waiting.extend((f"{place}.{key}", item) for key, item in found.items())


def _unique_fields(pairs: list[tuple[str, object]]) -> None:
    names = [name for name, _ in pairs]
    if len(set(names)) < len(names):
        twice = next(name for index, name in enumerate(names) if name in names[:index])
        raise InvalidInput.at(twice[:80], "each field once", "the field twice")


_READS_EACH_ONCE: Final = json.JSONDecoder(object_pairs_hook=_unique_fields)


def _expected(message: str) -> str:
    """What msgspec wanted, out of its sentence: ``Expected `int`, got `str``` -> ``int``."""
    expected, _, _ = message.partition(", got ")
    return expected.removeprefix("Expected ").replace("`", "")


def _found(message: str) -> str:
    _, _, found = message.partition(", got ")
    return found.replace("`", "")
