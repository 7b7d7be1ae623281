"""What became of a declared move when the map is another by the time it is carried out, and rules of moving one by one."""

from __future__ import annotations

import pytest

from app.engine.types import Seat
from app.systems.open_wars import actions as a
from app.systems.open_wars import events as e
from app.systems.open_wars import frames as f
from app.systems.open_wars.kinds import Target
from app.systems.open_wars.state import Fallen
from tests.systems.open_wars.table import Game, a_position, moving

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
