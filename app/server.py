"""The web server: uvicorn as this project wants it."""

from __future__ import annotations

import asyncio
import gc
import logging
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, Any, Final

import uvicorn

from app import logs, memory, processes
from app.settings import Settings
from app.web.wire.connections import Http, WebSocket

if TYPE_CHECKING:
    from types import FrameType

    from fastapi import FastAPI

SWEEP_TICKS: Final = 5
GRACE_S: Final = 3  # for requests in flight; with the database's own stop it all fits into 10 s
SHARED_S: Final = 0.0005
"""So long at most whoever answers waits for a thread that draws; by itself Python would let it wait ten times that."""
IMPORTED: Final = ("app.main", "app.web.preloaded", "app.preloaded")
"""What the process imports from which all server processes are forked: the app, its templates, and the project's own games."""
LARGEST_SOCKET_MESSAGE: Final = 256 * 1024  # well over the contract's 64 kB, which is refused in words

FindApp = Callable[[], Callable[[Settings], "FastAPI"]]
"""Imports ``app.main.create_app``, which only the command line knows."""

WatchedOver = Callable[[Any], AbstractContextManager[object]]
"""Sees to it that what a server stands on stays, while it serves; takes a ``Server`` or ``Processes``."""

logger = logging.getLogger(__name__)


class Server(uvicorn.Server):
    """Tells where it listens once it does, and ends the live connections that would otherwise outlast a stop."""

    def __init__(self, config: uvicorn.Config, app: FastAPI, announce: Callable[[str], None]) -> None:
        super().__init__(config)
        self._app = app
        self._announce = announce
        self.has_failed = False
        self.was_interrupted = False
        self._descriptors = processes.raise_descriptors()

    @property
    def is_stopping(self) -> bool:
        """Whether it was asked to end."""
        return self.should_exit

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """A signal ends it; whether it was Ctrl-C is noted, for an interruption may come too late to be raised."""
        self.was_interrupted = self.was_interrupted or sig == signal.SIGINT
        super().handle_exit(sig, frame)

    def fail(self) -> None:
        """Ends it as one that failed; from any thread."""
        self.has_failed = True
        self.should_exit = True

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Starts listening."""
        await super().startup(sockets)
        gc.collect()
        memory.settle()
        sys.setswitchinterval(SHARED_S)
        self._app.state.door.open_with(self._descriptors, processes.descriptors_in_use())
        if self.started:
            self._announce(processes.address_of(self.servers[0].sockets[0]))
            self._ready = asyncio.create_task(asyncio.to_thread(self._app.state.make_ready))

    async def on_tick(self, counter: int) -> bool:
        """Ten times a second."""
        if counter % SWEEP_TICKS == 0:
            self._app.state.door.sweep()
        return await super().on_tick(counter)

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
        http=Http,
        ws=WebSocket,
        timeout_keep_alive=app.state.door.waits.rest_s,
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


def serve_with_processes(
    find_app: FindApp, settings: Settings, announce: Callable[[str], None], watched: WatchedOver
) -> int:
    """Serves with as many processes as the settings want until SIGTERM or Ctrl-C; answers the exit code."""
    try:
        listener = processes.listening_socket(settings.host, settings.port)
    except OSError as error:
        logger.error("cannot listen on %s, port %d: %s", settings.host, settings.port, error)
        return processes.FAILED_START
    work = partial(_serve_as_one, find_app, settings)
    served = processes.Processes(settings.workers, work, IMPORTED, listener, announce)
    with watched(served):
        return served.run()


def _serve_as_one(find_app: FindApp, settings: Settings, listener: socket.socket, line: Connection) -> None:
    """The life of one of several server processes."""
    gc.disable()  # until it serves: nothing that is imported becomes garbage
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(0))
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a Ctrl-C at the terminal is for the launcher, which stops us
    logs.configure(logs.form_for(settings.log_format))
    try:
        server = build_server(find_app()(settings), settings, lambda address: line.send_bytes(processes.READY))
        processes.leave_with_launcher(line, server)
        server.run([listener])
    except Exception:
        logger.critical("a server process ends", exc_info=True)
        sys.exit(1)
