"""Names, numbers and small values shared by every game and everything around them."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NewType

import msgspec

Seat = NewType("Seat", str)
"""A player's place: ``"a"`` to ``"g"``."""

Viewer = NewType("Viewer", str)
"""Who looks: a seat's letter or ``"spectator"``."""

UnitId = NewType("UnitId", str)
RuleId = NewType("RuleId", str)
Seq = NewType("Seq", int)
"""Counts the events one viewer has been told in one room, from 1, without holes."""

SPECTATOR: Final = Viewer("spectator")
SEATS: Final = tuple(Seat(letter) for letter in "abcdefg")


class BoardKind(StrEnum):
    """The four kinds of board a page can draw."""

    MEASURED = "measured"
    SQUARES = "squares"
    HEXES = "hexes"
    CARDS = "cards"


class Text(msgspec.Struct, frozen=True):
    """A sentence or a name in both languages."""

    es: str
    en: str

    def in_(self, language: str) -> str:
        """The words in ``language`` (``"es"`` or ``"en"``; anything else reads as English)."""
        return self.es if language == "es" else self.en


class Action(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="type"):
    """Marker: something a player can do. A game defines one subclass per kind of act.

    On the wire ``{"type": "move", ...}``; unknown fields are refused.
    """


class Event(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="type"):
    """Marker: something that happened, dice included. A game defines one subclass per kind of fact."""


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended. ``winners`` lists seats, empty for a draw; ``side`` is the game's own name of the
    winning side (``"A"``, ``"draw"``); ``reason`` is the game's own key, ``text`` its words."""

    winners: tuple[Seat, ...]
    side: str
    reason: str
    text: Text


class Tally(msgspec.Struct, frozen=True):
    """How far a side, called ``name``, has come; ``of`` is what it needs, where that is a number."""

    side: str
    name: Text
    value: int
    of: int | None = None


class Goal(msgspec.Struct, frozen=True):
    """A way to win, or how a game ends that nobody has won. A game says it in its scene, as the viewer may know it; pages print it where
    people join, in the help and in one line above the board. ``name`` says it in a word or two, ``about`` in a sentence, ``counted``
    when it is looked at, in another, and ``now`` what it would come to now, where that is not plain from the tallies. A side of which
    the viewer may not know how it stands has no tally."""

    id: str
    name: Text
    about: Text
    counted: Text
    tallies: tuple[Tally, ...] = ()
    now: Text | None = None
