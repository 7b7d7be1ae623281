"""Rooms in PostgreSQL."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from functools import reduce
from typing import Any, Final

from sqlalchemy import Column, ColumnElement, Integer, delete, exists, func, insert, literal, select
from sqlalchemy.dialects.postgresql import insert as upsert
from sqlalchemy.ext.asyncio import AsyncConnection

from app.engine.types import Viewer
from app.rooms.values.ports import Append, AppendResult, Entry, Header, KnownKey, Link, RoomExists, Snapshot, Stored
from app.storage import tables
from app.storage.campaigns import note_campaign
from app.storage.database import Database, answering
from app.storage.rows import begins, brings_bot, decode_entry, decode_header, encode, finishes, has_bots, is_told
from app.storage.writer import GroupWriter

PAGE: Final = 200
"""How many entries are read or written at once: a long game must not hold up the others."""
FIND_LINK: Final = "SELECT hash, room_id, viewer, kind, parent FROM links WHERE hash = $1"
LIVING_LINKS: Final = "SELECT hash FROM links WHERE hash = ANY($1::bytea[])"
VERSION: Final = "SELECT version FROM rooms WHERE id = $1"
VERSIONS: Final = "SELECT id, version FROM rooms WHERE id = ANY($1::text[])"
ENTRIES: Final = "SELECT payload FROM entries WHERE room_id = $1 AND version > $2 ORDER BY version LIMIT $3"
OPENED: Final = """
    UPDATE rooms SET idle_since = now() WHERE id = ANY($1::text[]) AND idle_since < now() - interval '1 hour'
