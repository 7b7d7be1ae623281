"""A finished export goes the way of its game again: every entry is decided anew by the rules and the room as they stood before
it, and written as it would be written today. Pure; it takes as long as the game was, so a worker does it.

What people decided is taken from the file: what they did, said, proposed and agreed to, and when. All that follows from it must
be what the file tells, to the last field.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final

import msgspec

from app.engine import play
from app.engine.dice import StreamDice, act_label, act_text
from app.engine.refusal import InvalidInput
from app.engine.system import GameSystem, Setup
from app.rooms.archive.export import BrokenExport, Export, Line, lines_of
from app.rooms.archive.order import IMPORTED
from app.rooms.archive.proof import Proof, same, verify
from app.rooms.archive.replay import entries_of, header_of
from app.rooms.drafts import clock_drafts, corrections, drafts, proposals
from app.rooms.drafts.drafts import Draft
from app.rooms.room.freshness import HistoryMissing
from app.rooms.room.projection import Happened
from app.rooms.room.remembered import Proposal
from app.rooms.room.room import Room
from app.rooms.values import events as happened
from app.rooms.values.errors import Refused, RoomError
from app.rooms.values.ports import Entry, Header, Stored
from app.rooms.values.values import NewProposal

UNFIT: Final = (
    InvalidInput,
    RoomError,
    HistoryMissing,
    msgspec.MsgspecError,
    LookupError,
    ValueError,
)
"""What reading a file that was never written by a room may end in."""
_OF_THE_GAME: Final = (LookupError, ValueError, TypeError, AttributeError, ArithmeticError, AssertionError)
"""What a game's own code may end in that is handed what its rules never led to: whatever it takes for granted."""


def proved(export: Export, system: GameSystem | None) -> Proof:
    """What a finished export proves, the rules being asked where ``system`` is what it was played by. Raises
    ``BrokenExport``."""
    try:
        proof = verify(export)
        if system is None or not is_same(system, export.header):
            return proof
        follow(system, export, header_of(export))
        return msgspec.structs.replace(proof, has_rules=True)
    except UNFIT as error:
        raise BrokenExport(f"what the file tells cannot have happened: {error!r}"[:300]) from None


@contextmanager
def never_played(where: str) -> Iterator[None]:
    """Around the game's own code, and nothing else, where it is handed what a file tells: that it cannot go on with that is the
    file's fault."""
    try:
        yield
    except _OF_THE_GAME as error:
        raise BrokenExport(f"{where}: cannot have happened: {error!r}"[:300]) from None


def is_same(system: GameSystem, header: Line) -> bool:
    """Whether an export was played by these very rules."""
    return bool(header.get("rules_hash") == system.manifest.rules_hash)


def follow(system: GameSystem, export: Export, header: Header) -> list[Entry]:
    """Folds the entries of an export; where the rules are those it was played by, decides every one of them again. Answers
    them as the file has them. Raises ``BrokenExport``, or any of ``UNFIT``."""
    entries = list(entries_of(export))
    is_judged = is_same(system, export.header)
    if is_judged:
        header = _as_made(header, entries)
        clock_drafts.check(header.clock, system)
        if header.rules_version != system.manifest.rules_version:
            raise BrokenExport("the header names another version of the rules than their hash")
    room = Room(header, system, kept_acts=None)
    rebuilt = []
    for entry in entries:
        if entry.seat is not None and entry.seat not in room.seats:
            raise _broken(entry, f"there is no seat {entry.seat!r}"[:80])
        again = _decided_again(room, entry) if is_judged else entry
        room.fold(again, _possible_state(room, again))
        if is_judged and entry.kind == IMPORTED:
            again = _with_end(room, again)
        rebuilt.append(again)
    if is_judged:
        made = msgspec.structs.replace(header, spectators=export.header.get("spectators"))
        _compare(export, lines_of(Stored(made, None, tuple(rebuilt))))
    return entries


def _possible_state(room: Room, entry: Entry) -> Any:
    """The game's state after an entry. Raises ``BrokenExport`` for one that cannot be."""
    with never_played(f"entry {entry.version}"):
        state = room.state_after(entry)
        if state is not None and state is not room.state and room.system.problems(state):
            raise _broken(entry, "leads to a position that cannot be")
    return state


def _as_made(header: Header, entries: Sequence[Entry]) -> Header:
    """The header with its seats as the room was made with them, if its game began here."""
    opening = next((entry for entry in entries if entry.act is not None), None)
    if opening is None or entries[0].kind == IMPORTED:
        return header
    setup = msgspec.convert(msgspec.json.decode(str(opening.act))["action"], Setup)
    return msgspec.structs.replace(header, seats=setup.seats)


