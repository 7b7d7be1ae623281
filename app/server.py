"""The web server: uvicorn as this project wants it."""

from __future__ import annotations

import socket
from collections.abc import Callable
from typing import Final

import uvicorn
from fastapi import FastAPI

from app.settings import Settings

GRACE_S: Final = 3  # for requests in flight; with the database's own stop it all fits into 10 s
LARGEST_SOCKET_MESSAGE: Final = 256 * 1024  # well over the contract's 64 kB, which is refused in words


class Server(uvicorn.Server):
    """Tells where it listens once it does, and ends the live connections that would otherwise outlast a stop."""

    def __init__(self, config: uvicorn.Config, app: FastAPI, announce: Callable[[str], None]) -> None:
        super().__init__(config)
        self._app = app
        self._announce = announce

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Starts listening."""
        await super().startup(sockets)
        if self.started:
            host, port = self.servers[0].sockets[0].getsockname()[:2]
            self._announce(f"http://{f'[{host}]' if ':' in host else host}:{port}/")

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Closes sockets with 1012, ends streams, finishes requests in flight."""
        self._app.state.hub.close_all("shutdown")
        await super().shutdown(sockets)


def build_server(app: FastAPI, settings: Settings, announce: Callable[[str], None]) -> Server:
    """A server for ``app``; ``announce`` is told its address."""
    config = uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        loop="uvloop",
        http="httptools",
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        ws_max_size=LARGEST_SOCKET_MESSAGE,
        lifespan="on",
        log_config=None,  # app.logs has done it, and the app itself writes down requests
        access_log=False,
        server_header=False,
        forwarded_allow_ips=settings.trusted_proxies,
        timeout_graceful_shutdown=GRACE_S,
    )
    return Server(config, app, announce)
