"""Land and bodies for tests, in centimetres, and random ones."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from app.boards import convex
from app.boards.measured import Table
from app.boards.plane import polygon
from app.systems.tierras_distantes.book.scenarios import corners
from app.systems.tierras_distantes.space.land import Block, Body, Land
from tests.games.tierras_distantes.table import rules

CM = 10_000_000
MM = CM // 10
TABLE = Table(100 * CM, 100 * CM)
KINDS = ("hill", "rock", "wall", "barricade", "building", "container", "platform", "woods", "swamp", "rubble", "water")
TOPS_MM = {"hill": (10, 20, 30), "rock": (15, 16, 40), "woods": (30, 60), "platform": (31, 60)}


def nm(length):
    """Centimetres as they are judged."""
    found = Fraction(str(length)) * CM
    assert found.denominator == 1
    return int(found)


def piece(kind, footprint, *, z0=0, z1=0, name=None, options=None):
    """A piece of terrain, its footprint a box or corners."""
    found = corners(tuple(nm(each) for each in footprint)) if isinstance(footprint[0], int | float) else footprint
    if found is footprint:
        found = tuple((nm(x), nm(y)) for x, y in footprint)
    return Block(name or kind, (options or rules()).ground[kind], polygon(found), nm(z0), nm(z1))


def land(*pieces):
    return Land.of(pieces)


def body(x, y, z=0, *, name="A01", radius=1.25, height=3):
    return Body(name, nm(x), nm(y), nm(z), nm(radius), nm(height))


def chance_land(random: Random, count: int, size_mm: int) -> Land:
    """Pieces of every kind anywhere, boxes and triangles, on the ground and overhead."""
    ground = rules().ground
    found = []
    while len(found) < count:
        kind = random.choice(KINDS)
        x, y = random.randrange(size_mm), random.randrange(size_mm)
        w, h = random.randrange(5, size_mm // 2), random.randrange(5, size_mm // 2)
        points = corners((x, y, x + w, y + h))
        if random.random() < 0.3:
            points = (points[0], points[1], (x + random.randrange(w), y + h))
        flat = ground[kind].flat
        top = 0 if flat else random.choice(TOPS_MM.get(kind, (14, 29, 50)))
        bottom = 0 if flat or ground[kind].soft or random.random() < 0.7 else random.randrange(top)
        shape = tuple((px * MM, py * MM) for px, py in points)
        if convex.is_convex(shape):
            found.append(Block(f"{kind}{len(found)}", ground[kind], polygon(shape), bottom * MM, top * MM))
    return Land.of(found)
