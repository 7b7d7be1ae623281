"""What the players of a room are called in its sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from app.rooms.values.values import SeatInfo


def names_of(seats: Iterable[SeatInfo]) -> dict[str, str]:
    """The name of whoever plays, by seat and by each side that one alone plays, as the game calls it; nameless ones are left out.
    Those who share a name are told apart by their letters."""
    found = list(seats)
    letters = letters_of(found)
    named = {str(seat["seat"]): str(seat["name"]) for seat in found if seat.get("name")}
    often = Counter(named.values())
    names = {seat: name if often[name] == 1 else f"{name} ({letters[seat]})" for seat, name in named.items()}
    sides = Counter(str(seat["side"]) for seat in found if seat.get("side"))
    alone = {str(seat["side"]): str(seat["seat"]) for seat in found if sides.get(str(seat.get("side"))) == 1}
    return names | {side: names[seat] for side, seat in alone.items() if seat in names}


def letters_of(seats: Iterable[SeatInfo]) -> dict[str, str]:
    """By which letter each seat goes: that of its side, which its units may bear, where each has a side of its own that a letter says;
    else its own."""
    found = {str(seat["seat"]): str(seat.get("side") or "") for seat in seats}
    is_said = len(set(found.values())) == len(found) and all(len(side) == 1 for side in found.values())
    return {seat: (side if is_said else seat).upper() for seat, side in found.items()}
