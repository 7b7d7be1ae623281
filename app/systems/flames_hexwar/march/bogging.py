"""Bog tests (FHW-BOG, FHW-TERR-09, FHW-ROAD-04)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

from app.engine.types import RuleId
from app.systems.flames_hexwar.book.kinds import Going, Skill
from app.systems.flames_hexwar.book.tables import Rules
from app.systems.flames_hexwar.fire.odds import at_least


class BogTest(NamedTuple):
    """A test that a team makes on a step."""

    need: int
    rerolls: bool = False
    """A failure is rolled again once: wide tracks (FHW-BOG-02)."""
    twice: bool = False
    """A success must be repeated: mud (FHW-WEA-12)."""


def bog_test(rules: Rules, going: Going, skill: Skill, *, wide_tracks: bool = False, twice: bool = False) -> BogTest:
    """The test of difficult or very difficult going (FHW-BOG-03)."""
    need = rules.constants.bog_pass if going == "difficult" else rules.skills[skill].skill_test
    return BogTest(need, wide_tracks, twice)


def is_passed(test: BogTest, roll: Callable[[], int]) -> bool:
    """Rolls it."""
    return _once(test, roll) and (not test.twice or _once(test, roll))


def _once(test: BogTest, roll: Callable[[], int]) -> bool:
    return roll() >= test.need or (test.rerolls and roll() >= test.need)


def odds(test: BogTest) -> Fraction:
    """How likely it is passed."""
    one = at_least(test.need)
    once = one + (1 - one) * one if test.rerolls else one
    return once * once if test.twice else once


def wreck_refused(rules: Rules, wrecks: int, *, by_road: bool, recovers: bool) -> RuleId | None:
    """Whether wrecks on a road keep a vehicle out (FHW-ROAD-05)."""
    blocks = by_road and wrecks >= rules.constants.wrecks_block and not recovers
    return RuleId("FHW-ROAD-05") if blocks else None


def wreck_tests(rules: Rules, wrecks: int, size: str, *, enters_by_road: bool, leaves_by_road: bool) -> bool:
    """Whether a vehicle that passes wrecks on a road tests for bogging (FHW-ROAD-04)."""
    return wrecks >= 1 and size in rules.constants.wreck_tests and enters_by_road and leaves_by_road
