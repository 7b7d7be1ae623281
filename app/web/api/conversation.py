"""One websocket of ours: how it is opened, spoken on in both directions at once, and closed with a reason."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Final, NamedTuple

from fastapi import APIRouter
from starlette.types import Send
from starlette.websockets import WebSocket

from app.rooms.live.feeds import Subscription
from app.web.api.line import WayOut
from app.web.wire import access
from app.web.wire.limits import Kind, Limits
from app.web.wire.security import BARE_SEND

logger = logging.getLogger(__name__)

NORMAL: Final = 1000
UNSUPPORTED: Final = 1003
TOO_BIG: Final = 1009
FAILED: Final = 1011
RESTART: Final = 1012
REVOKED: Final = 4401
"""Close codes: the normal end, binary data, a page's message too long, an error of ours, the server stops, a link that was replaced."""

_FAREWELL_S: Final = 1.0

Hear = Callable[[str], Awaitable[None]]

RevokedWith = Callable[[], Awaitable[int]]
"""Finds the code that says why a link died."""

Serve = Callable[[WebSocket, access.Access], Awaitable[None]]
"""What a socket does for somebody with a part in its room."""


def room_socket(router: APIRouter, path: str) -> Callable[[Serve], Serve]:
    """Opens sockets below an address with a ``room_id``, to whom the room is open and as many as their limit allows."""
    route = Route(path)

    def add(serve: Serve) -> Serve:
        @router.websocket_route(path)
        async def socket(websocket: WebSocket) -> None:
            websocket.scope["route"] = route
            who = await access.viewer_of(websocket, websocket.path_params["room_id"])
            with limits_of(websocket).hold(Kind.SOCKETS, who.asker):
                await serve(websocket, who)

        return serve

    return add


class Closed(Exception):
    """The socket is to be closed with ``code``; without one the other side has gone."""

    def __init__(self, code: int | None = None) -> None:
        super().__init__(code)
        self.code = code


class OpenLine:
    """An accepted socket: text in, prebuilt messages out."""

    def __init__(self, websocket: WebSocket) -> None:
        self._websocket = websocket
        self.send: Final[Send] = websocket.scope[BARE_SEND]
        self.out: Final = WayOut(self.send)

    async def accept(self) -> None:
        """Opens the socket, echoing the subprotocol that carried the token."""
        await self._websocket.receive()
        subprotocol = access.subprotocol_of(self._websocket)
        await self.send({"type": "websocket.accept", "subprotocol": subprotocol})

    async def converse(
        self, show: Awaitable[None], hear: Hear, subscription: Subscription, revoked_with: RevokedWith | None = None
    ) -> None:
        """Runs ``show`` and hands whatever is said to ``hear``, until either ends; then closes the socket."""
        tasks = [asyncio.ensure_future(show), asyncio.ensure_future(self._listen(hear))]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            results = await asyncio.gather(*tasks, return_exceptions=True)
            reason = subscription.closed_with or ""
            subscription.close("socket ended")
        code = await self._ended_with(results, _CLOSE_CODES.get(reason, NORMAL))
        if code == REVOKED and revoked_with is not None:
            code = await revoked_with()
        if code is not None:
            with suppress(RuntimeError, OSError):  # the other side may have broken the line in the meantime
                await self.send({"type": "websocket.close", "code": code})

    async def _ended_with(self, results: Iterable[object], code: int | None) -> int | None:
        """The code to close with, ``None`` if the other side has gone; notes errors of ours.

        A line that the other side broke, by a message too long or a frame that is none, refuses to be sent anything with a
        ``RuntimeError``: that is no error of ours.
        """
        errors_found = [result for result in results if isinstance(result, Exception)]
        if any(
            isinstance(error, OSError) or (isinstance(error, Closed) and error.code is None) for error in errors_found
        ):
            return None
        for error in errors_found:
            if isinstance(error, Closed):
                code = error.code
            elif isinstance(error, RuntimeError) and await self._has_gone():
                return None
            else:
                logger.error("unexpected error on a socket", exc_info=error)
                code = FAILED
        return code

    async def _has_gone(self) -> bool:
        """Whether the other side is no more; the server tells so after whatever was said before."""
        try:
            async with asyncio.timeout(_FAREWELL_S):
                while (await self._websocket.receive())["type"] != "websocket.disconnect":
                    pass
        except TimeoutError:
            return False
        return True

    async def _listen(self, hear: Hear) -> None:
        while True:
            message = await self._websocket.receive()
            if message["type"] == "websocket.disconnect":
                raise Closed
            if message.get("text") is None:
                raise Closed(UNSUPPORTED)
            await hear(message["text"])


_CLOSE_CODES: Final[Mapping[str, int | None]] = {"revoked": REVOKED, "shutdown": RESTART}


class Route(NamedTuple):
    """Which route a line came by, for logs and figures. The routes are plain ones, which do not say so themselves: what the
    framework works out for the others would be kept as long as the line lives."""

    path: str


@contextmanager
def ending(subscription: Subscription) -> Iterator[None]:
    """However a line ends, also before it is open: nobody is left who looks on."""
    try:
        yield
    finally:
        subscription.close("socket ended")


def limits_of(websocket: WebSocket) -> Limits:
    """What an asker may do in a while."""
    limits: Limits = websocket.app.state.limits
    return limits
