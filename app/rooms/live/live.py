"""The rooms that this process has in memory: loaded when asked for, grown only by durable entries, dropped when idle."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from functools import partial
from typing import Any, Final

import msgspec

from app.engine.refusal import InvalidInput
from app.engine.registry import Registry
from app.engine.scene import Scene
from app.engine.telling import LogEntry
from app.engine.types import SPECTATOR, Viewer
from app.rooms.drafts.campaign_drafts import judge_of
from app.rooms.drafts.drafts import Draft
from app.rooms.live.entries import entry_of, to_the_millisecond
from app.rooms.live.hub import Hub
from app.rooms.pace.aside import Aside
from app.rooms.room import projection, snapshots
from app.rooms.room.deltas import Delta, Picture
from app.rooms.room.freshness import HistoryMissing
from app.rooms.room.room import Room
from app.rooms.values.errors import NotFound, RoomError
from app.rooms.values.ports import (
    Append,
    Appended,
    AppendResult,
    Entry,
    Key,
    KnownKey,
    Lost,
    Relay,
    RoomStore,
    Stored,
    StoreUnavailable,
    UnknownRoom,
)
from app.rooms.values.values import RoomInfo, Told

logger = logging.getLogger(__name__)

SNAPSHOT_EVERY: Final = 64
IDLE_S: Final = 300.0
TRIES: Final = 100
PAGE: Final = 200

Judge = Callable[[Room], Draft]
"""Decides, from the room as it stands, what is to be appended; raises what refuses it."""

KeyOf = Callable[[Entry], Key | None]


class Record(msgspec.Struct):
    """Everything one viewer was told, with its words."""

    events: list[Told]
    log: list[LogEntry | None]


class LiveRoom:
    """A room in memory with what is worked out from it. ``lock`` is held by whoever makes it grow."""

    def __init__(self, room: Room, snapshot_version: int) -> None:
        self.room = room
        self.lock = asyncio.Lock()
        self.used_at = time.monotonic()
        self.snapshot_version = snapshot_version
        self.records: dict[Viewer, Record] = {}
        self._scenes: dict[Viewer, tuple[Any, Scene]] = {}

    def scene(self, viewer: Viewer) -> Callable[[], Scene]:
        """How to draw what ``viewer`` sees now, whatever happens until then."""
        room = self.room
        if room.seen is not None:
            return partial(room.system.scene, room.view(viewer))
        return partial(self._scene_of, room.seen_by(viewer).state, viewer, keep=True)

    def change(self, viewer: Viewer, before: Any, after: Any, log: tuple[LogEntry | None, ...]) -> Picture:
        """What a step from one state to another changes in a viewer's picture."""
        old = self._scene_of(before, viewer, keep=False)
        if after is before:
            return projection.picture(old, old, log)
        picture = projection.picture(old, self._scene_of(after, viewer, keep=False), log)
        if after is self.room.seen_by(viewer).state:
            self._scenes[viewer] = (after, picture.after)
        return picture

    def _scene_of(self, state: Any, viewer: Viewer, *, keep: bool) -> Scene:
        known = self._scenes.get(viewer)
        if known is not None and known[0] is state:
            return known[1]
        scene = projection.scene_of(self.room.system, self.room.header, state, viewer)
        if keep:
            self._scenes[viewer] = (state, scene)
        return scene


