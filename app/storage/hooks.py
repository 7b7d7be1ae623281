"""Where seats want to be called, in PostgreSQL: one statement decides which process calls."""

from __future__ import annotations

from typing import Final

from app.engine.types import Viewer
from app.rooms.values.calls import Hook
from app.storage.database import Database, answering

PUT: Final = """
    INSERT INTO hooks (room_id, viewer, url, table_url, lang, always, told, failures)
    SELECT $1, $2, $3, $4, $5, $6, rooms.version, 0 FROM rooms WHERE id = $1
    ON CONFLICT (room_id, viewer) DO UPDATE
    SET url = excluded.url, table_url = excluded.table_url, lang = excluded.lang, always = excluded.always, failures = 0
"""
DROP: Final = "DELETE FROM hooks WHERE room_id = $1 AND viewer = $2"
HOOK: Final = "SELECT room_id, viewer, url, table_url, lang, always FROM hooks WHERE room_id = $1 AND viewer = $2"
CLAIM: Final = """
    UPDATE hooks SET told = $3, called_at = now()
    WHERE room_id = $1 AND viewer = $2 AND told < $3
    AND (called_at IS NULL OR called_at <= now() - make_interval(secs => $4))
    RETURNING room_id, viewer, url, table_url, lang, always
"""
FAILED: Final = "UPDATE hooks SET failures = failures + 1 WHERE room_id = $1 AND viewer = $2 RETURNING failures"
REACHED: Final = "UPDATE hooks SET failures = 0 WHERE room_id = $1 AND viewer = $2"


class PostgresHooks:
    """A ``HookStore``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def put(self, hook: Hook) -> None:
        """The seat's hook from now on."""
        values = (hook.room_id, hook.viewer, hook.url, hook.table, hook.lang, hook.always)
        async with answering():
            await self._database.pool.execute(PUT, *values)

    async def drop(self, room_id: str, viewer: Viewer) -> None:
        """The seat has none any more."""
        async with answering():
            await self._database.pool.execute(DROP, room_id, viewer)

    async def hook_of(self, room_id: str, viewer: Viewer) -> Hook | None:
        """The seat's hook, if it has one."""
        async with answering():
            found = await self._database.pool.fetchrow(HOOK, room_id, viewer)
        return Hook(*found.values()) if found else None

    async def claim(self, room_id: str, viewer: Viewer, version: int, pause_s: float) -> Hook | None:
        """The seat's hook, to be called for what happened at ``version``, if nobody did and it was not called within the
        last ``pause_s`` seconds."""
        async with answering():
            found = await self._database.pool.fetchrow(CLAIM, room_id, viewer, version, pause_s)
        return Hook(*found.values()) if found else None

    async def failed(self, room_id: str, viewer: Viewer, most: int) -> None:
        """A call came to nothing; after ``most`` in a row the seat has no hook any more."""
        async with answering():
            failures = await self._database.pool.fetchval(FAILED, room_id, viewer)
        if failures is not None and failures >= most:
            await self.drop(room_id, viewer)

    async def reached(self, room_id: str, viewer: Viewer) -> None:
        """A call was taken."""
        async with answering():
            await self._database.pool.execute(REACHED, room_id, viewer)
