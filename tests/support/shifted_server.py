"""The real server, but for its time of day: it is as far ahead as a file says, which a test may change at any moment."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

from app import logs
from app.main import create_app
from app.rooms.service.service import Rooms
from app.server import build_server
from app.settings import Settings
from tests.support.server import RunningServer, running_server

MODULE = "tests.support.shifted_server"
FILE = "TAPETE_TEST_HANDS"


class Hands:
    """The hands of such a server's clock."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self.ahead_s = 0.0
        self.turn(0)

    def turn(self, seconds: float) -> None:
        """Moves them on."""
        self.ahead_s += seconds
        moved = self._file.with_suffix(".new")
        moved.write_text(str(self.ahead_s))
        moved.replace(self._file)


@contextmanager
def shifted_server(database_url: str, hands_file: Path, **environment: str) -> Iterator[tuple[RunningServer, Hands]]:
    """A server as ``running_server``, over a database with the present schema, and its hands."""
    hands = Hands(hands_file)
    with running_server(database_url, program=MODULE, **{FILE: str(hands_file)}, **environment) as server:
        yield server, hands


def serve() -> None:
    """Serves until SIGTERM; like ``python -m app serve``."""
    settings = Settings.from_environment()
    logs.configure(logs.form_for(settings.log_format))
    file = Path(os.environ[FILE])
    app = create_app(settings, partial(_rooms, file))
    build_server(app, settings, _announce).run()


def _rooms(file: Path, *parts: Any, **more: Any) -> Rooms:
    """Rooms by whose time the hands go; who is away is away for longer by as much."""

    def ahead_s() -> float:
        return float(file.read_text())

    rooms = Rooms(*parts, clock=lambda: datetime.now(UTC) + timedelta(seconds=ahead_s()), **more)
    rooms.presence._clock = lambda: time.monotonic() + ahead_s()
    return rooms


def _announce(address: str) -> None:
    sys.stdout.write(f"Tapete is at {address}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    serve()
