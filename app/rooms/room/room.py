"""A room in memory: the fold of its entries."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice
from typing import Any, Final, cast

import msgspec

from app.engine import play
from app.engine.dice import commitment
from app.engine.system import GameSystem
from app.engine.types import SEATS, SPECTATOR, Outcome, Seat, Viewer
from app.rooms.room import clocks
from app.rooms.room.delay import Audience
from app.rooms.room.freshness import KEPT_DOUBTS, Freshness, HistoryMissing
from app.rooms.room.remembered import Act, Proposal, is_told
from app.rooms.values import battles, patches
from app.rooms.values import events as happened
from app.rooms.values.names import BOT_NAMES
from app.rooms.values.ports import HOST, Clock, Entry, Header, is_campaign, next_id
from app.rooms.values.values import BattleInfo, ClockInfo, DiceInfo, ProposalInfo, RoomInfo, SeatInfo, Status, TakeBack

ROOM_FIELDS: Final = frozenset({"kind", "name", "strategy", "contribution"})
"""The fields of a seat that belong to the room; all others are the game's."""
TAKE_BACK: Final = "take_back"
KEPT_ACTS: Final = 256
_BY_CLOCK: Final = frozenset({"time_up", "forfeited"})
"""Kinds of entries in which something is done for a seat."""
CORRECTED: Final = str(happened.Corrected.__struct_config__.tag)


