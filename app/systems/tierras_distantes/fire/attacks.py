"""Attacks before their dice are rolled: who shoots at a target together, with how many dice, and the cover that counts (TD-CON, TD-COV-05)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from app.engine.types import UnitId
from app.systems.tierras_distantes.book.tables import Rules
from app.systems.tierras_distantes.fire.aiming import Strike
from app.systems.tierras_distantes.fire.dice import Pool, together
from app.systems.tierras_distantes.fire.results import group_cover
from app.systems.tierras_distantes.space.sight import Sighting


class Attack(NamedTuple):
    """All that is shot at one target at once (TD-CON-01): the dice of all, and the sighting that gives the cover, ``None`` for none at all."""

    target: UnitId
    strikes: tuple[Strike, ...]
    pool: Pool
    seen: Sighting | None

    @property
    def cover(self) -> int:
        """What the target adds to its defence (TD-COV-03)."""
        return 0 if self.seen is None else self.seen.cover


def attacks_of(rules: Rules, strikes: Iterable[Strike]) -> Iterator[Attack]:
    """One attack for each target, in the order in which they were first named (TD-DIV-06); the target has one cover against all of a group
    (TD-CON-06, TD-COV-05)."""
    by_target: dict[UnitId, list[Strike]] = {}
    for strike in strikes:
        by_target.setdefault(strike.aim.target, []).append(strike)
    for target, group in by_target.items():
        bonus = group_cover(rules, [strike.sighting.cover for strike in group])
        first = min((strike for strike in group if strike.sighting.cover == bonus), key=lambda strike: strike.unit)
        yield Attack(target, tuple(group), together(strike.pool for strike in group), first.sighting)
