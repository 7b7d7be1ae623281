"""Whether what a seat may do has changed since a number it knew: what makes an action stale.

Only events of the game that the seat was told of count. Most changes are plain: the seat acted, or it began or ceased to
be asked. Where a seat is asked before and after another's act, its offers are compared, but only once somebody asks.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from app.engine.system import GameSystem
from app.engine.types import Seat
from app.rooms.events import RESERVED, Undone
from app.rooms.ports import Entry

_UNDONE = str(Undone.__struct_config__.tag)


class _Doubt(msgspec.Struct, frozen=True):
    """An act of somebody else that may have changed what a seat may do."""

    seq: int
    before: Any  # a state of the game
    after: Any


class Freshness:
    """For each seat, its number at the last change of what it may do."""

    def __init__(self, system: GameSystem, changed: Mapping[Seat, int]) -> None:
        self._system = system
        self._changed = dict(changed)
        self._doubts: dict[Seat, list[_Doubt]] = {}

    @property
    def has_doubts(self) -> bool:
        """Whether offers would have to be compared to know."""
        return any(self._doubts.values())

    @property
    def changed(self) -> Mapping[Seat, int]:
        """The numbers as far as they are known without comparing offers."""
        return self._changed

    def note(self, seats: Iterable[Seat], entry: Entry, before: Any, after: Any) -> None:
        """Takes in an entry that led from one state to another."""
        if after is before:
            return
        asked_before = () if before is None else self._system.to_act(before)
        asked_after = self._system.to_act(after)
        for seat in seats:
            if not _is_told_of_the_game(entry, seat):
                continue
            was, is_ = seat in asked_before, seat in asked_after
            if entry.seat == seat or was != is_:
                self._changed[seat] = entry.counts[seat]
                self._doubts.pop(seat, None)
            elif was:
                self._doubts.setdefault(seat, []).append(_Doubt(entry.counts[seat], before, after))

    def is_stale(self, seat: Seat, seq: int) -> bool:
        """Whether what ``seat`` may do has changed since it knew ``seq``."""
        doubts = self._doubts.get(seat, [])
        while doubts and doubts[-1].seq > seq and self._changed.get(seat, 0) <= seq:
            doubt = doubts.pop()
            if self._offers(doubt.before, seat) != self._offers(doubt.after, seat):
                self._changed[seat] = doubt.seq
                doubts.clear()
        return self._changed.get(seat, 0) > seq

    def _offers(self, state: Any, seat: Seat) -> tuple[Any, ...]:
        return tuple(self._system.offers(state, seat))


def _is_told_of_the_game(entry: Entry, seat: Seat) -> bool:
    told = entry.told.get(seat, entry.public)
    return any(event["type"] not in RESERVED or event["type"] == _UNDONE for event in told)
