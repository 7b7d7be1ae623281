"""Rims about shapes: lines that keep a distance from polygons and discs, and the corners at which ways round them turn.

Like ``rays``, for which they are made, they use floats and only draw; everything errs to the outside of the shape.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import atan2, ceil, cos, hypot, pi, sin
from typing import Final, NamedTuple

from app.boards import rays
from app.boards.rays import FloatPoint

MARGIN_MM: Final = 0.1
"""Kept from everything, so that rounding what is drawn takes nobody outside."""
OFF_RIM_MM: Final = 1.5
"""How far from a rim a corner is turned, so that the turn can be a whole place."""
ARC: Final = pi / 6
"""The rim about a corner is drawn by sides of at most this turn."""
SHARP: Final = 0.6 * pi
"""The turn from which on a corner is gone round in two turns."""
DISC_SIDES: Final = 14
DISC_CORNERS: Final = 8


class Corner(NamedTuple):
    """A whole place just off a corner of what cannot be passed, and the corners before and after it."""

    at: FloatPoint
    before: FloatPoint
    after: FloatPoint

    def is_passed(self, dx: float, dy: float) -> bool:
        """Whether a taut string that comes in that direction would not bend here: the shape lies on both sides of it."""
        side = dx * (self.before[1] - self.at[1]) - dy * (self.before[0] - self.at[0])
        other = dx * (self.after[1] - self.at[1]) - dy * (self.after[0] - self.at[0])
        clearly = 2 * OFF_RIM_MM * hypot(dx, dy)
        return min(side, other) < -clearly and max(side, other) > clearly


def rim_about(shape: Sequence[FloatPoint], size: float) -> list[FloatPoint]:
    """A line about a shape (one point: a disc's middle) that nowhere comes nearer to it than ``size``: round its corners by
    sides that touch the circle about the corner."""
    if len(shape) == 1:
        far = size / cos(pi / DISC_SIDES)
        (x, y), turn = shape[0], 2 * pi / DISC_SIDES
        return [(x + far * cos(n * turn), y + far * sin(n * turn)) for n in range(DISC_SIDES)]
    rim: list[FloatPoint] = []
    for i, (x, y) in enumerate(shape):
        first, second = _outwards(shape[i - 1], (x, y)), _outwards((x, y), shape[(i + 1) % len(shape)])
        turn = (second - first + pi) % (2 * pi) - pi
        if turn < 0:
            far = size / cos(turn / 2)
            rim.append((x + far * cos(first + turn / 2), y + far * sin(first + turn / 2)))
            continue
        parts = max(1, ceil(turn / ARC))
        far = size / cos(turn / parts / 2)
        for part in range(parts):
            angle = first + turn * (part + 0.5) / parts
            rim.append((x + far * cos(angle), y + far * sin(angle)))
    return rim


def disc_corners(middle: FloatPoint, size: float) -> Iterator[Corner]:
    """Places round a disc, at the corners of a line about it that nowhere comes nearer than ``size``."""
    far = size / cos(pi / DISC_CORNERS)
    ring = [
        (middle[0] + far * cos(2 * pi * n / DISC_CORNERS), middle[1] + far * sin(2 * pi * n / DISC_CORNERS))
        for n in range(DISC_CORNERS)
    ]
    for n, at in enumerate(ring):
        yield Corner(_whole(at), ring[n - 1], ring[(n + 1) % DISC_CORNERS])


def shape_corners(shape: Sequence[FloatPoint], size: float) -> Iterator[Corner]:
    """One place for each outer corner, two if it is sharp."""
    for i, (x, y) in enumerate(shape):
        before, after = shape[i - 1], shape[(i + 1) % len(shape)]
        first = _outwards(before, (x, y))
        turn = (_outwards((x, y), after) - first + pi) % (2 * pi) - pi
        parts = 0 if turn <= 0 else 1 if turn < SHARP else 2
        for part in range(parts):
            angle, far = first + turn * (part + 0.5) / parts, size / cos(turn / parts / 2)
            yield Corner(_whole((x + far * cos(angle), y + far * sin(angle))), before, after)


def _whole(at: FloatPoint) -> FloatPoint:
    return (float(round(at[0])), float(round(at[1])))


def counter_clockwise(points: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The corners of a polygon the right way round."""
    return list(points) if rays.area(points) > 0 else list(reversed(points))


def _outwards(a: FloatPoint, b: FloatPoint) -> float:
    """The direction that leads out of a counter-clockwise polygon across its side a-b."""
    return atan2(a[0] - b[0], b[1] - a[1])
