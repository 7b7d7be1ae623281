"""What goes into a room service and what comes out of it: plain frozen values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import msgspec

from app.engine.scene import Scene
from app.engine.system import Correction
from app.engine.telling import LogEntry
from app.engine.types import Outcome, Seat, Text, Viewer
from app.rooms.values.ports import Clock, PartOf

Status = Literal["setup", "playing", "paused", "finished"]
ProposalKind = Literal["undo", "draw", "correction", "pause", "resume", "replace", "rematch"]
Player = Literal["human", "bot"]
"""Who takes over a seat."""
TakeBack = Literal["free", "consent", "never"]
Told = Mapping[str, Any]
"""An event as one viewer is told it, flat: ``seq``, ``type``, ``at``, ``seat`` where somebody acted, and its own fields."""

SeatInfo = Mapping[str, Any]
"""A seat as everybody may know it: ``seat``, ``kind`` (``human``, ``open``, ``bot``), ``taken`` (false only for an open
seat that waits for its player), ``name``, a bot's ``strategy``, ``side`` once the game has begun, and the game's own
fields of it (``army``)."""


class NewRoom(msgspec.Struct, frozen=True):
    """What a room is made from. ``seats`` hold ``kind``, ``name``, ``strategy``, ``contribution`` and the game's own
    fields; ``options`` are the game's and the room's own (``take_back``). ``clock`` is how the sides' time runs (``None``: not
    at all)."""

    game: str
    scenario: str
    seats: Sequence[Mapping[str, Any]]
    options: Mapping[str, Any] = {}
    tables: Mapping[str, Any] = {}
    spectators: Literal["public", "none", "delayed"] = "public"
    clock: Clock | None = None
    battle: Mapping[str, Any] | None = None


class CreatedRoom(msgspec.Struct, frozen=True):
    """A new room and its secrets, which are never told again. A bot's seat has none."""

    id: str
    host_token: str
    seats: tuple[tuple[Seat, str], ...]
    spectator_token: str


class DiceInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """The SHA-256 of the dice's secret and, once the game is over, the secret; both in hex."""

    commitment: str
    secret: str | None = None


class Change(Correction, frozen=True, omit_defaults=True):
    """A value to be put right, with what it was when that was proposed and its words; ``names`` are those of the old and
    the new value, where values have names."""

    was: bool | int | str | None = None
    label: Text | None = None
    names: tuple[Text, Text] | None = None


class NewProposal(msgspec.Struct, frozen=True):
    """What somebody proposes. ``to_seq`` belongs to an ``undo``, ``changes`` and ``reason`` to a ``correction``; a
    ``replace`` (the host's) names the seat and who is to take it over; of a ``rematch`` everybody moves on by one seat where it is to
    ``swap``."""

    kind: str
    to_seq: int | None = None
    changes: tuple[Correction, ...] = ()
    reason: str = ""
    seat: Seat | None = None
    by: Player = "human"
    strategy: str = "random"
    swap: bool = False


class ProposalInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """An open proposal: who made it (``None``: the host) and which seats have still to answer."""

    n: int
    kind: ProposalKind
    seat: Seat | None
    waiting: tuple[Seat, ...]
    changes: tuple[Change, ...] = ()
    reason: str = ""
    replaced: Seat | None = None
    by: Player | None = None
    swap: bool = False


class BattleInfo(msgspec.Struct, frozen=True):
    """What a battle that somebody made is called."""

    name: Text
    summary: Text


class SideClock(msgspec.Struct, frozen=True):
    """A side's time as everybody may know it. ``times`` is how often it ran out; ``claimable``: its opponents may claim the
    game; ``forfeit``: they did."""

    side: str
    seats: tuple[Seat, ...]
    left_ms: int
    runs: bool
    times: int
    claimable: bool
    forfeit: bool


class ClockInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """A room's clock: how it runs, and of each side (none before the game) what was left at ``since`` (ISO-8601; left out
    while nothing runs). ``now`` is the server's time when it was told."""

    rule: Clock
    sides: tuple[SideClock, ...] = ()
    since: str | None = None
    now: str | None = None


class RoomInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """A room as one viewer may know it; ``seq`` is their number. ``part_of`` names the campaign whose game it is; ``battle``
    words the scenario ``own``; ``next_room`` is where those who sat here play on."""

    id: str
    game: str
    scenario: str
    options: Mapping[str, Any]
    status: Status
    seats: tuple[SeatInfo, ...]
    to_act: tuple[Seat, ...]
    seq: int
    dice: DiceInfo
    proposals: tuple[ProposalInfo, ...]
    spectators: str
    rules_version: str
    result: Outcome | None = None
    part_of: PartOf | None = None
    clock: ClockInfo | None = None
    battle: BattleInfo | None = None
    next_room: str | None = None


class SeatPresence(msgspec.Struct, frozen=True):
    """Whether the player of a seat looks on, and ``since`` when (ISO-8601) they do or do not; ``replaceable``: whoever
    asked may propose that somebody else plays on for them."""

    seat: Seat
    here: bool
    since: str
    replaceable: bool


class PresenceInfo(msgspec.Struct, frozen=True):
    """Who is at a table: the seats that people play, how many spectators, and the server's time."""

    seats: tuple[SeatPresence, ...]
    spectators: int
    now: str


class RoomScene(msgspec.Struct, frozen=True):
    """Everything a first page needs, all of one moment. ``log`` words each of ``events`` (``None``: a room's event, or one
    that needs no line). Before the game begins ``scene`` is the scenario's picture."""

    viewer: Viewer
    seq: int
    scene: Scene
    events: tuple[Told, ...]
    log: tuple[LogEntry | None, ...]
    proposals: tuple[ProposalInfo, ...]
    info: RoomInfo


class Acted(msgspec.Struct, frozen=True):
    """An accepted action: the seat's number after it and what the seat was told."""

    seq: int
    events: tuple[Told, ...]
