"""Who activates next in a step (FHW-EXEC-01 to FHW-EXEC-05)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from app.systems.flames_hexwar.book.kinds import Side, other


class Next(NamedTuple):
    """The side to act, ``None`` where the step is over, and whether it may pass."""

    side: Side | None
    may_pass: bool = False
    rolls: bool = False
    """Dice say who starts."""


def next_side(left: Mapping[Side, int], last: Side | None) -> Next:
    """Who acts, by the cards left with the step's order after the last activation."""
    a, b = left["A"], left["B"]
    if a == b == 0:
        return Next(None)
    if last is None:
        return Next(None, rolls=True) if a == b else Next("A" if a > b else "B")
    turn = other(last)
    if left[turn] == 0:
        turn = last
    return Next(turn, 0 < left[turn] < left[other(turn)])
