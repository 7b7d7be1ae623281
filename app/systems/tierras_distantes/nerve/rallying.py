"""Rallying (TD-FRT-03, TD-FRT-09)."""

from __future__ import annotations

from collections.abc import Sequence

from app.systems.tierras_distantes.book.tables import Quality, Rules


def rally_below(rules: Rules, quality: Quality) -> int:
    """The total that a frightened miniature must stay below (TD-FRT-09)."""
    return quality.rally_below if rules.options.quality_rally == "same" else quality.rally_below_varied


def recovers(rules: Rules, quality: Quality, dice: Sequence[int]) -> bool:
    """Whether it recovers (TD-FRT-03)."""
    return sum(dice) < rally_below(rules, quality)
