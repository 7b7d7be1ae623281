"""What became of a declared move when the map is another by the time it is carried out, and rules of moving one by one."""

from __future__ import annotations

from typing import Any

import pytest

from app.engine.dice import GivenDice
from app.engine.refusal import InvalidInput
from app.engine.system import Setup
from app.engine.types import Seat
from app.systems.open_wars.book.book import Book
from app.systems.open_wars.book.geometry import card_at, cells_of, checked_rows, neighbours, step_distance
from app.systems.open_wars.book.kinds import Target
from app.systems.open_wars.field.story import Story
from app.systems.open_wars.opening.setup import open_game
from app.systems.open_wars.position import actions as a
from app.systems.open_wars.position import events as e
from app.systems.open_wars.position import frames as f
from app.systems.open_wars.position.state import Effect, Fallen
from app.systems.open_wars.turn import leaving
from tests.games.open_wars.table import Game, a_position, book, moving

ZOMBIE, WARLOCK, DRUID = "undead.zombie", "undead.warlock", "elves.druid"


def filled_up_meanwhile(*path: str) -> Game:
    """A zombie has declared a move; a fourth zombie has risen at its end in the window of the move."""
    end = path[-1]
    tokens = [("a", ZOMBIE, "A1", 1), ("a", ZOMBIE, end, 3), ("a", WARLOCK, end, 1), ("b", DRUID, "D3", 1)]
    fallen = (Fallen(90, ZOMBIE, Seat("a"), end),)
    position = a_position(tokens, seats={"a": "undead", "b": "elves"}, fallen=fallen, next_token=91, mana=6)
    game = moving(position).do("a", a.Move((1,), path))
    game.do("b", a.Cast(6, "arcane_wind", Target(cell="D3", seat=Seat("b"), unit=DRUID)))
    game.do("a", a.Cast(5, "raise_the_fallen", Target(cell=end, fallen=90)))
    while any(isinstance(frame, f.WindowFrame) for frame in game.position.frames):
        game.do(game.asked, a.Pass())
    return game


@pytest.mark.rule("OW-STK-07", "OW-MOV-12")
def test_a_move_whose_only_card_has_filled_up_is_void_and_nothing_is_spent():
    game = filled_up_meanwhile("B1")

    assert game.count("a", ZOMBIE, "B1") == 4
    assert (game.position.tokens[1].cell, game.position.tokens[1].spent) == ("A1", 0)
    assert [event.reason for event in game.happened(e.MoveEnded)] == ["void"]


@pytest.mark.rule("OW-STK-07", "OW-MOV-13")
def test_a_move_whose_last_card_has_filled_up_ends_before_it():
    game = filled_up_meanwhile("B1", "B2")

    assert game.count("a", ZOMBIE, "B2") == 4
    assert (game.position.tokens[1].cell, game.position.tokens[1].spent) == ("B1", 1)
    assert [event.reason for event in game.happened(e.MoveEnded)] == ["room"]


def on_a_row(*cards: str, tokens: list[tuple[str, str, str, int]], seats: dict[str, str], **more: Any) -> Game:
    """Seat a's movement turn on one row of cards."""
    return moving(a_position(tokens, rows=(cards,), seats=seats, **more))


@pytest.mark.rule("OW-MOV-10", "OW-CARD-21", "OW-CARD-11", "OW-FLY-03", "OW-MOV-11")
@pytest.mark.parametrize(
    ("unit", "card", "halted"),
    [
        ("demons.soldier", "iron_citadel", True),
        ("demons.evil_goblin", "iron_citadel", False),
        ("demons.evil_goblin", "mermaids_bay", True),
        ("demons.styx_barge", "mermaids_bay", True),
    ],
)
def test_who_was_halted_moves_no_more_this_turn(unit, card, halted):
    ashore = "water" if unit == "demons.styx_barge" else "plains"
    seats = {"a": "demons", "b": "elves"}
    tokens = [("a", unit, "A1", 1), ("b", "elves.castle", "D1", 1)]
    game = on_a_row(ashore, card, ashore, "plains", tokens=tokens, seats=seats)

    assert game.refused("a", a.Move((1,), ("B1", "C1"))) == ("OW-MOV-11" if halted else None)
    game.do("a", a.Move((1,), ("B1",)))
    assert game.position.tokens[1].halted is halted
    assert game.refused("a", a.Move((1,), ("C1",))) == ("OW-MOV-10" if halted else None)


