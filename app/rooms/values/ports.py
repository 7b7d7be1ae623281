"""What rooms need from a store and a relay: protocols, and the plain rows they exchange. No SQL here.

A room is a header that never changes and a list of entries that only grows. An entry is one accepted act with all the
events it caused, and beside them what each viewer was told and the number that viewer's count reached. The room's
state is the fold of its entries; snapshots only speed loading up.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping, Sequence, Set
from datetime import datetime
from typing import Any, Final, Literal, Protocol

import msgspec

from app.engine.types import Seat, Viewer

LinkKind = Literal["link", "cookie", "replay"]
HOST = Viewer("host")


class Glimpse(msgspec.Struct, frozen=True):
    """What a read-only room shows: a game that went on elsewhere, as ``viewer`` knew it, with the ``commitment`` of its
    dice."""

    viewer: Viewer
    commitment: str


ROOM_ID_LENGTH: Final = 16
CAMPAIGN: Final = "c-"
"""What the id of a campaign begins with, and that of no other room."""


def is_campaign(room_id: str) -> bool:
    """Whether what has this id is a campaign: a room whose game are the decisions between games."""
    return room_id.startswith(CAMPAIGN)


class PartOf(msgspec.Struct, frozen=True):
    """Which game of which campaign a room is, counted from 1."""

    campaign: str
    number: int


class LiveClock(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="live"):
    """Time for those who sit down together: a bank for each side, in seconds, and what is added to it each time the side's
    turn is handed on."""

    bank_s: int
    increment_s: int = 0


class DaysClock(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="days"):
    """Time for those who play now and then: so many days for each turn of a side."""

    days: int


Clock = LiveClock | DaysClock


class Header(msgspec.Struct, frozen=True):
    """What a room was made with. ``seats`` are the seat objects as given; ``secret`` seeds its dice and never leaves
    the server before the end; ``rules_hash`` names the rules it is played by. A room with a ``glimpse`` has no game of
    its own; one that is ``part_of`` a campaign has no links of its own until its host makes some. ``battle`` is the document of a
    battle that somebody made, where the scenario is ``own``. Without a ``clock`` nobody is in a hurry."""

    id: str
    game: str
    scenario: str
    options: Mapping[str, Any]
    tables: Mapping[str, Any]
    seats: tuple[Mapping[str, Any], ...]
    spectators: Literal["public", "none", "delayed"]
    rules_version: str
    rules_hash: str
    secret: bytes
    created_at: datetime
    glimpse: Glimpse | None = None
    part_of: PartOf | None = None
    clock: Clock | None = None
    battle: Mapping[str, Any] | None = None


def next_id(header: Header) -> str:
    """The id of the room in which those who sat at a room play again: the same for whoever makes it, and no copy of a room has it."""
    return hashlib.sha256(b"rematch" + header.secret + header.id.encode()).hexdigest()[:ROOM_ID_LENGTH]


class Entry(msgspec.Struct, frozen=True, gc=False):
    """One accepted act. ``version`` counts the room's entries from 1.

    ``seat`` is who acted (``None``: the server or the host); ``kind`` is ``game`` (events of the game) or the type of a
    room event; ``events`` are the full events, ``rolls`` the dice in order, ``place`` and ``act`` (who did what,
    in canonical JSON) what their stream was labelled with. ``told`` holds, for each viewer told something else than ``public``, their events; ``public`` what
    everybody else was told. ``counts`` is each viewer's seq after this entry. ``settled`` is an act that cannot be taken
    back without consent: a die fell, something hidden came to light, or the game calls it final.

    Where spectators are told late, ``late`` is what they will be told of this entry (``None``: they are told at once), and
    ``shown`` the last entry they have been told of with this one; what they are told with it stands in ``public``, where an
    event of an earlier entry has its own ``at`` and ``seat``. In a room with a ``glimpse``, ``seen`` is what changed in what
    its viewer saw (``patches.py``).
    """

    version: int
    at: datetime
    seat: Seat | None
    kind: str
    events: tuple[Mapping[str, Any], ...]
    public: tuple[Mapping[str, Any], ...]
    told: Mapping[str, tuple[Mapping[str, Any], ...]]
    counts: Mapping[str, int]
    rolls: tuple[Mapping[str, Any], ...] = ()
    act: str | None = None
    place: int | None = None
    settled: bool = False
    late: tuple[Mapping[str, Any], ...] | None = None
    shown: int | None = None
    seen: tuple[Any, ...] | None = None


class Snapshot(msgspec.Struct, frozen=True):
    """The folded room at a version, encoded by the rooms package; worth nothing without the entries."""

    version: int
    payload: bytes


class Key(msgspec.Struct, frozen=True):
    """An idempotency key within a room and a seat, the digest of the body it came with, and the answer it got."""

    viewer: Viewer
    key: str
    body_digest: str
    answer: bytes


class Link(msgspec.Struct, frozen=True):
    """A secret link or a cookie made from one, by the SHA-256 of its secret. ``viewer`` is a seat, ``spectator`` or
    ``host``. ``parent`` is the hash of the link a cookie was made from; revoking a link revokes its cookies. A link of the
    kind ``replay`` shows a game that is over to anybody, and opens nothing else; its ``viewer`` is who made it."""

    hash: bytes
    room_id: str
    viewer: Viewer
    kind: LinkKind
    parent: bytes | None = None


class Stored(msgspec.Struct, frozen=True):
    """A room as read: its header, the newest snapshot if any, and the entries after it (all, without one)."""

    header: Header
    snapshot: Snapshot | None
    entries: tuple[Entry, ...]


class Append(msgspec.Struct, frozen=True):
    """A request to add ``entry`` to a room that stands at ``entry.version - 1``."""

    room_id: str
    entry: Entry
    key: Key | None = None
    snapshot: Snapshot | None = None


class Appended(msgspec.Struct, frozen=True, tag="appended"):
    """The entry is durable."""


class Lost(msgspec.Struct, frozen=True, tag="lost"):
    """Somebody else's entry came first; nothing was stored. ``version`` is where the room stands now."""

    version: int


