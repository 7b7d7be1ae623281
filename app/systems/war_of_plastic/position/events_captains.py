"""What happens beside the turns: units handed over, draws, claims, the end of the game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from app.engine.types import Event, Seat, UnitId
from app.systems.war_of_plastic.book.state import Army, Name


class Delegated(Event, frozen=True, tag="delegated"):
    """A unit has another handler; a prompt waiting for it goes with it (WOP-TEAM-03)."""

    army: Army
    unit: UnitId
    seat: Seat


class DrawOffered(Event, frozen=True, tag="draw_offered"):
    """An army offers a draw."""

    army: Army


class DrawAnswered(Event, frozen=True, tag="draw_answered"):
    """A draw offer was taken or not."""

    army: Army
    yes: bool


class Conceded(Event, frozen=True, tag="conceded"):
    """An army gives up."""

    army: Army


class ObjectiveClaimed(Event, frozen=True, tag="objective_claimed"):
    """An army claims an objective agreed by hand, the ``index``-th of its list; ``text_es`` and ``text_en`` say which."""

    army: Army
    index: int
    text_es: str = ""
    text_en: str = ""


class ClaimAnswered(Event, frozen=True, tag="claim_answered"):
    """The claim of ``army`` was confirmed by the other captain, or not."""

    army: Army
    index: int
    yes: bool


class ObjectiveReached(Event, frozen=True, tag="objective_reached"):
    """An army has an objective of its list."""

    army: Army
    index: int
    kind: str


class GameEnded(Event, frozen=True, tag="game_ended"):
    """It is over; ``points`` is what each army's destroyed units counted for the other (WOP-WIN-08)."""

    winner: Literal["A", "B", "draw"]
    reason: Name
    points: Mapping[Army, int]
