"""A ``RoomStore`` in memory that keeps the protocol, encoding included, for tests of rooms that need no database."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Mapping, Sequence, Set

import msgspec

from app.engine.types import Viewer
from app.rooms.values.ports import (
    Append,
    Appended,
    AppendResult,
    Entry,
    Header,
    KnownKey,
    Link,
    Lost,
    Snapshot,
    Stored,
    StoreUnavailable,
)


class _Kept(msgspec.Struct):
    """A room: what is stored of it, as JSON."""

    header: bytes
    entries: list[bytes]
    snapshot: Snapshot | None = None


class MemoryStore:
    """Rooms in memory. ``before_append`` is called before each append takes effect: a place for a test to interfere;
    ``is_away`` makes every method raise ``StoreUnavailable``."""

    def __init__(self) -> None:
        self._rooms: dict[str, _Kept] = {}
        self._keys: dict[tuple[str, Viewer, str], KnownKey] = {}
        self._links: dict[bytes, Link] = {}
        self.before_append: Callable[[Append], None] = lambda request: None
        self.is_away = False

    async def create(
        self, header: Header, links: Sequence[Link], entries: Sequence[Entry], *, is_import: bool = False
    ) -> None:
        await self._answer()
        kept = _Kept(msgspec.json.encode(header), [msgspec.json.encode(entry) for entry in entries])
        self._rooms[header.id] = kept
        self._links.update((link.hash, link) for link in links)

    async def append(self, request: Append) -> AppendResult:
        payload = msgspec.json.encode(request.entry)
        await self._answer()
        self.before_append(request)
        kept = self._rooms[request.room_id]
        key = None if request.key is None else (request.room_id, request.key.viewer, request.key.key)
        if key is not None and key in self._keys:
            return self._keys[key]
        if request.entry.version != len(kept.entries) + 1:
            return Lost(len(kept.entries))
        kept.entries.append(payload)
        if key is not None and request.key is not None:
            self._keys[key] = KnownKey(request.key.body_digest, request.key.answer)
        if request.snapshot is not None:
            kept.snapshot = request.snapshot
        return Appended()

    async def opened(self, room_ids: Collection[str]) -> None:
        await self._answer()

    async def load(self, room_id: str, *, from_start: bool = False) -> Stored | None:
        await self._answer()
        kept = self._rooms.get(room_id)
        if kept is None:
            return None
        snapshot = None if from_start else kept.snapshot
        after = 0 if snapshot is None else snapshot.version
        return Stored(msgspec.json.decode(kept.header, type=Header), snapshot, self._entries(room_id)[after:])

    async def entries(self, room_id: str, after_version: int) -> Sequence[Entry]:
        await self._answer()
        return self._entries(room_id)[after_version:]

    async def entries_for(self, room_id: str, viewer: Viewer, after_seq: int, limit: int) -> Sequence[Entry]:
        await self._answer()
        told = (entry for entry in self._entries(room_id) if entry.told.get(viewer, entry.public))
        return tuple(entry for entry in told if entry.counts[viewer] > after_seq)[:limit]

    async def version(self, room_id: str) -> int | None:
        await self._answer()
        return len(self._rooms[room_id].entries) if room_id in self._rooms else None

    async def versions(self, room_ids: Collection[str]) -> Mapping[str, int]:
        await self._answer()
        return {room_id: len(self._rooms[room_id].entries) for room_id in room_ids if room_id in self._rooms}

    async def known_key(self, room_id: str, viewer: Viewer, key: str) -> KnownKey | None:
        await self._answer()
        return self._keys.get((room_id, viewer, key))

    async def find_link(self, digest: bytes) -> Link | None:
        await self._answer()
        return self._links.get(digest)

    async def living_links(self, digests: Collection[bytes]) -> Set[bytes]:
        await self._answer()
        return {digest for digest in digests if digest in self._links}

    async def add_link(self, link: Link) -> None:
        await self._answer()
        if link.parent is None or link.parent in self._links:
            self._links[link.hash] = link

    async def replace_link(self, room_id: str, viewer: Viewer, new: Link) -> None:
        await self._answer()
        dead = [link.hash for link in self._links.values() if (link.room_id, link.viewer) == (room_id, viewer)]
        for digest in dead:
            del self._links[digest]
        self._links[new.hash] = new

    async def withdraw_replays(self, room_id: str, viewer: Viewer | None) -> None:
        await self._answer()
        for digest, link in tuple(self._links.items()):
            if link.room_id == room_id and link.kind == "replay" and viewer in (None, link.viewer):
                del self._links[digest]

    async def playing_with_bots(self) -> Sequence[str]:
        await self._answer()
        return tuple(room_id for room_id in sorted(self._rooms) if self._plays_with_bots(room_id))

    async def playing_with_clocks(self) -> Sequence[str]:
        await self._answer()
        headers = {room_id: msgspec.json.decode(kept.header, type=Header) for room_id, kept in self._rooms.items()}
        return tuple(
            room_id
            for room_id, header in sorted(headers.items())
            if header.clock is not None
            and not any(
                event["type"] in ("game_finished", "room_closed") for e in self._entries(room_id) for event in e.events
            )
        )

    def _plays_with_bots(self, room_id: str) -> bool:
        header = msgspec.json.decode(self._rooms[room_id].header, type=Header)
        events = [event for entry in self._entries(room_id) for event in entry.events]
        is_finished = any(event["type"] == "game_finished" for event in events)
        has_bots = any(seat["kind"] == "bot" for seat in header.seats)
        return (has_bots or any("bot" in (event.get("kind"), event.get("by")) for event in events)) and not is_finished

    def _entries(self, room_id: str) -> tuple[Entry, ...]:
        return tuple(msgspec.json.decode(payload, type=Entry) for payload in self._rooms[room_id].entries)

    async def _answer(self) -> None:
        """A store never answers at once."""
        await asyncio.sleep(0)
        if self.is_away:
            raise StoreUnavailable("the store is away")
