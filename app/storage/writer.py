"""The only way an entry gets into the database: one writer per process, which commits in groups.

Whoever waits while a transaction runs is in the next one, so that many rooms share one flush to the disk and a lone
one never waits for company.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import asyncpg
import msgspec

from app.rooms.ports import Append, Appended, AppendResult, KnownKey, Lost, StoreUnavailable
from app.storage.rows import Row

MOST_AT_ONCE: Final = 256
COMMAND_S: Final = 10.0

# In the order of their ids, so that two processes that want the same rooms cannot wait for each other.
LOCK: Final = "SELECT id, version FROM rooms WHERE id = ANY($1::text[]) ORDER BY id FOR UPDATE"
KNOWN: Final = """
    SELECT room_id, viewer, key, body_digest, answer FROM keys
    JOIN unnest($1::text[], $2::text[], $3::text[]) AS asked(room_id, viewer, key) USING (room_id, viewer, key)
"""
STORED: Final = "SELECT payload FROM entries WHERE room_id = $1 AND version = $2"
GROW: Final = """
    WITH grown AS (
        UPDATE rooms SET version = new.version, is_finished = coalesce(new.is_finished, rooms.is_finished),
            has_bots = rooms.has_bots OR new.brings_bot
        FROM unnest($1::text[], $2::int[], $3::bool[], $4::bool[]) AS new(id, version, is_finished, brings_bot)
        WHERE rooms.id = new.id
    )
    INSERT INTO entries (room_id, version, counts, payload)
    SELECT * FROM unnest($5::text[], $6::int[], $7::jsonb[], $8::bytea[])
"""
ADD_KEYS: Final = """
    INSERT INTO keys (room_id, viewer, key, body_digest, answer)
    SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bytea[]) ON CONFLICT DO NOTHING
"""
PUT_SNAPSHOTS: Final = """
    INSERT INTO snapshots (room_id, version, payload)
    SELECT * FROM unnest($1::text[], $2::int[], $3::bytea[])
    ON CONFLICT (room_id) DO UPDATE SET version = excluded.version, payload = excluded.payload
    WHERE snapshots.version < excluded.version
"""

# What the entry itself is to blame for; everything else says that the database did not answer.
REFUSED: Final = (asyncpg.DataError, asyncpg.IntegrityConstraintViolationError)
UNANSWERED: Final = (
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    OSError,
    TimeoutError,
)

logger = logging.getLogger(__name__)

KeyId = tuple[str, str, str]
Answer = AppendResult | Exception


class UnknownRoom(LookupError):
    """An entry was to be appended to a room that does not exist."""


class Unstorable(ValueError):
    """The database refuses this entry whatever comes with it; nothing of it was stored."""


class _Waiting(msgspec.Struct, frozen=True):
    row: Row
    answer: asyncio.Future[AppendResult]


class GroupWriter:
    """Appends entries over a connection of its own, made when first needed and again when it broke."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._waiting: deque[_Waiting] = deque()
        self._arrived = asyncio.Event()
        self._connection: asyncpg.Connection | None = None
        self._is_closing = False
        self.commits = 0
        self.appended = 0
        self._task = asyncio.create_task(self._run(), name="group writer")

    @property
    def waiting(self) -> int:
        """How many entries wait for the next transaction."""
        return len(self._waiting)

    async def append(self, request: Append) -> AppendResult:
        """Answers once the entry is durable, or why it is not stored.

        Raises ``StoreUnavailable`` when the database did not answer, ``Unstorable`` when it refuses the entry and
        ``UnknownRoom`` when there is no such room.
        """
        row = Row.of(request)
        if self._is_closing:
            raise StoreUnavailable("the store is closed")
        answer: asyncio.Future[AppendResult] = asyncio.get_running_loop().create_future()
        self._waiting.append(_Waiting(row, answer))
        self._arrived.set()
        return await answer

    async def close(self) -> None:
        """Stores what still waits, takes nothing more, and closes the connection."""
        self._is_closing = True
        self._arrived.set()
        await self._task
        if self._connection is not None:
            with contextlib.suppress(*UNANSWERED):
                await self._connection.close(timeout=1)
            self._disconnect()

    async def _run(self) -> None:
        while self._waiting or not self._is_closing:
            await self._arrived.wait()
            self._arrived.clear()
            while self._waiting:
                count = min(len(self._waiting), MOST_AT_ONCE)
                await self._serve([self._waiting.popleft() for _ in range(count)])

    async def _serve(self, group: Sequence[_Waiting]) -> None:
        answers: Sequence[Answer]
        try:
            answers = await self._store([waiting.row for waiting in group])
        except Exception as error:  # noqa: BLE001 - a fault here must reach those who wait, not leave them waiting
            answers = [error] * len(group)
        for waiting, answer in zip(group, answers, strict=True):
            if waiting.answer.done():
                continue  # its caller was cancelled meanwhile
            if isinstance(answer, Exception):
                waiting.answer.set_exception(answer)
            else:
                waiting.answer.set_result(answer)

    async def _store(self, rows: Sequence[Row]) -> Sequence[Answer]:
        """All rows in one transaction; if one of them is refused, each in its own, so that it hurts nobody else.

        A transaction whose outcome was lost with its connection is tried once more: what it did store is recognised.
        """
        lost: Exception | None = None
        for _ in range(2):
            try:
                return await self._commit(rows, is_again=lost is not None)
            except REFUSED as error:
                if len(rows) == 1:
                    return [Unstorable(f"the database refuses the entry: {error}")]
                return [(await self._store([row]))[0] for row in rows]
            except UNANSWERED as error:
                self._disconnect()
                lost = error
        logger.warning("%d entries not stored: %s", len(rows), lost)
        return [StoreUnavailable(f"the database did not answer: {lost}") for _ in rows]

    async def _commit(self, rows: Sequence[Row], *, is_again: bool) -> Sequence[Answer]:
        connection = await self._connected()
        async with connection.transaction():
            rooms = sorted({row.request.room_id for row in rows})
            versions = {found["id"]: found["version"] for found in await connection.fetch(LOCK, rooms)}
            answers = decide(rows, versions, await _known_keys(connection, rows))
            accepted = [row for row, answer in zip(rows, answers, strict=True) if isinstance(answer, Appended)]
            if accepted:
                await _write(connection, accepted)
            if is_again:
                answers = [await _recognise(connection, row, answer) for row, answer in zip(rows, answers, strict=True)]
        self.commits += 1
        self.appended += len(accepted)
        return answers

    async def _connected(self) -> asyncpg.Connection:
        if self._connection is None or self._connection.is_closed():
            self._connection = await asyncpg.connect(self._url, timeout=COMMAND_S, command_timeout=COMMAND_S)
        return self._connection

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.terminate()
            self._connection = None


