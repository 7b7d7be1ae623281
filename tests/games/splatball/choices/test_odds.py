"""The odds that a preview tells, held against every roll there is, carried out by the judge."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from app.engine.types import Seat
from app.systems.splatball.position import actions as a
from app.systems.splatball.position import events_fights as ef
from app.systems.splatball.position.state import Position
from tests.games.splatball.playing import game, step
from tests.games.splatball.table import piece, position, unit

ATTACK = a.Attack("s", "t")


def fight(*pieces: Any, shooter: str = "scamp", target: str = "scamp", options: Any = None, **more: Any) -> Position:
    """A unit of seat ``a`` south of one of seat ``b``; another of that seat is left whatever happens."""
    return position(
        unit("s", shooter, (5, 6)),
        unit("t", target, (5, 5), "b", **more),
        unit("z", "scamp", (11, 11), "b"),
        pieces=pieces,
        edges={"a": "S", "b": "N"},
        options=options or {},
    )


def told(at: Position) -> dict[str, Fraction]:
    """What the preview of the attack tells, by its words."""
    chances = game().preview(at, Seat("a"), ATTACK).chances
    return {each.text.en: Fraction(each.numerator, each.denominator) for each in chances}


def carried_out(at: Position, backs: int) -> dict[str, Fraction]:
    """Of all rolls of the attack and of so many retreat dice how many come to what."""
    count = game().preview(at, Seat("a"), ATTACK).facts["dice"]
    ends: dict[str, int] = {}
    for dice in product(range(1, 7), repeat=count + backs):
        events = step(at, "a", ATTACK, *dice).events
        for end in ends_of(events):
            ends[end] = ends.get(end, 0) + 1
    return {end: Fraction(number, 6 ** (count + backs)) for end, number in ends.items()}


def ends_of(events: Any) -> set[str]:
    """What came of one roll, as a preview words it."""
    rolled = next(each for each in events if isinstance(each, ef.DiceRolled))
    back = next((each for each in events if isinstance(each, ef.RetreatRolled)), None)
    ends = {"One hit" if rolled.hits == 1 else f"{rolled.hits} hits"} if rolled.strength is None else set()
    if rolled.strength is None and rolled.hits:
        ends.add("At least one hit")
    impact = next((each for each in events if isinstance(each, ef.Impact)), None)
    if rolled.strength is not None:
        ends |= {"Nothing"} if impact is None else {"At least one impact"}
    if impact is not None:
        ends.add("Double impact" if impact.double else "One impact")
    if any(isinstance(each, ef.Eliminated) for each in events):
        ends.add("Out of the game")
    if back is not None and back.squares:
        ends.add("Falls back")
    return ends


@pytest.mark.rule("SPL-FIRE-10", "SPL-HIT-03", "SPL-RET-01")
@pytest.mark.parametrize("rule", ["pool", "best_die", "each_die"])
@pytest.mark.parametrize("lives", [1, 2])
def test_what_is_told_of_an_attack_on_foot_is_what_counting_every_roll_gives(rule: str, lives: int) -> None:
    at = fight(piece("p1", "hedge", (6, 5)), lives=lives, options={"points_rule": rule})
    found = told(at)

    counted = carried_out(at, backs=lives - 1)

    assert {name: chance for name, chance in found.items() if chance} == counted
    assert next(iter(found)) == "At least one hit"


@pytest.mark.rule("SPL-FIRE-10", "SPL-VHIT-01", "SPL-VHIT-02", "SPL-VHIT-03")
@pytest.mark.parametrize("damage", [0, 1, 2])
def test_what_is_told_of_an_attack_on_a_vehicle_is_what_counting_every_roll_gives(damage: int) -> None:
    at = fight(target="badger", damage=damage, facing="N")
    found = told(at)

    counted = carried_out(at, backs=0)

    assert {name: chance for name, chance in found.items() if chance} == counted
    assert next(iter(found)) == "At least one impact"