class KnownKey(msgspec.Struct, frozen=True, tag="known_key"):
    """The key was used before; nothing was stored."""

    body_digest: str
    answer: bytes


AppendResult = Appended | Lost | KnownKey


class RoomExists(Exception):
    """There is a room with that id already; nothing was stored."""


class UnknownRoom(LookupError):
    """There is no room with that id, or no longer."""


class Keep(msgspec.Struct, frozen=True):
    """For how many days nobody need open, or do anything in, a room before it may leave: one whose game never began, one made of
    an export and never played here, one whose game is over. ``None``: it stays. A game that goes on always stays."""

    unbegun: int | None = None
    imports: int | None = None
    finished: int | None = None


class RoomStore(Protocol):
    """Durable rooms. Every method answers only when its effect is durable; raises ``StoreUnavailable`` otherwise."""

    async def create(
        self, header: Header, links: Sequence[Link], entries: Sequence[Entry], *, is_import: bool = False
    ) -> None:
        """A new room with its links and its first entries; ``is_import``: made of an export. Raises ``RoomExists``."""
        ...

    async def append(self, request: Append) -> AppendResult:
        """One entry, its key and its snapshot in one transaction; the version check decides races. Raises ``UnknownRoom``."""
        ...

    async def opened(self, room_ids: Collection[str]) -> None:
        """Somebody looks at these rooms: those that may leave one day stay longer."""
        ...

    async def load(self, room_id: str, *, from_start: bool = False) -> Stored | None:
        """A room, or ``None``; ``from_start`` leaves the snapshot out and reads every entry."""
        ...

    async def entries(self, room_id: str, after_version: int) -> Sequence[Entry]:
        """The entries after a version, in order."""
        ...

    async def entries_for(self, room_id: str, viewer: Viewer, after_seq: int, limit: int) -> Sequence[Entry]:
        """At most ``limit`` entries, in order, in which ``viewer`` was told something after their number ``after_seq``."""
        ...

    async def version(self, room_id: str) -> int | None:
        """Where a room stands."""
        ...

    async def versions(self, room_ids: Collection[str]) -> Mapping[str, int]:
        """Where each of many rooms stands, asked at once; unknown ones are left out."""
        ...

    async def known_key(self, room_id: str, viewer: Viewer, key: str) -> KnownKey | None:
        """What a key was used for before, if it was."""
        ...

    async def find_link(self, digest: bytes) -> Link | None:
        """The living link or cookie with that hash."""
        ...

    async def living_links(self, digests: Collection[bytes]) -> Set[bytes]:
        """Which of many links and cookies still live, asked at once."""
        ...

    async def add_link(self, link: Link) -> None:
        """A cookie made from a link; does nothing if the parent is gone."""
        ...

    async def replace_link(self, room_id: str, viewer: Viewer, new: Link) -> None:
        """Kills every link and cookie of a viewer and puts the new link in their place."""
        ...

    async def withdraw_replays(self, room_id: str, viewer: Viewer | None) -> None:
        """Kills the links to a room's replay that ``viewer`` made; everybody's, for ``None``."""
        ...

    async def playing_with_bots(self) -> Sequence[str]:
        """Ids of the rooms in play that have a bot's seat: what a starting server must wake."""
        ...

    async def playing_with_clocks(self) -> Sequence[str]:
        """Ids of the rooms in play that have a clock: what a starting server must keep the time of."""
        ...


