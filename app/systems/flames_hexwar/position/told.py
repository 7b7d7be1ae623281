"""What every event that is told of teams or platoons says of them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from app.engine.types import Event
from app.systems.flames_hexwar.book.kinds import Side


class Told(Event, frozen=True, gc=False, kw_only=True):
    """An event with the kind and the side of every team and platoon that it names, so that it can be told by itself; ``Story`` fills
    them in."""

    who: Mapping[str, tuple[str, Side]] = {}


NAMED: Final = ("team", "shooter", "vehicle", "carrier", "platoon", "at", "firing", "battery")
"""Fields that may name a team or a platoon."""
NAMED_MANY: Final = ("teams", "platoons", "found", "needs")


@lru_cache(maxsize=128)
def naming(kind: type[Event]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The fields of a kind of event that may name one, and those that name many."""
    fields = kind.__struct_fields__
    return tuple(name for name in NAMED if name in fields), tuple(name for name in NAMED_MANY if name in fields)
