"""What the table page shows of a room's clock: the time of each side, who may claim the game, and how it ended."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Final, Protocol

import msgspec

from app.rooms.room.clocks import full_ms
from app.rooms.values.ports import Clock, DaysClock
from app.rooms.values.values import ClockInfo, RoomInfo, SideClock

LOW_MS: Final = 30_000
LOW_PART: Final = 10
LOW_AT_MOST_PART: Final = 4
"""A side has little time left below so much, or below one part in so many of what it began with; but never while it has
more than the second such part: a short bank is not low from the start."""

_S: Final = 1000
_MIN: Final = 60 * _S
_HOUR: Final = 60 * _MIN
_DAY: Final = 24 * _HOUR
_MANY: Final = 3


class _Player(Protocol):
    """Who sits where; see ``table_parts.Player``."""

    @property
    def seat(self) -> str: ...
    @property
    def name(self) -> str | None: ...
    @property
    def side(self) -> int: ...


class ClockShown(msgspec.Struct, frozen=True):
    """A side's clock: whose, in which colour, what was left at ``since_ms`` (of the server's time, since 1970), below what it
    is low, and how that reads."""

    side: str
    seats: tuple[str, ...]
    who: str
    names: str
    colour: int
    left_ms: int
    since_ms: int
    low_ms: int
    runs: bool
    mine: bool
    low: bool
    times: int
    text: str


class Claim(msgspec.Struct, frozen=True):
    """A side from which the viewer may claim the game."""

    side: str
    names: str


class Clocks(msgspec.Struct, frozen=True):
    """All of it; ``kind`` is that of the clock, ``many``: too many to show all in the bar."""

    kind: str
    each: tuple[ClockShown, ...]
    claims: tuple[Claim, ...]
    many: bool


def shown(info: RoomInfo, people: Iterable[_Player], viewer: str) -> Clocks | None:
    """The clocks of a room for a viewer; ``None`` where there is none, or before the game."""
    clock = info.clock
    if clock is None or not clock.sides:
        return None
    seated = {player.seat: player for player in people}
    low_ms = 0 if info.status == "finished" else low_below_ms(clock.rule)
    each = tuple(_shown(clock, side, seated, viewer, low_ms=low_ms) for side in clock.sides)
    is_player = any(viewer in side.seats for side in clock.sides)
    claims = tuple(
        Claim(side.side, _names(side, seated))
        for side in clock.sides
        if side.claimable and is_player and viewer not in side.seats and info.status == "playing"
    )
    return Clocks("days" if isinstance(clock.rule, DaysClock) else "live", each, claims, len(each) > _MANY)


def side_names(info: RoomInfo, names: Mapping[str, str]) -> dict[str, str]:
    """Who plays for each side of a clock."""
    sides: Sequence[SideClock] = () if info.clock is None else info.clock.sides
    return {side.side: ", ".join(names.get(seat, seat.upper()) for seat in side.seats) for side in sides}


def forfeited(info: RoomInfo, names: Mapping[str, str]) -> str | None:
    """Who lost the game because time ran out too often; ``None``: nobody did."""
    called = side_names(info, names)
    lost = [called[side.side] for side in (info.clock.sides if info.clock else ()) if side.forfeit]
    return ", ".join(lost) or None


def spell(left_ms: int, *, in_days: bool) -> str:
    """Time left as people read it: ``2 d 4 h``, ``5 h 03 min``, ``9:07``, ``1:02:30``; begun seconds count as whole ones."""
    left = -(-max(0, left_ms) // _S) * _S
    if in_days and left >= _DAY:
        return f"{left // _DAY} d {left % _DAY // _HOUR} h"
    if in_days and left >= _HOUR:
        return f"{left // _HOUR} h {left % _HOUR // _MIN:02} min"
    hours, minutes, seconds = left // _HOUR, left % _HOUR // _MIN, left % _MIN // _S
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def low_below_ms(rule: Clock) -> int:
    """Below what a side's time is low."""
    full = full_ms(rule)
    least = 0 if isinstance(rule, DaysClock) else LOW_MS
    return min(max(least, full // LOW_PART), full // LOW_AT_MOST_PART)


def _shown(clock: ClockInfo, side: SideClock, seated: Mapping[str, _Player], viewer: str, *, low_ms: int) -> ClockShown:
    since = _moment(clock.since)
    now = _moment(clock.now) or since
    left_ms = side.left_ms - ((now - since) if side.runs else 0)
    first = seated.get(side.seats[0]) if side.seats else None
    return ClockShown(
        side=side.side,
        seats=tuple(side.seats),
        who=side.side if len(side.side) == 1 else "".join(seat.upper() for seat in side.seats)[:2],
        names=_names(side, seated),
        colour=first.side if first is not None else 0,
        left_ms=side.left_ms,
        since_ms=since,
        low_ms=low_ms,
        runs=side.runs,
        mine=viewer in side.seats,
        low=left_ms < low_ms,
        times=side.times,
        text=spell(left_ms, in_days=isinstance(clock.rule, DaysClock)),
    )


def _names(side: SideClock, seated: Mapping[str, _Player]) -> str:
    return ", ".join(seated[seat].name or seat.upper() if seat in seated else seat.upper() for seat in side.seats)


def _moment(told: str | None) -> int:
    """Milliseconds since 1970."""
    return 0 if told is None else round(datetime.fromisoformat(told).timestamp() * _S)
