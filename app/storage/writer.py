"""The only way an entry gets into the database: one writer per process, which commits in groups, one statement each.

Whoever waits while a transaction runs is in the next one, so that many rooms share one flush to the disk and a lone
one never waits for company.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import Iterable, Sequence
from typing import Final

import asyncpg
import msgspec

from app.rooms.values.ports import Append, Appended, AppendResult, KnownKey, Lost, StoreUnavailable, UnknownRoom
from app.storage.rows import Row

MOST_AT_ONCE: Final = 256
COMMAND_S: Final = 10.0

# All in one statement, which is a transaction of its own: one way there and back, one flush to the disk. Rooms are locked in
# the order of their ids, so that two processes that want the same ones cannot wait for each other. A key that another
# process stored while the lock was waited for is not seen yet, but then the room has grown, and nothing is stored.
APPEND: Final = """
    WITH asked AS (
        SELECT * FROM unnest($1::text[], $2::int[], $3::jsonb[], $4::bytea[], $5::bool[], $6::bool[], $7::text[], $8::text[],
            $9::text[], $10::bytea[], $11::int[], $12::bytea[], $13::bool[]) AS one(room_id, version, counts, payload, is_finished,
            brings_bot, viewer, key, body_digest, answer, snapshot_version, snapshot, begins)
    ), held AS (
        SELECT id, version FROM rooms WHERE id = ANY($1::text[]) ORDER BY id FOR UPDATE
    ), known AS (
        SELECT room_id, keys.body_digest, keys.answer FROM keys JOIN asked USING (room_id, viewer, key)
    ), fitting AS (
        SELECT asked.* FROM asked JOIN held ON held.id = asked.room_id AND held.version = asked.version - 1
        WHERE NOT EXISTS (SELECT FROM known WHERE known.room_id = asked.room_id)
    ), grown AS (
        UPDATE rooms SET version = fitting.version, has_bots = rooms.has_bots OR fitting.brings_bot,
            is_finished = coalesce(fitting.is_finished, rooms.is_finished),
            stage = CASE WHEN fitting.begins OR rooms.stage = 'import' AND NOT rooms.is_finished THEN 'game'
                ELSE rooms.stage END,
            idle_since = CASE WHEN coalesce(fitting.is_finished, rooms.is_finished)
                OR rooms.stage = 'unbegun' AND NOT fitting.begins THEN now() END
        FROM fitting WHERE rooms.id = fitting.room_id
        RETURNING rooms.id
    ), stored AS (
        INSERT INTO entries (room_id, version, counts, payload) SELECT room_id, version, counts, payload FROM fitting
    ), keyed AS (
        INSERT INTO keys (room_id, viewer, key, body_digest, answer)
        SELECT room_id, viewer, key, body_digest, answer FROM fitting WHERE key IS NOT NULL ON CONFLICT DO NOTHING
    ), snapped AS (
        INSERT INTO snapshots (room_id, version, payload)
        SELECT room_id, snapshot_version, snapshot FROM fitting WHERE snapshot IS NOT NULL
        ON CONFLICT (room_id) DO UPDATE SET version = excluded.version, payload = excluded.payload
        WHERE snapshots.version < excluded.version
    )
    SELECT held.id, held.version, grown.id IS NOT NULL AS is_grown, known.body_digest, known.answer
    FROM held LEFT JOIN grown USING (id) LEFT JOIN known ON known.room_id = held.id
"""
COLUMNS: Final = 13
STORED: Final = "SELECT payload FROM entries WHERE room_id = $1 AND version = $2"

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

Answer = AppendResult | Exception


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
                await asyncio.sleep(0)  # whoever is about to ask comes along, which costs a lone one nothing
                await self._serve(self._next_group())

    def _next_group(self) -> Sequence[_Waiting]:
        """What waits longest, but only one entry of each room: the next one depends on what became of it."""
        group: dict[str, _Waiting] = {}
        later: list[_Waiting] = []
        while self._waiting and len(group) < MOST_AT_ONCE:
            waiting = self._waiting.popleft()
            if group.setdefault(waiting.row.request.room_id, waiting) is not waiting:
                later.append(waiting)
        self._waiting.extendleft(reversed(later))
        return tuple(group.values())

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
        found = {
            room["id"]: room for room in await connection.fetch(APPEND, *_columns(map(_column_values, rows), COLUMNS))
        }
        answers = [_answer(row.request.room_id, found.get(row.request.room_id)) for row in rows]
        self.commits += 1
        self.appended += sum(isinstance(answer, Appended) for answer in answers)
        if is_again:
            answers = [await _recognise(connection, row, answer) for row, answer in zip(rows, answers, strict=True)]
        return answers

    async def _connected(self) -> asyncpg.Connection:
        if self._connection is None or self._connection.is_closed():
            self._connection = await asyncpg.connect(self._url, timeout=COMMAND_S, command_timeout=COMMAND_S)
        return self._connection

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.terminate()
            self._connection = None


def _answer(room_id: str, found: asyncpg.Record | None) -> Answer:
    """What became of an entry, by what is known of its room."""
    if found is None:
        return UnknownRoom(f"expected a room, found none with the id {room_id!r}")
    if found["is_grown"]:
        return Appended()
    if found["body_digest"] is not None:
        return KnownKey(found["body_digest"], found["answer"])
    return Lost(found["version"])


def _column_values(row: Row) -> tuple[object, ...]:
    request = row.request
    key, snapshot = request.key, request.snapshot
    return (
        *(request.room_id, request.entry.version, row.counts, row.payload, row.is_finished, row.brings_bot),
        *((None,) * 4 if key is None else (key.viewer, key.key, key.body_digest, key.answer)),
        *((None,) * 2 if snapshot is None else (snapshot.version, snapshot.payload)),
        row.begins,
    )


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
