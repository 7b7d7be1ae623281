"""Spectators who see a game late: what anybody does is told to them after three decisions of the other side.

So nobody at the table can be helped by somebody who watches. When what they see is due is decided from nothing but what
they are told anyway, and is stored with the entry that makes it due; it stays so whatever later code would decide.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, Generic, Protocol, TypeVar

from app.engine.types import Seat
from app.rooms.values.events import RESERVED
from app.rooms.values.ports import Entry

DECISIONS: Final = 3

Events = Iterable[Mapping[str, Any]]
SideOf = Callable[[Seat], str]


class Followed(Protocol):
    """A room as far as it is followed: it takes in entries, and knows how much each viewer was told."""

    counts: Mapping[str, int]

    def fold(self, entry: Entry, /) -> object:
        """Takes in an entry."""


R = TypeVar("R", bound=Followed)


class Audience(Generic[R]):
    """What spectators of a delayed room see: the room as it stood a while ago, and what they are not told yet."""

    def __init__(self, room: R) -> None:
        self.room = room
        self.pending: deque[Entry] = deque()

    def take_in(self, entry: Entry) -> None:
        """Follows an entry of the room as far as it lets spectators see."""
        if entry.late is not None:
            self.pending.append(entry)
        while self.pending and entry.shown is not None and self.pending[0].version <= entry.shown:
            self.room.fold(self.pending.popleft())
        self.room.counts = entry.counts

    def due(self, entry: Entry, side_of: SideOf) -> list[Entry]:
        """Which of the entries not yet told are to be told with ``entry``, itself among them if it is due at once."""
        waiting = [*self.pending, entry] if entry.late is not None else list(self.pending)
        if is_last(entry.events):
            return waiting
        due = 0
        while due < len(waiting) and _is_due(waiting[due], waiting[due + 1 :], side_of):
            due += 1
        return waiting[:due]


def _is_due(entry: Entry, later: Sequence[Entry], side_of: SideOf) -> bool:
    seat = entry.seat
    if seat is None or any(event["type"] in ("seat_claimed", "game_started") for event in entry.events):
        return True  # the server's or the host's word, or from before the first decision
    others = sum(1 for other in later if other.seat and _is_decision(other) and side_of(other.seat) != side_of(seat))
    return others >= DECISIONS


def _is_decision(entry: Entry) -> bool:
    """Whether spectators can know that something was decided."""
    return any(event["type"] not in RESERVED for event in entry.late or ())


def is_last(events: Events) -> bool:
    """Whether the game is over after these events."""
    return any(event["type"] in ("game_finished", "room_closed") for event in events)
