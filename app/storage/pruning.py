"""Rooms that nobody needs any more, in PostgreSQL: which they are, and how they leave.

Each leaves in a transaction of its own, which holds it first, as whoever appends to it does, and looks again: a room that
began, or was opened, meanwhile stays, and whoever comes too late finds no room. What a room has goes with it by the foreign keys.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Final

import asyncpg
import msgspec

from app.rooms.values.ports import Keep
from app.storage.database import Database, answering

PRUNING: Final = 0x7A9E81
"""The first half of the lock of whoever prunes."""
LOCK_MS: Final = 300
"""Less than the second after which PostgreSQL looks for those who wait for each other: it is the pruning that gives way."""

# A campaign and its games are one thing, which idles as long as the one of them that idled least.
IDLE: Final = """
    rooms.stage = $1 AND rooms.idle_since < now() - make_interval(days => $2)
    AND NOT EXISTS (SELECT FROM campaign_games WHERE campaign_games.room_id = rooms.id)
    AND NOT EXISTS (
        SELECT FROM campaign_games JOIN rooms AS games ON games.id = campaign_games.room_id
        WHERE campaign_games.campaign_id = rooms.id
        AND (games.idle_since IS NULL OR games.idle_since >= now() - make_interval(days => $2))
    )
"""
LONGEST_IDLE: Final = f"SELECT id FROM rooms WHERE {IDLE} ORDER BY idle_since LIMIT $3"
HOLD: Final = """
    SELECT id FROM rooms WHERE id = $1 OR id IN (SELECT room_id FROM campaign_games WHERE campaign_id = $1)
    ORDER BY id FOR UPDATE
"""
IS_IDLE: Final = f"SELECT id FROM rooms WHERE {IDLE} AND id = $3"
DELETE: Final = "DELETE FROM rooms WHERE id = ANY($1::text[])"
SURVEY: Final = f"""
    WITH idle AS (SELECT id, idle_since FROM rooms WHERE {IDLE}), all_of_it AS (
        SELECT id FROM idle UNION
        SELECT campaign_games.room_id FROM campaign_games JOIN idle ON idle.id = campaign_games.campaign_id
    )
    SELECT (SELECT count(*) FROM all_of_it) AS rooms, (SELECT min(idle_since) FROM idle) AS oldest, (
        SELECT coalesce(sum(pg_column_size(rooms.*)), 0) FROM rooms JOIN all_of_it USING (id)
    ) + (
        SELECT coalesce(sum(pg_column_size(entries.*)), 0) FROM entries JOIN all_of_it ON id = room_id
    ) + (
        SELECT coalesce(sum(pg_column_size(snapshots.*)), 0) FROM snapshots JOIN all_of_it ON id = room_id
    ) + (
        SELECT coalesce(sum(pg_column_size(keys.*)), 0) FROM keys JOIN all_of_it ON id = room_id
    ) + (
        SELECT coalesce(sum(pg_column_size(links.*)), 0) FROM links JOIN all_of_it ON id = room_id
    ) AS bytes
"""


class Idle(msgspec.Struct, frozen=True):
    """What would leave now of a kind that is kept for ``days`` (``None``: for ever, and then nothing does): how many rooms,
    since when the first of them idles, and what they weigh in the database without its indexes."""

    kind: str
    days: int | None
    rooms: int = 0
    oldest: datetime | None = None
    bytes: int = 0


class PostgresPruning:
    """A ``PruneStore`` over the tables that ``PostgresStore`` fills."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def survey(self, keep: Keep) -> list[Idle]:
        """What would leave now."""
        found = []
        async with answering(), self._database.pool.acquire() as connection:
            for kind, stage, days in _kinds(keep):
                if days is None:
                    found.append(Idle(kind, None))
                else:
                    row = await connection.fetchrow(SURVEY, stage, days)
                    found.append(Idle(kind, days, row["rooms"], row["oldest"], int(row["bytes"])))
        return found

    async def prune(self, keep: Keep, most: int) -> int:
        """Deletes at most ``most`` rooms (or campaigns) of each kind that ``keep`` no longer keeps; answers how many."""
        gone = 0
        async with answering(), self._database.pool.acquire() as connection:
            if not await connection.fetchval("SELECT pg_try_advisory_lock($1, 0)", PRUNING):
                return 0
            try:
                for _, stage, days in _kinds(keep):
                    if days is not None:
                        for row in await connection.fetch(LONGEST_IDLE, stage, days, most):
                            gone += await _leaves(connection, row["id"], stage, days)
            finally:
                if not connection.is_closed():
                    await connection.execute("SELECT pg_advisory_unlock($1, 0)", PRUNING)
        return gone


def _kinds(keep: Keep) -> Iterator[tuple[str, str, int | None]]:
    """Each kind: its name, its stage, its days."""
    yield "unbegun", "unbegun", keep.unbegun
    yield "imports", "import", keep.imports
    yield "finished", "game", keep.finished


async def _leaves(connection: asyncpg.Connection, room_id: str, stage: str, days: int) -> bool:
    """Whether the room is gone: it stays if it is idle no longer, or if somebody else holds it."""
    try:
        async with connection.transaction():
            await connection.execute(f"SET LOCAL lock_timeout = {LOCK_MS}")
            held = [row["id"] for row in await connection.fetch(HOLD, room_id)]
            if await connection.fetchval(IS_IDLE, stage, days, room_id) is None:
                return False
            await connection.execute(DELETE, held)
    except (asyncpg.LockNotAvailableError, asyncpg.DeadlockDetectedError):
        return False
    return True
