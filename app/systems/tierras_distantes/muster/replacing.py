"""Placing a miniature anew (TD-DEP-07)."""

from __future__ import annotations

from typing import Final

from app.engine.refusal import Refusal
from app.engine.types import RuleId
from app.systems.tierras_distantes.book.tables import Rules

NOT_ANEW: Final = RuleId("TD-DEP-07")


def judge_replacing(rules: Rules, size: int, replaced: int, *, placed: bool) -> Refusal | None:
    """Whether a miniature of a squad of that size may be placed: for the first time always, anew so many times in all, and never where
    the players place in turn (TD-DEP-07)."""
    if not placed:
        return None
    most = rules.constants.replacements * size
    if rules.options.deployment_order == "alternate" or replaced >= most:
        return Refusal(NOT_ANEW, {"replaced": replaced, "most": most})
    return None
