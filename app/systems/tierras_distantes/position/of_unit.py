"""What every event that happens to a miniature says of it."""

from __future__ import annotations

from app.engine.types import Event, Text, UnitId
from app.systems.tierras_distantes.book.kinds import Player


class OfUnit(Event, frozen=True, kw_only=True):
    """What happens to a miniature, or is done by one: whose it is and what it is called, so that the event can be told by itself.
    ``Story`` fills that in."""

    unit: UnitId
    player: Player | None = None
    name: Text | None = None
