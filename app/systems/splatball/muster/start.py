"""The starting roll, and the order of seats (SPL-SET-02, SPL-SET-03)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

from app.engine.types import Seat
from app.systems.splatball.position import events_setup as es
from app.systems.splatball.score.story import Story


class StartRoll(NamedTuple):
    """Who rolled, what came up, and who begins."""

    seats: tuple[Seat, ...]
    dice: tuple[int, ...]
    first: Seat


def rolled(seats: Sequence[Seat], roll: Callable[[Seat], int]) -> StartRoll:
    """Each seat rolls, in seat order; those that are tied highest roll again, until one is highest (SPL-SET-02, SPL-DICE-01)."""
    left, who, dice = tuple(seats), list[Seat](), list[int]()
    while True:
        fallen = {seat: roll(seat) for seat in left}
        who += fallen
        dice += fallen.values()
        left = tuple(seat for seat, die in fallen.items() if die == max(fallen.values()))
        if len(left) == 1:
            return StartRoll(tuple(who), tuple(dice), left[0])


def start_roll(story: Story) -> None:
    """The dice fall, and the order is known (SPL-SET-02, SPL-SET-10)."""
    found = rolled(tuple(story.position.seats), lambda seat: story.roll(f"start of {seat}"))
    story.add(es.StartRolled(found.seats, found.dice, found.first))


def clockwise(seats: Sequence[Seat], first: Seat) -> tuple[Seat, ...]:
    """The seats in turn, beginning with one of them (SPL-SET-03)."""
    number = seats.index(first)
    return (*seats[number:], *seats[:number])


def after(order: Sequence[Seat], seat: Seat, among: Collection[Seat]) -> Seat | None:
    """The next seat after one, clockwise, that is among some, itself last; ``None`` if there is none (SPL-SET-03)."""
    around = clockwise(order, seat)
    return next((each for each in (*around[1:], around[0]) if each in among), None)
