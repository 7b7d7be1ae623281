"""What an attack does: scores, margins, cover of groups (TD-FIRE, TD-RES, TD-COV-03, TD-COV-05)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from app.systems.tierras_distantes.book.house_values import FARTHEST_MARGIN
from app.systems.tierras_distantes.book.kinds import Result
from app.systems.tierras_distantes.book.tables import Rules


class Scores(NamedTuple):
    """The scores of an attack (TD-FIRE-03, TD-FIRE-06) and what comes of them."""

    attack: int
    defence: int
    """With cover."""
    margin: int
    result: Result


class After(NamedTuple):
    """What becomes of a target."""

    frightened: bool
    lost: bool


def total(dice: Sequence[int], kept: int) -> int:
    """The sum of the highest (TD-FIRE-05, TD-CON-05)."""
    return sum(sorted(dice, reverse=True)[:kept])


def result_of(rules: Rules, margin: int) -> Result:
    """What a margin does (TD-RES-01); one beyond the table is as its outermost."""
    within = max(-FARTHEST_MARGIN, min(FARTHEST_MARGIN, margin))
    return next(row.id for row in rules.results if row.margin_from <= within <= row.margin_to)


def resolved(rules: Rules, attack: Sequence[int], kept: int, defence: Sequence[int], cover: int) -> Scores:
    """The scores of an attack with the dice that fell, and its result (TD-FIRE-07)."""
    score, against = total(attack, kept), sum(defence) + cover
    return Scores(score, against, score - against, result_of(rules, score - against))


def after(result: Result, *, frightened: bool) -> After:
    """What becomes of a target that was frightened before, or not (TD-RES-02, TD-RES-03, TD-RES-04, TD-RES-05)."""
    if result == "casualty":
        return After(frightened=False, lost=True)
    return After(frightened=frightened or result == "frightened", lost=False)


def group_cover(rules: Rules, bonuses: Iterable[int]) -> int:
    """The cover of a target of concentrated fire, as each of the shooters sees it (TD-COV-05)."""
    return (max if rules.options.concentrated_cover == "any" else min)(bonuses)
