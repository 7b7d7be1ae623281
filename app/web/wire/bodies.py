"""Request bodies: read within a size, decoded strictly, refused with the reason when they are not plain JSON."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator
from typing import Any, Final, TypeVar

import msgspec
from starlette.requests import Request

from app.engine.refusal import FieldError, InvalidInput
from app.rooms.values.errors import TooLarge

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
_LONG_NUMBER: Final = re.compile(rb"[0-9]{16}|[0-9.][eE]")
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


async def read_json(request: Request, most: int = ROOM_BYTES) -> Any:
    """The body as plain JSON data; raises what ``read`` and ``parse`` raise."""
    data = await read(request, most)
    if len(data) > _THREADED_BYTES:
        return await asyncio.to_thread(parse, data)
    return parse(data)


async def read_as(request: Request, kind: type[Kind], most: int = ROOM_BYTES) -> Kind:
    """The body as a value of ``kind``; raises also ``InvalidInput`` naming the wrong field."""
    return convert(await read_json(request, most), kind)


def parse(data: bytes | str) -> Any:
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
    if _is_too_deep(value):
        raise Malformed("it nests too deep")
    if b"\\u0000" in raw or _LONG_NUMBER.search(raw):
        _refuse_bad_scalars(value)
    if not _has_each_once(raw, value):
        _READS_EACH_ONCE.decode(raw.decode())
    return value


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


def plain_text(text: str, field: str, most: int) -> str:
    """``text`` if it holds no NUL character and at most ``most`` characters; raises ``Malformed``, ``InvalidInput``."""
    if "\0" in text:
        raise Malformed(f"{field} holds a NUL character")
    if len(text) > most:
        raise InvalidInput.at(field, f"at most {most} characters", f"{len(text)} characters")
    return text


def _is_too_deep(value: object) -> bool:
    level = [value]
    for _ in range(DEEPEST):
        level = [
            child
            for parent in level
            if isinstance(parent, dict | list)
            for child in (parent.values() if isinstance(parent, dict) else parent)
            if isinstance(child, dict | list)
        ]
        if not level:
            return False
    return True


def _refuse_bad_scalars(value: object) -> None:
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


def _has_each_once(raw: bytes, value: object) -> bool:
    """Whether every text of the document is in its value, so that no field was given twice; ``False`` if that is not plain
    to see."""
    texts = 0
    waiting = [value]
    while waiting:
        found = waiting.pop()
        if isinstance(found, str):
            texts += 1
        elif isinstance(found, dict):
            texts += len(found)
            waiting.extend(found.values())
        elif isinstance(found, list):
            waiting.extend(found)
    return b"\\" not in raw and raw.count(b'"') == 2 * texts


def _expected(message: str) -> str:
    """What msgspec wanted, out of its sentence: ``Expected `int`, got `str``` -> ``int``."""
    expected, _, _ = message.partition(", got ")
    return expected.removeprefix("Expected ").replace("`", "")


def _found(message: str) -> str:
    _, _, found = message.partition(", got ")
    return found.replace("`", "")
