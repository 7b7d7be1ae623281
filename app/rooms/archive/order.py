"""In which order things happen in a room: which of them stand together, and after what. ``static/verify_dice.py`` says the same.

What people said, proposed and agreed to is taken from the file; that a room could have come to it is not.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any, Final, TypeVar

from app.rooms.archive.export import BrokenExport, Line
from app.rooms.room.clocks import CLAIMED_AFTER
from app.rooms.values.events import RESERVED

T = TypeVar("T")

IMPORTED: Final = "imported"
"""The kind of the entries that a room took over from another room's export: their dice were that room's."""

OF_ACTS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "game_started": "(room_opened )?(seat_claimed )*game_started",
        "game": "",
        "time_up": "",
        "resigned": "resigned",
        "forfeited": "(forfeited)?",
        "proposal_made": "proposal_made",
        "proposal_answered": "proposal_answered",
    }
)
"""What the room says with an act, by the kind of its entry: a pattern of types, without the end of the game."""
DONE: Final[Mapping[str, str]] = MappingProxyType(
    {
        "undo": "undone",
        "correction": "corrected",
        "pause": "room_paused",
        "resume": "room_resumed",
        "replace": "seat_replaced",
        "rematch": "rematch_agreed",
    }
)
"""What follows from the last consent to a proposal, by its kind; a draw follows from an act."""
ALONE: Final = frozenset(
    {
        "room_opened",
        "seat_claimed",
        "message",
        "proposal_made",
        "proposal_answered",
        "link_replaced",
        "room_closed",
        "time_up",
        "table_seen",
    }
)
"""What the room says by itself, without an act."""
_AT_ALL: Final = ("setup", "playing", "paused", "finished")
_UNTIL_THE_END: Final = ("setup", "playing", "paused")
_IN_THE_GAME: Final = ("playing", "paused")
MAY: Final[Mapping[str, Sequence[str]]] = MappingProxyType(
    {
        **dict.fromkeys(RESERVED, ("playing",)),
        **dict.fromkeys(("message", "link_replaced"), _AT_ALL),
        **dict.fromkeys(("seat_claimed", "room_closed"), _UNTIL_THE_END),
        **dict.fromkeys(("seat_replaced", "table_seen"), _IN_THE_GAME),
        **dict.fromkeys(("proposal_made", "proposal_answered"), (*_IN_THE_GAME, "finished")),
        "rematch_agreed": ("finished",),
        **dict.fromkeys(("room_imported", "game_started"), ("setup",)),
        "room_opened": ("",),
        "room_resumed": ("paused",),
        "game_opened": (),  # of campaigns, whose files are no games
    }
)
"""In which status of the room each thing happens; all else, which is the game's, while it is played."""
BECOMES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "room_opened": "setup",
        "game_started": "playing",
        "room_paused": "paused",
        "room_resumed": "playing",
        "game_finished": "finished",
        "room_closed": "finished",
    }
)


