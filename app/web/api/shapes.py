"""What goes into the API and what comes out of it: one Struct for each body and each answer; those of the rules service
stand in ``rules_shapes.py``."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

import msgspec

from app.engine.about import About
from app.engine.system import Correctable, Correction
from app.engine.types import Seat, Text
from app.rooms.values.ports import DaysClock, LiveClock
from app.rooms.values.values import Player, ProposalKind

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
Contribution = Annotated[str, msgspec.Meta(max_length=200)]
IdempotencyKey = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
Words = Annotated[str, msgspec.Meta(min_length=1, max_length=2000)]
Reason = Annotated[str, msgspec.Meta(max_length=500)]
SeqNumber = Annotated[int, msgspec.Meta(ge=0)]


class Body(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of what is sent in: unknown fields are refused. A class may name the field whose lists are no longer than any plan of
    a player, ``of_a_plan``."""


class NoClock(Body, frozen=True, tag_field="kind", tag="none"):
    """Nobody is in a hurry."""


class RoomBody(Body, frozen=True):
    """What a room is made from."""

    game: str
    scenario: str
    seats: list[dict[str, Any]]  # kind, name, strategy, contribution and the game's own fields
    options: dict[str, Any] = {}  # the game's and the room's options
    tables: dict[str, Any] = {}  # house values instead of the game's
    spectators: Literal["public", "none", "delayed"] = "public"
    battle: dict[str, Any] | None = None  # a document of the game's workshop, with the scenario "own"
    clock: LiveClock | DaysClock | NoClock | None = None


class CampaignBody(Body, frozen=True):
    """What a campaign is made from: one of the game's campaigns, and the seats that all its games have."""

    game: str
    campaign: str
    seats: list[dict[str, Any]]  # kind, name, strategy, contribution and the game's own fields
    options: dict[str, Any] = {}  # of the game's campaigns, and the rooms' own
    tables: dict[str, Any] = {}  # house values, where the campaigns know any
    spectators: Literal["public", "none", "delayed"] = "public"


class ClaimBody(Body, frozen=True):
    """Who takes an open seat, and what they add to the dice."""

    name: Name
    contribution: Contribution | None = None


class ActionBody(Body, frozen=True):
    """An action, what its seat had seen when it decided, and a key that makes sending it twice harmless."""

    of_a_plan: ClassVar = "action"
    action: Any  # judged by the game
    seq: SeqNumber | None = None
    key: IdempotencyKey | None = None


class PreviewBody(Body, frozen=True):
    """An action that is only being considered."""

    of_a_plan: ClassVar = "action"
    action: Any  # judged by the game


class MessageBody(Body, frozen=True):
    """A line of chat. Spectators, who talk among themselves, may give a name."""

    text: Words
    to: Literal["table", "army"] = "table"
    name: Words | None = None


class ProposalBody(Body, frozen=True):
    """Something that needs consent. An undo may name the number to go back to; a correction lists its changes; the host's
    replacement names the seat and who is to take it over; a rematch may swap seats."""

    kind: ProposalKind
    to_seq: SeqNumber | None = None
    changes: list[Correction] = []
    reason: Reason = ""
    seat: Seat | None = None
    by: Player = "human"
    strategy: Words = "random"
    swap: bool = False


class AnswerBody(Body, frozen=True):
    """Yes or no to a proposal."""

    accept: bool


class ForfeitBody(Body, frozen=True):
    """From which side the game is claimed."""

    side: Words


class StartBody(Body, frozen=True):
    """With which bots the host begins."""

    strategy: Words = "random"


class NothingBody(Body, frozen=True):
    """No fields at all."""


class SeatLink(msgspec.Struct, frozen=True):
    """A seat's secret: the bearer token of the API and the address that a person opens."""

    seat: str
    token: str
    url: str


class HookBody(Body, frozen=True):
    """Where a seat wants to be called: ``url`` (``null``: nowhere), ``always`` or only while nobody looks on from it."""

    url: Annotated[str, msgspec.Meta(max_length=500)] | None = None
    always: bool = False


class HookTold(msgspec.Struct, frozen=True):
    """Whether this server calls anybody, and the ``host`` at which the seat is called (``null``: nowhere)."""

    offered: bool
    host: str | None
    always: bool


class Called(msgspec.Struct, frozen=True):
    """What is posted to a seat's address; ``content`` and ``text`` are the same words, for Discord and for Slack."""

    room: str
    seat: Seat
    kind: Literal["your_turn", "finished", "proposal"]
    url: str
    content: str
    text: str


