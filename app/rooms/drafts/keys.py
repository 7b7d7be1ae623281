"""Idempotency keys: the same act sent twice is played once and answered twice."""

from __future__ import annotations

import hashlib
from typing import Final

import msgspec

from app.engine.types import Action, Viewer
from app.rooms.room.projection import flatten
from app.rooms.values.errors import KeyReused
from app.rooms.values.ports import Entry, Key, KnownKey
from app.rooms.values.values import Acted


def digest_of(action: Action, seq: int | None) -> str:
    """What tells two bodies apart that come with the same key."""
    canonical = msgspec.json.encode({"action": msgspec.to_builtins(action), "seq": seq}, order="sorted")
    return hashlib.sha256(canonical).hexdigest()


class Receipt:
    """The answer to one act: to be stored with its ``key``, if it came with one, and to be given. ``digest`` is that of the
    act's body, once it could be read."""

    def __init__(self, viewer: Viewer, key: str | None) -> None:
        self.key: Final = key
        self._viewer = viewer
        self.digest = ""
        self._written: tuple[Entry | None, Acted] = (None, Acted(0, ()))

    def row(self, entry: Entry) -> Key | None:
        """The row of the key, with the answer that its entry gives."""
        if self.key is None:
            return None
        return Key(self._viewer, self.key, self.digest, msgspec.json.encode(self._of(entry)))

    def answer(self, result: Entry | KnownKey) -> Acted:
        """The answer of a new entry, or the one remembered for the key. Raises ``KeyReused`` for a key that came with
        another body before."""
        if isinstance(result, Entry):
            return self._of(result)
        if result.body_digest != self.digest:
            raise KeyReused
        return msgspec.json.decode(result.answer, type=Acted)

    def _of(self, entry: Entry) -> Acted:
        written, answer = self._written
        if written is not entry:
            answer = Acted(entry.counts[self._viewer], flatten(entry, self._viewer))
            self._written = (entry, answer)
        return answer
