"""The real server, but for its dice: every room has the same secret, so that the same acts get the same dice at every run."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from app import logs
from app.engine.dice import SECRET_BYTES
from app.main import create_app
from app.rooms.service.service import Rooms
from app.server import build_server
from app.settings import Settings
from tests.support.server import RunningServer, running_server

SECRET = bytes(range(SECRET_BYTES))
MODULE = "tests.screenshots.serving"


@contextmanager
def repeatable_server(database_url: str) -> Iterator[RunningServer]:
    """A server as ``running_server``, over a database with the present schema."""
    with running_server(database_url, program=MODULE) as server:
        yield server


def serve() -> None:
    """Serves until SIGTERM; like ``python -m app serve``."""
    settings = Settings.from_environment()
    logs.configure(logs.form_for(settings.log_format))
    app = create_app(settings, partial(Rooms, dice_secret=lambda: SECRET))
    build_server(app, settings, _announce).run()


def _announce(address: str) -> None:
    sys.stdout.write(f"Tapete is at {address}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    serve()
