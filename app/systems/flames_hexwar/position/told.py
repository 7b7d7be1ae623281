"""What every event that is told of teams or platoons says of them."""

from __future__ import annotations

from collections.abc import Mapping

from app.engine.types import Event
from app.systems.flames_hexwar.book.kinds import Side


class Told(Event, frozen=True, gc=False, kw_only=True):
    """An event with the kind and the side of every team and platoon that it names, so that it can be told by itself; ``Story`` fills
    them in."""

    who: Mapping[str, tuple[str, Side]] = {}


NAMED = ("team", "shooter", "vehicle", "carrier", "platoon", "at", "firing", "battery")
"""Fields that may name a team or a platoon."""
NAMED_MANY = ("teams", "platoons", "found", "needs")