class LiveRooms:
    """Every room of this process. ``grown`` is called after each entry that a room took in."""

    def __init__(
        self,
        registry: Registry,
        store: RoomStore,
        relay: Relay,
        hub: Hub,
        aside: Aside,
        *,
        clock: Callable[[], datetime],
        grown: Callable[[Room], None],
    ) -> None:
        self._registry = registry
        self._store = store
        self._relay = relay
        self._hub = hub
        self._aside = aside
        self._clock = clock
        self._grown = grown
        self._rooms: dict[str, LiveRoom] = {}
        self._loading: dict[str, asyncio.Task[LiveRoom]] = {}

    def __len__(self) -> int:
        """How many rooms are in memory."""
        return len(self._rooms)

    async def get(self, room_id: str) -> LiveRoom:
        """The room in memory, loaded if it was not; raises ``NotFound``."""
        live = self._rooms.get(room_id)
        if live is None:
            live = await self._load_once(room_id)
        live.used_at = time.monotonic()
        return live

    async def change(self, room_id: str, judge: Judge, key_of: KeyOf | None = None) -> Entry | KnownKey:
        """Appends what ``judge`` decides and tells everybody; judges again whenever somebody else's entry came first.

        Nothing of a decision that was not appended is ever told. Answers ``KnownKey`` if the key was used before.
        """
        live = await self.get(room_id)
        async with live.lock:
            for _ in range(TRIES):
                try:
                    draft = await self._judge(live, judge)
                except (RoomError, InvalidInput):
                    # It may be refused only because of something that another process did meanwhile.
                    if await self._is_current(live):
                        raise
                    await self._catch_up(live)
                    continue
                entry = entry_of(live.room, draft, to_the_millisecond(self._clock()))
                key = key_of(entry) if key_of is not None else None
                request = Append(room_id, entry, key, self._snapshot(live))
                match await self._append(request):
                    case Appended():
                        if request.snapshot is not None:
                            live.snapshot_version = request.snapshot.version
                        await self._take_in(live, entry, draft.state)
                        self._relay.announce(room_id, entry.version)
                        return entry
                    case KnownKey() as known:
                        return known
                    case Lost():
                        await self._catch_up(live)
        raise StoreUnavailable("the room grows too fast")

    async def catch_up(self, room_id: str, version: int | None = None) -> None:
        """Takes in what other processes appended to a room that is in memory, up to ``version`` at least, which is by
        default where it stands in the store. Raises ``NotFound`` for one that is gone."""
        live = self._rooms.get(room_id)
        if live is None:
            return
        if version is None:
            version = await self._version(live)
        if live.room.version < version:
            async with live.lock:
                if live.room.version < version:
                    await self._catch_up(live)

    async def record(self, room_id: str, viewer: Viewer) -> tuple[LiveRoom, Record]:
        """Everything a viewer was told up to the room's present version."""
        live = await self.get(room_id)
        if viewer not in live.records:
            async with live.lock:
                if viewer not in live.records:
                    live.records[viewer] = await self._read_record(live.room, viewer)
        return live, live.records[viewer]

    async def told_after(self, room: Room, viewer: Viewer, after: int) -> list[Entry]:
        """The entries in which ``viewer`` was told something after their number ``after``, as far as ``room`` knows them."""
        found: list[Entry] = []
        while True:
            page = await self._store.entries_for(room.header.id, viewer, after, PAGE)
            found += (entry for entry in page if entry.version <= room.version)
            if len(page) < PAGE:
                return found
            after = page[-1].counts[viewer]

    def forget(self, room_id: str) -> None:
        """Drops a room that is no longer stored."""
        self._rooms.pop(room_id, None)

    def drop_idle(self) -> None:
        """Forgets rooms that nobody used or watched for a while."""
        now = time.monotonic()
        for room_id, live in tuple(self._rooms.items()):
            is_idle = now - live.used_at > IDLE_S and not live.lock.locked()
            if is_idle and not self._hub.watched(room_id):
                del self._rooms[room_id]

    async def _load_once(self, room_id: str) -> LiveRoom:
        task = self._loading.get(room_id)
        if task is None:
            task = asyncio.create_task(self._load_live(room_id), name=f"load room {room_id}")
            self._loading[room_id] = task
            task.add_done_callback(lambda _: self._loading.pop(room_id, None))
        return await asyncio.shield(task)

    async def _load_live(self, room_id: str) -> LiveRoom:
        try:
            live = LiveRoom(*await self._load(room_id))
        except InvalidInput as error:
            # Written by a version of the game that is no longer here: nothing that anybody asked for is at fault.
            logger.error("room %s cannot be read by the present rules: %s", room_id, error)
            raise NotFound from error
        await self._aside.do(room_id, partial(_find_names, live.room))
        await self._store.opened((room_id,))
        self._rooms[room_id] = live
        live.room.doer = None  # what was done before it was loaded is no sign of anybody now
        self._grown(live.room)
        return live

    async def _load(self, room_id: str) -> tuple[Room, int]:
        """The room as stored, and the version of the snapshot it came from."""
        stored = await self._read(room_id, from_start=False)
        room = await self._aside.do(room_id, partial(Room, stored.header, judge_of(self._registry, stored.header)))
        if stored.snapshot is not None and not snapshots.restore(room, stored.snapshot):
            return await self._load_from_start(room_id), 0
        try:
            await self._aside.each(room_id, partial(_fold, room), stored.entries)
        except HistoryMissing:
            return await self._load_from_start(room_id), room.version
        return room, stored.snapshot.version if stored.snapshot else 0

    async def _load_from_start(self, room_id: str, version: int | None = None) -> Room:
        """The room with every earlier state, as it stood at ``version`` (by default, as it is stored)."""
        stored = await self._read(room_id, from_start=True)
        system = judge_of(self._registry, stored.header)
        room = await self._aside.do(room_id, partial(Room, stored.header, system, kept_acts=None))
        known = [entry for entry in stored.entries if version is None or entry.version <= version]
        await self._aside.each(room_id, partial(_fold, room), known)
        return room

    async def _read(self, room_id: str, *, from_start: bool) -> Stored:
        stored = await self._store.load(room_id, from_start=from_start)
        if stored is None or stored.header.game not in self._registry:
            raise NotFound
        return stored

    async def _judge(self, live: LiveRoom, judge: Judge) -> Draft:
        try:
            return judge(live.room)
        except HistoryMissing:
            live.room = await self._load_from_start(live.room.header.id, live.room.version)
            return judge(live.room)

    def _snapshot(self, live: LiveRoom) -> Any:
        if live.room.version - live.snapshot_version < SNAPSHOT_EVERY:
            return None
        return snapshots.snapshot_of(live.room)

    async def _append(self, request: Append) -> AppendResult:
        try:
            return await self._store.append(request)
        except UnknownRoom:
            self.forget(request.room_id)
            raise NotFound from None

    async def _is_current(self, live: LiveRoom) -> bool:
        return await self._version(live) == live.room.version

    async def _version(self, live: LiveRoom) -> int:
        version = await self._store.version(live.room.header.id)
        if version is None:
            self.forget(live.room.header.id)
            raise NotFound
        return version

    async def _catch_up(self, live: LiveRoom) -> None:
        for entry in await self._store.entries(live.room.header.id, live.room.version):
            await self._take_in(live, entry, None)

    async def _take_in(self, live: LiveRoom, entry: Entry, state: Any) -> None:
        """Folds a durable entry and tells everybody who watches. What is stored stands, whatever fails here."""
        room_id = live.room.header.id
        try:
            before, before_for_spectators = live.room.state, live.room.seen_by(SPECTATOR).state
            try:
                live.room.fold(entry, state)
            except HistoryMissing:
                live.room = await self._load_from_start(room_id, entry.version)
            self._tell(live, entry, before, before_for_spectators)
            self._grown(live.room)
        except Exception:
            logger.exception("room %s is loaded anew after entry %d", room_id, entry.version)
            self._rooms.pop(room_id, None)
            self._hub.resync(room_id)

    def _tell(self, live: LiveRoom, entry: Entry, before: Any, before_for_spectators: Any) -> None:
        room = live.room
        room_id = room.header.id
        account = projection.Account(room.system, entry)
        sight = _Sight(live, account, before, before_for_spectators)
        for viewer, record in live.records.items():
            record.events += account.told_to(viewer).events
            record.log += account.words(viewer)
        for viewer in self._hub.watched(room_id):
            is_pictured = self._hub.is_pictured(room_id, viewer)
            if is_pictured:
                sight.keep_info(viewer)
            delta = _delta(room, entry, viewer, account.told_to(viewer), sight)
            # A secret act is no message to others, but it may change whom their pages show as asked.
            if delta.events or (is_pictured and (self._hub.draws_aside or delta.before != delta.after)):
                self._hub.publish(delta)

    async def _read_record(self, room: Room, viewer: Viewer) -> Record:
        record = Record([], [])

        def read(entries: Sequence[Entry]) -> None:
            for entry in entries:
                account = projection.Account(room.system, entry)
                record.events += account.told_to(viewer).events
                record.log += account.words(viewer)

        await self._aside.each(room.header.id, read, await self.told_after(room, viewer, 0))
        return record


