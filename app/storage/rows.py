"""Rooms and entries as the bytes that the tables keep, and back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from app.engine.types import Viewer
from app.rooms.values.ports import Append, Entry, Header

FINISHED: Final = "game_finished"
CLOSED: Final = "room_closed"
UNDONE: Final = "undone"
CLAIMED: Final = "seat_claimed"
REPLACED: Final = "seat_replaced"
STARTED: Final = "game_started"

_header: Final = msgspec.json.Decoder(Header)
_entry: Final = msgspec.json.Decoder(Entry)


class Row(msgspec.Struct, frozen=True):
    """A request to append, with everything about it that the database needs already encoded."""

    request: Append
    payload: bytes
    counts: str
    is_finished: bool | None
    brings_bot: bool
    begins: bool

    @classmethod
    def of(cls, request: Append) -> Row:
        """Raises ``ValueError`` or ``TypeError`` for an entry that is not JSON."""
        entry = request.entry
        return cls(
            request, encode(entry), encode(entry.counts).decode(), finishes(entry), brings_bot(entry), begins(entry)
        )


def encode(value: Header | Entry | Mapping[str, int]) -> bytes:
    """The JSON document of a header, an entry or its counts."""
    return msgspec.json.encode(value)


def decode_header(payload: bytes) -> Header:
    """A header from its document."""
    return _header.decode(payload)


def decode_entry(payload: bytes) -> Entry:
    """An entry from its document."""
    return _entry.decode(payload)


def has_bots(header: Header) -> bool:
    """Whether any seat was made for a bot."""
    return any(seat.get("kind") == "bot" for seat in header.seats)


def brings_bot(entry: Entry) -> bool:
    """Whether a seat was given to a bot by the entry."""
    players = {CLAIMED: "kind", REPLACED: "by"}
    return any(event.get(players.get(event.get("type", ""), "")) == "bot" for event in entry.events)


def begins(entry: Entry) -> bool:
    """Whether the game begins with the entry."""
    return any(event.get("type") == STARTED for event in entry.events)


def finishes(entry: Entry) -> bool | None:
    """``True`` if the game is over after the entry, ``False`` if it goes on again, ``None`` if nothing changes."""
    is_finished = None
    for event in entry.events:
        if event.get("type") in (FINISHED, CLOSED, UNDONE):
            is_finished = event["type"] != UNDONE
    return is_finished


def is_told(entry: Entry, viewer: Viewer) -> bool:
    """Whether a viewer was told anything of the entry."""
    return bool(entry.told.get(viewer, entry.public))
