"""The part of the host form that asks for a clock: what was typed, and the clock it asks for."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final

import msgspec

from app.rooms.room.clocks import BANK_S, DAYS, INCREMENT_S
from app.rooms.values.ports import Clock, DaysClock, LiveClock

KINDS: Final = ("none", "live", "days")
BANK_MIN: Final = (max(1, BANK_S[0] // 60), BANK_S[1] // 60)
FIELDS: Final[Mapping[str, tuple[int, int]]] = {
    "clock_bank": BANK_MIN,
    "clock_increment": INCREMENT_S,
    "clock_days": DAYS,
}
"""The form's fields, each with the least and the most it may be: minutes, seconds, days."""

_OF_A_ROOM: Final = {"clock.bank_s": "clock_bank", "clock.increment_s": "clock_increment", "clock.days": "clock_days"}

Say = Callable[..., str]


class ClockForm(msgspec.Struct, frozen=True):
    """What was typed."""

    kind: str = "none"
    bank: str = "20"
    increment: str = "15"
    days: str = "3"

    @property
    def typed(self) -> dict[str, str]:
        """By the form's fields."""
        return {"clock_bank": self.bank, "clock_increment": self.increment, "clock_days": self.days}


def read(typed: Mapping[str, str]) -> ClockForm:
    """As it was sent; what is missing is as it first appears."""
    usual = ClockForm()
    return ClockForm(
        kind=typed.get("clock", usual.kind),
        bank=typed.get("clock_bank", usual.bank).strip(),
        increment=typed.get("clock_increment", usual.increment).strip(),
        days=typed.get("clock_days", usual.days).strip(),
    )


def clock_of(form: ClockForm, say: Say, errors: dict[str, str]) -> Clock | None:
    """The clock that was asked for; what is wrong with it is put to ``errors`` by its field."""
    match form.kind:
        case "none":
            return None
        case "live":
            bank, increment = (_number(form, name, say, errors) for name in ("clock_bank", "clock_increment"))
            return LiveClock(bank * 60, increment)
        case "days":
            return DaysClock(_number(form, "clock_days", say, errors))
    errors["clock"] = say("host.error_choice")
    return None


def field_of(field: str) -> str:
    """The form's field for one of the room's clock."""
    return _OF_A_ROOM.get(field, "clock")


def _number(form: ClockForm, name: str, say: Say, errors: dict[str, str]) -> int:
    typed, (least, most) = form.typed[name], FIELDS[name]
    if not re.fullmatch(r"[0-9]{1,9}", typed):
        errors[name] = say("host.error_number")
        return least
    if not least <= int(typed) <= most:
        errors[name] = say("host.error_range", least=least, most=most)
    return int(typed)