def _find_names(room: Room) -> None:
    """Whatever of a room is found out once."""
    for each in (room, room.seen_by(SPECTATOR)):
        _ = each.battle


def _fold(room: Room, entries: Iterable[Entry]) -> None:
    for entry in entries:
        room.fold(entry)


class _Sight:
    """What one entry changed in a room, for whoever looks, now or on resuming."""

    __slots__ = ("_account", "_infos", "_live", "_step", "_step_for_spectators")

    def __init__(self, live: LiveRoom, account: projection.Account, before: Any, before_for_spectators: Any) -> None:
        self._live = live
        self._account = account
        self._step = (before, live.room.state)
        self._step_for_spectators = (before_for_spectators, live.room.seen_by(SPECTATOR).state)
        self._infos: dict[Viewer, RoomInfo] | None = None

    def keep_info(self, viewer: Viewer) -> None:
        """Keeps the room as it is now for a page of ``viewer`` that may come later."""
        if self._infos is None:
            self._infos = {}
        self._infos[viewer] = self._present(viewer)

    def info(self, viewer: Viewer) -> RoomInfo:
        """The room after the entry, as ``viewer`` may know it."""
        return (self._infos or {}).get(viewer) or self._present(viewer)

    def picture(self, viewer: Viewer) -> Picture:
        """What is to be drawn for ``viewer``, and said."""
        before, after = self._step_for_spectators if viewer == SPECTATOR else self._step
        return self._live.change(viewer, before, after, self._account.words(viewer))

    def _present(self, viewer: Viewer) -> RoomInfo:
        return self._live.room.seen_by(viewer).info(viewer)


def _delta(room: Room, entry: Entry, viewer: Viewer, told: projection.Telling, sight: _Sight) -> Delta:
    return Delta(
        room_id=room.header.id,
        viewer=viewer,
        version=entry.version,
        seq=entry.counts[viewer],
        events=told.events,
        is_over=room.seen_by(viewer).status == "finished",
        messages=told.messages,
        sight=sight,
    )
