"""What may be added to an act, as the toy game on squares says it: of the end that the act has, and of none."""

from __future__ import annotations

from typing import Any

import pytest

from app.engine import play
from app.engine.dice import GivenDice
from app.engine.offers import Added
from app.engine.registry import discover
from app.engine.system import Setup
from app.engine.types import Seat

DAUBS = discover("tests.support.toy_systems")["daubs"]
STATE = play.start(DAUBS, Setup("yard", ({}, {})), GivenDice(())).state
A = Seat("a")


def act(**fields: Any) -> Any:
    return play.decode_action(DAUBS, {"type": "move", "unit": "u1", **fields})


def told(**fields: Any) -> dict[str, tuple[Added, ...]]:
    return {more.text.en: more.choices for more in DAUBS.preview(STATE, A, act(**fields)).more}


def test_an_act_of_nothing_is_refused_and_says_what_may_be_added_to_it() -> None:
    preview = DAUBS.preview(STATE, A, act())

    assert not preview.legal
    assert [len(more.choices) for more in preview.more] == [1, 4]


def test_what_may_be_added_depends_on_where_the_way_ends() -> None:
    beside_a_fence, corner = told(path=[(1, 3)]), told(path=[(0, 1), (0, 0)])

    assert [each.picks[0] for each in beside_a_fence["Put a fence beside it"]] == ["1,2", "0,3", "1,4"]
    assert [each.picks[0] for each in corner["Put a fence beside it"]] == ["1,0", "0,1"]


def test_nothing_may_be_added_to_a_way_that_cannot_be_gone() -> None:
    assert told(path=[(4, 3)]) == {}


def test_a_part_that_was_added_is_not_told_again_and_the_others_come_with_it() -> None:
    painted = told(path=[(1, 1)], paint=True)

    assert list(painted) == ["Put a fence beside it"]
    assert all(play.encode(each.action)["paint"] for each in painted["Put a fence beside it"])


@pytest.mark.parametrize("fields", [{"path": [(1, 1)]}, {}])
def test_all_that_was_added_happens_after_the_way(fields: dict[str, Any]) -> None:
    whole = act(**fields, fence=((1, 1), (2, 1)) if fields else ((1, 2), (2, 2)), paint=True)
    step = play.step(DAUBS, STATE, A, whole, GivenDice(()))

    assert isinstance(step, play.Step)
    kinds = [play.encode(event)["type"] for event in step.events]
    assert kinds == ([*(["moved"] if fields else []), "built", "painted", "turn_began"])