def _decided_again(room: Room, entry: Entry) -> Entry:
    """The entry as the room would write it now."""
    try:
        if entry.act is None:
            return msgspec.structs.replace(entry, events=tuple(_clean(room, entry)))
        draft = _opened(room, entry) if room.state is None else _acted(room, entry)
    except Refused as error:
        raise _broken(entry, f"the rules did not allow it ({error.refusal.rule})") from None
    except RoomError as error:
        raise _broken(entry, f"the room did not allow it ({type(error).__name__})") from None
    events = tuple(play.encode(each.event) for each in draft.happened)
    if (draft.act, draft.place) != (entry.act, entry.place):
        raise _broken(entry, "it is not the act that was done there")
    if tuple(draft.rolls) != tuple(entry.rolls):
        raise _broken(entry, "the rules call for other dice")
    return msgspec.structs.replace(entry, kind=draft.kind, seat=draft.seat, events=events)


def _opened(room: Room, entry: Entry) -> Draft:
    """The beginning of the game."""
    setup = drafts.setup_of(room.header)
    given = msgspec.to_builtins(setup)
    if setup.battle is None:
        del given["battle"]
    said = [_room_event(event) for event in entry.events if event["type"] in happened.RESERVED]
    started = next(event for event in said if isinstance(event, happened.GameStarted))
    act = act_text("", given)
    dice = StreamDice(room.header.secret, act_label(started.contributions, 0, act))
    step = play.start(room.system, setup, dice)
    first = [event for event in said if not isinstance(event, happened.GameFinished)]
    rolls = tuple(play.encode(roll) for roll in step.rolls)
    told = (*first, *step.events, *_end_of(room, step.state))
    return Draft(entry.kind, entry.seat, tuple(Happened(each) for each in told), rolls=rolls, act=act, place=0)


def _acted(room: Room, entry: Entry) -> Draft:
    """What was done in the game."""
    act = msgspec.json.decode(str(entry.act))
    seat, data = act["seat"], entry.events[0]
    first = _room_event(data) if data["type"] in happened.RESERVED else None
    match entry.kind, first:
        case "resigned", _:
            return drafts.resigned(room, seat)
        case "time_up", _:
            return clock_drafts.due(room, entry.at)
        case "forfeited", happened.Forfeited():
            return clock_drafts.forfeited(room, first.seat, first.side)
        case "forfeited", _:
            return clock_drafts.gone_with(room, room.side_of(seat))
        case "proposal_made", _:
            return proposals.proposed(room, seat, NewProposal("draw"))
        case "proposal_answered", happened.ProposalAnswered():
            return proposals.answered(room, seat, first.n, accept=first.accept)
    if room.status != "playing":
        raise _broken(entry, "the game is not played then")
    return drafts.played(room, seat, play.decode_action(room.system, act["action"]), settled=True)


def _clean(room: Room, entry: Entry) -> Iterable[Mapping[str, Any]]:
    """The events of an entry that is no act, as they would be written now, and without an end of the game."""
    for data in entry.events:
        if data["type"] not in happened.RESERVED:
            yield play.encode(play.decode_event(room.system, data))
            continue
        event = _room_event(data)
        match event:
            case happened.Corrected() if entry.kind != IMPORTED:
                _check_corrected(room, entry, event)
            case happened.TableSeen():
                clock_drafts.table_seen(room, event.seat)
            case happened.TimeUp() if clock_drafts.due(room, entry.at).happened[0].event != event:
                raise _broken(entry, "it was not that side's time that was up")
        if not isinstance(event, happened.GameFinished):
            yield play.encode(event)


def _check_corrected(room: Room, entry: Entry, event: happened.Corrected) -> None:
    made = happened.ProposalMade(0, "correction", (), event.seat, changes=event.changes, reason=event.reason)
    done = corrections.carried_out(room, Proposal(made, 0, ()))
    if done is None or corrections.named(room, event.changes) != event.changes:
        raise _broken(entry, "these values could not be put right")


def _with_end(room: Room, entry: Entry) -> Entry:
    """An entry that another room's act became, with the end of the game where it ends by it."""
    ends = tuple(play.encode(event) for event in _end_of(room, room.state))
    return msgspec.structs.replace(entry, events=(*entry.events, *ends))


def _end_of(room: Room, state: Any) -> tuple[happened.GameFinished, ...]:
    outcome = room.system.outcome(state)
    return () if outcome is None else (happened.GameFinished(outcome, room.header.secret.hex()),)


def _room_event(data: Mapping[str, Any]) -> happened.AnyRoomEvent:
    event: happened.AnyRoomEvent = msgspec.convert(data, happened.AnyRoomEvent)
    return event


def _compare(export: Export, written: Iterable[Line]) -> None:
    """That the file is, line by line, what follows from what was done."""
    found = (export.header, *export.events, export.footer)
    expected = [msgspec.json.decode(msgspec.json.encode(line)) for line in written]
    if len(found) != len(expected):
        raise BrokenExport(f"expected {len(expected)} lines, found {len(found)}")
    for number, (line, other) in enumerate(zip(found, expected, strict=True), 1):
        names = [name for name in {**line, **other} if name != "hash" and not _is_same(name, line, other)]
        if names:
            raise BrokenExport(f"line {number}: {', '.join(names)} cannot be, after what was done before")


def _is_same(name: str, line: Line, other: Line) -> bool:
    return name in line and name in other and same(line[name], other[name])


def _broken(entry: Entry, why: str) -> BrokenExport:
    return BrokenExport(f"entry {entry.version}: {why}")
