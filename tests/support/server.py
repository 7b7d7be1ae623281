"""The real server as a process of its own, on a free port, over a database of its own."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import httpx

from tests.support.forked import Forked

ROOT = Path(__file__).parents[2]
START_S = 60.0
POLL_S = 0.03
COMMAND = "app serve"
STOP_S = 10.0  # what the contract allows


class RunningServer:
    """``python -m app serve`` with an environment of its own; ``url`` has no slash at its end. It is forked from a process that has imported
    it, unless a ``program`` is named."""

    def __init__(self, environment: Mapping[str, str], program: str | None = None) -> None:
        self._environment = dict(environment)
        self._program = program
        self._lines: list[str] = []
        self.process = self._launch()
        self.url = self._wait_for_address()

    @property
    def output(self) -> str:
        """Everything that it wrote so far, errors included."""
        return "".join(self._lines)

    @property
    def pid(self) -> int:
        """The server's process id."""
        return self.process.pid

    def is_ready(self) -> bool:
        """Whether ``/readyz`` says so now."""
        try:
            return httpx.get(f"{self.url}/readyz", timeout=5).status_code == 200
        except httpx.TransportError:
            return False

    def terminate(self) -> int:
        """SIGTERM; answers the exit code, and fails if it does not come within the contract's time."""
        self.process.send_signal(signal.SIGTERM)
        return self.wait()

    def kill(self) -> None:
        """SIGKILL: nothing of it can still be done cleanly."""
        self.process.kill()
        self.wait()

    def wait(self) -> int:
        """Waits for its end; answers the exit code."""
        try:
            code = self.process.wait(STOP_S)
        finally:
            self._reader.join(STOP_S)
            if self.process.stdout is not None and not self._reader.is_alive():
                self.process.stdout.close()
        return code

    def start_again(self) -> None:
        """After its end: the same server once more, at a port that may be another."""
        self.process = self._launch()
        self.url = self._wait_for_address()

    def _launch(self) -> subprocess.Popen[str] | Forked:
        environment = {name: value for name, value in os.environ.items() if name not in OWN_VARIABLES}
        environment |= {"PORT": "0", "PYTHONUNBUFFERED": "1"} | self._environment
        process = Forked(["serve"], environment) if self._program is None else self._executed(environment)
        self._addresses: list[str] = []
        self._changed = threading.Event()
        self._reader = threading.Thread(target=self._read, args=(process,), daemon=True)
        self._reader.start()
        return process

    def _executed(self, environment: Mapping[str, str]) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-m", *str(self._program).split()],
            cwd=ROOT,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def _read(self, process: subprocess.Popen[str] | Forked) -> None:
        assert process.stdout is not None
        for line in process.stdout:
            self._lines.append(line)
            if found := re.search(r"Tapete is at (http://\S+?)/?$", line):
                self._addresses.append(found[1])
                self._changed.set()
        self._changed.set()

    def _wait_for_address(self) -> str:
        if not self._changed.wait(START_S) or not self._addresses:
            self.process.kill()
            self.wait()
            raise AssertionError(f"the server did not start:\n{self.output}")
        return self._addresses[0]


OWN_VARIABLES = frozenset(
    {"HOST", "PORT", "DATABASE_URL", "TAPETE_HOME", "WORKERS", "LIMITS", "TAPETE_SYSTEMS", "LOG_FORMAT"}
)


@contextmanager
def running_server(
    database_url: str | None = None, program: str | None = None, **environment: str
) -> Iterator[RunningServer]:
    """A server that is ready; it is stopped afterwards if it still runs.

    Without ``database_url`` give ``TAPETE_HOME`` for the embedded database. Limits are off unless ``LIMITS`` says otherwise;
    ``TAPETE_SYSTEMS`` adds packages of games. ``program`` is what ``python -m`` is told instead of being forked, ``COMMAND`` or a module that
    serves.
    """
    given = {"LIMITS": "off"} | ({"DATABASE_URL": database_url} if database_url else {}) | environment
    server = RunningServer(given, program)
    try:
        deadline = time.monotonic() + START_S
        while not server.is_ready():
            assert time.monotonic() < deadline, server.output
            time.sleep(POLL_S)
        yield server
    finally:
        if server.process.poll() is None:
            server.terminate()
