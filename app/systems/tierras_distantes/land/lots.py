"""Placing terrain by turns (TD-TER-04): who has what in hand, whose turn it is, acts and what follows from them."""

from __future__ import annotations

from typing import Final

from app.boards import plane
from app.boards.measured import Table
from app.boards.plane import Polygon
from app.engine.refusal import Refusal
from app.engine.types import RuleId
from app.systems.tierras_distantes.book.kinds import PieceId, Player, other
from app.systems.tierras_distantes.book.pieces import PoolPiece
from app.systems.tierras_distantes.book.tables import Rules
from app.systems.tierras_distantes.land.lot import dealt, rolled_off
from app.systems.tierras_distantes.land.placing import leaving_refusal, pieces_of_pool, placing_refusal, turned_box
from app.systems.tierras_distantes.position import events_setup as e
from app.systems.tierras_distantes.position.actions import LeavePiece, PlacePiece
from app.systems.tierras_distantes.position.state import Placing, Position
from app.systems.tierras_distantes.position.story import Story

NOT_IN_HAND: Final = RuleId("TD-REF-02")
NOTHING: Final = Placing(())


def draw_lots(story: Story) -> None:
    """Both roll, then the pieces are dealt; the winner places first (TD-TER-04, steps 1 to 4)."""
    placing = story.position.placing
    assert placing is not None
    dice, winner = rolled_off(story.roll, "lot")
    story.add(e.LotRolled(tuple(dice), winner))
    owners, dice = dealt(len(placing.pool), winner, story.roll)
    by_id = {each.piece.id: owner for each, owner in zip(placing.pool, owners, strict=True)}
    kinds = {each.piece.id: each.piece.kind for each in placing.pool}
    story.add(e.PiecesDealt(tuple(dice), by_id, kinds, winner))


def in_hand(position: Position, player: Player | None = None) -> list[PoolPiece]:
    """What is still to be placed, by a player or by anybody, in the order of the pool."""
    if position.placing is None:
        return []
    return [
        each.piece
        for each in position.placing.pool
        if each.state == "hand" and (player is None or each.owner == player)
    ]


def table_of(position: Position) -> Table:
    """The table, in mm."""
    return Table(position.board.width_mm, position.board.height_mm)


def placed_of(position: Position) -> list[Polygon]:
    """The footprints of the features that lie on the ground."""
    return [plane.polygon(piece.footprint) for piece in position.board.pieces if piece.base]


def _held(position: Position, player: Player, piece: PieceId) -> PoolPiece | Refusal:
    found = next((each for each in in_hand(position, player) if each.id == piece), None)
    return found or Refusal(NOT_IN_HAND, {"piece": piece})


def judge_placing(position: Position, player: Player, action: PlacePiece) -> Refusal | PoolPiece:
    """Whether a piece in hand (TD-REF-02) may lie there: wholly on the table (TD-TER-04), beside all others (TD-TER-06)."""
    piece = _held(position, player, action.piece)
    if isinstance(piece, Refusal):
        return piece
    width, height = piece.size_mm
    box = turned_box((0, 0, width, height), piece.size_mm, action.rotation_step, (action.x_mm, action.y_mm))
    return placing_refusal(table_of(position), placed_of(position), box) or piece


def judge_leaving(rules: Rules, position: Position, player: Player, action: LeavePiece) -> Refusal | PoolPiece:
    """Whether a piece in hand (TD-REF-02) may be left out (TD-TER-04, steps 5 and 6)."""
    piece = _held(position, player, action.piece)
    if isinstance(piece, Refusal):
        return piece
    others = [each.size_mm for each in in_hand(position) if each.id != piece.id]
    return leaving_refusal(rules, table_of(position), placed_of(position), [piece.size_mm, *others]) or piece


def place(story: Story, player: Player, action: PlacePiece, piece: PoolPiece) -> None:
    """Puts the piece there, with its parts."""
    pieces = pieces_of_pool(piece, (action.x_mm, action.y_mm), action.rotation_step)
    following = _next(story.position, player, piece.id)
    story.add(e.PiecePlaced(player, piece.id, action.x_mm, action.y_mm, pieces, following))


def leave(story: Story, player: Player, piece: PoolPiece) -> None:
    """Leaves the piece out."""
    story.add(e.PieceLeft(player, piece.id, piece.kind, _next(story.position, player, piece.id)))


def _next(position: Position, player: Player, gone: PieceId) -> Player | None:
    """Whose turn it is then: the other's, if anything is left in that hand (TD-TER-04, steps 4 and 7)."""
    left = {
        each.owner
        for each in (position.placing.pool if position.placing is not None else ())
        if each.state == "hand" and each.piece.id != gone
    }
    return next((each for each in (other(player), player) if each in left), None)
