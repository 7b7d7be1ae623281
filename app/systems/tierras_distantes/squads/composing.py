"""Squads composed by adding up costs: some squad of a total within bounds, always the same one (TD-SQD-11, TD-GEN-08)."""

from __future__ import annotations

from itertools import combinations, product
from typing import Final, NamedTuple

from app.engine.judging import Kept
from app.systems.tierras_distantes.book.pieces import Member
from app.systems.tierras_distantes.book.tables import Rules
from app.systems.tierras_distantes.squads.balance import balancing
from app.systems.tierras_distantes.squads.lists import most_leaders

WEAPONS_AT_MOST: Final = 2


class Bounds(NamedTuple):
    """What a squad may cost: from ``least`` to ``most``; ``None``: anything above."""

    least: int
    most: int | None


def bounds_of(rules: Rules, rival: int | None) -> Bounds:
    """What a squad may cost under the limit, and beside another's total if it must balance with one (TD-SQD-04)."""
    least, most = (0, None) if rival is None else balancing(rules, rival)
    limit = rules.options.points_limit or None
    ends = [end for end in (most, limit) if end is not None]
    return Bounds(least, min(ends, default=None))


def _soldiers(rules: Rules) -> dict[int, Member]:
    found: dict[int, Member] = {}
    for number in range(1, min(WEAPONS_AT_MOST, rules.constants.max_weapons) + 1):
        carried = [
            (names, sum(rules.weapons[name].cost for name in names)) for names in combinations(rules.weapons, number)
        ]
        for quality, armour in product(rules.qualities.values(), rules.armours.values()):
            for names, cost in carried:
                total = quality.cost + armour.cost + cost
                if total not in found:
                    found[total] = Member(quality.id, armour.id, names)
    return found


soldiers: Final = Kept(_soldiers, 64)
"""By cost a soldier of that cost, no leader: the first in the order of the tables, with one weapon if possible (TD-SQD-05)."""


def compose(rules: Rules, bounds: Bounds) -> tuple[Member, ...] | None:
    """A legal squad within the bounds, as dear as may be, of as few miniatures as may be; ``None`` if there is none."""
    kinds = soldiers(rules)
    cap = bounds.most if bounds.most is not None else max(bounds.least, rules.options.squad_max * max(kinds))
    best: tuple[int, int, int] | None = None
    totals = _totals(kinds, rules.options.squad_max, cap)
    for size in range(rules.options.squad_min, rules.options.squad_max + 1):
        for leaders in range(min(most_leaders(rules, size), size) + 1):
            top = (totals[size] << leaders * rules.constants.leader_cost & (1 << cap + 1) - 1).bit_length() - 1
            if top >= bounds.least and (best is None or top > best[0]):
                best = (top, size, leaders)
    if best is None:
        return None
    total, size, leaders = best
    return _picked(kinds, totals, size, total - leaders * rules.constants.leader_cost, leaders)


def _totals(kinds: dict[int, Member], most: int, cap: int) -> list[int]:
    """For each number of soldiers the totals they may cost up to ``cap``, as the bits of a whole number."""
    found, mask = [1], (1 << cap + 1) - 1
    for _ in range(most):
        reached = 0
        for cost in kinds:
            reached |= found[-1] << cost
        found.append(reached & mask)
    return found


def _picked(kinds: dict[int, Member], totals: list[int], size: int, total: int, leaders: int) -> tuple[Member, ...]:
    """So many soldiers of that total in all, as alike as may be; the first of them leaders."""
    counts: dict[int, int] = {}
    for left in range(size, 0, -1):
        fitting = [cost for cost in kinds if cost <= total and totals[left - 1] >> total - cost & 1]
        cost = min(fitting, key=lambda each: (abs(each * left - total), each))
        counts[cost] = counts.get(cost, 0) + 1
        total -= cost
    found: list[Member] = []
    for cost in sorted(counts, reverse=True):
        kind, led = kinds[cost], min(leaders, counts[cost])
        leaders -= led
        for count, leader in ((led, True), (counts[cost] - led, False)):
            if count:
                found.append(Member(kind.quality, kind.armour, kind.weapons, leader, count))
    return tuple(found)
