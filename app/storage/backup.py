"""A whole database as one file, and back.

The file is gzip. Inside: a line that says what it is (format, schema revision, tables and their columns); for each table
a line with its name and its rows as PostgreSQL's binary COPY, in pieces that each have a line with their length; a last
line with the numbers of rows and the SHA-256 of everything before it. Nothing is ever held in memory as a whole.

It holds the secrets of dice and the hashes of links: whoever has it should be whoever has the database.
"""

from __future__ import annotations

import gzip
import hashlib
import zlib
from collections.abc import AsyncIterator, Callable, Iterator
from datetime import UTC, datetime
from typing import Any, BinaryIO, Final

import asyncpg
import msgspec
from alembic import command
from alembic.util import CommandError as RevisionError
from sqlalchemy import inspect, text
from sqlalchemy.ext.asyncio import AsyncConnection

from app.storage import tables
from app.storage.migrate import configuration, engine_for, newest_revision

FORMAT: Final = "tapete-backup-1"
LONGEST_LINE: Final = 1 << 20
LARGEST_PIECE: Final = 1 << 24
COMPRESSION: Final = 6


class BackupError(Exception):
    """A backup cannot be made or put back; the message says why, and nothing has changed."""


class TableShape(msgspec.Struct, frozen=True):
    """A table of the file and its columns, in the order in which their values stand."""

    name: str
    columns: tuple[str, ...]


class Head(msgspec.Struct, frozen=True, tag="head"):
    """The first line."""

    format: str
    revision: str
    made_at: datetime
    tables: tuple[TableShape, ...]


class Start(msgspec.Struct, frozen=True, tag="table"):
    """From here on rows of this table."""

    name: str


class Piece(msgspec.Struct, frozen=True, tag="rows"):
    """So many bytes of rows follow."""

    bytes: int


class Foot(msgspec.Struct, frozen=True, tag="foot"):
    """The last line."""

    rows: dict[str, int]
    sha256: str


_line: Final = msgspec.json.Decoder(Head | Start | Piece | Foot)


# -- making ------------------------------------------------------------------------------------------


