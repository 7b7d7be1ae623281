"""How many stand in a hex (FHW-STACK)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple

from app.engine.types import RuleId
from app.systems.flames_hexwar.book.kinds import Half, Kind, Size
from app.systems.flames_hexwar.book.tables import Rules

HexKind = Literal["plain", "mixed", "building"]


class Stood(NamedTuple):
    """A team that stands somewhere, as stacking sees it: its points, its half and its floor."""

    points: int
    half: Half | None = None
    floor: int = 1


def points_of(rules: Rules, kind: Kind, size: Size) -> int:
    """Stacking points of a team (FHW-STACK-03)."""
    return size_points(rules, size_name(kind, size))


def size_name(kind: Kind, size: Size) -> str:
    """A size as the tables name it: ``small_base``, ``large_vehicle``."""
    return f"{size}_{'vehicle' if kind in ('tank', 'transport') else 'base'}"


def size_points(rules: Rules, size: str) -> int:
    """The points of a size as the table names it: ``small_base``, ``large_vehicle``."""
    return rules.constants.stack_points[size]


def refused(rules: Rules, kind: HexKind, teams: Iterable[Stood]) -> RuleId | None:
    """The rule that such a stack of one side breaks (FHW-STACK-01, FHW-STACK-02, FHW-ASLT-26)."""
    found = tuple(teams)
    limits = rules.constants
    if kind == "mixed":
        halves = {half: sum(each.points for each in found if each.half == half) for half in ("cover", "free")}
        too_many = max(halves.values()) > limits.half_limit or sum(each.points for each in found) > limits.hex_limit
        return RuleId("FHW-STACK-02") if too_many else None
    floors: dict[int, int] = {}
    for each in found:
        floor = each.floor if kind == "building" else 1
        floors[floor] = floors.get(floor, 0) + each.points
    return RuleId("FHW-STACK-01") if any(points > limits.hex_limit for points in floors.values()) else None
