"""How often a turn of the largest scenario asks somebody who did not begin it: windows, and the prompts of part 5.2 of the rules. What a
player does of his own accord is no answer: plans, designations, entries, cards that he turns, what his platoon does then."""

from __future__ import annotations

import random
from collections import Counter
from typing import Final

import pytest

from app.engine.dice import StreamDice
from app.engine.refusal import Refusal
from app.engine.types import Action, Seat
from app.systems.flames_hexwar.book.kinds import Order
from app.systems.flames_hexwar.judge import acts
from app.systems.flames_hexwar.judge.acts import Moment
from app.systems.flames_hexwar.plan import planning
from app.systems.flames_hexwar.position import actions as a
from app.systems.flames_hexwar.position.actions import StandingShot
from app.systems.flames_hexwar.turn.machine import asked, prompt_of
from tests.games.flames_hexwar.playing import done, moment_of, opened, sampled

MOST: Final = 40
TURNS: Final = 3
OWN: Final = (
    *("deploy_defender", "deploy_attacker", "plan", "a1_designate", "a2_designate"),
    *("b", "c", "d", "activation", "e_write", "e_order"),
)
WISHES: Final[dict[str, tuple[Order, ...]]] = {"A": ("MD", "MT", "FO"), "B": ("FO", "MD")}
"""What platoons are told in turn; batteries cover."""


def planned(moment: Moment, seat: Seat, *, standing: bool) -> Action:
    """The next act of somebody who gives every card its order, and says beforehand at what those set aside fire."""
    drafts = moment.position.seats[seat].drafts
    for number, platoon in enumerate(planning.cards_of(moment.field, seat)):
        if platoon.id not in drafts.orders:
            wishes = WISHES[platoon.side]
            covers = moment.field.of_platoon(platoon).category in ("artillery", "mortar")
            first: Order = "FC" if covers else wishes[number % len(wishes)]
            found = (a.GiveOrder(platoon.id, order) for order in (first, "MD", "FC"))
            return next(act for act in found if not isinstance(acts.check(moment, seat, act), Refusal))
    aside = [name for name, card in drafts.orders.items() if card.order == "FO"]
    if standing and aside and not drafts.in_force:
        return a.Standing(True, tuple(StandingShot(name, 4, "any") for name in aside))
    return a.Commit()


@pytest.mark.rule("FHW-FO-15", "FHW-FO-16")
@pytest.mark.parametrize("standing", [True, False])
def test_a_turn_of_the_largest_scenario_waits_for_few_answers(standing: bool) -> None:
    pick, position = random.Random(1), opened("big_pass", 2)
    answers, acted = Counter[int](), Counter[int]()
    while position.turn <= TURNS:
        moment, prompt = moment_of(position), prompt_of(position)
        seat = pick.choice(asked(moment.field))
        action: Action | None
        if prompt == "plan":
            action = planned(moment, seat, standing=standing)
        elif prompt == "window":
            assert not standing
            action = a.Hold("activation")
        else:
            action = sampled(moment, seat, pick)
        assert action is not None
        (acted if prompt in OWN else answers)[position.turn] += 1
        position = done(moment, seat, action, StreamDice(pick.randbytes(32), prompt)).state

    assert min(acted[turn] for turn in range(1, TURNS + 1)) > MOST
    assert max(answers.values(), default=0) <= MOST
    assert standing or answers
