"""The layer that answers guests for whom there is no room, and counts those who come by a proxy."""

from __future__ import annotations

from typing import Final

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.rooms.values.errors import TooFast
from app.web.wire import access, errors
from app.web.wire.door import Crowded, Guest
from app.web.wire.limits import Kind, Limits
from app.web.wire.metrics import note_refusal

GUEST: Final = "door_guest"
"""Where the state of a request or socket keeps whose connection it came by."""
HEALTH: Final = ("/healthz", "/readyz")
"""What is answered even where there is room for nothing else."""


class Doorway:
    """Answers whoever was refused at the door. What comes by a named proxy counts for the address it comes from, as long as it
    is served: the proxy's own connection is many people's."""

    def __init__(self, app: ASGIApp, limits: Limits) -> None:
        self._app = app
        self._limits = limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        guest: Guest | None = scope.get("state", {}).get(GUEST)
        if guest is None or scope["path"] in HEALTH:
            await self._app(scope, receive, send)
        elif guest.refused is not None:
            await _refuse(guest.refused, scope, receive, _closing(send))
        elif guest.address is None:
            await self._serve_for_proxy(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _serve_for_proxy(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            held = self._limits.hold(Kind.LINES, access.asker_of(HTTPConnection(scope)))
        except TooFast as error:
            await _refuse(error, scope, receive, send)
            return
        with held:
            await self._app(scope, receive, send)


async def _refuse(error: TooFast | Crowded, scope: Scope, receive: Receive, send: Send) -> None:
    problem = errors.problem_of(error, scope["state"]["lang"])
    note_refusal(HTTPConnection(scope), problem.document)
    await errors.answer(problem)(scope, receive, send)


def _closing(send: Send) -> Send:
    async def send_closing(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message["headers"], (b"connection", b"close")]
        await send(message)

    return send_closing