class Room:
    """A room and its game as they stand after ``version`` entries.

    ``state`` is ``None`` until the game begins; ``place`` counts the acts that stand, of which the last ``kept_acts`` are
    kept with the states before them (all, for ``None``).
    """

    def __init__(
        self, header: Header, system: GameSystem, *, kept_acts: int | None = KEPT_ACTS, is_late: bool = False
    ) -> None:
        self.header = header
        self.system = system
        self.seats: tuple[Seat, ...] = SEATS[: len(header.seats)]
        self.viewers: tuple[Viewer, ...] = (*(Viewer(seat) for seat in self.seats), SPECTATOR)
        self.version = 0
        self.doer: Seat | None = None  # whose hand the last entry was, if everybody is told of it
        self.counts: Mapping[str, int] = dict.fromkeys(self.viewers, 0)
        self.status: Status = "setup"
        self.state: Any = None
        self.place = 0
        self.acts: deque[Act] = deque(maxlen=kept_acts)
        self.claims: dict[Seat, happened.SeatClaimed] = {}
        self.reopened: set[Seat] = set()
        self.contributions: Mapping[str, str] = {}
        self.proposals: dict[int, Proposal] = {}
        self.proposals_made = 0
        self.freshness = Freshness(system, {}, {}, kept=None if kept_acts is None else KEPT_DOUBTS)
        self._told: RoomInfo | None = None
        self._told_at = -1
        self.seen: Any = None  # of a glimpse: the view, as JSON
        if header.glimpse is not None:
            self.status = "finished"
        self.audience: Audience[Room] | None = None
        self.games: list[happened.GameOpened] = []  # of a campaign
        self.rematch: happened.RematchAgreed | None = None
        self.talk: Counter[str] = Counter()  # lines of chat, by who is told them
        self.clock: clocks.Standing | None = None
        self._is_late = is_late
        if header.spectators == "delayed" and not is_late and not is_campaign(header.id):
            self.audience = Audience(Room(header, system, kept_acts=kept_acts, is_late=True))

    def fold(self, entry: Entry, state: Any = None) -> None:
        """Takes in the next entry; ``state`` is the game's state after it, if the caller knows it already.

        Raises ``HistoryMissing``, leaving the room useless, if the entry goes back to a state that is not kept.
        """
        before, counts = self.state, self.counts
        is_seen = entry.kind not in _BY_CLOCK and all(is_told(entry, viewer) for viewer in self.viewers)
        self.doer = entry.seat if is_seen else None
        if entry.seen is not None:
            self.seen = patches.changed(self.seen, entry.seen)
        for data in entry.events:
            if data["type"] in happened.RESERVED:
                self._happen(msgspec.convert(data, happened.AnyRoomEvent), entry.version)
        if played := _played_in(entry):
            self._play(entry, played, state, counts)
        self.version, self.counts = entry.version, entry.counts
        if self.state is not before:
            self._review_draws()
            self.freshness.note(self.seats, entry, before, self.state)
        if self.header.clock is not None and self.state is not None:
            self._keep_time(self.header.clock, entry)
        if self.audience is not None:
            self.audience.take_in(entry)

    @cached_property
    def battle(self) -> BattleInfo | None:
        """What a battle that somebody made is called. Found out once, for it may take long."""
        return battles.info_of(self.system, self.header.battle)

    def _keep_time(self, clock: Clock, entry: Entry) -> None:
        sides: dict[str, tuple[Seat, ...]] = {}
        for seat in self.seats:
            side = self.side_of(seat)
            sides[side] = (*sides.get(side, ()), seat)
        asked = {self.side_of(seat) for seat in self.to_act if self.is_taken(seat)}
        self.clock = clocks.after(clock, self.clock, entry, sides, asked)

    @property
    def awaited(self) -> frozenset[Seat]:
        """The seats whose side's clock waits until somebody of it has seen the table."""
        sides = () if self.clock is None else self.clock.sides.values()
        return frozenset(seat for time in sides for seat in time.awaited)

    def side_of(self, seat: Seat) -> str:
        """Whom a seat plays for, once the game has begun: its side, itself where there are none."""
        return self.system.side_of(self.state, seat) or str(seat)

    def seen_by(self, viewer: Viewer) -> Room:
        """The room as ``viewer`` may see it: late, for spectators of some rooms."""
        is_late = self.audience is not None and sees_as(viewer) == SPECTATOR
        return self.audience.room if self.audience is not None and is_late else self

    def state_after(self, entry: Entry) -> Any:
        """The game's state once what the entry tells of it is folded: what ``fold`` would come to by itself."""
        return self._after(self.state, _played_in(entry))

    def _play(self, entry: Entry, played: list[Mapping[str, Any]], state: Any, counts: Mapping[str, int]) -> None:
        before = self.state
        self.state = self._after(before, played) if state is None else state
        if before is not None and entry.seat is not None:
            told = frozenset(viewer for viewer in self.viewers if is_told(entry, viewer))
            seat = Seat(str(played[0]["seat"])) if played[0]["type"] == CORRECTED else entry.seat
            self.acts.append(Act(entry.version, seat, tuple(played), before, counts, told, entry.settled))
            self.place += 1
            if len(told) == len(self.viewers):  # of what happens in secret an open proposal must not tell by its end
                self._forget_undos(back_to=0)

    def _after(self, state: Any, played: Iterable[Mapping[str, Any]]) -> Any:
        for data in played:
            if data["type"] == CORRECTED:
                state = self.system.correct(state, msgspec.convert(data, happened.Corrected).changes)
            else:
                state = self.system.evolve(state, play.decode_event(self.system, data))
        return state

    def _forget_undos(self, *, back_to: int) -> None:
        """Closes the proposals to take back anything from a place on."""
        self.proposals = {
            n: known for n, known in self.proposals.items() if known.place is None or known.place < back_to
        }

    def _happen(self, event: happened.AnyRoomEvent, version: int) -> None:
        match event:
            case happened.SeatClaimed():
                self.claims[event.seat] = event
            case happened.GameStarted():
                self.status = "playing"
                self.contributions = event.contributions
            case happened.ProposalMade():
                self.proposals_made = event.n
                self.proposals[event.n] = Proposal(event, version, event.waiting)
            case happened.ProposalAnswered():
                self._answer(event)
            case happened.Undone():
                self._take_back(cast(int, event.place), event.kept)  # the full event always has its place
            case happened.GameFinished():
                self.status = "finished"
                self.proposals = {}
            case happened.RoomPaused():
                self.status = "paused"
            case happened.RoomResumed():
                self.status = "playing"
            case happened.SeatReplaced():
                self._replace(event)
            case happened.GameOpened():
                self.games.append(event)
            case happened.RematchAgreed():
                self.rematch = event
            case happened.RoomClosed():
                self.status = "finished"
                self.proposals = {}
            case happened.Message():
                self.talk[self.circle_of(event)] += 1
            case (
                happened.RoomOpened()
                | happened.RoomImported()
                | happened.LinkReplaced()
                | happened.TableSeen()
                | happened.Corrected()
                | happened.Resigned()
                | happened.TimeUp()
                | happened.Forfeited()
            ):
                pass

    def circle_of(self, message: happened.Message) -> str:
        """Those whom a line of chat is for: a name of theirs that nobody is told."""
        if message.to != "army" or message.seat is None or self.state is None:
            return message.to
        return f"{message.to} {self.side_of(message.seat)}"

    def _replace(self, event: happened.SeatReplaced) -> None:
        seat = event.seat
        if event.by == "bot":
            name = event.name or BOT_NAMES[seat]
            self.claims[seat] = happened.SeatClaimed(seat, name, kind="bot", strategy=event.strategy)
        else:
            self.claims.pop(seat, None)
            self.reopened.add(seat)
        for n, known in tuple(self.proposals.items()):
            if known.seat == seat:
                del self.proposals[n]

    def _answer(self, event: happened.ProposalAnswered) -> None:
        known = self.proposals.get(event.n)
        if known is None:
            return  # a replay, where everybody is told everything, closes proposals sooner
        if event.outcome is not None:
            del self.proposals[event.n]
        else:
            waiting = tuple(seat for seat in known.waiting if seat != event.seat)
            self.proposals[event.n] = msgspec.structs.replace(known, waiting=waiting)

    def _take_back(self, place: int, kept: Sequence[int]) -> None:
        gone = self.acts_after(place)
        for _ in gone:
            self.state = self.acts.pop().before
        for act in (gone[number] for number in kept):
            self.acts.append(msgspec.structs.replace(act, before=self.state))
            self.state = self._after(self.state, act.events)
        self.place = place + len(kept)
        self._forget_undos(back_to=place)

    def can_stand(self, state: Any, acts: Iterable[Act]) -> bool:
        """Whether ``acts`` may follow each other from ``state``, without others that came between them."""
        for act in acts:
            state = self._after(state, act.events)
            if self.system.problems(state):
                return False
        return True

    def _review_draws(self) -> None:
        """An offer of a draw stands as long as the game lets somebody answer it."""
        for n, known in tuple(self.proposals.items()):
            if known.kind == "draw":
                waiting = self.asked_for_draw(self.state)
                if waiting:
                    self.proposals[n] = msgspec.structs.replace(known, waiting=waiting)
                else:
                    del self.proposals[n]

    def asked_for_draw(self, state: Any) -> tuple[Seat, ...]:
        """The seats that the rules let answer an offer of a draw."""
        system = self.system
        return tuple(
            seat
            for seat in self.seats
            if system.check(state, seat, system.answer_draw(state, seat, accept=True)) is None
        )

    def acts_after(self, place: int) -> list[Act]:
        """The acts that stand beyond the first ``place``; raises ``HistoryMissing`` if not all of them are kept."""
        if self.place - place > len(self.acts):
            raise HistoryMissing
        return list(islice(self.acts, len(self.acts) - (self.place - place), None))

    def latest_acts(self) -> Iterator[tuple[int, Act]]:
        """The acts that stand, the last first, each with how many stand before it; raises ``HistoryMissing`` where the
        kept ones end."""
        place = self.place
        for act in reversed(self.acts):
            place -= 1
            yield place, act
        if place:
            raise HistoryMissing

    def count_of(self, viewer: Viewer) -> int:
        """The number of a viewer; the host's is the spectators'."""
        return self.counts[sees_as(viewer)]

    def strategy_of(self, seat: Seat) -> str:
        """How a bot's seat is played."""
        claim = self.claims.get(seat)
        given = self.header.seats[self.seats.index(seat)]
        return str((claim and claim.strategy) or given.get("strategy") or "random")

    def is_bot(self, seat: Seat) -> bool:
        """Whether a strategy plays the seat."""
        return self.kind_of(seat) == "bot"

    def kind_of(self, seat: Seat) -> str:
        """``human``, ``open`` or ``bot``, as it was made; a seat given to a bot at the start is ``bot``."""
        claim = self.claims.get(seat)
        if claim is not None and claim.kind == "bot":
            return "bot"
        if seat in self.reopened:
            return "open"
        return str(self.header.seats[self.seats.index(seat)]["kind"])

    def is_taken(self, seat: Seat) -> bool:
        """Whether nobody needs to claim the seat any more."""
        return seat in self.claims or self.kind_of(seat) != "open"

    @property
    def has_bots(self) -> bool:
        """Whether a strategy plays any seat."""
        return any(self.is_bot(seat) for seat in self.seats)

    @property
    def open_seats(self) -> tuple[Seat, ...]:
        """The seats that wait for their players."""
        return tuple(seat for seat in self.seats if not self.is_taken(seat))

    @property
    def take_back(self) -> TakeBack:
        """How acts may be taken back here."""
        return cast(TakeBack, self.header.options.get(TAKE_BACK, "free"))

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """Every seat the game waits for."""
        return self.freshness.asked_in(self.state) if self.status == "playing" else ()

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended."""
        return None if self.state is None else self.system.outcome(self.state)

    def bots_asked(self) -> tuple[Seat, ...]:
        """The bots that the room waits for: to act, or to answer a proposal."""
        asked = {*self.to_act, *(seat for known in self.proposals.values() for seat in known.waiting)}
        return tuple(seat for seat in self.seats if seat in asked and self.is_bot(seat))

    def info(self, viewer: Viewer) -> RoomInfo:
        """The room as ``viewer`` may know it: but for the viewer's number, the same for all."""
        seq = self.count_of(viewer)
        if self._told is None or self._told_at != self.version:
            self._told, self._told_at = self._info(seq), self.version
        elif self._told.seq != seq:
            return msgspec.structs.replace(self._told, seq=seq)
        return self._told

    def _info(self, seq: int) -> RoomInfo:
        header = self.header
        is_over = self.status == "finished"
        return RoomInfo(
            id=header.id,
            game=header.game,
            scenario=header.scenario,
            options=header.options,
            status=self.status,
            seats=tuple(self._seat_info(seat) for seat in self.seats),
            to_act=self.to_act,
            seq=seq,
            dice=self._dice(),
            proposals=self.open_proposals(),
            spectators=header.spectators,
            rules_version=header.rules_version,
            result=self.outcome if is_over else None,
            part_of=header.part_of,
            clock=None if header.clock is None else self._clock_told(header.clock),
            battle=self.battle,
            next_room=self.next_room,
        )

    @property
    def next_room(self) -> str | None:
        """Where those who sat here play again. The copy of a game, made of its file, tells of a rematch too, of whatever room the
        file names: nobody has a part in that for having the file."""
        agreed = None if self.rematch is None else self.rematch.room
        return agreed if agreed == next_id(self.header) else None

    def _clock_told(self, clock: Clock) -> ClockInfo:
        if self.clock is None:
            return ClockInfo(clock)
        seats: dict[str, tuple[Seat, ...]] = {}
        for seat in self.seats:
            seats[self.side_of(seat)] = (*seats.get(self.side_of(seat), ()), seat)
        return clocks.told(clock, self.clock, seats, is_late=self._is_late)

    def _dice(self) -> DiceInfo:
        header = self.header
        if header.glimpse is not None:
            return DiceInfo(header.glimpse.commitment)
        return DiceInfo(commitment(header.secret), header.secret.hex() if self.status == "finished" else None)

    def view(self, viewer: Viewer) -> Any:
        """What ``viewer`` sees; ``None`` before the game begins."""
        if self.seen is not None:
            return play.decode(self.system.view_type, self.seen, "seen")
        room = self.seen_by(viewer)
        return None if room.state is None else self.system.view(room.state, sees_as(viewer))

    def open_proposals(self) -> tuple[ProposalInfo, ...]:
        """The proposals that wait for answers, the oldest first."""
        return tuple(known.info for known in self.proposals.values())

    def _seat_info(self, seat: Seat) -> SeatInfo:
        given = self.header.seats[self.seats.index(seat)]
        claim = self.claims.get(seat)
        kind = self.kind_of(seat)
        told: dict[str, Any] = {"seat": seat, "kind": kind, "taken": self.is_taken(seat)}
        name = claim.name if claim is not None else given.get("name")
        if name and self.is_taken(seat):
            told["name"] = name
        if kind == "bot":
            told["strategy"] = self.strategy_of(seat)
        side = None if self.state is None else self.system.side_of(self.state, seat)
        if side is not None:
            told["side"] = side
        return told | {field: value for field, value in given.items() if field not in ROOM_FIELDS and field not in told}


def _played_in(entry: Entry) -> list[Mapping[str, Any]]:
    """The events of an entry that change the game's state."""
    return [data for data in entry.events if data["type"] not in happened.RESERVED or data["type"] == CORRECTED]


def sees_as(viewer: Viewer) -> Viewer:
    """Whose view a viewer has: the host sees what spectators see."""
    return SPECTATOR if viewer == HOST else viewer
