"""Terrain that can be played on: footprints, heights, what may overlap what, objectives in reach (TD-TER-05, TD-TER-06, "Scenario files")."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from app.boards import convex
from app.boards.measured import Rectangle, Table
from app.boards.outlines import Outline, Round
from app.boards.plane import Polygon, polygon
from app.systems.tierras_distantes.book.kinds import GroundKind
from app.systems.tierras_distantes.book.pieces import Objective, Piece
from app.systems.tierras_distantes.book.tables import Ground


class Flaw(NamedTuple):
    """What is wrong with a piece or an objective, and the other piece that it is wrong with."""

    what: Literal["outline", "off_table", "heights", "overlap", "out_of_reach"]
    id: str
    other: str | None = None


def terrain_flaws(ground: Mapping[GroundKind, Ground], table: Table, pieces: Sequence[Piece]) -> Iterator[Flaw]:
    """Footprints that are not convex and counter-clockwise, or not on the table; bottoms and tops that do not go with the kind (TD-TER-05);
    pieces that overlap and may not (TD-TER-06)."""
    sound: list[tuple[Piece, Polygon]] = []
    for piece in pieces:
        if not convex.is_convex(piece.footprint):
            yield Flaw("outline", piece.id)
            continue
        if not table.holds_points(piece.footprint):
            yield Flaw("off_table", piece.id)
        if not heights_go_with(ground[piece.kind], piece):
            yield Flaw("heights", piece.id)
        shape = polygon(piece.footprint)
        for other, other_shape in sound:
            if _must_part(ground, piece, other) and convex.interiors_meet(shape, other_shape):
                yield Flaw("overlap", piece.id, other.id)
        sound.append((piece, shape))


def objective_flaws(
    ground: Mapping[GroundKind, Ground], table: Table, pieces: Sequence[Piece], objectives: Sequence[Objective]
) -> Iterator[Flaw]:
    """Objectives that nobody's feet can be high enough, or low enough, for: neither the table nor a top under the disc is (TD-END-10)."""
    whole = Rectangle(0, 0, *table)
    for objective in objectives:
        disc = Round(objective.x_mm, objective.y_mm, objective.radius_mm)
        heights = {0} | {
            piece.z1_mm
            for piece in pieces
            if ground[piece.kind].solid and ground[piece.kind].stand and Outline.of(piece.footprint).is_near(disc, 0)
        }
        if not whole.holds(disc.x, disc.y, 0):
            yield Flaw("off_table", objective.id)
        if not any(objective.z_min_mm <= z <= objective.z_max_mm for z in heights):
            yield Flaw("out_of_reach", objective.id)


def heights_go_with(kind: Ground, piece: Piece) -> bool:
    """Flat ground has one height, woods stand on the table, all else rises (TD-TER-05)."""
    if piece.z0_mm < 0:
        return False
    if kind.flat:
        return piece.z0_mm == piece.z1_mm
    return piece.z0_mm < piece.z1_mm and (piece.z0_mm == 0 or not kind.soft)


def _must_part(ground: Mapping[GroundKind, Ground], one: Piece, two: Piece) -> bool:
    """Whether two pieces may not overlap: on the ground, of different features; bases, or soft pieces, of one (TD-TER-06)."""
    if one.feature != two.feature:
        return one.z0_mm == two.z0_mm == 0
    return (one.base and two.base) or (ground[one.kind].soft and ground[two.kind].soft)
