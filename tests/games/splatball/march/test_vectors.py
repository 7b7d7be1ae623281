"""The worked examples of moving, riding and contact, put to the functions that judge the game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from app.engine.refusal import Refusal
from app.engine.types import SEATS
from app.systems.splatball.march.allowance import allowance, may_fight, most_before_fighting
from app.systems.splatball.march.moves import judge_move
from app.systems.splatball.march.stepping import Passage
from app.systems.splatball.march.transport import passenger_squares, unload_refusal
from app.systems.splatball.park.aboard import fits
from app.systems.splatball.position.actions import Move, Unload
from tests.games.splatball.march.given import given_field, given_segment
from tests.games.splatball.table import rules, vectors

Answer = dict[str, Any]


def _check_move(given: Mapping[str, Any]) -> Answer:
    field = given_field(given)
    action = Move(
        unit=given["unit"],
        path=tuple(map(tuple, given.get("path", ()))),
        facing=given.get("facing"),
        exit=given.get("exit") or None,
        embark=given.get("embark"),
        unload=tuple(Unload(each["unit"], tuple(each["at"]), each.get("facing")) for each in given.get("unload", ())),
        pickup=tuple(given.get("pickup", ())),
        place_fences=tuple(map(given_segment, given.get("place_fences", ()))),
    )
    plan = judge_move(field, action)
    if isinstance(plan, Refusal):
        at_step = {"at_step": plan.facts["at_step"]} if "at_step" in plan.facts else {}
        return {"legal": False, "rule": plan.rule, **at_step}
    answer = {
        "legal": True,
        "cost": plan.cost,
        "stopped": plan.stop is not None,
        "destroyed_pieces": list(plan.destroyed_pieces),
        "destroyed_fences": [[list(vertex) for vertex in segment] for segment in plan.destroyed_fences],
        "may_fight": plan.may_fight,
    }
    is_armadillo = field.units[action.unit].type == "armadillo"
    return answer | ({"fences_aboard": plan.fences_aboard} if is_armadillo else {})


def _allowance(given: Mapping[str, Any]) -> Answer:
    count = most_before_fighting if given.get("fighting") else allowance
    kind = rules().units[given["type"]]
    return {"squares": count(rules(), kind, given.get("damage", 0), along_road=given.get("whole_path_on_road", False))}


def _transport_fits(given: Mapping[str, Any]) -> Answer:
    kinds = rules().units
    riders = [kinds[name] for name in given["passengers"]]
    return {"fits": fits(rules(), kinds[given["vehicle"]], riders, given["fence_segments"])}


def _check_unload(given: Mapping[str, Any]) -> Answer:
    field = given_field(given)
    vehicle, rider = field.units[given["vehicle"]], field.units[given["passenger"]]
    refusal = unload_refusal(Passage(field), vehicle, vehicle.at, Unload(rider.id, tuple(given["at"])))
    if refusal is not None:
        return {"legal": False, "rule": refusal.rule}
    off = replace(rider, unloaded_from=vehicle.type, moved=1 if vehicle.type == "armadillo" else 0)
    return {"legal": True, "may_fight": may_fight(field.rules, off, ())}


def _contact(given: Mapping[str, Any]) -> Answer:
    ground, at = given_field(given).ground, tuple(given["at"])
    return {
        "pieces": sorted(piece.id for piece in ground.contacts(at)),
        "fences": sorted([list(vertex) for vertex in segment] for segment in ground.fences_at(at)),
    }


def _passenger_squares(given: Mapping[str, Any]) -> Answer:
    field, at = given_field(given), tuple(given["vehicle_at"])
    found = passenger_squares(field, at, given["type"], SEATS[given.get("seat", 0)], first=given["first"])
    return {"squares": [list(square) for square in found]}


ADAPTERS = {
    "check_move": _check_move,
    "allowance": _allowance,
    "transport_fits": _transport_fits,
    "check_unload": _check_unload,
    "contact": _contact,
    "passenger_squares": _passenger_squares,
}


@pytest.mark.parametrize("vector", vectors(*ADAPTERS), ids=lambda vector: vector["id"])
def test_the_rules_of_moving_answer_as_the_specification_expects(vector):
    answer = ADAPTERS[vector["query"]](vector["given"])

    assert {key: answer.get(key) for key in vector["expect"]} == vector["expect"], vector["why"]
    assert set(answer) - set(vector["expect"]) <= {"fences_aboard"}