@pytest.mark.rule("OW-MOV-14", "OW-CARD-01")
def test_wings_cross_a_card_they_may_not_rest_on_only_if_they_can_pay_the_next():
    tokens = [("a", "barbarians.valkyrie", "A1", 1), ("b", "elves.castle", "D1", 1)]
    seats = {"a": "barbarians", "b": "elves"}
    game = on_a_row("plains", "twisted_forest", "plains", "plains", tokens=tokens, seats=seats)
    wind = Effect(1, "spell", "arcane_wind", "turn", (1,), movement=1)

    assert game.refused("a", a.Move((1,), ("B1", "C1"))) == "OW-MOV-14"
    assert game.refused("a", a.Move((1,), ("B1",))) == "OW-CARD-01"
    windy = on_a_row("plains", "twisted_forest", "plains", "plains", tokens=tokens, seats=seats, effects=(wind,))
    assert windy.refused("a", a.Move((1,), ("B1", "C1"))) is None


@pytest.mark.rule("OW-FLY-02", "OW-FLY-01", "OW-LOCK-01")
def test_wings_lock_others_and_are_not_locked_themselves():
    tokens = [("a", "orcs.slynn", "A1", 1), ("a", "orcs.wyvern_rider", "A1", 1), ("b", "elves.fairy", "B1", 1)]
    game = moving(a_position(tokens), rest="b")

    assert game.refused("a", a.Move((1,), ("B1", "C1"))) == "OW-MOV-11"
    assert game.refused("a", a.Move((2,), ("B1", "C1"))) is None
    game.do("a", a.Move((1,), ("B1",)))
    assert game.refused("a", a.Move((1,), ("A1",))) == "OW-LOCK-02"
    game.do("a", a.EndMovement())
    assert game.refused("b", a.Move((3,), ("C1",))) is None


@pytest.mark.rule("OW-ORD-01", "OW-ORD-04")
def test_a_scenario_that_states_the_turn_order_has_it_whatever_the_armies_are_worth():
    tables = {**book().tables}
    rows = [
        {**row, "turn_order": [1, 0]} if row["code"] == "clash_at_the_bridge" else row
        for row in tables["scenarios"]["scenario"]
    ]
    stated = Book({**tables, "scenarios": {**tables["scenarios"], "scenario": rows}})
    for known, order, dice in ((book(), ("a", "b"), (6, 6, 1, 1)), (stated, ("b", "a"), ())):
        position = open_game(known, Setup("clash_at_the_bridge", ({}, {})), GivenDice(())).position
        story = Story(known.rules(position.options), position, GivenDice(dice))
        leaving.settle(story)

        assert story.position.order == order
        assert story.position.movement == order[0]


@pytest.mark.rule("OW-UNIT-04")
def test_every_unit_is_of_exactly_one_of_eight_types():
    types = {"water", "mountain", "forest", "plains", "desert", "city", "magic", "flying"}

    assert {kind.type for kind in book().rules().units.values()} == types
    assert types == {row["code"] for row in book().tables["data"]["unit_type"]}


@pytest.mark.rule("OW-GEO-01", "OW-GEO-02")
def test_cells_are_named_by_column_and_row_and_a_hole_is_no_card():
    wide = checked_rows([["plains"] * 26, ["", *["plains"] * 25]], {"plains": 1}, "map")

    assert cells_of(wide)[:2] == ("A1", "B1")
    assert cells_of(wide)[25:27] == ("Z1", "B2")
    assert card_at(wide, "A2") == ""
    assert neighbours(wide, "A1") == ("B1",)
    assert neighbours(wide, "Z2") == ("Z1", "Y2")
    with pytest.raises(InvalidInput):
        checked_rows([["plains"] * 27], {"plains": 1}, "map")
    with pytest.raises(InvalidInput):
        checked_rows([["plains"], ["plains", "plains"]], {"plains": 1}, "map")


@pytest.mark.rule("OW-GEO-03")
def test_steps_go_round_holes_over_every_type_of_card():
    rows = (("plains", "", "water"), ("plains", "mountain", "water"))

    assert step_distance(rows, "A1", "A1") == 0
    assert step_distance(rows, "A1", "C1") == 4
    assert step_distance((("plains", "", "water"),), "A1", "C1") is None
