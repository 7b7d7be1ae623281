"""A room as JSON lines; ``proof.py`` verifies its dice.

The first line is the header: game, rules hash, options, seats with their contributions, the commitment to the dice's
secret. Then comes one event a line: ``{"seq", "type", "at", "seat"?, ...}``. In the export of a finished room the first
event of each entry also has ``"entry": {"version", "kind", ...}``, and of an act in the game its ``place``, the ``act``
itself (both of which its dice were drawn by) and the ``rolls`` that fell. What was said to an army or among spectators
is left out of it. In that of a game that goes on, ``seen`` says what changed in what its viewer saw. The last line counts the events and, once the game is over, tells the secret and the result.

Every line ends in ``"hash"``: the SHA-256 of the hash before it (nothing for the first line) and the line itself without
its hash. So no byte can be changed, no line left out, added or moved without its being seen.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

import msgspec

from app.engine.dice import commitment
from app.engine.system import GameSystem
from app.engine.types import SEATS, SPECTATOR, Seat, Viewer
from app.rooms.room.delay import is_last
from app.rooms.room.projection import flatten, timestamp
from app.rooms.room.room import Room
from app.rooms.values.patches import difference
from app.rooms.values.perspectives import is_private
from app.rooms.values.ports import HOST, Entry, Header, Stored

FORMAT: Final = "tapete-export-1"
HEADER: Final = "export"
FOOTER: Final = "export_end"
_HASH: Final = re.compile(rb'(,"hash":"([0-9a-f]{64})"\})\Z')

Line = Mapping[str, Any]  # a line as decoded JSON


class BrokenExport(Exception):
    """The file is not an export, or not as it was written; the message says where."""


class NoGameToPlayOn(BrokenExport):
    """The file is as it was written, but cannot be played on from the event asked for."""


class Export(msgspec.Struct, frozen=True):
    """A file that was read whole: every hash is right and every event is there."""

    header: Line
    events: tuple[Line, ...]
    footer: Line


# -- writing -----------------------------------------------------------------------------------------


def export_lines(stored: Stored, viewer: Viewer = SPECTATOR, system: GameSystem | None = None) -> Iterator[bytes]:
    """The lines of a room that was read from its start: everything once it is finished, before that what ``viewer`` was
    told and, where the game's ``system`` is given, what they saw after it."""
    return _chained(lines_of(stored, viewer, system))


def lines_of(stored: Stored, viewer: Viewer = SPECTATOR, system: GameSystem | None = None) -> Iterator[Line]:
    """The same lines, decoded and without their hashes."""
    is_over = _is_over(stored.entries)
    viewer = SPECTATOR if viewer == HOST else viewer
    if stored.header.glimpse is not None:
        viewer, events = stored.header.glimpse.viewer, _seen_again(stored.entries)
    elif is_over:
        events = _all_events(stored.entries)
    elif system is None:
        events = _told_events(stored.entries, viewer)
    else:
        events = _seen_events(stored, viewer, system)
    return _lines(stored, None if is_over else viewer, list(events))


def _lines(stored: Stored, viewer: Viewer | None, events: list[Line]) -> Iterator[Line]:
    header = stored.header
    yield {
        "type": HEADER,
        "format": FORMAT,
        "room": header.id,
        "game": header.game,
        "scenario": header.scenario,
        "rules_version": header.rules_version,
        "rules_hash": header.rules_hash,
        "options": header.options,
        "tables": header.tables,
        "seats": _seats(header, stored.entries),
        "spectators": header.spectators,
        "at": timestamp(header.created_at),
        "viewer": viewer,
        "dice": {"commitment": header.glimpse.commitment if header.glimpse else commitment(header.secret)},
        **({} if header.battle is None else {"battle": header.battle}),
        **({} if header.clock is None else {"clock": header.clock}),
    }
    yield from events
    footer: dict[str, Any] = {"type": FOOTER, "events": len(events), "finished": viewer is None}
    if viewer is None:
        footer["dice"] = {"secret": header.secret.hex()}
        results = [event["result"] for event in events if event["type"] == "game_finished"]
        if results:
            footer["result"] = results[-1]
    yield footer


def _seats(header: Header, entries: Iterable[Entry]) -> list[dict[str, Any]]:
    """The seats as the game began with them: names of those who claimed one, and what was mixed into the dice."""
    seats: dict[Seat, dict[str, Any]] = {}
    for letter, given in zip(SEATS, header.seats, strict=False):
        seats[letter] = {"seat": letter, **given}
    for event in _events(entries):
        match event["type"]:
            case "seat_claimed":
                seats[event["seat"]] |= {"kind": event.get("kind", "human"), "name": event["name"]}
            case "game_started":
                for letter, seat in seats.items():
                    seat.pop("contribution", None)
                    if letter in event["contributions"]:
                        seat["contribution"] = event["contributions"][letter]
    return list(seats.values())


def _all_events(entries: Iterable[Entry]) -> Iterator[Line]:
    seq = 0
    for entry in entries:
        shared = {"at": timestamp(entry.at)} | ({} if entry.seat is None else {"seat": entry.seat})
        for number, event in enumerate(event for event in entry.events if not is_private(event)):
            seq += 1
            line = {"seq": seq, "type": event["type"], **shared, **event}
            yield line | {"entry": _entry(entry)} if number == 0 else line


