"""Whether terrain covers enough of a table (TD-TER-01, TD-TER-06)."""

from __future__ import annotations

from collections.abc import Iterable

from app.boards import convex
from app.systems.tierras_distantes.book.pieces import Piece, PoolPiece
from app.systems.tierras_distantes.book.tables import Rules


def twice_covered(pieces: Iterable[Piece]) -> int:
    """Twice the area in mm² of all bases on the ground (TD-TER-06)."""
    return sum(convex.twice_area(piece.footprint) for piece in pieces if piece.base and piece.z0_mm == 0)


def twice_of(piece: PoolPiece) -> int:
    """Twice the area of a piece of a pool."""
    width, height = piece.size_mm
    return 2 * width * height


def is_enough(rules: Rules, twice_area: int, width_mm: int, height_mm: int) -> bool:
    """Whether so much of a table is a third of it (TD-TER-01); anything is, where a third is not asked for."""
    constants = rules.constants
    least = constants.terrain_num * 2 * width_mm * height_mm
    return not rules.options.require_third or constants.terrain_den * twice_area >= least
