"""Every possible roll of an act, played through the judge."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from app.engine.dice import GivenDice
from app.engine.offers import Preview
from app.engine.refusal import Refusal
from app.engine.story import Step
from app.engine.telling import Chance
from app.engine.types import Action, Seat
from app.systems.flames_hexwar.choices.plans import preview
from app.systems.flames_hexwar.judge import acts
from tests.games.flames_hexwar.scenes import Table


class _Missing(Exception):
    """A die is asked for that has not been thrown yet."""


class _Thrown(GivenDice):
    """Dice that say how many sides the first one has that is missing; those of no interest show their highest face."""

    def __init__(self, faces: Sequence[int], only: Sequence[str]) -> None:
        super().__init__(faces)
        self.only = only

    def roll(self, purpose: str, sides: int = 6) -> int:
        if self.only and purpose not in self.only:
            return sides
        if self.left_over == 0:
            raise _Missing(sides)
        return super().roll(purpose, sides)


def every_roll(at: Table, seat: str, act: Action, only: Sequence[str] = ()) -> Iterator[tuple[Fraction, Step]]:
    """What follows from an act with all dice that may fall, each with how likely it is; ``only``: dice of these purposes."""
    moment = at.moment
    verdict = acts.check(moment, Seat(seat), act)
    assert not isinstance(verdict, Refusal), verdict
    todo: list[tuple[Fraction, tuple[int, ...]]] = [(Fraction(1), ())]
    while todo:
        share, faces = todo.pop()
        try:
            yield share, acts.apply(moment, Seat(seat), act, verdict, _Thrown(faces, only))
        except _Missing as missing:
            sides = int(missing.args[0])
            todo += [(share / sides, (*faces, face)) for face in range(1, sides + 1)]


def share_of(
    at: Table, seat: str, act: Action, *wanted: Callable[[Step], bool], only: Sequence[str] = ()
) -> list[Fraction]:
    """How likely each of these comes of an act."""
    found = [Fraction(0)] * len(wanted)
    for share, step in every_roll(at, seat, act, only):
        for place, holds in enumerate(wanted):
            found[place] += share * holds(step)
    return found


def told(at: Table, seat: str, act: Action) -> Preview:
    """The preview of a legal act."""
    found = preview(at.moment, Seat(seat), act, None)
    for chance in (*found.chances, *found.threats):
        assert 0 <= chance.numerator <= chance.denominator
        assert len(chance.steps) == len(chance.rules)
    return found


def odds_of(chances: Sequence[Chance], words: str) -> Fraction:
    """The first chance whose English words begin so."""
    found = next((each for each in chances if each.text.en.startswith(words)), None)
    assert found is not None, [each.text.en for each in chances]
    return Fraction(found.numerator, found.denominator)
