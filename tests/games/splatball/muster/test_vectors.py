"""The worked examples of the set-up, put to the functions that judge it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from app.engine.refusal import Refusal
from app.engine.types import SEATS
from app.systems.splatball.book.kinds import EDGES
from app.systems.splatball.muster.armies import cost_of, judge_army
from app.systems.splatball.muster.deploying import Deployment, draw, judge_base, judge_deploy, judge_finish
from app.systems.splatball.muster.laying import ENOUGH, Laying
from app.systems.splatball.muster.objectives import each_lays, eligible
from app.systems.splatball.muster.start import clockwise, rolled
from app.systems.splatball.muster.yards import Yard
from app.systems.splatball.park.zones import zone
from app.systems.splatball.position.actions import Deploy, DeployAmmo, DeployHq, FinishDeploy
from tests.games.splatball.march.given import given_field
from tests.games.splatball.table import rules, vectors

Answer = dict[str, Any]
AnyAct = Deploy | DeployHq | DeployAmmo | FinishDeploy


def _legal(refusal: Refusal | None) -> Answer:
    return {"legal": True} if refusal is None else {"legal": False, "rule": refusal.rule}


def _army_check(given: Mapping[str, Any]) -> Answer:
    kinds = [kind for kind, count in given["army"].items() for _ in range(count)]
    return {"cost": cost_of(rules(), kinds), **_legal(judge_army(rules(), given["value"], kinds))}


def _start_roll(given: Mapping[str, Any]) -> Answer:
    dice, seats = iter(given["dice"]), SEATS[: given["players"]]
    found = rolled(seats, lambda _: next(dice))
    order = [SEATS.index(seat) for seat in clockwise(seats, found.first)]
    return {"starting_seat": order[0], "dice_used": len(found.dice), "order": order}


def _place_piece(given: Mapping[str, Any]) -> Answer:
    laying = Laying(given_field(given).ground, tuple(given["edges"]))
    counts = given.get("budget", ENOUGH), given.get("large_left", ENOUGH)
    return _legal(laying.refusal(given["kind"], tuple(given["at"]), *counts))


def _check_deploy(given: Mapping[str, Any]) -> Answer:
    field, action = given_field(given), msgspec.convert(given["action"], AnyAct)
    ground, among = field.ground, EDGES[: given.get("players", 2)]
    of = Deployment(
        SEATS[given.get("seat", 0)],
        Yard(ground, zone(ground.rules, ground.board, given["edge"], among)),
        tuple(given.get("left", ())),
        tuple(given.get("to_lay", ())),
        given.get("markers_left", 0),
        tuple(map(tuple, given["ambush"]["empty"])) if "ambush" in given else None,
    )
    if isinstance(action, Deploy):
        return _legal(judge_deploy(field, of, action))
    if isinstance(action, FinishDeploy):
        return _legal(judge_finish(field, of))
    return _legal(judge_base(field, of, "hq" if isinstance(action, DeployHq) else "ammo", action.at))


def _draw_ambush(given: Mapping[str, Any]) -> Answer:
    pool, units, faces = tuple(given["pool"]), [], []
    for die in given["dice"]:
        faces.append(len(pool))
        kind, pool = draw(pool, die)
        units.append(kind)
    return {"units": units, "faces": faces}


def _objective_sites(given: Mapping[str, Any]) -> Answer:
    made = rules(objectives_per_player=given.get("objectives_per_player", 3))
    ground = given_field(given).ground
    among = EDGES[: given["players"]]
    pieces = eligible(ground, [zone(made, ground.board, edge, among) for edge in given["edges"]])
    return {"pieces": list(pieces), "each": each_lays(made, len(pieces), given["players"])}


ANSWERS = {
    "army_check": _army_check,
    "start_roll": _start_roll,
    "place_piece": _place_piece,
    "check_deploy": _check_deploy,
    "draw_ambush": _draw_ambush,
    "objective_sites": _objective_sites,
}
CASES = vectors(*ANSWERS)


@pytest.mark.parametrize("vector", CASES, ids=[vector["id"] for vector in CASES])
def test_worked_examples(vector: Mapping[str, Any]) -> None:
    assert ANSWERS[vector["query"]](vector["given"]) == vector["expect"]


def test_every_question_of_the_set_up_has_examples() -> None:
    assert {vector["query"] for vector in CASES} == set(ANSWERS)
