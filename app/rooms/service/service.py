"""Everything people can do with a room; one short method each. What they can look at stands in ``reading.py``."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from typing import Literal, overload

from app.engine import play
from app.engine.refusal import InvalidInput
from app.engine.registry import Registry
from app.engine.types import SPECTATOR, Seat, Viewer
from app.rooms.drafts import clock_drafts, drafts, keys, proposals, seating
from app.rooms.live.ears import Ears
from app.rooms.live.housekeeping import Housekeeping
from app.rooms.live.hub import Hub
from app.rooms.live.live import Judge, KeyOf, LiveRooms
from app.rooms.live.presence import Presence
from app.rooms.pace.aside import Aside
from app.rooms.room import rights
from app.rooms.room.freshness import Undecided
from app.rooms.room.room import Room, sees_as
from app.rooms.service.arrivals import Arrivals
from app.rooms.service.bots import Bots
from app.rooms.service.founding import Founder
from app.rooms.service.reading import Reading
from app.rooms.service.tally import NoTally, Tally
from app.rooms.service.timekeeper import Timekeeper
from app.rooms.values.errors import Forbidden, NotFound, NotNow, Refused, RoomError
from app.rooms.values.ports import HOST, Entry, Header, KnownKey, Link, LinkKind, Relay, RoomStore
from app.rooms.values.tokens import Doorkeeper, new_dice_secret, new_room_id, new_secret
from app.rooms.values.unbroken import Unbroken
from app.rooms.values.values import Acted, CreatedRoom, NewProposal, NewRoom, RoomInfo
from app.rooms.workers.archive import Archive, require_whole
from app.rooms.workers.thinking import NOBODY, Payer, Thinking
from app.rooms.workers.workers import Workers


class Rooms(Reading):
    """The rooms of this server. ``viewer`` is a seat's letter, ``spectator`` or ``host``; what changes a room is finished
    even if the caller goes away meanwhile. ``thinkers`` answer what is asked about a
    room's position, ``bot_workers`` think for bots, and nobody else asks them (``None``: ``pool`` does it too); ``tally``
    hears what people and bots do."""

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
        thinkers: Workers | None = None,
        bot_workers: Workers | None = None,
        tally: Tally | None = None,
    ) -> None:
        now = clock or (lambda: datetime.now(UTC))
        aside = Aside("aside")
        live = LiveRooms(registry, store, relay, hub, aside, clock=now, grown=self._grown)
        super().__init__(live, hub, Archive(registry, store, pool), Thinking(thinkers or pool), aside, now)
        self._store = store
        self._tally = tally or NoTally()
        self._room_id = room_id
        self._doors = Doorkeeper(store, token, revoked=self._send_away)
        self._bots = Bots(self, relay, bot_workers or pool, delay_s=bot_delay_s)
        self.timekeeper = Timekeeper(self, self._clock)
        self._housekeeping = Housekeeping(self._live, store, hub)
        self._work = Unbroken()
        self._founder = Founder(
            registry,
            store,
            self._doors,
            self._live,
            self.archive,
            self.aside,
            self._work,
            now=self.now,
            room_id=room_id,
            dice_secret=dice_secret,
        )
        self._listeners: list[Callable[[Room], None]] = []
        self._relay = relay
        self.ears = Ears(self._live, self._doors, hub, self._look_around)
        self.presence = Presence(hub, relay)
        self.ears.on_shared(self.presence.shared)
        self._arrivals = Arrivals(self._live, self.presence, self._work)

    @property
    def in_memory(self) -> int:
        """How many rooms are loaded."""
        return len(self._live)

    @property
    def bots_waiting(self) -> int:
        """How many rooms wait for their bots' turn to think."""
        return self._bots.waiting

    async def start(self) -> None:
        """Wakes every room in play and begins to keep house. Call once, before serving."""
        self._relay.listen(self.ears)
        self._housekeeping.start()
        self.presence.start()
        await self._wake_all()

    async def _look_around(self) -> None:
        """Catches up with whatever other processes did, and with what a process that ended left undone."""
        await self._housekeeping.sweep()
        await self._wake_all()

    async def _wake_all(self) -> None:
        """Wakes the bots and clocks of every room in play."""
        self._bots.start(await self._store.playing_with_bots())
        self.timekeeper.start(await self._store.playing_with_clocks())

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
        await self.timekeeper.close()
        await self.thinking.close()
        await self._work.close()
        self.aside.close()
        self.archive.close()

    async def create(self, new: NewRoom, *, of_campaign: bool = False) -> CreatedRoom:
        """A new room, or a campaign; it plays at once if no seat is open. Raises ``InvalidInput``."""
        return await self._founder.create(new, of_campaign=of_campaign)

    async def import_room(self, data: bytes, play_from: int | None = None) -> CreatedRoom:
        """A room made of an export: to be played on after its event ``play_from``, with new links, numbers and dice; or only
        to be looked at. Raises ``InvalidInput`` for a file that is not as it was exported."""
        return await self._founder.import_room(data, play_from)

    def new_id(self) -> str:
        """The name of a room that is still to be made."""
        return self._room_id()

    def issue(self, room_id: str, viewer: Viewer, kind: LinkKind, parent: bytes) -> tuple[str, Link]:
        """A new secret that hangs on another link, and what is to be stored of it."""
        return self._doors.issue(room_id, viewer, kind, parent)

    async def open(self, header_of: Callable[[bytes, datetime], Header]) -> None:
        """A room, made with the secret of its dice and its time, without links of its own: somebody else sees to who has a
        part in it. Raises ``RoomExists``."""
        await self._founder.open(header_of)

    def on_grown(self, listener: Callable[[Room], None]) -> None:
        """Calls ``listener``, which never waits, after each entry that a room in memory took in."""
        self._listeners.append(listener)

    def _grown(self, room: Room) -> None:
        if room.doer is not None:
            self.presence.acted(room.header.id, room.doer)
        self.thinking.moved_on(room)
        self._bots.wake(room)
        self.timekeeper.wake(room)
        self._arrivals.grown(room)
        for listener in self._listeners:
            listener(room)

    async def identify(self, secret: str) -> Link | None:
        """The living link or cookie that ``secret`` opens."""
        return await self._doors.identify(secret)

    async def exchange(self, secret: str) -> tuple[Link, str]:
        """A link's secret for a new cookie secret. Raises ``UnknownToken``."""
        return await self._doors.exchange(secret)

    async def replace_link(self, room_id: str, viewer: Viewer, by: Seat | None = None) -> str:
        """A new secret for a seat or the spectators (the host's right, or that of ``by`` who invites somebody to a seat that
        waits); everybody is told before it works, and the old one, its cookies and sockets die."""
        await self.catch_up(room_id)
        return await self._work.finish(self._replace_link(room_id, viewer, by))

    async def _replace_link(self, room_id: str, viewer: Viewer, by: Seat | None) -> str:
        room = (await self._live.get(room_id)).room
        if room.header.glimpse is None:
            await self._live.change(room_id, lambda room: drafts.link_replaced(room, viewer, by))
        else:
            drafts.link_replaced(room, viewer, by)  # of a record of another room there is nobody to be told
        for game in room.games[-1:]:  # of a campaign: whoever has its link has the seat in the game that is played
            with suppress(NotFound, Forbidden):
                if (await self._live.get(game.room)).room.status != "finished":
                    await self._live.change(game.room, lambda room: drafts.link_replaced(room, viewer, None))
        return await self._doors.replace(room_id, viewer)

    async def show_replay(self, room_id: str, viewer: Viewer) -> str:
        """The secret of a new link to the replay of a game that is over, for anybody (a player's right, and the host's).
        Raises ``Forbidden``, ``NotNow``."""
        room = await self.room_for(room_id, viewer)
        if viewer == SPECTATOR:
            raise Forbidden(rights.NO_SEAT)
        require_whole(room.info(viewer))
        return await self._work.finish(self._doors.show_replay(room_id, viewer))

    async def withdraw_replays(self, room_id: str, viewer: Viewer) -> None:
        """Kills the links to a room's replay that a seat made; for the host, everybody's. Raises ``Forbidden``."""
        await self.room_for(room_id, viewer)
        if viewer == SPECTATOR:
            raise Forbidden(rights.NO_SEAT)
        await self._work.finish(self._doors.withdraw_replays(room_id, None if viewer == HOST else viewer))

    async def claim(self, room_id: str, seat: Seat, name: str, contribution: str | None = None) -> RoomInfo:
        """Takes an open seat; the last one begins the game. Raises ``SeatTaken``, ``InvalidInput``."""
        player = seating.clean_text(name, "name", seating.LONGEST_NAME)
        added = seating.clean_text(contribution or "", "contribution", seating.LONGEST_CONTRIBUTION, least=0)
        await self._change(
            room_id, lambda room: drafts.claimed(room, rights.seat_in(room, Viewer(seat)), player, added)
        )
        return await self.info(room_id, Viewer(seat))

    async def begin(self, room_id: str, strategy: str = "random") -> RoomInfo:
        """Begins the game with bots in every seat still open (the host's right). Raises ``NotNow``, ``InvalidInput``."""
        if strategy not in seating.STRATEGIES:
            raise InvalidInput.at("strategy", "one of " + ", ".join(seating.STRATEGIES), strategy)
        entry = await self._change(room_id, lambda room: drafts.begun_with_bots(room, strategy))
        for event in entry.events:
            if event["type"] == "seat_claimed":  # whoever holds the link must not see what the bot sees
                await self._work.finish(self._doors.replace(room_id, Viewer(event["seat"])))
        return await self.info(room_id, HOST)

    async def close_room(self, room_id: str) -> RoomInfo:
        """Ends the room without a result (the host's right). Raises ``NotNow`` once it is over."""
        await self._change(room_id, drafts.closed)
        return await self.info(room_id, HOST)

    async def act(
        self,
        room_id: str,
        viewer: Viewer,
        action: object,
        *,
        seq: int | None = None,
        key: str | None = None,
        payer: Payer = NOBODY,
    ) -> Acted:
        """Plays an action; answers when it is durable. The ``key`` of an accepted action again, with the same action and
        ``seq``, gives the same answer and rolls nothing. Raises ``NotNow``, ``Stale``, ``KeyReused``, ``Refused``,
        ``Forbidden``, ``InvalidInput``; ``TooFast``, ``Busy`` where it cannot be said whether it is stale."""
        begun = time.perf_counter()
        room = await self.room_for(room_id, viewer)
        seat = rights.seat_in(room, viewer)
        try:
            acted = await self._answered(room, seat, action, seq, keys.Receipt(viewer, key), payer)
        except Refused as refused:
            self._tally.rules_refused(room.header.game, refused.refusal.rule)
            raise
        self._tally.acted(room.header.game, "player", time.perf_counter() - begun)
        return acted

    async def _answered(
        self, room: Room, seat: Seat, action: object, seq: int | None, receipt: keys.Receipt, payer: Payer
    ) -> Acted:
        room_id = room.header.id
        try:
            decided = play.decode_action(room.system, action)
            receipt.digest = keys.digest_of(decided, seq)
            await self.timekeeper.in_time(room_id)
            result = await self._acted(room_id, lambda room: drafts.acted(room, seat, decided, seq), receipt.row, payer)
        except (RoomError, InvalidInput):
            # It may be refused only because it was accepted before.
            key = receipt.key
            known = None if key is None else await self._store.known_key(room_id, Viewer(seat), key)
            if known is None:
                raise
            result = known
        return receipt.answer(result)

    async def _acted(self, room_id: str, judge: Judge, key_of: KeyOf, payer: Payer) -> Entry | KnownKey:
        """As ``_change``; whether offers have changed is found out in between, while the room goes on."""
        while True:
            try:
                return await self._change(room_id, judge, key_of)
            except Undecided as undecided:
                doubt, room = undecided.doubt, await self.room(room_id)
                same = await self.thinking.same_offers(room, doubt.seat, doubt.before, doubt.after, payer)
                (await self.room(room_id)).freshness.decide(doubt, same=same)

    async def act_for_bot(self, room_id: str, seat: Seat, action: object) -> None:
        """Plays what a bot decided; judged like anybody's."""
        begun = time.perf_counter()
        room = (await self._live.get(room_id)).room
        try:
            decided = play.decode_action(room.system, action)
            await self._change(room_id, lambda room: drafts.acted(room, seat, decided, None))
        except (RoomError, InvalidInput):
            self._tally.bot_decided(room.header.game, "refused")
            raise
        self._tally.bot_decided(room.header.game, "accepted")
        self._tally.acted(room.header.game, "bot", time.perf_counter() - begun)

    async def say(
        self, room_id: str, viewer: Viewer, text: str, to: Literal["table", "army"] = "table", name: str | None = None
    ) -> int:
        """A line of chat; answers the sender's number after it. Spectators talk among themselves, each under a ``name`` of
        their own. Raises ``Forbidden``, ``InvalidInput``."""
        room = await self.room_for(room_id, viewer)
        line = seating.clean_text(text, "text", seating.LONGEST_MESSAGE, lines=True)
        if viewer == SPECTATOR:
            called = None if name is None else seating.clean_text(name, "name", seating.LONGEST_NAME)
            entry = await self._change(room_id, lambda room: drafts.said_among_spectators(room, line, called))
        else:
            seat = rights.seat_in(room, viewer)
            entry = await self._change(room_id, lambda room: drafts.said(room, seat, line, to))
        return entry.counts[viewer]

    async def propose(self, room_id: str, viewer: Viewer, new: NewProposal) -> int:
        """Proposes something, which is done at once where nobody has to consent. Answers the proposal's number. Raises
        ``NotNow``, ``Forbidden``, ``InvalidInput``, ``Refused``."""
        room = await self.room_for(room_id, viewer)
        seat = None if viewer == HOST else rights.seat_in(room, viewer)
        await self.timekeeper.in_time(room_id)
        here = self.presence.of(room_id).seats
        away_s = {each: self.presence.away_s(room_id, each) for each in room.seats}
        entry = await self._change(room_id, lambda room: proposals.proposed(room, seat, new, here, away_s))
        await self._show_out(room_id, entry)
        return proposals.number_in(entry, (await self._live.get(room_id)).room)

    async def answer(self, room_id: str, viewer: Viewer, n: int, accept: bool) -> int:
        """Answers a proposal; answers the viewer's number after it. Its maker withdraws it with a no."""
        room = await self.room_for(room_id, viewer)
        seat = None if viewer == HOST else rights.seat_in(room, viewer)
        await self.timekeeper.in_time(room_id)
        here = self.presence.of(room_id).seats
        entry = await self._change(room_id, lambda room: proposals.answered(room, seat, n, accept=accept, here=here))
        await self._show_out(room_id, entry)
        return entry.counts[sees_as(viewer)]

    async def _show_out(self, room_id: str, entry: Entry) -> None:
        """Whoever was replaced has no part in the room any more."""
        for event in entry.events:
            if event["type"] == "seat_replaced":
                await self._work.finish(self._doors.replace(room_id, Viewer(event["seat"])))

    async def answer_for_bot(self, room_id: str, seat: Seat, n: int) -> None:
        """A bot's yes to a proposal."""
        here = self.presence.of(room_id).seats
        entry = await self._change(room_id, lambda room: proposals.answered(room, seat, n, accept=True, here=here))
        await self._show_out(room_id, entry)

    async def resign(self, room_id: str, viewer: Viewer) -> int:
        """Gives up; answers the viewer's number after it."""
        seat = rights.seat_in(await self.room_for(room_id, viewer), viewer)
        entry = await self._change(room_id, lambda room: drafts.resigned(room, seat))
        return entry.counts[seat]

    async def forfeit(self, room_id: str, viewer: Viewer, side: str) -> int:
        """Claims the game from a side whose time ran out too often; answers the viewer's number after it. Raises ``NotNow``,
        ``Forbidden``, ``InvalidInput``."""
        seat = rights.seat_in(await self.room_for(room_id, viewer), viewer)
        entry = await self._change(room_id, lambda room: clock_drafts.forfeited(room, seat, side))
        with suppress(NotNow):  # until nobody of that side is left
            while True:
                entry = await self._change(room_id, lambda room: clock_drafts.gone_with(room, side))
        return entry.counts[seat]

    async def change(self, room_id: str, judge: Judge) -> Entry:
        """Appends what ``judge`` decides of a room as it stands, where nobody at the table does it."""
        return await self._change(room_id, judge)

    @overload
    async def _change(self, room_id: str, judge: Judge) -> Entry: ...
    @overload
    async def _change(self, room_id: str, judge: Judge, key_of: KeyOf | None) -> Entry | KnownKey: ...
    async def _change(self, room_id: str, judge: Judge, key_of: KeyOf | None = None) -> Entry | KnownKey:
        return await self._work.finish(self._live.change(room_id, judge, key_of))
