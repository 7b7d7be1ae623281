"""How likely anybody is lost to dice whose hits are not all alike, as far as that can be said before its owner gives them out (FHW-ALLOC-01, FHW-BAIL-03)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import prod
from typing import NamedTuple

from app.engine.types import UnitId
from app.systems.flames_hexwar.fire.numbers import Number
from app.systems.flames_hexwar.fire.odds import Loss, Odds, met


class Dice(NamedTuple):
    """Dice of a shooter: how many, by which number they hit each team, what a hit may do."""

    many: int
    numbers: Mapping[UnitId, Number]
    losses: frozenset[Loss]

    @property
    def easiest(self) -> Number:
        """The number of whoever is easiest to hit."""
        return min(self.numbers.values(), key=lambda number: number.rank)

    @property
    def hardest(self) -> Number:
        """The number of whoever is hardest to hit: what meets it hits in any case."""
        return max(self.numbers.values(), key=lambda number: number.rank)

    @property
    def least(self) -> Fraction:
        """How likely a hit destroys somebody, whoever takes it."""
        return min(loss.anybody for loss in self.losses)

    @property
    def most(self) -> Fraction:
        """The same if whoever it harms most takes it, and the crew that has to bail out has done so before."""
        return max(1 - (1 - loss.destroyed - loss.bailed) * loss.ridden for loss in self.losses)


class Bounds(NamedTuple):
    """How likely anybody is lost, at least and at most."""

    least: Fraction
    most: Fraction


def is_harmless(losses: Iterable[Loss]) -> bool:
    """Whether none of these hits can do anything to anybody."""
    return not any(loss.destroyed or loss.bailed or loss.ridden != 1 for loss in losses)


def bounds(dice: Sequence[Dice], odds: Odds | None) -> Bounds:
    """Between which odds anybody is lost, however the hits are given out: die by die, and by how many hit where that is counted."""
    least = 1 - _missed((each.many, met(each.hardest) * each.least) for each in dice)
    most = 1 - _missed((each.many, met(each.easiest) * each.most) for each in dice)
    if odds is None:
        return Bounds(least, most)
    weakest, strongest = min(each.least for each in dice), max(each.most for each in dice)
    return Bounds(max(least, _by_hits(odds, weakest)), min(most, _by_hits(odds, strongest)))


def any_hit(dice: Sequence[Dice]) -> Fraction | None:
    """How likely anything hits at all: whoever is easiest to hit is still to be had then; ``None`` where dice must be confirmed."""
    if any(number.confirm for each in dice for number in each.numbers.values()):
        return None
    return 1 - _missed((each.many, met(each.easiest)) for each in dice)


def lost_to(shots: Iterable[tuple[int, Fraction, Loss]], again: Fraction) -> Fraction:
    """How likely one team, or somebody on it, is lost to dice of several shooters: how many, how likely each hits, what a hit does; ``again``: how
    likely a crew that is out stays with its vehicle."""
    whole, out = Fraction(1), Fraction(0)
    for count, hit, loss in shots:
        spares, ridden = 1 - loss.destroyed - loss.bailed, loss.ridden
        for _ in range(count):
            kept = 1 - loss.destroyed - loss.bailed * (1 - again)
            out = out * (1 - hit + hit * kept * ridden) + whole * hit * loss.bailed * ridden
            whole *= 1 - hit + hit * spares * ridden
    return 1 - whole - out


def _missed(dice: Iterable[tuple[int, Fraction]]) -> Fraction:
    return prod(((1 - share) ** count for count, share in dice), start=Fraction(1))


def _by_hits(odds: Odds, loss: Fraction) -> Fraction:
    """How likely anybody is lost where every hit is so likely to do it."""
    return 1 - sum((Fraction(ways, odds.of) * (1 - loss) ** hits for hits, ways in enumerate(odds.counts)), Fraction(0))
