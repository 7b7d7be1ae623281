"""What happens in a room beside the game. Their types are reserved: no event of a game may use them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, get_args

import msgspec

from app.engine.types import Outcome, Seat, Viewer
from app.rooms.values.values import Change, Player, ProposalKind


class RoomEvent(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="type"):
    """Marker: something that happened in a room."""


class RoomOpened(RoomEvent, frozen=True, tag="room_opened"):
    """The room exists; from here on its dice are committed to."""

    commitment: str


class SeatClaimed(RoomEvent, frozen=True, tag="seat_claimed"):
    """Somebody, or a bot of a ``strategy``, took an open seat."""

    seat: Seat
    name: str
    contribution: str = ""
    kind: Player = "human"
    strategy: str | None = None


class GameStarted(RoomEvent, frozen=True, tag="game_started"):
    """The game began; ``contributions`` are mixed into every die from now on. ``awaited`` are seats whose players have yet to see the
    table, where a live clock begins only then."""

    contributions: Mapping[str, str]
    awaited: tuple[Seat, ...] = ()


class TableSeen(RoomEvent, frozen=True, tag="table_seen"):
    """The player of ``seat``, who was awaited, has the table before them: their side's clock may run."""

    seat: Seat


class Message(RoomEvent, frozen=True, tag="message"):
    """A line of chat: of a seat, or among spectators of somebody who goes by ``name``."""

    text: str
    to: Literal["table", "army", "spectators"]
    seat: Seat | None = None
    name: str | None = None


class ProposalMade(RoomEvent, frozen=True, tag="proposal_made"):
    """Somebody (``None``: the host) proposes something; ``waiting`` have to answer. An undo goes back to the position
    after which the viewer who is told had been told ``to``; ``place`` is how many acts would stand after it, which nobody
    is told. A correction has its ``changes`` and a ``reason``; a replacement the seat ``replaced``, ``by`` whom, and a
    bot's ``strategy``."""

    n: int
    kind: ProposalKind
    waiting: tuple[Seat, ...]
    seat: Seat | None = None
    to: int | None = None
    place: int | None = None
    changes: tuple[Change, ...] = ()
    reason: str = ""
    replaced: Seat | None = None
    by: Player | None = None
    strategy: str | None = None
    swap: bool = False


class ProposalAnswered(RoomEvent, frozen=True, tag="proposal_answered"):
    """A seat answered; ``outcome`` is set once that settles the proposal. Its maker answers no to withdraw it, and then it is
    ``withdrawn``."""

    n: int
    kind: ProposalKind
    accept: bool
    seat: Seat | None = None
    outcome: Literal["accepted", "refused"] | None = None
    withdrawn: bool = False


class Undone(RoomEvent, frozen=True, tag="undone"):
    """Acts were taken back: the position is again the one after which the viewer who is told had been told ``to``.

    Nobody is told the rest: the acts after the first ``place`` are gone but for those that ``seat`` knew nothing of,
    which are counted in ``kept`` from 0."""

    seat: Seat
    to: int | None = None
    place: int | None = None
    kept: tuple[int, ...] = ()


class Corrected(RoomEvent, frozen=True, tag="corrected"):
    """Values of the position were put right by consent, as ``seat`` had proposed."""

    seat: Seat
    changes: tuple[Change, ...]
    reason: str = ""


class SeatReplaced(RoomEvent, frozen=True, tag="seat_replaced"):
    """A seat was taken from an absent player and given to a bot, or is open again for whoever gets its new link."""

    seat: Seat
    by: Player
    name: str | None = None
    strategy: str | None = None


class LinkReplaced(RoomEvent, frozen=True, tag="link_replaced"):
    """The host, or the player of ``seat``, makes a new link for ``viewer``, a seat or the spectators: the old one dies."""

    viewer: Viewer
    seat: Seat | None = None


class RoomClosed(RoomEvent, frozen=True, tag="room_closed"):
    """The host closed the room: the game ends here, without a result."""

    secret: str


class RoomImported(RoomEvent, frozen=True, tag="room_imported"):
    """What follows was played elsewhere: in the room ``source``, up to its event ``through``, with other dice."""

    source: str
    through: int


class Resigned(RoomEvent, frozen=True, tag="resigned"):
    """A seat gave up."""

    seat: Seat


class TimeUp(RoomEvent, frozen=True, tag="time_up"):
    """The time of a side ran out, for the ``times``-th time: the server ends its turn."""

    side: str
    times: int


class Forfeited(RoomEvent, frozen=True, tag="forfeited"):
    """``seat`` claimed the game from a side whose time ran out too often: the server gives up for it."""

    seat: Seat
    side: str


class GameFinished(RoomEvent, frozen=True, tag="game_finished"):
    """The game is over; ``secret`` (hex) is what every die was drawn from."""

    result: Outcome
    secret: str


class RoomPaused(RoomEvent, frozen=True, tag="room_paused"):
    """The game rests."""


class RoomResumed(RoomEvent, frozen=True, tag="room_resumed"):
    """The game goes on."""


class RematchAgreed(RoomEvent, frozen=True, tag="rematch_agreed"):
    """Those who played play again, in ``room``; where they ``swap``, everybody one seat further."""

    room: str
    swap: bool = False


class GameOpened(RoomEvent, frozen=True, tag="game_opened"):
    """Of a campaign: its game ``number`` is played in ``room``; again, if an earlier room of that number was closed."""

    number: int
    room: str


AnyRoomEvent = (
    RoomOpened
    | SeatClaimed
    | GameStarted
    | TableSeen
    | Message
    | ProposalMade
    | ProposalAnswered
    | Undone
    | Corrected
    | SeatReplaced
    | LinkReplaced
    | RoomClosed
    | RoomImported
    | Resigned
    | TimeUp
    | Forfeited
    | GameFinished
    | RoomPaused
    | RoomResumed
    | RematchAgreed
    | GameOpened
)

RESERVED: Final = frozenset(str(kind.__struct_config__.tag) for kind in get_args(AnyRoomEvent))
"""The types of event that belong to the room."""
