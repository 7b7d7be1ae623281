"""What the sides' clocks say: a pure fold of a room's entries, of nothing but when they happened and whom the game asks.

A side's time runs while the game is played and waits for one of its seats that somebody plays; where a live clock began before
anybody of the side had seen the table, from when somebody has. Its turn lasts from when it is
asked until it is asked no more; then it is handed on. Nothing here looks at a clock: who wants to know what is left now
subtracts what has passed since ``Standing.since``.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from typing import Final

import msgspec

from app.engine.refusal import FieldError, InvalidInput
from app.engine.types import Seat
from app.rooms.room.projection import timestamp
from app.rooms.values.events import RESERVED
from app.rooms.values.ports import Clock, DaysClock, Entry, LiveClock
from app.rooms.values.values import ClockInfo, SideClock

BANK_S: Final = (30, 24 * 3600)
INCREMENT_S: Final = (0, 3600)
DAYS: Final = (1, 30)
"""The least and the most of each."""

CLAIMED_AFTER: Final = 3
"""After so many times that its time ran out, a side's opponents may claim the game."""

_REGAINED: Final = 5
"""One part in so many of the bank is what a side has again after its time ran out."""
_DAY_MS: Final = 24 * 3600 * 1000


class SideTime(msgspec.Struct, frozen=True, omit_defaults=True):
    """A side's time: what is left of it, whether it ``runs``, how often it ran out; ``is_ending`` while its turn is being
    ended for it, ``is_forfeit`` once the game was claimed from it; ``awaited`` are its seats while nobody in any of them has seen the
    table."""

    left_ms: int
    runs: bool = False
    times: int = 0
    is_ending: bool = False
    is_forfeit: bool = False
    awaited: tuple[Seat, ...] = ()


class Standing(msgspec.Struct, frozen=True):
    """All sides' time as it was at ``since``, the last moment at which one of them began or ceased to run."""

    since: datetime
    sides: Mapping[str, SideTime]


def check(clock: Clock | None) -> None:
    """Raises ``InvalidInput`` naming every figure beyond its bounds."""
    figures: list[tuple[str, int, tuple[int, int]]] = []
    match clock:
        case LiveClock():
            figures = [("bank_s", clock.bank_s, BANK_S), ("increment_s", clock.increment_s, INCREMENT_S)]
        case DaysClock():
            figures = [("days", clock.days, DAYS)]
    errors = [
        FieldError(f"clock.{name}", f"a whole number from {least} to {most}", str(value))
        for name, value, (least, most) in figures
        if not least <= value <= most
    ]
    if errors:
        raise InvalidInput(errors)


def full_ms(clock: Clock) -> int:
    """What a side begins with: the bank, or the days of a turn."""
    return clock.bank_s * 1000 if isinstance(clock, LiveClock) else clock.days * _DAY_MS


def after(
    clock: Clock, known: Standing | None, entry: Entry, sides: Mapping[str, tuple[Seat, ...]], asked: Collection[str]
) -> Standing:
    """The clocks after an entry of a game that has begun (``known`` is ``None`` until then). ``sides`` are the seats of each,
    ``asked`` the sides the game waits for now: none while it is not played."""
    known = _begun(clock, entry, sides) if known is None else _seen(known, entry)
    asked = [side for side in asked if not known.sides[side].awaited]
    types = {str(event["type"]) for event in entry.events}
    if not types & _OF_CLOCKS and {side for side, time in known.sides.items() if time.runs} == set(asked):
        return known  # as long as nothing changes nobody can tell from it that anything happened
    spent_ms = max(0, round((entry.at - known.since) / timedelta(milliseconds=1)))
    turn = _Turn(clock, types, spent_ms)
    times = {side: turn.after(time, is_asked=side in asked) for side, time in known.sides.items()}
    for event in entry.events:
        side = event.get("side")
        if event["type"] == "time_up" and side in times:
            times[side] = _run_out(clock, times[side])
        elif event["type"] == "forfeited" and side in times:
            times[side] = msgspec.structs.replace(times[side], is_forfeit=True)
    return Standing(max(entry.at, known.since), times)


