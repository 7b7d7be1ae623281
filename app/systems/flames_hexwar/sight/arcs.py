"""Which way a vehicle looks towards another hex (FHW-GEO-07, FHW-GEO-08)."""

from __future__ import annotations

from typing import Literal

from app.boards import hexes
from app.boards.hexes import Hex

Arc = Literal["front60", "front180", "rear"]
ArmourSide = Literal["front", "side"]


def arc(at: Hex, facing: int, to: Hex) -> Arc:
    """The arc of a vehicle in which a hex lies; its own hex lies before it."""
    if at == to or hexes.in_sector(at, 2 * facing, to, 60):
        return "front60"
    return "front180" if hexes.ahead(at, 2 * facing, to) >= 0 else "rear"


def armour_side(at: Hex, facing: int, shooter: Hex) -> ArmourSide:
    """The armour of a vehicle that a shooter meets: exactly abeam, behind and in its own hex the side's."""
    return "front" if at != shooter and hexes.ahead(at, 2 * facing, shooter) > 0 else "side"


def are_opposite(a: int, b: int) -> bool:
    """Whether two sides of a hex lie three apart (FHW-HIT-09)."""
    return (a - b) % hexes.SIDES == hexes.SIDES // 2
