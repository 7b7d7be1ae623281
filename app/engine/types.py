"""Names, numbers and small values shared by every game and everything around them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
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


# Who plays, by name, in sentences that a game writes without knowing any: it says "whoever plays ``b``" by a place in its words,
# which carries what to say where no name is known; whoever shows the words to somebody fills it in. So sentences stay a function of
# the position alone, and a player has one name wherever people read.

NOBODY: Final[Mapping[str, str]] = MappingProxyType({})

_OPEN, _BETWEEN, _CLOSE = "\ue000", "\ue001", "\ue002"  # of the private use area: no text holds them
_PLACE: Final = re.compile(f"{_OPEN}([^{_OPEN}-{_CLOSE}]*){_BETWEEN}([^{_OPEN}-{_CLOSE}]*){_CLOSE}")
_MARK: Final = _OPEN.encode()
_ENCODED: Final = re.compile(  # within one string: neither a quote nor an escape is part of a place
    b'%b([^\xee"\\\\]*)%b([^\xee"\\\\]*)%b' % (_MARK, _BETWEEN.encode(), _CLOSE.encode())
)


def place_for(who: str, otherwise: str) -> str:
    """The place of a name in a sentence: of whoever plays ``who``, a seat's letter or a side of the game; ``otherwise`` where there is
    no name to fill in."""
    return f"{_OPEN}{who}{_BETWEEN}{otherwise}{_CLOSE}"


def with_names(words: str, names: Mapping[str, str] = NOBODY) -> str:
    """The words with every place filled in."""
    return words if _OPEN not in words else _PLACE.sub(lambda place: names.get(place[1], place[2]), words)


def has_places(body: bytes) -> bool:
    """Whether encoded words have a place to be filled in."""
    return _MARK in body


def json_with_names(body: bytes, names: Mapping[str, str] = NOBODY) -> bytes:
    """The same of encoded JSON."""
    if _MARK not in body:
        return body
    encoded = {who.encode(): msgspec.json.encode(name)[1:-1] for who, name in names.items()}
    return _ENCODED.sub(lambda place: encoded.get(place[1], place[2]), body)


class Text(msgspec.Struct, frozen=True):
    """A sentence or a name in both languages."""

    es: str
    en: str

    def in_(self, language: str, names: Mapping[str, str] = NOBODY) -> str:
        """The words in ``language`` (``"es"`` or ``"en"``; anything else reads as English), with the ``names`` of those who play, by
        seat or side, in their places (``place_for``)."""
        return with_names(self.es if language == "es" else self.en, names)


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
