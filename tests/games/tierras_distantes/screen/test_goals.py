"""Every way to win, when it is looked at and how it stands."""

from __future__ import annotations

import pytest

from app.engine.types import Text
from app.systems.tierras_distantes.book.pieces import Objective
from tests.games.tierras_distantes.playing import opened
from tests.games.tierras_distantes.screen.looking import drawn, plain
from tests.games.tierras_distantes.table import position, unit

DISC = Objective("well", Text("Pozo", "Well"), 500, 500, 60, 0, 0, 2)
FOE = unit("B01", 900, 900)


def goals(at):
    return {goal.id: goal for goal in drawn(at).goals}


def now(goal):
    return None if goal.now is None else plain(goal.now.en)


def tallies(goal):
    return {tally.side: (tally.value, tally.of) for tally in goal.tallies}


@pytest.mark.rule("TD-END-04", "TD-END-06")
def test_how_near_a_side_is_to_breaking_is_counted_by_what_it_has_lost_as_on_its_card():
    at = position(unit("A01"), unit("A02", 60), unit("A03", status="lost"), FOE, unit("B02", status="lost"))

    found = goals(at)["break"]

    assert tallies(found) == {"A": (1, 2), "B": (1, 1)}
    cards = {each.side: each.figures[1] for each in drawn(at).standings}
    assert {side: (figure.value, figure.of) for side, figure in cards.items()} == tallies(found)
    assert {figure.text for figure in cards.values()} == {found.name}
    assert (found.about.en.startswith("Whoever breaks the other side wins: that takes half"), found.now) == (True, None)


@pytest.mark.rule("TD-END-07")
def test_with_dice_for_morale_it_is_told_what_each_would_hold_with():
    at = position(unit("A01"), unit("A02", 60), unit("A03", status="lost"), FOE, options={"morale": "roll"})

    found = goals(at)["break"]

    assert now(found) == "If the turn ended now, A would hold in 83% of cases, B in 100%."
    assert tallies(found) == {"A": (1, 3), "B": (0, 1)}


@pytest.mark.rule("TD-END-09")
@pytest.mark.parametrize(
    ("options", "objectives", "ids"),
    [
        ({}, (), ["break", "quiet"]),
        ({"turn_limit": 4}, (), ["break", "limit", "quiet"]),
        ({"turn_limit": 4, "quiet_turns": 0}, (DISC,), ["break", "objectives", "limit"]),
        ({}, (DISC,), ["break", "quiet"]),
    ],
)
def test_there_is_a_goal_for_every_way_in_which_the_room_lets_a_game_end(options, objectives, ids):
    at = position(unit("A01"), FOE, options=options, objectives=objectives)

    assert list(goals(at)) == ids


@pytest.mark.rule("TD-END-09")
def test_at_the_limit_it_is_told_who_would_win_now_and_by_what():
    limit = {"options": {"turn_limit": 4}}
    level = position(unit("A01"), FOE, **limit)
    ahead = position(unit("A01"), FOE, unit("B02", 800, 900), unit("B03", status="lost"), **limit)
    on_it = position(unit("A01", 500, 500), FOE, objectives=(DISC,), **limit)

    assert now(goals(level)["limit"]) == "Now it would be a draw."
    assert now(goals(ahead)["limit"]) == "Now Side A would win on losses."
    assert now(goals(on_it)["limit"]) == "Now Side A would win on objectives."
    assert tallies(goals(on_it)["objectives"]) == {"A": (2, None), "B": (0, None)}
    assert goals(on_it)["limit"].about.en.startswith("If they are level on objectives")
    assert goals(on_it)["objectives"].counted.en == "Counted when turn 4 ends."


@pytest.mark.rule("TD-END-13")
def test_quiet_turns_are_counted():
    at = position(unit("A01"), FOE, quiet=3)

    found = goals(at)["quiet"]

    assert now(found) == "So far 3 of 4 in a row."
    assert found.about.en == "After 4 turns in a row without a loss the game is drawn."


def test_before_play_the_goals_are_told_and_nothing_is_counted():
    found = goals(opened("reactor").state)

    assert list(found) == ["break", "objectives", "limit", "quiet"]
    assert all((goal.tallies, goal.now) == ((), None) for goal in found.values())
