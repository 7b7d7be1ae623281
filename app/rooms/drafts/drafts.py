"""What is to be appended to a room: pure decisions from the room as it stands. Nothing here waits, stores or tells."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import chain
from typing import Any, Final, Literal

import msgspec

from app.engine import play
from app.engine.dice import StreamDice, act_label, act_text
from app.engine.refusal import InvalidInput, Refusal
from app.engine.system import Picker, Setup
from app.engine.types import SPECTATOR, Action, Event, Seat, Text, Viewer
from app.rooms.drafts import seating
from app.rooms.room import rights
from app.rooms.room.projection import Happened, happened_in_game
from app.rooms.room.room import TAKE_BACK, Room
from app.rooms.values import events as happened
from app.rooms.values.errors import Forbidden, NotFound, NotNow, Refused, SeatTaken, Stale
from app.rooms.values.names import BOT_NAMES
from app.rooms.values.ports import Header, LiveClock

WORLDS: Final = 3
"""How many other worlds an act is tried in to see whether it brings something hidden to light."""
WORLDS_SOUGHT: Final = 12
"""How often another world is asked for; the one that is may be among the answers."""

_NO_SIDES: Final = Text(
    es="Aquí no hay bandos con los que hablar aparte.", en="There are no sides here to talk apart with."
)

_TAKEN: Final = Text(es="Ese asiento ya no está libre.", en="That seat is no longer free.")
_ALL_SAID: Final = Text(
    es="En esta sala ya se ha dicho todo lo que cabe en ella.", en="This room holds no more lines of chat."
)


class Draft(msgspec.Struct, frozen=True):
    """An entry that is not yet numbered, told or stored. ``state`` is the game's state after it, where it plays on."""

    kind: str
    seat: Seat | None
    happened: tuple[Happened, ...]
    state: Any = None
    rolls: tuple[Mapping[str, Any], ...] = ()
    act: str | None = None
    place: int | None = None
    settled: bool = False
    apart: bool = False
    """Told to spectators at once also where they see the game late."""


def opened(room: Room, commitment: str) -> Draft:
    """A new room's first entry; without open seats the game begins in it."""
    first = Happened(happened.RoomOpened(commitment))
    if room.open_seats:
        return Draft("room_opened", None, (first,))
    return _begun(room, None, (first,), {})


def claimed(room: Room, seat: Seat, name: str, contribution: str) -> Draft:
    """Somebody takes an open seat; the last one begins the game, unless it has begun long ago and the seat was given away.
    Raises ``SeatTaken``."""
    if room.is_taken(seat):
        raise SeatTaken
    if room.status == "finished":
        raise NotNow
    if room.status != "setup":
        return Draft("seat_claimed", seat, (Happened(happened.SeatClaimed(seat, name)),))
    claim = happened.SeatClaimed(seat, name, contribution)
    if len(room.open_seats) > 1:
        return Draft("seat_claimed", seat, (Happened(claim),))
    return _begun(room, seat, (Happened(claim),), {seat: contribution}, _awaited(room, bots=()))


def begun_with_bots(room: Room, strategy: str) -> Draft:
    """The host begins; bots take every seat still open. Raises ``NotNow`` once the game has begun."""
    if room.status != "setup":
        raise NotNow
    claims = [
        Happened(happened.SeatClaimed(seat, BOT_NAMES[seat], kind="bot", strategy=strategy)) for seat in room.open_seats
    ]
    return _begun(room, None, claims, {}, _awaited(room, bots=room.open_seats))


def _begun(
    room: Room, seat: Seat | None, first: Iterable[Happened], more: Mapping[Seat, str], awaited: tuple[Seat, ...] = ()
) -> Draft:
    contributions: dict[str, str] = {
        each: more.get(each) or (room.claims[each].contribution if each in room.claims else _given(room, each))
        for each in room.seats
    }
    setup = msgspec.to_builtins(setup_of(room.header))
    if setup["battle"] is None:  # what the dice of a setup are drawn by is as it was before there were such battles
        del setup["battle"]
    act = act_text("", setup)
    dice = StreamDice(room.header.secret, act_label(contributions, 0, act))
    step = play.start(room.system, setup_of(room.header), dice)
    started = Happened(happened.GameStarted(contributions, awaited))
    game = _game(room, step)
    return Draft(
        "game_started", seat, (*first, started, *game), step.state, _rolls(step), act=act, place=0, settled=True
    )


