"""What the rules are asked about rooms' positions: worked out in worker processes, never in the event loop.

An answer is kept as long as its room stands where it was asked: for that very state, that seat and that question, which is all
that it depends on. Whoever asks what somebody is asking already waits for the same answer. What is worked out takes turns
(``turns.py``) and is paid by whoever asked first, by the time that it took; what is known already costs nothing.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Mapping
from functools import partial
from typing import Any, Final, Protocol

import msgspec

from app.engine import play
from app.engine.offers import Offer
from app.engine.system import GameSystem
from app.engine.types import Action, Seat, UnitId
from app.rooms.pace.turns import Turns, Who
from app.rooms.room.room import Room
from app.rooms.values.errors import Busy, TooFast
from app.rooms.values.ports import is_campaign
from app.rooms.workers.workers import NoWorkerFree, Workers

WORK_S: Final = 10.0
"""How long a worker may think about one question."""
WAIT_S: Final = 30.0
"""How long a question waits for its turn."""
MOST_POSITIONS: Final = 1000
MOST_BYTES: Final = 64 << 20
"""Of what is kept of all rooms; whatever was longest not asked goes first."""
MOST_ANSWERS: Final = 200
"""Of one position: a page that plans asks for a preview every tenth of a second."""
BEHIND: Final = 5
"""By how much the workers stand back for whoever else wants the processor: acts go first, and a busy machine still lets them think."""


class Payer(Protocol):
    """Who a question is worked out for."""

    @property
    def who(self) -> Who:
        """Whose turn it is."""
        ...

    def afford(self) -> None:
        """Raises ``TooFast`` for somebody who has had more worked out than they may for now."""
        ...

    def pay(self, seconds: float) -> None:
        """Takes what a question took."""
        ...


class _Nobody:
    """The server itself, and whoever is not counted."""

    who: Final = Who()

    def afford(self) -> None:
        """It always may."""

    def pay(self, seconds: float) -> None:
        """It costs nothing."""


NOBODY: Final[Payer] = _Nobody()


OffersTold = Mapping[str, msgspec.Raw]
"""``offers``: what a seat may do, as JSON; where one unit was asked about, ``withheld``: what that may not do now, ``aims``: the odds of
its acts at targets."""
NONE: Final = msgspec.Raw(b"[]")


class _Question(msgspec.Struct, frozen=True):
    """What is asked for a seat: a kind of ``room_work.py``, and all that belongs to it, as JSON."""

    kind: str
    seat: Seat
    given: bytes


class _Position:
    """A room where it stands, as workers read it, with what is known of it. The state is held, so that nothing else is taken for it."""

    def __init__(self, room: Room) -> None:
        self.state: Final = room.state
        self.game: Final = room.header.game
        self.of_campaign: Final = is_campaign(room.header.id)
        self.encoded: Final = msgspec.json.encode(room.state)
        self.answers: OrderedDict[_Question, bytes] = OrderedDict()
        self.under_way: dict[_Question, asyncio.Task[bytes]] = {}
        self.size = len(self.encoded)

    def keep(self, question: _Question, answer: bytes) -> None:
        """Keeps an answer, and as few others as there must be."""
        self.answers[question] = answer
        self.size += len(answer) + len(question.given)
        while len(self.answers) > MOST_ANSWERS:
            old, dropped = self.answers.popitem(last=False)
            self.size -= len(dropped) + len(old.given)


class Thinking:
    """Asks ``pool`` for what people at tables want to know of the rules."""

    def __init__(self, pool: Workers) -> None:
        self._pool = pool
        self._turns = Turns(pool.processes)
        self._positions: OrderedDict[str, _Position] = OrderedDict()
        self._tasks: set[asyncio.Task[bytes]] = set()
        self._is_closed = False

    async def close(self) -> None:
        """Stops whatever is still asked; nothing is asked any more."""
        self._is_closed = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    @property
    def waiting(self) -> int:
        """How many questions wait for their turn."""
        return self._turns.waiting

    async def offers(self, room: Room, seat: Seat, unit: UnitId | None, payer: Payer = NOBODY) -> OffersTold:
        """What a seat may do now, of one unit or of all."""
        answer = await self._ask(room, "room_offers", seat, {} if unit is None else {"unit": unit}, payer)
        return msgspec.json.decode(answer, type=dict[str, msgspec.Raw])

    async def preview(self, room: Room, seat: Seat, action: Action, payer: Payer = NOBODY) -> bytes:
        """What an action would mean, as JSON."""
        return await self._ask(room, "room_preview", seat, {"action": action}, payer)

    async def survey(self, room: Room, seat: Seat, unit: UnitId, payer: Payer = NOBODY) -> bytes:
        """What a unit could do from where it is, as JSON. Raises ``InvalidInput``."""
        return await self._ask(room, "room_survey", seat, {"unit": unit}, payer)

    async def same_offers(self, room: Room, seat: Seat, before: Any, after: Any, payer: Payer = NOBODY) -> bool:
        """Whether a seat may do the same in two states of a room's game, neither of which need be the present one."""
        about = {"before": _raw(before), "state": _raw(after), "seat": seat, "of_campaign": is_campaign(room.header.id)}
        answer = await self._work_out(room.header.game, "room_same_offers", about, payer)
        return msgspec.json.decode(answer, type=bool)

    def moved_on(self, room: Room) -> None:
        """Forgets what was known of a room that stands elsewhere now."""
        known = self._positions.get(room.header.id)
        if known is not None and known.state is not room.state:
            del self._positions[room.header.id]

    async def _ask(self, room: Room, kind: str, seat: Seat, given: dict[str, Any], payer: Payer) -> bytes:
        position, question = self._position(room), _Question(kind, seat, msgspec.json.encode(given))
        known = position.answers.get(question)
        if known is not None:
            position.answers.move_to_end(question)
            return known
        task = position.under_way.get(question)
        if self._is_closed:
            raise Busy("the server stops")
        if task is None:
            payer.afford()
            work = self._answer(position, question, payer)
            task = position.under_way[question] = asyncio.create_task(work, name=kind)
            self._tasks.add(task)
            task.add_done_callback(partial(self._done, position, question))
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            asker = asyncio.current_task()
            if task.cancelled() and asker is not None and not asker.cancelling():
                raise Busy("the server stops") from None
            raise

    def _position(self, room: Room) -> _Position:
        """The room's present position."""
        self.moved_on(room)
        position = self._positions.get(room.header.id)
        if position is None:
            position = self._positions[room.header.id] = _Position(room)
            self._make_room()
        self._positions.move_to_end(room.header.id)
        return position

    async def _answer(self, position: _Position, question: _Question, payer: Payer) -> bytes:
        about = {"state": msgspec.Raw(position.encoded), "seat": question.seat, "of_campaign": position.of_campaign}
        given = msgspec.json.decode(question.given, type=dict[str, msgspec.Raw])
        answer = await self._work_out(position.game, question.kind, {**given, **about}, payer)
        position.keep(question, answer)
        self._make_room()
        return answer

    def _make_room(self) -> None:
        """Forgets the rooms that were longest not asked about, where too much is kept."""
        size = sum(position.size for position in self._positions.values())
        while len(self._positions) > 1 and (size > MOST_BYTES or len(self._positions) > MOST_POSITIONS):
            _, forgotten = self._positions.popitem(last=False)
            size -= forgotten.size

    async def _work_out(self, game: str, kind: str, payload: dict[str, Any], payer: Payer) -> bytes:
        """The answer of a worker, as soon as there is a turn for it. Raises ``TooFast`` where there is none, ``Busy`` where it
        cannot be worked out, and what the rules raise."""
        payer.afford()
        async with self._turns.turn(payer.who, WAIT_S):
            payer.afford()  # what it asked for in the meantime is paid by now
            begun = time.monotonic()
            try:
                answered = await self._pool.answer(kind, game, payload, WORK_S)
            except NoWorkerFree:
                raise TooFast(1) from None
            except Busy:
                payer.pay(time.monotonic() - begun)
                raise
            payer.pay(answered.seconds)
        return answered.data()

    def _done(self, position: _Position, question: _Question, task: asyncio.Task[bytes]) -> None:
        self._tasks.discard(task)
        del position.under_way[question]
        if not task.cancelled():
            task.exception()  # looked at, for askers who have gone away


def offers_of(system: GameSystem, told: OffersTold) -> list[Offer]:
    """Offers as the game wrote them."""
    return [_offer(system, each) for each in msgspec.json.decode(told["offers"])]


def _offer(system: GameSystem, told: dict[str, Any]) -> Offer:
    examples = tuple(play.decode_action(system, example) for example in told["examples"])
    return msgspec.structs.replace(msgspec.convert({**told, "examples": ()}, Offer), examples=examples)


def _raw(state: Any) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(state))
