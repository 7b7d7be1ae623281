"""How many dice fire rolls and adds: range, shares, pools (TD-RNG, TD-CON, TD-DIV)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from app.engine.refusal import Refusal
from app.engine.types import RuleId
from app.systems.tierras_distantes.book.kinds import NM_PER_CM
from app.systems.tierras_distantes.book.tables import Rules, Weapon

OUT_OF_RANGE: Final = RuleId("TD-RNG-03")
NO_DIE: Final = RuleId("TD-FIRE-12")
AREA_WEAPON: Final = RuleId("TD-AREA-07")
NO_DIVIDER: Final = RuleId("TD-DIV-01")
WRONG_SHARES: Final = RuleId("TD-DIV-02")
NOT_CARRIED: Final = RuleId("TD-FIRE-08")
NO_ENEMY: Final = RuleId("TD-FIRE-09")
UNSEEN: Final = RuleId("TD-SEE-01")


class Pool(NamedTuple):
    """Dice: so many are rolled, the best so many of them are added (TD-FIRE-04, TD-FIRE-05)."""

    rolled: int
    kept: int


def in_cm(length_nm: int) -> float:
    """A length as a refusal tells it."""
    return round(length_nm / NM_PER_CM, 1)


def dice_at(rules: Rules, weapon: Weapon, distance_nm: int, share: int | None = None) -> Pool | Refusal:
    """The dice of a weapon at a distance, or of a ``share`` of its divided fire (TD-RNG-02, TD-RNG-03, TD-RNG-04, TD-DIV-03, TD-DIV-05,
    TD-FIRE-12); at its range is within it (TD-RNG-06)."""
    if weapon.max_range_nm is not None and distance_nm > weapon.max_range_nm:
        return Refusal(OUT_OF_RANGE, {"distance_cm": in_cm(distance_nm), "max_range_cm": in_cm(weapon.max_range_nm)})
    rolled, kept = (weapon.total, weapon.effective) if share is None else (share, share)
    if distance_nm > weapon.effective_range_nm:
        rolled -= rules.constants.long_range_dice
        kept -= rules.constants.long_range_dice if rules.options.long_range_die == "both" else 0
    kept = min(kept, rolled)
    return Pool(rolled, kept) if rolled >= 1 and kept >= 1 else Refusal(NO_DIE)


def together(pools: Iterable[Pool]) -> Pool:
    """Concentrated fire: all dice are rolled, as many added as the best weapon contributes (TD-CON-02, TD-CON-03, TD-CON-04), which are its
    effective dice (TD-CON-09); shares are weapons like any other here (TD-DIV-04)."""
    found = tuple(pools)
    return Pool(sum(pool.rolled for pool in found), max(pool.kept for pool in found))


def judge_aimed(weapon: Weapon) -> Refusal | None:
    """Whether a weapon is aimed at targets at all: area weapons attack a point (TD-AREA-07)."""
    return None if weapon.area_radius_nm is None else Refusal(AREA_WEAPON)


def judge_shares(weapon: Weapon, targets: Sequence[str], shares: Sequence[int]) -> Refusal | None:
    """Whether a weapon may divide its fire (TD-DIV-01) so: two targets at least, all different, a die at least each, all effective dice
    (TD-DIV-02)."""
    if not weapon.divide:
        return Refusal(NO_DIVIDER)
    several = len(set(targets)) == len(targets) > 1
    if not several or min(shares) < 1 or sum(shares) != weapon.effective:
        return Refusal(WRONG_SHARES, {"dice": sum(shares), "effective": weapon.effective})
    return None


def judge_carried(rules: Rules, weapon: str, carried: Sequence[str]) -> Weapon | Refusal:
    """The weapon that is used, which must be one that the miniature has (TD-FIRE-08)."""
    found = rules.weapons.get(weapon)
    return found if found is not None and weapon in carried else Refusal(NOT_CARRIED, {"weapon": weapon})


def judge_enemy(*, hostile: bool) -> Refusal | None:
    """Aimed fire names a living enemy (TD-FIRE-09)."""
    return None if hostile else Refusal(NO_ENEMY)
