"""What is done for a seat whose time is up: the defaults, one by one."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from app.engine.types import Action, Seat
from app.systems.open_wars.choices.time_up import time_out
from app.systems.open_wars.position import actions as a
from app.systems.open_wars.position import frames as f
from app.systems.open_wars.position.state import Fallen
from tests.games.open_wars.table import Game, a_position, fighting, leaping, moving
from tests.games.open_wars.turn.test_scenario_play import stand

AXER, WARRIOR, SWORDSMAN = "orcs.axer", "elves.warrior", "elves.swordsman"
BOTH = {"a": "undead", "b": "elves"}


def way_out(game: Game, seat: str) -> Action | None:
    return time_out(game.moment, Seat(seat), lambda action: game.refused(seat, action) is None)


@pytest.mark.rule("OW-PRM-09")
def test_the_movement_ends_and_nobody_else_is_helped():
    game = moving(a_position([("a", AXER, "A1", 1), ("b", WARRIOR, "C1", 1)]))

    assert way_out(game, "a") == a.EndMovement()
    assert way_out(game, "b") is None


@pytest.mark.rule("OW-PRM-09", "OW-SCN-05")
def test_who_must_approach_takes_the_first_step_nearer_until_the_movement_may_end():
    tokens = [("a", "barbarians.scout", "A2"), ("b", "undead.zombie", "C2"), ("b", "undead.skeleton", "B2")]
    game = moving(stand(3, *tokens), seat="b")
    step = way_out(game, "b")

    assert step == a.Move((2,), ("B2",))
    assert way_out(game.do("b", step), "b") == a.EndMovement()


@pytest.mark.rule("OW-PRM-09")
def test_an_acting_unit_holds():
    game = fighting(a_position([("a", AXER, "A1", 1), ("b", SWORDSMAN, "A1", 1)])).run()

    assert way_out(game, game.asked) == a.Hold()


@pytest.mark.rule("OW-PRM-09", "OW-HIT-04")
def test_hits_fall_on_the_first_unit_by_name_and_there_on_the_last_token():
    position = a_position(
        [("a", "undead.zombie", "A1", 4), ("a", "undead.mummy", "A1", 2), ("b", SWORDSMAN, "A1", 3)], seats=BOTH
    )
    game = fighting(position).run().do("b", a.Attack("A1", Seat("a")), 1, 1, 1)

    assert way_out(game, "a") == a.AssignHit("undead.mummy", 6)


@pytest.mark.rule("OW-PRM-09", "OW-HIT-04")
def test_of_tokens_that_differ_the_one_with_the_highest_number_takes_the_hit():
    position = a_position([("a", AXER, "A1", 2), ("b", SWORDSMAN, "A1", 1)])
    tokens = {**position.tokens, 1: replace(position.tokens[1], barred=True)}
    game = fighting(replace(position, tokens=tokens)).run().do("b", a.Attack("A1", Seat("a")), 1)

    assert way_out(game, "a") == a.AssignHit(AXER, 2)


@pytest.mark.rule("OW-PRM-09", "OW-ATK-06")
def test_the_first_target_is_taken_in_order_of_seats():
    game = leaping()

    assert way_out(game, "a") == a.BonusTarget("B1", Seat("b"))


@pytest.mark.rule("OW-PRM-09", "OW-CARD-18")
def test_nothing_is_brought_back():
    position = a_position(
        [("a", "undead.zombie", "A1", 1), ("b", WARRIOR, "C1", 1)],
        rows=(("skeleton_desert", "plains", "capital", "plains"),),
        seats=BOTH,
        fallen=(Fallen(9, "undead.zombie", Seat("a"), "B1"),),
        mana=0,
        next_token=10,
    )
    game = Game(replace(position, frames=(f.TurnFrame("turn_end"),))).run()

    assert game.ask.kind == "resurrect"
    assert way_out(game, "a") == a.Resurrect()