"""
KNOWN_KEY: Final = "SELECT body_digest, answer FROM keys WHERE room_id = $1 AND viewer = $2 AND key = $3"


class PostgresStore:
    """A ``RoomStore``. What happens at every request goes straight through asyncpg, the rest through the tables."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.writer = GroupWriter(database.url)

    async def close(self) -> None:
        """Stores what still waits; the database itself is closed by whoever opened it."""
        await self.writer.close()

    async def create(
        self, header: Header, links: Sequence[Link], entries: Sequence[Entry], *, is_import: bool = False
    ) -> None:
        """A new room with its links and its first entries; ``is_import``: made of an export. Raises ``RoomExists``."""
        is_finished = header.glimpse is not None or _is_over(entries)
        stage = "import" if is_import else "game" if any(map(begins, entries)) else "unbegun"
        room = {
            "id": header.id,
            "game": header.game,
            "header": encode(header),
            "version": entries[-1].version if entries else 0,
            "has_bots": has_bots(header) or any(brings_bot(entry) for entry in entries),
            "has_clock": header.clock is not None,
            "is_finished": is_finished,
            "created_at": header.created_at,
            "stage": stage,
            "idle_since": func.now() if is_finished or stage != "game" else None,
        }
        async with answering(), self._database.engine.begin() as connection:
            made = await connection.scalar(
                upsert(tables.rooms).values(room).on_conflict_do_nothing().returning(tables.rooms.c.id)
            )
            if made is None:
                raise RoomExists
            await note_campaign(connection, header)
            for start in range(0, len(entries), PAGE):
                some = entries[start : start + PAGE]
                await connection.execute(insert(tables.entries), [_entry_row(header.id, entry) for entry in some])
            if links:
                await connection.execute(insert(tables.links), [_link_row(link) for link in links])

    async def append(self, request: Append) -> AppendResult:
        """One entry, its key and its snapshot in one transaction; the version check decides races."""
        return await self.writer.append(request)

    async def opened(self, room_ids: Collection[str]) -> None:
        """Somebody looks at these rooms: those that may leave one day stay longer."""
        async with answering():
            await self._database.pool.execute(OPENED, sorted(room_ids))

    async def load(self, room_id: str, *, from_start: bool = False) -> Stored | None:
        """A room, or ``None``; ``from_start`` leaves the snapshot out and reads every entry."""
        async with answering(), self._database.engine.connect() as connection:
            header = await connection.scalar(select(tables.rooms.c.header).where(tables.rooms.c.id == room_id))
            if header is None:
                return None
            snapshot = None if from_start else await _snapshot(connection, room_id)
            after = snapshot.version if snapshot else 0
            entries = await _entries(connection, room_id, after)
        return Stored(decode_header(header), snapshot, entries)

    async def entries(self, room_id: str, after_version: int) -> Sequence[Entry]:
        """The entries after a version, in order."""
        told: list[Entry] = []
        while True:
            async with answering():
                found = await self._database.pool.fetch(ENTRIES, room_id, after_version, PAGE)
            told += (decode_entry(row["payload"]) for row in found)
            if len(found) < PAGE:
                return tuple(told)
            after_version = told[-1].version

    async def entries_for(self, room_id: str, viewer: Viewer, after_seq: int, limit: int) -> Sequence[Entry]:
        """At most ``limit`` entries, in order, in which ``viewer`` was told something after their number ``after_seq``."""
        told: list[Entry] = []
        after_version = 0
        async with answering(), self._database.engine.connect() as connection:
            while len(told) < limit:
                table = tables.entries
                # Counts only grow, so everything past the number is wanted but the entries that told them nothing.
                wanted = (
                    select(table.c.payload)
                    .where(table.c.room_id == room_id, table.c.version > after_version)
                    .where(table.c.counts[viewer].astext.cast(Integer) > after_seq)
                    .order_by(table.c.version)
                    .limit(limit)
                )
                found = [decode_entry(payload) for payload in await connection.scalars(wanted)]
                told += (entry for entry in found if is_told(entry, viewer))
                if len(found) < limit:
                    break
                after_version = found[-1].version
        return tuple(told[:limit])

    async def version(self, room_id: str) -> int | None:
        """Where a room stands."""
        async with answering():
            found: int | None = await self._database.pool.fetchval(VERSION, room_id)
            return found

    async def versions(self, room_ids: Collection[str]) -> Mapping[str, int]:
        """Where each of many rooms stands; unknown ones are left out."""
        async with answering():
            found = await self._database.pool.fetch(VERSIONS, list(room_ids))
        return {row["id"]: row["version"] for row in found}

    async def known_key(self, room_id: str, viewer: Viewer, key: str) -> KnownKey | None:
        """What a key was used for before, if it was."""
        async with answering():
            found = await self._database.pool.fetchrow(KNOWN_KEY, room_id, viewer, key)
        return KnownKey(found["body_digest"], found["answer"]) if found else None

    async def find_link(self, digest: bytes) -> Link | None:
        """The living link or cookie with that hash."""
        async with answering():
            found = await self._database.pool.fetchrow(FIND_LINK, digest)
        return Link(**found) if found else None

    async def living_links(self, digests: Collection[bytes]) -> Set[bytes]:
        """Which of many links and cookies still live."""
        async with answering():
            found = await self._database.pool.fetch(LIVING_LINKS, list(digests))
        return {row["hash"] for row in found}

    async def add_link(self, link: Link) -> None:
        """A cookie made from a link, or a link; does nothing if its parent, or its room, is gone."""
        parent = tables.links.alias("parent")
        columns = list(tables.links.c.keys())
        row = select(*(literal(_link_row(link)[name], tables.links.c[name].type) for name in columns))
        if link.parent is not None:
            # Holding the parent keeps a replacement of the link waiting, so that it then finds the cookie to kill.
            row = row.select_from(parent).where(parent.c.hash == link.parent).with_for_update(key_share=True, read=True)
        else:
            row = row.where(exists().where(tables.rooms.c.id == link.room_id))
        async with answering(), self._database.engine.begin() as connection:
            await connection.execute(upsert(tables.links).from_select(columns, row).on_conflict_do_nothing())

    async def replace_link(self, room_id: str, viewer: Viewer, new: Link) -> None:
        """Kills every link and cookie of a viewer and puts the new link in their place; does nothing if the room is gone."""
        links, rooms = tables.links, tables.rooms
        async with answering(), self._database.engine.begin() as connection:
            # One replacement at a time: the delete must see the link that an earlier one put in.
            held = select(rooms.c.id).where(rooms.c.id == room_id).with_for_update(key_share=True)
            if await connection.scalar(held) is None:
                return
            await connection.execute(delete(links).where(links.c.room_id == room_id, links.c.viewer == viewer))
            await connection.execute(delete(tables.hooks).where(*_hook_of(room_id, viewer)))
            await connection.execute(insert(links).values(_link_row(new)))

    async def withdraw_replays(self, room_id: str, viewer: Viewer | None) -> None:
        """Kills the links to a room's replay that ``viewer`` made; everybody's, for ``None``."""
        links = tables.links
        shown = delete(links).where(links.c.room_id == room_id, links.c.kind == "replay")
        async with answering(), self._database.engine.begin() as connection:
            await connection.execute(shown if viewer is None else shown.where(links.c.viewer == viewer))

    async def playing_with_bots(self) -> Sequence[str]:
        """Ids of the rooms in play that have a bot's seat: what a starting server must wake."""
        return await self._playing(tables.rooms.c.has_bots)

    async def playing_with_clocks(self) -> Sequence[str]:
        """Ids of the rooms in play that have a clock: what a starting server must keep the time of."""
        return await self._playing(tables.rooms.c.has_clock)

    async def _playing(self, with_it: Column[bool]) -> Sequence[str]:
        rooms = tables.rooms
        begun = rooms.c.stage != "unbegun"
        wanted = select(rooms.c.id).where(with_it, ~rooms.c.is_finished, begun).order_by(rooms.c.id)
        async with answering(), self._database.engine.connect() as connection:
            return tuple(await connection.scalars(wanted))


