"""A game that is played again by those who sat at it: where, and what that room is made of."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

from app.engine.system import GameSystem
from app.engine.types import Seat, Viewer
from app.rooms.room.room import Room
from app.rooms.values import events as happened
from app.rooms.values.ports import Header, next_id

OF_PLAYERS: Final = frozenset({"kind", "name", "strategy"})
"""What of a seat goes with its player; the rest, a side, a faction, stays with the seat."""


def may_follow(room: Room) -> bool:
    """Whether a room's game may be played again: one that was played here, by itself, with everybody still there."""
    is_game = room.header.glimpse is None and room.header.part_of is None and room.state is not None
    return is_game and room.rematch is None and all(room.is_taken(seat) for seat in room.seats)


def agreed(room: Room, *, swap: bool) -> happened.RematchAgreed:
    """That it is. The new room is named after the old one's secret, so that whoever makes it makes the same."""
    return happened.RematchAgreed(next_id(room.header), swap and len(room.seats) > 1)


def place_of(room: Room, viewer: Viewer) -> Viewer:
    """Who a viewer of a room is in the one after it."""
    if room.rematch is None or not room.rematch.swap or Seat(viewer) not in room.seats:
        return viewer
    at = room.seats.index(Seat(viewer))
    return Viewer(room.seats[(at + 1) % len(room.seats)])


def header_of(room: Room, system: GameSystem, secret: bytes, at: datetime) -> Header:
    """What the next room is made of: the same table, with new dice and by the present rules."""
    assert room.rematch is not None, "agreed to"
    before = room.header
    sitting = {place_of(room, Viewer(seat)): _player(room, seat) for seat in room.seats}
    seats = tuple(
        {name: value for name, value in given.items() if name not in OF_PLAYERS and name != "contribution"}
        | sitting[Viewer(seat)]
        for seat, given in zip(room.seats, before.seats, strict=True)
    )
    return Header(
        id=room.rematch.room,
        game=before.game,
        scenario=before.scenario,
        options=before.options,
        tables=before.tables,
        seats=seats,
        spectators=before.spectators,
        rules_version=system.manifest.rules_version,
        rules_hash=system.manifest.rules_hash,
        secret=secret,
        created_at=at,
        clock=before.clock,
        battle=before.battle,
    )


def _player(room: Room, seat: Seat) -> dict[str, Any]:
    known = next(known for known in room.info(Viewer(seat)).seats if known["seat"] == seat)
    name = known.get("name") or seat.upper()
    if room.is_bot(seat):
        return {"kind": "bot", "strategy": room.strategy_of(seat), "name": name}
    return {"kind": "human", "name": name}
