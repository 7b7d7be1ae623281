"""What may be added to a move that is planned: what the judge accepts, once each."""

from __future__ import annotations

from typing import Any

from app.engine.types import UnitId
from app.systems.splatball.choices.lists import in_turn, random_army
from app.systems.splatball.choices.outlook import steps_of
from app.systems.splatball.choices.parts import more
from app.systems.splatball.fire.attack import Shot, judge_attack
from app.systems.splatball.judge.acts import Moment
from app.systems.splatball.muster.armies import cost_of
from app.systems.splatball.park.field import Field
from app.systems.splatball.position import actions as a
from tests.games.splatball.table import piece, position, rules, unit


def parts(action: a.Move, *units: Any, **more_of: Any) -> dict[str, list[Any]]:
    at = position(*units, step="move", **more_of)
    found = more(Moment.of(at, rules()), action)
    return {each.text.en: [added.action for added in each.choices] for each in found}


def test_leaving_the_board_is_offered_at_the_edge_and_not_twice() -> None:
    at_edge, inside = unit("s", "scamp", (5, 0), facing="N"), unit("s", "scamp", (5, 5), facing="N")
    move = a.Move(UnitId("s"))

    assert [act.exit for acts in parts(move, at_edge).values() for act in acts] == [True]
    assert parts(move, inside) == {}
    assert parts(a.Move(UnitId("s"), exit=True), at_edge) == {}


def test_nothing_is_added_for_who_is_not_on_the_board() -> None:
    riding = unit("s", "scamp", None, inside="v")
    assert parts(a.Move(UnitId("s")), riding, unit("v", "armadillo", (5, 5), facing="N")) == {}
    assert parts(a.Move(UnitId("nobody")), riding) == {}


def test_going_aboard_is_offered_beside_an_own_transport_and_not_twice() -> None:
    on_foot, vehicle = unit("s", "scamp", (5, 5), facing="N"), unit("v", "armadillo", (5, 4), facing="N")
    move = a.Move(UnitId("s"))

    assert [act.embark for acts in parts(move, on_foot, vehicle).values() for act in acts] == ["v"]
    assert parts(a.Move(UnitId("s"), embark=UnitId("v")), on_foot, vehicle) == {}


def test_the_dice_of_the_range_are_told_before_what_cover_takes() -> None:
    at = position(
        unit("s", "scamp", (5, 5), facing="S"),
        unit("t", "scamp", (5, 7), "b"),
        pieces=[piece("p1", "phone", (6, 7))],
    )
    field = Field.of(at, rules())
    shot = judge_attack(field, UnitId("s"), UnitId("t"))
    assert isinstance(shot, Shot)
    lost = sum(reason.lost_dice for reason in shot.reasons)
    words, _ = steps_of(rules(), field, shot)
    assert lost
    assert str(rules().units["scamp"].dice[1]) in words[0].en
    assert rules().units["scamp"].dice[1] == shot.dice + lost


def test_lists_spend_what_there_is_and_stay_within_the_most() -> None:
    cheapest = min(kind.cost for kind in rules().units.values())
    most = rules().constants.army_units_max
    kinds = [name for name, kind in rules().units.items() if kind.cost == cheapest]

    assert len(in_turn(rules(), cheapest, kinds)) == 1
    assert len(random_army(rules(), cheapest, lambda n: 0)) == 1
    assert len(in_turn(rules(), 10**6, kinds * 3)) == most
    assert cost_of(rules(), in_turn(rules(), 10 * cheapest, kinds)) == 10 * cheapest
