"""Whose edge is which (SPL-DEP-02)."""

from __future__ import annotations

from typing import Final

from app.engine.refusal import Refusal
from app.engine.types import RuleId, Seat
from app.systems.splatball.book.kinds import EDGES, Edge
from app.systems.splatball.position import events_setup as es
from app.systems.splatball.position.actions import ChooseEdge
from app.systems.splatball.position.state import Position
from app.systems.splatball.score.story import Story

NOT_FREE: Final = RuleId("SPL-DEP-02")


def free_edges(position: Position) -> tuple[Edge, ...]:
    """The allowed edges that nobody has, in the order N, E, S, W; that of a seat that has resigned is not free again (SPL-WIN-07)."""
    taken = {state.edge for state in position.seats.values()}
    return tuple(edge for edge in EDGES if edge in position.board.edges and edge not in taken)


def judge_edge(position: Position, edge: Edge) -> Refusal | None:
    """Whether an edge may be chosen (SPL-DEP-02)."""
    return None if edge in free_edges(position) else Refusal(NOT_FREE, {"edge": edge})


def choose_edge(story: Story, seat: Seat, action: ChooseEdge) -> None:
    """It is the seat's own for the whole game."""
    story.add(es.EdgeChosen(seat, action.edge))
