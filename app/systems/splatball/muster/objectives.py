"""Objective markers: where they may lie, how many each seat lays (SPL-OBJ-01, SPL-OBJ-02, SPL-OBJ-03)."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

from app.boards.squares import Square
from app.engine.refusal import Refusal
from app.engine.types import RuleId, Seat
from app.systems.splatball.book.kinds import PieceId
from app.systems.splatball.book.tables import Rules
from app.systems.splatball.park.ground import Ground, squares_of
from app.systems.splatball.park.zones import zone
from app.systems.splatball.position import events_setup as es
from app.systems.splatball.position.actions import PlaceObjective
from app.systems.splatball.position.state import Piece, Position
from app.systems.splatball.score.story import Story

NOT_ELIGIBLE: Final = RuleId("SPL-OBJ-03")


def eligible(ground: Ground, zones: Iterable[Collection[Square]]) -> tuple[PieceId, ...]:
    """The pieces that may take a marker, in order of laying: of a kind that may bear one, without one, with no square in any of the
    ``zones`` (SPL-OBJ-03)."""
    held = {at for each in zones for at in each}
    return tuple(piece.id for piece in ground.pieces.values() if _may_bear(ground, piece, held))


def _may_bear(ground: Ground, piece: Piece, held: Collection[Square]) -> bool:
    rules = ground.rules
    if piece.kind not in rules.constants.eligible or piece.objective is not None:
        return False
    return not any(at in held for at in squares_of(piece, rules))


def zones_held(ground: Ground, position: Position) -> tuple[Collection[Square], ...]:
    """The zones of the seats that are in the game: those that have resigned have none any more (SPL-WIN-07)."""
    edges = position.board.edges
    return tuple(
        zone(ground.rules, ground.board, state.edge, edges)
        for state in position.seats.values()
        if state.edge is not None and not state.resigned
    )


def eligible_now(ground: Ground, position: Position) -> tuple[PieceId, ...]:
    """The pieces that may take a marker in a position."""
    return eligible(ground, zones_held(ground, position))


def each_lays(rules: Rules, pieces: int, seats: int) -> int:
    """How many markers every seat lays: the agreed number, the same for all, or fewer where so many pieces do not suffice (SPL-OBJ-01,
    SPL-OBJ-02)."""
    return min(rules.options.objectives_per_player, pieces // seats)


def judge_objective(ground: Ground, position: Position, piece: PieceId) -> Refusal | None:
    """Whether a marker may be laid on a piece (SPL-OBJ-03)."""
    found = ground.pieces.get(piece)
    if found is None:
        return Refusal(NOT_ELIGIBLE, {"piece": piece})
    held = {at for each in zones_held(ground, position) for at in each}
    return None if _may_bear(ground, found, held) else Refusal(NOT_ELIGIBLE, {"piece": piece, "terrain": found.kind})


def place_objective(story: Story, seat: Seat, action: PlaceObjective) -> None:
    """A marker is laid."""
    story.add(es.ObjectivePlaced(seat, action.piece))