def count_of_exported(entries: Iterable[Entry]) -> int:
    """How many events of ``entries`` the export of a finished room holds."""
    return sum(1 for _ in _all_events(entries))


def _entry(entry: Entry) -> Line:
    """What makes the lines of an entry an entry again."""
    about: dict[str, Any] = {"version": entry.version, "kind": entry.kind, "settled": entry.settled}
    if entry.seat is not None:
        about["seat"] = entry.seat
    if entry.place is not None:
        about["place"] = entry.place
    if entry.act is not None:
        about |= {"act": entry.act, "rolls": entry.rolls}
    return about


def _told_events(entries: Iterable[Entry], viewer: Viewer) -> Iterator[Line]:
    for entry in entries:
        yield from flatten(entry, viewer)


def _seen_events(stored: Stored, viewer: Viewer, system: GameSystem) -> Iterator[Line]:
    """What a viewer was told, the last event of each entry with what changed in what they saw until they were told more."""
    room = Room(stored.header, system, kept_acts=None)
    seen: Any = None
    view: Any = None
    last: Line | None = None
    for entry in stored.entries:
        told = flatten(entry, viewer)
        if told:
            if last is not None:
                yield {**last, "seen": difference(seen, view)}
                seen = view
            yield from told[:-1]
            last = told[-1]
        room.fold(entry)
        view = msgspec.to_builtins(room.view(viewer), str_keys=True)
    if last is not None:
        yield {**last, "seen": difference(seen, view)}


def _seen_again(entries: Iterable[Entry]) -> Iterator[Line]:
    """What a glimpse of another room was made of."""
    for entry in entries:
        told = flatten(entry, SPECTATOR)
        yield from told[:-1]
        yield {**told[-1], "seen": entry.seen}


def _is_over(entries: Iterable[Entry]) -> bool:
    """Whether the game is over, and that was not taken back."""
    is_over = False
    for entry in entries:
        if any(event["type"] == "undone" for event in entry.events):
            is_over = False
        is_over = is_over or is_last(entry.events)
    return is_over


def _events(entries: Iterable[Entry]) -> Iterator[Line]:
    for entry in entries:
        yield from entry.events


def _chained(lines: Iterable[Line]) -> Iterator[bytes]:
    before = ""
    for line in lines:
        body = msgspec.json.encode(line)
        before = _hash(before, body)
        yield body[:-1] + b',"hash":"' + before.encode() + b'"}\n'


def _hash(before: str, body: bytes) -> str:
    return hashlib.sha256(before.encode() + body).hexdigest()


# -- reading -----------------------------------------------------------------------------------------


def parse(data: bytes) -> Export:
    """The lines of an export; raises ``BrokenExport`` for one that is not as it was written."""
    if not data.endswith(b"\n"):
        raise BrokenExport("expected whole lines, found the last one cut off")
    lines: list[Line] = []
    before = ""
    for number, raw in enumerate(data[:-1].split(b"\n"), 1):
        before = _check_hash(number, raw, before)
        lines.append(_decode(number, raw))
    if len(lines) < 2 or lines[0].get("type") != HEADER or lines[0].get("format") != FORMAT:
        raise BrokenExport(f"expected a header of the format {FORMAT} and a footer, found something else")
    export = Export(lines[0], tuple(lines[1:-1]), lines[-1])
    _check_events(export)
    return export


def header_line(data: bytes) -> Line:
    """The first line of an export, of which nothing else is looked at; raises ``BrokenExport``."""
    return _decode(1, data.partition(b"\n")[0])


def _check_hash(number: int, raw: bytes, before: str) -> str:
    found = _HASH.search(raw)
    if found is None:
        raise BrokenExport(f"line {number}: expected a hash at its end, found none")
    expected = _hash(before, raw[: found.start()] + b"}")
    if found[2] != expected.encode():
        raise BrokenExport(f"line {number}: it, or a line before it, is not as it was written")
    return expected


def _decode(number: int, raw: bytes) -> Line:
    try:
        line: Line = msgspec.json.decode(raw, type=dict[str, Any])
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise BrokenExport(f"line {number}: expected a JSON object, found: {error}") from None
    if msgspec.json.encode(line) != raw:
        raise BrokenExport(f"line {number}: it is not written as exports are")
    return line


def _check_events(export: Export) -> None:
    footer = export.footer
    if footer.get("type") != FOOTER or not _is(footer.get("events"), len(export.events)):
        raise BrokenExport("expected a footer that counts the events, found another last line: the end is missing")
    for number, event in enumerate(export.events, 1):
        if not _is(event.get("seq"), number) or not isinstance(event.get("type"), str):
            raise BrokenExport(f"line {number + 1}: expected an event with seq {number}, found {event.get('seq')!r}")


def _is(value: object, number: int) -> bool:
    """Whether a value is this whole number; ``1.0`` and ``true`` are none."""
    return type(value) is int and value == number
