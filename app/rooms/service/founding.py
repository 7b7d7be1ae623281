"""How rooms come to be: new, of an export, or as a game of a campaign."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from typing import Final

from app.engine import play
from app.engine.campaign import campaign_of
from app.engine.dice import StreamDice, commitment
from app.engine.refusal import InvalidInput
from app.engine.registry import Registry
from app.engine.system import GameSystem
from app.engine.types import SPECTATOR, Seat, Viewer
from app.rooms.drafts import clock_drafts, drafts, seating
from app.rooms.live.entries import entry_of
from app.rooms.live.live import LiveRooms
from app.rooms.pace.aside import Aside
from app.rooms.room.room import Room
from app.rooms.values import battles
from app.rooms.values.ports import CAMPAIGN, HOST, Entry, Header, RoomStore
from app.rooms.values.tokens import Doorkeeper, new_dice_secret
from app.rooms.values.unbroken import Unbroken
from app.rooms.values.values import CreatedRoom, NewRoom
from app.rooms.workers.archive import Archive

_MAKING: Final = "rooms that are made"
"""Whose turn it is while rooms are made: many of them keep one another waiting, and nobody else."""


class Founder:
    """Makes rooms, and wakes the bots and clocks of those that begin at once."""

    def __init__(
        self,
        registry: Registry,
        store: RoomStore,
        doors: Doorkeeper,
        live: LiveRooms,
        archive: Archive,
        aside: Aside,
        work: Unbroken,
        *,
        now: Callable[[], datetime],
        room_id: Callable[[], str],
        dice_secret: Callable[[], bytes],
    ) -> None:
        self._registry = registry
        self._store = store
        self._doors = doors
        self._live = live
        self._archive = archive
        self._aside = aside
        self._work = work
        self._now = now
        self._room_id = room_id
        self._dice_secret = dice_secret

    async def create(self, new: NewRoom, *, of_campaign: bool = False) -> CreatedRoom:
        """A new room, or a campaign; it plays at once if no seat is open. Raises ``InvalidInput``."""
        system = self._registry.get(new.game)
        if system is not None and of_campaign:
            system = campaign_of(system)
        if system is None:
            kinds = (game for game in self._registry if not of_campaign or campaign_of(self._registry[game]))
            raise InvalidInput.at("game", "one of " + ", ".join(kinds), new.game)
        room, opening = await self._aside.do(
            _MAKING, partial(self._made, new, system, (CAMPAIGN if of_campaign else "") + self._room_id())
        )
        return await self._store_new(room, [seat for seat in room.seats if not room.is_bot(seat)], [opening])

    def _made(self, new: NewRoom, system: GameSystem, room_id: str) -> tuple[Room, Entry]:
        header = self._header(new, system, room_id)
        # Tried with dice of no consequence: what cannot be set up is refused now, not when the last seat is taken.
        play.start(system, drafts.setup_of(header), StreamDice(new_dice_secret(), ""))
        room = Room(header, system)
        return room, _opening(room)

    async def import_room(self, data: bytes, play_from: int | None = None) -> CreatedRoom:
        """A room made of an export. Raises ``InvalidInput`` for a file that is not as it was exported."""
        prepared = await self._archive.prepare(
            data, room_id=self._room_id(), secret=self._dice_secret(), at=self._now(), play_from=play_from
        )
        system = self._registry[prepared.header.game]
        room = await self._aside.do(_MAKING, partial(Room, prepared.header, system))
        played = [seat for seat in room.seats if prepared.is_played and not room.is_bot(seat)]
        return await self._store_new(room, played, prepared.entries, is_import=True)

    async def open(self, header_of: Callable[[bytes, datetime], Header]) -> None:
        """A room, made with the secret of its dice and its time, without links. Raises ``RoomExists``."""
        header = header_of(self._dice_secret(), self._now())
        room, opening = await self._aside.do(_MAKING, partial(self._begun, header))
        await self._work.finish(self._store.create(header, (), (opening,)))
        if room.has_bots or header.clock is not None:
            await self._live.get(header.id)  # which wakes them

    def _begun(self, header: Header) -> tuple[Room, Entry]:
        room = Room(header, self._registry[header.game])
        return room, _opening(room)

    async def _store_new(
        self, room: Room, played: Sequence[Seat], entries: Sequence[Entry], *, is_import: bool = False
    ) -> CreatedRoom:
        room_id = room.header.id
        seats = [(seat, *self._doors.issue(room_id, Viewer(seat))) for seat in played]
        host_token, host_link = self._doors.issue(room_id, HOST)
        spectator_token, spectator_link = self._doors.issue(room_id, SPECTATOR)
        links = [*(link for _, _, link in seats), host_link, spectator_link]
        await self._work.finish(self._store.create(room.header, links, entries, is_import=is_import))
        if room.has_bots or room.header.clock is not None:
            await self._live.get(room_id)  # which wakes them
        return CreatedRoom(room_id, host_token, tuple((seat, token) for seat, token, _ in seats), spectator_token)

    def _header(self, new: NewRoom, system: GameSystem, room_id: str) -> Header:
        seating.check_options(new)
        clock_drafts.check(new.clock, system)
        battle = battles.battle_for(new, system)
        return Header(
            id=room_id,
            game=new.game,
            scenario=new.scenario,
            options=dict(new.options),
            tables=dict(new.tables),
            seats=seating.seats_of(new, system, battles.scenario_of(system, new.scenario, battle)),
            spectators=new.spectators,
            rules_version=system.manifest.rules_version,
            rules_hash=system.manifest.rules_hash,
            secret=self._dice_secret(),
            created_at=self._now(),
            clock=new.clock,
            battle=battle,
        )


def _opening(room: Room) -> Entry:
    return entry_of(room, drafts.opened(room, commitment(room.header.secret)), room.header.created_at)
