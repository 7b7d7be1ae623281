"""Ways worth proposing on a measured table: straight at a goal, bent round something, anywhere at random. Nothing here decides: whoever
proposes one hands it to a judge.

``pick(n)`` is a random number below n.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final, NamedTuple, TypeVar

from app.boards import measured
from app.boards.measured import Turning
from app.boards.plane import Point

Thing = TypeVar("Thing")
Pick = Callable[[int], int]


class Compass(NamedTuple):
    """Directions for ways: cosines and sines, times ``scale``."""

    scale: int
    cos: tuple[int, ...]
    sin: tuple[int, ...]


_RISING: Final = (0, 2588, 5000, 7071, 8660, 9659)
_FALLING: Final = (10_000, 9659, 8660, 7071, 5000, 2588)
_SINKING: Final = (0, -2588, -5000, -7071, -8660, -9659)
_CLIMBING: Final = (-10_000, -9659, -8660, -7071, -5000, -2588)
COMPASS: Final = Compass(
    10_000, (*_FALLING, *_SINKING, *_CLIMBING, *_RISING), (*_RISING, *_FALLING, *_SINKING, *_CLIMBING)
)
"""Every fifteen degrees, counter-clockwise from the east."""


def first_legal(proposed: Iterable[Thing], is_legal: Callable[[Thing], bool]) -> Thing | None:
    """The first of what is proposed that a judge allows."""
    return next((each for each in proposed if is_legal(each)), None)


def guessed(guess: Callable[[], Thing], is_legal: Callable[[Thing], bool], *, tries: int) -> Thing | None:
    """A guess that a judge allows, of so many."""
    return first_legal((guess() for _ in range(tries)), is_legal)


def steps_toward(direction: Point, turning: Turning) -> list[int]:
    """The steps of a full turn, those that lead most into a direction first."""
    east, north = direction
    return sorted(range(len(turning.cos)), key=lambda step: -(turning.cos[step] * east + turning.sin[step] * north))


def anywhere(start: Point, length: int, turning: Turning, pick: Pick) -> Point:
    """A place at about a length in a random direction."""
    return measured.spot_around(start, length, pick(len(turning.cos)), turning)


def random_legs(start: Point, most: int, least: int, turning: Turning, pick: Pick) -> tuple[Point, ...]:
    """One leg at random, now and then two, of which none is shorter than the least; together about as long as they may be at most."""
    if most >= 2 * least and pick(4) == 0:
        first = anywhere(start, least + pick(most - 2 * least + 1), turning, pick)
        left = most - measured.leg_length_mm(start, first)
        if left >= least:
            return (first, anywhere(first, least + pick(left - least + 1), turning, pick))
    return (anywhere(start, 1 + pick(most), turning, pick),)


def straight_at(start: Point, goal: Point, most: int, gap: int) -> Iterator[Point]:
    """On the straight way to a goal: as near to it as wanted or as far as may be, then half as far."""
    full = measured.leg_length_mm(start, goal)
    for length in dict.fromkeys((min(full - gap, most), min(full, most) // 2)):
        if 0 < length <= full:
            point = measured.part_of_way(start, goal, length, full)
            if point != start:
                yield point


def bent_at(start: Point, goal: Point, most: int, least: int, turning: Turning) -> Iterator[tuple[Point, Point]]:
    """Two legs: aside, to either hand, then in the direction of a goal."""
    if most < 2 * least:
        return
    steps = len(turning.cos)
    ahead = steps_toward((goal[0] - start[0], goal[1] - start[1]), turning)[0]
    for aside in (steps // 8, -(steps // 8)):
        corner = measured.spot_around(start, least, ahead + aside, turning)
        yield corner, measured.spot_around(corner, most - least - 1, ahead, turning)
