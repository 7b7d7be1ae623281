"""Whether what a seat may do has changed since a number it knew: what makes an action stale.

Only events of the game that the seat was told of count. Where a seat begins or ceases to be asked, the change is plain;
otherwise its offers before and after are compared, but only once somebody sends a number older than them. Offers may take long
to work out, so nothing is compared here: whoever asks is told what is undecided, has it compared, and asks again.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from typing import Any, Final

import msgspec

from app.engine.system import GameSystem
from app.engine.types import Seat
from app.rooms.values.events import RESERVED, Corrected, Undone
from app.rooms.values.ports import Entry

KEPT_DOUBTS: Final = 256
_OF_THE_GAME: Final = frozenset(str(kind.__struct_config__.tag) for kind in (Undone, Corrected))


class HistoryMissing(Exception):
    """An earlier state is wanted that is not in memory: fold the room again from its start."""


class Doubt(msgspec.Struct, frozen=True, eq=False, gc=False):
    """An act that may have changed what a seat may do."""

    seat: Seat
    seq: int
    before: Any  # a state of the game
    after: Any


class Undecided(Exception):
    """It depends on whether a seat may do the same before and after an act: have that compared, ``decide``, and ask again."""

    def __init__(self, doubt: Doubt) -> None:
        self.doubt = doubt
        super().__init__(f"expected to know whether {doubt.seq} changed what {doubt.seat} may do")


class Freshness:
    """For each seat, its number at the last change of what it may do.

    ``changed`` are the changes known so far, ``undecided`` the numbers of the last acts that may have been later changes
    but whose states are not at hand.
    """

    def __init__(
        self,
        system: GameSystem,
        changed: Mapping[Seat, int],
        undecided: Mapping[Seat, int],
        *,
        kept: int | None = KEPT_DOUBTS,
    ) -> None:
        self._system = system
        self._changed = dict(changed)
        self._undecided = dict(undecided)
        self._doubts: dict[Seat, deque[Doubt]] = {}
        self._kept = kept
        self._asked: tuple[Any, tuple[Seat, ...]] = (None, ())

    @property
    def changed(self) -> dict[Seat, int]:
        """The numbers at the last plain changes."""
        return dict(self._changed)

    @property
    def undecided(self) -> dict[Seat, int]:
        """The numbers at the last acts that may have been changes."""
        return self._undecided | {seat: doubts[-1].seq for seat, doubts in self._doubts.items() if doubts}

    def asked_in(self, state: Any) -> tuple[Seat, ...]:
        """Whom the game waits for, worked out once while a state is the present one; nobody before the first."""
        known, asked = self._asked
        if known is not state:
            asked = () if state is None else self._system.to_act(state)
            self._asked = (state, asked)
        return asked

    def note(self, seats: Iterable[Seat], entry: Entry, before: Any, after: Any) -> None:
        """Takes in an entry that led from one state to another."""
        asked_before, asked_after = self.asked_in(before), self.asked_in(after)
        for seat in seats:
            if not _is_told_of_the_game(entry, seat):
                continue
            seq = entry.counts[seat]
            if before is None or (seat in asked_before) != (seat in asked_after):
                self._note_change(seat, seq)
            else:
                self._note_doubt(Doubt(seat, seq, before, after))

    def is_stale(self, seat: Seat, seq: int) -> bool:
        """Whether what ``seat`` may do has changed since it knew ``seq``.

        Raises ``Undecided`` if states have to be compared, ``HistoryMissing`` if they would have to be and are not at hand.
        """
        if self._changed.get(seat, 0) > seq:
            return True
        doubts = self._doubts.get(seat)
        if doubts and doubts[-1].seq > seq:
            raise Undecided(doubts[-1])
        if self._undecided.get(seat, 0) > seq:
            raise HistoryMissing
        return False

    def decide(self, doubt: Doubt, *, same: bool) -> None:
        """Takes in what came of comparing; nothing where that was decided, or became plain, in the meantime."""
        doubts = self._doubts.get(doubt.seat, deque())
        if doubt not in doubts:
            return
        if same:
            doubts.remove(doubt)
            return
        later = [each for each in doubts if each.seq > doubt.seq]
        self._note_change(doubt.seat, doubt.seq)
        if later:
            self._doubts[doubt.seat] = deque(later)

    def _note_change(self, seat: Seat, seq: int) -> None:
        self._changed[seat] = seq
        self._undecided.pop(seat, None)
        self._doubts.pop(seat, None)

    def _note_doubt(self, doubt: Doubt) -> None:
        doubts = self._doubts.setdefault(doubt.seat, deque())
        doubts.append(doubt)
        if self._kept is not None and len(doubts) > self._kept:
            self._undecided[doubt.seat] = doubts.popleft().seq


def _is_told_of_the_game(entry: Entry, seat: Seat) -> bool:
    told = entry.told.get(seat, entry.public)
    return any(event["type"] not in RESERVED or event["type"] in _OF_THE_GAME for event in told)
