"""How a room's clock runs and what happens at zero, in its own figures: for whoever joins, and at the table."""

from __future__ import annotations

from collections.abc import Callable

from app.rooms.room.clocks import CLAIMED_AFTER, regained_ms
from app.rooms.values.ports import Clock, DaysClock

Say = Callable[..., str]

_MIN_S = 60
_HOUR_S = 3600


def clock_rules(clock: Clock | None, say: Say) -> tuple[str, ...]:
    """The sentences that explain a clock, none where there is none; ``say`` is ``Templates.words``."""
    if clock is None:
        return ()
    at_zero = say("clock.rules.zero")
    claim = say("clock.rules.claim", n=CLAIMED_AFTER)
    runs = say("clock.rules.runs")
    if isinstance(clock, DaysClock):
        days = say("clock.rules.day") if clock.days == 1 else say("clock.rules.days", n=clock.days)
        return (
            say("clock.rules.by_days", days=days),
            runs,
            f"{at_zero} {say('clock.rules.again_days', days=days)}",
            claim,
        )
    bank, again = span(clock.bank_s), span(regained_ms(clock) // 1000)
    has = say("clock.rules.live", bank=bank)
    if clock.increment_s:
        has = say("clock.rules.live_more", bank=bank, more=span(clock.increment_s))
    return has, f"{say('clock.rules.begins')} {runs}", f"{at_zero} {say('clock.rules.again_live', again=again)}", claim


def span(seconds: int) -> str:
    """A stretch of time as people write it in either language: ``1 h 30 min``, ``20 min``, ``45 s``."""
    parts = (
        (seconds // _HOUR_S, "h"),
        (seconds % _HOUR_S // _MIN_S, "min"),
        (seconds % _MIN_S, "s"),
    )
    return " ".join(f"{count} {unit}" for count, unit in parts if count) or "0 s"
