"""The way from a game that is over into the one that those who sat at it agreed to play next.

That they agreed is stored with the room; the next room is made when the first of them comes, by whichever process, and whoever comes
later finds it made. So nothing is left half done by a server that dies.
"""

from __future__ import annotations

import logging

import msgspec

from app.engine.refusal import InvalidInput
from app.engine.registry import Registry
from app.engine.types import Text, Viewer
from app.rooms.drafts import rematches as drafts
from app.rooms.room.room import Room
from app.rooms.service.service import Rooms
from app.rooms.values.errors import Forbidden, NotFound, NotNow
from app.rooms.values.ports import CampaignStore, LinkKind, RoomExists

logger = logging.getLogger(__name__)

_GIVEN_AWAY = Text(
    es="En la revancha tu sitio tiene ahora otro enlace.", en="Your place in the rematch now has a link of its own."
)


class Moved(msgspec.Struct, frozen=True):
    """A viewer's way into the next room: who they are there, and a secret that opens their place."""

    room: str
    viewer: Viewer
    secret: str


class Rematches:
    """The rematches of this server's rooms; ``store`` lets in whoever holds a link of the room before."""

    def __init__(self, registry: Registry, rooms: Rooms, store: CampaignStore) -> None:
        self._registry = registry
        self._rooms = rooms
        self._store = store

    async def enter(self, room_id: str, viewer: Viewer, link: bytes, kind: LinkKind) -> Moved:
        """A secret for a viewer's place in the next room; it dies with the ``link`` of this one that it is made from. Raises
        ``NotNow`` where no rematch was agreed to, ``NotFound``, ``Forbidden``."""
        await self._rooms.catch_up(room_id)
        room = await self._rooms.room_for(room_id, viewer)
        following = room.next_room
        if following is None:
            raise NotNow
        await self._make(room)
        place = drafts.place_of(room, viewer)
        await self._rooms.info(following, place)  # which refuses whoever has no part in it
        secret, granted = self._rooms.issue(following, place, kind, link)
        if not await self._store.grant(granted):
            raise Forbidden(_GIVEN_AWAY)
        return Moved(following, place, secret)

    async def _make(self, room: Room) -> None:
        assert room.rematch is not None, "agreed to"
        if await self._store.is_finished(room.rematch.room) is not None:
            return
        system = self._registry.get(room.header.game)
        if system is None:
            raise NotFound
        try:
            await self._rooms.open(lambda secret, at: drafts.header_of(room, system, secret, at))
        except InvalidInput as error:  # what it was made of is not to be had by the rules of now
            logger.warning("no rematch of %s: %s", room.header.id, error)
            raise NotFound from None
        except RoomExists:
            logger.info("room %s, the rematch of %s, was made meanwhile", room.rematch.room, room.header.id)
