"""Going to ground, and lifting it by reconnaissance (FHW-GTG, FHW-REC)."""

from __future__ import annotations

from app.engine.types import RuleId
from app.systems.flames_hexwar.book.tables import Rules


def goes_to_ground(*, may: bool, moved: bool, shot: bool, assaulted: bool) -> bool:
    """Whether a team goes to ground, or stays there, in the end step (FHW-GTG-01, FHW-GTG-02)."""
    return may and not (moved or shot or assaulted)


def lift_refused(rules: Rules, far: int, *, inside_building: bool) -> RuleId | None:
    """Whether a team is too far to be found (FHW-REC-01, FHW-REC-02)."""
    limits = rules.constants
    if inside_building:
        return RuleId("FHW-REC-02") if far > limits.recce_distance_building else None
    return RuleId("FHW-REC-01") if far > limits.recce_distance else None
