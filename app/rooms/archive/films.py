"""A room from its beginning, entry by entry, and what each kind of viewer saw and was told of it."""

from __future__ import annotations

import asyncio
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import Any, Final

import msgspec

from app.engine import play
from app.engine.scene import Scene
from app.engine.system import GameSystem
from app.engine.telling import LogEntry
from app.engine.types import SEATS, SPECTATOR, Text, Viewer
from app.rooms.room import projection
from app.rooms.room.projection import flatten
from app.rooms.room.room import Room
from app.rooms.values.events import RESERVED
from app.rooms.values.perspectives import ALL, is_private, opened, together
from app.rooms.values.ports import Entry, Header
from app.rooms.values.values import Told

WITHIN: Final = " · "
"""What parts a headline: the round before it, what is within the round after it."""


class Frame(msgspec.Struct, frozen=True):
    """A room after an entry: the positions that seats and that spectators see, or the view of a glimpse."""

    entry: Entry
    state: Any
    for_spectators: Any
    seen: Any


class Chapter(msgspec.Struct, frozen=True):
    """A stretch of a game under one headline: it begins at the moment ``seq``."""

    seq: int
    title: Text

    @property
    def round(self) -> Text:
        """The largest part of the game that it lies in: what its headline begins with."""
        return Text(es=self.title.es.partition(WITHIN)[0], en=self.title.en.partition(WITHIN)[0])


class Reel:
    """What one kind of viewer was told, in order, and the frame they saw from each stop to the next. One that ``is_open`` is
    looked at by others once the game is over: it has numbers of its own and holds nothing that was said in private."""

    def __init__(self, system: GameSystem, header: Header, eyes: Viewer, *, is_open: bool = False) -> None:
        self._system = system
        self._header = header
        self._eyes = eyes
        self._is_open = is_open
        self._taken_in = 0
        self._titles: list[Text] = []
        self.events: list[Told] = []
        self.log: list[LogEntry | None] = []
        self.stops = [0]
        self.frames = [-1]
        """The last frame of each stop; -1 is before the first."""
        self.begins = [-1]
        """The frame at which each stop was told."""

    @property
    def length(self) -> int:
        """How many frames it has followed."""
        return self._taken_in

    def take_in(self, frames: Sequence[Frame], most: int | None = None) -> None:
        """Follows a film as far as it goes, or by so many frames at most."""
        end = len(frames) if most is None else min(len(frames), self._taken_in + most)
        for number in range(self._taken_in, end):
            entry, eyes = frames[number].entry, self._eyes
            if self._is_open:
                entry, eyes = opened(entry, eyes, len(self.events)), SPECTATOR
            told = flatten(entry, eyes)
            if told:
                self.events += told
                self.log += projection.Account(self._system, entry).words(eyes)
                self.stops.append(len(self.events))
                self.frames.append(number)
                self.begins.append(number)
            self.frames[-1] = number
        self._taken_in = end

    def stop_of(self, seq: int) -> int:
        """Which stop shows the event ``seq``: what is told at once is seen at once."""
        return bisect_left(self.stops, seq)

    def frame(self, frames: Sequence[Frame], stop: int) -> Frame | None:
        """What was to be seen at a stop; ``None`` before the first entry."""
        number = self.frames[stop]
        return frames[number] if number >= 0 else None

    def scene(self, frames: Sequence[Frame], stop: int) -> Scene:
        """The picture at a stop."""
        return scene_at(self._system, self._header, self.frame(frames, stop), self._eyes)

    def onlookers_prompt(self, frames: Sequence[Frame], stop: int) -> Text:
        """What somebody without a seat would have been told at a stop of whom the game waits for."""
        frame = self.frame(frames, stop)
        state = None if frame is None else frame.state
        return projection.scene_of(self._system, self._header, state, SPECTATOR).prompt

    def chapters(self, frames: Sequence[Frame]) -> tuple[Chapter, ...]:
        """Where the headline changed, from the first one of the game on. Worked out once for each stop but the last, whose
        frame may still change."""
        last = len(self.stops) - 1
        self.give_titles(frames, last)
        titles = [*self._titles[:last], self._title(frames, last)]
        return tuple(
            Chapter(self.stops[stop], title)
            for stop, title in enumerate(titles)
            if title.en and (stop == 0 or title != titles[stop - 1])
        )

    @property
    def untitled(self) -> int:
        """How many stops have still to be given their headline."""
        return len(self.stops) - 1 - len(self._titles)

    def give_titles(self, frames: Sequence[Frame], most: int) -> None:
        """Works out the headlines of so many stops at most; never of the last one."""
        begin = len(self._titles)
        for stop in range(begin, min(begin + most, len(self.stops) - 1)):
            self._titles.append(self._title(frames, stop))

    def _title(self, frames: Sequence[Frame], stop: int) -> Text:
        """The headline that a stop stands under; empty before the game."""
        frame = self.frame(frames, stop)
        if frame is None or (frame.state is None and frame.seen is None):
            return Text("", "")
        if frame.seen is not None:
            return self._system.headline(play.decode(self._system.view_type, frame.seen, "seen"))
        eyes = SPECTATOR if self._eyes == ALL else self._eyes
        return projection.headline_of(self._system, self._header, _state_for(frame, eyes), eyes)

    def headlines(self, frames: Sequence[Frame], chapters: Iterable[Chapter]) -> tuple[Text, ...]:
        """The headline that each event stands under, of a film with nothing hidden: the one that holds after it, also within
        an act that changes it. Empty before the game."""
        begins = {chapter.seq: chapter.title for chapter in chapters}
        found: list[Text] = []
        title = Text("", "")
        for stop, seq in enumerate(self.stops[1:], 1):
            if seq in begins:
                found += self._headlines_within(frames, self.begins[stop], title)
            title = begins.get(seq, title)
            found += [title] * (seq - len(found))
        return tuple(found)

    def _headlines_within(self, frames: Sequence[Frame], number: int, title: Text) -> Iterable[Text]:
        """The headline after each event of a frame's entry, which began under ``title``."""
        state = frames[number - 1].state if number else None
        for event in frames[number].entry.events:
            if event["type"] not in RESERVED:
                state = self._system.evolve(state, play.decode_event(self._system, event))
                title = projection.headline_of(self._system, self._header, state, SPECTATOR)
            if not is_private(event):
                yield title


