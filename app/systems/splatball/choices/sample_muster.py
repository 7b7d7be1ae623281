"""Acts at random while a game is set up: for random play and bots."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final, TypeVar

from app.boards.squares import FACINGS
from app.engine.system import Picker
from app.engine.types import Action, Seat
from app.systems.splatball.choices.lists import random_army
from app.systems.splatball.judge.acts import Moment
from app.systems.splatball.muster.armies import army_value
from app.systems.splatball.muster.defaults import default_act
from app.systems.splatball.muster.deploying import base_places, deployment_of, transports, unit_places
from app.systems.splatball.muster.edges import free_edges
from app.systems.splatball.muster.laying import KINDS, laying_of
from app.systems.splatball.muster.markers import bearers
from app.systems.splatball.muster.objectives import eligible_now
from app.systems.splatball.position import actions as a
from app.systems.splatball.turn.machine import step_of

Guesses = Iterator[Action]
Thing = TypeVar("Thing")
SELDOM: Final = 6
TRIES: Final = 4


def guesses(moment: Moment, seat: Seat, pick: Picker) -> Guesses:
    """Acts that may be legal in a step of the set-up; the last one is."""
    found = _GUESSES.get(step_of(moment.position))
    if found is not None:
        yield from found(moment, seat, pick)
    default = default_act(moment.field, moment.position, seat)
    if default is not None:
        yield default


def one(things: Sequence[Thing], pick: Picker) -> Thing:
    """Any of these."""
    return things[pick(len(things))]


def _army(moment: Moment, seat: Seat, pick: Picker) -> Guesses:
    found = random_army(moment.rules, army_value(moment.rules, moment.position), pick)
    if found:
        yield a.SubmitArmy(found)


def _scenery(moment: Moment, seat: Seat, pick: Picker) -> Guesses:
    laying = laying_of(moment.field.ground, moment.position.board.edges)
    left = moment.position.to_lay
    if pick(SELDOM):
        for _ in range(TRIES):
            kind = one(KINDS, pick)
            if laying.kind_refusal(kind, left.get("elements", 0), left.get("large", 0)) is None:
                places = laying.places(kind)
                if places:
                    yield a.PlacePiece(kind, one(places, pick))


def _roads(moment: Moment, seat: Seat, pick: Picker) -> Guesses:
    board = moment.field.ground.board
    for _ in range(TRIES):
        ends = [(pick(board.columns), pick(board.rows)) for _ in range(2)]
        yield a.PlaceRoad(*ends)


def _fences(moment: Moment, seat: Seat, pick: Picker) -> Guesses:
    board = moment.field.ground.board
    for _ in range(TRIES):
        x, y = 1 + pick(board.columns - 1), 1 + pick(board.rows - 1)
        yield a.PlaceFence((x, y), (x + pick(7) - 3, y + pick(7) - 3))


def _edge(moment: Moment, seat: Seat, pick: Picker) -> Guesses:
    yield a.ChooseEdge(one(free_edges(moment.position), pick))


def _deploy(moment: Moment, seat: Seat, pick: Picker) -> Guesses:
    of = deployment_of(moment.field, moment.position, seat)
    if of.ambush is not None:
        if of.ambush:
            at = one(of.ambush, pick)
            yield a.Deploy(one(of.left, pick) if pick(2) else None, at)
        yield a.FinishDeploy()
        return
    if of.to_lay and (pick(2) or not of.left):
        places = base_places(moment.field, of)
        if places:
            at = one(places, pick)
            yield a.DeployHq(at) if one(of.to_lay, pick) == "hq" else a.DeployAmmo(at)
    if of.left:
        kind = one(of.left, pick)
        vehicles = transports(moment.field, seat, kind)
        if vehicles and pick(2):
            yield a.Deploy(kind, inside=one(vehicles, pick))
        places = unit_places(moment.field, of)
        if places:
            yield a.Deploy(kind, one(places, pick), hidden=True)
            facing = one(FACINGS, pick) if moment.rules.options.facing and pick(2) else None
            yield a.Deploy(kind, one(places, pick), facing=facing)


def _objectives(moment: Moment, seat: Seat, pick: Picker) -> Guesses:
    yield a.PlaceObjective(one(eligible_now(moment.field.ground, moment.position), pick))


def _markers(moment: Moment, seat: Seat, pick: Picker) -> Guesses:
    found = [unit.id for unit in bearers(moment.field, seat)]
    most = moment.position.seats[seat].markers_left
    yield a.AssignMarkers(tuple(unit for unit in found if pick(2))[:most])


_GUESSES: Final[Mapping[str, Callable[[Moment, Seat, Picker], Guesses]]] = MappingProxyType(
    {
        "army": _army,
        "scenery": _scenery,
        "roads": _roads,
        "fences": _fences,
        "edge": _edge,
        "deploy": _deploy,
        "objectives": _objectives,
        "markers": _markers,
    }
)
