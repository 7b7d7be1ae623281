"""Paths in tests: one unit on a small table among others, judged."""

from __future__ import annotations

from typing import Any

from app.boards.measured import Table
from app.engine.refusal import Refusal
from app.engine.types import UnitId
from app.systems.war_of_plastic.book.state import Piece, Unit
from app.systems.war_of_plastic.march.movement import PathVerdict, judge_path
from app.systems.war_of_plastic.position.field import Place
from tests.games.war_of_plastic.battlefield import field

TABLE = Table(1200, 800)


def judged(
    walker: Unit,
    path: list[tuple[int, ...]],
    *things: Unit | Piece,
    boarding: str | None = None,
    entering: Place | None = None,
    **options: Any,
) -> PathVerdict | Refusal:
    """The verdict on a path of a unit among other things."""
    where = field(walker, *things, **options)
    vehicle = None if boarding is None else UnitId(boarding)
    return judge_path(where, TABLE, walker, path, boarding=vehicle, entering=entering)


def walked(*arguments: Any, **more: Any) -> PathVerdict:
    """The verdict on a path that must be allowed."""
    verdict = judged(*arguments, **more)
    assert isinstance(verdict, PathVerdict), verdict
    return verdict


def stopped(*arguments: Any, **more: Any) -> Refusal:
    """The refusal of a path that must be refused."""
    verdict = judged(*arguments, **more)
    assert isinstance(verdict, Refusal), verdict
    return verdict


def stopped_by(*arguments: Any, **more: Any) -> str:
    """The rule that refuses a path."""
    return stopped(*arguments, **more).rule
