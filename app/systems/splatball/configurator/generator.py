"""Random numbers of the configurator, exact to the last draw (SPL-CFG-02)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeVar

MASK: Final = (1 << 64) - 1
STEP: Final = 0x9E3779B97F4A7C15
MIX: Final = (0xBF58476D1CE4E5B9, 0x94D049BB133111EB)

Thing = TypeVar("Thing")


class Generator:
    """SplitMix64 of a seed from 0 to 2^64 - 1 (SPL-CFG-02).

    >>> Generator(0).next() == 0xE220A8397B1DCDAF
    True
    """

    def __init__(self, seed: int) -> None:
        self._state = seed & MASK

    def next(self) -> int:
        """The next number of 64 bits."""
        self._state = z = (self._state + STEP) & MASK
        z = ((z ^ (z >> 30)) * MIX[0]) & MASK
        z = ((z ^ (z >> 27)) * MIX[1]) & MASK
        return z ^ (z >> 31)

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, each equally likely; ``n`` is 1 or more."""
        limit = (1 << 64) - (1 << 64) % n
        while (drawn := self.next()) >= limit:
            pass
        return drawn % n

    def one_of(self, things: Sequence[Thing]) -> Thing:
        """An entry of a list that is not empty: one draw."""
        return things[self.below(len(things))]
