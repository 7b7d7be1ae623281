"""Shapes as lines of a picture, and where their names stand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from app.engine.scene import Area, Disc, Point, Shape
from app.web.draw.render_words import number

SMALL: Final = 62.0
"""Pieces less deep than this, in board units, have their name below them."""
LETTER: Final = 9.5
"""How wide a letter of a name is, about, in board units."""


def outline(shape: Shape, height: float) -> str:
    """A shape as the ``d`` of an SVG path, holes included (fill rule: even-odd)."""
    if isinstance(shape, Disc):
        r, x, y = number(shape.radius), number(shape.x - shape.radius), number(height - shape.y)
        there = number(2 * shape.radius)
        return f"M{x} {y}a{r} {r} 0 1 0 {there} 0a{r} {r} 0 1 0 -{there} 0Z"
    return "".join(_ring(points, height) for points in (shape.points, *shape.holes))


def _ring(points: Sequence[Point], height: float) -> str:
    return "M" + "L".join(f"{number(x)} {number(height - y)}" for x, y in points) + "Z"


def name_line(area: Area, name: str, *, is_row: bool) -> tuple[float, bool]:
    """The y of an area's name, and whether the name hangs below it: a zone's under its northern edge, or over its southern
    one where it is narrower than its name, so that it does not run into a neighbour's; that of a piece with no room for it under the piece
    itself, so that it hides nothing; any other's in the middle."""
    west, south, east, north = box(area.shape)
    is_narrow = east - west < len(name) * LETTER
    if area.layer == "zone":
        return (south, False) if is_narrow else (north, True)
    if is_row or north - south < SMALL or is_narrow:
        return south, True
    return (south + north) / 2, False


def box(shape: Shape) -> tuple[float, float, float, float]:
    """West, south, east and north of a shape."""
    if isinstance(shape, Disc):
        return shape.x - shape.radius, shape.y - shape.radius, shape.x + shape.radius, shape.y + shape.radius
    xs, ys = [x for x, _ in shape.points], [y for _, y in shape.points]
    return min(xs), min(ys), max(xs), max(ys)


def middle(shape: Shape) -> tuple[Point, float]:
    """Where to write a shape's name, and how far the shape reaches from there: the middle of its bounding box."""
    west, south, east, north = box(shape)
    return ((west + east) / 2, (south + north) / 2), max(east - west, north - south) / 2
