"""Worker processes that think, so that nobody's rules question or bot ever slows a room."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import multiprocessing
import os
import signal
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from typing import Any, Final

import msgspec

from app.engine.refusal import FieldError, InvalidInput, OutOfDice, Refusal
from app.engine.registry import shared
from app.engine.types import Text
from app.rooms.values.errors import Busy, Refused, TooFast
from app.rooms.workers.rules_work import work

logger = logging.getLogger(__name__)

STARTING_S: Final = 60.0
MEMORY_BYTES: Final = 2 << 30
MOST_WAITING: Final = 64
"""Questions without a worker yet: each is up to a megabyte, and whoever comes after so many would hardly be answered in time."""
_AGAIN_S: Final = 2


class WorkTimeout(Busy):
    """A question took longer than it was given; its worker was stopped."""


class NoWorkerFree(TooFast):
    """Others' questions kept every worker busy for as long as this one was given, or so many wait that it need not."""

    def __init__(self, why: str) -> None:
        super().__init__(_AGAIN_S)
        self.args = (why,)


class _Question(msgspec.Struct, frozen=True):
    kind: str
    game: str
    payload: Any


class _Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """What came of a question: its answer, or one of the ways in which it failed; ``seconds`` of work it took."""

    answer: msgspec.Raw = msgspec.Raw(b"null")
    seconds: float = 0.0
    invalid: tuple[FieldError, ...] | None = None
    out_of_dice: tuple[int, str] | None = None
    refused: tuple[Refusal, Text] | None = None
    busy: str | None = None


class Answered(msgspec.Struct, frozen=True):
    """What a worker said to a question, and how many ``seconds`` of a processor it took."""

    seconds: float
    _answer: _Answer

    def data(self) -> bytes:
        """The answer as JSON; raises what ``Workers.ask`` raises where there is none."""
        return bytes(_unpack(self._answer))


class Workers:
    """A small pool of processes, each with every game of ``packages`` built once; started when first needed.

    Each process calls ``prepare`` first, which must be a function that can be sent there, and once it is ready stands back by ``nice``
    for whoever else wants the processor. ``waiting`` is how many questions wait for a free worker: ``MOST_WAITING`` at most.
    """

    def __init__(
        self,
        packages: Sequence[str],
        *,
        processes: int = 2,
        memory_bytes: int = MEMORY_BYTES,
        prepare: Callable[[], None] | None = None,
        nice: int = 0,
    ) -> None:
        self._idle: asyncio.LifoQueue[_Worker] = asyncio.LifoQueue()
        self._workers = [_Worker(tuple(packages), memory_bytes, prepare, nice) for _ in range(processes)]
        for worker in self._workers:
            self._idle.put_nowait(worker)
        self._threads = ThreadPoolExecutor(processes, thread_name_prefix="worker")
        self._is_closed = False
        self._beginning: asyncio.Task[None] | None = None
        self.processes: Final = processes
        self.waiting = 0

    def begin(self) -> None:
        """Starts the first process now, so that the first question need not wait for it; itself it waits for nothing. The others
        start once several are needed."""
        self._beginning = asyncio.get_running_loop().create_task(self._begin(), name="start a worker")

    async def _begin(self) -> None:
        worker = await self._idle.get()
        try:
            await asyncio.get_running_loop().run_in_executor(self._threads, worker.begin)
        finally:
            self._idle.put_nowait(worker)

    async def ask(self, kind: str, game: str, payload: Mapping[str, Any], seconds: float) -> Any:
        """The answer to a question, JSON-ready. Kinds: ``query``, ``positions``, ``offers``, ``check``, ``apply``, ``view``,
        ``bot``. Raises ``WorkTimeout`` after ``seconds``, ``NoWorkerFree`` after waiting as long for a worker or where too
        many wait, ``Busy`` when the worker broke, and what the engine raises: ``InvalidInput``, ``OutOfDice``, ``Refused`` for an action that may
        not be applied."""
        return msgspec.json.decode((await self.answer(kind, game, payload, seconds)).data())

    async def answer(self, kind: str, game: str, payload: Mapping[str, Any], seconds: float) -> Answered:
        """As ``ask``, but the answer as the worker wrote it, and how long it took. Raises ``WorkTimeout``, ``NoWorkerFree``,
        ``Busy``."""
        if self.waiting >= MOST_WAITING:
            raise NoWorkerFree(f"{self.waiting} questions wait for a worker")
        question = msgspec.json.encode(_Question(kind, game, payload))
        self.waiting += 1
        try:
            async with asyncio.timeout(seconds):
                worker = await self._idle.get()
        except TimeoutError:
            raise NoWorkerFree(f"no worker was free within {seconds:g} s") from None
        finally:
            self.waiting -= 1
        if self._is_closed:
            self._idle.put_nowait(worker)
            raise Busy("the server stops")
        future = asyncio.get_running_loop().run_in_executor(self._threads, worker.ask, question, seconds)
        future.add_done_callback(lambda done: self._give_back(worker, done))
        found = msgspec.json.decode(await asyncio.shield(future), type=_Answer)
        return Answered(found.seconds, found)

    def _give_back(self, worker: _Worker, done: asyncio.Future[bytes]) -> None:
        done.exception()  # looked at, for a caller who has gone away
        self._idle.put_nowait(worker)

    async def close(self) -> None:
        """Stops every worker at once."""
        self._is_closed = True
        if self._beginning is not None:
            self._beginning.cancel()
        for worker in self._workers:
            worker.stop()
        await asyncio.to_thread(self._threads.shutdown)
        for worker in self._workers:
            worker.discard()


