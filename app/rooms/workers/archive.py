"""Rooms as files and as films: exported, imported, looked at again as they stood at any event."""

from __future__ import annotations

import asyncio
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Final, TypeVar

import msgspec

from app.engine.refusal import InvalidInput
from app.engine.registry import Registry
from app.engine.scene import Scene
from app.engine.telling import LogEntry
from app.engine.types import Text, Viewer
from app.rooms.archive.export import BrokenExport, count_of_exported, header_line
from app.rooms.archive.films import Chapter, Film, Frame, Reel
from app.rooms.archive.importing import NewRoomOf, Prepared
from app.rooms.pace.aside import SLICE, Aside
from app.rooms.room.room import Room, sees_as
from app.rooms.values.errors import Forbidden, NotFound, NotNow
from app.rooms.values.perspectives import ALL, perspectives
from app.rooms.values.ports import RoomStore, Stored
from app.rooms.values.values import RoomInfo, RoomScene, Told
from app.rooms.workers.workers import Workers

T = TypeVar("T")

WORKING_S: Final = 30.0
KEPT: Final = 8
"""How many rooms are kept with all their positions for whoever moves the slider."""


_NOT_OVER: Final = Text(
    es="Con los ojos de otro se mira cuando la partida ha terminado.",
    en="Through the eyes of others it is looked at once the game is over.",
)
_ONCE_OVER: Final = Text(
    es="Eso se puede cuando la partida ha terminado, y aún no lo ha hecho.",
    en="That can be done once the game has ended, and it has not yet.",
)


class Moment(RoomScene, frozen=True):
    """A room as a viewer saw it once. ``stops`` are the numbers there is something to be seen at: 0, before anything, then
    the last number of each act they were told of, up to the present; ``has_begun`` is whether the game had. ``chapters`` are
    the stretches of the game; ``eyes`` whose the numbers are, if not the viewer's own."""

    stops: tuple[int, ...] = ()
    has_begun: bool = False
    chapters: tuple[Chapter, ...] = ()
    eyes: Viewer | None = None


class Story(msgspec.Struct, frozen=True):
    """A whole game that is over, with nothing hidden: what happened, in words, under which of the ``headlines`` (one for each
    event), and its picture at ``scenes``, some of its ``stops``."""

    info: RoomInfo
    events: tuple[Told, ...]
    log: tuple[LogEntry | None, ...]
    stops: tuple[int, ...]
    chapters: tuple[Chapter, ...]
    headlines: tuple[Text, ...]
    scenes: Mapping[int, Scene]


