"""Campaigns: each is a room whose game are the decisions between games, and keeps the rooms of its games going.

What is to be done for a campaign is read off what is stored: a game that is due has a room, a game that is over is taken in.
``settle`` does it, as often as it is asked to and by whichever process: when a room grows, when somebody looks, and every
few seconds for whatever a process that ended left undone.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Final
from weakref import WeakValueDictionary

from app.engine.campaign import NextGame, Played
from app.engine.refusal import InvalidInput
from app.engine.registry import Registry
from app.engine.types import SPECTATOR, Text, Viewer
from app.rooms.drafts import campaign_drafts as drafts
from app.rooms.room.room import Room
from app.rooms.service.service import Rooms
from app.rooms.values.campaign_values import CampaignInfo, Entered, GameInfo
from app.rooms.values.errors import Forbidden, NotFound, NotNow, RoomError
from app.rooms.values.events import GameOpened
from app.rooms.values.ports import CampaignStore, LinkKind, RoomExists, StoreUnavailable, is_campaign
from app.rooms.values.unbroken import Unbroken
from app.rooms.values.values import CreatedRoom, NewRoom

logger = logging.getLogger(__name__)

SWEEP_S: Final = 2.0
_GIVEN_AWAY: Final = Text(
    es="En esa partida tu sitio lo tiene ahora otro enlace.", en="In that game your place now has a link of its own."
)


class Campaigns:
    """The campaigns of this server, over its rooms: what anybody does in one is done as in a room."""

    def __init__(
        self,
        registry: Registry,
        rooms: Rooms,
        store: CampaignStore,
    ) -> None:
        self._registry = registry
        self._rooms = rooms
        self._store = store
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._woken: set[str] = set()
        self._unreadable: set[str] = set()
        self._work = Unbroken()
        self._sweeper: asyncio.Task[None] | None = None
        self._is_closed = False
        rooms.on_grown(self._look_at)

    def start(self) -> None:
        """Begins to look for what was left undone."""
        self._sweeper = asyncio.create_task(self._sweep_always(), name="campaigns")

    async def close(self) -> None:
        """Finishes what is under way."""
        if self._sweeper is not None:
            self._sweeper.cancel()
            await asyncio.gather(self._sweeper, return_exceptions=True)
        self._is_closed = True
        await self._work.close()

    async def create(self, new: NewRoom) -> CreatedRoom:
        """A new campaign: the scenario of ``new`` is a campaign of its game. Its first game is due once every seat is taken.
        Raises ``InvalidInput``."""
        created = await self._rooms.create(new, of_campaign=True)
        try:
            await self.settle(created.id)
        except StoreUnavailable as error:
            logger.warning("campaign %s waits for the next sweep: %s", created.id, error)
        return created

    async def info(self, campaign_id: str, viewer: Viewer) -> CampaignInfo:
        """The campaign as ``viewer`` may know it, with the end of every game that is over."""
        await self.settle(campaign_id)
        known = await self._rooms.info(campaign_id, viewer)
        _, view = await self._rooms.position(campaign_id, viewer)
        room = await self._rooms.room(campaign_id)
        rules = drafts.rules_of(room)
        return CampaignInfo(
            id=known.id,
            game=known.game,
            campaign=known.scenario,
            options=known.options,
            status=known.status,
            seats=known.seats,
            to_act=known.to_act,
            seq=known.seq,
            dice=known.dice,
            proposals=known.proposals,
            spectators=known.spectators,
            rules_version=known.rules_version,
            games=tuple([await self._game(room, number) for number in range(1, len(rules.games(known.scenario)) + 1)]),
            standing=() if view is None else tuple(rules.standing(view)),
            result=known.result,
        )

    async def enter(
        self, campaign_id: str, viewer: Viewer, link: bytes, kind: LinkKind, number: int | None = None
    ) -> Entered:
        """A secret for a viewer's place in a game of the campaign, by default the last one that was opened; it dies with the
        ``link`` of the campaign that it is made from. Raises ``NotNow``, ``NotFound``, ``Forbidden``."""
        await self.settle(campaign_id)
        room = await self._rooms.room(campaign_id)
        if number is not None and not 1 <= number <= len(drafts.rules_of(room).games(room.header.scenario)):
            raise NotFound
        game = drafts.opened_last(room, number) if number is not None else next(reversed(room.games), None)
        if game is None:
            raise NotNow
        await self._rooms.catch_up(game.room)
        await self._rooms.info(game.room, viewer)  # which refuses whoever has no part in it now
        secret, granted = self._rooms.issue(game.room, viewer, kind, link)
        if not await self._store.grant(granted):
            raise Forbidden(_GIVEN_AWAY)
        return Entered(game.number, game.room, viewer, secret)

    async def next_game(self, campaign_id: str) -> int:
        """The number of the game that is played now; one whose room was closed is opened anew. Raises ``NotNow`` while there
        is none."""
        await self.settle(campaign_id, anew=True)
        room = await self._rooms.room(campaign_id)
        game = drafts.due(room)
        if game is None or drafts.opened_last(room, game.number) is None:
            raise NotNow
        return game.number

    async def settle(self, campaign_id: str, *, anew: bool = False) -> None:
        """Does whatever is to be done for a campaign; with ``anew`` also opens a game again whose room was closed."""
        if not is_campaign(campaign_id):
            raise NotFound
        await self._work.finish(self._settle(campaign_id, anew=anew))

    async def _settle(self, campaign_id: str, *, anew: bool) -> None:
        lock = self._locks.setdefault(campaign_id, asyncio.Lock())
        async with lock:
            await self._rooms.catch_up(campaign_id)
            room = await self._rooms.room(campaign_id)
            version, is_running = -1, True
            while version != room.version:
                version = room.version
                try:
                    is_running = await self._step(room, anew=anew)
                except NotNow:  # another process did it meanwhile
                    await self._rooms.catch_up(campaign_id)
                room = await self._rooms.room(campaign_id)
            ended = [game.room for game in room.games]
            await self._store.settle(campaign_id, version, ended[:-1] if is_running else ended)

    async def _step(self, room: Room, *, anew: bool) -> bool:
        """Does the next thing that is to be done, if any; whether the last game that was opened goes on."""
        due = drafts.due(room)
        if due is None:
            return bool(room.games) and await self._store.is_finished(room.games[-1].room) is False
        game = drafts.opened_last(room, due.number)
        if game is None:
            if not room.open_seats:
                await self._open(room, due, instead_of=None)
            return not room.open_seats
        is_finished = await self._store.is_finished(game.room)
        if is_finished is None:
            await self._make(room, due, game)
        if not is_finished:
            return True
        await self._rooms.catch_up(game.room)
        try:
            played = await self._rooms.room(game.room)
        except NotFound:
            logger.error("campaign %s cannot read its game %d by the present rules", room.header.id, due.number)
            return False
        outcome = played.outcome
        if outcome is not None:
            over = Played(due.number, outcome, played.state)
            await self._rooms.change(room.header.id, lambda room: drafts.ended(room, over))
        elif anew and not room.open_seats:
            await self._open(room, due, instead_of=game.room)
        return False

    async def _open(self, room: Room, due: NextGame, instead_of: str | None) -> None:
        room_id = self._rooms.new_id()
        await self._rooms.change(
            room.header.id, lambda room: drafts.opened(room, due.number, room_id, instead_of=instead_of)
        )

    async def _make(self, room: Room, due: NextGame, game: GameOpened) -> None:
        """Makes the room in which a game is to be played; whoever comes second finds it made."""
        system = self._registry[room.header.game]
        try:
            await self._rooms.open(lambda secret, at: drafts.header_of(room, due, system, game.room, secret, at))
        except RoomExists:
            logger.info("room %s of campaign %s was made meanwhile", game.room, room.header.id)

    async def _game(self, room: Room, number: int) -> GameInfo:
        plan = drafts.rules_of(room).games(room.header.scenario)[number - 1]
        opened = drafts.opened_last(room, number)
        about = GameInfo(number, plan.name, plan.summary, plan.minutes)
        if opened is None:
            return about
        try:
            played = await self._rooms.room(opened.room)
            if played.status != "finished":
                await self._rooms.catch_up(opened.room)
                played = await self._rooms.room(opened.room)
        except NotFound:  # its rules are no longer here
            return about
        known = played.seen_by(SPECTATOR).info(SPECTATOR)
        is_closed = known.status == "finished" and known.result is None
        status = "closed" if is_closed else known.status
        return GameInfo(
            number, plan.name, plan.summary, plan.minutes, status, opened.room, known.scenario, known.result
        )

    def _look_at(self, room: Room) -> None:
        """Wakes the campaign that a room is, or whose game is over in it; never waits."""
        part = room.header.part_of
        if is_campaign(room.header.id):
            self._wake(room.header.id)
        elif part is not None and room.status == "finished":
            self._wake(part.campaign)

    def _wake(self, campaign_id: str) -> None:
        if campaign_id not in self._woken and not self._is_closed:
            self._woken.add(campaign_id)
            self._work.begin(self._settle_woken(campaign_id))

    async def _settle_woken(self, campaign_id: str) -> None:
        self._woken.discard(campaign_id)
        try:
            await self._settle(campaign_id, anew=False)
        except NotFound:
            logger.error("campaign %s cannot be read by the present rules", campaign_id)
            self._unreadable.add(campaign_id)
        except (RoomError, InvalidInput, StoreUnavailable) as error:
            logger.warning("campaign %s waits for the next sweep: %r", campaign_id, error)
        except Exception:
            logger.exception("campaign %s waits for the next sweep", campaign_id)

    async def _sweep_always(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_S)
            try:
                await self.sweep()
            except StoreUnavailable as error:
                logger.warning("no campaign swept: %s", error)
            except Exception:
                logger.exception("no campaign swept")

    async def sweep(self) -> None:
        """Does what any process left undone."""
        for campaign_id in await self._store.unsettled():
            if campaign_id not in self._unreadable:
                await self._settle_woken(campaign_id)
