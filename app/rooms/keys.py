"""Idempotency keys: the same act sent twice is played once and answered twice."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

import msgspec

from app.engine.types import Action, Viewer
from app.rooms.errors import KeyReused
from app.rooms.ports import Entry, Key, KnownKey
from app.rooms.projection import flatten
from app.rooms.values import Acted


def digest_of(action: Action, seq: int | None) -> str:
    """What tells two bodies apart that come with the same key."""
    canonical = msgspec.json.encode({"action": msgspec.to_builtins(action), "seq": seq}, order="sorted")
    return hashlib.sha256(canonical).hexdigest()


def maker(viewer: Viewer, key: str, digest: str) -> Callable[[Entry], Key]:
    """Makes the row of a key, with the answer that its entry gives."""
    return lambda entry: Key(viewer, key, digest, msgspec.json.encode(_answer(entry, viewer)))


def acted(result: Entry | KnownKey, viewer: Viewer, digest: str | None) -> Acted:
    """The answer to an act: of a new entry, or the one remembered for its key. Raises ``KeyReused`` for a key that came
    with another body before."""
    if isinstance(result, Entry):
        return _answer(result, viewer)
    if result.body_digest != digest:
        raise KeyReused
    return msgspec.json.decode(result.answer, type=Acted)


def _answer(entry: Entry, viewer: Viewer) -> Acted:
    return Acted(entry.counts[viewer], flatten(entry, viewer))
