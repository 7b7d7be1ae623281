"""What a room remembers beside its game's state: the acts that stand and the proposals that wait."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from app.engine.types import SPECTATOR, Seat, Viewer
from app.rooms.values import events as happened
from app.rooms.values.ports import Entry
from app.rooms.values.values import ProposalInfo, ProposalKind


class Act(msgspec.Struct, frozen=True, gc=False):
    """An act that stands: its entry's version, who did it, its events, the state and the numbers before it, whom it was
    told to, whether it is settled."""

    version: int
    seat: Seat
    events: tuple[Mapping[str, Any], ...]
    before: Any  # a state of the game
    counts: Mapping[str, int]
    told: frozenset[Viewer]
    settled: bool

    def is_known_to(self, seat: Seat) -> bool:
        """Whether a seat did it or was told anything of it."""
        return self.seat == seat or Viewer(seat) in self.told


class Proposal(msgspec.Struct, frozen=True):
    """An open proposal, made by the entry ``version``; ``waiting`` have still to answer."""

    made: happened.ProposalMade
    version: int
    waiting: tuple[Seat, ...]

    @property
    def n(self) -> int:
        """Its number."""
        return self.made.n

    @property
    def kind(self) -> ProposalKind:
        """What is proposed."""
        return self.made.kind

    @property
    def seat(self) -> Seat | None:
        """Who made it; ``None`` is the host."""
        return self.made.seat

    @property
    def place(self) -> int | None:
        """How many acts would stand after an undo."""
        return self.made.place

    @property
    def info(self) -> ProposalInfo:
        """The proposal as it is told."""
        made = self.made
        return ProposalInfo(
            made.n,
            made.kind,
            made.seat,
            self.waiting,
            made.changes,
            made.reason,
            made.replaced,
            made.by,
            made.swap,
        )


def is_told(entry: Entry, viewer: Viewer) -> bool:
    """Whether a viewer is told anything of an entry, if late."""
    if viewer == SPECTATOR and entry.late is not None:
        return bool(entry.late)
    return bool(entry.told.get(viewer, entry.public))
