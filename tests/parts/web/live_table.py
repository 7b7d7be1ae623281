"""A room live, as a program hears it from the real server over real connections."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

from tests.parts.web.api_site import HUMANS, Room, bearer

PATIENCE_S = 20.0


class Table:
    """A server to make rooms on, to ask over HTTP and to open sockets to."""

    def __init__(self, url: str, client: httpx.AsyncClient) -> None:
        self.url = url
        self.client = client

    async def make_room(self, scenario: str = "open", **more: Any) -> Room:
        body = {"game": "pebbles", "scenario": scenario, "seats": list(HUMANS), **more}
        answer = await self.client.post("/api/v1/rooms", json=body)
        assert answer.status_code == 201, answer.text
        return Room(answer.json())

    async def get(self, room: Room, path: str, as_: str = "a") -> Any:
        answer = await self.client.get(room.path + path, headers=bearer(room.token(as_)))
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def post(self, room: Room, path: str, body: Any, as_: str = "a") -> Any:
        answer = await self.client.post(room.path + path, headers=bearer(room.token(as_)), json=body)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def to_act(self, room: Room) -> str:
        return str((await self.get(room, ""))["to_act"][0])

    def socket_url(self, room: Room, query: str = "") -> str:
        return f"ws{self.url.removeprefix('http')}{room.path}/socket{query}"

    @asynccontextmanager
    async def socket(self, room: Room, as_: str = "a", query: str = "") -> AsyncIterator[ClientConnection]:
        headers = bearer(room.token(as_))
        async with (
            asyncio.timeout(PATIENCE_S),
            connect(self.socket_url(room, query), additional_headers=headers, max_size=None) as line,
        ):
            yield line

    @asynccontextmanager
    async def stream(self, room: Room, as_: str = "a", query: str = "") -> AsyncIterator[AsyncIterator[str]]:
        headers = bearer(room.token(as_))
        async with (
            asyncio.timeout(PATIENCE_S),
            self.client.stream("GET", f"{room.path}/stream{query}", headers=headers) as answer,
        ):
            assert answer.status_code == 200
            assert answer.headers["content-type"].startswith("application/x-ndjson")
            yield answer.aiter_lines()


async def told(line: ClientConnection) -> Any:
    """The next message but those about who is here, which come when somebody else comes or goes."""
    while (message := json.loads(await line.recv(decode=True)))["type"] == "presence":
        pass
    return message