class Film:
    """A room from its beginning, entry by entry; grows with it."""

    def __init__(self, header: Header, system: GameSystem) -> None:
        self._room = Room(header, system, kept_acts=None)
        self._reels: dict[tuple[Viewer, bool], Reel] = {}
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

    def reel(self, eyes: Viewer, *, is_open: bool = False) -> Reel:
        """The film as one kind of viewer was told it, or as anybody may look at it once the game is over; it has still to
        ``take_in`` what is new."""
        key = (eyes, is_open)
        reel = self._reels.get(key)
        if reel is None:
            reel = self._reels[key] = Reel(self._room.system, self._room.header, eyes, is_open=is_open)
        return reel


def scene_at(system: GameSystem, header: Header, frame: Frame | None, eyes: Viewer) -> Scene:
    """What ``eyes`` saw of a frame; before the first, the scenario's picture."""
    if frame is None:
        return projection.scene_of(system, header, None, eyes)
    if frame.seen is not None:
        return system.scene(play.decode(system.view_type, frame.seen, "seen"))
    if eyes == ALL:
        base = projection.scene_of(system, header, frame.state, SPECTATOR)
        if frame.state is None:
            return base
        seats = SEATS[: len(header.seats)]
        return together(
            {Viewer(seat): projection.scene_of(system, header, frame.state, Viewer(seat)) for seat in seats}, base
        )
    return projection.scene_of(system, header, _state_for(frame, eyes), eyes)


def _state_for(frame: Frame, eyes: Viewer) -> Any:
    """The position that somebody looks at, a seat or a spectator."""
    return frame.for_spectators if eyes == SPECTATOR else frame.state
