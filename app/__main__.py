"""``python -m app``: serve, migrate, backup, restore, prune, export, replay, verify-dice."""

from __future__ import annotations

import argparse
import asyncio
import gc
import logging
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from functools import partial
from pathlib import Path
from pkgutil import resolve_name
from types import FrameType
from typing import TYPE_CHECKING, Any, BinaryIO, Final, NoReturn

import msgspec

from app import logs
from app.engine.registry import BrokenSystem, discover, shared
from app.rooms.values.ports import Keep, Stored, StoreUnavailable
from app.settings import Settings, SettingsError

if TYPE_CHECKING:
    from app.server import WatchedOver

PRUNED_AT_ONCE: Final = 1000

logger = logging.getLogger(__name__)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command; answers the exit code: 0, 1 for a verdict or a reason against it, 2 for wrong usage."""
    given = _parser().parse_args(arguments)
    logs.configure("text")
    signal.signal(signal.SIGTERM, _leave)
    command: Callable[[argparse.Namespace], int] = given.command
    try:
        return command(given)
    except (SettingsError, BrokenSystem, StoreUnavailable, CommandError) as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


class CommandError(Exception):
    """A command cannot do what was asked; the message says why."""


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m app", description="A web virtual tabletop that knows the rules.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def add(name: str, command: Callable[[argparse.Namespace], int], text: str) -> argparse.ArgumentParser:
        added = commands.add_parser(name, help=text, description=text)
        added.set_defaults(command=command)
        return added

    add("serve", serve, "start the server, with an embedded PostgreSQL unless DATABASE_URL is set")
    add("migrate", migrate, "bring the database to the present schema")
    backup = add("backup", back_up, "write the whole database to a file, also while a server uses it")
    backup.add_argument("file", metavar="FILE", help="a file that is not there yet, or - for standard output")
    restore = add("restore", restore_file, "put a backup into an empty database that no server uses")
    restore.add_argument("file", metavar="FILE", type=Path, help="a backup")
    restore.add_argument("--replace", action="store_true", help="give up the rooms that the database has now")
    prune = add("prune", prune_rooms, "show which rooms nobody needs any more by KEEP_..., or let them go")
    prune.add_argument(
        "--do", action="store_true", help="delete them, also while a server runs; no game in play ever goes"
    )
    export = add("export", export_room, "write a room as JSON lines to standard output")
    export.add_argument("room", metavar="ROOM", help="the room's id")
    replay = add("replay", replay_file, "fold an export through the rules, entry by entry")
    verify = add("verify-dice", verify_dice, "roll every die of an export again")
    for reader in (replay, verify):
        reader.add_argument("file", metavar="FILE", type=Path, help="an export")
    return parser


def serve(given: argparse.Namespace) -> int:
    """Database, migrations, server; until SIGTERM or Ctrl-C."""
    settings = Settings.from_environment()
    logs.configure(logs.form_for(settings.log_format))
    gc.disable()  # until it serves: nothing that is imported becomes garbage
    from app.server import build_server, serve_with_processes

    find_app = partial(resolve_name, "app.main:create_app")  # only who serves imports it
    with _watched_database(settings, is_owner=True) as (url, watched):
        _migrate(url)
        settings = msgspec.structs.replace(settings, database_url=url)
        if settings.workers > 1:
            shared(*settings.systems)  # said once, if a game is broken
            return serve_with_processes(find_app, settings, _announce, watched)
        server = build_server(find_app()(settings), settings, _announce)
        with watched(server):
            server.run()
    if server.was_interrupted:
        raise KeyboardInterrupt
    return 0 if server.started and not server.has_failed else 1


def _announce(address: str) -> None:
    print(f"Tapete is at {address}", flush=True)


def migrate(given: argparse.Namespace) -> int:
    """Also runs beside a server that has the embedded database open."""
    from app.storage.migrate import newest_revision

    with _database(Settings.from_environment()) as url:
        _migrate(url)
    print(f"the schema is at {newest_revision()}")
    return 0


def back_up(given: argparse.Namespace) -> int:
    """Everything as it is at one moment, in a file that only its owner may read."""
    from app.storage import backup

    with _database(Settings.from_environment()) as url:
        if given.file == "-":
            _of_backup(backup.back_up(url, sys.stdout.buffer))
            sys.stdout.flush()
        else:
            with _new_file(Path(given.file)) as file:
                rows = _of_backup(backup.back_up(url, file))
            print(f"backed up {rows['rooms']} rooms with {rows['entries']} entries")
    return 0


def restore_file(given: argparse.Namespace) -> int:
    """The database as the backup has it; a file or a database that will not do leaves everything as it was."""
    from app.storage import backup

    with _database(Settings.from_environment(), is_owner=True) as url:
        rows = _of_backup(backup.restore(url, lambda: given.file.open("rb"), replace=given.replace), given.file)
    print(f"restored {rows['rooms']} rooms with {rows['entries']} entries")
    return 0


def _of_backup(work: Coroutine[Any, Any, dict[str, int]], file: Path | None = None) -> dict[str, int]:
    from app.storage.backup import BackupError

    try:
        return asyncio.run(work)
    except BackupError as error:
        raise CommandError(f"{file}: {error}" if file is not None else str(error)) from error
    except OSError as error:
        raise CommandError(f"{error.filename or file or 'the backup'}: {error.strerror or error}") from error


@contextmanager
def _new_file(path: Path) -> Iterator[BinaryIO]:
    """A file that appears under its name only once it is whole; raises ``CommandError`` if there is one already."""
    partial = path.with_name(f".{path.name}.partial")
    if path.exists():
        raise CommandError(f"{path}: expected no file of that name, found one")
    try:
        with open(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            yield file
            os.fsync(file.fileno())
        partial.rename(path)
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror}") from error
    finally:
        partial.unlink(missing_ok=True)


def prune_rooms(given: argparse.Namespace) -> int:
    """What the settings keep no longer, a line for each kind; with ``--do`` it is gone afterwards."""
    settings = Settings.from_environment()
    keep = Keep(settings.keep_unbegun, settings.keep_imports, settings.keep_finished)
    with _database(settings) as url:
        asyncio.run(_prune(url, keep, is_done=given.do))
    return 0


async def _prune(url: str, keep: Keep, *, is_done: bool) -> None:
    from app.storage.database import Database
    from app.storage.pruning import PostgresPruning

    database = await Database.open(url)
    try:
        if (problem := await database.problem()) is not None:
            raise CommandError(problem)
        pruning = PostgresPruning(database)
        print("kind      kept for    rooms  idle since        bytes")
        for idle in await pruning.survey(keep):
            days = "ever" if idle.days is None else f"{idle.days} days"
            oldest = "-" if idle.oldest is None else f"{idle.oldest:%Y-%m-%d}"
            print(f"{idle.kind:8}  {days:10}  {idle.rooms:5}  {oldest:10}  {idle.bytes:11}")
        if is_done:
            gone = 0
            while now := await pruning.prune(keep, PRUNED_AT_ONCE):
                gone += now
            print(f"{gone} rooms and campaigns are gone")
    finally:
        await database.close()


def export_room(given: argparse.Namespace) -> int:
    """A finished room whole, with its secret; before that, as a spectator may know it."""
    from app.rooms.archive.export import export_lines

    with _database(Settings.from_environment()) as url:
        stored = asyncio.run(_load(url, given.room))
    for line in export_lines(stored):
        sys.stdout.buffer.write(line)
    sys.stdout.flush()
    return 0


async def _load(url: str, room_id: str) -> Stored:
    from app.storage.database import Database
    from app.storage.store import PostgresStore

    database = await Database.open(url)
    store = PostgresStore(database)
    try:
        stored = await store.load(room_id, from_start=True)
    finally:
        await store.close()
        await database.close()
    if stored is None:
        raise CommandError(f"expected the id of a room, found none with {room_id!r}")
    return stored


def replay_file(given: argparse.Namespace) -> int:
    """One line per entry: who, what, and where the game stands after it."""
    from app.rooms.archive.export import BrokenExport, parse
    from app.rooms.archive.replay import replay

    data = _read(given.file)
    registry = discover(*Settings.from_environment().systems)
    try:
        for line in replay(registry, parse(data)):
            print(line)
    except BrokenExport as error:
        raise CommandError(f"{given.file}: {error}") from error
    return 0


def verify_dice(given: argparse.Namespace) -> int:
    """0 if every die is the one that secret, contributions and act determine and, where the rules it was played by are
    these, the game went as they have it; else 1. Says what is not proved."""
    from app.rooms.archive.export import BrokenExport, parse
    from app.rooms.archive.retrace import proved

    try:
        export = parse(_read(given.file))
        proof = proved(export, discover(*Settings.from_environment().systems).get(str(export.header.get("game"))))
    except BrokenExport as error:
        print(f"refused: {error}")
        return 1
    print(*proof.lines, sep="\n")
    return 0


def _read(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise CommandError(f"{file}: {error.strerror}") from error


@contextmanager
def _database(settings: Settings, *, is_owner: bool = False) -> Iterator[str]:
    """The URL of the database that the settings name, for as long as it is needed.

    An embedded one is started; the server must be its owner, other commands also join one that runs.
    """
    with _watched_database(settings, is_owner=is_owner) as (url, _):
        yield url


@contextmanager
def _watched_database(settings: Settings, *, is_owner: bool) -> Iterator[tuple[str, WatchedOver]]:
    """As ``_database``, with what watches over an embedded one while a server serves."""
    if settings.database_url is not None:
        yield settings.database_url, nullcontext
        return
    try:
        # An installation for servers with a database of their own leaves the embedded one out.
        from app.storage.embedded import Embedded, EmbeddedError
        from app.storage.watch import Watch
    except ImportError as error:
        raise CommandError(f"expected DATABASE_URL, found it unset and no embedded PostgreSQL: {error}") from error

    embedded = Embedded(settings.home, processes=settings.workers)
    try:
        url = embedded.start() if is_owner else embedded.start_or_join()
    except EmbeddedError as error:
        raise CommandError(str(error)) from error
    except (OSError, subprocess.SubprocessError) as error:
        raise CommandError(f"the embedded PostgreSQL below {settings.home} cannot be used: {error}") from error
    try:
        yield url, partial(Watch, embedded)
    finally:
        embedded.stop()


def _migrate(url: str) -> None:
    from app.storage.migrate import upgrade

    asyncio.run(upgrade(url))


def _leave(number: int, frame: FrameType | None) -> NoReturn:
    """On SIGTERM: unwind, so that whatever was started is stopped."""
    sys.exit(0)


if __name__ == "__main__":
    sys.exit(main())
