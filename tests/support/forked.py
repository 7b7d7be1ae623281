"""``python -m app`` with its program imported already: forked from a process that imports it once for all servers of a run."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from multiprocessing.connection import Connection
from typing import Final, TextIO

from app.server import IMPORTED

_CONTEXT: Final = multiprocessing.get_context("forkserver")


class Forked:
    """A process of its own that does what ``python -m app`` does with these arguments in this environment; it is spoken to as a
    ``subprocess.Popen`` is. ``stdout`` is all that it writes, errors included."""

    def __init__(self, arguments: list[str], environment: Mapping[str, str]) -> None:
        _CONTEXT.set_forkserver_preload(list(IMPORTED))
        ours, theirs = _CONTEXT.Pipe(duplex=False)
        self._process = _CONTEXT.Process(target=_run, args=(arguments, dict(environment), theirs), daemon=False)
        self._process.start()
        theirs.close()
        self.stdout: TextIO | None = os.fdopen(os.dup(ours.fileno()), encoding="utf-8")  # whoever reads it closes it
        ours.close()

    @property
    def pid(self) -> int:
        """Its process id."""
        return self._process.pid or 0

    def poll(self) -> int | None:
        """Its exit code, ``None`` while it runs; that of a signal is below 0."""
        return self._process.exitcode

    def wait(self, timeout: float) -> int:
        """Waits for its end; answers the exit code. Raises ``subprocess.TimeoutExpired``."""
        self._process.join(timeout)
        code = self.poll()
        if code is None:
            raise subprocess.TimeoutExpired("python -m app", timeout)
        return code

    def send_signal(self, number: signal.Signals) -> None:
        """Sends it a signal, unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        """SIGTERM."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """SIGKILL."""
        self.send_signal(signal.SIGKILL)


def _run(arguments: list[str], environment: Mapping[str, str], output: Connection) -> None:
    for descriptor in (1, 2):
        os.dup2(output.fileno(), descriptor)
    output.close()
    os.environ.clear()
    os.environ.update(environment)
    for name, descriptor in (("stdout", 1), ("stderr", 2)):
        setattr(sys, name, os.fdopen(descriptor, "w", buffering=1, closefd=False))
    from app.__main__ import main

    sys.exit(main(arguments))
