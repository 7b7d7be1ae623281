"""What happens in a room beside the game. Their types are reserved: no event of a game may use them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, get_args

import msgspec

from app.engine.types import Outcome, Seat
from app.rooms.values import ProposalKind


class RoomEvent(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="type"):
    """Marker: something that happened in a room."""


class RoomOpened(RoomEvent, frozen=True, tag="room_opened"):
    """The room exists; from here on its dice are committed to."""

    commitment: str


class SeatClaimed(RoomEvent, frozen=True, tag="seat_claimed"):
    """Somebody, or a bot, took an open seat."""

    seat: Seat
    name: str
    contribution: str = ""
    kind: Literal["human", "bot"] = "human"


class GameStarted(RoomEvent, frozen=True, tag="game_started"):
    """The game began; ``contributions`` are mixed into every die from now on."""

    contributions: Mapping[str, str]


class Message(RoomEvent, frozen=True, tag="message"):
    """A line of chat."""

    seat: Seat
    text: str
    to: Literal["table", "army"]


class ProposalMade(RoomEvent, frozen=True, tag="proposal_made"):
    """Somebody proposes an undo or a draw; ``waiting`` have to answer. An undo goes back to the position after which the
    viewer who is told had been told ``to``; ``place`` is how many acts would stand after it, which nobody is told."""

    n: int
    kind: ProposalKind
    seat: Seat
    waiting: tuple[Seat, ...]
    to: int | None = None
    place: int | None = None


class ProposalAnswered(RoomEvent, frozen=True, tag="proposal_answered"):
    """A seat answered; ``outcome`` is set once that settles the proposal. Its maker answers no to withdraw it."""

    n: int
    kind: ProposalKind
    seat: Seat
    accept: bool
    outcome: Literal["accepted", "refused"] | None = None


class Undone(RoomEvent, frozen=True, tag="undone"):
    """Acts were taken back: the position is again the one after which the viewer who is told had been told ``to``.

    Nobody is told the rest: the acts after the first ``place`` are gone but for those that ``seat`` knew nothing of,
    which are counted in ``kept`` from 0."""

    seat: Seat
    to: int | None = None
    place: int | None = None
    kept: tuple[int, ...] = ()


class Resigned(RoomEvent, frozen=True, tag="resigned"):
    """A seat gave up."""

    seat: Seat


class GameFinished(RoomEvent, frozen=True, tag="game_finished"):
    """The game is over; ``secret`` (hex) is what every die was drawn from."""

    result: Outcome
    secret: str


class RoomPaused(RoomEvent, frozen=True, tag="room_paused"):
    """The game rests."""


class RoomResumed(RoomEvent, frozen=True, tag="room_resumed"):
    """The game goes on."""


AnyRoomEvent = (
    RoomOpened
    | SeatClaimed
    | GameStarted
    | Message
    | ProposalMade
    | ProposalAnswered
    | Undone
    | Resigned
    | GameFinished
    | RoomPaused
    | RoomResumed
)

RESERVED: Final = frozenset(str(kind.__struct_config__.tag) for kind in get_args(AnyRoomEvent))
"""The types of event that belong to the room."""
