"""What the launcher asks the operating system: which server runs on a data folder, and what an account may reach."""

from __future__ import annotations

import contextlib
import pwd
import signal
import stat
import time
from pathlib import Path
from typing import Final

import msgspec
import psutil

ACCOUNTS: Final = ("postgres", "nobody", "daemon")
POLL_S: Final = 0.02
CLOCK_SLACK_S: Final = 60.0  # how far the clock may have been set since a server started


class Account(msgspec.Struct, frozen=True):
    """A user of this machine under whom PostgreSQL runs when we are root."""

    name: str
    uid: int
    gid: int

    @classmethod
    def owning(cls, folder: Path) -> Account:
        """The owner of a folder."""
        entry = pwd.getpwuid(folder.stat().st_uid)
        return cls(entry.pw_name, entry.pw_uid, entry.pw_gid)

    def can_enter(self, folder: Path) -> bool:
        """Whether every folder on the way, this one included, lets the account through."""
        return all(self._may_execute(step) for step in (folder, *folder.parents))

    def can_run(self, program: Path) -> bool:
        """Whether the account can reach and execute a program."""
        program = program.resolve()
        return self.can_enter(program.parent) and self._may_execute(program)

    def _may_execute(self, path: Path) -> bool:
        found = path.stat()
        if found.st_uid == self.uid:
            return bool(found.st_mode & stat.S_IXUSR)
        return bool(found.st_mode & (stat.S_IXGRP if found.st_gid == self.gid else stat.S_IXOTH))


def unprivileged_account() -> Account:
    """The first of the usual accounts that this machine has; raises ``LookupError`` when it has none."""
    for name in ACCOUNTS:
        try:
            entry = pwd.getpwnam(name)
        except KeyError:
            continue
        return Account(entry.pw_name, entry.pw_uid, entry.pw_gid)
    raise LookupError(f"expected one of the users {', '.join(ACCOUNTS)} on this machine, found none")


class Postmaster:
    """A PostgreSQL server that runs on a known data folder."""

    def __init__(self, process: psutil.Process, lines: list[str]) -> None:
        self._process = process
        self.pid: int = process.pid
        self.socket_folder = Path(lines[4].strip()) if len(lines) > 4 else Path()
        self.is_ready = len(lines) > 7 and lines[7].strip() == "ready"

    @classmethod
    def of(cls, data: Path) -> Postmaster | None:
        """The server that ``postmaster.pid`` names, if that very server still runs.

        A process id alone proves nothing, since ids are used again: the process must also work in this data folder and
        have begun when the file says.
        """
        try:
            lines = (data / "postmaster.pid").read_text("utf-8").splitlines()
            pid, started = int(lines[0]), int(lines[2])
            process = psutil.Process(pid)
            same_folder = Path(process.cwd()) == data.resolve()
            same_start = abs(process.create_time() - started) <= CLOCK_SLACK_S
        except (OSError, ValueError, IndexError, psutil.Error):
            return None
        return cls(process, lines) if same_folder and same_start else None

    def stop(self, fast_s: float, hard_s: float) -> None:
        """Stops it: cleanly within ``fast_s``, else as after a crash, which the next start recovers from."""
        for number, wait_s in ((signal.SIGINT, fast_s), (signal.SIGQUIT, hard_s), (signal.SIGKILL, hard_s)):
            with contextlib.suppress(psutil.NoSuchProcess):
                self._process.send_signal(number)
            if is_gone_within(self._process, wait_s):
                return


def is_gone_within(process: psutil.Process, seconds: float) -> bool:
    """Waits for a process to end. One that nobody has buried yet counts: in a container nobody may ever do so."""
    deadline = time.monotonic() + seconds
    while True:
        try:
            if not process.is_running() or process.status() == psutil.STATUS_ZOMBIE:
                return True
        except psutil.NoSuchProcess:
            return True
        if time.monotonic() >= deadline:
            return False
        time.sleep(POLL_S)


def servers_in(folder: Path) -> list[psutil.Process]:
    """Every process of PostgreSQL that works in a folder."""
    found = []
    place = str(folder.resolve())
    for process in psutil.process_iter():
        try:
            if process.name().startswith("postgres") and process.cwd() == place:
                found.append(process)
        except psutil.Error:
            continue
    return found
