"""Whether a board may be played on (SPL-SET-12)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from app.engine.refusal import Refusal
from app.engine.types import RuleId
from app.systems.splatball.book.kinds import Edge
from app.systems.splatball.book.tables import Rules
from app.systems.splatball.configurator.configurator import rounds_on_empty_board
from app.systems.splatball.park import zones
from app.systems.splatball.park.zones import Module, edges_in_order

NO_BOARD: Final = RuleId("SPL-SET-12")


def board_refusal(
    rules: Rules, wide: int, high: int, shape: str | None, missing: Sequence[Module] | None, edges: Sequence[Edge]
) -> Refusal | None:
    """Why a board of so many modules is not legal for a list of edges: ``shape`` leaves some out, or ``missing`` names them."""
    if shape is not None:
        row = rules.shapes[shape]
        if wide < row.wide_min or high < row.high_min:
            return Refusal(NO_BOARD, {"wide": row.wide_min, "high": row.high_min})
    left_out = zones.missing_of(rules, shape, wide, high) if shape is not None else tuple(missing or ())
    if not zones.is_whole(rules, wide, high, left_out) or not zones.are_edges(edges):
        return Refusal(NO_BOARD)
    board = zones.board_of_modules(rules, wide, high, left_out)
    if not zones.has_room(rules, board, edges):
        return Refusal(NO_BOARD)
    needed = rules.configurator.site_rounds_min
    rounds = rounds_on_empty_board(rules, board, edges_in_order(edges), needed)
    return None if rounds >= needed else Refusal(NO_BOARD)