def _begun(clock: Clock, entry: Entry, sides: Mapping[str, tuple[Seat, ...]]) -> Standing:
    """Full clocks; those of sides of which nobody has seen the table wait for that."""
    awaited = {seat for event in entry.events if event["type"] == "game_started" for seat in event.get("awaited", ())}
    full = SideTime(full_ms(clock))
    waiting = {side for side, seats in sides.items() if awaited.issuperset(seats)}
    return Standing(
        entry.at,
        {
            side: msgspec.structs.replace(full, awaited=seats if side in waiting else ())
            for side, seats in sides.items()
        },
    )


def _seen(known: Standing, entry: Entry) -> Standing:
    """Whoever does anything has seen the table, and whoever takes over a seat; it is said of whoever looks."""
    here = {entry.seat, *(event.get("seat") for event in entry.events if event["type"] in _SHOWS_UP)}
    came = {side for side, time in known.sides.items() if not here.isdisjoint(time.awaited)}
    if not came:
        return known
    sides = {
        side: msgspec.structs.replace(time, awaited=()) if side in came else time for side, time in known.sides.items()
    }
    return Standing(known.since, sides)


_SHOWS_UP: Final = frozenset({"table_seen", "seat_claimed", "seat_replaced"})
_OF_CLOCKS: Final = frozenset({"time_up", "forfeited"})


class _Turn:
    """What an entry does to a side's time."""

    def __init__(self, clock: Clock, types: Collection[str], spent_ms: int) -> None:
        self._clock = clock
        self._spent_ms = spent_ms
        self._is_played = any(kind not in RESERVED for kind in types)
        self._is_undone = "undone" in types
        self._is_claimed = "seat_claimed" in types

    def after(self, time: SideTime, *, is_asked: bool) -> SideTime:
        """The time of a side that the game waits for now, or does not."""
        left = max(0, time.left_ms - self._spent_ms) if time.runs else time.left_ms
        if time.runs and not is_asked and self._is_played:
            left += self._increment_ms
        elif is_asked and not time.runs:
            left = self._begun(left)
        return msgspec.structs.replace(time, left_ms=left, runs=is_asked, is_ending=time.is_ending and is_asked)

    def _begun(self, left: int) -> int:
        """What a side has when it is asked. Who takes back an act that handed the turn on gives back what it brought, else
        there would be time to be won by it."""
        if self._is_undone:
            return max(0, left - self._increment_ms)
        if isinstance(self._clock, DaysClock) and (self._is_played or self._is_claimed):
            return full_ms(self._clock)
        return left

    @property
    def _increment_ms(self) -> int:
        return self._clock.increment_s * 1000 if isinstance(self._clock, LiveClock) else 0


def regained_ms(clock: Clock) -> int:
    """What a side has again after its time ran out."""
    full = full_ms(clock)
    return full // _REGAINED if isinstance(clock, LiveClock) else full


def _run_out(clock: Clock, time: SideTime) -> SideTime:
    return msgspec.structs.replace(time, left_ms=regained_ms(clock), times=time.times + 1, is_ending=time.runs)


def deadline(standing: Standing) -> datetime | None:
    """When the clocks next do something, ``None`` while none of them runs. What has begun and is not done yet is due at once."""
    if any(time.is_ending for time in standing.sides.values()):
        return standing.since
    left = [time.left_ms for time in standing.sides.values() if time.runs]
    return standing.since + timedelta(milliseconds=min(left)) if left else None


def run_out(standing: Standing, now: datetime) -> str | None:
    """The side whose time ran out first, if any has by now."""
    left = {side: time.left_ms for side, time in standing.sides.items() if time.runs and not time.is_ending}
    side = min(left, key=lambda each: (left[each], each), default=None)
    if side is None or standing.since + timedelta(milliseconds=left[side]) > now:
        return None
    return side


def told(clock: Clock, standing: Standing, seats: Mapping[str, tuple[Seat, ...]], *, is_late: bool) -> ClockInfo:
    """The clocks as everybody may know them. To whoever sees the game late they stand still: nobody is to know from them
    who is asked now."""
    sides = tuple(
        SideClock(
            side=side,
            seats=seats.get(side, ()),
            left_ms=time.left_ms,
            runs=time.runs and not is_late,
            times=time.times,
            claimable=time.times >= CLAIMED_AFTER and not time.is_forfeit,
            forfeit=time.is_forfeit,
        )
        for side, time in standing.sides.items()
    )
    return ClockInfo(clock, sides, timestamp(standing.since) if any(side.runs for side in sides) else None)
