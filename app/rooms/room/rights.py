"""Who is let into a room, and whose seat somebody acts for."""

from __future__ import annotations

from typing import Final

from app.engine.types import SPECTATOR, Seat, Text, Viewer
from app.rooms.room.room import Room
from app.rooms.values.errors import Forbidden, NotFound
from app.rooms.values.ports import HOST

NO_SEAT: Final = Text(es="Eso sólo lo hace quien tiene un asiento.", en="Only somebody with a seat can do that.")
BOT: Final = Text(es="Ese asiento lo juega el programa.", en="That seat is played by the program.")
_NO_SPECTATORS: Final = Text(es="Esta mesa no admite público.", en="This table has no spectators.")


def admitted(room: Room, viewer: Viewer) -> Room:
    """The room, for somebody who may see it; raises ``NotFound`` and ``Forbidden`` for others and for a bot's seat."""
    if viewer != HOST and viewer not in room.viewers:
        raise NotFound
    if viewer == SPECTATOR and room.header.spectators == "none":
        raise Forbidden(_NO_SPECTATORS)
    if viewer not in (HOST, SPECTATOR) and room.is_bot(Seat(viewer)):
        raise Forbidden(BOT)
    return room


def seat_in(room: Room, viewer: Viewer) -> Seat:
    """The seat of somebody who may act; raises ``Forbidden`` for others and for a bot's seat."""
    if viewer in (SPECTATOR, HOST):
        raise Forbidden(NO_SEAT)
    seat = Seat(viewer)
    if seat not in room.seats:
        raise NotFound
    if room.is_bot(seat):
        raise Forbidden(BOT)
    return seat