async def back_up(url: str, file: BinaryIO) -> dict[str, int]:
    """Writes the database, as it is at one moment, while others go on using it; answers the rows of each table.

    Raises ``BackupError`` when its schema is not the one that this version of the code expects.
    """
    engine = engine_for(url)
    try:
        async with engine.connect() as connection:
            await connection.execute(text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY"))
            found = await _revision(connection)
            if found != newest_revision():
                raise BackupError(
                    f"expected schema {newest_revision()}, found {found or 'none'}: run python -m app migrate first"
                )
            with _Writer(file) as writer:
                return await _write_tables(await _raw(connection), writer, found)
    finally:
        await engine.dispose()


async def _write_tables(connection: asyncpg.Connection, writer: _Writer, revision: str) -> dict[str, int]:
    shapes = tuple(
        TableShape(str(table.name), tuple(str(column.name) for column in table.columns))
        for table in tables.metadata.sorted_tables
    )
    writer.line(Head(FORMAT, revision, datetime.now(UTC), shapes))
    rows: dict[str, int] = {}
    for shape in shapes:
        writer.line(Start(shape.name))
        done = await connection.copy_from_table(shape.name, columns=shape.columns, output=writer.piece, format="binary")
        rows[shape.name] = int(done.rpartition(" ")[2])
    writer.end(rows)
    return rows


class _Writer:
    """Lines and pieces into a compressed file, hashed on the way."""

    def __init__(self, file: BinaryIO) -> None:
        self._zip = gzip.GzipFile(filename="", fileobj=file, mode="wb", compresslevel=COMPRESSION, mtime=0)
        self._hash = hashlib.sha256()

    def __enter__(self) -> _Writer:
        return self

    def __exit__(self, *problem: object) -> None:
        self._zip.close()

    def line(self, value: msgspec.Struct) -> None:
        """One line of JSON."""
        self._write(msgspec.json.encode(value) + b"\n")

    async def piece(self, data: bytes) -> None:
        """Rows, as COPY hands them over."""
        self.line(Piece(len(data)))
        self._write(data)

    def end(self, rows: dict[str, int]) -> None:
        """The last line."""
        self._zip.write(msgspec.json.encode(Foot(rows, self._hash.hexdigest())) + b"\n")

    def _write(self, data: bytes) -> None:
        self._hash.update(data)
        self._zip.write(data)


# -- putting back ------------------------------------------------------------------------------------


async def restore(url: str, open_file: Callable[[], BinaryIO], *, replace: bool = False) -> dict[str, int]:
    """Puts a backup into a database that nobody uses, in one transaction, and brings it to the present schema; answers the
    rows of each table. ``open_file`` is called twice: the file is read through before anything is touched.

    Raises ``BackupError`` for a damaged file, for one of a newer version of the code, for a database that is in use, and
    for one that has rooms unless ``replace`` gives them up.
    """
    with open_file() as file:
        head = check(file)
    engine = engine_for(url)
    try:
        async with engine.begin() as connection:
            await _require_alone(connection)
            await _require_empty(connection, replace=replace)
            await _rebuild(connection, head.revision)
            with open_file() as file:
                rows = await _read_tables(await _raw(connection), head, file)
            await _migrate(connection, command.upgrade, "head")
    finally:
        await engine.dispose()
    return rows


def check(file: BinaryIO) -> Head:
    """Reads a backup through; answers its first line. Raises ``BackupError`` unless it is whole and unharmed."""
    found = list(_records(file))
    return next(record for record in found if isinstance(record, Head))


def _records(file: BinaryIO, *, with_rows: bool = False) -> Iterator[Head | Start | Foot | bytes]:
    """The records of a file in order, pieces of rows only if asked for; raises ``BackupError`` where it is damaged."""
    hashed = hashlib.sha256()
    is_first = True
    try:
        with gzip.GzipFile(fileobj=file) as unzipped:
            while True:
                raw = unzipped.readline(LONGEST_LINE)
                line = _line.decode(raw)
                if isinstance(line, Head) != is_first:
                    raise BackupError("it does not begin as a backup does")
                is_first = False
                if isinstance(line, Foot):
                    if line.sha256 != hashed.hexdigest() or unzipped.read(1):
                        raise BackupError("it is not as it was written")
                    yield line
                    return
                hashed.update(raw)
                if isinstance(line, Piece):
                    data = _exactly(unzipped, line.bytes)
                    hashed.update(data)
                    if with_rows:
                        yield data
                else:
                    yield _understood(line)
    except (EOFError, OSError, zlib.error, msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BackupError(f"it is cut off or damaged: {error}") from None


def _exactly(unzipped: gzip.GzipFile, size: int) -> bytes:
    if not 0 <= size <= LARGEST_PIECE:
        raise BackupError("it is not as it was written")
    data = unzipped.read(size)
    if len(data) != size:
        raise EOFError("its end is missing")
    return data


def _understood(line: Head | Start) -> Head | Start:
    if isinstance(line, Head) and line.format != FORMAT:
        raise BackupError(f"expected the format {FORMAT}, found {line.format!r}")
    return line


async def _read_tables(connection: asyncpg.Connection, head: Head, file: BinaryIO) -> dict[str, int]:
    shapes = {shape.name: shape for shape in head.tables}
    records = _records(file, with_rows=True)
    rows: dict[str, int] = {}
    record: Head | Start | Foot | bytes = next(records)
    while not isinstance(record, Foot):
        if not isinstance(record, Start):
            record = next(records)
            continue
        rows_of_it = _Rows(records)
        shape = shapes.get(record.name)
        if shape is None:
            raise BackupError(f"expected one of the tables {', '.join(shapes)}, found {record.name!r}")
        done = await connection.copy_to_table(
            shape.name, columns=shape.columns, source=rows_of_it.pieces(), format="binary"
        )
        rows[shape.name] = int(done.rpartition(" ")[2])
        record = rows_of_it.after
    if rows != record.rows:
        raise BackupError(f"expected rows {record.rows}, found {rows}")
    return rows


class _Rows:
    """The pieces of one table; ``after`` is the record that ended them."""

    def __init__(self, records: Iterator[Head | Start | Foot | bytes]) -> None:
        self._records = records
        self.after: Head | Start | Foot

    async def pieces(self) -> AsyncIterator[bytes]:
        for record in self._records:
            if not isinstance(record, bytes):
                self.after = record
                return
            yield record


# -- the database ------------------------------------------------------------------------------------


async def _require_alone(connection: AsyncConnection) -> None:
    """A server keeps rooms in memory, which would not be those of the backup."""
    others = await connection.scalar(
        text(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() "
            "AND backend_type = 'client backend'"
        )
    )
    if others:
        raise BackupError(
            f"expected nobody else to use the database, found {others} connections: stop the server first"
        )


async def _require_empty(connection: AsyncConnection, *, replace: bool) -> None:
    existing = set(await connection.run_sync(lambda inner: inspect(inner).get_table_names()))
    if replace or tables.rooms.name not in existing:
        return
    rooms = await connection.scalar(text(f"SELECT count(*) FROM {tables.rooms.name}"))
    if rooms:
        raise BackupError(f"expected an empty database, found one with {rooms} rooms: --replace gives them up")


async def _rebuild(connection: AsyncConnection, revision: str) -> None:
    """Our own tables, empty, as they were at a revision; other people's tables stay as they are."""
    try:
        if await _revision(connection) is not None:
            await _migrate(connection, command.downgrade, "base")
        await _migrate(connection, command.upgrade, revision)
    except RevisionError as error:
        raise BackupError(f"expected a backup and a database of no newer version than this one: {error}") from error


async def _migrate(connection: AsyncConnection, run: Any, revision: str) -> None:  # upgrade or downgrade
    await connection.run_sync(lambda inner: run(configuration(inner), revision))


async def _revision(connection: AsyncConnection) -> str | None:
    names = await connection.run_sync(lambda inner: inspect(inner).get_table_names())
    if "alembic_version" not in names:
        return None
    found: str | None = await connection.scalar(text("SELECT version_num FROM alembic_version"))
    return found


async def _raw(connection: AsyncConnection) -> asyncpg.Connection:
    """The driver's own connection, within the same transaction."""
    return (await connection.get_raw_connection()).driver_connection
