"""The server's own connections, HTTP and websockets, as far as they differ from uvicorn's: the door knows of all of them."""

from __future__ import annotations

import asyncio
from typing import Any, Final, cast

from starlette.types import Message, Receive, Scope, Send
from uvicorn._types import ASGI3Application
from uvicorn.config import Config
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState

from app.web.wire.door import Door, Guest
from app.web.wire.doorway import GUEST

LARGEST_HEAD: Final = 64 * 1024
_TOO_LARGE: Final = b"HTTP/1.1 431 Request Header Fields Too Large\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"


class Http(HttpToolsProtocol):
    """A connection that is asked things; one after the other, each with a head that must come whole and in time."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, dict(app_state), _loop)
        self._door: Door = cast(Any, config.app).state.door
        self._guest: Guest | None = None
        self._is_in_head = False
        self._head_bytes = 0
        self._answering: RequestResponseCycle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody has come."""
        super().connection_made(transport)
        self._guest = self._door.come(transport, self.client[0] if self.client else None)
        self.app_state[GUEST] = self._guest

    def connection_lost(self, exc: Exception | None) -> None:
        """Whoever it was has gone."""
        if self._guest is not None:
            self._door.leave(self._guest)
        self._note_gone()
        super().connection_lost(exc)

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: ASGI3Application) -> None:
        """Answers one request. Whoever went away meanwhile gets no answer, and that is no error."""
        self._answering = cycle

        async def answer(scope: Scope, receive: Receive, send: Send) -> None:
            async def send_if_open(message: Message) -> None:
                if self.transport.is_closing():
                    self._note_gone()
                await send(message)

            await cast(Any, app)(scope, receive, send_if_open)

        super()._start_asgi_task(cycle, cast(Any, answer))

    def _note_gone(self) -> None:
        """The request that is being answered need not be the newest one, which is the one that uvicorn notes this of."""
        cycle = self._answering
        if cycle is not None and not cycle.response_complete:
            cycle.disconnected = True
            cycle.message_event.set()

    def data_received(self, data: bytes) -> None:
        """Takes what was sent; a head without end is refused."""
        if self._guest is not None:
            self._door.hear(self._guest)
        super().data_received(data)
        if self._is_in_head:
            self._head_bytes += len(data)
            if self._head_bytes > LARGEST_HEAD and not self.transport.is_closing():
                self.transport.write(_TOO_LARGE)
                self.transport.close()

    def on_message_begin(self) -> None:
        """The first byte of a head."""
        self._is_in_head, self._head_bytes = True, 0
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """The head is there."""
        self._is_in_head = False
        if self._guest is not None:
            self._door.ask(self._guest)
        super().on_headers_complete()

    def on_response_complete(self) -> None:
        """An answer has been given."""
        is_last = not self.pipeline
        super().on_response_complete()
        if is_last and self._guest is not None:
            self._door.rest(self._guest)

    def handle_websocket_upgrade(self) -> None:
        """Hands the connection over, and the guest with it."""
        guest, self._guest = self._guest, None
        super().handle_websocket_upgrade()
        protocol = self.transport.get_protocol()
        if isinstance(protocol, WebSocket):
            protocol.take_over(self._door, guest)


class WebSocket(WebSocketsSansIOProtocol):
    """A socket; one that the site answers with a refusal is no fault of the site."""

    def __init__(self, *parts: Any, **more: Any) -> None:
        super().__init__(*parts, **more)
        self._door: Door | None = None
        self._guest: Guest | None = None
        self._site = self.app
        self.app = cast(Any, self._serve)

    def take_over(self, door: Door, guest: Guest | None) -> None:
        """Whose connection it is."""
        self._door, self._guest = door, guest

    def connection_lost(self, exc: Exception | None) -> None:
        """Whoever it was has gone."""
        if self._door is not None and self._guest is not None:
            self._door.leave(self._guest)
        super().connection_lost(exc)

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.app = self._site  # no circle that only the collector would find
        await cast(Any, self._site)(scope, receive, send)
        if self.initial_response is not None and self.close_sent:
            self.handshake_complete = True  # refused in words: else the server takes it for an app that said nothing