async def _snapshot(connection: AsyncConnection, room_id: str) -> Snapshot | None:
    table = tables.snapshots
    found = await connection.execute(select(table.c.version, table.c.payload).where(table.c.room_id == room_id))
    row = found.one_or_none()
    return Snapshot(row.version, row.payload) if row else None


async def _entries(connection: AsyncConnection, room_id: str, after_version: int) -> tuple[Entry, ...]:
    table = tables.entries
    wanted = select(table.c.payload).where(table.c.room_id == room_id).order_by(table.c.version).limit(PAGE)
    told: list[Entry] = []
    while True:
        payloads = (await connection.scalars(wanted.where(table.c.version > after_version))).all()
        told += map(decode_entry, payloads)
        if len(payloads) < PAGE:
            return tuple(told)
        after_version = told[-1].version


def _is_over(entries: Iterable[Entry]) -> bool:
    return reduce(lambda before, entry: before if (now := finishes(entry)) is None else now, entries, False)


def _entry_row(room_id: str, entry: Entry) -> dict[str, Any]:  # a value per column
    return {"room_id": room_id, "version": entry.version, "counts": dict(entry.counts), "payload": encode(entry)}


def _hook_of(room_id: str, viewer: Viewer) -> tuple[ColumnElement[bool], ...]:
    """Whoever gets a seat's new link is not the one who wanted to be called: in the room itself, and in the games of a campaign
    whose seats hang on its links."""
    hooks, games, links = tables.hooks.c, tables.campaign_games.c, tables.links.c
    own_link = exists().where(
        links.room_id == hooks.room_id, links.viewer == viewer, links.parent.is_(None), links.kind == "link"
    )
    hanging = hooks.room_id.in_(select(games.room_id).where(games.campaign_id == room_id)) & ~own_link
    return hooks.viewer == viewer, (hooks.room_id == room_id) | hanging


def _link_row(link: Link) -> dict[str, Any]:  # a value per column
    return {
        "hash": link.hash,
        "room_id": link.room_id,
        "viewer": link.viewer,
        "kind": link.kind,
        "parent": link.parent,
    }
