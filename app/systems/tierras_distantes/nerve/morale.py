"""Whether a side breaks (TD-END-06, TD-END-07)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from app.systems.tierras_distantes.book.tables import MoraleBand, Rules

Check = Literal["holds", "breaks", "roll"]
MORALE_DICE = 2


def breaking_point(rules: Rules, start: int) -> int:
    """So many losses demoralise a side of that starting number by the fixed table (TD-END-06)."""
    return rules.breaks_at.get(start, (start + 1) // 2)


def band_of(rules: Rules, start: int, lost: int) -> MoraleBand:
    """The band that so many losses are in (TD-END-07)."""
    return next(
        band
        for band in rules.bands
        if band.low[0] * start <= lost * band.low[1] and lost * band.high[1] < band.high[0] * start
    )


def check_of(rules: Rules, start: int, lost: int) -> Check:
    """Whether a side holds or breaks, or must roll; one that has nobody left breaks, whatever the table says (TD-END-08)."""
    if lost >= start:
        return "breaks"
    if rules.options.morale == "fixed":
        return "breaks" if lost >= breaking_point(rules, start) else "holds"
    band = band_of(rules, start, lost)
    return "roll" if band.roll else "breaks" if band.breaks else "holds"


def demoralised(rules: Rules, start: int, lost: int, dice: Sequence[int] | None) -> bool | None:
    """Whether a side is demoralised; ``None`` where it must roll and has not (TD-END-07)."""
    check = check_of(rules, start, lost)
    if check != "roll":
        return check == "breaks"
    return None if dice is None else sum(dice) >= band_of(rules, start, lost).holds_below
