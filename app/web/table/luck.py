"""How the dice treated each side, in consequences: what came off against what was to be expected, and how seldom that is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from app.engine.telling import LogEntry, RollShown
from app.engine.types import Text

UNLIKELY: Final = 3
"""How many of the unlikeliest moments are told."""
SELDOM: Final = 0.15
"""A moment likelier than this is not worth telling."""


class Tally(msgspec.Struct, frozen=True):
    """The rolls of a side for one purpose that needed something."""

    purpose: Text
    rolls: int
    came_off: int
    expected: float

    @property
    def difference(self) -> float:
        """By how many more came off than were to be expected."""
        return self.came_off - self.expected


class SideLuck(msgspec.Struct, frozen=True):
    """The dice of a side: all that fell, those that needed something by purpose, the commonest first, and of a hundred games
    with the same rolls in how many fewer would have come off."""

    side: str
    rolls: int
    tallies: tuple[Tally, ...]
    better_than: int | None

    @property
    def needing(self) -> int:
        """How many rolls needed something."""
        return sum(tally.rolls for tally in self.tallies)

    @property
    def came_off(self) -> int:
        """How many of them came off."""
        return sum(tally.came_off for tally in self.tallies)

    @property
    def expected(self) -> float:
        """How many of them were to be expected to."""
        return sum(tally.expected for tally in self.tallies)


class Seldom(msgspec.Struct, frozen=True):
    """A line of the log whose dice fell as they seldom do: once in ``one_in`` times. ``place`` is its place in the log."""

    place: int
    text: Text
    side: str | None
    one_in: int


def chance_of(roll: RollShown) -> float | None:
    """How likely a roll was to come off; ``None`` if it needed nothing."""
    if roll.need is None or roll.success is None:
        return None
    good = roll.need if roll.low else roll.sides + 1 - roll.need
    return max(0, min(roll.sides, good)) / roll.sides


def luck_of(log: Iterable[LogEntry | None]) -> list[SideLuck]:
    """The luck of each side, in the order in which they first rolled."""
    return [_side(side, rolls) for side, rolls in rolls_by_side(log).items()]


def rolls_by_side(log: Iterable[LogEntry | None]) -> dict[str, list[RollShown]]:
    """The rolls of each side, in the order in which they first rolled. A roll belongs to its own side, else to its line's."""
    found: dict[str, list[RollShown]] = {}
    for entry in log:
        for side, rolls in _by_side(entry).items() if entry is not None else ():
            if side:
                found.setdefault(side, []).extend(rolls)
    return found


def unlikeliest(log: Sequence[LogEntry | None]) -> list[Seldom]:
    """The moments at which so many, or so few, of a side's dice came off as seldom do, the most seldom first."""
    found = []
    for place, entry in enumerate(log):
        if entry is None:
            continue
        for side, rolls in _by_side(entry).items():
            likely = _as_extreme([each for roll in rolls if (each := _outcome(roll)) is not None])
            if 0 < likely < SELDOM:
                found.append(Seldom(place, entry.text, side, round(1 / likely)))
    return sorted(found, key=lambda each: -each.one_in)[:UNLIKELY]


def _by_side(entry: LogEntry) -> dict[str | None, list[RollShown]]:
    found: dict[str | None, list[RollShown]] = {}
    for roll in entry.rolls:
        found.setdefault(roll.side or entry.side, []).append(roll)
    return found


def _outcome(roll: RollShown) -> tuple[float, bool] | None:
    """How likely a roll was to come off, and whether it did."""
    chance = chance_of(roll)
    return None if chance is None else (chance, bool(roll.success))


def _as_extreme(outcomes: Sequence[tuple[float, bool]]) -> float:
    """How likely it was that so many come off or more, or so few or fewer, whichever is the less likely."""
    counts, came_off = _counts([chance for chance, _ in outcomes]), sum(success for _, success in outcomes)
    return min(sum(counts[came_off:]), sum(counts[: came_off + 1]))


def _side(side: str, rolls: Sequence[RollShown]) -> SideLuck:
    needing = [(roll, chance) for roll in rolls if (chance := chance_of(roll)) is not None]
    purposes: dict[Text, list[tuple[RollShown, float]]] = {}
    for roll, chance in needing:
        purposes.setdefault(roll.purpose, []).append((roll, chance))
    tallies = [
        Tally(purpose, len(each), sum(1 for roll, _ in each if roll.success), sum(chance for _, chance in each))
        for purpose, each in purposes.items()
    ]
    came_off = sum(tally.came_off for tally in tallies)
    better = _better_than([chance for _, chance in needing], came_off) if needing else None
    return SideLuck(side, len(rolls), tuple(sorted(tallies, key=lambda tally: -tally.rolls)), better)


def _better_than(chances: Sequence[float], came_off: int) -> int:
    """In how many games of a hundred fewer would have come off, counting half of those with as many."""
    counts = _counts(chances)
    return round(100 * (sum(counts[:came_off]) + counts[came_off] / 2))


def _counts(chances: Sequence[float]) -> list[float]:
    """How likely it is that none come off, that one does, two..."""
    counts = [1.0]
    for chance in chances:
        counts = [
            (counts[n] * (1 - chance) if n < len(counts) else 0.0) + (counts[n - 1] * chance if n else 0.0)
            for n in range(len(counts) + 1)
        ]
    return counts
