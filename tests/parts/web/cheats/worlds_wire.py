"""What goes to a server and comes from it, as it is on the wire, and the comparison of two of them."""

from __future__ import annotations

import asyncio
import gzip
import json
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from fastapi import FastAPI

PATIENCE_S = 20.0
HOST = "table.test"


class Answer(msgspec.Struct, frozen=True):
    """An answer as it was on the wire; the moment that a gzip header holds is blanked."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes
    route: str

    @property
    def content(self) -> bytes:
        """The body, decompressed."""
        return gzip.decompress(self.body) if ("content-encoding", "gzip") in self.headers else self.body

    def json(self) -> Any:
        return json.loads(self.content)


class Question(msgspec.Struct, frozen=True):
    """A request that can be put to both worlds. ``by`` is how its asker is known: a bearer ``token``, a ``cookie``, or not
    at all (``stranger``)."""

    path: str
    method: str = "GET"
    body: Any = None  # JSON, or bytes as they are
    by: str = "token"
    language: str = "en"
    headers: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        body = "" if self.body is None else f" {self.body}"
        return f"{self.method} {self.path}{body} by {self.by} in {self.language}"


class Wire:
    """What a web server is to the app for one request or one socket."""

    def __init__(self, app: FastAPI, scope: dict[str, Any]) -> None:
        self.sent: asyncio.Queue[Any] = asyncio.Queue()
        self.said: asyncio.Queue[Any] = asyncio.Queue()
        self.scope = scope
        self.task = asyncio.ensure_future(app(scope, self.said.get, self.sent.put))  # type: ignore[arg-type]

    async def message(self) -> Any:
        """The next message that the app sent."""
        async with asyncio.timeout(PATIENCE_S):
            return await self.sent.get()

    async def hang_up(self) -> None:
        """The other end goes."""
        kind = "http.disconnect" if self.scope["type"] == "http" else "websocket.disconnect"
        self.said.put_nowait({"type": kind, "code": 1005})
        async with asyncio.timeout(PATIENCE_S):
            await self.task


def scope_of(kind: str, method: str, path: str, headers: Mapping[str, str]) -> dict[str, Any]:
    path, _, query = path.partition("?")
    raw = {"host": HOST} | {name.lower(): value for name, value in headers.items()}
    return {
        "type": kind,
        "asgi": {"version": "3.0", "spec_version": "2.4"},
        "http_version": "1.1",
        "method": method,
        "scheme": "ws" if kind == "websocket" else "http",
        "path": path,
        "raw_path": path.encode(),
        "root_path": "",
        "query_string": query.encode(),
        "headers": [(name.encode(), value.encode()) for name, value in raw.items()],
        "client": ("127.0.0.1", 50000),
        "server": (HOST, 80),
        "subprotocols": [],
        "state": {},
        "extensions": {"websocket.http.response": {}},
    }


def assert_same_answer(name: str, real: Answer, other: Answer) -> None:
    """That two answers are the same to the last byte, saying where they part."""
    assert real.status == other.status, f"{name}: {real.status} {real.content!r} or {other.status} {other.content!r}"
    assert real.content == other.content, first_difference(name, [real.content], [other.content])
    assert real.headers == other.headers, f"{name}: {real.headers} or {other.headers}"
    assert real.body == other.body, f"{name}: {len(real.body)} or {len(other.body)} bytes when compressed"


def first_difference(name: str, real: Sequence[Any], other: Sequence[Any]) -> str:
    """Words on where two lists of messages part."""
    for number, (one, two) in enumerate(zip(real, other, strict=False)):
        if one != two:
            left, right = str(one), str(two)
            at = next((n for n, (x, y) in enumerate(zip(left, right, strict=False)) if x != y), 0)
            return f"{name}, message {number}: ...{left[max(0, at - 80) : at + 400]} or ...{right[max(0, at - 80) : at + 400]}"
    return f"{name}: {len(real)} or {len(other)} messages: {list(real)[-3:]} or {list(other)[-3:]}"
