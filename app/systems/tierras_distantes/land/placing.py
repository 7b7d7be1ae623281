"""Terrain that the players place: turning, overlap, what may be left out, and the exact test for a place (TD-TER-01, TD-TER-04, TD-TER-06)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from app.boards import convex, measured
from app.boards.measured import Table
from app.boards.plane import Point, Polygon, polygon
from app.engine.refusal import Refusal
from app.engine.types import RuleId
from app.systems.tierras_distantes.book.kinds import PieceId
from app.systems.tierras_distantes.book.pieces import Box, Piece, Plan, PoolPiece
from app.systems.tierras_distantes.book.scenarios import corners
from app.systems.tierras_distantes.book.tables import Rules

NOT_SO: Final = RuleId("TD-TER-04")
OVERLAPS: Final = RuleId("TD-TER-06")


class _Quarters(NamedTuple):
    """Turning by quarters of a circle (TD-TER-04)."""

    scale: int = 1
    cos: tuple[int, ...] = (1, 0, -1, 0)
    sin: tuple[int, ...] = (0, 1, 0, -1)


QUARTERS: Final = _Quarters()


def turned_box(box: Box, plan: Plan, step: int, at: Point) -> Box:
    """Where a box in a piece of that plan comes to, if the piece is turned by quarters and its south-west corner is put at a place
    (TD-TER-04)."""
    whole = measured.placed(corners((0, 0, *plan)), step, (0, 0), QUARTERS)
    west, south = min(x for x, _ in whole), min(y for _, y in whole)
    found = measured.placed(corners(box), step, (at[0] - west, at[1] - south), QUARTERS)
    xs, ys = [x for x, _ in found], [y for _, y in found]
    return (min(xs), min(ys), max(xs), max(ys))


def placing_refusal(table: Table, placed: Sequence[Polygon], box: Box) -> Refusal | None:
    """Whether a piece may lie where it is: wholly on the table (TD-TER-04), overlapping no other feature on the ground; touching is allowed
    (TD-TER-06)."""
    shape = polygon(corners(box))
    if not table.holds_points(shape.points):
        return Refusal(NOT_SO)
    return Refusal(OVERLAPS) if any(convex.interiors_meet(shape, other) for other in placed) else None


def boxes_for(plan: Plan, placed: Sequence[Polygon]) -> Iterator[tuple[int, Box]]:
    """Where a piece fits if it fits anywhere, unturned first, then from the west and from the south: beside an edge of the table or the
    east side of what is placed, above one or its north side (TD-TER-04, step 6)."""
    for step in (0, 1):
        width, height = plan if step == 0 else (plan[1], plan[0])
        for x in sorted({0, *(each.east for each in placed)}):
            for y in sorted({0, *(each.north for each in placed)}):
                yield step, (x, y, x + width, y + height)


def first_place(table: Table, placed: Sequence[Polygon], plan: Plan) -> tuple[int, int, int] | None:
    """The first of those places that is legal, as ``x``, ``y`` and quarter turns: by ``x``, then ``y``, unturned first ("When time is up");
    ``None`` if the piece fits nowhere (TD-TER-04, step 6)."""
    fits = (
        (box[0], box[1], step) for step, box in boxes_for(plan, placed) if placing_refusal(table, placed, box) is None
    )
    return min(fits, default=None)


def leaving_refusal(rules: Rules, table: Table, placed: Sequence[Polygon], hand: Sequence[Plan]) -> Refusal | None:
    """Whether the first piece in hand may be left out: if a third is reached without it, if none is asked for, or if it fits nowhere
    (TD-TER-04, steps 5 and 6)."""
    if not rules.options.require_third:
        return None
    without = sum(convex.twice_area(each.points) for each in placed) + sum(
        2 * width * height for width, height in hand[1:]
    )
    if covers_enough(rules, table, without) or first_place(table, placed, hand[0]) is None:
        return None
    return Refusal(NOT_SO)


def covers_enough(rules: Rules, table: Table, twice_area: int) -> bool:
    """Whether so much covered area, twice over, is a third of the table; exactly a third is enough (TD-TER-01)."""
    constants = rules.constants
    return constants.terrain_den * twice_area >= 2 * constants.terrain_num * table.width_mm * table.height_mm


def covered_twice(pieces: Sequence[Piece]) -> int:
    """Twice the area that the base pieces on the ground cover (TD-TER-06)."""
    return sum(convex.twice_area(piece.footprint) for piece in pieces if piece.base and piece.z0_mm == 0)


def pieces_of_pool(piece: PoolPiece, at: Point, step: int) -> tuple[Piece, ...]:
    """A piece of the pool as it lies on the table, with its stacked parts, all one feature (TD-TER-04, step 8)."""
    whole = corners(turned_box((0, 0, *piece.size_mm), piece.size_mm, step, at))
    parts = (
        Piece(
            PieceId(f"{piece.id}_{number}"),
            part.kind,
            corners(turned_box(part.box_mm, piece.size_mm, step, at)),
            0,
            part.z1_mm,
            piece.id,
            base=False,
        )
        for number, part in enumerate(piece.parts, start=1)
    )
    return (Piece(piece.id, piece.kind, whole, 0, piece.z1_mm, piece.id, base=True), *parts)