def _unpack(found: _Answer) -> msgspec.Raw:
    if found.invalid is not None:
        raise InvalidInput(found.invalid)
    if found.out_of_dice is not None:
        raise OutOfDice(*found.out_of_dice)
    if found.refused is not None:
        raise Refused(*found.refused)
    if found.busy is not None:
        raise Busy(found.busy)
    return found.answer


class _Worker:
    """One process and the line to it. Only one thread at a time asks."""

    def __init__(
        self, packages: tuple[str, ...], memory_bytes: int, prepare: Callable[[], None] | None = None, nice: int = 0
    ) -> None:
        self._given = (packages, memory_bytes, prepare, nice)
        self._process: Any = None  # a process of the forkserver context
        self._line: Connection | None = None
        self._is_stopped = False

    def ask(self, question: bytes, seconds: float) -> bytes:
        """The encoded answer; blocks. A worker that takes too long or breaks is replaced at the next question."""
        try:
            line = self._ready_line()
            line.send_bytes(question)
            if not line.poll(seconds):
                self.discard()
                raise WorkTimeout(f"expected an answer within {seconds:g} s, found none")
            return line.recv_bytes()
        except (OSError, EOFError) as error:
            self.discard()
            raise Busy("a worker broke down over this") from error

    def begin(self) -> None:
        """Starts the process, unless it runs; blocks. One that cannot be started is tried again at the next question."""
        try:
            self._ready_line()
        except (OSError, EOFError):
            self.discard()

    def stop(self) -> None:
        """Ends the process; whoever waits for its answer is told at once."""
        self._is_stopped = True
        process = self._process
        if process is not None:
            process.kill()

    def _ready_line(self) -> Connection:
        if self._line is None or not self._process.is_alive():
            self.discard()
            self._line = self._start()
        return self._line

    def _start(self) -> Connection:
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload([_PRELOADED])
        line, theirs = context.Pipe()
        process = context.Process(target=_serve, args=(theirs, *self._given), daemon=True, name="rules worker")
        process.start()
        self._process = process
        theirs.close()
        if self._is_stopped or not line.poll(STARTING_S) or line.recv_bytes() != _READY:
            raise EOFError
        return line

    def discard(self) -> None:
        """Ends the process, if there is one, and waits for its end."""
        if self._line is not None:
            self._line.close()
            self._line = None
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._process = None


_READY: Final = b"ready"
_PRELOADED: Final = "app.preloaded"
"""What the process imports from which all workers are forked: the project's own games stand there once, in memory that workers share."""


def _serve(
    line: Connection, packages: tuple[str, ...], memory_bytes: int, prepare: Callable[[], None] | None, nice: int
) -> None:
    """The life of a worker process: answers until the line is closed."""
    if prepare is not None:
        prepare()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a Ctrl-C at the terminal is for the server, which stops its workers
    registry = shared(*packages)
    _limit_memory(memory_bytes)
    with contextlib.suppress(OSError):
        os.nice(nice)
    line.send_bytes(_READY)
    while True:
        try:
            question = msgspec.json.decode(line.recv_bytes(), type=_Question)
        except (EOFError, OSError):
            return
        line.send_bytes(_answered(registry, question))


def _limit_memory(most_bytes: int) -> None:
    """Makes whatever needs more fail by itself; where the system knows no such limit, there is none."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (most_bytes, most_bytes))


def _answered(registry: Mapping[str, Any], question: _Question) -> bytes:
    begun = time.process_time()
    found = _worked_out(registry, question)
    return msgspec.json.encode(msgspec.structs.replace(found, seconds=time.process_time() - begun))


def _worked_out(registry: Mapping[str, Any], question: _Question) -> _Answer:
    try:
        answer = work(registry[question.game], question.kind, question.payload)
        return _Answer(msgspec.Raw(msgspec.json.encode(answer)))
    except InvalidInput as error:
        failed = _Answer(invalid=error.errors)
    except OutOfDice as error:
        failed = _Answer(out_of_dice=(error.given, error.purpose))
    except Refused as error:
        failed = _Answer(refused=(error.refusal, error.text))
    except MemoryError:
        failed = _Answer(busy="it takes too much memory")
    except Exception as error:
        # A fault of a game's rules must not look like a fault of the server to whoever sent a strange input.
        logger.exception("the rules of %s broke over a question of kind %s", question.game, question.kind)
        failed = _Answer(invalid=(FieldError("body", "an input that the rules can work out", type(error).__name__),))
    return failed
