"""Whether two squads are about equal, and who locks one when (TD-SQD-04, TD-SQD-10, TD-SQD-12)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from app.engine.refusal import Refusal
from app.engine.types import RuleId
from app.systems.tierras_distantes.book.kinds import PLAYERS, Player, other
from app.systems.tierras_distantes.book.tables import Rules
from app.systems.tierras_distantes.squads.lists import BALANCE, over_limit

NOT_NOW: Final = RuleId("TD-REF-01")
HUNDRED: Final = 100


def balances(rules: Rules, one: int, two: int) -> bool:
    """Whether two totals are not too unequal (TD-SQD-04)."""
    low, high = sorted((one, two))
    return HUNDRED * low >= high * (HUNDRED - rules.options.balance_tolerance_pct)


def balancing(rules: Rules, rival: int) -> tuple[int, int | None]:
    """The least and the greatest total that balance with another's; ``None``: any above it does (TD-SQD-04)."""
    share = HUNDRED - rules.options.balance_tolerance_pct
    return -(-rival * share // HUNDRED), None if share == 0 else HUNDRED * rival // share


class Locks(NamedTuple):
    """Who has locked a squad of which cost, whose was given, and the totals of a test that failed."""

    points: Mapping[Player, int]
    given: frozenset[Player] = frozenset()
    totals: Mapping[Player, int] | None = None

    @property
    def done(self) -> bool:
        """Whether both squads are settled."""
        return len(self.points) == len(PLAYERS)

    def rival(self, player: Player) -> int | None:
        """The total that a squad of this player must balance with at once: a given one's, or one shown after a failed test
        (TD-SQD-12)."""
        shown = self.totals is not None or other(player) in self.given
        return self.points.get(other(player)) if shown else None


def judge_lock(rules: Rules, locks: Locks, player: Player, points: int) -> Refusal | None:
    """Whether a squad of this cost may be locked now: not twice (TD-SQD-10), within the limit, and balanced where the other's total is
    known (TD-SQD-04, TD-SQD-12)."""
    if player in locks.points:
        return Refusal(NOT_NOW)
    refusal, rival = over_limit(rules, points), locks.rival(player)
    if refusal is None and rival is not None and not balances(rules, points, rival):
        least, most = balancing(rules, rival)
        return Refusal(BALANCE, {"points": points, "least": least, "most": most})
    return refusal


def locked(rules: Rules, locks: Locks, player: Player, points: int) -> Locks:
    """After a lock: where both are locked and do not balance, the cheaper one is unlocked and both totals are shown (TD-SQD-12)."""
    both = {**locks.points, player: points}
    if len(both) < len(PLAYERS) or balances(rules, both["A"], both["B"]):
        return locks._replace(points=both)
    smaller: Player = "A" if both["A"] < both["B"] else "B"
    return locks._replace(points={other(smaller): both[other(smaller)]}, totals=both)
