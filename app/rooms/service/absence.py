"""Who is away from a table, since when, and what the others may do about it."""

from __future__ import annotations

from datetime import timedelta

from app.engine.types import Seat, Viewer
from app.rooms.drafts import proposals
from app.rooms.room.projection import timestamp
from app.rooms.room.room import Room
from app.rooms.service.service import Rooms
from app.rooms.values.values import PresenceInfo, SeatPresence


async def who_is_here(rooms: Rooms, room_id: str, viewer: Viewer) -> PresenceInfo:
    """Who is here, who is away, and since when, as far as this process saw it. Raises ``NotFound``, ``Forbidden``."""
    await rooms.info(room_id, viewer)
    room, here, now = await rooms.room(room_id), rooms.presence.of(room_id), rooms.now()
    seats = tuple(
        SeatPresence(
            seat,
            seat in here.seats,
            timestamp(now - timedelta(seconds=rooms.presence.for_s(room_id, seat))),
            _may_replace(rooms, room, viewer, seat),
        )
        for seat in room.seats
        if room.seen_by(viewer).is_taken(seat)
    )
    return PresenceInfo(seats, here.spectators, timestamp(now))


def _may_replace(rooms: Rooms, room: Room, viewer: Viewer, seat: Seat) -> bool:
    if viewer not in room.viewers[:-1]:
        return False
    here, away_s = rooms.presence.of(room.header.id).seats, rooms.presence.away_s(room.header.id, seat)
    return proposals.may_replace(room, Seat(viewer), seat, here, {seat: away_s})


async def may_invite(rooms: Rooms, room_id: str, viewer: Viewer, invited: Viewer) -> bool:
    """Whether ``viewer``, a player, may make a link for a seat: one that was given away and waits for somebody."""
    await rooms.catch_up(room_id)
    room = await rooms.room(room_id)
    is_player = viewer in room.viewers[:-1] and not room.is_bot(Seat(viewer))
    return is_player and Seat(invited) in room.reopened and not room.is_taken(Seat(invited))
