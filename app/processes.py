"""Several server processes on one listening socket: started together, each replaced when it dies, stopped together.

They are forked from a process that has imported what they need (``multiprocessing``'s fork server), once for all of them: each begins at once
and shares that memory. The launcher serves nothing itself. It owns the socket and, if there is one, the embedded database; a process that loses
its launcher, however that ended, leaves.
"""

from __future__ import annotations

import contextlib
import logging
import multiprocessing
import os
import resource
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from types import FrameType
from typing import Final, Protocol

POLL_S: Final = 0.2
STOP_S: Final = 6.0  # with the database's own stop it all fits into 10 s
LEAVE_S: Final = 10.0
FIRST_PAUSE_S: Final = 0.5
LONGEST_PAUSE_S: Final = 10.0
BACKLOG: Final = 2048
READY: Final = b"ready"
FAILED: Final = 1
FAILED_START: Final = 3  # as uvicorn answers

_CONTEXT: Final = multiprocessing.get_context("forkserver")

logger = logging.getLogger(__name__)

Work = Callable[[socket.socket, Connection], None]
"""What a process does: serves on the socket, sends ``READY`` on the line once it does, and ends with the line."""


def raise_descriptors() -> int:
    """Lets this process have as many descriptors as the machine allows it; answers how many."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    except (OSError, ValueError) as error:  # some machines name a limit that they do not grant
        logger.warning("the limit of descriptors stays at %d: %s", soft, error)
        return soft
    return hard


def descriptors_in_use() -> int:
    """How many this process has open."""
    return len(os.listdir("/dev/fd"))


class Server(Protocol):
    """What can be asked to stop."""

    should_exit: bool


def listening_socket(host: str, port: int) -> socket.socket:
    """A socket that every process can accept connections from; raises ``OSError``."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return socket.create_server((host, port), family=family, backlog=BACKLOG)


def address_of(listener: socket.socket) -> str:
    """Where people find it."""
    host, port = listener.getsockname()[:2]
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def leave_with_launcher(line: Connection, server: Server) -> None:
    """Stops ``server`` when the launcher lets go of its end of the line, which also its death does."""

    def watch() -> None:
        with contextlib.suppress(EOFError, OSError):
            line.recv_bytes()
        server.should_exit = True
        time.sleep(LEAVE_S)
        os._exit(1)  # something holds the stop up, and nobody else is there to end it

    threading.Thread(target=watch, name="launcher", daemon=True).start()


class Processes:
    """``count`` processes that do ``work`` on ``listener``, forked from one that has imported ``modules``. ``announce`` is told the address
    when all of them serve."""

    def __init__(
        self, count: int, work: Work, modules: Sequence[str], listener: socket.socket, announce: Callable[[str], None]
    ) -> None:
        _CONTEXT.set_forkserver_preload(list(modules))
        self._work = work
        self._listener = listener
        self._announce = announce
        self._places = [_Place(number) for number in range(1, count + 1)]
        self._is_stopping = False
        self._code = 0

    @property
    def is_stopping(self) -> bool:
        """Whether they were asked to end."""
        return self._is_stopping

    def fail(self) -> None:
        """Ends all of them as a server that failed; from any thread."""
        self._code = FAILED
        self._is_stopping = True

    def run(self) -> int:
        """Until SIGTERM or Ctrl-C; answers the exit code. If one of them cannot even start, none of them serves."""
        with _signals_handled_by(self._stop):
            try:
                for place in self._places:
                    place.start(self._work, self._listener)
                return self._watch()
            finally:
                self._end_all()

    def _stop(self, number: int, frame: FrameType | None) -> None:
        self._is_stopping = True

    def _watch(self) -> int:
        is_announced = False
        while not self._is_stopping:
            wait([place.process.sentinel for place in self._places if place.process is not None], POLL_S)
            for place in self._places:
                place.listen()
                if not place.is_alive() and not self._is_stopping:
                    if not is_announced and not place.is_ready:
                        return FAILED_START
                    place.start_again(self._work, self._listener)
            if not is_announced and all(place.is_ready for place in self._places):
                is_announced = True
                self._announce(address_of(self._listener))
        return self._code

    def _end_all(self) -> None:
        self._listener.close()
        for place in self._places:
            place.ask_to_stop()
        deadline = time.monotonic() + STOP_S
        for place in self._places:
            place.end(deadline)


class _Place:
    """One of the processes, whichever fills its place at the moment."""

    def __init__(self, number: int) -> None:
        self._number = number
        self._line: Connection | None = None
        self._pause_s = FIRST_PAUSE_S
        self._not_before = 0.0
        self.process: BaseProcess | None = None
        self.is_ready = False

    def start(self, work: Work, listener: socket.socket) -> None:
        """Starts the process; it is not ready yet."""
        self.is_ready = False
        self._line, theirs = _CONTEXT.Pipe()
        process = _CONTEXT.Process(target=work, args=(listener, theirs), name=f"server {self._number}")
        process.start()
        theirs.close()
        self.process = process

    def start_again(self, work: Work, listener: socket.socket) -> None:
        """Replaces a process that is dead; one that died before it was ready, after a pause that grows."""
        if self.process is not None:
            logger.error("server process %d ended with code %s", self.process.pid, self.process.exitcode)
            self._pause_s = FIRST_PAUSE_S if self.is_ready else min(self._pause_s * 2, LONGEST_PAUSE_S)
            self._not_before = time.monotonic() + (0 if self.is_ready else self._pause_s)
            self._forget()
        if time.monotonic() >= self._not_before:
            self.start(work, listener)

    def is_alive(self) -> bool:
        """Whether the process runs."""
        return self.process is not None and self.process.is_alive()

    def listen(self) -> None:
        """Notes that the process has become ready."""
        with contextlib.suppress(EOFError, OSError):
            if not self.is_ready and self._line is not None and self._line.poll():
                self.is_ready = self._line.recv_bytes() == READY

    def ask_to_stop(self) -> None:
        """Lets it finish what is under way."""
        if self.process is not None:
            self.process.terminate()

    def end(self, deadline: float) -> None:
        """Waits for its end until ``deadline``, then ends it."""
        if self.process is not None:
            self.process.join(max(0.0, deadline - time.monotonic()))
            if self.process.is_alive():
                logger.warning("server process %d took too long to stop", self.process.pid)
                self.process.kill()
            self.process.join()
            self._forget()

    def _forget(self) -> None:
        if self._line is not None:
            self._line.close()
        self._line = self.process = None


@contextlib.contextmanager
def _signals_handled_by(handler: Callable[[int, FrameType | None], None]) -> Iterator[None]:
    before = {number: signal.signal(number, handler) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield
    finally:
        for number, former in before.items():
            signal.signal(number, former)