class Order:
    """The room as far as its order goes: ``status`` is empty before it opens."""

    def __init__(self, *, has_clock: bool) -> None:
        self.status = ""
        self.is_imported = False
        self._has_clock = has_clock
        self._proposed: list[str] = []
        self._times = Counter[str]()
        self._is_forfeit = False
        self._is_followed = False
        self._claimed: set[str] = set()
        self._free: set[str] = set()

    def take_in(self, where: str, kind: str, events: Sequence[Line], *, is_act: bool) -> None:
        """An entry of a ``kind``. Raises ``BrokenExport`` for one that no room has there."""
        said = [event for event in events if event["type"] in RESERVED and event["type"] != "game_finished"]
        types = [event["type"] for event in said]
        if not re.fullmatch(self._form(kind, is_act=is_act), " ".join(types)):
            raise BrokenExport(f"{where}: is said to be {kind}, and is {', '.join(types) or 'an act'}")
        is_played = is_act or kind == IMPORTED
        if not is_played and len(said) < len(events):
            raise BrokenExport(f"{where}: tells of the game, and no act that led to it")
        if types[:1] == ["proposal_answered"] and not is_act and types[1:] != _follows(where, said[0]):
            raise BrokenExport(f"{where}: what follows is not what was agreed to")
        for event in events:
            self._happen(where, event, is_act=is_act)
        self.is_imported = self.is_imported or kind == IMPORTED

    def began(self, where: str, seats: Iterable[Mapping[str, Any]]) -> None:
        """The game begins with these seats, named from ``a`` on. Raises ``BrokenExport`` where others were claimed."""
        opened = {letter for letter, seat in zip("abcdefg", seats, strict=False) if seat.get("kind") == "open"}
        if self._claimed != opened:
            raise BrokenExport(f"{where}: other seats were claimed than were open")

    def _form(self, kind: str, *, is_act: bool) -> str:
        """The pattern of what the room says in an entry; it fits nothing for a kind that there is not."""
        if kind == IMPORTED:
            return "(corrected)?" if self.is_imported else "room_opened room_imported game_started"
        if is_act:
            is_late = (kind == "time_up" and not self._times) or (kind == "forfeited" and not self._is_forfeit)
            return OF_ACTS.get(kind, "-") if not is_late else "forfeited" if kind == "forfeited" else "-"
        return kind if kind in ALONE else f"(proposal_answered )?{kind}" if kind in DONE.values() else "-"

    def _happen(self, where: str, event: Line, *, is_act: bool) -> None:
        kind = event["type"]
        if self.status not in MAY.get(kind, ("playing",)):
            raise BrokenExport(f"{where}: {kind} is not for a room that is {self.status or 'not opened'}")
        self.status = BECOMES.get(kind, self.status)
        text = partial(_field, where, event, kind=str)
        match kind:
            case "proposal_made":
                what, n = text("kind"), _field(where, event, "n", int)
                self._proposed.append(what)
                is_right = n == len(self._proposed) and (what == "draw") == is_act and self._is_now(what)
            case "proposal_answered":
                what, n = text("kind"), _field(where, event, "n", int)
                is_right = what in self._proposed[n - 1 : n] and (what == "draw") == is_act and self._is_now(what)
            case "time_up":
                self._times[text("side")] += 1
                is_right = self._has_clock and _field(where, event, "times", int) == self._times[text("side")]
            case "forfeited":
                self._is_forfeit = True
                is_right = self._has_clock and self._times[text("side")] >= CLAIMED_AFTER
            case "table_seen":
                is_right = self._has_clock
            case "rematch_agreed":
                is_right, self._is_followed = not self._is_followed, True
            case "seat_claimed":
                is_right = self._claim(text("seat"))
            case "seat_replaced":
                (self._free.add if text("by") == "human" else self._free.discard)(text("seat"))
                is_right = True
            case _:
                is_right = True
        if not is_right:
            raise BrokenExport(f"{where}: {kind} is not what the room had come to")

    def _is_now(self, proposed: str) -> bool:
        """Once the game is over, nothing but a rematch is proposed, and that only then; consent that ends the game is told with it."""
        return (proposed == "rematch") == (self.status == "finished")

    def _claim(self, seat: str) -> bool:
        """Whether a seat could be claimed; before the game begins it cannot be told yet which are open."""
        if self.status == "setup":
            is_free = seat not in self._claimed
            self._claimed.add(seat)
        else:
            is_free = seat in self._free
            self._free.discard(seat)
        return is_free


def _follows(where: str, answer: Line) -> list[str]:
    kind = _field(where, answer, "kind", str)
    return [DONE.get(kind, "-")] if answer.get("outcome") == "accepted" else []


def _field(where: str, event: Line, name: str, kind: type[T]) -> T:
    """What an event says. Raises ``BrokenExport`` where it does not, or says something of another kind."""
    value = event.get(name)
    if not isinstance(value, kind):
        raise BrokenExport(f"{where}: {event['type']} does not say its {name}")
    return value
