"""The only way a game advances, and the way in for JSON."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from app.engine import play
from app.engine.refusal import IllegalAction, InvalidInput, InvalidPosition, Refusal
from app.engine.registry import discover
from app.engine.system import Setup
from app.engine.types import Outcome, Seat, Text
from tests.support.dice import ScriptedDice

SYSTEM = discover("tests.support.toy_systems")["pebbles"]
A = Seat("a")


def opening(**options: Any) -> play.Step:
    with ScriptedDice(1) as dice:
        return play.start(SYSTEM, Setup("open", ({}, {}), options), dice)


def act(**fields: Any) -> Any:
    return play.decode_action(SYSTEM, fields)


def test_a_start_has_its_events_its_dice_and_the_position_after_them() -> None:
    step = opening()

    assert [play.encode(event)["type"] for event in step.events] == ["game_set", "turn_began"]
    assert [(roll.purpose, roll.sides, roll.value) for roll in step.rolls] == [("first", 2, 1)]
    assert step.befores[0] is None
    assert step.state == play.fold(SYSTEM, None, step.events)


def test_a_step_knows_the_state_before_each_of_its_events() -> None:
    state = opening().state

    with ScriptedDice() as dice:
        step = play.step(SYSTEM, state, A, act(type="pass"), dice)

    assert isinstance(step, play.Step)
    assert len(step.befores) == len(step.events) == 2
    assert step.befores[0] is state
    assert step.befores[1] == SYSTEM.evolve(state, step.events[0])
    assert step.state == SYSTEM.evolve(step.befores[1], step.events[1])


def test_a_refused_action_is_a_value_and_rolls_nothing() -> None:
    state = opening().state

    with ScriptedDice() as dice:
        refusal = play.step(SYSTEM, state, Seat("b"), act(type="pass"), dice)

    assert isinstance(refusal, Refusal)
    assert refusal.rule == "PEB-TURN-01"


def test_applying_what_is_refused_is_an_error_of_the_caller() -> None:
    with ScriptedDice() as dice, pytest.raises(IllegalAction, match="PEB-TURN-01") as raised:
        SYSTEM.apply(opening().state, Seat("b"), act(type="pass"), dice)

    assert raised.value.refusal.rule == "PEB-TURN-01"


def test_dice_decide() -> None:
    throw = act(type="throw", unit="a0", target="b0")
    hits = []
    for value in (3, 4):
        with ScriptedDice(value) as dice:
            step = play.step(SYSTEM, opening().state, A, throw, dice)
        assert isinstance(step, play.Step)
        hits.append(play.encode(step.events[0])["hit"])

    assert hits == [False, True]


@pytest.mark.parametrize(
    ("value", "field"),
    [
        ({"type": "throw", "unit": 3, "target": "b0"}, "action.unit"),
        ({"type": "place_unit", "unit": "a0", "x_mm": 1, "y_mm": "2"}, "action.y_mm"),
        ({"type": "move", "unit": "a0", "path_mm": [[1, 2], [3, None]]}, "action.path_mm[1][1]"),
        ({"type": "move", "unit": "a0"}, "action"),
        ({"type": "fly"}, "action.type"),
        ({"type": "pass", "more": 1}, "action"),
        ({}, "action"),
        (None, "action"),
        ([], "action"),
        ("pass", "action"),
    ],
)
def test_a_wrong_field_of_an_action_is_named(value: object, field: str) -> None:
    with pytest.raises(InvalidInput) as raised:
        play.decode_action(SYSTEM, value)

    assert [error.field for error in raised.value.errors] == [field]
    assert raised.value.errors[0].expected


def test_short_names_of_fields_are_read_as_the_full_ones() -> None:
    path = [[1, 2]]

    short = act(type="move", unit="a0", path=path)

    assert short == act(type="move", unit="a0", path_mm=path)


def test_a_field_given_by_both_its_names_is_refused() -> None:
    with pytest.raises(InvalidInput):
        act(type="move", unit="a0", path=[[1, 2]], path_mm=[[3, 4]])


def test_a_position_survives_json() -> None:
    state = opening().state

    assert play.decode_state(SYSTEM, play.encode(state)) == state


def test_a_position_that_cannot_be_says_every_reason() -> None:
    wrong = play.encode(opening().state) | {"turn": "g", "phase": "finished"}

    with pytest.raises(InvalidPosition) as raised:
        play.decode_state(SYSTEM, wrong, "where")

    assert {error.field for error in raised.value.errors} == {"where"}
    assert len(raised.value.errors) == 2


def test_a_position_between_two_events_of_an_act_is_none_that_can_be_given() -> None:
    step = opening(charms=True)
    state = play.encode(step.state)
    chosen = [player | {"charm": "reach"} for player in state["players"]]  # all have, and nothing is shown yet

    with pytest.raises(InvalidPosition) as raised:
        play.decode_state(SYSTEM, state | {"players": chosen})

    assert [error.found for error in raised.value.errors] == ["nobody is asked, and the game is not over"]
    assert play.decode_state(SYSTEM, state | {"players": [chosen[0], state["players"][1]]})


def test_an_event_survives_json() -> None:
    for event in opening().events:
        assert play.decode_event(SYSTEM, msgspec.json.decode(msgspec.json.encode(event))) == event


def test_what_was_found_is_told_only_so_far() -> None:
    with pytest.raises(InvalidInput) as raised:
        play.decode_action(SYSTEM, {"type": "x" * 10_000})

    assert len(raised.value.errors[0].found) <= 200


def test_a_text_is_read_in_either_language() -> None:
    text = Text(es="hola", en="hello")

    assert (text.in_("es"), text.in_("en"), text.in_("fr")) == ("hola", "hello", "hello")


def test_the_end_of_a_game_says_who_won() -> None:
    with ScriptedDice() as dice:
        step = play.step(SYSTEM, opening().state, A, act(type="concede"), dice)

    assert isinstance(step, play.Step)
    outcome = SYSTEM.outcome(step.state)
    assert isinstance(outcome, Outcome)
    assert (outcome.winners, outcome.side, outcome.reason) == (("b",), "blue", "last_standing")
