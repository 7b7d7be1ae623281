"""Likenesses on a board: where another of a thing comes to lie, and what becomes of things when one half of a board becomes the image of
the other.

A board reaches from 0 to its ``width`` and ``height``: the size of a plane, the last column and the last row of a lattice, so that its two
ends are each other's image. Exact, as all geometry here: middles are told twice over, so that nothing is rounded.

``Way.point(x, y)``                   where a point, or the place of a cell, comes to
``Way.corners(points)``               where a polygon comes to
``Way.turned(points, deg, step)``     how far the like of a shape is turned
``Halves.fate(x, y, meets_itself)``   what becomes of a thing
``parted(things, fate)``              which things are there still, and which come to lie opposite, too
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from typing import Final, Literal, NamedTuple, TypeVar

Point = tuple[int, int]
Thing = TypeVar("Thing")
Image = Literal["left_right", "top_bottom", "half_turn"]
Side = Literal["south", "north", "west", "east"]

FULL_TURN: Final = 360


class Fate(Enum):
    """What becomes of a thing when one half becomes the image of the other."""

    STAYS = "stays"
    DOUBLES = "doubles"
    GOES = "goes"


class Way(NamedTuple):
    """How a thing comes to where its like is to be on a board of this size: by an ``image`` about the middle, or shifted."""

    width: int
    height: int
    dx: int = 0
    dy: int = 0
    image: Image | None = None

    def point(self, x: int, y: int) -> Point:
        """Where a point comes to."""
        if self.image is None:
            return x + self.dx, y + self.dy
        return (
            x if self.image == "top_bottom" else self.width - x,
            y if self.image == "left_right" else self.height - y,
        )

    def corners(self, points: Sequence[Point]) -> tuple[Point, ...]:
        """Where a polygon comes to, its corners the same way round."""
        moved = tuple(self.point(x, y) for x, y in points)
        return moved[::-1] if self.image in ("left_right", "top_bottom") else moved

    def turned(self, points: Sequence[Point], deg: int, step: int) -> int | None:
        """How far the like of a shape is turned counter-clockwise, in whole steps, from 0 to a full turn. The shape has those corners about its own
        middle and is turned by ``deg``. ``None`` where no turn makes it its image, as of what is crooked."""
        if self.image is None:
            return deg
        if self.image == "half_turn":
            return (deg + FULL_TURN // 2) % FULL_TURN
        if {(-x, y) for x, y in points} == {*points}:
            about = FULL_TURN if self.image == "left_right" else FULL_TURN // 2
        elif {(x, -y) for x, y in points} == {*points}:
            about = FULL_TURN // 2 if self.image == "left_right" else FULL_TURN
        else:
            return None
        return (about - deg) % FULL_TURN // step * step


class Halves(NamedTuple):
    """The ``half`` of a board that is the model, and the way on which the other half becomes its image. ``north`` is 1 where ``y`` counts
    from the south, as on a plane, and -1 where rows count from the north."""

    half: Side
    way: Way
    north: int = 1

    @classmethod
    def of(cls, width: int, height: int, half: Side, *, turned: bool, north: int = 1) -> Halves:
        """Mirrored in the line between the halves, or ``turned`` half round about the middle."""
        across: Image = "left_right" if half in ("west", "east") else "top_bottom"
        return cls(half, Way(width, height, image="half_turn" if turned else across), north)

    def fate(self, x: int, y: int, *, meets_itself: bool) -> Fate:
        """What becomes of a thing with its middle at half of ``x`` and ``y``: one that is or ``meets_itself`` in its own image stays. On the
        line between the halves, where a half turn changes ends, the end with the lower numbers is the model."""
        if meets_itself:
            return Fate.STAYS
        beyond, along = x - self.way.width, y - self.way.height
        if self.half in ("south", "north"):
            depth = along * self.north if self.half == "north" else -along * self.north
        else:
            depth = beyond if self.half == "east" else -beyond
            beyond = along
        if depth == 0 and self.way.image == "half_turn":
            depth = -beyond
        return Fate.STAYS if depth == 0 else Fate.DOUBLES if depth > 0 else Fate.GOES


def parted(things: Iterable[Thing], fate: Callable[[Thing], Fate]) -> tuple[tuple[Thing, ...], tuple[Thing, ...]]:
    """The things that are there still, and those of them whose like comes to lie opposite; both in their order."""
    fates = [(thing, fate(thing)) for thing in things]
    kept = tuple(thing for thing, each in fates if each is not Fate.GOES)
    return kept, tuple(thing for thing, each in fates if each is Fate.DOUBLES)


def twice_middle(points: Sequence[Point]) -> Point:
    """The middle of the bounding box of some points, twice over."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs) + max(xs), min(ys) + max(ys)
