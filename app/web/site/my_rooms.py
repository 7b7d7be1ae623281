"""The rooms that a browser has a part in: the way back to a table for whoever closed its page."""

from __future__ import annotations

from typing import Final

import msgspec
from starlette.requests import Request

from app.engine.registry import Registry
from app.engine.types import Text
from app.rooms.service.service import Rooms
from app.rooms.values.errors import RoomError
from app.rooms.values.ports import StoreUnavailable
from app.rooms.values.values import RoomInfo
from app.web.site.campaign_parts import manifest_for
from app.web.site.own_battle import played_scenario
from app.web.wire import access

MOST: Final = 8


class MyRoom(msgspec.Struct, frozen=True):
    """A room to go back to; ``waits_for_me`` when one of this browser's seats is asked, ``others`` who else plays."""

    path: str
    game: Text
    scenario: Text | None
    status: str
    waits_for_me: bool
    others: tuple[str, ...]


async def my_rooms(request: Request) -> list[MyRoom]:
    """At most ``MOST`` rooms of this browser, the newest first, finished ones last; none while the database is away."""
    found: list[MyRoom] = []
    try:
        for room_id in reversed(access.held_rooms(request)[-MOST:]):
            room = await _my_room(request, room_id)
            if room is not None:
                found.append(room)
    except StoreUnavailable:
        return []
    return sorted(found, key=lambda room: (room.status == "finished", not room.waits_for_me))


async def _my_room(request: Request, room_id: str) -> MyRoom | None:
    rooms: Rooms = request.app.state.rooms
    try:
        who = await access.viewer_of(request, room_id)
        info = await rooms.info(room_id, who.viewer)
    except RoomError:  # the link was replaced, or the room is gone
        return None
    registry: Registry = request.app.state.registry
    if info.game not in registry:
        return None
    manifest = manifest_for(registry, info.game, room_id)
    scenario = played_scenario(manifest, info)
    held: set[str] = set(access.held_viewers(request, room_id))
    return MyRoom(
        path=f"{access.home_of(room_id)}?as={who.viewer}",
        game=manifest.name,
        scenario=scenario.name if scenario else None,
        status=info.status,
        waits_for_me=info.status == "playing" and any(seat in held for seat in info.to_act),
        others=_others(info, held),
    )


def _others(info: RoomInfo, held: set[str]) -> tuple[str, ...]:
    names = (seat.get("name") for seat in info.seats if seat["seat"] not in held)
    return tuple(name for name in names if name)
