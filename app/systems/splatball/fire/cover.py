"""Cover: what the terrain that a target touches takes from an attack (SPL-COV)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

import msgspec

from app.boards.squares import Square
from app.engine.types import RuleId
from app.systems.splatball.book.kinds import Segment
from app.systems.splatball.book.tables import Terrain
from app.systems.splatball.park.ground import Ground, number_of, squares_of
from app.systems.splatball.position.events_fights import Reason
from app.systems.splatball.position.state import Piece

TERRAIN: Final = RuleId("SPL-COV-02")
FENCE: Final = "fence"


class Cover(msgspec.Struct, frozen=True):
    """Dice and points that an attack loses to terrain, what takes each, and whether the target ignores its first retreat result."""

    dice: int
    points: int
    ignores_first_retreat: bool
    reasons: tuple[Reason, ...]


OPEN: Final = Cover(0, 0, False, ())
"""On open ground."""


def cover(ground: Ground, target: Square, attacker: Square) -> Cover:
    """What a unit on ``target`` has against an attack from ``attacker``: of every piece and fence that it is in contact with, whoever
    it is and whatever shoots at it (SPL-COV-01, SPL-COV-02, SPL-COV-05), as much of it as adds up (SPL-COV-03). A headquarters gives none
    (SPL-HQ-07)."""
    pieces = ground.contacts(target)
    if not pieces and not ground.fences_at(target):
        return OPEN
    reasons = tuple(_added_up(ground, _covering(ground, pieces, target, attacker)))
    return Cover(
        sum(reason.lost_dice for reason in reasons),
        sum(reason.lost_points for reason in reasons),
        ignores_first_retreat(ground, target),
        reasons,
    )


def ignores_first_retreat(ground: Ground, at: Square) -> bool:
    """Whether a unit on a square goes back one square less, wherever the attack comes from (SPL-COV-04)."""
    return any(ground.rules.terrain[piece.kind].ignores_first_retreat for piece in ground.contacts(at))


def _covering(
    ground: Ground, pieces: Iterable[Piece], target: Square, attacker: Square
) -> Iterator[tuple[Reason, int | None]]:
    """What each piece, in the order of their ids, and each segment in contact takes by itself, a segment with the run it belongs to."""
    rules, between = ground.rules, ground.rules.options.cover_direction == "between"
    for piece in sorted(pieces, key=lambda piece: number_of(piece.id)):
        terrain = rules.terrain[piece.kind]
        if _takes(terrain) and not (between and not _is_between(squares_of(piece, rules), target, attacker)):
            yield Reason(TERRAIN, terrain.cover_dice, terrain.cover_points, piece.id, piece.kind), None
    fence = rules.terrain[FENCE]
    for segment in ground.fences_at(target):
        if not between or _is_nearer(_middle_of_segment(segment), target, attacker):
            run = ground.fence_run_of[segment]
            yield Reason(TERRAIN, fence.cover_dice, fence.cover_points, terrain=FENCE), run


def _takes(terrain: Terrain) -> bool:
    return bool(terrain.cover_dice or terrain.cover_points)


def _added_up(ground: Ground, covering: Iterable[tuple[Reason, int | None]]) -> Iterator[Reason]:
    """Those that count: with ``one_of_each`` what takes a die and what takes points, once each; with ``sum`` every piece, and every run
    of fence once (SPL-COV-03)."""
    if ground.rules.options.cover_stacking == "sum":
        seen: set[int] = set()
        for reason, run in covering:
            if run is None or run not in seen:
                yield reason
            if run is not None:
                seen.add(run)
        return
    dice = points = 0
    for reason, _ in covering:
        more_dice, more_points = max(0, reason.lost_dice - dice), max(0, reason.lost_points - points)
        if more_dice or more_points:
            yield msgspec.structs.replace(reason, lost_dice=more_dice, lost_points=more_points)
        dice, points = dice + more_dice, points + more_points


# ------------------------------------------------------------------------------------------ cover between (SPL-GEO-09)


def _is_between(filled: Iterable[Square], target: Square, attacker: Square) -> bool:
    """Whether a piece covers: the target stands in it, or a square of it lies nearer to the attacker than the target does."""
    return any(each == target or _is_nearer(_middle(each), target, attacker) for each in filled)


def _is_nearer(middle: tuple[int, int], target: Square, attacker: Square) -> bool:
    start = _middle(attacker)
    return _squared(middle, start) < _squared(_middle(target), start)


def _middle(at: Square) -> tuple[int, int]:
    """In doubled whole numbers (SPL-GEO-01)."""
    return (2 * at[0] + 1, 2 * at[1] + 1)


def _middle_of_segment(segment: Segment) -> tuple[int, int]:
    (x, y), (end_x, end_y) = segment
    return (x + end_x, y + end_y)


def _squared(a: tuple[int, int], b: tuple[int, int]) -> int:
    return int((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2)
