"""Going back: where each square of a retreat leads, and what it comes to (SPL-RET)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from msgspec.structs import replace

from app.boards import squares
from app.boards.squares import Facing, Square
from app.engine.refusal import Fact, Refusal
from app.engine.types import RuleId
from app.systems.splatball.book.kinds import Edge
from app.systems.splatball.march.stepping import Passage, Walker, barred
from app.systems.splatball.park.field import Field
from app.systems.splatball.position.state import Unit
from app.systems.splatball.score.points import of_lives

NOT_BACK: Final = RuleId("SPL-RET-04")
NEVER_ENTERED: Final = RuleId("SPL-RET-05")
IN_THE_WAY: Final = RuleId("SPL-RET-06")

WAYS_BACK: Final[Mapping[Edge, tuple[Facing, Facing, Facing]]] = MappingProxyType(
    {"N": ("N", "NW", "NE"), "E": ("E", "NE", "SE"), "S": ("S", "SW", "SE"), "W": ("W", "NW", "SW")}
)
"""Towards one's own edge: straight first, then the two diagonals."""


def judge_retreat(field: Field, unit: Unit, to: Square) -> Refusal | None:
    """Whether a unit may go back to a square, in the order of section 14: nearer to its own edge, on the board (SPL-RET-04), not into a
    unit (SPL-RET-06), nor a piece that no foot unit may enter, or another's headquarters (SPL-RET-05), nor through a corner that both
    hands close (SPL-RET-06, SPL-MOVE-09). Terrain else does not matter, fences either."""
    assert unit.at is not None
    facts: dict[str, Fact] = {"unit": unit.id, **({"square": squares.name(to)} if min(to) >= 0 else {})}
    if to not in _ways(field, unit, unit.at):
        return Refusal(NOT_BACK, facts)
    passage, kind = Passage(field, unit.id), field.kind(unit)
    if (there := passage.unit_at(to)) is not None:
        return Refusal(IN_THE_WAY, {**facts, "blocker": there})
    piece = passage.piece_at(to)
    if piece is not None and barred(field.rules, kind, unit.seat, piece) is not None:
        return Refusal(NEVER_ENTERED, {**facts, "blocker": piece.id, "piece": piece.id})
    is_diagonal = to[0] != unit.at[0] and to[1] != unit.at[1]
    if is_diagonal and Walker(passage, kind, unit.seat).is_squeezed(unit.at, to):
        return Refusal(IN_THE_WAY, facts)
    return None


def retreat_squares(field: Field, unit: Unit) -> tuple[Square, ...]:
    """Where a unit may go back to, one square, in row order; none where that costs a life instead (SPL-RET-07)."""
    assert unit.at is not None
    found = (to for to in _ways(field, unit, unit.at) if judge_retreat(field, unit, to) is None)
    return tuple(sorted(found, key=lambda to: (to[1], to[0])))


def _ways(field: Field, unit: Unit, at: Square) -> tuple[Square, ...]:
    """The squares of the board one row, or column, nearer to a unit's own edge; without diagonals only the one straight back."""
    edge = field.edges.get(unit.seat)
    if edge is None:
        return ()
    ways = WAYS_BACK[edge] if field.rules.options.diagonals else WAYS_BACK[edge][:1]
    return tuple(to for to in (squares.step(at, way) for way in ways) if field.ground.board.holds(to))


class Outcome(NamedTuple):
    """Where a retreat ends, or where the unit fell, and what is left of it."""

    at: Square
    lives: int
    points: int
    """For the attacker, for lives lost instead of squares (SPL-RET-08, SPL-VP-05)."""
    marker: bool
    """Whether it still has its camouflage marker (SPL-RET-09)."""


def outcome(field: Field, unit: Unit, due: int, choices: Sequence[Square]) -> Outcome:
    """What becomes of a unit that is to go so many squares back: ``choices`` are the squares chosen, one for each step that has more
    than one. Raises ``ValueError`` for a choice that is missing, not legal, or left over."""
    left, kind, gained = list(choices), field.kind(unit), 0
    for _ in range(due):
        legal = retreat_squares(field, unit)
        if legal:
            to = legal[0] if len(legal) == 1 else _chosen(left, legal)
            unit = replace(unit, at=to, marker=False)
            continue
        unit = replace(unit, lives=unit.lives - 1)
        gained += of_lives(kind, 1, eliminated=not unit.lives)
        if not unit.lives:
            break
    if left:
        raise ValueError(f"expected no choice more, found {left[0]}")
    assert unit.at is not None
    return Outcome(unit.at, unit.lives, gained, unit.marker and unit.lives > 0)


def _chosen(left: list[Square], legal: Sequence[Square]) -> Square:
    if not left or left[0] not in legal:
        raise ValueError(f"expected one of {list(legal)}, found {left[0] if left else 'none'}")
    return left.pop(0)