class PruneStore(Protocol):
    """Lets go of rooms that nobody needs any more. A campaign and its games go together."""

    async def prune(self, keep: Keep, most: int) -> int:
        """Deletes at most ``most`` rooms (or campaigns) of each kind that ``keep`` no longer keeps, those idle longest first, with
        all that belongs to them; answers how many. One process at a time does it, for others there is nothing to do."""
        ...


class CampaignStore(Protocol):
    """Campaigns among the rooms of a store: which rooms are their games, and what is still to be done for them."""

    async def unsettled(self) -> Sequence[str]:
        """Ids of the campaigns that grew, or of which a game ended, since they were last settled."""
        ...

    async def settle(self, campaign_id: str, version: int, ended: Collection[str]) -> None:
        """Nothing is left to be done for a campaign as it stands at ``version``, nor for its ``ended`` rooms."""
        ...

    async def is_finished(self, room_id: str) -> bool | None:
        """Whether a room's game is over; ``None`` if there is no such room."""
        ...

    async def grant(self, link: Link) -> bool:
        """A link or cookie into a game of a campaign, made from one of the campaign itself, with which it dies. ``False``,
        and nothing stored, if that is dead or if the room's viewer has had a link of the room's own since."""
        ...


class StoreUnavailable(Exception):
    """The database did not answer; the caller's action is not accepted."""


class Hears(Protocol):
    """What a process does with what others tell it through a relay. None of these raises."""

    async def grown(self, room_id: str, version: int) -> None:
        """``room_id`` stands at ``version`` or beyond."""
        ...

    async def revoked(self, room_id: str, viewer: Viewer) -> None:
        """The links and cookies of ``viewer`` of a room are dead: so must be their sockets here."""
        ...

    async def shared(self, room_id: str, note: Mapping[str, Any]) -> None:
        """A small passing thing that is stored nowhere: who is here, where somebody points."""
        ...

    async def missed(self) -> None:
        """Anything may have happened unheard: the line was down for a while, or another process ended in its work."""
        ...


class Relay(Protocol):
    """Tells other processes what happened in this one: a hint, never the truth, and possibly lost. Telling never waits or
    fails; a process never hears itself. Also settles which process plays the bots of a room."""

    def announce(self, room_id: str, version: int) -> None:
        """Says that ``room_id`` stands at ``version``."""
        ...

    def revoke(self, room_id: str, viewer: Viewer) -> None:
        """Says that the links of a viewer were replaced."""
        ...

    def share(self, room_id: str, note: Mapping[str, Any]) -> None:
        """Passes on a small JSON object (under 4 kB); it may be lost, and comes in order if it comes."""
        ...

    def listen(self, ears: Hears) -> None:
        """Hands everything that other processes say to ``ears``."""
        ...

    async def claim(self, room_id: str) -> bool:
        """Whether this process, of all, may play the bots of ``room_id`` until it releases it, ends, or loses its line:
        ask again before each act. Raises ``StoreUnavailable``."""
        ...

    async def release(self, room_id: str) -> None:
        """Lets another process claim what this one may have claimed."""
        ...
