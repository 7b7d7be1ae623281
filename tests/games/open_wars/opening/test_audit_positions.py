"""Positions that no game can reach are refused, whoever posts them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from app.engine import play
from app.engine.dice import StreamDice
from app.engine.refusal import InvalidInput, InvalidPosition
from app.engine.system import GameSystem, Setup
from app.engine.types import Seat
from app.systems.open_wars.book.kinds import Order
from app.systems.open_wars.position import actions as a
from tests.support.random_play import registry

Json = dict[str, Any]
DICE = StreamDice(bytes(32), "audit")


@cache
def system() -> GameSystem:
    return registry()["open_wars"]


def posted(state: Any) -> Json:
    """A position as a program gets it, to be changed and posted again."""
    found: Json = play.encode(state)
    return found


def bridge() -> Json:
    """The Clash at the Bridge as it opens: seat a moves."""
    return posted(play.start(system(), Setup("clash_at_the_bridge", ({}, {})), DICE).state)


def treasure(*acts: tuple[str, Any]) -> Json:
    """Tide and Treasure: both muster, seat a the Barbarians, seat b the Elves."""
    setup = Setup("tide_and_treasure", ({"faction": "barbarians"}, {"faction": "elves"}))
    state = play.start(system(), setup, DICE).state
    for seat, act in acts:
        done = play.step(system(), state, Seat(seat), act, DICE)
        assert isinstance(done, play.Step), done
        state = done.state
    return posted(state)


MUSTERED = (
    ("a", a.Muster((Order("barbarians.cleric"), Order("barbarians.thorin"), Order("barbarians.war_boat")))),
    ("b", a.Muster((Order("elves.fairy"), Order("elves.warrior", 3)))),
)


def put(position: Json, unit: str, cell: str, count: int = 1, seat: str = "a", **marks: Any) -> None:
    """More tokens, numbered on."""
    for _ in range(count):
        number = position["next_token"]
        position["tokens"][str(number)] = {"id": number, "unit": unit, "seat": seat, "cell": cell, **marks}
        position["next_token"] = number + 1


def reasons(position: Json) -> str:
    """Why a posted position is refused; empty if it is not."""
    try:
        play.decode_state(system(), position)
    except InvalidPosition as error:
        return "; ".join(each.found for each in error.errors)
    return ""


def test_positions_of_a_game_are_possible():
    assert reasons(bridge()) == ""
    assert reasons(treasure()) == ""
    assert reasons(treasure(MUSTERED[0])) == ""
    assert reasons(treasure(*MUSTERED)) == ""


@pytest.mark.rule("OW-STK-01", "OW-STK-02", "OW-STK-07")
def test_a_stack_beyond_its_limit_is_impossible():
    position = bridge()
    put(position, "barbarians.berserker", "A1", 2)
    assert reasons(position) == ""

    put(position, "barbarians.berserker", "A1", 1)
    assert "OW-STK-02" in reasons(position)


@pytest.mark.rule("OW-STK-02", "OW-STK-04")
def test_magic_stacks_hold_one_and_by_option_one_of_all_kinds():
    position = treasure(*MUSTERED)
    put(position, "elves.druid", "E5", 1, "b")
    put(position, "elves.magician", "E5", 1, "b")
    assert reasons(position) == ""

    position["options"]["magic_per_location"] = "one_in_all"
    assert "OW-STK-04" in reasons(position)


@pytest.mark.rule("OW-UNIT-09")
def test_two_of_one_unique_unit_are_impossible():
    position = treasure(*MUSTERED)
    put(position, "barbarians.thorin", "B1")

    assert "OW-UNIT-09" in reasons(position)


@pytest.mark.rule("OW-LOC-05", "OW-WAT-02", "OW-CARD-01", "OW-CARD-09", "OW-CARD-27", "OW-CARD-26")
@pytest.mark.parametrize(
    ("unit", "cell", "rule"),
    [
        ("barbarians.lancer", "A2", "OW-LOC-05"),
        ("barbarians.lancer", "C2", ""),
        ("barbarians.war_boat", "C1", "OW-WAT-02"),
        ("barbarians.war_boat", "A2", ""),
        ("barbarians.war_boat", "C3", ""),
        ("barbarians.valkyrie", "A2", ""),
        ("barbarians.cleric", "B3", ""),
        ("barbarians.lancer", "B3", "OW-LOC-05"),
    ],
)
def test_tokens_stand_where_their_kind_may(unit, cell, rule):
    position = treasure(*MUSTERED)
    position["tokens"] = {n: t for n, t in position["tokens"].items() if t["unit"] != "barbarians.cleric"}
    put(position, unit, cell)

    assert reasons(position) == "" if not rule else rule in reasons(position)


@pytest.mark.rule("OW-CARD-01")
def test_nothing_that_flies_stands_in_the_twisted_forest():
    position = posted(play.start(system(), Setup("the_last_stand", ({}, {})), DICE).state)
    put(position, "barbarians.scout", "A2")
    assert reasons(position) == ""

    put(position, "barbarians.valkyrie", "A2")
    assert "OW-CARD-01" in reasons(position)


@pytest.mark.rule("OW-REC-08", "OW-SET-05", "OW-HID-03")
def test_nobody_has_committed_a_list_that_the_judge_would_refuse():
    position = treasure(MUSTERED[0])
    position["seats"]["a"]["orders"] = [{"unit": "barbarians.thorin", "count": 1}, {"unit": "barbarians.lancer"}]
    assert reasons(position) == ""

    for wrong in ([], [{"unit": "barbarians.valkyrie", "count": 4}], [{"unit": "orcs.slynn"}]):
        position["seats"]["a"]["orders"] = wrong
        assert "list" in reasons(position)


def over(position: Json, **result: Any) -> Json:
    """What makes a position the end of a game."""
    return {"phase": "game_over", "frames": [], "result": result}


def test_an_end_with_a_winner_is_possible():
    position = bridge()
    position.update(over(position, side="a", reason="annihilation", seats=["a"]))

    assert reasons(position) == ""


CHANGES: list[tuple[str, Callable[[Json], Any]]] = [
    ("a token of another faction", lambda p: put(p, "elves.archer", "A1")),
    ("a token of nobody", lambda p: put(p, "barbarians.scout", "A1", seat="c")),
    ("a token of no unit", lambda p: put(p, "barbarians.elephant", "A1")),
    ("a token beyond the map", lambda p: put(p, "barbarians.scout", "D1")),
    ("a one-sided token that is wounded", lambda p: put(p, "barbarians.scout", "A1", wounded=True)),
    ("a form of no scenario", lambda p: put(p, "barbarians.scout", "A1", form="perfect")),
    ("tokens of who has resigned", lambda p: p["seats"]["a"].update(resigned=True)),
    ("tokens of who is eliminated", lambda p: p["seats"]["b"].update(eliminated=True)),
    ("seats of one side", lambda p: p["seats"]["b"].update(side="a")),
    ("one faction twice", lambda p: p["seats"]["b"].update(faction="barbarians")),
    ("a turn after the last", lambda p: p.update(turn=7)),
    ("points of nobody", lambda p: p.update(points={"c": 1})),
    ("gold below nothing", lambda p: p["seats"]["a"].update(gold=-1)),
    ("a list that nobody waits for", lambda p: p["seats"]["a"].update(committed=True, orders=[])),
    ("no card anywhere", lambda p: p.update(map=[["", ""]])),
    ("an unknown card", lambda p: p.update(map=[["town", "swamp", "plains"], *p["map"][1:]])),
    ("a number given twice", lambda p: p.update(next_token=3)),
    ("a result that is none", lambda p: p.update(over(p, side="a", reason="luck"))),
    ("a winner of another side", lambda p: p.update(over(p, side="a", reason="annihilation", seats=["b"]))),
    ("another result", lambda p: p.update(result={"side": "a", "reason": "annihilation"})),
]


@pytest.mark.parametrize(("what", "change"), CHANGES, ids=[what for what, _ in CHANGES])
def test_what_cannot_be_is_refused(what, change):
    position = bridge()
    change(position)

    with pytest.raises(InvalidInput):
        play.decode_state(system(), position)


@pytest.mark.parametrize("missing", ["path", "tokens"])
def test_a_move_under_way_is_of_somebody_and_goes_somewhere(missing):
    position = bridge()
    move = {"frame": "move", "seat": "a", "unit": "barbarians.scout", "tokens": [3], "cell": "A1", "path": ["B1"]}
    mover = position["movement"]
    position["frames"] = [*position["frames"], {**move, "seat": mover}]
    assert reasons(position) == "nobody is asked, and the game is not over"  # it can be, but nobody can go on with it

    position["frames"][-1] = {**position["frames"][-1], missing: []}
    assert "a move of nobody" in reasons(position)


@pytest.mark.rule("OW-SCN-01")
def test_a_map_has_cards_where_the_scenario_brings_tokens():
    position = posted(play.start(system(), Setup("the_last_stand", ({}, {})), DICE).state)
    assert reasons(position) == ""

    rows = [list(row) for row in position["map"]]
    rows[2][1] = ""  # B3, where the mummies come
    position["map"] = rows
    assert "holes" in reasons(position)


@pytest.mark.rule("OW-VIC-06")
def test_the_sides_are_those_that_the_scenario_names():
    setup = Setup("siege_of_the_infernal_bastion", ({}, {}, {}))
    position = posted(play.start(system(), setup, StreamDice(bytes(32), "siege")).state)
    assert reasons(position) == ""

    position["seats"]["c"]["side"] = "heaven"
    assert "sides" in reasons(position)
