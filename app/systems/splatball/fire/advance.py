"""Improving the position: whether an attacker may step into the square that its target stood on (SPL-ADV)."""

from __future__ import annotations

from typing import Final, Literal

from app.boards import squares
from app.boards.squares import Square
from app.engine.refusal import Refusal
from app.engine.types import RuleId
from app.systems.splatball.book.kinds import Segment
from app.systems.splatball.fire.attack import ADJACENT
from app.systems.splatball.march.stepping import FENCE_ENDS, SQUEEZED, Passage, Walker, barred
from app.systems.splatball.park.field import Field
from app.systems.splatball.position.state import Contacts, Piece, Unit

Fate = Literal["retreated", "stayed", "eliminated"]
"""What became of the target: it left its square, whatever became of it later, is still there, or was eliminated there."""
NOTHING: Final = Contacts()
CLOSED: Final = RuleId("SPL-ADV-04")


def judge_advance(field: Field, unit: Unit, vacated: Square, fate: Fate) -> Refusal | None:
    """Whether an attacker may step into the square that its target stood on, in the order of section 14. It has stood still since it
    attacked. No prompt is opened where this refuses."""
    kind = field.kind(unit)
    if kind.unit_class != "assault" or unit.at is None:
        return Refusal(RuleId("SPL-ADV-02"), {"unit": unit.id})
    distance = field.distance(unit.at, vacated)
    if distance != ADJACENT:
        return Refusal(RuleId("SPL-ADV-01"), {"unit": unit.id, "distance": distance, "most": ADJACENT})
    if not _is_left(field, fate):
        return Refusal(RuleId("SPL-ADV-03"), {"unit": unit.id})
    return _footed(field, unit, unit.at, vacated)


def _is_left(field: Field, fate: Fate) -> bool:
    """Whether what became of the target lets others in (SPL-ADV-01, SPL-ADV-03)."""
    return fate == "retreated" or (fate == "eliminated" and field.rules.options.advance_on_elimination)


def _footed(field: Field, unit: Unit, at: Square, to: Square) -> Refusal | None:
    """Whether it is a legal foot step: into no piece that stays closed, through no closed corner (SPL-MOVE-09), past no fence
    diagonally (SPL-FEN-04); into a piece, or across a fence, only if its run was touched when the turn began (SPL-ADV-04)."""
    facts = {"unit": unit.id, "square": squares.name(to)}
    passage, kind, touched = Passage(field, unit.id), field.kind(unit), unit.contacts or NOTHING
    piece, crossed = passage.piece_at(to), passage.crossed(at, to)
    if piece is not None and (rule := barred(field.rules, kind, unit.seat, piece)) is not None:
        return Refusal(rule, {**facts, "piece": piece.id})
    if at[0] != to[0] and at[1] != to[1]:
        if Walker(passage, kind, unit.seat).is_squeezed(at, to):
            return Refusal(SQUEEZED, facts)
        if passage.parts_fence(at, to):
            return Refusal(FENCE_ENDS, facts)
    if piece is not None and not _touched_piece(field, touched, piece):
        return Refusal(CLOSED, {**facts, "piece": piece.id})
    if crossed is not None and not _touched_fence(field, touched, crossed):
        return Refusal(CLOSED, facts)
    return None


def _touched_piece(field: Field, touched: Contacts, piece: Piece) -> bool:
    """Whether the run that a piece belongs to now was touched (SPL-GEO-05)."""
    run_of = field.ground.run_of
    return any(run_of(each) == run_of(piece.id) for each in touched.pieces)


def _touched_fence(field: Field, touched: Contacts, segment: Segment) -> bool:
    runs = field.ground.fence_run_of
    return any(runs.get(each) == runs[segment] for each in touched.fences)