class Archive:
    """What was played. Whoever asks must have been let into the room already."""

    def __init__(self, registry: Registry, store: RoomStore, pool: Workers) -> None:
        self._registry = registry
        self._store = store
        self._pool = pool
        self._aside = Aside("films")
        self._films: OrderedDict[str, Film] = OrderedDict()

    async def export(self, room_id: str, viewer: Viewer) -> bytes:
        """The room as JSON lines: whole once it is over, before that as ``viewer`` knew it."""
        stored = await self._stored(room_id)
        texts: list[bytes] = []
        await self._aside.each(room_id, lambda some: texts.extend(map(msgspec.json.encode, some)), stored.entries)
        entries = msgspec.Raw(b"[" + b",".join(texts) + b"]")
        payload = {
            "stored": {"header": stored.header, "snapshot": stored.snapshot, "entries": entries},
            "viewer": sees_as(viewer),
        }
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
        found: Prepared = await self._aside.do(room_id, partial(msgspec.convert, answer, Prepared))
        return found

    async def moment(self, room: Room, viewer: Viewer, seq: int | None, eyes: Viewer | None = None) -> Moment:
        """What ``viewer`` saw once they had been told ``seq`` events (by default, all), and what they had been told. What is told
        at once is seen at once: the number of the answer may be a little beyond ``seq``; beyond either end it is that end. Of
        a game that is over, what ``eyes`` saw, numbered anew: raises ``Forbidden`` before, ``InvalidInput`` for eyes that
        nobody has. Through the eyes of another nobody is told that it is their turn."""
        info = room.seen_by(viewer).info(viewer)
        if eyes is not None:
            _require_eyes(room, info, eyes)
        looks_through, is_open = (sees_as(viewer), False) if eyes is None else (eyes, True)
        frames, reel = await self._followed(room, looks_through, is_open=is_open)
        present = reel.stops[-1] if is_open else room.count_of(viewer)
        stop = reel.stop_of(present if seq is None else max(0, min(seq, present)))
        told = reel.stops[stop]
        frame = reel.frame(frames, stop)

        def seen() -> Scene:
            scene = reel.scene(frames, stop)
            if looks_through == sees_as(viewer):
                return scene
            return msgspec.structs.replace(scene, prompt=reel.onlookers_prompt(frames, stop))

        return Moment(
            viewer,
            told,
            await self._aside.do(room.header.id, seen),
            tuple(reel.events[:told]),
            tuple(reel.log[:told]),
            (),
            info,
            stops=tuple(reel.stops[: bisect_right(reel.stops, present)]),
            has_begun=frame is not None and (frame.state is not None or frame.seen is not None),
            chapters=await self._chapters(room, frames, reel),
            eyes=eyes,
        )

    async def same_moment(self, room: Room, viewer: Viewer, seq: int, of: Viewer | None, eyes: Viewer | None) -> int:
        """The number under which ``eyes`` saw what ``of`` had seen at their number ``seq`` (``None``: the viewer), of a
        game that is over. Raises ``Forbidden``, ``InvalidInput``."""
        info = room.seen_by(viewer).info(viewer)
        for each in (of, eyes):
            if each is not None:
                _require_eyes(room, info, each)
        _, there = await self._followed(room, of or sees_as(viewer), is_open=of is not None)
        _, here = await self._followed(room, eyes or sees_as(viewer), is_open=eyes is not None)
        frame = there.begins[there.stop_of(min(seq, there.stops[-1]))]
        return here.stops[bisect_right(here.begins, frame) - 1]

    async def story(
        self, room: Room, viewer: Viewer, choose: Callable[[Reel, tuple[Chapter, ...]], Iterable[int]]
    ) -> Story:
        """A whole game that is over, with its picture at the stops that ``choose`` answers. Raises ``Forbidden``."""
        info = room.seen_by(viewer).info(viewer)
        _require_eyes(room, info, ALL)
        frames, reel = await self._followed(room, ALL, is_open=True)
        chapters = await self._chapters(room, frames, reel)

        def told() -> Story:
            scenes = {reel.stops[stop]: reel.scene(frames, stop) for stop in sorted(set(choose(reel, chapters)))}
            headlines = reel.headlines(frames, chapters)
            return Story(info, tuple(reel.events), tuple(reel.log), tuple(reel.stops), chapters, headlines, scenes)

        return await self._aside.do(room.header.id, told)

    async def place_in_export(self, room: Room, viewer: Viewer, seq: int, eyes: Viewer | None = None) -> int:
        """The event of the finished room's export up to which ``viewer`` (or ``eyes``) had seen the game at their number
        ``seq``: what a game that begins there is played on from."""
        frames, reel = await self._followed(room, eyes or sees_as(viewer), is_open=eyes is not None)
        last = reel.frames[reel.stop_of(min(seq, reel.stops[-1]))]
        return count_of_exported(frame.entry for frame in frames[: last + 1])

    async def _followed(self, room: Room, eyes: Viewer, *, is_open: bool) -> tuple[Sequence[Frame], Reel]:
        """The film of a room as far as ``room`` has come. Whoever goes away does not stop what others wait for."""
        film = self._film(room)
        return await asyncio.shield(asyncio.create_task(self._follow(film, room, eyes, is_open=is_open)))

    async def _follow(self, film: Film, room: Room, eyes: Viewer, *, is_open: bool) -> tuple[Sequence[Frame], Reel]:
        async with film.lock:
            if film.version < room.version:
                entries = await self._store.entries(room.header.id, film.version)
                await self._aside.each(room.header.id, film.take_in, entries)
            reel = film.reel(eyes, is_open=is_open)
            await self._aside.each(
                room.header.id, lambda _: reel.take_in(film.frames, SLICE), film.frames[reel.length :]
            )
            return film.frames, reel

    async def _chapters(self, room: Room, frames: Sequence[Frame], reel: Reel) -> tuple[Chapter, ...]:
        for _ in range(reel.untitled // SLICE):
            await self._aside.do(room.header.id, partial(reel.give_titles, frames, SLICE))
        return await self._aside.do(room.header.id, partial(reel.chapters, frames))

    async def draw(self, room_id: str, work: Callable[[], T]) -> T:
        """What ``work`` makes of a room's film, where it holds up nobody."""
        return await self._aside.do(room_id, work)

    def close(self) -> None:
        """Lets go of what films are made by."""
        self._aside.close()

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


def is_whole(info: RoomInfo) -> bool:
    """Whether a room holds a whole game that is over: one that was played here, or came here whole."""
    return info.status == "finished" and info.dice.secret is not None


def require_whole(info: RoomInfo) -> None:
    """Raises ``NotNow`` for what can be done only with a whole game that is over."""
    if not is_whole(info):
        raise NotNow(_ONCE_OVER)


def _require_eyes(room: Room, info: RoomInfo, eyes: Viewer) -> None:
    if eyes not in (found := perspectives(room.seats)):
        raise InvalidInput.at("view", "one of " + ", ".join(found), eyes)
    if not is_whole(info):
        raise Forbidden(_NOT_OVER)
