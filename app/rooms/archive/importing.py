"""An export becomes a room again: to be looked at, or to be played on from any of its events. Pure; done in a worker.

Nothing of the file is believed: every hash, every die and, where the rules are the same, every act is judged again; every
position must be possible. Whatever does not fit is a ``BrokenExport``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

import msgspec

from app.engine import play
from app.engine.dice import GivenDice, commitment
from app.engine.story import folded
from app.engine.system import GameSystem
from app.engine.types import SEATS, SPECTATOR, Viewer
from app.engine.workshop.workshop import battle_of
from app.rooms.archive.export import BrokenExport, Export, Line, NoGameToPlayOn, parse
from app.rooms.archive.order import IMPORTED
from app.rooms.archive.proof import verify
from app.rooms.archive.replay import header_of
from app.rooms.archive.retrace import UNFIT, follow, never_played
from app.rooms.drafts import seating
from app.rooms.room import clocks, projection
from app.rooms.room.projection import Happened
from app.rooms.room.remembered import Act
from app.rooms.room.room import Room
from app.rooms.values import events as happened
from app.rooms.values import patches
from app.rooms.values.ports import Clock, Entry, Glimpse, Header

_OF_THE_LINE: Final = ("seq", "at", "entry", "hash", "seen")


class NewRoomOf(msgspec.Struct, frozen=True):
    """What a room made of a file is to be: its own id, dice secret and moment; played on after the file's event
    ``play_from``, or only looked at."""

    id: str
    secret: bytes
    at: datetime
    play_from: int | None = None


class Prepared(msgspec.Struct, frozen=True):
    """A room ready to be stored. ``is_played`` rooms have seats to be taken."""

    header: Header
    entries: tuple[Entry, ...]
    is_played: bool


def prepared(system: GameSystem, data: bytes, new: NewRoomOf) -> Prepared:
    """The room of a file; raises ``BrokenExport`` for one that is not as it was written, or never was a game."""
    export = parse(data)
    if export.header.get("game") != system.manifest.id:
        raise BrokenExport("the header names another game")
    try:
        if not export.footer.get("finished"):
            if new.play_from is not None:
                raise NoGameToPlayOn("the game is not over: nobody who plays on could know what was hidden in it")
            return _glimpsed(system, export, new)
        verify(export)
        header = header_of(export)
        clocks.check(header.clock)
        _check_words(header, export.events)
        header = msgspec.structs.replace(header, battle=battle_of(system, header.scenario, header.battle))
        entries = follow(system, export, header)
        return _played_on(system, header, entries, new) if new.play_from is not None else _kept(header, entries, new)
    except UNFIT as error:
        raise BrokenExport(f"what the file tells cannot have happened: {error!r}"[:300]) from None


def _check_words(header: Header, events: Iterable[Line]) -> None:
    """That seats are such as a room takes, and what was said in it: pages and bots believe them."""
    seating.check_known(header.seats, header.options)
    talk: Counter[str] = Counter()
    for event in events:
        if event["type"] == "message":
            talk[str(event.get("to"))] += 1
        if event["type"] in happened.RESERVED:
            seating.check_told(event)
    if max(talk.values(), default=0) > seating.MOST_MESSAGES:
        raise BrokenExport(f"expected at most {seating.MOST_MESSAGES} lines of chat, found {max(talk.values())}")


# -- a finished game, to be looked at ----------------------------------------------------------------


def _kept(header: Header, entries: Sequence[Entry], new: NewRoomOf) -> Prepared:
    """The same room under another id: all of it is public, and its dice can still be verified."""
    renamed = msgspec.structs.replace(header, id=new.id)
    counts = dict.fromkeys(_viewers(header), 0)
    kept = []
    for version, entry in enumerate(entries, 1):
        events = tuple(_of_the_game(event) for event in entry.events)
        counts = {viewer: count + len(events) for viewer, count in counts.items()}
        kept.append(
            msgspec.structs.replace(entry, version=version, events=events, public=events, told={}, counts=counts)
        )
    return Prepared(renamed, tuple(kept), is_played=False)


# -- a finished game, to be played on ----------------------------------------------------------------


def _played_on(system: GameSystem, header: Header, entries: Sequence[Entry], new: NewRoomOf) -> Prepared:
    """A new room that begins with whatever stood after the event ``play_from``, each viewer told what they may know of it."""
    through = new.play_from or 0
    old = Room(header, system, kept_acts=None)
    opening = None
    last = 0
    for entry in entries:
        if entry.events[0]["seq"] > through:
            break
        old.fold(entry)
        last = int(entry.events[-1]["seq"])
        if old.state is not None and opening is None:
            opening = entry
    if opening is None:
        raise NoGameToPlayOn(f"expected an event of the game to play on from, found {through} before its beginning")
    seats = tuple({**seat, "kind": "human" if seat["kind"] == "open" else seat["kind"]} for seat in header.seats)
    made = msgspec.structs.replace(
        header,
        id=new.id,
        secret=new.secret,
        seats=seats,
        created_at=new.at,
        rules_hash=system.manifest.rules_hash,
        clock=None,  # who plays on has agreed to none
    )
    room = Room(made, system, kept_acts=None)
    first = [
        Happened(happened.RoomOpened(commitment(new.secret))),
        Happened(happened.RoomImported(header.id, last)),
        Happened(happened.GameStarted(old.contributions)),
    ]
    written = []
    for entry in _standing(system, room, old, opening, first, new.at):
        room.fold(entry)
        written.append(entry)
    return Prepared(made, tuple(written), is_played=True)


def _standing(
    system: GameSystem, room: Room, old: Room, opening: Entry, first: list[Happened], at: datetime
) -> Iterator[Entry]:
    """The opening and every act that stood, as entries of the new room."""
    game, state = _told_again(system, room, None, opening)
    yield _entry(room, None, [*first, *game], 0, at)
    for place, act in enumerate(old.acts, 1):
        if act.events[0]["type"] == "corrected":
            correction = msgspec.convert(act.events[0], happened.Corrected)
            events, state = [Happened(correction)], system.correct(state, correction.changes)
        else:
            events, state = _told_again(system, room, state, act)
        outcome = system.outcome(state)
        if outcome is not None:
            events.append(Happened(happened.GameFinished(outcome, room.header.secret.hex())))
        yield _entry(room, act, events, place, at)


def _told_again(system: GameSystem, room: Room, state: Any, entry: Entry | Act) -> tuple[list[Happened], Any]:
    events = [play.decode_event(system, data) for data in entry.events if data["type"] not in happened.RESERVED]
    with never_played(f"entry {entry.version}"):
        step = folded(system.evolve, state, events, GivenDice(()))
        return projection.happened_in_game(system, room.viewers, step), step.state


def _entry(room: Room, act: Act | None, events: Sequence[Happened], place: int, at: datetime) -> Entry:
    told = projection.telling(room.viewers, room.counts, events)
    return Entry(
        version=room.version + 1,
        at=at,
        seat=None if act is None else act.seat,
        kind=IMPORTED,
        events=told.events,
        public=told.public,
        told=told.told,
        counts=told.counts,
        place=place,
        settled=True,
    )


# -- a game that goes on, as one viewer knew it ------------------------------------------------------


def _glimpsed(system: GameSystem, export: Export, new: NewRoomOf) -> Prepared:
    line = msgspec.convert(export.header, _GlimpseLine)
    clocks.check(line.clock)
    viewer = Viewer(line.viewer)
    least, most = system.manifest.seats.min, system.manifest.seats.max
    if not least <= len(line.seats) <= most:
        raise BrokenExport(f"the header: expected {least} to {most} seats, found {len(line.seats)}")
    header = Header(
        id=new.id,
        game=line.game,
        scenario=line.scenario,
        options=line.options,
        tables=line.tables,
        seats=tuple({name: value for name, value in seat.items() if name != "seat"} for seat in line.seats),
        spectators="public",
        rules_version=line.rules_version,
        rules_hash=line.rules_hash,
        secret=b"",
        created_at=new.at,
        glimpse=Glimpse(viewer, line.dice.commitment),
        battle=battle_of(system, line.scenario, line.battle),
        clock=line.clock,
    )
    _check_words(header, export.events)
    viewers = _viewers(header)
    if viewer not in viewers:
        raise BrokenExport("the header names a viewer who has no seat in it")
    seen: Any = None
    entries: list[Entry] = []
    for number, (changes, events) in enumerate(_moments(export), 1):
        told = tuple(_told_event(system, event) for event in events)
        where = f"what was seen after event {events[-1]['seq']}"
        try:
            seen = patches.changed(seen, changes)
        except (LookupError, TypeError, ValueError) as error:
            raise BrokenExport(f"{where}: {error!r}"[:300]) from None
        if seen is not None:
            view = play.decode(system.view_type, seen, "seen")
            with never_played(where):
                system.scene(view)
        count = int(events[-1]["seq"])
        counts: dict[str, int] = dict.fromkeys(viewers, count)
        entries.append(Entry(number, new.at, None, IMPORTED, (), told, {}, counts, settled=True, seen=tuple(changes)))
    return Prepared(header, tuple(entries), is_played=False)


def _moments(export: Export) -> Iterator[tuple[Sequence[Any], Sequence[Line]]]:
    """The events up to and with each line that says what was seen after it."""
    events: list[Line] = []
    for event in export.events:
        events.append(event)
        if "seen" in event:
            yield msgspec.convert(event["seen"], list[list[Any]]), events  # values of any kind
            events = []
    if events:
        yield (), events


def _told_event(system: GameSystem, event: Line) -> Mapping[str, Any]:
    """An event as it was told, if it is one at all."""
    msgspec.convert(event["at"], datetime)
    if event["type"] in happened.RESERVED:
        msgspec.convert(event, happened.AnyRoomEvent)
    else:
        told = play.decode_event(system, event)
        with never_played(f"event {event['seq']}"):
            system.describe(told)
    return {"type": event["type"], "at": event["at"], **_of_the_game(event)}


class _Committed(msgspec.Struct, frozen=True):
    commitment: str


class _GlimpseLine(msgspec.Struct, frozen=True):
    game: str
    scenario: str
    options: dict[str, Any]  # values of the game's own
    tables: dict[str, Any]  # values of the game's own
    seats: tuple[dict[str, Any], ...]  # objects of the game's own
    rules_version: str
    rules_hash: str
    viewer: str
    dice: _Committed
    battle: dict[str, Any] | None = None  # a document of the game's own
    clock: Clock | None = None


def _of_the_game(event: Line) -> dict[str, Any]:
    return {name: value for name, value in event.items() if name not in _OF_THE_LINE}


def _viewers(header: Header) -> tuple[Viewer, ...]:
    return (*(Viewer(seat) for seat in SEATS[: len(header.seats)]), SPECTATOR)