class ReplayBody(Body, frozen=True):
    """Where a link to a replay opens: at the moment ``seq`` of ``view`` (a seat, ``spectator`` or ``all``)."""

    seq: SeqNumber | None = None
    view: str | None = None


class ReplayLink(msgspec.Struct, frozen=True):
    """The secret of a link to a replay, and the address that anybody opens."""

    token: str
    url: str


class SpectatorLink(msgspec.Struct, frozen=True):
    """The spectators' secret."""

    token: str
    url: str


class RoomMade(msgspec.Struct, frozen=True):
    """A new room with all its secrets; they are never told again."""

    id: str
    host_token: str
    seats: list[SeatLink]
    spectator: SpectatorLink


class RematchLink(msgspec.Struct, frozen=True):
    """A place in the next room of those who sat at this one: who the asker is there, and their secret. It dies with the link of this
    room that it was made for; for the host ``url`` is the room's page."""

    room: str
    seat: str
    token: str
    url: str


class GameLink(msgspec.Struct, frozen=True):
    """A place in a game of a campaign: its number and room, who is let in, and their secret there. It dies with the link of the
    campaign that it was made for; for the host ``url`` is the room's page."""

    number: int
    room: str
    seat: str
    token: str
    url: str


class PositionSeen(msgspec.Struct, frozen=True):
    """What a viewer sees, and the number of the last event they were told."""

    seq: int
    view: Any  # the game's view


class Told(msgspec.Struct, frozen=True):
    """Something that happened, as its viewer may know it; the event's own fields stand beside these."""

    seq: int
    type: str
    at: str
    seat: str | None = None


class EventsTold(msgspec.Struct, frozen=True):
    """Events in order."""

    events: list[Any]  # Told with the event's own fields


class SeqReached(msgspec.Struct, frozen=True):
    """The viewer's number after what they did."""

    seq: int


class Proposed(msgspec.Struct, frozen=True):
    """The number of a proposal, by which it is answered."""

    n: int


class CorrectablesTold(msgspec.Struct, frozen=True):
    """What may be put right by consent, and the viewer's number."""

    seq: int
    correctables: list[Correctable]


class OfferTold(msgspec.Struct, frozen=True):
    """One kind of act open to a seat. ``params`` is the JSON Schema of the action, ``domain`` an outer bound where the
    choices cannot be counted, ``input`` how a page asks for it."""

    type: str
    label: Text
    params: dict[str, Any]
    input: str
    examples: list[Any]  # actions, each legal
    unit: str | None = None
    domain: Any = None


class WithheldTold(msgspec.Struct, frozen=True):
    """A kind of act that a unit has in the game and cannot do now: ``refusal`` holds ``rule``, ``facts``, ``overlays`` and the
    words in ``text``; ``whom`` is the unit it was aimed at."""

    type: str
    label: Text
    refusal: dict[str, Any]
    whom: str | None = None


class AimTold(msgspec.Struct, frozen=True):
    """How likely an offered act at a target is to do what it is for: ``numerator`` of ``denominator``, and in ``text`` what that is."""

    action: dict[str, Any]
    numerator: int
    denominator: int
    text: Text


class SeatOffers(msgspec.Struct, frozen=True):
    """What the token's seat may do now, and its number; asked for one unit, also the odds of its acts at targets, and what it may not do."""

    seq: int
    offers: list[OfferTold]
    aims: list[AimTold] = []
    withheld: list[WithheldTold] = []


class AboutTold(msgspec.Struct, frozen=True):
    """What a thing is, and the viewer's number; ``null`` for an id that names nothing they see."""

    seq: int
    about: About | None


class PreviewTold(msgspec.Struct, frozen=True):
    """What an action would mean; ``refusal`` holds ``rule``, ``facts``, ``overlays`` and the words in ``text``, ``more`` what may be added
    to it."""

    legal: bool
    facts: dict[str, Any]
    notes: list[Any]
    chances: list[Any]
    overlays: list[Any]
    threats: list[Any]
    more: list[Any]
    refusal: dict[str, Any] | None = None
    rule: str | None = None


class ProblemTold(msgspec.Struct, frozen=True):
    """An error (RFC 9457). ``rule``, ``facts`` and ``overlays`` stand in refused actions, ``seq`` in stale ones;
    ``facts.errors`` of an invalid input lists ``field``, ``expected``, ``found``."""

    type: str
    title: str
    status: int
    detail: str
    code: str
    rule: str | None = None
    facts: dict[str, Any] | None = None
    overlays: list[Any] | None = None
    seq: int | None = None
    retry_after_s: int | None = None
