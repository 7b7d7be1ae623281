"""Everything people can do with a room; one short method each."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Sequence
from datetime import UTC, datetime
from typing import Any, Final, Literal, TypeVar, overload

from app.engine import play
from app.engine.campaign import campaign_of
from app.engine.dice import StreamDice, commitment
from app.engine.offers import Offer, Preview
from app.engine.refusal import InvalidInput
from app.engine.registry import Registry
from app.engine.system import Correctable, GameSystem
from app.engine.types import SPECTATOR, Seat, Text, UnitId, Viewer
from app.rooms import corrections, drafts, keys, proposals, seating
from app.rooms.archive import Archive, Moment
from app.rooms.bots import Bots
from app.rooms.ears import Ears
from app.rooms.errors import Forbidden, NotFound, NotNow, RoomError
from app.rooms.housekeeping import Housekeeping
from app.rooms.hub import Hub
from app.rooms.live import Judge, KeyOf, LiveRooms, entry_of, to_the_millisecond
from app.rooms.ports import CAMPAIGN, HOST, Entry, Header, KnownKey, Link, LinkKind, Relay, RoomStore
from app.rooms.presence import Presence
from app.rooms.projection import flatten
from app.rooms.room import Room, sees_as
from app.rooms.tokens import Doorkeeper, new_dice_secret, new_room_id, new_secret
from app.rooms.values import (
    Acted,
    CreatedRoom,
    DiceInfo,
    NewProposal,
    NewRoom,
    ProposalInfo,
    RoomInfo,
    RoomScene,
    SeatInfo,
    Told,
)
from app.rooms.workers import Workers

__all__ = [
    "Acted",
    "CreatedRoom",
    "DiceInfo",
    "NewProposal",
    "NewRoom",
    "ProposalInfo",
    "RoomInfo",
    "RoomScene",
    "Rooms",
    "SeatInfo",
    "Told",
]

logger = logging.getLogger(__name__)
Answer = TypeVar("Answer")

_NO_SEAT: Final = Text(es="Eso sólo lo hace quien tiene un asiento.", en="Only somebody with a seat can do that.")
_NO_SPECTATORS: Final = Text(es="Esta mesa no admite público.", en="This table has no spectators.")
_BOT: Final = Text(es="Ese asiento lo juega el programa.", en="That seat is played by the program.")


class Rooms:
    """The rooms of this server. ``viewer`` is a seat's letter, ``spectator`` or ``host``; what changes a room is finished
    even if the caller goes away meanwhile."""

    def __init__(
        self,
        registry: Registry,
        store: RoomStore,
        relay: Relay,
        hub: Hub,
        pool: Workers,
        *,
        clock: Callable[[], datetime] | None = None,
        token: Callable[[], str] = new_secret,
        room_id: Callable[[], str] = new_room_id,
        dice_secret: Callable[[], bytes] = new_dice_secret,
        bot_delay_s: float = 0.4,
    ) -> None:
        self._registry = registry
        self._store = store
        self._hub = hub
        self._clock = clock or (lambda: datetime.now(UTC))
        self._room_id = room_id
        self._dice_secret = dice_secret
        self._doors = Doorkeeper(store, token, revoked=self._send_away)
        self._bots = Bots(self, relay, pool, delay_s=bot_delay_s)
        self._live = LiveRooms(registry, store, relay, hub, clock=self._clock, grown=self._grown)
        self._housekeeping = Housekeeping(self._live, store, hub)
        self.archive = Archive(registry, store, pool)
        self._tasks: set[asyncio.Task[Any]] = set()
        self._listeners: list[Callable[[Room], None]] = []
        self._relay = relay
        self.ears = Ears(self._live, self._doors, hub, self._look_around)
        self.presence = Presence(hub, relay)
        self.ears.on_shared(self.presence.shared)

    async def start(self) -> None:
        """Wakes the bots of every room in play and begins to keep house. Call once, before serving."""
        self._relay.listen(self.ears)
        self._housekeeping.start()
        self.presence.start()
        self._bots.start(await self._store.playing_with_bots())

    async def _look_around(self) -> None:
        """Catches up with whatever other processes did, and with what a process that ended left undone."""
        await self._housekeeping.sweep()
        self._bots.start(await self._store.playing_with_bots())

    def _send_away(self, room_id: str, viewer: Viewer) -> None:
        """Ends what was opened with a viewer's old link, here and on every other process."""
        self._hub.close_viewer(room_id, viewer, "revoked")
        self._relay.revoke(room_id, viewer)

    async def close(self) -> None:
        """Finishes what is under way and stops everything it started; subscriptions end with ``shutdown``."""
        self._hub.close_all("shutdown")
        await self.presence.close()
        await self.ears.close()
        await self._housekeeping.close()
        await self._bots.close()
        if self._tasks:
            await asyncio.wait(self._tasks)

    async def create(self, new: NewRoom, *, of_campaign: bool = False) -> CreatedRoom:
        """A new room, or a campaign; it plays at once if no seat is open. Raises ``InvalidInput``."""
        system = self._registry.get(new.game)
        if system is not None and of_campaign:
            system = campaign_of(system)
        if system is None:
            kinds = (game for game in self._registry if not of_campaign or campaign_of(self._registry[game]))
            raise InvalidInput.at("game", "one of " + ", ".join(kinds), new.game)
        header = self._header(new, system, (CAMPAIGN if of_campaign else "") + self._room_id())
        # Tried with dice of no consequence: what cannot be set up is refused now, not when the last seat is taken.
        play.start(system, drafts.setup_of(header), StreamDice(new_dice_secret(), ""))
        room = Room(header, system)
        entry = entry_of(room, drafts.opened(room, commitment(header.secret)), header.created_at)
        return await self._store_new(room, [seat for seat in room.seats if not room.is_bot(seat)], [entry])

    async def import_room(self, data: bytes, play_from: int | None = None) -> CreatedRoom:
        """A room made of an export: to be played on after its event ``play_from``, with new links, numbers and dice; or only
        to be looked at. Raises ``InvalidInput`` for a file that is not as it was exported."""
        prepared = await self.archive.prepare(
            data,
            room_id=self._room_id(),
            secret=self._dice_secret(),
            at=to_the_millisecond(self._clock()),
            play_from=play_from,
        )
        room = Room(prepared.header, self._registry[prepared.header.game])
        played = [seat for seat in room.seats if prepared.is_played and not room.is_bot(seat)]
        return await self._store_new(room, played, prepared.entries)

    async def _store_new(self, room: Room, played: Sequence[Seat], entries: Sequence[Entry]) -> CreatedRoom:
        room_id = room.header.id
        seats = [(seat, *self._doors.issue(room_id, Viewer(seat))) for seat in played]
        host_token, host_link = self._doors.issue(room_id, HOST)
        spectator_token, spectator_link = self._doors.issue(room_id, SPECTATOR)
        links = [*(link for _, _, link in seats), host_link, spectator_link]
        await self._finish(self._store.create(room.header, links, entries))
        if room.has_bots:
            await self._live.get(room_id)  # which wakes them
        return CreatedRoom(room_id, host_token, tuple((seat, token) for seat, token, _ in seats), spectator_token)

    def new_id(self) -> str:
        """The name of a room that is still to be made."""
        return self._room_id()

    def issue(self, room_id: str, viewer: Viewer, kind: LinkKind, parent: bytes) -> tuple[str, Link]:
        """A new secret that hangs on another link, and what is to be stored of it."""
        return self._doors.issue(room_id, viewer, kind, parent)

    async def open(self, header_of: Callable[[bytes, datetime], Header]) -> None:
        """A room, made with the secret of its dice and its time, without links of its own: somebody else sees to who has a
        part in it. Raises ``RoomExists``."""
        header = header_of(self._dice_secret(), to_the_millisecond(self._clock()))
        room = Room(header, self._registry[header.game])
        entry = entry_of(room, drafts.opened(room, commitment(header.secret)), header.created_at)
        await self._finish(self._store.create(header, (), (entry,)))
        if room.has_bots:
            await self._live.get(header.id)  # which wakes them

    def on_grown(self, listener: Callable[[Room], None]) -> None:
        """Calls ``listener``, which never waits, after each entry that a room in memory took in."""
        self._listeners.append(listener)

    def _grown(self, room: Room) -> None:
        self._bots.wake(room)
        for listener in self._listeners:
            listener(room)

    def _header(self, new: NewRoom, system: GameSystem, room_id: str) -> Header:
        seating.check_options(new)
        return Header(
            id=room_id,
            game=new.game,
            scenario=new.scenario,
            options=dict(new.options),
            tables=dict(new.tables),
            seats=seating.seats_of(new, system),
            spectators=new.spectators,
            rules_version=system.manifest.rules_version,
            rules_hash=system.manifest.rules_hash,
            secret=self._dice_secret(),
            created_at=to_the_millisecond(self._clock()),
        )

    async def catch_up(self, room_id: str) -> None:
        """Takes in what other processes did so far, so that what is read next knows of everything acknowledged."""
        await self._live.catch_up(room_id)

    async def identify(self, secret: str) -> Link | None:
        """The living link or cookie that ``secret`` opens."""
        return await self._doors.identify(secret)

    async def exchange(self, secret: str) -> tuple[Link, str]:
        """A link's secret for a new cookie secret. Raises ``UnknownToken``."""
        return await self._doors.exchange(secret)

    async def replace_link(self, room_id: str, viewer: Viewer) -> str:
        """A new secret for a seat or the spectators (the host's right); the old one, its cookies and sockets die."""
        await self.catch_up(room_id)
        room = (await self._live.get(room_id)).room
        if viewer not in room.viewers:
            raise NotFound
        if viewer != SPECTATOR and room.is_bot(Seat(viewer)):
            raise Forbidden(_BOT)
        return await self._finish(self._doors.replace(room_id, viewer))

    async def claim(self, room_id: str, seat: Seat, name: str, contribution: str | None = None) -> RoomInfo:
        """Takes an open seat; the last one begins the game. Raises ``SeatTaken``, ``InvalidInput``."""
        player = seating.clean_text(name, "name", seating.LONGEST_NAME)
        added = seating.clean_text(contribution or "", "contribution", seating.LONGEST_CONTRIBUTION, least=0)
        await self._change(room_id, lambda room: drafts.claimed(room, _seat_in(room, Viewer(seat)), player, added))
        return await self.info(room_id, Viewer(seat))

    async def begin(self, room_id: str, strategy: str = "random") -> RoomInfo:
        """Begins the game with bots in every seat still open (the host's right). Raises ``NotNow``, ``InvalidInput``."""
        if strategy not in seating.STRATEGIES:
            raise InvalidInput.at("strategy", "one of " + ", ".join(seating.STRATEGIES), strategy)
        entry = await self._change(room_id, lambda room: drafts.begun_with_bots(room, strategy))
        for event in entry.events:
            if event["type"] == "seat_claimed":  # whoever holds the link must not see what the bot sees
                await self._finish(self._doors.replace(room_id, Viewer(event["seat"])))
        return await self.info(room_id, HOST)

    async def close_room(self, room_id: str) -> RoomInfo:
        """Ends the room without a result (the host's right). Raises ``NotNow`` once it is over."""
        await self._change(room_id, drafts.closed)
        return await self.info(room_id, HOST)

    async def info(self, room_id: str, viewer: Viewer) -> RoomInfo:
        """The room as ``viewer`` may know it."""
        return (await self._room_for(room_id, viewer)).seen_by(viewer).info(viewer)

    async def position(self, room_id: str, viewer: Viewer) -> tuple[int, Any]:
        """His number and what he sees, a value of the game's ``view_type``; ``None`` before the game begins."""
        room = await self._room_for(room_id, viewer)
        return room.count_of(viewer), room.view(viewer)

    async def scene(self, room_id: str, viewer: Viewer) -> RoomScene:
        """Everything a first page needs. From now on the hub keeps what a socket of this viewer may resume."""
        await self._room_for(room_id, viewer)
        live, record = await self._live.record(room_id, sees_as(viewer))
        room = live.room.seen_by(viewer)
        self._hub.keep(room_id, viewer, room.count_of(viewer))
        return RoomScene(
            viewer=viewer,
            seq=room.count_of(viewer),
            scene=live.scene(sees_as(viewer)),
            events=tuple(record.events),
            log=tuple(record.log),
            proposals=room.open_proposals(),
            info=room.info(viewer),
        )

    async def offers(self, room_id: str, viewer: Viewer, unit: UnitId | None = None) -> tuple[int, list[Offer]]:
        """His number and what his seat may do now; nothing while the game is not played. Raises ``Forbidden``."""
        room = await self._room_for(room_id, viewer)
        seat = _seat_in(room, viewer)
        found = list(room.system.offers(room.state, seat, unit)) if room.status == "playing" else []
        return room.count_of(viewer), found

    async def preview(self, room_id: str, viewer: Viewer, action: object) -> Preview:
        """What an action would mean."""
        room = await self._played_room(room_id, viewer)
        return room.system.preview(room.state, _seat_in(room, viewer), play.decode_action(room.system, action))

    async def export(self, room_id: str, viewer: Viewer) -> bytes:
        """The room as JSON lines: whole once it is over, before that as ``viewer`` knows it."""
        await self._room_for(room_id, viewer)
        return await self.archive.export(room_id, viewer)

    async def moment(self, room_id: str, viewer: Viewer, seq: int | None = None) -> Moment:
        """The room as ``viewer`` saw it once he had been told ``seq`` events; by default, all of them."""
        return await self.archive.moment(await self._room_for(room_id, viewer), viewer, seq)

    async def survey(self, room_id: str, viewer: Viewer, unit: UnitId) -> Preview:
        """What a unit could do from where it is."""
        room = await self._played_room(room_id, viewer)
        return room.system.survey(room.state, _seat_in(room, viewer), unit)

    async def events(self, room_id: str, viewer: Viewer, after: int = 0) -> list[Told]:
        """What ``viewer`` was told after a number, in order. Raises ``InvalidInput`` for a number not yet reached."""
        room = await self._room_for(room_id, viewer)
        present = room.count_of(viewer)
        if not 0 <= after <= present:
            raise InvalidInput.at("after", f"a whole number from 0 to {present}", after)
        if after == present:
            return []
        entries = await self._live.told_after(room, sees_as(viewer), after)
        return [told for entry in entries for told in flatten(entry, sees_as(viewer)) if told["seq"] > after]

    async def act(
        self, room_id: str, viewer: Viewer, action: object, *, seq: int | None = None, key: str | None = None
    ) -> Acted:
        """Plays an action; answers when it is durable. The ``key`` of an accepted action again, with the same action and
        ``seq``, gives the same answer and rolls nothing. Raises ``NotNow``, ``Stale``, ``KeyReused``, ``Refused``,
        ``Forbidden``, ``InvalidInput``."""
        room = await self._room_for(room_id, viewer)
        seat = _seat_in(room, viewer)
        receipt = keys.Receipt(viewer, key)
        try:
            decided = play.decode_action(room.system, action)
            receipt.digest = keys.digest_of(decided, seq)
            result = await self._change(room_id, lambda room: drafts.acted(room, seat, decided, seq), receipt.row)
        except (RoomError, InvalidInput):
            # It may be refused only because it was accepted before.
            known = None if key is None else await self._store.known_key(room_id, viewer, key)
            if known is None:
                raise
            result = known
        return receipt.answer(result)

    async def act_for_bot(self, room_id: str, seat: Seat, action: object) -> None:
        """Plays what a bot decided; judged like anybody's."""
        room = (await self._live.get(room_id)).room
        decided = play.decode_action(room.system, action)
        await self._change(room_id, lambda room: drafts.acted(room, seat, decided, None))

    async def say(
        self, room_id: str, viewer: Viewer, text: str, to: Literal["table", "army"] = "table", name: str | None = None
    ) -> int:
        """A line of chat; answers the sender's number after it. Spectators talk among themselves, each under the ``name`` he
        gives. Raises ``Forbidden``, ``InvalidInput``."""
        room = await self._room_for(room_id, viewer)
        line = seating.clean_text(text, "text", seating.LONGEST_MESSAGE, lines=True)
        if viewer == SPECTATOR:
            called = None if name is None else seating.clean_text(name, "name", seating.LONGEST_NAME)
            entry = await self._change(room_id, lambda room: drafts.said_among_spectators(room, line, called))
        else:
            seat = _seat_in(room, viewer)
            entry = await self._change(room_id, lambda room: drafts.said(room, seat, line, to))
        return entry.counts[viewer]

    async def correctables(
        self, room_id: str, viewer: Viewer, unit: UnitId | None = None
    ) -> tuple[int, Sequence[Correctable]]:
        """His number and what a seat may propose to put right, of one unit or of all."""
        room = await self._room_for(room_id, viewer)
        _seat_in(room, viewer)
        return room.count_of(viewer), corrections.correctables(room, unit)

    async def propose(self, room_id: str, viewer: Viewer, new: NewProposal) -> int:
        """Proposes something, which is done at once where nobody has to consent. Answers the proposal's number. Raises
        ``NotNow``, ``Forbidden``, ``InvalidInput``, ``Refused``."""
        room = await self._room_for(room_id, viewer)
        seat = None if viewer == HOST else _seat_in(room, viewer)
        here = [each for each in room.seats if self.presence.is_here(room_id, each)]
        entry = await self._change(room_id, lambda room: proposals.proposed(room, seat, new, here))
        await self._show_out(room_id, entry)
        return proposals.number_in(entry, (await self._live.get(room_id)).room)

    async def answer(self, room_id: str, viewer: Viewer, n: int, accept: bool) -> int:
        """Answers a proposal; answers the viewer's number after it. Its maker withdraws it with a no."""
        room = await self._room_for(room_id, viewer)
        seat = None if viewer == HOST else _seat_in(room, viewer)
        entry = await self._change(room_id, lambda room: proposals.answered(room, seat, n, accept=accept))
        await self._show_out(room_id, entry)
        return entry.counts[sees_as(viewer)]

    async def _show_out(self, room_id: str, entry: Entry) -> None:
        """Whoever was replaced has no part in the room any more."""
        for event in entry.events:
            if event["type"] == "seat_replaced":
                await self._finish(self._doors.replace(room_id, Viewer(event["seat"])))

    async def answer_for_bot(self, room_id: str, seat: Seat, n: int) -> None:
        """A bot's yes to a proposal."""
        entry = await self._change(room_id, lambda room: proposals.answered(room, seat, n, accept=True))
        await self._show_out(room_id, entry)

    async def resign(self, room_id: str, viewer: Viewer) -> int:
        """Gives up; answers the viewer's number after it."""
        seat = _seat_in(await self._room_for(room_id, viewer), viewer)
        entry = await self._change(room_id, lambda room: drafts.resigned(room, seat))
        return entry.counts[seat]

    async def change(self, room_id: str, judge: Judge) -> Entry:
        """Appends what ``judge`` decides of a room as it stands, where nobody at the table does it."""
        return await self._change(room_id, judge)

    async def room(self, room_id: str) -> Room:
        """The room itself, to be looked at and never changed."""
        return (await self._live.get(room_id)).room

    async def _room_for(self, room_id: str, viewer: Viewer) -> Room:
        room = (await self._live.get(room_id)).room
        if viewer != HOST and viewer not in room.viewers:
            raise NotFound
        if viewer == SPECTATOR and room.header.spectators == "none":
            raise Forbidden(_NO_SPECTATORS)
        if viewer not in (HOST, SPECTATOR) and room.is_bot(Seat(viewer)):
            raise Forbidden(_BOT)
        return room

    async def _played_room(self, room_id: str, viewer: Viewer) -> Room:
        room = await self._room_for(room_id, viewer)
        _seat_in(room, viewer)
        if room.status != "playing":
            raise NotNow
        return room

    @overload
    async def _change(self, room_id: str, judge: Judge) -> Entry: ...
    @overload
    async def _change(self, room_id: str, judge: Judge, key_of: KeyOf | None) -> Entry | KnownKey: ...
    async def _change(self, room_id: str, judge: Judge, key_of: KeyOf | None = None) -> Entry | KnownKey:
        return await self._finish(self._live.change(room_id, judge, key_of))

    async def _finish(self, work: Coroutine[Any, Any, Answer]) -> Answer:
        """Does ``work`` to its end even if whoever waits for it goes away."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            task.add_done_callback(_log_failure)
            raise


def _seat_in(room: Room, viewer: Viewer) -> Seat:
    """The seat of somebody who may act; raises ``Forbidden`` for others and for a bot's seat."""
    if viewer in (SPECTATOR, HOST):
        raise Forbidden(_NO_SEAT)
    seat = Seat(viewer)
    if seat not in room.seats:
        raise NotFound
    if room.is_bot(seat):
        raise Forbidden(_BOT)
    return seat


def _log_failure(task: asyncio.Task[Any]) -> None:
    if not task.cancelled() and task.exception() is not None:
        logger.info("nobody waits any more for what failed with %r", task.exception())
