"""What every game is about: each scenario says how it is won and when that is counted, to everybody, in both languages."""

from __future__ import annotations

import pytest

from app.engine.types import SPECTATOR, Goal, Text
from tests.support.random_play import played, set_ups

every_set_up = pytest.mark.parametrize(
    ("game", "scenario", "seats"), [pytest.param(*each, id="-".join(map(str, each))) for each in set_ups()]
)


@every_set_up
def test_every_scene_says_what_wins_and_when_it_is_counted(game: str, scenario: str, seats: int) -> None:
    one = played(game, scenario, seats, 0)
    for state in (*(moment.state for moment in one.some_moments()), one.final):
        for viewer in one.viewers:
            goals = one.system.scene(one.system.view(state, viewer)).goals
            assert goals
            assert len({goal.id for goal in goals}) == len(goals)
            for goal in goals:
                assert all(is_worded(text) for text in (goal.name, goal.about, goal.counted))
                assert all(is_worded(tally.name) and tally.value >= 0 for tally in goal.tallies)
                assert len({tally.side for tally in goal.tallies}) == len(goal.tallies)


@every_set_up
def test_what_wins_does_not_depend_on_who_looks(game: str, scenario: str, seats: int) -> None:
    one = played(game, scenario, seats, 0)
    for moment in one.some_moments(5):
        public = one.system.scene(one.system.view(moment.state, SPECTATOR)).goals
        for viewer in one.viewers:
            own = one.system.scene(one.system.view(moment.state, viewer)).goals
            assert [told(goal) for goal in own] == [told(goal) for goal in public]


@every_set_up
def test_the_picture_of_a_scenario_has_its_goals(game: str, scenario: str, seats: int) -> None:
    one = played(game, scenario, seats, 0)
    assert one.system.picture(scenario, seats).goals


def told(goal: Goal) -> tuple[str, Text, Text]:
    return goal.id, goal.about, goal.counted


def is_worded(text: Text) -> bool:
    return bool(text.es.strip()) and bool(text.en.strip()) and "{" not in text.es + text.en
