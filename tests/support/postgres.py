"""A real PostgreSQL for the tests: one throw-away server per session, a fresh migrated database per test."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import asyncpg

from app.storage.embedded import Embedded
from app.storage.migrate import upgrade

TEMPLATE = "tapete_template"
QUICKLY = "STRATEGY FILE_COPY"
"""A third of the time of the usual way, which writes every page of the copy into the log first."""
PREFIX = "tapete-test-"
ABANDONED_S = 3600.0


class Databases:
    """Makes databases on one running server. Each starts as a copy of a migrated, empty one."""

    def __init__(self, server_url: str) -> None:
        self._server_url = server_url
        self._numbers = itertools.count(1)
        self._has_template = False

    def fresh(self) -> str:
        """The URL of a new database with the present schema and nothing in it."""
        if not self._has_template:
            self._execute(f"CREATE DATABASE {TEMPLATE}")
            in_thread(upgrade(self._url(TEMPLATE)))
            self._has_template = True
        return self._create(f"TEMPLATE {TEMPLATE} {QUICKLY}")

    def copy(self, url: str) -> str:
        """The URL of a new database with everything that is in another, to which nobody may be connected now."""
        return self._create(f"TEMPLATE {database_name(url)} {QUICKLY}")

    def empty(self) -> str:
        """The URL of a new database without any schema."""
        return self._create("")

    def drop(self, url: str) -> None:
        """Removes a database, whoever is still connected."""
        self._execute(f"DROP DATABASE IF EXISTS {database_name(url)} WITH (FORCE)")

    def _create(self, how: str) -> str:
        name = f"test_{next(self._numbers)}"
        self._execute(f"CREATE DATABASE {name} {how}")
        return self._url(name)

    def _url(self, name: str) -> str:
        return self._server_url.replace("@/postgres?", f"@/{name}?")

    def _execute(self, statement: str) -> None:
        async def run() -> None:
            connection = await asyncpg.connect(self._server_url)
            try:
                await connection.execute(statement)
            finally:
                await connection.close()

        in_thread(run())


def database_name(url: str) -> str:
    """The name of the database in a URL of ours."""
    return url.partition("@/")[2].partition("?")[0]


def in_thread(work: Coroutine[Any, Any, Any]) -> Any:
    """Runs a coroutine to its end in an event loop of its own, whether or not one runs here; answers its result."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


@contextmanager
def temporary_home(seed: Path | None = None) -> Iterator[Path]:
    """A folder for a cluster that an unprivileged account may enter, removed afterwards; with what ``seed`` has in it."""
    home = Path(tempfile.mkdtemp(prefix=PREFIX))
    home.chmod(0o755)
    try:
        if seed is not None:
            subprocess.run(["cp", "-a", f"{seed}/.", str(home)], check=True)
        yield home
    finally:
        shutil.rmtree(home, ignore_errors=True)


@contextmanager
def seed_home() -> Iterator[Path]:
    """A home whose database has the present schema and does not run, for others to begin as copies of it."""
    with temporary_home() as home:
        embedded = Embedded(home, durable=False)
        try:
            in_thread(upgrade(embedded.start()))
        finally:
            embedded.stop()
        yield home


def sweep() -> None:
    """Ends and removes what sessions that were killed left behind."""
    for home in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        with contextlib.suppress(OSError):
            is_old = time.time() - home.stat().st_mtime > ABANDONED_S
            if is_old and os.access(home, os.W_OK) and Embedded(home).stop_orphan():
                shutil.rmtree(home, ignore_errors=True)


@contextmanager
def throw_away_server() -> Iterator[str]:
    """A running server without fsync; answers its URL."""
    sweep()
    with temporary_home() as home:
        embedded = Embedded(home, durable=False)
        try:
            yield embedded.start()
        finally:
            embedded.stop()
