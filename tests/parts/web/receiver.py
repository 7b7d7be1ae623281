"""A small HTTP server on this machine that takes what is posted to it and answers what a test wants."""

from __future__ import annotations

import asyncio
import ipaddress
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any

import msgspec

from app.web.wire.outgoing import Address, Outgoing

PATIENCE_S = 20
LOOPBACK: Address = ipaddress.ip_address("127.0.0.1")


class Receiver:
    """What was posted, in order, with its head; ``answers`` are given in turn, the last one again and again."""

    def __init__(self) -> None:
        self.port = 0
        self.answers: list[bytes] = [b"HTTP/1.1 204 No Content\r\n\r\n"]
        self.heads: list[str] = []
        self.calls: asyncio.Queue[Any] = asyncio.Queue()
        self.talks: set[asyncio.Task[Any]] = set()

    async def next(self) -> Any:
        """The next document that comes."""
        return await asyncio.wait_for(self.calls.get(), PATIENCE_S)

    async def talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Takes one call, and hangs up whatever comes of it."""
        task = asyncio.current_task()
        assert task is not None
        self.talks.add(task)
        try:
            with suppress(ConnectionError, asyncio.IncompleteReadError):  # the caller hung up
                await self.take(reader, writer)
        finally:
            self.talks.discard(task)
            writer.close()
            with suppress(ConnectionError):
                await writer.wait_closed()

    async def take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        length = next(
            int(line.partition(":")[2]) for line in head.splitlines() if line.lower().startswith("content-length")
        )
        body = await reader.readexactly(length)
        self.heads.append(head)
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        self.calls.put_nowait(msgspec.json.decode(body))
        if answer:
            writer.write(answer)
            await writer.drain()
        else:
            await reader.read()  # silent until the caller hangs up


@asynccontextmanager
async def receiving() -> AsyncIterator[Receiver]:
    """A receiver on a free port."""
    receiver = Receiver()
    server = await asyncio.start_server(receiver.talk, "127.0.0.1", 0)
    receiver.port = server.sockets[0].getsockname()[1]
    try:
        yield receiver
    finally:
        server.close()
        talks = list(receiver.talks)
        for talk in talks:
            talk.cancel()
        await asyncio.gather(*talks, return_exceptions=True)


def outgoing(found: Sequence[Address] = (LOOPBACK,), **more: Any) -> Outgoing:
    """A way out for which every name leads to ``found``, and this machine may be called."""

    async def resolve(host: str, port: int) -> Sequence[Address]:
        return found

    return Outgoing(**{"allows": lambda address: address.is_loopback, "resolve": resolve, **more})
