"""What comes out of the service of campaigns: plain frozen values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from app.engine.campaign import Rank
from app.engine.types import Outcome, Seat, Text, Viewer
from app.rooms.values.values import DiceInfo, ProposalInfo, SeatInfo, Status

GameStatus = Literal["ahead", "setup", "playing", "paused", "finished", "closed"]
"""How far a game of a campaign is: ``ahead`` is not begun, ``closed`` ended without a result and may be played again."""


class GameInfo(msgspec.Struct, frozen=True):
    """A game of a campaign: its number from 1, its words, how far it is and, once it has one, its ``room``."""

    number: int
    name: Text
    summary: Text
    minutes: int
    status: GameStatus = "ahead"
    room: str | None = None
    scenario: str | None = None
    result: Outcome | None = None


class CampaignInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """A campaign as one viewer may know it; ``seq`` is their number. ``to_act`` are the seats that have something to decide
    before the next game."""

    id: str
    game: str
    campaign: str
    options: Mapping[str, Any]
    status: Status
    seats: tuple[SeatInfo, ...]
    to_act: tuple[Seat, ...]
    seq: int
    dice: DiceInfo
    proposals: tuple[ProposalInfo, ...]
    spectators: str
    rules_version: str
    games: tuple[GameInfo, ...]
    standing: tuple[Rank, ...]
    result: Outcome | None = None


class Entered(msgspec.Struct, frozen=True):
    """A viewer's way into a game of a campaign: its number and room, and a secret that opens their place there."""

    number: int
    room: str
    viewer: Viewer
    secret: str
