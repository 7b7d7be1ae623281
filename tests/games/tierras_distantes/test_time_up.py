"""What is done for whoever's time is up: in every scenario it leads to an end."""

from __future__ import annotations

import pytest

from app.engine.dice import StreamDice
from app.engine.types import Seat
from app.systems.tierras_distantes.choices.lists import composed_squad, lockable
from app.systems.tierras_distantes.choices.time_up import time_out
from app.systems.tierras_distantes.position import actions as a
from tests.games.tierras_distantes.playing import after, asked, moment, opened, refused, stepped
from tests.games.tierras_distantes.table import book, position, rules, unit

ORDERS = ("blind", "winner_second", "alternate")


@pytest.mark.rule("TD-END-14", "TD-END-13")
@pytest.mark.parametrize("scenario", list(book().scenarios))
@pytest.mark.parametrize("order", ORDERS)
def test_defaults_alone_lead_to_an_end(scenario, order):
    at, dice = opened(scenario, deployment_order=order, quiet_turns=1).state, StreamDice(bytes(32), "time")
    while at.phase != "over":
        seat = at.players[asked(at)[0]].seat
        action = time_out(moment(at), seat)
        assert action is not None
        at = stepped(at, seat, action, dice).state

    assert at.result.reason == "quiet"
    assert all(time_out(moment(at), Seat(seat)) is None for seat in "ab")


@pytest.mark.rule("TD-TER-04")
def test_pieces_are_left_out_as_long_as_they_may_be_and_then_laid_from_the_south_west():
    start = opened("two_halves", ()).state
    squad = time_out(moment(start), "a")
    at = stepped(after(start, "a", squad), "b", squad, StreamDice(bytes(32), "lots")).state
    seen = []
    while at.phase == "terrain":
        seat = at.players[asked(at)[0]].seat
        action = time_out(moment(at), seat)
        seen.append(action)
        at = stepped(at, seat, action, StreamDice(bytes(32), "lots")).state

    placed = [action for action in seen if isinstance(action, a.PlacePiece)]
    assert isinstance(seen[0], a.LeavePiece)
    assert (placed[0].x_mm, placed[0].y_mm, placed[0].rotation_step) == (0, 0, 0)
    assert len(seen) == 12


@pytest.mark.rule("TD-ACT-05")
def test_the_first_that_are_ready_are_named():
    units = (*(unit(f"A0{n}", 100 * n, 500) for n in range(1, 5)), unit("B01", 500, 900))
    progressive = {"activation_choice": "progressive"}

    assert time_out(moment(position(*units, count=2)), "a") == a.Activate(("A01", "A02"))
    assert time_out(moment(position(*units, count=2, options=progressive)), "a") == a.EndBatch(("A01", "A02"))
    assert time_out(moment(position(*units, count=2)), "b") is None


@pytest.mark.rule("TD-SQD-11")
def test_squads_that_are_ready_are_those_that_may_be_locked():
    start = opened("unknown_world", ()).state
    tight = opened("unknown_world", (), points_limit=150).state
    heavy = after(start, "a", a.LockSquad((a.ListedMember("regular", "medium", ("carbine",), count=6),)))

    squads = lockable(rules(), start, "A")
    assert [len(act.members) for act in squads] == [4, 4]
    assert after(start, "a", squads[0]).players["A"].members[0].name.es == "Sargento"
    made = lockable(rules(points_limit=150), tight, "A")
    assert len(made) == 1
    assert refused(tight, "a", made[0]) is None
    assert composed_squad(rules(points_limit=150), tight, "A") is not None
    unbalanced = after(heavy, "b", lockable(rules(points_limit=200), heavy, "B")[0])
    assert all(refused(unbalanced, "a", act) is None for act in lockable(rules(points_limit=200), unbalanced, "A"))


@pytest.mark.rule("TD-DEP-01", "TD-DEP-05", "TD-DEP-08")
def test_whoever_says_nothing_gets_the_first_side_and_everybody_placed():
    at = opened("outpost", (5, 2)).state
    side = time_out(moment(at), Seat("a"))
    deploying = after(at, "a", side)

    assert side == a.ChooseSide(at.board.sides[0])
    assert time_out(moment(deploying), Seat("a")) == a.DeployRest()