def _awaited(room: Room, *, bots: Collection[Seat]) -> tuple[Seat, ...]:
    """Whom a live clock waits for in a room that others came to one by one: people who may be elsewhere when it begins."""
    if not isinstance(room.header.clock, LiveClock):
        return ()
    return tuple(seat for seat in room.seats if seat not in bots and not room.is_bot(seat))


def _given(room: Room, seat: Seat) -> str:
    return str(room.header.seats[room.seats.index(seat)].get("contribution") or "")


def setup_of(header: Header) -> Setup:
    """What the game of a room starts from: the room's own option is not the game's business."""
    options = {name: value for name, value in header.options.items() if name != TAKE_BACK}
    return Setup(header.scenario, header.seats, options, header.tables, header.battle)


def acted(room: Room, seat: Seat, action: Action, seq: int | None) -> Draft:
    """An action of the game. Raises ``NotNow``, ``Stale``, ``Refused``."""
    if room.status != "playing":
        raise NotNow
    if seq is not None:
        present = room.count_of(Viewer(seat))
        if seq > present:
            raise InvalidInput.at("seq", f"at most {present}", seq)
        if room.freshness.is_stale(seat, seq):
            raise Stale(present)
    return played(room, seat, action)


def played(
    room: Room, seat: Seat, action: Action, *, kind: str = "game", first: Iterable[Happened] = (), settled: bool = False
) -> Draft:
    """An action that may be played as far as the room is concerned, judged by the rules. Raises ``Refused``."""
    meant = play.understood(room.system, room.state, seat, action)
    if isinstance(meant, Refusal):
        raise Refused(meant, room.system.explain(meant))
    act = act_text(seat, play.encode(meant))
    label = act_label(room.contributions, room.place, act)
    step = play.step(room.system, room.state, seat, meant, StreamDice(room.header.secret, label))
    if isinstance(step, Refusal):  # a wording that the judge of the game itself does not take
        raise Refused(step, room.system.explain(step))
    return Draft(
        kind,
        seat,
        (*first, *_game(room, step)),
        step.state,
        _rolls(step),
        act=act,
        place=room.place,
        settled=settled
        or bool(step.rolls)
        or _is_final(room, meant)
        or _starts_clock(room, step.state)
        or _reveals(room, seat, meant, step, label),
    )


def followed(room: Room, events: Iterable[Event]) -> Draft:
    """What follows in the game from something that nobody at the table did."""
    step = play.carried_on(room.system, room.state, events)
    return Draft("game", None, tuple(_game(room, step)), step.state, settled=True)


def _game(room: Room, step: play.Step) -> list[Happened]:
    found = happened_in_game(room.system, room.viewers, step)
    outcome = room.system.outcome(step.state)
    if outcome is not None:
        found.append(Happened(happened.GameFinished(outcome, room.header.secret.hex())))
    return found


def _rolls(step: play.Step) -> tuple[Mapping[str, Any], ...]:
    return tuple(play.encode(roll) for roll in step.rolls)


def _is_final(room: Room, action: Action) -> bool:
    return action.__struct_config__.tag in room.system.manifest.final_actions


def _starts_clock(room: Room, state: Any) -> bool:
    """Whether a side's time begins to run: whoever could take that back at will would spend it for that side."""
    if room.header.clock is None:
        return False
    running = {room.side_of(seat) for seat in room.to_act}
    return any(room.side_of(seat) not in running for seat in room.system.to_act(state))


