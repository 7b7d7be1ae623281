"""What lies on a table, and who stands on it, as scenarios and positions hold it."""

from __future__ import annotations

from typing import Annotated

import msgspec

from app.engine.types import Text
from app.systems.tierras_distantes.book.kinds import (
    MOST_UNITS,
    MOST_WEAPONS,
    Count,
    Footprint,
    GroundKind,
    Millimetre,
    Name,
    PieceId,
)

Plan = tuple[Count, Count]
"""``[w, h]``: how wide and how high a rectangle is."""
Box = tuple[Count, Count, Count, Count]
"""``[x0, y0, x1, y1]``: an upright rectangle."""


class Piece(msgspec.Struct, frozen=True, gc=False, cache_hash=True):
    """A piece of terrain on the table (TD-TER-05). ``base``: its area counts towards the third (TD-TER-06)."""

    id: PieceId
    kind: GroundKind
    footprint: Footprint
    z0_mm: Millimetre
    z1_mm: Millimetre
    feature: Name
    base: bool


class Part(msgspec.Struct, frozen=True, gc=False):
    """A part stacked on a piece of a pool; its box is measured from the south-west corner of the piece before turning (TD-TER-04)."""

    kind: GroundKind
    box_mm: Box
    z1_mm: Millimetre


class PoolPiece(msgspec.Struct, frozen=True, gc=False):
    """A piece that the players place (TD-TER-04): ``size_mm`` is its plan before turning."""

    id: PieceId
    kind: GroundKind
    size_mm: Plan
    z1_mm: Millimetre
    parts: tuple[Part, ...] = ()


class Objective(msgspec.Struct, frozen=True, gc=False):
    """A disc to be held at a turn limit (TD-END-10)."""

    id: Name
    name: Text
    x_mm: Millimetre
    y_mm: Millimetre
    radius_mm: Count
    z_min_mm: Millimetre
    z_max_mm: Millimetre
    points: Count


class Member(msgspec.Struct, frozen=True, omit_defaults=True):
    """So many miniatures alike of a squad (TD-SQD-08)."""

    quality: Name
    armour: Name
    weapons: Annotated[tuple[Name, ...], msgspec.Meta(max_length=MOST_WEAPONS)]
    leader: bool = False
    count: Annotated[int, msgspec.Meta(ge=1, le=MOST_UNITS)] = 1
    name: Text | None = None
    """What they are called; ``None``: by their quality."""
