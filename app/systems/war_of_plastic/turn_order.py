"""Who goes first and who goes next: roll-offs and the taking of turns in deployment (WOP-DEPL-04, 06, 08, 13)."""

from __future__ import annotations

from collections.abc import Container
from typing import NamedTuple

from app.engine.dice import Dice
from app.systems.war_of_plastic.state import Army, other


class RollOff(NamedTuple):
    """A decided roll-off: the army with the higher die, and every pair of dice (A's, B's), ties first."""

    higher: Army
    dice: tuple[tuple[int, int], ...]

    @property
    def lower(self) -> Army:
        """The army with the lower die."""
        return other(self.higher)


def roll_off(dice: Dice, purpose: str) -> RollOff:
    """One die for each army, A's first, again and again until they differ (WOP-DEPL-04, WOP-DICE-02)."""
    thrown: list[tuple[int, int]] = []
    while not thrown or thrown[-1][0] == thrown[-1][1]:
        thrown.append((dice.roll(f"{purpose} A"), dice.roll(f"{purpose} B")))
    a, b = thrown[-1]
    return RollOff("A" if a > b else "B", tuple(thrown))


def next_to_deploy(just_deployed: Army, unfinished: Container[Army]) -> Army | None:
    """Whose go it is after an army has deployed a unit or finished: the other's, or its own if only it goes on; ``None``
    when both have finished (WOP-DEPL-08, 13)."""
    if other(just_deployed) in unfinished:
        return other(just_deployed)
    return just_deployed if just_deployed in unfinished else None
