"""Rooms and entries to store, made with as little as they need."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime
from typing import Any

from app.engine.types import Seat, Viewer
from app.rooms.values.ports import Append, Entry, Header, Key, Link, Snapshot

AT = datetime(2026, 1, 2, 3, 4, 5, 678901, tzinfo=UTC)
A, B, SPECTATOR = Viewer("a"), Viewer("b"), Viewer("spectator")


def header(room_id: str = "r1", **changes: Any) -> Header:
    """A room's header with two human seats."""
    values: dict[str, Any] = {
        "id": room_id,
        "game": "pebbles",
        "scenario": "plain",
        "options": {"take_back": "free"},
        "tables": {},
        "seats": ({"kind": "human", "name": "Ana ñ €"}, {"kind": "human", "name": "Bo"}),
        "spectators": "public",
        "rules_version": "1",
        "rules_hash": "ab" * 32,
        "secret": bytes(range(32)),
        "created_at": AT,
    }
    return Header(**(values | changes))


def entry(version: int, text: str = "hello", **changes: Any) -> Entry:
    """An entry that tells everybody one event, as every entry before it did."""
    event = {"type": "message", "text": text}
    values: dict[str, Any] = {
        "version": version,
        "at": AT,
        "seat": Seat("a"),
        "kind": "message",
        "events": (event,),
        "public": (event,),
        "told": {},
        "counts": {"a": version, "b": version, "spectator": version},
    }
    return Entry(**(values | changes))


def append(
    version: int, text: str = "hello", *, room: str = "r1", key: str | None = None, snapshot: bytes | None = None
) -> Append:
    """A request to append ``entry(version, text)``."""
    return Append(
        room,
        entry(version, text),
        Key(A, key, f"digest of {text}", b"answer to " + text.encode()) if key else None,
        Snapshot(version, snapshot) if snapshot else None,
    )


def link(secret: str, viewer: str = "a", *, room: str = "r1", parent: str | None = None) -> Link:
    """A link, or a cookie made from the link with the secret ``parent``."""
    kind = "cookie" if parent else "link"
    return Link(digest(secret), room, Viewer(viewer), kind, digest(parent) if parent else None)


def digest(secret: str) -> bytes:
    """What is stored of a secret."""
    return hashlib.sha256(secret.encode()).digest()