def _reveals(room: Room, seat: Seat, action: Action, step: play.Step, label: str) -> bool:
    """Whether the act tells anybody something that they did not know.

    It does if in another world, which they could not tell from this one, the same act would have told them something else.
    """
    pick = _Unforeseen(room.header.secret + label.encode())
    for viewer in room.viewers:
        worlds = _worlds(room, viewer, pick)
        first = next(worlds, None)
        told = [] if first is None else _told(room, step, viewer)
        if not told:
            continue
        for world in chain((first,), worlds):
            other = play.step(room.system, world, seat, action, StreamDice(room.header.secret, label))
            if isinstance(other, Refusal) or _told(room, other, viewer) != told:
                return True
    return False


class _Unforeseen:
    """A ``Picker`` that nobody can foresee without the secret; where nothing is hidden, nothing is ever picked."""

    def __init__(self, seed: bytes) -> None:
        self._seed = seed
        self._random: random.Random | None = None

    def __call__(self, n: int) -> int:
        if self._random is None:
            self._random = random.Random(self._seed)
        return self._random.randrange(n)


def _worlds(room: Room, viewer: Viewer, pick: Picker) -> Iterator[Any]:
    """Other states that ``viewer`` cannot tell from the present one; none where nothing is hidden from them."""
    found = 0
    for _ in range(WORLDS_SOUGHT):
        world = room.system.resample(room.state, viewer, pick)
        if world is room.state or found == WORLDS:
            return
        if world != room.state:
            found += 1
            yield world


def _told(room: Room, step: play.Step, viewer: Viewer) -> list[Any]:
    told = (room.system.tell(before, event, viewer) for before, event in zip(step.befores, step.events, strict=True))
    return [event for event in told if event is not None]


def said(room: Room, seat: Seat, text: str, to: Literal["table", "army"]) -> Draft:
    """A line of chat. Raises ``NotNow`` before the game knows its sides, ``Forbidden`` where there are none."""
    message = happened.Message(text, to, seat)
    _require_room_for(room, message)
    if to == "table":
        return Draft("message", seat, (Happened(message),))
    if room.state is None:
        raise NotNow
    side = room.system.side_of(room.state, seat)
    if side is None:
        raise Forbidden(_NO_SIDES)
    army = {Viewer(other) for other in room.seats if room.system.side_of(room.state, other) == side}
    told = {viewer: message if viewer in army else None for viewer in room.viewers}
    return Draft("message", seat, (Happened(message, told),))


def said_among_spectators(room: Room, text: str, name: str | None) -> Draft:
    """A line of the spectators' own chat, which nobody at the table is told."""
    message = happened.Message(text, "spectators", name=name)
    _require_room_for(room, message)
    told = {viewer: message if viewer == SPECTATOR else None for viewer in room.viewers}
    return Draft("message", None, (Happened(message, told),), apart=True)


def link_replaced(room: Room, viewer: Viewer, by: Seat | None) -> Draft:
    """The host, or ``by`` who invites somebody to a seat that waits, makes a new link for a seat or for spectators; everybody
    is told at once. Raises ``NotFound``, ``Forbidden``."""
    if viewer not in room.viewers:
        raise NotFound
    seat = Seat(viewer)
    if viewer != SPECTATOR and room.is_bot(seat):
        raise Forbidden(rights.BOT)
    if by is not None and (seat not in room.reopened or room.is_taken(seat)):
        raise Forbidden(_TAKEN)
    return Draft("link_replaced", by, (Happened(happened.LinkReplaced(viewer, by)),), apart=True)


def _require_room_for(room: Room, message: happened.Message) -> None:
    if room.talk[room.circle_of(message)] >= seating.MOST_MESSAGES:
        raise NotNow(_ALL_SAID)


def closed(room: Room) -> Draft:
    """The host ends the room without a result. Raises ``NotNow`` once it is over."""
    if room.status == "finished":
        raise NotNow
    return Draft("room_closed", None, (Happened(happened.RoomClosed(room.header.secret.hex())),), settled=True)


def resigned(room: Room, seat: Seat) -> Draft:
    """A seat gives up. Raises ``NotNow``, and ``Refused`` where the rules let only somebody else do it."""
    if room.status != "playing":
        raise NotNow
    action = room.system.resign(room.state, seat)
    first = Happened(happened.Resigned(seat))
    return played(room, seat, action, kind="resigned", first=(first,), settled=True)
