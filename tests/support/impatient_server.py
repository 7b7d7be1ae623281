"""The real server, but for its patience: it waits for a fraction of the time, with as few descriptors as a test gives it."""

from __future__ import annotations

import os
import resource
import socket
import sys

import msgspec

from app import logs
from app.main import create_app
from app.processes import listening_socket
from app.server import build_server
from app.settings import Settings
from app.web.wire import bodies
from app.web.wire.door import Waits

MODULE = "tests.support.impatient_server"
WAITS = "TAPETE_TEST_WAITS"
DESCRIPTORS = "TAPETE_TEST_DESCRIPTORS"
SEND_BYTES = "TAPETE_TEST_SEND_BYTES"
READING_S = "TAPETE_TEST_READING_S"


def patience(waits: Waits) -> dict[str, str]:
    """What the environment must say for these waits."""
    return {WAITS: msgspec.json.encode(waits).decode()}


def serve() -> None:
    """Serves until SIGTERM; like ``python -m app serve``."""
    settings = Settings.from_environment()
    logs.configure(logs.form_for(settings.log_format))
    if DESCRIPTORS in os.environ:
        most = int(os.environ[DESCRIPTORS])
        resource.setrlimit(resource.RLIMIT_NOFILE, (most // 2, most))  # the soft limit is to be raised by the server
    if READING_S in os.environ:
        bodies._READING_S = float(os.environ[READING_S])  # type: ignore[misc]
    app = create_app(settings)
    if WAITS in os.environ:
        app.state.door.waits = msgspec.json.decode(os.environ[WAITS], type=Waits)
    listener = listening_socket(settings.host, settings.port)
    if SEND_BYTES in os.environ:  # what the machine itself keeps for whoever does not read
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, int(os.environ[SEND_BYTES]))
    build_server(app, settings, _announce).run([listener])


def _announce(address: str) -> None:
    sys.stdout.write(f"Tapete is at {address}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    serve()
