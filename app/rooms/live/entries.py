"""What is decided of a room, made into its next entry: numbered, dated, told to each viewer, late to some."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

import msgspec

from app.engine.types import SPECTATOR, Seat
from app.rooms.drafts.drafts import Draft
from app.rooms.room import projection
from app.rooms.room.delay import Audience
from app.rooms.room.room import Room
from app.rooms.values.ports import Entry


def entry_of(room: Room, draft: Draft, at: datetime) -> Entry:
    """The next entry of a room, as it is stored: numbered, and told to each viewer."""
    told = projection.telling(room.viewers, room.counts, draft.happened)
    entry = Entry(
        version=room.version + 1,
        at=at,
        seat=draft.seat,
        kind=draft.kind,
        events=told.events,
        public=told.public,
        told=told.told,
        counts=told.counts,
        rolls=draft.rolls,
        act=draft.act,
        place=draft.place,
        settled=draft.settled,
    )
    return entry if room.audience is None else _told_late(room, room.audience, entry, is_apart=draft.apart)


def _told_late(room: Room, audience: Audience[Room], entry: Entry, *, is_apart: bool) -> Entry:
    """The same entry where spectators are told it late, and now what has become due."""

    def side_of(seat: Seat) -> str:
        side = None if room.state is None else room.system.side_of(room.state, seat)
        return side or seat

    own = entry.public
    entry = msgspec.structs.replace(entry, late=None if is_apart else own)
    due = audience.due(entry, side_of)
    public: list[Mapping[str, Any]] = [{**projection.about(late), **event} for late in due for event in late.late or ()]
    if is_apart:
        public += own
    told = {viewer: entry.told.get(viewer, own) for viewer in room.viewers if viewer != SPECTATOR}
    return msgspec.structs.replace(
        entry,
        shown=due[-1].version if due else None,
        public=tuple(public),
        told={viewer: form for viewer, form in told.items() if form != tuple(public)},
        counts={**entry.counts, SPECTATOR: room.counts[SPECTATOR] + len(public)},
    )


def to_the_millisecond(at: datetime) -> datetime:
    """A moment as it is told."""
    return at.replace(microsecond=at.microsecond // 1000 * 1000)
