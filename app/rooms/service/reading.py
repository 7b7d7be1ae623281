"""Everything people can look at in a room; one short method each. Nothing here changes a room."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from typing import Any

import msgspec

from app.engine import play
from app.engine.offers import Offer
from app.engine.refusal import InvalidInput
from app.engine.system import Correctable
from app.engine.types import UnitId, Viewer
from app.rooms.drafts import corrections
from app.rooms.live.entries import to_the_millisecond
from app.rooms.live.hub import Hub
from app.rooms.live.live import LiveRooms
from app.rooms.pace.aside import Aside
from app.rooms.room import rights
from app.rooms.room.projection import flatten, timestamp
from app.rooms.room.room import Room, sees_as
from app.rooms.values.errors import NotNow
from app.rooms.values.ports import HOST, Entry
from app.rooms.values.values import RoomInfo, RoomScene, Told
from app.rooms.workers.archive import Archive, Moment
from app.rooms.workers.thinking import NOBODY, NONE, OffersTold, Payer, Thinking, offers_of


class Reading:
    """Rooms, as they are read by whoever has a part in them. ``viewer`` is a seat's letter, ``spectator`` or ``host``."""

    def __init__(
        self,
        live: LiveRooms,
        hub: Hub,
        archive: Archive,
        thinking: Thinking,
        aside: Aside,
        clock: Callable[[], datetime],
    ) -> None:
        self._live = live
        self._hub = hub
        self._clock = clock
        self.archive = archive
        self.thinking = thinking
        self.aside = aside

    async def info(self, room_id: str, viewer: Viewer) -> RoomInfo:
        """The room as ``viewer`` may know it."""
        return self._told_now((await self.room_for(room_id, viewer)).seen_by(viewer).info(viewer))

    def _told_now(self, info: RoomInfo) -> RoomInfo:
        """The room with the time at which it is told, if it has a clock."""
        if info.clock is None:
            return info
        return msgspec.structs.replace(info, clock=msgspec.structs.replace(info.clock, now=timestamp(self.now())))

    def now(self) -> datetime:
        """The server's time."""
        return to_the_millisecond(self._clock())

    async def position(self, room_id: str, viewer: Viewer) -> tuple[int, Any]:
        """The viewer's number and what they see, a value of the game's ``view_type``; ``None`` before the game begins."""
        room = await self.room_for(room_id, viewer)
        return room.count_of(viewer), room.view(viewer)

    async def scene(self, room_id: str, viewer: Viewer) -> RoomScene:
        """Everything a first page needs. From now on the hub keeps what a socket of this viewer may resume."""
        await self.room_for(room_id, viewer)
        live, record = await self._live.record(room_id, sees_as(viewer))
        room = live.room.seen_by(viewer)
        self._hub.keep(room_id, viewer, room.count_of(viewer))
        found = partial(
            RoomScene,
            viewer=viewer,
            seq=room.count_of(viewer),
            events=tuple(record.events),
            log=tuple(record.log),
            proposals=room.open_proposals(),
            info=self._told_now(room.info(viewer)),
        )
        return found(scene=await self.aside.do(room_id, live.scene(sees_as(viewer))))

    async def offers(self, room_id: str, viewer: Viewer, payer: Payer = NOBODY) -> tuple[int, list[Offer]]:
        """As ``offers_told``, as values of the game."""
        seq, told = await self.offers_told(room_id, viewer, payer=payer)
        return seq, offers_of((await self.room(room_id)).system, told)

    async def offers_told(
        self, room_id: str, viewer: Viewer, unit: UnitId | None = None, payer: Payer = NOBODY
    ) -> tuple[int, OffersTold]:
        """A seat's number and what it may do now, of one unit or of all; nothing while the game is not played. Raises
        ``Forbidden``, ``TooFast``, ``Busy``."""
        room = await self.room_for(room_id, viewer)
        seat, seq = rights.seat_in(room, viewer), room.count_of(viewer)
        if room.status != "playing":
            return seq, dict.fromkeys(("offers",) if unit is None else ("offers", "aims", "withheld"), NONE)
        return seq, await self.thinking.offers(room, seat, unit, payer)

    async def preview(self, room_id: str, viewer: Viewer, action: object, payer: Payer = NOBODY) -> bytes:
        """What an action would mean, as JSON. Raises ``Forbidden``, ``NotNow``, ``InvalidInput``, ``TooFast``, ``Busy``."""
        room = await self._played_room(room_id, viewer)
        seat, decided = rights.seat_in(room, viewer), play.decode_action(room.system, action)
        return await self.thinking.preview(room, seat, decided, payer)

    async def export(self, room_id: str, viewer: Viewer) -> bytes:
        """The room as JSON lines: whole once it is over, before that as ``viewer`` knows it."""
        await self.room_for(room_id, viewer)
        return await self.archive.export(room_id, viewer)

    async def moment(self, room_id: str, viewer: Viewer, seq: int | None = None, eyes: Viewer | None = None) -> Moment:
        """The room as ``viewer`` saw it once they had been told ``seq`` events; by default, all of them. Of a game that is
        over, as ``eyes`` saw it. Raises ``Forbidden``, ``InvalidInput``."""
        return await self.archive.moment(await self.room_for(room_id, viewer), viewer, seq, eyes)

    async def survey(self, room_id: str, viewer: Viewer, unit: UnitId, payer: Payer = NOBODY) -> bytes:
        """What a unit could do from where it is, as JSON. Raises ``Forbidden``, ``NotNow``, ``InvalidInput``, ``TooFast``,
        ``Busy``."""
        room = await self._played_room(room_id, viewer)
        return await self.thinking.survey(room, rights.seat_in(room, viewer), unit, payer)

    async def events(self, room_id: str, viewer: Viewer, after: int = 0) -> list[Told]:
        """What ``viewer`` was told after a number, in order. Raises ``InvalidInput`` for a number not yet reached."""
        room = await self.room_for(room_id, viewer)
        present = room.count_of(viewer)
        if not 0 <= after <= present:
            raise InvalidInput.at("after", f"a whole number from 0 to {present}", after)
        if after == present:
            return []
        found: list[Told] = []

        def read(entries: Sequence[Entry]) -> None:
            told = (each for entry in entries for each in flatten(entry, sees_as(viewer)))
            found.extend(each for each in told if each["seq"] > after)

        await self.aside.each(room_id, read, await self._live.told_after(room, sees_as(viewer), after))
        return found

    async def shown_moment(self, room_id: str, eyes: Viewer, seq: int | None = None) -> Moment:
        """A game that is over as ``eyes`` saw it, for whoever holds a link to its replay. Raises ``InvalidInput``."""
        return await self.archive.moment(await self.room(room_id), HOST, seq, eyes)

    async def correctables(
        self, room_id: str, viewer: Viewer, unit: UnitId | None = None
    ) -> tuple[int, Sequence[Correctable]]:
        """The viewer's number and what a seat may propose to put right, of one unit or of all."""
        room = await self.room_for(room_id, viewer)
        rights.seat_in(room, viewer)
        return room.count_of(viewer), await self.aside.do(room_id, corrections.correctables(room, unit))

    async def room(self, room_id: str) -> Room:
        """The room itself, to be looked at and never changed."""
        return (await self._live.get(room_id)).room

    async def room_for(self, room_id: str, viewer: Viewer) -> Room:
        """The room itself, for somebody who may look at it. Raises ``NotFound``, ``Forbidden``."""
        return rights.admitted((await self._live.get(room_id)).room, viewer)

    async def _played_room(self, room_id: str, viewer: Viewer) -> Room:
        room = await self.room_for(room_id, viewer)
        rights.seat_in(room, viewer)
        if room.status != "playing":
            raise NotNow
        return room

    async def catch_up(self, room_id: str) -> None:
        """Takes in what other processes did so far, so that what is read next knows of everything acknowledged."""
        await self._live.catch_up(room_id)
