"""What each viewer is told of an entry, worked out once when it is stored; and what changes in their picture."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

import msgspec

from app.engine import play
from app.engine.refusal import InvalidInput
from app.engine.scene import Drawable, Panel, Scene
from app.engine.system import GameSystem
from app.engine.telling import LogEntry
from app.engine.types import SPECTATOR, Event, Text, Viewer
from app.rooms.room.deltas import Picture
from app.rooms.values import battles
from app.rooms.values.events import RESERVED, RoomEvent
from app.rooms.values.ports import Entry, Header
from app.rooms.values.values import Told

Fact = Event | RoomEvent


class Happened(msgspec.Struct, frozen=True):
    """Something that happened, and how each viewer is told of it (``None``: not at all); without ``told`` everybody is
    told everything."""

    event: Fact
    told: Mapping[Viewer, Fact | None] | None = None

    def as_told_to(self, viewer: Viewer) -> Fact | None:
        """The event as ``viewer`` may know it."""
        return self.event if self.told is None else self.told[viewer]


class Columns(msgspec.Struct, frozen=True):
    """The columns of an entry that say who was told what, encoded."""

    events: tuple[Mapping[str, Any], ...]
    public: tuple[Mapping[str, Any], ...]
    told: Mapping[str, tuple[Mapping[str, Any], ...]]
    counts: Mapping[str, int]


def happened_in_game(system: GameSystem, viewers: Sequence[Viewer], step: play.Step) -> list[Happened]:
    """The events of a step, with what each viewer is told of them."""
    found = []
    for before, event in zip(step.befores, step.events, strict=True):
        forms = {viewer: system.tell(before, event, viewer) for viewer in viewers}
        is_open = all(form is event for form in forms.values())
        found.append(Happened(event, None if is_open else forms))
    return found


def telling(viewers: Sequence[Viewer], counts: Mapping[str, int], events: Iterable[Happened]) -> Columns:
    """What is stored of ``events`` in a room where the viewers' numbers are ``counts``.

    The public form is what spectators are told; a viewer who is told the same has none of their own.
    """
    encoder = _Encoder()
    full: list[Mapping[str, Any]] = []
    forms: dict[Viewer, list[Mapping[str, Any]]] = {viewer: [] for viewer in viewers}
    for happened in events:
        full.append(encoder.encode(happened.event))
        for viewer in viewers:
            form = happened.as_told_to(viewer)
            if form is not None:
                forms[viewer].append(encoder.encode(form))
    public = forms[SPECTATOR]
    return Columns(
        events=tuple(full),
        public=tuple(public),
        told={viewer: tuple(form) for viewer, form in forms.items() if form != public},
        counts={viewer: counts[viewer] + len(forms[viewer]) for viewer in viewers},
    )


class _Encoder:
    """Encodes every object once, however many are told it."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[Fact, Mapping[str, Any]]] = {}

    def encode(self, event: Fact) -> Mapping[str, Any]:
        known = self._known.get(id(event))
        if known is None:
            known = self._known[id(event)] = (event, play.encode(event))
        return known[1]


def flatten(entry: Entry, viewer: Viewer) -> tuple[Told, ...]:
    """The events of an entry as ``viewer`` was told them, numbered."""
    told = entry.told.get(viewer, entry.public)
    first = entry.counts[viewer] - len(told) + 1
    shared = about(entry)
    return tuple(
        {"seq": seq, "type": event["type"], **({} if "at" in event else shared), **event}
        for seq, event in enumerate(told, first)
    )


def about(entry: Entry) -> dict[str, Any]:
    """What every event of an entry is told with: when it happened and who acted."""
    shared: dict[str, Any] = {"at": timestamp(entry.at)}
    if entry.seat is not None:
        shared["seat"] = entry.seat
    return shared


@lru_cache(maxsize=256)
def timestamp(at: datetime) -> str:
    """ISO-8601 in UTC, to the millisecond."""
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class Telling(msgspec.Struct, frozen=True, gc=False):
    """What whoever was told the same of an entry, under the same numbers, has in common: the events, and a place for the
    messages made of them."""

    events: tuple[Told, ...]
    messages: dict[Hashable, Any]


class Account:
    """An entry as it was told: each form of it numbered once and worded once."""

    def __init__(self, system: GameSystem, entry: Entry) -> None:
        self._system = system
        self._entry = entry
        self._tellings: dict[tuple[Viewer | None, int], Telling] = {}
        self._worded: dict[Viewer | None, tuple[LogEntry | None, ...]] = {}

    def told_to(self, viewer: Viewer) -> Telling:
        """What ``viewer`` was told."""
        numbered = (self._form(viewer), self._entry.counts[viewer])
        telling = self._tellings.get(numbered)
        if telling is None:
            telling = self._tellings[numbered] = Telling(flatten(self._entry, viewer), {})
        return telling

    def words(self, viewer: Viewer) -> tuple[LogEntry | None, ...]:
        """The words of what ``viewer`` was told, parallel to its events; the room's own events have none here."""
        form = self._form(viewer)
        if form not in self._worded:
            told = self._entry.told.get(viewer, self._entry.public)
            self._worded[form] = tuple(self._words_of(event) for event in told)
        return self._worded[form]

    def _form(self, viewer: Viewer) -> Viewer | None:
        return viewer if viewer in self._entry.told else None

    def _words_of(self, told: Mapping[str, Any]) -> LogEntry | None:
        if told["type"] in RESERVED:
            return None
        try:
            return self._system.describe(play.decode_event(self._system, told))
        except InvalidInput:
            return None  # told by an older version of the game; it stays in the record without words


def scene_of(system: GameSystem, header: Header, state: Any, viewer: Viewer) -> Scene:
    """What ``viewer`` sees; before the game begins, the scenario's picture."""
    if state is not None:
        return system.scene(system.view(state, viewer))
    scenario = battles.scenario_of(system, header.scenario, header.battle)
    if scenario is not None and scenario.picture is not None:
        return scenario.picture
    empty = Text("", "")
    return Scene(system.manifest.board, 1000, 1000, (), prompt=empty, headline=system.manifest.name)


def headline_of(system: GameSystem, header: Header, state: Any, viewer: Viewer) -> Text:
    """The headline of what ``viewer`` sees."""
    if state is None:
        return scene_of(system, header, None, viewer).headline
    return system.headline(system.view(state, viewer))


def picture(before: Scene | None, after: Scene, log: tuple[LogEntry | None, ...]) -> Picture:
    """The difference of two scenes. What is the same in both is the same object in ``after`` of the answer."""
    if before is None or before is after:
        changed = () if before is after else after.drawables
        return Picture(before, after, changed, (), log)
    known = {drawable.id: drawable for drawable in before.drawables}
    drawables: list[Drawable] = []
    changed_ones: list[Drawable] = []
    for drawable in after.drawables:
        old = known.pop(drawable.id, None)
        if old is not None and (old is drawable or old == drawable):
            drawables.append(old)
        else:
            drawables.append(drawable)
            changed_ones.append(drawable)
    shared = msgspec.structs.replace(
        after, drawables=tuple(drawables), panels=_shared_panels(before.panels, after.panels)
    )
    return Picture(before, before if shared == before else shared, tuple(changed_ones), tuple(known), log)


def _shared_panels(before: tuple[Panel, ...], after: tuple[Panel, ...]) -> tuple[Panel, ...]:
    if before == after:
        return before
    known = {panel.id: panel for panel in before}
    return tuple(old if (old := known.get(panel.id)) == panel and old is not None else panel for panel in after)
