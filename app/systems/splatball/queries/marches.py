"""Questions about movement and transport: allowances, whole moves, passengers, contact."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from msgspec.structs import replace

from app.boards.squares import Facing
from app.engine.asking import Answer, judged
from app.engine.refusal import InvalidInput, Refusal
from app.engine.types import UnitId
from app.systems.splatball.book.kinds import Segment, Square
from app.systems.splatball.book.tables import Rules
from app.systems.splatball.march import allowance as squares_of
from app.systems.splatball.march.moves import Plan, judge_move
from app.systems.splatball.park.aboard import fits
from app.systems.splatball.park.field import Field
from app.systems.splatball.position.actions import Move, Path, StepNumber, Unload
from app.systems.splatball.queries import inputs as ask

MARCHES: Final = ask.questions()


@MARCHES.question
def _allowance(
    rules: Rules,
    *,
    type: ask.AnyUnit,
    damage: ask.Natural = 0,
    whole_path_on_road: bool = False,
    fighting: bool = False,
) -> Answer:
    count = squares_of.most_before_fighting if fighting else squares_of.allowance
    return {"squares": count(rules, type, damage, along_road=whole_path_on_road)}


@MARCHES.question
def _contact(rules: Rules, *, at: Square, pieces: ask.Pieces = (), fences: ask.Segments = ()) -> Answer:
    ground = ask.ground_of(rules, ask.Situation(pieces=pieces, fences=fences))
    return {
        "pieces": sorted(piece.id for piece in ground.contacts(at)),
        "fences": [[list(vertex) for vertex in segment] for segment in sorted(ground.fences_at(at))],
    }


@MARCHES.question
def _transport_fits(
    rules: Rules, *, vehicle: ask.Vehicle, passengers: ask.Kinds, fence_segments: ask.Natural
) -> Answer:
    return {"fits": fits(rules, vehicle, [rules.units[kind] for kind in passengers], fence_segments)}


class _Move(ask.Situation, frozen=True, kw_only=True):
    board: ask.BoardGiven
    unit: ask.Name
    path: Path = ()
    exit: bool = False
    facing: Facing | None = None
    embark: ask.Name | None = None
    unload: Annotated[tuple[Unload, ...], msgspec.Meta(max_length=3)] = ()
    pickup: Annotated[tuple[StepNumber, ...], msgspec.Meta(max_length=8)] = ()
    place_fences: Annotated[tuple[Segment, ...], msgspec.Meta(max_length=3)] = ()


@MARCHES.of_options
def _check_move(rules: Rules, *, asked: _Move) -> Answer:
    field = ask.field_of(rules, asked)
    unit = ask.known(field, asked.unit, "given.unit")
    action = Move(
        unit.id,
        asked.path,
        asked.facing,
        True if asked.exit else None,
        None if asked.embark is None else UnitId(asked.embark),
        asked.unload,
        asked.pickup,
        asked.place_fences,
    )
    verdict = judge_move(field, action)
    if isinstance(verdict, Refusal):
        answer = judged(verdict, "legal", "rule")
        return answer | ({"at_step": verdict.facts["at_step"]} if "at_step" in verdict.facts else {})
    return _planned(field, verdict)


def _planned(field: Field, plan: Plan) -> Answer:
    carried = {"fences_aboard": plan.fences_aboard} if field.units[plan.unit].type == "armadillo" else {}
    return {
        "legal": True,
        "cost": plan.cost,
        "stopped": plan.stop is not None,
        "destroyed_pieces": list(plan.destroyed_pieces),
        "destroyed_fences": [[list(vertex) for vertex in segment] for segment in plan.destroyed_fences],
        **carried,
        "may_fight": plan.may_fight,
    }


class _GetOff(ask.Situation, frozen=True, kw_only=True):
    board: ask.BoardGiven
    vehicle: ask.Name
    passenger: ask.Name
    at: Square


@MARCHES.question
def _check_unload(rules: Rules, *, asked: _GetOff) -> Answer:
    field = ask.field_of(rules, asked)
    vehicle = ask.standing(field, asked.vehicle, "given.vehicle")
    if rules.units[vehicle.type].is_foot:
        raise InvalidInput.at("given.vehicle", "the id of a vehicle", asked.vehicle)
    rider = ask.known(field, asked.passenger, "given.passenger")
    ready = Field(
        field.ground,
        {**field.units, vehicle.id: replace(vehicle, activated=True, has_moved=False)},
        field.sides,
        field.edges,
    )
    verdict = judge_move(ready, Move(vehicle.id, unload=(Unload(rider.id, asked.at),)))
    if isinstance(verdict, Refusal):
        return judged(verdict, "legal", "rule")
    (down,) = verdict.set_down
    off = replace(rider, at=down.at, inside=None, unloaded_from=vehicle.type, moved=int(vehicle.type == "armadillo"))
    return {"legal": True, "may_fight": squares_of.may_fight(rules, off, ())}
