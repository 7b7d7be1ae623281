"""Exact chances of an attack ("Dice" in the rules): every way that dice may fall, counted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Final

from app.systems.tierras_distantes.book.kinds import DIE_SIDES, Result
from app.systems.tierras_distantes.book.tables import Rules
from app.systems.tierras_distantes.fire.dice import Pool
from app.systems.tierras_distantes.fire.results import result_of

RESULTS: Final[tuple[Result, ...]] = ("none", "frightened", "casualty")
WHOLE: Final = 10_000


@lru_cache(maxsize=1024)
def ways(rolled: int, kept: int) -> Mapping[int, int]:
    """Sum -> in how many ways so many dice have it as the sum of their best; together ``6 ** rolled``."""
    kept = min(kept, rolled)
    if kept == 0:
        return {0: DIE_SIDES**rolled}
    found: dict[int, int] = {}
    open_yet: dict[tuple[int, int], int] = {
        (0, 0): 1
    }  # dice of higher faces, fewer than are kept, and their sum -> ways
    for face in range(DIE_SIDES, 0, -1):
        rest = [_ways_of_rest(rolled - placed, kept - placed, face) for placed in range(kept)]
        grown: dict[tuple[int, int], int] = {}
        for (placed, score), count in open_yet.items():
            missing = kept - placed
            best = score + face * missing
            found[best] = found.get(best, 0) + count * rest[placed]
            for more in range(missing):
                key = (placed + more, score + face * more)
                grown[key] = grown.get(key, 0) + count * comb(rolled - placed, more)
        open_yet = grown
    return dict(sorted(found.items()))


def _ways_of_rest(dice: int, least: int, face: int) -> int:
    """In how many ways so many dice show no more than a face, and at least so many of them that very one."""
    return sum(comb(dice, more) * (face - 1) ** (dice - more) for more in range(least, dice + 1))


@lru_cache(maxsize=1024)
def _margins(rolled: int, kept: int, defence: int) -> Mapping[int, int]:
    """Attack less defence -> in how many ways that comes about."""
    found: dict[int, int] = {}
    against = ways(defence, defence)
    for score, count in ways(rolled, kept).items():
        for guard, times in against.items():
            found[score - guard] = found.get(score - guard, 0) + count * times
    return found


def chances(rules: Rules, pool: Pool, defence: int, cover: int) -> dict[Result, Fraction]:
    """The chance of each result of an attack against so many dice of armour."""
    found: dict[Result, int] = dict.fromkeys(RESULTS, 0)
    for margin, count in _margins(*pool, defence).items():
        found[result_of(rules, margin - cover)] += count
    whole = DIE_SIDES ** (pool.rolled + defence)
    return {result: Fraction(count, whole) for result, count in found.items()}


def in_ten_thousandths(parts: Sequence[Fraction]) -> list[int]:
    """Chances that are together 1, in ten-thousandths that are together 10 000: each rounded down, what is missing given to the greatest
    remainders, the first of equal ones first."""
    exact = [part * WHOLE for part in parts]
    found = [int(part) for part in exact]
    order = sorted(range(len(parts)), key=lambda at: found[at] - exact[at])
    for at in order[: WHOLE - sum(found)]:
        found[at] += 1
    return found
