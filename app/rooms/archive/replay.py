"""Plays a finished export again, by folding its events: what the board looked like after every entry."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any, Literal

import msgspec

from app.engine.refusal import InvalidInput
from app.engine.registry import Registry
from app.engine.types import SEATS, SPECTATOR
from app.rooms.archive.export import BrokenExport, Export, Line
from app.rooms.archive.proof import About, entries, secret_of
from app.rooms.room.room import Room
from app.rooms.values.ports import Clock, Entry, Header


class _HeaderLine(msgspec.Struct, frozen=True):
    room: str
    game: str
    scenario: str
    options: dict[str, Any]  # values of the game's own
    tables: dict[str, Any]  # values of the game's own
    seats: tuple[dict[str, Any], ...]  # objects of the game's own
    rules_version: str
    rules_hash: str
    spectators: Literal["public", "none", "delayed"]
    at: datetime
    battle: dict[str, Any] | None = None  # a document of the game's own
    clock: Clock | None = None


def replay(registry: Registry, export: Export, language: str = "en") -> Iterator[str]:
    """One line per entry: its number, who acted, what happened, and where the game stands after it.

    Raises ``BrokenExport`` for an export of a game that is not over (it holds only what one viewer was told), of an unknown
    game, or with events that are none of the game's.
    """
    header = header_of(export)
    system = registry.get(header.game)
    if system is None:
        raise BrokenExport(f"expected one of the games {', '.join(registry)}, found {header.game!r}")
    if header.rules_hash != system.manifest.rules_hash:
        yield f"# played by rules {header.rules_hash[:12]}, folded by {system.manifest.rules_hash[:12]}"
    room = Room(header, system, kept_acts=None)
    for entry in entries_of(export):
        try:
            room.fold(entry)
        except (InvalidInput, msgspec.ValidationError, LookupError) as error:
            raise BrokenExport(f"entry {entry.version}: {error}") from None
        happened = ", ".join(dict.fromkeys(str(event["type"]) for event in entry.events))
        yield f"{entry.version:>5}  {entry.seat or '-'}  {happened}: {standing(room, language)}"


def standing(room: Room, language: str) -> str:
    """Where the game stands, in words: how it ended, or whose turn it is."""
    if room.state is None:
        return room.status
    if room.outcome is not None:
        return room.outcome.text.in_(language)
    return room.system.headline(room.system.view(room.state, SPECTATOR)).in_(language)


def header_of(export: Export) -> Header:
    """The header of the room that a finished export was made of, under the same id."""
    if not export.footer.get("finished"):
        raise BrokenExport(
            "the game is not over: the file holds what one viewer was told, which cannot be played again"
        )
    try:
        line = msgspec.convert(export.header, _HeaderLine)
    except msgspec.ValidationError as error:
        raise BrokenExport(f"the header: {error}") from None
    return Header(
        id=line.room,
        game=line.game,
        scenario=line.scenario,
        options=line.options,
        tables=line.tables,
        seats=tuple({name: value for name, value in seat.items() if name != "seat"} for seat in line.seats),
        spectators="public",
        rules_version=line.rules_version,
        rules_hash=line.rules_hash,
        secret=secret_of(export),
        created_at=line.at,
        battle=line.battle,
        clock=line.clock,
    )


def entries_of(export: Export) -> Iterator[Entry]:
    """The entries that the lines came from, told whole to everybody: a finished export does not hold who knew what."""
    for _, about, lines in entries(export):
        yield _entry(about, lines)


def _entry(about: About, lines: Sequence[Line]) -> Entry:
    seq = int(lines[-1]["seq"])
    try:
        at = msgspec.convert(lines[0]["at"], datetime)
    except (LookupError, msgspec.ValidationError):
        raise BrokenExport(f"entry {about.version}: expected when it happened, found no moment") from None
    return Entry(
        version=about.version,
        at=at,
        seat=about.seat,
        kind=about.kind,
        events=tuple(lines),
        public=tuple(lines),
        told={},
        counts=dict.fromkeys((*SEATS, SPECTATOR), seq),
        rolls=tuple(msgspec.to_builtins(roll) for roll in about.rolls or ()),
        act=about.act,
        place=about.place,
        settled=about.settled,
    )
