"""Who is named for a batch (TD-ACT-03, TD-ACT-05, TD-ACT-10)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from app.engine.refusal import Refusal
from app.engine.types import RuleId
from app.systems.tierras_distantes.activation.rounds import still_to_name
from app.systems.tierras_distantes.book.tables import Rules

UNKNOWN: Final = RuleId("TD-REF-02")
TWICE: Final = RuleId("TD-REF-03")
NOT_AGAIN: Final = RuleId("TD-ACT-10")
EXACTLY: Final = RuleId("TD-ACT-03")
OUT: Final = frozenset({"undeployed", "lost", "out"})
"""Statuses of miniatures that are not in play."""


def _judge_names(ids: Sequence[str], status: Mapping[str, str]) -> Refusal | None:
    """Each is an own miniature in play (TD-REF-02), and ready (TD-ACT-10), each rule looked at for all of them in turn."""
    for name in ids:
        if status.get(name, "lost") in OUT:
            return Refusal(UNKNOWN, {"unit": name})
    for name in ids:
        if status[name] != "ready":
            return Refusal(NOT_AGAIN, {"unit": name})
    return None


def judge_activation(count: int, ids: Sequence[str], status: Mapping[str, str]) -> Refusal | None:
    """Whether these may be named: nobody twice, own ones that are ready, exactly as many as must be. ``status``: of all own miniatures."""
    if len(set(ids)) < len(ids):
        return Refusal(TWICE)
    refusal = _judge_names(ids, status)
    if refusal is None and len(ids) != count:
        return Refusal(EXACTLY, {"named": len(ids), "count": count})
    return refusal


def judge_end(rules: Rules, count: int, named: int, rest: Sequence[str], status: Mapping[str, str]) -> Refusal | None:
    """Whether a batch of ``count`` may end, of whom so many are ``named`` already and ``rest`` now (TD-ACT-05)."""
    declared = rules.options.activation_choice == "declared"
    if len(set(rest)) < len(rest) or (declared and rest):
        return Refusal(TWICE)
    refusal = _judge_names(rest, status)
    if refusal is not None:
        return refusal
    ready = sum(each == "ready" for each in status.values())
    missing = still_to_name(count, named, ready)
    return None if len(rest) == missing else Refusal(EXACTLY, {"named": len(rest), "count": missing})
