"""Rooms as files and as films: exported, imported, looked at again as they stood at any event."""

from __future__ import annotations

import asyncio
from bisect import bisect_left, bisect_right
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, Final

import msgspec

from app.engine import play
from app.engine.refusal import InvalidInput
from app.engine.registry import Registry
from app.engine.scene import LogEntry, Scene
from app.engine.system import GameSystem
from app.engine.types import SPECTATOR, Viewer
from app.rooms import projection
from app.rooms.errors import NotFound
from app.rooms.export import BrokenExport, count_of_exported, header_line
from app.rooms.importing import NewRoomOf, Prepared
from app.rooms.ports import Entry, Header, RoomStore, Stored
from app.rooms.projection import flatten
from app.rooms.room import Room, sees_as
from app.rooms.values import RoomScene, Told
from app.rooms.workers import Workers

WORKING_S: Final = 30.0
KEPT: Final = 8
"""How many rooms are kept with all their positions for whoever moves the slider."""


class Moment(RoomScene, frozen=True):
    """A room as a viewer saw it once. ``stops`` are the numbers there is something to be seen at: 0, before anything, then
    the last number of each act he was told of, up to the present; ``has_begun`` is whether the game had."""

    stops: tuple[int, ...] = ()
    has_begun: bool = False


class Frame(msgspec.Struct, frozen=True):
    """A room after an entry: the positions that seats and that spectators see, or the view of a glimpse."""

    entry: Entry
    state: Any
    for_spectators: Any
    seen: Any


class Reel:
    """What one kind of viewer was told, in order, and the frame he saw from each stop to the next."""

    def __init__(self, system: GameSystem, eyes: Viewer) -> None:
        self._system = system
        self._eyes = eyes
        self._taken_in = 0
        self.events: list[Told] = []
        self.log: list[LogEntry | None] = []
        self.stops = [0]
        self.frames = [-1]
        """The last frame of each stop; -1 is before the first."""

    def take_in(self, frames: Sequence[Frame]) -> None:
        """Follows a film as far as it goes."""
        for number in range(self._taken_in, len(frames)):
            entry = frames[number].entry
            told = flatten(entry, self._eyes)
            if told:
                self.events += told
                self.log += projection.Account(self._system, entry).words(self._eyes)
                self.stops.append(len(self.events))
                self.frames.append(number)
            self.frames[-1] = number
        self._taken_in = len(frames)

    def stop_of(self, seq: int) -> int:
        """Which stop shows the event ``seq``: what is told at once is seen at once."""
        return bisect_left(self.stops, seq)


class Film:
    """A room from its beginning, entry by entry; grows with it."""

    def __init__(self, header: Header, system: GameSystem) -> None:
        self._room = Room(header, system, kept_acts=None)
        self._reels: dict[Viewer, Reel] = {}
        self.frames: list[Frame] = []
        self.lock = asyncio.Lock()

    @property
    def version(self) -> int:
        """How many entries it holds."""
        return self._room.version

    def take_in(self, entries: Iterable[Entry]) -> None:
        """Follows the room."""
        room = self._room
        for entry in entries:
            room.fold(entry)
            self.frames.append(Frame(entry, room.state, room.seen_by(SPECTATOR).state, room.seen))

    def reel(self, eyes: Viewer) -> Reel:
        """The film as one kind of viewer was told it."""
        reel = self._reels.get(eyes)
        if reel is None:
            reel = self._reels[eyes] = Reel(self._room.system, eyes)
        reel.take_in(self.frames)
        return reel


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
            game = header_line(data).get("game")  # the rest is read where it slows nobody
        except (BrokenExport, UnicodeDecodeError) as error:
            raise InvalidInput.at("export", "a file as it was exported", str(error)) from None
        if not isinstance(game, str) or game not in self._registry:
            raise InvalidInput.at("game", "one of " + ", ".join(self._registry), str(game)[:100])
        new = NewRoomOf(room_id, secret, at, play_from)
        answer = await self._pool.ask("import", game, {"text": text, "new": new}, WORKING_S)
        found: Prepared = msgspec.convert(answer, Prepared)
        return found

    async def moment(self, room: Room, viewer: Viewer, seq: int | None) -> Moment:
        """What ``viewer`` saw once he had been told ``seq`` events (by default, all), and what he had been told. What is told
        at once is seen at once: the number of the answer may be a little beyond ``seq``."""
        present = room.count_of(viewer)
        if seq is None:
            seq = present
        if not 0 <= seq <= present:
            raise InvalidInput.at("seq", f"a whole number from 0 to {present}", seq)
        eyes, info = sees_as(viewer), room.seen_by(viewer).info(viewer)
        frames, reel = await self._followed(room, eyes)
        stop = reel.stop_of(seq)
        told = reel.stops[stop]
        frame = frames[reel.frames[stop]] if reel.frames[stop] >= 0 else None
        return Moment(
            viewer,
            told,
            _scene(room, frame, eyes),
            tuple(reel.events[:told]),
            tuple(reel.log[:told]),
            (),
            info,
            stops=tuple(reel.stops[: bisect_right(reel.stops, present)]),
            has_begun=frame is not None and (frame.state is not None or frame.seen is not None),
        )

    async def place_in_export(self, room: Room, viewer: Viewer, seq: int) -> int:
        """The event of the finished room's export up to which ``viewer`` had seen the game at his number ``seq``: what a game
        that begins there is played on from."""
        frames, reel = await self._followed(room, sees_as(viewer))
        last = reel.frames[reel.stop_of(min(seq, reel.stops[-1]))]
        return count_of_exported(frame.entry for frame in frames[: last + 1])

    async def _followed(self, room: Room, eyes: Viewer) -> tuple[Sequence[Frame], Reel]:
        """The film of a room as far as ``room`` has come. Whoever goes away does not stop what others wait for."""
        film = self._film(room)
        return await asyncio.shield(asyncio.create_task(self._follow(film, room, eyes)))

    async def _follow(self, film: Film, room: Room, eyes: Viewer) -> tuple[Sequence[Frame], Reel]:
        async with film.lock:
            if film.version < room.version:
                entries = await self._store.entries(room.header.id, film.version)
                await asyncio.to_thread(film.take_in, entries)
            return film.frames, await asyncio.to_thread(film.reel, eyes)

    def _film(self, room: Room) -> Film:
        """The film of a room, empty if it was not asked for lately."""
        room_id = room.header.id
        film = self._films.pop(room_id, None) or Film(room.header, room.system)
        self._films[room_id] = film
        if len(self._films) > KEPT:
            self._films.popitem(last=False)
        return film

    async def _stored(self, room_id: str) -> Stored:
        stored = await self._store.load(room_id, from_start=True)
        if stored is None or stored.header.game not in self._registry:
            raise NotFound
        return stored


def _scene(room: Room, frame: Frame | None, viewer: Viewer) -> Scene:
    if frame is None:
        return projection.scene_of(room.system, room.header, None, viewer)
    if frame.seen is not None:
        return room.system.scene(play.decode(room.system.view_type, frame.seen, "seen"))
    state = frame.for_spectators if viewer == SPECTATOR else frame.state
    return projection.scene_of(room.system, room.header, state, viewer)
