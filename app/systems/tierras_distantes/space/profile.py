"""The side view of a line of sight: what it runs through, from the eye to the target, for drawing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from app.boards import convex
from app.boards.plane import squared_distance
from app.systems.tierras_distantes.book.kinds import NM_PER_MM
from app.systems.tierras_distantes.space.land import Body, Land


class Slice(NamedTuple):
    """A piece cut along a line, in mm: from where to where of its length in plan, and between which heights."""

    by: str
    start: float
    end: float
    bottom: float
    top: float
    is_soft: bool


def profile(land: Land, viewer: Body, target: Body) -> tuple[Slice, ...]:
    """The solid and soft pieces that the line crosses in plan (TD-SEE-04, TD-SEE-06), the nearest to the viewer first."""
    return tuple(sorted(_slices(land, viewer, target), key=lambda each: (each.start, each.by)))


def _slices(land: Land, viewer: Body, target: Body) -> Iterator[Slice]:
    length = squared_distance(viewer.at, target.at) ** 0.5 / NM_PER_MM
    for block in land.near(viewer.at, target.at, 0):
        part = convex.part_inside(viewer.at, target.at, block.shape) if viewer.at != target.at else None
        if part is not None and not block.ground.flat:
            start, end = (round(length * t[0] / t[1], 1) for t in part)
            yield Slice(block.id, start, end, block.z0 / NM_PER_MM, block.z1 / NM_PER_MM, block.ground.soft)