def decide(rows: Iterable[Row], versions: Mapping[str, int], known: Mapping[KeyId, KnownKey]) -> list[Answer]:
    """What becomes of each row, in order of arrival, in rooms that stand at ``versions``."""
    versions, known = dict(versions), dict(known)
    answers: list[Answer] = []
    for row in rows:
        request = row.request
        key = _key_id(request)
        standing = versions.get(request.room_id)
        if standing is None:
            answers.append(UnknownRoom(f"expected a room, found none with the id {request.room_id!r}"))
        elif key is not None and key in known:
            answers.append(known[key])
        elif request.entry.version != standing + 1:
            answers.append(Lost(standing))
        else:
            versions[request.room_id] = request.entry.version
            if key is not None and request.key is not None:
                known[key] = KnownKey(request.key.body_digest, request.key.answer)
            answers.append(Appended())
    return answers


def _key_id(request: Append) -> KeyId | None:
    return (request.room_id, request.key.viewer, request.key.key) if request.key else None


async def _known_keys(connection: asyncpg.Connection, rows: Iterable[Row]) -> Mapping[KeyId, KnownKey]:
    asked = [key for row in rows if (key := _key_id(row.request)) is not None]
    if not asked:
        return {}
    found = await connection.fetch(KNOWN, *_columns(asked, 3))
    return {(row["room_id"], row["viewer"], row["key"]): KnownKey(row["body_digest"], row["answer"]) for row in found}


async def _write(connection: asyncpg.Connection, rows: Sequence[Row]) -> None:
    grown: dict[str, tuple[str, int, bool | None, bool]] = {}
    snapshots: dict[str, tuple[str, int, bytes]] = {}
    for row in rows:
        room, version = row.request.room_id, row.request.entry.version
        before = grown.get(room)
        is_finished = row.is_finished if row.is_finished is not None or before is None else before[2]
        grown[room] = (room, version, is_finished, row.brings_bot or (before is not None and before[3]))
        if (snapshot := row.request.snapshot) is not None:
            snapshots[room] = (room, snapshot.version, snapshot.payload)
    entries = [(row.request.room_id, row.request.entry.version, row.counts, row.payload) for row in rows]
    keys = [
        (row.request.room_id, key.viewer, key.key, key.body_digest, key.answer)
        for row in rows
        if (key := row.request.key) is not None
    ]
    await connection.execute(GROW, *_columns(grown.values(), 4), *_columns(entries, 4))
    if keys:
        await connection.execute(ADD_KEYS, *_columns(keys, 5))
    if snapshots:
        await connection.execute(PUT_SNAPSHOTS, *_columns(snapshots.values(), 3))


async def _recognise(connection: asyncpg.Connection, row: Row, answer: Answer) -> Answer:
    """An entry that is already stored, since only the answer to its first commit was lost, counts as appended."""
    if not isinstance(answer, Lost | KnownKey):
        return answer
    stored = await connection.fetchval(STORED, row.request.room_id, row.request.entry.version)
    return Appended() if stored == row.payload else answer


def _columns(rows: Iterable[Sequence[object]], width: int) -> list[list[object]]:
    """Rows as one list per column, which is how ``unnest`` takes them."""
    columns: list[list[object]] = [[] for _ in range(width)]
    for row in rows:
        for column, value in zip(columns, row, strict=True):
            column.append(value)
    return columns
