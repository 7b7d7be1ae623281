"""Rooms as files and as films: exported, imported, looked at again as they stood at any event."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from datetime import datetime
from typing import Any, Final

import msgspec

from app.engine.refusal import InvalidInput
from app.engine.registry import Registry
from app.engine.types import SPECTATOR, Viewer
from app.rooms import projection
from app.rooms.errors import NotFound
from app.rooms.export import BrokenExport, parse
from app.rooms.importing import NewRoomOf, Prepared
from app.rooms.ports import Entry, Header, RoomStore, Stored
from app.rooms.projection import flatten
from app.rooms.room import Room, sees_as
from app.rooms.values import RoomScene, Told
from app.rooms.workers import Workers

WORKING_S: Final = 30.0
KEPT: Final = 8
"""How many rooms are kept with all their positions for whoever moves the slider."""


class Frame(msgspec.Struct, frozen=True):
    """A room after an entry: the positions that seats and that spectators see, or the view of a glimpse."""

    entry: Entry
    state: Any
    for_spectators: Any
    seen: Any


class Film(msgspec.Struct, frozen=True):
    """A room from its beginning, entry by entry."""

    header: Header
    frames: tuple[Frame, ...]


class Archive:
    """What was played. Whoever asks must have been let into the room already."""

    def __init__(self, registry: Registry, store: RoomStore, pool: Workers) -> None:
        self._registry = registry
        self._store = store
        self._pool = pool
        self._films: OrderedDict[str, Film] = OrderedDict()

    async def export(self, room_id: str, viewer: Viewer) -> bytes:
        """The room as JSON lines: whole once it is over, before that as ``viewer`` knew it."""
        stored = await self._stored(room_id)
        payload = {"stored": stored, "viewer": sees_as(viewer)}
        answer = await self._pool.ask("export", stored.header.game, payload, WORKING_S)
        text: str = answer["text"]
        return text.encode()

    async def prepare(
        self, data: bytes, *, room_id: str, secret: bytes, at: datetime, play_from: int | None
    ) -> Prepared:
        """The room that a file becomes. Raises ``InvalidInput`` for a file that is not as it was exported."""
        try:
            text = data.decode()
            game = parse(data).header.get("game")
        except (BrokenExport, UnicodeDecodeError) as error:
            raise InvalidInput.at("export", "a file as it was exported", str(error)) from None
        if not isinstance(game, str) or game not in self._registry:
            raise InvalidInput.at("game", "one of " + ", ".join(self._registry), str(game)[:100])
        new = NewRoomOf(room_id, secret, at, play_from)
        answer = await self._pool.ask("import", game, {"text": text, "new": new}, WORKING_S)
        found: Prepared = msgspec.convert(answer, Prepared)
        return found

    async def moment(self, room: Room, viewer: Viewer, seq: int | None) -> RoomScene:
        """What ``viewer`` saw once he had been told ``seq`` events (by default, all), and what he had been told."""
        room_id = room.header.id
        present = room.count_of(viewer)
        if seq is None:
            seq = present
        if not 0 <= seq <= present:
            raise InvalidInput.at("seq", f"a whole number from 0 to {present}", seq)
        film = await self._film(room_id, room.version)
        eyes = sees_as(viewer)
        scene = projection.scene_of(room.system, room.header, None, eyes)
        events: list[Told] = []
        log: list[Any] = []
        for frame in film.frames:
            told = flatten(frame.entry, eyes)
            if told and len(events) >= seq:
                break
            events += told
            log += projection.Words(room.system, frame.entry).told_to(eyes)
            scene = _scene(room, frame, eyes)
        info = room.seen_by(viewer).info(viewer)
        return RoomScene(viewer, len(events), scene, tuple(events), tuple(log), (), info)

    async def _film(self, room_id: str, version: int) -> Film:
        film = self._films.pop(room_id, None)
        if film is None or not film.frames or film.frames[-1].entry.version < version:
            stored = await self._stored(room_id)
            film = await asyncio.to_thread(_filmed, self._registry, stored)
        self._films[room_id] = film
        if len(self._films) > KEPT:
            self._films.popitem(last=False)
        return film

    async def _stored(self, room_id: str) -> Stored:
        stored = await self._store.load(room_id, from_start=True)
        if stored is None or stored.header.game not in self._registry:
            raise NotFound
        return stored


def _filmed(registry: Registry, stored: Stored) -> Film:
    room = Room(stored.header, registry[stored.header.game], kept_acts=None)
    frames = []
    for entry in stored.entries:
        room.fold(entry)
        frames.append(Frame(entry, room.state, room.seen_by(SPECTATOR).state, room.seen))
    return Film(stored.header, tuple(frames))


def _scene(room: Room, frame: Frame, viewer: Viewer) -> Any:
    if frame.seen is not None:
        return room.system.scene(msgspec.convert(frame.seen, room.system.view_type))
    state = frame.for_spectators if viewer == SPECTATOR else frame.state
    return projection.scene_of(room.system, room.header, state, viewer)
