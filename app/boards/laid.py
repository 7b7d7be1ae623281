"""What people lay on a measured table by hand, in whole millimetres: where it comes to when it is moved, turned, or likened to another.

A thing lies with the corners of an outline, or about one point, as what is round does, what stands, and a ready-made shape.

``Laid.moved(dx, dy)``                   the same so far from here
``Laid.turned(steps, turning, about)``   the same turned counter-clockwise
``Laid.like(way, shape)``                another where a way of ``images`` leads
``Laid.fate(halves, meets_itself)``      what becomes of it when one half of the table becomes the image of the other
"""

from __future__ import annotations

from functools import lru_cache
from math import cos, radians, sin
from typing import Final, NamedTuple

from app.boards import measured
from app.boards.images import FULL_TURN, Fate, Halves, Way, twice_middle
from app.boards.measured import Turning
from app.boards.plane import Point

Corners = tuple[Point, ...]
SCALE: Final = 1_000_000


class Turns(NamedTuple):
    """A full turn in equal steps (``measured.Turning``)."""

    scale: int
    cos: tuple[int, ...]
    sin: tuple[int, ...]


@lru_cache(maxsize=16)
def turns(step_deg: int) -> Turns:
    """A full turn in steps of so many degrees, for what no rule of a game looks at: what comes of it is judged anew."""
    angles = [radians(deg) for deg in range(0, FULL_TURN, step_deg)]
    return Turns(SCALE, tuple(round(SCALE * cos(a)) for a in angles), tuple(round(SCALE * sin(a)) for a in angles))


class Laid(NamedTuple):
    """How a thing lies: its corners, or the one point about which it lies; ``turn_deg`` is how far a ready-made shape is turned there, ``None``
    for what looks nowhere."""

    points: Corners
    turn_deg: int | None = None

    @property
    def is_outline(self) -> bool:
        """Whether it has corners of its own."""
        return len(self.points) > 1

    @property
    def middle(self) -> Point:
        """The middle of its box, or the point about which it lies."""
        x, y = twice_middle(self.points)
        return x // 2, y // 2

    def moved(self, dx: int, dy: int) -> Laid:
        """The same, so far from here."""
        return Laid(tuple((x + dx, y + dy) for x, y in self.points), self.turn_deg)

    def turned(self, steps: int, turning: Turning, about: Point | None = None) -> Laid | None:
        """The same turned by so many steps, about its middle or gone round a point; ``None`` for what looks nowhere, where it lies."""
        deg = steps * (FULL_TURN // len(turning.cos))
        turn_deg = None if self.turn_deg is None else (self.turn_deg + deg) % FULL_TURN
        if about is None and not self.is_outline:
            return None if turn_deg is None else Laid(self.points, turn_deg)
        x, y = self.middle if about is None else about
        return Laid(measured.placed([(px - x, py - y) for px, py in self.points], steps, (x, y), turning), turn_deg)

    def like(self, way: Way, shape: Corners = (), step_deg: int = 1) -> Laid | None:
        """Another where the way leads. A ready-made ``shape`` (its corners about its own origin) is turned there in whole steps; ``None`` where
        no turn makes it its image."""
        points = way.corners(self.points)
        if self.turn_deg is None:
            return Laid(points)
        turn_deg = way.turned(shape, self.turn_deg, step_deg)
        return None if turn_deg is None else Laid(points, turn_deg)

    def fate(self, halves: Halves, *, meets_itself: bool) -> Fate:
        """What becomes of it where one half is the model; what ``meets_itself`` in its own image stays."""
        return halves.fate(*twice_middle(self.points), meets_itself=meets_itself)
