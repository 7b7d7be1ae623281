"""What a room's clock does, and what players may do because of it: pure decisions from the room as it stands."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from app.engine.refusal import FieldError, InvalidInput
from app.engine.system import GameSystem, time_out_of
from app.engine.types import Action, Seat, Text
from app.rooms.drafts.drafts import Draft, played
from app.rooms.room import clocks
from app.rooms.room.projection import Happened
from app.rooms.room.room import Room
from app.rooms.values import events as happened
from app.rooms.values.errors import Forbidden, NotNow
from app.rooms.values.ports import Clock

_OWN: Final = Text(es="Ése es tu propio bando.", en="That is your own side.")
_TOO_SOON: Final = Text(
    es="Una partida se reclama cuando al rival se le ha acabado el tiempo tres veces.",
    en="A game is claimed once an opponent's time has run out three times.",
)


def check(clock: Clock | None, system: GameSystem) -> None:
    """Raises ``InvalidInput`` for a clock that a new room cannot be played by."""
    clocks.check(clock)
    if clock is not None and time_out_of(system) is None:
        raise InvalidInput([FieldError("clock", "nothing: this game knows no clock", "a clock")])


def due(room: Room, now: datetime) -> Draft:
    """What the clock does now: it ends the turn of a side whose time is up, act by act, or says first that it is. Raises
    ``NotNow`` if there is nothing to do."""
    if room.status != "playing" or room.clock is None:
        raise NotNow
    for side, time in room.clock.sides.items():
        given_up = _given_up(room, side) if time.is_ending else None
        if given_up is not None:
            seat, action = given_up
            return played(room, seat, action, kind="time_up", settled=True)
    side_out = clocks.run_out(room.clock, now)
    if side_out is None:
        raise NotNow
    up = happened.TimeUp(side_out, room.clock.sides[side_out].times + 1)
    return Draft("time_up", None, (Happened(up),), settled=True)


def _given_up(room: Room, side: str) -> tuple[Seat, Action] | None:
    """What is asked of a side, given up."""
    ability = time_out_of(room.system)
    if ability is None:
        return None
    for seat in room.to_act:
        action = ability.time_out(room.state, seat) if room.side_of(seat) == side else None
        if action is not None:
            return seat, action
    return None


def table_seen(room: Room, seat: Seat) -> Draft:
    """Somebody who was awaited has the table before them. Raises ``NotNow`` where they are not awaited (any more)."""
    if room.status not in ("playing", "paused") or seat not in room.awaited:
        raise NotNow
    return Draft("table_seen", seat, (Happened(happened.TableSeen(seat)),))


def forfeited(room: Room, seat: Seat, side: str) -> Draft:
    """``seat`` claims the game from a side whose time ran out too often: the first of its seats that still can gives up.
    Raises ``NotNow``, ``Forbidden``, ``InvalidInput``."""
    if room.status != "playing" or room.clock is None:
        raise NotNow
    if side not in room.clock.sides:
        raise InvalidInput.at("side", "one of " + ", ".join(room.clock.sides), side)
    if room.side_of(seat) == side:
        raise Forbidden(_OWN)
    if room.clock.sides[side].times < clocks.CLAIMED_AFTER:
        raise Forbidden(_TOO_SOON)
    return _next_to_go(room, side, first=(Happened(happened.Forfeited(seat, side)),))


def gone_with(room: Room, side: str) -> Draft:
    """The next seat of a side that forfeited the game gives up. Raises ``NotNow`` if none is left."""
    return _next_to_go(room, side, first=())


def _next_to_go(room: Room, side: str, first: tuple[Happened, ...]) -> Draft:
    if room.status == "playing":
        for seat in room.seats:
            if room.side_of(seat) == side:
                action = room.system.resign(room.state, seat)
                if room.system.check(room.state, seat, action) is None:
                    return played(room, seat, action, kind="forfeited", first=first, settled=True)
    raise NotNow
