"""Positions that cannot be, and what players may put right by hand."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from app.engine.refusal import InvalidInput
from app.engine.system import Correction
from app.engine.types import SPECTATOR, Seat
from app.systems.open_wars.book.kinds import Order, UnitRef
from app.systems.open_wars.judge.view import view
from app.systems.open_wars.opening.corrections import correct, correctables
from app.systems.open_wars.opening.problems import problems
from app.systems.open_wars.position import frames as f
from app.systems.open_wars.position.state import Effect, Fallen, Position, Result, Token
from tests.games.open_wars.table import Game, a_position, book, moving, rules_of

AXER, ARCHER = "orcs.axer", "elves.archer"
ATTACK = f.AttackFrame(UnitRef("A1", Seat("a"), AXER), (1,), "D3", Seat("b"), by=Seat("g"))
"""A second attack by somebody who has no seat."""


def fair() -> Position:
    return moving(a_position([("a", AXER, "A1", 2), ("b", ARCHER, "D3", 1)])).position


def first_problem(position: Position) -> str:
    return " | ".join(problems(book(), position))


def test_a_position_of_play_is_possible():
    assert first_problem(fair()) == ""


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"scenario": "nowhere"}, "no such scenario"),
        ({"options": {}}, "options are not those"),
        ({"map": (("no such card",),)}, "map"),
        ({"order": (Seat("a"), Seat("a"))}, "names a seat twice"),
        ({"order": (Seat("a"),)}, "not in the turn order"),
        ({"movement": Seat("g")}, "no seat"),
        ({"phase": "game_over"}, "has a result"),
        ({"tokens": {1: Token(1, AXER, Seat("a"), "Z9")}}, "no such id"),
        ({"tokens": {1: Token(2, AXER, Seat("a"), "A1")}}, "no such id"),
        ({"tokens": {1: Token(1, "orcs.nobody", Seat("a"), "A1")}}, "no such id"),
        ({"tokens": {1: Token(1, AXER, Seat("a"), "A1", wounded=True)}}, "no wounded side"),
        ({"tokens": {1: Token(1, AXER, Seat("a"), "A1", form="perfect")}}, "no such form"),
        ({"tokens": {n: Token(n, AXER, Seat("a"), "A1") for n in range(1, 10)}, "next_token": 10}, "9 orcs.axer"),
        ({"next_token": 2}, "taken already"),
        ({"fallen": (Fallen(1, AXER, Seat("a"), "A1"),)}, "stands and has fallen"),
        ({"effects": (Effect(1, "spell", "no_spell", "turn"),), "next_effect": 2}, "no such spell"),
        (
            {"effects": (Effect(1, "spell", "mystic_shield", "turn", groups=((1,),)),), "next_effect": 2},
            "does not mark",
        ),
        ({"frames": ()}, "there is no turn"),
        ({"frames": (f.TurnFrame("movement"), f.TurnFrame("movement"))}, "turn within"),
        ({"frames": (f.TurnFrame("movement"), f.WindowFrame("dispel"))}, "WindowFrame on TurnFrame"),
        ({"frames": (f.TurnFrame("ranged", ask=f.Prompt("choose_site", Seat("a"))),)}, "no combat"),
        ({"frames": (f.TurnFrame("movement"), f.MovementFrame(Seat("c")))}, "not there"),
        (
            {"frames": (f.TurnFrame("melee"), f.SiteFrame("melee", "A1"), ATTACK)},
            "AttackFrame: it names what is not there",
        ),
    ],
)
def test_what_cannot_be_is_said(change: dict[str, Any], problem: str):
    assert problem in first_problem(replace(fair(), **change))


def test_seats_are_looked_at_too():
    for change, problem in (
        ({"faction": "mercenaries"}, "no such seat, faction"),
        ({"orders": (Order(AXER, 1, "A1"),)}, "a list is committed or there is none"),
        ({"resigned": True}, "its seat has left the game"),
        ({"gone": ("nobody",)}, "no such unit"),
    ):
        position = fair()
        changed = replace(position.seats[Seat("a")], **change)
        assert problem in first_problem(replace(position, seats={**position.seats, Seat("a"): changed}))


# -- corrections


def put_right(position: Position, field: str, value: Any, unit: str | None = None) -> Position:
    return correct(rules_of(position), position, Correction(field, value, unit), "changes[0]")  # type: ignore[arg-type]


STACK = UnitRef("A1", Seat("a"), AXER).id


def test_reserves_places_and_marks_are_put_right():
    position = fair()

    assert put_right(position, "gold_a", 3).seats[Seat("a")].gold == 3
    assert put_right(position, "mana_b", 4).seats[Seat("b")].mana == 4
    moved = put_right(position, "cell", "B2", STACK)
    assert {token.cell for token in moved.tokens.values() if token.seat == "a"} == {"B2"}
    barred = put_right(position, "barred", True, STACK)
    assert all(token.barred for token in barred.tokens.values() if token.seat == "a")
    assert problems(book(), barred) == ()


@pytest.mark.parametrize(
    ("field", "value", "unit"),
    [
        ("gold_a", 1000, None),
        ("gold_z", 1, None),
        ("points_a", 1, None),
        ("cell", "Z9", STACK),
        ("barred", 1, STACK),
        ("wounded", True, STACK),
        ("barred", True, "B9.a.orcs.axer"),
    ],
)
def test_nothing_else_is(field: str, value: Any, unit: str | None):
    with pytest.raises(InvalidInput):
        put_right(fair(), field, value, unit)


@pytest.mark.rule("OW-HID-02")
def test_closed_reserves_are_not_among_what_is_put_right():
    position = replace(fair(), options={**fair().options, "open_reserves": False})
    rules = rules_of(position)

    found = {each.field for each in correctables(rules, view(position, SPECTATOR))}

    assert found == {"cell", "acted", "barred", "halted"}
    with pytest.raises(InvalidInput):
        put_right(position, "gold_a", 3)


def test_a_finished_game_is_left_as_it_is():
    over = replace(fair(), phase="game_over", frames=(), result=Result("a", "annihilation", (Seat("a"),)))

    assert correctables(rules_of(over), view(over, SPECTATOR)) == ()
    with pytest.raises(InvalidInput):
        put_right(over, "gold_a", 3)


def test_a_hero_is_wounded_or_healed_by_hand():
    game = Game(a_position([("a", "orcs.gorath", "A1", 1), ("b", ARCHER, "D3", 1)]))
    hero = UnitRef("A1", Seat("a"), "orcs.gorath").id

    assert put_right(game.position, "wounded", True, hero).tokens[1].wounded
