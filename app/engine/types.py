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
