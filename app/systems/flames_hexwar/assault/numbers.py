"""What repels, who assaults, how strong sides are, what a round comes to (FHW-ASLT)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from app.engine.types import RuleId
from app.systems.flames_hexwar.book.kinds import Order, Side
from app.systems.flames_hexwar.book.tables import Rules

Outcome = Literal["attacker_wins", "defender_wins", "new_round", "attacker_chooses", "defender_chooses"]
MAY_ASSAULT: tuple[Order, ...] = ("MD", "FC", "FO")


class Entering(NamedTuple):
    """A platoon that would assault."""

    order: Order
    suppressed: bool = False
    disorganised: bool = False
    most_dice: int = 0
    """Dice that any of its teams rolled in shooting this turn."""
    distance: int = 1
    """Of its nearest team to the objective."""
    tanks: bool = False
    only_targets: Literal["upper_floor", "dense_woods"] | None = None


def entry_refused(entry: Entering) -> RuleId | None:
    """The rule that keeps a platoon out of an assault (FHW-ASLT-03 to FHW-ASLT-05)."""
    if entry.order not in MAY_ASSAULT or entry.suppressed or entry.disorganised or entry.most_dice > 1:
        return RuleId("FHW-ASLT-03")
    if entry.distance > REACH:
        return RuleId("FHW-ASLT-04")
    return RuleId("FHW-ASLT-05") if entry.tanks and entry.only_targets is not None else None


REACH = 2
"""From how far one can end in or next to the objective by a move of one hex (FHW-ASLT-04)."""


def infantry_repelled(rules: Rules, platoons: int, hits: int) -> bool:
    """Whether so many hits repel so many infantry platoons (FHW-ASLT-06)."""
    of = rules.assault
    return hits >= of.repel_infantry_hits + of.repel_infantry_extra_platoon * (platoons - 1)


def tanks_repelled(rules: Rules, platoons: int, destroyed: int, out: int) -> bool:
    """Whether losses repel tank platoons; ``out``: bailed out or bogged (FHW-ASLT-07)."""
    of = rules.assault
    further = platoons - 1
    return (
        destroyed + out >= of.repel_tanks + of.repel_tanks_extra * further
        and destroyed >= of.repel_tanks_extra * further
    )


class Force(NamedTuple):
    """What a side brings to a mutual assault."""

    tanks: int
    teams: int


def assaulter(a: Force, b: Force) -> Side | None:
    """Who assaults when both would: who brings tanks, else more teams; ``None``: dice decide (FHW-ASLT-09)."""
    if (a.tanks > 0) != (b.tanks > 0):
        return "A" if a.tanks else "B"
    if a.teams != b.teams:
        return "A" if a.teams > b.teams else "B"
    return None


class Strength(NamedTuple):
    """Those of a side that can strike: infantry and gun teams, dice of mounted assaults, top armour of tanks (FHW-ASLT-22)."""

    infantry: int = 0
    mounted_dice: int = 0
    tank_tops: Sequence[int] = ()

    @property
    def total(self) -> int:
        """What it comes to."""
        return self.infantry + self.mounted_dice + sum(2 * top for top in self.tank_tops)

    @property
    def tanks(self) -> int:
        """Tanks that count for superiority."""
        return sum(top >= 1 for top in self.tank_tops)


def motivation_modifier(rules: Rules, own: Strength, enemy: Strength) -> int:
    """What a side adds to its motivation die (FHW-ASLT-21)."""
    of, added = rules.assault, 0
    if own.total > 0:
        if own.total >= 2 * enemy.total:
            added = of.double_add
        elif 2 * own.total >= 3 * enemy.total:
            added = of.half_more_add
    if own.tanks and own.tanks >= 2 * enemy.tanks:
        added += of.tank_superiority
    return added


def round_outcome(*, attacker_passes: bool, defender_passes: bool) -> Outcome:
    """What the motivation of both comes to, where both stay (FHW-ASLT-23)."""
    if attacker_passes and defender_passes:
        return "new_round"
    if attacker_passes:
        return "attacker_chooses"
    return "defender_chooses" if defender_passes else "defender_wins"
