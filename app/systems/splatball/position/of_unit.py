"""What every event that happens to a unit in play says of it."""

from __future__ import annotations

from app.engine.types import Event, Seat, UnitId
from app.systems.splatball.book.kinds import Count, UnitKind


class OfUnit(Event, frozen=True, kw_only=True):
    """What happens to a unit in play: whose it is and of which kind, and ``rows``, how many the board has, so that the event can be told
    and drawn by itself. ``Story`` fills them in."""

    seat: Seat | None = None
    kind: UnitKind | None = None
    rows: Count = 0
    reveals: tuple[UnitId, ...] = ()
    """Hidden units that an enemy now stands near (SPL-CAMO-08); ``Revealed`` says next what they are."""
