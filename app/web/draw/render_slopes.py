"""Where the ground of a cell falls to a lower one: a slope along that side, lit or in shade, with strokes that run downhill. Coordinates
are those of the screen, y southwards; the light comes from the north-west. A drawing, never a verdict."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, Literal

import msgspec

from app.engine.lattice import Lattice
from app.engine.scene import Point
from app.web.draw.render_relief import LIGHT

DEPTH: Final = 5.0
"""How far the slope of one level reaches into a cell, in board units, over what every slope does (``FOOT``)."""
FOOT: Final = 6.0
STEEPEST: Final = 3
"""Ground that falls by more levels looks no steeper."""
STROKES: Final = 4
"""How many strokes run down a side."""


class Slope(msgspec.Struct, frozen=True):
    """The slope along one side of a cell, about its middle: its outline, the strokes down it, and how much it lies in the light or the
    shade."""

    path: str
    strokes: str
    light: Literal["lit", "dim"]
    strength: str


@lru_cache(maxsize=256)
def slopes(falls: tuple[int, ...]) -> tuple[Slope, ...]:
    """The slopes of a cell whose ground falls by so many levels over each side, counter-clockwise from the east: four sides of a square,
    six of a hex."""
    if not any(falls):
        return ()
    corners = _corners(len(falls))
    return tuple(_slope(corners, falls, side) for side, fall in enumerate(falls) if fall)


def _slope(corners: Sequence[Point], falls: tuple[int, ...], side: int) -> Slope:
    """Along its side, from the corner before it to the one after it, and back along the brink."""
    before, after = corners[side - 1], corners[side]
    brink = (_brink(corners, falls, side, side - 1), _brink(corners, falls, side, side))
    middle = ((before[0] + after[0]) / 2, (before[1] + after[1]) / 2)
    far = math.hypot(*middle)
    facing = (middle[0] * LIGHT[0] + middle[1] * LIGHT[1]) / far
    path = "M" + "L".join(_at(each) for each in (before, after, brink[1], brink[0])) + "Z"
    strokes = "".join(_strokes((before, after), brink))
    return Slope(path, strokes, "lit" if facing > 0 else "dim", f"{max(abs(facing), 0.35):.2f}")


def _brink(corners: Sequence[Point], falls: tuple[int, ...], side: int, corner: int) -> Point:
    """Where the brink of a side ends at one of its corners: half way to the next side if the ground falls over that, too, else on it,
    where the slope of the cell behind goes on."""
    count = len(falls)
    following = (side + 1) % count if corner % count == side else (side - 1) % count
    here = corners[corner]
    angle = math.pi * (1 - 2 / count)
    if falls[following]:
        depth = (_depth(falls[side]) + _depth(falls[following])) / 2
        goal, reach = (0.0, 0.0), depth / math.sin(angle / 2)
    else:
        other = corner + 1 if corner % count == side else corner - 1
        goal, reach = corners[other % count], _depth(falls[side]) / math.sin(angle)
    way = (goal[0] - here[0], goal[1] - here[1])
    share = min(1.0, reach / math.hypot(*way))
    return (here[0] + way[0] * share, here[1] + way[1] * share)


def _strokes(foot: tuple[Point, Point], brink: tuple[Point, Point]) -> Iterator[str]:
    for number in range(STROKES):
        share = (number + 0.5) / STROKES
        top, end = _between(brink, share), _between(foot, share)
        far = 0.62 if number % 2 else 0.86
        yield f"M{round(top[0])} {round(top[1])}l{round((end[0] - top[0]) * far)} {round((end[1] - top[1]) * far)}"


def _depth(fall: int) -> float:
    return FOOT + DEPTH * min(fall, STEEPEST)


def _corners(count: int) -> list[Point]:
    """Of each side, the corner after it, counter-clockwise from the east."""
    outline = Lattice("hex" if count == 6 else "square", 1, 1).outline()
    turned = sorted(outline, key=lambda point: math.atan2(point[1], point[0]) % math.tau)
    return [(x, -y) for x, y in turned]


def _between(ends: tuple[Point, Point], share: float) -> Point:
    (ax, ay), (bx, by) = ends
    return (ax + (bx - ax) * share, ay + (by - ay) * share)


def _at(point: Point) -> str:
    return f"{point[0]:.1f} {point[1]:.1f}".replace(".0 ", " ").removesuffix(".0")
