"""Whether a squad is legal and what it costs (TD-SQD-01, TD-SQD-05, TD-SQD-06, TD-SQD-08)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, Protocol

from app.engine.refusal import Refusal
from app.engine.types import RuleId
from app.systems.tierras_distantes.book.tables import Rules

SIZE: Final = RuleId("TD-SQD-01")
UNKNOWN: Final = RuleId("TD-SQD-05")
EQUIPMENT: Final = RuleId("TD-SQD-08")
LEADERS: Final = RuleId("TD-SQD-06")
BALANCE: Final = RuleId("TD-SQD-04")


class Entry(Protocol):
    """So many miniatures alike."""

    @property
    def quality(self) -> str: ...
    @property
    def armour(self) -> str: ...
    @property
    def weapons(self) -> Sequence[str]: ...
    @property
    def leader(self) -> bool: ...
    @property
    def count(self) -> int: ...


def cost_of(rules: Rules, entry: Entry) -> int:
    """What one miniature of an entry costs (TD-SQD-05)."""
    weapons = sum(rules.weapons[name].cost for name in entry.weapons)
    leader = rules.constants.leader_cost if entry.leader else 0
    return rules.qualities[entry.quality].cost + rules.armours[entry.armour].cost + weapons + leader


def points_of(rules: Rules, entries: Iterable[Entry]) -> int:
    """What a squad costs (TD-SQD-05)."""
    return sum(entry.count * cost_of(rules, entry) for entry in entries)


def size_of(entries: Iterable[Entry]) -> int:
    """How many miniatures it has."""
    return sum(entry.count for entry in entries)


def most_leaders(rules: Rules, size: int) -> int:
    """How many leaders a squad of so many may have (TD-SQD-06)."""
    return max(1, size // rules.constants.leader_per)


def judge_entry(rules: Rules, entry: Entry) -> Refusal | None:
    """Whether its rows are known (TD-SQD-05), its weapons one or two, and different (TD-SQD-08)."""
    known = entry.quality in rules.qualities and entry.armour in rules.armours
    if not known or any(name not in rules.weapons for name in entry.weapons):
        return Refusal(UNKNOWN)
    different = len(set(entry.weapons)) == len(entry.weapons)
    if not (different and 1 <= len(entry.weapons) <= rules.constants.max_weapons):
        return Refusal(EQUIPMENT, {"most": rules.constants.max_weapons})
    return None


def judge_list(rules: Rules, entries: Sequence[Entry]) -> Refusal | int:
    """What a legal squad costs, or the first rule that it breaks (TD-SQD-01, TD-SQD-05, TD-SQD-08, TD-SQD-06, TD-SQD-04)."""
    options, size = rules.options, size_of(entries)
    if not options.squad_min <= size <= options.squad_max:
        return Refusal(SIZE, {"size": size, "least": options.squad_min, "most": options.squad_max})
    for entry in entries:
        refusal = judge_entry(rules, entry)
        if refusal is not None:
            return refusal
    leaders = sum(entry.count for entry in entries if entry.leader)
    if leaders > most_leaders(rules, size):
        return Refusal(LEADERS, {"leaders": leaders, "most": most_leaders(rules, size)})
    points = points_of(rules, entries)
    return over_limit(rules, points) or points


def over_limit(rules: Rules, points: int) -> Refusal | None:
    """Whether a squad costs more than was agreed (TD-SQD-04)."""
    limit = rules.options.points_limit
    return Refusal(BALANCE, {"points": points, "limit": limit}) if 0 < limit < points else None
