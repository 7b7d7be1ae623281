"""Army lists: are the two equal (WOP-ARMY-01)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from app.engine.refusal import Refusal
from app.engine.types import RuleId
from app.systems.war_of_plastic.tables import Options

Entry = tuple[str, str | None]
"""A unit kind and the special weapon it carries, if any."""


def unequal_armies(options: Options, one: Iterable[Entry], two: Iterable[Entry]) -> Refusal | None:
    """Both armies must have the same units with the same weapons, in any order, unless the room agreed otherwise
    (WOP-ARMY-01, 02)."""
    if not options.symmetric_armies:
        return None
    first, second = Counter(one), Counter(two)
    if first == second:
        return None
    return Refusal(RuleId("WOP-ARMY-01"), {"only_a": _kinds(first - second), "only_b": _kinds(second - first)})


def _kinds(entries: Counter[Entry]) -> list[str]:
    return sorted(kind for kind, _ in entries.elements())
