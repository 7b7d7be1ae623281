"""A table with heights: what stands over what, how high it is in words, the shadow that it throws, and where a climber clings.
A drawing, never a verdict."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec

from app.engine.scene import Area, Disc, Drawable, Point, Token
from app.web.draw.render_relief import LIGHT, cast, grip, ring_of
from app.web.draw.render_words import number

NARROW: Final = 30.0
"""What is less wide, in board units, has its height in its middle."""
WALL: Final = (3.0, 0.08, 9.0)
"""How wide the edge of what rises is drawn that tells no width of its own: at least, for every unit that it rises, at most."""
_TINT: Final = (0.05, 0.013, 0.8)
"""How much lighter a top is: at least, for every unit of its height, at most."""


class Rise(msgspec.Struct, frozen=True):
    """What an area that fills some height has beside its outline: the height of its top (what hangs overhead: from where to where), in
    centimetres, with its place, in the ``middle`` or at a corner; the shadow that it throws, and the one on a table that is seen from its other
    side, where the light comes from the opposite; how much lighter its top is."""

    words: str
    x: str
    y: str
    middle: bool
    cast: str
    back: str
    tint: str


def rise(area: Area, height: float, lang: str) -> Rise | None:
    """What an area has of height; nothing if it is flat ground, or a zone, in which things count between two heights."""
    if area.layer == "zone" or area.top <= area.bottom:
        return None
    ring = ring_of(area.shape, height)
    (x, y), is_middle = _spot(area, ring)
    words = cm(area.top, lang) if not area.bottom else f"{cm(area.bottom, lang)}\u2013{cm(area.top, lang)}"
    tint = "" if area.soft else f"{_within(_TINT, area.top):.2g}"
    fore, back = (cast(ring, area.bottom, area.top, light) for light in (LIGHT, (-LIGHT[0], -LIGHT[1])))
    return Rise(words, number(x), number(y), is_middle, fore, back, tint)


def wall(area: Area) -> float:
    """How wide the edge of an area is drawn that rises from the ground."""
    return 0 if area.soft or area.top <= area.bottom else _within(WALL, area.top - area.bottom)


def standing(drawable: Drawable) -> tuple[float, bool]:
    """What a drawable is sorted by in its layer: what is lower lies under what is higher, and who stands on a top over that top."""
    if isinstance(drawable, Area):
        return drawable.top, False
    return (drawable.feet, True) if isinstance(drawable, Token) else (0, True)


def areas(drawables: Iterable[Drawable]) -> dict[str, Area]:
    """Of some drawables those that somebody could cling to."""
    return {each.id: each for each in drawables if isinstance(each, Area)}


def clinging(token: Token, area: Area, height: float) -> str:
    """Which way a climber turns to the face that it clings to, in degrees clockwise from the east."""
    return number(grip((token.x, height - token.y), ring_of(area.shape, height)))


def cm(mm: int, lang: str) -> str:
    """A height in centimetres, as short as it can be."""
    written = number(mm / 10)
    return written.replace(".", ",") if lang == "es" else written


def _spot(area: Area, ring: list[Point]) -> tuple[Point, bool]:
    """Where the height of an area is written: inside its south-western corner, where no smaller tier lies on it."""
    west, east = min(x for x, _ in ring), max(x for x, _ in ring)
    north, south = min(y for _, y in ring), max(y for _, y in ring)
    if min(east - west, south - north) < NARROW:
        return ((west + east) / 2, (north + south) / 2), True
    corner = min(ring, key=lambda at: at[0] - at[1])
    inwards = 0.08 if isinstance(area.shape, Disc) else 0
    return (corner[0] + inwards * (east - west), corner[1] - inwards * (south - north)), False


def _within(measure: tuple[float, float, float], far: float) -> float:
    least, each, most = measure
    return min(least + each * far, most)
