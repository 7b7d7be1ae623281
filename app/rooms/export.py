"""A room as JSON lines, and the proof that its dice were fair.

The first line is the header: game, rules hash, options, seats with their contributions, the commitment to the dice's
secret. Then comes one event a line: ``{"seq", "type", "at", "seat"?, ...}``. In the export of a finished room the first
event of each entry also has ``"entry": {"version", "kind", ...}``, and where the game rolls dice, its ``place`` and
``digest``, which they were drawn by, and the ``rolls`` that fell. The last line counts the events and, once the game is
over, tells the secret and the result.

Every line ends in ``"hash"``: the SHA-256 of the hash before it (nothing for the first line) and the line itself without
its hash. So no byte can be changed, no line left out, added or moved without its being seen.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

import msgspec

from app.engine.dice import Roll, act_label, commitment, draw
from app.engine.types import SEATS, SPECTATOR, Seat, Viewer
from app.rooms.ports import HOST, Entry, Header, Stored
from app.rooms.projection import flatten, timestamp

FORMAT: Final = "tapete-export-1"
HEADER: Final = "export"
FOOTER: Final = "export_end"
_HASH: Final = re.compile(rb'(,"hash":"([0-9a-f]{64})"\})\Z')

Line = Mapping[str, Any]  # a line as decoded JSON


class BrokenExport(Exception):
    """The file is not an export, or not as it was written; the message says where."""


class Export(msgspec.Struct, frozen=True):
    """A file that was read whole: every hash is right and every event is there."""

    header: Line
    events: tuple[Line, ...]
    footer: Line


# -- writing -----------------------------------------------------------------------------------------


def export_lines(stored: Stored, viewer: Viewer = SPECTATOR) -> Iterator[bytes]:
    """The lines of a room that was read from its start: everything once it is finished, before that what ``viewer`` was
    told."""
    result = _result(stored.entries)
    viewer = SPECTATOR if viewer == HOST else viewer
    events = _all_events(stored.entries) if result is not None else _told_events(stored.entries, viewer)
    return _chained(_lines(stored, None if result is not None else viewer, list(events), result))


def _lines(stored: Stored, viewer: Viewer | None, events: list[Line], result: Line | None) -> Iterator[Line]:
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
        "dice": {"commitment": commitment(header.secret)},
    }
    yield from events
    footer: dict[str, Any] = {"type": FOOTER, "events": len(events), "finished": result is not None}
    if result is not None:
        footer |= {"dice": {"secret": header.secret.hex()}, "result": result}
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
        for number, event in enumerate(entry.events):
            seq += 1
            line = {"seq": seq, "type": event["type"], **shared, **event}
            yield line | {"entry": _entry(entry)} if number == 0 else line


def _entry(entry: Entry) -> Line:
    """What makes the lines of an entry an entry again."""
    about: dict[str, Any] = {"version": entry.version, "kind": entry.kind, "settled": entry.settled}
    if entry.digest is None:
        return about
    return about | {"place": entry.place, "digest": entry.digest, "rolls": entry.rolls}


def _told_events(entries: Iterable[Entry], viewer: Viewer) -> Iterator[Line]:
    for entry in entries:
        yield from flatten(entry, viewer)


def _result(entries: Iterable[Entry]) -> Line | None:
    """How the game ended, unless that was taken back."""
    result: Line | None = None
    for event in _events(entries):
        if event["type"] == "undone":
            result = None
        elif event["type"] == "game_finished":
            result = event["result"]
    return result


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
    return line


def _check_events(export: Export) -> None:
    footer = export.footer
    if footer.get("type") != FOOTER or footer.get("events") != len(export.events):
        raise BrokenExport("expected a footer that counts the events, found another last line: the end is missing")
    for number, event in enumerate(export.events, 1):
        if event.get("seq") != number:
            raise BrokenExport(f"line {number + 1}: expected seq {number}, found {event.get('seq')!r}")


# -- verifying ---------------------------------------------------------------------------------------


class About(msgspec.Struct, frozen=True):
    """What an export tells of an entry beside its events; with ``digest`` its dice are to be verified."""

    version: int
    kind: str
    settled: bool = False
    place: int | None = None
    digest: str | None = None
    rolls: tuple[Roll, ...] = ()


class _Secret(msgspec.Struct, frozen=True):
    secret: str


class _Commitment(msgspec.Struct, frozen=True):
    commitment: str


def verify(export: Export) -> str:
    """Rolls every die again; answers the verdict in words.

    Raises ``BrokenExport`` when the secret is not the one that was committed to, when a die is not the one that fell, or
    when the game is not over, so that the secret is still one.
    """
    committed = _part(export.header.get("dice"), _Commitment, "the header's dice").commitment
    if not export.footer.get("finished"):
        raise BrokenExport("the game is not over: its secret is told when it is; until then nothing can be verified")
    secret = secret_of(export)
    if commitment(secret) != committed:
        raise BrokenExport("the secret at the end is not the one that was committed to at the start")
    contributions = contributions_of(export.header.get("seats"))
    dice = acts = 0
    for number, event in enumerate(export.events, 2):
        about = about_entry(event, number)
        if about is not None and about.digest is not None and about.place is not None:
            _check_dice(number, secret, act_label(contributions, about.place, about.digest), about.rolls)
            dice += len(about.rolls)
            acts += 1
        elif about is not None and (about.rolls or about.kind == "game"):
            raise BrokenExport(f"line {number}: expected what its dice were drawn by, found none")
    return f"verified: {dice} dice of {acts} acts are those that the committed secret determines ({committed})"


def about_entry(event: Line, number: int) -> About | None:
    """What the first event of an entry tells of it, ``None`` for the others; ``number`` is the line's, for the error."""
    if "entry" not in event:
        return None
    about: About = _part(event["entry"], About, f"line {number}: its entry")
    return about


def contributions_of(seats: Any) -> dict[str, str]:  # JSON of an unknown origin
    """What each seat mixed into the dice; seats without one are left out. Raises ``BrokenExport``."""
    found = _part(seats, list[dict[str, Any]], "the header's seats")
    return {str(seat["seat"]): str(seat["contribution"]) for seat in found if "contribution" in seat}


def secret_of(export: Export) -> bytes:
    """The secret that the footer of a finished export tells; raises ``BrokenExport``."""
    try:
        return bytes.fromhex(_part(export.footer.get("dice"), _Secret, "the footer's dice").secret)
    except ValueError:
        raise BrokenExport("expected the secret in hex, found something else") from None


def _check_dice(number: int, secret: bytes, label: str, rolls: Iterable[Roll]) -> None:
    for counter, roll in enumerate(rolls):
        if not 1 <= roll.sides <= 1 << 32:
            raise BrokenExport(f"line {number}: expected a die of 1 to 2^32 sides, found {roll.sides}")
        rolled = draw(secret, label.encode(), counter, roll.sides)
        if rolled != roll.value:
            raise BrokenExport(
                f"line {number}: die {counter + 1} ({roll.purpose}): expected {rolled}, found {roll.value}"
            )


def _part(value: Any, kind: Any, name: str) -> Any:  # JSON of an unknown origin, and any type
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        raise BrokenExport(f"{name}: {error}") from None
