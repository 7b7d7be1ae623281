"""What a game starts from, and what comes into it later: lists, sides, veterans, tokens that appear."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from app.engine.dice import StreamDice
from app.engine.refusal import InvalidInput
from app.engine.system import Setup
from app.engine.types import Seat
from app.systems.open_wars.book.kinds import Order
from app.systems.open_wars.judge.campaign import keep_refusal
from app.systems.open_wars.opening.setup import open_game
from app.systems.open_wars.position import actions as a
from app.systems.open_wars.position import events as e
from app.systems.open_wars.position import frames as f
from app.systems.open_wars.position.state import Position, Token
from tests.games.open_wars.table import Game, book, moving
from tests.games.open_wars.tables import rules

AZRAK = "demons.azrak"


def opened(scenario: str, *seats: dict[str, str], **options: object) -> Position:
    return open_game(book(), Setup(scenario, seats, options), StreamDice(bytes(32), "opening")).position


@pytest.mark.rule("OW-UNIT-09", "OW-SCN-01")
def test_a_unique_unit_that_was_recruited_does_not_appear_a_second_time():
    position = opened("siege_of_the_infernal_bastion", {}, {}, {})
    hired = Token(90, AZRAK, Seat("c"), "B2")
    begun = replace(position, turn=4, order=tuple(position.seats), frames=(f.TurnFrame("turn_start"),), next_token=91)
    with_azrak = replace(begun, tokens={**begun.tokens, 90: hired})

    alone = Game(begun).run()
    both = Game(with_azrak).run()

    assert [t.unit for event in alone.happened(e.Spawned) for t in event.tokens][:1] == [AZRAK]
    assert [t.cell for t in both.position.tokens.values() if t.unit == AZRAK] == ["B2"]
    assert [t.unit for event in both.happened(e.Spawned) for t in event.tokens] == ["demons.torturer"]


@pytest.mark.rule("OW-SET-05")
def test_a_muster_names_no_city():
    game = Game(opened("arcanums_crown", {"faction": "orcs"}, {"faction": "elves"})).run()

    assert game.refused("a", a.Muster((Order("orcs.axer", 2),))) is None
    assert game.refused("a", a.Muster((Order("orcs.axer", 1), Order("orcs.axer", 1, "C3")))) == "OW-SET-05"


@pytest.mark.rule("OW-CAM-04")
def test_who_has_no_survivors_keeps_nobody():
    assert keep_refusal(rules(), {"orcs.axer": 1}, 6) is None
    assert keep_refusal(rules(), {}, 6, {}) is None
    refusal = keep_refusal(rules(), {"orcs.axer": 1}, 6, {})
    assert refusal is not None
    assert refusal.rule == "OW-CAM-04"


@pytest.mark.rule("OW-GEN-06")
def test_no_side_is_called_a_draw():
    with pytest.raises(InvalidInput, match="side"):
        opened("arcanums_crown", {"side": "draw"}, {"side": "north"}, teams="fixed")
    assert (
        opened("arcanums_crown", {"side": "south"}, {"side": "north"}, teams="fixed").seats[Seat("a")].side == "south"
    )


@pytest.mark.rule("OW-SCN-05")
def test_who_has_come_to_the_goal_does_not_leave_it_even_to_come_back():
    position = opened("the_last_stand", {}, {})
    skeletons = {n: token for n, token in position.tokens.items() if token.unit == "undead.skeleton"}
    scout = Token(90, "barbarians.scout", Seat("a"), "B3")
    alone = replace(position, turn=2, order=tuple(position.seats), tokens={**skeletons, 90: scout}, next_token=91)
    game = moving(alone, "b")
    number = min(skeletons)

    assert game.refused("b", a.Move((number,), ("B1",))) == "OW-SCN-05"
    assert game.refused("b", a.Move((number,), ("C2", "B2"))) == "OW-SCN-05"
    assert game.refused("b", a.EndMovement()) is None
