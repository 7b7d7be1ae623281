"""Where one may stand or a burst may be, over one another: the table, and the tops of what lies on it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from app.engine.judging import Kept
from app.engine.offers import Surface
from app.engine.scene import Polygon
from app.systems.tierras_distantes.book.pieces import Piece
from app.systems.tierras_distantes.book.tables import Rules
from app.systems.tierras_distantes.position.state import Board

MOST_BOARDS: Final = 16


def whole_table(board: Board) -> Polygon:
    """The outline of the table."""
    width, height = board.width_mm, board.height_mm
    return Polygon(((0, 0), (width, 0), (width, height), (0, height)))


def _surfaces(rules: Rules, board: Board) -> tuple[Surface, ...]:
    solids = (piece for piece in board.pieces if rules.ground[piece.kind].solid)
    return _over(rules, whole_table(board), solids)


def _grounds(rules: Rules, board: Board) -> tuple[Surface, ...]:
    stands = (piece for piece in board.pieces if rules.ground[piece.kind].solid and rules.ground[piece.kind].stand)
    return _over(rules, whole_table(board), stands)


def _over(rules: Rules, table: Polygon, pieces: Iterable[Piece]) -> tuple[Surface, ...]:
    found = [Surface(table, 0, rules.words.say("choices", "table"))]
    for piece in sorted(pieces, key=lambda piece: piece.z1_mm):
        found.append(Surface(Polygon(piece.footprint), piece.z1_mm, rules.ground[piece.kind].name))
    return tuple(found)


surfaces: Final = Kept(_surfaces, MOST_BOARDS)
"""Where a burst may be: the table (TD-BRD-04), and the tops of solid pieces, the lowest first (TD-AREA-08)."""
grounds: Final = Kept(_grounds, MOST_BOARDS)
"""Where a miniature may be set: the table, and the tops of what can be stood on, the lowest first (TD-DEP-06)."""
